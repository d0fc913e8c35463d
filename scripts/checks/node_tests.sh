#!/usr/bin/env bash
# node_tests.sh FILE...: tests of Node; prints what failed and the closing lines, and keeps the rest in target/tier.
mkdir -p target/tier
# The slowest takes ten seconds; one that hangs fails instead of waiting for ever.
node --test --test-timeout=300000 --test-reporter=tap --test-reporter-destination=target/tier/node.tap --test-reporter=spec --test-reporter-destination=target/tier/node.txt "$@"
code=$?
[ $code = 0 ] || sed -n '/failing tests/,$p' target/tier/node.txt
grep -h '^conformance:' target/tier/node.txt | head -1
tail -n 8 target/tier/node.tap
awk '/^# (pass|fail) / { ran += $3 } /^# skipped/ { left = $3 } END { printf "{\"ran\": %d, \"left\": %d}\n", ran, left }' target/tier/node.tap >target/tier/node.json
exit $code
