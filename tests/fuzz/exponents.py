"""The CPU of every public function is linear in the size and in the count of what it is given.

Each is timed on three inputs, each three times as large as the one before. `python tests/fuzz/exponents.py [FUNCTION]` prints the largest
exponents and ends with 1 if one is above 1.2, or if a function was given nothing that it takes.
"""

from __future__ import annotations

import base64
import inspect
import json
import logging
import math
import os
import pathlib
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import conspectus
import conspectus.context
import conspectus.sansio
from conspectus import Compactor, ConspectusError

MOST = 1.2
# A short call is repeated until it has taken so long.
LEAST_S = 0.02
# A call that takes less on its largest input (several megabytes) has read it once at most: what is timed is the memory.
ONE_PASS_S = 0.001
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
    "pictures of one message": [pictures(count) for count in (1_000, 3_000, 9_000)],
    "error lines of one result": [one_result(errors(count)) for count in (5_333, 16_000, 48_000)],
    "lines of one result": [one_result(lines(count)) for count in (5_333, 16_000, 48_000)],
}
# A line costs 0.9 us up to 8,000 lines and 1.8 from 48,000 on, where the sums of lines leave the cache: so the sizes begin at 32,000.
TEXTS: dict[str, list[Any]] = {"error lines": [errors(count) for count in (12_000, 36_000, 108_000)], "lines": [lines(count) for count in (32_000, 96_000, 288_000)]}


def compacted(**options: Any) -> Callable[[Any], Any]:
    return lambda messages: Compactor(summarize=lambda _request: "It went well.", **options).compact(messages)


def resumed(messages: Messages) -> Any:
    compactor: Any = Compactor(context_window=8_000)
    compactor.compact(messages)
    return Compactor.load(compactor.save(), context_window=8_000).compact(messages)


OWN: dict[str, Callable[[Any], Any]] = {
    "compact": compacted(context_window=8_000),
    "compact, condense": compacted(context_window=2_000_000),
    "compact by extraction": lambda messages: Compactor(context_window=8_000).compact(messages),
    "save, load, compact": resumed,
}


def gemini(count: int) -> Messages:
    found: Messages = []
    for at in range(count):
        found += [{"role": "user", "parts": [{"text": f"Fix src/file{at}.py."}]}, {"role": "model", "parts": [{"functionCall": {"name": "shell", "args": {"command": f"cat {at}"}}}]}]
        found += [{"role": "user", "parts": [{"functionResponse": {"name": "shell", "response": {"output": f"line {at}\n" * 5}}}]}, {"role": "model", "parts": [{"text": "Done."}]}]
    return found


def patched(count: int) -> tuple[Messages, dict[str, Any]]:
    messages = turns(count)
    return messages, {"patch": {"ops": [{"op": "replace", "path": f"/{4 * at}/content", "value": "Gone."} for at in range(count)], "splices": []}}


def many(count: int) -> dict[str, Any]:
    return {f"KEY_{at}": f"value {at}" for at in range(count)}


def file_of(count: int) -> str:
    path = FOLDER / f"lines{count}.txt"
    path.write_text(lines(count))
    return str(path)


def folder_of(count: int) -> str:
    path = FOLDER / f"notes{count}"
    path.mkdir(exist_ok=True)
    (path / "GEMINI.md").write_text(lines(count))
    return str(path)


def settings_of(count: int) -> str:
    path = FOLDER / f"workspace{count}" / ".gemini" / "settings.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(many(count)))
    return str(path.parents[1])


