"""The CPU time of a hook with 5 MB of earlier results.

    cargo build --release -p conspectus-cli
    python3 -m tests.agents.cost --program target/release/conspectus
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[2]
EARLIER_BYTES = 5_000_000
FILE_CHARS = 12_000
CALLS = 15
Data = dict[str, Any]


def used() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (children.ru_utime + children.ru_stime) * 1_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, required=True)
    program = parser.parse_args().program.resolve()
    code = "".join(path.read_text("utf-8") for path in sorted((ROOT / "core").rglob("*.rs")))
    files = [code[at : at + FILE_CHARS] for at in range(0, len(code) - FILE_CHARS, FILE_CHARS)]
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as home:
        transcript = Path(home) / "transcript.jsonl"

        def hook(event: str, told: Data) -> float:
            told = {"session_id": "one", "cwd": home, "transcript_path": str(transcript), **told}
            before = used()
            subprocess.run([program, "hook", "claude-code", event], input=json.dumps(told).encode(), capture_output=True, env={"HOME": home}, check=True)
            return used() - before

        def call(name: str, response: Any) -> Data:
            return {"tool_name": name, "tool_input": {"command": "cat"}, "tool_use_id": "new", "tool_response": response}

        def bash(text: str) -> Data:
            return call("Bash", {"stdout": text, "stderr": "", "interrupted": False, "isImage": False})

        def batch(number: int, text: str) -> Data:
            calls = [{"tool_name": "Bash", "tool_input": {"command": f"cat {number}.rs"}, "tool_use_id": str(number), "tool_response": text}]
            return {"tool_calls": calls}

        number = written = 0
        while written < EARLIER_BYTES:
            # Once all files were shown, other ones follow.
            text = files[number % len(files)].replace("let", f"let{number // len(files) or ''}")
            hook("PostToolBatch", batch(number, text))
            number, written = number + 1, written + len(text)
        uses = [{"message": {"content": [{"type": "tool_use", "id": name, "name": "Bash", "input": {}}]}} for name in (str(number - 1), "new")]
        transcript.write_text("".join(json.dumps(use) + "\n" for use in uses))
        newest = [files[(number - back) % len(files)].replace("let", f"let{(number - back) // len(files) or ''}") for back in range(2, 40)]
        cases: dict[str, Callable[[int], tuple[str, Data]]] = {
            "a short result": lambda at: ("PostToolUse", bash("ok\n")),
            "a new one of 12 kB": lambda at: ("PostToolUse", bash("\n".join(str(chance.random()) for _ in range(640)))),
            "a repeated one of 12 kB": lambda at: ("PostToolUse", bash(newest[at])),
            "a repeated one of 29 kB": lambda at: ("PostToolUse", bash("".join(newest[at : at + 3])[:29_000])),
            "a long one of 48 kB": lambda at: ("PostToolUse", call("mcp__a__b", [{"type": "text", "text": f"{at}\n{code[:48_000]}"}])),
            "noting 12 kB": lambda at: ("PostToolBatch", batch(number + at, newest[at])),
            "noting 48 kB": lambda at: ("PostToolBatch", batch(number + at, code[:48_000])),
        }
        for name, case in cases.items():
            costs = [hook(*case(at)) for at in range(CALLS)]
            print(f"{name}: {median(costs):.1f} ms, at most {max(costs):.1f}")


if __name__ == "__main__":
    main()
