'use strict';
// snake_case of the core and camelCase of JavaScript, in both directions: one to one, so that no
// two spellings mean the same.

const { objects, rows } = require('./table.cjs');

const camel = (name) => name.replace(/_(_|[a-z0-9])/g, (_, letter) => letter.toUpperCase());
const snake = (name) => name.replace(/_|[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Options whose value is an object with names of its own. */
const inner = new Set(objects.map(snake));
/** Options whose value holds such an object for each name. */
const named = new Set(rows.map(snake));

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A function is no data, so that the core would not see it: it hears that there is one, and says what is wrong. */
const visible = (value) => (typeof value === 'function' ? 'a function' : value);

/** An object with its own keys in snake_case; values stay as they are, and so does what is no object. */
function toSnake(options) {
  if (!isObject(options)) return options ?? null;
  const result = {};
  for (const key of Object.keys(options)) result[snake(key)] = visible(options[key]);
  return result;
}

/** The same for options: the keys of a value that is an object are respelled too, and those of its rows. */
function toSnakeOptions(options) {
  const result = toSnake(options);
  if (!isObject(result)) return result;
  for (const name of inner) if (isObject(result[name])) result[name] = toSnake(result[name]);
  for (const name of named) if (isObject(result[name])) result[name] = Object.fromEntries(Object.entries(result[name]).map(([key, row]) => [key, isObject(row) ? toSnakeOptions(row) : visible(row)]));
  return result;
}

/** What holds data of a model or a provider under keys of its own: these keep their spelling. */
const DATA = new Set(['sections', 'state', 'part', 'request_fields', 'log']);

/** Names of results as JavaScript spells them. The same come again with each result. */
const spellings = new Map();
const SPELLINGS_MAX = 4_000; // data may bring names of its own

function camelOf(name) {
  let spelled = spellings.get(name);
  if (spelled === undefined) {
    spelled = camel(name);
    if (spellings.size < SPELLINGS_MAX) spellings.set(name, spelled);
  }
  return spelled;
}

/** A result with all keys in camelCase, at every level. */
function toCamel(value) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return typeof value[0] === 'object' ? value.map(toCamel) : value;
  const result = {};
  for (const key of Object.keys(value)) result[camelOf(key)] = DATA.has(key) ? value[key] : toCamel(value[key]);
  return result;
}

/** A path into options: its first step is the name of an option; in an object of names the second is a name too, and those below a row. */
function pathToCamel(path) {
  const [start, first, second, ...rest] = path.split('/');
  if (first === undefined) return path;
  if (second === undefined) return [start, camel(first)].join('/');
  if (named.has(first)) return [start, camel(first), second, ...rest.map(camel)].join('/');
  return [start, camel(first), inner.has(first) ? camel(second) : second, ...rest].join('/');
}

// What was given stands behind `got`, and stays as it is.
const NAMES = /got `[^`]*`|[a-z0-9]+(?:_+[a-z0-9]+)+/g;
const CODE = /got `[^`]*`|(?:(\w+)=)?\{("[^{}]*)\}/g;
const isGiven = (found) => found.startsWith('got `');
const inside = (fields) => fields.replace(/"(\w+)": /g, '$1: ').replaceAll('"', "'");

/** A text of the core as JavaScript spells it: the names among `known`, and code such as `keep={"turns": ...}`. */
const textToCamel = (text, known) =>
  text
    .replace(NAMES, (word) => (!isGiven(word) && known.has(word) ? camel(word) : word))
    .replace(CODE, (code, name, fields) => (isGiven(code) ? code : `${name ? `${name}: ` : ''}{ ${inside(fields)} }`));

module.exports = { camel, snake, isObject, toCamel, toSnake, toSnakeOptions, pathToCamel, textToCamel };
