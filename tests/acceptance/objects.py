"""Checks that the objects of SDKs and frameworks go in as they are and come back in their own classes.

Each conversation is built of real classes. It must count as its dump does, keep what is not touched by identity, and be read again by the
library that made it after it was cleared and compacted. Run by `make acceptance`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import anthropic.types
import langchain_core.messages as lc
import openai.types.chat
import openai.types.completion_usage
import openai.types.responses
import pydantic_ai.messages as pa
from google.genai import types as genai

import conspectus

WORDS = "word " * 2000
ROUNDS = 12


def anthropic_list() -> list[Any]:
    messages: list[Any] = []
    for index in range(ROUNDS):
        content = [{"type": "text", "text": f"I read {index}."}, {"type": "tool_use", "id": f"t{index}", "name": "read", "input": {"path": f"{index}.py"}}]
        reply = anthropic.types.Message.model_validate(
            {"id": "m", "type": "message", "role": "assistant", "model": "x", "content": content, "stop_reason": "tool_use", "stop_sequence": None,
             "usage": {"input_tokens": 10, "output_tokens": 5, "cache_read_input_tokens": 900}}
        )
        result = {"type": "tool_result", "tool_use_id": f"t{index}", "content": WORDS}
        messages += [{"role": "user", "content": f"Step {index}"}, {"role": "assistant", "content": reply.content}, {"role": "user", "content": [result]}]
        messages += [{"role": "assistant", "content": f"Done {index}."}]
    return messages


def openai_list() -> list[Any]:
    messages: list[Any] = [{"role": "system", "content": "Be brief."}]
    for index in range(ROUNDS):
        function = {"name": "read", "arguments": json.dumps({"path": f"{index}.py"})}
        call = {"role": "assistant", "content": None, "tool_calls": [{"id": f"t{index}", "type": "function", "function": function}]}
        messages += [{"role": "user", "content": f"Step {index}"}, openai.types.chat.ChatCompletionMessage.model_validate(call)]
        messages += [{"role": "tool", "tool_call_id": f"t{index}", "content": WORDS}]
        messages += [openai.types.chat.ChatCompletionMessage(role="assistant", content=f"Done {index}.")]
    return messages


def responses_list() -> list[Any]:
    messages: list[Any] = []
    for index in range(ROUNDS):
        call = openai.types.responses.ResponseFunctionToolCall(type="function_call", call_id=f"t{index}", id=f"fc{index}", name="read", arguments="{}")
        messages += [{"role": "user", "content": f"Step {index}"}, call, {"type": "function_call_output", "call_id": f"t{index}", "output": WORDS}]
        text = {"type": "output_text", "text": f"Done {index}.", "annotations": []}
        answer = {"type": "message", "id": f"m{index}", "role": "assistant", "status": "completed", "content": [text]}
        messages += [openai.types.responses.ResponseOutputMessage.model_validate(answer)]
    return messages


def gemini_list() -> list[Any]:
    messages: list[Any] = []
    for index in range(ROUNDS):
        call = genai.Part(function_call=genai.FunctionCall(id=f"t{index}", name="read", args={"path": f"{index}.py"}))
        result = genai.Part(function_response=genai.FunctionResponse(id=f"t{index}", name="read", response={"output": WORDS}))
        messages += [genai.Content(role="user", parts=[genai.Part(text=f"Step {index}")]), genai.Content(role="model", parts=[call])]
        messages += [genai.Content(role="user", parts=[result]), genai.Content(role="model", parts=[genai.Part(text=f"Done {index}.")])]
    return messages


def langchain_list() -> list[Any]:
    messages: list[Any] = [lc.SystemMessage("Be brief.")]
    for index in range(ROUNDS):
        call: Any = {"name": "read", "args": {"path": f"{index}.py"}, "id": f"t{index}"}
        messages += [lc.HumanMessage(f"Step {index}"), lc.AIMessage("", tool_calls=[call])]
        messages += [lc.ToolMessage(WORDS, tool_call_id=f"t{index}", name="read"), lc.AIMessage(f"Done {index}.")]
    return messages


def pydantic_ai_list() -> list[Any]:
    messages: list[Any] = []
    for index in range(ROUNDS):
        messages += [pa.ModelRequest(parts=[pa.UserPromptPart(f"Step {index}")])]
        messages += [pa.ModelResponse(parts=[pa.ToolCallPart("read", {"path": f"{index}.py"}, f"t{index}")])]
        messages += [pa.ModelRequest(parts=[pa.ToolReturnPart("read", WORDS, f"t{index}")])]
        messages += [pa.ModelResponse(parts=[pa.TextPart(f"Done {index}.")])]
    return messages


def own_classes(*classes: type) -> Callable[[list[Any]], None]:
    def check(messages: list[Any]) -> None:
        for message in messages:
            assert isinstance(message, classes), f"{type(message).__name__} among the messages"

    return check


def read_by_gemini(messages: list[Any]) -> None:
    own_classes(genai.Content)(messages)
    for message in messages:
        assert all(isinstance(part, genai.Part) for part in message.parts)
        genai.Content.model_validate_json(message.model_dump_json())


def read_by_pydantic_ai(messages: list[Any]) -> None:
    pa.ModelMessagesTypeAdapter.validate_json(pa.ModelMessagesTypeAdapter.dump_json(messages))


def read_by_langchain(messages: list[Any]) -> None:
    own_classes(lc.BaseMessage)(messages)
    lc.messages_from_dict(lc.messages_to_dict(messages))


def read_by_openai(messages: list[Any]) -> None:
    from sdk import problem

    dumped = [message if isinstance(message, dict) else message.model_dump(exclude_none=True) for message in messages]
    assert problem("openai_chat", dumped) is None


HOSTS: dict[str, tuple[Callable[[], list[Any]], str, Callable[[list[Any]], None]]] = {
    "anthropic": (anthropic_list, "anthropic", lambda messages: None),
    "openai chat": (openai_list, "openai_chat", read_by_openai),
    "openai responses": (responses_list, "openai_responses", lambda messages: None),
    "google-genai": (gemini_list, "gemini", read_by_gemini),
    "langchain": (langchain_list, "langchain", read_by_langchain),
    "pydantic-ai": (pydantic_ai_list, "pydantic_ai", read_by_pydantic_ai),
}


def check(name: str) -> None:
    build, dialect, read_again = HOSTS[name]
    messages = build()
    before = list(messages)
    estimate = conspectus.gemini_cli.estimate_tokens(messages)
    assert estimate.dialect == dialect, estimate.dialect
    assert estimate.tokens > ROUNDS * 1500, estimate.tokens
    assert conspectus.validate(messages) == [], conspectus.validate(messages)
    cleared = conspectus.qwen_code.microcompact(messages, force=True, keep_tool_results=1, clearable_tools=["read"])
    changed = [old for old, new in zip(messages, cleared.messages, strict=True) if old is not new]
    assert len(changed) == ROUNDS - 1, len(changed)
    for old, new in zip(messages, cleared.messages, strict=True):
        assert type(old) is type(new), f"{type(old).__name__} became {type(new).__name__}"
    read_again(cleared.messages)
    compacted = conspectus.compact(messages, force=True)
    assert compacted.status == "summarized", compacted.status
    assert compacted.messages[-1] is messages[-1]
    assert conspectus.validate(compacted.messages) == []
    read_again(compacted.messages)
    assert all(one is other for one, other in zip(messages, before, strict=True))
    print(f"{name:18} {len(messages)} messages, {estimate.tokens} tokens; cleared and compacted to {len(compacted.messages)} messages of its own classes")


def check_usage() -> None:
    anthropic_usage = anthropic.types.Usage(input_tokens=10, output_tokens=5, cache_read_input_tokens=900)
    openai_usage = openai.types.completion_usage.CompletionUsage(prompt_tokens=910, completion_tokens=5, total_tokens=915)
    gemini_usage = genai.GenerateContentResponseUsageMetadata(prompt_token_count=910, candidates_token_count=5)
    for usage in (anthropic_usage, openai_usage, gemini_usage):
        history = conspectus.History()
        history.extend([{"role": "user", "content": "x"}])
        history.report_usage(usage)
        assert history.prompt_tokens == 910, (type(usage), history.prompt_tokens)
    print("usage              objects of three SDKs read as they are")


def main() -> None:
    failed = 0
    for name in HOSTS:
        try:
            check(name)
        except Exception as error:
            failed += 1
            print(f"{name:18} failed: {type(error).__name__}: {error}", file=sys.stderr)
    check_usage()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
