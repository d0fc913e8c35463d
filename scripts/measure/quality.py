"""Measures what a summary without a model keeps: `make bench-quality`.

A conversation is cut; the memory sees only what lies before the cut. What the agent uses behind it, in 80 messages, without having seen it
again by then, is what had to be remembered. See docs/evidence/quality.md for the method and its limits.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import random
import re
import statistics
import sys
import time
from typing import Any, Callable

import contract
import sessions
from sessions import Message

import conspectus

DATA = pathlib.Path(__file__).resolve().parents[2].parent / "shared" / "data"
BUDGETS = (0.50, 0.30, 0.15, 0.05)
# Behind the cut.
FUTURE = 80
CUTS = (0.4, 0.6, 0.8)
# A shorter past needs no compaction. In tokens of four chars.
LEAST_TOKENS = 3_000
CODING = ("claude-code", "pi-agent", "anthropic-messages", "codex")
OTHER = ("openai-chat", "langchain", "swe-agent", "openhands")
CLASSES = ("references", "names", "plain words")

WORD = re.compile(r"[^\W\d_]{2,}")
GUTTER = re.compile(r"(?m)^\s*\d+\s*[\t→|]")
ATOM = re.compile(
    r"https?://[^\s\"'<>)\]}\\,]+"  # addresses
    r"|[\w-]+(?:\.[A-Za-z]\w{0,5})+\b"  # file names, dotted names
    r"|\d+(?:[.:,/-]\d+)+"  # dates, times, versions
    r"|\w*(?:[a-z][A-Z]|_|[A-Za-z]\d)\w*"  # names of code, ids
    r"|\b\d{3,}\b"  # numbers
    r"|\b[A-Z][a-z]{3,}\b"  # proper names, where they stand inside a sentence
    r"|\b[a-z]{5,}\b"  # plain words
)


def size(text: str) -> int:
    """In tokens of four chars."""
    return (len(text) + 3) // 4


def shown(message: Message) -> str:
    calls = [f"{call['name']}({json.dumps(call['args'], ensure_ascii=False)})" for call in message["calls"]]
    return "\n".join(filter(None, [message["text"], *calls]))


def used(message: Message) -> str:
    """What the agent says and calls with, without JSON's own marks."""
    def leaves(value: Any) -> list[str]:
        if isinstance(value, dict):
            return [leaf for inner in value.values() for leaf in leaves(inner)]
        if isinstance(value, list):
            return [leaf for inner in value for leaf in leaves(inner)]
        return [value if isinstance(value, str) else str(value)]

    return "\n".join([message["text"], *(leaf for call in message["calls"] for leaf in leaves(call["args"]))])


def kind_of(atom: str) -> str:
    if re.fullmatch(r"[a-z]{5,}", atom):
        return "plain words"
    return "names" if re.fullmatch(r"[A-Z][a-z]{3,}", atom) else "references"


def atoms(text: str) -> set[str]:
    return {found.strip("-_.") for found in ATOM.findall(text)} - {""}


class Case:
    """A past, and what of it is used behind the cut."""

    def __init__(self, name: str, past: list[Message], future: list[Message], stays: list[Message] | None = None) -> None:
        self.name, self.past = name, past
        self.text = GUTTER.sub("", "\n".join(used(each) if each["role"] == "assistant" else each["text"] for each in past))
        self.tokens = sum(size(shown(each)) for each in past)
        known, lines = atoms(self.text), self.text.split("\n")
        self.lines: dict[str, list[set[str]]] = {}
        where: dict[str, list[int]] = {}
        for number, line in enumerate(lines):
            for atom in atoms(line):
                where.setdefault(atom, []).append(number)
        # What stays in the conversation needs no summary either.
        seen = {atom for each in stays or () for atom in atoms(shown(each))}
        wanted: dict[str, set[str]] = {kind: set() for kind in CLASSES}
        for each in future:
            found = atoms(used(each) if each["role"] == "assistant" else each["text"])
            if each["role"] == "assistant":
                for atom in (found & known) - seen:
                    kind = kind_of(atom)
                    if kind == "plain words" and len(where.get(atom, ())) > 2:
                        continue
                    if kind == "names" and atom.lower() in known:
                        continue
                    wanted[kind].add(atom)
            # What was said or shown again needs no summary.
            seen |= found
        self.wanted = {kind: sorted(wanted[kind]) for kind in CLASSES}
        for atom in (atom for kind in CLASSES for atom in self.wanted[kind]):
            self.lines[atom] = [set(WORD.findall(lines[number])) - {atom} for number in where.get(atom, ())[:200]]

    def score(self, memory: str) -> dict[str, tuple[float, float]]:
        """Of each class the share that is present, and the share that stands beside two words of its line."""
        places: dict[str, list[set[str]]] = {}
        for line in memory.split("\n"):
            words = None
            for atom in atoms(line):
                if atom in self.lines:
                    words = words or set(WORD.findall(line))
                    places.setdefault(atom, []).append(words)
        result = {}
        for kind, wanted in self.wanted.items():
            if wanted:
                present = sum(atom in places for atom in wanted)
                anchored = sum(
                    any(len(here & there) >= min(2, len(there)) for here in places.get(atom, ()) for there in self.lines[atom]) for atom in wanted
                )
                result[kind] = (present / len(wanted), anchored / len(wanted))
        return result


