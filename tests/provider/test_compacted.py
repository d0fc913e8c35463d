"""A provider that compacted by itself: what stands before its block or item is not read, so our
sizes leave it out, nothing of it is touched, and what follows is accepted.
"""

from __future__ import annotations

from typing import Any

import pytest

from conspectus import Compactor, count_tokens, repair, validate
from never_stuck.models import good

from .asked import copied
from .claude import CLEAR_AT_BETA, COMPACT_BETA, THRESHOLD_BETA, TOOL_BETAS
from .client import Client
from .editing import COMPACT, COMPACT_LEAST
from .hosts import FUNCTIONS, TOOLS, question, server_of
from .rules import CHARS_PER_TOKEN, Data
from .tools import answer_calls, response_results

WINDOW = 70_000
# How far a size may be off what the server counts.
ERROR = 0.05


def tokenizer(text: str) -> int:
    """As the server counts, so that only the frames of messages and fields differ."""
    return int(len(text) / CHARS_PER_TOKEN)



class Claude:
    """A host of Anthropic that lets the provider compact."""

    def __init__(self, window: int = WINDOW, chars: int = 6_000, edits: list[Data] | None = None, model: str = "claude-opus-4-8", **options: Any) -> None:
        self.client = Client(server_of(window))
        self.messages: list[Data] = [{"role": "user", "content": question(0)}]
        self.chars, self.edits, self.model = chars, edits, model
        self.usage: Any = None
        self.compactor = Compactor(**{"context_window": window, "tokenizer": tokenizer, "summarize": good, "reserve_tokens": 2_000, **options})
        self.results: list[Any] = []

    def send(self, **more: Any) -> Data:
        betas = (COMPACT_BETA, THRESHOLD_BETA, CLEAR_AT_BETA, min(TOOL_BETAS))
        edits = {"context_management": {"edits": self.edits}} if self.edits and "compaction" not in more else {}
        return self.client.anthropic({"model": self.model, "messages": self.messages, "max_tokens": 2_000, "tools": TOOLS, **edits, **more}, betas)

    def step(self) -> None:
        """A turn without a compactor."""
        reply = self.send()
        self.usage = reply["usage"]
        self.messages.append({"role": "assistant", "content": reply["content"]})
        self.messages.append(answer_calls(reply["content"], self.chars, None) or {"role": "user", "content": "Go on."})

    def turn(self) -> None:
        """A turn with one."""
        result = self.compactor.compact(self.messages, usage=self.usage)
        assert result.can_send, result.reason
        self.results.append(result)
        self.messages = list(result.messages)
        self.step()

    @property
    def sizes(self) -> list[int]:
        return self.client.session.sizes


class Responses(Claude):
    def send(self, path: str = "/v1/responses", **more: Any) -> Data:
        tools = {} if path.endswith("compact") else {"tools": [{"type": "function", **tool} for tool in FUNCTIONS], "store": False}
        edits = {"context_management": self.edits} if self.edits and tools else {}
        return self.client.openai_responses({"model": "gpt-5", "input": self.messages, **tools, **edits, **more}, path=path)

    def step(self) -> None:
        reply = self.send()
        self.usage = reply["usage"]
        self.messages += reply["output"]
        self.messages += response_results(reply["output"], self.chars, None) or [{"role": "user", "content": "Go on."}]


def around(wire: str) -> int:
    """What the server counts beside the messages."""
    host = hosts()[wire]()
    host.step()
    return int(host.sizes[0] - count_tokens([{"role": "user", "content": question(0)}], tokenizer=tokenizer).tokens)


def hosts() -> dict[str, Any]:
    return {"anthropic": Claude, "openai_responses": Responses}


EDITS: dict[str, list[Data]] = {
    "anthropic": [{"type": COMPACT, "trigger": {"type": "input_tokens", "value": COMPACT_LEAST}}],
    "openai_responses": [{"type": "compaction", "compact_threshold": 20_000}],
}


def blocks(messages: list[Data]) -> list[Data]:
    """The blocks and items in which the provider compacted."""
    found = [message for message in messages if message.get("type") == "compaction"]
    for message in messages:
        content = message.get("content")
        found += [block for block in content if block.get("type") == "compaction"] if isinstance(content, list) else []
    return found


def is_near(ours: float, theirs: float, least: int = 100) -> bool:
    return abs(ours - theirs) <= max(ERROR * theirs, least)


