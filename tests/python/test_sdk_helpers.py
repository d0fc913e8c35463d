"""The helpers for the SDKs, with clients that answer without a network. `tests/adapters/sdks.py` tries them with the SDKs themselves."""

from __future__ import annotations

import asyncio
import copy
from types import SimpleNamespace as Object
from typing import Any

import pytest

from conspectus import Compactor, anthropic, google, openai
from conspectus.results import Result

SUMMARY = f"""<state_snapshot>
<overall_goal>Read all files.</overall_goal>
<key_knowledge>{", ".join(f"{number}.py" for number in range(8))} are long.</key_knowledge>
</state_snapshot>"""
LINES = [f"Read {number}.py. " + "It is long. " * 40 for number in range(8)]
PLAIN = [{"role": "user", "content": line} for line in LINES]


class Fake:
    """A client of all SDKs at once, which keeps what it is asked. Each answer is the next of `texts`, and the last one again."""

    def __init__(self, *texts: str, stop: Any = None) -> None:
        self.texts, self.stop = list(texts or [SUMMARY]), stop
        self.asked: list[dict[str, Any]] = []
        self.base_url = Object(host="api.openai.com")
        self.messages = Object(stream=self._stream)
        self.chat = Object(completions=Object(create=self._call(self._completion)))
        self.responses = Object(create=self._call(self._response))
        self.models = Object(generate_content=self._call(self._generated))

    def __enter__(self) -> Fake:
        return self

    def _call(self, make: Any) -> Any:
        def call(**request: Any) -> Any:
            return make(self._next(request))

        return call

    def _next(self, request: dict[str, Any]) -> str:
        self.asked.append(copy.deepcopy(request))
        return self.texts.pop(0) if len(self.texts) > 1 else self.texts[0]

    def _stream(self, **request: Any) -> Any:
        text = self._next(request)
        content = [Object(type="thinking", thinking="Hm."), Object(type="text", text=text[:9]), Object(type="text", text=text[9:])]
        usage = Object(input_tokens=5, output_tokens=7, cache_read_input_tokens=3, cache_creation_input_tokens=None)
        return Stream(Object(content=content, usage=usage, stop_reason=self.stop or "end_turn"))

    def _completion(self, text: str) -> Any:
        usage = Object(prompt_tokens=8, completion_tokens=10, completion_tokens_details=Object(reasoning_tokens=3))
        return Object(choices=[Object(message=Object(content=text), finish_reason=self.stop or "stop")], usage=usage)

    def _response(self, text: str) -> Any:
        usage = Object(input_tokens=8, output_tokens=10, output_tokens_details=Object(reasoning_tokens=3))
        return Object(output_text=text, usage=usage, status="incomplete" if self.stop else "completed", incomplete_details=Object(reason=self.stop) if self.stop else None)

    def _generated(self, text: str) -> Any:
        parts = [Object(text="Hm.", thought=True), Object(text=text[:9], thought=None), Object(text=text[9:], thought=None)]
        usage = Object(prompt_token_count=8, candidates_token_count=7)
        return Object(candidates=[Object(content=Object(parts=parts), finish_reason=Object(value=self.stop or "STOP"))], usage_metadata=usage)


class Stream:
    closed = 0

    def __init__(self, message: Any) -> None:
        self.message = message

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *raised: Any) -> None:
        Stream.closed += 1

    def get_final_message(self) -> Any:
        return self.message


class AsyncFake:
    """The same for asyncio. With `waits` no answer comes."""

    def __init__(self, *texts: str, waits: bool = False) -> None:
        self.fake = Fake(*texts)
        self.asked, self.base_url, self.waits = self.fake.asked, self.fake.base_url, waits
        self.messages = Object(stream=lambda **request: AsyncStream(self.fake._stream(**request).message, waits))
        self.chat = Object(completions=Object(create=self._call(self.fake.chat.completions.create)))
        self.responses = Object(create=self._call(self.fake.responses.create))
        self.models = Object(generate_content=self._call(self.fake.models.generate_content))

    async def __aenter__(self) -> AsyncFake:
        return self

    def _call(self, create: Any) -> Any:
        async def call(**request: Any) -> Any:
            reply = create(**request)
            return await asyncio.sleep(3_600 if self.waits else 0, reply)

        return call


