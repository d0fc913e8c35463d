// Wrong uses of the adapter for the AI SDK. Each wrong line ends with a mark; a type checker must find these and no other.
import { convertToModelMessages, generateText, jsonSchema, streamText, tool, ToolLoopAgent, wrapLanguageModel, type UIMessage } from 'ai';
import { createOpenAI } from '@ai-sdk/openai';
import { Compactor } from 'conspectus';
import { compactStep, compactUIMessages, contextOverflowMiddleware, summarizeWith } from 'conspectus/ai-sdk';

const base = createOpenAI()('gpt-5');
const tools = { read_file: tool({ description: 'Reads.', inputSchema: jsonSchema<{ path: string }>({ type: 'object' }), execute: async ({ path }) => path }) };

export async function right(list: UIMessage[]): Promise<string> {
  const step = compactStep({ model: 'gpt-5', summarize: 'model', key: ({ stepNumber }) => String(stepNumber), pinned: () => false });
  const model = wrapLanguageModel({ model: base, middleware: contextOverflowMiddleware(step) });
  const { text } = await generateText({ model, tools, prompt: 'Hi', prepareStep: step });
  const agent = new ToolLoopAgent({ model, tools, prepareStep: compactStep({ onError: 'raise', contextWindow: 200_000 }) });
  const stream = streamText({ model, tools, prompt: 'Hi', prepareStep: async (given) => ({ ...(await step(given)), activeTools: ['read_file'] }) });
  const chats = compactUIMessages({ model: 'gpt-5', trigger: 0.8 });
  const sent = await chats(list, { id: 'chat', model });
  const compactor = new Compactor({ model: 'gpt-5', summarize: summarizeWith(base) });
  const state = step.save('one');
  if (state) step.load('one', state, model);
  await compactor.compact(await convertToModelMessages(sent));
  return `${text} ${(await agent.generate({ prompt: 'Hi' })).text} ${await stream.text}`;
}

compactStep({ modle: 'gpt-5' }); // error
compactStep({ summarize: 'modell' }); // error
compactStep({ onError: 'throw' }); // error
compactStep({ onError: 'send_unchanged' }); // error
compactStep({ key: 'one' }); // error
compactStep({ key: () => 1 }); // error
compactStep({ trigger: '0.8' }); // error
compactStep('gpt-5'); // error
compactStep({ maxConversations: '5' }); // error
contextOverflowMiddleware(); // error
contextOverflowMiddleware({ model: 'gpt-5' }); // error
contextOverflowMiddleware(() => undefined); // error
compactUIMessages({ summarize: 'model' }); // error
compactUIMessages([], { id: 'one' }); // error
await compactUIMessages()([{ role: 'user', content: 'Hi' }]); // error
await compactUIMessages()([], { chat: 'one' }); // error
summarizeWith(createOpenAI()); // error
summarizeWith(base, { temperature: 0 }); // error
summarizeWith(); // error
compactStep().save(5); // error
