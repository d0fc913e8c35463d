'use strict';
// `Compactor`: the loop around the state machine. It awaits the host's functions and honours an
// AbortSignal.

const { channel: channelOf } = require('node:diagnostics_channel');
const { inspect } = require('node:util');
const { fail, applyPatch, ofClasses } = require('./core.cjs');
const { disposal } = require('./history.cjs');
const { Machine } = require('./machine.cjs');
const { isObject } = require('./names.cjs');
const { Result, line } = require('./results.cjs');
const { storing } = require('./store.cjs');
const { turn: turnNames } = require('./table.cjs');

/** The channel on which records are published, for tools that look on. */
const channel = channelOf('conspectus');
const isGiven = (value) => value !== undefined && value !== null;
/** The options for the core, and the functions that stay here. */
function withoutFunctions(options) {
  const { store, beforeCompact, onCompact, onEvent, ...rest } = options;
  const functions = { store: storing(store), beforeCompact, onCompact, onEvent };
  if (isObject(rest.preset)) {
    const { restore, ...preset } = rest.preset;
    if (isGiven(restore) && typeof restore !== 'function') throw fail('INVALID_OPTION', '/preset/restore', 'restore must be a function');
    [functions.restore, rest.preset] = [restore, preset];
  }
  for (const [name, value] of Object.entries(functions)) {
    if (isGiven(value) && typeof value !== 'function') throw fail('INVALID_OPTION', `/${name}`, `${name} must be a function`);
  }
  // The core knows which of them the preset calls.
  const listed = ['store', 'restore'].filter((name) => isGiven(functions[name]));
  if (listed.length) rest.hostFunctions = listed;
  const { summarize } = rest;
  if (isGiven(summarize) && (typeof summarize !== 'string' || summarize === 'host')) {
    if (typeof summarize !== 'function') throw fail('INVALID_OPTION', '/summarize', "summarize must be a function, or 'extractive'");
    functions.summarize = summarize;
    rest.summarize = 'host';
  }
  return { rest, functions };
}

/** Decides when and what, asks for a summary, checks it, and only then changes anything. One for each conversation. */
class Compactor {
  #machine;
  #functions;
  #options;
  #isBusy = false;
  #isDisposed = false;

  constructor(options) {
    if (typeof options === 'string') throw fail('INVALID_OPTION', '', `options are an object: write new Compactor({ model: '${options}' })`);
    const { rest, functions } = isObject(options) ? withoutFunctions(options) : { rest: options, functions: {} };
    this.#machine = new Machine(rest);
    this.#functions = functions;
    this.#options = rest;
  }