class AsyncStream(Stream):
    def __init__(self, message: Any, waits: bool) -> None:
        super().__init__(message)
        self.waits = waits

    async def __aenter__(self) -> AsyncStream:
        return self

    async def __aexit__(self, *raised: Any) -> None:
        Stream.closed += 1

    async def get_final_message(self) -> Any:
        return await asyncio.sleep(3_600 if self.waits else 0, self.message)


HELPERS: dict[str, Any] = {
    "anthropic": lambda client, model="claude-opus-4-6", **given: anthropic.summarizer(client, model, **given),
    "chat": lambda client, model="gpt-5", **given: openai.summarizer(client, model, **given),
    "responses": lambda client, model="gpt-5", **given: openai.summarizer(client, model, wire="responses", **given),
    "gemini": lambda client, model="gemini-2.5-pro", **given: google.summarizer(client, model, **given),
}
each = pytest.mark.parametrize("wire", HELPERS)


def request(**more: Any) -> Any:
    """What a compactor asks."""
    asked: list[Any] = []
    Compactor(context_window=8_000, summarize=lambda request: (asked.append(request), SUMMARY)[1]).compact(PLAIN, force=True)
    return {**asked[0], **more}


def talk_of(wire: str, asked: dict[str, Any]) -> tuple[str, list[tuple[str, str]]]:
    """The system text, and who said what, of a request of this wire."""
    if wire == "gemini":
        return asked["config"]["system_instruction"], [("assistant" if one["role"] == "model" else one["role"], one["parts"][0]["text"]) for one in asked["contents"]]
    messages = [(one["role"], one["content"]) for one in asked["input" if wire == "responses" else "messages"]]
    if wire == "chat":
        (role, system), *messages = messages
        assert role == "system"
        return system, messages
    return asked["system" if wire == "anthropic" else "instructions"], messages


@each
def test_a_model_writes_the_summary(wire: str) -> None:
    for client, run in ((Fake(), None), (AsyncFake(), asyncio.run)):
        compactor: Compactor[Any] = Compactor(context_window=8_000, summarize=HELPERS[wire](client))
        result = run(compactor.acompact(PLAIN, force=True)) if run else compactor.compact(PLAIN, force=True)
        assert (result.status, result.summary_by, result.log.get("summary.refused")) == ("summarized", "model", None), result.reason
        assert len(client.asked) == 1


@each
def test_the_reply_tells_its_counts_and_why_it_stopped(wire: str) -> None:
    reply = HELPERS[wire](Fake())(request())
    assert (reply.text, reply.input_tokens, reply.output_tokens) == (SUMMARY, 8, 7)
    # What ends at the limit is known as that, and asked for again.
    word = {"anthropic": "max_tokens", "chat": "length", "responses": "max_output_tokens", "gemini": "MAX_TOKENS"}[wire]
    client = Fake(SUMMARY[:90], stop=word)
    result = Compactor(context_window=8_000, summarize=HELPERS[wire](client)).compact(PLAIN, force=True)
    assert len(client.asked) == 2
    assert result.summary_by == "extractive" and "summary_cut_off" in str(result.log.get("summary.refused"))


