import exported from './google.cjs';

export const { summarizeWith, marked } = exported;
