// Runs whole sessions through the real clients of SDKs and frameworks, against the strict server
// on the own machine.
//
// What a client hands out goes into the list as it is, and the list goes through a compactor before
// every request. In each turn the dialect must be told rightly, the request of the user must still
// be there, an unchanged list must hold the same objects, and the client and the provider must take
// it. Run by `make sdk`; the packages are looked for in the folder given by --modules. Names of
// hosts may follow.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Compactor, validate } from 'conspectus';
import { estimateTokens } from 'conspectus/gemini-cli';
import { asked, start } from '../provider/server.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { modules: { type: 'string', default: '.' } } });
const folder = createRequire(resolve(values.modules, 'index.js'));

/** A package of the other folder, whatever kind of module it is. */
function load(name) {
  const parts = name.split('/');
  const own = parts.slice(0, name.startsWith('@') ? 2 : 1).join('/');
  const root = resolve(values.modules, 'node_modules', own);
  if (!existsSync(root)) throw Object.assign(new Error(`${own} is not installed`), { code: 'NOT_HERE' });
  try {
    return folder(name);
  } catch {
    // Only for `import`.
    const { exports: table, main } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
    const target = table?.[`./${parts.slice(2).join('/')}`] ?? table?.['.'] ?? main;
    return import(pathToFileURL(resolve(root, typeof target === 'string' ? target : target.import)).href);
  }
}

const TURNS = 70;
const WINDOW = 24_000;
const CHARS = 6_000;
const QUESTIONS = ['Read every file of the core and tell me what it does.', 'Go on with the next ones; never touch main.', '请继续看后面的文件。'];
const PARAMETERS = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

/** What the tool gives: source code of this repository. */
function readFile({ path }) {
  const text = readFileSync(new URL(`../../core/src/${path}`, import.meta.url), 'utf8');
  return text.repeat(Math.ceil(CHARS / text.length)).slice(0, CHARS);
}

/** What stands beside a result: a picture every fifth time. */
let results = 0;
const pictured = (picture) => (results++ % 5 === 0 ? [picture] : []);

/** Every text of a value. */
function* strings(value) {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) yield* strings(inner);
}

/** A model that names what the record names. */
function good({ system, messages }) {
  const asked = new Set([...strings(system)].join(' ').match(/[\w./-]*[_./][\w./-]*\w/g));
  const found = [...strings(messages)].join('\n').match(/[\w./-]*[_./][\w./-]*\w|\w*\d\w*/g) ?? [];
  const names = [...new Set(found)].filter((name) => name.length > 5 && name.length < 60 && !asked.has(name)).slice(-40);
  return `<state_snapshot>\n<overall_goal>\nGo on with the user's request.\n</overall_goal>\n<key_knowledge>\nSeen so far:\n${names.map((name) => `- ${name}`).join('\n')}\n</key_knowledge>\n</state_snapshot>`;
}

/** A compactor, and what must hold of everything that it gives back. */
class Watched {
  constructor(dialect, options) {
    this.dialect = dialect;
    this.compactor = new Compactor({ contextWindow: WINDOW, summarize: good, reserveTokens: 2_000, ...options });
    this.statuses = [];
  }

  async compact(messages, usage, request) {
    const { dialect } = estimateTokens(messages);
    // One message of plain text reads the same in several dialects.
    assert.ok(dialect === this.dialect || messages.length === 1, `read as ${dialect}`);
    assert.deepEqual(validate(messages), []);
    const { messages: after, status, changed, canSend, reason } = await this.compactor.compact(messages, { usage });
    this.statuses.push(status);
    assert.ok(canSend, reason);
    assert.deepEqual(validate(after), []);
    assert.ok([...strings(JSON.parse(JSON.stringify(after)))].some((text) => text.includes(request)), 'the request of the user is gone');
    const classes = new Set(messages.map((message) => message.constructor));
    for (const message of after) assert.ok(classes.has(message.constructor), `${message.constructor.name} among the messages`);
    if (!changed) assert.ok(after.length === messages.length && after.every((message, index) => message === messages[index]));
    return after;
  }
}

