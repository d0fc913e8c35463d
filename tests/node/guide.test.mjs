// Each JavaScript block of README and docs runs as it stands, and its types are right.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as conspectus from 'conspectus';
import { DECLARED, host } from '../guide/host.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;

function blocks() {
  const pages = ['README.md', ...readdirSync(join(ROOT, 'docs'), { recursive: true }).filter((name) => name.endsWith('.md')).sort().map((name) => join('docs', name))];
  return pages.flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    return [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map((found) => {
      const line = text.slice(0, found.index).split('\n').length + 1;
      const modules = [...found[1].matchAll(/from '([^']+)'/g)].map(([, name]) => name);
      return { name: `${page}:${line}`, code: found[1], modules, foreign: modules.some((name) => !/^(conspectus|node:)/.test(name)) };
    });
  });
}

const BLOCKS = blocks();
const folder = mkdtempSync(join(tmpdir(), 'guide-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Where a block reads and writes: a folder of its own, with rules. */
function place() {
  const made = mkdtempSync(join(folder, 'run-'));
  for (const name of ['.git', 'docs']) mkdirSync(join(made, name));
  for (const name of ['README.md', 'AGENTS.md']) writeFileSync(join(made, name), 'Never push.\n');
  return made;
}

for (const { name, code, modules, foreign } of BLOCKS) {
  test(`${name} runs`, { skip: foreign && 'a framework' }, async () => {
    const loaded = Object.fromEntries(await Promise.all(modules.map(async (module) => [module, await import(module)])));
    const body = code.replace(/^import (\{[^}]*\}) from '([^']+)';$/gm, (_, names, module) => `const ${names.replaceAll(' as ', ': ')} = __loaded['${module}'];`);
    const own = host();
    // The host's variables can be assigned, and a block may have variables of the same name.
    const names = Object.keys(own);
    const run = new AsyncFunction('__loaded', 'console', 'Compactor', 'own', `let { ${names.join(', ')} } = own;\n{\n${body}\n}`);
    const before = process.cwd();
    process.chdir(place());
    try {
      await run(loaded, { ...console, log() {}, table() {}, error() {} }, conspectus.Compactor, own);
    } finally {
      process.chdir(before);
    }
  });
}

test('types of the blocks are right', () => {
  const own = BLOCKS.filter(({ foreign }) => !foreign);
  assert.ok(own.length > 30);
  // Below the root, so that the package is found by its own name.
  const place = mkdtempSync(join(ROOT, 'target', 'guide-'));
  try {
    const files = own.map(({ name, code }) => {
      const file = join(place, `${name.replaceAll(/\W+/g, '_')}.mts`);
      const imports = code.match(/^import .*$/gm) ?? [];
      const known = imports.some((line) => /\bCompactor\b/.test(line)) ? 'type Result' : 'Compactor';
      const body = code.replaceAll(/^import .*$/gm, '').replaceAll(/^/gm, '  ');
      writeFileSync(file, `import { ${known} } from 'conspectus';\n${imports.join('\n')}\n${DECLARED}\nexport async function block() {\n${body}}\n`);
      return file;
    });
    const settings = ['--noEmit', '--strict', '--noImplicitAny', 'false', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom'];
    const node = join(place, 'node.d.ts');
    writeFileSync(node, "declare module 'node:timers/promises' { export function setTimeout(ms: number): Promise<void>; }\n");
    execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...settings, node, ...files], { cwd: ROOT, encoding: 'utf8' });
  } catch (error) {
    assert.fail(error.stdout ?? error);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});
