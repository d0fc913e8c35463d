"""`render_report`: the page about a session."""

from __future__ import annotations

import copy
import json
import pathlib
from typing import Any

import pytest

import conspectus
from conspectus import ConspectusError, FolderStore, render_report

SESSION = json.loads((pathlib.Path(__file__).resolve().parents[2] / "examples/sessions/coding.anthropic.json").read_text(encoding="utf-8"))[:40]


def test_a_session_becomes_a_page_and_stays_as_it_is() -> None:
    messages = copy.deepcopy(SESSION)
    page = render_report(messages, context_window=16_000, title="my <session>")
    assert page.startswith("<!doctype html>") and "<script" not in page
    assert "What happened to my &lt;session&gt;" in page and "compactions</b>" in page
    assert messages == SESSION


def test_options_are_those_of_a_compactor(tmp_path: pathlib.Path) -> None:
    plain = render_report(SESSION, context_window=200_000)
    assert render_report(SESSION, context_window=200_000, keep_tool_results=1) != plain
    assert "20,000 tokens of system prompt and tools" in render_report(SESSION, context_window=200_000, overhead_tokens=20_000)
    assert "of system prompt and tools" in render_report(SESSION, context_window=200_000, system="You fix bugs. " * 100, tools=[{"name": "Read"}])
    # The cache is cold after a pause of an hour.
    hours = [3_600_000.0 * place for place in range(len(SESSION))]
    assert render_report(SESSION, context_window=200_000, times_ms=hours) != plain

    def never(*_: Any) -> str:
        raise AssertionError("a replay calls nothing")

    shared: Any = {"summarize": never, "store": FolderStore(tmp_path), "before_compact": never, "on_compact": never, "check_summary": never}
    assert render_report(SESSION, context_window=200_000, **shared) == plain


@pytest.mark.parametrize(
    ("options", "code", "path"),
    [
        ({}, "INVALID_OPTION", "/context_window"),
        ({"model": "my-own"}, "WINDOW_UNKNOWN", "/model"),
        ({"context_window": 8_000, "keep_result": 3}, "INVALID_OPTION", "/keep_result"),
        ({"context_window": 8_000, "times_ms": [1]}, "INVALID_OPTION", "/times_ms"),
        ({"context_window": 8_000, "overhead_tokens": "2k"}, "INVALID_OPTION", "/overhead_tokens"),
    ],
)
def test_wrong_options_are_told(options: dict[str, Any], code: str, path: str) -> None:
    with pytest.raises(ConspectusError) as told:
        render_report(SESSION, **options)
    assert (told.value.code, told.value.path) == (code, path)


def test_messages_must_be_a_list() -> None:
    for wrong in ({"role": "user", "content": "Hi"}, "Hi", 3):
        with pytest.raises(conspectus.errors.InvalidMessagesError):
            render_report(wrong, context_window=8_000)  # type: ignore[arg-type]
