#!/usr/bin/env python3
"""Runs the cells of examples/quickstart.ipynb and writes what they show, or checks that the file is up to date.

    .venv/bin/python scripts/notebook.py --write
    .venv/bin/python scripts/notebook.py --check     # exit code 1 if an output differs

Jupyter isn't needed: a cell shows what it prints, and the value of its last line as text and HTML.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import pathlib
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

NOTEBOOK = pathlib.Path(__file__).resolve().parents[1] / "examples" / "quickstart.ipynb"


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def outputs(source: str, count: int, space: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What Jupyter would store of a cell."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), space)  # noqa: S102
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), space)  # noqa: S307
    if printed.getvalue():
        yield {"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())}
    if value is not None:
        html = getattr(value, "_repr_html_", lambda: None)()
        data = {**({"text/html": lines(html)} if html else {}), "text/plain": lines(repr(value))}
        yield {"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"}


def executed(book: dict[str, Any]) -> dict[str, Any]:
    """The notebook with today's outputs. Its cells run in an empty folder."""
    space: dict[str, Any] = {"__name__": "__main__"}
    code = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for count, cell in enumerate(code, 1):
                cell["outputs"] = [*outputs("".join(cell["source"]), count, space)]
                cell["execution_count"] = count
        finally:
            os.chdir(before)
    return book


def main(arguments: list[str]) -> int:
    before = NOTEBOOK.read_text(encoding="utf-8")
    after = json.dumps(executed(json.loads(before)), indent=1, ensure_ascii=False) + "\n"
    if arguments == ["--write"]:
        NOTEBOOK.write_text(after, encoding="utf-8")
    elif after != before:
        print("examples/quickstart.ipynb shows something else: run make notebook", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
