// `composePostCompactHistory` of the bundle and of ours, on the same sessions, over the same files.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validate } from 'conspectus';
import { session } from './sessions.mjs';

const LONG = 9;
/** What ours rejects. */
const REJECTED = [
  [/would not be smaller/, 'the history with the summary and the files would be larger than before (G-35): rejected'],
  [/names almost nothing of the record/, 'the summary names nothing of what it stands for (B-7): rejected'],
];

/** A folder with the files that sessions name, but for two: one is not there, and one is too long. */
export function workspace() {
  const root = mkdtempSync(join(tmpdir(), 'compat-'));
  mkdirSync(join(root, 'src'));
  for (let part = 0; part < 11; part++) writeFileSync(join(root, 'src', `part${part}.ts`), part === LONG ? 'long '.repeat(5_000) : `<<part${part}>>`);
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** What a history brings back: the files by their marks, those that are only named, the number of images. */
function broughtBack(history, root) {
  const text = JSON.stringify(history.slice(1));
  const files = [...new Set([...text.matchAll(/<<(part\d+)>>/g)].map(([, name]) => name))].sort();
  return { files, named: text.includes(`- ${root}/src/part${LONG}.ts`), images: text.match(/"inlineData"/g)?.length ?? 0 };
}

/** For `compare`: what both bring back of a session whose last call waits, or whose last word is the agent's. */
export const composing = (theirs, ours, summary, { root }) => async (random) => {
  const input = JSON.parse(JSON.stringify(session(random, 2 + random.below(15), 300)).replaceAll('/project', root));
  while (input.at(-1).role !== 'model') input.pop();
  const options = { workspaceRoot: root, ...(random.once(3) ? { maxFiles: random.below(4), maxImages: random.below(3) } : {}), planModeActive: random.once(4) };
  const a = await theirs.composePostCompactHistory(structuredClone(input), summary, options);
  const b = await ours.composePostCompactHistory(input, summary, options).catch((error) => error);
  if (b instanceof Error) return { input: { input, options }, peer: 'a history', ours: b.message, explain: () => REJECTED.filter(([found]) => found.test(b.message)).map(([, why]) => why) };
  const told = (history) => ({ ...broughtBack(history, root), inOrder: validate(history, { dialect: 'gemini' }).length === 0 });
  const [peer, mine] = [told(a), told(b)];
  const explain = () => (peer.inOrder || !mine.inOrder || peer.files.join() !== mine.files.join() ? [] : ['theirs is not in order']);
  return { input: { input, options }, peer, ours: mine, explain };
};
