'use strict';
// For the AI SDK: `compactStep` is a `prepareStep`, `contextOverflowMiddleware` sends refused
// requests again, `compactUIMessages` is for the lists that chat interfaces keep.

const { Conversations, counted } = require('../adapter.cjs');
const { marked, markedAt, middleware, summarizeWith, tagged, writing } = require('../ai-sdk-model.cjs');

const nameOf = (model) => (typeof model === 'string' ? model : model?.modelId);
const named = (model) => ({ name: nameOf(model) });
const providerOf = (model) => (typeof model === 'string' ? model.split('/')[0] : (model?.provider ?? ''));

/** The conversations of steps and of prompts, under the same options: a prompt holds the messages as they are sent. */
class Steps {
  static of = new WeakMap();

  constructor({ key, system, tools, pinned, maxConversations, ...options }) {
    if (key !== undefined && typeof key !== 'function') throw new TypeError('key must be a function of a step');
    Object.assign(this, { key, turn: { system, tools, pinned }, watches: false });
    this.steps = new Conversations(options, { summary: writing, maxConversations });
    this.prompts = new Conversations(options, { summary: writing, maxConversations });
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
    call.id ??= this.steps.idOf(call.full);
    this.steps.note(call.id, call.full);
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
    return { ...tag, messages: markedAt(result, providerOf(model), nameOf(model), (message) => all.marked(message)) };
  };
  const step = Object.assign(prepare, {
    ...all.steps.remembering(named),
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

function compactUIMessages({ maxConversations, ...options } = {}) {
  const all = new Conversations(options, { maxConversations });
  const compact = async (messages, { id = all.idOf(messages), model, ...turn } = {}) => {
    const result = await all.of(id, named(model)).view(messages, turn);
    return result?.messages ?? messages;
  };
  return Object.assign(compact, all.remembering(named));
}

module.exports = { compactStep, contextOverflowMiddleware, compactUIMessages, summarizeWith };
