"""Measures what a memory without a model holds of what an agent needs next: `make bench-quality`.

A conversation is cut; the memory sees only what lies before the cut. `replay.py` has the cuts and what is looked for.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import random
import statistics
import sys
import time
from typing import Any, Callable, Iterable, Iterator

import contract
import replay
import sessions
from replay import Case, shown
from sessions import Message

import conspectus

DATA = pathlib.Path(__file__).resolve().parents[2].parent / "shared" / "data"
BUDGETS = (0.30, 0.15, 0.05)
CUTS = (0.4, 0.6, 0.8)
# A shorter past needs no compaction. In tokens of four chars; of support, a third of it.
LEAST_TOKENS = 3_000
FAMILIES = {
    "coding": ("claude-code", "pi-agent", "anthropic-messages", "codex", "swe-agent", "openhands"),
    "support": ("tau-bench",),
    "web pages": ("inspect-ai", "webvoyager"),
    "research": ("langchain",),
}
# A file of several conversations, which are drawn and parted one by one. Of support the first half of the tasks tunes.
BUNDLES = ("STITCHED", "tau-bench", "openhands-multi", "inspect-ai")
TASKS_TUNE = 15
SEED = 7
DRAWS = 400
# Notes of a run have so many times the tokens of a recorded summary: half of it takes the summary and its tags.
ROOMY = 3
CODING_ROWS = ("replay", "names and binding", "old text whole", "run", "phrases", "phrases as written", "references", "references, anchored", "names", "plain words", "effects", "error lines")
OTHER_ROWS = ("replay", "names and binding", "phrases", "phrases as written", "references", "references, anchored", "names", "plain words", "effects", "wrong bindings")

Scores = dict[tuple[str, float, str], dict[str, float]]
Policy = Callable[[Case, int], str]


def real(text: str) -> int:
    """In tokens of a real encoding."""
    return int(conspectus.count_tokens(text, tokenizer="o200k_base").tokens)


def fitting(text: str, budget: int, end: bool) -> str:
    """The beginning of a text that fits, or its end."""
    low, high = 0, min(len(text), budget * 8)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if real(text[-middle:] if end else text[:middle]) <= budget else (low, middle - 1)
        if high - low < 40:
            break
    return (text[-low:] if end else text[:low]) if low else ""


def ours(case: Case, budget: int) -> str:
    made = conspectus.summarize_extractive(sessions.chat(case.past), max_tokens=max(1, budget), preset="opencode", tokenizer="o200k_base")
    return made.text


def without_lists(case: Case, budget: int) -> str:
    return "\n".join(line for line in ours(case, budget).split("\n") if not replay.is_list(line))


def keep_last(case: Case, budget: int) -> str:
    return fitting("\n".join(case.shown), budget, end=True)


def chosen_lines(case: Case, budget: int, rank: Callable[[list[str]], Iterable[int]]) -> str:
    """Lines by their rank until the budget is full, in the order of the conversation."""
    lines = "\n".join(case.shown).split("\n")
    chosen, left = [], budget
    for number in rank(lines):
        size = real(lines[number]) + 1 if len(lines[number]) <= left * 8 else left + 1
        if size <= left:
            left -= size
            chosen.append(number)
        if left < 4:
            break
    return "\n".join(lines[number] for number in sorted(chosen))


def random_lines(case: Case, budget: int) -> str:
    def rank(lines: list[str]) -> list[int]:
        order = list(range(len(lines)))
        random.Random(SEED).shuffle(order)
        return order

    return chosen_lines(case, budget, rank)


def longest_lines(case: Case, budget: int) -> str:
    return chosen_lines(case, budget, lambda lines: sorted(range(len(lines)), key=lambda number: -len(lines[number])))


def masking(case: Case, budget: int) -> str:
    """The newest messages with results as a word; where there is room, the newest results are whole."""
    texts = ["[result left out]" if each["role"] == "tool" else text for each, text in zip(case.past, case.shown)]
    left = budget * 4 - sum(len(text) + 1 for text in texts)
    for number in range(len(texts) - 1, -1, -1):
        left -= len(case.shown[number]) - len(texts[number])
        if left < 0:
            break
        texts[number] = case.shown[number]
    return fitting("\n".join(texts), budget, end=True)


POLICIES: dict[str, Policy] = {
    "conspectus": ours,
    "without lists": without_lists,
    "masked results": masking,
    "random lines": random_lines,
    "longest lines": longest_lines,
    "keep last": keep_last,
}
FOREIGN = "of another session"


def of_lines(path: pathlib.Path) -> Iterator[list[Message]]:
    """The windows of a recorded session: a compaction ends one."""
    window: list[Any] = []
    for line in sessions.read(path):
        if line.get("isCompactSummary") or line.get("type") == "compaction":
            yield list(sessions.of_lines(window))
            window = []
        window.append(line)
    yield list(sessions.of_lines(window))


def windows(path: pathlib.Path) -> list[tuple[str, list[Message]]]:
    """Conversations, each with the session that it is part of."""
    if path.parent.name in ("claude-code", "pi-agent"):
        return [(path.name, piece) for window in of_lines(path) for piece in sessions.pieces(window)]
    found = sessions.conversations(path)
    is_bundle = path.name.startswith(BUNDLES)
    return [(f"{path.name}:{part}" if is_bundle else path.name, messages) for part, messages in enumerate(found)]


def family_of(path: pathlib.Path) -> str:
    return next((name for name, heads in FAMILIES.items() if path.parent.name in heads or path.name.startswith(heads)), "")


def cases(only: str | None = None) -> dict[str, list[tuple[int, Case]]]:
    """The cases of each family, or of one, each with the half that it is in."""
    found: dict[str, list[tuple[int, Case]]] = {}
    halves: dict[str, int] = {}
    for path in sorted(each for folder in DATA.iterdir() if folder.is_dir() for each in folder.iterdir() if each.suffix in (".json", ".jsonl", ".gz", ".traj")):
        family = family_of(path)
        if not family or only not in (None, family):
            continue
        for part, (session, messages) in enumerate(windows(path)):
            for cut in CUTS:
                index = int(len(messages) * cut)
                # Enough to tell without reading it through.
                if sum(len(shown(each)) for each in messages[:index]) < LEAST_TOKENS * 4 // (3 if family == "support" else 1):
                    continue
                case = Case(f"{path.name}:{part}:{cut}", session, messages[:index], messages[index:])
                if not case.needs and not any(case.wanted.values()):
                    continue
                half = int(part >= TASKS_TUNE) if family == "support" else halves.setdefault(session, sum(name != session for name in halves) % 2)
                found.setdefault(family, []).append((half, case))
    return found


def interval(values: dict[str, list[float]]) -> tuple[float, float, float]:
    """The mean over cases, and a 95 % interval by drawing whole sessions."""
    flat = [value for each in values.values() for value in each]
    names, draws, dice = sorted(values), [], random.Random(SEED)
    sums = {name: (sum(each), len(each)) for name, each in values.items()}
    for _ in range(DRAWS):
        drawn = [sums[dice.choice(names)] for _ in names]
        draws.append(sum(total for total, _ in drawn) / sum(count for _, count in drawn))
    draws.sort()
    return statistics.fmean(flat), draws[DRAWS // 40], draws[DRAWS - DRAWS // 40 - 1]


def measured(found: list[Case], policies: dict[str, Policy]) -> Scores:
    """Every measure of every policy for every case and budget."""
    scores: Scores = {}
    for share in BUDGETS:
        own: list[tuple[Case, str]] = []
        for case in found:
            budget = int(case.real * share)
            for name, policy in policies.items():
                start = time.perf_counter()
                text = policy(case, budget)
                spent = (time.perf_counter() - start) * 1_000
                score = case.score(text)
                size = max(1, real(text))
                lists = sum(real(line) for line in text.split("\n") if replay.is_list(line))
                scores[name, share, case.name] = {**score, "in lists": lists / size, "of the budget": size / budget, "ms": spent * 100_000 / case.real}
                if name == "conspectus":
                    own.append((case, text))
        # The memory of the session in front of it in the list, which often is of the same project.
        for number, (case, _) in enumerate(own):
            other = next((text for before, text in own[number - 1 :: -1] + own[::-1] if before.session != case.session), "")
            scores[FOREIGN, share, case.name] = case.score(fitting(other, int(case.real * share), end=False))
    return scores


def column(scores: Scores, found: list[Case], policy: str, share: float, row: str) -> dict[str, list[float]]:
    values: dict[str, list[float]] = {}
    for case in found:
        value = scores.get((policy, share, case.name), {}).get(row)
        if value is not None:
            values.setdefault(case.session, []).append(value)
    return values


def cell(scores: Scores, found: list[Case], policy: str, row: str, brackets: bool) -> str:
    cells = []
    for share in BUDGETS:
        values = column(scores, found, policy, share, row)
        if not values:
            return "-"
        mean, low, high = interval(values)
        cells.append(f"{mean * 100:.0f}" + (f" [{low * 100:.0f}-{high * 100:.0f}]" if brackets else ""))
    return " / ".join(cells)


def paired(scores: Scores, before: Scores, found: list[Case], row: str, policy: str = "conspectus", other: str = "conspectus") -> str:
    cells = []
    for share in BUDGETS:
        values: dict[str, list[float]] = {}
        for case in found:
            one, two = scores.get((policy, share, case.name), {}).get(row), before.get((other, share, case.name), {}).get(row)
            if one is not None and two is not None:
                values.setdefault(case.session, []).append(one - two)
        if not values:
            return "-"
        mean, low, high = interval(values)
        cells.append(f"{mean * 100:+.0f} [{low * 100:+.0f},{high * 100:+.0f}]")
    return ", ".join(cells)


def table(title: str, found: list[Case], scores: Scores, rows: tuple[str, ...], before: Scores) -> None:
    tokens = statistics.median(case.real for case in found)
    calls = sum(len(case.needs) for case in found)
    print(f"\n### {title}: {len(found)} cuts of {len({case.session for case in found})} sessions, {calls} calls, median {tokens:,.0f} tokens\n")
    names = [name for name in (*POLICIES, FOREIGN) if any(key[0] == name for key in scores)]
    print("| 30 / 15 / 5 % | " + " | ".join(names) + " | conspectus less random lines |" + (" less before |" if before else ""))
    print("| --- |" + " --- |" * (len(names) + 1 + bool(before)))
    for row in (*rows, "in lists", "of the budget", "ms"):
        cells = [cell(scores, found, name, row, name == "conspectus" and row != "ms") for name in names]
        if row == "ms":
            cells = [milliseconds(scores, found, name) for name in names]
        against = paired(scores, scores, found, row, "conspectus", "random lines") if row in rows else ""
        print(f"| {row} | " + " | ".join(cells) + f" | {against} |" + (f" {paired(scores, before, found, row) if row != 'ms' else ''} |" if before else ""))


def milliseconds(scores: Scores, found: list[Case], policy: str) -> str:
    """The median time of 100,000 tokens."""
    values = [[value for each in column(scores, found, policy, share, "ms").values() for value in each] for share in BUDGETS]
    return " / ".join(f"{statistics.median(each):.0f}" if each else "-" for each in values)


def halves(title: str, found: list[tuple[int, Case]], scores: Scores, before: Scores) -> None:
    """The same on each half, so that what was fitted on one is shown on the other."""
    print(f"\n### {title}: each half alone, `conspectus`\n")
    print("| 30 / 15 / 5 % | first half | second half |" + (" first less before | second less before |" if before else ""))
    print("| --- | --- | --- |" + " --- | --- |" * bool(before))
    parts = [[case for half, case in found if half == number] for number in (0, 1)]
    for row in ("replay", "names and binding", "old text whole", "phrases", "references"):
        cells = [cell(scores, part, "conspectus", row, True) for part in parts]
        cells += [paired(scores, before, part, row) for part in parts] if before else []
        print(f"| {row} | " + " | ".join(cells) + " |")


def compacted(case: Case, budget: int, summary: str | None) -> str:
    """The notes of a run over all messages, written by a model or without one. Of a model's the records stand beside it."""
    compactor: Any = conspectus.Compactor(
        context_window=budget * 40 + 40_000,
        max_summary_tokens=max(1, budget),
        summarize="extractive" if summary is None else lambda request: summary,
        keep={"messages": 1},
        dialect="openai_chat",
        tokenizer=real,
    )
    result = compactor.compact([*sessions.chat(case.past), {"role": "user", "content": "Go on."}], force=True)
    by = "extractive" if summary is None else "model"
    assert result.status == "summarized" and result.summary_by == by, (result.status, result.reason)
    return contract.text_of(next(each for each in result.messages if contract.text_of(each).startswith("[summary ")))


