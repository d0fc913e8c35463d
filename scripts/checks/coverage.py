"""Checks the conformance cases against `tests/vectors/statements.tsv`: every statement has a case, or the reason why it does not apply.

`--cases G-31` prints the cases of a statement. Fails on two cases of one area with the same name, on a case that expects nothing or has a
misspelled key, on a statement that has neither case nor reason, and on a case for a statement that is not in the table.
"""

from __future__ import annotations

import collections
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = ROOT / "tests" / "vectors" / "statements.tsv"
# What the cases may prove beside numbered statements: reports of users, told in the case's
# description.
OTHER = re.compile(r"^P-?[0-9]+$")
# How a reason begins that stands for a case; other texts in its column tell where we do otherwise.
NOT_HERE = "Does not apply: "

# What a case may hold, as tests/vectors/README.md tells. A runner would not look at any other key.
EXPECTS = {"expect", "expect_messages", "expect_same", "error"}
KEYS = EXPECTS | {"name", "description", "statements", "call", "messages", "options", "vocabulary"}
KEYS |= {"turn", "summary", "failure", "answers", "cancel", "current", "store", "cancel_store", "files", "before"}
KEYS |= {"before_compact", "view", "first", "refused", "load", "reload", "steps", "plan"}


def flaws(case: dict[str, object]) -> list[str]:
    """Why a case could not fail."""
    found = [f"unknown key {key}" for key in sorted(set(case) - KEYS)]
    return found if EXPECTS & set(case) else [*found, "it expects nothing"]


def read_cases() -> tuple[collections.Counter[str], dict[str, list[str]], list[str]]:
    """Cases by area, names by statement, and what is wrong with the cases."""
    areas: collections.Counter[str] = collections.Counter()
    statements: dict[str, list[str]] = collections.defaultdict(list)
    known: set[tuple[str, str]] = set()
    wrong = []
    for path in sorted((ROOT / "tests" / "vectors").rglob("*.json")):
        vectors = json.loads(path.read_text(encoding="utf-8"))
        for case in vectors["cases"]:
            areas[vectors["area"]] += 1
            key = (vectors["area"], case["name"])
            if key in known:
                wrong.append(f"two cases of the same name in {key[0]}: {key[1]}")
            wrong += [f"{key[0]}: {key[1]}: {flaw}" for flaw in flaws(case)]
            known.add(key)
            for statement in case.get("statements", []):
                statements[statement].append(case["name"])
    return areas, statements, wrong


def main(arguments: list[str]) -> int:
    areas, statements, problems = read_cases()
    if arguments[:1] == ["--cases"]:
        print(*statements.get(arguments[1], []), sep="\n")
        return 0
    rows: dict[str, bool] = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        number, what, reason = [*line.split("\t"), "", ""][:3]
        if number in rows:
            problems.append(f"{number} is twice in the table")
        rows[number] = reason.startswith(NOT_HERE)
        if rows[number] and number in statements:
            problems.append(f"{number} is said not to apply and has a case")
        if not rows[number] and number not in statements:
            problems.append(f"{number} has neither a case nor the reason why it does not apply ({what})")
    problems += [f"{number} is not in the table" for number in sorted(statements) if number not in rows and not OTHER.match(number)]
    for area, count in sorted(areas.items()):
        print(f"{area:14}{count:5} cases")
    for problem in problems:
        print(problem, file=sys.stderr)
    proved = sum(number in statements for number in rows)
    print(f"coverage: {sum(areas.values())} cases; {len(rows)} statements: {proved} shown by cases, {sum(rows.values())} that do not apply")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
