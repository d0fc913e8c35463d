"""Anthropic's Messages: `/v1/messages` and `/v1/messages/count_tokens`."""

from __future__ import annotations

import json
from typing import Any

from . import compaction, editing
from .anthropic_check import blocks_of, check_block, check_messages, check_request
from .cache import Billed, Piece
from .claude import BINDING_BETA, Facts, facts_of
from .model import Answer, Asked
from .rules import Data, Refused, canonical, need, tokens_of
from .session import Session
from .thinking import THOUGHTS, Thinking, Trail, bare, check_open_turn, sign

Events = list[tuple[str | None, Data]]
# The kind of an error by its status: "errors" (platform.claude.com, 2026).
KINDS = {400: "invalid_request_error", 401: "authentication_error", 402: "billing_error", 403: "permission_error", 404: "not_found_error",
         413: "request_too_large", 429: "rate_limit_error", 500: "api_error", 504: "timeout_error", 529: "overloaded_error"}
TEXTS = {401: "invalid x-api-key", 403: "Your API key does not have permission to use the specified resource.", 404: "Not found", 413: "Request exceeds the maximum size",
         429: "This request would exceed the rate limit for your organization.", 500: "Internal server error", 504: "Request timed out", 529: "Overloaded"}
# "errors": the largest body of a request.
BODY_BYTES = 32 * 1_024 * 1_024
REFUSAL = {"type": "refusal", "category": None, "explanation": None}


class Anthropic:
    name = "anthropic"
    body_bytes = BODY_BYTES

    @staticmethod
    def takes(path: str) -> bool:
        return path in ("/v1/messages", "/v1/messages/count_tokens")

    @staticmethod
    def key(headers: dict[str, str]) -> str | None:
        return headers.get("x-api-key") or headers.get("authorization", "").removeprefix("Bearer ") or None

    @staticmethod
    def streams(path: str, request: Data) -> bool:
        return bool(request.get("stream"))

    @staticmethod
    def error(error: Refused, request_id: str) -> tuple[Data, dict[str, str]]:
        told = {"type": error.more.get("kind") or KINDS.get(error.status, "api_error"), "message": error.message}
        if error.more.get("details"):
            told["details"] = error.more["details"]
        return {"type": "error", "error": told, "request_id": request_id}, {"request-id": request_id}

    @staticmethod
    def failed(status: int, retry_after: str | None) -> Refused:
        return Refused(TEXTS.get(status, "Error"), status=status)

    @staticmethod
    def unknown_key() -> Refused:
        return Refused("x-api-key header is required", status=401)

    def answer(self, path: str, request: Data, headers: dict[str, str], session: Session) -> Data:
        need("anthropic-version" in headers, "anthropic-version: header is required")
        betas = {beta.strip() for beta in headers.get("anthropic-beta", "").split(",")}
        facts = facts_of(session.settings.model or str(request.get("model")), session.settings.thinking)
        if path.endswith("count_tokens"):
            request = {"max_tokens": 1, **request}
        check_request(request, facts, betas)
        read = _Read(request, facts, betas)
        if path.endswith("count_tokens"):
            return {"input_tokens": read.total}
        window, room = session.settings.window, request["max_tokens"]
        need(not facts.overflow_is_refused or read.total > window or read.total + room <= window,
             f"input length and `max_tokens` exceed context limit: {read.total} + {room} > {window}, decrease input length or `max_tokens` and try again")
        session.fits(read.total, f"prompt is too long: {read.total} tokens > {window} maximum")
        billed = session.marked.bill(read.pieces, facts.cached_min)
        session.cached = billed.read
        reply = _summary(read, billed, session) if "compaction" in request else _reply(read, billed, session)
        if read.edits:
            reply["context_management"] = {"applied_edits": read.applied}
        if BINDING_BETA in betas:
            reply["input_transformations"] = read.thinking.transformations
        return reply

    @staticmethod
    def events(reply: Data, request: Data) -> Events:
        opened = {**reply["usage"], "output_tokens": 1}
        events: Events = [("message_start", {"message": {**reply, "content": [], "stop_reason": None, "stop_sequence": None, "usage": opened}})]
        for index, block in enumerate(reply["content"]):
            start, deltas = _streamed(block)
            events.append(("content_block_start", {"index": index, "content_block": start}))
            events += [("ping", {})] if index == 0 else []
            events += [("content_block_delta", {"index": index, "delta": delta}) for delta in deltas]
            events.append(("content_block_stop", {"index": index}))
        events.append(("message_delta", {"delta": {"stop_reason": reply["stop_reason"], "stop_sequence": None}, "usage": reply["usage"]}))
        events.append(("message_stop", {}))
        return [(name, {"type": name, **data}) for name, data in events]


