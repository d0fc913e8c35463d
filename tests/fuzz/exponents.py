"""The CPU of every function is linear in the size and in the count of what it is given.

Each is timed on three inputs, each three times as large as the one before. `python tests/fuzz/exponents.py` prints the exponents and ends with 1
if one is above 1.2. What takes less than a few milliseconds is not measured: its start takes more.
"""

from __future__ import annotations

import base64
import inspect
import logging
import math
import sys
import time
from collections.abc import Callable
from typing import Any

import conspectus
import conspectus.context
import conspectus.sansio
from conspectus import Compactor, ConspectusError

MOST = 1.2
LEAST_S = 0.004
PNG = base64.b64encode(bytes.fromhex("89504e470d0a1a0a0000000d4948445200000010000000100802000000909168360000000b49444154789c63600000000200010e2b5fd90000000049454e44ae426082")).decode()
Messages = list[dict[str, Any]]


def turns(count: int) -> Messages:
    """So many turns with a call and its result each."""
    found: Messages = []
    for at in range(count):
        call = {"type": "tool_use", "id": f"t{at}", "name": "shell", "input": {"command": f"cat src/file{at}.py"}}
        found += [{"role": "user", "content": f"Fix the error in src/file{at}.py, please."}, {"role": "assistant", "content": [call]}]
        found += [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"t{at}", "content": f"error: line {at} of file {at} is wrong\n" * 5}]}]
        found += [{"role": "assistant", "content": f"I have changed line {at} of src/file{at}.py."}]
    return found


def one_result(text: str) -> Messages:
    call = {"type": "tool_use", "id": "t", "name": "shell", "input": {"command": "make"}}
    return [{"role": "user", "content": "Build it."}, {"role": "assistant", "content": [call]}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": text}]}]


def pictures(count: int) -> Messages:
    found = one_result("")
    found[2]["content"][0]["content"] = [{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}} for _ in range(count)]
    return [*found, {"role": "assistant", "content": "Seen."}, {"role": "user", "content": "Go on."}]


def errors(count: int) -> str:
    return "\n".join(f"error: thing number {at} of module {at * 7919 % 100_003} failed" for at in range(count))


def lines(count: int) -> str:
    return "\n".join(f"line {at} of output {at * 31 % 977}" for at in range(count))


# What is measured by: three inputs of each kind.
INPUTS: dict[str, list[Any]] = {
    "turns": [turns(count) for count in (120, 360, 1_080)],
    "pictures of one message": [pictures(count) for count in (333, 1_000, 3_000)],
    "error lines of one result": [one_result(errors(count)) for count in (4_000, 12_000, 36_000)],
    "lines of one result": [one_result(lines(count)) for count in (5_333, 16_000, 48_000)],
}
TEXTS: dict[str, list[Any]] = {"error lines": [errors(count) for count in (4_000, 12_000, 36_000)], "lines": [lines(count) for count in (5_333, 16_000, 48_000)]}


def compacted(**options: Any) -> Callable[[Any], Any]:
    return lambda messages: Compactor(summarize=lambda _request: "It went well.", **options).compact(messages)


def resumed(messages: Messages) -> Any:
    compactor: Any = Compactor(context_window=8_000)
    compactor.compact(messages)
    return Compactor.load(compactor.save(), context_window=8_000).compact(messages)


OWN: dict[str, Callable[[Any], Any]] = {
    "compact": compacted(context_window=8_000),
    "compact, max_tool_result_tokens": compacted(context_window=2_000_000, max_tool_result_tokens=2_000),
    "compact, admit": compacted(context_window=2_000_000, admit=True) if "admit" in inspect.signature(Compactor.__init__).parameters else compacted(context_window=2_000_000),
    "compact by extraction": lambda messages: Compactor(context_window=8_000).compact(messages),
    "save, load, compact": resumed,
}


def functions() -> dict[tuple[str, bool], Callable[[Any], Any]]:
    """Every operation with an input, and whether that is a text."""
    found: dict[tuple[str, bool], Callable[[Any], Any]] = {(name, False): function for name, function in OWN.items()}
    for row in conspectus.sansio.names()["operations"]:
        if row["input"]:
            is_text = row["input"].get("kind") == "text" or row["input"].get("name") == "text" if isinstance(row["input"], dict) else row["input"] == "text"
            found[row["name"], is_text] = lambda given, name=row["name"]: conspectus._conspectus.call(name, given, {})
    found["check_output_summary", True] = lambda text: conspectus._conspectus.call("check_output_summary", text, {"summary": "It failed.", "max_tokens": 2_000})
    return found


def seconds(function: Callable[[Any], Any], given: Any) -> float:
    function(given)  # what is imported and counted once
    least = math.inf
    for _ in range(3):
        start = time.process_time()
        function(given)
        least = min(least, time.process_time() - start)
    return least


def main() -> int:
    logging.disable(logging.CRITICAL)
    worst, measured, wrong = 0.0, 0, 0
    for (name, is_text), function in functions().items():
        for kind, inputs in (TEXTS if is_text else INPUTS).items():
            try:
                took = [seconds(function, given) for given in inputs]
            except ConspectusError:
                continue  # it takes another input, or options of its own
            # The smallest input is the measure: between two of them a run may do something else.
            if took[0] < LEAST_S:
                continue
            exponent = math.log(took[2] / took[0]) / math.log(9)
            measured += 1
            worst = max(worst, exponent)
            if exponent > MOST:
                wrong += 1
                print(f"exponents: {name} over {kind}: {exponent:.2f}, {', '.join(f'{1e3 * one:.0f}' for one in took)} ms")
    print(f"exponents: {measured} measured, the largest is {worst:.2f}, {wrong} above {MOST}")
    return 1 if wrong or measured < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
