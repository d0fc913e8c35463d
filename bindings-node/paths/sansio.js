// Written by `scripts/names.py --write` from the tables of the core. Do not edit.
import exported from './sansio.cjs';

export const {
  parseSummary, summarizeOutput, invertPatch, Machine, applyPatch, names,
} = exported;
