// Runs one comparison many times: counts what is equal, what differs for a named reason, and shows
// what has none.
import { isDeepStrictEqual } from 'node:util';
import { Random } from './random.mjs';

const SHOWN = 3;

/**
 * `one(random)` gives, at once or as a promise, `{input, peer, ours, explain}`: what both made of
 * it, and a function that names the reasons of a difference (bugs of the corpus, or laws), or none
 * if there is a part of it that has none. Returns the number of differences without a reason.
 */
export async function compare(title, count, seed, one) {
  const reasons = new Map();
  let equal = 0;
  let explained = 0;
  let unexplained = 0;
  for (let index = 0; index < count; index++) {
    const { input, peer, ours, explain } = await one(new Random(seed + index));
    if (isDeepStrictEqual(peer, ours)) {
      equal++;
      continue;
    }
    const found = explain();
    if (found.length > 0) {
      explained++;
      for (const reason of found) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      continue;
    }
    if (unexplained++ < SHOWN) {
      const show = (value) => JSON.stringify(value)?.slice(0, 2000);
      console.log(`  ${title} #${index} differs\n    input ${show(input)}\n    peer  ${show(peer)}\n    ours  ${show(ours)}`);
    }
  }
  console.log(`${title.padEnd(34)} ${String(count).padStart(6)} inputs, ${String(equal).padStart(6)} equal, ${String(explained).padStart(5)} explained, ${unexplained} unexplained`);
  for (const [reason, times] of [...reasons].sort()) console.log(`${''.padEnd(34)} ${String(times).padStart(6)} ${reason}`);
  return unexplained;
}

/** As JSON has it: no undefined fields. */
export const plain = (value) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

