// Written by `scripts/names.py --write` from the tables of the core. Do not edit.
import exported from './gencode.cjs';

export const {
  compressionSettings, prune, needsCompression, usageTokens, extractActivity, conversationSummary, messagesForModel,
} = exported;
