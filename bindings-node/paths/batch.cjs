'use strict';
// Many conversations: compacted, counted or simulated in the threads of Node's pool, in order, with an error as a row.

const { open: openFile } = require('node:fs/promises');
const { availableParallelism } = require('node:os');
const { createInterface } = require('node:readline');
const { fileURLToPath } = require('node:url');
const { createGunzip } = require('node:zlib');
const native = require('../native.cjs');
const { ConspectusError, open } = require('../core.cjs');
const { compact } = require('../compactor.cjs');
const { countTokens } = require('../operations.cjs');
const { toCamel, toSnake, toSnakeOptions } = require('../names.cjs');
const { made } = require('../results.cjs');
const { turn: turnNames } = require('../table.cjs');

// Conversations in memory for each worker: one that it works on, and others that wait for it or for their turn. Chosen here, as in the command line.
const FOR_EACH_WORKER = 4;

/** What became of one conversation. */
class Row {
  #messages;
  #text;

  constructor({ id, status, changed = false, tokensBefore = null, tokensAfter = null, error = null, value = null }, messages = null) {
    Object.assign(this, { id, status, changed, tokensBefore, tokensAfter, error, value });
    if (typeof messages === 'string') this.#text = messages;
    else this.#messages = messages;
  }

  /** The messages after, made of the text when they are first read; null after an error. */
  get messages() {
    this.#messages ??= this.#text === undefined ? null : JSON.parse(this.#text);
    return this.#messages;
  }

  /** The messages after, as JSON on one line. */
  get messagesJson() {
    if (this.#text === undefined && this.#messages !== null) this.#text = JSON.stringify(this.#messages);
    return this.#text ?? null;
  }

  toJSON() {
    const { id, status, changed, tokensBefore, tokensAfter, messages, error } = this;
    return { id, status, changed, tokensBefore, tokensAfter, messages, error };
  }
}

const failed = (id, error) => new Row({
  id, status: 'error',
  error: error instanceof ConspectusError ? { code: error.code, path: error.path, message: error.message.replace(/ \(at \/[^)]*\)$/, '') } : { code: 'UNSUPPORTED_TYPE', path: '', message: String(error?.message ?? error) },
});

/** Whether it is JSON and no path: the JSON of a conversation begins with a bracket. */
const isText = (text) => /^\s*([[{]|$)/.test(text);

/** JSON of a list or an object. Bytes have none. */
function jsonOf(value) {
  return JSON.stringify(value, function plain(key, item) {
    const given = this[key];
    if (ArrayBuffer.isView(given) || given instanceof ArrayBuffer) throw new TypeError('bytes have no JSON: write them as base64 text');
    return item;
  });
}

/** Whether the core has to call back: a function, or an object such as a vocabulary or a store. */
const hasFunctions = (options) => Object.values(options).some((value) => typeof value === 'function')
  || (options.tokenizer != null && typeof options.tokenizer !== 'string') || options.store != null;

function job(task, options, key) {
  const [turn, rest] = [{}, {}];
  for (const name of Object.keys(options)) if (options[name] != null) (task === 'compact' && turnNames.includes(name) ? turn : rest)[name] = options[name];
  const batch = new native.Batch(task, jsonOf(toSnakeOptions(rest)), jsonOf(toSnake(turn)), key ?? null);
  open(batch.wrong());
  return batch;
}

/** A pair of an id and a conversation, or a conversation alone. */
const paired = (item) => Array.isArray(item) && item.length === 2 && ['string', 'number'].includes(typeof item[0]);

/** Calls at most so many functions at a time. */
function limited(most) {
  const queue = [];
  let running = 0;
  return async (call) => {
    if (running >= most) await new Promise((go) => queue.push(go));
    else running++;
    try {
      return await call();
    } finally {
      // Whoever waits takes this place.
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}

const textOf = (item) => {
  if (typeof item === 'string') return item;
  return item instanceof Uint8Array ? new TextDecoder('utf-8', { fatal: true }).decode(item) : jsonOf(item);
};

const wrong = (name, message) => new ConspectusError('INVALID_OPTION', `/${name}`, message);

function many(task, kind, ofList, conversations, { workers = availableParallelism(), progress, key, ...options } = {}) {
  if (!Number.isSafeInteger(workers) || workers < 1) throw wrong('workers', `workers must be a whole number of at least 1, got \`${workers}\``);
  const isIterable = typeof conversations === 'object' && (conversations?.[Symbol.iterator] ?? conversations?.[Symbol.asyncIterator]);
  if (!isIterable || ArrayBuffer.isView(conversations)) throw wrong('conversations', 'conversations must be an iterable of conversations: pass [text] for one');
  const batch = hasFunctions(options) ? null : job(task, options, key);
  const limit = limited(workers);

  async function row(place, given) {
    const [id, item] = paired(given) ? given : [undefined, given];
    const isPath = item instanceof URL || (typeof item === 'string' && !isText(item));
    const shown = id ?? (isPath ? String(item) : place);
    try {
      if (batch === null) {
        if (!Array.isArray(item)) throw new TypeError('with a function among the options, a conversation must be a list of messages');
        const [fields, messages] = await limit(() => ofList(item, options));
        return new Row({ id: shown, ...fields }, messages);
      }
      const path = item instanceof URL ? fileURLToPath(item) : item;
      const [head, messages, value] = await limit(() => (isPath ? batch.ofFile(path) : batch.ofText(textOf(item))));
      const fields = JSON.parse(head);
      return new Row({ ...fields, id: id ?? fields.id ?? shown, value: value ? made(kind, toCamel(JSON.parse(value))) : null }, messages ?? null);
    } catch (error) {
      return failed(shown, error);
    }
  }

  return inOrder(conversations, row, workers * FOR_EACH_WORKER, typeof progress === 'function' ? progress : (count) => progress?.update(count));
}

async function* inOrder(conversations, row, most, update) {
  const waiting = [];
  let place = 0;
  async function next() {
    const done = await waiting.shift();
    update(1);
    return done;
  }
  for await (const item of conversations) {
    waiting.push(row(place++, item));
    if (waiting.length >= most) yield await next();
  }
  while (waiting.length > 0) yield await next();
}

async function compacted(messages, options) {
  const { status, changed, tokensBefore, tokensAfter, messages: after } = await compact(messages, options);
  return [{ status, changed, tokensBefore, tokensAfter }, after];
}

function counted(messages, options) {
  const value = countTokens(messages, options);
  return [{ status: 'done', tokensBefore: value.tokens, tokensAfter: value.tokens, value }];
}

const compactMany = (conversations, options) => many('compact', '', compacted, conversations, options);
const countMany = (conversations, options) => many('count', 'TokenCount', counted, conversations, options);
const simulateMany = (conversations, options) => many('simulate', 'Simulation', null, conversations, options);

/** The lines of a file that are not empty. A gzipped file is unpacked: its first bytes say so (RFC 1952, section 2.3.1). */
async function* lines(path) {
  const file = await openFile(path);
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(2), position: 0 });
    const stored = file.createReadStream({ start: 0, autoClose: false });
    const stream = buffer.equals(Buffer.from([0x1f, 0x8b])) ? stored.pipe(createGunzip()) : stored;
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) if (line.trim() !== '') yield line;
  } finally {
    await file.close();
  }
}

module.exports = { Row, compactMany, countMany, simulateMany, lines };
