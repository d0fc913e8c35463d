// Written by `scripts/names.py --write` from the tables of the core. Do not edit.
import exported from './tokens.cjs';

export const {
  mediaTokens, readUsage, countTexts, encode, decode, truncate, countTextsAsync, Vocabulary,
} = exported;
