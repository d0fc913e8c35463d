// AI SDK: `prepareStep` sends a shorter list when the prompt gets too long.
//
//     npm install conspectus ai @ai-sdk/openai
//     node examples/with_ai-sdk.mjs

import { createOpenAI } from '@ai-sdk/openai';
import { generateText, jsonSchema, tool, wrapLanguageModel } from 'ai';
import { compactStep, contextOverflowMiddleware } from 'conspectus/ai-sdk';

const openai = createOpenAI({ baseURL: process.env.OPENAI_BASE_URL });
const step = compactStep({
  model: 'gpt-5', contextWindow: 24_000, reserveTokens: 2_000, summarize: 'model',
  onCompact: (result) => console.log(String(result)),
});
const model = wrapLanguageModel({ model: openai.chat('gpt-5'), middleware: contextOverflowMiddleware(step) });
const tools = {
  read_file: tool({
    description: 'Reads a file.',
    inputSchema: jsonSchema({ type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }),
    execute: async ({ path }) => `${path}:\n${Array.from({ length: 500 }, (_, line) => `value_${line} = ${line * line}`).join('\n')}`,
  }),
};

const messages = [];
for (const text of ['Read a.py, b.py and c.py.', 'Read d.py too.', 'What did you read?']) {
  messages.push({ role: 'user', content: text });
  const result = await generateText({
    model, messages, tools, prepareStep: step,
    stopWhen: ({ steps }) => steps.length === 20,
    maxRetries: 0,                                   // the middleware sends again
  });
  messages.push(...(result.responseMessages ?? result.response.messages));     // version 7 or 6
  console.log(`${messages.length} messages: ${result.text}`);
}
