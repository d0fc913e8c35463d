"""The core does not grow: each crate against its row in weight.toml.

    python3 scripts/checks/weight.py            # each crate, its row, its budget, and what is lent
    python3 scripts/checks/weight.py --write    # rows that may fall are written as they are now

The unit is one token of Rust, without comments and tests; a text counts by its words, and so does a data file. Neither wider
lines nor moves between files change it. What one crate gains another one has to lose. What must stand beside the code that it replaces takes a loan in weight.toml, which names
the step that repays it; all loans together are at most 40,000, and none is left when the work is done.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "scripts/checks/weight.toml"
LENT_MAX = 40_000
TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)"""
    r"""|(?P<text>b?r(?P<marks>\#*)".*?"(?P=marks)|b?"(?:\\.|[^"\\])*")"""
    r"""|b?'(?:\\(?:x[0-9a-fA-F]{2}|u\{[0-9a-fA-F_]+\}|.)|[^'\\])'|'\w+|\d[\w.]*|\w+|::|->|=>|[=!<>]=|&&|\|\||\.\.=?|[^\s\w]""",
    re.S,
)
TESTS = re.compile(r"#\[cfg\(test\)\]\s*mod \w+ \{.*?^\}", re.S | re.M)


def weight(name: str, content: str) -> int:
    """Tokens of a Rust source, words of a data file."""
    if not name.endswith(".rs"):
        return len(content.split())
    found = TOKEN.finditer(TESTS.sub("", content))
    return sum(max(1, len(token["text"].split())) if token["text"] else 1 for token in found if not token["comment"])


def of_crate(folder: str) -> int:
    """The weight of a crate's sources, without tests and without what git ignores."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", folder], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    files = [name for name in listed.splitlines() if "/tests" not in name and (ROOT / name).is_file()]
    return sum(weight(name, (ROOT / name).read_text(encoding="utf-8")) for name in files)


def at_head(table: Path) -> dict[str, Any]:
    """A table of the last commit; empty if it has none."""
    done = subprocess.run(["git", "show", f"HEAD:{table.relative_to(ROOT)}"], cwd=ROOT, capture_output=True, text=True)
    return tomllib.loads(done.stdout) if done.returncode == 0 else {}


def faults(table: dict[str, Any], before: dict[str, Any], now: dict[str, int]) -> list[str]:
    """What is wrong with these weights."""
    found = []
    lent = sum(loan["tokens"] for loan in table.get("loan", []))
    if lent > LENT_MAX:
        found.append(f"{lent:,} tokens are lent, more than {LENT_MAX:,}")
    for name, row in table["crate"].items():
        may = row["weight"] + sum(loan["tokens"] for loan in table.get("loan", []) if loan["crate"] == name)
        if now[name] > may:
            found.append(f"{name} weighs {now[name]:,}, {now[name] - may:,} more than weight.toml allows: take something away, or take a loan")
    rows = [sum(row["weight"] for row in rows["crate"].values()) for rows in (before, table) if "crate" in rows]
    if rows[-1] > rows[0]:
        found.append(f"all rows rose from {rows[0]:,} to {rows[-1]:,}: together they only fall")
    return found


def written(text: str, now: dict[str, int]) -> str:
    """The table with the rows that are lighter now."""

    def row(found: re.Match[str]) -> str:
        return f"{found[1]}{min(int(found[3]), now[found[2]])}" if found[2] in now else found[0]

    return re.sub(r"(\[crate\.(\w+)\]\n(?:.+\n)*?weight = )(\d+)", row, text)


def main() -> int:
    text = TABLE.read_text(encoding="utf-8")
    table = tomllib.loads(text)
    now = {name: of_crate(row["folder"]) for name, row in table["crate"].items()}
    if "--write" in sys.argv[1:]:
        TABLE.write_text(written(text, now), encoding="utf-8")
        table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    for name, row in table["crate"].items():
        print(f"{now[name]:>9,} of {row['weight']:>9,}, budget {row['budget']:>9,}  {name}")
    print(f"{sum(now.values()):>9,} in all")
    found = faults(table, at_head(TABLE), now)
    for fault in found:
        print(f"weight: {fault}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
