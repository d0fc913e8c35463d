// What the code of the pages calls its host's own: a client, a model, messages. The client answers as each provider's SDK does.
import { readFileSync } from 'node:fs';
import { Compactor } from 'conspectus';

const session = (name) => JSON.parse(readFileSync(new URL(`../../examples/sessions/${name}`, import.meta.url), 'utf8'));

const TEXT = 'The bug is in src/units.rs; nothing failed since.';
const message = async () => ({ role: 'assistant', content: [{ type: 'text', text: TEXT }], usage: { input_tokens: 9_000, output_tokens: 20 }, stop_reason: 'end_turn' });

export const host = () => ({
  MODEL: 'claude-opus-5-5',
  SMALL_MODEL: 'claude-haiku-4-5',
  SYSTEM: 'You are an agent.',
  TOOLS: [{ name: 'read_file', description: 'Reads a file.', input_schema: { type: 'object', properties: { path: { type: 'string' } } } }],
  client: { messages: { create: message } },
  messages: session('coding.anthropic.json'),
  full: session('coding.anthropic.json'),
  lastUsage: null,
  maxTokens: 8_000,
  compactor: new Compactor({ contextWindow: 48_000 }),
  output: 'line of a log\n'.repeat(4_000),
  runTools: (reply) => {
    const calls = reply.content.filter((part) => part.type === 'tool_use');
    const results = calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'fn main() {}' }));
    return [{ role: 'user', content: results.length > 0 ? results : 'Go on.' }];
  },
  summarize: async () => TEXT,
  send: (messages) => {
    if (!Array.isArray(messages)) throw new TypeError('no messages');
  },
});

/** The same as TypeScript declares it, for the types of the blocks. */
export const DECLARED = `
declare const MODEL: string, SMALL_MODEL: string, SYSTEM: string, TOOLS: any[], output: string, compactor: Compactor;
declare const client: { messages: { create(request: object): Promise<{ role: 'assistant'; content: { type: 'text'; text: string }[]; usage: { input_tokens: number; output_tokens: number } }> } };
declare let messages: any[], full: any[], lastUsage: any, maxTokens: number;
declare function runTools(reply: any): any[];
declare const summarize: (request: any) => Promise<string>;
declare function send(messages: any[]): void;
declare const model: any;
`;
