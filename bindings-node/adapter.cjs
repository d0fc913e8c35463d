'use strict';
// What every adapter does: one compactor for each conversation, the way back from a refused request,
// and nothing thrown into the framework.
//
// An adapter makes one `Conversations`, asks it for the `Conversation` of the framework's own id
// before each request, calls its `compact` or `view`, and sends through `send` or `stream` where the
// framework lets it. No framework is loaded here.

const { createRequire } = require('node:module');
const { join } = require('node:path');
const { setTimeout: pause } = require('node:timers/promises');
const { Compactor } = require('./compactor.cjs');
const { fail } = require('./core.cjs');
const { modelInfo } = require('./operations.cjs');

/** The name of a model if its window is known, else undefined. */
const known = (name) => (typeof name === 'string' && name !== '' && modelInfo(name).model ? name : undefined);

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

/** Says what is wrong where nothing may be thrown. */
const warn = (text, error) => process.emitWarning(text, { type: 'ConspectusWarning', ...(error instanceof Error ? { detail: error.stack } : {}) });

/** One conversation of a framework: its compactor, and the model that writes its summaries. */
class Conversation {
  #onError;
  #runs = 0;

  constructor(options, state, summary, onError) {
    /** The framework's model object of the newest request. */
    this.model = undefined;
    /** The newest usage that the provider reported, for adapters that see the answers. */
    this.usage = undefined;
    /** The most tokens that the provider lets an answer have, once a refusal has told it. Lower the request's limit to it. */
    this.maxOutputTokens = undefined;
    this.#onError = onError;
    const all = summary ? { ...options, summarize: (request, context) => summary(this.model, request, context) } : options;
    this.compactor = state === undefined || state === null ? new Compactor(all) : Compactor.load(state, all);
  }

  /** The result; null after an error of conspectus, which is told as a warning: send the messages as they are. */
  async compact(messages, turn) {
    return this.#tried(() => this.compactor.compact(messages, turn));
  }

  /** As `compact`, where the framework keeps the full list and hands it over each time. */
  async view(full, turn) {
    return this.#tried(() => this.compactor.view(full, turn));
  }

  async #tried(run) {
    this.#runs += 1;
    try {
      return await run();
    } catch (error) {
      this.#failed(error);
      return null;
    } finally {
      this.#runs -= 1;
    }
  }

  /** Whether a run goes on. */
  get isBusy() {
    return this.#runs > 0;
  }

  /** What to do after a refused request: null is to throw the error, else wait so many milliseconds, compact and send again. */
  pauseMs(error, signal) {
    if (signal?.aborted) return null;
    let advice;
    try {
      advice = this.compactor.handleProviderError(error);
    } catch (ours) {
      this.#failed(ours);
      return null;
    }
    if (advice.action === 'fail') return null;
    this.maxOutputTokens = advice.limitOutputTokens ?? this.maxOutputTokens;
    return advice.waitMs;
  }

  /** Sends what `prepare` gives by `call`. After a refusal, it is prepared anew and sent again, as often as the compactor says. */
  async send(prepare, call, signal) {
    for (;;) {
      const request = await prepare();
      try {
        return await call(request);
      } catch (error) {
        await this.#wait(error, signal);
      }
    }
  }

  /** As `send`, for an answer that is streamed: `call` gives what can be iterated, or a promise of it. What has begun to stream is not sent again. */
  async *stream(prepare, call, signal) {
    for (;;) {
      const request = await prepare();
      let hasBegun = false;
      try {
        for await (const event of await call(request)) {
          hasBegun = true;
          yield event;
        }
        return;
      } catch (error) {
        if (hasBegun) throw error;
        await this.#wait(error, signal);
      }
    }
  }

  /** Waits before the next request, or throws what the provider answered. */
  async #wait(error, signal) {
    const ms = this.pauseMs(error, signal);
    if (ms === null) throw error;
    await pause(ms, undefined, { signal });
  }

  #failed(error) {
    if (this.#onError === 'raise') throw error;
    warn(`conspectus sends the messages as they are: ${error}`, error);
  }
}

/** The conversations of one adapter, by the framework's own id. The least recently used goes first when there are too many. */
class Conversations {
  #options;
  #summary;
  #onError;
  #most;
  #held = new Map();
  #told = new Set();

  /**
   * `options` are those of `Compactor`, and `onError`. With `summarize: 'model'` the framework's own
   * model writes the summaries, by `summary`. Wrong options are refused here, before the framework
   * runs.
   */
  constructor(given, { summary, maxConversations = 1_000 } = {}) {
    const { onError = 'sendUnchanged', ...options } = given ?? {};
    if (!['sendUnchanged', 'raise'].includes(onError)) throw fail('INVALID_OPTION', '/onError', `onError must be 'sendUnchanged' or 'raise', not ${JSON.stringify(onError)}`);
    if (summary && options.summarize === 'model') {
      delete options.summarize;
      this.#summary = summary;
    }
    new Compactor(options).dispose();
    this.#options = options;
    this.#onError = onError;
    this.#most = maxConversations;
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

  #for(name, window) {
    // What the framework's user has told it of a model counts before a table.
    const options = window > 0 ? { contextWindow: window, ...this.#options } : this.#options;
    if (options.model !== undefined && options.model !== null) return this.#options;
    const model = known(name);
    if (model) return { ...options, model };
    if (options.contextWindow !== undefined && options.contextWindow !== null) return options;
    const text = `the window of the model ${JSON.stringify(name ?? null)} is not known, so nothing is compacted: give \`contextWindow\`, or \`model\`, a name that is known`;
    if (this.#onError === 'raise') throw fail('WINDOW_UNKNOWN', '/contextWindow', text);
    if (!this.#told.has(text)) warn(text);
    this.#told.add(text);
    return options;
  }
}

module.exports = { Conversation, Conversations, counted, known, peer, warn };
