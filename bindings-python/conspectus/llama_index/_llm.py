"""An LLM around an LLM."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from llama_index.core.base.llms.types import ChatMessage, ChatResponse, ChatResponseAsyncGen, ChatResponseGen, LLMMetadata, MessageRole
from llama_index.core.base.llms.types import CompletionResponse as Completion
from llama_index.core.base.llms.types import CompletionResponseAsyncGen as CompletionAsyncGen
from llama_index.core.base.llms.types import CompletionResponseGen as CompletionGen
from llama_index.core.bridge.pydantic import PrivateAttr
from llama_index.core.llms.function_calling import FunctionCallingLLM

from .._adapter import Conversations, OnError
from ._asks import Asks, Sent, summary

if TYPE_CHECKING:
    from llama_index.core.llms.llm import ToolSelection
    from llama_index.core.tools.types import BaseTool
    from typing_extensions import Unpack

    from .._adapter import AdapterOptions

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
    _asks: Asks = PrivateAttr()
    _conversations: Conversations = PrivateAttr()

    def __init__(
        self,
        inner: FunctionCallingLLM,
        *,
        key: Callable[[], Hashable] | None = None,
        on_error: OnError | None = None,
        max_conversations: int = 1_000,
        **options: Unpack[AdapterOptions],
    ) -> None:
        conversations = Conversations({"dialect": "llama_index", **options}, summary=summary, on_error=on_error, max_conversations=max_conversations)
        super().__init__(callback_manager=inner.callback_manager, system_prompt=inner.system_prompt, pydantic_program_mode=inner.pydantic_program_mode)
        self._inner = inner
        self._asks = Asks(inner, key, conversations)
        self._conversations = conversations

    @classmethod
    def class_name(cls) -> str:
        return "CompactingLLM"

    @property
    def metadata(self) -> LLMMetadata:
        return self._inner.metadata

    def chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        return self._asks.chat(messages, (), kwargs, lambda sent, more: self._inner.chat(sent, **more))

    async def achat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        async def ask(sent: Sent) -> ChatResponse:
            return await self._inner.achat(sent[0], **sent[1])

        return await self._asks.achat(messages, (), kwargs, ask)

    def stream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseGen:
        return self._asks.stream(messages, (), kwargs, lambda sent: self._inner.stream_chat(sent[0], **sent[1]))

    async def astream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseAsyncGen:
        async def ask(sent: Sent) -> AsyncIterator[ChatResponse]:
            async for piece in await self._inner.astream_chat(sent[0], **sent[1]):
                yield piece

        return self._asks.astream(messages, (), kwargs, ask)

    def chat_with_tools(
        self, tools: Sequence[BaseTool], user_msg: str | ChatMessage | None = None, chat_history: list[ChatMessage] | None = None, *given: Any, **kwargs: Any
    ) -> ChatResponse:
        return self._asks.chat(_joined(chat_history, user_msg), tools, _named(given, kwargs), lambda sent, more: self._inner.chat_with_tools(tools, chat_history=sent, **more))

    async def achat_with_tools(
        self, tools: Sequence[BaseTool], user_msg: str | ChatMessage | None = None, chat_history: list[ChatMessage] | None = None, *given: Any, **kwargs: Any
    ) -> ChatResponse:
        async def ask(sent: Sent) -> ChatResponse:
            return await self._inner.achat_with_tools(tools, chat_history=sent[0], **sent[1])

        return await self._asks.achat(_joined(chat_history, user_msg), tools, _named(given, kwargs), ask)

    def stream_chat_with_tools(
        self, tools: Sequence[BaseTool], user_msg: str | ChatMessage | None = None, chat_history: list[ChatMessage] | None = None, *given: Any, **kwargs: Any
    ) -> ChatResponseGen:
        messages = _joined(chat_history, user_msg)
        return self._asks.stream(messages, tools, _named(given, kwargs), lambda sent: self._inner.stream_chat_with_tools(tools, chat_history=sent[0], **sent[1]))

    async def astream_chat_with_tools(
        self, tools: Sequence[BaseTool], user_msg: str | ChatMessage | None = None, chat_history: list[ChatMessage] | None = None, *given: Any, **kwargs: Any
    ) -> ChatResponseAsyncGen:
        async def ask(sent: Sent) -> AsyncIterator[ChatResponse]:
            async for piece in await self._inner.astream_chat_with_tools(tools, chat_history=sent[0], **sent[1]):
                yield piece

        return self._asks.astream(_joined(chat_history, user_msg), tools, _named(given, kwargs), ask)

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> Completion:
        return self._inner.complete(prompt, formatted, **kwargs)

    async def acomplete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> Completion:
        return await self._inner.acomplete(prompt, formatted, **kwargs)

    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionGen:
        return self._inner.stream_complete(prompt, formatted, **kwargs)

    async def astream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionAsyncGen:
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


def _joined(history: list[ChatMessage] | None, said: str | ChatMessage | None) -> list[ChatMessage]:
    last = ChatMessage(role=MessageRole.USER, content=said) if isinstance(said, str) else said
    return [*(history or ()), *([] if last is None else [last])]


def _named(given: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    return {**dict(zip(("verbose", "allow_parallel_tool_calls", "tool_required"), given)), **kwargs}
