// The SDKs: the types of their messages, what stands beside a message in a list, and what they send
// of it.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ASK = `Please fix the parser in src/parse.py and run its tests. ${'It skips the last line of a file that ends without a line break. '.repeat(12)}`;
const ANSWER = `I read src/parse.py and fixed the loop that reads the tokens. ${'The loop ended one token early, and the test for it passes now. '.repeat(12)}`;

const alternating = (user, agent) => () => [
  [user(ASK), agent(ANSWER)],
  [user('Now write a test for it.'), agent(`${ANSWER} The test is written.`), user('Go on.')],
];
/** The message itself is what is sent, but for properties that stay with the program. */
const own = (...leftOut) => (message) => Object.fromEntries(Object.entries(message).filter(([key]) => !leftOut.includes(key)));

/** What the AI SDK sends: the prompt that it gives to a model. */
async function aiSdk(load, name, Model) {
  const { convertToModelMessages, generateText } = await load(name);
  const { [Model]: Mock } = await load(`${name}/test`);
  const send = async (messages) => {
    let prompt;
    const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
    const model = new Mock({
      supportedUrls: { '*/*': [/.*/] },
      doGenerate: async (options) => {
        prompt = options.prompt;
        return { content: [], finishReason: { unified: 'stop' }, usage, warnings: [] };
      },
    });
    await generateText({ model, messages, maxRetries: 0, allowSystemInMessages: true }).catch(() => {});
    if (prompt === undefined) throw new Error('not sent');
    return prompt;
  };
  const model = alternating((content) => ({ role: 'user', content }), (content) => ({ role: 'assistant', content }));
  const part = (text) => ({ type: 'text', text });
  const ui = alternating((text) => ({ id: 'u', role: 'user', parts: [part(text)] }), (text) => ({ id: 'a', role: 'assistant', parts: [part(text)] }));
  return [
    { package: name, types: { [`${name}Model`]: `import('${name}').ModelMessage` }, neighbours: model, dialects: ['ai_sdk', 'openai_chat', 'anthropic'], sent: [(message) => send([message]), own('providerOptions')] },
    {
      package: name,
      types: {
        // A user writes text and gives files. The type does not say so.
        [`${name}User`]: `{ id: string; role: 'user'; parts: (import('${name}').TextUIPart | import('${name}').FileUIPart)[] }`,
        [`${name}Ui`]: `Omit<import('${name}').UIMessage, 'role'> & { role: 'assistant' }`,
      },
      neighbours: ui,
      dialects: ['ui_message'],
      sent: [async (message) => send(await convertToModelMessages([message]))],
    },
  ];
}

function agents() {
  const text = (role, type) => (words) => ({ type: 'message', role, ...(role === 'assistant' && { status: 'completed' }), content: [{ type, text: words }] });
  return [
    {
      package: '@openai/agents-core',
      types: { Agents: "import('@openai/agents-core').AgentInputItem" },
      neighbours: alternating(text('user', 'input_text'), text('assistant', 'output_text')),
      dialects: ['openai_responses'],
      // What it does not know stands in `providerData`, and that is sent.
      sent: [(item) => (item.type === 'unknown' ? item : own('providerData')(item))],
    },
  ];
}

async function langchain(load) {
  const messages = await load('@langchain/core/messages');
  const block = "import('@langchain/core/messages').ContentBlock";
  const at = "import('@langchain/core/messages')";
  const blocks = `string | (${block}.Text | ${block}.Reasoning | ${block}.Citation | ${block}.NonStandard | ${block}.Multimodal.Standard | ${block}.Tools.Standard | ${at}.MessageContentComplex)[]`;
  const fields = (kind) => `Omit<${at}.${kind}MessageFields, 'content' | 'contentBlocks' | 'tool_call_chunks'> & { content: ${blocks} }`;
  const kinds = ['Human', 'AI', 'System', 'Tool'];
  const types = Object.fromEntries(kinds.map((kind) => [kind, kind === 'Human' || kind === 'System' ? `Omit<${at}.BaseMessageFields, 'content' | 'contentBlocks'> & { content: ${blocks} }` : fields(kind)]));
  return [
    {
      package: '@langchain/core',
      types,
      make: (given, kind) => new messages[`${kind}Message`](given),
      // As they are stored.
      stored: (message) => message.toDict(),
      neighbours: alternating((words) => new messages.HumanMessage(words), (words) => new messages.AIMessage(words)),
      dialects: ['langchain'],
      sent: [(message) => own('additional_kwargs', 'response_metadata', 'usage_metadata', 'artifact', 'lc_kwargs', 'metadata', 'id', 'type')(message.data ?? message)],
    },
  ];
}

