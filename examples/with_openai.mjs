// OpenAI SDK: one call before each request. It also works with OpenAI-compatible servers.
//
//     npm install conspectus openai
//     node examples/with_openai.mjs

import { Compactor } from 'conspectus';
import { buildRequest, summarizeWith } from 'conspectus/openai';
import OpenAI from 'openai';

const MODEL = 'gpt-4.1';
const PARAMETERS = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
const TOOLS = [{ type: 'function', function: { name: 'read_file', description: 'Reads a file.', parameters: PARAMETERS } }];
const readFile = (path) => `${path}:\n${Array.from({ length: 500 }, (_, line) => `value_${line} = ${line * line}`).join('\n')}`;

const client = new OpenAI();
// A small window, so that something gets compacted. Without it, conspectus takes the model's own.
const compactor = new Compactor({
  model: MODEL, contextWindow: 24_000, reserveTokens: 2_000,
  summarize: summarizeWith(client, MODEL), onCompact: (result) => console.log(String(result)),
});
const request = { model: MODEL, max_completion_tokens: 2_000, tools: TOOLS };
let [messages, usage] = [[{ role: 'system', content: 'You read files.' }], null];
for (const question of ['Read a.py, b.py and c.py.', 'Read d.py too.', 'What did you read?']) {
  messages = [...messages, { role: 'user', content: question }];
  for (;;) {
    const result = await compactor.compact(messages, { usage, tools: TOOLS });
    if (!result.canSend) throw new Error(result.reason);
    const reply = await client.chat.completions.create(buildRequest(request, result));
    usage = reply.usage;
    const answer = reply.choices[0].message;
    messages = [...result.messages, answer];
    if (!answer.tool_calls?.length) {
      console.log(answer.content);
      break;
    }
    for (const call of answer.tool_calls) messages.push({ role: 'tool', tool_call_id: call.id, content: readFile(JSON.parse(call.function.arguments).path) });
  }
}
