'use strict';
// The way to the core: values go as bytes, answers are opened, errors become exceptions in
// JavaScript's spelling.

const native = require('./native.cjs');
const patching = require('./patch.cjs');
const values = require('./values.cjs');
const { camel, toCamel, toSnakeOptions, pathToCamel, textToCamel } = require('./names.cjs');

/** An error of the library: `code` says which kind, `path` is a JSON Pointer to the place. */
class ConspectusError extends Error {
  constructor(code, path, message) {
    super(path ? `${message} (at ${path})` : message);
    this.name = 'ConspectusError';
    this.code = code;
    this.path = path;
  }
}

const fail = (code, path, message) => new ConspectusError(code, path, message);
values.open(native, fail);

const OPTION_CODES = new Set(['INVALID_OPTION', 'WINDOW_UNKNOWN', 'UNKNOWN_DIALECT', 'UNKNOWN_PRESET']);

/** What the calls of a machine are named in texts about their order. */
const CALLS = { has: (word) => /^(handle|poll)_/.test(word) };

let table;
/** The tables of the core. */
const tables = () => (table ??= JSON.parse(native.names()));

let optionNames;
/** Every name of an option or argument, as the core spells it. */
function knownNames() {
  const { options, settings, operations, turn, presets } = tables();
  const fields = options.flatMap(({ domain }) => domain.fields ?? []);
  const listed = [...options, ...settings, ...fields, ...turn, ...presets.flatMap((preset) => preset.settings), ...operations, ...operations.flatMap(({ arguments: list }) => list)];
  return (optionNames ??= new Set(listed.map(({ name }) => name)));
}

/** The `ok` of a native answer; throws its `error`. What needs no text comes as it is. */
function open(answer, isOfOptions = true) {
  if (typeof answer !== 'string') return answer;
  const { ok, error } = JSON.parse(answer);
  if (!error) return ok;
  if (error.code === 'WRONG_ORDER') throw fail(error.code, error.path, textToCamel(error.message, CALLS));
  if (!isOfOptions || !OPTION_CODES.has(error.code)) throw fail(error.code, error.path, error.message);
  // The text also quotes the name that was given.
  throw fail(error.code, pathToCamel(error.path), textToCamel(error.message, new Set([...knownNames(), ...error.path.split('/')])));
}

// Where errors lie in a pair: of a list or a value, and options beside it. The list may be that of the
// messages after `length`.
const inPair = (path) => (path.startsWith('/0') ? path.slice(2) : pathToCamel(path.slice(2)));
const inOptions = (path) => pathToCamel(path.slice(2));
/** Of a file, whose names are not respelled. */
const inFile = (path) => path.slice(2);
/** Of the message with that index. */
const inMessage = (index) => (path) => (path.startsWith('/0') ? `/${index}${path.slice(2)}` : inPair(path));
const afterLength = (length) => (path) => (path.startsWith('/0') ? path.slice(2).replace(/^\/[0-9]+/, (step) => `/${length + Number(step.slice(1))}`) : inPair(path));

// From which depth on the values in a list of messages, or in a message, are its own.
const OF_LIST = 2;
const OF_MESSAGE = 1;

/** An object of the core, which is asked by the names of its methods there. */
class Asked {
  #native;
  /** What it counts, as it was after the last question. */
  facts = new Float64Array(6);

  constructor(kind, ...given) {
    this.#native = kind instanceof native.Native ? kind : new native.Native(kind);
    if (given.length > 0) this.ask('new', ...given);
  }

  /**
   * `given` is what the method takes: of a list the messages behind the first `same`. `fields` is the
   * depth from which on it holds messages' own values; `path` leads to where errors lie. It gives false
   * where the whole list is needed.
   */
  ask(name, given = null, beside = null, path = inPair, fields = Infinity, same = 0) {
    const use = (bytes) => this.#native.ask(name, bytes, this.facts, same);
    try {
      return open(values.packed(given, beside, use, path, fields), path !== inFile);
    } catch (error) {
      throw cured(error, given);
    }
  }

