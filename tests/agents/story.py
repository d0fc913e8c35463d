"""What the scripted model says: a list of parts, one for each prompt of the user."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.provider.model import Answer, Asked, Call

from .pointers import Shown

Data = dict[str, Any]
# Takes each request, and gives the next answer. What it returns is for the part that calls it.
Part = Generator[Answer, Asked, None]
Results = Callable[[Data], list[Shown]]

READ_BACK = re.compile(r'read_back\("([0-9a-f]{32})"\)')
HIT = re.compile(r"^\[\d+\] ([0-9a-f]{32}), line", re.MULTILINE)
PAGE = re.compile(
    r"Stored text (?P<key>\w+), lines (?P<line>\d+) [^\n]*\n--- begin (?P<mark>\w+) ---\n(?P<text>.*)--- end (?P=mark) ---"
    r"(?:\nMore: read_back with first_line (?P<next>\d+)(?: and skip_chars (?P<skip>\d+))?\.)?",
    re.DOTALL,
)
# A long output has so many rows; this one is in its middle.
ROWS, MIDDLE = 1_200, 600
PARTS = 4
# How often a page is requested that did not come.
TRIES = 3


def row(number: int) -> str:
    return f"row {number}: {number * 104729:x}"


def say(*calls: Call) -> Answer:
    return Answer(text="Next.", calls=list(calls))


@dataclass
class Tools:
    """The calls of an agent. `memory` is what its names of our MCP tools begin with."""

    show: Call
    edit: Call
    run: Callable[[str], Call]
    rows: Call
    memory: str = ""
    # What only this agent tries, behind the edit.
    more: Sequence[Answer] = ()


@dataclass
class Memory:
    """What the model got by our MCP tools, if it calls them: the texts of keys, and the keys that were found by a search."""

    results: Results
    is_used: bool
    read: list[tuple[str, str]] = field(default_factory=list)
    found: list[str] = field(default_factory=list)

    def newest(self, asked: Asked) -> str:
        """The newest result, empty behind a compaction."""
        results = self.results(asked.request)
        return results[-1].text if results else ""


def parts(tools: Tools, memory: Memory) -> list[Part]:
    return [_first(tools, memory), *(_later(number, tools, memory) for number in range(1, PARTS))]


def _first(tools: Tools, memory: Memory) -> Part:
    test = tools.run("sh test.sh")
    for call in (tools.show, test, tools.show, test, tools.run("sh test.sh; exit 3"), tools.edit, tools.show, test):
        yield say(call)
    for answer in tools.more:
        yield answer
    asked = yield say(tools.rows)
    yield from _recall(tools, memory, asked)


def _later(number: int, tools: Tools, memory: Memory) -> Part:
    test = tools.run("sh test.sh")
    # The first result was shown before the compaction, and so was that of a command that prints other rows.
    yield say(test)
    yield say(tools.run(f"sh more.sh {number}"))
    yield say(tools.show)
    yield say(tools.run(f"sh more.sh {number}0"))
    asked = yield say(test)
    yield from _recall(tools, memory, asked)
    yield say(tools.run(f"echo 'y = {number}' >> b.py"))


def _recall(tools: Tools, memory: Memory, asked: Asked) -> Part:
    """Searches for a row that was left out, and reads back each output that the prompt names."""
    if not memory.is_used:
        return
    named = [*dict.fromkeys(READ_BACK.findall(text_of(asked.request)))]
    asked = yield say(Call(f"{tools.memory}search", {"query": row(MIDDLE)}))
    answer = memory.newest(asked)
    found = HIT.findall(answer) if row(MIDDLE) in answer else []
    memory.found.extend(found)
    for key in dict.fromkeys([*named, *found]):
        yield from _read_back(tools, memory, key)


def _read_back(tools: Tools, memory: Memory, key: str) -> Part:
    text, next_line, skip, tries = "", 1, 0, 0
    while next_line and tries < TRIES:
        asked = yield say(Call(f"{tools.memory}read_back", {"key": key, "first_line": next_line, "skip_chars": skip, "max_tokens": 4_000}))
        page = PAGE.search(memory.newest(asked))
        # An agent may compact the conversation before the model sees a page.
        if not page or (page["key"], int(page["line"])) != (key, next_line):
            tries += 1
            continue
        text += page["text"]
        next_line, skip = int(page["next"] or 0), int(page["skip"] or 0)
    memory.read.append((key, text))


def text_of(request: Data) -> str:
    return json.dumps(request).replace('\\"', '"').replace('\\\\"', '"')
