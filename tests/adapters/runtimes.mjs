// Tries the package where Node is not all there is: other runtimes, bundlers, Next.js, Node without
// permissions. `make runtimes` downloads them; `ARGS="--tarball FILE"` takes the packed package.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '../..');
const FOLDER = join(ROOT, 'target/adapters/runtimes');
const words = process.argv.slice(2);
const tarball = words.includes('--tarball') && resolve(words[words.indexOf('--tarball') + 1]);

const WANTED = readFileSync(join(HERE, 'runtimes.json'), 'utf8');
const { dependencies: versions } = JSON.parse(WANTED);

/** A conversation that has to shrink, and what to print of it. */
const MESSAGES = `
const messages = [{ role: 'user', content: 'Fix the parser in src/0.rs.' }];
for (let turn = 0; turn < 40; turn++) {
  messages.push({ role: 'assistant', content: null, tool_calls: [{ id: 'c' + turn, type: 'function', function: { name: 'read', arguments: '{"path":"src/' + turn + '.rs"}' } }] });
  messages.push({ role: 'tool', tool_call_id: 'c' + turn, content: ('line of file ' + turn + ' ').repeat(60) });
}`;
const FILES = {
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

function ready() {
  const mark = join(FOLDER, 'package.json');
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== WANTED) {
    console.log('installs tests/adapters/runtimes.json');
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(mark, WANTED);
    const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'], { cwd: FOLDER, encoding: 'utf8' });
    if (status) {
      rmSync(mark);
      throw new Error(stderr);
    }
  }
  const own = join(FOLDER, 'node_modules/conspectus');
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  if (tarball) spawnSync('tar', ['xf', tarball, '-C', own, '--strip-components=1'], { stdio: 'inherit' });
  else {
    for (const part of ['package.json', 'bindings-node']) cpSync(join(ROOT, part), join(own, part), { recursive: true, filter: (source) => !source.endsWith('.node') });
    for (const part of readdirSync(join(ROOT, 'bindings-node')).filter((name) => name.endsWith('.node'))) symlinkSync(join(ROOT, 'bindings-node', part), join(own, 'bindings-node', part));
  }
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(FOLDER, name)), { recursive: true });
    writeFileSync(join(FOLDER, name), text);
  }
  for (const kind of ['commonjs', 'module']) {
    mkdirSync(join(FOLDER, 'out', kind), { recursive: true });
    writeFileSync(join(FOLDER, 'out', kind, 'package.json'), `{"type":"${kind}"}\n`);
  }
}

const bin = (name) => join(FOLDER, 'node_modules/.bin', name);

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
/** What is tried, what its user has to set, and what has to come of it. */
const ROWS = [
  ['Node, import', process.version, '', () => prints([process.execPath, 'program.mjs'])],
  ['Node, require', process.version, '', () => prints([process.execPath, 'program.cjs'])],
  ['Node, worker thread', process.version, '', () => prints([process.execPath, 'worker.mjs'])],
  [`Node, ${permission}`, process.version, '--allow-addons, and --allow-fs-read for the package', () => prints([process.execPath, permission, '--allow-fs-read=*', '--allow-addons', 'program.mjs'])],
  [`Node, ${permission} alone`, process.version, 'the error names --allow-addons', () => prints([process.execPath, permission, '--allow-fs-read=*', 'program.mjs']), /Start Node with --allow-addons/],
  ['Bun', versions.bun, '', () => prints([bin('bun'), 'program.mjs'])],
  ['Deno', versions.deno, '--allow-read --allow-env --allow-ffi --allow-sys', () => prints([bin('deno'), 'run', '--no-prompt', '--allow-read', '--allow-env', '--allow-ffi', '--allow-sys', 'program.mjs'])],
  ['esbuild, CommonJS', versions.esbuild, '--loader:.node=copy', () => prints([...esbuild, '--format=cjs', '--outdir=out/commonjs', '--loader:.node=copy'], [process.execPath, 'out/commonjs/program.js'])],
  ['esbuild, ES modules', versions.esbuild, '--external:conspectus', () => prints([...esbuild, '--format=esm', '--outdir=out/module', '--external:conspectus'], [process.execPath, 'out/module/program.js'])],
  ['webpack', versions.webpack, 'node-loader for .node', () => prints([bin('webpack')], [process.execPath, 'out/webpack/program.cjs'])],
  ['Next.js', versions.next, "serverExternalPackages: ['conspectus']", served],
];

ready();
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