@pytest.mark.parametrize("wire", EDITS)
def test_sizes_are_those_of_what_the_provider_reads(wire: str) -> None:
    """At a threshold, again and again: before each request the compactor holds the prompt for what
    the server then counts, with the reports of the turns before.
    """
    host = hosts()[wire](edits=EDITS[wire], trigger=0.95, clear_when="never", condense="off")
    seen = 0
    for _ in range(40):
        known, seen = seen, len(blocks(host.messages))
        host.turn()
        result, counted = host.results[-1], host.sizes[-1]
        # The provider compacts well below the trigger, so there is nothing to do for us.
        assert result.status == "unchanged", result.status
        # The item of Responses is opaque: how large a new one is, only the next report tells.
        is_told = known == seen or wire == "anthropic"
        held = result.log["sizes.prompt_tokens_before"]
        assert is_near(held, counted) or not is_told, (len(host.sizes), held, counted)
        assert result.warnings == [], result.warnings
    assert seen >= 2
    told = count_tokens(host.messages, tokenizer=tokenizer)
    first = max(index for index, message in enumerate(host.messages) if blocks([message]))
    assert not any(told.per_message[:first]) and all(told.per_message[first:])
    assert validate(host.messages) == []


def test_without_reports_the_estimate_is_as_near() -> None:
    """On demand, at Anthropic, whose block is text."""
    host = led("anthropic", 6)
    beside = around("anthropic")
    for _ in range(3):
        host.step()
        ours = count_tokens(host.messages[:-2], tokenizer=tokenizer)
        assert is_near(ours.tokens + beside, host.sizes[-1], 60)
        kinds = ours.by_kind
        assert kinds is not None and kinds.tool_results > 0 and abs(sum(kinds.to_dict().values()) - ours.tokens) < 10


def led(wire: str, kept: int, **options: Any) -> Any:
    """A conversation that the provider compacted on demand, up to the last messages."""
    host = hosts()[wire](**options)
    while len(host.messages) < 24:
        host.step()
    whole = host.messages
    if wire == "anthropic":
        cut = len(whole) - kept
        while whole[cut]["role"] != "assistant":
            cut -= 1
        host.messages = whole[:cut]
        reply = host.send(compaction={"type": "summarize"})
        host.messages = [{"role": "assistant", "content": reply["content"]}, *whole[cut:]]
    else:
        made = host.send("/v1/responses/compact")
        host.messages = [made["output"][-1], {"role": "user", "content": "Go on."}]
    host.usage = None
    return host


@pytest.mark.parametrize("wire", EDITS)
def test_a_list_that_begins_with_the_block_is_right(wire: str) -> None:
    host = led(wire, 6)
    before = copied(host.messages)
    assert validate(host.messages) == []
    repaired = repair(host.messages)
    assert repaired.messages == before and repaired.details == []
    for _ in range(3):
        host.turn()
    # It goes back as it came.
    assert host.messages[0] == before[0] and validate(host.messages) == []


@pytest.mark.parametrize("wire", EDITS)
@pytest.mark.parametrize("at_a_threshold", [False, True])
def test_our_summary_stands_behind_the_block(wire: str, at_a_threshold: bool) -> None:
    """The block stays where it is, byte for byte, with the results of the calls beside it."""
    host = led(wire, 6, context_window=9_000) if not at_a_threshold else hosts()[wire](edits=EDITS[wire], context_window=9_000)
    if at_a_threshold:
        while not blocks(host.messages):
            host.step()
    block = copied(blocks(host.messages)[0])
    for _ in range(20):
        host.turn()
    assert "summarized" in [result.status for result in host.results]
    assert blocks(host.messages) == [block] and validate(host.messages) == []


@pytest.mark.parametrize("wire", EDITS)
def test_what_is_not_read_is_left_alone(wire: str) -> None:
    """Nothing in front of the block is cleared or cut, and nothing points at it."""
    host = hosts()[wire](edits=EDITS[wire], context_window=16_000, clear_when="trigger")
    while not blocks(host.messages):
        host.step()
    first = next(index for index, message in enumerate(host.messages) if blocks([message]))
    unread = copied(host.messages[:first])
    for _ in range(20):
        host.turn()
    assert host.messages[:first] == unread
    assert {result.status for result in host.results} - {"unchanged"}


def test_system_messages_in_between_are_right() -> None:
    """What the operator says later, a reminder that goes by itself, and tools that come and go."""
    host = Claude()
    host.step()
    said: list[Data] = [
        {"role": "system", "content": "Be brief from here on."},
        {"role": "system", "content": "Plan mode is on.", "clear_at": "next_user_message"},
        {"role": "system", "content": [{"type": "tool_removal", "tool": {"type": "tool_reference", "name": "read_file"}}]},
        {"role": "system", "content": [{"type": "tool_addition", "tool": {"type": "tool_reference", "name": "read_file"}}]},
    ]
    for message in said:
        host.messages.append(message)
        assert validate(host.messages) == [], validate(host.messages)
        assert repair(host.messages).messages == host.messages
        last = count_tokens(host.messages)
        assert last.details is not None and last.details.dialect == "anthropic" and last.per_message[-1] > 5
        host.turn()

