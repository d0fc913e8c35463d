"""Writes the table of models of the core from the table that LiteLLM's wheel ships (MIT), and from our own rows.

    pip download litellm --no-deps
    python3 scripts/models.py litellm-*.whl                     # writes the table
    python3 scripts/models.py litellm-*.whl --check             # fails if it is not what would be written
    python3 scripts/models.py --coverage litellm-*.whl          # what the core knows of the models of another table
    python3 scripts/models.py --coverage models.generated.js    # of an npm package; a JSON file does too

Only facts are taken: windows, limits on answers, prices. A row of ours (`scripts/models.tsv`) wins: it has what a provider's own page says, the
date, and why it is there. Of another provider of a model, a row is kept where its window differs. `--coverage` asks the Python package
that is installed.
"""

from __future__ import annotations

import argparse
import collections
import datetime
import json
import pathlib
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from typing import Any, NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[1]
TABLE = ROOT / "core/history/src/provider/models/table.csv"
OWN = ROOT / "scripts/models.tsv"
LISTED = "litellm/model_prices_and_context_window_backup.json"
SOURCE = "LiteLLM {version}, model_prices_and_context_window_backup.json (MIT)"
# Who made a model, as the list calls its providers: what they say of their own models stands for the model. Then who is taken for a model of
# which they say nothing, among those who give it the window that most of them give it.
MAKERS = (
    "anthropic openai gemini deepseek xai mistral moonshot zai minimax dashscope cohere_chat amazon_nova ai21 meta_llama tencent xiaomi_mimo inception "
    "gigachat v0 morph cognition codestral"
).split()
HOSTS = "vertex_ai-language-models vertex_ai bedrock_converse bedrock azure_ai azure together_ai fireworks_ai groq deepinfra novita nebius".split()
# OpenAI states the window and the limit on prompts, the list the latter alone.
APART = {272_000: 400_000, 922_000: 1_050_000}

Prices = tuple[float, float, float, float]


class Row(NamedTuple):
    window: int
    input: int
    output: int | None
    prices: Prices | None
    tiers: tuple[tuple[int, Prices], ...]
    source: str


# --- names: as `names.rs` reads them --------------------------------------------------------------

SIZE = re.compile(r"(.*x)?\d+b|\d+m")
TUNED = re.compile(r"instruct|it|chat|hf|a(.*x)?\d+b|a\d+m")
MAKERS_BEFORE = "meta anthropic openai google amazon databricks nvidia moonshotai zai".split()
ENDS = re.compile(
    r"(.+?)-(?:(?:\d{4}-)?(?:0\d|1[0-2])-(?:[0-2]\d|3[01])|q\d-[^-]{1}-[^-]{1}|q\d-[^-]|q\d--[^-]{1,2}|v\d+-0|(?:fp|bf|int)-(?:4|8|16)"
    r"|latest|preview|beta|high|free|maas|tee|cloud|awq|gptq|gguf|4bit|v\d+|\d{4}|\d{6}|\d{8}|00[^-]*)"
)


def spelled(name: str) -> str:
    return "/".join(map(segment, name.strip().lower().split("/")))


def segment(text: str) -> str:
    kept: list[str] = []
    for word in re.findall(r"[a-z]{2,}(?=[0-9])|[a-z0-9]+", re.sub(r"(?<=[0-9])p(?=[0-9])", "-", text)):
        if not (TUNED.fullmatch(word) and any(map(SIZE.fullmatch, kept))):
            kept.append(word)
    return "-".join(kept)


def untagged(name: str) -> str | None:
    last = name.rpartition("/")[2]
    at = re.search("[:@]", last)
    if at is None or any(map(SIZE.fullmatch, spelled(last[at.start() :]).split("-"))):
        return None
    return name[: len(name) - len(last) + at.start()]


def steps(name: str) -> Iterator[str]:
    """A name, and what follows each step of its path, each label in front of it, and who made it."""
    while True:
        yield name
        first, dash, rest = name.partition("-")
        label = re.match(r"[A-Za-z-]*\.", name)
        if "/" in name:
            name = name.partition("/")[2]
        elif label:
            name = name[label.end() :]
        elif dash and first.lower() in MAKERS_BEFORE:
            name = rest
        else:
            return


def shorter(name: str) -> str | None:
    if "claude-" in name and name.endswith("-thinking"):
        return name.removesuffix("-thinking")
    found = ENDS.fullmatch(name)
    return found and found[1]


