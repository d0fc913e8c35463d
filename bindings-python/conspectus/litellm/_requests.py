"""What is sent: requests with marks where LiteLLM reads them, and the request for a summary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import litellm
from litellm.exceptions import ContextWindowExceededError

from .. import anthropic
from .._adapter import Conversation
from .._sdks import Reply, most_tokens, said
from ..options import SummaryRequest
from ..results import Result

__all__ = ["Call", "sent_of", "summary", "too_large", "turn_of", "way_of"]

# Providers of which LiteLLM reads its own fields in messages. Others are sent them as they are, and strict ones refuse.
_READ = ("anthropic", "bedrock", "gemini", "vertex_ai", "vertex_ai_beta")
# How LiteLLM reaches the provider: a request for a summary goes there too.
_WAY = ("model", "api_base", "base_url", "api_key", "api_version", "custom_llm_provider", "client", "extra_headers", "timeout", "organization", "headers")
_SUMMARY = {"conspectus": "summary"}


class Call(Protocol):
    def __call__(self, **request: Any) -> Any: ...


def way_of(kwargs: Mapping[str, Any]) -> dict[str, Any]:
    return {field: kwargs[field] for field in _WAY if kwargs.get(field) is not None}


def turn_of(talk: Conversation, kwargs: Mapping[str, Any]) -> Any:
    turn = {"usage": talk.usage, "tools": kwargs.get("tools"), "system": kwargs.get("system")}
    return {name: value for name, value in turn.items() if value is not None}


def sent_of(talk: Conversation, kwargs: Mapping[str, Any], result: Result[Any] | None, of_anthropic: bool = False) -> dict[str, Any]:
    if result is None:
        return dict(kwargs)
    provider = _provider(kwargs)[1]
    if of_anthropic:
        return anthropic.build_request(kwargs, result) if provider == "anthropic" else {**kwargs, "messages": result.messages}
    messages = [message if provider in _READ else _bare(message) for message in result.messages]
    for place in result.cache_breakpoints if provider in _READ else ():
        # The system text is the first message.
        index = place - 1 if place else 0 if _get(messages[0], "role") == "system" else None
        if index is not None:
            messages[index] = _marked(messages[index])
    return {**kwargs, "messages": messages}


def too_large(way: Any, reason: str) -> Exception:
    model, provider = _provider(way[0])
    return ContextWindowExceededError(message=f"conspectus: {reason}", model=model, llm_provider=provider)


def _provider(kwargs: Mapping[str, Any]) -> tuple[str, str]:
    model = str(kwargs.get("model") or "")
    try:
        return model, str(kwargs.get("custom_llm_provider") or litellm.get_llm_provider(model=model)[1])
    except Exception:
        return model, ""


def _marked(message: Any) -> Any:
    held = message if isinstance(message, Mapping) else message.model_dump(exclude_none=True)
    mark, content = {"cache_control": {"type": "ephemeral"}}, held.get("content")
    if held.get("role") == "tool":
        return {**held, **mark}
    if held.get("tool_calls"):
        return {**held, "tool_calls": [*held["tool_calls"][:-1], {**held["tool_calls"][-1], **mark}]}
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else [*(content or ())]
    return {**held, "content": [*blocks[:-1], {**blocks[-1], **mark}]} if blocks and blocks[-1].get("text") != "" else message


def _get(message: Any, name: str) -> Any:
    return message.get(name) if isinstance(message, Mapping) else getattr(message, name, None)


def _bare(message: Any) -> Any:
    if not _get(message, "provider_specific_fields"):
        return message
    held = message if isinstance(message, Mapping) else message.model_dump(exclude_none=True)
    return {name: value for name, value in held.items() if name != "provider_specific_fields"}


def summary(way: Any, request: SummaryRequest) -> Any:
    fields, is_async = way
    talk = [{"role": "assistant" if answers else "user", "content": text} for answers, text in said(request)]
    asked = {**fields, "messages": [{"role": "system", "content": request["system"]}, *talk], "max_tokens": most_tokens(request, fields["model"]), "metadata": _SUMMARY}
    call: Call = litellm.acompletion if is_async else litellm.completion
    return _later(call, asked) if is_async else _reply(call(**asked))


async def _later(call: Call, asked: Mapping[str, Any]) -> Reply:
    return _reply(await call(**asked))


def _reply(reply: Any) -> Reply:
    choice, usage = reply.choices[0], reply.usage
    return Reply(choice.message.content or "", usage.prompt_tokens, usage.completion_tokens, choice.finish_reason)
