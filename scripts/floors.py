#!/usr/bin/env python3
"""Checks that imports between the rooms of the core run downward, that no circle holds more than three files, and that no further room is public.

A room is a module at the top of a crate of the core: a file, a folder, or both. `FLOORS` and `FLOORS_OF` say which rooms
stand on which floor. That a lower crate knows nothing of an upper one the compiler sees.
The script reads `use` lines and paths that begin with `crate::`, `super::` or `self::`. It leaves out comments, strings,
and what is compiled for tests only. A name that a file re-exports is looked up where it stands. `pub use child::Name` is
the door of a folder: it is no import of the child by its parent.

Exit code 1: an import runs upward, a circle is too large, a room has no floor, or a room is public that need not be.
"""

from __future__ import annotations

import argparse
import collections
import pathlib
import re
import sys
from typing import NamedTuple

# From the ground up. Rooms on one floor may import each other.
#   name      the file `name.rs` and the folder `name/`
#   name.rs   the file alone
#   name/     the folder alone
#   name/part a file and a folder of that name in it; what is not named so is the room `name`
#   name/*    each entry of the folder is a room; these rooms must not import each other, but for
#             those in `SHARED`
#   *         any other room
FLOORS_OF = {
    "history": [
        ["shape"],
        ["error", "host"],
        ["provider"],
        ["seal"],
        ["read"],
        ["measure"],
        ["history"],
        ["cut"],
        ["reduce"],
        ["check"],
        ["lib.rs"],
    ],
    "summary": [["notes"], ["minutes"], ["claims"], ["lib.rs"]],
    "toolkit": [["intake"], ["loops"], ["lib.rs"]],
    "lab": [["simulate"], ["trial"], ["lib.rs"]],
    "presets": [["*"]],
    "api": [["*"]],
}
FLOORS = [
    ["config"],
    ["configured"],
    ["compactor/contract"],
    ["compactor/state"],
    ["compactor"],
    ["systems/*"],
    ["systems.rs"],
    ["machine"],
    ["inner"],
    ["lib.rs"],
]
SHARED = {"systems/default"}
# Files in the largest circle that is allowed.
CIRCLE = 3
# Modules that Rust programs may name. Everything else that is public stands at the top of the
# crate.
PUBLIC = {"inner", "systems"}

ROOT = pathlib.Path(__file__).resolve().parent.parent
Module = tuple[str, ...]
NOT_CODE = re.compile(
    r"""//[^\n]* | /\*.*?\*/ | b?r(?P<hash>\#*)".*?"(?P=hash) | b?"(?:\\.|[^"\\])*" | b?'(?:\\(?:u\{[^}]*\}|x..|.)|[^'\\\n])'""",
    re.DOTALL | re.VERBOSE,
)
USE = re.compile(r"\b(?P<public>pub(?:\s*\([^)]*\))?\s+)?use\s+(?P<tree>[^;]+);")
INLINE = re.compile(r"(?<!\$)\b(?:crate|super|self)(?:\s*::\s*\w+)+")
DEFINED = re.compile(r"\b(?:fn|struct|enum|union|trait|type|const|static|macro_rules!)\s+(?:mut\s+)?(\w+)")


class Use(NamedTuple):
    """A path that a file names, and what it is called there."""

    line: int
    path: list[str]
    name: str
    public: bool


class Import(NamedTuple):
    """One file takes something that stands in another."""

    line: int
    source: Module
    target: Module


def blank(found: re.Match[str] | str) -> str:
    """White space in place of a text, on as many lines."""
    return re.sub(r"[^\n]", " ", found if isinstance(found, str) else found.group())


def item_end(text: str, start: int) -> int:
    """Where the item that begins at `start` ends: behind its block, or behind its semicolon."""
    depth = 0
    for index in range(start, len(text)):
        depth += (text[index] in "([{") - (text[index] in ")]}")
        if depth == 0 and text[index] in "};":
            return index + 1
    return len(text)


