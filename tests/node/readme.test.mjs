// The README's own code, as it is printed, against the strict server: no request is refused.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
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

test('the README runs as it is printed', async (t) => {
  const [, block] = README.match(/```js\n([\s\S]*?client\.messages\.create[\s\S]*?)```/);
  const imported = block.replace(/^import (\{ \w+ \}) from '([^']+)';$/gm, "const $1 = await import('$2');");
  const [once, eachTurn] = imported.split(/^(?=const result = )/m);
  const server = await start('--window', 200_000);
  t.after(() => server.stop());
  const client = { messages: { create: (request) => send(server.url, KEY, { ...request, thinking: THINKING }) } };
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  // `messages` and `lastUsage` are the host's own variables.
  const turn = new AsyncFunction('client', 'MODEL', 'SYSTEM', 'TOOLS', 'host', `let { messages, lastUsage } = host;
    ${once}
    host.turn = async () => { ({ messages, lastUsage } = host); ${eachTurn}
      Object.assign(host, { messages, lastUsage, result, reply }); };`);
  const host = { messages: [{ role: 'user', content: 'Read every part; never touch main.' }], lastUsage: null };
  await turn(client, 'claude-sonnet-4-5', 'You read parts.', TOOLS, host);
  const statuses = [];
  for (let number = 0; number < 100; number++) {
    await host.turn();
    statuses.push(host.result.status);
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };
    const results = host.reply.content.filter((part) => part.type === 'tool_use').map((call, place) => {
      const text = source(number + place, 18_000);
      const content = number % 5 === 0 && place === 0 ? [{ type: 'text', text }, picture] : text;
      return { type: 'tool_result', tool_use_id: call.id, content };
    });
    const next = results.length > 0 ? results : `Go on with the next ones.\n${source(number, 60_000)}`;
    host.messages = [...host.messages, { role: 'user', content: next }];
  }
  assert.equal((await askedOf(server.url, KEY)).sizes.length, 100);
  assert.ok(statuses.filter((status) => ['reduced', 'summarized'].includes(status)).length >= 3, statuses.join());
  assert.ok(statuses.includes('summarized'));
});
