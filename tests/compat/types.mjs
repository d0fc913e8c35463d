// Checks the types of the compat files against those of the packages: `node tests/compat/types.mjs`.
// tsc must refuse exactly the lines of the programs that end with `// error`.
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder, install, root } from './packages.mjs';

const PROGRAMS = ['gemini_cli_compat.mts', 'qwen_code_compat.mts'];
const OPTIONS = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--preserveSymlinks', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom'];

const modules = install();
for (const name of PROGRAMS) copyFileSync(join(root, 'tests/adapters/wrong', name), join(folder, name));
// Their own declarations name packages that they do not bring: only what is said of ours counts.
const { stdout } = spawnSync(process.execPath, [join(modules, 'typescript/bin/tsc'), ...OPTIONS, ...PROGRAMS], { cwd: folder, encoding: 'utf8' });
const told = stdout.split('\n').map((line) => line.match(/^(\S+?)\((\d+),\d+\): error (.*)$/)).filter(Boolean).map(([, file, line, text]) => ({ file, line: Number(line), text }));
const faults = told.filter(({ file }) => file.includes('node_modules/conspectus/')).map(({ file, line, text }) => `${file}:${line} ${text}`);
let wrong = 0;
for (const name of PROGRAMS) {
  const refused = new Map(told.filter(({ file }) => file === name).map(({ line, text }) => [line, text]));
  readFileSync(join(folder, name), 'utf8').split('\n').forEach((text, index) => {
    const isWrong = text.endsWith('// error');
    wrong += isWrong;
    if (isWrong !== refused.has(index + 1)) faults.push(`${name}:${index + 1} ${isWrong ? 'is not refused' : refused.get(index + 1)}: ${text}`);
  });
}
for (const fault of faults) console.log(fault);
console.log(`compat types: ${wrong} wrong lines, ${faults.length} not as marked`);
process.exit(faults.length === 0 ? 0 : 1);
