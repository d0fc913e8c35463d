// LangChain.js: a middleware compacts the messages of an agent before each model call.
//
//     npm install conspectus langchain @langchain/langgraph @langchain/openai zod
//     node examples/with_langchain.mjs

import { MemorySaver } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { compactionMiddleware } from 'conspectus/langchain';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';

const readFile = tool(({ path }) => `${path}:\n${Array.from({ length: 500 }, (_, line) => `value_${line} = ${line * line}`).join('\n')}`, {
  name: 'read_file',
  description: 'Reads a file.',
  schema: z.object({ path: z.string() }),
});
const agent = createAgent({
  model: new ChatOpenAI({ model: 'gpt-4.1', maxRetries: 0, configuration: { baseURL: process.env.OPENAI_BASE_URL } }),
  tools: [readFile],
  systemPrompt: 'You read files.',
  middleware: [compactionMiddleware({ contextWindow: 24_000, onCompact: (result) => console.log(String(result)) })],
  checkpointer: new MemorySaver(),
});
const config = { configurable: { thread_id: 'thread-1' }, recursionLimit: 100 };
for (const content of ['Read a.py, b.py and c.py.', 'Read d.py too.', 'What did you read?']) {
  const { messages } = await agent.invoke({ messages: [{ role: 'user', content }] }, config);
  console.log(messages.at(-1).text);
}
