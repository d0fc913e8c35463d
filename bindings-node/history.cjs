'use strict';
// The ledger of one conversation: a turn costs its new messages.

const { native, fail, open, withTape, withPair, withOptions, afterLength, applyPatch, toPatch } = require('./core.cjs');
const { inspect } = require('node:util');
const { isObject, toCamel, toSnake } = require('./names.cjs');
const { line, made, edited } = require('./results.cjs');

/** What `using` calls; older runtimes have no name for it, and no `using`. */
const disposal = Symbol.dispose ?? Symbol.for('nodejs.dispose');

const HOST_COUNTS = 'tokenizer must be a name, a function that counts, or an object with a function `count`';

/** A `tokenizer` that is a function is the host's: the core only hears that there is one. */
function hostCounts(given) {
  const counter = isObject(given) ? given.tokenizer : null;
  if (counter === 'host') throw fail('INVALID_OPTION', '/tokenizer', HOST_COUNTS);
  if (counter == null || typeof counter === 'string') return { options: given };
  const isFunction = typeof counter === 'function';
  if (!isFunction && typeof counter.count !== 'function') throw fail('INVALID_OPTION', '/tokenizer', HOST_COUNTS);
  return { tokenizer: isFunction ? counter : (text) => counter.count(text), options: { ...given, tokenizer: 'host' } };
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
    open(withTape(message, (...args) => this.#native.append(...args, this.#totals), (path) => `/${length}${path}`, 0, 1));
    this.#known.push(message);
    if (this.#tokenizer) this.#count(length, [message]);
    return this;
  }

  /** Appends a message whose results are told shorter, and gives it: the same object if nothing changed. */
  condense(message) {
    const { patch } = open(withTape(message, (...args) => this.#native.admit(...args), (path) => `/${this.length}${path}`, 0, 1));
    const [kept] = applyPatch([message], toPatch(patch));
    this.append(kept);
    return kept;
  }

  extend(messages) {
    const length = this.length;
    this.#extend(messages);
    if (this.#tokenizer) this.#count(length, messages);
    return this;
  }

  #extend(messages) {
    open(withTape(messages, (...args) => this.#native.extend(...args, this.#totals), afterLength(this.length), 0, 2));
    for (let index = 0, known = this.#known; known.length < this.length; index++) known.push(messages[index]);
  }

  /** Messages from `start` on were read: has the tokenizer count what is new in them, and reads them again. */
  #count(start, messages) {
    const texts = open(this.#native.wantedTexts());
    try {
      open(this.#native.provideCounts(texts.map((text) => this.#tokenizer(text))));
    } catch (error) {
      this.truncate(start);
      throw error;
    }
    if (texts.length > 0) this.truncate(start).#extend(messages);
  }

  truncate(length) {
    open(this.#native.truncate(length, this.#totals));
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
    if (from < known.length) {
      // The new ones are shown too: they may tell another dialect, as may what is left of a shorter
      // list.
      const tail = messages.slice(from);
      same = open(withTape(tail, (...args) => this.#native.knownPrefixOfTail(...args, from), afterLength(from), 0, 2));
    }
    if (same < known.length) this.truncate(same);
    for (let index = from; index < same; index++) known[index] = messages[index];
    if (same < messages.length) this.extend(messages.slice(same));
    return messages.length - same;
  }

  countTokens(options) {
    const found = () => open(withOptions(options, (...args) => this.#native.estimate(...args)));
    const first = found();
    const texts = this.#tokenizer ? open(this.#native.wantedTexts()) : [];
    if (texts.length === 0) return made('TokenCount', toCamel(first));
    open(this.#native.provideCounts(texts.map((text) => this.#tokenizer(text))));
    return made('TokenCount', toCamel(found()));
  }

  splitPoint() {
    return toCamel(open(this.#native.splitPoint()));
  }

  /** As `microcompact`; reads what is new in `messages` first. */
  microcompact(messages, activity) {
    this.sync(messages);
    return edited(messages, open(withPair(messages, toSnake(activity), (...args) => this.#native.microcompact(...args))));
  }

  /** What the provider reported for a request that held the first `messages` messages (all unless given). */
  reportUsage(usage, messages) {
    open(withTape(usage ?? null, (...args) => this.#native.reportUsage(...args, messages, this.#totals)));
    return this;
  }

  /** Frees the memory at once. Every later call throws. */
  dispose() {
    this.#native.dispose();
    this.#known = [];
    this.#totals.fill(0);
  }

  [disposal]() {
    this.dispose();
  }

  toString() {
    return line('History', { messages: this.length, tokens: this.tokens });
  }

  [inspect.custom]() {
    return this.toString();
  }

  get length() { return this.#totals[0]; }
  get tokens() { return this.#totals[1]; }
  get chars() { return this.#totals[2]; }
  get media() { return this.#totals[3]; }
  get splitIndex() { return this.#totals[4]; }
  get promptTokens() { return this.#totals[5]; }
}

module.exports = { History, hostCounts, disposal };
