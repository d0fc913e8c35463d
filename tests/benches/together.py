"""What others wait for while a run plans. Read the ratios: both sides run in one process, on cores that should be idle.

    python tests/benches/together.py

Two threads, each with a conversation of its own, beside the same two runs one after the other. Then the longest time that an event loop
stands still while 20 runs begin at once, beside `json.dumps` of one of their lists.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
from typing import Any

import conspectus

NOTES = "<state_snapshot><overall_goal>Mend the tests.</overall_goal></state_snapshot>"


def conversation(count: int) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Mend the tests. Never touch the migrations."}]
    for step in range(count // 2):
        call = {"id": f"call_{step}", "type": "function", "function": {"name": "read_file", "arguments": json.dumps({"path": f"src/part_{step % 50}.py"})}}
        messages.append({"role": "assistant", "content": f"Step {step}: I read a part and look for what fails.", "tool_calls": [call]})
        lines = [f"line {line} of part {step}: value = compute({line * step}) # no error" for line in range(30)]
        messages.append({"role": "tool", "tool_call_id": f"call_{step}", "content": "\n".join(lines)})
        if step % 10 == 9:
            messages.append({"role": "user", "content": f"Go on with part {step}. Its port is {8000 + step}."})
    return messages


def two_threads(messages: list[dict[str, Any]]) -> tuple[float, float]:
    """Seconds of two runs one after the other, and in two threads."""

    def run() -> None:
        conspectus.compact(messages, context_window=60_000, summarize="extractive", force=True)

    run()
    start = time.perf_counter()
    run()
    run()
    alone = time.perf_counter() - start
    threads = [threading.Thread(target=run) for _ in range(2)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return alone, time.perf_counter() - start


async def standstill(lists: list[list[dict[str, Any]]], apart: bool) -> float:
    """The longest time between two turns of the loop while all these runs go on."""
    longest, before = 0.0, time.perf_counter()
    is_over = False

    async def beat() -> None:
        nonlocal longest, before
        while not is_over:
            await asyncio.sleep(0.0005)
            now = time.perf_counter()
            longest, before = max(longest, now - before), now

    async def run(messages: list[dict[str, Any]]) -> None:
        compactor = conspectus.Compactor(context_window=30_000, summarize=lambda _: NOTES)
        if apart:
            await compactor.acompact(messages, force=True)
        else:
            compactor.compact(messages, force=True)

    beating = asyncio.create_task(beat())
    await asyncio.sleep(0.01)
    await asyncio.gather(*map(run, lists))
    is_over = True
    await beating
    return longest


def main() -> None:
    import logging

    logging.getLogger("conspectus").setLevel(logging.ERROR)
    messages = conversation(2_000)
    alone, together = min((two_threads(messages) for _ in range(3)), key=lambda pair: pair[1] / pair[0])
    print(f"Two threads against one, {len(messages):,} messages: {alone / together:.2f}x ({alone * 1e3:.0f} ms one after the other, {together * 1e3:.0f} ms together)")
    lists = [conversation(440) for _ in range(20)]
    dumped = []
    for _ in range(5):
        start = time.perf_counter()
        json.dumps(lists[0])
        dumped.append(time.perf_counter() - start)
    for name, apart in (("20 acompact at once", True), ("20 compact, for comparison", False)):
        longest = min(asyncio.run(standstill(lists, apart)) for _ in range(3))
        print(f"{name}, {len(lists[0])} messages each: the loop stands still for {longest * 1e3:.1f} ms, {longest / min(dumped):.2f}x of json.dumps")


if __name__ == "__main__":
    main()
