'use strict';
// The ledger of one conversation: a turn costs its new messages.

const { Asked, OF_LIST, OF_MESSAGE, fail, inMessage, inOptions, inPair, afterLength, applyPatch, toPatch } = require('./core.cjs');
const { inspect } = require('node:util');
const { isObject, toCamel, toSnake, toSnakeOptions } = require('./names.cjs');
const { line, made, edited } = require('./results.cjs');

/** What `using` calls; older runtimes have no name for it, and no `using`. */
const disposal = Symbol.dispose ?? Symbol.for('nodejs.dispose');

const HOST_COUNTS = 'tokenizer must be a name, a function that counts, or an object with a function `count`';

/** A class cannot be called as a function. */
const isClass = (value) => typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));

/** A `tokenizer` that is a function is the host's: the core only hears that there is one. */
function hostCounts(given) {
  const counter = isObject(given) ? given.tokenizer : null;
  if (counter === 'host') throw fail('INVALID_OPTION', '/tokenizer', HOST_COUNTS);
  if (counter == null || typeof counter === 'string') return { options: given };
  const isFunction = typeof counter === 'function' && !isClass(counter);
  if (!isFunction && typeof counter.count !== 'function') throw fail('INVALID_OPTION', '/tokenizer', HOST_COUNTS);
  const tokenizer = (text) => {
    const found = isFunction ? counter(text) : counter.count(text);
    if (typeof found !== 'object') return found;
    const what = Array.isArray(found) ? 'a list: give its length' : found instanceof Promise ? 'a promise' : 'an object';
    throw fail('INVALID_OPTION', '/tokenizer', `tokenizer must return the number of tokens, not ${what}`);
  };
  return { tokenizer, options: { ...given, tokenizer: 'host' } };
}

/** The incremental ledger. */
class History {
  #native;
  #known = [];
  #identityCounts;
  #tokenizer;

  constructor(given) {
    const { tokenizer, options } = hostCounts(given);
    this.#tokenizer = tokenizer;
    this.#native = new Asked('history', toSnakeOptions(options), null, inOptions);
    this.#identityCounts = !this.#native.tell('verifies_content');
  }

  append(message) {
    const length = this.length;
    this.#native.ask('append', message, null, inMessage(length), OF_MESSAGE);
    this.#known.push(message);
    if (this.#tokenizer) this.#count(length, [message]);
    return this;
  }

  /** Appends a message whose results are told shorter, and gives it: the same object if nothing changed. */
  condense(message) {
    const { patch } = this.#native.ask('condense', message, null, inMessage(this.length), OF_MESSAGE);
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
    this.#native.ask('extend', messages, null, afterLength(this.length), OF_LIST);
    for (let index = 0, known = this.#known; known.length < this.length; index++) known.push(messages[index]);
  }

  /** Messages from `start` on were read: has the tokenizer count what is new in them, and reads them again. */
  #count(start, messages) {
    const texts = this.#native.tell('wanted_texts');
    try {
      this.#native.ask('provide_counts', texts.map((text) => this.#tokenizer(text)));
    } catch (error) {
      this.truncate(start);
      throw error;
    }
    if (texts.length > 0) this.truncate(start).#extend(messages);
  }

  truncate(length) {
    this.#native.tell('truncate', length);
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
      same = this.#native.ask('known_prefix', tail, null, afterLength(from), OF_LIST, from);
    }
    if (same < known.length) this.truncate(same);
    for (let index = from; index < same; index++) known[index] = messages[index];
    if (same < messages.length) this.extend(messages.slice(same));
    return messages.length - same;
  }

  countTokens(options) {
    const found = () => this.#native.askWith('estimate', options);
    const first = found();
    const texts = this.#tokenizer ? this.#native.tell('wanted_texts') : [];
    if (texts.length === 0) return made('TokenCount', toCamel(first));
    this.#native.ask('provide_counts', texts.map((text) => this.#tokenizer(text)));
    return made('TokenCount', toCamel(found()));
  }

  splitPoint() {
    return toCamel(this.#native.tell('split_point'));
  }

  /** As `microcompact`; reads what is new in `messages` first. */
  microcompact(messages, activity) {
    this.sync(messages);
    return edited(messages, this.#native.ask('microcompact', messages, toSnake(activity), inPair, OF_LIST));
  }

  /** What the provider reported for a request that held the first `messages` messages (all unless given). */
  reportUsage(usage, messages) {
    this.#native.ask('report_usage', usage ?? null, messages ?? null);
    return this;
  }

  /** Frees the memory at once. Every later call throws. */
  dispose() {
    this.#native.dispose();
    this.#known = [];
    this.#native.facts.fill(0);
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

  get length() { return this.#native.facts[0]; }
  get tokens() { return this.#native.facts[1]; }
  get chars() { return this.#native.facts[2]; }
  get media() { return this.#native.facts[3]; }
  get splitIndex() { return this.#native.facts[4]; }
  get promptTokens() { return this.#native.facts[5]; }
}

module.exports = { History, isClass, hostCounts, disposal };
