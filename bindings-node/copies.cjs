'use strict';
// Messages that were read before, recognized by their content: those of a host that copies its list
// each turn, and those that a host edited in place.
//
// What is compared is a copy of our own, made when the core read the message. Only plain data is
// recognized so: all else must be the very object.

const { alone, fields } = require('./values.cjs');

const DEPTH_MAX = 64; // data is hardly deeper, and what is deeper goes by identity
const LIST = Symbol('list');

// A copy is one flat list, so that it takes little time and memory: a value that is no container as it
// is, an array as `LIST`, its length and its items, an object as the list of its names and its values.
let flat = [];

/** The names of an object in order; those that were met last, if they are the same. */
let lastNames = [];
function shared(names) {
  if (names.length === lastNames.length && names.every((name, index) => name === lastNames[index])) return lastNames;
  return (lastNames = names);
}

/** Adds plain data to the copy; false for anything else. */
function add(value, depth) {
  if (value === null || typeof value !== 'object') {
    flat.push(value);
    return typeof value !== 'function' && typeof value !== 'symbol';
  }
  if (depth > DEPTH_MAX || value.toJSON !== undefined) return false;
  if (!Array.isArray(value)) return Object.getPrototypeOf(value) === Object.prototype && addFields(value, shared(Object.keys(value)), depth);
  flat.push(LIST, value.length);
  for (let index = 0; index < value.length; index++) if (!add(value[index], depth + 1)) return false;
  return true;
}

function addFields(value, names, depth) {
  flat.push(names);
  for (let index = 0; index < names.length; index++) if (!add(value[names[index]], depth + 1)) return false;
  return true;
}

/** The place in a copy behind a value, if it is what was copied at `place`; otherwise 0. */
function behind(copy, place, value) {
  const known = copy[place];
  if (typeof value !== 'object' || value === null) return Object.is(known, value) ? place + 1 : 0;
  if (Array.isArray(value)) {
    const { length } = value;
    if (known !== LIST || copy[place + 1] !== length || value.toJSON !== undefined) return 0;
    let next = place + 2;
    for (let index = 0; next > 0 && index < length; index++) next = behind(copy, next, value[index]);
    return next;
  }
  if (!Array.isArray(known) || Object.getPrototypeOf(value) !== Object.prototype) return 0;
  let next = place + 1;
  let count = 0;
  for (const name in value) {
    if (known[count++] !== name) return 0;
    const field = value[name];
    // Zero has two signs, which are equal.
    if (copy[next] === field && field !== 0) next++;
    else if ((next = behind(copy, next, field)) === 0) return 0;
  }
  return count === known.length ? next : 0;
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
  flat.length = 0;
  const copy = names && addFields(message, names, 0) ? flat.slice() : null;
  flat.length = 0;
  return copy;
}

function isAlikeMessage(copy, message) {
  const names = namesOf(message);
  if (names?.length !== copy[0].length) return false;
  let place = 1;
  return names.every((name, index) => name === copy[0][index] && (place = behind(copy, place, message[name])) > 0);
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
