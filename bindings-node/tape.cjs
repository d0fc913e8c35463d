'use strict';
// Lays a JavaScript value out in typed arrays, so that native code can read it in place. Knows
// JSON, nothing of messages.
//
// A node is four integers: kind | key << 4, length, payload, index of the node after its subtree.
// Strings and bytes are not copied: they go by index into `strings`, or, short ones, by offset into
// what those of their pool make in a row, which is laid out only if one of them is asked for. Keys,
// and short strings near the top that come again and again, are numbered once and shared with the
// native side. Lists of objects alike, which most structured results are, take one integer a value:
// see `putRows`. What becomes of a value is what JSON.stringify would make of it, but for bytes,
// which stay bytes. In a message, what cannot be read is the text that JavaScript prints for it, and a
// field that no dialect reads is laid out as it lies: no getter and no toJSON in it is called. If a
// look at messages fails, a second one goes step by step. The state is the module's: one tape, used by one call at a time, with loops
// that V8 keeps free of look-ups.

const NULL = 0, FALSE = 1, TRUE = 2, NUMBER = 3, STRING = 4, ARRAY = 5, OBJECT = 6, BYTES = 7, INTERNED = 8, ENDLESS = 9, DEEP = 10, NEAR = 11, ROWS = 12, ODD = 13;
const NEAR_DEPTH = 6; // roles, types, names, ids, arguments stand no deeper; deeper strings are data
const INTERNED_CHARS = 20;
const SHORT_CHARS = 64;
const KEYS_MAX = 10_000;
const DEPTH_MAX = 300; // the core refuses at 256 below the message
const CHECK_CYCLES_FROM = 16; // data is hardly deeper; a cycle is met again further down
const SEEN = 32; // keys remembered by depth and position: lists of alike objects need no look-up. A power of two

const ROWS_MIN = 3; // shorter lists gain nothing
const ROW_HEAD = 3; // integers before a row's values
const LENGTH_MAX = 0x7fffffff;
const CELL_CHARS_MAX = (1 << 27) - 1; // beside the kind in one integer

const VALUES = 256; // a power of two: values remembered by key, length and first letter

// Containers so deep are few: data is hardly deeper. What gives new objects without end ends here.
const FAR = 64;
const FAR_MAX = 5_000;
// A power of two, four a value: more than any host sends, and 256 MB. Objects that share their children hold as many as they like.
const INTS_MAX = 1 << 26;

let native, fail;
let ints = new Int32Array(1 << 14);
let numbers = new Float64Array(1 << 14); // as many as there are integers: no number takes less than one
const strings = [];
// Short strings, apart by depth: of those near the top some are always asked for.
const nears = [];
const deeps = [];
let nearUnits = new Uint16Array(1 << 12);
let deepUnits = new Uint16Array(1 << 12);
let at = 0, numberCount = 0, stringCount = 0, nearCount = 0, nearChars = 0, deepCount = 0, deepChars = 0;
let keys, keyNumbers, newKeys;
const seenNames = new Array(SEEN * SEEN).fill(null);
const seenNumbers = new Int32Array(SEEN * SEEN);
// By key, length and first letter: the last short value near the top, and its number; below zero,
// how often it must come again for one.
const seenValues = new Array(VALUES).fill(null);
const seenValueNumbers = new Int32Array(VALUES);
// From the root to where we are: containers, and the step taken in each.
const containers = [];
const steps = [];
let isBusy = false;
let isClean = true; // whether `for in` meets nothing of Object.prototype's
let publicPath;
let rootDepth = 0;
let fieldDepth = Infinity; // from here down values are those of messages
let isCareful = false;
let isQuiet = false; // in a field that no dialect reads
let farCount = 0;
let isFull = false; // there are more values than are read
let fieldsOfMessages;

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
  seenNames.fill(null);
  seenValues.fill(null);
}

/**
 * Lays out `value` and calls `use` with the tape. `toPublic` turns a JSON Pointer into `value` into
 * the one that errors show; the host's own values stand at depth `root` of it, the fields of its
 * messages at depth `fields`. The host's strings are let go of whatever happens.
 */
