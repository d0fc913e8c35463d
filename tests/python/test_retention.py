"""What must survive does, through five rounds with a model that forgets everything; and how hosts pin messages."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import conspectus
from conspectus import Compactor, count_tokens, errors

Message = dict[str, Any]
ROUNDS = 5
MAX_TOKENS = 1_200


def call(number: str, name: str, arguments: Message, output: str, is_error: bool = False) -> list[Message]:
    result = {"type": "tool_result", "tool_use_id": number, "content": output, "is_error": is_error}
    return [
        {"role": "assistant", "content": [{"type": "tool_use", "id": number, "name": name, "input": arguments}]},
        {"role": "user", "content": [result]},
    ]


def part(number: int) -> list[Message]:
    """A part of the work: a rule, a change, a failure, a list of tasks, and much that is only read."""
    first: list[Message] = [
        {"role": "user", "content": f"Do part {number} of the port. Never touch lock_{number}.toml."},
        *call(f"e{number}", "edit_file", {"path": f"src/part_{number}.rs", "old_string": "a", "new_string": "b"}, "ok"),
        *call(f"b{number}", "bash", {"command": f"make check-{number}"}, f"error: rule_{number} broke the build\nexit code 2", is_error=True),
        *call(f"t{number}", "todo_write", {"todos": [{"content": f"Mend rule_{number}", "status": "pending"}]}, "saved"),
    ]
    for page in range(12):
        first += call(f"r{number}-{page}", "read_file", {"path": f"bulk/{number}_{page}.txt"}, f"page {page} of {number}: " + "plain words of no use " * 60)
    return [*first, {"role": "assistant", "content": "I have read all of it."}, {"role": "user", "content": "Go on."}, {"role": "assistant", "content": "I go on."}]


def forgetful(request: Message) -> str:
    """It names what it read last, so that it is about the record, and forgets all that matters."""
    seen = sorted(set(re.findall(r"bulk/\d_\d+\.txt", request["messages"][0]["content"])))[-4:]
    return f"<state_snapshot><overall_goal>Work goes on.</overall_goal><key_knowledge>Pages were read: {', '.join(seen)}.</key_knowledge></state_snapshot>"


def texts(messages: list[Message]) -> str:
    return "\n".join(block if isinstance(block, str) else str(block) for message in messages for block in [message["content"]])


def test_what_must_survive_does_for_five_rounds() -> None:
    compactor: Compactor[Message] = Compactor(
        context_window=16_000, summarize=forgetful, clear_when="never", max_summary_tokens=MAX_TOKENS, check_summary="fill"
    )
    marked: Message = {"role": "user", "content": "The account is 4711-B.", "conspectus": {"pinned": True}}
    asked: Message = {"role": "user", "content": "Our branch is release/9."}
    messages: list[Message] = [marked, {"role": "assistant", "content": "Noted."}, asked, {"role": "assistant", "content": "Noted as well."}]
    past = conspectus.count_tokens(messages).tokens
    for number in range(ROUNDS):
        news = part(number)
        past += conspectus.count_tokens(news).tokens
        messages = [*messages, *news]
        result = compactor.compact(messages, force=True, pinned=lambda message: "branch" in str(message["content"])[:20])
        assert result.status == "summarized" and result.fallback is None
        # What the answer lacks stands beside it; the model is not asked again.
        assert (result.log.get("summary.attempts"), result.summary_by) == (1, "model")
        messages, told = result.messages, texts(result.messages)
        assert {"role": "user", "content": "The account is 4711-B."} in messages and any(message is asked for message in messages)
        for before in range(number + 1):
            assert f"Never touch lock_{before}.toml." in told
            assert f"part_{before}.rs" in told
        assert f"make check-{number}" in told and f"rule_{number} broke the build" in told and f"Mend rule_{number}" in told
        assert "Go on." in told
        assert result.summary is not None and count_tokens(result.summary, tokenizer="exact").tokens <= MAX_TOKENS * 1.25
        lines = [line for line in result.summary.splitlines() if line.startswith("- ")]
        assert len(lines) == len(set(lines))
    assert conspectus.count_tokens(messages).tokens <= past * 0.3


def test_a_summary_is_checked_without_a_compactor() -> None:
    report = conspectus.check_summary(part(1), summary="We changed src/part_1.rs and src/ghost_7.rs. The checks were left for later.")
    assert report.to_dict() == {"count": 1, "unsupported": [{"kind": "path", "text": "src/ghost_7.rs"}]}
    build = [
        *call("b1", "bash", {"command": "make build"}, "error: no rule\nexit code 2", is_error=True),
        {"role": "assistant", "content": "It fails."},
    ]
    report = conspectus.check_summary([{"role": "user", "content": "Build it."}, *build], summary="The build passes.")
    assert [(claim.kind, claim.text) for claim in report.unsupported] == [("check", "make build")]


def test_a_function_that_pins_may_raise() -> None:
    def pins(message: Message) -> bool:
        raise LookupError(message["role"])

    compactor: Compactor[Message] = Compactor(context_window=16_000)
    with pytest.raises(LookupError):
        compactor.compact(part(0), force=True, pinned=pins)
    assert compactor.compact(part(0)).status == "unchanged", "the compactor is free again"


def test_presets_that_pin_nothing_say_so() -> None:
    with pytest.raises(errors.InvalidOptionError, match="default"):
        conspectus.compact(part(0), preset="gemini-cli", context_window=16_000, force=True, pinned=[0])


RULES = (
    "Never change a public name: nothing that is `pub` is renamed, removed or given another signature.",
    "No new dependencies; core/Cargo.toml and Cargo.lock stay as they are.",
    "No `unsafe`, and no `unwrap` outside tests.",
    "Every fix comes with a test that fails without it.",
    "One commit at the end, subject `core: ...`, at most 72 characters.",
    "Do not push.",
    "代码里的注释请继续用英文。",
)


@pytest.mark.parametrize("window", [16_000, 24_000, 48_000])
def test_each_rule_of_the_demo_stands_in_its_summary(window: int, tmp_path: Path) -> None:
    session = tmp_path / "session.json"
    subprocess.run([sys.executable, "-m", "conspectus", "demo", "-o", session, "-q"], check=True)
    messages = json.loads(session.read_text("utf-8"))
    result = Compactor(context_window=window).compact(messages, force=True)
    assert result.summary is not None
    said = [message["content"] for message in result.messages if message["role"] == "user"]
    assert [rule for rule in RULES if not any(rule in str(text) for text in said)] == []
