"""What chat models of LangChain tell, take and are asked: names, limits, cache marks, and the request for a summary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from langchain.agents.middleware.internal_call_transformer import internal_call_metadata
from langchain_core.messages import AIMessage, SystemMessage
from langgraph.constants import TAG_NOSTREAM

from .._sdks import Reply
from ..options import SummaryRequest

__all__ = ["aask", "ask", "limited", "marked", "traced", "with_mark"]


def traced(model: Any) -> Mapping[str, Any]:
    """What a model tells of itself: its name and its provider."""
    told: Mapping[str, Any] = getattr(model, "_get_ls_params", dict)()
    return told


def limited(model: Any, tokens: int) -> dict[str, int]:
    # Models that think for so many tokens want a limit above them.
    fields = getattr(type(model), "model_fields", {})
    name = next((name for name in ("max_tokens", "max_output_tokens") if name in fields), None)
    return {} if name is None or getattr(model, "thinking", None) else {name: tokens}


def _asked(model: Any, request: SummaryRequest) -> tuple[list[Any], dict[str, Any]]:
    config = {"tags": [TAG_NOSTREAM], "metadata": {"lc_source": "summarization", **internal_call_metadata()}}
    return [SystemMessage(request["system"]), *request["messages"]], {"config": config, **limited(model, request["max_output_tokens"])}


def ask(model: Any, request: SummaryRequest) -> Reply:
    messages, given = _asked(model, request)
    return _answer(model.invoke(messages, **given))


async def aask(model: Any, request: SummaryRequest) -> Reply:
    messages, given = _asked(model, request)
    return _answer(await model.ainvoke(messages, **given))


def _answer(reply: AIMessage) -> Reply:
    usage: Any = reply.usage_metadata or {}
    stop = reply.response_metadata.get("finish_reason") or reply.response_metadata.get("stop_reason")
    return Reply(str(reply.text), usage.get("input_tokens"), usage.get("output_tokens"), stop)


def marked(messages: list[Any], places: list[int]) -> list[Any]:
    """The messages, with a mark where each prefix ends: on the last of them that can bear one.

    All texts become blocks, as those with a mark do: a prefix is found again only if it is written the same way.
    """
    marked = [message.model_copy(update={"content": _blocks(message)}) if message.content and not getattr(message, "tool_calls", ()) else message for message in messages]
    for place in places:
        found = next(((at, made) for at in range(place - 1, -1, -1) if (made := with_mark(messages[at]))), None)
        if found is not None:
            marked[found[0]] = found[1]
    return marked


def _blocks(message: Any) -> list[Any]:
    content: Any = message.content
    blocks = [content] if isinstance(content, str) else content
    return [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]


def with_mark(message: Any) -> Any:
    """The message with a mark on its last block; `None` where a mark does not arrive: on a call, a thought, or an empty text."""
    blocks = _blocks(message)
    if not blocks or blocks[-1].get("text") == "" or (isinstance(message, AIMessage) and (message.tool_calls or blocks[-1].get("type") != "text")):
        return None
    return message.model_copy(update={"content": [*blocks[:-1], {**blocks[-1], "cache_control": {"type": "ephemeral"}}]})
