// Written by `scripts/names.py --write` from the tables of the core. Do not edit.
import exported from './context.cjs';

export const {
  truncateText, pageText, mediaPart, LoopDetector, summarizeOutput,
} = exported;