SHAPES: dict[str, Any] = {
    "openai_chat": lambda text: {"role": "user", "content": text},
    "anthropic": lambda text: {"role": "user", "content": [{"type": "text", "text": text}]},
    "gemini": lambda text: {"role": "user", "parts": [{"text": text}]},
    "ui_message": lambda text: {"id": "1", "role": "user", "parts": [{"type": "text", "text": text}]},
    "bedrock": lambda text: {"role": "user", "content": [{"text": text}]},
    "langchain": lambda text: {"type": "human", "data": {"content": text}},
    "pydantic_ai": lambda text: {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": text}]},
    "pi": lambda text: {"role": "user", "content": text, "timestamp": 1},
    "llama_index": lambda text: {"role": "user", "blocks": [{"block_type": "text", "text": text}]},
    "autogen": lambda text: {"type": "UserMessage", "source": "user", "content": text},
    "opencode": lambda text: {"info": {"role": "user", "id": "a"}, "parts": [{"type": "text", "text": text}]},
    "mastra": lambda text: {"id": "1", "role": "user", "createdAt": "2026-01-01T00:00:00Z", "content": {"format": 2, "parts": [{"type": "text", "text": text}]}},
    "openai_responses": lambda text: {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]},
}


@each
@pytest.mark.parametrize("dialect", SHAPES)
def test_a_request_of_any_dialect_is_asked_in_the_shape_of_the_sdk(wire: str, dialect: str) -> None:
    told: list[Any] = []
    client = Fake("No.")
    ask = HELPERS[wire](client)
    compactor = Compactor(context_window=8_000, dialect=dialect, summarize=lambda request: (told.append(request), ask(request))[1])  # type: ignore[arg-type]
    compactor.compact([SHAPES[dialect](line) for line in LINES], force=True)
    # The second request of the run is the same talk, with the answer and what was wrong with it.
    (first, second), system = client.asked[:2], told[0]["system"]
    assert talk_of(wire, first)[0] == talk_of(wire, second)[0] == system
    asked, again = talk_of(wire, first)[1], talk_of(wire, second)[1]
    assert [role for role, _ in again] == ["user", "assistant", "user"] and again[0] == asked[0] and again[1][1] == "No."
    assert all(line[:12] in asked[0][1] for line in LINES[:4]) and "form that was" in again[2][1]


def test_messages_that_are_objects_are_read() -> None:
    class Role:
        value = "assistant"

    class Message:
        def __init__(self, role: Any, content: Any) -> None:
            self.role, self.content = role, content

    client = Fake()
    anthropic.summarizer(client, "claude-opus-4-6")(request(messages=["one", Message("user", [Object(text="two")]), Message(Role(), "three")]))
    assert client.asked[0]["messages"] == [{"role": "user", "content": "one"}, {"role": "user", "content": "two"}, {"role": "assistant", "content": "three"}]


def test_the_answer_is_no_longer_than_the_model_writes() -> None:
    def limit(wire: str, model: str) -> Any:
        client = Fake()
        HELPERS[wire](client, model)(request(max_output_tokens=1_000_000))
        asked = client.asked[0]
        return asked["config"]["max_output_tokens"] if wire == "gemini" else next(value for name, value in asked.items() if name.startswith("max_"))

    assert limit("anthropic", "claude-haiku-4-5") == 64_000
    assert (limit("chat", "gpt-4.1"), limit("responses", "gpt-5"), limit("gemini", "gemini-2.5-flash")) == (32_768, 128_000, 65_536)
    # Nobody knows how much this one writes.
    assert limit("chat", "my-model") == 1_000_000
    client = Fake()
    HELPERS["anthropic"](client)(request(max_output_tokens=700))
    assert client.asked[0]["max_tokens"] == 700


