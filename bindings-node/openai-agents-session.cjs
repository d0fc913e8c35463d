'use strict';
// A session of the OpenAI Agents SDK that makes what another one stores smaller.

const { isDeepStrictEqual } = require('node:util');
const { Conversations } = require('./adapter.cjs');
const { asItem } = require('./openai-agents-talks.cjs');

// What a session may have, and the SDK looks for.
const OPTIONAL = ['prepareHistoryItemForModelInput', 'prepareHistoryItemsForPersistenceComparison', 'preserveReasoningItemIdsForPersistence', 'applyHistoryMutations', 'applyHistoryTransaction', 'replaceHistoryWithCompaction'];

class CompactingSession {
  #inner;
  #talk;

  constructor(inner, { state, ...options } = {}) {
    if (typeof inner?.getItems !== 'function') throw new TypeError('the first argument must be a session of the Agents SDK');
    this.#inner = inner;
    this.#talk = new Conversations(options).of('session', { state });
    for (const name of OPTIONAL) if (typeof inner[name] === 'function') this[name] = (...args) => inner[name](...args);
    if (inner.acceptsRunContext) this.acceptsRunContext = true;
  }

  getSessionId() {
    return this.#inner.getSessionId();
  }

  getItems(...args) {
    return this.#inner.getItems(...args);
  }

  addItems(...args) {
    return this.#inner.addItems(...args);
  }

  popItem(...args) {
    return this.#inner.popItem(...args);
  }

  clearSession(...args) {
    return this.#inner.clearSession(...args);
  }

  /** The SDK calls it after each turn that it stored. */
  async runCompaction({ force = false } = {}, context) {
    const given = this.acceptsRunContext ? [context] : [];
    const items = await this.#inner.getItems(undefined, ...given);
    const result = await this.#talk.compact(items, { force });
    if (result?.changed) await this.#replace(items, result.messages, given);
    return null;
  }

  save() {
    return this.#talk.compactor.save();
  }

  /** What came while the summary was written stands behind it. What somebody else changed stays. */
  async #replace(items, made, given) {
    const now = await this.#inner.getItems(undefined, ...given);
    if (!isDeepStrictEqual(now.slice(0, items.length), items)) return;
    await this.#inner.clearSession(...given);
    try {
      await this.#inner.addItems([...made.map(asItem), ...now.slice(items.length)], ...given);
    } catch (error) {
      // What was stored is worth more than what was saved.
      await this.#inner.clearSession(...given);
      await this.#inner.addItems(now, ...given);
      throw error;
    }
  }
}

module.exports = { CompactingSession };
