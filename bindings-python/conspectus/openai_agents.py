"""Compaction for the OpenAI Agents SDK: a model that compacts what it is asked, or a filter of `RunConfig`. Needs `openai-agents`.

    agent = Agent(name="reader", model=CompactingModel(OpenAIResponsesModel("gpt-5", AsyncOpenAI())))
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Hashable, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from agents import Handoff, Model, ModelResponse, ModelSettings, ModelTracing, MultiProvider, Tool
from agents.items import ItemHelpers, TResponseInputItem
from agents.run import CallModelData, ModelInputData

from ._adapter import Conversation, Conversations, OnError, counted
from .options import SummaryRequest
from .results import Result

if TYPE_CHECKING:
    from agents import AgentOutputSchemaBase
    from agents.items import TResponseStreamEvent
    from agents.retry import ModelRetryAdvice, ModelRetryAdviceRequest
    from openai.types.responses import ResponsePromptParam
    from typing_extensions import Unpack

    from ._adapter import AdapterOptions

__all__ = ["CompactingModel", "InputFilter", "input_filter"]


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
        self, inner: Model, *, key: Callable[[], Hashable] | None = None, on_error: OnError = "send_unchanged", max_conversations: int = 1_000, **options: Unpack[AdapterOptions]
    ) -> None:
        self._inner = inner
        self._key = key
        self._conversations = Conversations(options, summary=_summary, on_error=on_error, max_conversations=max_conversations)

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
        response = await talk.asend(lambda: _prepared(talk, system_instructions, input, model_settings, tools, handoffs), ask)
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
        async for event in talk.astream(lambda: _prepared(talk, system_instructions, input, model_settings, tools, handoffs), ask):
            if event.type == "response.completed":
                talk.usage = counted(event.response.usage)
            yield event

    def save(self, key: Hashable) -> dict[str, Any] | None:
        """What the conversation of this id remembers, as data for `json.dumps`; `None` if there is none."""
        return self._conversations.save(key)

    def load(self, key: Hashable, state: Mapping[str, Any]) -> None:
        """Lets the conversation of this id go on from what `save` gave."""
        self._conversations.of(key, name=_name(self._inner), state=state)

    def _of(self, input: list[TResponseInputItem], settings: ModelSettings) -> Conversation:
        asks, name = (self._inner, settings), _name(self._inner)
        key = None if self._key is None else self._key()
        return self._conversations.continued(input, model=asks, name=name) if key is None else self._conversations.of(key, model=asks, name=name)


class InputFilter:
    """A `call_model_input_filter`: what `input_filter` makes."""

    def __init__(self, key: Callable[[CallModelData[Any]], Hashable] | None, conversations: Conversations) -> None:
        self._key = key
        self._conversations = conversations

    async def __call__(self, data: CallModelData[Any]) -> ModelInputData:
        items, instructions, agent = data.model_data.input, data.model_data.instructions, data.agent
        name = agent.model if agent.model is None or isinstance(agent.model, str) else _name(agent.model)
        asks = (agent.model, agent.model_settings)
        key = None if self._key is None else self._key(data)
        talk = self._conversations.continued(items, model=asks, name=name) if key is None else self._conversations.of(key, model=asks, name=name)
        result = await talk.aview(items, system=instructions, tools=_schemas(agent.tools, [given for given in agent.handoffs if isinstance(given, Handoff)]))
        return data.model_data if result is None else ModelInputData(input=result.messages, instructions=instructions)

    def save(self, key: Hashable) -> dict[str, Any] | None:
        """What the conversation of this id remembers, as data for `json.dumps`; `None` if there is none."""
        return self._conversations.save(key)

    def load(self, key: Hashable, state: Mapping[str, Any], model: str | None = None) -> None:
        """Lets the conversation of this id go on from what `save` gave. `model` is the name of the agent's model."""
        self._conversations.of(key, name=model, state=state)


def input_filter(
    *, key: Callable[[CallModelData[Any]], Hashable] | None = None, on_error: OnError = "send_unchanged", max_conversations: int = 1_000, **options: Unpack[AdapterOptions]
) -> InputFilter:
    """A filter that compacts the input of each request, for `RunConfig(call_model_input_filter=...)`.

    It needs no other model, but it sees neither answers nor refusals: use `CompactingModel` where you can. A conversation is known by its
    first items, or by `key`, which gets what the filter gets. With `summarize="model"` the agent's own model writes the summaries. Not for
    runs with `previous_response_id` or `conversation_id`: their input is new items only.

        config = RunConfig(call_model_input_filter=input_filter(key=lambda data: data.context.thread_id))
        result = await Runner.run(agent, "Read every file.", context=Thread("t-1"), run_config=config)
    """
    return InputFilter(key, Conversations(options, summary=_summary, on_error=on_error, max_conversations=max_conversations))


async def _prepared(
    talk: Conversation, system: str | None, input: list[TResponseInputItem], settings: ModelSettings, tools: list[Tool], handoffs: list[Handoff[Any]]
) -> tuple[list[TResponseInputItem], ModelSettings]:
    result: Result[Any] | None = await talk.aview(input, usage=talk.usage, system=system, tools=_schemas(tools, handoffs))
    if talk.max_output_tokens is not None:
        settings = replace(settings, max_tokens=min(talk.max_output_tokens, settings.max_tokens or talk.max_output_tokens))
    if result is None:
        return input, settings
    body, headers = result.request_fields.get("body"), result.request_fields.get("headers")
    if body:
        settings = replace(settings, extra_body={**cast("dict[str, Any]", settings.extra_body or {}), **body})
    if headers:
        settings = replace(settings, extra_headers={**(settings.extra_headers or {}), **headers})
    return result.messages, settings


async def _summary(asks: tuple[Model | str | None, ModelSettings], request: SummaryRequest) -> SimpleNamespace:
    model, settings = asks
    if not isinstance(model, Model):
        model = MultiProvider().get_model(model)
    plain = ModelSettings(
        max_tokens=request["max_output_tokens"], store=settings.store, extra_headers=settings.extra_headers, extra_query=settings.extra_query, metadata=settings.metadata
    )
    reply = await model.get_response(
        request["system"], request["messages"], plain, [], None, [], ModelTracing.DISABLED, previous_response_id=None, conversation_id=None, prompt=None
    )
    text = "".join(ItemHelpers.extract_text(item) or "" for item in reply.output if item.type == "message")
    return SimpleNamespace(text=text, input_tokens=reply.usage.input_tokens or None, output_tokens=reply.usage.output_tokens or None)


def _name(model: Model) -> str | None:
    name = getattr(model, "model", None)
    return None if name is None else str(name).rpartition("/")[2]


def _schemas(tools: list[Tool], handoffs: list[Handoff[Any]]) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = [
        {"type": "function", "name": tool.name, "description": getattr(tool, "description", ""), "parameters": getattr(tool, "params_json_schema", {})} for tool in tools
    ]
    return [*told, *({"type": "function", "name": one.tool_name, "description": one.tool_description, "parameters": one.input_json_schema} for one in handoffs)]