@pytest.mark.parametrize(
    ("model", "host", "told"),
    [
        ("gpt-4.1", "api.openai.com", {"max_completion_tokens": 9}),
        ("gpt-5", "api.openai.com", {"max_completion_tokens": 9, "reasoning_effort": "minimal"}),
        ("gpt-5-mini-2025-08-07", "api.openai.com", {"max_completion_tokens": 9, "reasoning_effort": "minimal"}),
        ("gpt-5.1", "api.openai.com", {"max_completion_tokens": 9, "reasoning_effort": "none"}),
        ("gpt-5-codex", "api.openai.com", {"max_completion_tokens": 9, "reasoning_effort": "low"}),
        ("gpt-5-pro", "api.openai.com", {"max_completion_tokens": 9}),
        ("gpt-5-chat-latest", "api.openai.com", {"max_completion_tokens": 9}),
        ("o3", "api.openai.com", {"max_completion_tokens": 9, "reasoning_effort": "low"}),
        ("my-deployment", "mine.openai.azure.com", {"max_completion_tokens": 9}),
        # Servers that speak as OpenAI's.
        ("qwen3-32b", "localhost", {"max_tokens": 9}),
        ("openai/gpt-5", "openrouter.ai", {"max_completion_tokens": 9, "reasoning_effort": "minimal"}),
        ("openai/gpt-oss-20b", "localhost", {"max_tokens": 9}),
    ],
)
def test_openai_thinks_little_and_other_servers_are_told_what_they_know(model: str, host: str, told: dict[str, Any]) -> None:
    client = Fake()
    client.base_url = Object(host=host)
    openai.summarizer(client, model)(request(max_output_tokens=9))
    assert {name: value for name, value in client.asked[0].items() if name not in ("model", "messages")} == told


def test_the_others_think_little_too() -> None:
    def asked(wire: str, model: str) -> dict[str, Any]:
        client = Fake()
        HELPERS[wire](client, model)(request())
        return client.asked[0]

    assert asked("anthropic", "claude-fable-5-1")["thinking"] == {"type": "disabled"}
    told = asked("responses", "gpt-5.2")
    assert (told["reasoning"], told["store"]) == ({"effort": "none"}, False) and "reasoning" not in asked("responses", "gpt-4.1")
    levels = {model: asked("gemini", model)["config"].get("thinking_config") for model in ("gemini-2.5-flash", "models/gemini-2.5-pro", "gemini-3-pro", "gemini-3.8-flash", "gemini-2.0-flash")}
    assert [*levels.values()] == [{"thinking_budget": 0}, {"thinking_budget": 128}, {"thinking_level": "LOW"}, {"thinking_level": "MINIMAL"}, None]


def test_own_fields_come_last() -> None:
    client = Fake()
    anthropic.summarizer(client, "claude-opus-4-6", fields={"temperature": 0, "thinking": {"type": "adaptive"}})(request())
    openai.summarizer(client, "gpt-5", fields={"reasoning_effort": "high"})(request())
    google.summarizer(client, "gemini-2.5-pro", config={"temperature": 0})(request())
    assert client.asked[0]["temperature"] == 0 and client.asked[0]["thinking"] == {"type": "adaptive"}
    assert client.asked[1]["reasoning_effort"] == "high" and client.asked[2]["config"]["temperature"] == 0
    with pytest.raises(ValueError, match="wire must be"):
        openai.summarizer(client, "gpt-5", wire="completions")  # type: ignore[call-overload]


LAST: dict[str, dict[str, Any]] = {
    "anthropic": {"model": "m", "messages": PLAIN, "system": "s", "tools": ["t"], "max_tokens": 5, "stream": True},
    "chat": {"model": "m", "messages": PLAIN, "tools": ["t"], "stream": True},
    "responses": {"model": "m", "input": PLAIN, "tools": ["t"], "stream": True},
    "gemini": {"model": "m", "contents": PLAIN, "config": {"tools": ["t"]}},
}


@each
def test_a_request_behind_the_conversation_goes_there(wire: str) -> None:
    client, sent = Fake(), copy.deepcopy(LAST[wire])
    ask = HELPERS[wire](client, last_request=lambda: LAST[wire])
    ask(request(follows_conversation=True, system=""))
    where = {"responses": "input", "gemini": "contents"}.get(wire, "messages")
    asked = client.asked[0]
    assert asked[where][: len(PLAIN)] == PLAIN and len(asked[where]) == len(PLAIN) + 1
    assert {**asked, where: PLAIN} == {name: value for name, value in LAST[wire].items() if name != "stream"}
    assert LAST[wire] == sent
    with pytest.raises(TypeError, match="pass `last_request` to `summarizer`"):
        HELPERS[wire](client)(request(follows_conversation=True))


