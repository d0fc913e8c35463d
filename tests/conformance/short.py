"""Which vectors `make test` plays in Python and Node; Rust plays all of them, and `make nightly` does so in all three.

    python3 tests/conformance/short.py target/short-vectors.json

The bindings hold no default and no arithmetic, so a vector is played for what crosses them: each operation, argument, option, kind of answer of
the host, status, code, word of an action, operation of a patch and field of a result is in one vector at least. Those of patches and repair are
all played. Small vectors are taken first.
"""

from __future__ import annotations

import json
import pathlib
import sys
from collections.abc import Iterator
from typing import Any

VECTORS = pathlib.Path(__file__).parents[1] / "vectors"
WHOLE = ("patch/", "repair/")
# What the host gives, and how deep its names are looked at: an option may hold options.
GIVEN = {"options": 2, "turn": 2, "vocabulary": 2, "before": 2, "steps": 2}
# Fields whose values are words of a list.
WORDS = {"status", "code", "kind", "action", "trigger", "op", "severity", "event", "level"}
# A vector counts as if it were longer by so many characters: else ten small ones would be taken for one that shows more.
OVERHEAD_CHARS = 3_000


def cases_of(path: pathlib.Path) -> list[dict[str, Any]]:
    """The cases of a file of vectors. Messages that several of them begin with stand under `lists`."""
    vectors = json.loads(path.read_text(encoding="utf-8"))
    lists = vectors.get("lists", {})
    named = [case for case in vectors["cases"] if isinstance(case.get("messages"), dict) and "$list" in case["messages"]]
    for case in named:
        case["messages"] = lists[case["messages"]["$list"]]
    return list(vectors["cases"])


def names(value: Any, depth: int) -> Iterator[str]:
    """Names of fields, and of what they hold."""
    for child in value if isinstance(value, list) else [value]:
        if isinstance(child, dict):
            for name, held in child.items():
                yield name
                if depth > 1:
                    yield from (f"{name}/{below}" for below in names(held, depth - 1))


def told(value: Any) -> Iterator[str]:
    """Names of the fields of a result, and the values of those that hold a word."""
    for child in value if isinstance(value, list) else [value]:
        if isinstance(child, dict):
            for name, held in child.items():
                yield name
                if name in WORDS and isinstance(held, str):
                    yield f"{name}={held}"
                yield from told(held)


def shows(case: dict[str, Any]) -> set[str]:
    """What a vector shows of a binding."""
    call = case["call"]
    found = {call, *(f"{call} has {key}" for key in case)}
    for part, depth in GIVEN.items():
        found |= {f"{call} is given {part}/{name}" for name in names(case.get(part), depth)}
    preset = (case.get("options") or {}).get("preset") if isinstance(case.get("options"), dict) else None
    found.add(f"{call} as {preset.get('name') if isinstance(preset, dict) else preset}")
    found |= {f"result has {name}" if "=" not in name else f"{call} tells {name}" for name in told(case.get("expect"))}
    if "error" in case:
        found |= {f"{call} fails with {case['error'].get('code')}"}
    return found


def chosen() -> list[str]:
    """The vectors to play, as `file/name`."""
    cases = {}
    for path in sorted(VECTORS.rglob("*.json")):
        for case in cases_of(path):
            cases[f"{path.relative_to(VECTORS).with_suffix('').as_posix()}/{case['name']}"] = case
    found = {name: shows(case) for name, case in cases.items()}
    size = {name: len(json.dumps(case)) + OVERHEAD_CHARS for name, case in cases.items()}
    taken = [name for name in cases if name.startswith(WHOLE)]
    left = set().union(*found.values()).difference(*(found[name] for name in taken))
    while left:
        best = max(cases, key=lambda name: (len(found[name] & left) / size[name], name))
        taken.append(best)
        left -= found[best]
    return sorted(taken)


if __name__ == "__main__":
    pathlib.Path(sys.argv[1]).parent.mkdir(parents=True, exist_ok=True)
    pathlib.Path(sys.argv[1]).write_text(json.dumps(chosen()) + "\n", encoding="utf-8")
