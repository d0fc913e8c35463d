"""Plain English: words and constructions that read as translated, and the number of words of each page.

    python3 scripts/checks/english.py                 # each area: hits of both levels, words and budget; fails if a row is exceeded
    python3 scripts/checks/english.py --write         # rows that may fall are written as they are now
    python3 scripts/checks/english.py --list README   # every hit in files whose name contains this
    python3 scripts/checks/english.py --pages         # words by page

`english.txt` has the rows of both levels, `english.toml` the areas. Fenced code and words in backticks do not count. Of Rust the
doc comments are read, and the string literals that are sentences.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))
from weight import ROOT, TESTS, TOKEN, at_head  # noqa: E402

TABLE = Path(__file__).with_suffix(".toml")
CODE = re.compile(r"^(?P<fence>[ \t]*```+).*?^(?P=fence)|<!--.*?-->|<picture>.*?</picture>", re.S | re.M)
# A paragraph ends at an empty line, and before a list item, a row of a table or a heading.
BREAK = re.compile(r"\n(?=\s*\n|\s*(?:[-*|#]|\d+\.)\s?)")


class Row(NamedTuple):
    level: str
    regex: re.Pattern[str]
    instead: str


class Hit(NamedTuple):
    path: str
    line: int
    row: Row
    found: str


def rows() -> list[Row]:
    lines = TABLE.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    split = [(line[0], *line[2:].split(" => ", 1)) for line in lines if not line.startswith("#")]
    return [Row(level, re.compile(regex, re.I), instead) for level, regex, instead in split]


def blanked(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")


def prose(text: str) -> str:
    """A page without code, targets of links and comments, on the same lines."""
    text = re.sub(r"(?<=\])\([^)\s]*\)", "", CODE.sub(blanked, text))
    text = re.sub(r"(?m)(?<=\n\n)(?: {4}.*\n)+", blanked, text)
    return re.sub(r"`[^`]+`", lambda found: "_" + blanked(found), text)


def paragraphs(page: str) -> Iterator[tuple[int, str]]:
    """Each paragraph, with the line on which it begins."""
    line = 1
    for part in BREAK.split(page):
        text = part.strip("\n")
        yield line + part.index(text), text
        line += part.count("\n") + 1


def parts(name: str, read: str) -> Iterator[tuple[int, str]]:
    """What people read in a file, part by part."""
    text = (ROOT / name).read_text(encoding="utf-8")
    if read == "page":
        yield from paragraphs(prose(text))
    elif read == "docs":
        lines = [re.match(r"\s*//[/!](?!/) ?(.*)", line) for line in text.splitlines()]
        yield from paragraphs(prose("\n".join(line[1] if line else "" for line in lines) + "\n"))
    else:
        text = TESTS.sub(blanked, text)
        for token in TOKEN.finditer(text):
            if token["text"] and len(token["text"].split()) > 3:
                yield text.count("\n", 0, token.start()) + 1, prose(re.sub(r"\\\n\s*", "", re.sub(r'^b?r?#*"|"#*$', "", token["text"])))


def files(area: dict[str, Any]) -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    names = [name for name in dict.fromkeys(listed.splitlines()) if (ROOT / name).is_file() and any(fnmatch(name, pattern) for pattern in area["files"])]
    left = [name for name in names if not any(fnmatch(name, pattern) for pattern in area.get("but", []))]
    return left if area["read"] == "page" else [name for name in left if "/tests" not in name]


def hits(area: dict[str, Any], banned: list[Row]) -> Iterator[Hit]:
    for name in files(area):
        for line, part in parts(name, area["read"]):
            flat = part.replace("\n", " ")
            for row in banned:
                for found in row.regex.finditer(flat):
                    yield Hit(name, line + part.count("\n", 0, found.start()), row, found[0])


def words(name: str) -> int:
    return len(re.findall(r"\w[\w'’-]*", prose((ROOT / name).read_text(encoding="utf-8"))))


def written(text: str, now: dict[str, dict[str, int]]) -> str:
    """The table with the rows that are lower now."""
    for name, counts in now.items():
        for field, count in counts.items():
            text = re.sub(rf"(\[{name}\]\n(?:.+\n)*?{field} = )(\d+)", lambda found, count=count: f"{found[1]}{min(int(found[2]), count)}", text)  # type: ignore[misc]
    return text


def main(arguments: list[str]) -> int:
    banned, text = rows(), TABLE.read_text(encoding="utf-8")
    now: dict[str, dict[str, int]] = {}
    found: dict[str, list[Hit]] = {}
    for name, area in tomllib.loads(text).items():
        found[name] = list(hits(area, banned))
        level = Counter(hit.row.level for hit in found[name])
        now[name] = {"E": level["E"], "R": level["R"]} | ({"words": sum(map(words, files(area)))} if "budget" in area else {})
    if "--write" in arguments:
        text = written(text, now)
        TABLE.write_text(text, encoding="utf-8")
    before = at_head(TABLE)
    changed = subprocess.run(["git", "diff", "--name-only", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.split()
    raised = [f"{name}.{field}" for name, area in tomllib.loads(text).items() for field in ("E", "R") if area[field] > before.get(name, area)[field]]
    if raised:
        print(f"english: rows only fall: {', '.join(raised)}", file=sys.stderr)
    faults = len(raised)
    for name, area in tomllib.loads(text).items():
        size = f"{now[name]['words']:>7,} words, budget {area['budget']:>6,}" if "budget" in area else ""
        print(f"{now[name]['E']:>5,} of {area['E']:>5,} E {now[name]['R']:>6,} of {area['R']:>6,} R {size:<30} {name}")
        if "--pages" in arguments and "budget" in area:
            print("\n".join(f"{words(page):>44,} {page}" for page in files(area)))
        over = [level for level in ("E", "R") if now[name][level] > area[level]]
        if "budget" in area and now[name]["words"] > max(area["budget"], area["words"]):
            faults += 1
            print(f"english: {name} has {now[name]['words']:,} words, more than its budget and its row", file=sys.stderr)
        listed = [hit for hit in found[name] if "--list" in arguments and arguments[-1] in hit.path]
        for hit in listed or sorted((hit for hit in found[name] if hit.row.level in over), key=lambda hit: hit.path not in changed)[:40]:
            print(f"{hit.path}:{hit.line}: {hit.row.level} {hit.found!r} => {hit.row.instead}", file=sys.stderr)
        faults += len(over)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