def test_a_preset_that_asks_behind_the_conversation() -> None:
    client = Fake()
    talk = [message for line in LINES for message in ({"role": "user", "content": line}, {"role": "assistant", "content": "It is fine."})]
    sent = {"model": "m", "messages": talk}
    compactor: Compactor[Any] = Compactor(preset="qwen-code", context_window=100_000, summarize=openai.summarizer(client, "gpt-4.1", last_request=lambda: sent))
    compactor.compact(talk, force=True, prefix_cached=True, usage={"prompt_tokens": 1_000, "completion_tokens": 5})
    assert client.asked[0]["messages"][:-1] == talk and "state_snapshot" in client.asked[0]["messages"][-1]["content"]


@each
def test_cancelling_the_task_ends_the_request(wire: str) -> None:
    client = AsyncFake(waits=True)
    compactor: Compactor[Any] = Compactor(context_window=8_000, summarize=HELPERS[wire](client))
    closed = Stream.closed

    async def run() -> None:
        task = asyncio.create_task(compactor.acompact(PLAIN, force=True))
        while not client.asked:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(run())
    assert Stream.closed == closed + (wire == "anthropic")
    assert compactor.compact(PLAIN[:2]).status == "unchanged"


# --- build_request ---------------------------------------------------------------------------------------

MARK = {"cache_control": {"type": "ephemeral"}}
HOUR = {"cache_control": {"type": "ephemeral", "ttl": "1h"}}
BODY = {"thinking": {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}}
BETA = "thinking-binding-controls-2026-08-01"
FIELDS = {"body": BODY, "headers": {"anthropic-beta": BETA}}
THOUGHT = {"type": "thinking", "thinking": "Hm.", "signature": "s"}
SYSTEM = "Be brief."
TOOL = {"name": "read", "input_schema": {"type": "object"}}


def result(messages: list[Any], marks: list[int], fields: Any = None) -> Any:
    """A result that tells these marks and fields."""
    found: Result[Any] = Compactor(context_window=100_000).compact(PLAIN)
    values = {name: getattr(found, name) for name in ("status", "changed", "log")}
    return Object(**{**values, "messages": messages, "cache_breakpoints": marks, "request_fields": fields or {}})


def marks_of(request: dict[str, Any]) -> list[str]:
    """Where the marks of a request stand."""
    found = [f"tools.{index}" for index, tool in enumerate(request.get("tools") or ()) if "cache_control" in tool]
    system = request.get("system")
    found += [f"system.{index}" for index, block in enumerate(system if isinstance(system, list) else ()) if "cache_control" in block]
    for index, message in enumerate(request["messages"]):
        content = message["content"]
        found += [f"{index}.{number}" for number, block in enumerate(content if isinstance(content, list) else ()) if isinstance(block, dict) and "cache_control" in block]
    return found + (["request"] if "cache_control" in request else [])


class Block:
    """An object of an SDK, as pydantic's: fields, of which some were never set."""

    __api_exclude__ = {"parsed"}

    def __init__(self, **fields: Any) -> None:
        vars(self).update(fields)
        self.citations = self.parsed = None
        self._given = fields

    def model_dump(self, *, exclude_unset: bool, mode: str, by_alias: bool, exclude: Any) -> dict[str, Any]:
        assert exclude_unset and mode == "json" and by_alias and exclude == {"parsed"}
        return dict(self._given)


