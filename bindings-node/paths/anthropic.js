import exported from './anthropic.cjs';

export const { summarizeWith, buildRequest } = exported;
