// Writes the types of the CommonJS entries (`.d.cts`) from those of the ES modules: the same text,
// with the names of the files exchanged.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';

const folder = new URL('../../bindings-node/', import.meta.url);

for (const name of readdirSync(folder, { recursive: true })) {
  if (!name.endsWith('.d.ts') || name === 'native.d.ts') continue;
  const text = readFileSync(new URL(name, folder), 'utf8');
  writeFileSync(new URL(name.replace(/\.d\.ts$/, '.d.cts'), folder), text.replace(/(from '\.[^']*)\.js'/g, "$1.cjs'"));
}
