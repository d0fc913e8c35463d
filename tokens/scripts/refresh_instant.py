#!/usr/bin/env python3
"""Writes what `instant` now counts into the vectors that expect its counts, after `fit_instant.py` has changed the weights.

    make python && .venv/bin/python tokens/scripts/refresh_instant.py

Only cases that name a model, a family or the estimator are touched, and in them only numbers. A case that differs in anything else
is printed and left as it is: whether its claim still holds is for a reader to judge, as is every change of a number.
"""

import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "conformance"))

import conspectus
import test_conformance
from conspectus import _conspectus


def renewed(expected, found, path, changes):
    """The expectation with its numbers as found; raises where more than a number differs."""
    if isinstance(expected, dict) and "$contains" not in expected and isinstance(found, dict):
        return {key: renewed(value, found.get(key), f"{path}/{key}", changes) for key, value in expected.items()}
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        return [renewed(old, new, f"{path}/{index}", changes) for index, (old, new) in enumerate(zip(expected, found))]
    if expected == found or isinstance(expected, dict):
        return expected
    if any(isinstance(value, bool) or not isinstance(value, (int, float)) for value in (expected, found)):
        raise ValueError(f"{path}: {expected!r} is now {found!r}")
    changes.append(f"{path}: {expected} -> {found}")
    return found


def result_of(case):
    messages, options = test_conformance.expand(case.get("messages")), test_conformance.expand(case.get("options")) or {}
    if case["call"] == "compactor":
        return test_conformance.play(case, messages, options)
    return _conspectus.call(case["call"], messages, options)


def main():
    for path in sorted((ROOT / "tests/vectors").rglob("*.json")):
        lines = path.read_text("utf-8").split("\n")
        for number, line in enumerate(lines):
            if not line.startswith('{"name"') or '"expect"' not in line:
                continue
            case = json.loads(line.rstrip(","))
            options = case.get("options") or {}
            if not ({"model", "family"} & options.keys() or options.get("estimator") in ("instant", "host")):
                continue
            changes = []
            try:
                expect = renewed(case["expect"], result_of(case), "", changes)
            except (ValueError, conspectus.ConspectusError) as error:
                print(f"{path.name} {case['name']}: by hand: {error}")
                continue
            if changes:
                print(f"{path.name} {case['name']}: {'; '.join(changes)}")
                same = json.dumps(case, ensure_ascii=False) == line.rstrip(",")
                if not same:
                    print("  by hand: the line is not written as `json.dumps` writes it")
                    continue
                lines[number] = json.dumps({**case, "expect": expect}, ensure_ascii=False) + ("," if line.endswith(",") else "")
        path.write_text("\n".join(lines), "utf-8")


if __name__ == "__main__":
    main()
