"""Lists which numbered statements of the reference systems the vectors prove, and how many cases each area has."""

import collections
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent / "tests" / "vectors"

areas: collections.Counter[str] = collections.Counter()
statements: dict[str, list[str]] = collections.defaultdict(list)
names: set[str] = set()
for path in sorted(ROOT.rglob("*.json")):
    vectors = json.loads(path.read_text(encoding="utf-8"))
    for case in vectors["cases"]:
        areas[vectors["area"]] += 1
        if case["name"] in names:
            raise SystemExit(f"two cases are called {case['name']}")
        names.add(case["name"])
        for statement in case.get("statements", []):
            statements[statement].append(case["name"])


def order(statement: str) -> tuple[str, int]:
    kind, number = statement.split("-")
    return kind, int(number)


for area, count in sorted(areas.items()):
    print(f"{area:14}{count:5} cases")
for statement in sorted(statements, key=order):
    print(f"{statement:6} {', '.join(statements[statement])}")
print(f"coverage: {sum(areas.values())} cases, {len(statements)} statements")
