"""The functions that a preset's course asks for: what storing, reading and hooks give, and that their trouble loses nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import conspectus
from conspectus import CompactResult, Compactor

SNAPSHOT = "<state_snapshot><overall_goal>Fix the bug</overall_goal><next_step>Test it</next_step></state_snapshot>"
OUTPUT = "y" * 6_000
FILE = {"name": "read_file", "args": {"file_path": "src/a.rs"}}
MESSAGES = [
    {"role": "user", "parts": [{"text": "Find the bug. " * 2_000}]},
    {"role": "model", "parts": [{"functionCall": {"id": "c1", **FILE}}]},
    {"role": "user", "parts": [{"functionResponse": {"id": "c1", "name": "read_file", "response": {"output": OUTPUT}}}]},
    {"role": "model", "parts": [{"text": "Found it."}]},
    {"role": "user", "parts": [{"text": "Go on"}]},
    {"role": "model", "parts": [{"functionCall": {"id": "c2", **FILE}}]},
    {"role": "user", "parts": [{"functionResponse": {"id": "c2", "name": "read_file", "response": {"output": OUTPUT}}}]},
    {"role": "model", "parts": [{"text": "Done."}]},
]
HOWS = pytest.mark.parametrize("how", ["sync", "async"])


def run(how: str, options: dict[str, Any], **arguments: Any) -> CompactResult:
    compactor = Compactor(context_window=10_000, **options)
    if how == "sync":
        return compactor.compact(MESSAGES, force=True, **arguments)
    return asyncio.run(compactor.acompact(MESSAGES, force=True, **arguments))


GEMINI = {"preset": "gemini-cli", "result_budget_tokens": 100, "result_max_chars": 500}


@HOWS
def test_outputs_are_stored_and_found_again(how: str, tmp_path: Path) -> None:
    hooks: list[str] = []

    def store(action: dict[str, Any]) -> Path:
        path: Path = tmp_path / action["key"].replace("/", "_")
        path.write_text(action["text"], encoding="utf-8")
        return path

    result = run(how, GEMINI, summarize=lambda request: SNAPSHOT, store=store, on_hook=lambda action: hooks.append(action["trigger"]))
    assert (result.status, hooks) == ("compressed", ["manual"])
    stored = result.report["stored"]
    assert [entry["chars"] for entry in stored] == [len(OUTPUT)] * 2
    assert stored[0]["locator"] in str(result.messages)
    assert Path(stored[0]["locator"]).read_text(encoding="utf-8") == OUTPUT


@HOWS
def test_an_output_that_cannot_be_stored_stays(how: str) -> None:
    def full(action: dict[str, Any]) -> str:
        raise OSError("disk full")

    for store in (full, None, lambda action: None):
        result = run(how, GEMINI, summarize=lambda request: SNAPSHOT, store=store)
        assert result.status == "compressed" and result.report["stored"] == []
        assert result.messages[-2] is MESSAGES[-2]
        assert result.report["store_failures"] == 2 and result.report["store_error"]


@HOWS
def test_a_failing_check_keeps_the_summary_and_raises_nothing(how: str) -> None:
    asked: list[str] = []

    def summarize(request: dict[str, Any]) -> str:
        asked.append(request["purpose"])
        if request["purpose"] == "verify":
            raise RuntimeError("429")
        return SNAPSHOT

    result = run(how, GEMINI, summarize=summarize)
    assert (result.status, asked, result.report["verification"]) == ("compressed", ["summary", "verify"], "failed")


@HOWS
def test_a_failing_first_call_reaches_the_caller(how: str) -> None:
    def summarize(request: dict[str, Any]) -> str:
        raise RuntimeError("503")

    with pytest.raises(RuntimeError, match="503"):
        run(how, GEMINI, summarize=summarize)


@HOWS
def test_files_are_brought_back(how: str) -> None:
    wanted: list[Any] = []

    def restore(files: list[dict[str, Any]]) -> list[dict[str, Any]]:
        wanted.extend(files)
        return [{"path": file["path"], "text": "fn main() {}"} for file in files]

    answer = SimpleNamespace(text=SNAPSHOT, input_tokens=3_000, output_tokens=60)
    result = run(how, {"preset": "qwen-code"}, summarize=lambda request: answer, restore=restore, prompt_tokens=9_000)
    assert wanted == [{"path": "src/a.rs", "max_chars": 20_000}]
    assert result.status == "compressed" and result.report["restored_files"] == 1
    assert "fn main() {}" in str(result.messages)
    assert result.report["tokens_used_after"] < 9_000


@HOWS
def test_files_that_cannot_be_read_are_left_out(how: str) -> None:
    def broken(files: list[dict[str, Any]]) -> list[dict[str, Any]]:
        raise PermissionError("no")

    for restore in (broken, None):
        result = run(how, {"preset": "qwen-code"}, summarize=lambda request: SNAPSHOT, restore=restore)
        assert result.status == "compressed" and result.report["restored_files"] == 0


@HOWS
def test_a_hook_that_raises_ends_the_run(how: str) -> None:
    def stop(action: dict[str, Any]) -> None:
        raise KeyError("no backup")

    with pytest.raises(KeyError):
        run(how, GEMINI, summarize=lambda request: SNAPSHOT, on_hook=stop)


def test_coroutines_are_awaited_and_refused_where_they_cannot_be() -> None:
    async def summarize(request: dict[str, Any]) -> str:
        return SNAPSHOT

    async def store(action: dict[str, Any]) -> str:
        return "somewhere"

    assert run("async", GEMINI, summarize=summarize, store=store).report["stored"][0]["locator"] == "somewhere"
    assert "acompact" in run("sync", GEMINI, summarize=lambda request: SNAPSHOT, store=store).report["store_error"]


def test_masking_stores_first() -> None:
    kept: dict[str, str] = {}

    def store(output: dict[str, Any]) -> str:
        if kept:
            raise OSError("full")
        kept[output["key"]] = output["text"]
        return "/files/" + output["key"]

    different = [*MESSAGES[:6], {**MESSAGES[6], "parts": [{"functionResponse": {"id": "c2", "name": "read_file", "response": {"output": "z" * 6_000}}}]}, MESSAGES[7]]
    messages, report = conspectus.mask_tool_outputs(different, store, protect_tokens=0, min_tokens=0)
    assert (report["masked"], report["candidates"]) == (1, 2)
    assert list(kept.values()) == [OUTPUT] and "/files/tool-outputs/read_file_" in str(messages[2])
    assert messages[6] is different[6]
    assert conspectus.mask_tool_outputs(different, protect_tokens=0, min_tokens=0)[0] is different


def test_settings_make_a_compactor() -> None:
    resolved = conspectus.resolve_settings({"QWEN_COMPACT_MAX_RECENT_FILES": "0"}, settings={"autoCompactThreshold": 1})
    assert resolved["sources"]["max_recent_files"] == "env"
    result = Compactor(context_window=10_000, **resolved["options"]).compact(MESSAGES, summarize=lambda request: SNAPSHOT, force=True)
    assert result.status == "compressed"
