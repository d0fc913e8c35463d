'use strict';
// Messages that were read before, recognized by their content: those of a host that copies its list
// each turn, and those that a host edited in place.
//
// What is compared is a copy of our own, made when the core read the message. Only plain data is
// recognized so: all else must be the very object.

const { alone, fields } = require('./values.cjs');

const DEPTH_MAX = 64; // data is hardly deeper, and what is deeper goes by identity
const ODD = Symbol('no plain data');

/** An object: its names in order, and its values. */
class Fields {
  constructor(names, values) {
    this.names = names;
    this.values = values;
  }
}

/** The names of an object in order; those that were met last, if they are the same. */
let lastNames = [];
function shared(names) {
  if (names.length === lastNames.length && names.every((name, index) => name === lastNames[index])) return lastNames;
  return (lastNames = names);
}

/** A copy of plain data; `ODD` for anything else. */
function copyOf(value, depth) {
  if (value === null || typeof value !== 'object') return typeof value === 'function' || typeof value === 'symbol' ? ODD : value;
  if (depth > DEPTH_MAX || value.toJSON !== undefined) return ODD;
  if (Array.isArray(value)) {
    const items = [];
    for (let index = 0; index < value.length; index++) {
      const item = copyOf(value[index], depth + 1);
      if (item === ODD) return ODD;
      items.push(item);
    }
    return items;
  }
  return Object.getPrototypeOf(value) === Object.prototype ? fieldsOf(value, Object.keys(value), depth) : ODD;
}

function fieldsOf(value, names, depth) {
  const values = [];
  for (const name of names) {
    const child = copyOf(value[name], depth + 1);
    if (child === ODD) return ODD;
    values.push(child);
  }
  return new Fields(shared(names), values);
}

/** Whether a value is what was copied. */
function isAlike(copy, value) {
  if (typeof copy !== 'object' || copy === null) return Object.is(copy, value);
  if (typeof value !== 'object' || value === null) return false;
  if (copy instanceof Fields) {
    if (Object.getPrototypeOf(value) !== Object.prototype) return false;
    const { names, values } = copy;
    let place = 0;
    for (const name in value) {
      if (names[place] !== name) return false;
      const known = values[place++];
      // Zero has two signs, which are equal.
      if ((known !== value[name] || known === 0) && !isAlike(known, value[name])) return false;
    }
    return place === names.length;
  }
  if (!Array.isArray(value) || value.length !== copy.length || value.toJSON !== undefined) return false;
  for (let index = 0; index < copy.length; index++) if (!isAlike(copy[index], value[index])) return false;
  return true;
}

/** The names of the fields of a message that may be read; null if it is no plain object. */
function namesOf(message) {
  if (message === null || typeof message !== 'object' || Object.getPrototypeOf(message) !== Object.prototype || message.toJSON !== undefined) return null;
  const { content, known } = fields();
  const names = Object.keys(message);
  return content.some((name) => Object.hasOwn(message, name)) ? names.filter((name) => known.has(name)) : names;
}

function copyOfMessage(message) {
  const names = namesOf(message);
  const copy = names && fieldsOf(message, names, 0);
  return copy === ODD ? null : copy;
}

function isAlikeMessage(copy, message) {
  const names = namesOf(message);
  if (!copy || names?.length !== copy.names.length) return false;
  return names.every((name, place) => name === copy.names[place] && isAlike(copy.values[place], message[name]));
}

/** What `look` gives; `otherwise` if the host's own code fails in it. */
function looked(look, otherwise) {
  try {
    return look();
  } catch (error) {
    if (error?.code === 'WRONG_ORDER') throw error;
    return otherwise;
  }
}

/** Copies of the messages of a list, as far as they are plain data. */
class Copies {
  #kept;
  #watches;

  /** With `watches` the very object may hold something else meanwhile. Without, copies are made once a host has shown that it copies its list. */
  constructor({ watches }) {
    this.#watches = watches;
    this.#kept = watches ? [] : null;
  }

  /**
   * How many of the first messages of `list` are those of `known`, of which the first `same` are the
   * very objects; at most `most`. What is equal takes the place of what is known.
   */
  alike(known, list, same, most) {
    const limit = Math.min(most, known.length, list.length);
    if (same >= limit) return same;
    for (const _ in Object.prototype) return same;
    if (this.#kept === null) {
      this.#kept = [];
      return same;
    }
    const kept = this.#kept;
    return alone(() => {
      let index = same;
      for (; index < limit; index++) {
        const message = list[index];
        const isSame = known[index] === message;
        const copy = kept[index];
        const isAlike = copy && (this.#watches || !isSame) ? looked(() => isAlikeMessage(copy, message), false) : isSame;
        if (!isAlike) break;
        known[index] = message;
      }
      return index;
    });
  }

  /** The core has read the messages of `list` from `from` on, and knows `length`. */
  keep(list, from, length) {
    if (this.#kept === null) return;
    this.#kept.length = Math.min(this.#kept.length, from, length);
    while (this.#kept.length < Math.min(from, length)) this.#kept.push(null);
    alone(() => {
      for (let index = this.#kept.length; index < length; index++) this.#kept.push(looked(() => copyOfMessage(list[index]), null));
    });
  }

  clear() {
    this.#kept = null;
  }
}

module.exports = { Copies };
