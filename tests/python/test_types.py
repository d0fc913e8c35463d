"""The types that editors and type checkers see: right calls pass, wrong ones are found."""

from __future__ import annotations

import pathlib
import re

import pytest

FILE = pathlib.Path(__file__).parent / "typed.py"


def test_type_checkers_accept_what_is_right_and_refuse_what_is_wrong(tmp_path: pathlib.Path) -> None:
    api = pytest.importorskip("mypy.api")
    told, _, _ = api.run(["--strict", "--no-error-summary", f"--cache-dir={tmp_path}", str(FILE)])
    found = {int(line) for line in re.findall(r"typed\.py:(\d+): error", told)}
    wanted = {number for number, line in enumerate(FILE.read_text(encoding="utf-8").splitlines(), 1) if line.endswith("# error")}
    assert found == wanted, told
