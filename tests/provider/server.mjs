// The strict server for tests of the Node package: it is started once, and asked by `fetch`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Starts a server, and gives its address. The files that its agent asks for are those of `core/src`. */
export async function start(...args) {
  const given = ['-m', 'tests.provider', '--files', 'core/src', ...args.map(String)];
  const server = spawn(process.env.STRICT_PYTHON ?? 'python3', given, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = await once(createInterface({ input: server.stdout }), 'line');
  // What it logs is not read, and must not fill its pipe.
  server.stdout.resume();
  return { url, stop: () => server.kill() };
}

/** What an SDK throws: the status, the body and the headers of an answer. */
export class ApiError extends Error {
  constructor(status, body, headers) {
    super(`${status} ${JSON.stringify(body)}`);
    Object.assign(this, { status, error: body, headers });
  }
}

/** An answer of Anthropic's wire, for the conversation of a key. */
export async function create(url, key, request) {
  const headers = { 'content-type': 'application/json', 'x-api-key': key, 'anthropic-version': '2023-06-01' };
  const answer = await fetch(`${url}/v1/messages`, { method: 'POST', headers, body: JSON.stringify(request) });
  const body = await answer.json();
  if (!answer.ok) throw new ApiError(answer.status, body, answer.headers);
  return body;
}

/** What was asked in the conversation of a key: `requests`, `sizes`, `log`. */
export const asked = async (url, key) => (await (await fetch(`${url}/server`)).json())[key];

/** Tells the server what to do at which request of a key. */
export const plan = (url, key, words) => fetch(`${url}/server`, { method: 'POST', body: JSON.stringify({ key, plan: words }) });
