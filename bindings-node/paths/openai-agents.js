import exported from './openai-agents.cjs';

export const { compactInput, CompactingModel, CompactingProvider, CompactingSession, summarizeWith } = exported;
