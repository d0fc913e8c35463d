'use strict';
// What every adapter does: one compactor for each conversation, the way back from a refused request,
// and nothing thrown into the framework.
//
// An adapter makes one `Conversations`, asks it for the `Conversation` of the framework's own id
// before each request, calls its `compact` or `view`, and sends through `send` or `stream` where the
// framework lets it. No framework is loaded here.

const { createRequire } = require('node:module');
const { join } = require('node:path');
const { Compactor } = require('./compactor.cjs');
const { Continued } = require('./continued.cjs');
const { Conversation, warn } = require('./conversation.cjs');
const { fail } = require('./core.cjs');
const { modelInfo } = require('./operations.cjs');

/** The name of a model if its window is known, by these rows or the table, else undefined. */
const known = (name, models) => (typeof name === 'string' && name !== '' && modelInfo(name, { models }).model ? name : undefined);

/** A usage object if it counts anything, else undefined: some clients make one where the provider reported nothing. */
function counted(usage) {
  if (typeof usage !== 'object' || usage === null) return undefined;
  return Object.entries(usage).some(([name, count]) => /token/i.test(name) && typeof count === 'number' && count > 0) ? usage : undefined;
}

/** What `load` requires; what the program would get by that name where this package is linked and finds none itself. */
function peer(name, load) {
  try {
    return load();
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    return createRequire(join(process.cwd(), 'package.json'))(name);
  }
}

/** The conversations of one adapter, by the framework's own id. The least recently used goes first when there are too many. */
class Conversations {
  #options;
  #summary;
  #onError;
  #most;
  #continued;
  #held = new Map();
  #told = new Set();

  /**
   * `options` are those of `Compactor`, and `onError`. With `summarize: 'model'` the framework's own
   * model writes the summaries, by `summary`. Wrong options are refused here, before the framework
   * runs. `print` is how `idOf` knows a message again; by its content unless given.
   */
  constructor(given, { summary, maxConversations = 1_000, print } = {}) {
    const { onError, ...options } = given ?? {};
    if (![undefined, 'sendUnchanged', 'raise'].includes(onError)) throw fail('INVALID_OPTION', '/onError', `onError must be 'sendUnchanged' or 'raise', not ${JSON.stringify(onError)}`);
    if (summary && options.summarize === 'model') {
      delete options.summarize;
      this.#summary = summary;
    }
    new Compactor(options).dispose();
    this.#options = options;
    this.#onError = onError;
    this.#most = maxConversations;
    this.#continued = new Continued(maxConversations, print);
  }

  /**
   * The conversation of this id, which may be an object. `model` is the framework's model object of
   * this request, `name` its name: window, tokenizer and prices follow from it where the options do
   * not tell them. `window` is what the framework says of it. `state` is what `save` gave: with it,
   * the conversation goes on from there.
   */
  of(key, { model, name, window, state } = {}) {
    let found = this.#held.get(key);
    if (found === undefined || (state !== undefined && state !== null)) found = new Conversation(this.#for(name, window), state, this.#summary, this.#onError);
    this.#held.delete(key);
    this.#held.set(key, found);
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= this.#most) break;
      this.#held.delete(oldest);
    }
    if (model !== undefined) found.model = model;
    return found;
  }

  /** The id of the conversation that a list goes on with, where the framework tells none. */
  idOf(full) {
    return this.#continued.of(full, (id) => this.isBusy(id));
  }

  /** The list of this id has grown since. */
  note(id, full) {
    this.#continued.note(id, full);
  }

  /** The conversation of this id, if there is one. */
  at(key) {
    return this.#held.get(key);
  }

  /** Gives the conversation of an id another one. */
  rename(from, to) {
    const found = this.#held.get(from);
    if (found === undefined) return;
    this.#held.delete(from);
    this.#held.set(to, found);
  }

  /** Whether a run of this conversation goes on. */
  isBusy(key) {
    return this.#held.get(key)?.isBusy ?? false;
  }

  /** What the conversation of this id remembers, as data for `JSON.stringify`; null if there is none. */
  save(key) {
    return this.#held.get(key)?.compactor.save() ?? null;
  }

  /** Drops the conversation of this id. */
  forget(key) {
    this.#held.delete(key);
  }

  /** What an adapter hands out so that another process can go on. `about` says what a model of the framework, or its name, tells of itself. */
  remembering(about = (name) => ({ name })) {
    return {
      save: (id) => this.save(id),
      load: (id, state, model) => void this.of(id, { state, ...about(model) }),
      forget: (id) => this.forget(id),
    };
  }

  #for(name, window) {
    // What the framework's user has told it of a model counts before a table.
    const options = window > 0 ? { contextWindow: window, ...this.#options } : this.#options;
    if (options.model !== undefined && options.model !== null) return this.#options;
    const model = known(name, options.models);
    if (model) return { ...options, model };
    if (options.contextWindow !== undefined && options.contextWindow !== null) return options;
    const text = `the window of the model ${JSON.stringify(name ?? null)} is unknown, so nothing is compacted: pass \`contextWindow\`, or a known \`model\``;
    if (this.#onError !== 'sendUnchanged') throw fail('WINDOW_UNKNOWN', '/contextWindow', text);
    if (!this.#told.has(text)) warn(text);
    this.#told.add(text);
    return options;
  }
}

module.exports = { Conversations, counted, peer };
