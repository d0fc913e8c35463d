#!/usr/bin/env python3
"""Writes what follows from the tables of options and operations, or checks that it is up to date.

    python3 scripts/names.py --write     # writes the files that differ, and names them
    python3 scripts/names.py --check     # exit code 1 if a file differs, or a row lacks a meaning or an example
    python3 scripts/names.py --list options --default     # the names of the default's page
    python3 scripts/names.py --list operations --top      # the functions of the top level

The tables stand in `core/src/config/options.rs`, in `core/api/src/` and in `files/src/api.rs`. What is written:

    docs/reference/...                             every option, operation and result, in three spellings
    bindings-python/conspectus/...                 signatures and type stubs
    bindings-node/...                              option types and the lists of exports
"""

from __future__ import annotations

import argparse
import json
import pathlib
import subprocess
import sys
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from generate import PARTS  # noqa: E402


def tables() -> dict[str, Any]:
    """What the core and the file layer say of themselves. With the flags of `TRIED` in the Makefile cargo builds the core once for all."""
    facts = subprocess.run(["rustc", "-vV"], check=True, capture_output=True, text=True).stdout
    host = next(line.removeprefix("host: ") for line in facts.splitlines() if line.startswith("host: "))
    command = ["cargo", "run", "--quiet", "-p", "conspectus-files", "--example", "names", "--target", host, "--features", "conspectus/tracing"]
    names: dict[str, Any] = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)
    return names


def gaps(names: dict[str, Any]) -> list[str]:
    """Rows that say too little, and examples that are no use."""
    rows = [*names["options"], *names["settings"]]
    needed = {row["name"]: ("meaning",) if row["domain"]["kind"] == "function" else ("meaning", "source", "example") for row in rows}
    found = [f"option {row['name']}: no {what}" for row in rows for what in needed[row["name"]] if not row[what]]
    found += [f"option {row['name']}: the meaning is too short" for row in rows if len(row["meaning"].split()) < 4]
    for row in names["operations"]:
        found += [] if len(row["about"].split()) >= 4 else [f"operation {row['name']}: says too little"]
        found += [] if row["example"]["options"] else [f"operation {row['name']}: no example"]
        known = {*row["options"], *(argument["name"] for argument in row["arguments"]), "preset"}
        found += [f"operation {row['name']}: its example gives {name}, which it does not take" for name in json.loads(row["example"]["options"] or "{}") if name not in known]
        found += [f"argument {row['name']}.{argument['name']}: says too little" for argument in row["arguments"] if len(argument["meaning"].split()) < 3]
    return found


def chosen(names: dict[str, Any], what: str, page_only: bool) -> list[str]:
    """The names of options or operations, in the order of the page. `page_only`: of the default's page, or of the top level."""
    if what == "options":
        return [row["name"] for row in [*names["options"], *([] if page_only else names["settings"])]]
    return [row["name"] for row in names["operations"] if not page_only or "" in row["rooms"]]


def main(given: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--check", action="store_true", help="exit code 1 if a file is not up to date")
    which.add_argument("--write", action="store_true", help="write the files that differ")
    which.add_argument("--list", choices=("options", "operations"), help="print their names, one a line; how many there are goes to stderr")
    parser.add_argument("--default", action="store_true", help="with `--list options`: only those of the default's page, without what presets have")
    parser.add_argument("--top", action="store_true", help="with `--list operations`: only those of the top level, without what stands in rooms")
    arguments = parser.parse_args(given)
    if arguments.default and arguments.list != "options":
        parser.error("--default goes with `--list options`")
    if arguments.top and arguments.list != "operations":
        parser.error("--top goes with `--list operations`")
    names = tables()
    if arguments.list:
        listed = chosen(names, arguments.list, arguments.default or arguments.top)
        print(*listed, sep="\n", flush=True)
        print(f"{len(listed)} {arguments.list}", file=sys.stderr)
        return 0
    missing = gaps(names)
    stale = []
    for part in PARTS:
        for path, text in part(names, ROOT).items():
            file = ROOT / path
            if not file.exists() or file.read_text(encoding="utf-8") != text:
                stale.append(path)
                if arguments.write:
                    file.write_text(text, encoding="utf-8")
    for line in missing:
        print(line)
    for path in stale:
        print(f"{'wrote' if arguments.write else 'not up to date: run scripts/names.py --write:'} {path}")
    if not missing and not stale:
        print(f"names: {len(names['options'])} options and {len(names['operations'])} operations, all files up to date")
    return int(bool(missing or (stale and not arguments.write)))


if __name__ == "__main__":
    sys.exit(main())
