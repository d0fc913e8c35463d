"""OpenAI's Chat Completions: `/v1/chat/completions`. Wordings as the API gives them, 2024 to 2026."""

from __future__ import annotations

import json
from typing import Any

from .model import Answer, Asked
from .openai import MESSAGES_MAX, TOOLS_MAX, OpenAi, cached, check_length, check_picture, check_text, pieces
from .rules import Data, need, tokens_of
from .session import Session

REQUEST = frozenset({
    "model", "messages", "tools", "tool_choice", "parallel_tool_calls", "max_tokens", "max_completion_tokens", "temperature", "top_p", "n", "stop", "stream", "stream_options",
    "response_format", "seed", "user", "metadata", "store", "reasoning_effort", "verbosity", "frequency_penalty", "presence_penalty", "logit_bias", "logprobs", "top_logprobs",
    "modalities", "audio", "prediction", "service_tier", "prompt_cache_key", "prompt_cache_retention", "safety_identifier", "web_search_options", "functions", "function_call",
})
ROLES = ("system", "assistant", "user", "function", "tool", "developer")
# The longest id of a call: the text of `string_above_max_length` for it, 2024.
CALL_ID_MAX = 40


class OpenaiChat(OpenAi):
    name = "openai_chat"

    @staticmethod
    def takes(path: str) -> bool:
        return path == "/v1/chat/completions"

    def answer(self, path: str, request: Data, headers: dict[str, str], session: Session) -> Data:
        for name in request:
            need(name in REQUEST, f"Unrecognized request argument supplied: {name}")
        need(isinstance(request.get("model"), str) and request["model"], "you must provide a model parameter")
        need("messages" in request, "Missing required parameter: 'messages'.", param="messages", code="missing_required_parameter")
        messages, tools = request["messages"], request.get("tools")
        check_length(messages, MESSAGES_MAX, "messages")
        if tools is not None:
            check_length(tools, TOOLS_MAX, "tools")
        _check(messages)
        prompt = pieces(messages, tools)
        total = sum(piece.tokens for piece in prompt)
        _fits(session, request, total)
        read = cached(session, prompt)
        declared = {tool["function"]["name"]: tool["function"].get("parameters") or {} for tool in tools or ()}
        said = session.answer(Asked(declared, None, request))
        message = _message(said, session)
        output = tokens_of([message["content"], message.get("tool_calls")])
        usage = {"prompt_tokens": total, "completion_tokens": output, "total_tokens": total + output,
                 "prompt_tokens_details": {"cached_tokens": read, "audio_tokens": 0},
                 "completion_tokens_details": {"reasoning_tokens": 0, "audio_tokens": 0, "accepted_prediction_tokens": 0, "rejected_prediction_tokens": 0}}
        finish = "length" if said.stop == "cut" else "tool_calls" if said.calls else "stop"
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": finish}
        return {"id": session.name("chatcmpl"), "object": "chat.completion", "created": 1, "model": request["model"], "choices": [choice], "usage": usage,
                "service_tier": "default", "system_fingerprint": None}

    @staticmethod
    def events(reply: Data, request: Data) -> list[tuple[str | None, Data]]:
        choice = reply["choices"][0]
        message = choice["message"]
        chunk = {**{name: value for name, value in reply.items() if name != "usage"}, "object": "chat.completion.chunk"}
        deltas: list[Data] = [{"role": "assistant", "content": message["content"] and "", "refusal": None}]
        text = message["content"] or ""
        deltas += [{"content": part} for part in (text[: len(text) // 2], text[len(text) // 2:]) if part]
        deltas += [{"refusal": message["refusal"]}] if message["refusal"] else []
        for index, call in enumerate(message.get("tool_calls") or ()):
            whole = call["function"]["arguments"]
            deltas.append({"tool_calls": [{"index": index, **call, "function": {"name": call["function"]["name"], "arguments": ""}}]})
            deltas += [{"tool_calls": [{"index": index, "function": {"arguments": part}}]} for part in (whole[: len(whole) // 2], whole[len(whole) // 2:]) if part]
        # Usage comes only where it is asked for, in a chunk of its own.
        usage = {"usage": None} if (request.get("stream_options") or {}).get("include_usage") else {}
        made = [{**chunk, "choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": None}], **usage} for delta in deltas]
        made.append({**chunk, "choices": [{"index": 0, "delta": {}, "logprobs": None, "finish_reason": choice["finish_reason"]}], **usage})
        if usage:
            made.append({**chunk, "choices": [], "usage": reply["usage"]})
        return [(None, data) for data in made]


def _fits(session: Session, request: Data, total: int) -> None:
    window, room = session.settings.window, request.get("max_completion_tokens") or request.get("max_tokens") or 0
    code: dict[str, Any] = {"param": "messages", "code": "context_length_exceeded"}
    if str(request["model"]).startswith("gpt-5"):
        # From GPT-5 on, 2025-08.
        session.fits(total, f"Input tokens exceed the configured limit of {window} tokens. Your messages resulted in {total} tokens. Please reduce the length of the messages.", **code)
        return
    need(total > window or total + room <= window, f"This model's maximum context length is {window} tokens. However, you requested {total + room} tokens ({total} in the messages, "
         f"{room} in the completion). Please reduce the length of the messages or completion.", **code)
    session.fits(total, f"This model's maximum context length is {window} tokens. However, your messages resulted in {total} tokens. Please reduce the length of the messages.", **code)


def _message(said: Answer, session: Session) -> Data:
    calls = [{"id": f"call_{session.turn:04}_{number}", "type": "function", "function": {"name": call.name, "arguments": json.dumps(call.args)}}
             for number, call in enumerate(said.calls)]
    refused = "I'm sorry, but I cannot assist with that request." if said.stop == "refusal" else None
    text = None if calls or refused else said.text or ""
    return {"role": "assistant", "content": text, "refusal": refused, "annotations": [], **({"tool_calls": calls} if calls else {})}


def _check(messages: list[Data]) -> None:
    waiting: list[str] = []
    for index, message in enumerate(messages):
        where = f"messages[{index}]"
        role = message.get("role")
        need(role in ROLES, f"Invalid value: '{role}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.",
             param=f"{where}.role", code="invalid_value")
        content = message.get("content")
        check_text(content, f"{where}.content")
        if role == "tool":
            need(message.get("tool_call_id") in waiting, "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
                 param=f"messages.[{index}].role")
            waiting.remove(message["tool_call_id"])
            need(isinstance(content, (str, list)), f"Invalid type for '{where}.content': expected one of a string or array of objects, but got null instead.", param=f"{where}.content")
            for part in content if isinstance(content, list) else ():
                need(part.get("type") == "text", f"Invalid '{where}'. Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image URL.",
                     param=where, code="invalid_value")
            continue
        need(not waiting, _unanswered(waiting), param=f"messages.[{index}].role")
        if role == "assistant":
            waiting = _check_assistant(message, where)
        else:
            _check_content(content, where, role)
    need(not waiting, _unanswered(waiting), param=f"messages.[{len(messages)}].role")


def _unanswered(waiting: list[str]) -> str:
    return ("An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
            f"The following tool_call_ids did not have response messages: {', '.join(waiting)}")


def _check_assistant(message: Data, where: str) -> list[str]:
    calls = message.get("tool_calls")
    has_text = message.get("content") is not None or message.get("refusal") is not None
    if calls is None:
        need(has_text or message.get("function_call"), "Invalid value for 'content': expected a string, got null.", param=f"{where}.content")
        return []
    check_length(calls, TOOLS_MAX, f"{where}.tool_calls")
    for place, call in enumerate(calls):
        name, at = call.get("id"), f"{where}.tool_calls[{place}]"
        need(isinstance(name, str), f"Missing required parameter: '{at}.id'.", param=f"{at}.id", code="missing_required_parameter")
        need(len(name) <= CALL_ID_MAX, f"Invalid '{at}.id': string too long. Expected a string with maximum length {CALL_ID_MAX}, but got a string with length {len(name)} instead.",
             param=f"{at}.id", code="string_above_max_length")
        need(isinstance(call.get("function", {}).get("arguments"), str), f"Invalid type for '{at}.function.arguments': expected a string, but got an object instead.",
             param=f"{at}.function.arguments", code="invalid_type")
    return [call["id"] for call in calls]


def _check_content(content: Any, where: str, role: str | None) -> None:
    need(isinstance(content, (str, list)), f"Invalid type for '{where}.content': expected one of a string or array of objects, but got null instead.",
         param=f"{where}.content", code="invalid_type")
    if isinstance(content, list):
        check_length(content, MESSAGES_MAX, f"{where}.content")
        for place, part in enumerate(content):
            at = f"{where}.content[{place}]"
            need(part.get("type") in ("text", "image_url", "input_audio", "file", "refusal"), f"Invalid value: '{part.get('type')}'. Supported values are: 'text', 'image_url', "
                 "'input_audio', 'refusal', 'audio', and 'file'.", param=f"{at}.type", code="invalid_value")
            if part["type"] == "image_url":
                need(role == "user", f"Invalid '{where}'. Image URLs are only allowed for messages with role 'user', but this message with role '{role}' contains an image URL.",
                     param=where, code="invalid_value")
                check_picture(part["image_url"]["url"], f"{at}.image_url.url")
