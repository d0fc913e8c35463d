'use strict';
// `ChatCompressionService` and `composePostCompactHistory` with qwen-code's own arguments, over our
// preset `qwen-code`.

const { readFile, realpath } = require('node:fs/promises');
const { sep } = require('node:path');
const { Compactor } = require('../../compactor.cjs');
const { estimateTokens, resolveSettings } = require('../../operations.cjs');
const { failed, numberOf, optionsOf, STATUS } = require('../../services.cjs');

const preset = 'qwen-code';
const ACCEPTED = ['supportsCompressionCacheSharing', 'onCompact'];
/** The window of a model of which nothing is told, as qwen-code's `tokenLimits.ts` has it. */
const DEFAULT_TOKEN_LIMIT = 200_000;
/** The first and the last one of qwen-code's `CompressionStatus`. */
const [COMPRESSED, API_ERROR] = [1, 7];

/** Reads files again, as far as they lie in the workspace. */
const restoring = (workspaceRoot) => async (files, { signal }) => {
  const root = workspaceRoot && (await realpath(workspaceRoot));
  return Promise.all(files.map(async ({ path }) => {
    try {
      const real = await realpath(path);
      const isInside = !root || real === root || real.startsWith(root + sep);
      return { path, text: isInside ? await readFile(real, { encoding: 'utf8', signal }) : null };
    } catch {
      return { path, text: null };
    }
  }));
};

/** The history after a compaction to this summary. Throws if the summary is none. */
async function composePostCompactHistory(history, summary, options = {}) {
  const { workspaceRoot, signal, maxFiles: maxRecentFilesToRetain, maxImages: maxRecentImagesToRetain, planModeActive, runningSubagents } = options;
  const compactor = new Compactor({
    preset: { name: preset, maxRecentFilesToRetain, maxRecentImagesToRetain, restore: restoring(workspaceRoot) },
    dialect: 'gemini', contextWindow: DEFAULT_TOKEN_LIMIT, summarize: () => summary,
  });
  const result = await compactor.compact(history, { force: true, signal, planMode: planModeActive, runningAgents: agents(runningSubagents) });
  if (result.status !== 'summarized') throw new Error(`no history was composed: ${result.reason}`);
  return result.messages;
}

/** Tasks of other agents, the oldest first. */
const agents = (tasks) => tasks && [...tasks].sort((a, b) => a.startTime - b.startTime).map(({ id, status, description }) => ({ id, status, description }));

const isRunning = (task) => task.kind === 'agent' && task.isBackgrounded && ['running', 'paused'].includes(task.status);

/** Compacts a chat in the way of qwen-code, for `core/geminiChat.ts`. */
class ChatCompressionService {
  #theirs;
  /** What the compactor of each chat remembers: there each run makes a service of its own. */
  static #states = new WeakMap();

  constructor(options = {}) {
    this.#theirs = optionsOf(options, ACCEPTED);
  }