Policy = Callable[[Case, int], str]


def ours(case: Case, budget: int) -> str:
    made = conspectus.summarize_extractive(sessions.chat(case.past), max_tokens=max(1, budget), preset="opencode")
    return made.text


def keep_last(case: Case, budget: int) -> str:
    return "\n".join(shown(each) for each in case.past)[-budget * 4 :]


def random_lines(case: Case, budget: int) -> str:
    """Lines in random order until the budget is full, in the order of the conversation; the seed is the budget."""
    lines = "\n".join(shown(each) for each in case.past).split("\n")
    order = list(range(len(lines)))
    random.Random(budget).shuffle(order)
    chosen, left = [], budget * 4
    for number in order:
        if len(lines[number]) + 1 <= left:
            left -= len(lines[number]) + 1
            chosen.append(number)
    return "\n".join(lines[number] for number in sorted(chosen))


def masking(case: Case, budget: int) -> str:
    """The newest messages, the results of all but the last five as a word, as many as fit."""
    results = [number for number, each in enumerate(case.past) if each["role"] == "tool"]
    hidden = set(results[:-5])
    return "\n".join("[result left out]" if number in hidden else shown(each) for number, each in enumerate(case.past))[-budget * 4 :]


POLICIES: dict[str, Policy] = {"keep last": keep_last, "random lines": random_lines, "masked results": masking, "conspectus": ours}


def cases(folders: tuple[str, ...], parity: int) -> list[Case]:
    files = sorted(path for folder in folders for path in (DATA / folder).iterdir() if path.suffix in (".json", ".jsonl", ".gz", ".traj"))
    found = []
    for number, path in enumerate(files):
        if number % 2 != parity:
            continue
        for part, messages in enumerate(sessions.conversations(path)):
            for cut in CUTS:
                index = int(len(messages) * cut)
                # The least past of short conversations is less: half of it.
                case = Case(f"{path.name}:{part}", messages[:index], messages[index : index + FUTURE])
                least = LEAST_TOKENS if "tau-bench" not in path.name else LEAST_TOKENS // 3
                if case.tokens >= least and any(case.wanted.values()):
                    found.append(case)
    return found


def interval(values: dict[str, list[float]]) -> tuple[float, float, float]:
    """The mean over cases, and a 95 % interval by drawing whole conversations."""
    flat = [value for each in values.values() for value in each]
    names, draws, dice = sorted(values), [], random.Random(7)
    for _ in range(400):
        drawn = [value for _ in names for value in values[dice.choice(names)]]
        draws.append(statistics.fmean(drawn))
    draws.sort()
    return statistics.fmean(flat), draws[10], draws[389]


