'use strict';
// The state machine behind `Compactor`, for drivers of your own.

const { native, fail, open, withTape, withPair, withNews, withOptions, toPatch, applyPatch } = require('./core.cjs');
const { errorData } = require('./errors.cjs');
const { hostCounts, disposal } = require('./history.cjs');
const { Copies } = require('./copies.cjs');
const { toCamel, toSnake, pathToCamel } = require('./names.cjs');
const { made } = require('./results.cjs');

/** How many of the first items are these very objects, at most `most` of them. */
function same(known, list, most = known.length) {
  const limit = Math.min(most, known.length, list.length);
  let index = 0;
  // Eight at a time, which takes half the time. The loop behind finds the one of them that differs.
  for (const last = limit - 8; index <= last; index += 8) {
    if (
      known[index] !== list[index] || known[index + 1] !== list[index + 1] || known[index + 2] !== list[index + 2] || known[index + 3] !== list[index + 3] ||
      known[index + 4] !== list[index + 4] || known[index + 5] !== list[index + 5] || known[index + 6] !== list[index + 6] || known[index + 7] !== list[index + 7]
    ) break;
  }
  while (index < limit && known[index] === list[index]) index++;
  return index;
}

/** How many of the first messages of `list` the host knows to be unchanged, if it says so. What is no such number is left to the core to refuse. */
const unchangedOf = (turn, list) =>
  Number.isSafeInteger(turn?.unchangedMessages) && turn.unchangedMessages >= 0 ? Math.min(turn.unchangedMessages, list.length) : undefined;

