// A vector as a user of the package would run it: by the public functions, in camelCase, with
// scripted functions for the host's side.
import assert from 'node:assert/strict';
import { Compactor, ConspectusError } from 'conspectus';
import { Vocabulary } from 'conspectus/tokens';
import { names } from 'conspectus/sansio';
import operations from '../../bindings-node/operations.cjs';
import spelling from '../../bindings-node/names.cjs';
import { camelNested, camelOptions, toSnake } from './machine.mjs';

const { camel, toCamel, isObject } = spelling;

const rows = new Map(names().operations.map((row) => [row.name, row]));
const modules = new Map();
for (const { rooms } of rows.values()) {
  for (const room of rooms) if (!modules.has(room)) modules.set(room, await import(room === '' ? 'conspectus' : `conspectus/${room.replace('_', '-')}`));
}

/** The modules in which the function of a call stands: the one in front of its name, else all. */
function roomsOf(call) {
  const [name, module] = call.split('.').reverse();
  const rooms = rows.get(camel(name))?.rooms ?? [];
  return module === undefined ? rooms : rooms.filter((room) => room === module);
}

export const isOperation = (call) => roomsOf(call).length > 0;

function isElsewhere(room, options) {
  const name = options?.preset?.name ?? options?.preset ?? 'default';
  return ['gemini_cli', 'qwen_code', 'gencode', 'opencode'].includes(room) && !name.startsWith(room.replace('_', '-'));
}

/** The public function of an operation, called from each place where it stands; what it gives in the words of the vectors. */
export async function runOperation({ call, store: places }, input, options, raw) {
  const row = rows.get(camel(call.split('.').at(-1)));
  let result;
  for (const room of roomsOf(call)) {
    // A function of a preset's module acts as that preset.
    const operation = !call.includes('.') && isElsewhere(room, options) ? operations[row.name] : modules.get(room)[row.name];
    const given = camelNested(options);
    const asked = [];
    if (places) {
      given.store = (output) => {
        asked.push(output);
        const place = places[asked.length - 1];
        if (place == null) throw new Error('the disk is full');
        return place;
      };
    }
    result = row.input === null ? await operation(given) : await operation(input, given);
    if (places) assert.deepEqual(asked, raw.asked);
  }
  const { kind, field } = row.gives;
  if (kind === 'plain') return { expect: toCamel, found: result };
  if (kind === 'field') return { expect: (expected) => toCamel(expected)[camel(field)], found: result };
  assert.deepEqual(Object.keys(result), ['messages', 'changed', 'removed', 'tokensBefore', 'tokensAfter', 'details']);
  const pick = ({ removed, tokensBefore, tokensAfter, details }) => Object.fromEntries(Object.entries({ removed, tokensBefore, tokensAfter, details }).filter(([, value]) => value !== undefined));
  return { expect: (expected) => pick(toCamel(expected)), found: result, messages: result.messages, changed: result.changed };
}

/** Whether a case can be played by the methods of a vocabulary, which take no wrong options. */
export const isMethod = ({ source }, options) =>
  (source.tokenizer_json === true) !== ('pattern' in source) && Object.keys(options ?? {}).every((name) => ['at_most', 'max_tokens'].includes(name));

/** The method of a vocabulary. */
export function runVocabulary({ source }, bytes, call, input, options) {
  const vocabulary = source.tokenizer_json === true ? Vocabulary.fromTokenizerJson(bytes) : Vocabulary.fromTiktoken(bytes, camelOptions(source));
  if (call === 'count_texts' && options?.at_most !== undefined) return input.map((text) => vocabulary.countUpTo(text, options.at_most));
  if (call === 'truncate') return vocabulary.truncate(input, options.max_tokens);
  return { count_texts: () => vocabulary.countTexts(input), encode: () => vocabulary.encode(input), decode: () => vocabulary.decode(input) }[call]();
}

