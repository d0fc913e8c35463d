// Tries each Node adapter in its own folder, with the framework's own clients, against the strict
// provider, as `run.py` does for Python.
//
//     make adapters                            all of them
//     make adapters ARGS="ai-sdk sdks-node"    some; names of the other language are left to it
//     make adapters ARGS="--examples --tarball FILE"  the programs of the pages and of `examples` alone, with this package
//
// Of each: its types, its wrong programs, its sessions (`<name>.mjs`), and the programs of its page
// and of `examples` in an empty folder. One whose requirements name another `adapter` tries that one with other versions.
import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '../..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const CHECKED = '--noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2022 --lib es2022,esnext.disposable,dom,dom.asynciterable --skipLibCheck false'.split(' ');
const ENV = { PATH: process.env.PATH, HOME: process.env.HOME, ADAPTERS_ROOT: ROOT, STRICT_PYTHON: process.env.STRICT_PYTHON ?? 'python3', PYTHONPATH: process.env.PYTHONPATH ?? join(ROOT, 'bindings-python') };
process.env.ADAPTERS_ROOT = ROOT;
Object.assign(process.env, ENV);
const { Watched } = await import('./watched.mjs');

const run = (command, args, options) =>
  promisify(execFile)(command, args, { maxBuffer: 1e8, ...options }).then((made) => ({ code: 0, ...made }), (error) => ({ code: error.code ?? 1, stdout: error.stdout ?? '', stderr: error.stderr ?? String(error) }));

/** A folder that holds what the adapter was tested with, and this package as it is installed. */
async function ready(name, wanted) {
  const folder = join(ROOT, 'target/adapters', `node-${name}`);
  const mark = join(folder, 'package.json');
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== wanted) {
    console.log(`${name}: installs ${relative(ROOT, join(HERE, 'requirements', name))}.json`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'wanted.json'), wanted);
    cpSync(join(folder, 'wanted.json'), mark);
    const made = await run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--loglevel=error'], { cwd: folder });
    if (made.code) {
      rmSync(mark);
      throw new Error(made.stderr);
    }
  }
  const own = join(folder, 'node_modules/conspectus');
  rmSync(own, { recursive: true, force: true });
  if (tarball) {
    mkdirSync(own, { recursive: true });
    const { code, stderr } = await run('tar', ['xf', tarball, '-C', own, '--strip-components=1']);
    if (code) throw new Error(stderr);
    return folder;
  }
  for (const part of ['package.json', 'bindings-node']) cpSync(join(ROOT, part), join(own, part), { recursive: true, filter: (source) => !source.endsWith('.node') });
  for (const part of readdirSync(join(ROOT, 'bindings-node'))) if (part.endsWith('.node')) symlinkSync(join(ROOT, 'bindings-node', part), join(own, 'bindings-node', part));
  return folder;
}

/** Where programs are looked for: first those that the requirements bring, such as a newer Node. */
const pathOf = (folder) => {
  const modules = join(folder, 'node_modules');
  const brought = readdirSync(modules).filter((name) => name.endsWith('-linux-x64')).map((name) => join(modules, name, 'bin'));
  return [...brought, dirname(process.execPath), ENV.PATH].join(':');
};

/** What the type checker says that it should not, and what it misses. */
async function* types(adapter, folder) {
  const wrong = join(HERE, 'wrong', `${adapter}.mts`);
  if (!existsSync(wrong)) return yield 'it has no wrong programs';
  cpSync(wrong, join(folder, 'wrong.mts'));
  const lines = readFileSync(wrong, 'utf8').split('\n');
  const { stdout } = await run(process.execPath, [TSC, ...CHECKED, 'wrong.mts'], { cwd: folder });
  // What is wrong in the declarations of others is theirs.
  const found = [...stdout.matchAll(/^(.*)\((\d+),\d+\): error (.*)$/gm)].filter(([, file]) => !file.startsWith('node_modules') || file.startsWith('node_modules/conspectus/'));
  for (const [, file, line, text] of found) if (file !== 'wrong.mts') yield `tsc: ${file}:${line}: ${text}`;
  const flagged = new Set(found.filter(([, file]) => file === 'wrong.mts').map(([, , line]) => Number(line)));
  for (const [index, line] of lines.entries()) {
    if (flagged.has(index + 1) !== line.endsWith('// error')) yield `tsc ${flagged.has(index + 1) ? 'refuses' : 'passes'} wrong/${adapter}.mts:${index + 1}: ${line.trim()}`;
  }
}

