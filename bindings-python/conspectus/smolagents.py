"""Compaction for smolagents: a model that compacts what an agent asks it. Needs `smolagents`.

    agent = ToolCallingAgent(tools=[read_file], model=CompactingModel(OpenAIModel("gpt-5")))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import replace
from json import dumps
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Protocol

from smolagents.models import ChatMessage, MessageRole, Model, get_tool_json_schema, tool_role_conversions  # type: ignore[import-untyped]

from ._adapter import Conversation, Conversations, OnError, counted
from .options import SummaryRequest

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._adapter import AdapterOptions

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
        self, inner: AnyModel, *, key: Callable[[], Hashable] | None = None, on_error: OnError = "send_unchanged", max_conversations: int = 1_000, **options: Unpack[AdapterOptions]
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

        read = _Read(messages)
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

            read = _Read(messages)
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

    def _of(self, read: _Read) -> Conversation:
        key = None if self._key is None else self._key()
        if key is None:
            return self._conversations.continued(read.messages, model=self._inner, name=self._name)
        return self._conversations.of(key, model=self._inner, name=self._name)

    def _prepared(self, talk: Conversation, read: _Read, tools: list[Any] | None, kwargs: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        result = talk.view(read.messages, usage=talk.usage, tools=[get_tool_json_schema(tool) for tool in tools or ()])
        if talk.max_output_tokens is not None:
            kwargs = {**kwargs, "max_tokens": min(talk.max_output_tokens, kwargs.get("max_tokens") or talk.max_output_tokens)}
        return (read.given, kwargs) if result is None else (read.back(result.messages, talk.marks(result)), kwargs)


class _Read:
    """Messages of smolagents as chat completions write them, with calls and their results. What was not changed comes back as it was."""

    def __init__(self, given: list[Any]) -> None:
        self.given = given
        self.messages: list[dict[str, Any]] = []
        self._own: dict[int, list[ChatMessage]] = {}
        self._images: dict[str, Any] = {}
        shown: list[ChatMessage] = []
        open_call: str | None = None
        for message in map(_listed, given):
            if message.role == MessageRole.TOOL_CALL:
                open_call = f"call_{len(self.messages)}"
                self._add({"role": "assistant", "content": None, "tool_calls": [_call(open_call, message.content[0]["text"])]}, [message])
            elif open_call and message.role == MessageRole.USER and message.content[0]["type"] == "image":
                shown.append(message)
            elif open_call and message.role == MessageRole.TOOL_RESPONSE:
                mine = [*shown, message]
                shown = []
                if self.messages[-1]["role"] == "tool":
                    mine = [*self._own.pop(id(self.messages.pop())), *mine]
                self._add({"role": "tool", "tool_call_id": open_call, "content": [part for each in mine for part in self._parts(each)]}, mine)
            else:
                open_call = None
                role = "user" if message.role == MessageRole.TOOL_RESPONSE else MessageRole(message.role).value
                self._add({"role": role, "content": self._parts(message)}, [*shown, message])
                shown = []
        if shown:
            self._add({"role": "user", "content": [part for each in shown for part in self._parts(each)]}, shown)

    def back(self, messages: list[Any], places: list[int]) -> list[Any]:
        """What is to be sent, with the marks of a cached prefix."""
        sent: list[Any] = []
        ends = [0]
        for message in messages:
            own = self._own.get(id(message))
            sent += self._made(message) if own is None else own
            ends.append(len(sent))
        return _marked(sent, [ends[place] for place in places])

    def _add(self, message: dict[str, Any], own: list[ChatMessage]) -> None:
        self.messages.append(message)
        self._own[id(message)] = own

    def _parts(self, message: ChatMessage) -> list[dict[str, Any]]:
        parts = []
        for part in message.content:
            if part["type"] == "image":
                url = f"https://image.invalid/{id(part['image'])}"
                self._images[url] = part
                part = {"type": "image_url", "image_url": {"url": url}}
            parts.append(part)
        return parts

    def _made(self, message: dict[str, Any]) -> list[ChatMessage]:
        if calls := message.get("tool_calls"):
            text = "".join(f"Calling tools:\n{call['function']['name']} {call['function']['arguments']}" for call in calls)
            return [ChatMessage(role=MessageRole.TOOL_CALL, content=[{"type": "text", "text": text}])]
        content = message["content"]
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else [self._images[part["image_url"]["url"]] if part["type"] == "image_url" else part for part in content]
        if message["role"] != "tool":
            return [ChatMessage(role=MessageRole(message["role"]), content=parts)]
        images = [ChatMessage(role=MessageRole.USER, content=[part]) for part in parts if part["type"] == "image"]
        return images + [ChatMessage(role=MessageRole.TOOL_RESPONSE, content=[part]) for part in parts if part["type"] != "image"]


# How Python writes the call of a step, and arguments that are plain texts. `ast` would read more, but not beside other threads.
_CALL = re.compile(r"'function': \{'name': '([^']*)', 'arguments': (.*?)\}\}(?=, \{'id': |\]$)", re.S)
_PLAIN = re.compile(r"\{(?:'\w+': '[^'\\]*'(?:, )?)*\}")
_PAIR = re.compile(r"'(\w+)': '([^'\\]*)'")


def _call(id: str, text: str) -> dict[str, Any]:
    """The calls of a step, which have one result, as one call."""
    found = _CALL.findall(text)
    read = [dict(_PAIR.findall(given)) if _PLAIN.fullmatch(given) else {"text": given} for _, given in found]
    arguments = read[0] if len(read) == 1 else {"calls": read or text}
    return {"id": id, "type": "function", "function": {"name": found[0][0] if found else "tool", "arguments": dumps(arguments, ensure_ascii=False)}}


def _summary(inner: Any, request: SummaryRequest) -> SimpleNamespace:
    asked = [_listed(message) for message in [ChatMessage(role=MessageRole.SYSTEM, content=request["system"]), *request["messages"]]]
    answer = inner.generate(asked, max_tokens=request["max_output_tokens"])
    text = answer.content if isinstance(answer.content, str) else "".join(part.get("text", "") for part in answer.content or ())
    used = _usage(answer.token_usage) or {}
    return SimpleNamespace(text=text, input_tokens=used.get("input_tokens"), output_tokens=used.get("output_tokens"))


def _listed(message: Any) -> ChatMessage:
    """A message whose content is a list, as smolagents joins them."""
    made = ChatMessage.from_dict(message) if isinstance(message, dict) else message
    return replace(made, content=[{"type": "text", "text": made.content}]) if isinstance(made.content, str) else made


def _usage(usage: Any) -> dict[str, int] | None:
    return None if counted(usage) is None else {"input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens}


def _marked(messages: list[Any], places: list[int]) -> list[Any]:
    """The messages with marks. smolagents joins neighbours of one role, and a text is put behind the text before it: that one is marked."""
    marked = list(messages)
    for place in places:
        at = max(place, 1) - 1
        while at > 0 and _role(marked[at]) == _role(marked[at - 1]) and all(isinstance(part, dict) and part["type"] == "text" for part in marked[at].content):
            at -= 1
        content = marked[at].content
        if isinstance(content, list) and content and content[-1]["type"] == "text":
            marked[at] = replace(marked[at], content=[*content[:-1], {**content[-1], "cache_control": {"type": "ephemeral"}}])
    return marked


def _role(message: Any) -> Any:
    return tool_role_conversions.get(message.role, message.role)
