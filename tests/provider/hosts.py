"""Hosts of the four wires: each runs its agent for some turns and compacts before every request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conspectus import Compactor

from never_stuck.models import Model, good

from . import anthropic, gemini, openai
from .fake import Data, png
from .node import NodeCompactor

QUESTIONS = ["Read every file of the core and tell me what it does.", "Go on with the next ones; never touch main.", "请继续看后面的文件。"]
TOOLS: list[Data] = [{"name": "read_file", "description": "Reads a file.", "input_schema": {"type": "object", "properties": {"path": {"type": "string"}}}}]
THINKING = {"type": "enabled", "budget_tokens": 2_000}
CHARS = 6_000
SYSTEM = "You are an agent that reads source code and tells what it does. " * 100


def question(turn: int) -> str:
    return QUESTIONS[turn % len(QUESTIONS)]


def picture(turn: int) -> str | None:
    return png(turn % 256) if turn % 5 == 0 else None


class Host:
    """One conversation on one wire. `ask` sends the messages and appends what comes back."""

    def __init__(self, window: int, **options: Any) -> None:
        self.window = window
        self.messages: list[Data] = []
        self.usage: Any = None
        self.statuses: list[str] = []
        self.report: Any = None
        model: Model = options.pop("summarize", good)
        package: Any = options.pop("package", Compactor)
        self.compactor = package(context_window=window, summarize=model, reserve_tokens=2_000, **options)

    def run(self, turns: int) -> None:
        self.messages = [self.say(question(0))]
        for turn in range(turns):
            result = self.compactor.compact(self.messages, usage=self.usage)
            self.messages = list(result.messages)
            self.statuses.append(result.status)
            self.report = result
            assert result.can_send, result.reason
            if not self.ask(turn):
                self.messages.append(self.say(question(turn)))

    def say(self, text: str) -> Data:
        return {"role": "user", "content": text}

    def ask(self, turn: int) -> bool:
        raise NotImplementedError


class AnthropicHost(Host):
    def __init__(self, window: int, **options: Any) -> None:
        super().__init__(window, **options)
        self.provider = anthropic.Anthropic(window)

    def ask(self, turn: int) -> bool:
        reply = self.provider.create(model="claude", messages=self.messages, max_tokens=2_000, tools=TOOLS, thinking=THINKING)
        self.usage = reply.usage
        content = [block.model_dump() for block in reply.content]
        self.messages.append({"role": "assistant", "content": content})
        answer = anthropic.answer_calls(content, CHARS, picture(turn))
        self.messages += [answer] if answer else []
        return answer is not None


class MarkedHost(AnthropicHost):
    """As `AnthropicHost`, with marks where the compactor tells them, set by `marked`: the lines of the guide."""

    def __init__(self, window: int, marked: Callable[[list[Data], list[int]], list[Data]], **options: Any) -> None:
        super().__init__(window, prices="anthropic-5m", **options)
        self.marked = marked
        # For each answer: what the compactor expected the provider to find in its cache, and what
        # it found.
        self.cached: list[tuple[int | None, int]] = []

    def ask(self, turn: int) -> bool:
        places = self.report.cache_marks
        system: Data = {"type": "text", "text": SYSTEM}
        told = [{**system, "cache_control": {"type": "ephemeral"}}] if 0 in places else [system]
        messages = self.marked(self.messages, places)
        reply = self.provider.create(model="claude", messages=messages, max_tokens=2_000, system=told, tools=TOOLS)
        self.usage = reply.usage
        self.cached.append((self.report.details.cache.expected_cached_tokens, reply.usage.cache_read_input_tokens))
        content = [block.model_dump() for block in reply.content]
        self.messages.append({"role": "assistant", "content": content})
        answer = anthropic.answer_calls(content, CHARS, picture(turn))
        self.messages += [answer] if answer else []
        return answer is not None


class ChatHost(Host):
    def __init__(self, window: int, **options: Any) -> None:
        super().__init__(window, **options)
        self.provider = openai.OpenaiChat(window)

    def ask(self, turn: int) -> bool:
        reply, self.usage = self.provider.create(self.messages, TOOLS)
        results = openai.chat_results(reply, CHARS, picture(turn))
        self.messages += [reply, *results]
        return bool(results)


class ResponsesHost(Host):
    def __init__(self, window: int, **options: Any) -> None:
        super().__init__(window, **options)
        self.provider = openai.OpenaiResponses(window)

    def ask(self, turn: int) -> bool:
        output, self.usage = self.provider.create(self.messages, TOOLS)
        results = openai.response_results(output, CHARS, picture(turn))
        self.messages += [*output, *results]
        return bool(results)


class GeminiHost(Host):
    def __init__(self, window: int, **options: Any) -> None:
        super().__init__(window, **options)
        self.provider = gemini.Gemini(window)

    def say(self, text: str) -> Data:
        return {"role": "user", "parts": [{"text": text}]}

    def ask(self, turn: int) -> bool:
        reply, self.usage = self.provider.create(self.messages, TOOLS)
        results = gemini.results(reply, CHARS, picture(turn))
        self.messages += [reply, *([results] if results else [])]
        return results is not None


PACKAGES: dict[str, Any] = {"python": Compactor, "node": NodeCompactor}
HOSTS: dict[str, Callable[..., Any]] = {"anthropic": AnthropicHost, "openai_chat": ChatHost, "openai_responses": ResponsesHost, "gemini": GeminiHost}
