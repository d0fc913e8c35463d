// Runs every vector in `tests/vectors` through the Node package. The Rust and Python runners read the same files.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import conspectus from '../../bindings-node/index.cjs';
import names from '../../bindings-node/names.cjs';
import { NativeMachine } from './machine.mjs';

const root = new URL('../vectors/', import.meta.url).pathname;
const files = readdirSync(root, { recursive: true }).filter((name) => name.endsWith('.json')).sort();
let cases = 0;

for (const file of files) {
  const vectors = JSON.parse(readFileSync(join(root, file), 'utf8'));
  describe(`${vectors.area}/${file}`, () => {
    for (const vector of vectors.cases) test(vector.name, () => { cases++; run(vector); });
  });
}
after(() => console.log(`conformance: ${cases} cases`));

function run(vector) {
  const messages = expand(vector.messages);
  const options = expand(vector.options ?? null);
  const before = fingerprint(messages);
  let result;
  try {
    if (vector.vocabulary) result = vocabulary(vector.vocabulary).callRaw(vector.call, messages, options);
    else result = vector.call === 'compactor' ? play(vector, messages, options) : conspectus.callRaw(vector.call, messages, options);
  } catch (error) {
    if (!(error instanceof conspectus.ConspectusError) || !vector.error) throw error;
    assert.equal(fingerprint(messages), before, 'the input was changed');
    assert.equal(error.code, vector.error.code, error.message);
    if ('path' in vector.error) assert.equal(snakePath(error.path), vector.error.path);
    return;
  }
  assert.ok(!vector.error, `expected the error ${JSON.stringify(vector.error)}, got ${JSON.stringify(result)}`);
  assert.equal(fingerprint(messages), before, 'the input was changed');
  if ('expect' in vector) subset(vector.expect, result, '');
  const patch = result?.patch ?? { ops: [], splices: [] };
  const applied = Array.isArray(messages) ? conspectus.applyPatch(messages, patch) : messages;
  if (vector.expect_same) assert.equal(applied, messages, 'not the very same list');
  if (vector.expect_messages) assert.deepEqual(applied, expand(vector.expect_messages));
  assert.equal(fingerprint(messages), before, 'the input was changed');
}

/** A file of `tests/vocabularies` or a text, and what says how it is to be read. */
function vocabulary({ file, text, source }) {
  const bytes = text === undefined ? readFileSync(new URL(`../vocabularies/${file}`, import.meta.url)) : Buffer.from(text);
  return new conspectus.Vocabulary(bytes, Object.fromEntries(Object.entries(source).map(([name, value]) => [names.camel(name), value])));
}

/** A case of `call: "compactor"`: the host's side is in `turn`, `summary`, `failure`, `cancel`, `current` and so on; `before` holds earlier runs. */
function play(vector, messages, options) {
  const machine = new NativeMachine(options);
  let result;
  for (const run of [...(vector.before ?? []), vector]) result = playOne(machine, { ...vector, ...run }, messages);
  return result;
}

/** One run of a machine. */
function playOne(machine, vector, messages) {
  machine.handleMessages(messages, expand(vector.turn ?? null));
  const result = { actions: [], requests: [], offloads: [], wanted: [], hooks: [], request: null, patch: null };
  for (let action = machine.poll(); action !== null; action = machine.poll()) {
    result.actions.push(action.kind);
    if (action.kind === 'summarize') {
      result.request = action.request;
      const answer = vector.answers?.[result.requests.length] ?? { text: vector.summary, failure: vector.failure };
      result.requests.push(action.request);
      if (vector.cancel) machine.cancel();
      else if (typeof answer.failure === 'string') machine.handleFailure(answer.failure);
      else machine.handleSummary(expand(answer.text ?? ''), answer.usage ?? null);
    } else if (action.kind === 'offload') {
      const locator = 'store' in vector ? vector.store[result.offloads.length] ?? null : action.key;
      result.offloads.push(action);
      if (vector.cancel_store) machine.cancel();
      else if (locator === null) machine.handleStoreFailed('disk full');
      else machine.handleStored(locator);
    } else if (action.kind === 'restore') {
      result.wanted = action.files;
      machine.handleRestored(expand(vector.files ?? null));
    } else if (action.kind === 'hook') {
      result.hooks.push(action.trigger);
    } else if (action.kind === 'apply') {
      result.patch = action.patch;
      machine.handleCurrent('current' in vector ? expand(vector.current) : messages);
    } else if (action.kind === 'done') {
      Object.assign(result, { status: action.status, status_number: action.status_number, applied: action.applied, report: action.report });
    }
  }
  if (!result.applied) result.patch = { ops: [], splices: [] };
  return result;
}

/** Every key of `expected` is in `found`, with the same value; lists are equal item by item. */
function subset(expected, found, path) {
  if (typeof expected === 'object' && expected !== null && '$contains' in expected) {
    assert.ok(typeof found === 'string' && found.includes(expected.$contains), `${path}: ${JSON.stringify(found)} lacks ${expected.$contains}`);
  } else if (Array.isArray(expected)) {
    assert.ok(Array.isArray(found), `${path}: not a list`);
    assert.equal(found.length, expected.length, `${path}: length`);
    expected.forEach((item, index) => subset(item, found[index], `${path}/${index}`));
  } else if (typeof expected === 'object' && expected !== null) {
    assert.ok(typeof found === 'object' && found !== null, `${path}: not an object`);
    for (const [key, value] of Object.entries(expected)) {
      assert.ok(key in found, `${path}/${key} is missing`);
      subset(value, found[key], `${path}/${key}`);
    }
  } else {
    assert.equal(found, expected, path);
  }
}

/** Expands `$number`, `$repeat`, `$units`, `$bytes`, `$concat` and `$nest`. */
function expand(value) {
  if (Array.isArray(value)) return value.map(expand);
  if (typeof value !== 'object' || value === null) return value;
  const [key] = Object.keys(value);
  if (key === '$number') return Number(value.$number);
  if (key === '$repeat') return value.$repeat[0].repeat(value.$repeat[1]);
  if (key === '$units') return String.fromCharCode(...value.$units);
  if (key === '$bytes') return Uint8Array.from(Buffer.from(value.$bytes, 'base64'));
  if (key === '$concat') return value.$concat.map(expand).join('');
  if (key === '$nest') {
    let nested = expand(value.$nest[1]);
    for (let level = 0; level < value.$nest[0]; level++) nested = [nested];
    return nested;
  }
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, expand(child)]));
}

const snakePath = (path) => path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The value as text, for "the input is as it was"; values that JSON cannot reach are told by their keys. */
function fingerprint(value) {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return 'too deep for JSON';
    throw error;
  }
}
