// `LoopDetector`: what vectors cannot show. `test_loops.py` shows the same for Python.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ConspectusError } from 'conspectus';
import { LoopDetector } from 'conspectus/context';

const sessions = new URL('../../examples/sessions/', import.meta.url);

for (const name of readdirSync(sessions).filter((file) => file.endsWith('.json') && !file.includes('recording'))) {
  test(`recorded work is no loop: ${name}`, () => {
    const detector = new LoopDetector();
    for (const message of JSON.parse(readFileSync(new URL(name, sessions), 'utf8'))) assert.equal(detector.addMessage(message), null);
  });
}

test('the loop of the guide', () => {
  const asked = [];
  const askModel = (check) => {
    asked.push(check);
    return { reason: 'The same failure.', confidence: 0.97 };
  };
  const detector = new LoopDetector();
  for (let turn = 0; turn < 30; turn++) detector.startTurn();
  let verdict;
  for (let check = detector.check([{ role: 'user', content: 'Fix it.' }]); check; check = detector.check([{ role: 'user', content: 'Fix it.' }])) {
    verdict = detector.handleCheck(askModel(check));
  }
  assert.deepEqual(asked.map(({ confirms }) => confirms), [false, true]);
  assert.ok(asked[0].maxOutputTokens > 0);
  assert.equal(verdict.looping, true);
  assert.equal(detector.found.kind, 'judged');
});

test('it is saved as JSON', () => {
  const detector = new LoopDetector();
  for (let time = 0; time < 4; time++) assert.equal(detector.addCall('run', { command: 'make' }), null);
  const other = LoopDetector.load(JSON.parse(JSON.stringify(detector.save())));
  assert.equal(other.addCall('run', { command: 'make' }).repeats, 5);
});

test('half of a pair of surrogates is a char', () => {
  const [whole, halves] = [new LoopDetector(), new LoopDetector()];
  const text = '😀 and so on, again and again and again and again. '.repeat(12);
  assert.equal(whole.addText(text).kind, 'text');
  assert.deepEqual([...Array(text.length).keys()].map((at) => halves.addText(text[at])).find((loop) => loop), whole.found);
});

test('errors are the package\'s own', () => {
  assert.throws(() => new LoopDetector().addText(5), (error) => error instanceof ConspectusError && error.code === 'INVALID_CONFIG' && error.path === '/text');
  assert.throws(() => new LoopDetector({ trigger: 0.5 }), { code: 'INVALID_CONFIG' });
});

test('it is disposed of', () => {
  const detector = new LoopDetector();
  detector.dispose();
  for (const use of [() => detector.addText('a'), () => detector.addCall('ls', {}), () => detector.found, () => detector.save()]) assert.throws(use, { code: 'INVALID_STATE' });
});
