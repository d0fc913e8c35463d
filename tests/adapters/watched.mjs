// A strict provider that also watches what a framework sends (`watched.py`), for sessions in Node.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = process.env.ADAPTERS_ROOT;

export const WINDOW = 24_000;
export const TURNS = 60;
export const SYSTEM = 'You are an agent that reads source code and tells what it does. Never touch main.py.';
/** The third request of a model is refused for its rate, the ninth lost, the fourteenth refused as overloaded. */
export const FAILURES = '3:429/1 9:drop 14:529';
export const QUESTIONS = ['Read every file of the core and tell me what it does.', 'Go on with the next ones; never touch main.', '请继续看后面的文件。'];
export const PARAMETERS = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };

export const question = (turn) => QUESTIONS[turn % QUESTIONS.length];

/** One conversation with an account of its own. `settings` are the keywords of `Watched` in Python. */
export class Watched {
  #process;
  #lines;
  #queue = Promise.resolve();

  static async start(settings = {}) {
    const watched = new Watched();
    const python = process.env.STRICT_PYTHON ?? 'python3';
    watched.settings = { window: WINDOW, tool: 'read_file', ...settings };
    watched.#process = spawn(python, [join(ROOT, 'tests/adapters/served.py'), '--settings', JSON.stringify(watched.settings)], { stdio: ['pipe', 'pipe', 'inherit'] });
    watched.#lines = createInterface({ input: watched.#process.stdout });
    const ended = once(watched.#process, 'exit').then(([code]) => {
      throw new Error(`the provider ended with ${code}: it needs Python 3.11 and this package in it`);
    });
    ended.catch(() => {});
    watched.url = JSON.parse((await Promise.race([once(watched.#lines, 'line'), ended]))[0]);
    watched.openaiUrl = `${watched.url}/v1`;
    return watched;
  }

  /** Asks the process; one question after the other. */
  #ask(told) {
    const answered = this.#queue.then(async () => {
      const line = once(this.#lines, 'line');
      this.#process.stdin.write(`${JSON.stringify(told)}\n`);
      return JSON.parse((await line)[0]);
    });
    this.#queue = answered.catch(() => {});
    return answered;
  }

  /** Notes what the user asks, and gives it back. */
  open(text) {
    return this.#ask({ open: text });
  }

  /** What the tool `read_file` of the framework gives. */
  tool(path) {
    return this.#ask({ tool: path });
  }

  /** A picture of 64 by 64, as base64. */
  picture(shade) {
    return this.#ask({ picture: shade % 256 });
  }

  /** `turns`, `lost_requests`, `lost_results`, `refused`, `cost_tokens` and `log` so far. */
  state() {
    return this.#ask({});
  }

  stop() {
    this.#process.kill();
  }
}

/** What came of a session's runs. `told` is its `onCompact`. */
export class Counted {
  runs = 0;
  byModel = 0;
  told = (result) => {
    this.runs += ['reduced', 'summarized'].includes(result.status) ? 1 : 0;
    this.byModel += result.summaryBy === 'model' ? 1 : 0;
  };
}

/** The version of a package of the folder. */
export const versionOf = (name) => JSON.parse(readFileSync(join(process.cwd(), 'node_modules', name, 'package.json'), 'utf8')).version;

/**
 * Prints the row of a session. `way` says who compacts: `conspectus`, or the framework itself. One of
 * ours in which a request was refused for its shape, or something was lost, ends the process at once.
 */
export async function tell(name, wire, way, watched, compactions, { failed = false, version = versionOf(name) } = {}) {
  const { turns, refused, lost_requests: requestLost, lost_results: unreadLost, cost_tokens: costTokens, log } = await watched.state();
  const row = { framework: name, version, wire, way, turns, refused: refused.length, request_lost: requestLost, unread_lost: unreadLost, compactions, cost_tokens: costTokens };
  console.log(JSON.stringify({ ...row, ended: failed ? 'failed' : 'whole' }));
  watched.stop();
  if (watched.settings.plan === FAILURES && !failed) assert.equal(log.filter(({ status }) => status !== 200).length, 3, 'not all failures were met');
  if (way.startsWith('conspectus')) assert.ok(!failed && !refused.length && !requestLost && !unreadLost && compactions > 0 && turns >= TURNS, JSON.stringify(refused.length ? refused : row));
  return row;
}
