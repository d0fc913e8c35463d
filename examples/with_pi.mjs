// pi: a wrapper of the stream function sends a shorter list when the prompt gets too long.
//
//     npm install conspectus @earendil-works/pi-agent-core @earendil-works/pi-ai
//     node examples/with_pi.mjs

import { Agent } from '@earendil-works/pi-agent-core';
import { getModel, streamSimple } from '@earendil-works/pi-ai/compat';
import { compactStream } from 'conspectus/pi';

const readFile = (path) => `${path}:\n${Array.from({ length: 500 }, (_, line) => `value_${line} = ${line * line}`).join('\n')}`;
const baseUrl = process.env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1';
const streamFn = compactStream(streamSimple, {
  contextWindow: 24_000, reserveTokens: 2_000, summarize: 'model',
  onCompact: (result) => console.log(String(result)),
});
const agent = new Agent({
  initialState: {
    model: { ...getModel('openai', 'gpt-5'), baseUrl },
    systemPrompt: 'You read source code.',
    tools: [{
      name: 'read_file', label: 'Read', description: 'Reads a file.',
      parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
      execute: async (id, { path }) => ({ content: [{ type: 'text', text: readFile(path) }], details: {} }),
    }],
  },
  streamFn,
  sessionId: 'one',
});

for (const text of ['Read a.py, b.py and c.py.', 'Read d.py too.', 'What did you read?']) {
  await agent.prompt(text);
  console.log(`${agent.state.messages.length} messages; ${agent.state.errorMessage ?? 'no error'}`);
}
