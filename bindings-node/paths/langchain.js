import exported from './langchain.cjs';

export const { compactionMiddleware, conspectusEdit } = exported;
