// Rehearses a release: publishes the npm packages to a registry on this machine, as the workflow does. Then each Node, Bun and Deno
// installs conspectus into an empty folder, and runs README's first loop and the command line. Missing native modules are replaced by
// empty files, so that installers choose from all platforms.
//
//     node tests/packaging/rehearse_npm.mjs NATIVES      # a folder of native modules
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseTriple } from '@napi-rs/cli';
import { FIRST_LOOP, LOOP_WORKS } from './first_loop.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TOOLS = join(ROOT, 'target/packaging/node_modules');
const { dependencies: versions } = JSON.parse(readFileSync(join(ROOT, 'tests/packaging/tools.json'), 'utf8'));
const WORK = mkdtempSync(join(tmpdir(), 'rehearse-'));

const freePort = () => new Promise((done) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => done(port));
  });
});

const REGISTRY = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
/** Only our packages are local. Deno also requests the optional peers, from the registry that npm uses. */
const CONFIG = `storage: ${WORK}/storage
auth: { htpasswd: { file: ${WORK}/users } }
uplinks: { others: { url: '${REGISTRY}' } }
packages:
  'conspectus': { access: $all, publish: $all }
  '@conspectus/*': { access: $all, publish: $all }
  '**': { access: $all, proxy: others }
max_body_size: 100mb
log: { type: stdout, format: json, level: fatal }
`;

async function registry(port) {
  writeFileSync(join(WORK, 'verdaccio.yaml'), CONFIG);
  const program = [join(TOOLS, 'verdaccio/bin/verdaccio'), '--config', join(WORK, 'verdaccio.yaml'), '--listen', `127.0.0.1:${port}`];
  const server = spawn(node('node-22'), program, { stdio: ['ignore', 'ignore', 'inherit'] });
  for (let tries = 0; tries < 120; tries++) {
    if (await fetch(`http://127.0.0.1:${port}/-/ping`).catch(() => undefined)) return server;
    await wait(500);
  }
  server.kill();
  throw new Error('the registry does not answer');
}

const node = (name) => join(TOOLS, name, 'bin/node');
const bin = (name) => join(TOOLS, '.bin', name);
// npm itself, to be run by each Node.
const NPM = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim() + '/npm/bin/npm-cli.js';
const DENO = ['run', '--no-prompt', '--allow-read', '--allow-env', '--allow-ffi', '--allow-sys'];
// The command line as `npx` finds it.
const COMMAND = 'node_modules/conspectus/bindings-node/bin/conspectus.js';
/** How each runtime installs the package, runs a program, and names the command line. */
const HOSTS = [
  ...Object.keys(versions).filter((name) => name.startsWith('node-')).map((name) => ['Node', name, [node(name), NPM, 'install', '--no-audit', '--no-fund', 'conspectus'], [node(name)], COMMAND]),
  ['Bun', 'bun', [bin('bun'), 'add', 'conspectus'], [bin('bun')], COMMAND],
  // By default, Deno ignores versions younger than a day. It doesn't make node_modules.
  ['Deno', 'deno', [bin('deno'), 'add', '--minimum-dependency-age=0', 'npm:conspectus'], [bin('deno'), ...DENO], 'npm:conspectus'],
];

const port = await freePort();
const url = `http://127.0.0.1:${port}/`;
// None of the caches of this machine.
const env = { ...process.env, npm_config_registry: url, NPM_CONFIG_REGISTRY: url, npm_config_cache: `${WORK}/cache`, BUN_INSTALL_CACHE_DIR: `${WORK}/bun`, DENO_DIR: `${WORK}/deno`, NO_COLOR: '1' };
const run = ([command, ...args], cwd) => execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 300_000 });

/** The native modules that an installer brought. */
const natives = (folder) => [...new Set(readdirSync(folder, { recursive: true }).map((file) => basename(file)).filter((name) => name.endsWith('.node')))].join(', ');

function tried(name, install, runtime, command) {
  const host = join(WORK, name);
  mkdirSync(host);
  writeFileSync(join(host, 'package.json'), '{ "private": true, "type": "module" }');
  writeFileSync(join(host, 'loop.js'), FIRST_LOOP);
  run(install, host);
  const loop = run([...runtime, 'loop.js'], host).trim();
  if (!LOOP_WORKS.test(loop)) throw new Error(loop);
  const version = run([...runtime, command, '--version'], host).trim();
  if (!run([...runtime, command, 'demo'], host).includes('replaced by a summary')) throw new Error('the demo ends early');
  return [natives(name === 'deno' ? env.DENO_DIR : host), loop, version];
}

/** Packs the packages of all platforms. */
function packed(built) {
  const folder = join(ROOT, 'target/rehearse');
  rmSync(folder, { recursive: true, force: true });
  cpSync(built, join(folder, 'natives'), { recursive: true });
  const { binaryName, targets } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).napi;
  const files = targets.map((target) => join(folder, 'natives', `${binaryName}.${parseTriple(target).platformArchABI}.node`));
  const absent = files.filter((file) => !existsSync(file));
  for (const file of absent) writeFileSync(file, '');
  run([process.execPath, 'scripts/npm_packages.mjs', join(folder, 'natives'), join(folder, 'npm'), '--all'], ROOT);
  console.log(`native modules: ${files.length - absent.length} built, ${absent.length} empty`);
  return join(folder, 'npm');
}

const folder = packed(process.argv[2]);
const server = await registry(port);
let failures = 0;
try {
  const publish = ['bash', join(ROOT, 'scripts/npm_publish.sh'), folder, `--//127.0.0.1:${port}/:_authToken=rehearsal`];
  console.log(run(publish, WORK).trim());
  if (run(publish, WORK).includes('+ ')) throw new Error('a second run publishes again');
  console.log('\n| runtime | version | native module | first loop | command line |\n| --- | --- | --- | --- | --- |');
  for (const [label, name, install, runtime, command] of HOSTS) {
    const version = versions[name].split('@').at(-1);
    try {
      console.log(`| ${[label, version, ...tried(name, install, runtime, command)].join(' | ')} |`);
    } catch (error) {
      failures++;
      console.log(`| ${label} | ${version} | FAILED | | |`);
      console.error(error.stderr || error);
    }
  }
} finally {
  server.kill();
  rmSync(WORK, { recursive: true, force: true });
}
console.log(`rehearse-npm: ${HOSTS.length - failures} of ${HOSTS.length} runtimes`);
process.exitCode = Math.min(failures, 1);
