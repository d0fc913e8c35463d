"""What the capability and the strategy share: conversations, pins, and the request for a summary."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from pydantic_ai.direct import model_request
from pydantic_ai.messages import ModelRequest, SystemPromptPart, TextContent, UserPromptPart
from pydantic_ai.models import Model

from .._adapter import Conversation, Conversations
from .._sdks import Reply
from ..options import SummaryRequest

__all__ = ["is_pinned", "opened", "summary"]

# How the `pin` of pydantic-ai-harness marks a text.
_PIN = "pydantic-ai-harness.compaction.pin.v1"


def opened(conversations: Conversations, model: Any, key: Hashable | None = None) -> Conversation:
    """A conversation for one run. With the framework's id, it goes on from what the last run of this id remembers."""
    told: dict[str, Any] = {"model": model, "name": model.model_name, "window": getattr(model, "context_window", None)}
    return conversations.new(**told) if key is None else conversations.branch(key, **told)


def is_pinned(message: Any) -> bool:
    for part in message.parts if isinstance(message, ModelRequest) else ():
        for item in part.content if isinstance(part, UserPromptPart) and not isinstance(part.content, str) else ():
            mark = item.metadata if isinstance(item, TextContent) else None
            if mark == _PIN or (isinstance(mark, Mapping) and mark.get("pinned") is True):
                return True
    return False


async def summary(model: Model, request: SummaryRequest) -> Reply:
    messages = [ModelRequest([SystemPromptPart(request["system"])]), *request["messages"]]
    reply = await model_request(model, messages, model_settings={"max_tokens": request["max_output_tokens"]})
    usage = reply.usage
    return Reply(reply.text or "", usage.input_tokens or None, usage.output_tokens or None, reply.finish_reason)
