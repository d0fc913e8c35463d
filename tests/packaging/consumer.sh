#!/usr/bin/env bash
# Checks that the packages work where they are installed: builds the wheel and the npm tarball, installs each into an empty folder, and
# imports it there. Run by `make package`.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$root/.venv/bin/maturin" build --release --quiet --manifest-path "$root/bindings-python/Cargo.toml" --out "$work/wheel"
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check "$work"/wheel/*.whl
cd "$work"
"$work/venv/bin/python" -c 'import conspectus; print("Python:", conspectus.estimate_tokens([{"role": "user", "content": "hello"}]).tokens, "tokens")'
"$work/venv/bin/conspectus" --version

cd "$root" && tarball=$(npm pack --silent --pack-destination "$work")
mkdir "$work/app" && cd "$work/app" && npm init -y >/dev/null && npm install --no-audit --no-fund --loglevel=error "$work/$tarball" >/dev/null
echo 'import { estimateTokens } from "conspectus"; console.log("ESM:", estimateTokens([{ role: "user", content: "hello" }]).tokens, "tokens")' > a.mjs
echo 'const { estimateTokens } = require("conspectus"); console.log("CommonJS:", estimateTokens([{ role: "user", content: "hello" }]).tokens, "tokens")' > b.cjs
node a.mjs
node b.cjs
npx conspectus --version
ls -la "$work"/wheel/*.whl "$work/$tarball" | awk '{print $5, $9}' | sed "s|$work/||"
