"""Whole sessions of an agent whose provider refuses in 12 ways, right and wrong, and whose host
changes the model in between. `make refused-sessions` plays 200 of 500 turns; here are a few short
ones.

What must never happen: more than three turns in a row without an answer although the last list
would have fitted the provider's window; a list that is not valid; a user's newest request missing.
"""

from __future__ import annotations

import base64
import dataclasses
import json
import os
import random
from typing import Any

import pytest

from conspectus import Compactor

Data = dict[str, Any]
SESSIONS, TURNS = map(int, os.environ.get("REFUSED_SESSIONS", "6x60").split("x"))
WINDOWS = {"small": 8_000, "medium": 32_000, "large": 64_000, "huge": 200_000}
# So many turns in a row may pass without an answer, and so many requests in one turn.
STUCK, TRIES = 3, 6
ANSWER = 1_000
OVER = "This model's maximum context length is {limit} tokens. However, your messages resulted in {told} tokens."


@dataclasses.dataclass
class Provider:
    """One model in the chat format. A token is 3.5 chars of JSON, and a picture 800 or, where its
    client knows no pictures in results, its chars."""

    name: str
    window: int
    reads_pictures: bool

    def tokens(self, messages: list[Data]) -> int:
        plain, pictures = messages, 0
        if self.reads_pictures:
            plain = [{**message, "content": [part for part in message["content"] if part["type"] == "text"]} if isinstance(message.get("content"), list) else message
                     for message in messages]
            pictures = sum(part["type"] == "image_url" for message in messages if isinstance(message.get("content"), list) for part in message["content"])
        return int(len(json.dumps(plain)) / 3.5) + 800 * pictures

    def fits(self, messages: list[Data]) -> bool:
        return self.tokens(messages) + ANSWER <= self.window


def overflow(limit: int, told: int, seed: random.Random) -> Any:
    """The same refusal in the words of several providers."""
    return seed.choice([
        OVER.format(limit=limit, told=told),
        {"status": 400, "error": {"type": "error", "error": {"type": "invalid_request_error", "message": f"prompt is too long: {told} tokens > {limit} maximum"}}},
        {"status": 400, "error": {"message": f"request ({told} tokens) exceeds the available context size ({limit} tokens), try increasing it"}},
        f"input length and `max_tokens` exceed context limit: {told} + {ANSWER} > {limit}, decrease input length or `max_tokens` and try again",
    ])


