#!/usr/bin/env python3
"""Words that a reader would take for something else stand in no page.

    python3 scripts/checks/words.py

A word has one meaning in the pages; what was named by these has a better name (`docs/reference/README.md`). Where a word is other people's
name, or stands in its plain sense, `words.txt` lists its line: the page, and a part of the line behind a colon.
"""

from __future__ import annotations

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORDS = re.compile(
    r"\b(?:memory|told|ledger|admit(?:s|ted)?|retire[sd]?|slim|microcompact|embedded|built-in|snapshot|notes|debt|went|unreachable|hooks?|split points?|records?)\b",
    re.IGNORECASE,
)
# Written by hand, or from a program's help: what users read first.
PAGES = ["README.md", "docs/*.md", "docs/guide/*.md", "docs/reference/README.md", "docs/reference/behaviour.md", "docs/reference/codes.md", "docs/reference/messages.md"]


def exceptions() -> list[tuple[str, str]]:
    lines = (ROOT / "scripts" / "checks" / "words.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split(": ", 1) for line in lines if line and not line.startswith("#"))
    return [(page, part) for page, part in pairs]


def main() -> int:
    allowed = exceptions()
    used: set[tuple[str, str]] = set()
    found = []
    for path in sorted({path for pattern in PAGES for path in ROOT.glob(pattern)}):
        page = str(path.relative_to(ROOT))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if not (word := WORDS.search(line)):
                continue
            pairs = {(name, part) for name, part in allowed if name == page and part in line}
            used |= pairs
            found += [] if pairs else [f"{page}:{number}: {word[0]}: {line.strip()[:120]}"]
    found += [f"words.txt: no such line any more: {page}: {part}" for page, part in allowed if (page, part) not in used]
    print("\n".join(found), file=sys.stderr) if found else print("words: none of the retired ones")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
