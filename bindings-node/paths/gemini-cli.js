// Written by `scripts/names.py --write` from the tables of the core. Do not edit.
import exported from './gemini-cli.cjs';

export const {
  estimateTokens, estimateTextTokens, findSplitPoint, joinInstructions, editorContext, recentTurns, routingWindow, thresholds, curate,
  harden, normalizeResponse, estimatePartsTokens, tokenLimit, maskToolOutputs, compressionThreshold, checkOverflow, chatEvent,
  compressorModel, leastRecentlyUsed, recentActivity, loadSettings, saveMemory,
} = exported;
