'use strict';
// The state machine behind `Compactor`, for drivers of your own.

const { native, fail, open, withTape, withPair, withOptions, toPatch } = require('./core.cjs');
const { hostCounts } = require('./history.cjs');
const { toCamel, toSnake, pathToCamel } = require('./names.cjs');

/** The state machine: after each `handle...`, drain `pollAction` until it gives null, before the next `handle...`. */
class Machine {
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
    if (patch) result.patch = toPatch(patch);
    if (request) result.request = { ...toCamel({ ...request, messages: null }), messages: request.messages };
    return result;
  }

  handleStored(locator) { open(this.#native.handleStored(String(locator))); }
  handleStoreFailed(message) { open(this.#native.handleStoreFailed(String(message))); }
  handleRestored(files) { open(withTape(files ?? null, (...args) => this.#native.handleRestored(...args), pathToCamel)); }

  /** `usage`: `inputTokens`, `outputTokens` and `stopReason` of the call, if the provider told them. */
  handleSummary(text, usage) {
    if (typeof text !== 'string') throw fail('INVALID_CONFIG', '/summary', 'a summary must be a string');
    open(withOptions(usage, (...args) => this.#native.handleSummary(...args, text)));
  }

  handleFailure(message) { open(this.#native.handleFailure(String(message))); }
  handleCurrent(messages) { open(withPair(messages, null, (...args) => this.#native.handleCurrent(...args))); }
  cancel() { this.#native.cancel(); }
  get state() { return this.#native.state(); }
}

module.exports = { Machine };
