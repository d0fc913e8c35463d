// README's first loop as a program: its code, unchanged, with a client that replaces the provider.
// `node tests/packaging/first_loop.mjs` prints it.
import { readFileSync } from 'node:fs';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const [, BLOCK] = README.match(/```js\n([\s\S]*?client\.messages\.create[\s\S]*?)```/);
const [ONCE, EACH_TURN] = BLOCK.split(/^(?=\/\/ before each request:)/m);

/** Each turn reads a file of 9,000 tokens, so that the window of the model is full after twenty. */
export const FIRST_LOOP = `${ONCE.replace(/^const compactor/m, `const MODEL = 'claude-sonnet-4-5', SYSTEM = 'You are an agent.';
const TOOLS = [{ name: 'read_file', description: 'Reads a file.', input_schema: { type: 'object' } }];
let messages = [{ role: 'user', content: 'Read every part.' }], lastUsage = null;
const statuses = new Set();
let calls = 0;
const client = { messages: { create: async (request) => ({
  content: [{ type: 'tool_use', id: 'call_' + ++calls, name: 'read_file', input: { path: calls + '.txt' } }],
  usage: { input_tokens: Math.round(JSON.stringify(request).length / 4), output_tokens: 20 },
}) } };
$&`)}for (let turn = 0; turn < 60; turn++) {
${EACH_TURN}
statuses.add(result.status);
const call = reply.content[0];
const content = Array.from({ length: 900 }, (_, line) => 'line ' + line + ' of part ' + turn + ' says that all is well\\n').join('');
messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content }] });
}
console.log('README: 60 turns,', [...statuses].sort().join(', '));
`;
/** The output of the program if it works. */
export const LOOP_WORKS = /README: 60 turns, .*summarized/;

if (process.argv[1]?.endsWith('first_loop.mjs')) console.log(FIRST_LOOP);
