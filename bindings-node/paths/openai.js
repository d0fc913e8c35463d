import exported from './openai.cjs';

export const { summarizeWith, buildRequest } = exported;
