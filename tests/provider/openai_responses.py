"""OpenAI's Responses: `/v1/responses` and `/v1/responses/compact`. Wordings as the API gives them,
2025 and 2026.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from .model import Answer, Asked
from .openai import MESSAGES_MAX, TOOLS_MAX, OpenAi, cached, check_length, check_picture, check_text, fields, pieces
from .rules import Data, Refused, need, tokens_of
from .seal import seal, unseal
from .session import Session

Events = list[tuple[str | None, Data]]
REQUEST = frozenset({
    "model", "input", "instructions", "tools", "tool_choice", "parallel_tool_calls", "max_output_tokens", "temperature", "top_p", "stream", "stream_options", "store", "include",
    "reasoning", "text", "metadata", "user", "truncation", "service_tier", "previous_response_id", "prompt_cache_key", "prompt_cache_retention", "safety_identifier",
    "background", "conversation", "max_tool_calls", "top_logprobs", "context_management",
})
ITEMS: dict[str, frozenset[str]] = {
    "message": frozenset({"type", "id", "role", "content", "status", "phase"}),
    "reasoning": frozenset({"type", "id", "summary", "content", "encrypted_content", "status"}),
    "function_call": frozenset({"type", "id", "call_id", "name", "arguments", "status", "namespace"}),
    "function_call_output": frozenset({"type", "id", "call_id", "output", "status"}),
    "compaction": frozenset({"type", "id", "encrypted_content", "created_by"}),
    "item_reference": frozenset({"type", "id"}),
}


class OpenaiResponses(OpenAi):
    name = "openai_responses"

    @staticmethod
    def takes(path: str) -> bool:
        return path in ("/v1/responses", "/v1/responses/compact")

    def answer(self, path: str, request: Data, headers: dict[str, str], session: Session) -> Data:
        fields(request, REQUEST, "")
        need(isinstance(request.get("model"), str), "Missing required parameter: 'model'.", param="model", code="missing_required_parameter")
        need("input" in request, "Missing required parameter: 'input'.", param="input", code="missing_required_parameter")
        previous = request.get("previous_response_id")
        need(previous is None, f"Previous response with id '{previous}' not found.", param="previous_response_id", code="previous_response_not_found")
        given = request["input"]
        items = [{"type": "message", "role": "user", "content": given}] if isinstance(given, str) else given
        check_length(items, MESSAGES_MAX * 100, "input")
        if request.get("tools"):
            check_length(request["tools"], TOOLS_MAX, "tools")
        read = _check(items)
        prompt = pieces(read, [request.get("instructions"), request.get("tools")])
        summarized = sum(_compacted(item)["tokens"] for item in read if item.get("type") == "compaction")
        total = sum(piece.tokens for piece in prompt) + summarized
        session.fits(total, "Your input exceeds the context window of this model. Please adjust your input and try again.", param="input", code="context_length_exceeded")
        cached_tokens = cached(session, prompt)
        if path.endswith("/compact"):
            return _compact(request, items, total, cached_tokens, session)
        return _reply(request, total, cached_tokens, session)

    @staticmethod
    def events(reply: Data, request: Data) -> Events:
        opened = {**reply, "status": "in_progress", "output": [], "usage": None, "incomplete_details": None}
        made: list[Data] = [{"type": "response.created", "response": opened}, {"type": "response.in_progress", "response": opened}]
        for index, item in enumerate(reply["output"]):
            made += [{"output_index": index, **event} for event in _streamed(item)]
        last = {"completed": "response.completed", "incomplete": "response.incomplete"}[reply["status"]]
        made.append({"type": last, "response": reply})
        return [(event["type"], {**event, "sequence_number": number}) for number, event in enumerate(made)]


def _compacted(item: Data) -> Data:
    made = unseal("compaction_item", item.get("encrypted_content"))
    if made is None:
        raise Refused("The encrypted content for item could not be verified. Reason: Encrypted content could not be decrypted or parsed.", code="invalid_encrypted_content")
    return made


def _check(items: list[Data]) -> list[Data]:
    """What the model reads of the items: those from the newest compaction on ("compaction",
    developers.openai.com, 2026).
    """
    for index, item in enumerate(items):
        kind = item.get("type", "message")
        where = f"input[{index}]"
        need(kind in ITEMS, f"Invalid value: '{kind}'. Supported values are: {', '.join(repr(name) for name in ITEMS)}.", param=f"{where}.type", code="invalid_value")
        fields(item, ITEMS[kind], where)
        check_text(item.get("encrypted_content"), f"{where}.encrypted_content")
    start = max((index for index, item in enumerate(items) if item.get("type") == "compaction"), default=0)
    for item in items[:start]:
        if item.get("type") == "compaction":
            _compacted(item)
    called: dict[str, bool] = {}
    for index, item in enumerate(items[start:], start):
        kind, where = item.get("type", "message"), f"input[{index}]"
        if kind == "compaction":
            _compacted(item)
        elif kind == "reasoning":
            _check_reasoning(items, index)
        elif kind == "function_call":
            need(isinstance(item.get("arguments"), str), f"Invalid type for '{where}.arguments': expected a string, but got an object instead.", param=f"{where}.arguments")
            _check_call(items, index)
            called[item["call_id"]] = False
        elif kind == "function_call_output":
            need(called.get(item.get("call_id", "")) is False, f"No tool call found for function call output with call_id {item.get('call_id')}.", param="input")
            called[item["call_id"]] = True
            _check_content(item.get("output"), f"{where}.output", ("input_text", "input_image", "input_file"))
        elif kind == "message":
            _check_message(item, where)
    for name, answered in called.items():
        need(answered, f"No tool output found for function call {name}.", param="input")
    return items[start:]


def _check_reasoning(items: list[Data], index: int) -> None:
    item = items[index]
    made = unseal("reasoning", item.get("encrypted_content"))
    if made is None or made["id"] != item.get("id"):
        raise Refused(f"The encrypted content for item {item.get('id')} could not be verified. Reason: Encrypted content could not be decrypted or parsed.",
                      code="invalid_encrypted_content")
    following = items[index + 1] if index + 1 < len(items) else {}
    # The AI SDK (@ai-sdk/openai 4.0, November 2026) sends calls without their ids where nothing is stored. That OpenAI takes them is
    # concluded from this, and was not tried with it.
    unnamed = following.get("type") == "function_call" and "id" not in following
    need(unnamed or _tag(following) == _tag(item), f"Item '{item['id']}' of type 'reasoning' was provided without its required following item.", param="input")


def _check_call(items: list[Data], index: int) -> None:
    """A call whose id says that it was thought about needs its reasoning. One without an id does
    not.
    """
    item = items[index]
    name = item.get("id")
    if name is None:
        return
    need(str(name).startswith("fc"), f"Invalid 'input[{index}].id': '{name}'. Expected an ID that begins with 'fc'.", param=f"input[{index}].id", code="invalid_value")
    thought = f"rs_{_tag(item)}"
    found = any(other.get("type") == "reasoning" and other.get("id") == thought for other in items[:index])
    need(found or not _tag(item).endswith("t"), f"Item '{name}' of type 'function_call' was provided without its required 'reasoning' item: '{thought}'.", param="input")


def _tag(item: Data) -> str:
    """What the items of one answer share in their ids."""
    parts = str(item.get("id", "")).split("_")
    return parts[1] if len(parts) > 1 else ""


def _check_message(item: Data, where: str) -> None:
    need(item.get("role") in ("user", "assistant", "system", "developer"), f"Invalid value: '{item.get('role')}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
         param=f"{where}.role", code="invalid_value")
    spoken = ("output_text", "refusal") if item["role"] == "assistant" else ("input_text", "input_image", "input_file")
    _check_content(item.get("content"), f"{where}.content", spoken)


def _check_content(content: Any, where: str, kinds: tuple[str, ...]) -> None:
    need(isinstance(content, (str, list)), f"Invalid type for '{where}': expected one of an array of objects or string, but got null instead.", param=where, code="invalid_type")
    check_text(content, where)
    for place, part in enumerate(content if isinstance(content, list) else ()):
        need(part.get("type") in kinds, f"Invalid value: '{part.get('type')}'. Supported values are: {', '.join(repr(kind) for kind in kinds)}.",
             param=f"{where}[{place}]", code="invalid_value")
        if part["type"] == "input_image":
            check_picture(part.get("image_url"), f"{where}[{place}].image_url")


def _usage(total: int, cached_tokens: int, output: int) -> Data:
    return {"input_tokens": total, "input_tokens_details": {"cached_tokens": cached_tokens, "cache_write_tokens": 0}, "output_tokens": output,
            "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": total + output}


def _reply(request: Data, total: int, cached_tokens: int, session: Session) -> Data:
    said = session.answer(Asked(_declared(request.get("tools") or (), ""), "enabled", request))
    output = _output(said, session)
    threshold = next((edit.get("compact_threshold", session.settings.window) for edit in request.get("context_management") or () if edit.get("type") == "compaction"), None)
    if threshold is not None and total > threshold:
        output.insert(0, _item(total, session))
    reason = {"cut": "max_output_tokens"}.get(said.stop)
    return {"id": session.name("resp"), "object": "response", "created_at": 1, "model": request["model"], "status": "incomplete" if reason else "completed",
            "output": output, "usage": _usage(total, cached_tokens, tokens_of(output)), "incomplete_details": {"reason": reason} if reason else None,
            "parallel_tool_calls": True, "tool_choice": "auto", "tools": request.get("tools") or [], "error": None, "metadata": {}, "instructions": request.get("instructions"),
            "temperature": 1.0, "top_p": 1.0}


def _declared(tools: Sequence[Data], space: str) -> dict[str, Data]:
    """The functions by name. One in a namespace is called `namespace.name` here; its calls carry both apart (`NamespaceToolParam` and
    `namespace` of a call in the OpenAPI document 2.3.0, 2026).
    """
    declared: dict[str, Data] = {}
    for tool in tools:
        if tool.get("type") == "function":
            declared[space + tool["name"]] = tool.get("parameters") or {}
        elif tool.get("type") == "namespace":
            declared |= _declared(tool["tools"], f"{tool['name']}.")
    return declared


def _named(name: str) -> Data:
    space, dot, own = name.rpartition(".")
    return {"name": own, "namespace": space} if dot else {"name": name}


def _output(said: Answer, session: Session) -> list[Data]:
    tag = f"{session.requests:06}" + ("t" if said.thinking else "")
    output: list[Data] = []
    if said.thinking and said.calls:
        name = f"rs_{tag}"
        output.append({"type": "reasoning", "id": name, "summary": [{"type": "summary_text", "text": said.thinking}], "encrypted_content": seal("reasoning", {"id": name})})
    output += [{"type": "function_call", "id": f"fc_{tag}_{number}", "call_id": f"call_{session.turn:04}_{number}", **_named(call.name),
                "arguments": json.dumps(call.args), "status": "completed"} for number, call in enumerate(said.calls)]
    if said.calls or said.stop == "empty":
        return output
    refused = {"type": "refusal", "refusal": "I'm sorry, but I cannot assist with that request."}
    part = refused if said.stop == "refusal" else {"type": "output_text", "text": said.text or "", "annotations": []}
    return [{"type": "message", "id": f"msg_{tag}", "role": "assistant", "status": "incomplete" if said.stop == "cut" else "completed", "content": [part]}]


def _item(total: int, session: Session) -> Data:
    # A summary has about a tenth of what it stands for. Chosen here.
    return {"type": "compaction", "id": session.name("cmp"), "encrypted_content": seal("compaction_item", {"tokens": total // 10, "at": session.requests})}


def _compact(request: Data, items: list[Data], total: int, cached_tokens: int, session: Session) -> Data:
    """The window that the next request begins with: what the user said, and the item that stands
    for everything.
    """
    said = [item for item in items if item.get("type", "message") == "message" and item["role"] == "user"]
    item = _item(total, session)
    return {"id": session.name("cmp"), "object": "response.compaction", "created_at": 1, "output": [*said, item], "usage": _usage(total, cached_tokens, total // 10)}


def _streamed(item: Data) -> list[Data]:
    """The events of one item. Source: "streaming events" (developers.openai.com, 2026)."""
    done = {"type": "response.output_item.done", "item": item}
    at = {"item_id": item["id"]}
    if item["type"] == "function_call":
        text = item["arguments"]
        parts = [{"type": "response.function_call_arguments.delta", **at, "delta": part} for part in (text[: len(text) // 2], text[len(text) // 2:]) if part]
        finished = {"type": "response.function_call_arguments.done", **at, "arguments": text, "name": item["name"]}
        return [_added({**item, "arguments": "", "status": "in_progress"}), *parts, finished, done]
    if item["type"] == "reasoning":
        text = item["summary"][0]["text"]
        at |= {"summary_index": 0}
        return [_added({**item, "summary": []}), {"type": "response.reasoning_summary_part.added", **at, "part": {"type": "summary_text", "text": ""}},
                {"type": "response.reasoning_summary_text.delta", **at, "delta": text}, {"type": "response.reasoning_summary_text.done", **at, "text": text},
                {"type": "response.reasoning_summary_part.done", **at, "part": item["summary"][0]}, done]
    if item["type"] == "message":
        part = item["content"][0]
        at |= {"content_index": 0}
        kind = "refusal" if part["type"] == "refusal" else "output_text"
        field = "refusal" if kind == "refusal" else "text"
        text = part[field]
        logprobs: Data = {} if kind == "refusal" else {"logprobs": []}
        deltas = [{"type": f"response.{kind}.delta", **at, "delta": piece, **logprobs} for piece in (text[: len(text) // 2], text[len(text) // 2:]) if piece]
        return [_added({**item, "content": [], "status": "in_progress"}), {"type": "response.content_part.added", **at, "part": {**part, field: ""}}, *deltas,
                {"type": f"response.{kind}.done", **at, field: text, **logprobs}, {"type": "response.content_part.done", **at, "part": part}, done]
    return [_added(item), done]


def _added(item: Data) -> Data:
    return {"type": "response.output_item.added", "item": item}
