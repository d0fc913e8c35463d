// Written by `scripts/names.py --write` from the tables of the core. Do not edit.
import exported from './qwen-code.cjs';

export const {
  referenceImages, estimatePromptTokens, resolveSettings,
} = exported;
