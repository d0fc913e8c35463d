#!/usr/bin/env python3
"""Measures the targets of gencode's document on a recorded conversation, under its preset.

    PYTHONPATH=bindings-python .venv/bin/python scripts/measure/gencode_targets.py        # it needs `make python`
    ... gencode_targets.py SESSION.json                                                   # another message list

The targets: 60 to 70% fewer messages, 50 to 60% fewer tokens, all key facts kept, clearing below 100 ms, a summary below 5 s. The
key facts are the document's own: files that were written or edited, tools that were used, and decisions. The conversation is as long
as the document's example (156 messages): the recorded one, continued with its own start. No model is called, so the time is that of the
extractive summary. Times are the median of five runs.
"""

from __future__ import annotations

import json
import pathlib
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from conspectus import Compactor, gencode

ROOT = pathlib.Path(__file__).resolve().parents[2]
SESSION = ROOT / "examples/sessions/coding.anthropic.json"
# The messages of the document's example.
MESSAGES = 156
RUNS = 5


def timed(run: Callable[[], Any]) -> tuple[float, Any]:
    """The median time in seconds, and what came of the last run."""
    times = []
    result: Any = None
    for _ in range(RUNS):
        start = time.perf_counter()
        result = run()
        times.append(time.perf_counter() - start)
    return statistics.median(times), result


def long(messages: list[Any]) -> list[Any]:
    """At least so many messages, which end with the agent's."""
    found = list(messages)
    while len(found) < MESSAGES:
        found += messages[: MESSAGES - len(found)]
    while found[-1]["role"] != "assistant" or "tool_use" in json.dumps(found[-1]):
        found.pop()
    return found


def facts(messages: list[Any]) -> set[str]:
    """The key facts of gencode's record of a summary."""
    found = gencode.extract_activity(messages)
    return {*found.files_modified, *found.key_decisions, *(tool.tool for tool in found.tools_used)}


def main() -> None:
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else SESSION
    read = json.loads(path.read_text(encoding="utf-8"))
    messages = long(read["messages"] if isinstance(read, dict) else read)

    def compacted() -> Any:
        return Compactor(preset="gencode", context_window=200_000).compact(messages, force=True)

    summary_s, result = timed(compacted)
    clearing_s, pruned = timed(lambda: gencode.prune(messages))
    before, wanted = result.tokens_before, facts(messages)
    text = json.dumps(result.messages, ensure_ascii=False)
    kept = [fact for fact in wanted if fact in text]
    rows = [
        ("fewer messages", "60 to 70%", f"{100 - 100 * len(result.messages) / len(messages):.1f}%"),
        ("fewer tokens", "50 to 60%", f"{100 - 100 * result.tokens_after / before:.1f}%"),
        ("key facts kept", "all", f"{len(kept)} of {len(wanted)}"),
        ("clearing", "below 100 ms", f"{clearing_s * 1000:.1f} ms"),
        ("summary", "below 5 s", f"{summary_s:.3f} s"),
    ]
    print(f"{path.name}: {len(messages)} messages, {before:,} tokens; cleared {pruned.details}\n")
    print("| | target | measured |\n| --- | --: | --: |")
    print("\n".join(f"| {name} | {target} | {figure} |" for name, target, figure in rows))
    for lost in sorted(wanted - set(kept)):
        print(f"lost: {lost}")


if __name__ == "__main__":
    main()
