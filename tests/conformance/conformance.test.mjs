// Runs every vector in `tests/vectors` through the Node package: by the raw call, and as users do,
// by the public functions in camelCase and by `Compactor.compact`. The Rust and Python runners read
// the same files.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import core from '../../bindings-node/core.cjs';
import names from '../../bindings-node/names.cjs';
import { wayBack } from '../../bindings-node/patch.cjs';
import vocabularies from '../../bindings-node/vocabulary.cjs';
import { LoopDetector } from 'conspectus/context';
import { camelOptions, casesOf, NativeMachine, toSnake } from './machine.mjs';
import { canCompact, isMethod, isOperation, runCompactor, runMethod, runOperation, runVocabulary } from './public.mjs';

const root = new URL('../vectors/', import.meta.url).pathname;
const files = readdirSync(root, { recursive: true }).filter((name) => name.endsWith('.json')).sort();
// A list made by `short.py`; without one, all are played.
const short = process.env.CONSPECTUS_VECTORS ? new Set(JSON.parse(readFileSync(process.env.CONSPECTUS_VECTORS, 'utf8'))) : null;
const counted = { cases: 0, functions: 0, compactions: 0, handOnly: 0 };

for (const file of files) {
  const vectors = JSON.parse(readFileSync(join(root, file), 'utf8'));
  describe(`${vectors.area}/${file}`, () => {
    for (const vector of casesOf(vectors).filter(({ name }) => !short || short.has(`${file.replaceAll('\\', '/').replace(/\.json$/, '')}/${name}`))) {
      test(vector.name, async () => {
        counted.cases++;
        const raw = run(vector);
        await runPublic(vector, raw);
      });
    }
  });
}
after(() => {
  const { cases, functions, compactions, handOnly } = counted;
  assert.ok(cases > 0 && functions > 0 && compactions > 0, 'no vectors found');
  console.log(`conformance: ${cases} cases by the raw call; ${functions} by public functions, ${compactions} by Compactor.compact, ${handOnly} by hand alone`);
});

/** By the raw call, or the machine. Gives what came back. */
function run(vector) {
  const messages = expand(vector.messages);
  const options = expand(vector.options ?? null);
  const before = fingerprint(messages);
  let result;
  try {
    if (vector.vocabulary) result = new vocabularies.Vocabulary(bytesOf(vector.vocabulary), source(vector.vocabulary)).callRaw(vector.call, messages, options);
    else if (vector.call === 'loops') result = playLoops(vector, options);
    else if (vector.store && vector.call !== 'compactor') result = byStore(vector, messages, options);
    else result = vector.call === 'compactor' ? play(vector, messages, options) : core.callRaw(vector.call, messages, options);
    if (vector.call === 'invert_patch') result = wayBack(result, messages);
  } catch (error) {
    checkError(vector, error);
    assert.equal(fingerprint(messages), before, 'the input was changed');
    return null;
  }
  assert.ok(!vector.error, `expected the error ${JSON.stringify(vector.error)}, got ${JSON.stringify(result)}`);
  assert.equal(fingerprint(messages), before, 'the input was changed');
  if ('expect' in vector) subset(expectedOf(vector), result, '');
  const patch = core.toPatch(result?.patch ?? { ops: [], splices: [] });
  const applied = Array.isArray(messages) ? core.applyPatch(messages, patch) : messages;
  if (vector.expect_same) assert.equal(applied, messages, 'not the very same list');
  if (vector.expect_messages) assert.deepEqual(applied, expand(vector.expect_messages));
  assert.equal(fingerprint(messages), before, 'the input was changed');
  return { result, patch };
}

/** An operation with a store: what it says has to be stored goes there, and then it is called once more. */
function byStore({ call, store }, messages, options) {
  const asked = core.callRaw(call, messages, { ...options, locators: {} }).offloads;
  const places = asked.map(({ key }, index) => [key, store[index] ?? null]).filter(([, place]) => place !== null);
  return { ...core.callRaw(call, messages, { ...options, locators: Object.fromEntries(places) }), asked };
}

/** What of the package's public side can run a case. */
function howPublic(vector, raw, options) {
  if (vector.vocabulary) return isMethod(vector.vocabulary, options) ? 'functions' : 'handOnly';
  if (vector.call !== 'compactor') return isOperation(vector.call) ? 'functions' : 'handOnly';
  return canCompact(vector, raw?.result) ? 'compactions' : 'handOnly';
}

