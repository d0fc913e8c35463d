"""Requests for the tests of the server itself: right ones, of which each test breaks one thing."""

from __future__ import annotations

import itertools
import json
from typing import Any

from .claude import BINDING_BETA, COMPACT_BETA
from .client import ApiError, Client
from .rules import Data
from .server import Server
from .session import Settings

BETAS = (BINDING_BETA, COMPACT_BETA)
BOUND, OLDER = "claude-fable-5-1", "claude-sonnet-4"
TOOLS: list[Data] = [{"name": "read", "input_schema": {"type": "object", "properties": {"path": {"type": "string"}}}}]
USER: Data = {"role": "user", "content": "Hi"}
CALL: Data = {"type": "tool_use", "id": "a", "name": "read", "input": {}}
RESULT: Data = {"type": "tool_result", "tool_use_id": "a", "content": "x"}
CALLS: Data = {"role": "assistant", "content": [CALL]}
RESULTS: Data = {"role": "user", "content": [RESULT]}
LONG = "word " * 9_000
_keys = itertools.count()


def client(window: int = 10_000, **settings: Any) -> Client:
    """A client with an account of its own."""
    return Client(Server(Settings(window=window, **settings)).start(), f"key-{next(_keys)}")


def claude(asked: Client, messages: list[Data], betas: tuple[str, ...] = BETAS, **more: Any) -> Data:
    return asked.anthropic({"model": BOUND, "max_tokens": 2_000, "messages": messages, **more}, betas)


def refusal(call: Any, *given: Any, **more: Any) -> ApiError:
    """What a request is refused with."""
    try:
        call(*given, **more)
    except ApiError as error:
        return error
    raise AssertionError("the request was not refused")


def thinking_turn(asked: Client, messages: list[Data], **more: Any) -> list[Data]:
    """The conversation with one answer more, and what the tools gave."""
    reply = claude(asked, messages, thinking={"type": "adaptive"}, tools=TOOLS, **more)
    results = [{"type": "tool_result", "tool_use_id": block["id"], "content": f"text of {block['id']}"} for block in reply["content"] if block["type"] == "tool_use"]
    return [*messages, {"role": "assistant", "content": reply["content"]}, {"role": "user", "content": results or "Go on."}]


def conversation(asked: Client, turns: int, **more: Any) -> list[Data]:
    messages: list[Data] = [copied(USER)]
    for _ in range(turns):
        messages = thinking_turn(asked, messages, **more)
    return messages


def copied(value: Any) -> Any:
    return json.loads(json.dumps(value))


def thoughts(messages: list[Data]) -> list[tuple[int, int]]:
    """Where the thinking stands."""
    return [(index, place) for index, message in enumerate(messages) if isinstance(message["content"], list)
            for place, block in enumerate(message["content"]) if block["type"] == "thinking"]


def without(messages: list[Data], places: list[tuple[int, int]]) -> list[Data]:
    return [{**message, "content": [block for place, block in enumerate(message["content"]) if (index, place) not in places]}
            if isinstance(message["content"], list) else message for index, message in enumerate(messages)]


def events(asked: Client, path: str, request: Data, **headers: str) -> list[tuple[str | None, Any]]:
    """The events of a stream: the name, and the data."""
    told = {"x-api-key": asked.key, "authorization": f"Bearer {asked.key}", "x-goog-api-key": asked.key, "anthropic-version": "2023-06-01", **headers}
    status, body, answer = asked.raw(path, json.dumps(request).encode(), told)
    assert status == 200 and answer["content-type"].startswith("text/event-stream"), body
    found = []
    for block in body.decode().strip().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.split("\n"))
        found.append((fields.get("event"), fields["data"] if fields["data"] == "[DONE]" else json.loads(fields["data"])))
    return found
