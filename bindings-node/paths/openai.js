import exported from './openai.cjs';

export const { summarizeWith, marked } = exported;
