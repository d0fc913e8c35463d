// Hostile answers of a model under every preset: the history is unchanged, or valid and smaller,
// and the report names the cause.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Compactor, validate } from 'conspectus';
import { estimateTokens } from 'conspectus/gemini-cli';
import { names } from 'conspectus/sansio';

const DATA = JSON.parse(readFileSync(new URL('../hostile/answers.json', import.meta.url), 'utf8'));
const PRESETS = names().presets.map(({ name }) => name);
const WINDOW = 12_000;

/** A value of the file, with what it stands for. */
function built(value, request) {
  if (Array.isArray(value)) return value.map((item) => built(item, request));
  if (typeof value !== 'object' || value === null) return value;
  if (value.$repeat) return value.$repeat[0].repeat(value.$repeat[1]);
  if (value.$concat) return value.$concat.map((item) => built(item, request)).join('');
  if (value.$units) return String.fromCharCode(...value.$units);
  if (value.$request) {
    const found = request[value.$request];
    return typeof found === 'string' ? found : found.flatMap((message) => message.parts.map((part) => part.text)).join('\n');
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, built(item, request)]));
}

const CONVERSATION = built(DATA.conversation);
const tokens = (messages) => estimateTokens(messages, { dialect: 'gemini' }).tokens;

async function run(preset, summarize, options) {
  const messages = structuredClone(CONVERSATION);
  const compactor = new Compactor({ preset, contextWindow: WINDOW, dialect: 'gemini', summarize, ...options });
  const result = await compactor.compact(messages, { force: true });
  assert.deepEqual(messages, CONVERSATION);
  if (result.changed) {
    assert.deepEqual(validate(result.messages, { dialect: 'gemini' }), []);
    assert.ok(tokens(result.messages) < tokens(messages));
    assert.ok(JSON.stringify(result.messages).includes('tell me when it passes'));
  } else {
    assert.equal(result.messages, messages);
  }
  return result;
}

for (const preset of PRESETS) {
  test(`${preset}: every hostile answer is refused by name`, async () => {
    for (const { name, answer, codes } of DATA.hostile) {
      const result = await run(preset, (request) => built(answer, request));
      const { code } = result.fallback ?? result;
      assert.ok(codes.includes(code), `${name}: ${code}`);
      assert.ok(['failed', 'summarized', 'reduced'].includes(result.status), name);
      assert.ok(result.status === 'failed' || result.fallback || preset !== 'default', name);
    }
  });

  test(`${preset}: no answer can put words into the user's mouth`, async () => {
    const result = await run(preset, () => DATA.forged.answer);
    const told = JSON.stringify(result.messages).split('<latest_user_request>');
    assert.ok(told.length <= 2 && !told.at(-1).split('</latest_user_request>')[0].includes(DATA.forged.request));
  });

  test(`${preset}: an answer that is no text is a mistake of the program`, async () => {
    for (const answer of [7, {}]) await assert.rejects(run(preset, () => answer), TypeError);
  });
}

test('without a fallback a hostile answer changes nothing', async () => {
  for (const { name, answer } of DATA.hostile) {
    const result = await run('default', (request) => built(answer, request), { fallback: 'none' });
    assert.ok(['failed', 'reduced'].includes(result.status) && !result.summary, name);
  }
});

test('a good answer in a sloppy form is taken', async () => {
  for (const preset of ['default', 'gemini-cli', 'qwen-code']) {
    for (const { name, answer, only } of DATA.sloppy) {
      if (only && only !== preset) continue;
      const result = await run(preset, (request) => built(answer, request));
      assert.equal(result.status, 'summarized', `${preset}, ${name}: ${result.reason}`);
      assert.ok(!result.fallback, `${preset}, ${name}`);
      assert.ok(result.summary.includes('src/billing/part_9.py') && !result.summary.includes('A draft'), `${preset}, ${name}`);
    }
  }
});

test('a model that throws', async () => {
  for (const preset of PRESETS) {
    const error = new Error('529 overloaded');
    const thrown = run(preset, () => { throw error; });
    if (preset === 'default') {
      const result = await thrown;
      assert.equal(result.error, error);
      assert.equal(result.fallback.code, 'summarizer_error');
    } else {
      await assert.rejects(thrown, (caught) => caught === error);
    }
  }
});