FOLDER = pathlib.Path(tempfile.mkdtemp())
COUNTS = (1_000, 3_000, 9_000)
# What takes neither messages nor a text, or needs more than that: an input of so many pieces, and the options.
OTHERS: dict[str, Callable[[int], Any]] = {
    "media_tokens": lambda count: "data:image/png;base64," + PNG * count,
    "read_usage": lambda count: {"input_tokens": 5, **many(count)},
    "check_summary": lambda count: (turns(count), {"summary": "It failed."}),
    "count_texts": lambda count: [f"text number {at} of them" for at in range(count)],
    "decode": lambda count: [1_000 + at * 7_919 % 90_000 for at in range(count)],
    "truncate": lambda count: (lines(count), {"max_tokens": 2_000}),
    "media_part": lambda count: (PNG * count, {"mime": "image/png"}),
    "expand_imports": lambda count: (lines(count), {"path": "docs/notes.md"}),
    "join_instructions": lambda count: [{"path": f"docs/{at}.md", "text": f"note {at}"} for at in range(count)],
    "editor_context": lambda count: [{"path": f"src/{at}.py", "timestamp": at} for at in range(count)],
    "model_info": lambda count: "model-" * count,
    "token_limit": lambda count: "model-" * count,
    "compressor_model": lambda count: "model-" * count,
    "classify_error": lambda count: {"status": 400, "error": {"message": lines(count)}},
    "invert_patch": patched,
    # From 200 turns on there is something to reduce.
    "simulate": lambda count: (turns(count // 2), {"model": "claude-sonnet-4-5", "context_window": 20_000}),
    "curate": gemini,
    "harden": gemini,
    "normalize_response": lambda count: ([{"text": f"part {at}"} for at in range(count)], {"ratio": 0.5}),
    "estimate_parts_tokens": lambda count: [{"text": f"part {at}"} for at in range(count)],
    "check_overflow": lambda count: ([{"text": f"part {at}"} for at in range(count)], {"context_window": 10_000}),
    "least_recently_used": lambda count: ([f"key {at % 500}" for at in range(count)], {"max_entries": 100}),
    "recent_activity": lambda count: [{"type": "edit", "at": at} for at in range(count)],
    "resolve_settings": many,
    "compression_settings": lambda count: {"compression": many(count)},
    "needs_compression": lambda count: (turns(count), {"context_window": 8_000}),
    "usage_tokens": lambda count: {"input": 5, "output": 5, **many(count)},
    "conversation_summary": lambda count: (turns(count), {"id": "one", "generated_at": "2026-01-01", "content": "It failed.", "covering_messages": [0, 1]}),
    "messages_for_model": lambda count: {"messages": turns(count)},
    "read_file": file_of,
    "load_instructions": folder_of,
    "load_settings": settings_of,
    "save_memory": lambda count: (str(FOLDER / f"memory{count}.md"), {"facts": [f"fact {at}" for at in range(count)]}),
}


def functions() -> dict[str, tuple[Callable[[Any, dict[str, Any]], Any], dict[str, list[Any]]]]:
    """Every function with its inputs."""
    found: dict[str, Any] = {name: (lambda given, _options, function=function: function(given), INPUTS) for name, function in OWN.items()}
    for row in conspectus.sansio.names()["operations"]:
        if not row["input"]:
            continue  # its arguments have one size
        name = row["name"]
        inputs = {"count": [OTHERS[name](count) for count in COUNTS]} if name in OTHERS else TEXTS if row["input"]["name"] == "text" else INPUTS
        found[name] = (lambda given, options, name=name: conspectus._conspectus.call(name, given, options), inputs)
    call = conspectus._conspectus.call
    found["summarize_output, answered"] = (lambda text, _options: call("summarize_output", text, {"answer": "It failed.", "max_tokens": 2_000}), TEXTS)
    return found


def seconds(function: Callable[[Any, dict[str, Any]], Any], given: Any) -> float:
    messages, options = given if isinstance(given, tuple) else (given, {})

    def took(times: int) -> float:
        start = time.process_time()
        for _ in range(times):
            function(messages, dict(options))
        return (time.process_time() - start) / times

    took(1)  # what is imported and counted once
    times = max(1, math.ceil(LEAST_S / max(took(1), 1e-6)))
    return min(took(times) for _ in range(3))


def main() -> int:
    if os.environ.get("PYTHONMALLOC") != "malloc":
        # A block of 32 MB and more is mapped anew at each call, and each of its pages costs a fault: a step that no function makes. `encode` of
        # 1.7 MB took 39 ms with these faults and 25 without.
        kept = {"PYTHONMALLOC": "malloc", "MALLOC_MMAP_THRESHOLD_": str(1 << 30), "MALLOC_TRIM_THRESHOLD_": str(1 << 32)}
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **kept})
    logging.disable(logging.CRITICAL)
    found, wrong = [], 0
    all_functions = functions()
    for name, (function, kinds) in all_functions.items():
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        measured = 0
        for kind, inputs in kinds.items():
            try:
                took = [seconds(function, given) for given in inputs]
            except ConspectusError as error:
                reason = f"{kind}: {error}"
                continue  # it takes another kind of input
            measured += 1
            # The smallest input is the measure: between two of them a run may do something else.
            found.append((math.log(took[2] / took[0]) / math.log(9), name, kind, took))
        if not measured:
            wrong += 1
            print(f"exponents: {name} was given nothing that it takes: {reason[:200]}")
    found.sort(key=lambda one: -one[0])
    wrong_ones = [one for one in found if one[0] > MOST and one[3][2] >= ONE_PASS_S]
    for exponent, name, kind, took in wrong_ones or found[:5]:
        print(f"exponents: {name} over {kind}: {exponent:.2f}, {', '.join(f'{1e3 * one:.1f}' for one in took)} ms")
    wrong += len(wrong_ones)
    slow = max(one[0] for one in found if one[3][2] >= ONE_PASS_S)
    print(f"exponents: {len(all_functions)} functions, {len(found)} measured, the largest above {1e3 * ONE_PASS_S:.0f} ms is {slow:.2f}, limit {MOST}, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
