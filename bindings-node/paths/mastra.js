import exported from './mastra.cjs';

export const { ConspectusProcessor } = exported;
