"""Anthropic's messages, as strict as the real endpoint: pairs, roles, signatures, thinking of the open turn, size. The prompt cache keeps what marks say."""

from __future__ import annotations

import hashlib
import json
from types import SimpleNamespace
from typing import Any

from .fake import Data, Provider, is_png, need, run_tool, tokens_of

# Rules of the prompt cache. Source: platform.claude.com, prompt caching.
MARKS_MAX = 4
LOOKBACK_BLOCKS = 20
CACHED_MIN = 1_024


class Plain(SimpleNamespace):
    """An object of an SDK: fields, and `model_dump`."""

    def model_dump(self, **given: Any) -> Data:
        return {name: value.model_dump() if isinstance(value, Plain) else value for name, value in vars(self).items()}


class Anthropic(Provider):
    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self._entries: set[str] = set()

    def create(self, *, model: str, messages: list[Data], max_tokens: int, system: Any = None, tools: Any = (), thinking: Any = None) -> Plain:
        need(isinstance(model, str) and model, "model: Field required", type="invalid_request_error")
        need(isinstance(max_tokens, int) and max_tokens >= 1, "max_tokens: Input should be greater than or equal to 1", type="invalid_request_error")
        need(system is None or system, "system: text content blocks must be non-empty", type="invalid_request_error")
        self._check(messages, bool(thinking))
        total, _ = self.size(messages, [system, tools])
        need(total <= self.limit, f"prompt is too long: {total} tokens > {self.limit} maximum", type="invalid_request_error")
        room = f"input length and `max_tokens` exceed context limit: {total} + {max_tokens} > {self.limit}, decrease input length or `max_tokens` and try again"
        need(total + max_tokens <= self.limit, room, type="invalid_request_error")
        read, written = self._cache(messages, system, tools)
        usage = Plain(input_tokens=total - read - written, cache_read_input_tokens=read, cache_creation_input_tokens=written, output_tokens=100)
        return Plain(role="assistant", content=self._answer(bool(thinking)), usage=usage, stop_reason="end_turn")

    def _cache(self, messages: list[Data], system: Any, tools: Any) -> tuple[int, int]:
        """The tokens that are read from the cache, and those that are written to it. An entry stands only where a mark stood."""
        digest, size, ends, marks = hashlib.sha256(), 0, [], []
        for place, (role, block) in enumerate(_blocks(messages, system, tools)):
            bare = {name: value for name, value in block.items() if name != "cache_control"}
            digest.update(json.dumps([role, bare], sort_keys=True).encode())
            size += tokens_of(bare)
            ends.append((digest.copy().hexdigest(), size))
            if "cache_control" in block:
                need(block["cache_control"] == {"type": "ephemeral"}, "cache_control.type: Input should be 'ephemeral'")
                need(block.get("type") not in ("thinking", "redacted_thinking"), "cache_control cannot be set on `thinking` blocks")
                marks.append(place)
        need(len(marks) <= MARKS_MAX, f"A maximum of {MARKS_MAX} blocks with cache_control may be provided. Found {len(marks)}.")
        reached = [ends[place] for mark in marks for place in range(max(0, mark - LOOKBACK_BLOCKS), mark + 1)]
        read = max((size for name, size in reached if name in self._entries), default=0)
        kept = [ends[mark] for mark in marks if ends[mark][1] >= CACHED_MIN]
        # What no mark reaches any more is forgotten, as if its time were over.
        self._entries = {name for name, _ in reached if name in self._entries} | {name for name, _ in kept}
        return read, max((size for _, size in kept), default=read) - read

    def _answer(self, thinks: bool) -> list[Plain]:
        calls = self.next_calls()
        content: list[Plain] = []
        # Only the first message of a turn thinks, as models do without interleaved thinking.
        if thinks and (self.turn % 9 == 1 or self.turn == 1):
            thought = f"Step {self.turn}: the next files tell more."
            content.append(Plain(type="thinking", thinking=thought, signature=self.sign(thought)))
        content.append(Plain(type="text", text=f"Step {self.turn}: I look at {len(calls)} more files." if calls else f"Step {self.turn}: done with this part."))
        return content + [Plain(type="tool_use", id=call["id"], name=call["name"], input=call["args"]) for call in calls]

    def _check(self, messages: list[Data], thinks: bool) -> None:
        need(messages, "messages: at least one message is required", type="invalid_request_error")
        need(messages[0]["role"] == "user", "messages: first message must use the \"user\" role", type="invalid_request_error")
        seen: set[str] = set()
        open_calls: set[str] = set()
        for index, message in enumerate(messages):
            where = f"messages.{index}"
            need(message["role"] in ("user", "assistant"), f"{where}.role: Input should be 'user' or 'assistant'")
            need(set(message) <= {"role", "content"}, f"{where}: Extra inputs are not permitted")
            content = message["content"]
            blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
            need(blocks, f"{where}: all messages must have non-empty content except for the optional final assistant message")
            answered = {block["tool_use_id"] for block in blocks if block["type"] == "tool_result"}
            missing = open_calls - answered
            need(not missing, f"{where}: `tool_use` ids were found without `tool_result` blocks immediately after: {', '.join(sorted(missing))}. "
                 "Each `tool_use` block must have a corresponding `tool_result` block in the next message.")
            stray = answered - open_calls
            need(not stray, f"{where}.content.0: unexpected `tool_use_id` found in `tool_result` blocks: {', '.join(sorted(stray))}. "
                 "Each `tool_result` block must have a corresponding `tool_use` block in the previous message.")
            kinds = [block["type"] for block in blocks]
            need("tool_result" not in kinds[len(answered):], f"{where}: `tool_result` blocks must come first")
            open_calls = set()
            for place, block in enumerate(blocks):
                self._check_block(block, message["role"], f"{where}.content.{place}")
                if block["type"] == "tool_use":
                    need(block["id"] not in seen, f"{where}.content.{place}: `tool_use` ids must be unique")
                    seen.add(block["id"])
                    open_calls.add(block["id"])
        need(not open_calls, f"messages.{len(messages) - 1}: `tool_use` ids were found without `tool_result` blocks immediately after")
        if thinks:
            self._check_open_turn(messages)

    def _check_block(self, block: Data, role: str, where: str) -> None:
        if block["type"] == "text":
            need(block["text"].strip(), f"{where}.text: text content blocks must be non-empty")
        elif block["type"] == "thinking":
            need(role == "assistant" and self.is_signed(block["thinking"], block.get("signature")), f"{where}: Invalid `signature` in `thinking` block")
        elif block["type"] == "image":
            need(is_png(block["source"]["data"]), f"{where}.image.source.base64.data: Could not process image")
        elif block["type"] == "tool_use":
            need(role == "assistant" and isinstance(block["input"], dict), f"{where}.tool_use.input: Input should be a valid dictionary")
        elif block["type"] == "tool_result":
            need(role == "user", f"{where}: `tool_result` blocks can only be in `user` messages")
            for inner in block["content"] if isinstance(block.get("content"), list) else ():
                self._check_block(inner, "user", where)
        else:
            need(False, f"{where}: Input tag '{block['type']}' found using 'type' does not match any of the expected tags")

    def _check_open_turn(self, messages: list[Data]) -> None:
        """The turn that is open must begin with the thoughts that opened it."""
        first = len(messages)
        while first and (messages[first - 1]["role"] == "assistant" or _is_results(messages[first - 1])):
            first -= 1
        if first < len(messages):
            found = messages[first]["content"]
            kind = "text" if isinstance(found, str) else found[0]["type"]
            need(kind == "thinking", f"messages.{first}.content.0.type: Expected `thinking` or `redacted_thinking`, but found `{kind}`. When `thinking` is enabled, "
                 "a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks).")


def _blocks(messages: list[Data], system: Any, tools: Any) -> list[tuple[str, Data]]:
    """All blocks of a request in the order in which the cache reads them: tools, system, messages."""
    texts = [{"type": "text", "text": system}] if isinstance(system, str) else system or []
    blocks = [("tools", tool) for tool in tools] + [("system", block) for block in texts]
    for message in messages:
        content = message["content"]
        blocks += [(message["role"], block) for block in ([{"type": "text", "text": content}] if isinstance(content, str) else content)]
    return blocks


def _is_results(message: Data) -> bool:
    content = message["content"]
    return isinstance(content, list) and all(block["type"] == "tool_result" for block in content)


def answer_calls(reply: list[Data], chars: int, picture: str | None) -> Data | None:
    """The message of the host with what its tools gave; `None` if nothing was called."""
    results: list[Data] = []
    for block in reply:
        if block["type"] == "tool_use":
            text = run_tool({"args": block["input"]}, chars)
            shown = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": picture}} if picture and not results else None
            content = [{"type": "text", "text": text}, shown] if shown else text
            results.append({"type": "tool_result", "tool_use_id": block["id"], "content": content})
    return {"role": "user", "content": results} if results else None
