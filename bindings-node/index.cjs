'use strict';
// The package: wrappers around native calls. The core decides; here values are laid out, patches applied, names spelled.

const { readFileSync } = require('node:fs');
const native = require('./native.cjs');
const tape = require('./tape.cjs');
const patching = require('./patch.cjs');
const { camel, toCamel, toSnake, pathToCamel, textToCamel } = require('./names.cjs');
const { compact } = require('./driver.cjs');

/** An error of the library: `code` says which kind, `path` is a JSON Pointer to the place. */
class ConspectusError extends Error {
  constructor(code, path, message) {
    super(path ? `${message} (at ${path})` : message);
    this.name = 'ConspectusError';
    this.code = code;
    this.path = path;
  }
}

const fail = (code, path, message) => new ConspectusError(code, path, message);
tape.open(native, fail);
const { withTape } = tape;

const OPTION_CODES = new Set(['INVALID_CONFIG', 'UNKNOWN_DIALECT', 'UNKNOWN_PRESET']);
const optionNames = new Set(JSON.parse(native.optionNames()));

/** The `ok` of a native answer; throws its `error`. */
function open(answer) {
  if (answer === null) return null;
  const { ok, error } = JSON.parse(answer);
  if (!error) return ok;
  if (!OPTION_CODES.has(error.code)) throw fail(error.code, error.path, error.message);
  const unknown = error.path.split('/', 2)[1];
  throw fail(error.code, pathToCamel(error.path), textToCamel(error.message, unknown ? new Set([...optionNames, unknown]) : optionNames));
}

// Where errors of the tape lie: in one or the other of a pair, in options, in what comes after `length` messages.
const inPair = (path) => (path.startsWith('/0') ? path.slice(2) : pathToCamel(path.slice(2)));
const afterLength = (length) => (path) => path.replace(/^\/[0-9]+/, (step) => `/${length + Number(step.slice(1))}`);
const withPair = (first, second, use) => withTape([first, second ?? null], use, inPair, 1);
const withOptions = (options, use) => withTape(toSnake(options), use, pathToCamel);

/** The raw result of an operation, keys and all as the core spells them. */
const callRaw = (name, input, options) => open(withPair(input, options, (...args) => native.call(name, ...args)));
const call = (name, input, options) => callRaw(name, input, toSnake(options));
const applyPatch = (messages, patch) => patching.applyPatch(messages, patch, fail);

// How a result becomes JavaScript's: as it is, with its keys respelled, or its patch applied and one part of it told beside.
const plain = (name) => (input, options) => call(name, input, options);
const told = (name) => (input, options) => toCamel(call(name, input, options));
const part = (name, key) => (input, options) => toCamel(call(name, input, options)[key]);
const patched = (name, key) => (messages, options) => {
  const result = call(name, messages, options);
  return [applyPatch(messages, result.patch), toCamel(result[key])];
};

const estimateTold = told('estimate_tokens');
const estimateTokens = (messages, options) => {
  if (!options?.tokenizer) return estimateTold(messages, options);
  const { system, tools, reports, ...measuring } = options;
  const history = new History(measuring).extend(messages);
  for (const { usage, messages: count } of reports ?? []) history.reportUsage(usage, count);
  return history.estimate({ system, tools });
};
const findSplitPoint = told('find_split_point');
const legalCuts = part('legal_cuts', 'cuts');
const validate = part('validate', 'problems');
const slim = patched('slim', 'stats');
const referenceImages = patched('reference_images', 'report');
const microcompact = patched('microcompact', 'report');
const prune = patched('prune', 'report');
const repair = patched('repair', 'repairs');
const curate = patched('curate', 'changes');
const harden = patched('harden', 'changes');
const normalizeResponse = (parts, options) => applyPatch(parts, call('normalize_response', parts, options).patch);
const thresholds = (options) => toCamel(call('thresholds', null, options));
const truncateText = told('truncate_text');
const estimateTextTokens = told('estimate_text_tokens');
const estimatePartsTokens = told('estimate_parts_tokens');
const estimatePromptTokens = told('estimate_prompt_tokens');
const usageTokens = told('usage_tokens');
const tokenLimit = plain('token_limit');
const needsCompression = told('needs_compression');
const hysteresis = (options) => toCamel(call('hysteresis', null, options));
const calibrate = (options) => toCamel(call('calibrate', null, options));
const extractActivity = told('extract_activity');
const conversationSummary = plain('conversation_summary');
const mergeSnapshotDelta = plain('merge_snapshot_delta');
const messagesForModel = (session, options) => {
  const { patch, stats } = call('messages_for_model', session, options);
  return [applyPatch(session.messages, patch), toCamel(stats)];
};
const summarizeExtractive = plain('summarize_extractive');
const parseSnapshot = plain('parse_snapshot');
const mediaTokens = plain('media_tokens');
const readUsage = told('read_usage');
const countTokens = plain('count_tokens');
const encode = plain('encode');
const decode = plain('decode');
const countTokensBatch = plain('count_tokens_batch');
const countTokensAsync = async (input, options) => {
  const texts = Array.isArray(input) ? input : [input];
  // The core says what is wrong with anything but text.
  if (!texts.every((text) => typeof text === 'string')) return countTokensBatch(texts, options);
  const counts = open(await native.callAsync('count_tokens_batch', texts, JSON.stringify(toSnake(options))));
  return Array.isArray(input) ? counts : counts[0];
};
const truncateToTokens = (text, maxTokens, options) => call('truncate_to_tokens', text, { ...options, maxTokens });
const compressionThreshold = (options) => toCamel(call('compression_threshold', null, options));
const checkOverflow = told('check_overflow');
const compressorModel = plain('compressor_model');
const outputKey = plain('output_key');
const resolveSettings = told('resolve_settings');

