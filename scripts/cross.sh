#!/usr/bin/env bash
# Runs a command that builds for a target. For Linux the linker is zig (cargo-zigbuild), so that one machine builds for all of them and
# nothing needs a glibc newer than manylinux2014's; elsewhere the command runs as it is.
#
#     cross.sh aarch64-unknown-linux-gnu npm run build -- --target aarch64-unknown-linux-gnu
set -euo pipefail
target=$1
shift
case $target in
  *-linux-gnu) zig=${target%-unknown-*}-linux-gnu.2.17 ;;
  *-linux-musl) zig=${target%-unknown-*}-linux-musl && export RUSTFLAGS="-C target-feature=-crt-static" ;;
  *) exec "$@" ;;
esac
linker=$(cd "$(dirname "$0")/.." && pwd)/target/cross/$target
name=${target//-/_}
mkdir -p "$(dirname "$linker")"
printf '#!/bin/sh\nexec cargo-zigbuild zig cc -- -g -target %s "$@"\n' "$zig" > "$linker"
chmod +x "$linker"
env "CARGO_TARGET_${name^^}_LINKER=$linker" "$@"
