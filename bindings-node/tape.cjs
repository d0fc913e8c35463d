'use strict';
// Lays a JavaScript value out in typed arrays, so that native code can read it in place. Knows JSON, nothing of messages.
//
// A node is four integers: kind | key << 4, length, payload, index of the node after its subtree. Strings are not copied:
// they go by index into `strings`, or, short ones deep inside, by offset into what `shorts` make when joined, which happens
// only if their text is asked for. Keys and short strings near the top are numbered once and shared with the native side.
// What becomes of a value is what JSON.stringify would make of it, but for bytes, which stay bytes. The state is the
// module's: one tape, used by one call at a time, with loops that V8 keeps free of look-ups.

const NULL = 0, FALSE = 1, TRUE = 2, NUMBER = 3, STRING = 4, ARRAY = 5, OBJECT = 6, BYTES = 7, INTERNED = 8, ENDLESS = 9, SHORT = 10;
const NEAR_DEPTH = 6; // roles, types, names, ids, arguments stand no deeper; deeper strings are data
const INTERNED_CHARS = 20;
const SHORT_CHARS = 64;
const KEYS_MAX = 10_000;
const DEPTH_MAX = 300; // the core refuses at 256 below the message
const CHECK_CYCLES_FROM = 4; // shallower cycles are found one turn later
const SEEN = 32; // keys remembered by depth and position: lists of alike objects need no look-up

let native, fail;
let ints = new Int32Array(1 << 14);
let numbers = new Float64Array(1 << 10);
const strings = [];
const shorts = [];
let at = 0, numberCount = 0, stringCount = 0, shortCount = 0, shortChars = 0;
let keys, keyNumbers, newKeys;
let seenNames, seenNumbers;
// From the root to where we are: containers, and the step taken in each.
const containers = [];
const steps = [];
let isBusy = false;
let isClean = true; // whether `for in` meets own keys only
let publicPath;
let rootDepth = 0;

/** `makeError(code, path, message)` makes what is thrown. */
function open(nativeModule, makeError) {
  native = nativeModule;
  fail = makeError;
  resetKeys();
}

function resetKeys() {
  keys = new native.Keys();
  keyNumbers = new Map();
  newKeys = [];
  seenNames = new Array(SEEN * SEEN).fill(null);
  seenNumbers = new Int32Array(SEEN * SEEN);
}

/**
 * Lays out `value` and calls `use` with the tape. `toPublic` turns a JSON Pointer into `value` into the one that errors show;
 * the host's own values stand at depth `root` of it. The host's strings are let go of whatever happens.
 */
function withTape(value, use, toPublic, root = 0) {
  if (isBusy) throw fail('INVALID_STATE', '', 'called from within a getter or toJSON of a value that is being read: call it before or after');
  if (keyNumbers.size > KEYS_MAX) resetKeys();
  at = numberCount = stringCount = shortCount = shortChars = 0;
  publicPath = toPublic;
  rootDepth = root;
  isBusy = true;
  isClean = true;
  for (const _ in Object.prototype) isClean = false;
  try {
    if (!put(value, 0, 0)) leaf(NULL, 0, 0);
    if (newKeys.length > 0) {
      keys.add(newKeys);
      newKeys = [];
    }
    return use(keys, ints, numbers, strings, shorts, shortCount);
  } finally {
    isBusy = false;
    strings.fill('', 0, stringCount); // keeps the room, drops the references
    shorts.fill('', 0, shortCount);
    containers.length = steps.length = 0;
  }
}

function keyNumber(text) {
  let number = keyNumbers.get(text);
  if (number === undefined) {
    number = keyNumbers.size;
    keyNumbers.set(text, number);
    newKeys.push(text);
  }
  return number;
}

function leaf(head, length, payload) {
  const node = at;
  if (node === ints.length) ints = grown(ints);
  const room = ints;
  room[node] = head;
  room[node + 1] = length;
  room[node + 2] = payload;
  room[node + 3] = (node >> 2) + 1;
  at = node + 4;
}

function grown(array) {
  const larger = new array.constructor(array.length * 2);
  larger.set(array);
  return larger;
}

/** `key` is shifted already. Returns false for what JSON.stringify leaves out: undefined, functions, symbols. */
function put(value, key, depth) {
  if (typeof value === 'string') {
    putString(value, key, depth);
    return true;
  }
  if (typeof value === 'number') {
    putNumber(value, key);
    return true;
  }
  if (typeof value === 'object') {
    if (value === null) leaf(NULL | key, 0, 0);
    else if (Array.isArray(value)) return putList(value, key, depth);
    else return putObject(value, key, depth);
    return true;
  }
  if (typeof value === 'boolean') {
    leaf((value ? TRUE : FALSE) | key, 0, 0);
    return true;
  }
  if (typeof value === 'bigint') return putBigInt(value, key, depth);
  return false;
}

function putString(value, key, depth) {
  const length = value.length;
  if (depth > NEAR_DEPTH && length <= SHORT_CHARS) {
    leaf(SHORT | key, length, shortChars);
    shortChars += length;
    shorts[shortCount++] = value;
  } else if (depth <= NEAR_DEPTH && length <= INTERNED_CHARS) {
    leaf(INTERNED | key, length, keyNumber(value));
  } else {
    leaf(STRING | key, length, stringCount);
    strings[stringCount++] = value;
  }
}