def beside_models() -> None:
    """The summaries that models wrote in recorded sessions, our memory of the same messages at the same size, and both in one run."""
    rows = ("replay", "names and binding", "phrases", "references", "error lines")
    print("\n### Beside summaries that models wrote, each at its own size\n")
    print("| session | tokens |" + "".join(f" {row}: the model's, ours |" for row in rows) + "\n| --- | --- |" + " --- |" * len(rows))
    every: dict[str, list[tuple[float, float]]] = {row: [] for row in rows}
    together: list[tuple[str, int, list[float]]] = []
    for path in sorted(path for folder in ("claude-code", "pi-agent") for path in (DATA / folder).iterdir()):
        for past, stays, summary, future in sessions.summaries(path):
            case = Case(path.name, path.name, past, future, stays)
            if not case.needs and not any(case.wanted.values()):
                continue
            size = real(summary)
            theirs, own = case.score(summary), case.score(ours(case, size))
            for row in own.keys() & every.keys():
                every[row].append((theirs[row], own[row]))
            cells = [f"{theirs[row] * 100:.0f}, {own[row] * 100:.0f}" if row in own else "-" for row in rows]
            print(f"| {path.name.split('.')[0]} | {size:,} | " + " | ".join(cells) + " |")
            if "replay" in theirs:
                room = ROOMY * size
                runs = [case.score(compacted(case, room, written))["replay"] for written in (None, summary)]
                together.append((path.name.split(".")[0], room, [theirs["replay"], *runs]))
    means = [", ".join(f"{statistics.fmean(side) * 100:.0f}" for side in zip(*pairs)) or "-" for pairs in every.values()]
    print("| mean | | " + " | ".join(means) + " |")
    print("\n### Half the room each: replay sufficiency of the notes of a run in three times the room of the model's summary\n")
    print("| session | tokens | the model's summary | notes without a model | half and half |\n| --- | --- | --- | --- | --- |")
    for name, size, scores in together:
        print(f"| {name} | {size:,} | " + " | ".join(f"{score * 100:.0f}" for score in scores) + " |")
    sides = list(zip(*(scores for _, _, scores in together)))
    print("| mean | | " + " | ".join(f"{statistics.fmean(side) * 100:.0f}" for side in sides) + " |")
    for title, other in (("the model's summary", sides[0]), ("notes without a model", sides[1])):
        pairs = {str(number): [half - alone] for number, (half, alone) in enumerate(zip(sides[2], other))}
        middle, low, high = interval(pairs)
        print(f"\nHalf and half less {title}: {middle * 100:+.0f} [{low * 100:+.0f}, {high * 100:+.0f}].")


