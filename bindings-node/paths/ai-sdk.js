import exported from './ai-sdk.cjs';

export const { compactStep, contextOverflowMiddleware, compactUIMessages, summarizeWith } = exported;
