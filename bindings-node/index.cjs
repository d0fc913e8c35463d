'use strict';
// The package: wrappers around native calls. The core decides; here values are laid out, patches applied, names spelled.

const native = require('./native.cjs');
const tape = require('./tape.cjs');
const patching = require('./patch.cjs');
const { toCamel, toSnake, textToCamel, camel } = require('./names.cjs');
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
const withPair = (first, second, use) => withTape([first, second ?? null], use, true);

const OPTION_CODES = new Set(['INVALID_CONFIG', 'UNKNOWN_DIALECT', 'UNKNOWN_PRESET']);

/** The `ok` of a native answer; throws its `error`. */
function open(answer) {
  if (answer === null) return null;
  const { ok, error } = JSON.parse(answer);
  if (!error) return ok;
  if (!OPTION_CODES.has(error.code)) throw fail(error.code, error.path, error.message);
  throw fail(error.code, error.path.replace(/^\/[^/]+/, camel), textToCamel(error.message));
}

/** The raw result of an operation, keys and all as the core spells them. */
const callRaw = (name, messages, options) => open(withPair(messages, options, (...args) => native.call(name, ...args)));
const call = (name, messages, options) => callRaw(name, messages, toSnake(options));

const applyPatch = (messages, patch) => patching.applyPatch(messages, patch, fail);
const estimateTokens = (messages, options) => toCamel(call('estimate_tokens', messages, options));
const findSplitPoint = (messages, options) => toCamel(call('find_split_point', messages, options));
const thresholds = (options) => toCamel(call('thresholds', null, options));
const parseSnapshot = (text) => call('parse_snapshot', text, null);
const summarizeExtractive = (messages, options) => call('summarize_extractive', messages, options);
const jsonChars = (value) => call('json_chars', value, null);
const countTokens = (text, options) => call('count_tokens', text, options);
const encode = (text, options) => call('encode', text, options);
const decode = (ids, options) => call('decode', ids, options);
const truncateToTokens = (text, maxTokens, options) => call('truncate_to_tokens', text, { ...options, maxTokens });
const cliMain = (args) => native.cliMain(args);
const names = () => JSON.parse(native.names());

function slim(messages, options) {
  const { patch, stats } = call('slim', messages, options);
  return [applyPatch(messages, patch), toCamel(stats)];
}

const withReport = (name) => (messages, options) => {
  const { patch, report } = call(name, messages, options);
  return [applyPatch(messages, patch), toCamel(report)];
};
/** Operations whose patch goes to the messages and whose other results make the report. */
const withRest = (name) => (messages, options) => {
  const { patch, ...rest } = call(name, messages, options);
  return [applyPatch(messages, patch), toCamel(rest)];
};
const curate = withRest('curate');
const harden = withRest('harden');
const validate = (messages, options) => toCamel(call('validate', messages, options).problems);
const legalCuts = (messages, options) => toCamel(call('legal_cuts', messages, options).cuts);
function repair(messages, options) {
  const { patch, repairs } = call('repair', messages, options);
  return [applyPatch(messages, patch), toCamel(repairs)];
}
const truncateText = (text, options) => toCamel(call('truncate_text', text, options));
const normalizeResponse = (part, options) => call('normalize_response', part, options);
const estimatePartsTokens = (request, options) => toCamel(call('estimate_parts_tokens', request, options));
const estimateTextTokens = (text, options) => call('estimate_text_tokens', text, options);
const estimatePromptTokens = (messages, options) => call('estimate_prompt_tokens', messages, options);
const usageTokens = (usage, options) => call('usage_tokens', usage, options);
const tokenLimit = (model) => call('token_limit', model ?? null, null);
const microcompact = withReport('microcompact');
const prune = withReport('prune');

/** The incremental ledger. */
class History {
  #native;
  #totals = new Float64Array(5);
  #known = [];

  constructor(options) {
    this.#native = withTape(toSnake(options), (...args) => new native.NativeHistory(...args));
    open(this.#native.problem());
  }

  append(message) {
    open(withTape(message, (...args) => this.#native.append(...args, this.#totals)));
    this.#known.push(message);
    return this;
  }

  extend(messages) {
    open(withTape(messages, (...args) => this.#native.extend(...args, this.#totals)));
    for (const message of messages) this.#known.push(message);
    return this;
  }

  truncate(length) {
    this.#native.truncate(length, this.#totals);
    this.#known.length = Math.min(this.#known.length, length);
    return this;
  }

  /** Takes the host's whole list again and reads what is new. */
  sync(messages) {
    if (!Array.isArray(messages)) throw fail('INVALID_MESSAGES', '', 'messages must be a list');
    let same = 0;
    if (!this.#native.verifiesContent()) {
      // The last message known is read again: it is the one that grows while it is streamed.
      const limit = Math.min(messages.length, this.#known.length - 1);
      while (same < limit && this.#known[same] === messages[same]) same++;
    }
    if (same < Math.min(this.#known.length, messages.length)) {
      same = withPair(messages, null, (...args) => this.#native.knownPrefix(...args, same));
    }
    this.truncate(same);
    for (let index = 0; index < same; index++) this.#known[index] = messages[index];
    return same < messages.length ? this.extend(same === 0 ? messages : messages.slice(same)) : this;
  }

  estimate(options) {
    return toCamel(open(withTape(toSnake(options), (...args) => this.#native.estimate(...args))));
  }

  splitPoint() {
    return toCamel(open(this.#native.splitPoint()));
  }

  microcompact(messages, options) {
    const { patch, report } = open(withPair(messages, toSnake(options), (...args) => this.#native.microcompact(...args)));
    return [applyPatch(messages, patch), toCamel(report)];
  }

  get length() { return this.#totals[0]; }
  get tokens() { return this.#totals[1]; }
  get chars() { return this.#totals[2]; }
  get media() { return this.#totals[3]; }
  get splitIndex() { return this.#totals[4]; }
}

/** The state machine: after each `handle...`, drain `pollAction` until it gives null, before the next `handle...`. */
class Compactor {
  #native;

  constructor(options) {
    this.#native = withTape(toSnake(options), (...args) => new native.NativeCompactor(...args));
    open(this.#native.problem());
  }

  handleMessages(messages, turn) {
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

  handleSummary(text) {
    if (typeof text !== 'string') throw fail('INVALID_CONFIG', '/summary', 'a summary must be a string');
    open(this.#native.handleSummary(text));
  }

  handleFailure(message) { open(this.#native.handleFailure(String(message))); }
  handleCurrent(messages) { open(withPair(messages, null, (...args) => this.#native.handleCurrent(...args))); }
  cancel() { this.#native.cancel(); }
  get state() { return this.#native.state(); }

  compact(messages, turn) { return compact(this, messages, turn, applyPatch); }
}

module.exports = {
  ConspectusError, History, Compactor, estimateTokens, findSplitPoint, slim, microcompact, prune, thresholds, parseSnapshot, summarizeExtractive,
  validate, repair, legalCuts, curate, harden, truncateText, normalizeResponse, estimatePartsTokens, estimateTextTokens, estimatePromptTokens,
  usageTokens, tokenLimit,
  jsonChars, countTokens, encode, decode, truncateToTokens, applyPatch, names, cliMain, callRaw,
};