/** The turn with the indexes of the messages that its function `pinned` says yes to. */
function withPins(turn, messages) {
  if (typeof turn?.pinned !== 'function' || !Array.isArray(messages)) return turn;
  return { ...turn, pinned: messages.flatMap((message, index) => (turn.pinned(message) ? [index] : [])) };
}

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
  // The messages of the last run, to recognise them by identity. As many as the core knows. Where
  // the host copies them, by content.
  #known = [];
  #copies = new Copies();
  // The messages of a full list that the view stands for, once it was recognised; and what stands
  // in their place.
  #full = [];
  #fullCopies = new Copies();
  #instead = { version: -1, covered: 0, messages: [] };

  constructor(given) {
    const { tokenizer, options } = hostCounts(given);
    this.#tokenizer = tokenizer;
    this.#native = withOptions(options, (...args) => new native.NativeCompactor(...args));
    open(this.#native.problem());
  }

  handleMessages(messages, turn) {
    const told = this.#began(messages, turn);
    if (told) this.#keeping(messages, 0, () => open(withPair(messages, told, (...args) => this.#native.handleMessages(...args))));
  }

  /** As `handleMessages`, but what takes long is done in another thread: a promise, or null if the run has begun. */
  begin(messages, turn) {
    const told = this.#began(messages, turn);
    if (!told) return null;
    if (!withPair(messages, told, (...args) => this.#native.begin(...args))) {
      this.#keep(messages, 0);
      return null;
    }
    // What is known is what was read just now: the host may change its list meanwhile.
    const items = Array.isArray(messages) ? [...messages] : [];
    this.#known.length = 0;
    this.#copies.keep(items, 0, items.length);
    const settled = (answer) => {
      open(answer);
      this.#known = items.slice(0, this.#native.knownMessages());
      this.#copies.keep(items, this.#known.length, this.#known.length);
    };
    return this.#native.work().then(settled).catch((error) => this.#forget(error));
  }

  /** Begins a run with what is new alone. If it takes all messages, what to tell of the turn. */
  #began(messages, turn) {
    const told = toSnake(withPins(turn, messages)) ?? {};
    if (this.#tokenizer) {
      const [from, news] = this.#news(messages, turn);
      const texts = this.#keeping(messages, from, () => open(withNews(news, from, told, (...args) => this.#native.wantedTexts(...args, from))));
      open(this.#native.provideCounts(texts.map((text) => this.#tokenizer(text))));
    }
    const [from, news] = this.#news(messages, turn);
    if (from > 0 && this.#keeping(messages, from, () => open(withNews(news, from, told, (...args) => this.#native.handleNews(...args, from))))) return null;
    return told;
  }

  /** What a run with these arguments would do. Nothing changes, no model is asked and nothing is stored. */
  plan(messages, turn) {
    const told = toSnake(withPins(turn, messages));
    const [from, news] = this.#news(messages, turn);
    const known = from > 0 ? open(withNews(news, from, told, (...args) => this.#native.planOfNews(...args, from))) : null;
    const { patch, ...plan } = known ?? open(withPair(messages, told, (...args) => this.#native.plan(...args)));
    const { edits, summary, reason } = plan;
    return made('Plan', { ...toCamel(plan), patch: patch && toPatch(patch) }).rowsBy(() => toCamel(open(withPair(messages, { edits, summary, reason }, (...args) => this.#native.planRows(...args)))));
  }

  /** The first message that may be new, and the messages from there on. The last one that is known may have grown in place. */
  #news(messages, turn) {
    if (!Array.isArray(messages)) return [0, messages];
    const known = this.#native.knownMessages();
    const unchanged = unchangedOf(turn, messages);
    const from = unchanged === undefined ? this.#alike(messages, Math.max(known - 1, 0)) : Math.min(this.#native.knownOf(unchanged), messages.length);
    return [from, from > 0 ? messages.slice(from) : messages];
  }

  /** How many of the first messages are known, at most `most`: by identity, and from where that ends by content. */
  #alike(messages, most) {
    return this.#copies.alike(this.#known, messages, same(this.#known, messages, most), most);
  }

  /** Calls the core, and then keeps the messages that it knows. The first `from` are kept already. */
  #keeping(messages, from, call) {
    try {
      const answer = call();
      this.#keep(messages, from);
      return answer;
    } catch (error) {
      return this.#forget(error);
    }
  }

  #keep(messages, from) {
    const known = this.#known;
    const length = this.#native.knownMessages();
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
    const covered = this.#native.viewCovers();
    const isLong = Array.isArray(full) && full.length >= covered;
    const identical = isLong ? Math.min(unchangedOf(turn, full) ?? same(this.#full, full), this.#full.length) : 0;
    const isSame = this.#native.viewKnown(identical);
    const isKnown = isSame || (isLong && this.#native.viewKnown(this.#fullCopies.alike(this.#full, full, identical, covered)));
    if (!isKnown && !this.#begins(full, covered)) {
      this.#full = [];
      this.#fullCopies.keep(full, 0, 0);
      return null;
    }
    const version = this.#native.viewVersion();
    if (!isSame || this.#instead.version !== version) {
      this.#full = full.slice(0, covered);
      this.#fullCopies.keep(full, isKnown ? covered : 0, covered);
      this.#instead = { version, covered, messages: applyPatch(this.#full, toPatch(open(this.#native.viewPatch()))) };
    }
    return { covered, messages: this.#instead.messages };
  }

  /** After a run that told new results shorter: a full list shows the message again as it was, and the view then covers it. */
  #join(full) {
    const place = this.#native.viewWaits();
    if (place < 0) return;
    const message = (Array.isArray(full) ? full[place] : null) ?? null;
    if (!open(withTape(message, (...args) => this.#native.viewGoesOn(...args), (path) => `/${place}${path}`, 0, 1))) return;
    const identical = same(this.#full, full);
    if (open(withTape(full, (...args) => this.#native.viewJoin(...args, identical), (path) => path, 0, 2))) {
      this.#full = full.slice(0, this.#native.viewCovers());
      this.#fullCopies.keep(full, 0, this.#full.length);
    }
  }

  /** Whether a list begins with what former runs replaced. Most lists that do not are told apart by their first messages. */
  #begins(full, covered) {
    if (covered === 0 || !Array.isArray(full) || full.length < covered) return false;
    for (let count = 1; ; count = Math.min(2 * count, covered)) {
      if (!open(withTape(full.slice(0, count), (...args) => this.#native.view(...args), (path) => path, 0, 2))) return false;
      if (count === covered) return true;
    }
  }

  /** What to do about a provider's error: what an SDK threw, its data, or its text. The next run does its part. */
  handleProviderError(error) {
    const recovery = open(withTape(errorData(error), (...args) => this.#native.handleProviderError(...args), (path) => path));
    // With another limit the core knows no messages.
    this.#known.length = Math.min(this.#known.length, this.#native.knownMessages());
    return toCamel(recovery);
  }

  /** What the machine remembers, as plain data. */
  save() {
    return open(this.#native.save());
  }

  /** A machine with these options that remembers what another one saved. */
  static load(state, options) {
    const machine = new this(options);
    open(withTape(state ?? null, (...args) => machine.#native.load(...args), (path) => path));
    return machine;
  }

  pollAction() {
    const action = this.pollLean();
    if (action?.kind === 'done') action.result.details = toCamel(open(this.takeEnded().details()));
    return action;
  }

  /** As `pollAction`, without the details of a result: `takeEnded` gives what they are asked of. */
  pollLean() {
    const raw = open(this.#native.pollAction());
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
    return this.#native.takeEnded();
  }

  handleBeforeCompact(text) { open(this.#native.handleBeforeCompact(String(text))); }
  handleStored(locator) { open(this.#native.handleStored(String(locator))); }
  handleStoreFailed(message) { open(this.#native.handleStoreFailed(String(message))); }
  handleRestored(files) { open(withTape(files ?? null, (...args) => this.#native.handleRestored(...args), pathToCamel)); }

  /** `usage`: `inputTokens`, `outputTokens` and `stopReason` of the call, if the provider told them. */
  handleSummary(text, usage) {
    if (typeof text !== 'string') throw fail('INVALID_OPTION', '/summary', 'a summary must be a string');
    open(withOptions(asData(usage), (...args) => this.#native.handleSummary(...args, text)));
  }

  /** As `handleSummary`, in another thread. */
  async summarized(text, usage) {
    withOptions(asData(usage), (...args) => this.#native.summarized(...args, text));
    open(await this.#native.work());
  }

  handleFailure(message) { open(this.#native.handleFailure(String(message))); }
  handleCurrent(messages) {
    // Where only new results were told shorter, the messages before them are known.
    const from = this.#native.currentFrom();
    if (from > 0 && Array.isArray(messages) && same(this.#known, messages) >= from) {
      open(withNews(messages.slice(from), from, null, (...args) => this.#native.handleCurrentNews(...args, from)));
    } else {
      open(withPair(messages, null, (...args) => this.#native.handleCurrent(...args)));
    }
  }
  cancel() { open(this.#native.cancel()); }
  get state() { return open(this.#native.state()); }

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
