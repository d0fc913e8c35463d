"""The helpers for the providers' SDKs, with the SDKs themselves: 60 turns on each wire, sync and async, and what marks are worth."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
from pathlib import Path
from typing import Any

# This folder has files that are named as what the SDKs import.
sys.path[0] = str(Path(__file__).parents[1])

import anthropic
import openai
from adapters import watched as w
from google import genai
from google.genai.types import HttpOptions
from provider.claude import THRESHOLD_BETA
from provider.hosts import ADAPTIVE, FUNCTIONS, THINKING, TOOLS, picture, question
from provider.hosts import SYSTEM as LONG_SYSTEM
from provider.rules import Data

from conspectus import Compactor
from conspectus import anthropic as for_anthropic
from conspectus import google as for_google
from conspectus import openai as for_openai

RESERVE = 2_000


class Loop:
    """A program as the pages show it: compact, send, append what came, and after a refusal once more."""

    package = wire = model = ""
    tools: list[Any] = []

    def __init__(self, way: str, summarize: str = "model", system: str = w.SYSTEM, **settings: Any) -> None:
        self.way = way
        self.summarize = summarize
        self.system = system
        self.window = settings.get("window", w.WINDOW)
        self.watched = w.Watched(**settings)
        self.messages: list[Any] = []
        self.usage: Any = None
        self.compactions = self.by_model = self.recovered = 0

    def say(self, turn: int) -> Any:
        return {"role": "user", "content": self.watched.open(question(turn))}

    def shown(self, path: Any) -> str:
        return self.watched.tool(str(path))

    def count(self, result: Any) -> None:
        # A request for a summary may be the one that is refused. Then another summary stands in.
        self.recovered += result.error is not None
        self.compactions += result.changed
        self.by_model += result.summary_by == "model"

    def options(self, client: Any) -> dict[str, Any]:
        known: dict[str, Any] = {"model": self.model, "context_window": self.window, "reserve_tokens": RESERVE, "on_compact": self.count}
        return {**known, "summarize": self.summarizer(client) if self.summarize == "model" else self.summarize}

    def made(self, client: Any, state: Any = None) -> Any:
        return Compactor(**self.options(client)) if state is None else Compactor.load(state, **self.options(client))

    def sent(self, result: Any) -> dict[str, Any]:
        assert result.can_send, result.reason
        self.messages = result.messages
        return self.marked(result)

    def pause(self, compactor: Any, error: Exception) -> float:
        recovery = compactor.handle_provider_error(error)
        if recovery.action == "fail":
            raise error
        self.recovered += 1
        return float(recovery.wait_ms) / 1_000

    def turn(self) -> dict[str, Any]:
        return {"usage": self.usage, "system": self.system, "tools": self.tools}

    def end(self, turn: int, reply: Any) -> None:
        answers = self.take(turn, reply) or [self.say(turn + 1)]
        self.messages = [*self.messages, *answers]

    def run(self) -> Loop:
        client = self.client(is_async=False)
        compactor = self.made(client)
        self.messages = [self.say(0)]
        for turn in range(w.TURNS):
            while True:
                try:
                    reply = self.call(client, self.sent(compactor.compact(self.messages, **self.turn())))
                    break
                except Exception as error:
                    time.sleep(self.pause(compactor, error))
            self.end(turn, reply)
            if turn == w.TURNS // 2:
                compactor = self.made(client, json.loads(json.dumps(compactor.save())))
        return self.tell()

    async def arun(self) -> Loop:
        client = self.client(is_async=True)
        compactor = self.made(client)
        self.messages = [self.say(0)]
        for turn in range(w.TURNS):
            while True:
                try:
                    reply = await self.call(client, self.sent(await compactor.acompact(self.messages, **self.turn())))
                    break
                except Exception as error:
                    await asyncio.sleep(self.pause(compactor, error))
            self.end(turn, reply)
        return self.tell()

    def tell(self) -> Loop:
        w.tell(self.package, self.wire, self.way, self.watched, self.compactions)
        if self.way.startswith("conspectus"):
            assert (self.by_model > 0) == (self.summarize == "model"), self.by_model
            assert self.recovered == len([row for row in self.watched.log if row["status"] != 200]), self.recovered
        return self

    def client(self, is_async: bool) -> Any:
        raise NotImplementedError

    def summarizer(self, client: Any) -> Any:
        raise NotImplementedError

    def marked(self, result: Any) -> dict[str, Any]:
        raise NotImplementedError

    def call(self, client: Any, request: dict[str, Any]) -> Any:
        raise NotImplementedError

    def take(self, turn: int, reply: Any) -> list[Any]:
        """Appends a reply, and gives the results of its calls."""
        raise NotImplementedError


class Anthropic(Loop):
    package, wire, tools = "anthropic", "anthropic", TOOLS
    thoughts = 0

    def __init__(self, way: str, model: str, thinking: Data | None, marks: bool = True, **settings: Any) -> None:
        super().__init__(way, **settings)
        self.model, self.marks = model, marks
        self.request: Data = {"model": model, "max_tokens": RESERVE, "system": self.system, "tools": TOOLS, **({"thinking": thinking} if thinking else {})}

    def client(self, is_async: bool) -> Any:
        kind = anthropic.AsyncAnthropic if is_async else anthropic.Anthropic
        return kind(base_url=self.watched.url, api_key="key", max_retries=0)

    def summarizer(self, client: Any) -> Any:
        return for_anthropic.summarizer(client, self.model)

    def marked(self, result: Any) -> dict[str, Any]:
        self.thoughts += sum(getattr(block, "type", "") == "thinking" for message in result.messages for block in message["content"])
        return for_anthropic.build_request(self.request, result) if self.marks else {**self.request, "messages": result.messages}

    def call(self, client: Any, request: dict[str, Any]) -> Any:
        return client.messages.create(**request)

    def take(self, turn: int, reply: Any) -> list[Any]:
        self.usage = reply.usage
        self.messages = [*self.messages, {"role": "assistant", "content": reply.content}]
        results: list[Any] = []
        for block in reply.content:
            if block.type == "tool_use":
                shown = picture(turn) if not results else None
                drawn = [{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": shown}}] if shown else []
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": [{"type": "text", "text": self.shown(block.input["path"])}, *drawn]})
        return [{"role": "user", "content": results}] if results else []


class Provided(Loop):
    """The provider summarises. What it refuses is heard by the logger, and another summary stands in."""

    kind: Any = None
    request: Data = {}

    def made(self, client: Any, state: Any = None) -> Any:
        given = {"client": client, "request": self.request, **self.options(client)}
        logging.getLogger("conspectus").addFilter(self.heard)
        return self.kind(**given) if state is None else self.kind.load(state, **given)

    def heard(self, record: logging.LogRecord) -> bool:
        self.recovered += str(record.msg).startswith("the provider did not summarise")
        return True

    def tell(self) -> Loop:
        logging.getLogger("conspectus").removeFilter(self.heard)
        return super().tell()


class ProvidedAnthropic(Provided, Anthropic):
    kind = for_anthropic.ProviderCompactor


class Streamed(Anthropic):
    def call(self, client: Any, request: dict[str, Any]) -> Any:
        with client.messages.stream(**request) as stream:
            return stream.get_final_message()


class Beta(Anthropic):
    """Sends `betas`, and appends the reply's blocks as they come from the other namespace."""

    def call(self, client: Any, request: dict[str, Any]) -> Any:
        return client.beta.messages.create(**request)

    def marked(self, result: Any) -> dict[str, Any]:
        return for_anthropic.build_request({**self.request, "betas": ["context-management-2025-06-27"]}, result)


