"""Compares our table of models with LiteLLM's public list of prices and limits, and prints what differs, for review.

    curl -O https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json
    python3 scripts/models.py model_prices_and_context_window.json

Nothing of the list is committed, and nothing is changed here: look each difference up on the provider's own page before you change
`core/history/src/provider/models/table.rs`, with its source and date. Lines begin with `~` (a number differs), `+` (the list has a current chat
model of a known provider that the table lacks) or `?` (the list does not have a model of the table: most of these were shut down).
"""

from __future__ import annotations

import json
import pathlib
import re
import sys

TABLE = pathlib.Path(__file__).resolve().parents[1] / "core" / "src" / "provider" / "models" / "table.rs"
ROW = re.compile(
    r'row\(\s*"(?P<name>[^"]+)",\s*&\[(?P<also>[^\]]*)\],'
    r"\s*\((?P<window>[\d_]+), (?P<input>None|Some\([\d_]+\)), (?P<output>[\d_]+)\),"
    r"\s*\[(?P<prices>[^\]]+)\],\s*(?P<source>[A-Z]+)",
)
# The providers whose own models the table holds, as the list calls them, with how it begins their names.
OWN = {"anthropic": "", "openai": "", "gemini": "gemini/", "deepseek": "deepseek/", "xai": "xai/", "dashscope": "dashscope/", "moonshot": "moonshot/"}
PRICES = ("input_cost_per_token", "cache_read_input_token_cost", "cache_creation_input_token_cost", "output_cost_per_token")
NAMES = ("input", "cached_read", "cache_write", "output")
# A date or a version at the end of a name: the table has the name without it.
DATED = re.compile(r"-(20\d{6}|20\d\d-\d\d-\d\d|latest|preview|\d{3,4})$")


def number(text: str) -> int:
    return int(text.replace("_", ""))


def table() -> list[dict[str, object]]:
    rows = []
    for found in ROW.finditer(TABLE.read_text(encoding="utf-8")):
        window, limit = number(found["window"]), found["input"]
        rows.append(
            {
                "names": [found["name"], *re.findall(r'"([^"]+)"', found["also"])],
                "input": window if limit == "None" else number(limit[5:-1]),
                "window": window,
                "output": number(found["output"]),
                "prices": [float(price) for price in found["prices"].replace("\n", " ").strip(" ,").split(",")],
            }
        )
    return rows


def bare(name: str) -> str:
    """A name of the list as the table would have it."""
    name = name.rsplit("/", 1)[-1]
    while (short := DATED.sub("", name)) != name:
        name = short
    return name


def entries(listed: dict[str, dict[str, object]]) -> dict[str, dict[str, object]]:
    """What the list says of each model of the providers that the table covers, by the name in the table; the undated name wins."""
    found: dict[str, dict[str, object]] = {}
    for name in sorted(listed, key=len):
        entry = listed[name]
        prefix = OWN.get(str(entry.get("litellm_provider")))
        # Regions and fine-tuned models have more in front of their names.
        if prefix is None or not name.startswith(prefix) or "/" in name[len(prefix) :] or ":" in name:
            continue
        if entry.get("mode") in ("chat", "responses"):
            for known in (name.rsplit("/", 1)[-1], bare(name)):
                found.setdefault(known, entry)
    return found


def differences(row: dict[str, object], entry: dict[str, object]) -> list[str]:
    told = []
    limits = {"input": (row["input"], row["window"]), "output": (row["output"],)}
    for kind, ours in limits.items():
        theirs = entry.get(f"max_{kind}_tokens")
        # The list has the window where a provider limits prompts apart, or the other way round.
        if theirs is not None and theirs not in ours:
            told.append(f"{kind} {ours[0]:,} here, {theirs:,} there")
    for name, field, ours in zip(NAMES, PRICES, row["prices"]):
        theirs = entry.get(field)
        if theirs is not None and abs(theirs * 1e6 - ours) > 1e-6:
            told.append(f"{name} {ours:g} here, {theirs * 1e6:g} there")
    return told


def main(path: str) -> int:
    listed = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    listed = {name: entry for name, entry in listed.items() if isinstance(entry, dict) and name != "sample_spec"}
    there, rows = entries(listed), table()
    if not rows:
        print("no row of the table could be read", file=sys.stderr)
        return 1
    lines = []
    for row in rows:
        entry = next((there[name] for name in row["names"] if name in there), None)
        if entry is None:
            lines.append(f"? {row['names'][0]}")
        elif told := differences(row, entry):
            retired = f" (ends {entry['deprecation_date']})" if entry.get("deprecation_date") else ""
            lines.append(f"~ {row['names'][0]}{retired}: {'; '.join(told)}")
    known = {name for row in rows for name in row["names"]} | {bare(name) for row in rows for name in row["names"]}
    for name, entry in sorted(there.items()):
        has_all = all(entry.get(field) for field in ("max_input_tokens", "max_output_tokens", PRICES[0], PRICES[3]))
        if has_all and not entry.get("deprecation_date") and name == bare(name) and name not in known:
            prices = "/".join(f"{(entry.get(field) or 0) * 1e6:g}" for field in PRICES)
            lines.append(f"+ {name}: input {entry['max_input_tokens']:,}, output {entry['max_output_tokens']:,}, prices {prices}")
    print("\n".join(sorted(lines)))
    print(f"{len(rows)} rows here, {len(there)} names there", file=sys.stderr)
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
