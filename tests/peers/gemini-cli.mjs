// Compares the preset `gemini-cli` with the real package: split point, token estimate, truncation,
// hardening.
import { isDeepStrictEqual } from 'node:util';
import { truncateText } from 'conspectus/context';
import { compressorModel, curate, estimatePartsTokens, estimateTextTokens, findSplitPoint, harden, normalizeResponse, tokenLimit } from 'conspectus/gemini-cli';
import { plain } from './compare.mjs';
import { history, text } from './histories.mjs';

const LOST_RESULT = 'The tool execution result was lost in transit.';

export async function comparisons(root) {
  const from = (path) => import(`${root}/@google/gemini-cli-core/dist/src/${path}`);
  const { findCompressSplitPoint, modelStringToModelConfigAlias } = await from('context/chatCompressionService.js');
  const { tokenLimit: theirLimit } = await from('core/tokenLimits.js');
  const { GeminiChat } = await from('core/geminiChat.js');
  const { estimateTokenCountSync } = await from('utils/tokenCalculation.js');
  const { truncateProportionally, normalizeFunctionResponse, estimateCharsFromTokens } = await from('context/truncation.js');
  const { hardenHistory } = await from('utils/historyHardening.js');

  const split = (random) => {
    const input = history(random);
    const fraction = random.once(2) ? 1 - 0.3 : (1 + random.below(98)) / 100;
    const peer = findCompressSplitPoint(input, fraction);
    const ours = findSplitPoint(input, { fraction }).index;
    return { input, peer, ours, explain: () => [] };
  };

  const estimate = (random) => {
    const input = history(random).flatMap((message) => message.parts ?? []);
    const charsPerToken = random.once(3) ? random.of([1, 2.5, 3, 7]) : 4;
    const peer = estimateTokenCountSync(input, 0, charsPerToken);
    const ours = estimatePartsTokens(input, { charsPerToken }).tokens;
    return { input, peer, ours, explain: () => [] };
  };

  const proportional = (random) => {
    const input = text(random, 300);
    const prefix = random.once(4) ? text(random, 4) : '[Message Normalized: Exceeded size limit]';
    const headFraction = random.once(2) ? 0.2 : random.below(11) / 10;
    const maxTokens = random.size(400);
    const byTokens = random.once(3);
    const maxChars = byTokens ? estimateCharsFromTokens(input, maxTokens) : random.size(800);
    const peer = truncateProportionally(input, maxChars, prefix, headFraction);
    const limit = byTokens ? { maxTokens } : { maxChars };
    const ours = truncateText(input, { rule: 'gemini-cli-proportional', prefix, headFraction, ...limit }).text;
    return { input: { input, prefix, headFraction, maxChars }, peer, ours, explain: () => [whyCutDiffers(input, peer, ours)].filter(Boolean) };
  };

  const responses = (random) => {
    const input = history(random).flatMap((message) => message.parts ?? []).filter((part) => part.functionResponse);
    const ratio = random.below(11) / 10;
    const locator = random.once(3) ? `/store/out_${random.below(100)}.txt` : undefined;
    const peer = input.map((part) => normalizeFunctionResponse(part, ratio, 0.2, locator));
    const { messages: ours } = normalizeResponse(input, { ratio, locator });
    const explain = () => {
      const reasons = new Set();
      for (const [index, part] of input.entries()) {
        if (same(peer[index], ours[index])) continue;
        // Ours has the fields beside the response that theirs loses, and the same response, value
        // by value.
        const { functionResponse: theirs, ...rest } = peer[index];
        const { functionResponse: mine, ...siblings } = ours[index];
        const { functionResponse: before, ...original } = part;
        if (!same(siblings, original) || !same({ ...theirs, response: 0 }, { ...mine, response: 0 })) return [];
        if (!same(rest, siblings)) reasons.add('G-62: fields beside the response stay (law 4)');
        for (const [key, value] of Object.entries(before.response ?? {})) {
          if (same(theirs.response[key], mine.response[key])) continue;
          const why = typeof value === 'string' ? whyCutDiffers(value, theirs.response[key], mine.response[key]) : null;
          if (!why) return [];
          reasons.add(why);
        }
      }
      return [...reasons];
    };
    return { input: { input, ratio }, peer: plain(peer), ours: plain(ours), explain };
  };

  const hardening = (random) => {
    const input = history(random);
    const turns = structuredClone(input).map((content, index) => ({ id: `t${index}`, content }));
    const peer = plain(hardenHistory(turns, { sentinels: { lostToolResponse: LOST_RESULT } }).map((turn) => turn.content));
    const { messages: result } = harden(input, { lostResult: LOST_RESULT });
    const ours = plain(result);
    const explain = () => {
      const reasons = new Set();
      if (holdsNestedParts(ours)) reasons.add('G-43: media nested in a result survive the scrubbing (law 4)');
      if (!same(peer, withoutNestedParts(ours))) {
        if (!hasAmbiguousIds(input)) return [];
        reasons.add('B-17: calls and results without ids, or with an id used twice, pair one to one');
      }
      return isWellPaired(ours) ? [...reasons] : [];
    };
    return { input, peer, ours, explain };
  };

  const names = (random) => {
    const input = random.of(NAMES) + (random.once(8) ? random.of(['-001', '-preview', 'x']) : '');
    const peer = [theirLimit(input), modelStringToModelConfigAlias(input)];
    const ours = [tokenLimit(input), compressorModel(input)];
    return { input, peer, ours, explain: () => (input === 'gemini-1.5-pro' && ours[0] === 2_097_152 ? ['G-57: gemini-1.5-pro has the window of 2025'] : []) };
  };

  const texts = (random) => {
    const input = random.once(50) ? text(random, 20).repeat(10_000) : text(random, 300);
    return { input, peer: estimateTokenCountSync([{ text: input }]), ours: estimateTextTokens(input).tokens, explain: () => [] };
  };

  const curated = (random) => {
    const input = history(random);
    const modern = random.once(2);
    const chat = {
      agentHistory: { get: () => structuredClone(input).map((content, index) => ({ id: `t${index}`, content })) },
      context: { config: { isContextManagementEnabled: () => false, getModel: () => (modern ? 'gemini-2.5-pro' : 'gemini-1.0-pro') } },
    };
    const peer = plain(GeminiChat.prototype.getHistoryTurns.call(chat, true).map(({ content }) => content));
    const ours = plain(curate(input, { modern }).messages);
    return { input: { input, modern }, peer, ours, explain: () => [] };
  };

  return { 'gemini-cli names of models': names, 'gemini-cli tokens of a text': texts, 'gemini-cli curated history': curated, 'gemini-cli split point': split, 'gemini-cli token estimate': estimate, 'gemini-cli truncateProportionally': proportional,
    'gemini-cli normalizeFunctionResponse': responses, 'gemini-cli hardenHistory': hardening };
}

