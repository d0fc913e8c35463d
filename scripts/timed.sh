#!/usr/bin/env bash
# timed.sh NAME COMMAND...: runs the command and adds a line to target/timings.tsv: name, seconds of CPU, seconds of the clock.
name=$1
shift
began=$SECONDS
"$@"
code=$?
mkdir -p target
spent=$(mktemp)
times >"$spent"
awk -v name="$name" -v clock=$((SECONDS - began)) 'NR == 2 {
	for (place = 1; place <= 2; place++) { split($place, part, /[ms]/); cpu += part[1] * 60 + part[2] }
	printf "%s\t%.1f\t%d\n", name, cpu, clock
}' "$spent" >>target/timings.tsv
rm "$spent"
exit $code