class Own(Anthropic):
    """The provider compacts by itself."""

    def options(self, client: Any) -> dict[str, Any]:
        return {"context_window": 10**9}

    def call(self, client: Any, request: dict[str, Any]) -> Any:
        edits = [{"type": "compact_20260112", "trigger": {"type": "input_tokens", "value": 50_000}}]
        return client.beta.messages.create(**request, betas=[THRESHOLD_BETA], context_management={"edits": edits})

    def take(self, turn: int, reply: Any) -> list[Any]:
        self.compactions += any(block.type == "compaction" for block in reply.content)
        return super().take(turn, reply)


class Chat(Loop):
    package, wire, model = "openai", "openai_chat", "gpt-4.1"
    tools = [{"type": "function", "function": function} for function in FUNCTIONS]

    def client(self, is_async: bool) -> Any:
        kind = openai.AsyncOpenAI if is_async else openai.OpenAI
        return kind(base_url=self.watched.openai_url, api_key="key", max_retries=0)

    def summarizer(self, client: Any) -> Any:
        return for_openai.summarizer(client, self.model)

    def turn(self) -> dict[str, Any]:
        return {"usage": self.usage, "tools": self.tools}

    def marked(self, result: Any) -> dict[str, Any]:
        return for_openai.build_request({"model": self.model, "tools": self.tools}, result)

    def call(self, client: Any, request: dict[str, Any]) -> Any:
        return client.chat.completions.create(**request)

    def take(self, turn: int, reply: Any) -> list[Any]:
        self.usage = reply.usage
        message = reply.choices[0].message
        self.messages = [*self.messages, message]
        return [{"role": "tool", "tool_call_id": call.id, "content": self.shown(json.loads(call.function.arguments)["path"])} for call in message.tool_calls or ()]


