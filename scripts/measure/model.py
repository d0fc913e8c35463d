"""Asks a small language model what a memory is worth: `make bench-model`, opt-in.

A conversation is cut. The model reads a memory of what lies before the cut, the newest of it as it stands, and then what really came. Of what the agent said and called, it
tells how many bits each token costs. The less, the more the memory said of it. What tools and users said is read too, and not counted. Every
memory has the same size in the model's own tokens. Beside the bits stands replay sufficiency (`replay.py`) of the same texts.

*Hard* tokens are those of names, paths, ids and numbers that the past held and that nothing since the cut has shown. The memory of another
session is the floor: what it wins is style. Signs of differences are to be trusted over many sessions, not numbers, and no single case.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import pathlib
import random
import statistics
import sys
import time
from typing import Any

try:
    import small_model
except ImportError:
    print("skipped: numpy is not installed here; `make bench-model` installs it")
    sys.exit(0)
import quality
import replay

SIZE = 1_500
# Of what came: so many tokens are counted at most, so many of one other message are read, and so many of all.
COUNTED, OTHERS, READ = 200, 60, 420
# The newest of the past stands behind every memory, and behind none: so what a memory wins is not the agent's way of speaking.
NEWEST = 300
SHARE = 0.6
NONE = "none"
POLICIES: dict[str, quality.Policy] = {name: quality.POLICIES[name] for name in ("conspectus", "masked results", "random lines", "keep last")}
FOREIGN = {"conspectus of another session": "conspectus", "masked results of another session": "masked results"}
NAMES = (*POLICIES, *FOREIGN)

Row = dict[str, float]
MODEL: small_model.SmallModel | None = None


def model() -> small_model.SmallModel:
    assert MODEL is not None
    return MODEL


def filled(policy: str, case: replay.Case, size: int) -> str:
    """A memory of a size in the model's tokens."""
    budget, text = size, ""
    for _ in range(5):
        text = POLICIES[policy](case, budget)
        count = len(model().tokens(text))
        if size * 0.95 <= count <= size or not count:
            break
        budget = max(1, int(budget * size / count))
    tokens = model().tokens(text)
    # What is newest stands at the end of these two.
    return text if len(tokens) <= size else model().text(tokens[-size:] if policy in ("masked results", "keep last") else tokens[:size])


def what_came(case: replay.Case) -> tuple[list[int], list[int], list[int]]:
    """The tokens of what came, and of them the places that count and those that are hard."""
    newest = model().tokens("\n".join(case.shown[-20:]))[-NEWEST:]
    known, seen = replay.atoms(case.text), replay.atoms(model().text(newest))
    tokens = [*newest]
    counted: list[int] = []
    hard: list[int] = []
    for each in case.future:
        text = replay.shown(each)
        if not text:
            continue
        own = each["role"] == "assistant"
        found = model().tokens(f"\n{'A' if own else 'U' if each['role'] == 'user' else 'T'}: {text}")
        found = found[: COUNTED - len(counted) if own else OTHERS]
        if own:
            written = model().text(found)
            ends = 0
            spans = [(len(written[: match.start()].encode()), len(written[: match.end()].encode()), match.group()) for match in replay.ATOM.finditer(written)]
            new = [(start, end) for start, end, atom in spans if atom in known and atom not in seen and replay.kind_of(atom) != "plain words"]
            for place, token in enumerate(found):
                start, ends = ends, ends + len(model().pieces[token])
                counted.append(len(tokens) + place)
                if any(start < end and ends > begin for begin, end in new):
                    hard.append(len(tokens) + place)
        seen |= replay.atoms(text)
        tokens += found
        if len(counted) >= COUNTED or len(tokens) - len(newest) >= READ:
            break
    return tokens, counted, hard


def judged(job: tuple[str, str, str, Any]) -> tuple[str, str, Row]:
    """The bits of one memory in front of one future."""
    policy, name, memory, (tokens, counted, hard) = job
    before = [model().begin, *model().tokens(memory)]
    bits = model().bits(before + tokens, len(before))
    return policy, name, {"all": statistics.fmean(bits[place] for place in counted), "hard": statistics.fmean(bits[place] for place in hard) if hard else float("nan")}