const NAMES = ['gemini-3-pro-preview', 'gemini-3.1-pro-preview', 'gemini-3-flash-preview', 'gemini-3-flash', 'gemini-3.8-flash', 'gemini-3.5-flash-lite', 'gemini-2.5-pro', 'gemini-2.5-flash', 'gemini-2.5-flash-lite', 'gemini-1.5-pro',
  'gemini-1.5-flash', 'gemini-2.0-flash', 'gemini-3.5-flash', 'gemini-3.1-flash-lite', 'gemma-4-31b-it', 'gemma-4-26b-a4b-it', 'gemini', 'any', ''];

const same = (a, b) => isDeepStrictEqual(plain(a), plain(b));

const loneSurrogates = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Why two results of cutting `text` may differ; null if they may not. */
function whyCutDiffers(text, peer, ours) {
  // B-3: theirs is not shorter than the text, so ours is the text.
  if (ours === text && peer.length >= text.length) return 'B-3: what would not be shorter stays as it is';
  // B-31: theirs cuts pairs in half; without the halves it is ours, whose cut is at most one unit
  // shorter at each end.
  if (!peer.isWellFormed() && peer.replace(loneSurrogates, '') === ours) return 'B-31: no cut inside a surrogate pair';
  return null;
}

/** An id (or its absence) that stands for more than one call or result among neighbours. */
function hasAmbiguousIds(messages) {
  const parts = messages.flatMap((message) => message.parts ?? []).filter((part) => part.functionCall || part.functionResponse);
  const seen = new Set();
  return parts.some((part) => {
    const { id } = part.functionCall ?? part.functionResponse;
    const key = `${part.functionCall ? 'call' : 'result'} ${id}`;
    return id === undefined || seen.size === seen.add(key).size;
  });
}

const results = (messages) => messages.flatMap((message) => message.parts).filter((part) => part.functionResponse);
const holdsNestedParts = (messages) => results(messages).some((part) => part.functionResponse.parts);

function withoutNestedParts(messages) {
  const copy = structuredClone(messages);
  for (const part of results(copy)) delete part.functionResponse.parts;
  return copy;
}

/** Users and models alternate, a user at both ends; every batch of calls is answered one to one, in order, before anything else. */
function isWellPaired(messages) {
  return messages.every((message, index) => {
    if (message.role !== (index % 2 === 0 ? 'user' : 'model')) return false;
    const asked = (messages[index - 1]?.parts ?? []).filter((part) => part.functionCall).map((part) => part.functionCall);
    const answers = message.parts.filter((part) => part.functionResponse).map((part) => part.functionResponse);
    if (message.role === 'model') return answers.length === 0;
    const inFront = message.parts.slice(0, answers.length).every((part) => part.functionResponse);
    return inFront && asked.length === answers.length && asked.every((call, at) => call.id === answers[at].id && call.name === answers[at].name);
  }) && (messages.length === 0 || messages.length % 2 === 1);
}