  /** As `ask`, without anything given. It may come within a call. */
  tell(name, same = 0) {
    return open(this.#native.ask(name, null, this.facts, same));
  }

  /** As `ask`, for options. */
  askWith(name, options) {
    return this.ask(name, toSnakeOptions(options), null, inOptions);
  }

  /** As `ask`, in another thread. What is given is read at once. */
  async askLater(name, given, beside, path = inPair, fields = Infinity) {
    const use = (bytes) => {
      native.pile(bytes);
      return this.#native.work(name);
    };
    try {
      const answer = await values.packed(given, beside, use, path, fields);
      this.#native.look(this.facts);
      return open(answer);
    } catch (error) {
      throw cured(error, given);
    }
  }

  /** Of a compactor: the run whose end was polled last. */
  ended() { return new Asked(this.#native.ended()); }
  /** Of a detector of loops. */
  addPieces(text, lengths, count) { return this.#native.addPieces(text, lengths, count); }

  dispose() { this.#native.dispose(); }
}

/** What to give in place of a value that is no list of messages, if that can be told. */
function cure(given) {
  if (typeof given?.then === 'function') return 'await it first';
  if (Array.isArray(given?.messages)) return 'give its `messages`';
  if (typeof given?.toArray === 'function') return 'give its toArray()';
  if (typeof given === 'object' && typeof given?.[Symbol.iterator] === 'function') return 'make an array of it, [...it]';
  return given?.role === undefined ? '' : 'put it into an array';
}

/** An error of the whole that was given tells how messages are made of it. */
function cured(error, given) {
  const told = error.code === 'INVALID_MESSAGES' && error.path === '' ? cure(given) : '';
  return told ? fail(error.code, '', `${error.message}: ${told}`) : error;
}

const operations = new Asked('operations', null);
const lines = new Asked('lines', null);

/** The raw result of an operation, keys and all as the core spells them. */
const callRaw = (name, input, options) => operations.ask(name, input, options ?? null, inPair, OF_LIST);
const call = (name, input, options) => callRaw(name, input, toSnakeOptions(options));
/** As `callRaw`, in another thread, by an object of its own: the shared one stays free. */
const callLater = (name, input, options) => new Asked('operations', null).askLater(name, input, options, inPair, OF_LIST);
/** The line by which a value of this name is printed. */
const lineOf = (name, told) => lines.ask(name, told);

/** A patch of the core in JavaScript's spelling. */
const toPatch = ({ ops, splices }) => ({ ops, splices: splices.map(({ start, delete_count: deleteCount, insert }) => ({ start, deleteCount, insert })) });
const applyPatch = (messages, patch) => patching.applyPatch(messages, patch, fail);

/** The patch that takes a patch on these messages back: objects stay objects, bytes stay bytes. */
const inverse = (messages, patch) => toPatch(patching.wayBack(callRaw('invert_patch', messages, { patch }), messages));

/** Where rows of the tables hold names of options, and rows that have such names. */
const NAMED = ['operations', 'arguments', 'options', 'settings', 'measuring', 'turn', 'history', 'functions', 'presets', 'shapes', 'fields'];

/** A table or a row with its names as JavaScript spells them. */
function spelled(name) {
  if (typeof name === 'string') return camel(name);
  const row = toCamel(name);
  for (const key of ['name', 'field']) if (key in row) row[key] = camel(row[key]);
  for (const key of NAMED) if (key in row) row[key] = row[key].map(spelled);
  return row;
}

/** The tables of the core. */
const names = () => spelled(tables());

module.exports = { native, fail, open, Asked, OF_LIST, OF_MESSAGE, inPair, inOptions, inFile, inMessage, afterLength, lineOf, callRaw, call, callLater, toPatch, applyPatch, ofClasses: patching.ofClasses, inverse, names, ConspectusError };
