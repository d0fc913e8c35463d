import exported from './google.cjs';

export const { summarizeWith, buildRequest } = exported;
