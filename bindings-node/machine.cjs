'use strict';
// The state machine behind `Compactor`, for drivers of your own.

const { Asked, OF_LIST, OF_MESSAGE, fail, inMessage, inOptions, inPair, afterLength, toPatch, applyPatch } = require('./core.cjs');
const { errorData } = require('./errors.cjs');
const { hostCounts, disposal } = require('./history.cjs');
const { Copies } = require('./copies.cjs');
const { toCamel, toSnake, toSnakeOptions, textToCamel } = require('./names.cjs');
const { made } = require('./results.cjs');

/** How many of the first items are these very objects. */
function same(known, list) {
  const limit = Math.min(known.length, list.length);
  let index = 0;
  while (index < limit && known[index] === list[index]) index++;
  return index;
}

/** How many of the first messages of `list` the host knows to be unchanged, if it says so. What is no such number is left to the core to refuse. */
const unchangedOf = (turn, list) =>
  Number.isSafeInteger(turn?.unchangedMessages) && turn.unchangedMessages >= 0 ? Math.min(turn.unchangedMessages, list.length) : undefined;

/** The turn as data: its pins as indexes, and a promise with the field that makes it one. */
function asTurn(turn, messages) {
  const own = {};
  if (typeof turn?.pinned === 'function' && Array.isArray(messages)) own.pinned = messages.flatMap((message, index) => (turn.pinned(message) ? [index] : []));
  if (turn?.usage instanceof Promise) own.usage = { then: true };
  return toSnake(Object.keys(own).length > 0 ? { ...turn, ...own } : turn);
}

/** What is respelled in an error of an answer. */
const HOOK = new Set(['before_compact']);

const SCALARS = ['string', 'number', 'boolean', 'undefined'];

/** What was told of a call: the summary is paid for, so what is no data goes as the name of its type. */
function asData(usage) {
  if (usage === null || typeof usage !== 'object') return usage;
  const data = (value) => (typeof value === 'bigint' ? Number(value) : value === null || SCALARS.includes(typeof value) ? value : typeof value);
  return Object.fromEntries(Object.entries(usage).map(([name, value]) => [name, data(value)]));
}

/** The state machine: after each `handle...`, drain `pollAction` until it gives null, before the next `handle...`. */
class Machine {
  #native;
  #tokenizer;
  // The messages of the last run, as many as the core knows, and what they held.
  #known = [];
  #copies = new Copies({ watches: true });
  // The messages of a full list that the view stands for, once it was recognised; and what stands
  // in their place.
  #full = [];
  #fullCopies = new Copies({ watches: false });
  #instead = { version: -1, covered: 0, messages: [] };

  constructor(given) {
    const { tokenizer, options } = hostCounts(given);
    this.#tokenizer = tokenizer;
    this.#native = new Asked('compactor', toSnakeOptions(options), null, inOptions);
  }

  // What was counted after the last question.
  get #knownMessages() { return this.#native.facts[0]; }
  get #covers() { return this.#native.facts[1]; }
  get #version() { return this.#native.facts[2]; }
  get #waits() { return this.#native.facts[3]; }
  get #currentFrom() { return this.#native.facts[4]; }

  handleMessages(messages, turn) {
    const told = this.#begun(messages, turn);
    if (told) this.#askOf('handle_messages', 0, messages, told);
  }

  /** As `handleMessages`, but the whole list is read in another thread: a promise, or null if the run has begun. */
  begin(messages, turn) {
    const told = this.#begun(messages, turn);
    if (!told) return null;
    // What is known is what is read just now: the host may change its list meanwhile.
    const items = Array.isArray(messages) ? [...messages] : [];
    const settled = () => {
      this.#known = items.slice(0, this.#knownMessages);
      this.#copies.keep(items, this.#known.length, this.#known.length);
    };
    const working = this.#native.askLater('handle_messages', messages, told, inPair, OF_LIST).then(settled).catch((error) => this.#forget(error));
    this.#known.length = 0;
    this.#copies.keep(items, 0, items.length);
    return working;
  }

