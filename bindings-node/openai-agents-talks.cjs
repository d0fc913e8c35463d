'use strict';
// Which conversation a list of the OpenAI Agents SDK belongs to, and its items as the compactor knows
// them.

const { Conversations } = require('./adapter.cjs');
const { printOf } = require('./continued.cjs');
const { nameOf, writing } = require('./openai-agents-model.cjs');

/** An item by its content: a session gives it back without its ids. */
const print = ({ id, status, providerData, ...item }) => printOf(item.type === 'reasoning' ? { id, ...item } : item);

/** An item as the SDK reads it: an answer's text is a list of parts. */
const asItem = (item) => (item.role === 'assistant' && typeof item.content === 'string' ? { ...item, status: 'completed', content: [{ type: 'output_text', text: item.content }] } : item);

/** The conversations of one model or filter: by `key`, else by the list that they go on with. */
class Talks {
  constructor({ key, pinned, maxConversations, ...options }) {
    for (const [name, value] of Object.entries({ key, pinned })) if (value !== undefined && typeof value !== 'function') throw new TypeError(`${name} must be a function`);
    Object.assign(this, { key, pinned });
    this.all = new Conversations(options, { summary: writing, maxConversations, print });
    /** The items of each conversation as they were seen first, by their content. */
    this.seen = new WeakMap();
  }

  /** The items as the compactor knows them, and a function that gives those of the SDK in their place. */
  known(talk, input) {
    const [before, now, current, counts] = [this.seen.get(talk), new Map(), new Map(), new Map()];
    for (const item of input) {
      const content = print(item);
      counts.set(content, (counts.get(content) ?? 0) + 1);
      const place = `${content} ${counts.get(content)}`;
      const first = before?.get(place) ?? item;
      now.set(place, first);
      current.set(first, item);
    }
    this.seen.set(talk, now);
    return { items: [...now.values()], inPlace: (items) => items.map((item) => current.get(item) ?? asItem(item)) };
  }

  of(asks, input, model, settings) {
    const id = this.key ? String(this.key(asks)) : this.all.idOf(input);
    return this.all.of(id, { model: { model, settings }, name: nameOf(model) });
  }
}

module.exports = { asItem, Talks };
