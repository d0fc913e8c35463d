#!/usr/bin/env bash
# rust_tests.sh FLAG...: all tests of the workspace but the examples of the docs, and what ran for scripts/checks/tier.py.
set -euo pipefail
mkdir -p target/tier
cargo test --workspace --quiet --lib --bins --tests "$@" -- ${RUST_TEST_ARGS:-} 2>&1 | tee target/tier/rust.txt | grep -vE '^$|^running |^[.i]+( [0-9]+/[0-9]+)?$' || { cat target/tier/rust.txt; exit 1; }
awk '/^test result:/ { ran += $4 + $6; left += $8 } END { printf "{\"ran\": %d, \"left\": %d}\n", ran, left }' target/tier/rust.txt >target/tier/rust.json
