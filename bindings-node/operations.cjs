'use strict';
// The operations, made from the table. Those that do more than call the core follow by hand.

const { native, open, withPair, call, inverse, patched } = require('./core.cjs');
const { errorData } = require('./errors.cjs');
const { History } = require('./history.cjs');
const { isObject, toCamel, toSnake } = require('./names.cjs');
const { storing } = require('./store.cjs');
const table = require('./table.cjs');

const applied = (input, { patch }, report) => patched(Array.isArray(input) ? input : input.messages, patch, report);

/** How the result of an operation becomes JavaScript's. */
const GIVES = {
  plain: (result) => toCamel(result),
  field: (result, field) => toCamel({ [field]: result[field] })[field],
  patched: (result, field, input) => (field === '' ? applied(input, result).messages : applied(input, result, toCamel(result[field]))),
};

function operation(name) {
  const { core, hasInput, gives, field } = table.operations[name];
  const give = GIVES[gives];
  const run = hasInput
    ? (input, options) => give(call(core, input, options), field, input)
    : (options) => give(call(core, null, options), field, null);
  return Object.defineProperty(run, 'name', { value: name });
}

const made = Object.fromEntries(Object.keys(table.operations).map((name) => [name, operation(name)]));

/** Options by their flat names as a ledger takes them, in groups. */
function grouped(options) {
  const result = {};
  for (const [name, value] of Object.entries(options)) {
    const [group, leaf] = table.options[name] ?? ['', name];
    if (group === '') result[leaf] = value;
    else (result[group] ??= {})[leaf] = value;
  }
  return result;
}

function estimateTokens(messages, options) {
  if (!isObject(options) || options.tokenizer == null) return made.estimateTokens(messages, options);
  const { system, tools, reports, ...measuring } = options;
  const history = new History(grouped(measuring)).extend(messages);
  for (const { usage, messages: count } of reports ?? []) history.reportUsage(usage, count);
  return history.estimate({ system, tools });
}

/** Outputs are stored first, then they go; one that `store` throws for stays. */
async function stored(name, messages, { store: given, ...options }) {
  const store = storing(given);
  const locators = { ...options.locators };
  const { offloads } = call(table.operations[name].core, messages, { ...options, locators });
  for (const output of offloads) {
    try {
      locators[output.key] = String(await store(output));
    } catch {
      continue;
    }
  }
  return made[name](messages, { ...options, locators });
}

/** Whether a `store` was given. */
const hasStore = (options) => isObject(options) && options.store != null;

async function maskToolOutputs(messages, options) {
  return hasStore(options) ? stored('maskToolOutputs', messages, options) : made.maskToolOutputs(messages, options);
}

/** With `progress`, row by row; without, in one call. */
function simulate(messages, options) {
  if (!isObject(options)) return made.simulate(messages, options);
  const { progress, ...rest } = options;
  if (progress == null) return made.simulate(messages, rest);
  const simulation = withPair(messages, toSnake(rest), (...args) => new native.NativeSimulation(...args));
  open(simulation.problem());
  for (;;) {
    const { more, done, total } = open(simulation.step());
    if (!more) return GIVES.field(open(simulation.rows()), 'rows');
    progress(done, total);
  }
}

const classifyError = (error, options) => made.classifyError(errorData(error), options);
const recover = (error, options) => made.recover(errorData(error), options);

const invertPatch = (messages, { patch } = {}) => inverse(messages, patch);

const countUpTo = (text, limit, options) => made.countTokens(text, { ...options, limit });

async function countTokensAsync(input, options) {
  const texts = Array.isArray(input) ? input : [input];
  // The core says what is wrong with anything but text.
  if (!texts.every((text) => typeof text === 'string')) return made.countTokensBatch(texts, options);
  const counts = open(await native.callAsync('count_tokens_batch', texts, JSON.stringify(toSnake(options))));
  return Array.isArray(input) ? counts : counts[0];
}

/** An operation that reads files, off the event loop. */
const onDisk = (name, core) => async (path, options) => {
  // The core says what is wrong with anything but a text.
  if (typeof path !== 'string') return made[name](path, options);
  return toCamel(open(await native.callAsync(core, path, JSON.stringify(toSnake(options)))));
};

module.exports = { ...made, invertPatch, classifyError, recover, estimateTokens, maskToolOutputs, simulate, countUpTo, countTokensAsync, readFile: onDisk('readFile', 'read_file'), loadMemory: onDisk('loadMemory', 'load_memory') };
