"""The functions that a host gives to a compactor (`summarize`, `store`, `restore`, `before_compact`, `on_compact`): their answers are used, and their failures lose nothing."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from builders import HOWS, drive

from conspectus import Compactor, gemini_cli, gencode, qwen_code
from conspectus.results import Result

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


def run(how: str, options: dict[str, Any], **arguments: Any) -> Result[Any]:
    return run_auto(how, MESSAGES, {"context_window": 10_000, **options}, force=True, **arguments)


FUNCTIONS = ("summarize", "store", "before_compact", "on_compact")


GEMINI = {"preset": {"name": "gemini-cli", "clip_budget_tokens": 100, "clip_max_chars": 500}}


@HOWS
def test_outputs_are_stored_and_found_again(how: str, tmp_path: Path) -> None:
    causes: list[str] = []

    def store(action: dict[str, Any]) -> Path:
        path: Path = tmp_path / action["key"].replace("/", "_")
        path.write_text(action["text"], encoding="utf-8")
        return path

    result = run(how, GEMINI, summarize=lambda request: SNAPSHOT, store=store, before_compact=lambda told: causes.append(told["trigger"]))
    assert (result.status, causes) == ("summarized", ["manual"])
    stored = result.stored
    assert [entry.chars for entry in stored] == [len(OUTPUT)] * 2
    assert stored[0].locator in str(result.messages)
    assert Path(stored[0].locator).read_text(encoding="utf-8") == OUTPUT


@HOWS
def test_an_output_that_cannot_be_stored_stays(how: str) -> None:
    def full(action: dict[str, Any]) -> str:
        raise OSError("disk full")

    for store in (full, None, lambda action: None):
        result = run(how, GEMINI, summarize=lambda request: SNAPSHOT, store=store)
        assert result.status == "summarized" and result.stored == []
        assert result.messages[-2] is MESSAGES[-2]
        assert result.log.get("stored.failures") == 2 and any(warning.code == "store_failed" for warning in result.warnings)


@HOWS
def test_a_failing_check_keeps_the_summary_and_raises_nothing(how: str) -> None:
    asked: list[str] = []

    def summarize(request: dict[str, Any]) -> str:
        asked.append(request["purpose"])
        if request["purpose"] == "check":
            raise RuntimeError("429")
        return SNAPSHOT

    result = run(how, GEMINI, summarize=summarize)
    assert (result.status, asked, result.log.get("preset.second_call")) == ("summarized", ["summary", "check"], "failed")


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
    result = run(how, {"preset": {"name": "qwen-code", "restore": restore}}, summarize=lambda request: answer, usage=9_000)
    assert wanted == [{"path": "src/a.rs", "max_chars": 20_000}]
    assert result.status == "summarized" and result.log.get("preset.files") == 1
    assert "fn main() {}" in str(result.messages)
    assert result.prompt_tokens < 9_000


@HOWS
def test_files_that_cannot_be_read_are_left_out(how: str) -> None:
    def broken(files: list[dict[str, Any]]) -> list[dict[str, Any]]:
        raise PermissionError("no")

    for restore in (broken, None):
        result = run(how, {"preset": {"name": "qwen-code", "restore": restore}}, summarize=lambda request: SNAPSHOT)
        assert result.status == "summarized" and "preset.files" not in result.log


@HOWS
def test_who_looks_on_is_told_of_the_end(how: str) -> None:
    told: list[Result[Any]] = []
    result = run(how, GEMINI, summarize=lambda request: SNAPSHOT, on_compact=told.append)
    assert [one.to_dict() for one in told] == [result.to_dict()] and told[0].status == "summarized"

    def broken(result: Result[Any]) -> None:
        raise OSError("no webhook")

    # The work is done: it is not lost because somebody could not be told.
    again = run(how, GEMINI, summarize=lambda request: SNAPSHOT, on_compact=broken)
    assert (again.status, again.messages, str(again.error)) == (result.status, result.messages, "no webhook")
    assert again.undo() == MESSAGES and len(again.rows()) == len(MESSAGES)


@HOWS
def test_a_run_that_does_nothing_is_not_told(how: str) -> None:
    told: list[Result[Any]] = []
    assert run_auto(how, MESSAGES[:2], {"context_window": 100_000}, on_compact=told.append).status == "unchanged"
    assert told == []


@HOWS
def test_a_before_compact_that_raises_ends_the_run(how: str) -> None:
    def stop(action: dict[str, Any]) -> None:
        raise KeyError("no backup")

    with pytest.raises(KeyError):
        run(how, GEMINI, summarize=lambda request: SNAPSHOT, before_compact=stop)


LONG: list[dict[str, Any]] = [
    {"role": role, "content": text} for i in range(12) for role, text in (("user", f"question {i}"), ("assistant", f"answer {i} " + "a" * 4_000))
]
NOTES = "## Objective\nship\n\n## Next move\ntest\n\n## Done so far\nlogin\n\n## Next steps\ndocs"


def run_auto(how: str, messages: list[Any], options: dict[str, Any], **arguments: Any) -> Result[Any]:
    functions = {name: arguments.pop(name) for name in FUNCTIONS if name in arguments}
    return drive(how, Compactor(**options, **functions), messages, **arguments)


@HOWS
def test_opencode_keeps_a_tail_and_tells_the_agent_to_go_on(how: str) -> None:
    result = run_auto(how, LONG, {"preset": "opencode", "context_window": 64_000}, summarize=lambda request: NOTES, usage=32_000)
    assert result.status == "summarized" and "preset.number" in result.log
    assert result.messages[-2] is LONG[-1] and result.messages[-1]["role"] == "user"


@HOWS
def test_gencode_clears_with_the_hosts_mark(how: str) -> None:
    messages: list[dict[str, Any]] = [{"role": "user", "content": "go"}]
    for call in ("1", "2", "3"):
        messages.append({"role": "assistant", "content": [{"type": "tool_use", "id": call, "name": "Read", "input": {"file_path": call}}]})
        messages.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": call, "content": "x" * 160_000}]})
    messages.append({"role": "assistant", "content": "done"})
    options = {"preset": "gencode", "dialect": "anthropic", "context_window": 130_000}
    result = run_auto(how, messages, options, usage=127_000, pruned_at={"at": 5})
    assert result.status == "reduced"
    assert [message["content"][0].get("prunedAt") for message in result.messages[2:7:2]] == [{"at": 5}, {"at": 5}, None]
    assert "pruned" not in str(messages)


@HOWS
def test_gencode_summarises_where_clearing_does_not_suffice(how: str) -> None:
    result = run_auto(how, LONG, {"preset": "gencode", "context_window": 20_000}, summarize=lambda request: NOTES, usage=19_000)
    assert result.status == "summarized" and result.messages[-10:] == LONG[-10:]


@HOWS
def test_what_no_message_shows_is_told_again(how: str) -> None:
    agents = [{"id": "a1", "status": "running", "description": "find it"}]
    result = run(how, {"preset": "qwen-code"}, summarize=lambda request: SNAPSHOT, plan_mode=True, running_agents=agents)
    assert result.status == "summarized" and "Plan mode is on" in str(result.messages) and "a1: find it" in str(result.messages)


def test_old_pictures_of_a_request_become_lines() -> None:
    picture = {"inlineData": {"mimeType": "image/png", "data": "QUFB"}}
    other = {"inlineData": {"mimeType": "image/png", "data": "QkJC"}}
    messages = [{"role": "user", "parts": [other, picture]}, {"role": "model", "parts": [{"text": "a"}]}, {"role": "user", "parts": [{"text": "b"}]}]
    assert qwen_code.reference_images(messages).messages is messages
    edited = qwen_code.reference_images(messages, max_images=1, keep_images=1)
    sent, report = edited.messages, edited.details
    assert (report.referenced, report.attached) == (2, 1) and sent[-1] is messages[-1]
    assert messages[0]["parts"][1] is picture and picture in sent[2]["parts"]


def test_coroutines_are_awaited_and_refused_where_they_cannot_be() -> None:
    async def summarize(request: dict[str, Any]) -> str:
        return SNAPSHOT

    async def store(action: dict[str, Any]) -> str:
        return "somewhere"

    assert run("async", GEMINI, summarize=summarize, store=store).stored[0].locator == "somewhere"
    assert "acompact" in str(run("sync", GEMINI, summarize=lambda request: SNAPSHOT, store=store).warnings)


def test_masking_stores_first() -> None:
    kept: dict[str, str] = {}

    def store(output: dict[str, Any]) -> str:
        if kept:
            raise OSError("full")
        kept[output["key"]] = output["text"]
        return "/files/" + output["key"]

    different = [*MESSAGES[:6], {**MESSAGES[6], "parts": [{"functionResponse": {"id": "c2", "name": "read_file", "response": {"output": "z" * 6_000}}}]}, MESSAGES[7]]
    edited = gemini_cli.mask_tool_outputs(different, store, protect_tokens=0, min_tokens=0)
    messages, report = edited.messages, edited.details
    assert (report.masked, report.candidates) == (1, 2)
    assert list(kept.values()) == [OUTPUT] and "/files/tool-outputs/read_file_" in str(messages[2])
    assert messages[6] is different[6]
    assert gemini_cli.mask_tool_outputs(different, protect_tokens=0, min_tokens=0).messages is different


def test_settings_make_a_compactor() -> None:
    resolved = qwen_code.resolve_settings({"QWEN_COMPACT_MAX_RECENT_FILES": "0"}, settings={"autoCompactThreshold": 1})
    assert resolved.sources["keep_files"] == "env"
    result = Compactor(**{"context_window": 10_000, "summarize": lambda request: SNAPSHOT, **resolved.options}).compact(MESSAGES, force=True)
    assert result.status == "summarized"
    read = gencode.compression_settings('{"compression": {"pruneMinimum": 10}}').options
    assert read["preset"]["prune_minimum"] == 10
    assert Compactor(**{"context_window": 10_000, "summarize": lambda request: SNAPSHOT, **read}).plan(MESSAGES).status == "unchanged"


@HOWS
def test_before_compact_may_end_the_run(how: str) -> None:
    result = run(how, GEMINI, summarize=lambda request: pytest.fail("asked for a summary"), before_compact=lambda action: {"cancel": True})
    assert (result.status, result.changed) == ("cancelled", False)
    assert result.messages is MESSAGES
    assert run(how, GEMINI, summarize=lambda request: SNAPSHOT, before_compact=lambda action: {"cancel": False}).status == "summarized"


@HOWS
def test_the_summariser_is_told_what_before_compact_gives(how: str) -> None:
    asked: list[str] = []

    def summarize(request: Any) -> str:
        asked.append(str(request["messages"]))
        return SNAPSHOT

    # Long outputs are stored before the request is made, or the request stands ready: either way it
    # is heard.
    for options in (GEMINI, {"preset": {"name": "gemini-cli", "clip_budget_tokens": 0}}):
        assert run(how, options, summarize=summarize, before_compact=lambda action: {"context": "The branch is fix-7."}).status == "summarized"
        assert "The branch is fix-7." in asked[0]
        asked.clear()


@HOWS
@pytest.mark.parametrize("answer", [{"contexts": "more"}, {"context": 7}, {"cancel": 1}])
def test_an_answer_of_before_compact_that_nothing_hears_is_refused(how: str, answer: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="cancel"):
        run(how, GEMINI, summarize=lambda request: SNAPSHOT, before_compact=lambda action: answer)
