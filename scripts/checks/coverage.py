"""Checks the conformance cases against the tables of `docs/presets`: every numbered statement has a case, or the reason why it does not apply.

`--write` fills the table's column of cases. Fails on two cases of one area with the same name, on a case that expects nothing or has a
misspelled key, on a statement that has neither case nor reason, on a case for a statement that is not in the table, and on a table that is
not up to date.
"""

from __future__ import annotations

import collections
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLES = [path for path in sorted((ROOT / "docs" / "presets").glob("*.md")) if path.name != "README.md"]
ROW = re.compile(r"^\| ([A-Z]-[0-9]+) \| (.*?) \| (.*?) \| (.*?) ?\|$")
# Cases shown in a row; the rest are counted.
SHOWN = 4
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


def shown(names: list[str]) -> str:
    text = ", ".join(f"`{name}`" for name in names[:SHOWN])
    return text + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")


def main() -> int:
    areas, statements, problems = read_cases()
    rows: set[str] = set()
    reasons = shown_rows = 0
    stale = []
    for table in TABLES:
        lines = []
        for line in table.read_text(encoding="utf-8").splitlines():
            found = ROW.match(line)
            if found:
                number, what, _, reason = found.groups()
                if number in rows:
                    problems.append(f"{number} stands twice in the tables")
                rows.add(number)
                names = statements.get(number, [])
                not_here = reason.startswith(NOT_HERE)
                reasons += not_here
                shown_rows += bool(names)
                if not_here and names:
                    problems.append(f"{number} is said not to apply and has a case")
                if not names and not not_here:
                    problems.append(f"{number} has neither a case nor the reason why it does not apply ({what})")
                line = f"| {number} | {what} | {shown(names)} | {reason} |"
            lines.append(line)
        text = "\n".join(lines) + "\n"
        if text != table.read_text(encoding="utf-8"):
            stale.append(table.name)
            if "--write" in sys.argv[1:]:
                table.write_text(text, encoding="utf-8")
    problems += [f"{number} is not in the table" for number in sorted(statements) if number not in rows and not OTHER.match(number)]
    if "--write" not in sys.argv[1:]:
        problems += [f"{name} is not up to date: run scripts/checks/coverage.py --write" for name in stale]
    for area, count in sorted(areas.items()):
        print(f"{area:14}{count:5} cases")
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"coverage: {sum(areas.values())} cases; {len(rows)} statements: {shown_rows} shown by cases, {reasons} that do not apply")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
