// opencode itself against the watched server: its binary serves a project with the plugin, and the
// SDK's client talks with it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createOpencodeClient } from '@opencode-ai/sdk';
import { FAILURES, question, SYSTEM, tell, TURNS, Watched, WINDOW } from './watched.mjs';

const WIRES = {
  openai_chat: { npm: '@ai-sdk/openai-compatible', baseURL: (watched) => watched.openaiUrl, model: 'gpt-4.1' },
  anthropic: { npm: '@ai-sdk/anthropic', baseURL: (watched) => `${watched.url}/v1`, model: 'claude-sonnet-5' },
};

/** What runs inside opencode: the tool of the test, which asks this process, and the plugin. */
const pluginOf = (port, options) => `
import { tool } from '@opencode-ai/plugin';
import { compactionPlugin } from 'conspectus/opencode/plugin';

const ask = async (body) => (await fetch('http://127.0.0.1:${port}', { method: 'POST', body: JSON.stringify(body) })).json();
export const Files = async () => ({
  tool: {
    read_file: tool({
      description: 'Reads a file.', args: { path: tool.schema.string() },
      execute: async ({ path }, { sessionID }) => ask({ path, sessionID }),
    }),
  },
});
${options ? `export const Compaction = compactionPlugin({ ...${JSON.stringify(options)}, onCompact: ({ status, tokensBefore }) => ask({ status, tokensBefore }) });` : ''}
`;

/** A running opencode, with a provider for each of its sessions. */
class Opencode {
  static async start(wire, options, settings) {
    const own = new Opencode();
    Object.assign(own, { compactions: 0, longest: 0, reads: 0, sessions: new Map(), home: mkdtempSync(join(tmpdir(), 'opencode-')) });
    own.watched = await Promise.all(settings.map((each) => Watched.start(each)));
    own.tools = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      response.end(JSON.stringify(await own.#answer(JSON.parse(text))));
    }).listen(0, '127.0.0.1');
    await once(own.tools, 'listening');
    const project = join(own.home, 'project');
    mkdirSync(project);
    // Beside the packages of this folder, so that it finds them.
    own.plugin = join(process.cwd(), `plugin-${process.pid}-${Date.now()}.mjs`);
    writeFileSync(own.plugin, pluginOf(own.tools.address().port, options));
    const { npm, baseURL, model } = WIRES[wire];
    const models = { [model]: { name: model, tool_call: true, attachment: true, limit: { context: WINDOW, output: 2_000 }, modalities: { input: ['text', 'image'], output: ['text'] } } };
    own.model = model;
    const provider = Object.fromEntries(own.watched.map((watched, index) => [`strict${index}`, { npm, name: 'strict', options: { baseURL: baseURL(watched), apiKey: 'key' }, models }]));
    own.config = {
      plugin: [`file://${own.plugin}`], autoupdate: false, share: 'disabled', snapshot: false, model: `strict0/${model}`, small_model: `strict0/${model}`,
      provider, enabled_providers: Object.keys(provider), agent: { build: { prompt: SYSTEM }, title: { disable: true } },
      permission: { '*': 'deny', read_file: 'allow' }, compaction: { auto: !options, prune: !options },
    };
    await own.serve();
    return own;
  }

  /** Starts the process; a later one finds the sessions of an earlier one. */
  async serve() {
    const project = join(this.home, 'project');
    const env = {
      PATH: process.env.PATH, HOME: this.home, OPENCODE_CONFIG_CONTENT: JSON.stringify(this.config), OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    };
    this.process = spawn('opencode', ['serve', '--port', '0', '--hostname', '127.0.0.1'], { cwd: project, env, stdio: ['ignore', 'pipe', 'ignore'] });
    process.once('exit', () => this.process.kill());
    const lines = createInterface({ input: this.process.stdout });
    for (;;) {
      const [line] = await once(lines, 'line');
      const [url] = line.match(/http:\/\/\S+/) ?? [];
      if (!url) continue;
      this.client = createOpencodeClient({ baseUrl: url, directory: project, throwOnError: true });
      return;
    }
  }

  async #answer({ path, sessionID, status, tokensBefore }) {
    if (status) {
      this.longest = Math.max(this.longest, tokensBefore);
      return (this.compactions += ['reduced', 'summarized'].includes(status) ? 1 : 0);
    }
    const watched = this.watched[this.sessions.get(sessionID)];
    const output = await watched.tool(path);
    const attachments = this.reads++ % 5 === 0 ? [{ type: 'file', mime: 'image/png', url: `data:image/png;base64,${await watched.picture(this.reads)}` }] : [];
    return { output, attachments };
  }

  async create(index) {
    const { data } = await this.client.session.create({ body: { title: 'test' } });
    this.sessions.set(data.id, index);
    return data.id;
  }

  async ask(sessionID, text) {
    const model = { providerID: `strict${this.sessions.get(sessionID)}`, modelID: this.model };
    const { data } = await this.client.session.prompt({ path: { id: sessionID }, body: { model, parts: [{ type: 'text', text }] } });
    return data;
  }

  async end() {
    const ended = once(this.process, 'exit');
    this.process.kill();
    await ended;
  }

  async stop() {
    await this.end();
    this.tools.close();
    rmSync(this.plugin);
    rmSync(this.home, { recursive: true, force: true });
  }
}

const OPTIONS = { reserveTokens: 2_000, summarize: 'model', onError: 'raise' };

async function session(wire, way, { options, fails = false, resumes = [], seeds = [0] } = {}) {
  const opencode = await Opencode.start(wire, options, seeds.map((seed) => ({ seed, ...(fails ? { plan: FAILURES } : {}) })));
  const one = async (watched, index) => {
    const id = await opencode.create(index);
    let failed = false;
    for (let turn = 0; (await watched.state()).turns < TURNS && !failed; turn++) {
      const { info } = await opencode.ask(id, await watched.open(question(turn)));
      failed = Boolean(info.error);
      if (failed && options) assert.fail(JSON.stringify(info.error));
      if (resumes.includes(turn)) {
        await opencode.end();
        await opencode.serve();
      }
    }
    const { data: kept } = await opencode.client.session.messages({ path: { id } });
    // The session keeps everything.
    if (options) assert.ok(!JSON.stringify(kept).includes('[summary ') && JSON.stringify(kept).length > 4 * WINDOW * 3.3, 'the session has changed');
    return failed;
  };
  const failed = await Promise.all(opencode.watched.map(one));
  const { data: sessions } = await opencode.client.session.list();
  // Those that wrote summaries are gone. What was summarised once is not read again, in a new process neither: the lists hold more.
  if (options) assert.equal(sessions.length, seeds.length);
  if (options) assert.ok(opencode.longest < 2 * WINDOW, `a list of ${opencode.longest} tokens was compacted`);
  await opencode.stop();
  for (const [index, watched] of opencode.watched.entries()) await tell('@opencode-ai/plugin', wire, way, watched, opencode.compactions, { failed: failed[index] });
}

// As ours, opencode's own begins where window and answer meet; it is not on in a session of ours.
await session('openai_chat', 'conspectus, failures', { options: OPTIONS, fails: true });
await session('openai_chat', 'conspectus, two at once', { options: OPTIONS, seeds: [1, 2] });
await session('anthropic', 'conspectus, new processes, extractive', { options: { ...OPTIONS, summarize: 'extractive' }, resumes: [3, 5] });
await session('openai_chat', 'opencode, its own compaction');
