// Written by `scripts/names.py --write` from the tables of the core. Do not edit.
import exported from './context.cjs';

export const {
  truncateText, prepareOutputSummary, checkOutputSummary, pageText, mediaPart, processImports, joinMemory, editorContext, recentTurns,
  routingWindow, simulate, LoopDetector,
} = exported;
