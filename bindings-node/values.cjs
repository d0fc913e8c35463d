'use strict';
// JavaScript values on their way into the core, as bytes. Knows JSON, and where a message keeps its fields.
//
// A value is a tag and what belongs to it, as `native/src/values.rs` reads it. What becomes of a value is
// what JSON.stringify would make of it, but for bytes, which stay bytes. In a message, what cannot be read
// is the text that JavaScript prints for it, and a field that no dialect reads is written as it lies: no
// getter and no toJSON in it is called. The state is the module's: one value at a time.

const [NULL, FALSE, TRUE, NUMBER, TEXT, WIDE_TEXT, BYTES, ODD, LEFT_OUT, LIST, OBJECT, END, ROW] = Array(13).keys();

const SHORT = 24; // chars that are written faster here than by a call
const ROOM = 1 << 16; // bytes that are kept from call to call
const DEPTH_MAX = 261; // where the copy that the core reads ends
const VALUES_MAX = 1 << 20; // in a field of a message: the core reads no more. Objects that share their children hold as many as they like
const LENGTH_MAX = 0x7fffffff;
// Containers so deep are few. What gives new objects without end ends here.
const FAR = 64;
const FAR_MAX = 5_000;

let native, fail, fieldsOfMessages;
let room = Buffer.allocUnsafeSlow(ROOM);
let view = new DataView(room.buffer);
let at = 0;
let lastNames; // of the object that was written last with its names
let isBusy = false;
let fieldDepth; // from here down values are those of messages
let isQuiet; // in a field that no dialect reads
let left, farCount;
let publicPath;
// From the value to where we are: containers, and the step taken in each.
const containers = [];
const steps = [];

/** `makeError(code, path, message)` makes what is thrown. */
function open(nativeModule, makeError) {
  native = nativeModule;
  fail = makeError;
}

/** The fields of which one holds a message's content, and those that a dialect reads of such a message. */
function fields() {
  if (fieldsOfMessages === undefined) {
    const [content, known] = native.fieldsOfMessages();
    fieldsOfMessages = { content, known: new Set(known) };
  }
  return fieldsOfMessages;
}

/** Calls what reads values of the host's: nothing else may be read meanwhile, from a getter. */
function alone(look) {
  if (isBusy) throw fail('WRONG_ORDER', '', 'called from within a getter or toJSON of a value that is being read: call it before or after');
  isBusy = true;
  try {
    return look();
  } finally {
    isBusy = false;
    // Nothing of the host's is kept.
    containers.length = steps.length = 0;
    publicPath = undefined;
    if (room.length > ROOM) take(Buffer.allocUnsafeSlow(ROOM));
  }
}

/** Calls `use` with the bytes of a pair. `depth` is that of the fields of messages in the first value; `toPublic` turns a JSON Pointer into the pair into the one that errors show. */
const packed = (given, beside, use, toPublic, depth) =>
  alone(() => {
    native.pile(null);
    goBack(0);
    putWhole(given, depth, (path) => toPublic(`/0${path}`));
    putWhole(beside, Infinity, (path) => toPublic(`/1${path}`));
    return use(room.subarray(0, at));
  });

function putWhole(value, depth, toPublic) {
  fieldDepth = depth;
  publicPath = toPublic;
  isQuiet = false;
  farCount = 0;
  left = VALUES_MAX;
  put(value, 0);
}

/** Makes room for so many bytes more. */
function reserve(count) {
  if (at + count <= room.length) return;
  const larger = Buffer.allocUnsafeSlow(2 * (at + count));
  room.copy(larger, 0, 0, at);
  take(larger);
}

function take(larger) {
  room = larger;
  view = new DataView(room.buffer);
}

function tag(kind) {
  reserve(1);
  room[at++] = kind;
}

/** Takes back what was written from there on. */
function goBack(before) {
  at = before;
  lastNames = [];
}

/** Begins what takes so many bytes. */
function sized(kind, size) {
  room[at] = kind;
  view.setUint32(at + 1, size, true);
  at += 5;
}

function putText(value) {
  const { length } = value;
  reserve(5 + 2 * length);
  let isWide = length > SHORT && /[^\0-\xff]/.test(value);
  if (length <= SHORT) {
    for (let index = 0; index < length; index++) {
      const unit = value.charCodeAt(index);
      room[at + 5 + index] = unit;
      if (unit > 255) isWide = true;
    }
  }
  const size = isWide ? 2 * length : length;
  sized(isWide ? WIDE_TEXT : TEXT, size);
  if (isWide || length > SHORT) room.write(value, at, isWide ? 'utf16le' : 'latin1');
  at += size;
}

function putNumber(value) {
  reserve(9);
  room[at] = NUMBER;
  view.setFloat64(at + 1, value, true);
  at += 9;
}

function put(value, depth) {
  if (typeof value === 'string') putText(value);
  else if (typeof value === 'number') putNumber(value);
  else if (typeof value === 'boolean') tag(value ? TRUE : FALSE);
  else if (value === null) tag(NULL);
  else if (typeof value === 'bigint') putBigInt(value, depth);
  else if (typeof value !== 'object') tag(LEFT_OUT);
  else if (depth < fieldDepth) putContainer(value, depth);
  else putCarefully(value, depth);
}

/** A container of a message: what fails is an odd value, and the rest of the message is read. */
function putCarefully(value, depth) {
  const before = at;
  try {
    putContainer(value, depth);
  } catch (error) {
    // What is without end goes as a whole, but not the message that holds it: its parts lie above.
    if (isQuiet || isOurs(error) || (farCount > FAR_MAX && depth > fieldDepth + 3)) throw error;
    farCount = 0;
    goBack(before);
    putOdd(value);
  }
}

