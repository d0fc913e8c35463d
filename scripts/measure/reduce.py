"""What reducing saves on recorded sessions without a model, and what it costs: `make bench-reduce` (docs/evidence/quality.md has the tables).

The first table is of `condense`, the second of `clear_stale`, the third of both together.

Each level is run over each session as a whole. Four harms are counted. A name, path or number that the agent writes later must still stand in
what it was sent, in one line or, at the levels that group lists, in a heading and a line below it. An edit quotes lines (`old_string`); where one result showed them whole, one should still do so. `expand` must give back
every result but for the spaces before line numbers. And what was sent must not change when messages follow.
"""

from __future__ import annotations

import json
import pathlib
import re
import sys
import time
from collections.abc import Iterator
from typing import Any, Literal

import conspectus
import sessions

DATA = pathlib.Path(__file__).resolve().parents[2].parent / "shared" / "data"
Level = Literal["safe", "tables", "groups"]
LEVELS: tuple[Level, ...] = ("safe", "tables", "groups")
GOALS = {"coding": 0.13, "support": 0.10}

NAME = re.compile(r"[A-Za-z_./-]*(?:[_/.]|[a-z][A-Z]|\d)[A-Za-z0-9_./-]{3,}")
GUTTER = re.compile(r"^ +(?=\d+[\t→|:])", re.M)
HEADING = re.compile(r"\[(\d+)x (.*?)\*(.*)\]")
NUMBERED = re.compile(r"^ *\d+[\t→|:]", re.M)
# Sessions are not cut in pieces here: what is shown twice may stand far apart.
sessions.PIECE = 10**6

Messages = list[dict[str, Any]]


def found() -> dict[str, list[Messages]]:
    """Sessions of coding agents, and of agents that serve customers."""
    kinds: dict[str, list[Messages]] = {"coding": [], "support": []}
    for folder in ("claude-code", "codex", "openai-chat", "openhands", "pi-agent", "swe-agent"):
        for path in sorted((DATA / folder).iterdir()):
            if path.suffix not in (".json", ".jsonl", ".gz", ".traj") or (folder == "openai-chat" and "tau-bench" not in path.name):
                continue
            kind = "support" if "tau-bench" in path.name else "coding"
            kinds[kind] += [sessions.chat(messages) for messages in sessions.conversations(path) if len(messages) >= 8]
    return kinds


def text_of(message: dict[str, Any]) -> str:
    """What the agent was sent, or wrote: the text and the arguments of calls."""
    calls = "\n".join(call["function"]["arguments"] for call in message.get("tool_calls") or [])
    return f"{message.get('content') or ''}\n{calls}"


def quotes(message: dict[str, Any]) -> list[str]:
    texts = []
    for call in message.get("tool_calls") or []:
        try:
            args = json.loads(call["function"]["arguments"])
        except ValueError:
            continue
        texts += [args[key] for key in ("old_string", "old_str", "oldText") if isinstance(args, dict) and isinstance(args.get(key), str)]
    return [text for text in texts if text.strip()]


def joined(text: str) -> str:
    """The lines of groups with what stands in front of them and behind them."""
    if not text.startswith("[Groups: "):
        return text
    lines = []
    rest = iter(text.split("\n"))
    for line in rest:
        heading = HEADING.fullmatch(line)
        lines += [heading[2] + next(rest, "") + heading[3] for _ in range(int(heading[1]))] if heading else [line]
    return "\n".join(lines)


