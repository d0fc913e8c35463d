// Runs every demand of the documents that conspectus began with, in the shortest form that the pages show:
// `node tests/rows/rows.mjs [M31 M32 ...]`. Prints each row; ends with 1 if one is wrong. The rows stand in demands.txt.
import { pathToFileURL } from 'node:url';
import { rows } from './demands.mjs';
import * as scope from './scope.mjs';

const brief = (value) => {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length <= 200 ? text : `${text.slice(0, 120)} ... ${text.slice(-60)}`;
};

/** What came of the lines of a row: code, what came, and a verdict where something was expected. */
export async function run(row) {
  const told = [];
  const is = async (line, expected, otherwise = 'wrong') => {
    const code = line.toString().replace('async () => ', '');
    try {
      const found = await line();
      told.push({ code, came: brief(found), verdict: scope.equal(expected, found) ? 'right' : otherwise });
    } catch (error) {
      told.push({ code, came: String(error), verdict: 'wrong' });
    }
  };
  is.done = (code) => told.push({ code, came: '', verdict: '' });
  try {
    await rows(scope, is).find(({ id }) => id === row.id).run?.();
  } catch (error) {
    told.push({ code: told.at(-1)?.code ?? '', came: String(error), verdict: 'wrong' });
  }
  return told;
}

export const all = rows(scope, null).map(({ run: _, ...row }) => row);

async function main(asked) {
  const counts = { right: 0, wrong: 0, 'different on purpose': 0, 'later work': 0 };
  for (const row of all) {
    if (asked.length > 0 && !asked.some((id) => row.id.startsWith(id))) continue;
    console.log(`${row.id}  ${row.demand}`);
    const told = row.later ? [] : await run(row);
    for (const { code, came, verdict } of told) {
      console.log(`    ${code}`);
      if (verdict) console.log(`        ${came}  ${verdict}`);
    }
    const verdicts = new Set(told.map(({ verdict }) => verdict).filter((verdict) => verdict && verdict !== 'right'));
    const verdict = row.later ? 'later work' : verdicts.has('wrong') ? 'wrong' : verdicts.size > 0 ? 'different on purpose' : 'right';
    console.log(`    ${verdict}${row.later ? `: ${row.later}` : ''}`);
    counts[verdict]++;
  }
  console.log(`\nrows in Node: ${Object.entries(counts).map(([name, count]) => `${count} ${name}`).join(', ')}`);
  process.exitCode = counts.wrong === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.argv.slice(2));
