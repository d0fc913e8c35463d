"""Replays every recorded session under every setting and writes the table: `python -m never_stuck [docs/evidence/never-stuck.md]`.

The sessions are those of `../shared/data`; without that folder only our own are replayed, and the head of the table says so.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from dataclasses import astuple
from pathlib import Path

from .models import MODELS
from .replay import Counts, Setting, replay
from .sessions import Session, own, recorded

WINDOWS = [4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 200_000, 1_000_000]
SESSIONS: list[Session] = []


def settings() -> list[Setting]:
    """Every window, with and without tools: by all ways of telling sizes with a good summariser, and with every other summariser."""
    found = [Setting(window, tools, "usage") for tools in (False, True) for window in WINDOWS]
    found += [Setting(window, tools, told) for told in ("none", "full", "priced", "stored") for tools in (False, True) for window in WINDOWS]
    found += [Setting(window, tools, "usage", model) for model in MODELS if model != "good" for tools in (False, True) for window in WINDOWS]
    return found


def one(job: tuple[int, Setting]) -> tuple[Setting, Counts]:
    index, setting = job
    return setting, replay(SESSIONS[index], setting)


TOLD = {"usage": "the provider's usage", "none": "its tools", "full": "the usage, and the full list at each step", "priced": "the usage, with prices", "stored": "the usage, with prices and a store"}


def rows(sums: dict[Setting, Counts]) -> list[str]:
    lines = []
    for setting in settings():
        told = TOLD[setting.reports]
        tools = "20k" if setting.overhead else "0"
        counts = " | ".join(f"{count:,}" for count in astuple(sums[setting]))
        lines.append(f"| {setting.window:,} | {tools} | {told} | {setting.model} | {counts} |")
    return lines


HEAD = """# Never stuck

`make never-stuck` writes this page. It replays recorded sessions as hosts run them: append a message, compact, send, report usage. The provider counts
as our estimator does; its usage has cached and uncached tokens apart. Whatever must never happen is counted, by code that shares nothing with
the core (`tests/never_stuck`).

| column | what is counted |
| --- | --- |
| turns | requests that the agent was about to send |
| compacted | runs that changed the history |
| model calls | requests for a summary |
| over | prompts over the window about which the compactor said nothing. Must be 0, but for the first prompt of a session whose tools fill the window: nobody has told of them yet |
| stopped | prompts that the compactor said must not be sent (`can_send` is false): what has to stay is larger than the window |
| lost | tool results that nobody had read, gone or cleared. Must be 0 |
| invalid | histories that a provider would refuse after a compaction. Must be 0 |
| no request | compactions after which the user's open request was not there word for word. Must be 0 |
| no rule | compactions after which a rule that the user gave at the start was not there. Must be 0 |
| soon | compactions within three turns of the last one |
| needless | those of them that neither new messages nor what has to stay explain: with these, the prompt would have been below the trigger. What has to stay includes the shortest notes (480 tokens, or a third of what is free below the trigger), and older notes behind which nothing new stands. Must be 0 |
"""


def main(path: Path | None) -> None:
    sessions = recorded()
    if not sessions and os.environ.get("MUST_RUN"):
        sys.exit("the recorded sessions are not beside the repository")
    note = "" if sessions else "The recorded sessions are not beside the repository: only our own were replayed.\n\n"
    SESSIONS[:] = [*own(), *sessions]
    jobs = [(index, setting) for setting in settings() for index in range(len(SESSIONS))]
    sums = {setting: Counts() for setting in settings()}
    with multiprocessing.get_context("fork").Pool(2) as pool:
        for setting, counts in pool.imap_unordered(one, jobs, 8):
            sums[setting].add(counts)
    title = "| window | tools | host says | summariser | turns | compacted | model calls | over | stopped | lost | invalid | no request | no rule | soon | needless |"
    total = sum(len(session.messages) for session in SESSIONS)
    text = f"{HEAD}\n{note}{len(SESSIONS)} sessions, {total:,} messages.\n\n{title}\n|{' --: |' * 2} --- | --- |{' --: |' * 11}\n" + "\n".join(rows(sums)) + "\n"
    if path is not None:
        path.write_text(text, "utf-8")
    print(text)
    unknown = {setting: len(SESSIONS) if setting.overhead and setting.reports != "none" else 0 for setting in sums}
    bad = [setting for setting, counts in sums.items() if counts.over > unknown[setting] or counts.lost or counts.invalid or counts.no_request or counts.no_rule or counts.needless]
    if bad:
        sys.exit(f"{len(bad)} settings failed, the first is {bad[0]}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
