// `applyPatch` copies only what lies on a changed path. Everything else is the very same object.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConspectusError } from 'conspectus';
import { microcompact, slim } from 'conspectus/qwen-code';
import { applyPatch } from 'conspectus/sansio';
import { frozen, session, withImage } from './builders.mjs';

const ops = (...list) => ({ ops: list, splices: [] });

test('an empty patch gives the very same list', () => {
  const messages = frozen(session(2));
  assert.equal(applyPatch(messages, ops()), messages);
  assert.equal(slim(messages).messages, messages);
  assert.equal(microcompact(messages).messages, messages);
});

test('only containers along a changed path are copied', () => {
  const messages = frozen([...withImage(), ...session(1)]);
  const { messages: slimmed, changed, details: stats } = slim(messages);
  assert.ok(changed);
  assert.equal(stats.images, 1);
  assert.deepEqual(slimmed[0].parts[1], { text: '[image: image/png]' });
  assert.notEqual(slimmed, messages);
  assert.notEqual(slimmed[0], messages[0]);
  assert.equal(slimmed[0].parts[0], messages[0].parts[0]);
  assert.equal(slimmed[0].extra, messages[0].extra);
  for (let index = 1; index < messages.length; index++) assert.equal(slimmed[index], messages[index]);
});

test('unknown fields and the order of keys survive', () => {
  const messages = session(12, 4000).map((message) => ({ zeta: 1, ...message, extra: { kept: ['as', 'it', 'is'] }, alpha: 2 }));
  const { messages: cleared, details } = microcompact(frozen(messages), { force: true, keepToolResults: 5 });
  assert.equal(details.toolResults, 7);
  cleared.forEach((message, index) => {
    assert.deepEqual(Object.keys(message), Object.keys(messages[index]));
    assert.equal(message.extra, messages[index].extra);
  });
  const again = microcompact(cleared, { force: true, keepToolResults: 5 });
  assert.equal(again.messages, cleared);
  assert.equal(again.changed, false);
});

test('operations do what RFC 6902 says', () => {
  const messages = frozen([{ a: [1, 2, 3], 'x/y': { '~z': 1 } }, { b: 1 }]);
  const applied = applyPatch(messages, ops(
    { op: 'add', path: '/0/a/1', value: 'new' },
    { op: 'remove', path: '/0/a/0' },
    { op: 'replace', path: '/0/a/2', value: 'last' },
    { op: 'add', path: '/0/a/3', value: 'end' },
    { op: 'replace', path: '/0/x~1y/~0z', value: 2 },
    { op: 'add', path: '/1/c', value: null },
    { op: 'remove', path: '/1/b' },
  ));
  assert.deepEqual(applied, [{ a: ['new', 2, 'last', 'end'], 'x/y': { '~z': 2 } }, { c: null }]);
});

test('splices in any order are made one after the other', () => {
  let seed = 1;
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  for (let round = 0; round < 500; round += 1) {
    const messages = Array.from({ length: random(12) }, (_, index) => index);
    const expected = messages.slice();
    const splices = [];
    for (let index = random(6); index > 0; index -= 1) {
      const [start, deleteCount] = [random(12), random(4)];
      if (start + deleteCount > expected.length) continue;
      const insert = Array.from({ length: random(3) }, (_, at) => `${index}.${at}`);
      splices.push({ start, deleteCount, insert });
      expected.splice(start, deleteCount, ...insert);
    }
    assert.deepEqual(applyPatch(messages, { ops: [], splices }), expected);
  }
});

test('splices drop and insert whole messages, last place first', () => {
  const messages = frozen(session(2));
  const insert = [{ role: 'user', parts: [{ text: 'summary' }] }];
  const applied = applyPatch(messages, { ops: [], splices: [{ start: 8, deleteCount: 0, insert }, { start: 0, deleteCount: 4, insert }] });
  assert.deepEqual(applied, [...insert, ...messages.slice(4), ...insert]);
  assert.equal(applied[1], messages[4]);
});

test('a patch that does not fit is refused with its place, and nothing was changed', () => {
  const messages = frozen([{ a: [1], text: 'x' }]);
  const misfits = [
    '/0/b/c', '/0/b', '/1/a', '/0/a/1', '/0/a/-1', '/0/a/01', '/0/a/', '/0/a/x', '/0/a/length', '/0/text/0', '/00/a', '/-/a', '/0/toString', '/0/__proto__/polluted', '', 'no pointer',
  ];
  for (const path of misfits) {
    for (const op of ['replace', 'remove']) {
      assert.throws(() => applyPatch(messages, ops({ op, path, value: 1 })), (error) => error instanceof ConspectusError && error.code === 'INVALID_PATCH' && error.path === path, path);
    }
  }
  assert.throws(() => applyPatch(messages, ops({ op: 'move', path: '/0/a', from: '/0/b' })), { code: 'INVALID_PATCH', path: '/0/a' });
  for (const splice of [{ start: 1, deleteCount: 1, insert: [] }, { start: -1, deleteCount: 0, insert: [] }, { start: 0, deleteCount: -1, insert: [] }, { start: NaN, deleteCount: 0, insert: [] }]) {
    assert.throws(() => applyPatch(messages, { ops: [], splices: [splice] }), { code: 'INVALID_PATCH', path: `/${splice.start}` });
  }
  for (const patch of [null, undefined, 'patch', {}, { ops: [] }, []]) assert.throws(() => applyPatch(messages, patch), { code: 'INVALID_PATCH', path: '' });
  assert.throws(() => applyPatch({ 0: {} }, ops()), { code: 'INVALID_PATCH', path: '' });
});

test('a key called __proto__ is a key like any other', () => {
  const messages = frozen([JSON.parse('{"__proto__": {"a": 1}}')]);
  const applied = applyPatch(messages, ops({ op: 'replace', path: '/0/__proto__/a', value: 2 }));
  assert.equal(JSON.stringify(applied), '[{"__proto__":{"a":2}}]');
  const added = applyPatch(frozen([{}]), ops({ op: 'add', path: '/0/__proto__', value: { polluted: true } }));
  assert.equal(JSON.stringify(added), '[{"__proto__":{"polluted":true}}]');
  assert.equal(Object.getPrototypeOf(added[0]), Object.prototype);
  assert.equal({}.polluted, undefined);
});