def test_marks_stand_where_the_result_says() -> None:
    messages = [
        {"role": "user", "content": "one"},
        {"role": "assistant", "content": [Block(type="text", text="two"), Block(type="tool_use", id="a", name="read", input={})]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "x"}]},
    ]
    request = {"model": "m", "system": SYSTEM, "tools": [TOOL]}
    before = copy.deepcopy((request, messages[0], messages[2]))
    made = anthropic.build_request(request, result(messages, [0, 1, 2, 3]))
    assert marks_of(made) == ["system.0", "0.0", "1.1", "2.0"]
    assert made["system"] == [{"type": "text", "text": SYSTEM, **MARK}] and made["messages"][0]["content"] == [{"type": "text", "text": "one", **MARK}]
    # What was not set is not sent, and what bears no mark is the same object.
    assert made["messages"][1]["content"] == [messages[1]["content"][0], {"type": "tool_use", "id": "a", "name": "read", "input": {}, **MARK}]
    assert (request, messages[0], messages[2]) == before
    # Without a system text the mark stands on the last tool, and without both nowhere.
    assert marks_of(anthropic.build_request({"tools": [TOOL, TOOL]}, result(messages, [0, 1]))) == ["tools.1", "0.0"]
    assert marks_of(anthropic.build_request({}, result(messages, [0, 1]))) == ["0.0"]


def test_messages_may_be_objects() -> None:
    message = Block(role="assistant", id="msg", content=[Block(type="text", text="two")])
    made = anthropic.build_request({}, result([PLAIN[0], message], [2]))
    assert made["messages"] == [PLAIN[0], {"role": "assistant", "content": [{"type": "text", "text": "two", **MARK}]}]


@pytest.mark.parametrize("last", [THOUGHT, {"type": "redacted_thinking", "data": "d"}, {"type": "text", "text": ""}], ids=lambda last: last["type"])
def test_a_thought_and_an_empty_text_are_never_marked(last: dict[str, Any]) -> None:
    messages = [PLAIN[0], {"role": "assistant", "content": [{"type": "text", "text": "a"}, last]}, {"role": "assistant", "content": [last]}]
    assert marks_of(anthropic.build_request({}, result(messages, [2]))) == ["1.0"]
    # In a message of thoughts alone the mark goes to the one before.
    assert marks_of(anthropic.build_request({}, result(messages, [3]))) == ["1.0"]


def test_own_marks_stay_or_give_way() -> None:
    old = [{"role": "user", "content": [{"type": "text", "text": str(number), **MARK}]} for number in range(5)]
    # No marks of the result: all stay as they are.
    assert anthropic.build_request({"system": SYSTEM}, result(old, []))["messages"] is old
    # Those on messages, and the one for the whole request, give way.
    assert marks_of(anthropic.build_request({"cache_control": MARK["cache_control"]}, result(old, [3, 5]))) == ["2.0", "4.0"]
    # Those around them stay, as long as there is room.
    system = [{"type": "text", "text": part, **MARK} for part in ("a", "b", "c")]
    tools = [{**TOOL, **MARK}]
    assert marks_of(anthropic.build_request({"system": system, "tools": tools}, result(old, [3, 5]))) == ["system.1", "system.2", "2.0", "4.0"]
    assert marks_of(anthropic.build_request({"system": system[:1], "tools": tools}, result(old, [0, 3, 5]))) == ["tools.0", "system.0", "2.0", "4.0"]
    assert marks_of(anthropic.build_request({"system": system, "tools": tools}, result(old, [0, 1, 3, 5]))) == ["system.2", "0.0", "2.0", "4.0"]
    assert all("cache_control" in block for block in [*system, *tools])


def test_how_long_an_entry_lives() -> None:
    def lives(made: dict[str, Any]) -> list[Any]:
        blocks = [*made["tools"], *made["system"], *(block for message in made["messages"] for block in message["content"])]
        return [block["cache_control"].get("ttl") for block in blocks if "cache_control" in block]

    request = {"system": [{"type": "text", "text": "a", **MARK}, {"type": "text", "text": "b"}], "tools": [{**TOOL, **MARK}]}
    messages = [{"role": "user", "content": [{"type": "text", "text": "x"}]}]
    assert lives(anthropic.build_request(request, result(messages, [1]))) == [None, None, None]
    # Nothing that lives for an hour stands behind what lives shorter.
    assert lives(anthropic.build_request(request, result(messages, [1]), ttl="1h")) == ["1h", "1h", "1h"]
    assert lives(anthropic.build_request(request, result([{"role": "user", "content": [{"type": "text", "text": "x", **HOUR}]}], [0, 1]))) == ["1h", "1h", "1h", "1h"]


