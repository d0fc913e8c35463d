// Written by `scripts/names.py --write` from the tables of the core. Do not edit.
import exported from './index.cjs';

export const {
  Compactor, compact, History, FolderStore, estimateTokens, findSplitPoint, slim, microcompact, countTokens, validate, repair,
  legalCuts, summarizeExtractive, ConspectusError, clearMedia, retire, admit, expand, checkSummary, facts,
} = exported;
