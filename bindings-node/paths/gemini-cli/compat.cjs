'use strict';
// gemini-cli's own names and positional arguments for what our preset `gemini-cli` does, so that its
// call sites can import this file in place of theirs. It decides nothing.

const { mkdir, writeFile } = require('node:fs/promises');
const { dirname, join } = require('node:path');
const { Compactor } = require('../../compactor.cjs');
const { compressorModel, estimatePartsTokens, findSplitPoint, tokenLimit: windowOf } = require('../../operations.cjs');
const { failed, numberOf, optionsOf, STATUS } = require('../../services.cjs');

const preset = 'gemini-cli';

// Numbers that callers of gemini-cli's `tokenCalculation.js` and `tokenLimits.js` import beside the
// functions.
const ASCII_TOKENS_PER_CHAR = 0.33;
const NON_ASCII_TOKENS_PER_CHAR = 1.5;
const MSG_OVERHEAD_TOKENS = 5;
const DEFAULT_TOKEN_LIMIT = 1_048_576;
const GEMMA_4_TOKEN_LIMIT = 256_000;

/** The last one of gemini-cli's `CompressionStatus`. */
const CONTENT_TRUNCATED = 6;
const ACCEPTED = ['getCompressionPrompt', 'tokenLimit', 'saveTruncatedToolOutput', 'onCompact'];
/** Its name for what a call of the compressor is. */
const ROLE = 'utility_compressor';

function findCompressSplitPoint(contents, fraction) {
  try {
    return findSplitPoint(contents, { preset, dialect: 'gemini', fraction }).index;
  } catch (error) {
    throw error.path === '/fraction' ? new Error('Fraction must be between 0 and 1', { cause: error }) : error;
  }
}

const modelStringToModelConfigAlias = (model) => compressorModel(model);

/** As there, a name that nobody knows has the window of Gemini, whoever made the model. */
function tokenLimit(model) {
  try {
    return windowOf(model);
  } catch (error) {
    if (error.code !== 'INVALID_OPTION') throw error;
    return DEFAULT_TOKEN_LIMIT;
  }
}

function estimateTokenCountSync(parts, depth = 0, charsPerToken = 4) {
  // Parts at a depth are parts in as many results, whose frame costs nothing.
  let request = parts;
  for (let level = 0; level < depth; level++) request = [{ functionResponse: { parts: request } }];
  return estimatePartsTokens(request, { preset, charsPerToken }).tokens;
}

async function calculateRequestTokenCount(request, contentGenerator, model) {
  const parts = (Array.isArray(request) ? request : [request]).map((part) => (typeof part === 'string' ? { text: part } : part));
  const { tokens, needsCountApi } = estimatePartsTokens(parts, { preset });
  if (!needsCountApi) return tokens;
  try {
    const { totalTokens } = await contentGenerator.countTokens({ model, contents: [{ role: 'user', parts }] });
    return totalTokens ?? 0;
  } catch {
    return tokens;
  }
}

/** Compacts a chat in the way of gemini-cli, for `core/client.js` and `agents/local-executor.js`. */
class ChatCompressionService {
  #theirs;
  /** What the compactor of each chat remembers. */
  #states = new WeakMap();

  constructor(options = {}) {
    this.#theirs = optionsOf(options, ACCEPTED);
  }

  async compress(chat, promptId, force, model, config, hasFailedCompressionAttempt, abortSignal) {
    const history = chat.getHistory(true);
    const count = history.length === 0 ? 0 : chat.getLastPromptTokenCount();
    try {
      const result = await this.#run({ chat, promptId, force, model, config, history, count, failed: hasFailedCompressionAttempt, signal: abortSignal });
      const info = { originalTokenCount: count, newTokenCount: result.changed ? result.promptTokens : count, compressionStatus: numberOf(result, CONTENT_TRUNCATED, CONTENT_TRUNCATED) };
      this.#theirs.onCompact?.(result, info);
      return { newHistory: result.changed ? result.messages : null, info };
    } catch (error) {
      failed(error, this.#theirs);
      return { newHistory: null, info: { originalTokenCount: count, newTokenCount: count, compressionStatus: STATUS.NOOP } };
    }
  }

  async #run(turn) {
    const { chat, force, model, config, history, count, failed, signal } = turn;
    const compressionThreshold = (await config.getCompressionThreshold()) || undefined;
    const contextWindow = (this.#theirs.tokenLimit ?? tokenLimit)(model) || undefined;
    const limit = Math.floor(config.getTruncateToolOutputThreshold());
    const clipMaxChars = Number.isFinite(limit) ? Math.max(0, limit) : undefined;
    const { getCompressionPrompt } = this.#theirs;
    const options = {
      preset: { name: preset, compressionThreshold, clipMaxChars, request: getCompressionPrompt ? 'native' : 'record' },
      dialect: 'gemini',
      contextWindow,
      summarize: (request, context) => this.#ask(turn, { ...request, system: getCompressionPrompt?.(config) ?? request.system }, context.signal),
      store: (output) => this.#save(config, output),
      beforeCompact: async ({ trigger }) => void (await config.getHookSystem?.()?.firePreCompressEvent(trigger)),
    };
    const state = this.#states.get(chat);
    const compactor = state ? Compactor.load(state, options) : new Compactor(options);
    const told = { force, failedBefore: failed, usage: { promptTokenCount: count }, planPath: config.getApprovedPlanPath?.() };
    return compactor.compact(history, { ...told, signal }).finally(() => this.#states.set(chat, compactor.save()));
  }

  async #ask({ promptId, model, config }, request, signal) {
    const response = await config.getBaseLlmClient().generateContent({
      modelConfigKey: { model: compressorModel(model) },
      contents: request.messages,
      systemInstruction: { text: request.system },
      promptId: request.purpose === 'check' ? `${promptId}-verify` : promptId,
      abortSignal: signal ?? new AbortController().signal,
      role: ROLE,
    });
    const { content, finishReason } = response?.candidates?.[0] ?? {};
    const text = (content?.parts ?? []).map((part) => (part.thought ? '' : (part.text ?? ''))).join('');
    const { promptTokenCount, candidatesTokenCount } = response?.usageMetadata ?? {};
    return { text, inputTokens: promptTokenCount, outputTokens: candidatesTokenCount, stopReason: finishReason };
  }

  async #save(config, { key, text }) {
    const folder = config.storage.getProjectTempDir();
    if (this.#theirs.saveTruncatedToolOutput) {
      const tool = key.replace(/^.*\//, '').replace(/_[^_]*$/, '');
      return (await this.#theirs.saveTruncatedToolOutput(text, tool, config.getNextCompressionTruncationId(), folder)).outputFile;
    }
    const path = join(folder, key);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    return path;
  }
}

module.exports = {
  ChatCompressionService, findCompressSplitPoint, modelStringToModelConfigAlias, estimateTokenCountSync, calculateRequestTokenCount, tokenLimit,
  ASCII_TOKENS_PER_CHAR, NON_ASCII_TOKENS_PER_CHAR, MSG_OVERHEAD_TOKENS, DEFAULT_TOKEN_LIMIT, GEMMA_4_TOKEN_LIMIT,
};
