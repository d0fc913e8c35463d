'use strict';
// qwen-code's own names and positional arguments for what our preset `qwen-code` does, so that its
// call sites can import this file in place of theirs. It decides nothing.

const { microcompact, estimateTokens, estimatePromptTokens: promptTokens, resolveSettings, thresholds } = require('../../operations.cjs');
const { ChatCompressionService, composePostCompactHistory } = require('./service.cjs');

const preset = 'qwen-code';
const IMAGE_TOKENS = 1_600;

const measured = (imageTokenEstimate) => ({ preset, dialect: 'gemini', imageTokens: Math.max(1, Math.round(imageTokenEstimate)) });

function estimateContentTokens(contents, imageTokenEstimate = IMAGE_TOKENS) {
  return estimateTokens(contents, measured(imageTokenEstimate)).tokens;
}

function estimatePromptTokens(history, userMessage, lastPromptTokenCount, lastOutputTokenCount = 0, imageTokenEstimate = IMAGE_TOKENS, conservative = false) {
  const counts = { lastPromptTokens: Math.max(0, lastPromptTokenCount || 0), lastOutputTokens: Math.max(0, lastOutputTokenCount), conservative };
  return promptTokens(history, { ...measured(imageTokenEstimate), message: userMessage, ...counts }).tokens;
}

function computeThresholds(window, pct) {
  // The share is above 0 here: the least number there is stands for 0.
  const trigger = pct !== undefined && Number.isFinite(pct) ? Math.min(1, Math.max(Number.MIN_VALUE, pct)) : undefined;
  const { usable, ...found } = thresholds({ preset, contextWindow: Math.max(1, Math.round(window)), trigger });
  return { ...found, effectiveWindow: usable };
}

/** The settings as arguments of the core. A limit of chars below 0 turns its rule off, and so do minutes below 0 where no limit is told. */
function limits(settings) {
  const { microcompact: told } = resolveSettings(process.env, { preset, settings });
  const { toolResultsThresholdMinutes: minutes = 60, toolResultsTotalCharsThreshold: chars = minutes < 0 ? -1 : undefined } = settings;
  const isOff = chars !== undefined && !(chars >= 0 && Number.isFinite(chars));
  return { ...told, idleMinutes: Math.max(0, minutes), maxResultChars: isOff ? 0 : Math.max(1, Math.floor(chars ?? told.maxResultChars)) };
}

/** Results of files that the host wants to keep, under a name that is never cleared; and the way back. */
function hidden(history, isKept) {
  const paths = new Map();
  const back = new Map();
  for (const { functionCall: call } of history.flatMap(({ parts }) => parts ?? [])) {
    if (call?.id && typeof call.args?.file_path === 'string') paths.set(call.id, [...(paths.get(call.id) ?? []), call.args.file_path]);
  }
  const hide = (part) => {
    const response = part.functionResponse;
    if (response?.name !== 'read_file' || !paths.get(response.id)?.every(isKept)) return part;
    const stand = { functionResponse: { ...response, name: 'kept_file', parts: undefined } };
    back.set(stand, part);
    return stand;
  };
  const list = history.map((content) => {
    const parts = content.parts?.map(hide);
    return parts?.some((part) => back.has(part)) ? { ...content, parts } : content;
  });
  return { list, back };
}

/** Messages after a run with the kept results as they were; a message in which nothing else changed is the one of before. */
function shown(messages, { list, back }, history) {
  return messages.map((message, index) => {
    if (message === list[index]) return history[index];
    return message.parts.some((part) => back.has(part)) ? { ...message, parts: message.parts.map((part) => back.get(part) ?? part) } : message;
  });
}

function microcompactHistory(history, lastApiCompletionTimestamp, settings, opts) {
  try {
    return cleared(history, lastApiCompletionTimestamp, settings, opts ?? {});
  } catch (error) {
    process.emitWarning(`conspectus leaves the history as it is: ${error.message}`);
    return { history };
  }
}

function cleared(history, lastApiCompletionTimestamp, settings, opts) {
  const { force = false, sizeOnly = false, pendingContent, preserveReadFileResult } = opts;
  const pending = [pendingContent ?? []].flat();
  const { keepToolResults, ...rest } = limits(settings);
  const nowMs = Date.now();
  const hasTime = !force && !sizeOnly && !(settings.toolResultsThresholdMinutes < 0) && Number.isFinite(lastApiCompletionTimestamp ?? NaN);
  // Results that are about to be sent count as if they were read, and stay beside the newest of the history.
  const fresh = force || pending.length === 0 ? [] : [...pending, { role: 'model', parts: [{ text: '' }] }];
  const keep = keepToolResults + fresh.flatMap(({ parts }) => parts ?? []).filter((part) => part.functionResponse).length;
  const of = preserveReadFileResult ? hidden(history, preserveReadFileResult) : { list: history, back: new Map() };
  const time = hasTime ? { nowMs, lastActivityMs: lastApiCompletionTimestamp } : {};
  const { messages, changed, details } = microcompact([...of.list, ...fresh], { ...rest, dialect: 'gemini', keepToolResults: keep, force, ...time });
  if (!changed) return { history };
  return {
    history: shown(messages.slice(0, history.length), of, history),
    meta: {
      triggerReason: details.trigger,
      gapMinutes: details.trigger === 'idle' ? Math.round((nowMs - lastApiCompletionTimestamp) / 60_000) : 0,
      thresholdMinutes: settings.toolResultsThresholdMinutes ?? 60,
      toolsCleared: details.toolResults,
      mediaCleared: details.media + details.nestedMedia,
      keepRecent: keepToolResults,
      tokensSaved: details.tokensSaved,
      evictedReadPaths: [...details.cleared],
      unresolvedEvictedReads: details.clearedUnnamed,
    },
  };
}

module.exports = { ChatCompressionService, microcompactHistory, estimatePromptTokens, estimateContentTokens, computeThresholds, composePostCompactHistory };
