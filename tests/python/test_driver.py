"""`Compactor.compact` and `Compactor.acompact`: what they ask for and what they return. A run that fails leaves the history as it was."""

from __future__ import annotations

import asyncio
import copy
from types import SimpleNamespace
from typing import Any

import pytest
from builders import HOWS, SNAPSHOT, drive, session

import conspectus
from conspectus import CompactResult, Compactor

MESSAGES = session(20, size=2000)


def run(how: str, summarize: Any = None, messages: Any = None, **turn: Any) -> CompactResult:
    messages = copy.deepcopy(MESSAGES) if messages is None else messages
    return drive(how, Compactor(context_window=10_000, prune=False), messages, summarize=summarize, **turn)


@HOWS
def test_a_summary_replaces_what_is_older(how: str) -> None:
    requests: list[dict[str, Any]] = []

    def summarize(request: dict[str, Any]) -> str:
        requests.append(request)
        return SNAPSHOT

    messages = copy.deepcopy(MESSAGES)
    result = run(how, summarize, messages)
    assert (result.status, result.applied) == ("compressed", True)
    assert messages == MESSAGES
    assert result.messages[-1] is messages[-1]
    assert len(result.messages) == result.report["messages_after"] < len(messages)
    assert "never touch main" in str(result.messages)
    assert len(requests) == 1 and set(requests[0]) >= {"system", "messages", "max_output_tokens", "purpose"}
    assert conspectus.estimate_tokens(result.messages).tokens < conspectus.estimate_tokens(messages).tokens


@HOWS
def test_below_the_trigger_the_very_same_list_comes_back(how: str) -> None:
    messages = session(1)
    result = run(how, None, messages)
    assert (result.status, result.applied) == ("noop", False)
    assert result.messages is messages


@HOWS
def test_an_answer_may_be_an_object_with_a_text(how: str) -> None:
    assert run(how, lambda request: SimpleNamespace(text=SNAPSHOT)).applied


@HOWS
@pytest.mark.parametrize(("answer", "status"), [("", "failed_empty_summary"), ("I cannot do that.", "failed_invalid_summary"), (SNAPSHOT.replace("fine", "fine " * 50_000), "failed_inflated_token_count")])
def test_a_useless_answer_changes_nothing(how: str, answer: str, status: str) -> None:
    messages = copy.deepcopy(MESSAGES)
    result = run(how, lambda request: answer, messages)
    assert result.status == status
    assert result.messages is messages and messages == MESSAGES


@HOWS
def test_what_summarize_raises_reaches_the_caller_as_it_is(how: str) -> None:
    error = KeyError("no such model")

    def summarize(request: dict[str, Any]) -> str:
        raise error

    with pytest.raises(KeyError) as caught:
        run(how, summarize)
    assert caught.value is error


@HOWS
@pytest.mark.parametrize("answer", [None, 7, b"bytes"])
def test_an_answer_of_another_type_is_a_type_error(how: str, answer: Any) -> None:
    with pytest.raises(TypeError, match="summarize"):
        run(how, lambda request: answer)


@HOWS
def test_without_summarize_it_says_what_is_missing(how: str) -> None:
    with pytest.raises(TypeError, match="embedded"):
        run(how, None)


def test_the_machine_can_run_again_after_trouble() -> None:
    compactor = Compactor(context_window=10_000, prune=False)
    for trouble in (KeyError("x"), KeyboardInterrupt()):

        def summarize(request: dict[str, Any], trouble: BaseException = trouble) -> str:
            raise trouble

        with pytest.raises(type(trouble)):
            compactor.compact(MESSAGES, summarize=summarize)
        assert compactor.state == "done" and compactor.poll_action() is None
    assert compactor.compact(MESSAGES, summarize=lambda request: SNAPSHOT).applied


def test_a_coroutine_is_awaited_and_refused_where_nothing_awaits() -> None:
    async def summarize(request: dict[str, Any]) -> str:
        await asyncio.sleep(0)
        return SNAPSHOT

    assert run("async", summarize).applied
    with pytest.raises(TypeError, match="acompact"):
        run("sync", summarize)


def test_a_cancelled_task_cancels_the_run() -> None:
    compactor = Compactor(context_window=10_000, prune=False)

    async def main() -> None:
        started = asyncio.Event()

        async def summarize(request: dict[str, Any]) -> str:
            started.set()
            await asyncio.Event().wait()  # never answers
            return SNAPSHOT

        task = asyncio.create_task(compactor.acompact(MESSAGES, summarize=summarize))
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert compactor.state == "done" and compactor.poll_action() is None


def test_messages_added_meanwhile_stay_at_the_end() -> None:
    messages = copy.deepcopy(MESSAGES)
    late = {"role": "user", "parts": [{"text": "one more thing"}]}

    def summarize(request: dict[str, Any]) -> str:
        messages.append(late)
        return SNAPSHOT

    result = run("sync", summarize, messages)
    assert result.applied and result.messages[-1] is late


def test_an_edit_meanwhile_makes_it_stale() -> None:
    messages = copy.deepcopy(MESSAGES)

    def summarize(request: dict[str, Any]) -> str:
        messages[0] = {"role": "user", "parts": [{"text": "something else entirely"}]}
        return SNAPSHOT

    result = run("sync", summarize, messages)
    assert result.status == "stale" and result.messages is messages


def test_two_runs_at_once_are_refused_and_the_first_goes_on() -> None:
    compactor = Compactor(context_window=10_000, prune=False)

    async def main() -> CompactResult:
        asked, answer = asyncio.Event(), asyncio.Event()

        async def summarize(request: dict[str, Any]) -> str:
            asked.set()
            await answer.wait()
            return SNAPSHOT

        first = asyncio.create_task(compactor.acompact(MESSAGES, summarize=summarize))
        await asked.wait()
        with pytest.raises(conspectus.InvalidStateError):
            await compactor.acompact(MESSAGES, summarize=summarize)
        answer.set()
        return await first

    assert asyncio.run(main()).applied


def test_the_embedded_summariser_needs_no_model() -> None:
    compactor = Compactor(context_window=10_000, summarizer="embedded", prune=False)
    first = compactor.compact(MESSAGES)
    assert first.applied
    assert Compactor(context_window=10_000, summarizer="embedded", prune=False).compact(MESSAGES).messages == first.messages
    assert conspectus.summarize_extractive(MESSAGES)["text"].startswith("<state_snapshot>")
    assert conspectus.parse_snapshot(SNAPSHOT)["defect"] is None


def test_a_wrong_turn_argument_is_refused_and_the_machine_stays_ready() -> None:
    compactor = Compactor(context_window=10_000)
    with pytest.raises(conspectus.InvalidConfigError) as caught:
        compactor.compact(MESSAGES, focre=True)
    assert caught.value.path == "/focre"
    assert compactor.state == "idle"
