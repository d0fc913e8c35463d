'use strict';
// One conversation of a framework: what it is sent, and the way back from a refused request.

const { setTimeout: pause } = require('node:timers/promises');
const { Compactor } = require('./compactor.cjs');

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
    /** The most tokens that the provider lets an answer have, once a refusal has told it. Lower the request's limit to it, as `limit` does. */
    this.maxOutputTokens = undefined;
    this.#onError = onError;
    const all = summary ? { ...options, summarize: (request, context) => summary(this.model, request, context) } : options;
    this.compactor = state === undefined || state === null ? new Compactor(all) : Compactor.load(state, all);
  }

  /** The result; null after an error of conspectus, which is told as a warning: send the messages as they are. */
  async compact(messages, turn) {
    this.#runs += 1;
    try {
      return await this.compactor.compact(messages, turn);
    } catch (error) {
      this.#failed(error);
      return null;
    } finally {
      this.#runs -= 1;
    }
  }

  /** As `compact`, where the framework keeps the full list and hands it over each time. */
  async view(full, turn) {
    return this.compact(full, turn);
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

  /** The field by which a request limits its answer, where a refusal has told how long it may be: `wanted` of the program, or less. */
  limit(field, wanted) {
    const most = this.maxOutputTokens;
    return most === undefined ? {} : { [field]: Math.min(wanted ?? most, most) };
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
    // That the window is not known was said when the conversation was opened.
    if (error?.code !== 'WINDOW_UNKNOWN') warn(`conspectus sends the messages unchanged: ${error}`, error);
  }
}

module.exports = { Conversation, warn };
