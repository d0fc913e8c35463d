"""What a notebook shows: pictures of results, and the notebook of the examples from top to bottom."""

from __future__ import annotations

import importlib
import json
import pathlib
import pickle
import sys
import types
from typing import Any

import pytest
from builders import session

import conspectus
from conspectus import Compactor, History

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOTEBOOK = ROOT / "examples" / "quickstart.ipynb"
CODING = ROOT / "examples" / "sessions" / "coding.anthropic.json"
MOST_BYTES = 40_000


def coding() -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = json.loads(CODING.read_text(encoding="utf-8"))
    return messages


def test_the_notebook_shows_what_the_package_returns_today(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    notebook = importlib.import_module("notebook")
    assert notebook.main(["--check"]) == 0, capsys.readouterr().err
    book = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    shown = [output["data"] for cell in book["cells"] for output in cell.get("outputs", []) if "data" in output]
    drawn = ["".join(data["text/html"]) for data in shown if "text/html" in data]
    assert len(drawn) == 5 and all(html.startswith('<div class="cx">') and len(html.encode()) <= MOST_BYTES for html in drawn)


def test_pictures_are_of_what_was_said_and_done() -> None:
    messages = coding()
    result = Compactor(context_window=48_000).compact(messages)
    drawn = result._repr_html_()
    assert drawn is not None and f"{result.tokens_after:,} tokens" in drawn and "crossed: in the summary" in drawn
    assert drawn.count("<title>") == len(messages)
    history = History()
    history.extend(messages)
    assert f"{history.tokens:,} tokens" in history._repr_html_()
    assert conspectus.find_cut(messages)._repr_html_() is None


def test_what_would_become_of_each_message_is_what_becomes_of_it() -> None:
    for window in (48_000, 80_000):
        messages = coding()
        compactor = Compactor(context_window=window)
        plan = compactor.plan(messages)
        planned, done = plan.rows(), compactor.compact(messages).rows()
        assert [(row.index, row.role, row.tool, row.tokens_before, row.action) for row in planned] == [
            (row.index, row.role, row.tool, row.tokens_before, row.action) for row in done
        ]
        # Edits are planned with what they save at least.
        assert all(before.tokens_after >= after.tokens_after for before, after in zip(planned, done))
        assert plan._repr_html_() is not None
        with pytest.raises(ValueError, match="rows"):
            pickle.loads(pickle.dumps(plan)).rows()


def test_a_stored_result_is_drawn_without_its_rows() -> None:
    result = conspectus.compact(session(20, size=2000), force=True)
    stored = conspectus.results.Result.from_dict(json.loads(json.dumps(result.to_dict())))
    drawn = stored._repr_html_()
    assert drawn is not None and "<title>" not in drawn and f"{result.tokens_after:,} tokens" in drawn


def test_no_text_of_a_conversation_becomes_markup() -> None:
    evil = "</pre><script>alert(1)</script>"
    asked = {"role": "user", "parts": [{"text": f"Never do {evil}. Fix {evil}."}]}
    messages = [asked, *session(20, size=200), asked]
    values: list[Any] = [conspectus.compact(messages, force=True), conspectus.facts(messages)]
    for value in values:
        drawn = value._repr_html_()
        assert "<script" not in drawn and "&lt;script" in drawn


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_table_is_of_the_library_that_is_there(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for other in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, other, None)
    made = types.ModuleType(library)
    made.DataFrame = lambda rows: (library, rows)  # type: ignore[attr-defined]
    result = conspectus.compact(session(20, size=2000), force=True)
    with pytest.raises(ImportError, match=r"Result.to_frame\(\) needs pandas or polars"):
        result.to_frame()
    monkeypatch.setitem(sys.modules, library, made)
    found, rows = result.to_frame()
    assert found == library and [*rows[0]] == ["index", "role", "tool", "call_ids", "tokens_before", "tokens_after", "action", "reason"]
    history = History()
    history.extend([{"role": "user", "content": "Hi"}])
    assert history.to_frame() == (library, [{"index": 0, "tokens": history.tokens}])
