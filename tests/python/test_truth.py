"""What a placeholder says of a call is so, and the judge who reads it finds lies: tests/truth."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import pytest

TRUTH = pathlib.Path(__file__).resolve().parents[1] / "truth"


@pytest.mark.parametrize(("script", "arguments"), [("truth.py", ["12", "short"]), ("lies.py", ["3", "short"])])
def test_sentences_agree_with_the_recording(script: str, arguments: list[str]) -> None:
    done = subprocess.run([sys.executable, str(TRUTH / script), *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2_000:] + done.stderr[-2_000:]
