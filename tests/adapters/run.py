"""Tries each adapter in its own environment, with the framework's own clients, against the strict provider.

    make adapters                            all of them
    make adapters ARGS="langchain litellm"   some
    make adapters ARGS="--wheel FILE"        the programs of the pages with this wheel, as users have it
    make adapters ARGS="--examples"          the programs of the pages and of `examples` alone

Of each: its types by mypy and pyright, its wrong programs, its sessions (`<name>.py`), and the programs of its page and of `examples` in an empty folder.
At the end stands a table of all sessions, and beside each what the framework's own compaction does.
Requirements that begin with `# adapter: NAME` try the sessions of that adapter with other packages.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ENVIRONMENTS = ROOT / "target" / "adapters"
SDKS = ("anthropic", "google", "openai_chat", "openai_responses")
PYRIGHT = ROOT / "node_modules/pyright/index.js"
sys.path.insert(0, str(ROOT / "bindings-python"))

from tests.adapters.watched import Watched


def ready(name: str) -> Path:
    """The Python of an environment that holds what the adapter was tested with."""
    folder, wanted = ENVIRONMENTS / name, HERE / "requirements" / f"{name}.txt"
    python, mark = folder / "bin/python", folder / "requirements.txt"
    if not mark.exists() or mark.read_text() != wanted.read_text():
        print(f"{name}: installs {wanted.relative_to(ROOT)}", flush=True)
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "mypy", "-r", wanted], check=True)
        shutil.copy(wanted, mark)
    return python


def adapter_of(name: str) -> str:
    """The adapter that is tried in this environment."""
    named = re.match(r"# adapter: (\w+)", (HERE / "requirements" / f"{name}.txt").read_text("utf-8"))
    return named[1] if named else name


def sources(name: str) -> list[Path]:
    """The files of the package that this environment can check: the adapter of its name, or those of the SDKs."""
    names = ["anthropic", "openai", "google"] if name == "sdks" else [adapter_of(name)]
    package = ROOT / "bindings-python/conspectus"
    return sorted(file for each in names for file in ([package / f"{each}.py"] if (package / f"{each}.py").exists() else (package / each).glob("*.py")))


def told(lines: str, file: str) -> set[int]:
    return {int(number) for number in re.findall(rf"{re.escape(file)}:(\d+)(?::\d+)?:? (?:- )?error", lines)}


def wrong_lines(file: Path) -> set[int]:
    return {number for number, line in enumerate(file.read_text("utf-8").splitlines(), 1) if line.endswith("# error")}


def types(name: str, python: Path) -> Iterator[str]:
    """What the type checkers say that they should not, and what they miss."""
    mypy = [python, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", ENVIRONMENTS / name / "mypy"]
    environment = {"MYPYPATH": str(ROOT / "bindings-python"), "PATH": "/usr/bin:/bin"}
    run = subprocess.run([*mypy, *sources(name)], capture_output=True, text=True, cwd=ROOT, check=False, env=environment)
    if run.returncode:
        yield f"mypy: {run.stdout}{run.stderr}"
    wrong = HERE / "wrong" / f"{adapter_of(name)}.py"
    if not wrong.exists():
        return
    run = subprocess.run([*mypy, wrong], capture_output=True, text=True, cwd=ROOT, check=False, env=environment)
    yield from differences("mypy", wrong, told(run.stdout, f"wrong/{wrong.name}"))
    with tempfile.TemporaryDirectory() as folder:
        # Under its own name it would stand in place of the framework.
        shutil.copy(wrong, Path(folder) / f"wrong_{wrong.name}")
        settings = {"include": [f"wrong_{wrong.name}"], "typeCheckingMode": "strict", "extraPaths": [str(ROOT / "bindings-python")]}
        (Path(folder) / "pyrightconfig.json").write_text(json.dumps(settings))
        run = subprocess.run(["node", PYRIGHT, "--outputjson", "--pythonpath", python, "-p", folder], capture_output=True, text=True, check=False)
    found = [it for it in json.loads(run.stdout)["generalDiagnostics"] if it["severity"] == "error"]
    yield from differences("pyright", wrong, {it["range"]["start"]["line"] + 1 for it in found})


def differences(checker: str, file: Path, found: set[int]) -> Iterator[str]:
    lines = file.read_text("utf-8").splitlines()
    for number in sorted(found ^ wrong_lines(file)):
        yield f"{checker} {'refuses' if number in found else 'passes'} {file.name}:{number}: {lines[number - 1].strip()}"


def sessions(name: str, python: Path, rows: list[dict[str, object]]) -> Iterator[str]:
    run = subprocess.Popen([python, HERE / f"{adapter_of(name)}.py"], stdout=subprocess.PIPE, text=True, cwd=ROOT, env=env_of(str(ROOT / "bindings-python")))
    assert run.stdout is not None
    for line in run.stdout:
        if line.startswith("{"):
            rows.append(json.loads(line))
        print(f"  {line.rstrip()}", flush=True)
    if run.wait():
        yield f"its sessions ended with {run.returncode}"


def programs(name: str) -> Iterator[tuple[str, str]]:
    """The programs of the page and of `examples`, as they are there."""
    text = (ROOT / "docs/frameworks" / f"{adapter_of(name)}.md").read_text("utf-8")
    own = [ROOT / "examples" / f"with_{each}.py" for each in SDKS] if name == "sdks" else [ROOT / "examples" / f"with_{adapter_of(name)}.py"]
    files = {file.name: file.read_text("utf-8") for file in own if file.exists()}
    # `scripts/pages.py` writes the program of a framework's page from its example.
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", text, re.S), 1):
        if not any(program.endswith(block) for program in files.values()):
            files[f"the page's program {number}"] = block
    yield from files.items()


def examples(name: str, python: Path, package: str) -> Iterator[str]:
    """Runs the programs in an empty folder. Those of `examples` compact something."""
    found = [*programs(name)]
    if not found:
        yield "it has no program"
    for title, program in found:
        watched = Watched()
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "program.py").write_text(program)
            run = subprocess.run([python, "program.py"], capture_output=True, text=True, cwd=folder, check=False, timeout=300, env=env_of(package) | watched.server.environment())
        last = (run.stdout.strip().splitlines() or ["nothing"])[-1]
        print(f"  {title} prints: {last[:150]}", flush=True)
        if run.returncode or not run.stdout.strip():
            yield f"{title}: {run.stderr[-2_000:] or 'prints nothing'}"
        if not watched.log or watched.refused:
            yield f"{title}: {watched.refused or 'asks no model'}"
        if title.startswith("with_") and not re.search(r"<Result (reduced|summarized)", run.stdout):
            yield f"{title}: nothing was compacted"


def env_of(package: str) -> dict[str, str]:
    return {"PYTHONPATH": package, "PATH": "/usr/bin:/bin", "HOME": tempfile.gettempdir(), "LITELLM_LOCAL_MODEL_COST_MAP": "True", "OPENAI_AGENTS_DISABLE_TRACING": "1"}


def main() -> int:
    parser = argparse.ArgumentParser(prog="make adapters", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    every = sorted(file.stem for file in (HERE / "requirements").glob("*.txt"))
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(every))
    parser.add_argument("--wheel", type=Path, help="the packed wheel for the programs of the pages")
    parser.add_argument("--examples", action="store_true", help="only the programs of the pages and of examples")
    parser.add_argument("--tarball", type=Path, help="the packed npm package; Node's half uses it")
    given = parser.parse_args()
    node = {file.stem for file in (HERE / "requirements").glob("*.json")}
    if strange := set(given.names) - {*every} - node:
        parser.error(f"no adapter is called {', '.join(strange)}: there are {', '.join(every)}")
    rows: list[dict[str, object]] = []
    failures = 0
    with tempfile.TemporaryDirectory() as unpacked:
        package = str(ROOT / "bindings-python")
        if given.wheel:
            subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--target", unpacked, given.wheel], check=True)
            package = unpacked
        # `run.mjs` tries those of Node.
        for name in [name for name in given.names if name in every] if given.names else every:
            python = ready(name)
            print(f"{name}", flush=True)
            faults = [] if given.examples else [*sessions(name, python, rows)]
            if adapter_of(name) == name:
                faults += [*([] if given.examples else types(name, python)), *examples(name, python, package)]
            for fault in faults:
                failures += 1
                print(f"  FAILED: {fault}", flush=True)
    show(rows)
    print(f"{failures} failures")
    return min(failures, 1)


def show(rows: list[dict[str, object]]) -> None:
    """The rows as a table for people."""
    if not rows:
        return
    heads = [*rows[0]]
    table = [[head.replace("_", " ") for head in heads], *([f"{row[head]:,}" if isinstance(row[head], int) else str(row[head]) for head in heads] for row in rows)]
    widths = [max(len(line[column]) for line in table) for column in range(len(heads))]
    for line in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


if __name__ == "__main__":
    sys.exit(main())
