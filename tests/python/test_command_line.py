"""The command line, by the entry point of the Python package."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import pytest


def run(
    *arguments: str | bytes, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    command = [
        os.fsencode(part) for part in (sys.executable, "-m", "conspectus", *arguments)
    ]
    return subprocess.run(
        command, capture_output=True, env={**os.environ, **environment}, check=False
    )


@pytest.mark.skipif(
    sys.platform != "linux", reason="names of files are bytes on Linux alone"
)
@pytest.mark.parametrize(
    "arguments",
    [[b"inspect", b"\xff.json"], [b"\xff.json"], [b"compact", b"\xff.json"]],
)
def test_a_name_that_is_no_text_is_told_by_its_bytes(arguments: list[bytes]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"error: file not found: \\xff.json [UNREADABLE_FILE]\n"


def test_a_signing_key_comes_from_the_environment(tmp_path: pathlib.Path) -> None:
    session = (
        pathlib.Path(__file__).parents[2] / "examples/sessions/coding.anthropic.json"
    )
    arguments = ["compact", str(session), "--context-window", "48k", "-o", "-"]
    plain, signed = (
        run(*arguments),
        run(*arguments, CONSPECTUS_SIGNING_KEY="a long secret"),
    )
    assert plain.returncode == signed.returncode == 0, signed.stderr
    assert plain.stdout != signed.stdout
    (tmp_path / "key").write_text("a long secret\n")
    assert (
        run(*arguments, "--signing-key-file", str(tmp_path / "key")).stdout
        == signed.stdout
    )
