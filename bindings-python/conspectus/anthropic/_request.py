"""Requests with the messages of a result, and marks for the provider's cache."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from .._sdks import as_sent, headed, merged
from ..results import Result

__all__ = ["COMPACT_BETA", "blocks_of", "build_request", "get", "mark", "with_blocks"]

# "Prompt caching" (platform.claude.com, November 2026): at most four marks; none on a thought, nor on an empty text.
_MARKS_MAX = 4
# A signed block that stands for older messages is read with it.
COMPACT_BETA = "compact-2026-09-04"
_THOUGHTS = ("thinking", "redacted_thinking")


def build_request(request: Mapping[str, Any], result: Result[Any], *, ttl: Literal["5m", "1h"] | None = None) -> dict[str, Any]:
    """The arguments for `client.messages.create` or `.stream`, also of `client.beta`: `request`, with the messages of `result`, marked for
    the cache where it says, and its `request_fields`.

    Nothing that is given changes; go on with `result.messages`, which bear no marks. Marks of yours on messages give way to those of the
    result, and take their `ttl` along. Those on `system` and `tools` stay as long as all are four at most. `ttl` is how long an entry lives:
    give `"1h"` with `prices="anthropic-1h"`.
    """
    made: dict[str, Any] = {**request, "messages": result.messages}
    if result.cache_breakpoints:
        mark(made, sorted(set(result.cache_breakpoints))[-_MARKS_MAX:], ttl)
    body, headers = (dict(result.request_fields.get(part) or {}) for part in ("body", "headers"))
    if "thinking" not in request and not any(_thinks(message) for message in result.messages):
        # They would switch thinking on, and there is no thought that could be refused.
        body, headers = {}, {}
    if result.messages and any(get(block, "type") == "compaction" and get(block, "signature") for block in blocks_of(result.messages[0])):
        headers = headed({"anthropic-beta": COMPACT_BETA}, headers)
    if isinstance(request.get("thinking"), Mapping) and "thinking" in body:
        made["thinking"] = merged(body.pop("thinking"), request["thinking"])
    if isinstance(request.get("betas"), Sequence):
        # The SDK lets the header of `extra_headers` take the place of `betas`.
        named = headers.pop("anthropic-beta", "")
        made["betas"] = [*dict.fromkeys([*request["betas"], *filter(None, named.split(","))])]
    if body:
        made["extra_body"] = merged(body, request.get("extra_body"))
    if headers:
        made["extra_headers"] = headed(headers, request.get("extra_headers"))
    return made


def mark(made: dict[str, Any], places: list[int], ttl: str | None = None) -> None:
    """Marks a request where these prefixes end, and takes away marks of the program that would be too many."""
    messages = [*made["messages"]]
    own = [found for message in messages for block in blocks_of(message) if (found := get(block, "cache_control"))]
    own += [made.pop("cache_control")] if made.get("cache_control") else []
    lives = ttl or (get(own[-1], "ttl") if own else None)
    new = {"type": "ephemeral", **({"ttl": lives} if lives else {})}
    for index, message in enumerate(messages):
        if own and any(get(block, "cache_control") for block in blocks_of(message)):
            messages[index] = with_blocks(message, [_bare(block) for block in blocks_of(message)])
    for place in filter(None, places):
        _mark_last(messages, place - 1, new)
    made["messages"] = messages
    around = {name: [*_listed(made[name])] for name in ("tools", "system") if made.get(name) and _is_listed(made[name])}
    ends = [(name, len(around[name]) - 1) for name in ("tools", "system") if around.get(name)] if places[0] == 0 else []
    for name, index in ends[-1:]:
        around[name][index] = {**as_sent(around[name][index]), "cache_control": new}
    # What is left of the four is the program's own. Nothing that lives for an hour may stand behind what lives shorter.
    room = _MARKS_MAX - len(places)
    for name, index in [(name, index) for name in ("system", "tools") for index in reversed(range(len(around.get(name, ()))))]:
        block = around[name][index]
        if not get(block, "cache_control") or (name, index) in ends[-1:]:
            continue
        room -= 1
        around[name][index] = _bare(block) if room < 0 else {**as_sent(block), "cache_control": new} if lives == "1h" else block
    made.update(around)


def _mark_last(messages: list[Any], index: int, mark: dict[str, Any]) -> None:
    """Marks the last block that can be, of this message or of the nearest one before."""
    for at in range(min(index, len(messages) - 1), -1, -1):
        blocks = blocks_of(messages[at])
        for number in range(len(blocks) - 1, -1, -1):
            block = blocks[number]
            if get(block, "type") not in _THOUGHTS and get(block, "text") != "":
                blocks[number] = {**as_sent(block), "cache_control": mark}
                messages[at] = with_blocks(messages[at], blocks)
                return


def _is_listed(value: Any) -> bool:
    return isinstance(value, (str, list, tuple))


def _listed(content: Any) -> list[Any]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else [*(content or ())]


def blocks_of(message: Any) -> list[Any]:
    return _listed(get(message, "content"))


def _thinks(message: Any) -> bool:
    return any(get(block, "type") in _THOUGHTS for block in blocks_of(message))


def with_blocks(message: Any, blocks: list[Any]) -> dict[str, Any]:
    more = message if isinstance(message, Mapping) else {"role": get(message, "role")}
    return {**more, "content": blocks}


def get(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)


def _bare(block: Any) -> Any:
    if not get(block, "cache_control"):
        return block
    return {name: value for name, value in as_sent(block).items() if name != "cache_control"}
