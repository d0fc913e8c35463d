// Anthropic's messages for Node: the twin of `anthropic.py`, as strict and with prompt caching.
import { createHash } from 'node:crypto';

export class Refused extends Error {
  status = 400;
}

const need = (condition, message) => {
  if (!condition) throw new Refused(message);
};

/** Chars of JSON for one token, and what a picture costs: as in `fake.py`. */
const CHARS_PER_TOKEN = 3.3;
const PICTURE_TOKENS = 1_000;

const isPng = (data) => typeof data === 'string' && Buffer.from(data, 'base64').subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]));

function tokens(value) {
  let [chars, pictures] = [0, 0];
  const walk = (item) => {
    if (typeof item === 'string') {
      if (item.length > 60 && isPng(item)) pictures++;
      else chars += item.length + 4;
    } else if (typeof item === 'object' && item !== null) {
      Object.values(item).forEach(walk);
    }
  };
  walk(value);
  return Math.floor(chars / CHARS_PER_TOKEN) + pictures * PICTURE_TOKENS;
}

export class Anthropic {
  constructor(limit) {
    Object.assign(this, { limit, sizes: [], turn: 0, cached: [] });
  }

  sign = (text) => createHash('sha256').update(`signed ${text}`).digest('base64');

  create({ model, messages, max_tokens: maxTokens, system, tools, thinking }) {
    need(typeof model === 'string' && model, 'model: Field required');
    need(maxTokens >= 1, 'max_tokens: Input should be greater than or equal to 1');
    this.check(messages, Boolean(thinking));
    const texts = messages.map((message) => JSON.stringify(message));
    const same = texts.findIndex((text, index) => text !== this.cached[index]);
    this.cached = texts;
    const all = tokens(messages) + tokens([system, tools]);
    const cached = tokens(messages.slice(0, same < 0 ? messages.length : same));
    this.sizes.push(all);
    need(all <= this.limit, `prompt is too long: ${all} tokens > ${this.limit} maximum`);
    need(all + maxTokens <= this.limit, `input length and \`max_tokens\` exceed context limit: ${all} + ${maxTokens} > ${this.limit}`);
    const usage = { input_tokens: all - cached, cache_read_input_tokens: cached, cache_creation_input_tokens: 0, output_tokens: 100 };
    return { role: 'assistant', content: this.answer(Boolean(thinking)), usage, stop_reason: 'end_turn' };
  }

  answer(thinks) {
    this.turn++;
    const text = `Step ${this.turn}: I look at the next files.`;
    const calls = this.turn % 9 === 0 ? 0 : 1 + (this.turn % 3);
    const opened = thinks && this.turn % 9 === 1 ? [{ type: 'thinking', thinking: text, signature: this.sign(text) }] : [];
    const uses = Array.from({ length: calls }, (_, number) => (
      { type: 'tool_use', id: `call_${this.turn}_${number}`, name: 'read_file', input: { path: `src/part_${this.turn}_${number}.js` } }));
    return [...opened, { type: 'text', text }, ...uses];
  }

  check(messages, thinks) {
    need(messages.length > 0, 'messages: at least one message is required');
    need(messages[0].role === 'user', 'messages: first message must use the "user" role');
    const seen = new Set();
    let open = new Set();
    messages.forEach(({ role, content }, index) => {
      const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
      need(['user', 'assistant'].includes(role), `messages.${index}.role: Input should be 'user' or 'assistant'`);
      need(blocks.length > 0, `messages.${index}: all messages must have non-empty content`);
      const answered = new Set(blocks.filter((block) => block.type === 'tool_result').map((block) => block.tool_use_id));
      need([...open].every((id) => answered.has(id)), `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after`);
      need([...answered].every((id) => open.has(id)), `messages.${index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks`);
      need(blocks.slice(answered.size).every((block) => block.type !== 'tool_result'), `messages.${index}: \`tool_result\` blocks must come first`);
      open = new Set();
      blocks.forEach((block, place) => {
        this.checkBlock(block, `messages.${index}.content.${place}`);
        if (block.type !== 'tool_use') return;
        need(role === 'assistant' && !seen.has(block.id), `messages.${index}: \`tool_use\` ids must be unique`);
        seen.add(block.id);
        open.add(block.id);
      });
    });
    need(open.size === 0, '`tool_use` ids were found without `tool_result` blocks immediately after');
    if (thinks) checkOpenTurn(messages);
  }

  checkBlock(block, where) {
    if (block.type === 'text') need(block.text.trim(), `${where}: text content blocks must be non-empty`);
    else if (block.type === 'thinking') need(block.signature === this.sign(block.thinking), `${where}: Invalid \`signature\` in \`thinking\` block`);
    else if (block.type === 'image') need(isPng(block.source.data), `${where}.image.source.base64.data: Could not process image`);
    else if (block.type === 'tool_result' && Array.isArray(block.content)) block.content.forEach((inner) => this.checkBlock(inner, where));
    else need(['tool_use', 'tool_result'].includes(block.type), `${where}: Input tag '${block.type}' does not match any of the expected tags`);
  }
}

/** The turn that is open must begin with the thoughts that opened it. */
function checkOpenTurn(messages) {
  const isResults = ({ content }) => Array.isArray(content) && content.every((block) => block.type === 'tool_result');
  let first = messages.length;
  while (first > 0 && (messages[first - 1].role === 'assistant' || isResults(messages[first - 1]))) first--;
  if (first === messages.length) return;
  const { content } = messages[first];
  const kind = typeof content === 'string' ? 'text' : content[0].type;
  need(kind === 'thinking', `messages.${first}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${kind}\``);
}
