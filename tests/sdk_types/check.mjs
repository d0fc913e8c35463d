// What must hold for a message, alone and in a list, whatever its type allows. `check.py` holds the
// same for Python.

import { isDeepStrictEqual } from 'node:util';
import { Compactor, ConspectusError, countTokens, facts, repair, validate } from 'conspectus';
import { isMedium, isShort, PNG_BASE64 } from './grow.mjs';

// Names, ids and the frame of a message: what is counted beside its words.
const SLACK_TOKENS = 80;
const SUMMARY = '## Goal\nThe user wants the parser fixed.\n\n## Done\nThe tokens of each line were read.';
// What is sent and is no part of what a model reads.
const UNREAD = new Set(['annotations', 'citations', 'logprobs', 'pendingSafetyChecks', 'createdBy', 'extras', 'metadata', 'providerData', 'providerOptions', 'providerMetadata']);
const isBytes = (value) => ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
const isHeld = (text) => text.startsWith('data:') || text.includes(PNG_BASE64.slice(0, 200));

function* words(value, name = '', deep = 0) {
  if (typeof value === 'string') {
    if (isHeld(value) || (isMedium(name) && value.startsWith('http'))) return;
    if (!isShort(name) || value.length > 100) yield value;
  } else if (typeof value === 'number') yield String(value);
  else if (Array.isArray(value)) for (const item of value) yield* deep < 20 ? words(item, name, deep + 1) : [];
  else if (value && typeof value === 'object' && !isBytes(value) && !(value instanceof URL) && !(value instanceof Date)) {
    for (const [key, item] of Object.entries(value)) if ((!UNREAD.has(key) || value.type === 'unknown') && deep < 20) yield* words(item, key, deep + 1);
  }
}

const tokensOf = (text) => (text ? countTokens(text.toWellFormed()).tokens : 0);
const withoutMedia = (_, value) =>
  typeof value === 'bigint' || isBytes(value) || value?.type === 'Buffer' || (typeof value === 'string' && isHeld(value)) ? '' : value;

/** Tokens of the words in what is sent, and of all of it as JSON. */
const bounds = (sent) => [tokensOf([...words(sent)].join('\n')), tokensOf(JSON.stringify(sent, withoutMedia) ?? '')];

/** All that a value holds, in its order: it tells by identity whether anything was changed. */
function shape(value, found = [], deep = 0) {
  found.push(value);
  if (!value || typeof value !== 'object' || isBytes(value) || deep > 12) return found;
  for (const [key, item] of Object.entries(value)) {
    found.push(key);
    shape(item, found, deep + 1);
  }
  return found;
}

const isSame = (one, other) => one.length === other.length && one.every((item, at) => Object.is(item, other[at]));
const equal = (one, other) => {
  try {
    return isDeepStrictEqual(one, other);
  } catch {
    return false;
  }
};

function copied(before, after) {
  const held = new Set(before);
  const copy = after.find((message) => !held.has(message) && before.some((old) => equal(old, message)));
  return copy === undefined ? null : 'an equal message that is another object';
}

/** The error, without what differs from case to case. */
function where(error) {
  const text = `${error?.name}: ${error?.message}`.split('\n')[0].replace(/\d+/g, 'N');
  return error instanceof ConspectusError ? `${error.code} ${text}`.slice(0, 160) : `${text} ${String(error?.stack).split('\n')[1]?.trim()}`.slice(0, 200);
}

export class Checker {
  unsized = 0;

  constructor({ dialects, sent }) {
    this.dialects = new Set(dialects);
    this.sent = sent;
  }

  async faults(message, [before, after]) {
    const found = [];
    const tell = (operation, wrong) => wrong && found.push([operation, wrong]);
    await this.#sized(message, before, tell);
    for (const [place, messages] of [['alone', [message]], ['last', [...before, message]], ['old', [...before, message, ...after]]]) {
      const had = shape(messages);
      await this.#run(messages, place, tell);
      if (!isSame(had, shape(messages))) tell(place, 'the messages that went in were changed');
    }
    return found;
  }

  async #sized(message, before, tell) {
    const sent = [];
    for (const reference of this.sent) {
      try {
        sent.push(bounds(await reference(message)));
      } catch {
        // It refuses the message, and so says nothing of it.
      }
    }
    if (sent.length === 0) this.unsized += 1;
    let count;
    try {
      count = countTokens([...before, message]);
    } catch {
      return;
    }
    if (sent.length === 0) return;
    const ours = count.perMessage.at(-1) - (count.details.mediaTokens - countTokens(before).details.mediaTokens);
    const most = Math.max(...sent.map(([, whole]) => whole));
    const least = Math.min(...sent.map(([text]) => text));
    if (ours > 2 * most + SLACK_TOKENS) tell('countTokens', 'more than twice what is sent');
    if (least > 2 * ours + SLACK_TOKENS) tell('countTokens', 'less than half of what is sent');
  }

  async #run(messages, place, tell) {
    const attempt = (operation, run) => {
      try {
        return run();
      } catch (error) {
        tell(operation, where(error));
        return null;
      }
    };
    const problems = attempt('validate', () => validate(messages));
    const count = attempt('countTokens', () => countTokens(messages));
    if (place === 'old' && count && this.dialects.size > 0 && !this.dialects.has(count.details.dialect)) tell('countTokens', `taken for ${count.details.dialect}`);
    attempt('facts', () => facts(messages));
    this.#repaired(messages, problems, tell);
    if (place !== 'alone') await this.#compacted(messages, problems, tell);
  }

  #repaired(messages, problems, tell) {
    let repaired;
    try {
      repaired = repair(messages).messages;
    } catch (error) {
      const known = ['UNREPAIRABLE', 'INVALID_MESSAGES'].includes(error?.code);
      if (!known || !problems?.length) tell('repair', where(error));
      return;
    }
    if (problems?.length === 0 && !isSame(repaired, messages)) tell('repair', 'a valid list was changed');
    tell('repair', copied(messages, repaired));
    const had = new Set(problems?.map(({ code }) => code));
    const made = validate(repaired).find(({ severity, code }) => severity === 'error' && !had.has(code));
    if (made) tell('repair', `made: ${made.code}`);
  }

  async #compacted(messages, problems, tell) {
    let result;
    try {
      result = await new Compactor({ contextWindow: 100_000, summarize: () => SUMMARY }).compact(messages, { force: true });
    } catch (error) {
      if (!(problems?.length && error?.code === 'INVALID_MESSAGES')) tell('compact', where(error));
      return;
    }
    const failed = ['failed', 'conflict'].includes(result.status) && result.code !== 'not_smaller';
    if (failed && problems?.length === 0) tell('compact', `${result.status}: ${result.code}: ${result.reason.replace(/\d+/g, 'N')}`.slice(0, 160));
    tell('compact', copied(messages, result.messages));
  }
}

/** A message as it is written into a report: long texts and media shortened. */
export function line(message) {
  const short = (_, value) => {
    if (isBytes(value) || value?.type === 'Buffer') return '<bytes>';
    if (typeof value === 'bigint') return `${value}n`;
    return typeof value === 'string' && value.length > 60 ? `${value.slice(0, 24)}... ${value.length} chars` : value;
  };
  try {
    return String(JSON.stringify(message, short)).slice(0, 700);
  } catch (error) {
    return `cannot be shown: ${error.message}`;
  }
}
