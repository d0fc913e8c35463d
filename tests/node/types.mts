// Checked by `npm run types`, never run: what TypeScript users write compiles, and typing errors are found.
import { Compactor, ConspectusError, History, applyPatch, estimateTokens, microcompact, names, slim, truncateText, type Action, type Estimate } from 'conspectus';

const messages = [{ role: 'user' as const, content: 'hello' }];
const estimate: Estimate = estimateTokens(messages, { measure: 'chars', preset: 'qwen-code' });
const [slimmed, stats] = slim(messages, { modalities: ['image'] });
const first: 'user' = slimmed[0].role;
const [, report] = microcompact(messages, { nowMs: 1, lastActivityMs: 0, keepRecent: 3 });
const numbers: number[] = [estimate.tokens, stats.images, report.toolResults, new History({ verify: 'hash' }).sync(messages), new History().append(messages[0]).tokens];

export async function run(signal: AbortSignal): Promise<string> {
  const compactor = new Compactor({ contextWindow: 200_000, summarizer: 'host' });
  const summarize = async (request: { system: string }) => ({ text: request.system });
  const result = await compactor.compact(messages, { summarize, signal, promptTokens: 5 });
  return result.messages[0].content + result.status;
}

export function byHand(compactor: Compactor, action: Action): unknown {
  switch (action.kind) {
    case 'hook': return action.trigger;
    case 'summarize': return compactor.handleSummary(action.request.system);
    case 'offload': return compactor.handleStored(action.key);
    case 'restore': return compactor.handleRestored(action.files.map(({ path }) => ({ path, text: null })));
    case 'apply': return applyPatch(messages, action.patch);
    case 'done': return action.report.tokensAfter;
  }
}

// @ts-expect-error: a misspelled option
estimateTokens(messages, { measur: 'chars' });
// @ts-expect-error: names are in camelCase
new Compactor({ context_window: 5 });
// @ts-expect-error: no such measure
new History({ measure: 'words' });
void [first, numbers, names().errorCodes, truncateText('text', { maxChars: 3 }).text, new ConspectusError('CYCLE', '/0', 'text').code];
