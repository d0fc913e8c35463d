#!/bin/sh
# try_npm.sh FOLDER: installs the npm packages in a folder into an empty one, without a registry, and runs README's first loop and the
# command line. npm chooses the package of this platform. In `sh`, since Alpine has no bash.
set -eu
tests=$(cd "$(dirname "$0")" && pwd)
packages=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cp "$packages"/*.tgz .
echo '{ "private": true }' > package.json
npm install --offline --save-optional --no-audit --no-fund --loglevel=error ./*.tgz
ls node_modules/@conspectus
node "$tests/first_loop.mjs" > loop.mjs
node loop.mjs | grep summarized
npx --no-install conspectus --version
npx --no-install conspectus demo | grep 'replaced by a summary'
