import exported from './batch.cjs';

export const { Row, compactMany, countMany, simulateMany, lines } = exported;
