// Runs the functions of qwen-code's bundle and those of our compat file on the same sessions: `node
// tests/compat/qwen_code.mjs [COUNT] [SEED]`. Ends with 1 if any difference has no reason here.
import { compare } from '../peers/compare.mjs';
import { history } from '../peers/histories.mjs';
import { Random } from '../peers/random.mjs';
import { install, table, versions } from './packages.mjs';
import { bundled } from './qwen_bundle.mjs';
import { composing, workspace } from './qwen_composed.mjs';
import { GOOD, runs } from './qwen_runs.mjs';
import { session } from './sessions.mjs';

const [count = 3000, seed = 1] = process.argv.slice(2).map(Number);
const theirs = await bundled(install());
const ours = await import('conspectus/qwen-code/compat');

const tokens = (random) => {
  const input = history(random);
  const image = random.once(2) ? 1600 : 1 + random.below(4000);
  const counts = [random.below(3) * 1000, random.below(500), image, random.once(2)];
  const of = ({ estimateContentTokens, estimatePromptTokens }) =>
    [estimateContentTokens(input, image), estimatePromptTokens(input, { role: 'user', parts: [{ text: 'Go on.' }] }, ...counts)];
  const hasBoth = input.some((message) => message.parts?.some((part) => beside(part)));
  return { input, peer: of(theirs), ours: of(ours), explain: () => (hasBoth ? ['B-19: text beside media counts too'] : []) };
};
/** Whether a text stands beside a medium in one part. */
const beside = (part) => ((part.inlineData || part.fileData) && typeof part.text === 'string') || part.functionResponse?.parts?.some?.(beside);

const steps = (random) => {
  const window = random.of([1, 100, 8192, 32_000, 33_000, 40_000, 131_072, 200_000, 1_000_000]);
  const share = random.of([undefined, NaN, -1, 0, random.below(100) / 100, 0.85, 1, 2]);
  const rounded = (found) => Object.fromEntries(Object.entries(found).map(([name, value]) => [name, Math.round(value * 1e6)]));
  return { input: { window, share }, peer: rounded(theirs.computeThresholds(window, share)), ours: rounded(ours.computeThresholds(window, share)), explain: () => [] };
};

const SHORT = 'a result that its placeholder would not make shorter (B-26), and an error, stay and take no place among the newest';
const MORE = 'beside results that wait to be sent, as many more stay';
const MEDIA = 'by size too: where results of tools do not suffice, old media go';
/** A result as theirs has to see it to leave it alone: an error without media. */
const asError = (part) => {
  const { parts, ...response } = part.functionResponse ?? {};
  const { output, error } = response.response ?? {};
  const isShort = typeof output === 'string' && output.length < 34 && !parts;
  return isShort || (error && parts) ? { functionResponse: { ...response, response: { error: error ?? output } } } : part;
};
const isCleared = (before, after) => JSON.stringify(before) !== JSON.stringify(after);

/** Which parts of a history are cleared, as places. */
const cleared = (before, { history: after }) =>
  before.flatMap(({ parts }, index) => parts.flatMap((part, place) => (isCleared(part, after[index].parts[place]) ? [`${index}/${place}`] : [])));

const clearing = (mode) => (random) => {
  const input = session(random, 2 + random.below(20), random.of([60, 600, 6000]));
  const bySize = mode === 'size' || mode === 'pending';
  const settings = { toolResultsNumToKeep: 1 + random.below(5), ...(bySize ? { toolResultsTotalCharsThreshold: random.of([500, 5000, 20_000]) } : {}) };
  const time = mode === 'idle' ? Date.now() - 7_200_000 : null;
  // What waits is sent after the call that it answers.
  if (mode === 'pending') while (input.at(-1).role !== 'model') input.pop();
  const pendingContent = mode === 'pending' ? session(random, 1, 3000)[2] : undefined;
  const options = { idle: undefined, force: { force: true }, size: { sizeOnly: true }, pending: { sizeOnly: true, pendingContent },
    kept: { force: true, preserveReadFileResult: (path) => /[35]\.ts$/.test(path) } }[mode];
  const of = ({ microcompactHistory }, list) => microcompactHistory(list, time, settings, options);
  const told = ({ meta }) => meta && meta.toolsCleared + meta.mediaCleared > 0 ? [meta.triggerReason, meta.toolsCleared, meta.mediaCleared, meta.gapMinutes, meta.thresholdMinutes, meta.keepRecent] : [];
  const [a, b] = [of(theirs, structuredClone(input)), of(ours, input)];
  // A cache must forget at least what theirs forgets.
  const forgets = (a.meta?.evictedReadPaths ?? []).every((path) => b.meta?.evictedReadPaths.includes(path));
  const explain = () => {
    const mended = input.map((message) => ({ ...message, parts: message.parts.map(asError) }));
    const [wanted, got] = [cleared(mended, of(theirs, mended)), cleared(input, b)];
    const missing = wanted.filter((place) => !got.includes(place));
    const extra = got.filter((place) => !wanted.includes(place)).map((place) => place.split('/').map(Number)).map(([index, place]) => input[index].parts[place]);
    const reasons = cleared(input, a).length !== wanted.length || cleared(input, a).some((place) => !wanted.includes(place)) ? [SHORT] : [];
    if (missing.length > 0) reasons.push(mode === 'pending' ? MORE : null);
    if (extra.length > 0) reasons.push(bySize && extra.every((part) => part.inlineData || part.functionResponse?.parts) ? MEDIA : null);
    return reasons.includes(null) ? [] : reasons;
  };
  return { input: { input, settings, options }, peer: [a.history, told(a), true], ours: [b.history, told(b), cleared(input, a).length > cleared(input, b).length || forgets], explain };
};

console.log(`@qwen-code/qwen-code ${versions['@qwen-code/qwen-code']}, ${count} sessions each`);
let unexplained = 0;
const comparisons = { 'sizes of contents and prompts': tokens, 'computeThresholds': steps };
for (const mode of ['idle', 'force', 'size', 'pending', 'kept']) comparisons[`microcompactHistory, ${mode}`] = clearing(mode);
const place = workspace();
process.on('exit', place.remove);
comparisons.composePostCompactHistory = composing(theirs, ours, GOOD, place);
for (const [title, one] of Object.entries(comparisons)) unexplained += await compare(title, count, seed, one);

console.log();
const { head, rows, unexplained: left } = await runs({ theirs, ours }, (index) => new Random(seed + index), Math.max(1, Math.floor(count / 100)));
table(head, rows);
unexplained += left;
console.log(`\ncompat qwen-code: ${unexplained} unexplained differences`);
process.exit(unexplained === 0 ? 0 : 1);
