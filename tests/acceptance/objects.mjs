// Checks that the message objects of LangChain.js and the `UIMessage`s of the AI SDK go in as they
// are and come back as such. Run by `make acceptance`; the packages are looked for in the folder
// given by --modules.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compact, validate } from 'conspectus';
import { estimateTokens } from 'conspectus/gemini-cli';
import { microcompact } from 'conspectus/qwen-code';

const { values } = parseArgs({ options: { modules: { type: 'string', default: '.' } } });
const load = createRequire(resolve(values.modules, 'index.js'));
const { AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage } = load('@langchain/core/messages');
const { convertToModelMessages, safeValidateUIMessages } = load('ai');

const WORDS = 'word '.repeat(2_000);
const ROUNDS = 12;
const rounds = (of) => Array.from({ length: ROUNDS }, (_, index) => of(index)).flat();

const langchain = [
  new SystemMessage('Be brief.'),
  ...rounds((index) => [
    new HumanMessage(`Step ${index}`),
    new AIMessage({ content: '', tool_calls: [{ name: 'read', args: { path: `${index}.py` }, id: `t${index}` }] }),
    new ToolMessage({ content: WORDS, tool_call_id: `t${index}`, name: 'read' }),
    new AIMessage(`Done ${index}.`),
  ]),
];
const text = (id, role, words) => ({ id, role, parts: [{ type: 'text', text: words }] });
const ui = rounds((index) => [
  text(`u${index}`, 'user', `Step ${index}`),
  {
    id: `a${index}`,
    role: 'assistant',
    parts: [
      { type: 'step-start' },
      { type: 'tool-read', toolCallId: `t${index}`, state: 'output-available', input: { path: `${index}.py` }, output: WORDS },
      { type: 'text', text: `Done ${index}.` },
    ],
  },
]).concat(text('last', 'user', 'Thanks'));

async function check(name, messages, dialect, tool, read) {
  const { dialect: found, tokens } = estimateTokens(messages);
  assert.equal(found, dialect);
  assert.ok(tokens > ROUNDS * 1_500, `${tokens} tokens`);
  assert.deepEqual(validate(messages), []);
  const cleared = microcompact(messages, { force: true, keepToolResults: 1, clearableTools: [tool] }).messages;
  const changed = cleared.filter((message, index) => message !== messages[index]);
  assert.ok(changed.length >= ROUNDS - 2, `${changed.length} changed`);
  await read(cleared);
  const { messages: after, status } = await compact(messages, { force: true });
  assert.equal(status, 'summarized');
  assert.equal(after.at(-1), messages.at(-1));
  await read(after);
  console.log(`${name.padEnd(18)} ${messages.length} messages, ${tokens} tokens; cleared and compacted to ${after.length} messages of its own`);
}

await check('LangChain.js', langchain, 'langchain', 'read', (messages) => {
  for (const message of messages) {
    assert.ok(BaseMessage.isInstance?.(message) ?? message instanceof BaseMessage, `${message?.constructor?.name} among the messages`);
    assert.equal(typeof JSON.stringify(message), 'string');
  }
});
await check('UIMessage', ui, 'ui_message', 'tool-read', async (messages) => {
  const read = await safeValidateUIMessages({ messages });
  assert.ok(read.success, String(read.error));
  await convertToModelMessages(messages);
});
