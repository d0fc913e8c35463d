"""Hosts of the four wires: each runs its agent for some turns against a server of its own, and
compacts before every request.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from conspectus import Compactor
from conspectus.anthropic import build_request

from never_stuck.models import Model, good

from .client import Client
from .node import NodeCompactor
from .rules import Data
from .server import Server
from .session import Settings
from .tools import FILES, answer_calls, chat_results, gemini_results, png, response_results

QUESTIONS = ["Read every file of the core and tell me what it does.", "Go on with the next ones; never touch main.", "请继续看后面的文件。"]
TOOLS: list[Data] = [{"name": "read_file", "description": "Reads a file.", "input_schema": {"type": "object", "properties": {"path": {"type": "string"}}}}]
FUNCTIONS: list[Data] = [{"name": tool["name"], "description": tool["description"], "parameters": tool["input_schema"]} for tool in TOOLS]
THINKING = {"type": "enabled", "budget_tokens": 1_024}
ADAPTIVE = {"type": "adaptive"}
CHARS = 6_000
SYSTEM = "You are an agent that reads source code and tells what it does. " * 100


def question(turn: int) -> str:
    return QUESTIONS[turn % len(QUESTIONS)]


def picture(turn: int) -> str | None:
    return png(turn % 256) if turn % 5 == 0 else None


def server_of(window: int, **settings: Any) -> Server:
    """A server whose agent reads the files of this repository."""
    return Server(Settings(window=window, **{"files": FILES, **settings})).start()


class Host:
    """One conversation on one wire. `ask` sends the messages and appends what comes back. `told` are
    options that say what the model does.
    """

    told: Data = {}

    def __init__(self, window: int, settings: Data | None = None, **options: Any) -> None:
        self.client = Client(server_of(window, **(settings or {})))
        self.messages: list[Data] = []
        self.usage: Any = None
        self.statuses: list[str] = []
        self.result: Any = None
        model: Model = options.pop("summarize", good)
        package: Any = options.pop("package", Compactor)
        self.compactor = package(**{"context_window": window, "summarize": model, "reserve_tokens": 2_000, **self.told, **options})

    @property
    def sizes(self) -> list[int]:
        """The tokens of each prompt that was read."""
        return self.client.session.sizes

    def run(self, turns: int) -> None:
        for turn in range(turns):
            self.step(turn)

    def step(self, turn: int) -> None:
        self.messages = self.messages or [self.say(question(0))]
        self.compact()
        if not self.ask(turn):
            self.messages.append(self.say(question(turn)))

    def compact(self) -> None:
        self.result = self.compactor.compact(self.messages, usage=self.usage)
        self.messages = list(self.result.messages)
        self.statuses.append(self.result.status)
        assert self.result.can_send, self.result.reason

    def say(self, text: str) -> Data:
        return {"role": "user", "content": text}

    def ask(self, turn: int) -> bool:
        raise NotImplementedError

    def summary(self, client: Client, request: Data) -> None:
        """Sends what the compactor asks a model to a provider."""
        raise NotImplementedError


class AnthropicHost(Host):
    model = "claude-sonnet-4-20250514"
    thinking: Data | None = THINKING
    told = {"thinking": "free"}

    def request(self) -> Data:
        return {"model": self.model, "messages": self.messages, "max_tokens": 2_000, "tools": TOOLS, **({"thinking": self.thinking} if self.thinking else {})}

    def ask(self, turn: int) -> bool:
        reply = self.client.anthropic(self.request())
        self.usage = reply["usage"]
        self.messages.append({"role": "assistant", "content": reply["content"]})
        answer = answer_calls(reply["content"], CHARS, picture(turn))
        self.messages += [answer] if answer else []
        return answer is not None

    def summary(self, client: Client, request: Data) -> None:
        client.anthropic({"model": self.model, "messages": request["messages"], "max_tokens": request["max_output_tokens"], "system": request["system"]})


class MarkedHost(AnthropicHost):
    """As `AnthropicHost`, with marks where the compactor tells them, set by `conspectus.anthropic`."""

    thinking = None

    def __init__(self, window: int, **options: Any) -> None:
        super().__init__(window, prices="anthropic-5m", **options)
        # For each answer: what the compactor expected the provider to find in its cache, and what
        # it found.
        self.cached: list[tuple[int | None, int]] = []

    def request(self) -> Data:
        told: Any = SimpleNamespace(messages=self.messages, cache_breakpoints=self.result.cache_breakpoints, request_fields={})
        return build_request({**super().request(), "system": SYSTEM}, told)

    def ask(self, turn: int) -> bool:
        expected = self.result.log.get("cache.expected_cached_tokens")
        called = super().ask(turn)
        self.cached.append((expected, self.usage["cache_read_input_tokens"]))
        return called


class ChatHost(Host):
    def ask(self, turn: int) -> bool:
        reply = self.client.openai_chat({"model": "gpt-4.1", "messages": self.messages, "tools": [{"type": "function", "function": tool} for tool in FUNCTIONS]})
        self.usage = reply["usage"]
        message = reply["choices"][0]["message"]
        results = chat_results(message, CHARS, picture(turn))
        self.messages += [message, *results]
        return bool(results)

    def summary(self, client: Client, request: Data) -> None:
        client.openai_chat({"model": "gpt-4.1", "messages": [{"role": "system", "content": request["system"]}, *request["messages"]]})


class ResponsesHost(Host):
    def ask(self, turn: int) -> bool:
        reply = self.client.openai_responses({"model": "gpt-5", "input": self.messages, "tools": [{"type": "function", **tool} for tool in FUNCTIONS], "store": False})
        self.usage = reply["usage"]
        results = response_results(reply["output"], CHARS, picture(turn))
        self.messages += [*reply["output"], *results]
        return bool(results)

    def summary(self, client: Client, request: Data) -> None:
        client.openai_responses({"model": "gpt-5", "input": request["messages"], "instructions": request["system"], "store": False})


class GeminiHost(Host):
    def say(self, text: str) -> Data:
        return {"role": "user", "parts": [{"text": text}]}

    def ask(self, turn: int) -> bool:
        reply = self.client.gemini({"contents": self.messages, "tools": [{"functionDeclarations": FUNCTIONS}]})
        self.usage = reply["usageMetadata"]
        content = reply["candidates"][0]["content"]
        results = gemini_results(content, CHARS, picture(turn))
        self.messages += [content, *([results] if results else [])]
        return results is not None

    def summary(self, client: Client, request: Data) -> None:
        client.gemini({"contents": request["messages"], "systemInstruction": {"parts": [{"text": request["system"]}]}})


PACKAGES: dict[str, Any] = {"python": Compactor, "node": NodeCompactor}
HOSTS: dict[str, Callable[..., Any]] = {"anthropic": AnthropicHost, "openai_chat": ChatHost, "openai_responses": ResponsesHost, "gemini": GeminiHost}
