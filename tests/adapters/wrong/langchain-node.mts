// Wrong uses of the adapter for LangChain.js. Each wrong line ends with a mark; a type checker must find these and no other.
import { ChatAnthropic } from '@langchain/anthropic';
import { MemorySaver } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { compactionMiddleware, conspectusEdit } from 'conspectus/langchain';
import { contextEditingMiddleware, createAgent, HumanMessage } from 'langchain';

const writer = new ChatAnthropic({ model: 'claude-haiku-4-5' });

export async function right(): Promise<string> {
  const compaction = compactionMiddleware({ model: writer, trigger: { fraction: 0.8 }, keep: { messages: 20 }, mode: 'view', pinned: (message) => message.getType() === 'system', maxConversations: 5 });
  const agent = createAgent({ model: new ChatOpenAI({ model: 'gpt-5' }), middleware: [compaction, contextEditingMiddleware()], checkpointer: new MemorySaver() });
  const other = createAgent({ model: 'openai:gpt-5', middleware: [compactionMiddleware()] });
  const edited = createAgent({ model: 'openai:gpt-5', middleware: [contextEditingMiddleware({ edits: [conspectusEdit({ contextWindow: 200_000, onError: 'raise' })] })] });
  compactionMiddleware({ model: 'gpt-5', summarize: async (request) => `${request.messages.length} messages`, trigger: { tokens: 50_000 }, onCompact: (result) => console.log(result.status) });
  compactionMiddleware({ summarize: 'extractive', trigger: 0.8, keep: { fraction: 0.3 } });
  const results = await Promise.all([agent, other, edited].map((each) => each.invoke({ messages: [new HumanMessage('Hi')] }, { configurable: { thread_id: 'one' } })));
  return results.map(({ messages }) => messages.at(-1)?.text).join();
}

compactionMiddleware({ modle: 'gpt-5' }); // error
compactionMiddleware({ model: 5 }); // error
compactionMiddleware({ model: new MemorySaver() }); // error
compactionMiddleware({ mode: 'messages' }); // error
compactionMiddleware({ summarize: 'modell' }); // error
compactionMiddleware({ summarize: writer }); // error
compactionMiddleware({ trigger: { messages: 20 } }); // error
compactionMiddleware({ trigger: { fraction: '0.8' } }); // error
compactionMiddleware({ trigger: [{ tokens: 5 }] }); // error
compactionMiddleware({ keep: 20 }); // error
compactionMiddleware({ pinned: [3] }); // error
compactionMiddleware({ pinned: (message) => message.role }); // error
compactionMiddleware({ onError: 'throw' }); // error
compactionMiddleware({ onError: 'send_unchanged' }); // error
compactionMiddleware({ maxConversations: '5' }); // error
compactionMiddleware('gpt-5'); // error
compactionMiddleware(writer); // error
conspectusEdit({ mode: 'view' }); // error
conspectusEdit('gpt-5'); // error
contextEditingMiddleware({ edits: [compactionMiddleware()] }); // error
createAgent({ model: 'openai:gpt-5', middleware: [conspectusEdit()] }); // error
createAgent({ model: 'openai:gpt-5', middleware: compactionMiddleware() }); // error
