"""Objects of SDKs and frameworks are read in place, given back by identity, and keep their class where they change."""

from __future__ import annotations

import collections
import collections.abc
import dataclasses
import datetime
from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Any

import pytest
from builders import json_length, session

import conspectus
from conspectus import errors, sansio

WORDS = "word " * 400


class Model:
    """As the models of SDKs: fields in `__dict__`, more in `__pydantic_extra__`, a copy that shares what it holds."""

    __pydantic_fields__: dict[str, Any] = {}
    content: Any
    tool_call_id: Any

    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)
        object.__setattr__(self, "__pydantic_extra__", None)

    @classmethod
    def model_validate(cls, fields: dict[str, Any]) -> Model:
        return cls(**fields)


class Block(Model):
    pass


class Message(Model):
    pass


class HumanMessage(Message):
    pass


class AIMessage(Message):
    pass


class ToolMessage(Message):
    pass


def anthropic_list() -> list[Any]:
    """The shape of an SDK's loop: dicts of the user, and `reply.content` whole."""
    call = Block(type="tool_use", id="t1", name="read", input={"path": "a.py"})
    return [
        {"role": "user", "content": "Read a.py"},
        {"role": "assistant", "content": [Block(type="text", text="I read it.", citations=None), call]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": WORDS}]},
        {"role": "assistant", "content": [Block(type="text", text="Done.", citations=None)]},
        {"role": "user", "content": "Thanks"},
    ]


def dumped(value: Any) -> Any:
    if isinstance(value, Model):
        return {name: dumped(item) for name, item in vars(value).items() if item is not None and not name.startswith("__")}
    if isinstance(value, list):
        return [dumped(item) for item in value]
    return {name: dumped(item) for name, item in value.items()} if isinstance(value, dict) else value


def test_blocks_of_an_sdk_count_as_their_dump() -> None:
    messages = anthropic_list()
    assert conspectus.gemini_cli.estimate_tokens(messages) == conspectus.gemini_cli.estimate_tokens(dumped(messages))
    assert conspectus.gemini_cli.estimate_tokens(messages).dialect == "anthropic"
    assert conspectus.validate(messages) == []


def test_what_is_not_touched_is_the_same_object() -> None:
    messages = anthropic_list() + anthropic_list()
    edited = conspectus.qwen_code.microcompact(messages, force=True, keep_tool_results=1, clearable_tools=["read"])
    assert edited.changed
    assert [after is before for after, before in zip(edited.messages, messages, strict=True)] == [True, True, False, True, True] + [True] * 5


def langchain_list() -> list[Any]:
    return [
        Message(type="system", content="Rules", additional_kwargs={}),
        HumanMessage(type="human", content="Read a.py", additional_kwargs={}),
        AIMessage(type="ai", content="", tool_calls=[{"name": "read", "args": {"path": "a.py"}, "id": "t1", "type": "tool_call"}]),
        ToolMessage(type="tool", content=WORDS, tool_call_id="t1", name="read", status="success"),
        AIMessage(type="ai", content="Done.", tool_calls=[]),
        HumanMessage(type="human", content="Thanks"),
    ]


def test_message_objects_keep_their_class_when_they_change() -> None:
    messages = langchain_list() + langchain_list()[1:]
    assert conspectus.gemini_cli.estimate_tokens(messages).dialect == "langchain"
    edited = conspectus.qwen_code.microcompact(messages, force=True, keep_tool_results=1, clearable_tools=["read"])
    assert type(edited.messages[3]) is ToolMessage
    assert edited.messages[3].content.startswith("[Old tool result")
    assert messages[3].content == WORDS
    assert edited.messages[3].tool_call_id == "t1"


def test_new_messages_are_objects_too() -> None:
    messages = langchain_list()
    compacted = conspectus.compact(messages, force=True)
    assert compacted.status == "summarized"
    assert all(isinstance(message, Message) for message in compacted.messages)
    memory = next(message for message in compacted.messages if message not in messages)
    assert type(memory) is HumanMessage
    assert isinstance(memory.content, str)


def test_what_went_comes_back_as_the_same_objects() -> None:
    messages = langchain_list()
    result = conspectus.Compactor(context_window=8_000).compact(messages, force=True)
    back = result.undo()
    assert result.status == "summarized" and len(back) == len(messages)
    assert all(one is other for one, other in zip(back, messages, strict=True))


def test_what_json_cannot_hold_comes_back_whole() -> None:
    image = {"image": {"format": "png", "source": {"bytes": b"\x89PNG"}}}
    use = {"toolUse": {"toolUseId": "c", "name": "find", "input": {"id": 1234567890123456789, "most": 2**70, "share": 30.0}}}
    answer = {"toolResult": {"toolUseId": "c", "content": [{"text": WORDS}, image]}}
    messages = [
        {"role": "user", "content": [{"text": "Look at \ud83d"}, image]},
        {"role": "assistant", "content": [use]},
        {"role": "user", "content": [answer]},
        {"role": "assistant", "content": [{"text": "Done."}]},
    ]
    patch = {"ops": [{"op": "replace", "path": "/2/content/0", "value": {}}, {"op": "replace", "path": "/1/content", "value": []}], "splices": []}
    patch["splices"] = [{"start": 0, "delete_count": 1, "insert": []}]
    after = sansio.apply_patch(messages, patch)
    back = sansio.apply_patch(after, sansio.invert_patch(messages, patch=patch))
    assert back == messages and back[0] is messages[0]
    assert [type(back[1]["content"][0]["toolUse"]["input"][name]) for name in ("id", "most", "share")] == [int, int, float]


def test_a_message_that_holds_itself_has_a_way_back() -> None:
    message: dict[str, Any] = {"role": "user", "content": "Hi"}
    message["a"] = message["b"] = message["c"] = message
    patch = {"ops": [{"op": "replace", "path": "/0/content", "value": "Ho"}], "splices": []}
    back = sansio.invert_patch([message], patch=patch)
    assert sansio.apply_patch(sansio.apply_patch([message], patch), back)[0]["content"] == "Hi"


def test_a_request_asks_in_objects_where_the_list_holds_objects() -> None:
    asked: list[Any] = []

    def summarize(request: dict[str, Any]) -> str:
        asked.append(request)
        return "no document"

    conspectus.compact(langchain_list(), force=True, summarize=summarize)
    assert type(asked[0]["messages"][0]) is HumanMessage
    assert "Read a.py" in asked[0]["messages"][0].content
    # What the user says in plain data is asked in plain data, whatever stands beside it.
    conspectus.compact(anthropic_list(), force=True, summarize=summarize)
    assert type(asked[-1]["messages"][0]) is dict


@dataclasses.dataclass
class UserPromptPart:
    content: Any
    timestamp: datetime.datetime = dataclasses.field(default_factory=lambda: datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc))
    part_kind: str = "user-prompt"


