'use strict';
// Which conversation a list goes on with, where a framework tells no id: the one whose messages it
// begins with.

const { createHash, randomUUID } = require('node:crypto');

/** A message by its content: hosts store messages, and read others with the same content. */
const printOf = (message) => createHash('sha1').update(JSON.stringify(message) ?? '').digest('base64');

class Continued {
  #most;
  #print;
  #rows = new Map();

  constructor(most, print = printOf) {
    this.#most = most;
    this.#print = print;
  }

  /** The id of the conversation that `full` goes on with; a new one if there is none. One that `isBusy` belongs to somebody else. */
  of(full, isBusy) {
    const prints = full.map(this.#print);
    let best = { common: 0, id: randomUUID() };
    for (const [id, { opened, all }] of this.#rows) {
      // A list that goes on has at least the user's next words.
      const length = opened.length;
      if (prints.length <= length || isBusy(id) || opened.some((print, index) => print !== prints[index])) continue;
      let common = length;
      while (common < all.length && all[common] === prints[common]) common++;
      // Of those that are alike, the one that was used last.
      if (common >= best.common) best = { common, id };
    }
    this.#put(best.id, { opened: prints, all: prints });
    return best.id;
  }

  /** The list of a conversation has grown since. */
  note(id, full) {
    const row = this.#rows.get(id);
    if (row && full.length > row.all.length) this.#put(id, { ...row, all: [...row.all, ...full.slice(row.all.length).map(this.#print)] });
  }

  #put(id, row) {
    this.#rows.delete(id);
    this.#rows.set(id, row);
    if (this.#rows.size > this.#most) this.#rows.delete(this.#rows.keys().next().value);
  }
}

module.exports = { Continued, printOf };
