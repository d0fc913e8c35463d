"""What clearing saves and costs on recorded sessions: `make bench-cost` writes docs/evidence/economics.md.

The first table is simulated: every session, window, set of prices and policy. The second runs the compactor itself over the same sessions, call by
call, and counts what a provider would charge, by code that shares nothing with the core. The last lines hold both to goals.
"""

from __future__ import annotations

import multiprocessing
import pathlib
import sys
import time
from typing import Any

import conspectus
import sessions
from conspectus import simulate

DATA = pathlib.Path(__file__).resolve().parents[2].parent / "shared" / "data"
FOLDERS = ("anthropic-messages", "claude-code", "codex", "langchain", "openai-chat", "openhands", "pi-agent", "swe-agent")
WINDOWS = (32_000, 64_000, 128_000, 200_000, 1_000_000)
PRICES = ("anthropic-5m", "anthropic-1h", "openai", "gpt-4o", "none")
POLICIES = ("never", "pays", "trigger", "every_turn", "context_editing", "summarize_85", "summarize_85_keep_tenth", "best_batch")
# Models of the table of models, with windows (what a prompt may hold) of several sizes and prices
# of several shapes.
MODELS = ("claude-opus-5-5", "claude-haiku-4-5", "gpt-6-astra", "gpt-5.5", "gpt-4o", "gemini-3.1-pro", "gemini-2.5-flash", "deepseek-chat", "grok-4", "qwen3-coder-plus")
CHOICES = ("never", "pays", "trigger", "context_editing", "summarize_85", "summarize_85_keep_tenth")
# Presets, whose compactors go through the sessions themselves, and the prices under which they do.
PRESETS = ("default", "gemini-cli", "qwen-code", "gencode", "opencode")
PRESET_PRICES = ("anthropic-5m", "openai")
RUNS = [(window, prices) for prices in ("anthropic-5m", "openai") for window in (32_000, 200_000, 1_000_000)]
# Sessions are not cut in pieces here.
sessions.PIECE = 10**6

Messages = list[dict[str, Any]]
Key = tuple[str, int, str]
FOUND: list[tuple[str, Messages]] = []


def found() -> list[tuple[str, Messages]]:
    named = []
    for folder in FOLDERS:
        for path in sorted((DATA / folder).iterdir()):
            if path.suffix in (".json", ".jsonl", ".gz", ".traj"):
                lists = [sessions.chat(messages) for messages in sessions.conversations(path) if len(messages) >= 8]
                named += [(f"{path.name.split('.')[0]} {number}", messages) for number, messages in enumerate(lists, 1)]
    return named


def simulated(index: int) -> list[dict[str, Any]]:
    _, messages = FOUND[index]
    rows = simulate(messages, windows=WINDOWS, price_sets=PRICES, policies=POLICIES, dialect="openai_chat").rows
    return [{**row.to_dict(), "session": index} for row in rows]


def presets_of(index: int) -> list[dict[str, Any]]:
    _, messages = FOUND[index]
    rows = simulate(messages, windows=WINDOWS, price_sets=PRESET_PRICES, policies=("never", "trigger", *PRESETS), dialect="openai_chat").rows
    return [{**row.to_dict(), "session": index} for row in rows]


def models_of(index: int) -> list[dict[str, Any]]:
    _, messages = FOUND[index]
    rows = []
    for model in MODELS:
        window = conspectus.providers.model_info(model).input_tokens
        rows += simulate(messages, windows=[window], price_sets=[model], policies=CHOICES, dialect="openai_chat").rows
    return [{**row.to_dict(), "session": index} for row in rows]


def models(rows: list[dict[str, Any]]) -> list[str]:
    """The page's table of models: what each policy costs under the model's own window and prices."""
    total = sums(rows)
    lines = []
    for model in MODELS:
        window = next(key[1] for key in total if key[0] == model)
        groups = [total[model, window, policy] for policy in CHOICES[1:]]
        share = [100 * group["cost"] / group["never"] for group in groups]
        kept = [100 * group["names_present"] / max(1, group["names"]) for group in groups]
        cells = " | ".join(f"{cost:.1f} / {hit:.1f}" for cost, hit in zip(share, kept, strict=True))
        lines.append(f"| {model} | {window:,} | {cells} |")
    return lines


