'use strict';
// `Compactor`: the loop around the state machine. It awaits the host's functions and honours an
// AbortSignal.

const { channel: channelOf } = require('node:diagnostics_channel');
const { inspect } = require('node:util');
const { fail, applyPatch, ofClasses } = require('./core.cjs');
const { disposal, isClass } = require('./history.cjs');
const { Machine } = require('./machine.cjs');
const { camel, isObject } = require('./names.cjs');
const { Result, line } = require('./results.cjs');
const { storing } = require('./store.cjs');
const { turn: turnNames } = require('./table.cjs');

/** The channel on which records are published, for tools that look on. */
const channel = channelOf('conspectus');
const isGiven = (value) => value !== undefined && value !== null;
function mustBeFunction(name, value, other) {
  if (isClass(value)) throw fail('INVALID_OPTION', `/${name}`, `${name} must be a function${other}, not a class: use new ${value.name}(...)`);
  if (typeof value !== 'function') throw fail('INVALID_OPTION', `/${name}`, `${name} must be a function${other}`);
}

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
    if (isGiven(value)) mustBeFunction(name, value, name === 'store' ? ' or a FolderStore' : '');
  }
  functions.isWatched = isGiven(beforeCompact) || isGiven(onCompact) || isGiven(onEvent);
  // The core knows which of them the preset calls.
  const listed = ['store', 'restore'].filter((name) => isGiven(functions[name]));
  if (listed.length) rest.hostFunctions = listed;
  const { summarize } = rest;
  if (isGiven(summarize) && (typeof summarize !== 'string' || summarize === 'host')) {
    mustBeFunction('summarize', summarize, ", or 'extractive'");
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
    if (typeof options === 'string') throw fail('INVALID_OPTION', '', `options are an object: use new Compactor({ model: '${options}' })`);
    const { rest, functions } = isObject(options) ? withoutFunctions(options) : { rest: options, functions: {} };
    this.#machine = new Machine(rest);
    this.#functions = functions;
    this.#options = rest;
  }

  async compact(messages, turn) {
    const { signal, ...rest } = isObject(turn) ? turn : {};
    if (isGiven(signal) && !isSignal(signal)) throw fail('INVALID_OPTION', '/signal', 'signal must be an AbortSignal');
    if (this.#isBusy) throw fail('BUSY', '', 'the compactor is busy with a run: wait or cancel it, and use one compactor per conversation');
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

  /** It belongs to one conversation, and a copy would hold nothing. */
  toJSON() {
    throw new TypeError('a compactor cannot be copied: use compactor.save() and Compactor.load(state, options)');
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
    await planned(planning, machine, functions);
  }
  let [patch, thrown, isOver, dispose] = [null, null, false, () => {}];
  try {
    let aborted;
    ({ promise: aborted, dispose, cancelled: functions.cancelled } = whenAborted(signal, () => machine.cancel()));
    // What is asked before the work is waited for in any case, and hears of no signal.
    const asked = ({ function: name, onError, timedOut }, argument) => {
      const call = functions[camel(name)];
      if (onError === 'raise') return attempt(name, call, argument);
      if (hasTimedOut(signal)) return aborted;
      const wait = (given) => Promise.race([attempt(name, call, argument, { signal: given }), aborted]);
      return timedOut ? inTime(wait, signal, argument.timeoutS, timedOut) : wait(signal);
    };
    const poll = () => machine.pollLean(Boolean(functions.onEvent) || channel.hasSubscribers);
    for (let action = poll(); action !== null; action = poll()) {
      const { asks, log, ...told } = action;
      if (functions.isWatched || channel.hasSubscribers || (asks && told.kind !== 'done')) untouched = null;
      for (const event of log ?? []) {
        functions.onEvent?.(event);
        if (channel.hasSubscribers) channel.publish(event);
      }
      if (told.kind === 'apply') {
        patch = told.patch;
        machine.handleCurrent(listed());
      } else if (told.kind === 'done') {
        isOver = true;
        return await ended(machine, functions, action, { now: listed(), isView: view !== null, patch, thrown });
      } else {
        const given = await asked(asks, ARGUMENTS[asks.function](told, messages));
        if (given?.error && asks.onError === 'raise') throw given.error.thrown;
        if (given === null || !machine.awaits(asks.function)) continue; // cancelled: the machine says so next
        if (given.error) {
          // A mistake of the program is no failure of the model: nothing may stand in for it.
          if (given.error.thrown instanceof Misuse) throw given.error.thrown;
          if (asks.onError === 'fail') mistaken(functions, (thrown = { error: given.error.thrown }).error);
        }
        await machine.answer(given);
      }
    }
  } finally {
    dispose();
    functions.cancelled = undefined;
    // Whatever went wrong, the machine is ready for the next run.
    if (!isOver) machine.cancel();
    while (!isOver && machine.pollAction() !== null);
  }
  throw new Error('the compactor ended without a result');
}

/** Waits for what is planned in another thread. */
async function planned(planning, machine, functions) {
  let isCancelled = false;
  functions.cancelled = () => (isCancelled = true);
  await planning.finally(() => (functions.cancelled = undefined));
  // It may have been before the work began.
  if (isCancelled) machine.cancel();
}

/** The result of a run that is over, once whoever looks on was told. */
async function ended(machine, functions, { asks, applied, result: fields }, { now, isView, patch, thrown }) {
  const whole = applied ? { messages: applyPatch(now, patch), before: [...now], patch } : { messages: now, before: now, patch: null };
  const result = new Result(fields, { ...whole, changed: applied || isView, error: thrown?.error ?? null, ended: machine.takeEnded() });
  // The work is done: it is not lost because somebody could not be told.
  const late = asks ? await attempt(asks.function, functions.onCompact, result) : {};
  // A failing second call, or one that shares a prefix, does not end the run.
  if (thrown && asks?.raises) throw thrown.error;
  return late.error && result.error === null ? result.withError(late.error.thrown) : result;
}

/** A function is not what it must be. */
class Misuse extends TypeError {}

// What the functions of the host get of an action. A request asks in instances where the list holds
// instances, so that what sends the list can send the request.
const ARGUMENTS = {
  summarize: ({ request }, messages) => ({ ...request, messages: ofClasses(request.messages, messages) }),
  store: (action) => action,
  restore: ({ files }) => files,
  before_compact: ({ trigger }) => ({ trigger }),
};

// What the machine gets of what they give.
const ANSWERS = {
  summarize: (answer) => {
    const text = textOf(answer);
    if (text === null) throw new Misuse("`summarize` must return a string, an object with a `text`, or an SDK's response; await any promise in it");
    const { inputTokens, outputTokens, stopReason } = isObject(answer) ? answer : {};
    return [text, { inputTokens, outputTokens, stopReason }];
  },
  store: (place) => [isGiven(place) ? String(place) : null],
  before_compact: (answer) => [isObject(answer) ? answer : null],
};

/** What a function of the host gives, or why it does not: nothing if there is none. */
async function attempt(name, call, ...given) {
  if (typeof call !== 'function') return { error: null };
  try {
    const answer = await call(...given);
    return { answer: ANSWERS[name]?.(answer) ?? [answer ?? null] };
  } catch (thrown) {
    return failed(thrown);
  }
}

/** Says once that `summarize` is written wrongly: nothing else would, since another summary stands in. */
function mistaken(functions, error) {
  // What `fetch` throws for a connection that fails is a TypeError too, with a cause.
  const isMistake = (error instanceof TypeError && error.cause === undefined && error.message !== 'fetch failed') || error instanceof ReferenceError;
  if (!isMistake || functions.isMistaken) return;
  functions.isMistaken = true;
  process.emitWarning(`your \`summarize\` threw ${error}: that is a mistake in the program, and no model is asked`, { type: 'ConspectusWarning', detail: error.stack });
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
    // A response that was not read has a function there, a stream a promise.
    const held = answer[path[0]];
    found ||= text !== null || (isGiven(held) && typeof held !== 'function' && typeof held.then !== 'function');
  }
  return found ? '' : null;
}

