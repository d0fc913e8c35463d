// `LoopDetector`: what vectors cannot show. `test_loops.py` shows the same for Python.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ConspectusError } from 'conspectus';
import { LoopDetector } from 'conspectus/context';

const sessions = new URL('../../examples/sessions/', import.meta.url);

const recorded = readdirSync(sessions).filter((file) => file.endsWith('.json') && !file.includes('recording'));
assert.ok(recorded.length > 0, 'no session found');
for (const name of recorded) {
  test(`recorded work is no loop: ${name}`, () => {
    const detector = new LoopDetector();
    for (const message of JSON.parse(readFileSync(new URL(name, sessions), 'utf8'))) assert.equal(detector.addMessage(message), null);
  });
}

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

test('pieces that are held back change no answer', () => {
  let seed = 11;
  const below = (limit) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % limit;
  const pick = (list) => list[below(list.length)];
  const words = ['again and ', 'the same line\n', '- item\n', '```\n', 'x', '\n', '| a | b |\n', 'a sentence that is a good deal longer than fifty chars, so it repeats. ', '😀', '# Head\n', '-----\n'];
  let [alarms, texts] = [0, 0];
  for (const options of [{}, { preset: 'gemini-cli' }]) {
    for (let round = 0; round < 60; round++) {
      const [held, asked] = [new LoopDetector(options), new LoopDetector(options)];
      for (let step = 0; step < 12; step++) {
        const stretch = Array.from({ length: 1 + below(4) }, () => pick(words)).join('').repeat(1 + below(14));
        for (let at = 0; at < stretch.length; ) {
          const piece = stretch.slice(at, (at += below(7)));
          // Whoever asks gets an answer, so nothing is held back here.
          asked.addText(piece);
          const found = held.addText(piece);
          assert.deepEqual(found, asked.found, JSON.stringify(stretch));
          texts += 1;
          if (found) {
            alarms += 1;
            held.clear();
            asked.clear();
          }
        }
        if (below(5) === 0) assert.deepEqual(held.save(), asked.save());
        if (below(6) === 0) assert.deepEqual(held.addCall('ls', {}), asked.addCall('ls', {}));
      }
    }
  }
  assert.ok(alarms > 50 && texts > 10_000, `${alarms} alarms in ${texts} pieces`);
});

test('errors are the package\'s own', () => {
  assert.throws(() => new LoopDetector().addText(5), (error) => error instanceof ConspectusError && error.code === 'INVALID_OPTION' && error.path === '/text');
  assert.throws(() => new LoopDetector({ trigger: 0.5 }), { code: 'INVALID_OPTION' });
});

test('it is disposed of', () => {
  const detector = new LoopDetector();
  detector.dispose();
  for (const use of [() => detector.addText('a'), () => detector.addCall('ls', {}), () => detector.found, () => detector.save()]) assert.throws(use, { code: 'WRONG_ORDER' });
});
