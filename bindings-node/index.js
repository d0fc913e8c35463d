// ESM entry: the same objects as the CommonJS one. (Types are one file for both, so there is no default export.)
import conspectus from './index.cjs';

export const {
  ConspectusError, History, Compactor, Vocabulary, estimateTokens, findSplitPoint, legalCuts, validate, slim, microcompact, prune, repair, curate, harden,
  normalizeResponse, thresholds, truncateText, estimateTextTokens, estimatePartsTokens, estimatePromptTokens, usageTokens, tokenLimit, mediaTokens, readUsage,
  needsCompression, hysteresis, calibrate, extractActivity, conversationSummary, messagesForModel, mergeSnapshotDelta,
  referenceImages, maskToolOutputs, compressionThreshold, checkOverflow, compressorModel, outputKey, resolveSettings,
  summarizeExtractive, parseSnapshot, countTokens, countTokensBatch, countTokensAsync, encode, decode, truncateToTokens, jsonChars, applyPatch, names,
} = conspectus;