@dataclasses.dataclass
class TextPart:
    content: str
    part_kind: str = "text"


@dataclasses.dataclass
class ToolCallPart:
    tool_name: str
    args: Any
    tool_call_id: str
    part_kind: str = "tool-call"


@dataclasses.dataclass
class ToolReturnPart:
    tool_name: str
    content: Any
    tool_call_id: str
    part_kind: str = "tool-return"


@dataclasses.dataclass
class ModelRequest:
    parts: list[Any]
    instructions: str | None = None
    kind: str = "request"


@dataclasses.dataclass
class ModelResponse:
    parts: list[Any]
    kind: str = "response"


def pydantic_ai_list() -> list[Any]:
    turns: list[Any] = []
    for index in range(6):
        turns += [
            ModelRequest([UserPromptPart(f"Step {index}")]),
            ModelResponse([ToolCallPart("read", {"path": f"{index}.py"}, f"t{index}")]),
            ModelRequest([ToolReturnPart("read", WORDS, f"t{index}")]),
            ModelResponse([TextPart(f"Read {index}.")]),
        ]
    return turns


def test_dataclasses_are_read_and_made_anew() -> None:
    messages = pydantic_ai_list()
    assert conspectus.gemini_cli.estimate_tokens(messages).dialect == "pydantic_ai"
    assert conspectus.validate(messages) == []
    compacted = conspectus.compact(messages, force=True)
    assert compacted.status == "summarized"
    assert all(isinstance(message, (ModelRequest, ModelResponse)) for message in compacted.messages)
    parts = [part for message in compacted.messages for part in message.parts]
    assert all(dataclasses.is_dataclass(part) for part in parts)
    assert conspectus.validate(compacted.messages) == []
    assert compacted.messages[-1] is messages[-1]


def test_usage_objects_are_read_as_they_are() -> None:
    usage = Model(input_tokens=12, cache_read_input_tokens=900, cache_creation_input_tokens=None, output_tokens=5)
    history = conspectus.History()
    history.extend([{"role": "user", "content": "x"}])
    history.report_usage(usage)
    assert history.prompt_tokens == 912


class Dumps:
    def to_dict(self) -> dict[str, Any]:
        return {"role": "user", "content": "x" * 400}


class Fails:
    def to_dict(self) -> dict[str, Any]:
        raise RuntimeError("no")


class Endless:
    def to_dict(self) -> Any:
        return Endless()


def test_a_dump_is_read_where_there_are_no_fields() -> None:
    assert conspectus.gemini_cli.estimate_tokens([Dumps()]) == conspectus.gemini_cli.estimate_tokens([Dumps().to_dict()])
    for broken in (Fails(), Endless()):
        with pytest.raises(errors.UnsupportedTypeError) as caught:
            conspectus.gemini_cli.estimate_tokens([{"role": "user", "content": "x"}, broken])
        assert caught.value.path == "/1"


