"""What is billed as read from a cache, and what as written to it."""

from __future__ import annotations

from typing import Any

import pytest

from .asked import TOOLS, USER, client, refusal
from .client import Client
from .rules import Data

MARK: Data = {"cache_control": {"type": "ephemeral"}}
HOUR: Data = {"cache_control": {"type": "ephemeral", "ttl": "1h"}}
MODEL = "claude-sonnet-4"


def text(words: int, **more: Any) -> Data:
    return {"type": "text", "text": "word " * words, **more}


def read(asked: Client, *blocks: Data, **more: Any) -> tuple[int, int]:
    """The tokens that were read, and those that were written."""
    usage = asked.anthropic({"model": MODEL, "max_tokens": 100, "messages": [{"role": "user", "content": list(blocks)}], **more})["usage"]
    assert sum(usage["cache_creation"].values()) == usage["cache_creation_input_tokens"]
    return usage["cache_read_input_tokens"], usage["cache_creation_input_tokens"]


def test_only_a_mark_makes_an_entry() -> None:
    asked = client(100_000)
    assert read(asked, text(2_000)) == read(asked, text(2_000)) == (0, 0)
    found, written = read(asked, text(2_000, **MARK))
    assert found == 0 and written > 2_000
    assert read(asked, text(2_000, **MARK)) == (written, 0)
    # What follows is read behind the entry, and what changes before it is not.
    assert read(asked, text(2_000), text(9, **MARK))[0] == written
    assert read(asked, text(2_001), text(9, **MARK))[0] == 0


def test_an_account_sees_its_own_entries() -> None:
    asked = client(100_000)
    read(asked, text(2_000, **MARK))
    assert read(Client(asked.server, "another"), text(2_000, **MARK))[0] == 0


def test_a_mark_looks_back_over_twenty_places() -> None:
    for places, found in [(18, True), (19, False)]:
        asked = client(100_000)
        read(asked, text(2_000, **MARK))
        small = [{"type": "text", "text": str(number)} for number in range(places)]
        assert (read(asked, text(2_000), *small, text(1, **MARK))[0] > 0) == found


def test_calls_side_by_side_are_one_place() -> None:
    asked = client(100_000)
    read(asked, text(2_000, **MARK))
    calls = [{"type": "tool_use", "id": f"a{number}", "name": "read", "input": {}} for number in range(30)]
    results = [{"type": "tool_result", "tool_use_id": call["id"], "content": "x"} for call in calls]
    messages = [{"role": "user", "content": [text(2_000)]}, {"role": "assistant", "content": calls}, {"role": "user", "content": [*results, text(1, **MARK)]}]
    assert asked.anthropic({"model": MODEL, "max_tokens": 100, "messages": messages})["usage"]["cache_read_input_tokens"] > 2_000


@pytest.mark.parametrize(("model", "least"), [("claude-sonnet-4", 1_024), ("claude-opus-5-5", 512), ("claude-opus-4-7", 2_048), ("claude-haiku-4-5", 4_096)])
def test_a_short_prefix_is_not_cached(model: str, least: int) -> None:
    for tokens, cached in [(least + 40, True), (least - 40, False)]:
        written = read(client(100_000), {**text(0), "text": "x" * int(3.3 * tokens), **MARK}, model=model)[1]
        assert (written > 0) == cached


def test_entries_live_from_their_last_use() -> None:
    asked = client(100_000)
    for ttl, seconds, mark in [("5m", 300, MARK), ("1h", 3_600, HOUR)]:
        block = text(2_000 + seconds, **mark)
        written = read(asked, block)[1]
        for _ in range(2):
            asked.post("/server", {"advance": seconds - 10}, {})
            assert read(asked, block) == (written, 0), ttl
        asked.post("/server", {"advance": seconds + 10}, {})
        assert read(asked, block) == (0, written)


def test_writes_are_told_by_their_lifetime() -> None:
    asked = client(100_000)
    messages = [{"role": "user", "content": [text(2_000, **HOUR), text(3_000, **MARK)]}]
    kept = asked.anthropic({"model": MODEL, "max_tokens": 100, "messages": messages})["usage"]["cache_creation"]
    assert 2_000 < kept["ephemeral_1h_input_tokens"] < kept["ephemeral_5m_input_tokens"]
    error = refusal(read, asked, text(2_000, **MARK), text(3_000, **HOUR))
    assert "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block" in error.message


def test_marks_are_four_at_most_and_well_formed() -> None:
    asked = client(100_000)
    assert refusal(read, asked, *[text(1, **MARK)] * 5).message == "A maximum of 4 blocks with cache_control may be provided. Found 5."
    assert "Input should be 'ephemeral'" in refusal(read, asked, text(1, cache_control={"type": "x"})).message
    assert "ttl: Input should be '5m' or '1h'" in refusal(read, asked, text(1, cache_control={"type": "ephemeral", "ttl": "2h"})).message


def test_tools_come_before_system_and_messages() -> None:
    asked = client(100_000)
    tools = [{**TOOLS[0], "description": "word " * 2_000, **MARK}]
    written = read(asked, text(1), tools=tools)[1]
    assert written > 2_000 and read(asked, text(2), tools=tools, system="Be short.")[0] == written


def test_a_mark_on_the_request_moves_with_its_end() -> None:
    asked = client(100_000)
    written = read(asked, text(2_000), **MARK)[1]
    assert written > 2_000 and read(asked, text(2_000), text(500), **MARK)[0] == written


def chat(asked: Client, *messages: Data) -> int:
    usage = asked.openai_chat({"model": "gpt-4.1", "messages": list(messages)})["usage"]
    found: int = usage["prompt_tokens_details"]["cached_tokens"]
    return found


def test_openai_caches_by_itself() -> None:
    asked = client(100_000)
    long = {"role": "user", "content": "word " * 2_000}
    assert chat(asked, long) == 0
    found = chat(asked, long, USER)
    assert 2_900 < found < 3_100 and found % 128 == 0
    assert chat(asked, {"role": "user", "content": "Word " * 2_000}, USER) == 0
    short = {"role": "user", "content": "word " * 600}
    assert (chat(asked, short), chat(asked, short, USER)) == (0, 0)
    asked.post("/server", {"advance": 700}, {})
    assert chat(asked, long, USER) == 0


@pytest.mark.parametrize(("model", "least"), [("gemini-2.5-flash", 2_048), ("gemini-3.8-flash", 4_096)])
def test_gemini_caches_by_itself(model: str, least: int) -> None:
    for tokens, cached in [(least + 40, True), (least - 40, False)]:
        asked = client(100_000)
        long = {"role": "user", "parts": [{"text": "x" * int(3.3 * tokens)}]}
        usages = [asked.gemini({"contents": [long]}, model)["usageMetadata"] for _ in range(2)]
        assert "cachedContentTokenCount" not in usages[0] and ("cachedContentTokenCount" in usages[1]) == cached
