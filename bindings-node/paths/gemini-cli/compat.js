import exported from './compat.cjs';

export const {
  ChatCompressionService, findCompressSplitPoint, modelStringToModelConfigAlias, estimateTokenCountSync, calculateRequestTokenCount, tokenLimit,
  ASCII_TOKENS_PER_CHAR, NON_ASCII_TOKENS_PER_CHAR, MSG_OVERHEAD_TOKENS, DEFAULT_TOKEN_LIMIT, GEMMA_4_TOKEN_LIMIT,
} = exported;
