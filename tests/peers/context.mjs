// Compares what enters the context under the preset `gemini-cli` with the real package: imports,
// files, the editor, the router's window.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pageText } from 'conspectus/context';
import { editorContext } from 'conspectus/gemini-cli';
import { expandImports } from 'conspectus/files';
import { routingWindow } from 'conspectus/gemini-cli';
import { plain } from './compare.mjs';
import { history } from './histories.mjs';

const preset = 'gemini-cli';
const NAMES = ['a.md', 'b.md', 'c.md', 'sub/d.md', 'sub/e.md', 'sub/deep/f.md'];
const WRITTEN = [...NAMES, './a.md', '../a.md', '../../a.md', '../outside.md', '/etc/hostname', 'missing.md', 'https://x.y/a.md', 'file:///a.md', '..', './sub', 'd.md', 'deep/f.md'];
const PIECES = ['text', ' ', '\n', '\n\n', '`', '``', '```\n', '```', '~~~\n', 'me@a.md', '@', '@@a.md', '\t', '漢字', '- item', '    ', '@1.md', '@~/a.md'];

export async function comparisons(root) {
  const from = (path) => import(`${root}/@google/gemini-cli-core/dist/src/${path}`);
  const { processImports: theirs } = await from('utils/memoryImportProcessor.js');
  const { processSingleFileContent } = await from('utils/fileUtils.js');
  const { isFunctionCall, isFunctionResponse } = await from('utils/messageInspectors.js');
  const { ideContextStore } = await from('ide/ideContext.js');
  const { GeminiClient } = await from('core/client.js');
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'peers-')));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const project = join(folder, 'project');
  mkdirSync(join(project, 'sub', 'deep'), { recursive: true });
  writeFileSync(join(folder, 'outside.md'), 'OUTSIDE');

  const imports = (format) => async (random) => {
    const files = Object.fromEntries(NAMES.filter(() => !random.once(4)).map((name) => [join(project, name), document(random)]));
    for (const name of NAMES) rmSync(join(project, name), { force: true });
    for (const [path, text] of Object.entries(files)) writeFileSync(path, text);
    const main = join(project, random.of(['MAIN.md', 'sub/MAIN.md']));
    const text = document(random);
    const state = { processedFiles: new Set(), maxDepth: 5, currentDepth: 0, currentFile: main };
    // The peer tells each import that fails on the console.
    const told = console.error;
    console.error = () => {};
    const { content } = await theirs(text, dirname(main), false, state, project, format).finally(() => {
      console.error = told;
    });
    const ours = expandImports(text, { path: main, files, roots: [project], format, preset, maxFiles: 1e6, maxChars: 1e8 }).text;
    return { input: { text, files, main }, peer: ourMarks(content), ours: ours.replaceAll('not imported, url:', 'not imported, outside:'), explain: () => [] };
  };

  const pages = async (random) => {
    const lines = Array.from({ length: random.once(20) ? 1_990 + random.below(30) : random.below(30) }, () => line(random));
    const text = lines.join(random.of(['\n', '\r\n']));
    const path = join(project, 'page.txt');
    writeFileSync(path, text);
    const start = random.once(2) ? undefined : 1 + random.below(40);
    const end = random.once(2) ? undefined : (start ?? 1) + random.below(30);
    const { llmContent, isTruncated, originalLineCount, linesShown } = await processSingleFileContent(path, project, undefined, start, end);
    const page = pageText(text, { offset: (start ?? 1) - 1, ...(end === undefined ? {} : { limit: end - (start ?? 1) + 1 }) });
    const explain = () => {
      const reasons = [];
      if (page.lastLine < page.firstLine && start > originalLineCount) reasons.push('an offset behind the end: the page says where the text ends');
      if (page.text !== llmContent && plainOf(page.text) === plainOf(llmContent)) reasons.push('B-31: no emoji is parted at the cut');
      return reasons;
    };
    const ours = [page.text, page.truncated, page.totalLines, [page.firstLine, page.lastLine]];
    return { input: { text, start, end }, peer: [llmContent, isTruncated, originalLineCount, linesShown], ours, explain };
  };

  const editor = (random) => {
    const states = [state(random), state(random)];
    const client = { config: { getDebugMode: () => false } };
    const told = (force) => plain(GeminiClient.prototype.getIdeContextParts.call(client, force));
    const [before, now] = states;
    ideContextStore.set({ workspaceState: { openFiles: structuredClone(before) } });
    const full = told(true);
    client.lastSentIdeContext = structuredClone(ideContextStore.get());
    ideContextStore.set({ workspaceState: { openFiles: structuredClone(now) } });
    const changes = told(false);
    const data = ({ contextParts }) => (contextParts.length === 0 ? {} : JSON.parse(contextParts[2].replaceAll('... [TRUNCATED]', '... [truncated]')));
    const first = editorContext(before);
    const then = editorContext(now, { last: first.state });
    const ours = [first.data, then.data];
    const peer = [data(full), data(changes).changes ?? {}];
    const explain = () => (plainOf(JSON.stringify(peer)) === plainOf(JSON.stringify(ours)) ? ['B-31: no emoji is parted at the cut'] : []);
    return { input: states, peer, ours, explain };
  };

  const router = (random) => {
    const input = history(random);
    const peer = input.slice(-20).filter((message) => !isFunctionCall(message) && !isFunctionResponse(message)).slice(-4);
    const ours = routingWindow(input, { dialect: 'gemini' }).messages;
    return { input, peer, ours, explain: () => [] };
  };

  return { 'imports, tree': imports('tree'), 'imports, flat': imports('flat'), 'pages of files': pages, 'the editor': editor, "the router's window": router };
}

