"""Compactors that have the provider summarise: whole sessions, and what becomes of a session in which it does not."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from adapters.watched import SYSTEM, TURNS, WINDOW, Watched

from conspectus import Compactor, anthropic, openai, validate
from conspectus.errors import BusyError
from never_stuck.models import good

from .asked import copied, thoughts
from .claude import COMPACT_BETA
from .client import ApiError, Client, Plain
from .hosts import ADAPTIVE, FUNCTIONS, TOOLS, question
from .rules import Data

BOUND = "claude-opus-5-5"
# What the server does instead of a summary; the SDKs raise errors of some.
FAILURES = {"429": ApiError, "529": ApiError, "drop": OSError, "cut": None, "refusal": None, "empty": None}


class Claude:
    """A program that calls Anthropic."""

    made: Any = anthropic.ProviderCompactor

    def __init__(self, model: str = BOUND, fail: str = "", **options: Any) -> None:
        self.watched = Watched()
        self.client = Client(self.watched.server)
        self.asked: list[Data] = []
        self.fail = fail
        self.request: Data = self.around(model)
        self.told: list[Any] = []
        self.options = {"context_window": WINDOW, "reserve_tokens": 2_000, "model": model, "summarize": good, "on_compact": self.told.append, **options}
        self.compactor = self.made(self.sdk(), self.request, **self.options)
        self.messages: list[Any] = [{"role": "user", "content": self.watched.open(question(0))}]
        self.usage: Any = None
        self.kept = 0

    def around(self, model: str) -> Data:
        return {"model": model, "max_tokens": 2_000, "system": SYSTEM, "tools": TOOLS, "thinking": ADAPTIVE}

    def sdk(self) -> Any:
        @contextmanager
        def stream(**request: Any) -> Any:
            reply = self.provider(lambda: self.client.anthropic({name: value for name, value in request.items() if name != "betas"}, tuple(request["betas"])), request)
            yield SimpleNamespace(get_final_message=lambda: reply)

        return SimpleNamespace(beta=SimpleNamespace(messages=SimpleNamespace(stream=stream)), __enter__=None)

    def provider(self, call: Callable[[], Data], request: Data) -> Any:
        """What an SDK gives."""
        self.asked.append(request)
        if self.fail:
            self.client.post("/server", {"key": self.client.key, "plan": f"{self.client.session.requests + 1}:{self.fail}"}, {})
        return Plain.of(call())

    def send(self, result: Any) -> Data:
        request = anthropic.build_request(self.request, result)
        headers = request.pop("extra_headers", {})
        body = request.pop("extra_body", {})
        self.kept += len(thoughts(request["messages"]))
        return self.client.anthropic({**request, **body}, tuple(filter(None, headers.get("anthropic-beta", "").split(","))))

    def take(self, reply: Data) -> list[Data]:
        self.messages = [*self.messages, {"role": "assistant", "content": reply["content"]}]
        calls = [block for block in reply["content"] if block["type"] == "tool_use"]
        results = [{"type": "tool_result", "tool_use_id": call["id"], "content": self.watched.tool(str(call["input"].get("path")))} for call in calls]
        return [{"role": "user", "content": results}] if results else []

    def step(self, **turn: Any) -> Any:
        result = self.compactor.compact(self.messages, usage=self.usage, system=SYSTEM, tools=self.request["tools"], **turn)
        self.messages = list(result.messages)
        assert result.can_send and validate(self.messages) == []
        reply = self.send(result)
        self.usage = reply["usage"]
        answers = self.take(reply) or [{"role": "user", "content": self.watched.open(question(self.watched.turns))}]
        self.messages = [*self.messages, *answers]
        return result

    def run(self, turns: int = TURNS) -> Any:
        results = [self.step() for _ in range(turns)]
        assert (self.watched.refused, self.watched.lost_requests, self.watched.lost_results) == ([], 0, 0)
        return [result for result in results if result.status == "summarized"]

    def full(self) -> Any:
        """Goes on until the next step summarises."""
        while (plan := self.compactor.plan(self.messages, usage=self.usage, system=SYSTEM, tools=self.request["tools"])).status != "summarized":
            self.step()
        return plan

    def leads(self) -> bool:
        """Whether what the provider wrote leads the history."""
        content = self.messages[0]["content"]
        return isinstance(content, list) and content[0]["type"] == "compaction"


class Responses(Claude):
    """A program that calls OpenAI's Responses."""

    made = openai.ProviderCompactor

    def __init__(self, model: str = "gpt-5", **given: Any) -> None:
        super().__init__(model, **given)

    def around(self, model: str) -> Data:
        return {"model": model, "instructions": SYSTEM, "tools": [{"type": "function", **tool} for tool in FUNCTIONS], "store": False}

    def sdk(self) -> Any:
        def compact(**request: Any) -> Any:
            return self.provider(lambda: self.client.openai_responses(request, path="/v1/responses/compact"), request)

        return SimpleNamespace(responses=SimpleNamespace(compact=compact))

    def send(self, result: Any) -> Data:
        return self.client.openai_responses(openai.build_request(self.request, result, wire="responses"))

    def take(self, reply: Data) -> list[Data]:
        self.messages = [*self.messages, *reply["output"]]
        calls = [item for item in reply["output"] if item["type"] == "function_call"]
        return [{"type": "function_call_output", "call_id": call["call_id"], "output": self.watched.tool(str(json.loads(call["arguments"]).get("path")))} for call in calls]

    def leads(self) -> bool:
        return any(item.get("type") == "compaction" for item in self.messages)


