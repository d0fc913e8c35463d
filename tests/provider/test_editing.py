"""Anthropic's edits of the context on the server: what they take away is not billed, and breaks no
thinking.
"""

from __future__ import annotations

from typing import Any

import pytest

from .asked import BETAS, BOUND, TOOLS, USER, claude, client, conversation, events, refusal, thoughts
from .claude import THRESHOLD_BETA
from .client import Client
from .editing import CLEAR_THINKING, CLEAR_TOOLS, COMPACT, COMPACT_LEAST, EDITING_BETA
from .rules import Data

ALL = (*BETAS[:1], EDITING_BETA, THRESHOLD_BETA)


def edited(asked: Client, messages: list[Data], *edits: Data, betas: tuple[str, ...] = ALL, **more: Any) -> Data:
    given = {"thinking": {"type": "adaptive"}, "tools": TOOLS, **({"context_management": {"edits": list(edits)}} if edits else {}), **more}
    return claude(asked, messages, betas, **given)


def long(asked: Client, turns: int, chars: int) -> list[Data]:
    """A conversation in which each result is so long."""
    messages = conversation(asked, turns)
    for message in messages:
        for block in message["content"] if isinstance(message["content"], list) else ():
            if block["type"] == "tool_result":
                block["content"] = "x" * chars
    return [{**message, "content": [block for block in message["content"] if block["type"] != "thinking"]} if isinstance(message["content"], list) else message for message in messages]


def test_old_results_are_cleared() -> None:
    asked = client(100_000)
    messages = long(asked, 10, 3_300)
    whole = edited(asked, messages)["usage"]["input_tokens"]
    edit = {"type": CLEAR_TOOLS, "trigger": {"type": "input_tokens", "value": 5_000}, "keep": {"type": "tool_uses", "value": 2}}
    reply = edited(asked, messages, edit)
    applied = reply["context_management"]["applied_edits"][0]
    assert applied["type"] == CLEAR_TOOLS and applied["cleared_tool_uses"] >= 8
    assert applied["cleared_input_tokens"] > 950 * applied["cleared_tool_uses"]
    assert reply["usage"]["input_tokens"] == whole - applied["cleared_input_tokens"]
    for spared in ({**edit, "trigger": {"type": "input_tokens", "value": 90_000}}, {**edit, "exclude_tools": ["read"]}, {**edit, "clear_at_least": {"type": "input_tokens", "value": 90_000}}):
        assert edited(asked, messages, spared)["context_management"]["applied_edits"] == []


def test_thinking_stays_valid_where_the_server_edits() -> None:
    asked = client(100_000)
    messages = conversation(asked, 10)
    tools = {"type": CLEAR_TOOLS, "trigger": {"type": "tool_uses", "value": 2}, "keep": {"type": "tool_uses", "value": 1}}
    reply = edited(asked, messages, {"type": CLEAR_THINKING, "keep": {"type": "thinking_turns", "value": 1}}, tools)
    assert reply["input_transformations"] == []
    assert [edit["type"] for edit in reply["context_management"]["applied_edits"]][:1] == [CLEAR_THINKING]
    assert reply["context_management"]["applied_edits"][0]["cleared_thinking_turns"] == len(thoughts(messages)) - 1
    # What comes is bound to what was sent.
    later = [*messages, {"role": "assistant", "content": reply["content"]}]
    results = [{"type": "tool_result", "tool_use_id": block["id"], "content": "x"} for block in reply["content"] if block["type"] == "tool_use"]
    assert edited(asked, [*later, {"role": "user", "content": results or "Go on."}])["input_transformations"] == []


def test_at_a_threshold_a_summary_comes_before_the_answer() -> None:
    asked = client(200_000)
    messages = long(asked, 12, 20_000)
    edit = {"type": COMPACT, "trigger": {"type": "input_tokens", "value": COMPACT_LEAST}}
    reply = edited(asked, messages, edit)
    assert reply["content"][0]["type"] == "compaction" and "signature" not in reply["content"][0] and len(reply["content"]) > 1
    assert [entry["type"] for entry in reply["usage"]["iterations"]] == ["compaction", "message"]
    assert reply["usage"]["iterations"][0]["input_tokens"] > COMPACT_LEAST > 10 * reply["usage"]["input_tokens"]
    # It goes back behind what it stands for, which is not read.
    results = [{"type": "tool_result", "tool_use_id": block["id"], "content": "x"} for block in reply["content"] if block["type"] == "tool_use"]
    later = [*messages, {"role": "assistant", "content": reply["content"]}, {"role": "user", "content": results or "Go on."}]
    following = edited(asked, later, edit)
    assert following["usage"]["input_tokens"] < 2_000 and following["input_transformations"] == []
    assert following["content"][0]["type"] != "compaction"
    assert "need a `compact_20260112` edit" in refusal(edited, asked, later).message
    paused = edited(asked, messages, {**edit, "pause_after_compaction": True})
    assert paused["stop_reason"] == "compaction" and [block["type"] for block in paused["content"]] == ["compaction"]


def test_its_block_streams_as_one_delta() -> None:
    asked = client(200_000)
    edit = {"type": COMPACT, "trigger": {"type": "input_tokens", "value": COMPACT_LEAST}, "pause_after_compaction": True}
    request = {"model": BOUND, "max_tokens": 2_000, "messages": long(asked, 12, 20_000), "tools": TOOLS, "context_management": {"edits": [edit]}, "stream": True}
    found = [data for _, data in events(asked, "/v1/messages", request, **{"anthropic-beta": THRESHOLD_BETA})]
    deltas = [data["delta"] for data in found if data["type"] == "content_block_delta"]
    assert [delta["type"] for delta in deltas] == ["compaction_delta"] and deltas[0]["content"].startswith("Summary")


@pytest.mark.parametrize(("edits", "betas", "text"), [
    ([{"type": CLEAR_TOOLS}], (), "context_management: Extra inputs are not permitted"),
    ([{"type": COMPACT}], (EDITING_BETA,), "context_management: Extra inputs are not permitted"),
    ([{"type": "clear_all"}], ALL, "Input tag 'clear_all' found using 'type'"),
    ([{"type": CLEAR_TOOLS, "keep_last": 3}], ALL, "keep_last: Extra inputs are not permitted"),
    ([{"type": CLEAR_TOOLS}, {"type": CLEAR_THINKING}], ALL, "must be the first edit"),
    ([{"type": COMPACT, "trigger": {"type": "input_tokens", "value": 9}}], ALL, "greater than or equal to 50000"),
])
def test_edits_are_refused(edits: list[Data], betas: tuple[str, ...], text: str) -> None:
    asked = client()
    assert text in refusal(asked.anthropic, {"model": BOUND, "max_tokens": 100, "messages": [USER], "context_management": {"edits": edits}}, betas).message
