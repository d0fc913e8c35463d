'use strict';
// Applies a patch to a list of messages by structural sharing: containers along a changed path are copied once, everything
// else stays the same object. The shape of a patch is documented in `core/src/patch.rs`.

function applyPatch(messages, patch, fail) {
  if (patch.ops.length === 0 && patch.splices.length === 0) return messages;
  const misfit = (path) => fail('INVALID_PATCH', path, 'the patch does not fit these messages');
  const fresh = new Set();
  const own = (container) => {
    if (fresh.has(container)) return container;
    const copy = Array.isArray(container) ? container.slice() : { ...container };
    fresh.add(copy);
    return copy;
  };
  const result = own(messages);
  for (const { op, path, value } of patch.ops) {
    const steps = path.split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = steps.pop();
    let container = result;
    for (const step of steps) {
      const child = Object.hasOwn(container, step) ? container[step] : undefined;
      if (typeof child !== 'object' || child === null) throw misfit(path);
      container = container[step] = own(child);
    }
    if (last === undefined) throw misfit(path);
    if (Array.isArray(container)) {
      const index = Number(last);
      const limit = container.length + (op === 'add' ? 1 : 0);
      if (!Number.isInteger(index) || index < 0 || index >= limit) throw misfit(path);
      if (op === 'add') container.splice(index, 0, value);
      else if (op === 'remove') container.splice(index, 1);
      else container[index] = value;
    } else {
      if (op !== 'add' && !Object.hasOwn(container, last)) throw misfit(path);
      if (op === 'remove') delete container[last];
      else container[last] = value;
    }
  }
  for (const { start, delete_count: deleteCount, insert } of patch.splices) {
    if (start + deleteCount > result.length) throw misfit(`/${start}`);
    result.splice(start, deleteCount, ...insert);
  }
  return result;
}

module.exports = { applyPatch };
