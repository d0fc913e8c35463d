"""Every demand of the documents that conspectus began with holds in the shortest documented form (`tests/rows`)."""

from __future__ import annotations

import importlib
import json
import pathlib
import re
import sys
from typing import Any

import pytest

from conspectus import sansio

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/rows"))

import rows  # noqa: E402

sys.path.pop(0)

RUN = [pytest.param(row, id=row.id, marks=[pytest.mark.nightly] if row.slow else []) for row in rows.ROWS if not row.later]
PRESETS = [row for row in sansio.names()["presets"] if row["name"] not in ("default", "qwen-code-seed")]


@pytest.mark.parametrize("row", RUN)
def test_a_demand_holds(row: rows.Row) -> None:
    told = rows.run(row)
    assert [line for line in told if line.verdict == "wrong"] == []
    # What node alone can show has no line here.
    assert any(line.verdict for line in told) or any(line.only == "node" for line in row.lines)


def test_the_rows_for_node_are_up_to_date() -> None:
    assert (ROOT / "tests/rows/demands.mjs").read_text(encoding="utf-8") == rows.for_node(), "run tests/rows/rows.py --write"


def test_a_row_that_is_wrong_is_seen() -> None:
    broken = rows.Row("X", "", [rows.Line("1 + 1", "3"), rows.Line("none_of_ours()", "3"), rows.Line("1 + 1", "3", otherwise="on purpose")])
    assert [line.verdict for line in rows.run(broken)] == ["wrong", "wrong", "on purpose"]


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset["name"])
def test_a_page_names_the_version_that_it_reproduces(preset: dict[str, Any]) -> None:
    version = re.search(r"\d+\.\d+\.\d+", preset["about"])
    assert version is not None
    page = (ROOT / "docs/presets.md").read_text(encoding="utf-8")
    assert f"| `{preset['name']}` | {preset['name']} {version[0]}" in page


def test_each_function_of_a_module_of_a_preset_is_compared_with_its_original() -> None:
    """`presets/modules.json` calls each of them without `preset`; what it expects is of the originals and their documents."""
    cases = json.loads((ROOT / "tests/vectors/presets/modules.json").read_text(encoding="utf-8"))["cases"]
    has_value = [case for case in cases if case.get("expect") or "expect_messages" in case]
    compared = {case["call"] for case in has_value if "preset" not in (case["options"] or {})}
    modules = {module: importlib.import_module(f"conspectus.{module}").__all__ for module in ("gemini_cli", "qwen_code", "gencode", "opencode")}
    # They need files: the rows R4 and R5 compare them.
    on_disk = {"gemini_cli.load_settings", "gemini_cli.save_memory"}
    assert compared | on_disk >= {f"{module}.{name}" for module, names in modules.items() for name in names}
