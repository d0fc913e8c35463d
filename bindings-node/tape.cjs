'use strict';
// Lays a JavaScript value out in typed arrays, so that native code can read it in place. Knows JSON, nothing of messages.
//
// A node is four integers: kind | key << 4, length, payload, index of the node after its subtree. Strings are not copied:
// they go by index into `strings`. Keys and short strings are numbered once and shared with the native side.
// What becomes of a value is what JSON.stringify would make of it.

const NULL = 0, FALSE = 1, TRUE = 2, NUMBER = 3, STRING = 4, ARRAY = 5, OBJECT = 6, BYTES = 7, INTERNED = 8, ENDLESS = 9;
const SHORT_CHARS = 20; // roles, type tags, tool names
const KEYS_MAX = 10_000;
const DEPTH_MAX = 300; // the core refuses at 256 below the message
const CHECK_CYCLES_FROM = 4; // shallower cycles are found one turn later

class Tape {
  constructor(native, fail) {
    this.native = native;
    this.fail = fail;
    this.ints = new Int32Array(1 << 12);
    this.numbers = new Float64Array(1 << 8);
    this.strings = [];
    this.path = [];
    this.resetKeys();
  }

  resetKeys() {
    this.keys = new this.native.Keys();
    this.keyNumbers = new Map();
    this.newKeys = [];
  }

  /** Lays out `value`. The arrays hold until the next call; `release` lets go of the host's strings. */
  write(value, isPair = false) {
    this.pathStart = isPair ? 3 : 1; // messages and options are written as a pair; paths start inside
    if (this.keyNumbers.size > KEYS_MAX) this.resetKeys();
    this.nodes = 0;
    this.numberCount = 0;
    this.path.length = 0;
    try {
      if (!this.put(value, 0, 0)) this.leaf(NULL, 0, 0, 0);
    } catch (error) {
      this.release();
      throw error;
    }
    if (this.newKeys.length > 0) {
      this.keys.add(this.newKeys);
      this.newKeys = [];
    }
    return this;
  }

  release() {
    this.strings = [];
    this.path.length = 0;
  }

  key(text) {
    let number = this.keyNumbers.get(text);
    if (number === undefined) {
      number = this.keyNumbers.size;
      this.keyNumbers.set(text, number);
      this.newKeys.push(text);
    }
    return number;
  }

  leaf(kind, key, length, payload) {
    let at = this.nodes << 2;
    if (at + 4 > this.ints.length) this.grow();
    const ints = this.ints;
    ints[at++] = kind | (key << 4);
    ints[at++] = length;
    ints[at++] = payload;
    ints[at] = ++this.nodes;
  }

  grow() {
    const larger = new Int32Array(this.ints.length * 2);
    larger.set(this.ints);
    this.ints = larger;
  }

  number(value) {
    if (this.numberCount === this.numbers.length) {
      const larger = new Float64Array(this.numbers.length * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[this.numberCount] = value;
    return this.numberCount++;
  }

  /** Returns false for what JSON.stringify leaves out: undefined, functions, symbols. */
  put(value, key, depth) {
    switch (typeof value) {
      case 'string': {
        const length = value.length;
        if (length <= SHORT_CHARS) this.leaf(INTERNED, key, length, this.key(value));
        else this.leaf(STRING, key, length, this.strings.push(value) - 1);
        return true;
      }
      case 'object':
        if (value === null) this.leaf(NULL, key, 0, 0);
        else if (Array.isArray(value)) this.list(value, key, depth);
        else return this.object(value, key, depth);
        return true;
      case 'number':
        this.leaf(NUMBER, key, 0, this.number(value));
        return true;
      case 'boolean':
        this.leaf(value ? TRUE : FALSE, key, 0, 0);
        return true;
      case 'bigint':
        throw this.fail('UNSUPPORTED_TYPE', this.pointer(), 'a BigInt is not JSON: convert it to a number or a string');
      default:
        return false;
    }
  }

  /** Whether a container at this depth is to be left closed: too deep. Throws on a cycle. */
  closed(value, key, depth) {
    if (depth >= DEPTH_MAX) {
      this.leaf(ENDLESS, key, 1, 0);
      return true;
    }
    if (depth >= CHECK_CYCLES_FROM) {
      for (let level = 0; level < depth; level++) {
        if (this.path[level * 2] === value) throw this.fail('CYCLE', this.pointer(), 'an object that contains itself');
      }
    }
    this.path[depth * 2] = value;
    this.path.length = depth * 2 + 2;
    return false;
  }

  list(items, key, depth) {
    if (this.closed(items, key, depth)) return;
    const node = this.nodes << 2;
    const count = items.length;
    this.leaf(ARRAY, key, count, 0);
    const next = depth * 2 + 1;
    for (let index = 0; index < count; index++) {
      this.path[next] = index;
      if (!this.put(items[index], 0, depth + 1)) this.leaf(NULL, 0, 0, 0);
    }
    this.ints[node + 3] = this.nodes;
  }

  object(value, key, depth) {
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) {
      if (ArrayBuffer.isView(value)) {
        this.leaf(BYTES, key, value.byteLength, 0);
        return true;
      }
      if (value instanceof Number || value instanceof String || value instanceof Boolean) return this.put(value.valueOf(), key, depth);
    }
    if (typeof value.toJSON === 'function') {
      const json = value.toJSON(depth > 0 ? String(this.path[depth * 2 - 1]) : '');
      if (json !== value) return this.put(json, key, depth);
    }
    if (this.closed(value, key, depth)) return true;
    const node = this.nodes << 2;
    this.leaf(OBJECT, key, 0, 0);
    const next = depth * 2 + 1;
    let count = 0;
    if (prototype === Object.prototype) {
      for (const name in value) {
        this.path[next] = name;
        if (this.put(value[name], this.key(name), depth + 1)) count++;
      }
    } else {
      for (const name of Object.keys(value)) {
        this.path[next] = name;
        if (this.put(value[name], this.key(name), depth + 1)) count++;
      }
    }
    this.ints[node + 1] = count;
    this.ints[node + 3] = this.nodes;
    return true;
  }

  pointer() {
    let pointer = '';
    for (let level = this.pathStart; level < this.path.length; level += 2) {
      pointer += '/' + String(this.path[level]).replaceAll('~', '~0').replaceAll('/', '~1');
    }
    return pointer;
  }
}

module.exports = { Tape };