const isOurs = (error) => error?.code === 'WRONG_ORDER';

/** What JavaScript prints for a value of a message that cannot be read. A list is not printed: its items may be lists without end. */
function putOdd(value) {
  tag(ODD);
  let text = typeof value;
  try {
    text = Array.isArray(value) ? '[object Array]' : String(value);
  } catch {
    // It has no text.
  }
  putText(text);
}

function putBigInt(value, depth) {
  // Programs that send a BigInt give it a toJSON; JSON.stringify asks for it too.
  if (isQuiet) tag(NULL);
  else if (typeof value.toJSON === 'function') put(asJson(value, depth), depth);
  else if (depth >= fieldDepth) putOdd(value);
  else throw fail('UNSUPPORTED_TYPE', pointer(depth), 'a BigInt is not JSON: convert it to a number or a string');
}

const isBytes = (value) => ArrayBuffer.isView(value) || value instanceof ArrayBuffer;

/** Whether all that JSON.stringify reads of a list or an object is what lies there. */
function isData(value) {
  const isPlain = Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value));
  return isPlain && value.toJSON === undefined;
}

function putContainer(value, depth) {
  if (depth <= fieldDepth && fieldDepth < Infinity) left = VALUES_MAX;
  const putHeld = Array.isArray(value) ? putList : putObject;
  if (isData(value)) putHeld(value, depth);
  else if (isBytes(value)) putBytes(value);
  else if (isQuiet) tag(NULL);
  else if (typeof value.toJSON === 'function') put(asJson(value, depth), depth);
  else if (isBoxed(value)) put(unboxed(value), depth);
  else putHeld(value, depth);
}

function putBytes(value) {
  const bytes = ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : new Uint8Array(value);
  reserve(5 + bytes.length);
  sized(BYTES, bytes.length);
  room.set(bytes, at);
  at += bytes.length;
}

/** Begins a list or an object, unless no more is read. What lies too deep is an empty list. */
function begins(value, kind, depth) {
  containers.length = depth;
  if (depth > FAR && depth > fieldDepth && ++farCount > FAR_MAX) throw fail('TOO_DEEP', pointer(fieldDepth), 'objects without end');
  if (left < 0 && fieldDepth === Infinity) throw fail('TOO_DEEP', '', 'too many values: objects that share their children are read once for each parent');
  if (containers.includes(value)) throw fail('CYCLE', pointer(depth), 'an object that contains itself');
  const isRead = depth < DEPTH_MAX && left >= 0;
  containers.push(value);
  tag(isRead ? kind : LIST);
  if (!isRead) tag(END);
  return isRead;
}

function putList(items, depth) {
  const count = items.length;
  // A proxy may say anything.
  if (!(count >= 0 && count <= LENGTH_MAX)) throw fail('INVALID_MESSAGES', pointer(depth), `a list cannot have the length ${count}`);
  if (!begins(items, LIST, depth)) return;
  for (let index = 0; index < count; index++) {
    left--;
    steps[depth] = index;
    put(read(items, index), depth + 1);
    if (depth === 0 && at > ROOM) pile();
  }
  tag(END);
}

/** Hands over what is written so far, so that a long list needs no more room than its longest message. */
function pile() {
  native.pile(room.subarray(0, at));
  at = 0;
}

function putObject(value, depth) {
  if (!begins(value, OBJECT, depth)) return;
  const isMessage = depth + 1 === fieldDepth;
  const { content, known } = isMessage ? fields() : {};
  const isKnown = isMessage && content.some((name) => Object.hasOwn(value, name));
  const names = Object.keys(value);
  putNames(names);
  for (let index = 0; index < names.length; index++) {
    const name = names[index];
    left--;
    steps[depth] = name;
    if (isKnown && !known.has(name)) putUnread(value, name, depth + 1);
    else put(read(value, name), depth + 1);
  }
}

/** The names of an object, unless they are those of the one before, as in the rows of a table. */
function putNames(names) {
  const isRow = names.length === lastNames.length && names.every((name, index) => name === lastNames[index]);
  if (isRow) {
    room[at - 1] = ROW;
    return;
  }
  lastNames = names;
  names.forEach(putText);
  tag(END);
}

/** A field that no dialect reads: data as it lies, and null for anything else. */
function putUnread(value, name, depth) {
  const before = at;
  isQuiet = true;
  try {
    put(Object.getOwnPropertyDescriptor(value, name)?.value, depth);
  } catch {
    goBack(before);
    tag(NULL);
  } finally {
    isQuiet = false;
  }
}

/** A property, or why it cannot be had. */
function read(value, name) {
  if (fieldDepth === Infinity) return value[name];
  try {
    return value[name];
  } catch (error) {
    if (isOurs(error)) throw error;
    return String(error?.message);
  }
}

const isBoxed = (value) => value instanceof Number || value instanceof String || value instanceof Boolean || value instanceof BigInt;

/** As JSON.stringify does it. */
function unboxed(value) {
  if (value instanceof Number) return Number(value);
  return value instanceof String ? String(value) : value.valueOf();
}

/** What toJSON gives, as something without one: JSON.stringify asks once. */
function asJson(value, depth) {
  const json = value.toJSON(depth > 0 ? String(steps[depth - 1]) : '');
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

module.exports = { open, packed, alone, fields };