/** As a user would: the same, in JavaScript's words. */
async function runPublic(vector, raw) {
  const messages = expand(vector.messages);
  const options = expand(vector.options ?? null);
  const before = fingerprint(messages);
  const kind = howPublic(vector, raw, options);
  counted[kind]++;
  if (kind === 'handOnly') return;
  try {
    if (vector.vocabulary) {
      const found = runVocabulary(vector.vocabulary, bytesOf(vector.vocabulary), vector.call, messages, options);
      if ('expect' in vector) subset(vector.expect, found, '');
    } else if (vector.call === 'compactor') {
      compareRun(vector, raw?.result, raw?.patch, await runCompactor(vector, messages, options, expand));
    } else {
      const outcome = await runOperation(vector, messages, options, raw?.result);
      const expected = 'expect' in vector ? outcome.expect(expectedOf(vector)) : undefined;
      if (expected !== undefined) subset(expected, outcome.found, '');
      if (vector.expect_same && 'messages' in outcome) assert.equal(outcome.messages, messages, 'not the very same list');
      if (vector.expect_messages) assert.deepEqual(outcome.messages, expand(vector.expect_messages));
      if ('changed' in outcome && Array.isArray(messages)) assert.equal(outcome.changed, outcome.messages !== messages);
    }
  } catch (error) {
    checkError(vector, error);
    assert.equal(fingerprint(messages), before, 'the input was changed');
    return;
  }
  assert.ok(!vector.error, `expected the error ${JSON.stringify(vector.error)}`);
  assert.equal(fingerprint(messages), before, 'the input was changed');
}

/** A run by `Compactor.compact` and the same by hand. */
function compareRun(vector, raw, patch, found) {
  if (found.thrown) {
    assert.deepEqual([raw.status, raw.result.code], ['failed', 'summarizer_error'], 'what the summariser threw did not end the run');
    return;
  }
  assert.notEqual(raw.result.code, 'summarizer_error', 'what the summariser threw was lost');
  assert.equal(found.changed, raw.applied);
  const { messages: _, error, undoPatch, ...fields } = JSON.parse(JSON.stringify(found.result));
  assert.deepEqual(toSnake(fields), raw.result);
  assert.equal(found.ended !== null, raw.tried);
  if (Array.isArray(found.list)) assert.equal(found.result.rows().length, found.list.length);
  assert.deepEqual(found.messages, core.applyPatch(found.list, patch));
  assert.deepEqual(found.result.undo(), found.list);
  if (!raw.applied) assert.equal(found.messages, found.list, 'not the very same list');
  if (vector.expect_messages && !('current' in vector)) assert.deepEqual(found.messages, expand(vector.expect_messages));
}

/** The error that the vector expects; any other is thrown again. */
function checkError(vector, error) {
  if (!(error instanceof core.ConspectusError) || !vector.error) throw error;
  assert.equal(error.code, vector.error.code, error.message);
  if ('path' in vector.error) assert.equal(snakePath(error.path), vector.error.path);
}

/** A file of `tests/vocabularies` or a text. */
const bytesOf = ({ file, text }) => (text === undefined ? readFileSync(new URL(`../vocabularies/${file}`, import.meta.url)) : Buffer.from(text));

/** What says how it is to be read. */
const source = (vocabulary) => Object.fromEntries(Object.entries(vocabulary.source).map(([name, value]) => [names.camel(name), value]));

/** A case of `call: "loops"`: each step calls a method of a detector of loops, or saves and loads it. */
function playLoops(vector, options) {
  let detector = new LoopDetector(camelOptions(options));
  const answers = vector.steps.map((step) => {
    if (step.reload || step.load) {
      detector = LoopDetector.load(step.load ?? JSON.parse(JSON.stringify(detector.save())), camelOptions(options));
      return null;
    }
    const input = expand(step.input ?? null);
    const pieces = step.chars === undefined ? [input] : Array.from({ length: Math.ceil(input.length / step.chars) }, (_, index) => input.slice(index * step.chars, (index + 1) * step.chars));
    let answer = null;
    for (let time = 0; time < (step.times ?? 1); time++) for (const piece of pieces) answer = runMethod(detector, names.camel(step.ask), piece) ?? null;
    return toSnake(answer);
  });
  return { answers, found: detector.found, saved: detector.save() };
}