def injected(kind: str, provider: Provider, told: int, seed: random.Random) -> Any:
    """A refusal that the request is no reason for, or not the reason that it states."""
    page = "Docs: " + OVER.format(limit=1_000, told=5_000)
    return {
        "other model": OVER.format(limit=max(600, provider.window // seed.choice([2, 5, 20])), told=told),
        "other prompt": f"prompt is too long: {provider.window * 3} tokens > {provider.window // 2} maximum",
        "no numbers": "Input is too long for requested model.",
        "reserve": f"input length and `max_tokens` exceed context limit: {told} + {provider.window * 2 // 5} > {provider.window}",
        "minute": f"Request too large for gpt-4o on tokens per min (TPM): Limit {max(600, told * 2 // 3)}, Requested {told}.",
        "bytes": {"status": 413, "message": "Request entity too large"},
        "media": "messages.1.content.0: Could not process image",
        "pairing": "No tool output found for function call call_x.",
        "thinking": "messages.1.content.0: Invalid `signature` in `thinking` block",
        "rate": {"status": 429, "headers": {"retry-after": "1"}},
        "quoted": {"message": f"1 validation error for Request\nmessages.3.content\n  Input should be a valid string [type=string_type, input_value='{page}']", "code": 400},
        "empty": {"choices": [{"finish_reason": "stop", "message": {"role": "assistant", "content": ""}}]},
    }[kind]


KINDS = ("other model", "other prompt", "no numbers", "reserve", "minute", "bytes", "media", "pairing", "thinking", "rate", "quoted", "empty")


def assert_valid(messages: list[Data]) -> None:
    """Each call has one result, next behind it, and nothing is empty."""
    waiting: list[str] = []
    for message in messages:
        if message["role"] == "tool":
            assert message["tool_call_id"] in waiting, "a result without its call"
            waiting.remove(message["tool_call_id"])
            continue
        assert not waiting, "a call without its result"
        waiting = [call["id"] for call in message.get("tool_calls") or ()]
        assert waiting or message["content"], "an empty message"
    assert not waiting, "a call without its result"


class Session:
    def __init__(self, number: int) -> None:
        self.seed = random.Random(number)
        self.provider = Provider("large", WINDOWS["large"], reads_pictures=True)
        self.compactor = Compactor(context_window=self.provider.window, reserve_tokens=ANSWER)
        self.messages: list[Data] = []
        self.asked = ""
        self.usage: int | None = None
        self.stuck = self.refusals = 0

    def switch(self) -> None:
        name = self.seed.choice(sorted(WINDOWS))
        self.provider = Provider(name, WINDOWS[name], reads_pictures=self.seed.random() < 0.7)
        saved = json.loads(json.dumps(self.compactor.save()))
        self.compactor = Compactor.load(saved, context_window=self.provider.window, reserve_tokens=ANSWER)
        self.usage = None

    def happens(self, turn: int) -> None:
        if turn % 9 == 0:
            self.asked = f"REQUEST {turn}: port part {turn} to Rust and keep file_{turn}.py."
            content: Any = self.asked
            if self.seed.random() < 0.3:
                picture = base64.b64encode(self.seed.randbytes(self.seed.randrange(300, 9_000))).decode()
                content = [{"type": "text", "text": self.asked}, {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{picture}"}}]
            self.messages.append({"role": "user", "content": content})
            return
        call = {"id": f"call_{turn}", "type": "function", "function": {"name": "read_file", "arguments": json.dumps({"path": f"src/part_{turn}.py"})}}
        lines = self.seed.choice([3, 20, 60, 120])
        text = "\n".join(f"{line}: value_{turn}_{line} = {turn * line * 7919 % 10007}" for line in range(lines))
        self.messages += [{"role": "assistant", "content": None, "tool_calls": [call]}, {"role": "tool", "tool_call_id": call["id"], "content": text}]

    def answer(self, kind: str | None) -> bool:
        """Whether a request of this turn was accepted."""
        for _ in range(TRIES):
            result = self.compactor.compact(self.messages, usage=self.usage)
            self.usage = None
            self.messages = list(result.messages)
            assert_valid(self.messages)
            assert self.asked in json.dumps(self.messages), f"lost: {self.asked}"
            if not result.can_send:
                return False
            told = self.provider.tokens(self.messages)
            if kind is not None:
                error, kind = injected(kind, self.provider, told, self.seed), None
            elif not self.provider.fits(self.messages):
                error = overflow(self.provider.window, told, self.seed)
            else:
                self.usage = told if self.seed.random() < 0.5 else None
                return True
            self.refusals += 1
            if self.compactor.handle_provider_error(error).action == "fail":
                return False
        return False

    def play(self) -> None:
        for turn in range(TURNS):
            if turn and turn % 23 == 0:
                self.switch()
            self.happens(turn)
            kind = self.seed.choice(KINDS) if self.seed.random() < 0.15 else None
            if self.answer(kind):
                self.messages.append({"role": "assistant", "content": f"Part {turn} is read."})
                self.stuck = 0
                continue
            self.stuck = self.stuck + 1 if self.provider.fits(self.messages) else 0
            assert self.stuck <= STUCK, f"turn {turn}: {self.stuck} turns without an answer, last refusal: {kind}"


@pytest.mark.parametrize("number", range(SESSIONS))
def test_no_session_is_stuck_invalid_or_without_its_request(number: int) -> None:
    session = Session(number)
    session.play()
    assert session.refusals > TURNS // 20