function withTape(value, use, toPublic, root = 0, fields = Infinity) {
  if (isBusy) throw nested();
  if (keyNumbers.size > KEYS_MAX) resetKeys();
  publicPath = toPublic;
  rootDepth = root;
  isBusy = true;
  isClean = true;
  for (const _ in Object.prototype) isClean = false;
  try {
    try {
      lay(value, fields, false);
    } catch (error) {
      if (fields === Infinity || isFull || error?.code === 'WRONG_ORDER') throw error;
      lay(value, fields, true);
    }
    if (newKeys.length > 0) {
      addKeys();
    }
    return use(keys, ints, numbers, strings, layNears, layDeeps);
  } finally {
    isBusy = false;
    strings.fill('', 0, stringCount); // keeps the room, drops the references
    nears.fill('', 0, nearCount);
    deeps.fill('', 0, deepCount);
    containers.length = steps.length = 0;
  }
}

// A pair of nothing.
const NOTHING = Int32Array.of(ARRAY, 2, 0, 3, NULL, 0, 0, 2, NULL, 0, 0, 3);
const NO_NUMBERS = new Float64Array(0);
const NO_STRINGS = [];
const noUnits = () => new Uint16Array(0);

/** As `withTape`, with a pair of nothing. Nothing of the host's is read. */
const bare = (use) => use(keys, NOTHING, NO_NUMBERS, NO_STRINGS, noUnits, noUnits);

/** Calls what looks at values of the host's by itself: nothing else may be read meanwhile, from a getter. */
function alone(look) {
  if (isBusy) throw nested();
  isBusy = true;
  try {
    return look();
  } finally {
    isBusy = false;
  }
}

const nested = () => fail('WRONG_ORDER', '', 'called from within a getter or toJSON of a value that is being read: call it before or after');

function lay(value, fields, carefully) {
  at = numberCount = stringCount = nearCount = nearChars = deepCount = deepChars = farCount = 0;
  fieldDepth = fields;
  isCareful = carefully;
  isQuiet = isFull = false;
  if (!put(value, 0, 0)) leaf(NULL, 0, 0);
}

/** The units of some strings in a row. */
function units(room, texts, count, chars) {
  if (room.length < chars) room = new Uint16Array(2 * chars);
  for (let index = 0, unit = 0; index < count; index++) {
    const text = texts[index];
    for (let place = 0, length = text.length; place < length; place++) room[unit++] = text.charCodeAt(place);
  }
  return room;
}

const layNears = () => (nearUnits = units(nearUnits, nears, nearCount, nearChars));
const layDeeps = () => (deepUnits = units(deepUnits, deeps, deepCount, deepChars));

function addKeys() {
  const lengths = Int32Array.from(newKeys, (text) => text.length);
  keys.add(lengths, units(new Uint16Array(0), newKeys, newKeys.length, lengths.reduce((sum, length) => sum + length, 0)));
  newKeys = [];
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
  if (node === ints.length) grow();
  const room = ints;
  room[node] = head;
  room[node + 1] = length;
  room[node + 2] = payload;
  room[node + 3] = (node >> 2) + 1;
  at = node + 4;
}

function grow() {
  if (ints.length === INTS_MAX) {
    isFull = true;
    throw fail('TOO_DEEP', '', 'too many values: objects that share their children are read once for each parent');
  }
  const [fewerInts, fewerNumbers] = [ints, numbers];
  ints = new Int32Array(fewerInts.length * 2);
  numbers = new Float64Array(fewerNumbers.length * 2);
  ints.set(fewerInts);
  numbers.set(fewerNumbers.subarray(0, numberCount));
}

const marks = () => [at, numberCount, stringCount, nearCount, nearChars, deepCount, deepChars];

/** Takes back what was laid out since. */
function rewind([toAt, ...to]) {
  const [, toStrings, toNears, , toDeeps] = to;
  strings.fill('', toStrings, stringCount);
  nears.fill('', toNears, nearCount);
  deeps.fill('', toDeeps, deepCount);
  at = toAt;
  [numberCount, stringCount, nearCount, nearChars, deepCount, deepChars] = to;
}

function putNull(key) {
  leaf(NULL | key, 0, 0);
  return true;
}

/** What JavaScript prints for a value of a message that cannot be read. A list is not printed: its items may be lists without end. */
function putOdd(value, key) {
  let text;
  try {
    text = Array.isArray(value) ? '[object Array]' : String(value);
  } catch {
    text = typeof value;
  }
  leaf(ODD | key, text.length, stringCount);
  strings[stringCount++] = text;
  return true;
}

