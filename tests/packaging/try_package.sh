#!/bin/sh
# Installs a wheel or an sdist into an empty environment of the Python in PATH, and uses it. A wheel for musl goes to Alpine.
#
#     try_package.sh FILE
set -eu
case $1-$(ldd --version 2>&1 || true) in
  *musllinux*-musl*) ;;
  *musllinux*) exec docker run --rm --volume "$PWD:/work:ro" --workdir /work python:3.12-alpine sh "$0" "$1" ;;
esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python -m venv "$folder"
if [ -d "$folder/Scripts" ]; then bin=$folder/Scripts; else bin=$folder/bin; fi
"$bin/python" -m pip install --quiet --disable-pip-version-check "$1"
"$bin/python" tests/packaging/loaded.py examples/sessions/coding.anthropic.json
"$bin/python" -m conspectus --version
"$bin/conspectus" demo > "$folder/demo"
