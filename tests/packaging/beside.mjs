// Does `npm install conspectus` succeed beside what people have? For each optional peer the newest
// version of each of its majors in range, and every one of them at once. Nothing is downloaded but what
// npm needs to resolve.
//
//     node tests/packaging/beside.mjs            # all peers
//     node tests/packaging/beside.mjs openai@6   # these alone
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = new URL('../../', import.meta.url).pathname;
const { peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const npm = (args, cwd) => execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** The newest version of each major in the range, the last three of them. */
function majors(name, range) {
  const found = JSON.parse(npm(['view', `${name}@${range}`, 'version', '--json']));
  const newest = new Map();
  const inOrder = (a, b) => a.localeCompare(b, 'en', { numeric: true });
  for (const version of [found].flat().filter((version) => !version.includes('-')).sort(inOrder)) newest.set(version.split('.')[0], version);
  return [...newest.values()].slice(-3).map((version) => `${name}@${version}`);
}

/** A folder with the package as npm sees it: its package.json alone. */
function published() {
  const folder = mkdtempSync(join(tmpdir(), 'beside-'));
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  return folder;
}

const given = process.argv.slice(2);
const sets = given.length > 0 ? given.map((one) => [one]) : Object.entries(peerDependencies).flatMap(([name, range]) => majors(name, range).map((one) => [one]));
const folder = published();
let failed = 0;
for (const set of sets) {
  const host = mkdtempSync(join(tmpdir(), 'host-'));
  writeFileSync(join(host, 'package.json'), '{"private": true}');
  try {
    npm(['install', '--dry-run', '--ignore-scripts', '--install-links', folder, ...set], host);
    console.log(`ok     ${set.join(' ')}`);
  } catch (error) {
    failed++;
    console.log(`FAILED ${set.join(' ')}: ${String(error.stderr).split('\n').filter((line) => /npm error \S/.test(line)).slice(0, 3).join(' ')}`);
  }
}
console.log(`beside: ${sets.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
