"""Changes one word of a binding or of the api at a time, and looks whether `make test` finds it. Survivors are listed.

    python3 scripts/checks/mutants.py                 # 30 mutants: 10 of Python, 10 of Node, 10 of the api
    python3 scripts/checks/mutants.py --seed 7 --each 5

A mutant is a name of an argument or option, an operation of a patch, a status or another word of an action that is spelled otherwise, or a
default that is another. Files are changed in place and put back: run it in a clean checkout in which `make test` has passed.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACES = {
    "Python": ["bindings-python/conspectus/" + name for name in ("_patch.py", "_driver.py", "_machine.py", "_history.py", "_output.py", "_loops.py", "_vocabulary.py", "operations.py", "_table.py")],
    "Node": ["bindings-node/" + name for name in ("patch.cjs", "compactor.cjs", "machine.cjs", "history.cjs", "core.cjs", "loops.cjs", "vocabulary.cjs", "operations.cjs", "results.cjs", "table.cjs")],
    "api": ["core/src/config/options.rs", "core/src/compactor/contract/words.rs", "core/src/compactor/contract/action.rs", *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "core/api/src").rglob("*.rs"))],
}
PATCHES = {"op", "ops", "path", "value", "splices", "start", "delete_count", "deleteCount", "insert", "add", "remove", "replace"}
WORDS = {"summarize", "store_output", "read_files", "before_compact", "apply", "done", "summarized", "reduced", "unchanged", "failed", "too_large", "cancelled", "repaired", "completed", "conflict"}
QUOTED = re.compile(r"""(["'])([a-zA-Z_]+)\1""")
DEFAULT = re.compile(r"(?:default\w*[:=(]\s*|=\s*)\b(True|False|true|false|\d[\d_]*)\b")


# A part takes four minutes at most; one that takes longer hangs.
HANGS_S = 900


class Mutant(NamedTuple):
    kind: str
    file: str
    line: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.kind}: `{self.before}` is `{self.after}`"


def names() -> set[str]:
    """Options and arguments, in both spellings."""
    table = (ROOT / "bindings-python/conspectus/_signatures.py").read_text(encoding="utf-8")
    snake = set(re.findall(r"^\s+'(\w+)':", table, re.M)) | set(re.findall(r"(\w+):", table))
    return snake | {re.sub(r"_(\w)", lambda found: found[1].upper(), name) for name in snake}


def mutants_of(file: str, known: set[str]) -> list[Mutant]:
    found = []
    documentation = False
    for number, line in enumerate((ROOT / file).read_text(encoding="utf-8").splitlines(), 1):
        quotes = line.count('"""')
        if documentation or quotes or line.startswith("TYPE_CHECKING") or line.lstrip().startswith(("#", "//", "*", "/*")):
            documentation ^= quotes % 2 == 1
            continue
        for match in QUOTED.finditer(line):
            word = match[2]
            kind = "patch" if word in PATCHES else "word" if word in WORDS else "name" if word in known else None
            if kind:
                found.append(Mutant(kind, file, number, match[0], f"{match[1]}{word}x{match[1]}"))
        for match in DEFAULT.finditer(line):
            value = match[1]
            other = {"True": "False", "False": "True", "true": "false", "false": "true"}.get(value) or str(int(value.replace("_", "")) + 1)
            found.append(Mutant("default", file, number, match[0], match[0].replace(value, other)))
    return found


def chosen(each: int, seed: int) -> list[Mutant]:
    source, known = random.Random(seed), names()
    picked = []
    for files in PLACES.values():
        kinds: dict[str, list[Mutant]] = {}
        for file in files:
            for mutant in mutants_of(file, known):
                kinds.setdefault(mutant.kind, []).append(mutant)
        for turn in range(each):
            ordered = [kind for kind in sorted(kinds) if kinds[kind]]
            pool = kinds[ordered[turn % len(ordered)]]
            picked.append(pool.pop(source.randrange(len(pool))))
    return picked


def passes(*command: str) -> bool:
    environment = {**os.environ, "CONSPECTUS_TIER": "short", "CONSPECTUS_VECTORS": str(ROOT / "target/short-vectors.json")}
    run = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        return run.wait(HANGS_S) == 0
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)
        return False


def found_by(mutant: Mutant) -> str | None:
    """The first part of `make test` that fails; those that are likely to come first."""
    pytest = (".venv/bin/python", "-m", "pytest", "-q", "-x")
    python = [("Python", lambda: passes(*pytest, "tests/conformance")), ("Python", lambda: passes(*pytest, "tests", "-m", "not node_package", "--ignore", "tests/conformance"))]
    of_node = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests/node").glob("*.test.mjs"))
    node = [("Node", lambda: passes("bash", "scripts/checks/node_tests.sh", *files)) for files in (["tests/conformance/conformance.test.mjs"], of_node)]
    parts = python if mutant.file.startswith("bindings-python") else node
    if mutant.file.startswith("core"):
        host = next(line.removeprefix("host: ") for line in subprocess.run(["rustc", "-vV"], capture_output=True, text=True, check=True).stdout.splitlines() if line.startswith("host: "))
        tried = ("--target", host, "--features", "conspectus/tracing")
        parts = [
            ("Rust", lambda: passes("cargo", "test", "--quiet", *tried, "-p", "conspectus", "--test", "all", "--", "conformance")),
            ("Rust", lambda: passes("cargo", "test", "--quiet", "--workspace", "--lib", "--bins", "--tests", *tried)),
            ("Python", lambda: passes("make", "python")),
            *python,
            ("Node", lambda: passes("make", "node")),
            *node,
        ]
    return next((name for name, passed in parts if not passed()), None)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=10, help="mutants of each of the three places")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="only name them")
    given = parser.parse_args()
    survivors = []
    picked = chosen(given.each, given.seed)
    for mutant in picked:
        if given.list:
            print(mutant)
            continue
        path = ROOT / mutant.file
        text = path.read_text(encoding="utf-8")
        lines = text.split("\n")
        lines[mutant.line - 1] = lines[mutant.line - 1].replace(mutant.before, mutant.after, 1)
        try:
            path.write_text("\n".join(lines), encoding="utf-8")
            part = found_by(mutant)
        finally:
            path.write_text(text, encoding="utf-8")
        print(f"{'found by ' + part if part else 'SURVIVES'}: {mutant}", flush=True)
        if part is None:
            survivors.append(str(mutant))
    if given.list:
        return 0
    print(json.dumps({"mutants": len(picked), "found": len(picked) - len(survivors), "survivors": survivors}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
