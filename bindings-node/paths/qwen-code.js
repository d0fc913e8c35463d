// Written by `scripts/names.py --write` from the tables of the core. Do not edit.
import exported from './qwen-code.cjs';

export const {
  estimateTokens, estimateTextTokens, findSplitPoint, slim, microcompact, thresholds, referenceImages, estimatePromptTokens,
  resolveSettings,
} = exported;
