'use strict';
// For the AI SDK: `compactStep` is a `prepareStep`, `contextOverflowMiddleware` sends refused
// requests again, `compactUIMessages` is for the lists that chat interfaces keep.

const { Conversations, counted } = require('../adapter.cjs');
const { marked, middleware, summarizeWith, tagged, wantsMarks } = require('../ai-sdk-model.cjs');
const { Continued } = require('../continued.cjs');

const MOST = 1_000;
const writing = (model, request, context) => summarizeWith(model)(request, context);
const nameOf = (model) => (typeof model === 'string' ? model : model?.modelId);
const providerOf = (model) => (typeof model === 'string' ? model.split('/')[0] : (model?.provider ?? ''));

/** The conversations of steps and of prompts, under the same options: a prompt holds the messages as they are sent. */
class Steps {
  static of = new WeakMap();

  constructor({ key, system, tools, pinned, maxConversations = MOST, ...options }) {
    if (key !== undefined && typeof key !== 'function') throw new TypeError('key must be a function of a step');
    Object.assign(this, { key, turn: { system, tools, pinned }, watches: false });
    this.steps = new Conversations(options, { summary: writing, maxConversations });
    this.prompts = new Conversations(options, { summary: writing, maxConversations });
    this.continued = new Continued(maxConversations);
    this.running = new WeakMap();
    /** The messages that the program has, by those that were marked for it. */
    this.originals = new WeakMap();
  }

  /** The call of a step, with the full list so far. */
  callOf(step) {
    const messages = step.messages.map((message) => this.originals.get(message) ?? message);
    const call = this.running.get(step.steps) ?? { id: undefined, full: [], sent: [] };
    this.running.set(step.steps, call);
    // Version 6 hands over the full list. Version 7 hands over what the last step was given, and what came since.
    const goesOn = call.sent.length > 0 && call.sent.length <= messages.length && call.sent.every((message, index) => message === messages[index]);
    call.full = goesOn ? [...call.full, ...messages.slice(call.sent.length)] : messages;
    return call;
  }

  /** The id of its conversation: your `key` of the step, else that of the list which the call began with. */
  idOf(step, call) {
    if (this.key) return String(this.key(step));
    call.id ??= this.continued.of(call.full, (known) => this.steps.isBusy(known));
    this.continued.note(call.id, call.full);
    return call.id;
  }

  /** The conversations of an id, for the middleware. */
  both(id, model) {
    if (id === undefined) return undefined;
    const told = { model, name: nameOf(model) };
    return { steps: this.steps.of(id, told), prompts: this.prompts.of(id, told) };
  }

  /** A message with the provider's mark at its last part that may have one. */
  marked(message) {
    const made = marked(message);
    this.originals.set(made, message);
    return made;
  }
}

function compactStep(options = {}) {
  const all = new Steps(options);
  const prepare = async (step) => {
    const { model, steps, instructions } = step;
    const call = all.callOf(step);
    const id = all.idOf(step, call);
    const conversation = all.steps.of(id, { model, name: nameOf(model) });
    const { system, tools, pinned } = all.turn;
    const usage = conversation.wasShorter ? undefined : (counted(steps.at(-1)?.usage) ?? (steps.length === 0 ? conversation.usage : undefined));
    conversation.wasShorter = false;
    const result = await conversation.view(call.full, {
      usage, tools: tools ?? conversation.tools, pinned, system: system ?? textOf(instructions) ?? conversation.system,
    });
    const tag = all.watches ? { providerOptions: tagged(id) } : {};
    call.sent = result?.messages ?? call.full;
    if (result === null) return { ...tag, messages: call.full };
    const sent = [...result.messages];
    if (wantsMarks(providerOf(model), nameOf(model))) for (const place of result.cacheMarks) if (place > 0) sent[place - 1] = all.marked(sent[place - 1]);
    return { ...tag, messages: sent };
  };
  const step = Object.assign(prepare, {
    save: (id) => all.steps.save(id),
    load: (id, state, name) => void all.steps.of(id, { state, name: nameOf(name) }),
    forget: (id) => {
      all.steps.forget(id);
      all.prompts.forget(id);
    },
  });
  Steps.of.set(step, all);
  return step;
}

/** The text of instructions: a text, a system message, or a list of them. */
function textOf(instructions) {
  if (typeof instructions === 'string' || instructions === undefined) return instructions;
  return [instructions].flat().map((message) => message.content).join('\n');
}

function contextOverflowMiddleware(step) {
  const all = Steps.of.get(step);
  if (!all) throw new TypeError('the argument must be what `compactStep` gave');
  all.watches = true;
  return middleware((id, model) => all.both(id, model));
}

function compactUIMessages({ maxConversations = MOST, ...options } = {}) {
  const all = new Conversations(options, { maxConversations });
  const continued = new Continued(maxConversations);
  const compact = async (messages, { id = continued.of(messages, (known) => all.isBusy(known)), model, ...turn } = {}) => {
    const result = await all.of(id, { name: nameOf(model) }).view(messages, turn);
    return result?.messages ?? messages;
  };
  return Object.assign(compact, {
    save: (id) => all.save(id),
    load: (id, state, model) => void all.of(id, { state, name: nameOf(model) }),
    forget: (id) => all.forget(id),
  });
}

module.exports = { compactStep, contextOverflowMiddleware, compactUIMessages, summarizeWith };
