'use strict';
// snake_case of the core and camelCase of JavaScript, in both directions, for options, reports and messages.

const camel = (name) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

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

/** Words in snake_case inside a text, as JavaScript spells them. */
const textToCamel = (text) => text.replace(/\b[a-z]+(?:_[a-z0-9]+)+\b/g, camel);

module.exports = { camel, toCamel, toSnake, textToCamel };
