// What several test files share: conversations, a scripted summary, and a generator of the same
// random numbers everywhere.
import { estimateTokens } from 'conspectus/gemini-cli';

export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A Gemini session: per turn a request, a call, its result and an answer. */
export function session(turns, size = 200) {
  const messages = [];
  for (let turn = 0; turn < turns; turn++) {
    const path = `src/file_${turn}.rs`;
    messages.push(
      { role: 'user', parts: [{ text: `Please look at ${path} and never touch main.` }] },
      { role: 'model', parts: [{ functionCall: { id: `c${turn}`, name: 'read_file', args: { path } } }] },
      { role: 'user', parts: [{ functionResponse: { id: `c${turn}`, name: 'read_file', response: { output: `${turn} `.repeat(size / 2) } } }] },
      { role: 'model', parts: [{ text: `${path} is fine.` }] },
    );
  }
  return messages;
}

export const withImage = () => [
  { role: 'user', parts: [{ text: 'see' }, { inlineData: { mimeType: 'image/png', data: PNG } }], extra: { kept: [1] } },
  { role: 'model', parts: [{ text: 'a pixel' }] },
];

const FILES = Array.from({ length: 12 }, (_, turn) => `src/file_${turn}.rs`).join(', ');

export const SNAPSHOT = `<state_snapshot>
<overall_goal>Look at the files; never touch main.</overall_goal>
<key_knowledge>All files are fine: ${FILES}.</key_knowledge>
<current_plan>1. [DONE] Look.</current_plan>
</state_snapshot>`;

/** Freezes a value all the way down: whoever changes it throws. */
export function frozen(value) {
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

export function nest(levels, inner = []) {
  let value = inner;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

/** Numbers below `limit`, from mulberry32. */
export function random(seed) {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * limit);
  };
}

/** A message that holds any value, in a field that is read. */
export const holding = (value) => ({ role: 'user', content: '', input: value });

/** How long messages are as JSON, as the package measures them: each by itself. */
export const jsonChars = (...messages) => estimateTokens(messages, { unit: 'json_chars', dialect: 'openai_chat' }).chars;

/** How long a value is as JSON, as the package measures it in a message. */
export const jsonLength = (value) => jsonChars(holding(value)) - (JSON.stringify(holding(0)).length - 1);
