"""While a run plans, other threads and the event loop go on."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import conspectus
import pytest


def long_list(count: int = 1_500) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Mend the tests. Never touch the migrations."}]
    for step in range(count // 2):
        call = {"id": f"c{step}", "type": "function", "function": {"name": "read_file", "arguments": f'{{"path": "src/part_{step % 50}.py"}}'}}
        messages.append({"role": "assistant", "content": f"Step {step}: I look for what fails.", "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"c{step}", "content": "\n".join(f"line {line} of part {step}: {line * step}" for line in range(30))})
    return messages


def test_another_thread_goes_on() -> None:
    compactor = conspectus.Compactor(context_window=60_000, summarize="extractive")
    machine = compactor._machine
    work, count, seen, results = machine.raw_work, 0, [], []

    def counted() -> Any:
        before = count
        done = work()
        seen.append(count - before)
        return done

    machine.raw_work = counted
    thread = threading.Thread(target=lambda: results.append(compactor.compact(long_list(), force=True)))
    thread.start()
    while thread.is_alive():
        count += 1
    thread.join()
    assert results[0].status == "summarized"
    # With the lock held, not one step would be made meanwhile.
    assert seen[0] > 0


def test_the_loop_goes_on() -> None:
    async def main() -> int:
        compactor = conspectus.Compactor(context_window=60_000, summarize=lambda _: "<state_snapshot><overall_goal>Mend</overall_goal></state_snapshot>")
        ticks, is_over = 0, False

        async def beat() -> None:
            nonlocal ticks
            while not is_over:
                ticks += 1
                await asyncio.sleep(0)

        beating = asyncio.create_task(beat())
        result = await compactor.acompact(long_list(), force=True)
        assert result.status == "summarized"
        is_over = True
        await beating
        return ticks

    assert asyncio.run(main()) > 100


def test_a_run_is_cancelled_while_it_plans() -> None:
    async def main() -> None:
        compactor = conspectus.Compactor(context_window=60_000, summarize="extractive")
        messages = long_list()
        running = asyncio.create_task(compactor.acompact(messages, force=True))
        await asyncio.sleep(0.01)
        compactor.cancel()
        assert (await running).status == "cancelled"
        running = asyncio.create_task(compactor.acompact(messages, force=True))
        await asyncio.sleep(0.01)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        # Nothing is left behind.
        assert (await compactor.acompact(messages, force=True)).status == "summarized"

    asyncio.run(main())


def test_what_is_saved_meanwhile_waits_for_the_plan() -> None:
    compactor = conspectus.Compactor(context_window=60_000, summarize="extractive")
    before, states, statuses = compactor.save(), [], []
    thread = threading.Thread(target=lambda: statuses.append(compactor.compact(long_list(), force=True).status))
    thread.start()
    while thread.is_alive():
        states.append(compactor.save())
    thread.join()
    after = compactor.save()
    assert statuses == ["summarized"] and before != after
    # Nothing half is saved.
    assert states and all(state in (before, after) for state in states)
    for state in (before, after):
        assert conspectus.Compactor.load(state, context_window=60_000).save() == state


def test_a_list_that_grows_meanwhile_is_not_lost() -> None:
    async def main() -> None:
        compactor = conspectus.Compactor(context_window=60_000, summarize="extractive")
        messages = long_list()
        running = asyncio.create_task(compactor.acompact(messages, force=True))
        await asyncio.sleep(0.01)
        messages.append({"role": "user", "content": "And mend the docs."})
        result = await running
        assert result.status in ("summarized", "conflict")
        assert result.messages[-1] == messages[-1]

    asyncio.run(main())


def test_a_loop_that_is_not_of_asyncio_waits() -> None:
    """A coroutine that something else drives: nothing of asyncio is asked for."""
    compactor = conspectus.Compactor(context_window=60_000, summarize="extractive")
    driven = compactor.acompact(long_list(200), force=True)
    with pytest.raises(StopIteration) as ended:
        driven.send(None)
    assert ended.value.value.status == "summarized"
