"""Finds the code of README and docs."""

from __future__ import annotations

import dataclasses
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclasses.dataclass(frozen=True)
class Block:
    """A block of code, and where it stands."""

    page: str
    line: int
    language: str
    code: str

    @property
    def name(self) -> str:
        return re.sub(r"\W+", "_", f"{self.page.removesuffix('.md')}_{self.line}")

    @property
    def frameworks(self) -> list[str]:
        """What it imports beside this package and the language's own."""
        known = ("conspectus", "node:", "json", "time", "logging")
        found = re.findall(r"^(?:from|import) (\w+)|from '([^']+)'", self.code, re.MULTILINE)
        return [name for pair in found for name in pair if name and not name.startswith(known)]


def pages() -> list[pathlib.Path]:
    """README first, then the docs in order."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


# Their programs need their framework and a provider: `make adapters` runs them.
WHOLE_PROGRAMS = ROOT / "docs" / "frameworks"


def blocks(language: str) -> list[Block]:
    found = []
    for path in pages():
        if path.parent == WHOLE_PROGRAMS:
            continue
        text = path.read_text(encoding="utf-8")
        for match in FENCE.finditer(text):
            if match[1] == language:
                line = text.count("\n", 0, match.start()) + 2
                found.append(Block(str(path.relative_to(ROOT)), line, language, match[2]))
    return found
