"""Runs every demand of the documents that conspectus began with, in the shortest form that the pages show.

    PYTHONPATH=bindings-python .venv/bin/python tests/rows/rows.py          # prints each row; ends with 1 if one is wrong
    PYTHONPATH=bindings-python .venv/bin/python tests/rows/rows.py M31 M32  # only those
    PYTHONPATH=bindings-python .venv/bin/python tests/rows/rows.py --write  # writes the same rows for Node (demands.mjs)

The rows stand in `demands.txt`, which says how they are written. What they expect are the values of the documents or of the originals, and
never what came of a run of ours. `rows.mjs` runs them in Node; `rows.rs` those that have a typed function in Rust.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import pathlib
import sys
import textwrap
import tokenize
from dataclasses import dataclass, field
from typing import Any

FOLDER = pathlib.Path(__file__).parent
sys.path.insert(0, str(FOLDER))

import javascript  # noqa: E402
import scope  # noqa: E402

LANGUAGES = ("python", "node")


@dataclass
class Line:
    code: str
    # A literal, where one is expected.
    expected: str | None = None
    only: str | None = None
    # Why what comes differs on purpose.
    otherwise: str = ""


@dataclass
class Row:
    id: str
    demand: str
    lines: list[Line] = field(default_factory=list)
    # What it belongs to, if that is later work.
    later: str = ""
    slow: bool = False


def read(text: str) -> list[Row]:
    """The rows of `demands.txt`."""
    rows: list[Row] = []
    for raw in text.split("\n== ", 1)[1].splitlines():
        raw = raw.rstrip()
        head, _, rest = raw.partition(" ")
        row = rows[-1] if rows else None
        if raw.startswith("== ") or row is None:
            name, _, demand = raw.removeprefix("== ").partition(" ")
            rows.append(Row(name, demand))
        elif head == "later:":
            row.later = rest
        elif head == "otherwise:":
            row.lines[-1].otherwise = rest
        elif raw == "slow":
            row.slow = True
        elif head in (">>>", "python>>>", "node>>>"):
            row.lines.append(Line(rest, only=head.removesuffix(">>>") or None))
        elif head == "...":
            row.lines[-1].code += "\n" + rest
        elif raw and not raw.startswith("#"):
            line = row.lines[-1]
            line.expected = raw.strip() if line.expected is None else f"{line.expected} {raw.strip()}"
    return rows


ROWS = read((FOLDER / "demands.txt").read_text(encoding="utf-8"))


def shown(code: str) -> str:
    """Code on one line."""
    return " ".join(part.strip() for part in code.splitlines())


@dataclass
class Told:
    """What came of a line."""

    code: str
    came: str = ""
    # `right`, `wrong`, or why it differs on purpose; empty where nothing is expected.
    verdict: str = ""


def run(row: Row) -> list[Told]:
    names = scope.names()
    told = []
    for line in row.lines:
        if line.only not in (None, "python"):
            continue
        try:
            if line.expected is None:
                exec(line.code, names)
                told.append(Told(shown(line.code)))
                continue
            came = scope.plain(eval(f"({line.code})", names))
        except Exception as error:
            told.append(Told(shown(line.code), f"{type(error).__name__}: {error}", "wrong"))
            continue
        is_right = scope.equal(ast.literal_eval(line.expected), came)
        told.append(Told(shown(line.code), brief(came), "right" if is_right else line.otherwise or "wrong"))
    return told


def brief(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else f"{text[:120]} ... {text[-60:]}"


def for_node() -> str:
    """The rows as a module of JavaScript."""
    out = ["// Written by `tests/rows/rows.py --write` from demands.txt. Do not edit.\n// prettier-ignore\nexport const rows = (scope, is) => {\n"]
    used = sorted({token.string for row in ROWS for line in row.lines if line.only != "python"
                   for token in tokenize.generate_tokens(io.StringIO(line.code + "\n").readline) if token.type == tokenize.NAME} & set(scope.names()))
    out.append(textwrap.fill(f"const {{ {', '.join(map(javascript.camel, used))} }} = scope;", 116, initial_indent="  ", subsequent_indent="    ") + "\n  return [\n")
    for row in ROWS:
        facts = {"id": row.id, "demand": row.demand, "later": row.later, "slow": row.slow}
        body = []
        for line in row.lines:
            if line.only == "python":
                continue
            code = line.code if line.only == "node" else "\n".join(javascript.written(statement) for statement in ast.parse(line.code).body)
            if line.expected is None:
                body.append(f"await is.done({json.dumps(shown(code), ensure_ascii=False)});\n{code}")
                continue
            expected = json.dumps(ast.literal_eval(line.expected), ensure_ascii=False)
            code = code.rstrip(";")
            otherwise = f", {json.dumps(line.otherwise)}" if line.otherwise else ""
            body.append(f"await is(async () => {code}, {expected}{otherwise});")
        given = ", ".join(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in facts.items() if value)
        out.append(f"    {{ {given}, run: async () => {{\n{textwrap.indent(chr(10).join(body), '      ')}\n    }} }},\n" if body else f"    {{ {given} }},\n")
    return "".join(out) + "  ];\n};\n"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", help="beginnings of their ids")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args(arguments)
    if given.write:
        (FOLDER / "demands.mjs").write_text(for_node(), encoding="utf-8")
        return 0
    counts = dict.fromkeys(("right", "wrong", "different on purpose", "later work"), 0)
    for row in ROWS:
        if given.rows and not row.id.startswith(tuple(given.rows)):
            continue
        print(f"{row.id}  {row.demand}")
        told = [] if row.later else run(row)
        for line in told:
            print(f"    {line.code}")
            if line.verdict:
                print(f"        {line.came}  {line.verdict}")
        verdicts = {line.verdict for line in told} - {"", "right"}
        verdict = "later work" if row.later else "wrong" if "wrong" in verdicts else "different on purpose" if verdicts else "right"
        print(f"    {verdict}{f': {row.later}' if row.later else ''}")
        counts[verdict] += 1
    print(f"\nrows in Python: {', '.join(f'{count} {name}' for name, count in counts.items())}")
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
