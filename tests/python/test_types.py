"""The types that editors and type checkers see: right calls pass, wrong ones are found, by mypy and by pyright alike."""

from __future__ import annotations

import json
import pathlib
import re
import shutil
import subprocess
import sys

from mypy import api

FILE = pathlib.Path(__file__).parent / "typed.py"
ROOT = FILE.resolve().parents[2]
LINES = FILE.read_text(encoding="utf-8").splitlines()
WRONG = {number for number, line in enumerate(LINES, 1) if line.endswith("# error")}


def differences(found: set[int]) -> list[str]:
    """Marked lines that passed, and lines that failed without a mark."""
    return [f"{number}: {LINES[number - 1]}" for number in sorted(found ^ WRONG)]


def test_the_file_holds_enough() -> None:
    assert len(WRONG) > 120


def test_mypy_finds_exactly_what_is_wrong(tmp_path: pathlib.Path) -> None:
    told, _, _ = api.run(["--strict", "--no-error-summary", f"--cache-dir={tmp_path}", str(FILE)])
    assert "typed.py" in told and all("typed.py" in line for line in told.splitlines() if ": error" in line), told
    assert differences({int(line) for line in re.findall(r"typed\.py:(\d+): error", told)}) == [], told


def test_pyright_finds_exactly_what_is_wrong(tmp_path: pathlib.Path) -> None:
    shutil.copy(FILE, tmp_path)
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"include": [FILE.name], "typeCheckingMode": "strict", "pythonVersion": "3.10"}))
    pyright = ["node", str(ROOT / "node_modules/pyright/index.js"), "--outputjson", "--pythonpath", sys.executable, "-p", str(tmp_path)]
    told = subprocess.run(pyright, capture_output=True, text=True, check=False)
    found = json.loads(told.stdout)["generalDiagnostics"]
    assert differences({one["range"]["start"]["line"] + 1 for one in found if one["severity"] == "error"}) == [], told.stdout
