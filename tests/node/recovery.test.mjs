// A host's loop that gives every refusal to its compactor: it goes on by itself whatever the
// provider says, but for a wrong key.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Compactor } from 'conspectus';
import { classifyError } from 'conspectus/providers';
import { ApiError, create, plan, start } from '../provider/server.mjs';
import { PNG } from './builders.mjs';

// What the host believes, and what is true.
const DECLARED = 200_000;
const TRUE = 24_000;
const TOOLS = [{ name: 'read_file', description: 'Reads a file.', input_schema: { type: 'object' } }];

// The provider of the rest believes what the host believes.
const large = await start('--window', DECLARED);
const small = await start('--window', TRUE);
const tight = await start('--window', DECLARED, '--max-bytes', 60_000);
after(() => [large, small, tight].forEach((server) => server.stop()));

const TEXT = 'const value = compute(input); // a line of code that a tool has read\n';

/** A host whose loop is the one of the guide. */
class Host {
  actions = [];
  waits = [];
  statuses = [];
  usage = null;

  constructor(server, key, messages) {
    Object.assign(this, { url: server.url, key });
    this.messages = messages ?? [{ role: 'user', content: 'Read every part; never touch main.' }];
    // The lines of a result are alike: told once, they would fill no window.
    this.compactor = new Compactor({ contextWindow: DECLARED, condense: 'safe' });
  }

  async send() {
    for (;;) {
      this.result = await this.compactor.compact(this.messages, { usage: this.usage });
      this.messages = this.result.messages;
      this.statuses.push(this.result.status);
      try {
        return await create(this.url, this.key, { model: 'claude-sonnet-4', messages: this.messages, max_tokens: 2_000, tools: TOOLS });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const recovery = this.compactor.handleProviderError(error);
        this.actions.push(recovery.action);
        if (recovery.action === 'fail') throw error;
        this.waits.push(recovery.waitMs);
      }
    }
  }

  async turn(number) {
    const reply = await this.send();
    this.usage = reply.usage;
    const results = reply.content.filter((part) => part.type === 'tool_use')
      .map((call) => ({ type: 'tool_result', tool_use_id: call.id, content: `${call.input.path}\n${TEXT.repeat(60 + number)}` }));
    this.messages = [...this.messages, { role: 'assistant', content: reply.content }, { role: 'user', content: results.length ? results : 'Go on.' }];
  }

  async run(turns) {
    for (let number = 0; number < turns; number++) await this.turn(number);
  }
}

test('a wrong window is learned from one refusal', async () => {
  const host = new Host(small, 'window');
  await host.run(40);
  // One for the window, one for the answer that has to fit beside the prompt.
  assert.ok(host.actions.length <= 2 && host.actions.every((action) => action === 'compact'), host.actions.join());
  assert.deepEqual([host.result.contextWindow, host.result.log['sizes.window_source']], [TRUE, 'observed']);
});

test('what was learned is saved', async () => {
  const compactor = new Compactor({ contextWindow: DECLARED });
  compactor.handleProviderError('prompt is too long: 30000 tokens > 24000 maximum');
  const loaded = Compactor.load(JSON.parse(JSON.stringify(compactor.save())), { contextWindow: DECLARED });
  const { contextWindow, log } = await loaded.compact([{ role: 'user', content: 'Hi' }]);
  assert.deepEqual([contextWindow, log['sizes.window_source']], [TRUE, 'observed']);
});

test('the loop waits as long as the provider says', async () => {
  const host = new Host(large, 'waits');
  await plan(large.url, 'waits', '2:429/7 3-4:529 6:500');
  await host.run(5);
  // Waits that are not stated double, and begin anew once a request was accepted.
  assert.deepEqual(host.waits, [7_000, 2_000, 4_000, 1_000]);
  assert.deepEqual([...new Set(host.statuses)], ['unchanged']);
});

test('too many bytes are relieved', async () => {
  const host = new Host(tight, 'bytes');
  await host.run(20);
  assert.ok(host.actions.length > 0 && host.actions.every((action) => action === 'relieve_bytes'), host.actions.join());
});

test('a picture that cannot be read goes', async () => {
  const image = (data) => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } });
  const good = image(PNG);
  const content = [{ type: 'text', text: 'Compare them.' }, good, image('R0lGODlhAQABAAAAACwAAAAAAQABAAA=')];
  const host = new Host(large, 'pictures', [{ role: 'user', content }]);
  await host.turn(0);
  assert.deepEqual([host.actions, host.statuses], [['relieve_media'], ['unchanged', 'reduced']]);
  assert.deepEqual(host.messages[0].content.map((block) => block.type), ['text', 'image', 'text']);
  assert.equal(host.messages[0].content[1], good);
});

test('a broken history is repaired before it is sent', async () => {
  const call = { type: 'tool_use', id: 'a', name: 'read_file', input: { path: 'a.js' } };
  const host = new Host(large, 'broken', [{ role: 'user', content: 'Read it.' }, { role: 'assistant', content: [call] }, { role: 'user', content: 'Go on.' }]);
  await host.turn(0);
  assert.deepEqual([host.actions, host.statuses], [[], ['repaired']]);
});

test('a wrong key is thrown', async () => {
  const host = new Host(large, 'locked');
  await plan(large.url, 'locked', '1:401');
  await assert.rejects(host.turn(0), ApiError);
  assert.deepEqual(host.actions, ['fail']);
});

test('what SDKs throw is read as it is', () => {
  const message = 'prompt is too long: 210543 tokens > 200000 maximum';
  const cause = new ApiError(400, { type: 'error', error: { type: 'invalid_request_error', message } }, new Headers());
  const wrapped = classifyError(new Error('the model call failed', { cause }));
  assert.deepEqual([wrapped.kind, wrapped.limitTokens, wrapped.status], ['tokens', 200_000, 400]);
  // The AI SDK keeps the last error in the one that ends its retries.
  const call = Object.assign(new Error('Too Many Requests'), { name: 'AI_APICallError', statusCode: 429, responseHeaders: { 'retry-after': '3' }, responseBody: '{"error":{"message":"slow down"}}' });
  const retry = classifyError(Object.assign(new Error('Failed after 3 attempts.'), { name: 'AI_RetryError', lastError: call }));
  assert.deepEqual([retry.kind, retry.retryAfterMs, retry.message], ['rate', 3_000, 'slow down']);
  // axios and what follows it.
  const axios = Object.assign(new Error('Request failed'), { response: { status: 413, headers: {}, data: { message: 'x' } }, toJSON: () => ({}) });
  assert.equal(classifyError(axios).kind, 'bytes');
  // What holds itself, or throws, or is no error.
  const odd = new Error('x');
  Object.assign(odd, { body: { self: odd } });
  Object.defineProperty(odd, 'status', { get: () => { throw new Error('no'); } });
  assert.equal(classifyError(odd).kind, 'other');
  assert.equal(classifyError(undefined).kind, 'other');
});
