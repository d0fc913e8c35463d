// Written by `scripts/names.py --write` from the tables of the core. Do not edit.
import exported from './gencode.cjs';

export const {
  estimateTokens, estimateTextTokens, findSplitPoint, thresholds, compressionSettings, prune, needsCompression, usageTokens,
  extractActivity, conversationSummary, messagesForModel,
} = exported;