class _Read:
    """A request that was found right, as the model reads it."""

    def __init__(self, request: Data, facts: Facts, betas: set[str]) -> None:
        self.request, self.facts = request, facts
        self.messages = blocks_of(request["messages"], betas)
        if "compaction" in request:
            compaction.expect_request({**request, "messages": self.messages}, betas)
        self.edits = editing.edits_of(request, betas)
        place = compaction.place_of(self.messages, betas, any(edit["type"] == editing.COMPACT for edit in self.edits))
        first = place or (0, 0)
        check_messages(self.messages, first if place is None else (first[0], first[1] + 1), facts)
        if (request.get("thinking") or {}).get("type") == "enabled":
            check_open_turn(self.messages, first[0] + (place is not None and first[1] + 1 == len(self.messages[first[0]]["content"])))
        self.thinking = Thinking(Trail.of(request), facts, request, betas)
        around = _around(request)
        self.parts: list[editing.Part] = []
        self._walk(place)
        self.pieces = [*around, *(part.piece for part in self.parts)]
        _mark_last(self.pieces, request.get("cache_control"))
        sent = sum(piece.tokens for piece in self.pieces)
        self.applied = editing.clear(self.parts, self.edits, sent)
        self.total = sent - sum(edit["cleared_input_tokens"] for edit in self.applied)
        self.around = sum(piece.tokens for piece in around)

    def _walk(self, place: tuple[int, int] | None) -> None:
        newest = max((index for index, message in enumerate(self.messages) if message["role"] == "assistant"), default=-1)
        for index, message in enumerate(self.messages):
            for number, block in enumerate(message["content"]):
                if place and (index, number) < place:
                    continue
                where = f"messages.{index}.content.{number}"
                if block["type"] == "compaction":
                    rest = message["role"] if number + 1 < len(message["content"]) else None
                    following = rest or next((later["role"] for later in self.messages[index + 1:]), None)
                    compaction.begin(self.thinking.trail, block, following)
                elif not self.thinking.block(message["role"], block, index, number, index == newest):
                    continue
                self.parts.append(editing.Part(_piece(message["role"], block, where), block, index))


def _around(request: Data) -> list[Piece]:
    system = request.get("system") or []
    texts = [{"type": "text", "text": system}] if isinstance(system, str) else system
    for place, block in enumerate(texts):
        check_block(block, "system", f"system.{place}")
    pieces = [_piece("tools", tool, f"tools.{place}") for place, tool in enumerate(request.get("tools") or ()) if not tool.get("defer_loading")]
    pieces += [_piece("system", block, f"system.{place}") for place, block in enumerate(texts)]
    # What of the request changes how messages are cached, and is not counted: "prompt-caching",
    # what invalidates the cache.
    beside = [(request.get("thinking") or {}).get("type"), request.get("tool_choice")]
    return [Piece(str(request["model"]), 0), *pieces, Piece(canonical(beside), 0)]


def _piece(role: str, block: Data, where: str) -> Piece:
    mark = block.get("cache_control")
    run = block["type"] if block.get("type") in ("tool_use", "tool_result") else None
    return Piece(canonical([role, bare(block)]), tokens_of(block), (mark.get("ttl") or "5m") if mark else None, where, run)


def _mark_last(pieces: list[Piece], mark: Any) -> None:
    """A mark on the whole request stands on its last block that can be marked."""
    last = next((piece for piece in reversed(pieces) if piece.tokens and '"type": "thinking"' not in piece.text), None)
    if mark and last and not last.ttl:
        last.ttl = mark.get("ttl") or "5m"


def _usage(read: _Read, billed: Billed, output: int) -> Data:
    written = sum(billed.written.values())
    kept = {f"ephemeral_{ttl}_input_tokens": tokens for ttl, tokens in billed.written.items()}
    return {"input_tokens": read.total - billed.read - written, "cache_creation_input_tokens": written, "cache_read_input_tokens": billed.read,
            "cache_creation": kept, "output_tokens": output, "service_tier": "standard"}


