"""A model around a model."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any

from agents import Handoff, Model, ModelResponse, ModelSettings, ModelTracing, Tool
from agents.items import TResponseInputItem

from .._adapter import Conversation, Conversations, OnError, counted
from ._requests import name_of, prepared, summary

if TYPE_CHECKING:
    from agents import AgentOutputSchemaBase
    from agents.items import TResponseStreamEvent
    from agents.retry import ModelRetryAdvice, ModelRetryAdviceRequest
    from openai.types.responses import ResponsePromptParam
    from typing_extensions import Unpack

    from .._adapter import AdapterOptions

__all__ = ["CompactingModel"]


class CompactingModel(Model):
    """A model that compacts the input of each request, and sends it again after a refusal as often as that helps.

    `inner` is the model that answers. What an agent keeps, and what stands in a session, is not changed. One object serves any number
    of runs and agents: a conversation is known by its first items. `key` tells the id of the conversation that asks, such as the `get` of a
    `ContextVar`; only with one can a conversation be saved. Options are those of `Compactor`; with `summarize="model"`, `inner` writes the
    summaries. Where the provider keeps the history (`previous_response_id`, `conversation_id`), nothing is done.

        model = CompactingModel(OpenAIResponsesModel("gpt-5", AsyncOpenAI()), summarize="model")
        result = await Runner.run(Agent(name="reader", model=model, tools=[read_file]), "Read every file.")
    """

    def __init__(
        self, inner: Model, *, key: Callable[[], Hashable] | None = None, on_error: OnError | None = None, max_conversations: int = 1_000, **options: Unpack[AdapterOptions]
    ) -> None:
        self._inner = inner
        self._key = key
        self._conversations = Conversations(options, summary=summary, on_error=on_error, max_conversations=max_conversations)

    def __getattr__(self, name: str) -> Any:
        # What the SDK looks for on models of its own.
        if name.startswith("__") or name == "_inner":
            raise AttributeError(name)
        return getattr(self._inner, name)

    async def _cleanup_on_run_end(self, owner: object) -> None:
        await self._inner._cleanup_on_run_end(owner)

    async def close(self) -> None:
        await self._inner.close()

    def get_retry_advice(self, request: ModelRetryAdviceRequest) -> ModelRetryAdvice | None:
        return self._inner.get_retry_advice(request)

    async def get_response(
        self,
        system_instructions: str | None,
        input: str | list[TResponseInputItem],
        model_settings: ModelSettings,
        tools: list[Tool],
        output_schema: AgentOutputSchemaBase | None,
        handoffs: list[Handoff[Any]],
        tracing: ModelTracing,
        *,
        previous_response_id: str | None,
        conversation_id: str | None,
        prompt: ResponsePromptParam | None,
    ) -> ModelResponse:
        async def ask(sent: tuple[str | list[TResponseInputItem], ModelSettings]) -> ModelResponse:
            return await self._inner.get_response(
                system_instructions, sent[0], sent[1], tools, output_schema, handoffs, tracing,
                previous_response_id=previous_response_id, conversation_id=conversation_id, prompt=prompt,
            )  # fmt: skip

        if isinstance(input, str) or previous_response_id or conversation_id:
            return await ask((input, model_settings))
        talk = self._of(input, model_settings)
        response = await talk.asend(lambda: prepared(talk, system_instructions, input, model_settings, tools, handoffs), ask)
        talk.usage = counted(response.usage)
        return response

    async def stream_response(
        self,
        system_instructions: str | None,
        input: str | list[TResponseInputItem],
        model_settings: ModelSettings,
        tools: list[Tool],
        output_schema: AgentOutputSchemaBase | None,
        handoffs: list[Handoff[Any]],
        tracing: ModelTracing,
        *,
        previous_response_id: str | None,
        conversation_id: str | None,
        prompt: ResponsePromptParam | None,
    ) -> AsyncIterator[TResponseStreamEvent]:
        def ask(sent: tuple[str | list[TResponseInputItem], ModelSettings]) -> AsyncIterator[TResponseStreamEvent]:
            return self._inner.stream_response(
                system_instructions, sent[0], sent[1], tools, output_schema, handoffs, tracing,
                previous_response_id=previous_response_id, conversation_id=conversation_id, prompt=prompt,
            )  # fmt: skip

        if isinstance(input, str) or previous_response_id or conversation_id:
            async for event in ask((input, model_settings)):
                yield event
            return
        talk = self._of(input, model_settings)
        async for event in talk.astream(lambda: prepared(talk, system_instructions, input, model_settings, tools, handoffs), ask):
            if event.type == "response.completed":
                talk.usage = counted(event.response.usage)
            yield event

    def save(self, key: Hashable) -> dict[str, Any] | None:
        """What the conversation of this id remembers, as data for `json.dumps`; `None` if there is none."""
        return self._conversations.save(key)

    def load(self, key: Hashable, state: Mapping[str, Any]) -> None:
        """Lets the conversation of this id go on from what `save` gave."""
        self._conversations.of(key, name=name_of(self._inner), state=state)

    def _of(self, input: list[TResponseInputItem], settings: ModelSettings) -> Conversation:
        return self._conversations.asking(None if self._key is None else self._key(), input, model=(self._inner, settings), name=name_of(self._inner))
