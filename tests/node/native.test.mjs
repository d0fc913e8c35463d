// The loader of the native module: a file for each platform that package.json claims, and errors
// that say what is wrong.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const loader = fileURLToPath(new URL('../../bindings-node/native.cjs', import.meta.url));
const manifest = createRequire(import.meta.url)('conspectus/package.json');

/** What `npm run build` calls the file of a Rust target. */
function fileOf(target) {
  const [cpu, , system, abi] = target.split('-');
  const platform = { apple: 'darwin', pc: 'win32', unknown: 'linux' }[target.split('-')[1]];
  const arch = { x86_64: 'x64', aarch64: 'arm64' }[cpu];
  return `conspectus.${[platform, arch, ...(system === 'darwin' ? [] : [abi])].join('-')}.node`;
}

test('each target of package.json is required by its file name, and nothing else is', () => {
  const required = [...readFileSync(loader, 'utf8').matchAll(/require\('\.\/(conspectus\.[^']+)'\)/g)].map(([, name]) => name);
  assert.deepEqual(required.sort(), manifest.napi.targets.map(fileOf).sort());
});

test('os and cpu admit the platforms of the targets', () => {
  const pairs = manifest.os.flatMap((os) => manifest.cpu.map((cpu) => `${os}-${cpu}`));
  const built = manifest.napi.targets.map((target) => fileOf(target).split('.')[1].split('-').slice(0, 2).join('-'));
  assert.deepEqual(pairs.sort(), [...new Set(built)].sort());
});

/** The message of the error when `native.cjs` is loaded on another platform. */
function messageOn(platform, arch) {
  const script = `
    Object.defineProperty(process, 'platform', { value: '${platform}' });
    Object.defineProperty(process, 'arch', { value: '${arch}' });
    try { require(${JSON.stringify(loader)}); } catch (error) { process.stdout.write(error.message); }`;
  return execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' });
}

test('a platform that is not built for is named, with those that are', () => {
  assert.match(messageOn('sunos', 'x64'), /^conspectus has no native module for sunos-x64: it's built for linux x64 and arm64 .*, win32 x64 and arm64\.$/);
});

test('where Node may load no native module, the error says what to start it with', () => {
  const flag = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';
  const run = spawnSync(process.execPath, [flag, '--allow-fs-read=*', loader], { encoding: 'utf8' });
  assert.match(run.stderr, /Start Node with --allow-addons\./);
});

test('a file that is missing is named by its platform', () => {
  const other = process.platform === 'darwin' ? ['win32', 'x64', 'win32-x64'] : ['darwin', 'arm64', 'darwin-arm64'];
  assert.match(messageOn(other[0], other[1]), new RegExp(`^conspectus has no native module for ${other[2]} in this package\\. Reinstall`));
});
