"""What a model can find behind a shortened result. It shares no code with what is tested."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

POINTER = re.compile(r"^(?:\d+\t)?\[lines (\d+)-(\d+) are lines (\d+)-(\d+) of the (?:(\d+)(?:st|nd|rd|th) )?last (.+) above; \w+\]$")
LEFT_OUT = re.compile(r'\[\.\.\. [^\n]*full text: read_back\("([0-9a-f]{32})"\)[^\n]*\.\.\.\]')
# Agents drop the blanks at the end of a prompt, and with them the tab of an empty last line.
NUMBERED = re.compile(r"^(\d+)(?:\t(.*))?$", re.DOTALL)


@dataclass
class Shown:
    """A result in the prompt. Its label is the tool and what its call was about."""

    call: str
    label: str
    text: str
    # How its command ended, if the agent says so.
    end: str = ""


def expanded(results: Sequence[Shown], index: int, outputs: Path) -> str:
    """The whole text of a result, by what stands above it and what is in the store."""
    text = results[index].text
    left_out = LEFT_OUT.search(text)
    if left_out:
        return (outputs / f"{left_out[1]}.txt").read_text("utf-8")
    lines = []
    for line in text.split("\n"):
        found = POINTER.match(line)
        lines.extend(_lines(results, index, found) if found else [line])
    return "\n".join(lines)


def _lines(results: Sequence[Shown], index: int, pointer: re.Match[str]) -> list[str]:
    here, there, back = int(pointer[1]), (int(pointer[3]), int(pointer[4])), int(pointer[5] or 1)
    sources = [at for at in range(index) if is_named(results[at].label, pointer[6])]
    if len(sources) < back:
        # It leads to what is not in the prompt.
        return [pointer[0]]
    source = results[sources[-back]].text.split("\n")
    numbers = [NUMBERED.match(line) for line in source]
    if numbers[0] and "\t" in source[0]:
        by_number = {int(found[1]): found[2] or "" for found in numbers if found}
        return [f"{here + offset}\t{by_number.get(number)}" for offset, number in enumerate(range(there[0], there[1] + 1))]
    return source[there[0] - 1 : there[1]]


def is_named(label: str, name: str) -> bool:
    """Whether a result is what a pointer calls so. A name of 80 characters was cut, and blanks and signs may be other ones in it."""
    one, other = (re.sub(r"\W+", "", text) for text in (label, name))
    return one == other or (len(name) >= 78 and one.startswith(other))