def find(name: str, known: Any) -> str | None:
    """The first spelling of a name that is known, as `find` of the core looks for it."""
    name = name.strip().split("[")[0]
    name = name.split(":")[1] if name.startswith("ft:") else name
    for form in filter(None, (name, untagged(name))):
        found = [spelled(step) for step in steps(form)]
        while found:
            if hit := next((spelling for spelling in found if spelling in known), None):
                return hit
            found = [rest for spelling in found if (rest := shorter(spelling))]
    return None


def last_step(name: str) -> str:
    return list(steps(untagged(name) or name))[-1]


def bare(name: str) -> str:
    return spelled(last_step(name))


# A date at the end of a name: of a day, of a month, or both with the year.
AT_A_DATE = re.compile(r"(.+)-(?:20\d\d-\d\d-\d\d|20\d{6}|2\d[01]\d[0-3]\d|2[3-9](?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])[0-3]\d)")


# --- rows -----------------------------------------------------------------------------------------


def rounded(price: float) -> float:
    return float(f"{price:.5g}")


def prices(entry: dict[str, Any], end: str = "") -> Prices | None:
    cost = {name: entry.get(f"{name}{end}") or 0 for name in ("input_cost_per_token", "cache_read_input_token_cost", "cache_creation_input_token_cost", "output_cost_per_token")}
    into, read, write, out = (rounded(price * 1e6) for price in cost.values())
    if into <= 0 or out <= 0:
        return None
    return into, read if 0 < read < into else into, max(write, into), out


def tiers(entry: dict[str, Any]) -> tuple[tuple[int, Prices], ...]:
    found = {}
    for field in entry:
        if above := re.fullmatch(r"input_cost_per_token(_above_(\d+)k_tokens)", field):
            found[int(above[2]) * 1_000] = prices(entry, above[1])
    for tier in entry.get("tiered_pricing") or []:
        if (start := int(tier.get("range", [0])[0])) > 0:
            found[start] = prices(tier)
    return tuple((above, cost) for above, cost in sorted(found.items()) if cost is not None)


def listed(table: dict[str, Any]) -> dict[str, tuple[str, Row]]:
    """The provider and the facts of each model that talks and has a window, by its name in the list."""
    found = {}
    for name, entry in table.items():
        most = entry.get("max_input_tokens") if isinstance(entry, dict) else None
        if not isinstance(most, int) or most <= 0 or entry.get("mode") not in ("chat", "responses"):
            continue
        output = entry.get("max_output_tokens")
        first = (entry.get("tiered_pricing") or [{}])[0]
        cost = prices(entry) or prices(first)
        row = Row(APART.get(most, most), most, int(output) if output else None, cost, tiers(entry) if cost else (), "a")
        found[name] = (str(entry.get("litellm_provider")), row)
    # Two names of one spelling, as those of a model before and after it was tuned: the smaller window is safe for both. What somebody has
    # tuned is looked up as its base.
    kept: dict[str, str] = {}
    for name in sorted(found, key=lambda name: (found[name][1].input, name)):
        kept.setdefault(spelled(name), name)
    return {name: found[name] for name in found if kept[spelled(name)] == name and not name.startswith("ft:")}


def own_rows(text: str) -> tuple[dict[str, tuple[str, Row]], dict[str, str], dict[str, str]]:
    """Our rows by their spellings, other names of rows, and the sources by their letters."""
    rows: dict[str, tuple[str, Row]] = {}
    also: dict[str, str] = {}
    letters: dict[str, str] = {}
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        name, others, limits, output, cost, above, date, source, _why = line.split("\t")
        for other in others.split():
            also[other] = name
        if not limits:
            continue
        letter = letters.setdefault(f"{date} {source}", chr(ord("b") + len(letters)))
        window, _, most = limits.partition("/")
        parsed = tuple((int(start), own_prices(costs)) for start, _, costs in (tier.partition(":") for tier in above.split(";") if tier))
        rows[spelled(name)] = (name, Row(int(window), int(most or window), int(output) if output else None, own_prices(cost) if cost else None, parsed, letter))
    return rows, also, {letter: text for text, letter in letters.items()}


def own_prices(text: str) -> Prices:
    into, read, write, out = (float(part) if part else None for part in text.split("/"))
    assert into is not None and out is not None, text
    return into, read or into, write or into, out