WIRES: dict[str, Any] = {"anthropic": Claude, "openai_responses": Responses}


@pytest.mark.parametrize("wire", WIRES)
def test_a_whole_session(wire: str) -> None:
    host = WIRES[wire]()
    made = host.run()
    assert len(made) == len(host.asked) >= 3 and host.watched.summaries == 0 and host.leads()
    assert all(result.tokens_after < result.tokens_before and result.removed[0].kind == "summarized_messages" for result in made)
    # Each is told once, as it is returned.
    assert [told for told in host.told if told.status == "summarized"] == made


def test_the_thinking_of_what_is_kept_stays() -> None:
    """On a model that binds it. Our own summary has to take it away, so fewer thoughts are sent."""
    host, usual = Claude(), Claude()
    usual.compactor = Compactor(**usual.options)
    made, others = host.run(), usual.run()
    assert not any(group.kind == "cleared_reasoning" for result in made for group in result.removed)
    assert any(group.kind == "cleared_reasoning" for result in others for group in result.removed)
    assert host.kept > 1.5 * usual.kept


# An answer without a summary is none of OpenAI's ways.
@pytest.mark.parametrize(("wire", "fail"), [(wire, fail) for wire in WIRES for fail, raised in FAILURES.items() if raised or wire == "anthropic"])
def test_where_the_provider_does_not_summarise_we_do(wire: str, fail: str, caplog: pytest.LogCaptureFixture) -> None:
    host = WIRES[wire](fail=fail)
    host.full()
    with caplog.at_level(logging.WARNING, "conspectus"):
        result = host.step()
    assert result.status == "summarized" and result.summary_by == "model" and result.error is None and not host.leads()
    assert ("the provider did not summarise" in caplog.text) == (FAILURES[fail] is not None)
    # Only that request failed: the next summary is the provider's again.
    host.fail = ""
    host.full()
    host.step()
    assert host.leads() and len(host.asked) == 2
    # And behind its block, ours again.
    host.fail = fail
    host.full()
    assert host.step().status == "summarized" and host.leads()
    host.fail = ""
    host.run(5)
    assert (host.watched.refused, host.watched.lost_requests, host.watched.lost_results) == ([], 0, 0)


@pytest.mark.parametrize("turn", [{"pinned": [0]}, {"preamble": "Rules of the house."}])
@pytest.mark.parametrize("wire", WIRES)
def test_what_must_stay_is_not_left_to_the_provider(wire: str, turn: Data) -> None:
    host = WIRES[wire]()
    host.full()
    result = host.step(**turn)
    assert result.status == "summarized" and host.asked == [] and not host.leads()


def test_instructions_go_along_where_they_can() -> None:
    for wire, count in {"anthropic": 1, "openai_responses": 0}.items():
        host = WIRES[wire]()
        host.full()
        assert host.step(instructions="Keep all paths.").status == "summarized"
        assert [request["compaction"] for request in host.asked] == [{"type": "summarize", "instructions": "Keep all paths."}] * count


def test_what_may_not_stand_beside_a_request_for_a_summary() -> None:
    host = Claude()
    host.full()
    more = {"stop_sequences": ["x"], "tool_choice": {"type": "any"}, "output_config": {"format": {"type": "json_schema", "schema": {}}, "effort": "low"}}
    host.request |= copied(more)
    result = host.compactor.compact(host.messages, usage=host.usage, system=SYSTEM, tools=TOOLS)
    assert result.messages[0]["content"][0]["type"] == "compaction"
    assert {name: host.asked[0].get(name) for name in more} == {"stop_sequences": None, "tool_choice": None, "output_config": {"effort": "low"}}
    assert host.request == {**host.request, **more}


