// Wrong uses of the adapter for the OpenAI Agents SDK. Each wrong line ends with a mark; a type checker must find these and no other.
import { AsyncLocalStorage } from 'node:async_hooks';
import { Agent, MemorySession, OpenAIProvider, Runner, run } from '@openai/agents';
import { Compactor } from 'conspectus';
import { compactInput, CompactingModel, CompactingProvider, CompactingSession, summarizeWith } from 'conspectus/openai-agents';

const inner = new OpenAIProvider({ apiKey: 'key' });
const session = new MemorySession();
const thread = new AsyncLocalStorage<string>();

export async function right(): Promise<string> {
  const provider = new CompactingProvider(inner, { summarize: 'model', key: () => thread.getStore() ?? '', pinned: (item) => item.type === 'compaction', onError: 'raise' });
  const model = new CompactingModel(await inner.getModel('gpt-5'), { name: 'gpt-5', trigger: 0.8, keep: { messages: 20 }, maxConversations: 5 });
  const agent = new Agent({ name: 'reader', model });
  const stored = new CompactingSession(session, { model: 'gpt-5', summarize: summarizeWith(model), trigger: { tokens: 50_000 } });
  await new Runner({ modelProvider: provider }).run(agent, 'Hi', { session: stored });
  await provider.load('one', await provider.save('one'));
  const saved = model.save('one');
  if (saved) model.load('one', saved);
  await stored.runCompaction({ force: true });
  const filter = compactInput({ contextWindow: 200_000, key: ({ context }) => String(context), summarize: async (request) => `${request.messages.length} items` });
  const compactor = new Compactor({ model: 'gpt-5', summarize: summarizeWith(await provider.getModel('gpt-5')) });
  await compactor.compact(await session.getItems());
  const streamed = await run(agent, 'Hi', { stream: true, callModelInputFilter: filter, session });
  await streamed.completed;
  return String((await run(agent, 'Hi', { callModelInputFilter: compactInput() })).finalOutput);
}

new CompactingProvider(); // error
new CompactingProvider({ model: 'gpt-5' }); // error
new CompactingProvider(inner, { modle: 'gpt-5' }); // error
new CompactingProvider(inner, { summarize: 'modell' }); // error
new CompactingProvider(inner, { key: 'one' }); // error
new CompactingProvider(inner, { key: () => 5 }); // error
new CompactingProvider(inner, { onError: 'throw' }); // error
new CompactingProvider(inner, { pinned: [3] }); // error
new CompactingProvider(inner, { name: 'gpt-5' }); // error
new CompactingProvider('gpt-5'); // error
new CompactingModel(inner); // error
new CompactingModel(inner.getModel('gpt-5')); // error
new CompactingModel('gpt-5'); // error
new CompactingSession('one'); // error
new CompactingSession(session, { summarize: 'model' }); // error
new CompactingSession(session, { key: () => 'one' }); // error
new CompactingSession(session, { trigger: '0.8' }); // error
compactInput('gpt-5'); // error
compactInput({ key: 'one' }); // error
compactInput({ maxConversations: '5' }); // error
compactInput({ onError: 'send_unchanged' }); // error
await compactInput()({ input: [] }); // error
summarizeWith(inner); // error
summarizeWith('gpt-5'); // error
