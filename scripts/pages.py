#!/usr/bin/env python3
"""Writes what pages take from the program, or checks that it is up to date.

    .venv/bin/python scripts/pages.py --write     # writes the files that differ, and names them
    .venv/bin/python scripts/pages.py --check     # exit code 1 if a file differs

README.md: the output of `conspectus demo`. Figures are between `<!--name-->` and `<!---->`: those of the program and of `docs/evidence`.
docs/evidence.md: figures from the pages in `docs/evidence`.
docs/command-line.md: the output of `--help` of each command. It needs the Python package: `make python`.
docs/frameworks: the program of a page is the one of `examples`, without the comment at its start.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import json
import os
import pathlib
import re
import subprocess
import sys
from collections.abc import Callable

ROOT = pathlib.Path(__file__).resolve().parent.parent
SESSION = "examples/sessions/coding.anthropic.json"
COMMANDS = ["demo", "sessions", "inspect", "compact", "batch", "repair", "simulate", "recommend", "report", "install", "uninstall", "hook", "mcp", "completions"]
# The head of docs/command-line.md.
HEAD = """# The command line

Both packages install the program `conspectus` (`python -m conspectus`, `npx conspectus`). It calls no model and needs no network.

    conspectus sessions                                         # the agent sessions on this machine
    conspectus session.jsonl                                    # tokens by role and tool
    conspectus compact session.jsonl                            # dry run: the planned changes and the reasons
    conspectus compact session.jsonl -o small.json
    conspectus compact session.jsonl --write-back               # a copy that the agent resumes
    conspectus batch folder --context-window 128k -o rows.jsonl # many conversations, with a thread for each core
    conspectus simulate *.jsonl --by month                      # the cost of each policy
    conspectus recommend *.jsonl                                # cheaper settings that lose no more
    conspectus report session.jsonl -o report.html              # a page: what was removed, when, why, and what it saved

**Input.** JSON message lists in any supported format, objects that contain one, JSON lines, and session files, also gzipped. `-` is
standard input. Sessions are recognized by their content:

| agent | read |
| --- | --- |
| Claude Code | JSON lines; messages are merged, subagents and withdrawn prompts left out |
| Codex | rollouts, also of older versions |
| Gemini CLI | chats: one object, or JSON lines |
| Qwen Code | the branch of the newest message, compressions |
| gencode | saved sessions of 0.4.0 |
| opencode | `opencode export`, and sessions of the former storage; not its database |
| pi | the branch of the newest entry, compactions |
| Kimi CLI | `context.jsonl` and `wire.jsonl` |
| Copilot CLI | events |
| Cline | `*.messages.json` and `api_conversation_history.json` |
| OpenHands | event lists, `events` folders, evaluation records |
| SWE-agent, Tarko, ADK, OpenAI Agents SDK | `.traj`; event streams; sessions; saved run states |
| AI SDK, OpenTelemetry | streams of UI message chunks; spans with `gen_ai.input.messages` |

A report names the records that are left out. Unless you pass `--whole-session`, messages from before
the agent's last compaction are too, except in `simulate` and `recommend`.

**Output.** Kept messages keep every byte. Files are written completely or not at all. An input file is never overwritten with part of
its content.

**Write back.** With `--write-back`, sessions of Claude Code, Gemini CLI, Qwen Code and gencode 0.4.0 are written as copies that the agent
resumes. Lines that weren't compacted only get the copy's id, and a new parent if theirs was summarized.

**Options.** Each [option](reference/options.md) is a flag, e.g. `--keep-tool-results 3` or `--keep messages=20`. For an option of a preset,
use `--set NAME=VALUE`. Other users can see arguments, so pass the signing key with `--signing-key-file` or `CONSPECTUS_SIGNING_KEY`.

**Errors** end with their code: `error: file not found: nope.json [UNREADABLE_FILE]`.

