'use strict';
// Whether an agent goes round in circles.

const { Asked } = require('./core.cjs');
const { disposal } = require('./history.cjs');
const { toSnake } = require('./names.cjs');

/** Takes in what an agent does while it does it, and says when it repeats itself. */
class LoopDetector {
  #native;
  // Pieces of text that are held back, one after the other, and how long each is. The core says how
  // many chars that may be: -1 for none at all.
  #text = '';
  #lengths = new Int32Array(64);
  #count = 0;
  #quiet = -1;

  constructor(options, state) {
    this.#native = new Asked(state === undefined ? 'loops' : 'saved_loops', toSnake(options), state);
  }

  /** A detector that goes on where `save` was called. */
  static load(state, options) { return new this(options, state ?? null); }

  #ask(name, value) {
    this.#flush();
    this.#quiet = -1;
    return this.#native.ask(name, value ?? null);
  }

  #flush() {
    if (this.#count > 0) this.#quiet = this.#native.addPieces(this.#text, this.#lengths, this.#count);
    this.#text = '';
    this.#count = 0;
  }

  // Pieces are small and many, and a call into the core costs more than a piece. What is no text is
  // for the core to refuse.
  addText(text) {
    if (typeof text !== 'string') return this.#ask('add_text', text);
    this.#text += text;
    this.#lengths[this.#count++] = text.length;
    if (this.#text.length <= this.#quiet && this.#count < this.#lengths.length) return null;
    this.#flush();
    return this.#quiet < 0 ? this.#ask('found') : null;
  }
  addCall(name, args) { return this.#ask('add_call', { name, arguments: args }); }
  addMessage(message) { return this.#ask('add_message', message); }
  startTurn() { return this.#ask('start_turn'); }
  get found() { return this.#ask('found'); }
  clear() { this.#ask('clear'); }
  reset() { this.#ask('reset'); }
  save() {
    this.#flush();
    return this.#native.tell('save');
  }

  /** Frees the memory at once. Every later call throws. */
  dispose() {
    this.#native.dispose();
    this.#quiet = -1;
  }
  [disposal]() { this.dispose(); }
}

module.exports = { LoopDetector };
