'use strict';
// Whether an agent goes round in circles.

const { native, open, withTape, withPair } = require('./core.cjs');
const { disposal } = require('./history.cjs');
const { toCamel, toSnake } = require('./names.cjs');

/** The request holds data of others, whose keys stay as they are. */
function toCheck(raw) {
  if (raw === null) return null;
  const { messages, schema, ...rest } = raw;
  return { ...toCamel(rest), messages, schema };
}

/** Takes in what an agent does while it does it, and says when it repeats itself. */
class LoopDetector {
  #native;

  constructor(options, state) {
    this.#native = withPair(toSnake(options), state, (...args) => new native.NativeLoops(...args, state !== undefined));
    open(this.#native.problem());
  }

  /** A detector that goes on where `save` was called. */
  static load(state, options) { return new this(options, state ?? null); }

  #ask(name, value) { return open(withTape(value ?? null, (...args) => this.#native.ask(...args, name))); }

  // Pieces are small and many: a text goes by itself. What is none is for the core to refuse.
  addText(text) { return typeof text === 'string' ? open(this.#native.addText(text)) : this.#ask('add_text', text); }
  addCall(name, args) { return this.#ask('add_call', { name, arguments: args }); }
  addMessage(message) { return this.#ask('add_message', message); }
  startTurn() { return this.#ask('start_turn'); }
  get found() { return this.#ask('found'); }
  clear() { this.#ask('clear'); }
  reset() { this.#ask('reset'); }
  get checkDue() { return this.#ask('check_due'); }
  check(messages) { return toCheck(this.#ask('check', messages)); }
  handleCheck(answer) { return toCamel(this.#ask('handle_check', answer)); }
  save() { return open(this.#native.save()); }

  /** Frees the memory at once. Every later call throws. */
  dispose() { this.#native.dispose(); }
  [disposal]() { this.dispose(); }
}

module.exports = { LoopDetector };
