#!/usr/bin/env bash
# npm_publish.sh FOLDER OPTION...: publishes the tarballs in a folder with these options of `npm publish`. `conspectus` is the last one, since
# it needs the others. Versions that are already published are skipped, so that a failed release can be repeated.
set -euo pipefail
folder=$(cd "$1" && pwd)
shift
for tarball in "$folder"/conspectus-[a-z]*.tgz "$folder"/conspectus-[0-9]*.tgz; do
	package=$(tar -xOf "$tarball" package/package.json | node -p 'const { name, version } = JSON.parse(fs.readFileSync(0)); `${name}@${version}`')
	if [ -n "$(npm view "$package" version 2>/dev/null)" ]; then
		echo "$package is published already"
	else
		npm publish --access public "$@" "$tarball"
	fi
done
