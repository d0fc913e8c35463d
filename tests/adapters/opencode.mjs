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
${options ? `export const Compaction = compactionPlugin({ ...${JSON.stringify(options)}, onCompact: ({ status }) => ask({ status }) });` : ''}
`;

/** A running opencode, with the account of each of its sessions. */
class Opencode {
  static async start(wire, options, settings = {}) {
    const own = new Opencode();
    Object.assign(own, { compactions: 0, reads: 0, sessions: new Map(), home: mkdtempSync(join(tmpdir(), 'opencode-')) });
    own.watched = await Watched.start(settings);
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
    own.model = { providerID: 'strict', modelID: model };
    own.config = {
      plugin: [`file://${own.plugin}`], autoupdate: false, share: 'disabled', snapshot: false, model: `strict/${model}`, small_model: `strict/${model}`,
      provider: { strict: { npm, name: 'strict', options: { baseURL: baseURL(own.watched), apiKey: 'key' }, models } }, enabled_providers: ['strict'],
      agent: { build: { prompt: SYSTEM }, title: { disable: true } }, tools: { '*': false, read_file: true }, permission: 'allow', compaction: { auto: !options, prune: !options },
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

  async #answer({ path, status }) {
    if (status) return (this.compactions += ['reduced', 'summarized'].includes(status) ? 1 : 0);
    const output = await this.watched.tool(path);
    const attachments = this.reads++ % 5 === 0 ? [{ type: 'file', mime: 'image/png', url: `data:image/png;base64,${await this.watched.picture(this.reads)}` }] : [];
    return { output, attachments };
  }

  async ask(sessionID, text) {
    const { data } = await this.client.session.prompt({ path: { id: sessionID }, body: { model: this.model, parts: [{ type: 'text', text }] } });
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

async function session(wire, way, { options, fails = false, resumes = false } = {}) {
  const opencode = await Opencode.start(wire, options, fails ? { plan: FAILURES } : {});
  const { watched } = opencode;
  const { data } = await opencode.client.session.create({ body: { title: 'test' } });
  let failed = false;
  for (let turn = 0; (await watched.state()).turns < TURNS && !failed; turn++) {
    const { info } = await opencode.ask(data.id, await watched.open(question(turn)));
    failed = Boolean(info.error);
    if (failed && options) assert.fail(JSON.stringify(info.error));
    if (resumes && turn === 3) {
      await opencode.end();
      await opencode.serve();
    }
  }
  const { data: kept } = await opencode.client.session.messages({ path: { id: data.id } });
  const { data: sessions } = await opencode.client.session.list();
  if (options) {
    // The session keeps everything, and those that wrote summaries are gone.
    assert.ok(!JSON.stringify(kept).includes('[summary ') && JSON.stringify(kept).length > 4 * WINDOW * 3.3, 'the session has changed');
    assert.equal(sessions.length, 1);
  }
  const { log } = await watched.state();
  if (fails) assert.equal(log.filter(({ status }) => status !== 200).length, 3, 'not all failures were met');
  await opencode.stop();
  return tell('@opencode-ai/plugin', wire, way, watched, opencode.compactions, { failed });
}

// As ours, opencode's own begins where window and answer meet; it is not on in a session of ours.
await session('openai_chat', 'conspectus, failures', { options: OPTIONS, fails: true });
await session('anthropic', 'conspectus, a new process, extractive', { options: { ...OPTIONS, summarize: 'extractive' }, resumes: true });
await session('openai_chat', 'opencode, its own compaction');
