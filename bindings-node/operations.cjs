'use strict';
// The operations, made from the table. Those that do more than call the core follow by hand.

const { Asked, OF_LIST, inPair, call, callLater, inverse } = require('./core.cjs');
const { errorData } = require('./errors.cjs');
const { History, hostCounts } = require('./history.cjs');
const { isObject, toCamel, toSnake } = require('./names.cjs');
const { edited, made: madeAs } = require('./results.cjs');
const { storing } = require('./store.cjs');
const table = require('./table.cjs');

/** How the result of an operation becomes JavaScript's. */
const GIVES = {
  plain: (result, row) => madeAs(row.made, toCamel(result)),
  field: (result, { field }) => toCamel({ [field]: result[field] })[field],
  // What is no list holds one.
  edited: (result, row, input) => edited(Array.isArray(input) ? input : input.messages, result),
};

/** All of them; those of a preset's module act as that preset. */
function build(module) {
  const core = (name) => `${module && `${module}.`}${table.operations[name].core}`;

  function operation(name) {
    const row = table.operations[name];
    const give = GIVES[row.gives];
    const run = row.hasInput
      ? (input, options) => give(call(core(name), input, options), row, input)
      : (options) => give(call(core(name), null, options), row, null);
    return Object.defineProperty(run, 'name', { value: name });
  }

  const made = Object.fromEntries(Object.keys(table.operations).map((name) => [name, operation(name)]));

  /** With a `tokenizer`, a ledger counts: it asks for each text once. */
  const counted = (name, pick) => (messages, options) => {
    if (!isObject(options) || options.tokenizer == null || typeof options.tokenizer === 'string') return made[name](messages, options);
    const { system, tools, reports, ...measuring } = options;
    if (typeof messages === 'string') {
      return madeAs('TokenCount', { tokens: hostCounts(options).tokenizer(messages), exact: true, byKind: null, perMessage: [], details: null });
    }
    const preset = module && { preset: module.replace('_', '-') };
    const history = new History({ ...preset, ...measuring }).extend(messages);
    for (const { usage, messages: count } of reports ?? []) history.reportUsage(usage, count);
    return pick(history.countTokens({ system, tools }));
  };
  const countTokens = counted('countTokens', (count) => count);
  const estimateTokens = counted('estimateTokens', (count) => count.details);

  /** Outputs are stored first, then they go; one that `store` throws for stays. */
  async function stored(name, messages, { store: given, ...options }) {
    const store = storing(given);
    const locators = { ...options.locators };
    const { offloads } = call(core(name), messages, { ...options, locators });
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
    const simulation = new Asked('simulation', messages, toSnake(rest), inPair, OF_LIST);
    for (;;) {
      const { more, done, total } = simulation.tell('step');
      if (!more) return GIVES.plain(simulation.tell('rows'), table.operations.simulate);
      progress(done, total);
    }
  }

  const classifyError = (error, options) => made.classifyError(errorData(error), options);

  /** The fields of a result are computed when they are read, which the core can't do while it reads. */
  const chatEvent = (result, options) => made.chatEvent(result?.toJSON?.() ?? result, options);

  const invertPatch = (messages, { patch } = {}) => inverse(messages, patch);

  async function countTextsAsync(texts, options) {
    // The core says what is wrong with anything but texts.
    if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string')) return made.countTexts(texts, options);
    return callLater('count_texts', texts, toSnake(options));
  }

  /** A model is asked, and its answer checked; if it fails, the output stays. */
  async function summarized(text, { summarize, ...options }) {
    const { request, ...first } = made.summarizeOutput(text, options);
    if (request === null) return { ...first, request };
    let answer = null;
    try {
      const given = await summarize(request, {});
      answer = typeof given === 'string' ? given : given.text;
    } catch (error) {
      process.emitWarning(`no model wrote a tool result shorter, so it stays: ${error?.message ?? error}`, { type: 'ConspectusWarning' });
    }
    return { ...made.summarizeOutput(text, { ...options, answer }), request: null };
  }

  const summarizeOutput = (text, options) => (options?.summarize == null ? made.summarizeOutput(text, options) : summarized(text, options));

  /** An operation that reads files, off the event loop. */
  const onDisk = (name) => async (path, options) => {
    // The core says what is wrong with anything but a text.
    if (typeof path !== 'string') return made[name](path, options);
    return toCamel(await callLater(core(name), path, toSnake(options)));
  };

  return {
    ...made, chatEvent, invertPatch, classifyError, countTokens, estimateTokens, maskToolOutputs, simulate, countTextsAsync, summarizeOutput,
    readFile: onDisk('readFile'), loadInstructions: onDisk('loadInstructions'),
  };
}

module.exports = { ...build(''), build };