/** A method of a detector of loops. */
export function runMethod(detector, name, input) {
  if (name === 'addCall') return detector.addCall(input.name, input.arguments);
  if (name === 'found') return detector.found;
  if (typeof detector[name] !== 'function') throw new ConspectusError('UNKNOWN_OPERATION', '', `no method ${name}`);
  return detector[name](input);
}

/** Whether a case can be played by `Compactor.compact`: a list that changes meanwhile can only change while a summary is written. */
export function canCompact(vector, result) {
  const runs = [...(vector.before ?? []), vector];
  const requests = result?.requests.length ?? 0;
  // A compactor knows a list that it has compacted; the machine, driven by hand, takes each as a
  // new one.
  if (result?.appliedBefore || runs.some((run) => ['view', 'first', 'reload', 'load'].some((name) => name in run))) return false;
  if (vector.vocabulary) return false;
  if (runs.some((run) => 'current' in run) && (requests === 0 || runs.length > 1 || !Array.isArray(vector.current))) return false;
  return !runs.some((run) => run.answers?.some(({ usage }) => usage !== undefined && !isObject(usage)));
}

/** The case's runs by one `Compactor`. Gives the result of the last, or `{thrown}` with what its summariser threw. */
export async function runCompactor(vector, messages, options, expand) {
  const script = {};
  const functions = {
    store: () => {
      const locator = 'store' in script.vector ? script.vector.store[script.stores++] ?? null : undefined;
      if (script.vector.cancel_store) {
        script.controller.abort();
        return new Promise(() => {});
      }
      if (locator === null) throw new Error('disk full');
      return locator;
    },
    restore: () => expand(script.vector.files ?? null),
  };
  // A preset refuses a function that it never calls.
  const store = (output) => functions.store() ?? output.key;
  const preset = isObject(options?.preset) ? options.preset.name : options?.preset;
  const keyed = preset === 'gemini-cli' ? { store } : {};
  // The raw option says which functions a binding was given.
  if (options?.host_functions) {
    keyed.store = store;
    options = { ...options };
    delete options.host_functions;
  }
  const summarize = () => {
    const answer = script.vector.answers?.[script.asked] ?? { text: script.vector.summary, failure: script.vector.failure };
    script.asked++;
    if ('current' in script.vector) script.list.splice(0, script.list.length, ...expand(script.vector.current));
    if (script.vector.cancel) {
      script.controller.abort();
      return new Promise(() => {});
    }
    if (typeof answer.failure === 'string') throw (script.thrown = new Error(answer.failure));
    return answer.usage ? { text: expand(answer.text ?? ''), ...camelOptions(answer.usage) } : expand(answer.text ?? '');
  };
  const onCompact = (result) => {
    script.ended = result;
  };
  const beforeCompact = () => ('before_compact' in script.vector ? { context: script.vector.before_compact } : undefined);
  const given = camelNested(options);
  if (preset === 'qwen-code') given.preset = { name: preset, ...(isObject(given.preset) ? given.preset : {}), restore: functions.restore };
  const compactor = new Compactor(isObject(given) || given === null ? { ...given, ...keyed, ...(given?.summarize === 'host' ? { summarize } : {}), beforeCompact, onCompact } : given);
  for (const run of [...(vector.before ?? []), vector]) {
    const own = run !== vector && 'messages' in run ? expand(run.messages) : messages;
    const list = Array.isArray(own) && 'current' in { ...vector, ...run } ? [...own] : own;
    Object.assign(script, { vector: { ...vector, ...run }, asked: 0, stores: 0, thrown: null, ended: null, controller: new AbortController(), list });
    const turn = camelOptions(expand(script.vector.turn ?? null));
    const all = isObject(turn) || turn === null ? { ...turn, signal: script.controller.signal } : turn;
    for (const error of script.vector.refused ?? []) compactor.handleProviderError(expand(error));
    try {
      const result = await compactor.compact(list, all);
      if (run === vector) return { messages: result.messages, changed: result.changed, result, list, ended: script.ended };
    } catch (error) {
      if (error !== script.thrown) throw error;
      if (run === vector) return { thrown: error };
    }
  }
  return null;
}
