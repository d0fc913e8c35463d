import exported from './plugin.cjs';

export const { compactionPlugin } = exported;
