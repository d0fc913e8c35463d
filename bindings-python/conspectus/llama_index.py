"""Compaction for LlamaIndex: an LLM that compacts what an agent asks it. Needs `llama-index-core`.

    agent = FunctionAgent(tools=[read_file], llm=CompactingLLM(OpenAI("gpt-5")))
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from llama_index.core.base.llms.types import (
    CacheControl,
    CachePoint,
    ChatMessage,
    ChatResponse,
    ChatResponseAsyncGen,
    ChatResponseGen,
    CompletionResponse,
    CompletionResponseAsyncGen,
    CompletionResponseGen,
    LLMMetadata,
    MessageRole,
)
from llama_index.core.bridge.pydantic import PrivateAttr
from llama_index.core.llms.function_calling import FunctionCallingLLM

from ._adapter import Conversation, Conversations, OnError, counted
from .options import SummaryRequest
from .results import Result

if TYPE_CHECKING:
    from llama_index.core.llms.llm import ToolSelection
    from llama_index.core.tools.types import BaseTool
    from typing_extensions import Unpack

    from ._adapter import AdapterOptions

__all__ = ["CompactingLLM"]


class CompactingLLM(FunctionCallingLLM):
    """An LLM that compacts the messages of each request, and sends them again after a refusal as often as that helps.

    `inner` is the LLM that answers. An agent's memory is not changed. One object serves any number of agents and runs: a conversation is
    known by the list that it goes on with. `key` tells the id of the conversation that asks, such as the `get` of a `ContextVar`; only with
    one can a conversation be saved. Options are those of `Compactor`; with `summarize="model"`, `inner` writes the summaries.

        agent = FunctionAgent(tools=[read_file], llm=CompactingLLM(OpenAI("gpt-5"), summarize="model"))
        await agent.run("Read every file.", memory=ChatMemoryBuffer.from_defaults(token_limit=10_000_000))
    """

    _inner: FunctionCallingLLM = PrivateAttr()
    _key: Callable[[], Hashable] | None = PrivateAttr()
    _conversations: Conversations = PrivateAttr()

    def __init__(
        self,
        inner: FunctionCallingLLM,
        *,
        key: Callable[[], Hashable] | None = None,
        on_error: OnError = "send_unchanged",
        max_conversations: int = 1_000,
        **options: Unpack[AdapterOptions],
    ) -> None:
        conversations = Conversations({"dialect": "llama_index", **options}, summary=_summary, on_error=on_error, max_conversations=max_conversations)
        super().__init__(callback_manager=inner.callback_manager, system_prompt=inner.system_prompt, pydantic_program_mode=inner.pydantic_program_mode)
        self._inner = inner
        self._key = key
        self._conversations = conversations

    @classmethod
    def class_name(cls) -> str:
        return "CompactingLLM"

    @property
    def metadata(self) -> LLMMetadata:
        return self._inner.metadata

    def chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        return self._chat(messages, (), kwargs, lambda sent, more: self._inner.chat(sent, **more))

    async def achat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        async def ask(sent: _Sent) -> ChatResponse:
            return await self._inner.achat(sent[0], **sent[1])

        return await self._achat(messages, (), kwargs, ask)

    def stream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseGen:
        return self._stream(messages, (), kwargs, lambda sent: self._inner.stream_chat(sent[0], **sent[1]))

    async def astream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseAsyncGen:
        async def ask(sent: _Sent) -> AsyncIterator[ChatResponse]:
            async for piece in await self._inner.astream_chat(sent[0], **sent[1]):
                yield piece

        return self._astream(messages, (), kwargs, ask)

    def chat_with_tools(
        self, tools: Sequence[BaseTool], user_msg: str | ChatMessage | None = None, chat_history: list[ChatMessage] | None = None, *given: Any, **kwargs: Any
    ) -> ChatResponse:
        return self._chat(_joined(chat_history, user_msg), tools, _named(given, kwargs), lambda sent, more: self._inner.chat_with_tools(tools, chat_history=sent, **more))

    async def achat_with_tools(
        self, tools: Sequence[BaseTool], user_msg: str | ChatMessage | None = None, chat_history: list[ChatMessage] | None = None, *given: Any, **kwargs: Any
    ) -> ChatResponse:
        async def ask(sent: _Sent) -> ChatResponse:
            return await self._inner.achat_with_tools(tools, chat_history=sent[0], **sent[1])

        return await self._achat(_joined(chat_history, user_msg), tools, _named(given, kwargs), ask)

    def stream_chat_with_tools(
        self, tools: Sequence[BaseTool], user_msg: str | ChatMessage | None = None, chat_history: list[ChatMessage] | None = None, *given: Any, **kwargs: Any
    ) -> ChatResponseGen:
        messages = _joined(chat_history, user_msg)
        return self._stream(messages, tools, _named(given, kwargs), lambda sent: self._inner.stream_chat_with_tools(tools, chat_history=sent[0], **sent[1]))

    async def astream_chat_with_tools(
        self, tools: Sequence[BaseTool], user_msg: str | ChatMessage | None = None, chat_history: list[ChatMessage] | None = None, *given: Any, **kwargs: Any
    ) -> ChatResponseAsyncGen:
        async def ask(sent: _Sent) -> AsyncIterator[ChatResponse]:
            async for piece in await self._inner.astream_chat_with_tools(tools, chat_history=sent[0], **sent[1]):
                yield piece

        return self._astream(_joined(chat_history, user_msg), tools, _named(given, kwargs), ask)

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        return self._inner.complete(prompt, formatted, **kwargs)

    async def acomplete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        return await self._inner.acomplete(prompt, formatted, **kwargs)

    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseGen:
        return self._inner.stream_complete(prompt, formatted, **kwargs)

    async def astream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseAsyncGen:
        return await self._inner.astream_complete(prompt, formatted, **kwargs)

    def get_tool_calls_from_response(self, response: ChatResponse, error_on_no_tool_call: bool = True, **kwargs: Any) -> list[ToolSelection]:
        return self._inner.get_tool_calls_from_response(response, error_on_no_tool_call=error_on_no_tool_call, **kwargs)

    def _prepare_chat_with_tools(self, tools: Sequence[BaseTool], *given: Any, **kwargs: Any) -> dict[str, Any]:
        return self._inner._prepare_chat_with_tools(tools, *given, **kwargs)

    def save(self, key: Hashable) -> dict[str, Any] | None:
        """What the conversation of this id remembers, as data for `json.dumps`; `None` if there is none."""
        return self._conversations.save(key)

    def load(self, key: Hashable, state: Mapping[str, Any]) -> None:
        """Lets the conversation of this id go on from what `save` gave."""
        self._conversations.of(key, name=self._inner.metadata.model_name, state=state)

    def _of(self, messages: Sequence[ChatMessage], ask: Callable[..., Any]) -> Conversation:
        key, name = None if self._key is None else self._key(), self._inner.metadata.model_name.rpartition("/")[2]
        return self._conversations.continued(messages, model=ask, name=name) if key is None else self._conversations.of(key, model=ask, name=name)

    def _chat(
        self, messages: Sequence[ChatMessage], tools: Sequence[BaseTool], kwargs: dict[str, Any], call: Callable[[list[ChatMessage], dict[str, Any]], ChatResponse]
    ) -> ChatResponse:
        talk = self._of(messages, self._inner.chat)
        response = talk.send(lambda: _prepared(talk, talk.view(messages, usage=talk.usage, tools=_schemas(tools)), messages, kwargs), lambda sent: call(*sent))
        talk.usage = _usage(response)
        return response

    def _stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[BaseTool], kwargs: dict[str, Any], call: Callable[[_Sent], Iterator[ChatResponse]]
    ) -> ChatResponseGen:
        talk = self._of(messages, self._inner.chat)
        for piece in talk.stream(lambda: _prepared(talk, talk.view(messages, usage=talk.usage, tools=_schemas(tools)), messages, kwargs), call):
            talk.usage = _usage(piece) or talk.usage
            yield piece

    async def _achat(self, messages: Sequence[ChatMessage], tools: Sequence[BaseTool], kwargs: dict[str, Any], call: Callable[[_Sent], Any]) -> ChatResponse:
        talk = self._of(messages, self._inner.achat)

        async def prepare() -> _Sent:
            return _prepared(talk, await talk.aview(messages, usage=talk.usage, tools=_schemas(tools)), messages, kwargs)

        response: ChatResponse = await talk.asend(prepare, call)
        talk.usage = _usage(response)
        return response

    async def _astream(
        self, messages: Sequence[ChatMessage], tools: Sequence[BaseTool], kwargs: dict[str, Any], call: Callable[[_Sent], AsyncIterator[ChatResponse]]
    ) -> ChatResponseAsyncGen:
        talk = self._of(messages, self._inner.achat)

        async def prepare() -> _Sent:
            return _prepared(talk, await talk.aview(messages, usage=talk.usage, tools=_schemas(tools)), messages, kwargs)

        async for piece in talk.astream(prepare, call):
            talk.usage = _usage(piece) or talk.usage
            yield piece


_Sent = tuple[list[ChatMessage], dict[str, Any]]


def _prepared(talk: Conversation, result: Result[ChatMessage] | None, messages: Sequence[ChatMessage], kwargs: dict[str, Any]) -> _Sent:
    if talk.max_output_tokens is not None:
        name = _limit(talk.model)
        kwargs = {**kwargs, name: min(talk.max_output_tokens, kwargs.get(name) or talk.max_output_tokens)}
    if result is None:
        return list(messages), kwargs
    body, headers = result.request_fields.get("body"), result.request_fields.get("headers")
    if body:
        kwargs = {**kwargs, "extra_body": {**kwargs.get("extra_body", {}), **body}}
    if headers:
        kwargs = {**kwargs, "extra_headers": {**kwargs.get("extra_headers", {}), **headers}}
    sent = list(result.messages)
    for place in talk.marks(result):
        message = sent[max(place, 1) - 1]
        if message.blocks and message.role not in (MessageRole.SYSTEM, MessageRole.DEVELOPER):
            point = CachePoint(cache_control=CacheControl(type="ephemeral"))
            sent[place - 1] = message.model_copy(update={"blocks": [*message.blocks, point]})
    return sent, kwargs


def _summary(ask: Callable[..., Any], request: SummaryRequest) -> Any:
    return ask([ChatMessage(role=MessageRole.SYSTEM, content=request["system"]), *request["messages"]], **{_limit(ask): request["max_output_tokens"]})


def _limit(ask: Callable[..., Any]) -> str:
    """How the LLM of this method calls the most tokens of an answer."""
    return "max_output_tokens" if hasattr(getattr(ask, "__self__", None), "max_output_tokens") else "max_tokens"


def _joined(history: list[ChatMessage] | None, said: str | ChatMessage | None) -> list[ChatMessage]:
    last = ChatMessage(role=MessageRole.USER, content=said) if isinstance(said, str) else said
    return [*(history or ()), *([] if last is None else [last])]


def _named(given: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    return {**dict(zip(("verbose", "allow_parallel_tool_calls", "tool_required"), given)), **kwargs}


def _schemas(tools: Sequence[BaseTool]) -> list[dict[str, Any]]:
    return [tool.metadata.to_openai_tool() for tool in tools]


def _usage(response: ChatResponse) -> Any:
    raw = response.raw
    return counted(raw.get("usage") if isinstance(raw, Mapping) else getattr(raw, "usage", None))