/** As `put`, in a second look: what fails is an odd value, and the rest of the message is read. */
function putCarefully(value, key, depth) {
  const before = marks();
  try {
    return putAny(value, key, depth);
  } catch (error) {
    // What is without end goes as a whole, but not the message that holds it: its parts lie above.
    if (isQuiet || isFull || (farCount > FAR_MAX && depth > fieldDepth + 3)) throw error;
    farCount = 0;
    rewind(before);
    return putOdd(value, key);
  }
}

/** A property, or why it cannot be had. */
function read(value, name) {
  if (!isCareful || fieldDepth === Infinity) return value[name];
  try {
    return value[name];
  } catch (error) {
    return String(error?.message);
  }
}

/** A field that no dialect reads: data as it lies, and null for anything else. */
function putQuiet(value, name, key, depth) {
  const before = marks();
  isQuiet = true;
  try {
    const child = Object.getOwnPropertyDescriptor(value, name)?.value;
    return typeof child === 'bigint' ? putNull(key) : put(child, key, depth);
  } catch {
    isFull = false;
    rewind(before);
    return putNull(key);
  } finally {
    isQuiet = false;
  }
}

/** A message that is read by its own fields. */
function putMessage(value, key, depth) {
  step(value, depth);
  const { content, known } = (fieldsOfMessages ??= { content: native.contentFields(), known: new Set(native.readFields()) });
  const isKnown = content.some((name) => Object.hasOwn(value, name));
  const node = at;
  leaf(OBJECT | key, 0, 0);
  let count = 0;
  for (const name of Object.keys(value)) {
    steps[depth] = name;
    const number = keyNumber(name) << 4;
    if (isKnown && !known.has(name) ? putQuiet(value, name, number, depth + 1) : put(read(value, name), number, depth + 1)) count++;
  }
  ints[node + 1] = count;
  ints[node + 3] = at >> 2;
  return true;
}

/** `key` is shifted already. Returns false for what JSON.stringify leaves out: undefined, functions, symbols. */
function put(value, key, depth) {
  if (isCareful && depth >= fieldDepth && (typeof value === 'object' || typeof value === 'bigint') && value !== null) return putCarefully(value, key, depth);
  return putAny(value, key, depth);
}

function putAny(value, key, depth) {
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
  if (length > SHORT_CHARS) {
    leaf(STRING | key, length, stringCount);
    strings[stringCount++] = value;
  } else if (depth > NEAR_DEPTH) {
    leaf(DEEP | key, length, deepChars);
    deepChars += length;
    deeps[deepCount++] = value;
  } else if (length > INTERNED_CHARS || !putKnown(value, key, length)) {
    leaf(NEAR | key, length, nearChars);
    nearChars += length;
    nears[nearCount++] = value;
  }
}

/** A value that this key had the last times too, such as a role, a type or a name; ids and paths hardly ever are. */
function putKnown(value, key, length) {
  // By length and first letter too, so that values that take turns (`user`, `tool`, `model`) do not
  // take one another's place.
  const name = ((key >> 4) * 8 + length + 32 * value.charCodeAt(0)) & (VALUES - 1);
  if (seenValues[name] !== value) {
    seenValues[name] = value;
    seenValueNumbers[name] = -2;
    return false;
  }
  let number = seenValueNumbers[name];
  if (number < 0) {
    number = number === -1 ? keyNumber(value) : number + 1;
    seenValueNumbers[name] = number;
  }
  if (number < 0) return false;
  leaf(INTERNED | key, length, number);
  return true;
}

function putNumber(value, key) {
  leaf(NUMBER | key, 0, numberCount);
  numbers[numberCount++] = value;
}

function putBigInt(value, key, depth) {
  // Programs that send a BigInt give it a toJSON; JSON.stringify asks for it too.
  if (isQuiet) return putNull(key);
  if (typeof value.toJSON !== 'function' && depth >= fieldDepth) return putOdd(value, key);
  if (typeof value.toJSON !== 'function') throw fail('UNSUPPORTED_TYPE', pointer(depth), 'a BigInt is not JSON: convert it to a number or a string');
  return put(asJson(value, depth), key, depth);
}

