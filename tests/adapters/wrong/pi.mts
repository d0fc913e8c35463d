// Wrong uses of the adapter for pi. Each wrong line ends with a mark; a type checker must find these and no other.
import { Agent, type StreamFn } from '@earendil-works/pi-agent-core';
import type { Api, Model } from '@earendil-works/pi-ai';
import { streamSimple } from '@earendil-works/pi-ai/compat';
import type { ExtensionAPI } from '@earendil-works/pi-coding-agent';
import { compactContext, compactionExtension, compactStream, type CompactStream } from 'conspectus/pi';

export async function right(model: Model<Api>, pi: ExtensionAPI): Promise<void> {
  const streamFn: CompactStream = compactStream(streamSimple, { reserveTokens: 8_000, summarize: 'model', pinned: ({ role }) => role === 'user' });
  const wrapped: StreamFn = compactStream((...request) => streamSimple(...request), { onError: 'raise', maxConversations: 5 });
  const transformContext = compactContext({ model: 'gpt-5', summarize: async () => 'text' });
  const agents = [new Agent({ initialState: { model }, streamFn, sessionId: 'one' }), new Agent({ streamFn: wrapped, transformContext })];
  await agents[0]?.prompt('Hi');
  const state = streamFn.save('one');
  if (state) streamFn.load('one', state, model);
  if (state) streamFn.load('one', state, 'gpt-5');
  const own = transformContext.save();
  if (own) transformContext.load(own);
  compactContext({ contextWindow: 32_000 });
  compactionExtension({ trigger: 0.8, summarize: 'model' })(pi);
}

compactStream(); // error
compactStream('gpt-5'); // error
compactStream({ model: 'gpt-5' }); // error
compactStream(streamSimple, { modle: 'gpt-5' }); // error
compactStream(streamSimple, { summarize: 'modell' }); // error
compactStream(streamSimple, { onError: 'throw' }); // error
compactStream(streamSimple, { trigger: '0.8' }); // error
compactStream(streamSimple, { pinned: [1] }); // error
compactStream(streamSimple, { pinned: (message) => message.kind === 'user' }); // error
compactStream(streamSimple, { maxConversations: '5' }); // error
compactStream(streamSimple).save(); // error
compactStream(streamSimple).load('one'); // error
compactStream(streamSimple).load('one', { state: 1 }); // error
compactContext(); // error
compactContext({}); // error
compactContext({ summarize: 'model', model: 'gpt-5' }); // error
compactContext({ contextWindow: '32000' }); // error
compactContext({ model: 'gpt-5' }).save('one'); // error
new Agent({ streamFn: streamSimple, transformContext: compactStream(streamSimple) }); // error
new Agent({ streamFn: compactContext({ model: 'gpt-5' }) }); // error
compactionExtension({ onError: 'throw' }); // error
compactionExtension({ maxConversations: 5 }); // error
compactionExtension()(); // error