def test_a_content_that_is_not_set_hides_no_other_field() -> None:
    """What an SDK keeps of the answer beside a content of `None`, such as smolagents in `raw`, is no content."""
    message = Message(role="assistant", content=None, tool_calls=None, raw=WORDS, token_usage={"input_tokens": 7})
    assert conspectus.count_tokens([message]).tokens < 10
    assert conspectus.validate([{"role": "user", "content": "Hi"}, message]) == conspectus.validate([{"role": "user", "content": "Hi"}, dict(vars(message))])


def test_an_object_that_holds_itself_ends_at_a_depth() -> None:
    message = Message(role="user", content="x")
    message.__dict__["back"] = [message]
    assert json_length([message]) < 5_000
    assert conspectus.gemini_cli.estimate_tokens([message]).tokens < 20


@pytest.mark.parametrize(
    "message",
    [
        {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": WORDS}]}, "session_id": "s"},
        {"role": "assistant", "content": "", "toolInvocations": [{"toolName": "read", "args": {}, "result": WORDS}]},
        {"role": "user", "body": {"text": WORDS}, "text": WORDS},
        {"author": "me", "parts": [{"kind": "text", "body": WORDS}]},
    ],
    ids=["event", "invocations", "text", "parts"],
)
def test_an_unknown_shape_is_refused(message: dict[str, Any]) -> None:
    with pytest.raises(errors.UnknownDialectError) as caught:
        conspectus.gemini_cli.estimate_tokens([message])
    assert caught.value.path == "/0"


def test_what_cannot_be_read_counts_its_length() -> None:
    known = {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "f", "input": {}}]}
    event = {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": WORDS}]}}
    assert conspectus.gemini_cli.estimate_tokens([known, event]).chars >= json_length(event)


class Row:
    """As a row of a table: it has keys and items, and is no `Mapping`."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self._fields = fields

    def keys(self) -> list[str]:
        return [*self._fields]

    def __getitem__(self, key: str) -> Any:
        return self._fields[key]


class Fields(collections.abc.Mapping[str, Any]):
    def __init__(self, fields: dict[str, Any]) -> None:
        self._fields = fields

    def __getitem__(self, key: str) -> Any:
        return self._fields[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)


def mapped(value: Any, make: Callable[[dict[str, Any]], Any]) -> Any:
    """The value with each dict in it made anew, however deep it lies."""
    if isinstance(value, dict) or hasattr(value, "keys"):
        return make({key: mapped(value[key], make) for key in value.keys()})
    return [mapped(item, make) for item in value] if isinstance(value, (list, tuple)) else value


def anthropic_session() -> list[Any]:
    turns: list[Any] = [{"role": "user", "content": "Read them all."}]
    for index in range(20):
        turns += [
            {"role": "assistant", "content": [{"type": "tool_use", "id": f"t{index}", "name": "read", "input": {"path": f"{index}.py"}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"t{index}", "content": [{"type": "text", "text": WORDS}]}]},
        ]
    return turns


@pytest.mark.parametrize("plain", [session(20), anthropic_session()], ids=["texts", "blocks"])
@pytest.mark.parametrize("make", [collections.UserDict, collections.ChainMap, MappingProxyType, Fields, Row], ids=lambda make: make.__name__)
@pytest.mark.parametrize("deep", [False, True], ids=["messages", "deep"])
def test_mappings_that_are_no_dicts_are_compacted(make: Callable[[dict[str, Any]], Any], plain: list[Any], deep: bool) -> None:
    messages = [mapped(message, make) if deep else make(message) for message in plain]
    result = conspectus.Compactor(context_window=4_000).compact(messages)
    assert result.changed
    assert mapped(result.messages, dict) == conspectus.Compactor(context_window=4_000).compact(plain).messages
    assert mapped(messages, dict) == plain
    assert mapped(result.undo(), dict) == plain


def test_a_cell_that_a_table_leaves_empty_is_no_call() -> None:
    """Where some rows have no such field, a table holds NaN there."""
    empty = {"tool_calls": float("nan"), "tool_call_id": float("nan")}
    rows = [Row({**empty, **message}) for message in session(20)]
    assert conspectus.validate(rows) == []
    result = conspectus.Compactor(context_window=4_000).compact(rows)
    assert result.changed and conspectus.validate(result.messages) == []


def test_on_compact_may_put_the_new_messages_into_the_hosts_list() -> None:
    messages = session(20)

    def put(result: Any) -> None:
        messages[:] = result.messages

    result = conspectus.Compactor(context_window=4_000, on_compact=put).compact(messages)
    assert result.changed and result.messages == messages and conspectus.validate(messages) == []
    assert result.undo() == session(20)
