"""Messages made of the SDKs' own types, in Python. Run by `make sdk-types`, which installs what it needs into `target/sdk-types`."""

from __future__ import annotations

import argparse
import collections
import importlib.metadata
import logging
import random
import re
import sys
import time
import warnings
from typing import Any

import sdks
from check import Checker, line
from grow import Grower

CASES = 600
SEED = 20261124


def cases_of(sdk: sdks.Sdk, grower: Grower, most: int) -> list[tuple[str, Any]]:
    found = []
    for hint in sdk.types:
        for label, message in grower.cases(hint):
            found.append((label, message))
            if sdk.dumped is None:
                continue
            try:
                stored = sdk.dumped(message)
            except Exception:
                continue
            if stored is not None:
                found.append((f"{label} stored", stored))
    return some(found, most)


def some(cases: list[tuple[str, Any]], most: int) -> list[tuple[str, Any]]:
    """At most so many, the same ones each time: half are those with the shortest way through the types, which are all members of the outer
    unions, the rest is chosen evenly."""
    if len(cases) <= most:
        return cases
    near = sorted(range(len(cases)), key=lambda at: len(re.split(r"[.\[{|]", cases[at][0])))
    far = random.Random(SEED).sample(near[most // 2 :], most - most // 2)
    return [cases[at] for at in sorted([*near[: most // 2], *far])]


def run(sdk: sdks.Sdk, only: str, shown: int, most: int) -> tuple[list[Any], int]:
    began = time.monotonic()
    grower = Grower(sdk.instead, sdk.made, sdk.one_of)
    cases = [case for case in cases_of(sdk, grower, most) if only in case[0]]
    checker = Checker(sdk.dialects, sdk.references)
    faults: dict[Any, list[Any]] = collections.defaultdict(list)
    failed = set()
    for at, (label, message) in enumerate(cases):
        for fault in checker.faults(message, *sdk.neighbours()):
            faults[fault].append((label, message))
            failed.add(at)
    told = collections.defaultdict(list)
    for (operation, wrong), found in faults.items():
        told[wrong].append((operation, found))
    for wrong, of in sorted(told.items(), key=lambda item: -len(item[1][0][1]))[:shown]:
        label, message = min(of[0][1], key=lambda case: len(line(case[1])))
        operations = ", ".join(operation for operation, _ in of)
        print(f"  {operations}: {wrong}; {len(of[0][1])} times, such as {label}\n    {line(message)}")
    for name, why in grower.refused.items():
        print(f"  not made: {name}: {why}")
    version = importlib.metadata.version(sdk.package)
    row = [sdk.package, version, len(sdk.types), len(cases), checker.unsized, len(failed), f"{time.monotonic() - began:.0f} s"]
    return row, len(failed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sdk", default="", help="only SDKs whose name holds this")
    parser.add_argument("--only", default="", help="only cases whose label holds this")
    parser.add_argument("--cases", type=int, default=CASES, help="how many cases of an SDK at most")
    parser.add_argument("--shown", type=int, default=30, help="how many faults of an SDK are shown")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    rows = [["SDK", "version", "types", "cases", "no size", "failed", "time"]]
    failed = 0
    for make in sdks.ALL:
        if arguments.sdk not in make.__name__:
            continue
        for sdk in make():
            row, count = run(sdk, arguments.only, arguments.shown, arguments.cases)
            rows.append(row)
            failed += count
            print(" ".join(str(cell) for cell in row), flush=True)
    print()
    for row in rows:
        print(f"{row[0]:18} {row[1]:10}" + "".join(f"{cell!s:>9}" for cell in row[2:]))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
