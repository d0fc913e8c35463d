"""What several test files share: conversations, a scripted summary, both ways to run a compactor, and a probe of the interpreter lock."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from conspectus import Compactor
from conspectus.gemini_cli import estimate_tokens
from conspectus.results import Result

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def session(turns: int, size: int = 200) -> list[dict[str, Any]]:
    """A Gemini session: per turn a request, a call, its result and an answer."""
    messages: list[dict[str, Any]] = []
    for turn in range(turns):
        path = f"src/file_{turn}.rs"
        call = {"id": f"c{turn}", "name": "read_file", "args": {"path": path}}
        result = {"id": f"c{turn}", "name": "read_file", "response": {"output": f"{turn} " * (size // 2)}}
        messages += [
            {"role": "user", "parts": [{"text": f"Please look at {path} and never touch main."}]},
            {"role": "model", "parts": [{"functionCall": call}]},
            {"role": "user", "parts": [{"functionResponse": result}]},
            {"role": "model", "parts": [{"text": f"{path} is fine."}]},
        ]
    return messages


def holding(value: Any) -> dict[str, Any]:
    """A message that holds any value."""
    return {"role": "user", "content": "", "value": value}


def json_chars(*messages: Any) -> int:
    """How long messages are as JSON, as the package measures them."""
    return estimate_tokens(messages, unit="json_chars", dialect="openai_chat").chars


def json_length(value: Any) -> int:
    """How long one value is as JSON, in a message that holds it."""
    return json_chars(holding(value)) - len('{"role":"user","content":"","value":}')


def with_image() -> list[dict[str, Any]]:
    return [
        {"role": "user", "parts": [{"text": "see"}, {"inlineData": {"mimeType": "image/png", "data": PNG}}], "extra": {"kept": [1]}},
        {"role": "model", "parts": [{"text": "a pixel"}]},
    ]


FILES = ", ".join(f"src/file_{turn}.rs" for turn in range(12))

SNAPSHOT = f"""<state_snapshot>
<overall_goal>Look at the files; never touch main.</overall_goal>
<key_knowledge>All files are fine: {FILES}.</key_knowledge>
<current_plan>1. [DONE] Look.</current_plan>
</state_snapshot>"""


HOWS = pytest.mark.parametrize("how", ["sync", "async"])


def drive(how: str, compactor: Compactor[Any], messages: Any, **turn: Any) -> Result[Any]:
    """Runs a compactor by `compact` or by `acompact`."""
    if how == "sync":
        return compactor.compact(messages, **turn)
    return asyncio.run(compactor.acompact(messages, **turn))


def lets_others_run(work: Callable[[int], object]) -> bool:
    """Whether another thread gets a turn while `work(size)` runs, for some size.

    The interpreter is told not to switch threads on its own, so the other thread only runs if `work` releases the lock. On a busy
    machine it may wake up too late, so the text grows, and the probe is repeated. If `work` keeps the lock, neither helps.
    """
    interval = sys.getswitchinterval()
    for size in (10_000, 100_000, 1_000_000, 3_000_000, *[300_000] * 100):
        ready, go, ran = threading.Event(), threading.Event(), []

        def step(ready: threading.Event = ready, go: threading.Event = go, ran: list[bool] = ran) -> None:
            ready.set()
            go.wait()
            ran.append(True)

        thread = threading.Thread(target=step)
        thread.start()
        ready.wait()
        sys.setswitchinterval(1_000)
        try:
            go.set()
            work(size)
            had_a_turn = bool(ran)
        finally:
            sys.setswitchinterval(interval)
        thread.join()
        if had_a_turn:
            return True
    return False
