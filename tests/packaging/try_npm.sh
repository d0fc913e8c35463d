#!/bin/sh
# try_npm.sh FOLDER: installs the npm packages of a folder into an empty one, without a registry, and uses them there: README's first loop
# and the command line. npm takes the native package of this platform and leaves out the others. Alpine has no bash.
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
