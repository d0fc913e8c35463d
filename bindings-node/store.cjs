'use strict';
// Tool outputs in a folder.

const { fileURLToPath } = require('node:url');
const { native, fail, open, Asked } = require('./core.cjs');
const { toCamel, toSnakeOptions } = require('./names.cjs');

/** Keeps tool outputs in a folder of its own, and gives them back. */
class FolderStore {
  #native;

  constructor(path, settings) {
    if (!(path instanceof URL) && (typeof path !== 'string' || path === '')) throw fail('INVALID_OPTION', '/path', 'a store needs the path of its folder: new FolderStore(\'.conspectus\')');
    this.#native = new Asked('store', path instanceof URL ? fileURLToPath(path) : path, toSnakeOptions(settings));
  }

  #call(name, given) { return toCamel(this.#native.askWith(name, given)); }

  /** What a compactor calls: keeps the output, and gives what its placeholder says. */
  store(output) { return this.#call('store', { key: output.key, text: output.text, arguments: output.arguments }); }
  put(text, origin) { return this.#call('put', { ...origin, text }); }
  get(key) { return this.#call('get', { key }); }
  readBack(key, range) { return this.#call('read_back', { ...range, key }); }
  search(query, bounds) { return this.#call('search', { ...bounds, query }); }
  describe(key, bounds) { return this.#call('describe', { ...bounds, key }); }
  static tools(format) { return open(native.storeTools(String(format))); }
  answer(name, given) { return this.#call('answer', { name: String(name), arguments: typeof given === 'string' ? given : JSON.stringify(given ?? null) }); }
  prune() { return this.#call('prune', null); }
  forget(key) { this.#call('forget', { key }); }
}

/** A function of the host: one that it gave, or that of its store. */
const storing = (given) => (typeof given?.store === 'function' ? (output) => given.store(output) : given);

module.exports = { FolderStore, storing };
