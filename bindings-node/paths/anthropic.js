import exported from './anthropic.cjs';

export const { summarizeWith, marked } = exported;