class Bill:
    """What a provider charges for prompts, with the cache as it is: entries stand where marks stood, and are found within 20 blocks of a mark."""

    def __init__(self, prices: dict[str, Any]) -> None:
        self.prices, self.last, self.entries = prices, [], set()
        self.total = 0.0

    def prompt(self, messages: Messages, tokens: list[int], marks: list[int]) -> int:
        """Charges for a prompt. Gives the tokens that were read from the cache."""
        same = next((index for index, (old, new) in enumerate(zip(self.last, messages)) if old is not new and old != new), min(len(self.last), len(messages)))
        if self.prices["breakpoints"]:
            live = {entry for entry in self.entries if entry <= same}
            known = max((entry for entry in live if any(0 <= mark - entry <= self.prices["lookback_blocks"] for mark in marks)), default=0)
            self.entries = live | set(marks)
        else:
            known = same
        read = sum(tokens[:known])
        read = 0 if read < self.prices["min_prefix_tokens"] else read
        self.last = messages
        self.total += self.prices["read"] * read + self.prices["write"] * (sum(tokens) - read)
        return read


def ran(job: tuple[int, int, str]) -> dict[str, Any]:
    """One session with the compactor in the loop: append, compact, send, report usage."""
    index, window, named = job
    _, whole = FOUND[index]
    prices = conspectus.providers.model_info(named).cache.to_dict()
    known: dict[int, tuple[Any, int]] = {}

    def tokens(messages: Messages) -> list[int]:
        for message in messages:
            if id(message) not in known:
                known[id(message)] = (message, conspectus.gemini_cli.estimate_tokens([message], dialect="openai_chat").tokens)
        return [known[id(message)][1] for message in messages]

    compactor = conspectus.Compactor(context_window=window, dialect="openai_chat", prices=named)
    never, ours, messages = Bill(prices), Bill(prices), []
    counts = {"calls": 0, "cleared": 0, "summarized": 0, "over": 0}
    usage = None
    for place, message in enumerate(whole):
        messages = [*messages, message]
        if place + 1 == len(whole) or whole[place + 1]["role"] != "assistant" or message["role"] == "assistant":
            continue
        result = compactor.compact(messages, usage=usage)
        messages = result.messages
        counts["calls"] += 1
        counts["cleared"] += result.status == "reduced" and result.code != "condensed"
        counts["summarized"] += result.status == "summarized"
        sizes = tokens(messages)
        counts["over"] += sum(sizes) > window
        read = ours.prompt(messages, sizes, result.cache_breakpoints)
        never.prompt(whole[: place + 1], tokens(whole[: place + 1]), [0, place + 1])
        answer = tokens([whole[place + 1]])[0] * prices["output"]
        ours.total += answer
        never.total += answer
        usage = {"prompt_tokens": sum(sizes), "prompt_tokens_details": {"cached_tokens": read}}
    return {**counts, "never": never.total, "ours": ours.total, "job": job}


def sums(rows: list[dict[str, Any]]) -> dict[Key, dict[str, Any]]:
    total: dict[Key, dict[str, Any]] = {}
    never = {(row["session"], row["prices"], row["window"]): row["cost"] for row in rows if row["policy"] == "never"}
    forced = {(row["session"], row["prices"], row["window"]) for row in rows if row["policy"] == "trigger" and row["clearings"] + row["summaries"]}
    for row in rows:
        group = total.setdefault((row["prices"], row["window"], row["policy"]), {"never": 0.0, "dearest": 0.0, "dearest_free": 0.0, "dearer": 0})
        group["never"] += never[row["session"], row["prices"], row["window"]]
        for name in ("cost", "names", "names_present", "over_window", "unread_lost", "clearings", "summaries", "calls"):
            group[name] = group.get(name, 0) + row[name]
        group["dearest"] = max(group["dearest"], row["percent_of_never"])
        if (row["session"], row["prices"], row["window"]) not in forced:
            group["dearest_free"] = max(group["dearest_free"], row["percent_of_never"])
        group["dearer"] += row["percent_of_never"] > 100
    return total


def line(key: Key, group: dict[str, Any]) -> str:
    share = 100 * group["cost"] / group["never"]
    hit = 100 * group["names_present"] / max(1, group["names"])
    return (
        f"| {key[1]:,} | {key[2]} | {share:.1f} | {hit:.1f} | {group['over_window']:,} | {group['unread_lost']} | {group['clearings']:,} "
        f"| {group['summaries']:,} | {group['dearest']:.1f} | {group['dearer']} |"
    )


