'use strict';
// What comes back: fields in camelCase. What is large is made when it is asked for.

const { inspect } = require('node:util');
const { OF_LIST, applyPatch, inPair, inverse, lineOf, toPatch } = require('./core.cjs');
const { snake, toCamel } = require('./names.cjs');

/** The line of a value: its text is made by the core, of single values and of how long lists are. */
function line(name, value) {
  const told = {};
  for (const [key, field] of Object.entries(value)) {
    if (key === 'log' || key === 'fallback') told[key] = field;
    else if (field === null || typeof field !== 'object') told[snake(key)] = field ?? null;
    else told[snake(key)] = Object.keys(field).length;
  }
  return lineOf(name, told);
}

/** Prints as one line. */
class Lined {
  toString() {
    return line(this.constructor.name, this);
  }

  [inspect.custom]() {
    return this.toString();
  }
}

class TokenCount extends Lined {}
class Facts extends Lined {}
class Cut extends Lined {}
class Summary extends Lined {}
class Simulation extends Lined {}
class Edited extends Lined {}
class Plan extends Lined {
  #rows;

  /** The same, and what makes its rows. */
  rowsBy(rows) {
    this.#rows = rows;
    return this;
  }

  /** What would become of each message. */
  rows() {
    return this.#rows();
  }

  toString() {
    return this.text;
  }

  [inspect.custom]() {
    return line('Plan', this);
  }
}
const classes = { TokenCount, Facts, Cut, Summary, Simulation, Edited, Plan };

/** The fields as an object of that class; as they are if the name is none. */
const made = (name, fields) => (name === '' ? fields : Object.assign(new classes[name](), fields));

/** What an operation that edits gives: the very same list if there is nothing to change. */
function edited(input, raw) {
  const messages = applyPatch(input, toPatch(raw.patch));
  const { removed, tokens_before: tokensBefore, tokens_after: tokensAfter, details } = raw;
  return made('Edited', { messages, changed: messages !== input, removed, tokensBefore, tokensAfter, details: toCamel(details) });
}

const NOTHING = { ops: [], splices: [] };

/** How a run ended. */
class Result extends Lined {
  // The list before, the patch, and the run that is over; null of a result that was stored.
  #before;
  #patch;
  #ended;
  #undoPatch;

  constructor(fields, { messages, changed, error, before, patch, ended, undoPatch }) {
    super();
    const { status, changed: _, ...rest } = fields;
    Object.assign(this, { messages, status, changed }, rest, { error });
    this.#before = before;
    this.#patch = patch;
    this.#ended = ended;
    this.#undoPatch = undoPatch;
  }

  /** The patch that takes the run back, with what was removed as you gave it. */
  get undoPatch() {
    return (this.#undoPatch ??= this.#patch === null ? NOTHING : inverse(this.#before, this.#patch));
  }

  toString() {
    return line('Result', this);
  }

  /** The list as it was before. What was added since stays at its end. */
  undo(messages = this.messages) {
    return applyPatch(messages, this.undoPatch);
  }

  /** What became of each message of the list before. */
  rows() {
    if (this.#ended === null) throw new TypeError('a stored result has no rows: call rows() before you store it');
    const patch = this.#patch ?? NOTHING;
    const told = { ops: patch.ops, splices: patch.splices.map(({ start, deleteCount, insert }) => ({ start, delete_count: deleteCount, insert })) };
    return toCamel(this.#ended.ask('rows', this.#before, told, inPair, OF_LIST));
  }

  /** What `JSON.stringify` writes, and `Result.from` takes. */
  toJSON() {
    const { error, ...fields } = this;
    return { ...fields, error: error === null ? null : String(error?.message ?? error), undoPatch: this.undoPatch };
  }

  /** A result of what `toJSON` gave. It can be undone; it has no rows. */
  static from({ messages, changed, error, undoPatch, ...fields }) {
    return new this(fields, { messages, changed, error: error === null || error === undefined ? null : new Error(error), before: [], patch: null, ended: null, undoPatch });
  }

  /** The same with what a function threw at the end. */
  withError(error) {
    const { messages, changed, error: _, ...fields } = this;
    return new Result(fields, { messages, changed, error, before: this.#before, patch: this.#patch, ended: this.#ended, undoPatch: this.#undoPatch });
  }
}

module.exports = { Result, line, made, edited };