  async compress(chat, opts) {
    const { originalTokenCount, pendingUserMessage: pending } = opts;
    const info = (newTokenCount, compressionStatus, rest) => ({ originalTokenCount, newTokenCount, compressionStatus, ...rest });
    let broken;
    try {
      const result = await this.#run(chat, opts, (error) => (broken = error));
      // The message that is about to be sent is not part of the history yet.
      const ends = pending === undefined || result.messages.at(-1) === pending;
      const number = numberOf(result, API_ERROR, COMPRESSED);
      const isDone = number === COMPRESSED && ends;
      const tokens = Math.max(0, result.promptTokens - (pending ? estimateTokens([pending], { preset, dialect: 'gemini' }).tokens : 0));
      const told = isDone
        ? info(tokens, number, { newTokenCountIsEstimated: true, triggerReason: result.log['run.cause'] })
        : info(originalTokenCount, number === COMPRESSED ? STATUS.NOOP : number);
      this.#theirs.onCompact?.(result, told);
      return { newHistory: isDone ? result.messages.slice(0, pending ? -1 : undefined) : null, info: told };
    } catch (error) {
      // What the model's call threw is no error of ours: the host counts it.
      if (broken !== undefined && error === broken) return { newHistory: null, info: info(originalTokenCount, API_ERROR) };
      failed(error, this.#theirs);
      return { newHistory: null, info: info(originalTokenCount, STATUS.NOOP) };
    }
  }

  async #run(chat, opts, onBroken) {
    const { config, force, consecutiveFailures = 0, customInstructions, pendingUserMessage, requestPayloadTooLarge, signal } = opts;
    const trigger = (opts.trigger ?? (force ? 'manual' : 'auto')) === 'manual' ? 'manual' : 'auto';
    const messages = [...chat.getHistoryShallow(true), ...(pendingUserMessage ? [pendingUserMessage] : [])];
    const settings = { ...config.getChatCompression(), autoCompactThreshold: config.getAutoCompactThreshold() };
    const { options } = resolveSettings(process.env, { preset, settings });
    // A forced recovery brings nothing back: the request was too large in bytes.
    const none = requestPayloadTooLarge ? { maxRecentFilesToRetain: 0, maxRecentImagesToRetain: 0 } : {};
    const hooks = config.getHookSystem?.();
    const compactor = Compactor.load(judged(ChatCompressionService.#states.get(chat) ?? new Compactor({ preset }).save(), consecutiveFailures), {
      ...options,
      preset: { ...options.preset, ...none, restore: restoring(config.getTargetDir?.()) },
      dialect: 'gemini',
      contextWindow: config.getContentGeneratorConfig().contextWindowSize ?? DEFAULT_TOKEN_LIMIT,
      summarize: (request, context) => this.#ask(chat, opts, messages, request, context.signal).catch((error) => {
        throw onBroken(error);
      }),
      beforeCompact: async () => {
        const context = (await hooks?.firePreCompactEvent(trigger, customInstructions ?? '', signal))?.getAdditionalContext();
        return context ? { context } : undefined;
      },
    });
    if (requestPayloadTooLarge) compactor.handleProviderError({ status: 413, message: 'Request Entity Too Large' });
    const counted = opts.precomputedEffectiveTokens;
    const running = compactor.compact(messages, {
      force, signal, instructions: customInstructions,
      usage: counted === undefined ? opts.originalTokenCount : { tokens: counted, messages: messages.length },
      planMode: config.getApprovalMode?.() === 'plan',
      runningAgents: agents(config.getBackgroundTaskRegistry?.()?.getAll().filter(isRunning)),
      prefixCached: this.#sharesCache(chat, config),
    });
    const result = await running.finally(() => ChatCompressionService.#states.set(chat, compactor.save()));
    if (result.status === 'summarized') await hooks?.firePostCompactEvent(trigger, result.summary ?? '', signal);
    return result;
  }

  #sharesCache(chat, config) {
    const isMain = (config.getCompactionModel?.() ?? config.getModel()) === config.getModel();
    const isCounted = (chat.getLastPromptTokenCount?.() ?? 0) > 0 && chat.isLastPromptTokenCountEstimated?.() !== true;
    return isMain && isCounted && this.#theirs.supportsCompressionCacheSharing?.(config) === true;
  }

  /** The model's answer: by a request of its own, or after the conversation as it was sent, which the provider has cached. */
  async #ask(chat, { config, promptId, requestGenerationConfig }, messages, request, signal) {
    const { systemInstruction, abortSignal: _, ...generation } = { ...chat.getGenerationConfig?.(), ...requestGenerationConfig };
    const follows = request.followsConversation;
    const { text, usage } = await config.getBaseLlmClient().generateText({
      contents: follows ? [...messages, ...request.messages] : request.messages,
      model: config.getCompactionModel?.() ?? config.getModel(),
      systemInstruction: follows ? systemInstruction : request.system,
      config: { ...(follows ? generation : {}), thinkingConfig: { ...(follows ? generation.thinkingConfig : {}), includeThoughts: false }, maxOutputTokens: request.maxOutputTokens },
      abortSignal: signal ?? new AbortController().signal,
      promptId, stream: true, maxAttempts: 1,
      ...(follows ? { promptCacheSharing: true } : {}),
    });
    return { text, inputTokens: usage?.promptTokenCount, outputTokens: usage?.candidatesTokenCount };
  }
}

/** A state with the host's own count of failures, which comes with each call. */
const judged = (state, failures) => ({ ...state, memory: { ...state.memory, failures } });

module.exports = { ChatCompressionService, composePostCompactHistory };