/** Outputs are stored first, then masked; one that `store` throws for stays. */
async function maskToolOutputs(messages, { store, ...options } = {}) {
  let result = call('mask_tool_outputs', messages, options);
  if (store && result.offloads.length > 0) {
    const locators = { ...options.locators };
    for (const output of result.offloads) {
      try {
        locators[output.key] = String(await store(output));
      } catch {
        continue;
      }
    }
    result = call('mask_tool_outputs', messages, { ...options, locators });
  }
  return [applyPatch(messages, result.patch), toCamel(result.report)];
}

const jsonChars = (value) => call('json_chars', value, null);

function names() {
  const { operations, options, error_codes: errorCodes, ...rest } = JSON.parse(native.names());
  const spelled = Object.entries(operations).map(([name, known]) => [camel(name), known.map(camel)]);
  return { operations: Object.fromEntries(spelled), options: options.map(camel), errorCodes, ...rest };
}

/** Tokens by a vocabulary file of the host's: its bytes, or its path. */
class Vocabulary {
  #native;

  constructor(file, source) {
    const bytes = file instanceof Uint8Array ? file : readFileSync(file);
    this.#native = withOptions(source, (...args) => new native.NativeVocabulary(...args, bytes));
    // Paths lead into the file, whose names are not respelled.
    const { error } = JSON.parse(this.#native.problem() ?? '{}');
    if (error) throw fail(error.code, error.path, error.message);
  }

  static fromTiktoken(file, options) { return new Vocabulary(file, { pattern: options?.pattern }); }
  static fromTokenizerJson(file) { return new Vocabulary(file, { tokenizerJson: true }); }

  /** The raw result of an operation. */
  callRaw(name, input, options) { return open(withPair(input, options, (...args) => this.#native.call(...args, name))); }
  count(text) { return this.callRaw('count_tokens', text); }
  countBatch(texts) { return this.callRaw('count_tokens_batch', texts); }
  countUpTo(text, limit) { return this.callRaw('count_tokens', text, { limit }); }
  encode(text) { return this.callRaw('encode', text); }
  decode(ids) { return this.callRaw('decode', ids); }
  truncateToTokens(text, maxTokens) { return this.callRaw('truncate_to_tokens', text, { max_tokens: maxTokens }); }
  get pattern() { return this.#native.pattern(); }
  get size() { return this.#native.size(); }
}

/** A `tokenizer` is the host's: the core only hears that there is one. */
function hostCounts(given) {
  if (!given?.tokenizer) return { options: given };
  const { tokenizer: counter, ...options } = given;
  const tokenizer = typeof counter === 'function' ? counter : (text) => counter.count(text);
  return { tokenizer, options: { estimator: 'host', ...options } };
}

/** The incremental ledger. */
class History {
  #native;
  #totals = new Float64Array(6);
  #known = [];
  #identityCounts;
  #tokenizer;

  constructor(given) {
    const { tokenizer, options } = hostCounts(given);
    this.#tokenizer = tokenizer;
    this.#native = withOptions(options, (...args) => new native.NativeHistory(...args));
    open(this.#native.problem());
    this.#identityCounts = !this.#native.verifiesContent();
  }

  append(message) {
    const length = this.length;
    open(withTape(message, (...args) => this.#native.append(...args, this.#totals), (path) => `/${length}${path}`));
    this.#known.push(message);
    if (this.#tokenizer) this.#count(length, [message]);
    return this;
  }

  extend(messages) {
    const length = this.length;
    this.#extend(messages);
    if (this.#tokenizer) this.#count(length, messages);
    return this;
  }

  #extend(messages) {
    open(withTape(messages, (...args) => this.#native.extend(...args, this.#totals), afterLength(this.length)));
    for (let index = 0, known = this.#known; known.length < this.length; index++) known.push(messages[index]);
  }

  /** Messages from `start` on were read: has the tokenizer count what is new in them, and reads them again. */
  #count(start, messages) {
    const texts = this.#native.wantedTexts();
    try {
      open(this.#native.provideCounts(texts.map((text) => this.#tokenizer(text))));
    } catch (error) {
      this.truncate(start);
      throw error;
    }
    if (texts.length > 0) this.truncate(start).#extend(messages);
  }

  truncate(length) {
    this.#native.truncate(length, this.#totals);
    this.#known.length = this.length;
    return this;
  }

  /** Takes the host's whole list again and reads what is new. Returns how many messages were read. */
  sync(messages) {
    if (!Array.isArray(messages)) throw fail('INVALID_MESSAGES', '', 'messages must be a list');
    const known = this.#known;
    let same = 0;
    if (this.#identityCounts) {
      // The last message known is read again: it is the one that grows while it is streamed.
      const limit = Math.min(messages.length, known.length - 1);
      while (same < limit && known[same] === messages[same]) same++;
    }
    const from = same;
    if (from < known.length && from < messages.length) {
      const tail = messages.slice(from, known.length);
      same = withTape(tail, (...args) => this.#native.knownPrefixOfTail(...args, from), afterLength(from));
    }
    if (same < known.length) this.truncate(same);
    for (let index = from; index < same; index++) known[index] = messages[index];
    if (same < messages.length) this.extend(messages.slice(same));
    return messages.length - same;
  }

  estimate(options) {
    const found = () => open(withOptions(options, (...args) => this.#native.estimate(...args)));
    const first = found();
    const texts = this.#tokenizer ? this.#native.wantedTexts() : [];
    if (texts.length === 0) return toCamel(first);
    open(this.#native.provideCounts(texts.map((text) => this.#tokenizer(text))));
    return toCamel(found());
  }

  splitPoint() {
    return toCamel(open(this.#native.splitPoint()));
  }

  /** As `microcompact`; reads what is new in `messages` first. */
  microcompact(messages, activity) {
    this.sync(messages);
    const { patch, report } = open(withPair(messages, toSnake(activity), (...args) => this.#native.microcompact(...args)));
    return [applyPatch(messages, patch), toCamel(report)];
  }

  /** What the provider reported for a request that held the first `messages` messages (all unless given). */
  reportUsage(usage, messages) {
    open(withTape(usage ?? null, (...args) => this.#native.reportUsage(...args, messages, this.#totals)));
    return this;
  }

  get length() { return this.#totals[0]; }
  get tokens() { return this.#totals[1]; }
  get chars() { return this.#totals[2]; }
  get media() { return this.#totals[3]; }
  get splitIndex() { return this.#totals[4]; }
  get promptTokens() { return this.#totals[5]; }
}

/** The state machine: after each `handle...`, drain `pollAction` until it gives null, before the next `handle...`. */
class Compactor {
  #native;
  #tokenizer;

  constructor(given) {
    const { tokenizer, options } = hostCounts(given);
    this.#tokenizer = tokenizer;
    this.#native = withOptions(options, (...args) => new native.NativeCompactor(...args));
    open(this.#native.problem());
  }

  handleMessages(messages, turn) {
    if (this.#tokenizer) {
      const texts = open(withPair(messages, toSnake(turn), (...args) => this.#native.wantedTexts(...args)));
      open(this.#native.provideCounts(texts.map((text) => this.#tokenizer(text))));
    }
    open(withPair(messages, toSnake(turn), (...args) => this.#native.handleMessages(...args)));
  }

  pollAction() {
    const text = this.#native.pollAction();
    if (text === null) return null;
    const { patch, request, ...action } = JSON.parse(text);
    const result = toCamel(action);
    if (patch) result.patch = patch;
    if (request) result.request = { ...toCamel({ ...request, messages: null }), messages: request.messages };
    return result;
  }

  handleStored(locator) { open(this.#native.handleStored(String(locator))); }
  handleStoreFailed(message) { open(this.#native.handleStoreFailed(String(message))); }
  handleRestored(files) { open(withTape(files ?? null, (...args) => this.#native.handleRestored(...args), pathToCamel)); }

  /** `usage`: `inputTokens` and `outputTokens` of the call, if the provider told them. */
  handleSummary(text, usage) {
    if (typeof text !== 'string') throw fail('INVALID_CONFIG', '/summary', 'a summary must be a string');
    open(withOptions(usage, (...args) => this.#native.handleSummary(...args, text)));
  }

  handleFailure(message) { open(this.#native.handleFailure(String(message))); }
  handleCurrent(messages) { open(withPair(messages, null, (...args) => this.#native.handleCurrent(...args))); }
  cancel() { this.#native.cancel(); }
  get state() { return this.#native.state(); }

  compact(messages, options) { return compact(this, messages, options, applyPatch); }
}

module.exports = {
  ConspectusError, History, Compactor, Vocabulary, estimateTokens, findSplitPoint, legalCuts, validate, slim, microcompact, prune, repair, curate, harden,
  normalizeResponse, thresholds, truncateText, estimateTextTokens, estimatePartsTokens, estimatePromptTokens, usageTokens, tokenLimit,
  needsCompression, hysteresis, calibrate, extractActivity, conversationSummary, messagesForModel, mergeSnapshotDelta,
  referenceImages, maskToolOutputs, compressionThreshold, checkOverflow, compressorModel, outputKey, resolveSettings,
  summarizeExtractive, parseSnapshot, mediaTokens, readUsage, countTokens, countTokensBatch, countTokensAsync, encode, decode, truncateToTokens, jsonChars, applyPatch, names, callRaw,
};