const question = (turn) => QUESTIONS[turn % QUESTIONS.length];

/** A host that keeps its list itself: `ask` sends it, appends the answer and the results, and says whether a tool was called. */
const looping = (wire, dialect, { say = (text) => ({ role: 'user', content: text }), options, open }) => ({
  wire,
  async run(base, key) {
    const ask = await open(base, key);
    const watched = new Watched(dialect, options);
    let messages = [say(question(0))];
    let request = question(0);
    let usage;
    for (let turn = 0; turn < TURNS; turn++) {
      messages = [...(await watched.compact(messages, usage, request))];
      const answer = await ask(messages);
      // A whole answer tells its usage too.
      usage = turn % 2 ? answer.usage : answer.whole;
      messages.push(...answer.added);
      if (answer.results.length > 0) messages.push(...answer.results);
      else messages.push(say((request = question(turn))));
    }
    return watched.statuses;
  },
});

const functions = [{ type: 'function', function: { name: 'read_file', description: 'Reads a file.', parameters: PARAMETERS } }];
const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${PICTURE}` } };

const chat = looping('openai_chat', 'openai_chat', {
  say: (text) => ({ role: 'user', content: [{ type: 'text', text }, image] }),
  open: async (baseURL, key) => {
    const { OpenAI } = await load('openai');
    const client = new OpenAI({ baseURL, apiKey: key, maxRetries: 0 });
    return async (messages) => {
      const whole = await client.chat.completions.create({ model: 'gpt', messages, tools: functions });
      const { message } = whole.choices[0];
      const results = (message.tool_calls ?? []).map((call) => ({ role: 'tool', tool_call_id: call.id, content: readFile(JSON.parse(call.function.arguments)) }));
      return { whole, usage: whole.usage, added: [message], results };
    };
  },
});

const responses = looping('openai_responses', 'openai_responses', {
  open: async (baseURL, key) => {
    const { OpenAI } = await load('openai');
    const client = new OpenAI({ baseURL, apiKey: key, maxRetries: 0 });
    return async (input) => {
      const tools = [{ type: 'function', name: 'read_file', description: 'Reads a file.', strict: false, parameters: PARAMETERS }];
      const whole = await client.responses.create({ model: 'gpt', input, tools, store: false, include: ['reasoning.encrypted_content'] });
      const calls = whole.output.filter((item) => item.type === 'function_call');
      const results = calls.map((call) => ({ type: 'function_call_output', call_id: call.call_id, output: readFile(JSON.parse(call.arguments)) }));
      return { whole, usage: whole.usage, added: whole.output, results };
    };
  },
});

// The provider takes thinking of a fixed budget, whose turns must begin with it.
const CLAUDE = 'claude-sonnet-4-5';
const anthropic = looping('anthropic', 'anthropic', {
  options: { model: CLAUDE },
  open: async (baseURL, key) => {
    const { Anthropic } = await load('@anthropic-ai/sdk');
    const client = new Anthropic({ baseURL, apiKey: key, maxRetries: 0 });
    return async (messages) => {
      const tools = [{ name: 'read_file', description: 'Reads a file.', input_schema: PARAMETERS }];
      const whole = await client.messages.create({ model: CLAUDE, max_tokens: 2_000, messages, tools, thinking: { type: 'enabled', budget_tokens: 1_024 } });
      const source = { type: 'base64', media_type: 'image/png', data: PICTURE };
      const content = whole.content
        .filter((block) => block.type === 'tool_use')
        .map((block) => ({ type: 'tool_result', tool_use_id: block.id, content: [{ type: 'text', text: readFile(block.input) }, ...pictured({ type: 'image', source })] }));
      return { whole, usage: whole.usage, added: [{ role: 'assistant', content: whole.content }], results: content.length ? [{ role: 'user', content }] : [] };
    };
  },
});

const gemini = looping('gemini', 'gemini', {
  say: (text) => ({ role: 'user', parts: [{ text }] }),
  open: async (baseUrl, key) => {
    const { GoogleGenAI } = await load('@google/genai');
    const client = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl } });
    return async (contents) => {
      const tools = [{ functionDeclarations: [{ name: 'read_file', description: 'Reads a file.', parametersJsonSchema: PARAMETERS }] }];
      const whole = await client.models.generateContent({ model: 'gemini', contents, config: { tools } });
      const { content } = whole.candidates[0];
      const calls = content.parts.filter((part) => part.functionCall).map((part) => part.functionCall);
      const parts = calls.map(({ id, name, args }) => ({ functionResponse: { id, name, response: { output: readFile(args) } } }));
      return { whole, usage: whole.usageMetadata, added: [content], results: parts.length ? [{ role: 'user', parts }] : [] };
    };
  },
});

const langchain = {
  wire: 'openai_chat',
  async run(baseURL, key) {
    const { HumanMessage, ToolMessage } = await load('@langchain/core/messages');
    const { ChatOpenAI } = await load('@langchain/openai');
    const model = new ChatOpenAI({ model: 'gpt', apiKey: key, maxRetries: 0, configuration: { baseURL } }).bindTools(functions);
    const open = () => async (messages) => {
      const whole = await model.invoke(messages);
      const results = whole.tool_calls.map((call) => new ToolMessage({ content: readFile(call.args), tool_call_id: call.id, name: call.name }));
      return { whole, usage: whole.usage_metadata, added: [whole], results };
    };
    return looping('openai_chat', 'langchain', { say: (text) => new HumanMessage({ content: [{ type: 'text', text }, image] }), open }).run(baseURL, key);
  },
};

/** The AI SDK's own loop. It hands the full list over before each step. */
const aiSdk = {
  wire: 'openai_chat',
  async run(baseURL, key) {
    const { generateText, modelMessageSchema, stepCountIs, tool, jsonSchema } = await load('ai');
    const { createOpenAICompatible } = await load('@ai-sdk/openai-compatible');
    const model = createOpenAICompatible({ name: 'fake', baseURL, apiKey: key })('gpt');
    const watched = new Watched('ai_sdk');
    const tools = { read_file: tool({ description: 'Reads a file.', inputSchema: jsonSchema(PARAMETERS), execute: async (input) => readFile(input) }) };
    let messages = [];
    let usage;
    for (let turn = 0; watched.statuses.length < TURNS; turn++) {
      const request = question(turn);
      messages.push({ role: 'user', content: [{ type: 'text', text: request }, { type: 'image', image: PICTURE, mediaType: 'image/png' }] });
      const prepareStep = async ({ messages: full, steps }) => {
        usage = steps.at(-1)?.usage ?? usage;
        const after = await watched.compact(full, usage, request);
        for (const message of after) assert.ok(modelMessageSchema.safeParse(message).success);
        return { messages: after };
      };
      const made = await generateText({ model, messages, tools, prepareStep, stopWhen: stepCountIs(20), maxRetries: 0 });
      messages = [...messages, ...made.response.messages];
    }
    return watched.statuses;
  },
};

/** pi's agent keeps the full list, and asks what to send before each request. */
const pi = (api, wire) => ({
  wire,
  async run(baseUrl, key) {
    const { Agent } = await load('@mariozechner/pi-agent-core');
    const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    const reasoning = api === 'anthropic-messages';
    // Thinking takes its budget from the room for an answer.
    const room = reasoning ? 8_000 : 2_000;
    const id = reasoning ? 'claude-sonnet-4-5' : 'gpt';
    const model = { id, name: id, api, provider: 'strict', baseUrl, reasoning, input: ['text', 'image'], cost, contextWindow: WINDOW, maxTokens: room };
    const watched = new Watched('pi');
    let request;
    let failure;
    const execute = async (id, input) => ({ content: [{ type: 'text', text: readFile(input) }, ...pictured({ type: 'image', data: PICTURE, mimeType: 'image/png' })], details: {} });
    const agent = new Agent({
      initialState: { systemPrompt: 'You are an agent.', model, thinkingLevel: reasoning ? 'low' : 'off', tools: [{ name: 'read_file', label: 'read', description: 'Reads a file.', parameters: PARAMETERS, execute }] },
      getApiKey: () => key,
      transformContext: async (messages) => {
        const usage = messages.findLast((message) => message.role === 'assistant')?.usage;
        try {
          return await watched.compact(messages, usage, request);
        } catch (error) {
          failure ??= error;
          throw error;
        }
      },
    });
    for (let turn = 0; watched.statuses.length < TURNS; turn++) {
      request = question(turn);
      await agent.prompt(request);
      const last = agent.state.messages.at(-1);
      assert.ok(!failure && last.stopReason !== 'error', failure ?? last.errorMessage);
    }
    return watched.statuses;
  },
});

/** The runner of @openai/agents lets a filter change what is sent. It copies the items before each step. */
const agents = {
  wire: 'openai_responses',
  async run(baseURL, key) {
    const { Agent, Runner, protocol, setTracingDisabled, tool } = await load('@openai/agents-core');
    const { OpenAIResponsesModel } = await load('@openai/agents-openai');
    const { OpenAI } = await load('openai');
    setTracingDisabled(true);
    const watched = new Watched('openai_responses');
    const model = new OpenAIResponsesModel(new OpenAI({ baseURL, apiKey: key, maxRetries: 0 }), 'gpt');
    const parameters = { ...PARAMETERS, additionalProperties: true };
    const readFileTool = tool({ name: 'read_file', description: 'Reads a file.', parameters, strict: false, execute: async (input) => readFile(input) });
    const agent = new Agent({ name: 'reader', model, tools: [readFileTool], modelSettings: { store: false } });
    let request;
    let usage;
    const callModelInputFilter = async ({ modelData }) => {
      const input = await watched.compact(modelData.input, usage, request);
      for (const item of input) assert.ok(protocol.ModelItem.safeParse(item).success, JSON.stringify(item).slice(0, 300));
      return { ...modelData, input };
    };
    let items = [];
    for (let turn = 0; watched.statuses.length < TURNS; turn++) {
      request = question(turn);
      items = [...items, { type: 'message', role: 'user', content: request }];
      const made = await new Runner({ callModelInputFilter }).run(agent, items, { maxTurns: 20 });
      usage = made.rawResponses.at(-1).usage;
      items = made.history;
    }
    return watched.statuses;
  },
};

const HOSTS = {
  'openai chat': chat,
  'openai responses': responses,
  anthropic,
  'google-genai': gemini,
  'LangChain.js': langchain,
  'AI SDK': aiSdk,
  'pi to openai': pi('openai-completions', 'openai_chat'),
  'pi to anthropic': pi('anthropic-messages', 'anthropic'),
  '@openai/agents': agents,
};

const server = await start('--window', WINDOW);
for (const name of positionals.length ? positionals : Object.keys(HOSTS)) {
  const { wire, run } = HOSTS[name];
  // An account of its own on the server.
  const key = name.replace(/\W/g, '-');
  try {
    const statuses = await run(server.url + (wire.startsWith('openai') ? '/v1' : ''), key);
    const { sizes } = await asked(server.url, key);
    assert.ok(statuses.length >= TURNS && Math.max(...sizes) <= WINDOW);
    const compacted = statuses.filter((status) => status !== 'unchanged').length;
    const summaries = statuses.filter((status) => status === 'summarized').length;
    assert.ok(compacted >= 3 && summaries >= 2, JSON.stringify(statuses));
    console.log(`${name.padEnd(21)} ${sizes.length} requests of at most ${Math.max(...sizes)} tokens of ${WINDOW}, ${compacted} compactions, ${summaries} summaries`);
  } catch (error) {
    if (error.code === 'NOT_HERE' && positionals.length === 0 && !process.env.MUST_RUN) {
      console.log(`${name.padEnd(21)} not here: ${error.message}`);
    } else {
      process.exitCode = 1;
      console.error(`${name.padEnd(21)} failed: ${process.env.SESSIONS_RAISE ? error.stack : String(error.message).slice(0, 600)}`);
    }
  }
}
server.stop();
