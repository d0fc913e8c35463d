"""Prints what each step of `make demo`, `make test` and `.ci/run` last took: seconds of CPU, seconds of the clock."""

import os
import pathlib

steps: dict[str, tuple[float, int]] = {}
for line in (pathlib.Path(__file__).resolve().parents[1] / "target/timings.tsv").read_text(encoding="utf-8").splitlines():
    name, cpu, clock = line.split("\t")
    steps[name] = (float(cpu), int(clock))
print(f"{'step':32}{'CPU s':>8}{'clock s':>9}")
for name, (cpu, clock) in steps.items():
    print(f"{name:32}{cpu:8.1f}{clock:9}")
print(f"{'all':32}{sum(cpu for cpu, _ in steps.values()):8.1f}{'':>9}  load now: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