function pi() {
  const base = { api: 'x', provider: 'x', model: 'x', stopReason: 'stop', timestamp: 1 };
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } };
  return [
    {
      package: '@mariozechner/pi-ai',
      types: { Pi: "import('@mariozechner/pi-ai').Message" },
      neighbours: alternating(
        (content) => ({ role: 'user', content, timestamp: 1 }),
        (text) => ({ role: 'assistant', content: [{ type: 'text', text }], usage, ...base }),
      ),
      dialects: ['pi'],
      sent: [own('usage', 'details', 'timestamp', 'errorMessage', 'diagnostics', 'responseId')],
    },
  ];
}

function opencode() {
  const said = (role) => (text) => ({ info: { id: 'm', sessionID: 's', role, time: { created: 1 } }, parts: [{ id: 'p', sessionID: 's', messageID: 'm', type: 'text', text }] });
  const read = ['text', 'reasoning', 'file', 'tool'];
  const sent = ({ parts }) => parts.filter(({ type, ignored }) => read.includes(type) && !ignored).map(own('metadata', 'time', 'source', 'snapshot'));
  return [
    {
      package: '@opencode-ai/sdk',
      types: { Opencode: "{ info: import('@opencode-ai/sdk').Message; parts: import('@opencode-ai/sdk').Part[] }" },
      neighbours: alternating(said('user'), said('assistant')),
      dialects: ['opencode'],
      sent: [sent],
    },
  ];
}

async function mastra(load) {
  const { MessageList } = await load('@mastra/core/agent/message-list');
  const message = "import('@mastra/core/agent/message-list').MastraDBMessage";
  const said = (role) => (text) => ({ id: text.slice(0, 9), role, createdAt: new Date(0), content: { format: 2, parts: [{ type: 'text', text }] } });
  return [
    {
      package: '@mastra/core',
      types: {
        MastraAgent: `Omit<${message}, 'role'> & { role: 'assistant' }`,
        // A user writes text and gives files: nothing else of a user's message is sent. The type does
        // not say so.
        MastraUser: `Omit<${message}, 'role' | 'content'> & { role: 'user'; content: { format: 2; content?: string; parts: Extract<${message}['content']['parts'][number], { type: 'text' | 'file' }>[] } & Pick<${message}['content'], 'experimental_attachments' | 'metadata' | 'providerMetadata'> }`,
      },
      neighbours: alternating(said('user'), said('assistant')),
      dialects: ['mastra'],
      sent: [(message) => new MessageList().add(structuredClone(message), 'memory').get.all.aiV5.model(), ({ content }) => content.parts],
    },
  ];
}

/** All SDKs that stand in a folder of modules. */
export async function all(modules) {
  const require = createRequire(join(modules, 'index.js'));
  const load = async (name) => {
    const { resolve } = require;
    try {
      return await import(pathToFileURL(resolve(name)));
    } catch {
      return import(import.meta.resolve(name, pathToFileURL(join(modules, 'index.js'))));
    }
  };
  return [
    ...(await aiSdk(load, 'ai6', 'MockLanguageModelV3')),
    ...(await aiSdk(load, 'ai', 'MockLanguageModelV4')),
    ...agents(),
    ...(await langchain(load)),
    ...(await mastra(load)),
    ...pi(),
    ...opencode(),
  ];
}
