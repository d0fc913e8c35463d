"""One run at a time: what a second call gets, from a thread, a task or a function of the host; and many compactors at once."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from builders import HOWS, SNAPSHOT, drive, session

from conspectus import Compactor, History, errors
from conspectus.results import Result
from tier import SHORT

MESSAGES = session(20, size=2000)
OPTIONS: Any = {"context_window": 10_000, "clear_when": "never", "fallback": "none", "summarizer_window": 64_000}


def test_a_second_thread_is_told_that_the_compactor_is_busy() -> None:
    asked, answer = threading.Event(), threading.Event()

    def summarize(request: dict[str, Any]) -> str:
        asked.set()
        answer.wait(60)
        return SNAPSHOT

    compactor: Compactor[Any] = Compactor(summarize=summarize, **OPTIONS)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(compactor.compact, MESSAGES)
        asked.wait(60)
        for call in (compactor.compact, compactor.view):
            with pytest.raises(errors.BusyError) as caught:
                call(MESSAGES)
            assert (caught.value.code, "_" in caught.value.message) == ("BUSY", False)
        assert compactor.save()["version"] == 1, "what it remembers can be saved at any time"
        answer.set()
        assert first.result(60).status == "summarized"
    assert compactor.compact(session(1)).status == "unchanged"


def test_sixteen_threads_share_one_compactor_and_one_at_a_time_runs() -> None:
    compactor: Compactor[Any] = Compactor(summarize=lambda request: SNAPSHOT, **OPTIONS)
    start = threading.Barrier(16)

    def many(number: int) -> list[str]:
        start.wait(60)
        found = []
        for _ in range(20):
            try:
                found.append(compactor.compact(MESSAGES).status)
            except errors.BusyError as error:
                found.append(error.code)
        return found

    with ThreadPoolExecutor(16) as pool:
        found = {status for statuses in pool.map(many, range(16)) for status in statuses}
    assert found <= {"summarized", "unchanged", "BUSY"} and "summarized" in found


def test_sixteen_threads_with_their_own_compactors_share_their_options() -> None:
    shared: Any = {**OPTIONS, "summarize": lambda request: SNAPSHOT}
    expected = Compactor(**shared).compact(MESSAGES).messages

    def own(number: int) -> bool:
        compactor: Compactor[Any] = Compactor(**shared)
        history, listed = History(), []
        for message in MESSAGES:
            listed.append(message)
            history.sync(listed)
        return compactor.compact(MESSAGES).messages == expected and len(history) == len(MESSAGES)

    with ThreadPoolExecutor(16) as pool:
        assert all(pool.map(own, range(64)))


def test_a_call_from_within_is_told_so_and_the_run_goes_on() -> None:
    caught: list[str] = []

    def summarize(request: dict[str, Any]) -> str:
        try:
            compactor.compact(MESSAGES)
        except errors.BusyError as error:
            caught.append(error.code)
        return SNAPSHOT

    compactor: Compactor[Any] = Compactor(summarize=summarize, **OPTIONS)
    assert compactor.compact(MESSAGES).status == "summarized" and caught == ["BUSY"]


def test_a_second_task_is_told_so_and_the_first_goes_on() -> None:
    async def main() -> Result[Any]:
        asked, answer = asyncio.Event(), asyncio.Event()

        async def summarize(request: dict[str, Any]) -> str:
            asked.set()
            await answer.wait()
            return SNAPSHOT

        compactor: Compactor[Any] = Compactor(summarize=summarize, **OPTIONS)
        first = asyncio.create_task(compactor.acompact(MESSAGES))
        await asked.wait()
        with pytest.raises(errors.BusyError):
            await compactor.acompact(MESSAGES)
        answer.set()
        return await first

    assert asyncio.run(main()).changed


@HOWS
@pytest.mark.parametrize("raises", [False, True])
def test_a_run_that_is_cancelled_while_a_summary_is_made_ends_as_cancelled(how: str, raises: bool) -> None:
    def summarize(request: dict[str, Any]) -> str:
        compactor.cancel()
        if raises:
            raise OSError("the call was cut off")
        return SNAPSHOT

    compactor: Compactor[Any] = Compactor(summarize=summarize, **OPTIONS)
    result = drive(how, compactor, MESSAGES)
    assert (result.status, result.changed, result.messages is MESSAGES, result.error) == ("cancelled", False, True, None)
    assert (result.code, result.tokens_after) == ("cancelled", result.tokens_before)
    compactor.cancel()
    assert compactor.compact(session(1)).status == "unchanged"


def test_runs_that_other_threads_cancel_end_well() -> None:
    compactor: Compactor[Any] = Compactor(summarize=lambda request: SNAPSHOT, **OPTIONS)
    stop = threading.Event()

    def cancels() -> None:
        while not stop.is_set():
            compactor.cancel()

    thread = threading.Thread(target=cancels)
    thread.start()
    try:
        found = {compactor.compact([*MESSAGES, {"role": "user", "parts": [{"text": str(turn)}]}]).status for turn in range(20 if SHORT else 60)}
    finally:
        stop.set()
        thread.join()
    assert found <= {"summarized", "unchanged", "cancelled"}
    assert compactor.compact(session(1)).status == "unchanged"


def test_an_object_that_calls_the_history_that_holds_it_gets_an_answer() -> None:
    """A message that goes may run code of its own while the ledger is in use."""
    told: list[str] = []

    class Last(dict):  # type: ignore[type-arg]
        def __del__(self) -> None:
            try:
                told.append(str(len(history)))
            except errors.BusyError as error:
                told.append(error.code)

    history = History()
    history.append(Last(role="user", content="x"))
    history.sync([])
    assert told in (["BUSY"], ["0"]) and len(history) == 0


def test_an_exception_that_cannot_be_shown_does_not_hide_itself() -> None:
    class Silent(Exception):
        def __str__(self) -> str:
            raise RuntimeError("no words")

    def summarize(request: dict[str, Any]) -> str:
        raise Silent

    with pytest.raises(Silent):
        Compactor(summarize=summarize, **OPTIONS).compact(MESSAGES)
