import exported from './compat.cjs';

export const {
  ChatCompressionService, microcompactHistory, estimatePromptTokens, estimateContentTokens, computeThresholds, composePostCompactHistory,
} = exported;