def table(found: list[Case], title: str, policies: dict[str, Policy]) -> None:
    tokens = statistics.median(case.tokens for case in found)
    print(f"\n### {title}: {len(found)} cases of {len({case.name for case in found})} conversations, median {tokens:,.0f} tokens\n")
    print("| what | policy | " + " | ".join(f"{budget:.0%}" for budget in BUDGETS) + " | budget used | ms |")
    print("| --- | --- |" + " --- |" * (len(BUDGETS) + 2))
    every: dict[str, dict[tuple[str, float], tuple[dict[str, list[float]], dict[str, list[float]]]]] = {}
    for name, policy in policies.items():
        scores = every.setdefault(name, {})
        filled, times = [], []
        for case in found:
            for share in BUDGETS:
                budget = int(case.tokens * share)
                start = time.perf_counter()
                memory = policy(case, budget)
                times.append((time.perf_counter() - start) * 1_000)
                filled.append(size(memory) / max(1, budget))
                for kind, (present, anchored) in case.score(memory[: budget * 4]).items():
                    slot = scores.setdefault((kind, share), ({}, {}))
                    slot[0].setdefault(case.name, []).append(present)
                    slot[1].setdefault(case.name, []).append(anchored)
        for kind in CLASSES:
            cells = []
            for share in BUDGETS:
                if (kind, share) not in scores:
                    cells.append("-")
                    continue
                mean, low, high = interval(scores[kind, share][0])
                cells.append(f"{mean * 100:.0f} [{low * 100:.0f}-{high * 100:.0f}] ({interval(scores[kind, share][1])[0] * 100:.0f})")
            print(f"| {kind} | {name} | " + " | ".join(cells) + f" | {statistics.median(filled):.0%} | {statistics.median(times):.1f} |")
    if "random lines" not in every or "conspectus" not in every:
        return
    for kind in CLASSES:
        cells = []
        for share in BUDGETS:
            if (kind, share) not in every["conspectus"]:
                cells.append("-")
                continue
            own, drawn = (every[name][kind, share][0] for name in ("conspectus", "random lines"))
            mean, low, high = interval({name: [one - other for one, other in zip(own[name], drawn[name])] for name in own})
            cells.append(f"{mean * 100:+.0f} [{low * 100:+.0f} to {high * 100:+.0f}]")
        print(f"| {kind} | conspectus, above random lines | " + " | ".join(cells) + " | | |")


def through(found: list[Case]) -> None:
    """The same summary through a `Compactor` as by `summarize_extractive`: how much of what is wanted either keeps at the same size."""
    print("\n### Through the `Compactor`, beside the engine alone at the same size\n")
    print("| what | engine | compactor |\n| --- | --- | --- |")
    sums: dict[str, tuple[list[float], list[float]]] = {kind: ([], []) for kind in CLASSES}
    for case in found:
        past = sessions.chat(case.past)
        options: Any = {"dialect": "openai_chat", "tokenizer": sessions.quarter}
        result = conspectus.Compactor(context_window=max(4_000, case.tokens // 2), **options).compact(past, force=True)
        if result.status != "summarized":
            continue
        kept = "\n".join(map(contract.text_of, result.messages))
        alone = case.score(ours(case, size(kept)))
        for kind, (present, _) in case.score(kept).items():
            sums[kind][0].append(alone[kind][0])
            sums[kind][1].append(present)
    for kind, (alone, whole) in sums.items():
        print(f"| {kind} | {statistics.fmean(alone) * 100:.0f} % | {statistics.fmean(whole) * 100:.0f} % |")


def beside_models() -> None:
    """The summaries that models wrote in recorded sessions, and our summary of the same messages at the same size."""
    found: list[tuple[Case, str]] = []
    for path in sorted(path for folder in ("claude-code", "pi-agent") for path in (DATA / folder).iterdir()):
        for past, stays, summary, future in sessions.summaries(path):
            case = Case(path.name, past, future[:FUTURE], stays)
            if any(case.wanted.values()):
                found.append((case, summary))
    print(f"\n### Beside {len(found)} summaries that models wrote, each at its own size\n")
    print("| what | the model's | ours |\n| --- | --- | --- |")
    for kind in CLASSES:
        pairs = [(case.score(summary), case.score(ours(case, size(summary)))) for case, summary in found]
        theirs, own = ([score[kind][0] for score in scores if kind in score] for scores in zip(*pairs))
        print(f"| {kind} | {statistics.fmean(theirs) * 100:.0f} % | {statistics.fmean(own) * 100:.0f} % |")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tune", action="store_true", help="the odd files, for tuning; without it the even files, for reporting")
    parser.add_argument("--only", choices=[*POLICIES], action="append", help="one policy")
    arguments = parser.parse_args()
    if not DATA.is_dir():
        print(f"skipped: no recorded sessions at {DATA}")
        return 0
    policies = {name: POLICIES[name] for name in arguments.only or POLICIES}
    parity = 0 if arguments.tune else 1
    coding = cases(CODING, parity)
    other = cases(OTHER, parity)
    table(coding, "Coding sessions", policies)
    table(other, "Other domains", policies)
    contract.classes("Coding sessions", coding, ours)
    contract.classes("Other domains", other, ours)
    longest = list({case.name: case for case in coding}.values())
    contract.rounds("Coding sessions", longest, True)
    contract.rounds("Coding sessions", longest, False)
    through(coding)
    beside_models()
    return 0


if __name__ == "__main__":
    sys.exit(main())
