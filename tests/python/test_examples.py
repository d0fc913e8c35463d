"""The examples that need no other package, and the web server with FastAPI (`make guide-sdks`). `make examples` runs the others."""

from __future__ import annotations

import asyncio
import importlib
import os
import pathlib
import re
import subprocess
import sys

import pytest
from provider.server import Server
from provider.session import Settings

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"


def ran(*command: str) -> str:
    """What an example prints. Its SDK finds the strict provider."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "bindings-python")}
    done = subprocess.run([sys.executable, "-m", "tests.provider", "--run", *command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_loop_keeps_a_session_in_its_window() -> None:
    printed = ran(sys.executable, "examples/loop.py", "examples/sessions/coding.anthropic.json")
    last = re.search(r"^97 messages came, (\d+) are left, (\d+) tokens$", printed, re.MULTILINE)
    assert last and int(last[1]) < 97 and int(last[2]) < 24_000, printed
    assert "\nsummarized: " in printed


def test_a_local_model_answers_three_questions_in_its_window() -> None:
    printed = ran(sys.executable, "examples/local_model.py")
    assert printed.count("done with this part") == 3 and "<Result summarized: " in printed


@pytest.mark.parametrize("engine", ["ray", "daft", "polars"])
def test_an_engine_compacts_many(engine: str, tmp_path: pathlib.Path) -> None:
    pytest.importorskip(engine, reason=f"{engine} is not installed")
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    arrow = importlib.import_module("pyarrow")
    session = (EXAMPLES / "sessions/coding.openai_chat.json").read_text(encoding="utf-8")
    parquet.write_table(arrow.table({"id": ["a", "b", "c"], "messages": [session, "[7]", session]}), tmp_path / "in.parquet")
    printed = ran(sys.executable, f"examples/many_with_{engine}.py", str(tmp_path / "in.parquet"), str(tmp_path / "out.parquet"))
    told = re.search(r"^3 conversations, (\d+) tokens -> (\d+) tokens$", printed, re.MULTILINE)
    assert told and int(told[1]) > 100_000 and int(told[2]) < 64_000, printed
    rows = parquet.read_table(tmp_path / "out.parquet").to_pylist()
    assert [(row["id"], row["status"] == "error") for row in rows] == [("a", False), ("b", True), ("c", False)]


def test_the_command_ends_with_the_code_of_the_example() -> None:
    done = subprocess.run([sys.executable, "-m", "tests.provider", "--run", sys.executable, "-c", "raise SystemExit(7)"], cwd=ROOT, check=False)
    assert done.returncode == 7


def test_a_web_server_keeps_conversations_separate(monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("fastapi", "anthropic"):
        pytest.importorskip(package)
    server = Server(Settings(window=24_000)).start()
    for name, value in server.environment().items():
        monkeypatch.setenv(name, value)
    monkeypatch.syspath_prepend(str(EXAMPLES))
    web = importlib.import_module("web_server")

    async def talk() -> list[dict[str, object]]:
        text = "one word " * 1_500
        turns = [web.turn(name, web.Question(text=f"{name} {number}: {text}")) for number in range(12) for name in "ab"]
        return await asyncio.gather(*turns)

    answers = asyncio.run(talk())
    assert all(answer["answer"] for answer in answers) and "summarized" in {answer["status"] for answer in answers}
    for name in "ab":
        kept = [message["content"] for message in web.conversations[name].messages if isinstance(message["content"], str)]
        assert kept and kept[-1].startswith(f"{name} 11: ")
    assert {row["status"] for session in server.sessions.values() for row in session.log} == {200}