def paths_of(tree: str) -> list[tuple[list[str], str]]:
    """The paths of a `use` with braces written out, each with the name it gets."""
    head, brace, inner = tree.strip().partition("{")
    steps = [step.strip() for step in re.sub(r"\s+as\s.*", "", head, flags=re.DOTALL).split("::") if step.strip()]
    if not brace:
        steps = steps[:-1] if steps[-1] == "self" else steps
        alias = re.search(r"\s+as\s+(\w+)", head)
        return [(steps, alias[1] if alias else steps[-1])]
    found, begin, depth = [], 0, 0
    inner = inner[: inner.rindex("}")] + ","
    for index, character in enumerate(inner):
        depth += (character == "{") - (character == "}")
        if character == "," and depth == 0:
            item, begin = inner[begin:index].strip(), index + 1
            found += [(steps + path, name) for path, name in paths_of(item)] if item not in ("", "self") else []
            found += [(steps, steps[-1])] if item == "self" else []
    return found


class File:
    """What one file defines and uses."""

    def __init__(self, path: pathlib.Path, shown: str) -> None:
        text = NOT_CODE.sub(blank, path.read_text(encoding="utf-8"))
        self.test_modules: set[str] = set()
        while (start := text.find("#[cfg(test)]")) >= 0:
            end = item_end(text, start + len("#[cfg(test)]"))
            self.test_modules.update(re.findall(r"\bmod\s+(\w+)\s*;", text[start:end]))
            text = text[:start] + blank(text[start:end]) + text[end:]

        def line(match: re.Match[str]) -> int:
            return text.count("\n", 0, match.start()) + 1

        self.shown = shown
        self.uses = [Use(line(match), path, name, bool(match["public"])) for match in USE.finditer(text) for path, name in paths_of(match["tree"])]
        code = USE.sub(blank, text)
        self.inline = [Use(line(match), re.split(r"\s*::\s*", match.group()), "", False) for match in INLINE.finditer(code)]
        self.defined = set(DEFINED.findall(code))
        self.names_core = re.search(r"\bconspectus\s*::", text)


class Crate:
    """The files of one crate by module, and the imports between them."""

    def __init__(self, source: pathlib.Path) -> None:
        self.files: dict[Module, File] = {}
        for path in sorted(source.rglob("*.rs")):
            steps = path.relative_to(source).with_suffix("").parts
            module = () if steps == ("lib",) else steps[:-1] if steps[-1] == "mod" else steps
            self.files[module] = File(path, path.relative_to(source).as_posix())
        for tests in [(*module, name) for module, file in self.files.items() for name in file.test_modules]:
            self.files.pop(tests, None)
        self.modules = {module[:length] for module in self.files for length in range(len(module) + 1)}
        found: dict[tuple[int, Module, Module], Import] = {}
        for module, file in self.files.items():
            for use in file.uses + file.inline:
                target = self.find(module, use.path, frozenset())
                if target is not None and target != module and not (use.public and target[: len(module)] == module):
                    found.setdefault((use.line, module, target), Import(use.line, module, target))
        self.imports = list(found.values())

    def find(self, place: Module, steps: list[str], seen: frozenset[tuple[Module, str]]) -> Module | None:
        """The file in which stands what a path names; `None` if it stands in another crate."""
        if steps[0] == "crate":
            place, steps = (), steps[1:]
        elif steps[0] not in ("self", "super") and (*place, steps[0]) not in self.modules:
            return None
        while steps and steps[0] in ("self", "super"):
            place, steps = place[:-1] if steps[0] == "super" else place, steps[1:]
        while steps and (*place, steps[0]) in self.modules:
            place, steps = (*place, steps[0]), steps[1:]
        # A macro that two crates use stands at the root, wherever it is written.
        if place not in self.files or (place == () and steps and steps[0].startswith("__")):
            return None
        if steps and steps[0] not in self.files[place].defined and (place, steps[0]) not in seen:
            for use in self.files[place].uses:
                if use.name == steps[0]:
                    return self.find(place, use.path + steps[1:], seen | {(place, steps[0])})
        return place

    def show(self, found: Import) -> str:
        return f"{self.files[found.source].shown}:{found.line} imports {'::'.join(found.target) or 'crate'}"

    def circles(self) -> list[set[Module]]:
        """Files that reach each other, more than `CIRCLE` of them together."""
        arrows = collections.defaultdict(set)
        for found in self.imports:
            arrows[found.source].add(found.target)
        reached: dict[Module, set[Module]] = {}
        for module in self.files:
            ahead, reached[module] = [module], set()
            while ahead:
                new = arrows[ahead.pop()] - reached[module]
                reached[module] |= new
                ahead += new
        circles = []
        for module in self.files:
            circle = {other for other in reached[module] if module in reached[other]}
            if len(circle) > CIRCLE and circle not in circles:
                circles.append(circle)
        return circles