def chosen(names: list[str], there: dict[str, tuple[str, Row]]) -> str:
    """Which of several entries of one model stands for it."""
    makers = [name for name in names if there[name][0] in MAKERS]
    if makers:
        return min(makers, key=lambda name: (MAKERS.index(there[name][0]), len(name), name))
    windows = collections.Counter(there[name][1].input for name in names)
    most = max(windows, key=lambda window: (windows[window], -window))

    def rank(name: str) -> tuple[bool, bool, int, int, str]:
        provider, row = there[name]
        return row.output is None, row.prices is None, HOSTS.index(provider) if provider in HOSTS else len(HOSTS), len(name), name

    return min((name for name in names if there[name][1].input == most), key=rank)


def rows_of(table: dict[str, Any], own: str) -> tuple[dict[str, tuple[str, Row | str]], dict[str, str]]:
    """All rows by their spellings: a name and its facts, or the row of which it is another name."""
    there = listed(table)
    ours, also, sources = own_rows(own)
    rows: dict[str, tuple[str, Row]] = dict(ours)
    groups: dict[str, list[str]] = collections.defaultdict(list)
    for name in there:
        groups[bare(name)].append(name)
    made = set()
    for key, names in sorted(groups.items()):
        if find(key, ours) is None:
            provider, row = there[chosen(names, there)]
            rows[key] = shown(key, names), row
            made |= {key} if provider in MAKERS else set()
    # What a shorter name tells as well goes; of those who only host a model, that is its window.
    for name in also:
        rows.pop(spelled(name), None)
    for key in sorted(rows.keys() - ours.keys() - set(map(spelled, also.values())), key=lambda key: (-len(key), key)):
        name, row = rows.pop(key)
        hit = find(key, rows)
        if hit is None or (rows[hit][1] != row if key in made else row.input not in rows[hit][1][:2]):
            rows[key] = name, row
    # A name without its date is the newest of its line.
    undated = {found[1]: key for key in sorted(rows) if (found := AT_A_DATE.fullmatch(key)) and find(found[1], rows) is None}
    spare = {key: (key, f"={rows[newest][0]}") for key, newest in undated.items() if "/" not in key}
    spare |= {spelled(name): (name, f"={row}") for name, row in also.items()}
    known: dict[str, tuple[str, Row | str]] = {**rows, **spare}

    def facts(hit: str) -> Row:
        found = known[hit][1]
        return found if isinstance(found, Row) else facts(spelled(found[1:]))

    # Who gives a model another window has a row of its own, but for what our rows settle.
    while True:
        more: dict[str, tuple[str, Row | str]] = {}
        for name, (provider, row) in there.items():
            hit = find(name, known)
            if hit is not None:
                at = facts(hit)
                is_settled = at.source != "a" and (provider in MAKERS or "/" not in name)
                if is_settled or row.input in (at.window, at.input):
                    continue
            more[spelled(name)] = name.lower(), row
        if not more:
            return known, sources
        assert not more.keys() <= known.keys(), sorted(more)[:5]
        known.update(more)


def shown(key: str, names: list[str]) -> str:
    """How a bare name is written in the table: as most write it."""
    written = collections.Counter(last for name in names if spelled(last := last_step(name).lower()) == key)
    return min(written, key=lambda name: (-written[name], len(name), name), default=key)


def written(version: str, date: str, table: dict[str, Any], own: str) -> str:
    rows, sources = rows_of(table, own)
    lines = [f"#a {date} {SOURCE.format(version=version)}", *(f"#{letter} {text}" for letter, text in sources.items())]
    for key, (name, row) in sorted(rows.items()):
        lines.append(f"{key},={spelled(row[1:])}" if isinstance(row, str) else f"{key},{'' if name == key else name},{line(row)}")
    return "\n".join(lines) + "\n"


def line(row: Row) -> str:
    limits = str(row.window) + (f"/{row.input}" if row.input != row.window else "")
    above = ";".join(f"{start}:{cost(of)}" for start, of in row.tiers)
    return f"{limits},{row.output or ''},{cost(row.prices)},{above},{row.source}"


def cost(of: Prices | None) -> str:
    if of is None:
        return ""
    into, read, write, out = of
    return "/".join(("" if price == into and at in (1, 2) else f"{price:g}") for at, price in enumerate((into, read, write, out)))


