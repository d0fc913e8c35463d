'use strict';
// The way to the core: values are laid out on a tape, answers are opened, errors become exceptions
// in JavaScript's spelling.

const native = require('./native.cjs');
const tape = require('./tape.cjs');
const patching = require('./patch.cjs');
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
tape.open(native, fail);
const { withTape, alone } = tape;

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

/** The `ok` of a native answer; throws its `error`. */
function open(answer) {
  if (answer === null) return null;
  const { ok, error } = JSON.parse(answer);
  if (!error) return ok;
  if (error.code === 'WRONG_ORDER') throw fail(error.code, error.path, textToCamel(error.message, CALLS));
  if (!OPTION_CODES.has(error.code)) throw fail(error.code, error.path, error.message);
  // The text also quotes the name that was given.
  throw fail(error.code, pathToCamel(error.path), textToCamel(error.message, new Set([...knownNames(), ...error.path.split('/')])));
}

// Where errors of the tape lie: in one or the other of a pair, in options, in what comes after
// `length` messages.
const inPair = (path) => (path.startsWith('/0') ? path.slice(2) : pathToCamel(path.slice(2)));
const afterLength = (length) => (path) => path.replace(/^\/[0-9]+/, (step) => `/${length + Number(step.slice(1))}`);
/** For a pair whose first half holds the messages from `from` on. */
const inNews = (from) => (path) => (path.startsWith('/0') ? afterLength(from)(path.slice(2)) : inPair(path));
const withNews = (news, from, second, use) => withTape([news, second ?? null], use, inNews(from), 1, 3);
const withPair = (first, second, use) => withTape([first, second ?? null], use, inPair, 1, 3);
const withOptions = (options, use) => withTape(toSnakeOptions(options), use, pathToCamel);

/** The raw result of an operation, keys and all as the core spells them. */
const callRaw = (name, input, options) => open(withPair(input, options, (...args) => native.call(name, ...args)));
const call = (name, input, options) => callRaw(name, input, toSnakeOptions(options));

/** A patch of the core in JavaScript's spelling. */
const toPatch = ({ ops, splices }) => ({ ops, splices: splices.map(({ start, delete_count: deleteCount, insert }) => ({ start, deleteCount, insert })) });
const applyPatch = (messages, patch) => patching.applyPatch(messages, patch, fail);

/** The patch that takes a patch on these messages back: objects stay objects, bytes stay bytes. */
const inverse = (messages, patch) => toPatch(patching.wayBack(callRaw('invert_patch', messages, { patch }), messages));

/** The tables of the core, with names as JavaScript spells them. */
function names() {
  const spelled = (row) => {
    const result = toCamel(row);
    result.name = camel(result.name);
    for (const key of ['options', 'functions']) if (key in result) result[key] = result[key].map(camel);
    if ('arguments' in result) result.arguments = result.arguments.map(spelled);
    return result;
  };
  const { operations, options, settings, measuring, turn, history, presets, shapes, ...rest } = tables();
  return {
    operations: operations.map(spelled),
    options: options.map(spelled),
    settings: settings.map(spelled),
    measuring: measuring.map(camel),
    turn: turn.map(spelled),
    history: history.map(camel),
    presets: presets.map((preset) => ({
      ...toCamel(preset),
      options: preset.options.map(camel),
      settings: preset.settings.map(({ name, field }) => ({ name: camel(name), field: camel(field) })),
      turn: preset.turn.map(camel),
    })),
    shapes: shapes.map(({ fields, ...shape }) => ({ ...shape, fields: fields.map(spelled) })),
    ...toCamel(rest),
  };
}

module.exports = { native, alone, fail, open, withTape, withPair, withNews, withOptions, afterLength, callRaw, call, toPatch, applyPatch, ofClasses: patching.ofClasses, inverse, names, ConspectusError };
