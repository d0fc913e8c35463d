#!/usr/bin/env python3
"""A commit that makes the core heavier says by how much, and what for.

    python3 scripts/checks/weight.py            # each commit since this check came
    python3 scripts/checks/weight.py --sizes    # the weight of each room of the core, now

The unit is one token of Rust, without comments and tests; a text counts by its words, and so does a data file. Neither wider
lines nor moves between files change it. A commit that adds weight has a line in its message:

    weight: +340, for the limits of a new provider

Where the line was forgotten, a later commit says it: `weight of 783e56e: +68, for ...`.
"""

from __future__ import annotations

import argparse
import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HERE = "scripts/checks/weight.py"
TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)"""
    r"""|(?P<text>b?r(?P<marks>\#*)".*?"(?P=marks)|b?"(?:\\.|[^"\\])*")"""
    r"""|b?'(?:\\(?:x[0-9a-fA-F]{2}|u\{[0-9a-fA-F_]+\}|.)|[^'\\])'|'\w+|\w[\w.]*|[:\-=!<>&|.]{1,3}|[^\s\w]""",
    re.S,
)
TESTS = re.compile(r"#\[cfg\(test\)\]\s*mod \w+ \{.*?^\}", re.S | re.M)
DECLARED = re.compile(r"^weight: \+(\d+), for \S+", re.M)
LATER = re.compile(r"^weight of ([0-9a-f]{7,}): \+(\d+), for \S+", re.M)
# A commit may weigh a little more without a word.
SLACK = 50
PLACES = ("core/src/", "core/history/src/", "core/summary/src/", "core/toolkit/src/", "core/data/")


def weight(name: str, content: str) -> int:
    """Tokens of a Rust source, words of a data file."""
    if not name.endswith(".rs"):
        return len(content.split())
    found = TOKEN.finditer(TESTS.sub("", content))
    return sum(max(1, len(token["text"].split())) if token["text"] else 1 for token in found if not token["comment"])


def counted(name: str) -> bool:
    return "/tests" not in name and name.startswith(PLACES)


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True).stdout.decode("utf-8", "replace")


def growth(commit: str) -> int:
    """What a commit adds to the core, or takes from it."""
    total = 0
    for line in git("diff", "--no-renames", "--name-status", f"{commit}^", commit, "--", "core").splitlines():
        kind, name = line.split("\t", 1)
        if counted(name):
            total += 0 if kind == "D" else weight(name, git("show", f"{commit}:{name}"))
            total -= 0 if kind == "A" else weight(name, git("show", f"{commit}^:{name}"))
    return total


def sizes() -> None:
    rooms: collections.Counter[str] = collections.Counter()
    for name in filter(counted, git("ls-files", "core").splitlines()):
        rooms[name.partition("src/")[2].split("/")[0].removesuffix(".rs")] += weight(name, (ROOT / name).read_text(encoding="utf-8"))
    for room, size in rooms.most_common():
        print(f"{size:>9,}  {room}")
    print(f"{sum(rooms.values()):>9,}  core")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", action="store_true", help="print the weight of each room")
    if parser.parse_args().sizes:
        sizes()
        return 0
    born = git("log", "--diff-filter=A", "--format=%H", "--", HERE).split()
    if not born:
        print("weight: not checked, this check has no commit yet")
        return 0
    heavier = 0
    commits = git("rev-list", "--no-merges", f"{born[-1]}..HEAD").split()
    later = LATER.findall(git("log", "--format=%B", f"{born[-1]}..HEAD"))
    for commit in commits:
        added = growth(commit)
        said = [int(size) for size in DECLARED.findall(git("log", "-1", "--format=%B", commit))]
        said += [int(size) for name, size in later if commit.startswith(name)]
        if added > SLACK and not any(abs(size - added) <= max(SLACK, added // 10) for size in said):
            heavier += 1
            print(f"weight: {git('log', '-1', '--format=%h %s', commit).strip()}: write `weight: +{added}, for ...` in its message")
    print(f"weight: {len(commits)} commits since this check came, {heavier} of them heavier without a word")
    return 1 if heavier else 0


if __name__ == "__main__":
    sys.exit(main())
