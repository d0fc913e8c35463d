"""A model around a model."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from smolagents.models import ChatMessage, MessageRole, Model, get_tool_json_schema  # type: ignore[import-untyped]

from .._adapter import Conversation, Conversations, OnError, counted
from .._sdks import Reply
from ..options import SummaryRequest
from ._read import Read, listed

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._adapter import AdapterOptions

__all__ = ["AnyModel", "CompactingModel"]


class AnyModel(Protocol):
    """A model of smolagents."""

    def generate(self, messages: Any, stop_sequences: Any = None, response_format: Any = None, tools_to_call_from: Any = None, **kwargs: Any) -> Any:
        """The answer of the model."""


class CompactingModel(Model):  # type: ignore[misc]
    """A model that compacts the messages of each request, and sends them again after a refusal as often as that helps.

    `inner` is the model that answers. An agent's memory is not changed. One object serves any number of agents, also those that others
    manage: a conversation is known by the list that it goes on with. `key` tells the id of the conversation that asks, such as the `get`
    of a `ContextVar`; only with one can a conversation be saved. Options are those of `Compactor`; with `summarize="model"`, `inner` writes
    the summaries.

        model = CompactingModel(OpenAIModel("gpt-5"), summarize="model")
        ToolCallingAgent(tools=[read_file], model=model).run("Read every file.")
    """

    def __init__(
        self, inner: AnyModel, *, key: Callable[[], Hashable] | None = None, on_error: OnError | None = None, max_conversations: int = 1_000, **options: Unpack[AdapterOptions]
    ) -> None:
        self._inner: Any = inner
        self._key = key
        self._conversations = Conversations({"dialect": "openai_chat", **options}, summary=_summary, on_error=on_error, max_conversations=max_conversations)

    def __getattr__(self, name: str) -> Any:
        # What agents look for on models: the id, the keys of calls in a text, the settings.
        if name == "_inner":
            raise AttributeError(name)
        return getattr(self._inner, name)

    @property
    def supports_stop_parameter(self) -> bool:
        return bool(self._inner.supports_stop_parameter)

    def parse_tool_calls(self, message: ChatMessage) -> ChatMessage:
        return self._inner.parse_tool_calls(message)

    def to_dict(self) -> dict[str, Any]:
        return dict(self._inner.to_dict())

    def generate(
        self, messages: list[Any], stop_sequences: list[str] | None = None, response_format: dict[str, str] | None = None, tools_to_call_from: list[Any] | None = None, **kwargs: Any
    ) -> ChatMessage:
        def ask(sent: tuple[list[Any], dict[str, Any]]) -> ChatMessage:
            return self._inner.generate(sent[0], stop_sequences=stop_sequences, response_format=response_format, tools_to_call_from=tools_to_call_from, **sent[1])

        read = Read(messages)
        talk = self._of(read)
        answer = talk.send(lambda: self._prepared(talk, read, tools_to_call_from, kwargs), ask)
        talk.usage = counted(getattr(answer.raw, "usage", None)) or _usage(answer.token_usage)
        return answer

    @property
    def generate_stream(self) -> Callable[..., Iterator[Any]]:
        """As `generate`, in pieces, if `inner` can."""
        stream: Callable[..., Iterator[Any]] = self._inner.generate_stream

        def pieces(
            messages: list[Any], stop_sequences: list[str] | None = None, response_format: dict[str, str] | None = None, tools_to_call_from: list[Any] | None = None, **kwargs: Any
        ) -> Iterator[Any]:
            def ask(sent: tuple[list[Any], dict[str, Any]]) -> Iterator[Any]:
                return stream(sent[0], stop_sequences=stop_sequences, response_format=response_format, tools_to_call_from=tools_to_call_from, **sent[1])

            read = Read(messages)
            talk = self._of(read)
            for piece in talk.stream(lambda: self._prepared(talk, read, tools_to_call_from, kwargs), ask):
                talk.usage = _usage(piece.token_usage) or talk.usage
                yield piece

        return pieces

    def save(self, key: Hashable) -> dict[str, Any] | None:
        """What the conversation of this id remembers, as data for `json.dumps`; `None` if there is none."""
        return self._conversations.save(key)

    def load(self, key: Hashable, state: Mapping[str, Any]) -> None:
        """Lets the conversation of this id go on from what `save` gave."""
        self._conversations.of(key, name=self._name, state=state)

    @property
    def _name(self) -> str | None:
        name = getattr(self._inner, "model_id", None)
        return None if name is None else str(name).rpartition("/")[2]

    def _of(self, read: Read) -> Conversation:
        return self._conversations.asking(None if self._key is None else self._key(), read.messages, model=self._inner, name=self._name)

    def _prepared(self, talk: Conversation, read: Read, tools: list[Any] | None, kwargs: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        result = talk.view(read.messages, usage=talk.usage, tools=[get_tool_json_schema(tool) for tool in tools or ()])
        if (most := talk.limit(kwargs.get("max_tokens"))) is not None:
            kwargs = {**kwargs, "max_tokens": most}
        return (read.given, kwargs) if result is None else (read.back(result.messages, talk.marks(result)), kwargs)


def _summary(inner: Any, request: SummaryRequest) -> Reply:
    asked = [listed(message) for message in [ChatMessage(role=MessageRole.SYSTEM, content=request["system"]), *request["messages"]]]
    answer = inner.generate(asked, max_tokens=request["max_output_tokens"])
    text = answer.content if isinstance(answer.content, str) else "".join(part.get("text", "") for part in answer.content or ())
    used = _usage(answer.token_usage) or {}
    return Reply(text, used.get("input_tokens"), used.get("output_tokens"))


def _usage(usage: Any) -> dict[str, int] | None:
    return None if counted(usage) is None else {"input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens}
