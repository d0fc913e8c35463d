// Installs and imports the packed package together with the last two majors of each optional peer, each in an own folder.
// Before 1.0, each minor counts as a major. A peer that can't be installed or imported alone is reported, but isn't a failure.
//
//     node tests/packaging/beside.mjs            # all peers
//     node tests/packaging/beside.mjs openai@6   # these alone
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TARBALLS = join(ROOT, 'target/packages/npm');
const FOLDER = join(ROOT, 'target/beside');
// Some peers need 22.
const NODE = join(ROOT, 'target/packaging/node_modules/node-22/bin/node');
/** Our module for each peer. */
const PATHS = {
  '@anthropic-ai/sdk': 'anthropic', '@google/genai': 'google', openai: 'openai', ai: 'ai-sdk', '@langchain/core': 'langchain', langchain: 'langchain', zod: 'langchain',
  '@openai/agents': 'openai-agents', '@mastra/core': 'mastra', '@opencode-ai/plugin': 'opencode/plugin', '@opencode-ai/sdk': 'opencode/plugin',
  '@earendil-works/pi-agent-core': 'pi', '@earendil-works/pi-ai': 'pi', '@earendil-works/pi-coding-agent': 'pi',
};
/** A module of each peer that can't be imported by its name. */
const ENTRIES = { 'langchain@0': 'langchain/load/serializable', '@opencode-ai/plugin@0': '@opencode-ai/plugin/tool' };
const { peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

function run(command, args, cwd) {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
const install = (cwd, ...args) => run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error', ...args], cwd);

/** The newest version of each of the last two majors, in our range or not. */
function lastMajors(name) {
  const released = JSON.parse(run('npm', ['view', name, 'versions', '--json'])).filter((version) => !version.includes('-'));
  const inOrder = released.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const isBefore1 = inOrder.at(-1).startsWith('0.');
  const newest = new Map(inOrder.map((version) => [version.split('.').slice(0, isBefore1 ? 2 : 1).join('.'), version]));
  return [...newest.values()].slice(-2).map((version) => `${name}@${version}`);
}

/** Installs a peer and these tarballs, and imports both. */
function tried(peer, tarballs = []) {
  const [, name, version] = peer.match(/^(.+)@([^@]+)$/);
  const host = join(FOLDER, 'host');
  rmSync(host, { recursive: true, force: true });
  mkdirSync(host);
  const own = Object.fromEntries(tarballs.map((file) => [file.replace(/-\d.*$/, '').replace(/^conspectus-/, '@conspectus/'), `file:${join(TARBALLS, file)}`]));
  const { conspectus, ...optionalDependencies } = own;
  writeFileSync(join(host, 'package.json'), JSON.stringify({ private: true, dependencies: { conspectus, [name]: version }, optionalDependencies }));
  install(host, '--ignore-scripts');
  const modules = [...(conspectus ? [`conspectus/${PATHS[name]}`] : []), ENTRIES[`${name}@${version.split('.')[0]}`] ?? name];
  run(NODE, ['--input-type=module', '-e', modules.map((module) => `await import('${module}');`).join(' ')], host);
}

/** Why a peer alone fails; undefined if it doesn't. */
function alone(peer) {
  try {
    tried(peer);
    return undefined;
  } catch (error) {
    return reason(error);
  }
}

/** The line of an error that says what happened. */
const reason = (error) => `${error.stderr || error}`.split('\n').find((line) => /^npm error (?!code)\S|Error/.test(line)) ?? String(error);

mkdirSync(FOLDER, { recursive: true });
const tarballs = readdirSync(TARBALLS).filter((file) => file.endsWith('.tgz'));
const given = process.argv.slice(2);
const peers = given.length > 0 ? given : Object.keys(peerDependencies).flatMap(lastMajors);
const counts = { ok: 0, 'not alone': 0, FAILED: 0 };
function say(word, text) {
  counts[word]++;
  console.log(`${word.padEnd(10)} ${text}`);
}
for (const peer of peers) {
  try {
    tried(peer, tarballs);
    say('ok', peer);
  } catch (error) {
    const own = alone(peer);
    say(own === undefined ? 'FAILED' : 'not alone', `${peer}: ${own ?? reason(error)}`);
  }
}
rmSync(join(FOLDER, 'host'), { recursive: true, force: true });
console.log(`beside: ${Object.entries(counts).map(([word, count]) => `${count} ${word}`).join(', ')}`);
process.exit(counts.FAILED > 0 ? 1 : 0);
