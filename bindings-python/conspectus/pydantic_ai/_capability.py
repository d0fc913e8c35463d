"""A capability."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from pydantic_ai import exceptions
from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.messages import CachePoint, ModelMessage, ModelRequest, ModelResponse, UserPromptPart
from pydantic_ai.models import Model, ModelRequestContext, ModelRequestParameters
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import AgentDepsT, RunContext

from .._adapter import Conversation, Conversations, OnError, counted
from .._sdks import extra
from ._shared import is_pinned, opened, summary

if TYPE_CHECKING:
    from pydantic_ai.capabilities import WrapModelRequestHandler
    from typing_extensions import Unpack

    from .._adapter import AdapterOptions

__all__ = ["Compaction"]

# Before 2.64, a request is prepared once, and whoever wraps it sends it again.
_ONCE = not hasattr(AbstractCapability, "prepare_model_request")


class Compaction(AbstractCapability[AgentDepsT]):
    """Compacts the messages of each request and of the run, and sends again after a refusal as often as that helps.

    Options are those of `Compactor`; with `summarize="model"` the run's own model writes the summaries. A message with a
    `TextContent(text, metadata={"pinned": True})`, or with a pin of pydantic-ai-harness, survives. One object serves any number of runs.
    Give the next run `message_history=result.all_messages()`: what must survive is in these messages. This object also remembers, by
    `conversation_id`, what makes the next run cheaper, such as when the last one compacted.

        agent = Agent("anthropic:claude-opus-5-5", tools=[read_file], capabilities=[Compaction(summarize="model")])
    """

    def __init__(self, *, on_error: OnError | None = None, **options: Unpack[AdapterOptions]) -> None:
        self._conversations = Conversations(options, summary=summary, on_error=on_error, overflow=_too_large)
        self._talk: Conversation | None = None
        # What the history of the run was last replaced with.
        self._written: list[ModelMessage] = []
        self._asked: ModelRequestContext | None = None

    async def for_run(self, ctx: RunContext[AgentDepsT]) -> Compaction[AgentDepsT]:
        own = copy.copy(self)
        own._talk, own._written, own._asked = None, [], None
        return own

    if _ONCE:

        async def before_model_request(self, ctx: RunContext[AgentDepsT], request_context: ModelRequestContext) -> ModelRequestContext:
            self._asked = request_context
            return await self.prepare_model_request(ctx, request_context)

        async def wrap_model_request(self, ctx: RunContext[AgentDepsT], *, request_context: ModelRequestContext, handler: WrapModelRequestHandler) -> ModelResponse:
            while True:
                try:
                    return await handler(request_context)
                except Exception as error:
                    pause = None if self._talk is None or self._asked is None else self._talk.pause_s(error)
                    if pause is None:
                        raise
                await asyncio.sleep(pause)
                request_context = await self.prepare_model_request(ctx, cast(ModelRequestContext, self._asked))

    async def prepare_model_request(self, ctx: RunContext[AgentDepsT], request_context: ModelRequestContext) -> ModelRequestContext:
        model, given, settings = request_context.model, request_context.messages, request_context.model_settings
        if self._talk is None:
            self._talk = opened(self._conversations, model, getattr(ctx, "conversation_id", None))
        self._talk.model = model
        told = _told(given, request_context.model_request_parameters)
        result = await self._talk.aview(given, pinned=is_pinned, **told)
        if self._talk.max_output_tokens is not None:
            settings = {**(settings or {}), "max_tokens": self._talk.max_output_tokens}
        if result is None:
            return replace(request_context, model_settings=settings)
        if result.changed and (_is_same(ctx.messages, given) or _is_same(ctx.messages, self._written)):
            self._written = result.messages
            ctx.messages[:] = result.messages
        messages = result.messages
        if model.system == "anthropic":
            messages = _marked(messages, result.cache_breakpoints)
            system = {"anthropic_cache_instructions": True} if 0 in result.cache_breakpoints else {}
            settings = cast(ModelSettings, {**system, **(settings or {}), **extra(settings or {}, result)})
        return replace(request_context, messages=messages, model_settings=settings)

    async def on_model_request_error(self, ctx: RunContext[AgentDepsT], *, request_context: ModelRequestContext, error: Exception) -> ModelResponse:
        pause = None if self._talk is None or _ONCE else self._talk.pause_s(error)
        if pause is None:
            raise error
        await asyncio.sleep(pause)
        raise exceptions.RetryModelRequest() from error


def _too_large(model: Model, reason: str) -> Exception:
    # It came with 2.60.
    kind = getattr(exceptions, "ModelContextWindowExceededError", None)
    return exceptions.UnexpectedModelBehavior(reason) if kind is None else kind(model.model_name, reason)


def _told(messages: Sequence[ModelMessage], parameters: ModelRequestParameters) -> dict[str, Any]:
    newest = next((message for message in reversed(messages) if isinstance(message, ModelResponse)), None)
    tools = [*parameters.function_tools, *parameters.output_tools]
    return {
        "system": "\n\n".join(part.content for part in parameters.instruction_parts or ()) or None,
        "tools": [{"name": tool.name, "description": tool.description, "parameters": tool.parameters_json_schema} for tool in tools],
        "usage": newest and counted(newest.usage),
    }


def _is_same(one: Sequence[Any], other: Sequence[Any]) -> bool:
    return len(one) == len(other) and all(left is right for left, right in zip(one, other))


def _marked(messages: list[ModelMessage], places: list[int]) -> list[ModelMessage]:
    """The messages, with a cache point behind each prefix: at the end of its last request, since a response bears none."""
    marked = list(messages)
    for place in places:
        at = next((at for at in range(place - 1, -1, -1) if isinstance(messages[at], ModelRequest) and messages[at].parts), None)
        if at is not None and marked[at] is messages[at]:
            request = cast(ModelRequest, messages[at])
            marked[at] = replace(request, parts=[*request.parts, UserPromptPart([CachePoint()])])
    return marked
