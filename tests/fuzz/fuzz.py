"""Random inputs through the Python package: no death, no hang, no untyped error.

`python tests/fuzz/fuzz.py [COUNT [FIRST]]`. The inputs are the vectors with values of hosts put into them, in batches of 200 a process; a batch
that ends early is run again one by one.
"""

from __future__ import annotations

import json
import logging
import pathlib
import random
import subprocess
import sys
import threading
import time
from collections import UserDict
from typing import Any

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests/conformance"))

from short import cases_of  # noqa: E402

BATCH = 200
# One input takes less CPU than this. Chosen here: a hundred times what the largest vector takes.
LONGEST_S = 3.0
# The smallest stack that a thread of a usual host has: those of macOS.
STACK = 512 << 10


def corpus() -> list[list[dict[str, Any]]]:
    files = [cases_of(path) for path in sorted((ROOT / "tests/vectors").rglob("*.json"))]
    return [cases for cases in files if cases]


def nested(levels: int, kind: int) -> Any:
    value: Any = "x"
    for _ in range(levels):
        value = ([value], {"content": value}, (value,), [value, value])[kind]
    return value


def cycle(kind: int) -> Any:
    value: Any = [1] if kind else {"content": 1}
    if kind == 0:
        value["content"] = [value, value]
    else:
        value.append(value)
    return value


def odd(chance: random.Random) -> Any:
    return chance.choice(
        [
            lambda: None,
            lambda: -1,
            lambda: 1 << 63,
            lambda: 10**400,
            lambda: float("nan"),
            lambda: float("inf"),
            lambda: "\ud800",
            lambda: b"\0\1",
            lambda: nested(chance.choice((255, 257, 300, 3_000)), chance.randrange(3)),
            lambda: nested(40, 3),
            lambda: cycle(chance.randrange(2)),
            lambda: "error: x\n" * 5_000,
            lambda: [{"a": 1, "b": "c"}] * 500,
            lambda: object(),
            lambda: UserDict(role="user", content="hi"),
            lambda: {1: 2},
            lambda: {1, 2},
            lambda: "",
            lambda: [],
            lambda: {},
        ]
    )()


def change(chance: random.Random, value: Any) -> Any:
    """A copy of a value in which one value is another."""
    if isinstance(value, list) and value and chance.random() < 0.8:
        at = chance.randrange(len(value))
        return [*value[:at], *([] if chance.random() < 0.1 else [change(chance, value[at])]), *value[at + (chance.random() < 0.9) :]]
    if isinstance(value, dict) and value and chance.random() < 0.8:
        name = chance.choice([*value])
        if chance.random() < 0.1:
            return {key: item for key, item in value.items() if key != name}
        return {**value, name: change(chance, value[name])}
    return odd(chance)


def one(files: list[list[dict[str, Any]]], number: int) -> None:
    import conspectus
    from conspectus import _conspectus
    from conspectus.results import Result

    chance = random.Random(number)
    case = chance.choice(chance.choice(files))
    given: dict[str, Any] = {name: case.get(name) for name in ("messages", "options", "turn")}
    for _ in range(chance.randrange(4)):
        name = chance.choice(("messages", "messages", "messages", "options", "turn"))
        if given[name] is not None:
            given[name] = change(chance, given[name])
    messages, options = given["messages"], given["options"] if isinstance(given["options"], dict) else {}
    names = [row["name"] for row in _conspectus.names()["operations"]]
    try:
        if case["call"] in names:
            _conspectus.call(case["call"] if chance.random() < 0.7 else chance.choice(names), messages, options)
            return
        options = {name: value for name, value in options.items() if isinstance(name, str) and name not in ("host_functions", "summarize")}
        compactor: Any = conspectus.Compactor(summarize=lambda _request: str(case.get("summary") or "It went well."), **options)
        for refused in [*case.get("refused", ()), *([odd(chance)] if chance.random() < 0.5 else [])]:
            compactor.handle_provider_error(refused)
        saved = compactor.save()
        compactor = conspectus.Compactor.load(change(chance, saved) if chance.random() < 0.3 else saved, **options)
        result = compactor.compact(messages, **{name: value for name, value in (given["turn"] or {}).items() if isinstance(name, str) and name not in ("unchanged_messages", "now_ms")} if isinstance(given["turn"], dict) else {})
        kept = result.to_dict()
        Result.from_dict(change(chance, kept) if chance.random() < 0.5 else kept)
    except conspectus.ConspectusError:
        pass


def batch(first: int, count: int) -> list[str]:
    """What went wrong in a batch, in this process."""
    logging.disable(logging.CRITICAL)
    files, wrong = corpus(), []

    def work() -> None:
        for number in range(first, first + count):
            start = time.thread_time()
            try:
                one(files, number)
            except BaseException as error:
                wrong.append(f"{number}: {type(error).__name__}: {str(error)[:100]}")
            if (took := time.thread_time() - start) > LONGEST_S:
                wrong.append(f"{number}: {took:.1f} s of CPU")

    threading.stack_size(STACK)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return wrong


def in_a_process(first: int, count: int) -> list[str]:
    command = [sys.executable, __file__, "batch", str(first), str(count)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60 + LONGEST_S * count)
    except subprocess.TimeoutExpired:
        done = None
    if done is not None and done.returncode == 0:
        return json.loads(done.stdout.splitlines()[-1])  # type: ignore[no-any-return]
    if count == 1:
        return [f"{first}: " + ("hangs" if done is None else f"the process ended with {done.returncode}")]
    half = count // 2
    return in_a_process(first, half) + in_a_process(first + half, count - half)


def main(given: list[str]) -> int:
    if given[:1] == ["batch"]:
        print(json.dumps(batch(int(given[1]), int(given[2]))))
        return 0
    count, first = [int(text) for text in [*given, *("20000", "0")[len(given) :]]]
    wrong = [line for start in range(first, first + count, BATCH) for line in in_a_process(start, min(BATCH, first + count - start))]
    print("\n".join(wrong[:50]))
    print(f"fuzz: {count} inputs through the Python package on a stack of {STACK >> 10} kB: {len(wrong)} deaths, hangs or untyped errors")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