# --- files ----------------------------------------------------------------------------------------


def opened(path: pathlib.Path) -> tuple[dict[str, Any], str | None]:
    """LiteLLM's table and its version, of a wheel or of a JSON file."""
    if path.suffix != ".whl":
        return json.loads(path.read_text("utf-8")), None
    with zipfile.ZipFile(path) as wheel:
        return json.loads(wheel.read(LISTED)), path.name.split("-")[1]


WINDOWS = ("max_input_tokens", "contextWindow", "context_window", "contextWindowTokenLimit", "context", "maxContext")


def models_of(path: pathlib.Path) -> Iterator[tuple[str, int | None]]:
    """Names and windows of a table: LiteLLM's models that talk, or whatever in a file has an id and a window."""
    if path.suffix in (".js", ".mjs", ".cjs"):
        code = "import(require('url').pathToFileURL(process.argv[1])).then((all) => process.stdout.write(JSON.stringify(all)))"
        data = json.loads(subprocess.run(["node", "-e", code, str(path.resolve())], check=True, capture_output=True).stdout)
    else:
        data, _ = opened(path)
        if any("litellm_provider" in entry for entry in data.values() if isinstance(entry, dict)):
            data = {name: entry for name, entry in data.items() if "litellm_provider" in entry}
    yield from within(data, "")


def within(data: Any, key: str) -> Iterator[tuple[str, int | None]]:
    if not isinstance(data, (dict, list)):
        return
    if isinstance(data, dict):
        if "litellm_provider" in data:
            if data.get("mode") in ("chat", "responses"):
                yield key, data.get("max_input_tokens")
            return
        limit = data.get("limit") if isinstance(data.get("limit"), dict) else data
        window = next((limit[field] for field in WINDOWS if isinstance(limit.get(field), int)), None)
        if window is not None:
            yield str(data.get("id") or key), window
            return
    for name, child in data.items() if isinstance(data, dict) else enumerate(data):
        yield from within(child, str(name))


def coverage(path: pathlib.Path) -> int:
    from conspectus.providers import model_info

    seen = dict.fromkeys(models_of(path))
    if not seen:
        sys.exit(f"{path}: no models")
    unknown, differ, settled = [], [], []
    for name, window in seen:
        known = model_info(name)
        if known.model is None:
            unknown.append(name)
        elif window and window not in (known.window_tokens, known.input_tokens):
            is_ours = "model_prices_and_context_window" not in str(known.source)
            (settled if is_ours else differ).append(f"{name}: {window:,} there, {known.window_tokens:,} here ({known.model}, {known.source})")
    for title, lines in (("unknown", unknown), ("another window, by a row of ours", settled), ("another window", differ)):
        print(f"{title}: {len(lines)} of {len(seen)}, {len(lines) / len(seen):.1%}", *sorted(lines), sep="\n  ")
    return 0


def main(given: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path, help="a wheel of LiteLLM, or its JSON file; with --coverage also another table")
    parser.add_argument("--check", action="store_true", help="fail if the table is not what would be written")
    parser.add_argument("--coverage", action="store_true", help="tell what the installed package knows of the models of the file")
    parser.add_argument("--version", help="LiteLLM's, for a JSON file")
    parser.add_argument("--date", help="a year and a month; today's unless given")
    parser.add_argument("--own", type=pathlib.Path, default=OWN, help="our rows")
    parser.add_argument("--table", type=pathlib.Path, default=TABLE, help="the table")
    args = parser.parse_args(given)
    if args.coverage:
        return coverage(args.file)
    table, version = opened(args.file)
    old = args.table.read_text("utf-8") if args.table.exists() else ""
    # What is checked says of what it was made.
    made = re.match(r"#a (\S+) LiteLLM (\S+),", old) if args.check else None
    date = args.date or (made[1] if made else f"{datetime.date.today():%Y-%m}")
    version = version or args.version or (made[2] if made else None)
    if version is None:
        parser.error("--version is needed for a JSON file")
    new = written(version, date, table, args.own.read_text("utf-8"))
    if args.check:
        if new != old:
            print(f"{args.table}: not what {args.file.name} and {args.own.name} give", file=sys.stderr)
        return int(new != old)
    args.table.write_text(new, "utf-8")
    print(f"{new.count(chr(10))} lines, {len(new):,} bytes", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
