// Instances of classes are read in place, given back by identity, and keep their class where they
// change.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compactor, compact, validate } from 'conspectus';
import { applyPatch, invertPatch } from 'conspectus/sansio';
import operations from '../../bindings-node/operations.cjs';

const { estimateTokens, microcompact } = operations;

const WORDS = 'word '.repeat(400);

/** As the messages of a framework: fields of their own, and a `toJSON` that wraps them. */
class Message {
  constructor(fields) {
    this.kept = fields; // what it was made of; stale after a change
    Object.assign(this, fields);
  }

  toJSON() {
    const kwargs = Object.fromEntries(Object.keys(this.kept).map((key) => [key, this[key]]));
    return { lc: 1, type: 'constructor', id: ['framework', 'messages', this.constructor.name], kwargs };
  }
}
class HumanMessage extends Message { type = 'human'; }
class AIMessage extends Message { type = 'ai'; }
class ToolMessage extends Message { type = 'tool'; }

const instances = () => [
  new HumanMessage({ content: 'Read a.py' }),
  new AIMessage({ content: '', tool_calls: [{ name: 'read', args: { path: 'a.py' }, id: 't1' }] }),
  new ToolMessage({ content: WORDS, tool_call_id: 't1', name: 'read' }),
  new AIMessage({ content: 'Done.' }),
  new HumanMessage({ content: 'Thanks' }),
];

test('instances count as what they are serialised to', () => {
  const messages = instances();
  assert.equal(estimateTokens(messages).dialect, 'langchain');
  assert.deepEqual(estimateTokens(messages), estimateTokens(JSON.parse(JSON.stringify(messages))));
  assert.ok(estimateTokens(messages).tokens > 300);
  assert.deepEqual(validate(messages), []);
});

test('an instance that changes keeps its class, and the others stay the same objects', () => {
  const messages = [...instances(), ...instances()];
  const edited = microcompact(messages, { force: true, keepToolResults: 1, clearableTools: ['read'] });
  assert.ok(edited.messages[2] instanceof ToolMessage);
  assert.match(edited.messages[2].content, /^\[Old tool result/);
  assert.equal(messages[2].content, WORDS);
  assert.deepEqual(edited.messages.map((message, index) => message === messages[index]), [true, true, false, true, true, ...Array(5).fill(true)]);
});

test('new messages are instances too', async () => {
  const messages = instances();
  const { messages: after, status } = await compact(messages, { force: true });
  assert.equal(status, 'summarized');
  assert.ok(after.every((message) => message instanceof Message));
});

test('what went comes back as the same instances', async () => {
  const messages = instances();
  const result = await new Compactor({ contextWindow: 8_000 }).compact(messages, { force: true });
  const back = result.undo();
  assert.equal(result.status, 'summarized');
  assert.deepEqual(back.map((message, index) => message === messages[index]), messages.map(() => true));
});

test('bytes that went come back as bytes', () => {
  const image = { image: { format: 'png', source: { bytes: Uint8Array.from([0x89, 0x50]) } } };
  const messages = [{ role: 'user', content: [{ text: 'Look' }, image] }, { role: 'assistant', content: [{ text: 'Done.' }] }];
  const patch = { ops: [{ op: 'replace', path: '/0/content', value: [] }], splices: [{ start: 1, deleteCount: 1, insert: [] }] };
  const back = applyPatch(applyPatch(messages, patch), invertPatch(messages, { patch }));
  assert.deepEqual(back, messages);
  assert.equal(back[1], messages[1]);
});

test('a request for a summary asks in instances where the list holds instances', async () => {
  const asked = [];
  const summarize = (request) => {
    asked.push(request);
    return 'no document';
  };
  await compact(instances(), { force: true, summarize });
  await compact(instances().map((message) => JSON.parse(JSON.stringify(message))), { force: true, summarize });
  const [own, plain] = [asked[0], asked.at(-1)];
  assert.ok(own.messages[0] instanceof HumanMessage);
  assert.match(own.messages[0].content, /Read a\.py/);
  assert.equal(Object.getPrototypeOf(plain.messages[0]), Object.prototype);
});

test('messages of a chat interface are read as what they are', () => {
  const messages = [
    { id: '1', role: 'user', parts: [{ type: 'text', text: 'Read a.py' }] },
    { id: '2', role: 'assistant', parts: [{ type: 'step-start' }, { type: 'tool-read', toolCallId: 't', state: 'output-available', input: {}, output: WORDS }, { type: 'text', text: 'Done.' }] },
    { id: '3', role: 'user', parts: [{ type: 'text', text: 'Thanks' }] },
    { id: '4', role: 'assistant', parts: [{ type: 'tool-read', toolCallId: 'u', state: 'output-available', input: {}, output: WORDS }] },
    { id: '5', role: 'user', parts: [{ type: 'text', text: 'Thanks' }] },
    { id: '6', role: 'assistant', parts: [{ type: 'text', text: 'Bye' }] },
  ];
  assert.equal(estimateTokens(messages).dialect, 'ui_message');
  assert.deepEqual(validate(messages), []);
  const edited = microcompact(messages, { force: true, keepToolResults: 1, clearableTools: ['tool-read'] });
  assert.match(edited.messages[1].parts[1].output, /^\[Old tool result/);
  assert.equal(edited.messages[1].parts[1].state, 'output-available');
});

test('an unknown shape is refused', () => {
  const unknown = { code: 'UNKNOWN_DIALECT', path: '/0' };
  assert.throws(() => estimateTokens([{ role: 'assistant', content: '', toolInvocations: [{ toolName: 'read', result: WORDS }] }]), unknown);
  assert.throws(() => estimateTokens([{ type: 'assistant', message: { role: 'assistant', content: [] }, session_id: 's' }]), unknown);
  assert.throws(() => estimateTokens([{ author: 'me', parts: [{ kind: 'text', body: WORDS }] }]), unknown);
});
