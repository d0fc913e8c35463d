// What must survive does, through five rounds with a model that forgets everything; and how hosts
// pin messages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compactor, checkSummary, compact, countTokens } from 'conspectus';
import { estimateTokens } from 'conspectus/gemini-cli';

const ROUNDS = 5;
const MAX_TOKENS = 1_200;

const call = (id, name, input, content, isError = false) => [
  { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }] },
];

/** A part of the work: a rule, a change, a failure, a list of tasks, and much that is only read. */
function part(number) {
  const pages = Array.from({ length: 12 }, (_, page) =>
    call(`r${number}-${page}`, 'read_file', { path: `bulk/${number}_${page}.txt` }, `page ${page} of ${number}: ${'plain words of no use '.repeat(60)}`));
  return [
    { role: 'user', content: `Do part ${number} of the port. Never touch lock_${number}.toml.` },
    ...call(`e${number}`, 'edit_file', { path: `src/part_${number}.rs`, old_string: 'a', new_string: 'b' }, 'ok'),
    ...call(`b${number}`, 'bash', { command: `make check-${number}` }, `error: rule_${number} broke the build\nexit code 2`, true),
    ...call(`t${number}`, 'todo_write', { todos: [{ content: `Mend rule_${number}`, status: 'pending' }] }, 'saved'),
    ...pages.flat(),
    { role: 'assistant', content: 'I have read all of it.' },
    { role: 'user', content: 'Go on.' },
    { role: 'assistant', content: 'I go on.' },
  ];
}

/** It names what it read last, so that it is about the record, and forgets all that matters. */
function forgetful(request) {
  const seen = [...new Set(request.messages[0].content.match(/bulk\/\d_\d+\.txt/g))].sort().slice(-4);
  return `<state_snapshot><overall_goal>Work goes on.</overall_goal><key_knowledge>Pages were read: ${seen.join(', ')}.</key_knowledge></state_snapshot>`;
}

test('what must survive does for five rounds', async () => {
  const compactor = new Compactor({
    contextWindow: 16_000, summarize: forgetful, clearWhen: 'never', maxSummaryTokens: MAX_TOKENS, checkSummary: 'fill',
  });
  const marked = { role: 'user', content: 'The account is 4711-B.', conspectus: { pinned: true } };
  const asked = { role: 'user', content: 'Our branch is release/9.' };
  let messages = [marked, { role: 'assistant', content: 'Noted.' }, asked, { role: 'assistant', content: 'Noted as well.' }];
  let past = estimateTokens(messages).tokens;
  for (let number = 0; number < ROUNDS; number++) {
    const news = part(number);
    past += estimateTokens(news).tokens;
    const pinned = (message) => String(message.content).startsWith('Our branch');
    const result = await compactor.compact([...messages, ...news], { force: true, pinned });
    assert.equal(result.status, 'summarized');
    assert.equal(result.fallback, null);
    // What the answer lacks is put in; the model is not asked again.
    assert.deepEqual([result.log['summary.attempts'], result.summaryBy], [1, 'model']);
    ({ messages } = result);
    const told = messages.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content))).join('\n');
    assert.ok(messages.some(({ content, conspectus }) => content === marked.content && !conspectus) && messages.includes(asked));
    for (let before = 0; before <= number; before++) {
      for (const text of [`Never touch lock_${before}.toml.`, `part_${before}.rs`]) assert.ok(told.includes(text), text);
    }
    for (const text of [`make check-${number}`, `rule_${number} broke the build`, `Mend rule_${number}`, 'Go on.']) assert.ok(told.includes(text), text);
    assert.ok(countTokens(result.summary, { tokenizer: 'exact' }).tokens <= MAX_TOKENS * 1.25);
    const lines = result.summary.split('\n').filter((line) => line.startsWith('- '));
    assert.equal(lines.length, new Set(lines).size);
  }
  assert.ok(estimateTokens(messages).tokens <= past * 0.3);
});

test('a summary is checked without a compactor', () => {
  const report = checkSummary(part(1), { summary: 'We changed src/part_1.rs and src/ghost_7.rs. The checks were left for later.' });
  assert.deepEqual(report, { count: 1, unsupported: [{ kind: 'path', text: 'src/ghost_7.rs' }] });
});

test('a function that pins may throw', async () => {
  const compactor = new Compactor({ contextWindow: 16_000 });
  const pinned = () => { throw new RangeError('mine'); };
  await assert.rejects(compactor.compact(part(0), { force: true, pinned }), RangeError);
  assert.equal((await compactor.compact(part(0))).status, 'unchanged');
});

test('presets that pin nothing say so', async () => {
  const everything = { preset: 'gemini-cli', contextWindow: 16_000, force: true, pinned: [0] };
  await assert.rejects(compact(part(0), everything), { code: 'INVALID_OPTION', path: '/pinned' });
});
