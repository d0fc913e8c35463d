'use strict';
// Exact counts by a vocabulary file of the host's.

const { readFileSync } = require('node:fs');
const { Asked, OF_LIST, inFile, inPair } = require('./core.cjs');
const { toSnakeOptions } = require('./names.cjs');

/** Tokens by a vocabulary file of the host's: its bytes, or its path. */
class Vocabulary {
  #native;

  constructor(file, source) {
    const bytes = file instanceof Uint8Array ? file : readFileSync(file);
    this.#native = new Asked('vocabulary', bytes, toSnakeOptions(source), inFile);
  }

  static fromTiktoken(file, options) { return new Vocabulary(file, { pattern: options?.pattern }); }
  static fromTokenizerJson(file) { return new Vocabulary(file, { tokenizerJson: true }); }

  /** The raw result of an operation. */
  callRaw(name, input, options) { return this.#native.ask(name, input, options ?? null, inPair, OF_LIST); }
  count(text) { return this.callRaw('count_texts', [text])[0]; }
  countTexts(texts) { return this.callRaw('count_texts', texts); }
  countUpTo(text, limit) { return this.callRaw('count_texts', [text], { at_most: limit })[0]; }
  encode(text) { return this.callRaw('encode', text); }
  decode(ids) { return this.callRaw('decode', ids); }
  truncate(text, maxTokens) { return this.callRaw('truncate', text, { max_tokens: maxTokens }); }
  get pattern() { return this.#native.tell('pattern'); }
  get size() { return this.#native.facts[0]; }
}

module.exports = { Vocabulary };
