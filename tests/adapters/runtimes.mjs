// Tries the packed package under each version of Node, under other runtimes and bundlers, in Next.js, and
// under Node without permissions. `make runtimes` packs it and downloads them.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { FIRST_LOOP, LOOP_WORKS } from '../packaging/first_loop.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '../..');
const FOLDER = join(ROOT, 'target/adapters/runtimes');
const TARBALLS = join(ROOT, 'target/packages/npm');

const WANTED = readFileSync(join(HERE, 'runtimes.json'), 'utf8');
const TOOLS = join(ROOT, 'target/packaging/node_modules');
const versions = { ...JSON.parse(WANTED).dependencies, ...JSON.parse(readFileSync(join(ROOT, 'tests/packaging/tools.json'), 'utf8')).dependencies };

/** A conversation that has to shrink, and what to print of it. */
const MESSAGES = `
const messages = [{ role: 'user', content: 'Fix the parser in src/0.rs.' }];
for (let turn = 0; turn < 40; turn++) {
  messages.push({ role: 'assistant', content: null, tool_calls: [{ id: 'c' + turn, type: 'function', function: { name: 'read', arguments: '{"path":"src/' + turn + '.rs"}' } }] });
  messages.push({ role: 'tool', tool_call_id: 'c' + turn, content: ('line of file ' + turn + ' ').repeat(60) });
}`;
const FILES = {
  'loop.mjs': FIRST_LOOP,
  'program.mjs': `import { Compactor } from 'conspectus';${MESSAGES}
new Compactor({ contextWindow: 8_000 }).compact(messages).then((result) => console.log('it is', result.status));
`,
  'program.cjs': `const { Compactor } = require('conspectus');${MESSAGES}
new Compactor({ contextWindow: 8_000 }).compact(messages).then((result) => console.log('it is', result.status));
`,
  'worker.mjs': `import { Worker } from 'node:worker_threads';
new Worker(new URL('./program.mjs', import.meta.url));
`,
  'webpack.config.cjs': `module.exports = {
  mode: 'production', target: 'node', entry: './program.mjs', output: { path: __dirname + '/out/webpack', filename: 'program.cjs' },
  module: { rules: [{ test: /\\.node$/, loader: 'node-loader' }] },
};
`,
  'next.config.mjs': "export default { serverExternalPackages: ['conspectus'] };\n",
  'app/layout.js': 'export default function Layout({ children }) {\n  return <html><body>{children}</body></html>;\n}\n',
  'app/page.js': `import { Compactor } from 'conspectus';

export const dynamic = 'force-dynamic';
export default async function Page() {${MESSAGES}
  const { status } = await new Compactor({ contextWindow: 8_000 }).compact(messages);
  return <p>{\`it is \${status}\`}</p>;
}
`,
};

function npm(...args) {
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error', ...args], { cwd: FOLDER, stdio: ['ignore', 'ignore', 'inherit'] });
}

function ready() {
  const mark = join(FOLDER, 'package.json');
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== WANTED) {
    console.log('installs tests/adapters/runtimes.json');
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(mark, WANTED);
    try {
      npm();
    } catch (error) {
      rmSync(mark);
      throw error;
    }
  }
  for (const own of ['conspectus', '@conspectus']) rmSync(join(FOLDER, 'node_modules', own), { recursive: true, force: true });
  const tarballs = readdirSync(TARBALLS).filter((name) => name.endsWith('.tgz')).map((name) => join(TARBALLS, name));
  npm('--offline', '--no-save', '--save-optional', ...tarballs);
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(FOLDER, name)), { recursive: true });
    writeFileSync(join(FOLDER, name), text);
  }
  for (const kind of ['commonjs', 'module']) {
    mkdirSync(join(FOLDER, 'out', kind), { recursive: true });
    writeFileSync(join(FOLDER, 'out', kind, 'package.json'), `{"type":"${kind}"}\n`);
  }
}

const bin = (name) => join(['bun', 'deno'].includes(name) ? TOOLS : join(FOLDER, 'node_modules'), '.bin', name);

/** What a command prints, each after the other until one fails. */
function prints(...commands) {
  let said = '';
  for (const [command, ...args] of commands) {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: FOLDER, encoding: 'utf8', timeout: 300_000, env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' } });
    said = `${stdout}${stderr}`;
    if (status) break;
  }
  return said;
}

