// Counting in the package: the user's own tokenizer, batches, the event loop, usage reports.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compactor, ConspectusError, History, countTokens, countTokensAsync, countTokensBatch, estimateTokens } from 'conspectus';

const messages = [
  { role: 'user', content: 'Please look at the retry loop.' },
  { role: 'assistant', content: 'It waits twice as long each time.' },
  { role: 'user', content: 'Please look at the retry loop.' },
];
const words = () => {
  const asked = [];
  return { asked, tokenizer: (text) => asked.push(text) && text.split(' ').length };
};

test('a tokenizer counts each text once', () => {
  const { asked, tokenizer } = words();
  const history = new History({ tokenizer, messageOverheadTokens: 0 }).extend(messages);
  assert.equal(history.tokens, 19);
  assert.equal(asked.length, 2);
  history.append({ role: 'assistant', content: 'Two words' });
  assert.equal(history.tokens, 21);
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
  const compactor = new Compactor({ tokenizer, contextWindow: 1000, messageOverheadTokens: 0 });
  const { status, report } = await compactor.compact(messages);
  assert.deepEqual([status, report.tokensUsed], ['noop', 19]);
  await compactor.compact(messages);
  assert.equal(asked.length, 2, 'counts are kept from run to run');
  assert.equal(estimateTokens(messages, { tokenizer, messageOverheadTokens: 0 }).tokens, 19);
});

test('batches count as single texts do, here and on another thread', async () => {
  const texts = ['hello world', '', '漢字 \ud800 half', 'x'.repeat(10_000)];
  const counts = texts.map((text) => countTokens(text, { encoding: 'cl100k_base' }));
  assert.deepEqual(countTokensBatch(texts, { encoding: 'cl100k_base' }), counts);
  assert.deepEqual(await countTokensAsync(texts, { encoding: 'cl100k_base' }), counts);
  assert.equal(await countTokensAsync('hello world'), 2);
  await assert.rejects(countTokensAsync('x', { encoding: 'o200k' }), (error) => error instanceof ConspectusError && error.path === '/encoding');
  await assert.rejects(countTokensAsync(['x', 7]), (error) => error instanceof ConspectusError && error.path === '/1');
});

test('the event loop goes on while a long text is counted', async () => {
  let done = false;
  let turns = 0;
  const counting = countTokensAsync('retry loop '.repeat(2_000_000)).then(() => { done = true; });
  while (!done) {
    turns += 1;
    await new Promise((resolve) => { setImmediate(resolve); });
  }
  await counting;
  assert.ok(turns > 5, `${turns} turns`);
});

test('reports anchor the prompt', () => {
  const history = new History({ messageOverheadTokens: 0 }).append(messages[0]);
  assert.equal(history.promptTokens, history.tokens);
  history.reportUsage({ usage: { prompt_tokens: 2000 } });
  assert.equal(history.promptTokens, 2000);
  history.append(messages[1]);
  assert.ok(history.promptTokens > 2000);
  assert.equal(history.estimate().promptTokens, history.promptTokens);
  assert.throws(() => history.reportUsage({}), ConspectusError);
  assert.throws(() => history.reportUsage(5, 9), (error) => error.path === '/messages');
});