class Responses(Chat):
    wire, model = "openai_responses", "gpt-5"
    tools = [{"type": "function", **function} for function in FUNCTIONS]

    def summarizer(self, client: Any) -> Any:
        return for_openai.summarizer(client, self.model, wire="responses")

    def turn(self) -> dict[str, Any]:
        return {"usage": self.usage, "system": self.system, "tools": self.tools}

    def marked(self, result: Any) -> dict[str, Any]:
        return for_openai.build_request({"model": self.model, "instructions": self.system, "tools": self.tools, "store": False}, result, wire="responses")

    def call(self, client: Any, request: dict[str, Any]) -> Any:
        return client.responses.create(**request)

    def take(self, turn: int, reply: Any) -> list[Any]:
        self.usage = reply.usage
        self.messages = [*self.messages, *reply.output]
        calls = [item for item in reply.output if item.type == "function_call"]
        return [{"type": "function_call_output", "call_id": call.call_id, "output": self.shown(json.loads(call.arguments)["path"])} for call in calls]


class ProvidedResponses(Provided, Responses):
    kind = for_openai.ProviderCompactor

    @property
    def request(self) -> Data:  # type: ignore[override]
        return {"model": self.model, "instructions": self.system, "tools": self.tools, "store": False}


class Gemini(Loop):
    package, wire, model = "google-genai", "gemini", "gemini-2.5-pro"
    tools = [{"function_declarations": FUNCTIONS}]

    def say(self, turn: int) -> Any:
        return {"role": "user", "parts": [{"text": super().say(turn)["content"]}]}

    def client(self, is_async: bool) -> Any:
        client = self.held = genai.Client(api_key="key", http_options=HttpOptions(base_url=self.watched.url))
        return client.aio if is_async else client

    def summarizer(self, client: Any) -> Any:
        return for_google.summarizer(client, self.model)

    def marked(self, result: Any) -> dict[str, Any]:
        return for_google.build_request({"model": self.model, "config": {"system_instruction": self.system, "tools": self.tools}}, result)

    def call(self, client: Any, request: dict[str, Any]) -> Any:
        return client.models.generate_content(**request)

    def take(self, turn: int, reply: Any) -> list[Any]:
        self.usage = reply.usage_metadata
        content = reply.candidates[0].content
        self.messages = [*self.messages, content]
        calls = [part.function_call for part in content.parts if part.function_call]
        answers = [{"function_response": {"id": call.id, "name": call.name, "response": {"output": self.shown(call.args["path"])}}} for call in calls]
        return [{"role": "user", "parts": answers}] if answers else []


async def together(*loops: Loop) -> None:
    await asyncio.gather(*(loop.arun() for loop in loops))


