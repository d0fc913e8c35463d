import exported from './pi.cjs';

export const { compactStream, compactContext, compactionExtension } = exported;
