// Written by `scripts/names.py --write` from the tables of the core. Do not edit.
import exported from './index.cjs';

export const {
  Compactor, Result, compact, History, FolderStore, countTokens, clearToolResults, clearMedia, clearStale, condense, expand, findCut,
  validate, repair, summarizeExtractive, checkSummary, facts, simulate, renderReport, ConspectusError,
} = exported;
