"""The events of a stream: their order is the provider's, and put together they are the answer."""

from __future__ import annotations

import json
from typing import Any

from .asked import BOUND, TOOLS, USER, client, events
from .rules import Data

CHAT_TOOLS = [{"type": "function", "function": {"name": "read", "parameters": {}}}]


def test_anthropic() -> None:
    request = {"model": BOUND, "max_tokens": 2_000, "messages": [USER], "thinking": {"type": "adaptive"}, "tools": TOOLS}
    whole = client().anthropic(request)
    found = events(client(), "/v1/messages", {**request, "stream": True})
    assert all(name == data["type"] for name, data in found)
    names = [name for name, _ in found]
    assert names[:3] == ["message_start", "content_block_start", "ping"] and names[-2:] == ["message_delta", "message_stop"]
    blocks: list[Data] = []
    for _, data in found:
        if data["type"] == "content_block_start":
            assert data["index"] == len(blocks)
            blocks.append({**data["content_block"], "partial": ""})
        elif data["type"] == "content_block_delta":
            delta = {name: value for name, value in data["delta"].items() if name != "type"}
            for name, value in delta.items():
                field = "partial" if name == "partial_json" else name
                blocks[data["index"]][field] += value
    for block in blocks:
        partial = block.pop("partial")
        if partial:
            block["input"] = json.loads(partial)
    assert blocks == whole["content"]
    assert found[-2][1]["delta"]["stop_reason"] == "tool_use" and found[-2][1]["usage"] == whole["usage"]


def test_a_compaction_block_comes_whole() -> None:
    headers = {"anthropic-beta": "compact-2026-09-04"}
    request = {"model": BOUND, "max_tokens": 2_000, "messages": [USER], "compaction": {"type": "summarize"}, "stream": True}
    found = events(client(), "/v1/messages", request, **headers)
    names = [name for name, _ in found if name != "ping"]
    assert names == ["message_start", "content_block_start", "content_block_stop", "message_delta", "message_stop"]
    started = next(data for name, data in found if name == "content_block_start")
    assert started["content_block"]["signature"] and started["content_block"]["content"]


def test_openai_chat() -> None:
    request = {"model": "gpt-4.1", "messages": [USER], "tools": CHAT_TOOLS}
    whole = client().openai_chat(request)
    found = [data for _, data in events(client(), "/v1/chat/completions", {**request, "stream": True, "stream_options": {"include_usage": True}})]
    assert found.pop() == "[DONE]"
    usage = found.pop()
    assert usage["choices"] == [] and usage["usage"] == whole["usage"]
    assert all(chunk["object"] == "chat.completion.chunk" and chunk["usage"] is None for chunk in found)
    assert found[0]["choices"][0]["delta"] == {"role": "assistant", "content": None, "refusal": None}
    assert [chunk["choices"][0]["finish_reason"] for chunk in found] == [None] * (len(found) - 1) + ["tool_calls"]
    calls: dict[int, Data] = {}
    for chunk in found:
        for part in chunk["choices"][0]["delta"].get("tool_calls", ()):
            call = calls.setdefault(part["index"], {"function": {"arguments": ""}})
            arguments = call["function"]["arguments"] + part["function"]["arguments"]
            call |= {**part, "function": {**call["function"], **part["function"], "arguments": arguments}}
    assert [{name: value for name, value in call.items() if name != "index"} for call in calls.values()] == whole["choices"][0]["message"]["tool_calls"]
    plain = [data for _, data in events(client(), "/v1/chat/completions", {**request, "stream": True})]
    assert all("usage" not in chunk for chunk in plain[:-1])


def test_openai_responses() -> None:
    request: Any = {"model": "gpt-5", "input": [USER], "tools": [{"type": "function", "name": "read", "parameters": {}}]}
    whole = client().openai_responses(request)
    found = events(client(), "/v1/responses", {**request, "stream": True})
    assert all(name == data["type"] for name, data in found)
    assert [data["sequence_number"] for _, data in found] == list(range(len(found)))
    names = [name for name, _ in found]
    assert names[:2] == ["response.created", "response.in_progress"] and names[-1] == "response.completed"
    assert found[-1][1]["response"] == whole
    assert names[2:8] == ["response.output_item.added", "response.reasoning_summary_part.added", "response.reasoning_summary_text.delta",
                          "response.reasoning_summary_text.done", "response.reasoning_summary_part.done", "response.output_item.done"]
    assert [data["item"] for name, data in found if name == "response.output_item.done"] == whole["output"]
    words = [name for name, _ in events(client(), "/v1/responses", {"model": "gpt-5", "input": "Hi", "stream": True})]
    assert list(dict.fromkeys(words)) == [
        "response.created", "response.in_progress", "response.output_item.added", "response.content_part.added", "response.output_text.delta",
        "response.output_text.done", "response.content_part.done", "response.output_item.done", "response.completed"]
    cut = events(client(), "/v1/responses", {"model": "gpt-5", "input": "Hi", "stream": True}, **{"x-fail": "cut"})
    assert cut[-1][0] == "response.incomplete"


def test_gemini() -> None:
    request: Any = {"contents": [{"parts": [{"text": "Hi"}]}], "tools": [{"functionDeclarations": [{"name": "read"}]}]}
    whole = client().gemini(request)
    path = "/v1beta/models/gemini-3-pro:streamGenerateContent"
    found = [data for _, data in events(client(), f"{path}?alt=sse", request)]
    assert [part for chunk in found for part in chunk["candidates"][0]["content"]["parts"]] == whole["candidates"][0]["content"]["parts"]
    assert [chunk["candidates"][0].get("finishReason") for chunk in found] == [None] * (len(found) - 1) + ["STOP"]
    assert found[-1]["usageMetadata"] == whole["usageMetadata"]
    assert client().post(path, request, {"x-goog-api-key": "key"}) == found