def goals(total: dict[Key, dict[str, Any]], runs: list[dict[str, Any]]) -> list[str]:
    """What was aimed at, and what was reached."""
    def share(prices: str, window: int, policy: str) -> float:
        group = total[prices, window, policy]
        return 100 * group["cost"] / group["never"]

    large = total["anthropic-5m", 1_000_000, "pays"]
    hit = 100 * large["names_present"] / max(1, large["names"])
    cached = [prices for prices in PRICES if prices != "none"]
    best = max((share(prices, window, "pays") / share(prices, window, "best_batch") * 100, prices, window) for prices in cached for window in WINDOWS)
    dearest = max((total[prices, window, "pays"]["dearest"], prices, window) for prices in PRICES for window in WINDOWS)
    free = max((total[prices, window, "pays"]["dearest_free"], prices, window) for prices in PRICES for window in WINDOWS)
    over = sum(run["over"] for run in runs)
    lost = sum(total[prices, window, "pays"]["unread_lost"] for prices in PRICES for window in WINDOWS)
    rows = [
        ("cost at a window of 1,000,000, in percent of never", "at most 58", share("anthropic-5m", 1_000_000, "pays"), lambda found: found <= 58),
        ("names kept there, in percent", "at least 97", hit, lambda found: round(found, 1) >= 97),
        ("cost at 200,000, in percent of never", "at most 53", share("anthropic-5m", 200_000, "pays"), lambda found: found <= 53),
        (f"cost in percent of the best batch in hindsight, with a cache, the worst case ({best[1]}, {best[2]:,})", "at most 101", best[0], lambda found: found <= 101),
        (f"the dearest session, in percent of never ({dearest[1]}, {dearest[2]:,})", "at most 100", dearest[0], lambda found: found <= 100),
        (f"the same where the window forces nothing ({free[1]}, {free[2]:,})", "at most 100", free[0], lambda found: round(found, 1) <= 100),
        ("prompts over the window, run", "0", over, lambda found: found == 0),
        ("results lost unread", "0", lost, lambda found: found == 0),
    ]
    return [f"| {what} | {goal} | {value:,.1f} | {'reached' if reached(value) else 'missed'} |" for what, goal, value, reached in rows]


HEAD = """# Economics

`make bench-cost` writes this page. It tells what clearing old results saves and costs under several sets of prices, with the prompt cache as it is.

**Method.** Recorded sessions are gone through call by call. A call costs what the provider reads from its cache, what it writes there, and its answer.
An entry of the cache stands where a mark stood (`cache_breakpoints`) and is found within 20 blocks of a mark; where a provider wants no marks, any
common prefix is found. `never` keeps everything and has no window. `names kept` are the names, paths and numbers that the agent wrote, that it had last
seen more than three calls before, and that were still in its prompt.

| policy | what it does |
| --- | --- |
| never | clears nothing |
| pays | ours where prices are known (`clear_when`) |
| trigger | ours where they are not: acts at 75 % of the room |
| every_turn | masks all but the newest ten results at each turn |
| context_editing | while the host's list, which stays whole, holds more than 100,000 tokens, all results but three go at each call |
| summarize_85 | summarises at 85 % of the window and keeps 20 messages; a model writes the summary from the newest 4,000 tokens of the others |
| summarize_85_keep_tenth | the same, but what stays is a tenth of the window, and the model reads all of the others |
| best_batch | clears once a fixed number of tokens is old: the best number for each session, chosen in hindsight |
| a preset | the compactor of the preset itself, with its own triggers, rules and limits; a model writes the summaries of all but `default` |

**Where the numbers are from** (read 2026-11-23). `context_editing`: the defaults of Anthropic's `clear_tool_uses_20250919`, 100,000 tokens and three tool uses,
which LangChain's `ContextEditingMiddleware` has too. `summarize_85`: LangChain's `SummarizationMiddleware` (`agents/middleware/summarization.py`) keeps 20
messages and shows its model 4,000 tokens (`trim_tokens_to_summarize`); it has no trigger of its own, so it gets that of deepagents. `summarize_85_keep_tenth`:
`compute_summarization_defaults` in deepagents (`middleware/summarization.py`): 85 % and a tenth where the model's window is known, else 170,000 tokens and six
messages, which is not simulated. deepagents also shortens long arguments of old file writes at the same trigger, and puts results of more than 20,000 tokens into
files when they come: both are left out (one of the 3,593 results here is that large). `every_turn`: "The Complexity Trap" (arXiv 2508.21433), which keeps the newest ten observations.

**Limits.** It is a replay: the agent does not react to what is gone. Tokens are our own estimates. Tools and system text are left out. Pauses are left
out, so no cache is cold. Files that a preset would read again are not brought back, and a result of
which a preset keeps the ends before it was read counts as lost unread. In the simulation a summary counts by its size and holds no names, so `names kept` is too low where there are summaries, and
nothing is clipped, so a first prompt that is larger than the window counts as over it.

**What no rule can reach.** A session may end at any call. If it ends right after results were cleared, what was written to the cache again is lost. So
a rule that never costs more than never clearing must not clear at all, unless the very next call pays it back, and `remaining_calls` is what tells more. Ours
clears only while that loss is at most 9 % of what the conversation has cost so far. It was chosen on every second session. At windows from
200,000 tokens on no session is dearer than never then. In smaller ones room must be made before the prompt is full, whatever comes after: with the
trigger at 99 % of the room the dearest session still costs 111.5 %. And the best batch in hindsight is chosen for each
session. One batch for all sessions, chosen in hindsight for each set of prices and each window, costs up to 103.5 % of that (anthropic-5m, 200,000).
Ours, which knows nothing of the future, costs 98.3 to 102.3 % of that one batch where there is a cache (gpt-4o: 98.3 at 200,000, 102.3 at 128,000).
"""

