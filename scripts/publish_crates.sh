#!/usr/bin/env bash
# Publishes those of the named crates that the registry doesn't have at this version, in one go: cargo finds the order.
#
#     publish_crates.sh [OPTION...] CRATE...    # options of `cargo publish`; --registry NAME is also where it looks
set -euo pipefail
options=() look=() missing=()
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
while [ $# -gt 0 ]; do
  case $1 in
    --registry) look=("$1" "$2") options+=("$1" "$2") && shift 2 ;;
    -*) options+=("$1") && shift ;;
    *)
      # Outside of this workspace, which has the crate in any case.
      if (cd / && cargo info --quiet ${look[@]+"${look[@]}"} "$1@$version" > /dev/null 2>&1); then echo "is there: $1 $version"; else missing+=(-p "$1"); fi
      shift ;;
  esac
done
if [ ${#missing[@]} -gt 0 ]; then cargo publish ${options[@]+"${options[@]}"} "${missing[@]}"; fi