/** A case of `call: "compactor"`: the host's side is in `turn`, `summary`, `failure`, `cancel`, `current` and so on; `before` holds earlier runs. */
function play(vector, messages, options) {
  let machine = new NativeMachine(options, vector.load);
  let result;
  for (const run of [...(vector.before ?? []), vector]) {
    if (run.reload) machine = new NativeMachine(options, JSON.parse(JSON.stringify(machine.save())));
    const appliedBefore = Boolean(result?.appliedBefore || result?.applied);
    // An earlier run may have a list of its own.
    const own = run !== vector && 'messages' in run ? expand(run.messages) : messages;
    result = { ...playOne(machine, { ...vector, ...run }, own), appliedBefore };
  }
  return result;
}

/** The list of a run: the `first` messages of the whole one, as a `view` shows them. */
function listed(machine, vector, messages) {
  const full = 'first' in vector ? messages.slice(0, vector.first) : messages;
  const seen = vector.view ? machine.view(full) : null;
  return seen === null ? full : [...seen.messages, ...full.slice(seen.covered)];
}

/** One run of a machine. */
function playOne(machine, vector, whole) {
  const messages = listed(machine, vector, whole);
  const recovery = (vector.refused ?? []).map((error) => machine.handleProviderError(expand(error))).at(-1) ?? null;
  // A plan changes nothing: what the run does is compared below.
  const plan = vector.plan ? machine.plan(messages, expand(vector.turn ?? null)) : null;
  machine.handleMessages(messages, expand(vector.turn ?? null));
  const result = { plan, recovery, actions: [], requests: [], offloads: [], wanted: [], causes: [], log: [], events: [], request: null, patch: null };
  for (let action = machine.poll(); action !== null; action = machine.poll()) {
    result.actions.push(action.kind);
    for (const { level, event } of action.log ?? []) result.log.push(`${level} ${event}`);
    result.events.push(...(action.log ?? []));
    if (action.kind === 'summarize') {
      result.request = action.request;
      const answer = vector.answers?.[result.requests.length] ?? { text: vector.summary, failure: vector.failure };
      result.requests.push(action.request);
      if (vector.cancel) machine.cancel();
      else if (typeof answer.failure === 'string') machine.handleFailure(answer.failure);
      else machine.handleSummary(expand(answer.text ?? ''), answer.usage ?? null);
    } else if (action.kind === 'store_output') {
      const locator = 'store' in vector ? vector.store[result.offloads.length] ?? null : action.key;
      result.offloads.push(action);
      if (vector.cancel_store) machine.cancel();
      else if (locator === null) machine.handleStoreFailed('disk full');
      else machine.handleStored(locator);
    } else if (action.kind === 'read_files') {
      result.wanted = action.files;
      machine.handleRestored(expand(vector.files ?? null));
    } else if (action.kind === 'before_compact') {
      result.causes.push(action.trigger);
      if (typeof vector.before_compact === 'string') machine.handleBeforeCompact(vector.before_compact);
    } else if (action.kind === 'apply') {
      result.patch = action.patch;
      machine.handleCurrent('current' in vector ? expand(vector.current) : messages);
    } else if (action.kind === 'done') {
      const { tried, applied, result: ended } = action;
      const last = result.events.filter(({ event }) => ['finished', 'failed', 'too_large'].includes(event)).at(-1);
      Object.assign(result, { status: ended.status, tried, applied, result: ended, finished: last?.attributes ?? null });
    }
  }
  if (!result.applied) result.patch = { ops: [], splices: [] };
  result.now = 'current' in vector ? null : core.applyPatch(messages, core.toPatch(result.patch));
  result.saved = machine.save();
  return result;
}

/** Every key of `expected` is in `found`, with the same value, or is null and absent; lists are equal item by item. */
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
      if (value === null && !(key in found)) continue;
      assert.ok(key in found, `${path}/${key} is missing`);
      subset(value, found[key], `${path}/${key}`);
    }
  } else {
    assert.equal(found, expected, path);
  }
}

/** A way back holds the host's own values: bytes, and texts that JSON cannot hold. */
const expectedOf = ({ call, expect }) => (call === 'invert_patch' ? expand(expect) : expect);

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