function putNumber(value, key) {
  if (numberCount === numbers.length) numbers = grown(numbers);
  numbers[numberCount] = value;
  leaf(NUMBER | key, 0, numberCount++);
}

function putBigInt(value, key, depth) {
  // Programs that send a BigInt give it a toJSON; JSON.stringify asks for it too.
  if (typeof value.toJSON !== 'function') throw fail('UNSUPPORTED_TYPE', pointer(depth), 'a BigInt is not JSON: convert it to a number or a string');
  return put(asJson(value, depth), key, depth);
}

/** Whether a container at this depth is to be left closed: too deep. Throws on a cycle. */
function isClosed(value, key, depth) {
  if (depth >= DEPTH_MAX) {
    leaf(ENDLESS | key, 1, 0);
    return true;
  }
  containers[depth] = value;
  if (depth >= CHECK_CYCLES_FROM) {
    for (let level = 0; level < depth; level++) {
      if (containers[level] === value) throw fail('CYCLE', pointer(firstTurn(depth)), 'an object that contains itself');
    }
  }
  return false;
}

/** The first depth at which a container comes again. */
function firstTurn(depth) {
  for (let level = 1; level < depth; level++) {
    if (containers.indexOf(containers[level]) < level) return level;
  }
  return depth;
}

function putList(items, key, depth) {
  if (typeof items.toJSON === 'function') return put(asJson(items, depth), key, depth);
  if (isClosed(items, key, depth)) return true;
  const node = at;
  const count = items.length;
  leaf(ARRAY | key, count, 0);
  for (let index = 0; index < count; index++) {
    const item = items[index];
    // Where we are is needed only further down: storing it for every leaf would cost as much as the leaf.
    if (typeof item === 'object' || typeof item === 'bigint') steps[depth] = index;
    if (!put(item, 0, depth + 1)) leaf(NULL, 0, 0);
  }
  ints[node + 3] = at >> 2;
  return true;
}

function putObject(value, key, depth) {
  // JSON data cannot hold a function, so only a plain object answers with this one; the rest is asked for its prototype.
  const isPlain = isClean && (value.constructor === Object || Object.getPrototypeOf(value) === Object.prototype);
  if (!isPlain) {
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
      leaf(BYTES | key, value.byteLength, 0);
      return true;
    }
    if (typeof value.toJSON === 'function') return put(asJson(value, depth), key, depth);
    if (isBoxed(value)) return put(unboxed(value), key, depth);
  }
  if (isClosed(value, key, depth)) return true;
  const node = at;
  leaf(OBJECT | key, 0, 0);
  let count = 0;
  if (isPlain) {
    let seen = (depth & (SEEN - 1)) * SEEN;
    const end = seen + SEEN;
    for (const name in value) {
      const child = value[name];
      if (typeof child === 'function' && name === 'toJSON') {
        at = node;
        return put(asJson(value, depth), key, depth);
      }
      let number;
      if (seen < end && seenNames[seen] === name) number = seenNumbers[seen];
      else {
        number = keyNumber(name);
        if (seen < end) {
          seenNames[seen] = name;
          seenNumbers[seen] = number;
        }
      }
      seen++;
      if (typeof child === 'number') {
        putNumber(child, number << 4);
        count++;
      } else if (typeof child === 'string') {
        putString(child, number << 4, depth + 1);
        count++;
      } else {
        if (typeof child === 'object' || typeof child === 'bigint') steps[depth] = name;
        if (put(child, number << 4, depth + 1)) count++;
      }
    }
  } else {
    for (const name of Object.keys(value)) {
      steps[depth] = name;
      if (put(value[name], keyNumber(name) << 4, depth + 1)) count++;
    }
  }
  ints[node + 1] = count;
  ints[node + 3] = at >> 2;
  return true;
}

const isBoxed = (value) => value instanceof Number || value instanceof String || value instanceof Boolean || value instanceof BigInt;

/** As JSON.stringify does it. */
function unboxed(value) {
  if (value instanceof Number) return Number(value);
  return value instanceof String ? String(value) : value.valueOf();
}

/** What toJSON gives, as something without one: JSON.stringify asks once. */
function asJson(value, depth) {
  const json = value.toJSON(depth > rootDepth ? String(steps[depth - 1]) : '');
  if (json === null || typeof json !== 'object') return json;
  if (isBoxed(json)) return unboxed(json);
  if (Array.isArray(json)) return typeof json.toJSON === 'function' ? Array.from(json) : json;
  const copy = { ...json };
  if (typeof copy.toJSON === 'function') delete copy.toJSON;
  return copy;
}

/** JSON Pointer to what stands at `depth`. */
function pointer(depth) {
  const path = steps.slice(0, depth).map((step) => '/' + String(step).replaceAll('~', '~0').replaceAll('/', '~1')).join('');
  return publicPath(path);
}

module.exports = { open, withTape };