def harms(before: Messages, after: Messages) -> dict[str, int]:
    """What the agent writes later and could not read any more. A name counts only where it stood in a result and nowhere else before."""
    counts = {"names": 0, "names lost": 0, "names in two lines": 0, "edits": 0, "quotes": 0, "quotes lost": 0}
    sent: set[str] = set()
    told: set[str] = set()
    in_two: set[str] = set()
    shown: list[str] = []
    kept: list[str] = []
    for old, new in zip(before, after):
        if old["role"] == "tool":
            sent |= set(NAME.findall(old["content"]))
            told |= set(NAME.findall(new["content"]))
            in_two |= set(NAME.findall(joined(new["content"])))
            shown.append(NUMBERED.sub("", old["content"]))
            kept.append(NUMBERED.sub("", new["content"]))
            continue
        if old["role"] == "assistant":
            used = set(NAME.findall(text_of(old))) & sent
            counts["names"] += len(used)
            counts["names lost"] += len(used - told - in_two)
            counts["names in two lines"] += len((used - told) & in_two)
            for quote in quotes(old):
                counts["edits"] += 1
                if any(quote in text for text in shown):
                    counts["quotes"] += 1
                    counts["quotes lost"] += not any(quote in text for text in kept)
        written = set(NAME.findall(text_of(old)))
        sent |= written
        told |= written
    return counts


def measured(messages: Messages, level: Level) -> dict[str, float]:
    start = time.perf_counter()
    result = conspectus.condense(messages, level=level)
    micros = (time.perf_counter() - start) * 1e6
    after = result.messages
    half = len(messages) // 2
    back = conspectus.expand(after).messages
    same = sum(GUTTER.sub("", a["content"] or "") == GUTTER.sub("", b["content"] or "") for a, b in zip(messages, back) if a["role"] == "tool")
    return {
        "before": conspectus.gemini_cli.estimate_tokens(messages).tokens,
        "after": conspectus.gemini_cli.estimate_tokens(after).tokens,
        "results": sum(message["role"] == "tool" for message in messages),
        "back": same,
        "changed": result.details.results,
        "stable": conspectus.condense(messages[:half], level=level).messages == after[:half],
        "micros": micros,
        "messages": len(messages),
        **harms(messages, after),
    }


# What is cleared is measured at these places of a session, by what the agent writes in so many
# messages after them.
PLACES = (0.25, 0.5, 0.75, 0.9)
AHEAD = 80
REASONS = {
    "changed_later": "the file was changed later]",
    "read_again": "it was read again later]",
    "repeated": "a later result is the same]",
    "written": "[Old argument cleared: ",
}
NEEDLESS = ("changed_later", "read_again", "repeated", "written")


def names_of(messages: Messages) -> set[str]:
    return {name for message in messages for name in NAME.findall(text_of(message))}


def places(messages: Messages) -> Iterator[tuple[Messages, Messages]]:
    """The list at each place, and what came next. It ends where an answer of the agent may follow."""
    for place in PLACES:
        cut = int(len(messages) * place)
        while 0 < cut < len(messages) and messages[cut]["role"] != "assistant":
            cut += 1
        head, ahead = messages[:cut], messages[cut : cut + AHEAD]
        if head and ahead:
            yield head, ahead


def lost_names(ahead: Messages, old: set[str], left: set[str]) -> tuple[int, set[str]]:
    """How many of the old names the agent wrote later before anybody else did, and those of them that are not left."""
    used: list[str] = []
    since: set[str] = set()
    for message in ahead:
        found = set(NAME.findall(text_of(message)))
        if message["role"] == "assistant":
            used += (found & old) - since
        since |= found
    return len(used), set(used) - left


def retired(messages: Messages, level: Level | None = None, classes: tuple[str, ...] | None = None) -> list[dict[str, float]]:
    """For each place: what went, and which names the agent wrote later that then stood nowhere before it wrote them. With a level, the list is
    condensed first."""
    rows = []
    for head, ahead in places(messages):
        before = conspectus.gemini_cli.estimate_tokens(head).tokens
        start = time.perf_counter()
        first = conspectus.condense(head, level=level).messages if level else head
        result = conspectus.clear_stale(first, classes=classes)
        row = {"micros": (time.perf_counter() - start) * 1e6, "messages": len(head), "names": 0, "names lost": 0}
        after = result.messages
        row["before"] = before
        row["after"] = conspectus.gemini_cli.estimate_tokens(after).tokens
        row["twice"] = conspectus.clear_stale(after, classes=classes).messages == after
        old, left = names_of(head), names_of([{**message, "content": joined(message.get("content") or "")} for message in after])
        row["names"], lost = lost_names(ahead, old, left)
        row["names lost"] = len(lost)
        gone = {reason: [NAME.findall(text_of(a)) for a, b in zip(head, after) if end in text_of(b) and a != b] for reason, end in REASONS.items()}
        for reason, texts in gone.items():
            row[reason] = len(texts)
            row[f"{reason} needed"] = sum(not lost.isdisjoint(text) for text in texts)
        rows.append(row)
    return rows