  async compact(messages, turn) {
    const { signal, ...rest } = isObject(turn) ? turn : {};
    if (isGiven(signal) && !isSignal(signal)) throw fail('INVALID_OPTION', '/signal', 'signal must be an AbortSignal');
    if (this.#isBusy) throw fail('BUSY', '', 'the compactor is busy with a run: wait for its end or cancel it; make one compactor for each conversation');
    this.#isBusy = true;
    try {
      return await run(this.#machine, this.#functions, messages, isObject(turn) ? rest : turn, signal ?? undefined);
    } finally {
      this.#isBusy = false;
      if (this.#isDisposed) this.#machine.dispose();
    }
  }

  /**
   * As `compact`, for a host that keeps the full list and hands it over each time. What was
   * summarised before stays summarised: the messages are recognised by identity, or by their
   * content if the host copies them.
   */
  async view(full, turn) {
    return this.compact(full, turn);
  }

  /**
   * What `compact` with these arguments would do; `String(plan)` is its text for people. Nothing
   * changes, no model is asked and nothing is stored: what a model's summary would say is not
   * known.
   */
  plan(messages, turn) {
    return this.#machine.plan(messages, turn);
  }

  /**
   * What to do about a provider's error: what an SDK threw, its data, or its text. But for the
   * action `fail`, call `compact` and send again: the compactor does what the refusal asks for,
   * whatever the estimates say.
   */
  handleProviderError(error) {
    return this.#machine.handleProviderError(error);
  }

  /** Ends a run that goes on: its result has the status `cancelled`. */
  cancel() {
    this.#functions.cancelled?.();
    this.#machine.cancel();
  }

  /** What the compactor remembers, as plain data. Options are not in it, nor is a run that goes on. */
  save() {
    return this.#machine.save();
  }

  /** A compactor with these options that remembers what another one saved. */
  static load(state, options) {
    const compactor = new this(options);
    compactor.#machine = Machine.load(state, compactor.#options);
    return compactor;
  }

  /** Frees the memory at once. Every later call throws. */
  dispose() {
    this.#isDisposed = true;
    if (this.#isBusy) this.cancel(); // The run frees it when it ends.
    else this.#machine.dispose();
  }

  [disposal]() {
    this.dispose();
  }

  toString() {
    return line('Compactor', { state: this.#isDisposed ? 'disposed' : this.#machine.state });
  }

  [inspect.custom]() {
    return this.toString();
  }
}

/** One compaction: a compactor of the options, and the rest for its one turn. */
async function compact(messages, everything) {
  if (!isObject(everything)) return new Compactor(everything).compact(messages);
  const [turn, options] = [{}, {}];
  for (const name of Object.keys(everything)) (name === 'signal' || turnNames.includes(name) ? turn : options)[name] = everything[name];
  return new Compactor(options).compact(messages, turn);
}

async function run(machine, functions, messages, turn, signal) {
  const { summarize, store, restore, beforeCompact, onCompact, onEvent } = functions;
  const view = machine.view(messages, turn);
  // Where the host keeps the full list, former runs stand in place of its first messages.
  const joined = () => (view === null ? messages : view.messages.concat(messages.slice(view.covered)));
  // Joined once, as long as no code of the host can have run in between: it may have changed the
  // list.
  let untouched = joined();
  const listed = () => untouched ?? joined();
  const planning = machine.begin(untouched, turn);
  if (planning) {
    untouched = null;
    let isCancelled = false;
    functions.cancelled = () => (isCancelled = true);
    await planning.finally(() => (functions.cancelled = undefined));
    // It may have been before the work began.
    if (isCancelled) machine.cancel();
  }
  let patch = null;
  let thrown = null;
  let dispose = () => {};
  try {
    let aborted;
    ({ promise: aborted, dispose, cancelled: functions.cancelled } = whenAborted(signal, () => machine.cancel()));
    for (let action = machine.pollLean(); action !== null; action = machine.pollLean()) {
      if (beforeCompact || onCompact || onEvent || channel.hasSubscribers || !['apply', 'done'].includes(action.kind)) untouched = null;
      for (const event of action.log ?? []) {
        onEvent?.(event);
        if (channel.hasSubscribers) channel.publish(event);
      }
      if (action.kind === 'summarize') {
        // A request asks in instances where the list holds instances, so that what sends the list
        // can send the request.
        const request = { ...action.request, messages: ofClasses(action.request.messages, messages) };
        const outcome = await Promise.race([ask(summarize, request, signal), aborted]);
        if (outcome === null || machine.state !== 'summarizing') continue; // cancelled: the machine says so next
        // A mistake of the program is no failure of the model: nothing may stand in for it.
        if ('misuse' in outcome) throw outcome.misuse;
        if ('error' in outcome) {
          thrown = outcome;
          mistaken(functions, outcome.error);
          machine.handleFailure(describe(outcome.error));
        } else {
          try {
            await machine.summarized(outcome.text, outcome.usage);
          } catch (error) {
            if (machine.state !== 'done') throw error; // cancelled meanwhile: the machine says so next
          }
        }
      } else if (action.kind === 'offload') {
        const outcome = await Promise.race([attempt(store, NO_STORE, action, signal), aborted]);
        if (outcome === null || machine.state !== 'offloading') continue;
        if ('error' in outcome || !isGiven(outcome.value)) machine.handleStoreFailed(describe(outcome.error ?? NO_LOCATOR));
        else machine.handleStored(outcome.value);
      } else if (action.kind === 'restore') {
        const outcome = await Promise.race([attempt(restore, NO_RESTORE, action.files, signal), aborted]);
        if (outcome === null || machine.state !== 'restoring') continue;
        machine.handleRestored('error' in outcome ? null : outcome.value);
      } else if (action.kind === 'before_compact') {
        const before = machine.state;
        const { cancel, context } = heard(await beforeCompact?.({ trigger: action.trigger }));
        if (machine.state !== before) continue; // cancelled meanwhile: the machine says so next
        if (cancel) machine.cancel();
        else if (context !== undefined) machine.handleBeforeCompact(context);
      } else if (action.kind === 'apply') {
        patch = action.patch;
        machine.handleCurrent(listed());
      } else if (action.kind === 'done') {
        const { applied, tried, result: fields } = action;
        const now = listed();
        const messages = applied ? applyPatch(now, patch) : now;
        const before = applied ? [...now] : now;
        const told = { messages, changed: applied || view !== null, error: thrown?.error ?? null, before, patch: applied ? patch : null, ended: machine.takeEnded() };
        const result = new Result(fields, told);
        // The work is done: it is not lost because somebody could not be told.
        const late = tried && onCompact ? await attempt(() => onCompact(result), '', null, signal) : {};
        // A failing second call, or one that shares a prefix, does not end the run.
        if (thrown && fields.code === 'summarizer_error') throw thrown.error;
        return 'error' in late && result.error === null ? result.withError(late.error) : result;
      }
    }
  } finally {
    dispose();
    functions.cancelled = undefined;
    // Whatever went wrong, the machine is ready for the next run.
    machine.cancel();
    while (machine.pollAction() !== null);
  }
  throw new Error('the compactor ended without a result');
}

/** Says once that `summarize` is written wrongly: nothing else would, since another summary stands in. */
function mistaken(functions, error) {
  // What `fetch` throws for a connection that fails is a TypeError too, with a cause.
  const isMistake = (error instanceof TypeError && error.cause === undefined && error.message !== 'fetch failed') || error instanceof ReferenceError;
  if (!isMistake || functions.isMistaken) return;
  functions.isMistaken = true;
  process.emitWarning(`your \`summarize\` threw ${error}: that is a mistake in the program, and no model is asked`, { type: 'ConspectusWarning', detail: error.stack });
}

const ANSWERS = { cancel: 'boolean', context: 'string' };

/** What the answer of `beforeCompact` says. */
function heard(answer) {
  if (!isObject(answer)) return {};
  if (Object.entries(answer).every(([name, value]) => typeof value === ANSWERS[name])) return answer;
  throw new TypeError('`beforeCompact` may return `{ cancel: true }`, which ends the run, `{ context: "..." }`, which the summariser reads, or nothing');
}

async function ask(summarize, request, signal) {
  try {
    const answer = await summarize(request, { signal });
    const text = textOf(answer);
    if (text === null) return { misuse: new TypeError("`summarize` must return a string, an object with a `text`, or an SDK's reply") };
    const { inputTokens, outputTokens, stopReason } = isObject(answer) ? answer : {};
    return { text, usage: { inputTokens, outputTokens, stopReason } };
  } catch (error) {
    return { error };
  }
}

// Where the replies of SDKs hold their text: Responses, Gemini and the AI SDK; chat completions; Anthropic and LangChain;
// Bedrock. Source: their types, November 2026.
const TEXTS = [['output_text'], ['text'], ['choices', 0, 'message', 'content'], ['content'], ['message', 'content'], ['output', 'message', 'content'], ['output']];

/** The text of an answer: a string, an object with a `text`, or an SDK's reply. Nothing is an empty answer; null is none. */
function textOf(answer) {
  if (!isGiven(answer) || typeof answer === 'string') return answer ?? '';
  let found = false;
  for (const path of TEXTS) {
    const text = joined(path.reduce((value, step) => value?.[step], answer));
    if (text) return text;
    found ||= text !== null || isGiven(answer[path[0]]);
  }
  return found ? '' : null;
}

/** A text, or those of a list of blocks; null for anything else. */
function joined(content) {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return null;
  return content.map((block) => (typeof block === 'string' ? block : block?.text)).filter((text) => typeof text === 'string').join('');
}

const NO_STORE = 'the compactor has no `store`: the output stays in the history';
const NO_LOCATOR = '`store` must return where the output can be found';
const NO_RESTORE = 'the compactor has no `restore`: no file is brought back';

/** What a function of the host gives, or why it does not. */
async function attempt(call, reason, argument, signal) {
  try {
    if (typeof call !== 'function') throw new TypeError(reason);
    return { value: await call(argument, { signal }) };
  } catch (error) {
    return { error };
  }
}

/** An AbortSignal of any realm, or what works as one. */
const isSignal = (value) =>
  typeof value === 'object' && typeof value.aborted === 'boolean' && typeof value.addEventListener === 'function' && typeof value.removeEventListener === 'function';

/** A promise of null for the moment of the abort, after `cancel` was called; one that stays pending without a signal. */
function whenAborted(signal, cancel) {
  let listener;
  let cancelled;
  const promise = new Promise((resolve) => {
    cancelled = () => resolve(null);
    listener = () => {
      cancel();
      resolve(null);
    };
  });
  if (signal?.aborted) listener();
  else signal?.addEventListener('abort', listener, { once: true });
  return { promise, cancelled, dispose: () => signal?.removeEventListener('abort', listener) };
}

/** What a function threw, for the report. */
function describe(error) {
  try {
    return String((error instanceof Error && error.message) || error);
  } catch {
    return 'an exception that cannot be printed';
  }
}

module.exports = { Compactor, compact };
