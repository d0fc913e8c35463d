// A host's loop over our own sessions: append, compact, report usage. What must never happen is
// counted by code that shares nothing with the core.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Compactor, expand, validate } from 'conspectus';
import { estimateTokens } from 'conspectus/gemini-cli';
import { nightly } from './needs.mjs';

const RULE = 'Never push to branch quartz-71.';
const dialect = 'anthropic';

function recorded() {
  const messages = JSON.parse(readFileSync(new URL('../../examples/sessions/coding.anthropic.json', import.meta.url), 'utf8'));
  const first = messages.find((message) => message.role === 'user');
  first.content = [...(typeof first.content === 'string' ? [{ type: 'text', text: first.content }] : first.content), { type: 'text', text: RULE }];
  return messages;
}

/** One request, then batches of eight calls: most of what is unread is not among the newest five. */
function batches() {
  const messages = [{ role: 'user', content: `Read all parts of billing.\n${RULE}` }];
  for (let turn = 0; turn < 12; turn++) {
    const ids = Array.from({ length: 8 }, (_, number) => `t${turn}_${number}`);
    messages.push(
      { role: 'assistant', content: ids.map((id) => ({ type: 'tool_use', id, name: 'read_file', input: { path: `${id}.py` } })) },
      { role: 'user', content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: `def charge_${id}(): pass\n`.repeat(40) })) },
    );
  }
  return [...messages, { role: 'assistant', content: 'Done.' }];
}

const blocks = ({ content }) => (typeof content === 'string' ? [{ type: 'text', text: content }] : content);
const results = (message) => blocks(message).filter((block) => block.type === 'tool_result');
const flat = (content) => (typeof content === 'string' ? content : content.map((block) => block.text ?? '').join('\n'));
const typed = (message) => (message.role === 'user' ? blocks(message).filter((block) => block.type === 'text').map((block) => block.text) : []);

function good(request) {
  const text = request.messages.map((message) => flat(blocks(message))).join('\n');
  const names = [...new Set(text.match(/[\w./-]+\.(?:py|rs|md|json|toml)\b/g) ?? [])].slice(-30);
  const rule = text.includes(RULE) ? RULE : '';
  return `<state_snapshot><overall_goal>Go on.</overall_goal><active_constraints>${rule}</active_constraints>`
    + `<key_knowledge>Seen: ${names.join(', ')}</key_knowledge></state_snapshot>`;
}

const MODELS = {
  good: () => good,
  extractive: () => 'extractive',
  dead: () => () => { throw new Error('529 overloaded'); },
  'dead 3 times': () => {
    let calls = 0;
    return (request) => {
      if (++calls <= 3) throw new Error('529 overloaded');
      return good(request);
    };
  },
  refusing: () => () => "I'm sorry, but I can't help with that request.",
  echoing: () => (request) => request.system,
  '10 x too long': () => (request) => `${request.messages.map((message) => flat(blocks(message))).join('\n')}\n`.repeat(10),
};

async function replay(session, contextWindow, summarize) {
  const counts = { compactions: 0, over: 0, stopped: 0, lost: 0, invalid: 0, noRequest: 0 };
  const compactor = new Compactor({ contextWindow, dialect, summarize });
  const sizes = new WeakMap();
  const sizeOf = (message) => {
    if (!sizes.has(message)) sizes.set(message, estimateTokens([message], { dialect }).tokens);
    return sizes.get(message);
  };
  let [messages, usage, request, unread, cached] = [[], null, [], [], 0];
  for (const [index, message] of session.entries()) {
    messages = [...messages, message];
    if (message.role === 'assistant') {
      unread = [];
      continue;
    }
    if (typed(message).length > 0) request = typed(message);
    unread.push(...results(message));
    if (session[index + 1]?.role !== 'assistant') continue;
    const result = await compactor.compact(messages, { usage });
    if (result.changed) {
      counts.compactions++;
      cached = 0;
      counts.invalid += validate(result.messages, { dialect }).length > 0;
      const shown = result.messages.flatMap(blocks).map((block) => block.text ?? '').join('\n').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
      counts.noRequest += request.some((text) => !shown.includes(text.trim()));
      const left = new Map(expand(result.messages, { dialect }).messages.flatMap(results).map((block) => [block.tool_use_id, flat(block.content)]));
      counts.lost += unread.filter((block) => !left.get(block.tool_use_id)?.startsWith(flat(block.content).slice(0, 20))).length;
    }
    messages = result.messages;
    const tokens = messages.reduce((sum, item) => sum + sizeOf(item), 0);
    if (!result.canSend) {
      counts.stopped++;
      usage = null;
      continue;
    }
    counts.over += tokens > contextWindow;
    usage = { input_tokens: tokens - Math.min(cached, tokens), cache_read_input_tokens: Math.min(cached, tokens), output_tokens: 0 };
    cached = tokens;
  }
  return counts;
}

for (const [name, session] of Object.entries({ recorded: recorded(), batches: batches() })) {
  for (const contextWindow of [4_000, 16_000]) {
    const late = name === 'recorded' ? nightly : {};
    test(`${name}, a window of ${contextWindow}: nothing goes wrong`, late, async () => {
      for (const [model, make] of Object.entries(MODELS)) {
        const { compactions, stopped, ...bad } = await replay(session, contextWindow, make());
        assert.ok(compactions > 0 && stopped < session.length / 4, model);
        assert.deepEqual(bad, { over: 0, lost: 0, invalid: 0, noRequest: 0 }, model);
      }
    });
  }
}
