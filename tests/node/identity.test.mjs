// A loop of 200 turns with each kind of host object: what stays is the same object, and new messages
// have its class.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compactor } from 'conspectus';
import { nightly } from './needs.mjs';

const WORDS = 'The parser fails on the third line of a.js. '.repeat(12);

class Instance {
  constructor(fields) {
    Object.assign(this, fields);
  }
}

/** As classes of SDKs that write themselves as JSON. */
class Writing extends Instance {
  toJSON() {
    return { ...this };
  }
}

class WithGetters {
  #fields;
  constructor(fields) {
    this.#fields = fields;
    for (const name of Object.keys(fields)) Object.defineProperty(this, name, { enumerable: true, configurable: true, get: () => this.#fields[name] });
  }
}

const KINDS = {
  plain: (fields) => fields,
  frozen: (fields) => Object.freeze(fields),
  'class instance': (fields) => new Instance(fields),
  'with toJSON': (fields) => new Writing(fields),
  'with getters': (fields) => new WithGetters(fields),
  'without a prototype': (fields) => Object.assign(Object.create(null), fields),
  proxy: (fields) => new Proxy(fields, {}),
};

for (const [kind, make] of Object.entries(KINDS)) {
  test(`what stays is the same object: ${kind}`, ['plain', 'class instance'].includes(kind) ? {} : nightly, async () => {
    const compactor = new Compactor({ contextWindow: 8_000 });
    const own = new Set();
    let messages = [];
    let compacted = 0;
    for (let turn = 0; turn < 200; turn++) {
      const news = [make({ role: 'user', content: `Step ${turn}. ${WORDS}` }), make({ role: 'assistant', content: `Step ${turn} is done.` })];
      const known = new Set([...messages, ...news]);
      news.forEach((message) => own.add(message));
      const result = await compactor.compact([...messages, ...news]);
      assert.ok(['unchanged', 'summarized', 'reduced'].includes(result.status), result.reason);
      const fresh = result.messages.filter((message) => !known.has(message) && !own.has(message));
      // Only what the summary brings is new, and it has the class of its neighbours.
      assert.ok(fresh.length <= (result.changed ? 3 : 0), `${fresh.length} new`);
      assert.equal(result.messages.at(-1), news[1]);
      if (news[0] instanceof Instance) for (const message of fresh) assert.equal(Object.getPrototypeOf(message), Object.getPrototypeOf(news[0]));
      compacted += Number(result.status === 'summarized');
      messages = result.messages;
    }
    assert.ok(compacted >= 3, `${compacted} summaries`);
  });
}
