'use strict';
// snake_case of the core and camelCase of JavaScript, in both directions: one to one, so that no two spellings mean the same.

const camel = (name) => name.replace(/_(_|[a-z0-9])/g, (_, letter) => letter.toUpperCase());
const snake = (name) => name.replace(/_|[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The options object with its own keys in snake_case; values stay as they are. */
function toSnake(options) {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return options ?? null;
  const result = {};
  for (const key of Object.keys(options)) result[snake(key)] = options[key];
  return result;
}

/** A report with all keys in camelCase, at every level. */
function toCamel(value) {
  if (Array.isArray(value)) return value.map(toCamel);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [camel(key), toCamel(child)]));
}

/** A path into options: its first step is an option's name. */
const pathToCamel = (path) => path.replace(/^\/[^/]+/, camel);

/** A text with the names among `known` as JavaScript spells them; values of options keep their spelling. */
const textToCamel = (text, known) => text.replace(/[a-z0-9]+(?:_+[a-z0-9]+)+/g, (word) => (known.has(word) ? camel(word) : word));

module.exports = { camel, snake, toCamel, toSnake, pathToCamel, textToCamel };