/** The peer's marks in our words. */
function ourMarks(text) {
  return text
    .replace(/<!-- Imported from: (\S+) -->/g, '<!-- from $1 -->')
    .replace(/<!-- End of import from: (\S+) -->/g, '<!-- end of $1 -->')
    .replace(/<!-- File already processed: (\S+) -->/g, '<!-- not imported, repeated: $1 -->')
    .replace(/<!-- Import failed: (\S+) - Path traversal attempt -->/g, '<!-- not imported, outside: $1 -->')
    .replace(/<!-- Import failed: (\S+) - [^\n]*? -->/g, '<!-- not imported, missing: $1 -->')
    .replace(/--- File: (\S+) ---/g, '--- $1 ---')
    .replace(/--- End of File: (\S+) ---/g, '--- end of $1 ---');
}

/** Without the halves of emoji, and without the emoji at a cut. */
const plainOf = (text) => text.replace(/\\ud83d(\\ude00)?|[\ud800-\udfff]/g, '');

function document(random) {
  let text = '';
  for (let index = random.below(14); index > 0; index--) {
    text += random.once(3) ? `${random.of(['', ' ', '\n'])}@${random.of(WRITTEN)}${random.of(['', ' ', '\n', '`'])}` : random.of(PIECES);
  }
  return text;
}

function line(random) {
  if (random.once(12)) return 'x'.repeat(1_995 + random.below(10)) + random.of(['', '😀', '😀😀😀😀', 'yy']);
  return random.of(['', 'plain', 'a\rb', '漢字 text', '  indented', 'tab\t', '😀']);
}

function state(random) {
  const paths = ['/a', '/b', '/c', '/d', '/e', '/f', '/g', '/h', '/i', '/j', '/k', '/l', '/m'];
  return paths.filter(() => !random.once(random.of([1, 2, 5]))).map((path) => ({
    path,
    timestamp: random.below(20),
    ...(random.once(3) ? { isActive: true } : random.once(2) ? { isActive: false } : {}),
    ...(random.once(2) ? { cursor: { line: 1 + random.below(3), character: 1 + random.below(3) } } : {}),
    ...(random.once(2) ? { selectedText: random.once(20) ? 'x'.repeat(16_380 + random.below(8)) + random.of(['', '😀']) : random.of(['', 'x', 'y = 1']) } : {}),
  }));
}