TUNING = """## What to set

1. Name the `model`, or give `prices`: then old results go when that pays, below the trigger too. `simulate` over your own sessions shows what it is worth.
2. Set the marks (`cache_breakpoints`) where the provider wants them, and pass each `usage` on.
3. Give `idle_minutes`: after a pause that is longer than the cache lives, clearing costs nothing.
4. Give `remaining_calls` where you know them: then nothing is cleared that will not pay.
5. Only where the prompt must stay whole for other reasons, set `clear_when` to `trigger`. A small window decides by itself: there all rows are alike.

For each model its window and its prices, with `never` (which has no window) as 100: cost in percent / names kept in percent.
"""


def main() -> int:
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else None
    if not DATA.is_dir():
        print("skipped: the recorded sessions are not beside the repository")
        return 0
    FOUND[:] = found()
    largest = max(range(len(FOUND)), key=lambda index: len(str(FOUND[index][1])))
    twenty = {"windows": [128_000, 200_000, 500_000, 1_000_000], "policies": [name for name in POLICIES if name != "best_batch"][1:], "dialect": "openai_chat"}
    start = time.perf_counter()
    rows = len(simulate(FOUND[largest][1], price_sets=["anthropic-5m"], **twenty))
    seconds = time.perf_counter() - start
    with multiprocessing.get_context("fork").Pool(2) as pool:
        total = sums([row for rows in pool.map(simulated, range(len(FOUND)), 1) for row in rows])
        of_presets = sums([row for rows in pool.map(presets_of, range(len(FOUND)), 1) for row in rows])
        of_models = models([row for rows in pool.map(models_of, range(len(FOUND)), 1) for row in rows])
        runs = pool.map(ran, [(index, *run) for run in RUNS for index in range(len(FOUND))], 1)
    calls = total[PRICES[0], WINDOWS[0], "never"]["calls"]
    text = [HEAD, f"{len(FOUND)} sessions, {sum(len(messages) for _, messages in FOUND):,} messages, {calls:,} calls. The largest session under {rows} policies and windows took {seconds:.2f} s.\n"]
    text += ["## Goals\n", "| what | goal | measured | |", "| --- | --- | --: | --- |", *goals(total, runs), ""]
    text += [TUNING, f"| model | window | {' | '.join(CHOICES[1:])} |", f"| --- | --: |{' --: |' * len(CHOICES[1:])}", *of_models, ""]
    for prices in PRICES:
        text += [f"## Simulated: {prices}\n", "| window | policy | of never, % | names kept, % | over | unread lost | clearings | summaries | dearest session, % | sessions above 100 % |"]
        text += [f"| --: | --- |{' --: |' * 8}", *(line(key, group) for key, group in total.items() if key[0] == prices), ""]
    text += ["## Presets\n", "The compactor of each preset in the simulation. In `default` new results are condensed, and its own summary holds names. `opencode` keeps 32,000 tokens for the answer, so a window of that size leaves it no room to act.\n"]
    text += ["| prices | window | preset | of never, % | names kept, % | over | unread lost | clearings | summaries | dearest session, % | sessions above 100 % |"]
    text += [f"| --- | --: | --- |{' --: |' * 8}", *(f"| {key[0]} {line(key, group)}" for key, group in of_presets.items() if key[2] in PRESETS), ""]
    text += ["## Run\n", "The compactor itself, with its own summaries and new results condensed, and the bill added up by the script.\n"]
    text += ["| prices | window | of never, % | over | clearings | summaries | dearest session, % | sessions above 100 % |", f"| --- |{' --: |' * 7}"]
    for window, prices in RUNS:
        of_run = [run for run in runs if run["job"][1:] == (window, prices)]
        share = 100 * sum(run["ours"] for run in of_run) / sum(run["never"] for run in of_run)
        each = [round(100 * run["ours"] / run["never"], 1) for run in of_run if run["never"]]
        count = {name: sum(run[name] for run in of_run) for name in ("over", "cleared", "summarized")}
        text.append(f"| {prices} | {window:,} | {share:.1f} | {count['over']} | {count['cleared']} | {count['summarized']} | {max(each):.1f} | {sum(one > 100 for one in each)} |")
    page = "\n".join(text) + "\n"
    if path is not None:
        path.write_text(page, "utf-8")
    print(page)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