/** Whether a container at this depth is too deep; it is laid out as such then. */
function isTooDeep(key, depth) {
  if (depth < DEPTH_MAX) return false;
  leaf(ENDLESS | key, 0, 0);
  return true;
}

/** Notes the way to where we are. Throws on a cycle. */
function step(value, depth) {
  containers[depth] = value;
  if (depth > FAR && depth > fieldDepth && ++farCount > FAR_MAX) throw fail('TOO_DEEP', pointer(fieldDepth), 'objects without end');
  if (depth < CHECK_CYCLES_FROM && !isCareful) return;
  for (let level = 0; level < depth; level++) {
    if (containers[level] === value) throw fail('CYCLE', pointer(firstTurn(depth)), 'an object that contains itself');
  }
}

/** The first depth at which a container comes again. */
function firstTurn(depth) {
  for (let level = 1; level < depth; level++) {
    if (containers.indexOf(containers[level]) < level) return level;
  }
  return depth;
}

function putList(items, key, depth) {
  if (isQuiet && items.toJSON !== undefined) return putNull(key);
  if (typeof items.toJSON === 'function') return put(asJson(items, depth), key, depth);
  if (isTooDeep(key, depth)) return true;
  step(items, depth);
  if (depth + 1 >= NEAR_DEPTH && items.length >= ROWS_MIN && !isCareful && putRows(items, key)) return true;
  const node = at;
  const count = items.length;
  // A proxy may say anything.
  if (!(count >= 0 && count <= LENGTH_MAX)) throw fail('INVALID_MESSAGES', pointer(depth), `a list cannot have the length ${count}`);
  leaf(ARRAY | key, count, 0);
  for (let index = 0; index < count; index++) {
    // The second half of a pair holds options.
    if (depth < rootDepth && index > 0) fieldDepth = Infinity;
    const item = read(items, index);
    // Where we are is needed only further down: storing it for every leaf would cost as much as the
    // leaf.
    if (typeof item === 'object' || typeof item === 'bigint') {
      steps[depth] = index;
      // What `put` would do in the end: most lists are lists of objects.
      if (depth < DEPTH_MAX - 1 && item !== null && depth + 2 !== fieldDepth && !isCareful && isPlain(item)) {
        if (!putPlain(item, 0, depth + 1)) leaf(NULL, 0, 0);
        continue;
      }
    }
    if (!put(item, 0, depth + 1)) leaf(NULL, 0, 0);
  }
  ints[node + 3] = at >> 2;
  return true;
}

/** Whether all that JSON.stringify reads of an object is what `for in` meets. */
const isPlain = (value) => isClean && Object.getPrototypeOf(value) === Object.prototype && value.toJSON === undefined;

const rowNames = [];

/**
 * A list of objects with the same keys in the same order and leaves for values, as rows: a node
 * with the number of objects and of keys, the keys, then for each object where its short strings,
 * numbers and long strings begin, and an integer a value: kind | length << 4. Returns false, and
 * leaves nothing behind, for any other list, which is then read again: a getter may be asked twice.
 */
function putRows(items, key) {
  const first = items[0];
  if (typeof first !== 'object' || first === null || !isPlain(first)) return false;
  const [node, ...counts] = [at, deepCount, deepChars, numberCount, stringCount];
  leaf(ROWS | key, items.length, 0);
  if (putRowsAfter(node, items)) return true;
  deeps.fill('', counts[0], deepCount);
  strings.fill('', counts[3], stringCount);
  at = node;
  [deepCount, deepChars, numberCount, stringCount] = counts;
  return false;
}

