// Written by `scripts/names.py --write` from the tables of the core. Do not edit.
import exported from './opencode.cjs';

export const {
  prune, needsCompression, usageTokens,
} = exported;