def chosen(most: int | None) -> list[replay.Case]:
    """One cut of each session: that in the middle, of those that need something."""
    found: dict[str, list[replay.Case]] = {}
    for _, case in quality.cases("coding")["coding"]:
        if case.needs:
            found.setdefault(case.session, []).append(case)
    cases = [min(each, key=lambda case: abs(float(case.name.rsplit(":", 1)[1]) - SHARE)) for each in found.values()]
    return cases if most is None else cases[:: max(1, -(-len(cases) // most))]


def interval(values: list[float]) -> str:
    values = [value for value in values if value == value]
    if not values:
        return "-"
    dice = random.Random(quality.SEED)
    draws = sorted(statistics.fmean(dice.choices(values, k=len(values))) for _ in range(quality.DRAWS))
    return f"{statistics.fmean(values):+.3f} [{draws[quality.DRAWS // 40]:+.3f}, {draws[-quality.DRAWS // 40 - 1]:+.3f}]"


def table(cases: list[replay.Case], rows: dict[tuple[str, str], Row]) -> None:
    print("| memory | bits less none, all tokens | hard tokens | all, conspectus less it | hard, conspectus less it | replay sufficiency, % |\n| --- |" + " --- |" * 5)
    for policy in NAMES:
        less = [[rows[policy, case.name][kind] - rows[NONE, case.name][kind] for case in cases] for kind in ("all", "hard")]
        against = [[rows["conspectus", case.name][kind] - rows[policy, case.name][kind] for case in cases] for kind in ("all", "hard")]
        own = "" if policy == "conspectus" else " | ".join(map(interval, against))
        print(f"| {policy} | {' | '.join(map(interval, less))} | {own or ' | '} | {statistics.fmean(rows[policy, case.name]['replay'] for case in cases) * 100:.0f} |")


def parted(cases: list[replay.Case], rows: dict[tuple[str, str], Row], other: str) -> list[tuple[float, str, float, float]]:
    """Where the model and replay sufficiency do not agree which of two memories is better, the plainest first."""
    found = []
    for case in cases:
        bits = rows[other, case.name]["all"] - rows["conspectus", case.name]["all"]
        holds = rows["conspectus", case.name]["replay"] - rows[other, case.name]["replay"]
        if bits * holds < 0:
            found.append((abs(bits) * abs(holds), case.name, bits, holds))
    return sorted(found, reverse=True)


def main() -> int:
    global MODEL
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, help="at most so many sessions")
    parser.add_argument("--size", type=int, default=SIZE, help="of a memory, in the model's tokens")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--save", type=pathlib.Path, help="a file for the rows of every session")
    parser.add_argument("--before", type=pathlib.Path, help="such a file: what changed since is told by both measures")
    parser.add_argument("--texts", type=pathlib.Path, help="a folder for the memories on which the two measures part")
    arguments = parser.parse_args()
    path = small_model.weights()
    if path is None or not quality.DATA.is_dir():
        print("skipped: the weights are not installed here; `make bench-model` installs them" if path is None else f"skipped: no recorded sessions at {quality.DATA}")
        return 0
    started = time.monotonic()
    MODEL = small_model.SmallModel(path)
    cases = chosen(arguments.sessions)
    texts = {(policy, case.name): filled(policy, case, arguments.size) for policy in POLICIES for case in cases}
    for number, case in enumerate(cases):
        for foreign, policy in FOREIGN.items():
            texts[foreign, case.name] = texts[policy, cases[number - 1].name]
        texts[NONE, case.name] = ""
    came = {case.name: what_came(case) for case in cases}
    cases = [case for case in cases if came[case.name][1]]
    rows: dict[tuple[str, str], Row] = {}
    # The children share the weights of this process.
    with multiprocessing.get_context("fork").Pool(arguments.jobs) as pool:
        jobs = [(policy, case.name, texts[policy, case.name], came[case.name]) for case in cases for policy in (NONE, *NAMES)]
        for policy, name, row in pool.imap_unordered(judged, jobs):
            rows[policy, name] = row
    for case in cases:
        for policy in NAMES:
            rows[policy, case.name]["replay"] = case.score(texts[policy, case.name])["replay"]
    tokens = sum(len(came[case.name][1]) for case in cases)
    print(f"\n### {len(cases)} sessions, memories of {arguments.size:,} tokens, {tokens:,} tokens counted, {sum(len(came[case.name][2]) for case in cases):,} of them hard; {time.monotonic() - started:,.0f} s\n")
    table(cases, rows)
    for other in ("masked results", "random lines"):
        found = parted(cases, rows, other)
        print(f"\nconspectus beside {other}: the two measures part in {len(found)} of {len(cases)} sessions")
        for _, name, bits, holds in found[:3]:
            print(f"- {name}: by the model conspectus is better by {bits:+.3f} bits, by replay sufficiency by {holds * 100:+.0f} points")
            if arguments.texts:
                arguments.texts.mkdir(parents=True, exist_ok=True)
                for policy in ("conspectus", other):
                    (arguments.texts / f"{name}.{policy}.txt".replace(":", "-").replace(" ", "-")).write_text(texts[policy, name], encoding="utf-8")
                (arguments.texts / f"{name}.came.txt".replace(":", "-")).write_text(model().text(came[name][0]), encoding="utf-8")
    if arguments.before:
        before = {(policy, name): row for policy, name, row in json.loads(arguments.before.read_text(encoding="utf-8"))}
        both = [case.name for case in cases if ("conspectus", case.name) in before]
        changes = {kind: [rows["conspectus", name][kind] - before["conspectus", name][kind] for name in both] for kind in ("all", "hard", "replay")}
        print("\nchanged since: " + "; ".join(f"{kind} {interval(values)}" for kind, values in changes.items()))
        moved = [(bits, holds) for bits, holds in zip(changes["all"], changes["replay"]) if bits and holds]
        print(f"both moved in {len(moved)} sessions, and agreed in {sum(bits * holds < 0 for bits, holds in moved)}")
    if arguments.save:
        arguments.save.write_text(json.dumps([[*key, row] for key, row in rows.items()]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