def test_fields_stand_where_the_sdk_takes_them() -> None:
    thought = [PLAIN[0], {"role": "assistant", "content": [THOUGHT, {"type": "text", "text": "a"}]}]
    made = anthropic.build_request({"model": "m"}, result(thought, [], FIELDS))
    assert (made["extra_body"], made["extra_headers"]) == (BODY, {"anthropic-beta": BETA})
    # Beside what the program gives itself, which counts.
    given = {"thinking": {"type": "disabled"}, "extra_body": {"top_k": 5}, "extra_headers": {"Anthropic-Beta": "mine", "x": "y"}}
    made = anthropic.build_request(given, result(thought, [], FIELDS))
    assert made["thinking"] == {"type": "disabled", "block_binding": BODY["thinking"]["block_binding"]}
    assert (made["extra_body"], made["extra_headers"]) == ({"top_k": 5}, {"Anthropic-Beta": f"mine,{BETA}", "x": "y"})
    assert given["thinking"] == {"type": "disabled"} and given["extra_headers"] == {"Anthropic-Beta": "mine", "x": "y"}
    # The SDK lets a header take the place of `betas`.
    made = anthropic.build_request({"betas": ["mine"], "thinking": {"type": "adaptive"}}, result(PLAIN, [], FIELDS))
    assert made["betas"] == ["mine", BETA] and "extra_headers" not in made and made["thinking"] == BODY["thinking"]
    # A program that does not think is not made to.
    assert anthropic.build_request({"model": "m"}, result(PLAIN, [], FIELDS)) == {"model": "m", "messages": PLAIN}


def test_others_set_messages_and_fields_only() -> None:
    fields = {"body": {"a": {"b": 1}}, "headers": {"h": "v"}}
    assert openai.build_request({"model": "m"}, result(PLAIN, [1])) == {"model": "m", "messages": PLAIN}
    assert openai.build_request({"model": "m"}, result(PLAIN, []), wire="responses") == {"model": "m", "input": PLAIN}
    made = openai.build_request({"extra_body": {"a": {"c": 2}}}, result(PLAIN, [], fields))
    assert (made["extra_body"], made["extra_headers"]) == ({"a": {"b": 1, "c": 2}}, {"h": "v"})
    assert google.build_request({"model": "m", "config": {"temperature": 0}}, result(PLAIN, [1])) == {"model": "m", "contents": PLAIN, "config": {"temperature": 0}}
    config = Object(model_fields_set={"temperature"}, temperature=0, seed=None)
    for given, http in (({"temperature": 0}, {}), ({"temperature": 0, "http_options": {"timeout": 5}}, {"timeout": 5}), (config, {})):
        made = google.build_request({"config": given}, result(PLAIN, [], fields))
        assert made["config"] == {"temperature": 0, "http_options": {**http, "extra_body": fields["body"], "headers": fields["headers"]}}


def test_a_result_of_a_compactor_is_marked() -> None:
    """Over a conversation that grows, each request bears at most four marks, and the newest message one of them."""
    compactor: Compactor[Any] = Compactor(model="claude-opus-5-5", context_window=20_000, dialect="anthropic")
    messages: list[Any] = []
    for turn in range(40):
        messages = [*messages, {"role": "user", "content": f"Read {turn}.py. " + "It is long. " * 150}]
        found = compactor.compact(messages, system=SYSTEM, tools=[TOOL])
        made = anthropic.build_request({"system": SYSTEM, "tools": [TOOL], "thinking": {"type": "adaptive"}}, found)
        places = marks_of(made)
        assert 0 < len(places) <= 4 and places[-1].startswith(f"{len(found.messages) - 1}."), places
        assert (made["thinking"], made["extra_headers"]) == (BODY["thinking"], FIELDS["headers"])
        messages = [*found.messages, {"role": "assistant", "content": [{"type": "text", "text": f"{turn}.py is fine."}]}]
