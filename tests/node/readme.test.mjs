// The README's own code, as it is printed, against the strict server: no request is refused.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as conspectus from 'conspectus';
import { asked as askedOf, create as send, start } from '../provider/server.mjs';
import { PNG } from './builders.mjs';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const SOURCES = new URL('../../core/src/compactor/', import.meta.url);
const TEXTS = readdirSync(SOURCES, { recursive: true }).filter((name) => name.endsWith('.rs')).sort().map((name) => readFileSync(new URL(name, SOURCES), 'utf8'));
const TOOLS = [{ name: 'read_file', description: 'Reads a file.', input_schema: { type: 'object' } }];
const THINKING = { type: 'enabled', budget_tokens: 1_024 };
const KEY = 'readme';

/** Source code of so many chars. */
function source(turn, chars) {
  let text = '';
  for (let index = turn; text.length < chars; index++) text += TEXTS[index % TEXTS.length];
  return text.slice(0, chars);
}

function summary(request) {
  const text = request.messages.map((message) => JSON.stringify(message.content)).join('\n');
  const names = [...new Set(text.match(/\w+\/\w+\.rs/g) ?? [])];
  return `<state_snapshot><overall_goal>Read every part.</overall_goal><key_knowledge>${names.slice(-40).join('\n- ')}</key_knowledge></state_snapshot>`;
}

test('the README runs as it is printed', async (t) => {
  const [, block] = README.match(/```js\n([\s\S]*?client\.messages\.create[\s\S]*?)```/);
  const [once, eachTurn] = block.replace(/^import \{ (\w+) \} from 'conspectus';$/m, 'const { $1 } = conspectus;').split(/^(?=const result = )/m);
  const server = await start('--window', 200_000);
  t.after(() => server.stop());
  const asked = [];
  const create = async (request) => {
    if (request.tools) return send(server.url, KEY, request);
    asked.push(request);
    return { content: [{ type: 'text', text: summary(request) }] };
  };
  const client = { messages: { create } };
  const logged = [];
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  // `messages` and `lastUsage` are the host's own variables.
  const turn = new AsyncFunction('conspectus', 'client', 'MODEL', 'SYSTEM', 'TOOLS', 'console', 'host', `let { messages, lastUsage } = host;
    ${once}
    host.turn = async () => { ({ messages, lastUsage } = host); ${eachTurn}
      host.messages = messages; host.result = result; };`);
  const host = { messages: [{ role: 'user', content: 'Read every part; never touch main.' }], lastUsage: null };
  await turn(conspectus, client, 'claude-sonnet-4-5', 'You read parts.', TOOLS, { log: (...words) => logged.push(words) }, host);
  const statuses = [];
  for (let number = 0; number < 70; number++) {
    await host.turn();
    statuses.push(host.result.status);
    const reply = await create({ model: 'claude-sonnet-4-5', messages: host.messages, max_tokens: 8_000, tools: TOOLS, thinking: THINKING });
    host.lastUsage = reply.usage;
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };
    const results = reply.content.filter((part) => part.type === 'tool_use').map((call, place) => {
      const text = source(number + place, 18_000);
      const content = number % 5 === 0 && place === 0 ? [{ type: 'text', text }, picture] : text;
      return { type: 'tool_result', tool_use_id: call.id, content };
    });
    const next = results.length > 0 ? results : `Go on with the next ones.\n${source(number, 60_000)}`;
    host.messages = [...host.messages, { role: 'assistant', content: reply.content }, { role: 'user', content: next }];
  }
  assert.equal((await askedOf(server.url, KEY)).sizes.length, 70);
  assert.ok(statuses.filter((status) => ['reduced', 'summarized'].includes(status)).length >= 3, statuses.join());
  assert.ok(statuses.includes('summarized') && asked.length > 0);
  assert.equal(logged.length, 70);
});
