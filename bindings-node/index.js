// ESM entry: the same objects as the CommonJS one.
import conspectus from './index.cjs';

export const {
  ConspectusError, History, Compactor, estimateTokens, findSplitPoint, slim, microcompact, prune, thresholds, parseSnapshot, summarizeExtractive,
  validate, repair, legalCuts, curate, harden, truncateText, normalizeResponse, estimatePartsTokens, estimateTextTokens, estimatePromptTokens,
  usageTokens, tokenLimit,
  jsonChars, countTokens, encode, decode, truncateToTokens, applyPatch, names, cliMain, callRaw,
} = conspectus;
export default conspectus;