async function* sessions(adapter, folder, rows) {
  for (const file of [`${adapter}.mjs`, 'watched.mjs']) cpSync(join(HERE, file), join(folder, file));
  const child = spawn('node', [`${adapter}.mjs`], { cwd: folder, env: { ...ENV, PATH: pathOf(folder) }, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.on('close', resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{"framework"')) rows.push(JSON.parse(line));
    console.log(`  ${line}`);
  }
  const code = await ended;
  if (code) yield `its sessions ended with ${code}`;
}

/** The programs of the page and of `examples`, as they are there. `scripts/pages.py` writes the program of a framework's page from its example. */
function programs(adapter) {
  const own = adapter === 'sdks-node' ? ['anthropic', 'google', 'openai'] : [adapter.replace(/-node$/, '')];
  const files = own.map((name) => `with_${name}.mjs`).map((name) => [name, readFileSync(join(ROOT, 'examples', name), 'utf8')]);
  const blocks = [...readFileSync(join(ROOT, 'docs/frameworks', `${adapter}.md`), 'utf8').matchAll(/```js\n([\s\S]*?)```/g)].map(([, block]) => block);
  return [...files, ...blocks.filter((block) => !files.some(([, program]) => program.endsWith(block))).map((block, index) => [`the page's program ${index + 1}`, block])];
}

/** Runs the programs in an empty folder. Those of `examples` compact something; opencode prints nothing of it. */
async function* examples(adapter, folder) {
  for (const [title, program] of programs(adapter)) {
    const watched = await Watched.start({ tool: null });
    const empty = mkdtempSync(join(tmpdir(), 'program-'));
    symlinkSync(join(folder, 'node_modules'), join(empty, 'node_modules'));
    writeFileSync(join(empty, 'program.mjs'), program);
    const keys = {
      OPENAI_BASE_URL: watched.openaiUrl, OPENAI_API_KEY: 'key', ANTHROPIC_API_KEY: 'key', GEMINI_API_KEY: 'key', GOOGLE_GENERATIVE_AI_API_KEY: 'key',
      ANTHROPIC_BASE_URL: program.includes('@ai-sdk/anthropic') ? `${watched.url}/v1` : watched.url, GOOGLE_GEMINI_BASE_URL: watched.url,
    };
    const { code, stdout, stderr } = await run('node', ['program.mjs'], { cwd: empty, env: { ...ENV, PATH: pathOf(folder), HOME: empty, ...keys }, timeout: 300_000 });
    const { log, refused } = await watched.state();
    watched.stop();
    rmSync(empty, { recursive: true, force: true });
    console.log(`  ${title} prints: ${stdout.trim().split('\n').at(-1).slice(0, 150) || 'nothing'}`);
    if (code || !stdout.trim()) yield `${title}: ${stderr.slice(-2_000) || 'prints nothing'}`;
    if (!log.length || refused.length) yield `${title}: ${refused.join('; ') || 'asks no model'}`;
    if (title.startsWith('with_') && adapter !== 'opencode' && !/Result (reduced|summarized)/.test(stdout)) yield `${title}: nothing was compacted`;
  }
}

/** The rows as a table for people. */
function show(rows) {
  if (!rows.length) return;
  const heads = Object.keys(rows[0]);
  const table = [heads.map((head) => head.replaceAll('_', ' ')), ...rows.map((row) => heads.map((head) => row[head].toLocaleString('en')))];
  const widths = heads.map((_, column) => Math.max(...table.map((line) => line[column].length)));
  for (const line of table) console.log(line.map((cell, column) => cell.padEnd(widths[column])).join('  ').trimEnd());
}

const namesOf = (ending) => readdirSync(join(HERE, 'requirements')).filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length)).sort();
const every = namesOf('.json');
const words = process.argv.slice(2);
const given = words.filter((word, index) => !word.startsWith('--') && !['--wheel', '--tarball'].includes(words[index - 1]));
const tarball = words.includes('--tarball') && resolve(words[words.indexOf('--tarball') + 1]);
const alone = words.includes('--examples');
const strange = given.filter((name) => !every.includes(name) && !namesOf('.txt').includes(name));
if (strange.length) {
  console.error(`no adapter is called ${strange.join(', ')}: there are ${every.join(', ')}`);
  process.exit(2);
}
await run(process.execPath, [join(ROOT, 'scripts/generate/declare.mjs')]);
const rows = [];
let failures = 0;
for (const name of given.length ? every.filter((each) => given.includes(each)) : every) {
  const wanted = readFileSync(join(HERE, 'requirements', `${name}.json`), 'utf8');
  const adapter = JSON.parse(wanted).adapter ?? name;
  const folder = await ready(name, wanted);
  console.log(name);
  for (const faults of alone ? [examples(adapter, folder)] : [types(adapter, folder), sessions(adapter, folder, rows), examples(adapter, folder)]) {
    for await (const fault of faults) {
      failures += 1;
      console.log(`  FAILED: ${fault}`);
    }
  }
}
show(rows);
console.log(`${failures} failures`);
process.exitCode = Math.min(failures, 1);
