// Google Gen AI SDK: one call before each request, on the contents that you already have.
//
//     npm install conspectus @google/genai
//     node examples/with_google.mjs

import { GoogleGenAI } from '@google/genai';
import { Compactor } from 'conspectus';
import { buildRequest, summarizeWith } from 'conspectus/google';

const MODEL = 'gemini-2.5-pro';
const SYSTEM = 'You read files.';
const PARAMETERS = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
const TOOLS = [{ functionDeclarations: [{ name: 'read_file', description: 'Reads a file.', parametersJsonSchema: PARAMETERS }] }];
const readFile = (path) => `${path}:\n${Array.from({ length: 500 }, (_, line) => `value_${line} = ${line * line}`).join('\n')}`;

const client = new GoogleGenAI({ apiKey: process.env.GEMINI_API_KEY });
// A small window, so that something gets compacted. Without it, conspectus takes the model's own.
const compactor = new Compactor({
  model: MODEL, contextWindow: 24_000, reserveTokens: 2_000,
  summarize: summarizeWith(client, MODEL), onCompact: (result) => console.log(String(result)),
});
const request = { model: MODEL, config: { systemInstruction: SYSTEM, tools: TOOLS, maxOutputTokens: 2_000 } };
let [contents, usage] = [[], null];
for (const question of ['Read a.py, b.py and c.py.', 'Read d.py too.', 'What did you read?']) {
  contents = [...contents, { role: 'user', parts: [{ text: question }] }];
  for (;;) {
    const result = await compactor.compact(contents, { usage, system: SYSTEM, tools: TOOLS });
    if (!result.canSend) throw new Error(result.reason);
    const reply = await client.models.generateContent(buildRequest(request, result));
    usage = reply.usageMetadata;
    contents = [...result.messages, reply.candidates[0].content];
    const calls = reply.functionCalls ?? [];
    if (calls.length === 0) {
      console.log(reply.text);
      break;
    }
    contents.push({ role: 'user', parts: calls.map(({ id, name, args }) => ({ functionResponse: { id, name, response: { output: readFile(args.path) } } })) });
  }
}