**Completion.** Run `conspectus completions bash > ~/.local/share/bash-completion/completions/conspectus`.
"""


def printed(*arguments: str) -> str:
    """What the command line prints, 100 columns wide and without colours."""
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "100", "PYTHONPATH": str(ROOT / "bindings-python")}
    done = subprocess.run([sys.executable, "-m", "conspectus", *arguments], cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    return done.stdout


def figures() -> dict[str, str]:
    """The figures of the README."""
    rows = json.loads(printed("simulate", SESSION, "--policies", "every_turn", "--json"))["sessions"][0]["rows"]
    named = subprocess.run(
        [sys.executable, "-c", "import json, conspectus; print(json.dumps(conspectus.sansio.names()['dialects']))"],
        env={**os.environ, "PYTHONPATH": str(ROOT / "bindings-python")}, check=True, capture_output=True, text=True,
    )
    return {
        "every_turn": f"{rows[0]['relative_cost_percent']:.0f}",
        "dialects": str(len(json.loads(named.stdout))),
        "families": str(len(estimates())),
    }


def section(page: str, heading: str) -> str:
    """A part of a page of `docs/evidence`, up to the next heading."""
    text = (ROOT / "docs" / "evidence" / f"{page}.md").read_text(encoding="utf-8")
    return text.split(f"\n{heading}", 1)[1].split("\n#", 1)[0]


def cells(text: str, start: str) -> list[str]:
    """The cells of the first row of a table that begins so."""
    return next([cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith(start))


def estimates() -> list[list[str]]:
    """The rows of the token families in `instant-accuracy.md`."""
    rows = [line.strip("| \n").split(" | ") for line in section("instant-accuracy", "| family ").splitlines()]
    return [row for row in rows if len(row) == 9 and row[1] in ("measured", "reconstructed", "proxy")]


def evidence() -> dict[str, str]:
    """The figures of the pages in `docs/evidence`."""
    long, without_longest = section("economics", "## Long sessions").split("Without the longest", 1)
    cost, names = cells(long, "| claude-opus-5-5 ")[2].split(" / ")
    marks = cells(section("quality", "## An exam"), "| mean score, percent | 15% |")
    runs = [line.strip("|").replace(",", "").split("|") for line in section("never-stuck", "| window ").splitlines()[2:] if line.startswith("| ")]
    return {
        "cost": cost,
        "names": names,
        "cost_without": cells(without_longest, "| claude-opus-5-5 ")[2].split(" / ")[0],
        "kept": marks[2],
        "plain": marks[3],
        "turns": f"{sum(int(run[1]) for run in runs):,}",
        "harm": str(sum(int(run[place]) for run in runs for place in (6, 7, 8))),
        "chars": f"{max(float(row[7]) for row in estimates()):.0f}",
        "error": f"{max(float(row[2].split()[0]) for row in estimates())}",
    }


def compared() -> dict[str, str]:
    """Cost and names kept of three policies on two models, the costliest session, and the errors of estimates on recorded sessions."""
    costs, policies = section("economics", "## Long sessions"), ("break_even", "summarize_85", "context_editing_20k")
    places = {policy: cells(costs, "| model |").index(policy) for policy in policies}
    rows = {short: cells(costs, f"| {model} ") for short, model in (("opus", "claude-opus-5-5"), ("astra", "gpt-6-astra"))}
    errors = [float(row[3].split()[0]) for row in estimates()]
    return {f"{short}_{policy}": rows[short][places[policy]] for short in rows for policy in policies} | {
        "worst": cells(section("economics", "## Goals"), "| costliest session (")[2],
        "sessions": f"{min(errors)} to {max(errors)}",
    }


def filled(text: str, named: dict[str, str]) -> str:
    """The text with its figures."""
    for name in re.findall(r"<!--(\w+)-->", text):
        if name not in named or text.count(f"<!--{name}-->") != 1:
            raise SystemExit(f"the figure {name} is unknown, or used twice")
        text = re.sub(rf"<!--{name}-->.*?<!---->", f"<!--{name}-->{named[name]}<!---->", text)
    return text


def readme(text: str) -> str:
    picture = printed("demo", "--quiet").rstrip()
    text = re.sub(r"```text\n\$ conspectus demo\n.*?```", lambda _: f"```text\n$ conspectus demo\n{picture}\n```", text, flags=re.S)
    return filled(text, figures() | evidence() | compared())


def command_line(_: str) -> str:
    text = HEAD
    for command in COMMANDS:
        shown = "\n".join(line.rstrip() for line in printed(command, "--help").splitlines())
        text += f"\n## {command}\n\n```text\n{shown}\n```\n"
    return text


def with_program(example: pathlib.Path, text: str) -> str:
    """The page of a framework with the program of its example."""
    language, head = ("python", '"""\n\n') if example.suffix == ".py" else ("js", "\n\n")
    code = example.read_text(encoding="utf-8").split(head, 1)[1]
    return re.sub(rf"```{language}\n.*?```", lambda _: f"```{language}\n{code}```", text, count=1, flags=re.S)


def frameworks() -> dict[str, Callable[[str], str]]:
    """The pages that have an example."""
    found: dict[str, Callable[[str], str]] = {}
    for page in sorted((ROOT / "docs" / "frameworks").glob("*.md")):
        for name in (f"with_{page.stem}.py", f"with_{page.stem.removesuffix('-node')}.mjs"):
            example = ROOT / "examples" / name
            if example.exists():
                found[f"docs/frameworks/{page.name}"] = functools.partial(with_program, example)
                break
    return found


PAGES: dict[str, Callable[[str], str]] = {
    **frameworks(),
    "README.md": readme,
    "docs/evidence.md": lambda text: filled(text, evidence()),
    "docs/command-line.md": command_line,
}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    how = parser.add_mutually_exclusive_group(required=True)
    how.add_argument("--write", action="store_true")
    how.add_argument("--check", action="store_true")
    wanted = parser.parse_args(arguments)
    stale = 0
    for name, made in PAGES.items():
        path = ROOT / name
        before = ""
        with contextlib.suppress(FileNotFoundError):
            before = path.read_text(encoding="utf-8")
        after = made(before)
        if after == before:
            continue
        stale += 1
        if wanted.write:
            path.write_text(after, encoding="utf-8")
            print(f"wrote {name}")
        else:
            print(f"{name} is not what the program prints: run scripts/pages.py --write", file=sys.stderr)
    return 1 if stale and wanted.check else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
