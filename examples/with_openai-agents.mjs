// OpenAI Agents SDK: a provider compacts the input of each request.
//
//     npm install conspectus @openai/agents openai zod
//     node examples/with_openai-agents.mjs

import { Agent, MemorySession, OpenAIProvider, Runner, tool } from '@openai/agents';
import { CompactingProvider } from 'conspectus/openai-agents';
import OpenAI from 'openai';
import { z } from 'zod';

const readFile = tool({
  name: 'read_file',
  description: 'Reads a file.',
  parameters: z.object({ path: z.string() }),
  execute: ({ path }) => `${path}:\n${Array.from({ length: 500 }, (_, line) => `value_${line} = ${line * line}`).join('\n')}`,
});
const openai = new OpenAIProvider({ openAIClient: new OpenAI({ maxRetries: 0 }) });      // the compactor says when to send again
const modelProvider = new CompactingProvider(openai, { contextWindow: 24_000, onCompact: (result) => console.log(String(result)) });
const runner = new Runner({ modelProvider, tracingDisabled: true });
const agent = new Agent({ name: 'reader', instructions: 'You read files.', model: 'gpt-5', tools: [readFile] });
const session = new MemorySession();
for (const question of ['Read a.py, b.py and c.py.', 'Read d.py too.', 'What did you read?']) {
  const result = await runner.run(agent, question, { session, maxTurns: 40 });
  console.log(result.finalOutput);
}
