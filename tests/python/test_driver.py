"""`Compactor.compact` and `Compactor.acompact`: what they ask for and what they return. A run that fails leaves the history as it was."""

from __future__ import annotations

import asyncio
import contextvars
import copy
import threading
from types import SimpleNamespace
from typing import Any

import pytest
from builders import HOWS, SNAPSHOT, drive, session

import conspectus
from conspectus import Compactor, errors, sansio
from conspectus.results import Result

MESSAGES = session(20, size=2000)
# Nothing stands in for a summary here, so that its failures can be seen.
OPTIONS: Any = {"context_window": 10_000, "clear_when": "never", "fallback": "none", "summarizer_window": 64_000}


def run(how: str, summarize: Any = None, messages: Any = None, **turn: Any) -> Result[Any]:
    messages = copy.deepcopy(MESSAGES) if messages is None else messages
    return drive(how, Compactor(summarize=summarize, **OPTIONS), messages, **turn)


@HOWS
def test_a_summary_replaces_what_is_older(how: str) -> None:
    requests: list[dict[str, Any]] = []

    def summarize(request: dict[str, Any]) -> str:
        requests.append(request)
        return SNAPSHOT

    messages = copy.deepcopy(MESSAGES)
    result = run(how, summarize, messages)
    assert (result.status, result.changed) == ("summarized", True)
    assert messages == MESSAGES
    assert result.messages[-1] is messages[-1]
    assert len(result.messages) == result.log["sizes.messages_after"] < len(messages)
    assert "never touch main" in str(result.messages)
    assert len(requests) == 1 and set(requests[0]) >= {"system", "messages", "max_output_tokens", "purpose"}
    assert conspectus.gemini_cli.estimate_tokens(result.messages).tokens < conspectus.gemini_cli.estimate_tokens(messages).tokens


@HOWS
def test_below_the_trigger_the_very_same_list_comes_back(how: str) -> None:
    messages = session(1)
    result = run(how, None, messages)
    assert (result.status, result.changed) == ("unchanged", False)
    assert result.messages is messages


@HOWS
def test_an_answer_may_be_an_object_with_a_text(how: str) -> None:
    assert run(how, lambda request: SimpleNamespace(text=SNAPSHOT)).changed


@HOWS
@pytest.mark.parametrize(("answer", "code"), [("", "summary_empty"), ("I cannot do that.", "summary_refused"), (SNAPSHOT.replace("fine", "fine " * 50_000), "summary_loops")])
def test_a_useless_answer_changes_nothing(how: str, answer: str, code: str) -> None:
    messages = copy.deepcopy(MESSAGES)
    result = run(how, lambda request: answer, messages)
    assert (result.status, result.code) == ("failed", code)
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
def test_where_something_stands_in_the_result_has_what_summarize_raised(how: str) -> None:
    error = KeyError("no such model")

    def summarize(request: dict[str, Any]) -> str:
        raise error

    result = drive(how, Compactor(summarize=summarize, context_window=10_000, clear_when="never", summarizer_window=64_000), MESSAGES)
    assert result.status == "summarized" and result.error is error
    assert result.fallback and result.fallback.code == "summarizer_error"
    assert run(how).error is None


@HOWS
@pytest.mark.parametrize("answer", [7, b"bytes"])
def test_an_answer_of_another_type_is_a_type_error(how: str, answer: Any) -> None:
    for options in ({}, {"fallback": "none"}):
        with pytest.raises(TypeError, match="summarize"):
            drive(how, Compactor(summarize=lambda request: answer, context_window=10_000, **options), session(20, size=2000), force=True)  # type: ignore


@HOWS
def test_without_summarize_the_summary_is_written_here(how: str) -> None:
    result = run(how)
    assert result.status == "summarized" and result.summary and result.summary.startswith("## Request\n")
    assert result.messages == drive(how, Compactor(summarize="extractive", **OPTIONS), MESSAGES).messages


def test_a_summarizer_that_is_no_function_is_refused_at_once() -> None:
    for wrong in ("host", 7, "embeded"):
        with pytest.raises(errors.InvalidOptionError) as caught:
            Compactor(summarize=wrong)  # type: ignore[arg-type]
        assert caught.value.path == "/summarize"


def test_the_machine_can_run_again_after_trouble() -> None:
    troubles: list[BaseException] = [KeyError("x"), KeyboardInterrupt()]

    def summarize(request: dict[str, Any]) -> str:
        if troubles:
            raise troubles.pop()
        return SNAPSHOT

    compactor = Compactor(summarize=summarize, **OPTIONS)
    for trouble in (KeyboardInterrupt, KeyError):
        with pytest.raises(trouble):
            compactor.compact(MESSAGES)
    assert compactor.compact(MESSAGES).changed


def test_a_coroutine_is_awaited_and_refused_where_nothing_awaits() -> None:
    async def summarize(request: dict[str, Any]) -> str:
        await asyncio.sleep(0)
        return SNAPSHOT

    assert run("async", summarize).changed
    with pytest.raises(TypeError, match="acompact"):
        run("sync", summarize)


def test_a_cancelled_task_cancels_the_run() -> None:
    async def main() -> None:
        started, calls = asyncio.Event(), 0

        async def summarize(request: dict[str, Any]) -> str:
            nonlocal calls
            calls += 1
            started.set()
            if calls == 1:
                await asyncio.Event().wait()  # never answers
            return SNAPSHOT

        compactor = Compactor(summarize=summarize, **OPTIONS)
        task = asyncio.create_task(compactor.acompact(MESSAGES))
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (await compactor.acompact(MESSAGES)).changed, "it can run again"

    asyncio.run(main())


