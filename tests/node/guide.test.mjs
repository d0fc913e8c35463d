// Each JavaScript and TypeScript block of README and docs runs as it stands, and its types are right under `strict`. With `GUIDE_SDKS`, a folder of packages, the
// client is Anthropic's SDK against the strict provider, and blocks with frameworks run too (`make guide-sdks`). Pages of frameworks run by `make adapters`.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as conspectus from 'conspectus';
import ts from 'typescript';
import { needs } from './needs.mjs';
import { DECLARED, host } from '../guide/host.mjs';
import { start } from '../provider/server.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;

function blocks() {
  // The other programs of docs/frameworks need their framework: `make adapters` runs them.
  const pages = ['README.md', ...readdirSync(join(ROOT, 'docs'), { recursive: true }).filter((name) => name.endsWith('.md') && (!name.startsWith('frameworks') || name.endsWith('compat.md'))).sort().map((name) => join('docs', name))];
  return pages.flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    return [...text.matchAll(/^```[jt]s\n([\s\S]*?)^```$/gm)].map((found) => {
      const line = text.slice(0, found.index).split('\n').length + 1;
      const modules = [...found[1].matchAll(/from '([^']+)'/g)].map(([, name]) => name);
      return { name: `${page}:${line}`, code: found[1], modules, foreign: modules.some((name) => !/^(conspectus|node:)/.test(name)) };
    });
  });
}

const BLOCKS = blocks();
/** Types go, all else stays. */
const AS_IT_IS = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };
const SDKS = process.env.GUIDE_SDKS ? resolve(process.env.GUIDE_SDKS) : null;
const load = SDKS && createRequire(join(SDKS, 'package.json'));
const real = {};
if (SDKS) {
  const server = await start('--window', 1_000_000);
  after(() => server.stop());
  const { Anthropic } = load('@anthropic-ai/sdk');
  const { MockLanguageModelV3 } = load('ai/test');
  const usage = { inputTokens: { total: 10 }, outputTokens: { total: 5 } };
  const doGenerate = async () => ({ content: [{ type: 'text', text: 'done' }], finishReason: { unified: 'stop' }, usage, warnings: [] });
  Object.assign(real, { client: new Anthropic({ baseURL: server.url, apiKey: 'guide', maxRetries: 0 }), model: new MockLanguageModelV3({ doGenerate }) });
}
/** The AI SDK's own messages for its blocks. */
const ownMessages = (modules) => (modules.includes('ai') ? { messages: [{ role: 'user', content: 'Hi' }] } : {});
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
  test(`${name} runs`, needs(!foreign || SDKS, 'a framework'), async () => {
    const loaded = Object.fromEntries(await Promise.all(modules.map(async (module) => [module, /^(conspectus|node:)/.test(module) ? await import(module) : load(module)])));
    const body = ts.transpileModule(code, { compilerOptions: AS_IT_IS }).outputText.replace(/^import (\{[^}]*\}) from '([^']+)';$/gm, (_, names, module) => `const ${names.replaceAll(' as ', ': ')} = __loaded['${module}'];`);
    const own = { ...host(), ...real, ...ownMessages(modules) };
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
  const own = BLOCKS.filter(({ foreign }) => SDKS || !foreign);
  assert.ok(own.length > 30);
  // Below the root, so that the package is found by its own name.
  const declared = SDKS ? DECLARED.replace(/declare const client: .*/, "declare const client: import('@anthropic-ai/sdk').Anthropic;") : DECLARED;
  mkdirSync(join(ROOT, 'target'), { recursive: true });
  const place = mkdtempSync(join(ROOT, 'target', 'guide-'));
  try {
    const files = own.map(({ name, code }) => {
      const file = join(place, `${name.replaceAll(/\W+/g, '_')}.mts`);
      const imports = code.match(/^import .*$/gm) ?? [];
      const known = imports.some((line) => /\bCompactor\b/.test(line)) ? 'type Result' : 'Compactor';
      const body = code.replaceAll(/^import .*$/gm, '').replaceAll(/^/gm, '  ');
      writeFileSync(file, `import { ${known} } from 'conspectus';\n${imports.join('\n')}\n${declared}\nexport async function block() {\n${body}}\n`);
      return file;
    });
    const settings = { noEmit: true, strict: true, skipLibCheck: true, module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom'], types: [] };
    if (SDKS) symlinkSync(join(SDKS, 'node_modules'), join(place, 'node_modules'));
    const node = join(place, 'node.d.ts');
    writeFileSync(node, "declare module 'node:timers/promises' { export function setTimeout(ms: number): Promise<void>; }\ndeclare module 'node:fs';\n");
    const project = join(place, 'tsconfig.json');
    writeFileSync(project, JSON.stringify({ compilerOptions: settings, files: [node, ...files] }));
    execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '--project', project], { cwd: ROOT, encoding: 'utf8' });
  } catch (error) {
    assert.fail(error.stdout ?? error);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});
