#!/usr/bin/env bash
# Publishes wheel and sdist to an index on this machine, as the release does, and installs from it into an empty environment of every
# Python at hand: those of pyenv, those in PATH, and newer ones of Debian. In each: README's first loop and the command line.
#
#     rehearse_pip.sh WHEEL SDIST
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
tools=$root/target/packaging/bin
export PIP_DISABLE_PIP_VERSION_CHECK=1
work=$(mktemp -d)
trap 'kill "$server" 2> /dev/null; rm -rf "$work"' EXIT
port=$("$tools/python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
index=http://127.0.0.1:$port

mkdir "$work/index"
"$tools/pypi-server" run --interface 127.0.0.1 --port "$port" --authenticate . --passwords . "$work/index" &> "$work/server.log" &
server=$!
until curl --silent --fail --output /dev/null "$index/health"; do kill -0 "$server"; sleep 0.1; done
"$tools/twine" upload --non-interactive --disable-progress-bar --repository-url "$index" --username rehearsal --password rehearsal "$@" > "$work/upload.log" 2>&1 ||
  { cat "$work/upload.log"; exit 1; }
echo "published: $(ls "$work/index" | xargs)"

# What a user does: `used OPTION COMMAND...`, where the command runs Python.
used() {
  local option=$1 python=("${@:2}")
  local inside=("${python[@]::${#python[@]}-1}" "$work/venv/bin/python")
  rm -rf "$work/venv"
  "${python[@]}" -m venv "$work/venv" &&
    "${inside[@]}" -m pip install --quiet --no-cache-dir --index-url "$index/simple/" $option conspectus &&
    PYTHONPATH=$root/tests "${inside[@]}" "$root/tests/packaging/first_loop.py" &&
    "${inside[@]}" "$work/venv/bin/conspectus" demo > "$work/demo" &&
    grep -q 'older messages were replaced by a summary' "$work/demo" &&
    "${inside[@]}" -m conspectus --version
}

try() {
  local title=$1 option=$2 start=$SECONDS
  if used "$option" "${@:3}" > "$work/log" 2>&1; then
    printf '%-26s %-6s ok      installs, loop, demo, %s (%s s)\n' "$title" "${option:+sdist}" "$(tail -1 "$work/log")" "$((SECONDS - start))"
  else
    printf '%-26s %-6s FAILED\n' "$title" "${option:+sdist}"
    tail -15 "$work/log" | sed 's/^/  /'
    failed=1
  fi
}

failed=0
declare -A seen
for python in "$(pyenv root 2> /dev/null || true)"/versions/*/bin/python3 $(compgen -c python3. | grep -xE 'python3\.[0-9]+t?' | sort -u); do
  version=$("$python" -c 'import platform, sys; sys.version_info >= (3, 10) and print(platform.python_version())' 2> /dev/null) || continue
  if [ -z "$version" ] || [ -n "${seen[$version]:-}" ]; then continue; fi
  seen[$version]=1
  try "Python $version" "" "$python"
done

debian=$root/target/debian
"$root/tests/packaging/debian.sh" "$debian/bubblewrap" bookworm amd64 bubblewrap > "$work/log" 2>&1 || tail -1 "$work/log"
for version in 3.14 3.15; do
  if "$root/tests/packaging/debian.sh" "$debian/python$version" sid amd64 "python$version-venv" > "$work/log" 2>&1; then
    try "Python $version of Debian" "" "$debian/bubblewrap/usr/bin/bwrap" --bind "$debian/python$version" / --proc /proc --dev /dev \
      --ro-bind /etc/ssl /etc/ssl --bind "$work" "$work" --ro-bind "$root" "$root" --chdir "$work" "python$version"
  else
    echo "Python $version of Debian cannot be had here: $(tail -1 "$work/log")"
  fi
done
# Whether it builds is the question, not how fast it runs.
export MATURIN_PEP517_ARGS="--profile dev"
try "Python $("$tools/python" -c 'import platform; print(platform.python_version())')" "--no-binary conspectus" "$tools/python"
exit $failed