def work(wire: str, request: str, steps: int) -> list[Data]:
    """One request, and many calls of tools since."""
    messages: list[Data] = [{"role": "user", "content": request}]
    for step in range(steps):
        if wire == "anthropic":
            messages.append({"role": "assistant", "content": [{"type": "tool_use", "id": f"toolu_{step}", "name": "read_file", "input": {"path": "main.py"}}]})
            messages.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"toolu_{step}", "content": f"{step} line of code\n" * 200}]})
        else:
            messages.append({"type": "function_call", "call_id": f"call_{step}", "name": "read_file", "arguments": "{}"})
            messages.append({"type": "function_call_output", "call_id": f"call_{step}", "output": f"{step} line of code\n" * 200})
    return messages


@pytest.mark.parametrize(("wire", "request_chars", "times"), [("anthropic", 60, 0), ("anthropic", 400, 1), ("openai_responses", 60, 1)])
def test_the_open_request_is_repeated_where_it_cannot_be_read(wire: str, request_chars: int, times: int) -> None:
    """The server's summary holds the beginning of what a user said, as text or so that nobody can read it."""
    host = WIRES[wire]()
    request = "Read every file. Go on until all is read. ".ljust(request_chars, "!")
    messages = work(wire, request, 26)
    for _ in range(3):
        result = host.compactor.compact(messages, force=True, system=SYSTEM, tools=host.request["tools"])
        assert result.status == "summarized" and validate(result.messages) == []
        place = next(at for at, message in enumerate(result.messages) if "compaction" in (message.get("type"), *(block["type"] for block in message.get("content", ()) if isinstance(block, dict))))
        behind = str(result.messages[place + 1 :])
        assert behind.count(request) == behind.count("<latest_user_request>") == times
        assert sum("<latest_user_request>" in str(message.get("content")) for message in result.messages[:place]) == 0
        messages = [*result.messages, *work(wire, request, 16)[1:]]
        host.send(result)
    assert len(host.asked) == 3


@pytest.mark.parametrize("wire", WIRES)
def test_it_can_be_undone(wire: str) -> None:
    host = WIRES[wire]()
    host.full()
    before = copied(host.messages)
    result = host.compactor.compact(host.messages, usage=host.usage, system=SYSTEM, tools=host.request["tools"])
    assert result.changed and result.undo() == before and host.messages == before


@pytest.mark.parametrize("wire", WIRES)
def test_it_goes_on_from_what_was_saved(wire: str) -> None:
    host = WIRES[wire]()
    host.full()
    host.step()
    host.compactor = type(host.compactor).load(host.compactor.save(), client=host.sdk(), request=host.request, **host.options)
    assert len(host.run(20)) >= 1 and len(host.asked) >= 2


def test_the_provider_is_not_asked_for_a_view() -> None:
    host = Claude()
    host.full()
    assert host.compactor.view(host.messages, usage=host.usage).status == "summarized" and host.asked == []


def test_in_async_code() -> None:
    host = Claude()
    host.full()
    sync = host.sdk()

    class Later:
        async def __aenter__(self) -> Any:
            await asyncio.sleep(0)
            with sync.beta.messages.stream(**self.request) as stream:
                reply = stream.get_final_message()

            async def get_final_message() -> Any:
                return reply

            return SimpleNamespace(get_final_message=get_final_message)

        async def __aexit__(self, *raised: object) -> None: ...

        def __init__(self, **request: Any) -> None:
            self.request = request

    async def tell(result: Any) -> None:
        host.told.append(result)

    class Client:
        beta = SimpleNamespace(messages=SimpleNamespace(stream=Later))

        async def __aenter__(self) -> Any: ...

    compactor = anthropic.ProviderCompactor(Client(), host.request, **{**host.options, "on_compact": tell})
    turn: Any = {"usage": host.usage, "system": SYSTEM, "tools": TOOLS}

    async def both() -> list[Any]:
        return await asyncio.gather(compactor.acompact(host.messages, **turn), compactor.acompact(host.messages, **turn), return_exceptions=True)

    result, busy = asyncio.run(both())
    assert result.status == "summarized" and result is host.told[-1] and len(host.asked) == 1
    assert isinstance(busy, BusyError)
    with pytest.raises(TypeError, match="await compactor.acompact"):
        compactor.compact(host.messages, **turn)


