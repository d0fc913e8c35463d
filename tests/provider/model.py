"""The model inside: what it answers stands in no recording. A seed makes an agent of many turns; a
script says each answer.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .rules import Data

# Files that the agent asks for unless it is told which there are.
FILES = tuple(f"src/part_{number:02}.py" for number in range(40))
# A task ends after so many steps. Chosen here: long enough that a window of 24,000 tokens fills.
STEPS = (5, 10)
# How often a step thinks where a model may think between calls.
THINKS = 0.6


@dataclass
class Call:
    name: str
    args: Data


@dataclass
class Answer:
    """What the model says in one answer. A wire writes it in its shape."""

    thinking: str | None = None
    text: str | None = None
    calls: list[Call] = field(default_factory=list)
    # `end`, `cut` (at the limit of tokens), `refusal`, or `empty`.
    stop: str = "end"

    @classmethod
    def of(cls, data: Data) -> Answer:
        return cls(**{**data, "calls": [Call(**call) for call in data.get("calls", ())]})


@dataclass
class Asked:
    """What a model sees of a request: its tools by name, with their schemas, and whether it may
    think.
    """

    tools: dict[str, Data]
    thinks: str | None
    request: Data


Model = Callable[[Asked, int], Answer]


class Agent:
    """Reads file after file with the tools that a request declares, until its task is done. One
    conversation each.
    """

    def __init__(self, seed: object = 0, files: Sequence[str] = FILES, tool: str | None = None) -> None:
        self._chance = random.Random(f"agent {seed}")
        self._files = files
        self._tool = tool
        self._left = 0

    def __call__(self, asked: Asked, turn: int) -> Answer:
        opens = self._left == 0
        self._left = self._chance.randint(*STEPS) if opens else self._left - 1
        thought = f"Step {turn}: the next files tell more." if opens or (asked.thinks == "adaptive" and self._chance.random() < THINKS) else None
        thinking = thought if asked.thinks else None
        if self._left == 0:
            return Answer(thinking, f"Step {turn}: done with this part.")
        calls = [self._call(asked.tools) for _ in range(self._chance.randint(1, 3))]
        return Answer(thinking, f"Step {turn}: I look at {len(calls)} more files.", calls)

    def _call(self, tools: dict[str, Data]) -> Call:
        name = self._tool or self._chance.choice(sorted(tools))
        fields = tools.get(name, {}).get("properties") or {"path": {}}
        return Call(name, {field: self._value(schema) for field, schema in fields.items()})

    def _value(self, schema: Data) -> Any:
        if schema.get("enum"):
            return self._chance.choice(schema["enum"])
        plain: Data = {"integer": self._chance.randint(1, 9), "number": 0.5, "boolean": True, "array": [], "object": {}}
        return plain.get(str(schema.get("type", "string")).lower(), self._chance.choice(self._files))


class Script:
    """Says the answers of a list in their order, and that it is done behind them."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self._answers = answers

    def __call__(self, asked: Asked, turn: int) -> Answer:
        return self._answers[turn - 1] if turn <= len(self._answers) else Answer(text="Done.")
