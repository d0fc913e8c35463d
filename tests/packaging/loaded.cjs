// Import, count, one compaction: what a package that was just built has to do, with any Node.
//
//     node tests/packaging/loaded.cjs PACKAGE examples/sessions/coding.anthropic.json
const assert = require('node:assert');
const { readFileSync } = require('node:fs');
const { Compactor, countTokens } = require(process.argv[2]);

(async () => {
  const messages = JSON.parse(readFileSync(process.argv[3], 'utf8'));
  const { tokens } = countTokens(messages);
  const result = await new Compactor({ contextWindow: 48_000 }).compact(messages);
  assert(tokens > 60_000 && result.changed && result.messages.length < messages.length);
  console.log(process.version, process.arch, String(result));
})();
