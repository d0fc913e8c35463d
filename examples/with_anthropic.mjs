// Anthropic SDK: one call before each request, cache breakpoints, and a model that writes the summaries.
//
//     npm install conspectus @anthropic-ai/sdk
//     node examples/with_anthropic.mjs

import Anthropic from '@anthropic-ai/sdk';
import { Compactor } from 'conspectus';
import { buildRequest, summarizeWith } from 'conspectus/anthropic';

const MODEL = 'claude-sonnet-5';
const SYSTEM = 'You read files.';
const PARAMETERS = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
const TOOLS = [{ name: 'read_file', description: 'Reads a file.', input_schema: PARAMETERS }];
const readFile = (path) => `${path}:\n${Array.from({ length: 500 }, (_, line) => `value_${line} = ${line * line}`).join('\n')}`;

const client = new Anthropic();
// A small window, so that something gets compacted. Without it, conspectus takes the model's own.
const compactor = new Compactor({
  model: MODEL, contextWindow: 24_000, reserveTokens: 2_000,
  summarize: summarizeWith(client, MODEL), onCompact: (result) => console.log(String(result)),
});
const request = { model: MODEL, max_tokens: 2_000, system: SYSTEM, tools: TOOLS };
let [messages, usage] = [[], null];
for (const question of ['Read a.py, b.py and c.py.', 'Read d.py too.', 'What did you read?']) {
  messages = [...messages, { role: 'user', content: question }];
  for (;;) {
    const result = await compactor.compact(messages, { usage, system: SYSTEM, tools: TOOLS });
    if (!result.canSend) throw new Error(result.reason);
    const reply = await client.messages.create(buildRequest(request, result));
    usage = reply.usage;
    messages = [...result.messages, { role: 'assistant', content: reply.content }];
    const calls = reply.content.filter((block) => block.type === 'tool_use');
    if (calls.length === 0) {
      console.log(reply.content.map((block) => block.text ?? '').join(''));
      break;
    }
    messages.push({ role: 'user', content: calls.map((call) => ({ type: 'tool_result', tool_use_id: call.id, content: readFile(call.input.path) })) });
  }
}
