// opencode: a plugin sends a shorter list when the prompt gets too long.
//
//     npm install conspectus @opencode-ai/sdk     # opencode must be on your path
//     node examples/with_opencode.mjs

import { writeFileSync } from 'node:fs';
import { createOpencode } from '@opencode-ai/sdk';

writeFileSync('compaction.mjs', `
import { compactionPlugin } from 'conspectus/opencode/plugin';
export const Compaction = compactionPlugin({ reserveTokens: 8_000, summarize: 'model' });
`);
const { client, server } = await createOpencode({
  port: 0,
  timeout: 60_000,
  config: {
    plugin: [`file://${process.cwd()}/compaction.mjs`],
    compaction: { auto: false },                     // the plugin keeps requests below the window
    permission: { '*': 'deny', read: 'allow', glob: 'allow' },  // nobody is here to be asked
    provider: {
      mine: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: process.env.OPENAI_BASE_URL, apiKey: process.env.OPENAI_API_KEY },
        models: { 'gpt-5': { limit: { context: 400_000, output: 8_000 } } },
      },
    },
  },
});

const { data: session } = await client.session.create({ body: { title: 'files' } });
for (const text of ['What is in this folder?', 'Which file is the longest?']) {
  const body = { model: { providerID: 'mine', modelID: 'gpt-5' }, parts: [{ type: 'text', text }] };
  const { data } = await client.session.prompt({ path: { id: session.id }, body });
  console.log(data.parts.map((part) => part.text ?? '').join(''));
}
server.close();
process.exit();                                      // the SDK's process would keep this one alive
