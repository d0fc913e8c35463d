// The packages that the compat files stand in for, in `target/compat`: downloaded once, never changed.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const folder = join(root, 'target/compat');
const listed = fileURLToPath(new URL('packages.json', import.meta.url));

/** The version of each package. */
export const { dependencies: versions } = JSON.parse(readFileSync(listed, 'utf8'));

/** Downloads what is not there yet; `conspectus` is this repository. */
export function install() {
  mkdirSync(folder, { recursive: true });
  const wanted = join(folder, 'package.json');
  const modules = join(folder, 'node_modules');
  const isThere = existsSync(wanted) && existsSync(modules) && readFileSync(wanted, 'utf8') === readFileSync(listed, 'utf8');
  if (!isThere) {
    copyFileSync(listed, wanted);
    execFileSync('npm', ['install', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], { cwd: folder, stdio: 'inherit' });
  }
  const ours = join(modules, 'conspectus');
  rmSync(ours, { recursive: true, force: true });
  symlinkSync(root, ours, 'dir');
  return modules;
}

/** Rows under their head, as a table in Markdown. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  console.log([line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n'));
}