def saved(path: pathlib.Path) -> Scores:
    return {(policy, share, case): score for policy, share, case, score in json.loads(path.read_text(encoding="utf-8"))}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", choices=[*POLICIES], help="one policy")
    parser.add_argument("--family", action="append", choices=[*FAMILIES], help="one family of sessions")
    parser.add_argument("--save", type=pathlib.Path, help="a file for the scores of every case")
    parser.add_argument("--before", type=pathlib.Path, help="such a file: paired differences to it are shown")
    parser.add_argument("--short", action="store_true", help="no rounds, and no summaries of models")
    arguments = parser.parse_args()
    if not DATA.is_dir():
        print(f"skipped: no recorded sessions at {DATA}")
        return 0
    before = saved(arguments.before) if arguments.before else {}
    policies = {name: POLICIES[name] for name in arguments.only or POLICIES}
    every: Scores = {}
    families = {name: found for name, found in cases().items() if name in (arguments.family or FAMILIES)}
    for name, found in families.items():
        every |= measured([case for _, case in found], policies)
        table(name, [case for _, case in found], every, CODING_ROWS if name == "coding" else OTHER_ROWS, before)
        if name in ("coding", "support"):
            halves(name, found, every, before)
    if arguments.save:
        arguments.save.write_text(json.dumps([[*key, score] for key, score in every.items()]), encoding="utf-8")
    if not arguments.short and "coding" in families:
        coding = [case for _, case in families["coding"]]
        contract.classes("Coding sessions", coding, ours)
        longest = list({case.session: case for case in coding}.values())
        contract.rounds("Coding sessions", longest, True)
        contract.rounds("Coding sessions", longest, False)
        beside_models()
    return 0


if __name__ == "__main__":
    sys.exit(main())
