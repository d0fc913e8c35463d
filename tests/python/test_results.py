"""What comes back: objects with attributes that are plain data too, and short to look at."""

from __future__ import annotations

import copy
import inspect
import json
import pathlib
import pickle
import re
from typing import Any

import pytest
from builders import SNAPSHOT, session, with_image

import conspectus
from conspectus import results

STUB = (pathlib.Path(results.__file__).parent / "results.pyi").read_text(encoding="utf-8")
MESSAGES = session(20, size=2000)


def summarized() -> results.Result[Any]:
    return conspectus.compact(MESSAGES, force=True, summarize=lambda request: SNAPSHOT, reduce={"clear": False})


def test_a_report_is_read_by_attributes_and_by_keys() -> None:
    report = conspectus.compact(MESSAGES, force=True).report
    assert report.size.before == report["size"]["before"] > report.size.after
    assert report.went[0].why == report["went"][0]["why"] == "summarized"
    assert json.loads(json.dumps(report)) == report == copy.deepcopy(report) == pickle.loads(pickle.dumps(report))
    with pytest.raises(AttributeError, match="before, after"):
        report.size.aftr  # type: ignore[attr-defined]  # noqa: B018


def fields(name: str) -> set[str]:
    """The attributes of a class in the stub."""
    body = STUB.split(f"\nclass {name}(", 1)[1].split("\nclass ", 1)[0]
    return set(re.findall(r"^    (\w+): ", body, re.MULTILINE))


def test_the_stub_has_the_fields_of_a_report() -> None:
    report = summarized().report
    assert fields("Report") == set(report)
    inner = {"reason": "Reason", "size": "Size", "cut": "Cut", "memory": "Memory", "cache": "Cache", "parts": "Parts", "stored": "Stored", "system": "System"}
    for group, name in inner.items():
        assert fields(name) == set(report[group]), group
    assert fields("Breakdown") == set(report.parts.before) and fields("Followup") == set(report.system.followup) and fields("Went") == set(report.went[0])
    estimate = conspectus.estimate_tokens(MESSAGES)
    assert fields("Estimate") == set(estimate) and fields("Overhead") == set(estimate.overhead)
    assert fields("SplitPoint") == set(conspectus.find_split_point(MESSAGES))
    assert fields("Result") == {name for name in results.Result.__slots__ if name[0] != "_"} and fields("Edited") == set(results.Edited.__slots__)


def test_results_are_short_to_look_at() -> None:
    result = conspectus.compact(MESSAGES, force=True, summarize=lambda request: SNAPSHOT, reduce={"clear": False})
    size = result.report.size
    assert repr(result) == f"<Result summarized: {size.before:,} -> {size.after:,} tokens>"
    assert repr(conspectus.compact([], force=True)) == "<Result unchanged (empty_history): 0 tokens>"
    assert repr(conspectus.slim(with_image())) == "<Edited changed: 2 messages>"
    assert repr(conspectus.estimate_tokens([])) == "<Estimate 0 tokens in 0 messages (openai_chat)>"
    for value in (result.report, result.report.size, conspectus.find_split_point(MESSAGES), conspectus.summarize_extractive(MESSAGES)):
        assert len(repr(value)) < 300 and repr(value).startswith("<")


def test_equal_measures_are_equal() -> None:
    assert conspectus.estimate_tokens(MESSAGES) == conspectus.estimate_tokens(copy.deepcopy(MESSAGES))
    assert conspectus.find_split_point(MESSAGES) != conspectus.find_split_point(MESSAGES[:4])


def test_a_notebook_shows_a_table_and_nothing_of_the_host_s() -> None:
    result = conspectus.compact(MESSAGES, force=True)
    html = result._repr_html_()
    assert html.startswith("<table>") and "tool results" in html and "What went:" in html
    result.report["reason"]["text"] = "<script>alert(1)</script>"
    result.report["went"][0]["why"] = "<b>"
    assert "<script>" not in result._repr_html_() and "&lt;b&gt;" in result._repr_html_()
    assert "<table>" in conspectus.compact([], force=True)._repr_html_()


def test_classes_take_a_type_of_message() -> None:
    assert conspectus.Compactor[dict[str, Any]] is conspectus.Compactor and results.Result[int] is results.Result
    assert "Compactor" in inspect.getdoc(conspectus.compact)  # type: ignore[operator]
