// The functions of qwen-code's bundle that our compat file stands in for. The bundle exports few of
// them, so a copy of its chunk with a line of exports is read beside it.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const NAMES = ['microcompactHistory', 'estimatePromptTokens', 'estimateContentTokens', 'computeThresholds', 'composePostCompactHistory', 'ChatCompressionService'];

export async function bundled(modules) {
  const chunks = join(modules, '@qwen-code/qwen-code/chunks');
  const copy = 'conspectus-compat.js';
  const found = readdirSync(chunks).filter((name) => name.endsWith('.js') && name !== copy)
    .map((name) => readFileSync(join(chunks, name), 'utf8')).filter((text) => text.includes('function microcompactHistory('));
  if (found.length !== 1) throw new Error(`${found.length} chunks define microcompactHistory`);
  const missing = NAMES.filter((name) => !new RegExp(`(function|var) ${name}\\b`).test(found[0]));
  if (missing.length > 0) throw new Error(`the chunk does not define ${missing}`);
  writeFileSync(join(chunks, copy), `${found[0]}\nexport { ${NAMES.map((name) => `${name} as their_${name}`).join(', ')} };\n`);
  const module = await import(join(chunks, copy));
  return Object.fromEntries(NAMES.map((name) => [name, module[`their_${name}`]]));
}
