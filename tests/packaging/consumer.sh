#!/usr/bin/env bash
# Installs a wheel and the npm tarballs, each into an empty folder, and uses them there as a program of
# somebody else would: import, types, command line. `make package` builds them and names them.
#
#     consumer.sh WHEEL TARBALL...
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
wheel=$(realpath "$1")
tarballs=$(realpath "${@:2}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
session=$root/examples/sessions/coding.anthropic.json

megabytes() { awk -v bytes="$(wc -c < "$1")" 'BEGIN { printf "%.1f MB", bytes / 1e6 }'; }

# --- the wheel ------------------------------------------------------------------------------------

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check "$wheel"
cd "$work"
cat > consumer.py <<'PY'
import conspectus

count = conspectus.count_tokens([{"role": "user", "content": "hello"}])
tokens: int = count.tokens
assert tokens > 0
PY
"$work/venv/bin/python" consumer.py
"$root/.venv/bin/mypy" --strict --python-executable "$work/venv/bin/python" --cache-dir "$work/mypy" --no-error-summary consumer.py
"$work/venv/bin/conspectus" --version > version.python
"$work/venv/bin/conspectus" inspect --json "$session" > inspect.python
"$work/venv/bin/conspectus" demo > demo.python
"$work/venv/bin/python" -m conspectus demo > demo.module
cmp demo.python demo.module
echo "wheel ${wheel##*/}, $(megabytes "$wheel"): import, types and command line work"

# --- the npm tarballs -----------------------------------------------------------------------------

mkdir "$work/app" && cd "$work/app"
echo '{ "private": true }' > package.json
# Those of other platforms are left out, as they are from a registry.
npm install --offline --save-optional --no-audit --no-fund --loglevel=error $tarballs > /dev/null
cat > esm.mts <<'TS'
import { countTokens, type TokenCount } from 'conspectus';
import { Machine } from 'conspectus/sansio';
import { encode } from 'conspectus/tokens';

const count: TokenCount = countTokens([{ role: 'user', content: 'hello' }]);
if (!(count.tokens > 0 && encode('hello').length > 0 && new Machine().state === 'idle')) throw new Error('no tokens');
TS
cat > commonjs.cts <<'TS'
import conspectus = require('conspectus');
import gemini = require('conspectus/gemini-cli');

const count: conspectus.TokenCount = conspectus.countTokens([{ role: 'user', content: 'hello' }]);
if (!(count.tokens > 0 && gemini.tokenLimit('gemini-2.5-pro') > 0)) throw new Error('no tokens');
TS
for module in node16 nodenext; do
  "$root/node_modules/.bin/tsc" --strict --skipLibCheck false --module "$module" --target es2022 --lib es2022,dom esm.mts commonjs.cts
done
node esm.mjs
node commonjs.cjs
node -p 'require("conspectus/package.json").version' > /dev/null
npx --no-install conspectus --version > ../version.node
npx --no-install conspectus inspect --json "$session" > ../inspect.node
npx --no-install conspectus demo > ../demo.node
for tarball in $tarballs; do echo "npm ${tarball##*/}, $(megabytes "$tarball")"; done
echo "npm: ESM, CommonJS, types and command line work"

cmp "$work/version.python" "$work/version.node"
cmp "$work/inspect.python" "$work/inspect.node"
cmp "$work/demo.python" "$work/demo.node"
