// What earlier versions saved is read by this one, as tests/python/test_saved.py says.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Compactor, FolderStore, validate } from 'conspectus';

const saved = new URL('../saved/', import.meta.url);
const options = { contextWindow: 14_000, reserveTokens: 2_000, dialect: 'anthropic' };
const read = (version, name) => JSON.parse(readFileSync(new URL(`${version}/${name}.json`, saved), 'utf8'));

for (const version of readdirSync(saved)) {
  test(`the state of ${version} goes on, and its summary is known again`, async () => {
    const messages = read(version, 'messages');
    const loaded = Compactor.load(read(version, 'state'), options);
    const same = await loaded.compact(messages);
    assert.deepEqual([same.status, same.warnings], ['unchanged', []]);
    const said = (step, role) => ({ role, content: `Step ${step} of the port. ${'It reads the table again and goes on. '.repeat(40)}` });
    for (let step = 0; step < 12; step += 1) messages.push(said(step, 'assistant'), said(step, 'user'));
    for (const compactor of [loaded, new Compactor(options)]) {
      const result = await compactor.compact(messages, { force: true });
      assert.equal(result.status, 'summarized');
      assert.deepEqual(validate(result.messages), []);
      assert.equal(JSON.stringify(result.messages).split('[summary ').length, 2);
    }
  });

  test(`what ${version} stored is found`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'saved-'));
    cpSync(new URL(`${version}/store`, saved), folder, { recursive: true });
    const store = new FolderStore(folder);
    const locators = read(version, 'stored');
    assert.ok(locators.length > 0);
    for (const locator of locators) assert.ok(await store.get(locator));
  });
}