def test_who_is_asked_before_is_heard() -> None:
    """Once, and not to be heard by the provider: its word is for our summary."""
    for word, asks in (None, 1), ({"cancel": True}, 0), ({"context": "The branch is main."}, 0):
        asked: list[Data] = []
        host = Claude(before_compact=lambda action: asked.append(action) or word)
        host.full()
        result = host.compactor.compact(host.messages, usage=host.usage, system=SYSTEM, tools=TOOLS)
        assert asked == [{"trigger": "auto"}] and len(host.asked) == asks
        assert result.status == ("cancelled" if word == {"cancel": True} else "summarized")
    with pytest.raises(ZeroDivisionError):
        host = Claude(before_compact=lambda action: 1 / 0)
        host.full()
        host.step()


def test_a_run_that_is_cancelled_takes_no_answer() -> None:
    host = Claude()
    host.full()
    sent = host.provider

    def provider(call: Callable[[], Data], request: Data) -> Any:
        host.compactor.cancel()
        return sent(call, request)

    host.provider = provider  # type: ignore[method-assign]
    messages = host.messages
    result = host.compactor.compact(messages, usage=host.usage, system=SYSTEM, tools=TOOLS)
    assert result.status == "cancelled" and result.messages is messages and len(host.asked) == 1
    # The next one runs.
    host.provider = sent  # type: ignore[method-assign]
    assert host.step().status == "summarized" and host.leads()


@pytest.mark.parametrize("text", ["word " * 30_000, "short"])
def test_a_summary_that_does_not_stand_is_not_taken(text: str, caplog: pytest.LogCaptureFixture) -> None:
    """One that is larger than what it stands for; a short one stands."""
    host = Claude()
    host.full()
    host.provider = lambda call, request: Plain.of({"content": [{"type": "compaction", "content": text, "signature": "s"}]})  # type: ignore[method-assign]
    result = host.compactor.compact(host.messages, usage=host.usage, system=SYSTEM, tools=TOOLS)
    assert result.status == "summarized" and result.tokens_after < result.tokens_before and result.can_send
    assert (text == "short") == (result.summary == "short") != ("does not stand" in caplog.text)


def test_after_a_refusal_for_its_size_the_summary_is_ours() -> None:
    """The refusal told how large the prompt was, and the compactor holds it for that until it made it smaller itself."""
    host = Claude(context_window=80_000)
    refused = 0
    for _ in range(40):
        try:
            host.step()
        except ApiError as error:
            refused += 1
            assert host.compactor.handle_provider_error(error).action == "compact"
            asked = len(host.asked)
            assert host.step().status == "summarized" and len(host.asked) == asked
    assert refused == 1 and len(host.asked) >= 3 and host.leads()
    assert (host.watched.lost_requests, host.watched.lost_results) == (0, 0)


def test_an_observer_that_raises_costs_nothing(caplog: pytest.LogCaptureFixture) -> None:
    def tell(result: Any) -> None:
        raise RuntimeError("full")

    host = Claude(on_compact=tell)
    host.full()
    with caplog.at_level(logging.WARNING, "conspectus"):
        assert host.step().status == "summarized"
    assert host.leads() and "your `on_compact` raised: full" in caplog.text


def test_what_is_cached_is_read_when_the_provider_summarises() -> None:
    """No more marks than the provider takes stand in the request, whatever the program marks itself."""
    host = Claude()
    mark = {"cache_control": {"type": "ephemeral"}}
    host.request["tools"] = [{**TOOLS[0], **mark}]
    host.request["system"] = [{"type": "text", "text": SYSTEM, **mark}] * 3
    host.full()
    host.step()
    compactions = [row for row in host.watched.log if row["outcome"] == "compaction"]
    assert compactions and all(row["cached"] > 0.5 * row["tokens"] for row in compactions), host.watched.log


def test_the_beta_of_the_block_is_named() -> None:
    host = Claude()
    host.full()
    result = host.step()
    for request in ({}, {"betas": ["files-api-2025-04-14"]}):
        sent = anthropic.build_request({**host.request, **request}, result)
        named = [*sent.get("betas", ()), sent.get("extra_headers", {}).get("anthropic-beta", "")]
        assert COMPACT_BETA in ",".join(named).split(","), named
