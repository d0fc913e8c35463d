// Written by `scripts/names.py --write` from the tables of the core. Do not edit.
import exported from './opencode.cjs';

export const {
  estimateTokens, estimateTextTokens, findSplitPoint, thresholds, prune, needsCompression, usageTokens,
} = exported;