@HOWS
def test_a_model_that_never_answers_is_waited_for_so_long(how: str) -> None:
    ended, requests = threading.Event(), []

    def summarize(request: dict[str, Any]) -> Any:
        requests.append(request)
        return asyncio.Event().wait() if how == "async" else ended.wait(60)

    limited: Any = {**OPTIONS, "summarize": summarize, "summarize_timeout_s": 0.02}
    result = drive(how, Compactor(**{**limited, "fallback": "extractive"}), MESSAGES)
    assert result.fallback is not None and (result.status, result.fallback.code) == ("summarized", "summarizer_error")
    assert "didn't answer within 0.02 s" in result.fallback.text and isinstance(result.error, TimeoutError)
    assert requests[0]["timeout_s"] == 0.02
    with pytest.raises(TimeoutError, match="`summarize` didn't answer within 0.02 s"):
        drive(how, Compactor(**limited), MESSAGES)
    ended.set()


@HOWS
def test_a_limit_of_the_function_itself_is_told_in_its_own_words(how: str) -> None:
    def summarize(request: dict[str, Any]) -> str:
        raise TimeoutError("the client gave up")

    async def asummarize(request: dict[str, Any]) -> str:
        return summarize(request)

    with pytest.raises(TimeoutError, match="the client gave up"):
        run(how, asummarize if how == "async" else summarize)


@HOWS
def test_a_function_with_a_limit_has_the_callers_context(how: str) -> None:
    variable: contextvars.ContextVar[str] = contextvars.ContextVar("variable", default="")
    seen = []

    def summarize(request: dict[str, Any]) -> str:
        seen.append((variable.get(), threading.current_thread() is threading.main_thread()))
        return SNAPSHOT

    variable.set("mine")
    for limit in (60, 0):
        assert drive(how, Compactor(**{**OPTIONS, "summarize": summarize, "summarize_timeout_s": limit}), MESSAGES).changed
    assert seen == [("mine", how == "async"), ("mine", True)]


def test_messages_added_meanwhile_stay_at_the_end() -> None:
    messages = copy.deepcopy(MESSAGES)
    late = {"role": "user", "parts": [{"text": "one more thing"}]}

    def summarize(request: dict[str, Any]) -> str:
        messages.append(late)
        return SNAPSHOT

    result = run("sync", summarize, messages)
    assert result.changed and result.messages[-1] is late


def test_an_edit_meanwhile_makes_it_stale() -> None:
    messages = copy.deepcopy(MESSAGES)

    def summarize(request: dict[str, Any]) -> str:
        messages[0] = {"role": "user", "parts": [{"text": "something else entirely"}]}
        return SNAPSHOT

    result = run("sync", summarize, messages)
    assert result.status == "conflict" and result.messages is messages


def test_two_runs_at_once_are_refused_and_the_first_goes_on() -> None:
    async def main() -> Result[Any]:
        asked, answer = asyncio.Event(), asyncio.Event()

        async def summarize(request: dict[str, Any]) -> str:
            asked.set()
            await answer.wait()
            return SNAPSHOT

        compactor = Compactor(summarize=summarize, **OPTIONS)
        first = asyncio.create_task(compactor.acompact(MESSAGES))
        await asked.wait()
        with pytest.raises(errors.BusyError):
            await compactor.acompact(MESSAGES)
        answer.set()
        return await first

    assert asyncio.run(main()).changed


def test_the_embedded_summary_can_be_had_by_itself() -> None:
    assert conspectus.summarize_extractive(MESSAGES).text.startswith("## Request\n")
    parsed = sansio.parse_summary(f"<think>hm</think>\n{SNAPSHOT}")
    assert (parsed.text, parsed.closed) == (SNAPSHOT, True)


def test_a_wrong_turn_argument_is_refused_and_the_machine_stays_ready() -> None:
    compactor: Compactor[Any] = Compactor(context_window=10_000)
    with pytest.raises(errors.InvalidOptionError, match="did you mean `force`") as caught:
        compactor.compact(MESSAGES, focre=True)  # type: ignore[call-arg]
    assert caught.value.path == "/focre"
    assert compactor.compact(MESSAGES, force=True).changed


def test_options_may_be_shared_and_explicit_ones_win() -> None:
    asked: list[int] = []

    def summarize(request: dict[str, Any]) -> str:
        asked.append(request["max_output_tokens"])
        return SNAPSHOT

    shared: Any = {**OPTIONS, "summarize": summarize, "max_summary_tokens": 1_200, "summarizer_window": 64_000}
    before = copy.deepcopy({name: value for name, value in shared.items() if name != "summarize"})
    for given in ({}, {"max_summary_tokens": 1_000}, {"summarize": "extractive"}, {"context_window": 1_000_000}):
        Compactor(**{**shared, **given}).compact(MESSAGES)  # type: ignore[arg-type]
    assert asked == [600, 500]
    assert {name: value for name, value in shared.items() if name != "summarize"} == before
    with pytest.raises(errors.InvalidOptionError) as caught:
        Compactor(keep={"mesages": 3})  # type: ignore[typeddict-unknown-key]
    assert caught.value.path == "/keep/mesages"


def test_one_call_takes_options_and_arguments_of_the_turn() -> None:
    result = conspectus.compact(MESSAGES, force=True, summarize=lambda request: SNAPSHOT, clear_when="never", system="be brief")
    assert result.status == "summarized" and result.log["run.cause"] == "manual" and result.log.get("sizes.overhead_tokens") > 0
    with pytest.raises(errors.WindowUnknownError, match="context_window"):
        conspectus.compact(MESSAGES)
    for name, near in (("remaining_cals", "remaining_calls"), ("context_windw", "context_window")):
        with pytest.raises(errors.InvalidOptionError, match=f"did you mean `{near}`"):
            conspectus.compact(MESSAGES, **{name: 3})
