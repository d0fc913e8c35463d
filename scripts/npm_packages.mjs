// Packs the npm packages: `conspectus` with JavaScript and types, and `@conspectus/<platform>` for each native module in a folder.
//
//     node scripts/npm_packages.mjs NATIVES OUT          # each conspectus.*.node of NATIVES; tarballs in OUT, a folder of the clone
//     node scripts/npm_packages.mjs NATIVES OUT --all    # fails if a target of package.json has none
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const [natives, out] = process.argv.slice(2, 4).map((folder) => resolve(folder));
const folder = join(out, 'unpacked');
const LICENSES = ['LICENSE-MIT', 'LICENSE-APACHE'];

const run = (command, ...args) => execFileSync(command, args, { cwd: ROOT, stdio: 'pipe' });
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const write = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
run('node', 'scripts/generate/declare.mjs');
run('npx', '--no-install', 'napi', 'create-npm-dirs', '--npm-dir', relative(ROOT, folder));

const platforms = readdirSync(folder);
for (const platform of platforms) {
  const place = join(folder, platform);
  const manifest = read(join(place, 'package.json'));
  const native = join(natives, manifest.main);
  if (!existsSync(native)) {
    if (process.argv.includes('--all')) throw new Error(`no native module for ${platform}: ${native}`);
    rmSync(place, { recursive: true });
    continue;
  }
  const name = `@conspectus/${platform}`;
  write(join(place, 'package.json'), { ...manifest, name, type: 'commonjs', description: `The native module of conspectus for ${platform}`, files: [manifest.main, ...LICENSES] });
  writeFileSync(join(place, 'README.md'), `# ${name}\n\nThe native module of [conspectus](${manifest.homepage}) for ${platform}. Install \`conspectus\`, which depends on it.\n`);
  cpSync(native, join(place, manifest.main));
  for (const license of LICENSES) cpSync(join(ROOT, license), join(place, license));
}

const { scripts, napi, devDependencies, ...manifest } = read(join(ROOT, 'package.json'));
const root = join(folder, 'conspectus');
cpSync(join(ROOT, 'bindings-node'), join(root, 'bindings-node'), { recursive: true, filter: (source) => !source.endsWith('.node') });
for (const file of ['README.md', ...LICENSES]) cpSync(join(ROOT, file), join(root, file));
// TypeScript reads no `exports` under `moduleResolution: node`.
const types = Object.entries(manifest.exports).filter(([path, { require }]) => path !== '.' && require).map(([path, { require }]) => [path.slice(2), [require.types]]);
const optionalDependencies = Object.fromEntries(platforms.map((platform) => [`@conspectus/${platform}`, manifest.version]));
write(join(root, 'package.json'), { ...manifest, typesVersions: { '*': Object.fromEntries(types) }, optionalDependencies });

run('npm', 'pack', '--silent', '--pack-destination', out, ...readdirSync(folder).map((name) => `./${relative(ROOT, join(folder, name))}`));