  /** Begins a run, if it can with what is new alone: then it gives null, otherwise the turn as data. */
  #begun(messages, turn) {
    const told = asTurn(turn, messages) ?? {};
    if (this.#tokenizer) {
      const texts = this.#askOf('wanted_texts', this.#news(messages, turn), messages, told);
      this.#native.ask('provide_counts', texts.map((text) => this.#tokenizer(text)));
    }
    const from = this.#news(messages, turn);
    return from > 0 && this.#askOf('handle_messages', from, messages, told) !== false ? null : told;
  }

  /** Asks of the messages from `from` on, and then keeps those that the core knows. The ones before are kept already. */
  #askOf(name, from, messages, beside) {
    try {
      const answer = this.#listed(name, from, messages, beside);
      this.#keep(messages, from);
      return answer;
    } catch (error) {
      return this.#forget(error);
    }
  }

  #listed(name, from, messages, beside) {
    return this.#native.ask(name, from > 0 ? messages.slice(from) : messages, beside, afterLength(from), OF_LIST, from);
  }

  /** What a run with these arguments would do. Nothing changes, no model is asked and nothing is stored. */
  plan(messages, turn) {
    const told = asTurn(turn, messages);
    const from = this.#news(messages, turn);
    const known = from > 0 ? this.#listed('plan', from, messages, told) : false;
    const { patch, ...plan } = known || this.#listed('plan', 0, messages, told);
    const { edits, summary, reason } = plan;
    return made('Plan', { ...toCamel(plan), patch: patch && toPatch(patch) }).rowsBy(() => toCamel(this.#listed('plan_rows', 0, messages, { edits, summary, reason })));
  }

  /** The first message that may be new. The last one that is known may have grown in place. */
  #news(messages, turn) {
    if (!Array.isArray(messages)) return 0;
    const unchanged = unchangedOf(turn, messages);
    if (unchanged === undefined) return this.#alike(messages, Math.max(this.#knownMessages - 1, 0));
    return Math.min(this.#native.tell('known_of', unchanged), messages.length);
  }

  /** How many of the first messages are as they were, at most `most`. */
  #alike(messages, most) {
    return this.#copies.alike(this.#known, messages, 0, most);
  }

  #keep(messages, from) {
    const known = this.#known;
    const length = this.#knownMessages;
    known.length = Math.min(from, length, known.length);
    for (let index = known.length; index < length; index++) known.push(messages[index]);
    this.#copies.keep(messages, from, length);
  }

  /** After an error: what the core knows may be of another list. */
  #forget(error) {
    this.#known.length = 0;
    this.#copies.keep([], 0, 0);
    throw error;
  }

  /**
   * What former runs made of the first messages of a full list: how many those are, and the
   * messages in their place. Null if the list does not begin with them. The next run is to have
   * these messages, and behind them the rest of the list. `turn.unchangedMessages` says how many of
   * the first messages you have not changed since the last call, if you know.
   */
  view(full, turn) {
    this.#join(full);
    const covered = this.#covers;
    const isLong = Array.isArray(full) && full.length >= covered;
    const identical = isLong ? Math.min(unchangedOf(turn, full) ?? same(this.#full, full), this.#full.length) : 0;
    const isSame = covered > 0 && this.#native.tell('view_known', identical);
    const isKnown = isSame || (isLong && covered > 0 && this.#native.tell('view_known', this.#fullCopies.alike(this.#full, full, identical, covered)));
    if (!isKnown && !this.#begins(full, covered)) {
      this.#full = [];
      this.#fullCopies.keep(full, 0, 0);
      return null;
    }
    const version = this.#version;
    if (!isSame || this.#instead.version !== version) {
      this.#full = full.slice(0, covered);
      this.#fullCopies.keep(full, isKnown ? covered : 0, covered);
      this.#instead = { version, covered, messages: applyPatch(this.#full, toPatch(this.#native.tell('view_patch'))) };
    }
    return { covered, messages: this.#instead.messages };
  }

  /** After a run that told new results shorter: a full list shows the message again as it was, and the view then covers it. */
  #join(full) {
    const place = this.#waits;
    if (place < 0) return;
    const message = (Array.isArray(full) ? full[place] : null) ?? null;
    if (!this.#native.ask('view_goes_on', message, null, inMessage(place), OF_MESSAGE)) return;
    const identical = same(this.#full, full);
    if (this.#native.ask('view_join', full, null, inPair, OF_LIST, identical)) {
      this.#full = full.slice(0, this.#covers);
      this.#fullCopies.keep(full, 0, this.#full.length);
    }
  }

  /** Whether a list begins with what former runs replaced. Most lists that do not are told apart by their first messages. */
  #begins(full, covered) {
    if (covered === 0 || !Array.isArray(full) || full.length < covered) return false;
    for (let count = 1; ; count = Math.min(2 * count, covered)) {
      if (!this.#native.ask('view_starts', full.slice(0, count), null, inPair, OF_LIST)) return false;
      if (count === covered) return true;
    }
  }

  /** What to do about a provider's error: what an SDK threw, its data, or its text. The next run does its part. */
  handleProviderError(error) {
    const recovery = this.#native.ask('handle_provider_error', errorData(error));
    // With another limit the core knows no messages.
    this.#known.length = Math.min(this.#known.length, this.#knownMessages);
    return toCamel(recovery);
  }

  /** What the machine remembers, as plain data. */
  save() {
    return this.#native.tell('save');
  }

  /** A machine with these options that remembers what another one saved. */
  static load(state, options) {
    const machine = new this(options);
    machine.#native.ask('load', state ?? null);
    return machine;
  }

  pollAction() {
    const action = this.pollLean(true);
    delete action?.asks;
    if (action?.kind === 'done') this.takeEnded();
    return action;
  }

  /** As `pollAction`, for a driver: with what an action `asks` of the host; `takeEnded` gives what makes the rows of a result. Records of the lowest level are in it only if they are `heard`. */
  pollLean(heard) {
    const raw = this.#native.tell('poll', heard ? 1 : 0);
    if (raw === null) return null;
    // Attributes of records have names that tools know: they stay as they are.
    const { patch, request, log, ...action } = raw;
    const result = toCamel(action);
    if (log) result.log = log;
    if (patch) result.patch = toPatch(patch);
    if (request) result.request = { ...toCamel({ ...request, messages: null }), messages: request.messages };
    return result;
  }

  /** The run whose end was polled last. */
  takeEnded() {
    return this.#native.ended();
  }

  handleBeforeCompact(text) { this.#native.ask('handle_before_compact', String(text)); }
  handleStored(locator) { this.#native.ask('handle_stored', String(locator)); }
  handleStoreFailed(message) { this.#native.ask('handle_store_failed', String(message)); }
  handleRestored(files) { this.#native.ask('handle_restored', files ?? null, null, inOptions); }
  handleFailure(message) { this.#native.ask('handle_failure', String(message)); }

  /** `usage`: `inputTokens`, `outputTokens` and `stopReason` of the call, if the provider told them. */
  handleSummary(text, usage) {
    if (typeof text !== 'string') throw fail('INVALID_OPTION', '/summary', 'a summary must be a string');
    this.#native.ask('handle_summary', text, toSnakeOptions(asData(usage)));
  }

  /** Whether the run still waits for what this function of the host gives. */
  awaits(name) { return this.#native.tell('awaits') === name; }

  /** What the function gave that the last action asks, or what it threw; in another thread. */
  async answer({ answer, error }) {
    try {
      if (answer) await this.#native.askLater('answer', answer[0], toSnakeOptions(asData(answer[1])), inOptions);
      else await this.#native.askLater('failure', error?.text ?? null, null, inOptions);
    } catch (fault) {
      throw fault.code === 'UNSUPPORTED_TYPE' ? new TypeError(textToCamel(fault.message, HOOK)) : fault;
    }
  }

  handleCurrent(messages) {
    // Where only new results were told shorter, the messages before them are known.
    const from = this.#currentFrom;
    const isKnown = from > 0 && Array.isArray(messages) && same(this.#known, messages) >= from;
    this.#listed('handle_current', isKnown ? from : 0, messages, null);
  }
  cancel() { this.#native.tell('cancel'); }
  get state() { return this.#native.tell('state'); }

  /** Frees the memory at once. Every later call throws. */
  dispose() {
    this.#native.dispose();
    this.#known = [];
    this.#full = [];
    this.#copies.clear();
    this.#fullCopies.clear();
    this.#instead = { version: -1, covered: 0, messages: [] };
  }

  [disposal]() {
    this.dispose();
  }
}

module.exports = { Machine };
