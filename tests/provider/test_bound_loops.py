"""Loops of 60 turns on a model that binds its thinking. Three hosts that do as the provider's page
says are never refused, one that does not is: so the server can tell.
"""

from __future__ import annotations

from typing import Any

import pytest

from tier import few

from .asked import BETAS, thoughts, without
from .client import ApiError
from .hosts import ADAPTIVE, CHARS, SYSTEM, TOOLS, AnthropicHost, Client, picture, question, server_of
from .rules import Data
from .tools import answer_calls

WINDOW, TURNS = 24_000, 60
SEEDS = few(range(3), short=[0])
# From so many tokens on a host makes its list shorter. Chosen here, so that the next results fit.
FULL = 12_000
BOUND = "claude-fable-5-1"
REFUSED = "The block is bound to a different conversation"


class BoundHost(AnthropicHost):
    model = BOUND
    thinking = ADAPTIVE
    told: Data = {}
    # How many requests were sent with thinking of earlier turns.
    thought = 0

    def ask(self, turn: int) -> bool:
        self.thought += bool(thoughts(self.messages))
        return super().ask(turn)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_request_is_refused_where_thinking_is_bound(seed: int) -> None:
    host = BoundHost(WINDOW, {"seed": seed})
    host.run(TURNS)
    assert len(host.sizes) == TURNS and host.statuses.count("summarized") >= 2
    # What does not have to go stays: a run takes the thinking of the turn before it, no more.
    assert host.thought >= TURNS - 2 * host.statuses.count("summarized") > TURNS / 4


class OwnHost:
    """A host without a compactor, which makes its list shorter in one way. `shorten` gets a list
    that is full, and is behind a user's message.
    """

    def __init__(self, seed: int, thinking: Data | None = None) -> None:
        self.client = Client(server_of(WINDOW, seed=seed))
        self.thinking = thinking or ADAPTIVE
        self.messages: list[Data] = [{"role": "user", "content": question(0)}]
        self.shortened = 0
        self.dropped: list[Data] = []

    def run(self) -> None:
        tokens = 0
        for turn in range(TURNS):
            if tokens > FULL:
                self.messages = self.shorten(self.messages)
                self.shortened += 1
            reply = self.send()
            tokens = reply["usage"]["input_tokens"]
            self.dropped += reply["input_transformations"]
            answer = answer_calls(reply["content"], CHARS // 2, picture(turn))
            self.messages = [*self.messages, {"role": "assistant", "content": reply["content"]}, answer or {"role": "user", "content": question(turn)}]
        assert self.shortened >= 4

    def send(self, **more: Any) -> Data:
        request = {"model": BOUND, "max_tokens": 2_000, "system": SYSTEM, "tools": TOOLS, "thinking": self.thinking, "messages": self.messages}
        return self.client.anthropic({**request, **more}, BETAS)

    def shorten(self, messages: list[Data]) -> list[Data]:
        raise NotImplementedError


class Clearing(OwnHost):
    """Clears the older results in their places, and keeps all thinking."""

    def shorten(self, messages: list[Data]) -> list[Data]:
        return [{**message, "content": [{**block, "content": "[cleared]"} if block["type"] == "tool_result" else block for block in message["content"]]}
                if isinstance(message["content"], list) and index < len(messages) - 4 else message for index, message in enumerate(messages)]


class Stripping(Clearing):
    """Clears as the other, and takes away all thinking behind the first message that it changed."""

    def shorten(self, messages: list[Data]) -> list[Data]:
        shorter = super().shorten(messages)
        changed = next(index for index, (one, other) in enumerate(zip(messages, shorter, strict=True)) if one != other)
        return without(shorter, [place for place in thoughts(shorter) if place[0] > changed])


class Asking(OwnHost):
    """Lets the provider summarize all but the newest messages, which it keeps with their thinking."""

    kept = 0

    def shorten(self, messages: list[Data]) -> list[Data]:
        cut = len(messages) - 4 if messages[-4]["role"] == "assistant" else len(messages) - 3
        summarized, rest = messages[:cut], messages[cut:]
        block = self.send(messages=summarized, compaction={"type": "summarize"})
        assert block["stop_reason"] == "compaction"
        self.kept += len(thoughts(rest))
        return [{"role": "assistant", "content": block["content"]}, *rest]


@pytest.mark.parametrize("seed", SEEDS)
def test_thinking_that_stays_behind_a_changed_prefix_is_refused(seed: int) -> None:
    """This stays for ever: it shows that the server can refuse."""
    with pytest.raises(ApiError, match=REFUSED):
        Clearing(seed).run()


@pytest.mark.parametrize("seed", SEEDS)
def test_thinking_that_goes_with_the_change_is_not_missed(seed: int) -> None:
    host = Stripping(seed)
    host.run()
    assert host.dropped == [] and thoughts(host.messages)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_host_may_let_the_provider_drop_it(seed: int) -> None:
    host = Clearing(seed, {**ADAPTIVE, "block_binding": {"prefix_mismatch_behavior": "drop_block"}})
    host.run()
    assert {entry["reason"] for entry in host.dropped} == {"prefix_binding_mismatch"}


@pytest.mark.parametrize("seed", SEEDS)
def test_what_the_provider_summarizes_breaks_no_thinking(seed: int) -> None:
    host = Asking(seed)
    host.run()
    assert host.dropped == [] and host.kept >= 3
