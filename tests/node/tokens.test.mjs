// Other sources of token counts: the host's own tokenizer, a vocabulary file, the size of bytes,
// and the usage that a provider reports.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Compactor, ConspectusError, History } from 'conspectus';
import { countTokens } from 'conspectus';
import { estimateTokens } from 'conspectus/gemini-cli';
import { Vocabulary } from 'conspectus/tokens';

const messages = [
  { role: 'user', content: 'Please look at the retry loop.' },
  { role: 'assistant', content: 'It waits twice as long each time.' },
  { role: 'user', content: 'Please look at the retry loop.' },
];
/** Tokens of a message's role and separators. */
const FRAME = 4;
const words = () => {
  const asked = [];
  return { asked, tokenizer: (text) => asked.push(text) && text.split(' ').length };
};

test('a tokenizer counts each text once', () => {
  const { asked, tokenizer } = words();
  const history = new History({ tokenizer }).extend(messages);
  assert.equal(history.tokens, 19 + 3 * FRAME);
  assert.equal(asked.length, 2);
  history.append({ role: 'assistant', content: 'Two words' });
  assert.equal(history.tokens, 21 + 4 * FRAME);
  assert.deepEqual(asked.slice(2), ['Two words']);
});

test('what a tokenizer throws comes back as it is', async () => {
  const error = new Error('no words');
  const tokenizer = () => { throw error; };
  const history = new History({ tokenizer });
  for (const read of [() => history.append(messages[0]), () => history.extend(messages), () => history.sync(messages)]) {
    assert.throws(read, (thrown) => thrown === error);
    assert.equal(history.length, 0);
  }
  await assert.rejects(new Compactor({ tokenizer, contextWindow: 100 }).compact(messages), (thrown) => thrown === error);
});

test('a tokenizer must count', () => {
  assert.throws(() => new History({ tokenizer: () => -1 }).extend(messages), (error) => error instanceof ConspectusError && error.path === '/tokenizer');
});

test('a tokenizer decides when to compact', async () => {
  const { asked, tokenizer } = words();
  const compactor = new Compactor({ tokenizer, contextWindow: 1000 });
  const { status, log } = await compactor.compact(messages);
  assert.deepEqual([status, log['sizes.prompt_tokens_before']], ['unchanged', 19 + 3 * FRAME]);
  await compactor.compact(messages);
  assert.equal(asked.length, 2, 'counts are kept from run to run');
  assert.equal(countTokens(messages, { tokenizer }).tokens, 19 + 3 * FRAME);
});

const system = 'You are a careful engineer';
const tools = [{ name: 'grep', description: 'finds lines in files' }];

test('a tokenizer counts what surrounds the messages', async () => {
  const { asked, tokenizer } = words();
  const history = new History({ tokenizer }).extend(messages);
  const found = history.countTokens({ system, tools });
  // The schema's strings, each by itself, and its keys and signs together, which are one word.
  assert.deepEqual([found.details.overhead.system, found.details.overhead.tools], [5, 1 + 4 + 1]);
  const count = asked.length;
  assert.deepEqual(history.countTokens({ system, tools }), found);
  assert.equal(asked.length, count, 'counts are kept');
  assert.deepEqual(countTokens(messages, { tokenizer, system, tools }), found);
});

test('a compactor asks its tokenizer for what surrounds the messages', async () => {
  const { asked, tokenizer } = words();
  const compactor = new Compactor({ tokenizer, contextWindow: 1000 });
  for (let turn = 0; turn < 3; turn++) {
    const { log } = await compactor.compact(messages, { system, tools });
    assert.equal(log['sizes.prompt_tokens_before'], 19 + 3 * FRAME + 5 + 6);
  }
  assert.equal(asked.length, 2 + 1 + 3, 'counts are kept from turn to turn');
});

test('a vocabulary is a tokenizer', async () => {
  const file = new URL('../vocabularies/tiny.llama3.json', import.meta.url);
  for (const source of [file, fileURLToPath(file), readFileSync(file)]) {
    const vocabulary = Vocabulary.fromTokenizerJson(source);
    assert.equal(vocabulary.pattern, 'llama3');
    assert.ok(vocabulary.size > 256);
    const texts = ['the retry loop', '漢字 \ud800 half', ''];
    assert.deepEqual(vocabulary.countTexts(texts), texts.map((text) => vocabulary.encode(text).length));
    assert.equal(vocabulary.decode(vocabulary.encode(texts[0])), texts[0]);
    assert.equal(vocabulary.countUpTo(texts[0], 1), null);
    assert.equal(vocabulary.count(vocabulary.truncate(texts[0], 2)), 2);
    const expected = messages.reduce((sum, { content }) => sum + vocabulary.count(content) + FRAME, 0);
    assert.equal(countTokens(messages, { tokenizer: vocabulary }).tokens, expected);
    const compactor = new Compactor({ tokenizer: vocabulary, contextWindow: 10_000 });
    assert.equal((await compactor.compact(messages)).log['sizes.prompt_tokens_before'], expected);
  }
  const ranks = new URL('../vocabularies/tiny.tiktoken', import.meta.url);
  assert.equal(Vocabulary.fromTiktoken(ranks, { pattern: 'o200k' }).pattern, 'o200k');
  for (const options of [{ pattern: 'o201k' }, undefined]) {
    assert.throws(() => Vocabulary.fromTiktoken(ranks, options), (error) => error instanceof ConspectusError && error.path === '/pattern');
  }
  const broken = Buffer.from('{"model": {"type": "BPE"}, "pre_tokenizer": {"type": "Metaspace"}}');
  assert.throws(() => Vocabulary.fromTokenizerJson(broken), (error) => error.path === '/pre_tokenizer' && error.code === 'INVALID_OPTION');
  assert.throws(() => Vocabulary.fromTokenizerJson('no/such/file'), { code: 'ENOENT' });
});

test('bytes are priced by their size, whatever holds them', () => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAABAAAAAQACAIAAADwf7zU', 'base64');
  const copy = Uint8Array.from(png);
  for (const image of [png, copy, copy.buffer, new DataView(copy.buffer), new Uint8Array([0, 0, ...copy]).subarray(2)]) {
    const { mediaTokens } = estimateTokens([{ role: 'user', content: [{ type: 'image', image }] }], { dialect: 'ai_sdk', imageTokens: 'openai_patches_6' });
    assert.equal(mediaTokens, 1229);
  }
});

test('reports anchor the prompt', () => {
  const history = new History().append(messages[0]);
  assert.equal(history.promptTokens, history.tokens);
  history.reportUsage({ usage: { prompt_tokens: 2000 } });
  assert.equal(history.promptTokens, 2000);
  history.append(messages[1]);
  assert.ok(history.promptTokens > 2000);
  assert.equal(history.countTokens().details.promptTokens, history.promptTokens);
  // A report without numbers is none.
  const { promptTokens } = history;
  history.reportUsage({});
  assert.equal(history.promptTokens, promptTokens);
  assert.throws(() => history.reportUsage('abc'), ConspectusError);
  assert.throws(() => history.reportUsage(5, 9), (error) => error.path === '/messages');
});