def print_retired(kinds: dict[str, list[Messages]]) -> bool:
    """The table of `clear_stale`. Whether a second run changed nothing anywhere."""
    reasons = " | ".join(f"{reason} (needed again)" for reason in NEEDLESS)
    print(f"\n| sessions | saved | {reasons} | later names lost | µs a message |\n| --- | --: | {'--: | ' * len(NEEDLESS)}--: | --: |")
    is_sound = True
    for kind, lists in kinds.items():
        rows = [row for messages in lists for row in retired(messages)]
        total = {name: sum(row[name] for row in rows) for name in rows[0]}
        is_sound &= total["twice"] == len(rows)
        counts = " | ".join(f"{total[reason]} ({total[f'{reason} needed']})" for reason in NEEDLESS)
        print(
            f"| {kind}: {len(rows)} places, {total['before'] / 1e6:.2f}M tokens | {1 - total['after'] / total['before']:.1%} | {counts} "
            f"| {total['names lost']} of {total['names']} | {total['micros'] / total['messages']:.0f} |",
            flush=True,
        )
    return is_sound


READS = ("changed_later", "read_again", "repeated")
TOGETHER: tuple[tuple[Level | None, tuple[str, ...] | None], ...] = (
    (None, READS),
    ("safe", READS),
    ("groups", READS),
    ("groups", None),
)


def print_together(kinds: dict[str, list[Messages]]) -> bool:
    """The table of both. Whether a second run changed nothing anywhere."""
    print("\n| sessions | condensed | cleared | saved | later names kept | µs a message |\n| --- | --- | --- | --: | --: | --: |")
    is_sound = True
    for kind, lists in kinds.items():
        for level, classes in TOGETHER:
            rows = [row for messages in lists for row in retired(messages, level, classes)]
            total = {name: sum(row[name] for row in rows) for name in rows[0]}
            is_sound &= total["twice"] == len(rows)
            what = "all" if classes is None else "results alone"
            print(
                f"| {kind} | {f'`{level}`' if level else '-'} | {what} | {1 - total['after'] / total['before']:.1%} "
                f"| {1 - total['names lost'] / total['names']:.1%} | {total['micros'] / total['messages']:.0f} |",
                flush=True,
            )
    return is_sound


def main() -> int:
    if not DATA.is_dir():
        print(f"skipped: no recorded sessions at {DATA}")
        return 0
    kinds = found()
    print("| sessions | level | saved | results changed | results that come back | later names lost (in two lines) | later quotes nowhere in full (of all edits) | prefix stable | µs a message |")
    print("| --- | --- | --: | --: | --: | --: | --: | --- | --: |")
    is_sound = True
    for kind, lists in kinds.items():
        for level in LEVELS:
            rows = [measured(messages, level) for messages in lists]
            total = {name: sum(row[name] for row in rows) for name in rows[0]}
            saved = 1 - total["after"] / total["before"]
            is_sound &= total["back"] == total["results"] and total["stable"] == len(rows)
            print(
                f"| {kind}: {len(rows)}, {total['before'] / 1e6:.2f}M tokens | `{level}` | {saved:.1%} (goal {GOALS[kind]:.0%}) | {total['changed']} of {total['results']} "
                f"| {total['back']} of {total['results']} | {total['names lost']} of {total['names']} ({total['names in two lines']}) | {total['quotes lost']} of {total['quotes']} (of {total['edits']}) "
                f"| {total['stable']} of {len(rows)} | {total['micros'] / total['messages']:.0f} |",
                flush=True,
            )
    is_sound &= print_retired(kinds)
    is_sound &= print_together(kinds)
    return 0 if is_sound else 1


if __name__ == "__main__":
    sys.exit(main())
