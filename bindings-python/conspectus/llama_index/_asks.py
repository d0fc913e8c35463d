"""What is asked of the LLM: the conversation of a request, what is sent of it, and the request for a summary."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from llama_index.core.base.llms.types import CacheControl, CachePoint, ChatMessage, ChatResponse, ChatResponseAsyncGen, ChatResponseGen, MessageRole
from llama_index.core.llms.function_calling import FunctionCallingLLM

from .._adapter import Conversation, Conversations, counted
from .._sdks import extra
from ..options import SummaryRequest
from ..results import Result

if TYPE_CHECKING:
    from llama_index.core.tools.types import BaseTool

__all__ = ["Asks", "Sent", "summary"]

Sent: TypeAlias = tuple[list[ChatMessage], dict[str, Any]]
"""The messages, and the other arguments of a call."""


class Asks:
    """The requests of an LLM, each sent again after a refusal as often as that helps."""

    def __init__(self, inner: FunctionCallingLLM, key: Callable[[], Hashable] | None, conversations: Conversations) -> None:
        self._inner = inner
        self._key = key
        self._conversations = conversations

    def _of(self, messages: Sequence[ChatMessage], ask: Callable[..., Any]) -> Conversation:
        key, name = None if self._key is None else self._key(), self._inner.metadata.model_name.rpartition("/")[2]
        return self._conversations.asking(key, messages, model=ask, name=name)

    def chat(
        self, messages: Sequence[ChatMessage], tools: Sequence[BaseTool], kwargs: dict[str, Any], call: Callable[[list[ChatMessage], dict[str, Any]], ChatResponse]
    ) -> ChatResponse:
        talk = self._of(messages, self._inner.chat)
        response = talk.send(lambda: _prepared(talk, talk.view(messages, usage=talk.usage, tools=_schemas(tools)), messages, kwargs), lambda sent: call(*sent))
        talk.usage = _usage(response)
        return response

    def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[BaseTool], kwargs: dict[str, Any], call: Callable[[Sent], Iterator[ChatResponse]]
    ) -> ChatResponseGen:
        talk = self._of(messages, self._inner.chat)
        for piece in talk.stream(lambda: _prepared(talk, talk.view(messages, usage=talk.usage, tools=_schemas(tools)), messages, kwargs), call):
            talk.usage = _usage(piece) or talk.usage
            yield piece

    async def achat(self, messages: Sequence[ChatMessage], tools: Sequence[BaseTool], kwargs: dict[str, Any], call: Callable[[Sent], Any]) -> ChatResponse:
        talk = self._of(messages, self._inner.achat)

        async def prepare() -> Sent:
            return _prepared(talk, await talk.aview(messages, usage=talk.usage, tools=_schemas(tools)), messages, kwargs)

        response: ChatResponse = await talk.asend(prepare, call)
        talk.usage = _usage(response)
        return response

    async def astream(
        self, messages: Sequence[ChatMessage], tools: Sequence[BaseTool], kwargs: dict[str, Any], call: Callable[[Sent], AsyncIterator[ChatResponse]]
    ) -> ChatResponseAsyncGen:
        talk = self._of(messages, self._inner.achat)

        async def prepare() -> Sent:
            return _prepared(talk, await talk.aview(messages, usage=talk.usage, tools=_schemas(tools)), messages, kwargs)

        async for piece in talk.astream(prepare, call):
            talk.usage = _usage(piece) or talk.usage
            yield piece


def _prepared(talk: Conversation, result: Result[ChatMessage] | None, messages: Sequence[ChatMessage], kwargs: dict[str, Any]) -> Sent:
    name = _limit(talk.model)
    if (most := talk.limit(kwargs.get(name))) is not None:
        kwargs = {**kwargs, name: most}
    if result is None:
        return list(messages), kwargs
    kwargs = {**kwargs, **extra(kwargs, result)}
    sent = list(result.messages)
    for place in talk.marks(result):
        message = sent[max(place, 1) - 1]
        if message.blocks and message.role not in (MessageRole.SYSTEM, MessageRole.DEVELOPER):
            point = CachePoint(cache_control=CacheControl(type="ephemeral"))
            sent[place - 1] = message.model_copy(update={"blocks": [*message.blocks, point]})
    return sent, kwargs


def summary(ask: Callable[..., Any], request: SummaryRequest) -> Any:
    return ask([ChatMessage(role=MessageRole.SYSTEM, content=request["system"]), *request["messages"]], **{_limit(ask): request["max_output_tokens"]})


def _limit(ask: Callable[..., Any]) -> str:
    """How the LLM of this method calls the most tokens of an answer."""
    return "max_output_tokens" if hasattr(getattr(ask, "__self__", None), "max_output_tokens") else "max_tokens"


def _schemas(tools: Sequence[BaseTool]) -> list[dict[str, Any]]:
    return [tool.metadata.to_openai_tool() for tool in tools]


def _usage(response: ChatResponse) -> Any:
    raw = response.raw
    return counted(raw.get("usage") if isinstance(raw, Mapping) else getattr(raw, "usage", None))