const freePort = () => new Promise((done) => {
  const server = createServer().listen(0, () => {
    const { port } = server.address();
    server.close(() => done(port));
  });
});

/** The page that a built Next.js application serves. */
async function served() {
  const built = prints([bin('next'), 'build']);
  const port = await freePort();
  const server = spawn(bin('next'), ['start', '-p', String(port)], { cwd: FOLDER, stdio: 'ignore', detached: true });
  try {
    for (let tries = 0; tries < 60; tries++) {
      await wait(500);
      const page = await fetch(`http://localhost:${port}/`).catch(() => undefined);
      if (page) return await page.text();
    }
    return built;
  } finally {
    process.kill(-server.pid);
  }
}

const permission = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';
const esbuild = [bin('esbuild'), 'program.mjs', '--bundle', '--platform=node'];
const WORKS = /it is (cleared|summarized)/;
/** Where no node_modules is above it. */
const ALONE = join(mkdtempSync(join(tmpdir(), 'alone-')), 'program');
const COMMAND = 'node_modules/conspectus/bindings-node/bin/conspectus.js';
const DEMO = /replaced by a summary/;
const DENO = [bin('deno'), 'run', '--no-prompt', '--allow-read', '--allow-env', '--allow-ffi', '--allow-sys'];

/** README's loop under a runtime, and if it works the demo of the command line. */
function loopAndCommand(...runtime) {
  const loop = prints([...runtime, 'loop.mjs']);
  return LOOP_WORKS.test(loop) ? prints([...runtime, COMMAND, 'demo']) : loop;
}

const numberOf = (version) => version.split('@').at(-1);
const nodes = Object.keys(versions).filter((name) => name.startsWith('node-2'));
/** Name, version, settings of the user, command, and expected output. */
const ROWS = [
  ...nodes.map((name) => ['Node: README, command line', numberOf(versions[name]), '', () => loopAndCommand(join(TOOLS, name, 'bin/node')), DEMO]),
  ['Bun: README, command line', versions.bun, '', () => loopAndCommand(bin('bun')), DEMO],
  ['Deno: README, command line', versions.deno, DENO.slice(3).join(' '), () => loopAndCommand(...DENO), DEMO],
  ['Bun, one file', versions.bun, 'bun build --compile', () => prints([bin('bun'), 'build', '--compile', 'program.mjs', '--outfile', ALONE], [ALONE])],
  ['Node, import', process.version, '', () => prints([process.execPath, 'program.mjs'])],
  ['Node, require', process.version, '', () => prints([process.execPath, 'program.cjs'])],
  ['Node, worker thread', process.version, '', () => prints([process.execPath, 'worker.mjs'])],
  [`Node, ${permission}`, process.version, '--allow-addons, and --allow-fs-read for the package', () => prints([process.execPath, permission, '--allow-fs-read=*', '--allow-addons', 'program.mjs'])],
  [`Node, ${permission} alone`, process.version, 'the error names --allow-addons', () => prints([process.execPath, permission, '--allow-fs-read=*', 'program.mjs']), /Start Node with --allow-addons/],
  ['esbuild, CommonJS', versions.esbuild, '--loader:.node=copy', () => prints([...esbuild, '--format=cjs', '--outdir=out/commonjs', '--loader:.node=copy'], [process.execPath, 'out/commonjs/program.js'])],
  ['esbuild, ES modules', versions.esbuild, '--external:conspectus', () => prints([...esbuild, '--format=esm', '--outdir=out/module', '--external:conspectus'], [process.execPath, 'out/module/program.js'])],
  ['webpack', versions.webpack, 'node-loader for .node', () => prints([bin('webpack')], [process.execPath, 'out/webpack/program.cjs'])],
  ['Next.js', versions.next, "serverExternalPackages: ['conspectus']", served],
];

ready();
process.on('exit', () => rmSync(dirname(ALONE), { recursive: true }));
let failures = 0;
console.log('| where | version | what to set | works |\n| --- | --- | --- | --- |');
for (const [where, version, set, run, wanted = WORKS] of ROWS) {
  const said = await run();
  const works = wanted.test(said);
  console.log(`| ${where} | ${version} | ${set} | ${works ? 'yes' : 'NO'} |`);
  if (!works) {
    failures += 1;
    console.error(said.slice(-1_500));
  }
}
console.log(`${failures} failures`);
process.exitCode = Math.min(failures, 1);
