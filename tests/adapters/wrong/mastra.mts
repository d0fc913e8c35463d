// Wrong uses of the adapter for Mastra. Each wrong line ends with a mark; a type checker must find these and no other.
import { Agent } from '@mastra/core/agent';
import type { Processor } from '@mastra/core/processors';
import { ConspectusProcessor, type PromptMessage } from 'conspectus/mastra';

const model = 'openai/gpt-5';

export async function right(messages: PromptMessage[]): Promise<string> {
  const compaction = new ConspectusProcessor({ model: 'gpt-5', summarize: 'model', maxConversations: 5, pinned: ({ role }) => role === 'user' });
  const processor: Processor = new ConspectusProcessor({ onError: 'raise', contextWindow: 32_000, summarize: async () => 'text' });
  const agent = new Agent({ id: 'a', name: 'a', instructions: 'Hi', model, inputProcessors: [compaction], errorProcessors: [compaction] });
  const other = new Agent({ id: 'b', name: 'b', instructions: 'Hi', model, inputProcessors: [new ConspectusProcessor({ clearWhen: 'never' })] });
  const state = compaction.save('thread');
  if (state) compaction.load('thread', state, { modelId: 'gpt-5' });
  if (state) compaction.load('thread', state, 'gpt-5');
  compaction.forget('thread');
  return `${messages.length} ${processor.id} ${(await agent.generate('Hi')).text} ${(await other.generate('Hi')).text}`;
}

new ConspectusProcessor('gpt-5'); // error
new ConspectusProcessor({ modle: 'gpt-5' }); // error
new ConspectusProcessor({ summarize: 'modell' }); // error
new ConspectusProcessor({ onError: 'throw' }); // error
new ConspectusProcessor({ onError: 'send_unchanged' }); // error
new ConspectusProcessor({ trigger: '0.8' }); // error
new ConspectusProcessor({ contextWindow: '32000' }); // error
new ConspectusProcessor({ maxConversations: '5' }); // error
new ConspectusProcessor({ pinned: [0] }); // error
new ConspectusProcessor({ pinned: (message) => message.kind === 'user' }); // error
new ConspectusProcessor({ id: 'mine' }); // error
new ConspectusProcessor().save(); // error
new ConspectusProcessor().save(5); // error
new ConspectusProcessor().load('thread'); // error
new ConspectusProcessor().load('thread', { state: 1 }); // error
new ConspectusProcessor().id = 'conspectus'; // error
ConspectusProcessor({ model: 'gpt-5' }); // error
new Agent({ id: 'a', name: 'a', instructions: 'Hi', model, inputProcessors: [ConspectusProcessor] }); // error
new Agent({ id: 'a', name: 'a', instructions: 'Hi', model, outputProcessors: new ConspectusProcessor() }); // error
