// Files for a model, through the package: what the vectors cannot show since they have no disk.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { Compactor, ConspectusError } from 'conspectus';
import { editorContext, estimateTokens, recentTurns } from 'conspectus/gemini-cli';
import { loadInstructions, readFile } from 'conspectus/files';

const folder = () => mkdtempSync(join(tmpdir(), 'files-'));

test('pages follow one another', async () => {
  const path = join(folder(), 'a.txt');
  const text = Array.from({ length: 4_500 }, (_, line) => `line ${line}\n`).join('');
  writeFileSync(path, text);
  const pages = [];
  for (let offset = 0; offset !== null; ) {
    const page = await readFile(path, { offset });
    pages.push(page.text);
    offset = page.nextOffset;
  }
  assert.equal(pages.join('\n'), text);
});

test('a medium is a part that counts as one', async () => {
  const path = join(folder(), 'a.png');
  writeFileSync(path, Buffer.from('89504e470d0a1a0a0000000d494844520000032000000258080600000000', 'hex'));
  for (const [dialect, key] of [['anthropic', 'content'], ['openai_chat', 'content'], ['gemini', 'parts']]) {
    const { part } = await readFile(path, { dialect });
    assert.equal(estimateTokens([{ role: 'user', [key]: [part] }], { dialect }).media, 1, dialect);
  }
});

test('what is not read is told', async () => {
  const root = folder();
  mkdirSync(join(root, 'inside'));
  writeFileSync(join(root, 'secret'), 'secret');
  symlinkSync(join(root, 'secret'), join(root, 'inside', 'link'));
  const roots = [join(root, 'inside')];
  assert.equal((await readFile(join(root, 'inside', 'link'), { roots })).problem, 'outside');
  assert.equal((await readFile(`${root}/inside/../secret`, { roots })).problem, 'outside');
  assert.equal((await readFile(join(root, 'inside', 'nothing'), { roots })).problem, 'missing');
  await assert.rejects(readFile('a', { limit: -1 }), (error) => error instanceof ConspectusError && error.path === '/limit');
  await assert.rejects(readFile(7), ConspectusError);
});

test('memory is told again after a compaction', async () => {
  const root = folder();
  mkdirSync(join(root, '.git'));
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'AGENTS.md'), 'Never push on Fridays. @style.md');
  writeFileSync(join(root, 'style.md'), 'Tabs, four wide.');
  writeFileSync(join(root, 'src', 'CLAUDE.md'), 'Run the linter.');
  const memory = await loadInstructions(root);
  assert.ok(memory.text.includes('Never push on Fridays.') && memory.text.includes('Tabs, four wide.'));
  const later = await loadInstructions(join(root, 'src'), { loaded: memory.files.map(({ path }) => path) });
  assert.deepEqual(later.files.map(({ path }) => basename(path)), ['CLAUDE.md']);
  const compactor = new Compactor({ contextWindow: 4_000 });
  let messages = Array.from({ length: 30 }, (_, index) => ({ role: index % 2 ? 'assistant' : 'user', content: `${index} ${'word '.repeat(200)}` }));
  for (let round = 0; round < 2; round++) {
    ({ messages } = await compactor.compact(messages, { preamble: memory.text, force: true }));
    assert.equal(JSON.stringify(messages).split('Never push on Fridays.').length, 2);
    messages = [...messages, { role: 'assistant', content: 'more '.repeat(800) }, { role: 'user', content: 'Go on. '.repeat(300) }];
  }
});

test('the event loop runs while files are read', async () => {
  const path = join(folder(), 'a.txt');
  writeFileSync(path, 'line of text\n'.repeat(400_000));
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  for (let round = 0; round < 5; round++) await readFile(path, { offset: 399_990 });
  clearInterval(timer);
  assert.ok(ticks > 0);
});

test('the newest turns are the same objects', () => {
  const messages = [{ role: 'user', content: 'a' }, { role: 'assistant', content: 'b' }, { role: 'user', content: 'c' }];
  const { messages: recent, details } = recentTurns(messages, { turns: 1 });
  assert.ok(recent.length === 1 && recent[0] === messages[2]);
  assert.equal(details.older, 2);
});

test('the state of the editor comes back', () => {
  const { state } = editorContext([{ path: '/a', timestamp: 1, isActive: true }]);
  assert.equal(editorContext([{ path: '/a', timestamp: 2, isActive: true }], { last: state }).kind, 'none');
});
