// Wrong uses of the plugin for opencode. Each wrong line ends with a mark; a type checker must find these and no other.
import type { Hooks, Plugin, PluginInput } from '@opencode-ai/plugin';
import { compactionPlugin, type CompactionPluginOptions, type PluginMessage } from 'conspectus/opencode/plugin';

export const Compaction: Plugin = compactionPlugin({ reserveTokens: 8_000, summarize: 'model' });
const options: CompactionPluginOptions = { model: 'gpt-5', onError: 'raise', pinned: ({ info, parts }: PluginMessage) => info.role === 'user' && parts.length > 1 };

export async function right(input: PluginInput): Promise<Hooks> {
  await compactionPlugin()(input);
  await compactionPlugin({ summarize: async () => 'text', contextWindow: 32_000, maxConversations: 5 })(input);
  return compactionPlugin(options)(input);
}

compactionPlugin('gpt-5'); // error
compactionPlugin({ modle: 'gpt-5' }); // error
compactionPlugin({ summarize: 'modell' }); // error
compactionPlugin({ onError: 'throw' }); // error
compactionPlugin({ onError: 'send_unchanged' }); // error
compactionPlugin({ trigger: '0.8' }); // error
compactionPlugin({ contextWindow: '32000' }); // error
compactionPlugin({ maxConversations: '5' }); // error
compactionPlugin({ pinned: [0] }); // error
compactionPlugin({ pinned: (message) => message.role === 'user' }); // error
compactionPlugin({ pinned: ({ info }) => info.role === 'system' }); // error
compactionPlugin({ client: null }); // error
compactionPlugin({}, {}); // error
compactionPlugin()(); // error
compactionPlugin()({ directory: '.' }); // error
export const wrong: Hooks = compactionPlugin(); // error
export const unmade: Plugin = compactionPlugin; // error
