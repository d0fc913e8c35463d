// The loader of the native module: a package for each target of package.json, and errors that say how
// to fix it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const loader = fileURLToPath(new URL('../../bindings-node/native.cjs', import.meta.url));
const manifest = createRequire(import.meta.url)('conspectus/package.json');

/** The package of a Rust target, named as @napi-rs/cli names its file. */
function packageOf(target) {
  const [cpu, vendor, system, abi] = target.split('-');
  const platform = { apple: 'darwin', pc: 'win32', unknown: 'linux' }[vendor];
  const arch = { x86_64: 'x64', aarch64: 'arm64' }[cpu];
  return `@conspectus/${[platform, arch, ...(system === 'darwin' ? [] : [abi])].join('-')}`;
}

const PACKAGES = manifest.napi.targets.map(packageOf);

test('the package of each target of package.json is required, and nothing else is', () => {
  const required = [...readFileSync(loader, 'utf8').matchAll(/require\('(@[^']+)'\)/g)].map(([, name]) => name);
  assert.deepEqual(required.sort(), PACKAGES.toSorted());
});

/** Loads a loader, here or as another platform, and returns its error or exported names. */
function loading(file, { platform = process.platform, arch = process.arch, flags = [] } = {}) {
  const script = `
    Object.defineProperty(process, 'platform', { value: '${platform}' });
    Object.defineProperty(process, 'arch', { value: '${arch}' });
    const say = (value) => process.stdout.write(JSON.stringify(value));
    try { say({ loaded: Object.keys(require(${JSON.stringify(file)})) }); } catch ({ code, message }) { say({ code, message }); }`;
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, '-e', script], { encoding: 'utf8' });
  assert.ok(stdout, stderr);
  return JSON.parse(stdout);
}

/** A copy of the loader with installed packages of all platforms, which contain these files. */
function withPackages(t, files) {
  const folder = mkdtempSync(join(tmpdir(), 'native-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of PACKAGES) {
    const place = join(folder, 'node_modules', name);
    mkdirSync(place, { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(join(place, file), text);
  }
  cpSync(loader, join(folder, 'native.cjs'));
  return join(folder, 'native.cjs');
}

test('without a package, a clone loads the file that it built', () => {
  assert.ok(loading(loader).loaded.includes('cliMain'));
});

test('the package of the platform is loaded', (t) => {
  const file = withPackages(t, { 'index.js': 'exports.fromPackage = true;' });
  for (const [platform, arch] of [[process.platform, process.arch], ['darwin', 'arm64'], ['win32', 'x64']]) assert.deepEqual(loading(file, { platform, arch }).loaded, ['fromPackage']);
});

test('a platform that is not built for is named, with those that are', () => {
  const { code, message } = loading(loader, { platform: 'sunos', arch: 'x64' });
  assert.equal(code, 'ERR_CONSPECTUS_PLATFORM');
  assert.match(message, /^conspectus has no native module for sunos-x64: it's built for linux x64 and arm64 .*, win32 x64 and arm64\.$/);
});

test('where Node may load no native module, the error says what to start it with', () => {
  const flag = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';
  const { code, message } = loading(loader, { flags: [flag, '--allow-fs-read=*'] });
  assert.equal(code, 'ERR_CONSPECTUS_ADDONS');
  assert.match(message, /Start Node with --allow-addons\./);
});

test('a package that is missing is named, with the ways to get it', () => {
  const [platform, arch, name] = process.platform === 'darwin' ? ['win32', 'x64', 'win32-x64-msvc'] : ['darwin', 'arm64', 'darwin-arm64'];
  const { code, message } = loading(loader, { platform, arch });
  assert.equal(code, 'ERR_CONSPECTUS_MISSING');
  assert.match(message, new RegExp(`^conspectus needs the package @conspectus/${name}, which isn't installed\\. .*--include=optional.* lock file .*npm run build`));
});

test('a file that cannot be loaded is named, with the reason', (t) => {
  const file = withPackages(t, { 'package.json': '{ "main": "broken.node" }', 'broken.node': 'x'.repeat(4_096) });
  const { code, message } = loading(file);
  assert.equal(code, 'ERR_CONSPECTUS_LOAD');
  assert.match(message, /^conspectus can't load @conspectus\/[\w-]+: .*broken\.node/);
});

test('what nobody asks for is not loaded', () => {
  const script = `
    const conspectus = require('conspectus');
    const loaded = () => ['core', 'compactor', 'operations', 'loops'].filter((name) => Object.keys(require.cache).some((file) => file.endsWith('/bindings-node/' + name + '.cjs')));
    const first = [loaded(), Object.keys(conspectus).includes('Compactor')];
    const { Compactor } = conspectus;
    const after = [loaded(), Compactor === conspectus.Compactor, typeof conspectus.countTokens('a b c').tokens];
    conspectus.compact = 7; // as programs do in their tests
    process.stdout.write(JSON.stringify([...first, ...after, conspectus.compact]));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', cwd: fileURLToPath(new URL('../..', import.meta.url)) });
  assert.ok(stdout, stderr);
  assert.deepEqual(JSON.parse(stdout), [[], true, ['core', 'compactor'], true, 'number', 7]);
});
