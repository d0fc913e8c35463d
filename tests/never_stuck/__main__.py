"""Replays every recorded session under every setting and writes the table: `python -m never_stuck [docs/evidence/never-stuck.md]`.

The sessions are those of `../shared/data`; without that folder only our own are replayed, and the head of the table says so.
"""

from __future__ import annotations

import datetime
import multiprocessing
import os
import sys
from dataclasses import astuple
from pathlib import Path

from .models import MODELS
from .replay import Counts, Setting, replay
from .sessions import Session, own, recorded

# How often a refused request is made shorter and sent again.
TRIES = 3
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


def rows(sums: dict[Setting, Counts]) -> list[str]:
    """One row per window: all settings together."""
    lines = []
    for window in WINDOWS:
        total = Counts()
        for setting, counts in sums.items():
            if setting.window == window:
                total.add(counts)
        lines.append(f"| {window:,} | " + " | ".join(f"{count:,}" for count in astuple(total)) + " |")
    return lines


HEAD = """# Never stuck

`make never-stuck` replays recorded sessions as a host runs them and writes this page ({date}): append a message, compact, send, report usage.
Code that shares nothing with the core (`tests/never_stuck`) counts everything that must never happen. {sessions} sessions, {messages:,} messages.

Each window is replayed with and without 20,000 tokens of tools, in {settings} settings: with the provider's usage, with tools instead of usage,
with the full history at each step, with prices, with a store, and with summarizers that are extractive, dead, dead three times, refuse, echo, are
ten times too long, or send a draft and a final version.

| column | meaning |
| --- | --- |
| turns | requests |
| compacted, model calls | runs that changed the history; requests for a summary |
| over | prompts above the window, up to the host's third retry. Only allowed if tools fill the window |
| stopped | prompts not to send: `can_send` is false, or the recovery action is `fail` |
| lost, invalid | unread results that were removed; histories that a provider would reject. Must be 0. |
| no request, no rule | compactions after which the open request or a rule from the start was missing. Must be 0. |
| soon | compactions within three turns of the last one |
| redundant | those that neither new messages nor kept content explain. Should be 0 |
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
    title = "| window | turns | compacted | model calls | over | stopped | lost | invalid | no request | no rule | soon | redundant |"
    total = sum(len(session.messages) for session in SESSIONS)
    head = HEAD.format(date=datetime.date.today(), sessions=len(SESSIONS), messages=total, settings=len(sums) // len(WINDOWS) // 2)
    text = f"{head}\n{note}{title}\n|{' --: |' * 12}\n" + "\n".join(rows(sums)) + "\n"
    if path is not None:
        path.write_text(text, "utf-8")
    print(text)
    unknown = {setting: TRIES * len(SESSIONS) if setting.overhead and setting.window < 20_000 and setting.reports != "none" else 0 for setting in sums}
    bad = [setting for setting, counts in sums.items() if counts.over > unknown[setting] or counts.lost or counts.invalid or counts.no_request or counts.no_rule or counts.redundant]
    if bad:
        sys.exit(f"{len(bad)} settings failed, the first is {bad[0]}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
