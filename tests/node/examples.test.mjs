// The example that needs no other package. `make examples` runs those of SDKs and frameworks.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

test('the loop keeps a session in its window', () => {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const printed = execFileSync(process.execPath, ['examples/loop.mjs', 'examples/sessions/coding.anthropic.json'], { cwd, encoding: 'utf8' });
  const [, left, tokens] = printed.match(/^97 messages came, (\d+) are left, (\d+) tokens$/m);
  assert.ok(left < 97 && tokens < 24_000 && printed.includes('\nsummarized: '), printed);
});
