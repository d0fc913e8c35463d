"""Compaction for AutoGen: a model context that hands an agent a smaller list. Needs `autogen-core`.

    agent = AssistantAgent("reader", model_client=client, model_context=CompactingChatCompletionContext(client), tools=[read_file])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from autogen_core import Component, ComponentModel
from autogen_core.model_context import ChatCompletionContext
from autogen_core.models import AssistantMessage, ChatCompletionClient, LLMMessage, SystemMessage
from autogen_core.tools import ToolSchema
from pydantic import BaseModel
from typing_extensions import Self

from ._adapter import Conversation, Conversations, OnError, counted
from .options import SummaryRequest

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._adapter import AdapterOptions

__all__ = ["CompactingChatCompletionContext", "CompactingConfig"]


class CompactingConfig(BaseModel):
    """What `dump_component` writes of a context."""

    model_client: ComponentModel
    system: str | None = None
    tool_schema: list[ToolSchema] | None = None
    initial_messages: list[LLMMessage] | None = None
    on_error: OnError | None = None
    options: dict[str, Any] = {}


class CompactingChatCompletionContext(ChatCompletionContext, Component[CompactingConfig]):
    """A model context that keeps every message, and hands an agent a compacted list. Each agent has its own.

    `model_client` is the agent's client: it tells the model, and with `summarize="model"` it writes the summaries. `system` is the agent's
    system message and `tool_schema` are the schemas of its tools: AutoGen does not show them to a context, and without them they are not
    counted. Options are those of `Compactor`.

        client = OpenAIChatCompletionClient(model="gpt-4.1")
        agent = AssistantAgent("reader", model_client=client, model_context=CompactingChatCompletionContext(client, summarize="model"))
    """

    component_config_schema = CompactingConfig
    component_provider_override = "conspectus.autogen.CompactingChatCompletionContext"

    def __init__(
        self,
        model_client: ChatCompletionClient,
        *,
        system: str | None = None,
        tool_schema: Sequence[ToolSchema] | None = None,
        initial_messages: list[LLMMessage] | None = None,
        on_error: OnError | None = None,
        **options: Unpack[AdapterOptions],
    ) -> None:
        super().__init__(initial_messages)
        self._model_client = model_client
        self._system = system
        self._tools = list(tool_schema or ())
        self._on_error = on_error
        self._options: dict[str, Any] = {"dialect": "autogen", **options}
        self._before = (0, 0)
        self._conversations = Conversations(self._options, summary=_summary, on_error=on_error, max_conversations=1)

    async def get_messages(self) -> list[LLMMessage]:
        """What to send: a smaller list, or all messages if nothing is to be done."""
        talk = self._talk()
        result = await talk.aview(self._messages, usage=talk.usage, system=self._system, tools=self._tools)
        self._before = self._used()
        return list(self._messages if result is None else result.messages)

    async def add_message(self, message: LLMMessage) -> None:
        """Keeps a message. With an answer, it looks at what the client counted since the list was handed out."""
        await super().add_message(message)
        if isinstance(message, AssistantMessage):
            (asked, said), (asked_before, said_before) = self._used(), self._before
            self._talk().usage = counted({"input_tokens": asked - asked_before, "output_tokens": said - said_before})

    def _used(self) -> tuple[int, int]:
        used = self._model_client.total_usage()
        return used.prompt_tokens, used.completion_tokens

    async def clear(self) -> None:
        await super().clear()
        self._conversations.forget(None)

    async def save_state(self) -> Mapping[str, Any]:
        """The messages, and what the compactor remembers."""
        return {**await super().save_state(), "conspectus": self._conversations.save(None)}

    async def load_state(self, state: Mapping[str, Any]) -> None:
        await super().load_state({name: value for name, value in state.items() if name != "conspectus"})
        self._conversations.forget(None)
        if (saved := state.get("conspectus")) is not None:
            self._talk(saved)

    def pause_s(self, error: BaseException) -> float | None:
        """What to do after an error that the agent raised: `None` is to raise it, else wait so many seconds and call `agent.run()` again.

        It goes on from its context, which hands over what the refusal asks for.
        """
        return self._talk().pause_s(error)

    def _talk(self, state: Mapping[str, Any] | None = None) -> Conversation:
        # A client keeps what its request is made of, and shows it in no other way.
        name = getattr(self._model_client, "_create_args", {}).get("model")
        return self._conversations.of(None, model=self._model_client, name=name, state=state)

    def _to_config(self) -> CompactingConfig:
        plain = {name: value for name, value in self._options.items() if not callable(value)}
        if len(plain) < len(self._options):
            raise ValueError(f"functions can't be saved in a configuration: {', '.join(sorted({*self._options} - {*plain}))}")
        return CompactingConfig(
            model_client=self._model_client.dump_component(),
            system=self._system,
            tool_schema=self._tools,
            initial_messages=self._initial_messages,
            on_error=self._on_error,
            options=plain,
        )

    @classmethod
    def _from_config(cls, config: CompactingConfig) -> Self:
        client = ChatCompletionClient.load_component(config.model_client)
        options = cast("AdapterOptions", config.options)
        return cls(client, system=config.system, tool_schema=config.tool_schema, initial_messages=config.initial_messages, on_error=config.on_error, **options)


async def _summary(client: ChatCompletionClient, request: SummaryRequest) -> Any:
    # How the most tokens of an answer are called differs by client and model: as the client calls it, if it has a limit.
    told: dict[str, Any] = getattr(client, "_create_args", {})
    limit = {name: request["max_output_tokens"] for name in ("max_tokens", "max_completion_tokens") if told.get(name)}
    return (await client.create([SystemMessage(content=request["system"]), *request["messages"]], extra_create_args=limit)).content
