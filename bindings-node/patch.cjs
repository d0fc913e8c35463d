'use strict';
// Applies a patch to a list of messages by structural sharing: containers along a changed path are
// copied once, everything else stays the same object. The shape of a patch is documented in
// `core/src/host/patch.rs`. An instance of a class keeps its class.

const INDEX = /^(?:0|[1-9][0-9]*)$/;

function applyPatch(messages, patch, fail) {
  const misfit = (path, what = 'the patch does not fit these messages') => fail('INVALID_PATCH', path, what);
  if (!Array.isArray(messages)) throw misfit('', 'messages must be a list');
  if (!Array.isArray(patch?.ops) || !Array.isArray(patch.splices)) throw misfit('', 'a patch has two lists: ops and splices');
  if (patch.ops.length === 0 && patch.splices.length === 0) return messages;
  const fresh = new Set();
  const own = (container) => {
    if (fresh.has(container)) return container;
    const copy = Array.isArray(container) ? container.slice() : copied(container);
    fresh.add(copy);
    return copy;
  };
  const result = own(messages);
  for (const { op, path, value } of patch.ops) {
    const steps = stepsOf(path);
    const last = steps.pop();
    if (last === undefined || (op !== 'add' && op !== 'remove' && op !== 'replace')) throw misfit(path);
    let container = result;
    for (const step of steps) {
      if (isWrapping(container, step)) continue;
      const child = Object.hasOwn(container, step) ? container[step] : undefined;
      if (typeof child !== 'object' || child === null) throw misfit(path);
      const copy = own(child);
      put(container, step, copy);
      container = copy;
    }
    if (isWrapping(container, last)) throw misfit(path);
    if (Array.isArray(container)) {
      const index = INDEX.test(last) ? Number(last) : Infinity;
      if (index >= container.length + (op === 'add' ? 1 : 0)) throw misfit(path);
      if (op === 'replace') container[index] = value;
      else container.splice(index, op === 'add' ? 0 : 1, ...(op === 'add' ? [value] : []));
    } else {
      if (op !== 'add' && !Object.hasOwn(container, last)) throw misfit(path);
      if (op === 'remove') delete container[last];
      else put(container, last, value);
    }
  }
  const models = new Map();
  // Messages behind the last splice, in reverse: splices come in descending order, so each message
  // moves once, however many there are.
  const behind = [];
  const moveBack = (end) => {
    while (result.length > end) behind.push(result.pop());
  };
  const moveForth = () => {
    while (behind.length > 0) result.push(behind.pop());
  };
  for (const { start, deleteCount: count, insert } of patch.splices) {
    if (start + count > result.length) moveForth();
    if (!(start >= 0 && count >= 0 && start + count <= result.length)) throw misfit(`/${start}`);
    moveBack(start + count);
    result.length = start;
    for (const message of insert.slice().reverse()) behind.push(likeNeighbours(message, messages, models));
  }
  moveForth();
  return result;
}

/** The steps of a JSON Pointer. */
const stepsOf = (path) => String(path).split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

const isInstance = (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && ![Object.prototype, null].includes(Object.getPrototypeOf(value));

const copied = (object) => (isInstance(object) ? Object.assign(Object.create(Object.getPrototypeOf(object)), object) : { ...object });

/** Whether only the JSON of an instance has this step: some classes wrap their fields in one object there. */
const isWrapping = (value, step) => !Object.hasOwn(value, step) && isInstance(value) && typeof value.toJSON === 'function';

// By these fields a message says what it is.
const KINDS = ['type', 'role', 'kind'];

/** A new message as an instance of the class that messages of its kind have in this list; plain data where they are plain data. */
function likeNeighbours(message, messages, models) {
  const kinds = KINDS.filter((name) => typeof message?.[name] === 'string');
  const isLike = (item) => kinds.length > 0 && kinds.every((name) => item?.[name] === message[name]);
  const kind = kinds.map((name) => message[name]).join('\n');
  if (!models.has(kind)) models.set(kind, messages.find(isLike));
  const neighbour = models.get(kind);
  if (!isInstance(neighbour) || isInstance(message)) return message;
  try {
    // Some write a message as its type and its data.
    return new neighbour.constructor(message.data ?? message);
  } catch {
    return message;
  }
}

/** New messages as instances of the classes that messages of their kinds have in a list; the same array where the list holds plain data. */
function ofClasses(added, messages) {
  if (!Array.isArray(messages) || !messages.some(isInstance)) return added;
  const models = new Map();
  return added.map((message) => likeNeighbours(message, messages, models));
}

/** Sets a property, also one called `__proto__`. */
function put(container, key, value) {
  if (key === '__proto__') Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
  else container[key] = value;
}

/** The patch of a raw `invert_patch`, with the host's own values in the places that the core names. */
function wayBack({ host, ...patch }, messages) {
  const stepInto = (value, step) => (isWrapping(value, step) ? value.toJSON() : value)[step];
  for (const { at, from } of host) {
    const parents = stepsOf(at);
    const last = parents.pop();
    put(parents.reduce(stepInto, patch), last, stepsOf(from).reduce(stepInto, messages));
  }
  return patch;
}

module.exports = { applyPatch, ofClasses, wayBack };
