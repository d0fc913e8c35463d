'use strict';
// What the compactors of opencode's sessions remember, as files in the folder in which opencode keeps
// its state. opencode has a place for such data in the session itself, but hands it out with each list
// of sessions, and with each event of one.

const { mkdir, readFile, rename, rm, writeFile } = require('node:fs/promises');
const { join } = require('node:path');

class Memory {
  #client;
  #folder;

  constructor(client) {
    this.#client = client;
  }

  async #fileOf(sessionID) {
    // Not before it is needed: opencode answers plugins once all have been made.
    if (this.#folder === undefined) {
      const { data } = await this.#client.path.get({ throwOnError: true });
      this.#folder = join(data.state, 'conspectus');
    }
    return join(this.#folder, `${encodeURIComponent(sessionID)}.json`);
  }

  async read(sessionID) {
    try {
      return JSON.parse(await readFile(await this.#fileOf(sessionID), 'utf8'));
    } catch (error) {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async write(sessionID, known) {
    const file = await this.#fileOf(sessionID);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // A process that ends in between leaves the earlier file.
    await writeFile(`${file}.${process.pid}`, JSON.stringify(known), { mode: 0o600 });
    await rename(`${file}.${process.pid}`, file);
  }

  async drop(sessionID) {
    await rm(await this.#fileOf(sessionID), { force: true });
  }
}

module.exports = { Memory };