def _reply(read: _Read, billed: Billed, session: Session) -> Data:
    request = read.request
    compacted = _compacted(read, billed)
    if compacted and compacted["pause"]:
        return {"id": session.name("msg"), "type": "message", "role": "assistant", "model": request["model"], "content": [compacted["block"]], "stop_reason": "compaction",
                "stop_sequence": None, "usage": {**_usage(read, billed, 0), "input_tokens": 0, "iterations": [compacted["iteration"]]}}
    kind = (request.get("thinking") or {}).get("type")
    tools = {tool["name"]: tool.get("input_schema") or {} for tool in request.get("tools") or ()}
    said = session.answer(Asked(tools, kind if kind in ("enabled", "adaptive") else None, request))
    content = _content(said, read, session)
    output = tokens_of(content)
    usage = _usage(read, billed, output)
    if compacted:
        # The answer was made behind the summary; the sum of both calls stands in the iterations.
        content.insert(0, compacted["block"])
        prompt = read.around + tokens_of(compacted["block"])
        message = {"type": "message", "input_tokens": prompt, "output_tokens": output}
        usage = {**_usage(read, Billed(), output), "input_tokens": prompt, "iterations": [compacted["iteration"], message]}
    stop = {"cut": "max_tokens", "refusal": "refusal", "empty": "end_turn"}.get(said.stop) or ("tool_use" if said.calls else "end_turn")
    if read.total + output > session.settings.window:
        stop = "model_context_window_exceeded"
    elif output > request["max_tokens"] and stop == "end_turn":
        stop = "max_tokens"
    return {"id": session.name("msg"), "type": "message", "role": "assistant", "model": request["model"], "content": content, "stop_reason": stop,
            "stop_sequence": None, "usage": usage, **({"stop_details": REFUSAL} if stop == "refusal" else {})}


def _compacted(read: _Read, billed: Billed) -> Data | None:
    """The block of a threshold that the prompt has reached, and what it cost. What follows is bound
    to it.
    """
    edit = editing.compacts(read.edits, read.total)
    if edit is None:
        return None
    block = {"type": "compaction", "content": compaction.summary_of(read.messages)}
    compaction.begin_anew(read.thinking.trail, block)
    return {"block": block, "pause": bool(edit.get("pause_after_compaction")), "iteration": _iteration(_usage(read, billed, tokens_of(block)))}


def _iteration(spent: Data) -> Data:
    return {"type": "compaction", **{name: spent[name] for name in ("input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")}}


def _content(said: Answer, read: _Read, session: Session) -> list[Data]:
    content: list[Data] = []
    if said.thinking is not None:
        content.append({"type": "thinking", "thinking": said.thinking, "signature": sign(read.thinking.trail, said.thinking, read.facts)})
    if said.text:
        content.append({"type": "text", "text": said.text})
    return content + [{"type": "tool_use", "id": f"toolu_{session.turn:04}_{number}", "name": call.name, "input": call.args} for number, call in enumerate(said.calls)]


def _summary(read: _Read, billed: Billed, session: Session) -> Data:
    kind = session.failure.kind if session.failure else ""
    text = compaction.summary_of(read.messages)
    output = tokens_of(text)
    stop = {"empty": "end_turn", "refusal": "refusal", "cut": "max_tokens"}.get(kind) or ("max_tokens" if output > read.request["max_tokens"] else "compaction")
    role = read.messages[-1]["role"]
    content = [compaction.block_of(text, read.thinking.trail, role, read.facts)] if stop == "compaction" else []
    usage = {"input_tokens": 0, "output_tokens": 0, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0, "iterations": [_iteration(_usage(read, billed, output))]}
    return {"id": session.name("msg"), "type": "message", "role": "assistant", "model": read.request["model"], "content": content, "stop_reason": stop,
            "stop_sequence": None, "usage": usage}


def _streamed(block: Data) -> tuple[Data, list[Data]]:
    """How a block begins, and its deltas. Source: "streaming"; a signed compaction block comes
    whole: "compaction-on-demand".
    """
    if block["type"] == "text":
        half = len(block["text"]) // 2
        return {**block, "text": ""}, [{"type": "text_delta", "text": part} for part in (block["text"][:half], block["text"][half:]) if part]
    if block["type"] in THOUGHTS:
        thought, signature = {"type": "thinking_delta", "thinking": block["thinking"]}, {"type": "signature_delta", "signature": block["signature"]}
        return {**block, "thinking": "", "signature": ""}, [thought, signature]
    if block["type"] == "tool_use":
        text = json.dumps(block["input"])
        return {**block, "input": {}}, [{"type": "input_json_delta", "partial_json": part} for part in ("", text[: len(text) // 2], text[len(text) // 2:])]
    if block["type"] == "compaction" and "signature" not in block:
        return {**block, "content": None}, [{"type": "compaction_delta", "content": block["content"]}]
    return block, []