def room_of(shown: str, floors: list[list[str]]) -> tuple[str, int] | None:
    """The room that a file belongs to, and its floor. The most exact entry wins."""
    top, folder, rest = shown.partition("/")
    name = top.removesuffix(".rs")
    inner = f"{name}/{rest.partition('/')[0].removesuffix('.rs')}"
    for entry, room in [(inner, inner), (f"{name}/*", inner), (f"{name}/", f"{name}/"), (name, name), ("*", name)] if folder else [(top, top), (name, name), ("*", name)]:
        for floor, entries in enumerate(floors):
            if entry in entries:
                return room, floor
    return None


def check(core: pathlib.Path, tokens: pathlib.Path | None = None, floors: list[list[str]] = FLOORS) -> tuple[list[str], str]:
    """What is wrong, a line each, and one line that sums up."""
    crate = Crate(core)
    known = {module: room_of(file.shown, floors) for module, file in crate.files.items()}
    wrong = [f"{crate.files[module].shown} is in no room: add its room to FLOORS in scripts/floors.py" for module, room in known.items() if room is None]
    rooms = {module: room for module, room in known.items() if room is not None}
    between = [found for found in crate.imports if found.source in rooms and found.target in rooms and rooms[found.source][0] != rooms[found.target][0]]
    for found in between:
        (source, low), (target, high) = rooms[found.source], rooms[found.target]
        if high > low:
            wrong.append(f"{crate.show(found)}, which lies above")
        elif f"{source.partition('/')[0]}/*" in floors[high] and target not in SHARED:
            wrong.append(f"{crate.show(found)}, which lies beside it: only {', '.join(sorted(SHARED))} may be imported there")
    facade = core / "lib.rs"
    is_face = facade.is_file() and floors not in FLOORS_OF.values()
    public = set(re.findall(r"^pub mod (\w+);", facade.read_text(), re.MULTILINE)) if is_face else set()
    wrong += [f"lib.rs makes the module {name} public: re-export its names instead" for name in sorted(public - PUBLIC)]
    crates = [crate]
    if tokens is not None and tokens.is_dir():
        crates.append(Crate(tokens))
        wrong += [f"tokens: {file.shown} imports conspectus, which lies above" for file in crates[1].files.values() if file.names_core]
    circles = [(each, circle) for each in crates for circle in each.circles()]
    for each, circle in circles:
        wrong.append(f"a circle of {len(circle)} files: {', '.join(sorted(each.files[module].shown for module in circle))}")
        wrong += [f"  {each.show(found)}" for found in each.imports if found.source in circle and found.target in circle]
    count, arrows = len({room for room, _ in rooms.values()}), len({(rooms[found.source], rooms[found.target]) for found in between})
    return wrong, f"floors: {count} rooms on {len(floors)} floors, {arrows} imports between rooms, {len(circles)} circles of more than {CIRCLE} files"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--core", type=pathlib.Path, default=ROOT / "core" / "src", help="sources of the core")
    parser.add_argument("--crates", type=pathlib.Path, default=ROOT / "core", help="folder of the crates below and above it")
    parser.add_argument("--tokens", type=pathlib.Path, default=ROOT / "tokens" / "src", help="sources of the token crate, if there are any")
    arguments = parser.parse_args()
    wrong, summary = check(arguments.core, arguments.tokens)
    lines = [summary]
    for name, floors in FLOORS_OF.items():
        if (sources := arguments.crates / name / "src").is_dir():
            more, summary = check(sources, None, floors)
            wrong += more
            lines.append(f"{name}: {summary}")
    print("\n".join(wrong + lines))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
