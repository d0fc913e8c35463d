// Compares the detector of loops under the preset `gemini-cli` with the real package: streams of
// text in pieces, and tool calls between.
import { isDeepStrictEqual } from 'node:util';
import { LoopDetector } from 'conspectus/context';

const preset = 'gemini-cli';

/** The service of the package, without its telemetry. */
export async function serviceOf(root) {
  const { LoopDetectionService } = await import(`${root}/@google/gemini-cli-core/dist/src/services/loopDetectionService.js`);
  // What it asks its configuration for is switched off, or empty.
  const nothing = new Proxy(() => nothing, { get: (_, name) => (name === Symbol.toPrimitive ? () => '' : name === 'then' ? undefined : name === 'getDisableLoopDetection' || name.toString().startsWith('getUsage') ? () => false : nothing) });
  return () => new LoopDetectionService({ config: nothing, geminiClient: nothing });
}

export async function comparisons(root) {
  const make = await serviceOf(root);
  const loops = (random) => {
    // Most end at the first text that repeats, and a few go on behind it.
    const [input, goesOn] = [events(random), random.once(10)];
    const peer = byPeer(make(), input, goesOn, false);
    const ours = byUs(input, goesOn);
    return { input, peer, ours, explain: () => explain(make, input, goesOn, peer, ours) };
  };
  return { 'gemini-cli loop detection': loops };
}

/** Where each raises an alarm, and what kind. After an alarm both are cleared, as before a turn in which the agent is told of it. */
function byPeer(service, input, goesOn, keysInOrder) {
  const found = [];
  for (const [index, event] of input.entries()) {
    const value = event.text ?? { name: event.name, args: keysInOrder ? sorted(event.args) : event.args };
    const { count, type } = service.addAndCheck({ type: event.text === undefined ? 'tool_call_request' : 'content', value });
    if (count === 0) continue;
    found.push([index, type === 'chanting_identical_sentences' ? 'text' : 'calls']);
    service.clearDetection();
    if (found.at(-1)[1] === 'text' && !goesOn) break;
  }
  return found;
}

function byUs(input, goesOn) {
  const detector = new LoopDetector({ preset });
  const found = [];
  for (const [index, event] of input.entries()) {
    const loop = event.text === undefined ? detector.addCall(event.name, event.args) : detector.addText(event.text);
    if (loop === null) continue;
    found.push([index, loop.kind]);
    detector.clear();
    if (loop.kind === 'text' && !goesOn) break;
  }
  detector.dispose();
  return found;
}

function explain(make, input, goesOn, peer, ours) {
  const reasons = [];
  const inOrder = byPeer(make(), input, goesOn, true);
  if (!isDeepStrictEqual(inOrder, peer)) reasons.push('G-150: arguments whose keys stand in another order are the same');
  // Up to the first text that repeats, both say the same.
  const first = inOrder.findIndex(([, kind]) => kind === 'text');
  if (goesOn && first >= 0 && !isDeepStrictEqual(inOrder, ours)) {
    if (!isDeepStrictEqual(inOrder.slice(0, first + 1), ours.slice(0, first + 1))) return [];
    reasons.push('G-151: after an alarm its next piece of text is an alarm, whatever it says; ours begins anew');
  } else if (!isDeepStrictEqual(inOrder, ours)) return [];
  return reasons;
}

const sorted = (args) => Object.fromEntries(Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1)));

const WORDS = ['I will', ' read', ' the file', ' again', ', and then', ' 漢字', ' 😀', ' test', ' No', '. ', ' 12', '\n', '\u00A0', 'OK', '===', ' '];
const MARKS = ['\n* ', '\n- ', '\n1. ', '\n## ', '\n> ', '\n|a|b|\n', '\n---\n', '---', '```', '``', '`', '\n  + x', '─────', '|', '#', '\r\n* a', '* \u2028x', 'A-Z_', '\n\n', '``` ```'];

/** Text that repeats itself often, cut into pieces, and calls that do. */
function events(random) {
  const list = [];
  const phrases = Array.from({ length: 1 + random.below(3) }, () => Array.from({ length: 1 + random.below(24) }, () => random.of(WORDS)).join(''));
  const argument = () => (random.once(2) ? { path: `f${random.below(2)}` } : random.once(4) ? { to: 2, from: 1 } : { from: 1, to: 2 });
  for (let part = 0, parts = 1 + random.below(8); part < parts; part++) {
    if (random.once(4)) {
      const cycle = Array.from({ length: 1 + random.below(6) }, () => ({ name: random.of(['read', 'run']), args: argument() }));
      for (let time = 0, times = 1 + random.below(7); time < times; time++) list.push(...cycle);
      continue;
    }
    let text = '';
    for (let time = 0, times = 1 + random.below(30); time < times; time++) {
      text += random.of(phrases);
      if (random.once(12)) text += random.of(MARKS);
      if (random.once(10)) text += ` ${random.below(1000)}`;
    }
    if (random.once(40)) text = text.repeat(12);
    const size = random.once(3) ? 1 + random.below(12) : random.once(30) ? 6000 : 1 + random.below(300);
    for (let at = 0; at < text.length;) {
      const end = at + (random.once(4) ? 1 + random.below(size) : size);
      list.push({ text: text.slice(at, end) });
      at = end;
    }
  }
  return list;
}