async def cancelled(kind: type[Loop], *given: Any) -> None:
    """A task that is cancelled ends the request for a summary: the connection is closed, and the compactor is free."""
    asked, closed = asyncio.Event(), asyncio.Event()

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(65_536):
            asked.set()
        closed.set()
        writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    loop = kind("", *given)
    loop.watched.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    loop.watched.openai_url = f"{loop.watched.url}/v1"
    messages = [loop.say(turn) for turn in range(400)]
    compactor: Compactor[Any] = Compactor(**loop.options(loop.client(is_async=True)))
    task = asyncio.create_task(compactor.acompact(messages, force=True))
    await asyncio.wait_for(asked.wait(), 20)
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
    await asyncio.wait_for(closed.wait(), 20)
    assert compactor.compact(messages[:2]).status == "unchanged"
    server.close()


def share(loop: Loop) -> float:
    """Which share of the prompts the provider found in its cache."""
    return float(sum(row["cached"] for row in loop.watched.log) / sum(row["tokens"] or 0 for row in loop.watched.log))


def thoughts(loop: Any) -> float:
    """How many thoughts of earlier turns a request held, on average."""
    return float(loop.thoughts / w.TURNS)


def main() -> None:
    bound, older = "claude-fable-5-1", "claude-sonnet-4-20250514"
    Anthropic("conspectus: thinking that is older", older, THINKING, plan=w.FAILURES).run()
    Anthropic("conspectus: thinking that is bound", bound, ADAPTIVE, plan=w.FAILURES).run()
    Anthropic("conspectus: extractive", bound, ADAPTIVE, summarize="extractive").run()
    Streamed("conspectus: streamed", bound, ADAPTIVE).run()
    Beta("conspectus: client.beta, betas", bound, ADAPTIVE).run()
    asyncio.run(together(Anthropic("conspectus: async, two at once", bound, ADAPTIVE, plan=w.FAILURES), Anthropic("conspectus: async, two at once", older, THINKING, seed=1)))
    with_marks = Anthropic("conspectus: marks", "claude-sonnet-4-6", None, system=LONG_SYSTEM, window=60_000).run()
    without = Anthropic("conspectus: no marks", "claude-sonnet-4-6", None, marks=False, system=LONG_SYSTEM, window=60_000).run()
    print(f"of the prompts {share(with_marks):.0%} came from the cache with marks, {share(without):.0%} without", flush=True)
    assert share(with_marks) > 0.5 > share(without) == 0
    theirs = ProvidedAnthropic("conspectus: the provider summarises", bound, ADAPTIVE).run()
    ours = Anthropic("conspectus: a model summarises", bound, ADAPTIVE).run()
    print(f"a request held {thoughts(theirs):.2f} thoughts of earlier turns where the provider summarised, {thoughts(ours):.2f} where a model did", flush=True)
    assert thoughts(theirs) > 1.5 * thoughts(ours)
    # The fifth request is the first one for a summary.
    undone = ProvidedAnthropic("conspectus: the provider summarises, or not", bound, ADAPTIVE, plan="5:529 9:drop 14:429/0").run()
    assert undone.watched.summaries > 0 == theirs.watched.summaries
    ProvidedResponses("conspectus: the provider summarises", plan=w.FAILURES).run()
    asyncio.run(together(ProvidedAnthropic("conspectus: the provider summarises, async", bound, ADAPTIVE), ProvidedResponses("conspectus: the provider summarises, async")))
    Own("own: compact_20260112 at 50,000", "claude-opus-4-6", None, window=80_000).run()
    for kind in (Chat, Responses, Gemini):
        kind("conspectus", plan=w.FAILURES).run()
        kind("conspectus: extractive", summarize="extractive").run()
        asyncio.run(together(kind("conspectus: async, two at once", plan=w.FAILURES), kind("conspectus: async, two at once", seed=1)))
    asyncio.run(cancelled(Anthropic, bound, None))
    for kind in (Chat, Responses, Gemini):
        asyncio.run(cancelled(kind))
    print("a cancelled task ends the request on all four wires", flush=True)


if __name__ == "__main__":
    main()