/** A text, or those of a list of blocks; null for anything else. */
function joined(content) {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return null;
  return content.map((block) => (typeof block === 'string' ? block : block?.text)).filter((text) => typeof text === 'string').join('');
}

/** An AbortSignal of any realm, or what works as one. */
const isSignal = (value) =>
  typeof value === 'object' && typeof value.aborted === 'boolean' && typeof value.addEventListener === 'function' && typeof value.removeEventListener === 'function';

/** A signal that ended by its own limit is no abort: what is asked has failed, and something may stand in for it. */
const hasTimedOut = (signal) => signal?.aborted === true && signal.reason?.name === 'TimeoutError';
const failed = (thrown) => ({ error: { thrown, text: describe(thrown) } });

/** What `wait` gives for a signal that is aborted after `seconds`, and as `signal` is; an error if it gives nothing until then. */
async function inTime(wait, signal, seconds, text) {
  const own = new AbortController();
  const follow = () => own.abort(signal.reason);
  signal?.addEventListener('abort', follow, { once: true });
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => {
      const thrown = new DOMException(text, 'TimeoutError');
      resolve(failed(thrown));
      own.abort(thrown);
    }, seconds * 1000);
  });
  try {
    return await Promise.race([wait(own.signal), late]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', follow);
  }
}

/** A promise for the moment of the abort: of null, after `cancel` was called, or of an error if the signal timed out. It stays pending without a signal. */
function whenAborted(signal, cancel) {
  let listener;
  let cancelled;
  const promise = new Promise((resolve) => {
    cancelled = () => resolve(null);
    listener = () => {
      if (hasTimedOut(signal)) return resolve(failed(signal.reason));
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
