'use strict';
// Exact counts by a vocabulary file of the host's.

const { readFileSync } = require('node:fs');
const { native, fail, open, withPair, withOptions } = require('./core.cjs');

/** Tokens by a vocabulary file of the host's: its bytes, or its path. */
class Vocabulary {
  #native;

  constructor(file, source) {
    const bytes = file instanceof Uint8Array ? file : readFileSync(file);
    this.#native = withOptions(source, (...args) => new native.NativeVocabulary(...args, bytes));
    // Paths lead into the file, whose names are not respelled.
    const { error } = JSON.parse(this.#native.problem() ?? '{}');
    if (error) throw fail(error.code, error.path, error.message);
  }

  static fromTiktoken(file, options) { return new Vocabulary(file, { pattern: options?.pattern }); }
  static fromTokenizerJson(file) { return new Vocabulary(file, { tokenizerJson: true }); }

  /** The raw result of an operation. */
  callRaw(name, input, options) { return open(withPair(input, options, (...args) => this.#native.call(...args, name))); }
  count(text) { return this.callRaw('count_texts', [text])[0]; }
  countTexts(texts) { return this.callRaw('count_texts', texts); }
  countUpTo(text, limit) { return this.callRaw('count_up_to', text, { limit }); }
  encode(text) { return this.callRaw('encode', text); }
  decode(ids) { return this.callRaw('decode', ids); }
  truncate(text, maxTokens) { return this.callRaw('truncate', text, { max_tokens: maxTokens }); }
  get pattern() { return this.#native.pattern(); }
  get size() { return this.#native.size(); }
}

module.exports = { Vocabulary };