function putRowsAfter(node, items) {
  let room = ints;
  let here = at;
  let width = 0;
  for (const name in items[0]) {
    if (here === room.length) {
      grow();
      room = ints;
    }
    rowNames[width++] = name;
    room[here++] = keyNumber(name);
  }
  const count = items.length;
  for (let index = 0; index < count; index++) {
    const item = items[index];
    // `isPlain` written out: here V8 learns the one shape of these objects, there it meets all
    // shapes.
    if (typeof item !== 'object' || item === null || item.toJSON !== undefined || Object.getPrototypeOf(item) !== Object.prototype) return false;
    while (here + ROW_HEAD + width >= room.length) {
      grow();
      room = ints;
    }
    room[here] = deepChars;
    room[here + 1] = numberCount;
    room[here + 2] = stringCount;
    here += ROW_HEAD;
    let column = 0;
    for (const name in item) {
      if (column === width || rowNames[column] !== name) return false;
      column++;
      const value = item[name];
      if (typeof value === 'string') {
        const length = value.length;
        if (length <= SHORT_CHARS) {
          room[here++] = DEEP | length << 4;
          deepChars += length;
          deeps[deepCount++] = value;
        } else if (length <= CELL_CHARS_MAX) {
          room[here++] = STRING | length << 4;
          strings[stringCount++] = value;
        } else return false;
      } else if (typeof value === 'number') {
        room[here++] = NUMBER;
        numbers[numberCount++] = value;
      } else if (typeof value === 'boolean') room[here++] = value ? TRUE : FALSE;
      else if (value === null) room[here++] = NULL;
      else return false;
    }
    if (column !== width) return false;
  }
  at = (here + 3) & ~3; // nodes begin at every fourth
  room[node + 2] = width;
  room[node + 3] = at >> 2;
  return true;
}

function putObject(value, key, depth) {
  if (depth + 1 === fieldDepth && isOwn(value)) return putMessage(value, key, depth);
  // The rest is asked what JSON.stringify asks.
  if (!isCareful && isPlain(value)) return isTooDeep(key, depth) || putPlain(value, key, depth);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
    leaf(BYTES | key, value.byteLength, stringCount);
    strings[stringCount++] = value;
    return true;
  }
  if (isQuiet && !isPlain(value)) return putNull(key);
  if (typeof value.toJSON === 'function') return put(asJson(value, depth), key, depth);
  if (isBoxed(value)) return put(unboxed(value), key, depth);
  if (isTooDeep(key, depth)) return true;
  step(value, depth);
  const node = at;
  leaf(OBJECT | key, 0, 0);
  let count = 0;
  for (const name of Object.keys(value)) {
    steps[depth] = name;
    if (put(read(value, name), keyNumber(name) << 4, depth + 1)) count++;
  }
  ints[node + 1] = count;
  ints[node + 3] = at >> 2;
  return true;
}

/** Whether a message is read by its own fields: no bytes, and nothing that writes itself as JSON. */
const isOwn = (value) => isPlain(value) || !(ArrayBuffer.isView(value) || value instanceof ArrayBuffer || typeof value.toJSON === 'function' || isBoxed(value));

/** An object whose keys are its own. The loop over data: what most values are is laid out in place, without a call. */
function putPlain(value, key, depth) {
  const node = at;
  leaf(OBJECT | key, 0, 0);
  let room = ints;
  let here = at;
  let count = 0;
  let seen = depth * SEEN;
  const isDeep = depth >= NEAR_DEPTH;
  for (const name in value) {
    const child = value[name];
    let head;
    const place = seen++ & (SEEN * SEEN - 1);
    if (seenNames[place] === name) head = seenNumbers[place];
    else {
      head = keyNumber(name) << 4;
      seenNames[place] = name;
      seenNumbers[place] = head;
    }
    count++;
    if (here === room.length) {
      grow();
      room = ints;
    }
    if (typeof child === 'string' && isDeep && child.length <= SHORT_CHARS) {
      const length = child.length;
      room[here] = DEEP | head;
      room[here + 1] = length;
      room[here + 2] = deepChars;
      room[here + 3] = (here >> 2) + 1;
      here += 4;
      deepChars += length;
      deeps[deepCount++] = child;
    } else if (typeof child === 'number') {
      numbers[numberCount] = child;
      room[here] = NUMBER | head;
      room[here + 1] = 0;
      room[here + 2] = numberCount++;
      room[here + 3] = (here >> 2) + 1;
      here += 4;
    } else if (typeof child === 'boolean') {
      room[here] = (child ? TRUE : FALSE) | head;
      room[here + 1] = 0;
      room[here + 2] = 0;
      room[here + 3] = (here >> 2) + 1;
      here += 4;
    } else {
      if (typeof child === 'object' || typeof child === 'bigint') {
        // Only now: what holds leaves alone ends no cycle.
        step(value, depth);
        steps[depth] = name;
      }
      at = here;
      if (!put(child, head, depth + 1)) count--;
      room = ints;
      here = at;
    }
  }
  at = here;
  room[node + 1] = count;
  room[node + 3] = here >> 2;
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

module.exports = { open, withTape, bare, alone };
