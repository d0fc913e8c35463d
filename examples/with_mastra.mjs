// Mastra: a processor sends a shorter list when the prompt gets too long.
//
//     npm install conspectus @mastra/core @mastra/memory @ai-sdk/openai zod
//     node examples/with_mastra.mjs

import { createOpenAI } from '@ai-sdk/openai';
import { Agent } from '@mastra/core/agent';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { Memory } from '@mastra/memory';
import { ConspectusProcessor } from 'conspectus/mastra';
import { z } from 'zod';

const openai = createOpenAI({ baseURL: process.env.OPENAI_BASE_URL });
const compaction = new ConspectusProcessor({
  model: 'gpt-5', contextWindow: 24_000, reserveTokens: 2_000, summarize: 'model',
  onCompact: (result) => console.log(String(result)),
});
const agent = new Agent({
  id: 'reader', name: 'reader', instructions: 'You read source code.', model: openai.chat('gpt-5'),
  tools: {
    read_file: createTool({
      id: 'read_file', description: 'Reads a file.', inputSchema: z.object({ path: z.string() }),
      execute: async ({ path }) => `${path}:\n${Array.from({ length: 500 }, (_, line) => `value_${line} = ${line * line}`).join('\n')}`,
    }),
  },
  memory: new Memory({ storage: new InMemoryStore(), options: { lastMessages: 10_000 } }),
  inputProcessors: [compaction],
  errorProcessors: [compaction],                     // refused requests
  maxRetries: 0,                                     // it sends again itself
});

for (const text of ['Read a.py, b.py and c.py.', 'Read d.py too.', 'What did you read?']) {
  const result = await agent.generate(text, { maxSteps: 20, memory: { thread: 'one', resource: 'me' } });
  console.log(result.text);
}
