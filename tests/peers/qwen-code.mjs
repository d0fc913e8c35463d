// Compares the preset `qwen-code` with the real package, in its bundle that slims messages: sizes,
// and placeholders for media.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { estimateTokens, slim, thresholds } from 'conspectus/qwen-code';
import { plain } from './compare.mjs';
import { history } from './histories.mjs';

const MODALITIES = ['image', 'pdf', 'audio', 'video'];

/** The bundle's chunk that defines what we compare with: the names of chunks change with every release. */
function chunkOf(folder, what) {
  const defines = (name) => readFileSync(join(folder, name), 'utf8').includes(`function ${what}(`);
  const found = readdirSync(folder).filter((name) => name.endsWith('.js')).filter(defines);
  if (found.length !== 1) throw new Error(`${found.length} chunks define ${what}: ${found}`);
  return join(folder, found[0]);
}

export async function comparisons(root) {
  const { slimCompactionInput, estimateContentChars, sanitizeMimeForPlaceholder } = await import(chunkOf(`${root}/@qwen-code/qwen-code/chunks`, 'slimCompactionInput'));
  const { computeThresholds } = await import(chunkOf(`${root}/@qwen-code/qwen-code/chunks`, 'computeThresholds'));

  const sizes = (random) => {
    const input = history(random);
    const imageTokenEstimate = random.once(2) ? 1600 : 1 + random.below(4000);
    const peer = input.map((message) => estimateContentChars(message, imageTokenEstimate));
    const ours = input.map((message) => estimateTokens([message], { dialect: 'gemini', imageTokens: imageTokenEstimate }).chars);
    const explain = () => (input.every((message, index) => peer[index] === ours[index] || ours[index] - peer[index] === besideMedia(message))
      ? ['B-19: text beside media counts too'] : []);
    return { input, peer, ours, explain };
  };

  const rungs = (random) => {
    const input = { contextWindow: 1 + random.below(random.of([40_000, 200_000, 2_000_000])), ...(random.once(2) ? {} : { trigger: (1 + random.below(99)) / 100 }) };
    const { effectiveWindow: usable, ...peer } = computeThresholds(input.contextWindow, input.trigger);
    return { input, peer: { ...peer, usable }, ours: { ...thresholds(input) }, explain: () => [] };
  };

  const slimming = (random) => {
    const input = history(random);
    const modalities = random.once(2) ? [] : MODALITIES.filter(() => random.once(2));
    const supported = Object.fromEntries(MODALITIES.map((kind) => [kind, modalities.includes(kind)]));
    const { slimmedHistory, stats } = slimCompactionInput(structuredClone(input), modalities.length > 0 ? supported : undefined);
    const { messages: slimmed, details: ourStats } = slim(input, { dialect: 'gemini', modalities });
    const peer = plain({ messages: slimmedHistory, images: stats.imagesStripped, documents: stats.documentsStripped });
    const ours = plain({ messages: slimmed, images: ourStats.images, documents: ourStats.documents });
    const explain = () => {
      const reasons = new Set();
      // What theirs would have made of the same history, had it done right on each of these.
      const mended = mend(input, modalities, reasons);
      return JSON.stringify(mended) === JSON.stringify(ours.messages) ? [...reasons] : [];
    };
    return { input, peer, ours, explain };
  };

  /** The peer's rules, with our three differences, each noted where it makes one. */
  function mend(messages, modalities, reasons) {
    const medium = (part) => part.inlineData ?? part.fileData;
    const transform = (part) => {
      const found = medium(part);
      if (found) {
        const raw = found.mimeType ?? 'application/octet-stream';
        const label = cleanMime(raw);
        const lower = label.toLowerCase();
        const kind = lower.split('/')[0];
        if (modalities.includes(lower === 'application/pdf' ? 'pdf' : kind === 'application' ? 'none' : kind)) {
          const theirs = raw.startsWith(`${kind}/`) || raw === 'application/pdf';
          if (!theirs) reasons.add('B-10: types are matched without regard to case and blanks');
          return [part];
        }
        const text = `[${lower.startsWith('image/') ? 'image' : 'document'}: ${label}]`;
        const theirs = `[${raw.startsWith('image/') ? 'image' : 'document'}: ${sanitizeMimeForPlaceholder(raw)}]`;
        if (text !== theirs) reasons.add(lower.startsWith('image/') === raw.startsWith('image/') ? whyLabelDiffers(raw) : 'B-10: types are matched without regard to case and blanks');
        if (typeof part.text !== 'string') return [{ text }];
        reasons.add('B-19: text beside media stays');
        const { inlineData, fileData, ...rest } = part;
        return [rest, { text }];
      }
      const nested = part.functionResponse?.parts;
      if (!Array.isArray(nested)) return [part];
      const parts = nested.flatMap(transform);
      return [JSON.stringify(parts) === JSON.stringify(nested) ? part : { ...part, functionResponse: { ...part.functionResponse, parts } }];
    };
    return plain(messages.map((message) => (message.parts ? { ...message, parts: message.parts.flatMap(transform) } : message)));
  }

  return { 'qwen-code sizes': sizes, 'qwen-code thresholds': rungs, 'qwen-code slimCompactionInput': slimming };
}

/** What B-10 and B-34 ask for: no control, format or separator character, no bracket, one line, at most 128 units, no half pair. */
function cleanMime(mime) {
  const label = mime.replace(/\s+/gu, ' ').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}[\]<>]/gu, '').trim().slice(0, 128).toWellFormed().replace('\uFFFD', '').trim();
  return label || 'application/octet-stream';
}

const whyLabelDiffers = (raw) => (raw === '' ? 'Q-20: an empty type is written as an absent one'
  : raw.length > 128 ? 'B-31: no cut inside a surrogate pair' : 'B-10: no control or separator character in a placeholder');

/** Chars of texts that stand beside media in a part: they count too (B-19). */
function besideMedia(message) {
  const chars = (part) => {
    const nested = (part.functionResponse?.parts ?? []).reduce((sum, inner) => sum + chars(inner), 0);
    return nested + ((part.inlineData || part.fileData) && typeof part.text === 'string' ? part.text.length : 0);
  };
  return (message.parts ?? []).reduce((sum, part) => sum + chars(part), 0);
}
