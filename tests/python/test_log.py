"""What a run tells the logger `conspectus`, and which functions a preset takes."""

from __future__ import annotations

import logging
from datetime import timedelta
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest
from builders import HOWS, drive

from conspectus import Compactor, ConspectusError

MESSAGES = [{"role": role, "content": f"{role} {turn} " + "x" * 1_500} for turn in range(8) for role in ("user", "assistant")]


def failing(request: Any) -> str:
    raise RuntimeError("overloaded")


def told(caplog: pytest.LogCaptureFixture, how: str, messages: list[Any], turn: dict[str, Any], **options: Any) -> list[tuple[str, str]]:
    with caplog.at_level(logging.DEBUG, logger="conspectus"):
        drive(how, Compactor(**options), messages, **turn)
    records = [record for record in caplog.records if record.name == "conspectus"]
    assert all(record.getMessage() for record in records)
    return [(record.levelname, str(record.__dict__["event"])) for record in records]


@HOWS
def test_a_run_is_told_from_its_start_to_its_end(how: str, caplog: pytest.LogCaptureFixture) -> None:
    assert told(caplog, how, MESSAGES, {"force": True}, context_window=10_000) == [("DEBUG", "started"), ("INFO", "finished")]
    assert "summarized: " in caplog.text


@HOWS
def test_the_cause_of_a_fallback_is_told(how: str, caplog: pytest.LogCaptureFixture) -> None:
    found = told(caplog, how, MESSAGES, {"force": True}, context_window=10_000, summarize=failing)
    assert found == [("DEBUG", "started"), ("DEBUG", "asked"), ("WARNING", "fallback"), ("INFO", "finished")]
    assert "overloaded" in caplog.text


@HOWS
def test_a_failure_is_told_before_it_is_raised(how: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="conspectus"), pytest.raises(RuntimeError, match="overloaded"):
        drive(how, Compactor(context_window=10_000, summarize=failing, fallback="none"), MESSAGES, force=True)
    assert [(record.levelname, record.__dict__["event"]) for record in caplog.records] == [("ERROR", "too_large")]


@HOWS
def test_what_cannot_be_sent_is_an_error(how: str, caplog: pytest.LogCaptureFixture) -> None:
    huge = [{"role": "user", "content": "word " * 50_000}]
    assert told(caplog, how, huge, {}, context_window=10_000) == [("ERROR", "too_large")]


@HOWS
def test_a_run_without_work_is_told_to_those_who_look_for_a_fault(how: str, caplog: pytest.LogCaptureFixture) -> None:
    assert told(caplog, how, MESSAGES, {}, context_window=1_000_000) == [("DEBUG", "finished")]


class Said:
    def __init__(self, text: str) -> None:
        self.text, self.input_tokens, self.output_tokens = text, 2_100, 9


@HOWS
def test_a_record_has_attributes(how: str, caplog: pytest.LogCaptureFixture) -> None:
    answer = Said(f"<state_snapshot><overall_goal>{MESSAGES[0]['content'][:40]}</overall_goal></state_snapshot>")
    compactor = Compactor(context_window=10_000, summarize=lambda request: answer)
    with caplog.at_level(logging.DEBUG, logger="conspectus"):
        drive(how, compactor, MESSAGES, force=True)
    records = [record.__dict__ for record in caplog.records if record.name == "conspectus"]
    asked = [record for record in records if record["event"] == "asked"]
    finished = next(record for record in records if record["event"] == "finished")
    assert asked and all((record["gen_ai.operation.name"], record["gen_ai.request.max_tokens"] > 0) == ("chat", True) for record in asked)
    assert (finished["gen_ai.usage.input_tokens"], finished["gen_ai.usage.output_tokens"]) == (2_100 * len(asked), 9 * len(asked))
    assert finished["conspectus.reason"] == "summarized"


@HOWS
def test_a_prompt_near_its_window_is_told(how: str, caplog: pytest.LogCaptureFixture) -> None:
    found = told(caplog, how, [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}], {"usage": 9_700}, context_window=10_000)
    assert found[-1] == ("WARNING", "near_window")


@pytest.mark.parametrize(("preset", "name", "user"), [("opencode", "store", "gemini-cli"), ("gencode", "restore", "qwen-code")])
def test_a_function_that_is_never_called_is_an_error(preset: Any, name: str, user: str) -> None:
    function = lambda action: None  # noqa: E731
    given: dict[str, Any] = {"preset": preset, name: function} if name == "store" else {"preset": {"name": preset, name: function}}
    with pytest.raises(ConspectusError, match=user) as caught:
        Compactor(context_window=10_000, **given)
    assert (caught.value.code, caught.value.path) == ("INVALID_OPTION", f"/{name}")


@HOWS
@pytest.mark.parametrize("count", [object(), timedelta(1), {"total": 3}, [1], 10**400, Decimal("-1"), "abc", float("nan")], ids=repr)
def test_a_paid_summary_stands_whatever_is_told_of_its_call(how: str, count: Any, caplog: pytest.LogCaptureFixture) -> None:
    answer = SimpleNamespace(text=f"<state_snapshot><overall_goal>{MESSAGES[0]['content'][:40]}</overall_goal></state_snapshot>", input_tokens=count, output_tokens=9)
    options: dict[str, Any] = {"context_window": 10_000, "summarize": lambda request: answer, "fallback": "none"}
    found = told(caplog, how, MESSAGES, {"force": True}, **options)
    assert ("WARNING", "usage_unparsed") in found and ("INFO", "finished") in found
    assert "input_tokens" in caplog.text
