"""What clearing saves and costs on recorded sessions: `make bench-cost` writes docs/evidence/economics.md.

Most tables are simulated. The last but one runs the compactor itself over the same sessions, call by call, and counts what a provider would charge,
by code that shares nothing with the core.
"""

from __future__ import annotations

import datetime
import multiprocessing
import pathlib
import sys
from typing import Any

import conspectus
import sessions
from conspectus import simulate

DATA = pathlib.Path(__file__).resolve().parents[2].parent / "shared" / "data"
FOLDERS = ("anthropic-messages", "claude-code", "codex", "langchain", "openai-chat", "openhands", "pi-agent", "swe-agent")
WINDOWS = (32_000, 64_000, 128_000, 200_000, 1_000_000)
PRICES = ("anthropic-5m", "anthropic-1h", "openai", "gpt-4o", "none")
POLICIES = ("never", "pays", "trigger", "best_batch")
# Models of the table of models, with windows (what a prompt may hold) of several sizes and prices
# of several shapes.
MODELS = ("claude-opus-5-5", "claude-haiku-4-5", "gpt-6-astra", "gpt-4o", "gemini-3.1-pro", "deepseek-chat")
CHOICES = ("never", "pays", "trigger", "context_editing", "summarize_85")
# Presets, whose compactors go through the sessions themselves, and the prices under which they do.
PRESETS = ("default", "gemini-cli", "qwen-code", "gencode", "opencode")
PRESET_PRICES = ("anthropic-5m",)
PRESET_WINDOWS = (32_000, 200_000, 1_000_000)
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
    rows = simulate(messages, windows=PRESET_WINDOWS, price_sets=PRESET_PRICES, policies=("never", "trigger", *PRESETS), dialect="openai_chat").rows
    return [{**row.to_dict(), "session": index} for row in rows]


def models_of(index: int) -> list[dict[str, Any]]:
    _, messages = FOUND[index]
    rows = []
    for model in MODELS:
        window = conspectus.providers.model_info(model).input_tokens
        rows += simulate(messages, windows=[window], price_sets=[model], policies=CHOICES, dialect="openai_chat").rows
    return [{**row.to_dict(), "session": index} for row in rows]


def cost_and_names(group: dict[str, Any]) -> str:
    return f"{100 * group['cost'] / group['never']:.1f} / {100 * group['names_present'] / max(1, group['names']):.1f}"


def models(total: dict[Key, dict[str, Any]]) -> list[str]:
    """The page's table of models: what each policy costs under the model's own window and prices."""
    lines = []
    for model in MODELS:
        window = next(key[1] for key in total if key[0] == model)
        cells = " | ".join(cost_and_names(total[model, window, policy]) for policy in CHOICES[1:])
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


def windows(total: dict[Key, dict[str, Any]]) -> list[str]:
    """What `pays` costs at each window under each set of prices, and its costliest session."""
    cells = {(window, prices): total[prices, window, "pays"] for window in WINDOWS for prices in PRICES}
    return [
        f"| {window:,} | " + " | ".join(f"{100 * group['cost'] / group['never']:.1f} / {group['dearest']:.1f}" for group in (cells[window, prices] for prices in PRICES)) + " |"
        for window in WINDOWS
    ]


def presets(total: dict[Key, dict[str, Any]]) -> list[str]:
    return [f"| {name} | " + " | ".join(cost_and_names(total[PRESET_PRICES[0], window, name]) for window in PRESET_WINDOWS) + " |" for name in PRESETS]


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
        ("cost with 1,000,000 tokens (anthropic-5m)", "at most 58", share("anthropic-5m", 1_000_000, "pays"), lambda found: found <= 58),
        ("names kept there", "at least 97", hit, lambda found: round(found, 1) >= 97),
        ("cost with 200,000 tokens", "at most 53", share("anthropic-5m", 200_000, "pays"), lambda found: found <= 53),
        (f"cost relative to `best_batch`, worst case ({best[1]}, {best[2]:,})", "at most 101", best[0], lambda found: found <= 101),
        (f"costliest session ({dearest[1]}, {dearest[2]:,})", "at most 100", dearest[0], lambda found: found <= 100),
        (f"costliest session that never reaches the trigger ({free[1]}, {free[2]:,})", "at most 100", free[0], lambda found: round(found, 1) <= 100),
        ("prompts above the window, when run", "0", over, lambda found: found == 0),
        ("unread results lost", "0", lost, lambda found: found == 0),
    ]
    return [f"| {what} | {goal} | {value:,.1f} | {'reached' if reached(value) else 'missed'} |" for what, goal, value, reached in rows]


HEAD = """# Economics

`make bench-cost` replays recorded sessions and writes this page ({date}). {sessions} sessions, {messages:,} messages, {calls:,} calls.

**Method.** A call costs the tokens read from the cache, the tokens written to it, and the response. A cached prefix ends at a breakpoint
(`cache_breakpoints`) and is found within 20 blocks; providers without breakpoints find any common prefix. Costs are percentages of never
clearing anything, in a window without limit. *Names kept* is the percentage of names, paths and numbers that the agent wrote, had last
seen more than three calls before, and still had in its prompt.

**Limits.** The agent doesn't react to removed content. Tokens are estimates. System prompts, tools and pauses are left out. A simulated
summary has a size but contains no names. A session may end at any call, so no rule that clears can be free of loss.

| policy | behavior |
| --- | --- |
| `pays` | the default with known prices (`clear_when`) |
| `trigger` | the default without prices: clears at 75% of the available tokens |
| `context_editing` | clears all results but three at each call, once the full history exceeds 100,000 tokens (Anthropic's `clear_tool_uses_20250919`) |
| `summarize_85` | at 85% of the window, a model summarizes all but 20 messages (LangChain's `SummarizationMiddleware`, with the trigger of deepagents) |
| `best_batch` | clears once a fixed number of tokens is old; the number is chosen for each session in hindsight |
"""


def main() -> int:
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else None
    if not DATA.is_dir():
        print("skipped: the recorded sessions are not beside the repository")
        return 0
    FOUND[:] = found()
    with multiprocessing.get_context("fork").Pool(2) as pool:
        total = sums([row for rows in pool.map(simulated, range(len(FOUND)), 1) for row in rows])
        of_presets = sums([row for rows in pool.map(presets_of, range(len(FOUND)), 1) for row in rows])
        of_models = sums([row for rows in pool.map(models_of, range(len(FOUND)), 1) for row in rows])
        runs = pool.map(ran, [(index, *run) for run in RUNS for index in range(len(FOUND))], 1)
    calls = total[PRICES[0], WINDOWS[0], "never"]["calls"]
    head = HEAD.format(date=datetime.date.today(), sessions=len(FOUND), messages=sum(len(messages) for _, messages in FOUND), calls=calls)
    text = page(head, goals(total, runs), total, of_presets, of_models, [run_line(runs, *run) for run in RUNS])
    if path is not None:
        path.write_text(text, "utf-8")
    print(text)
    return 0


def run_line(runs: list[dict[str, Any]], window: int, prices: str) -> str:
    of_run = [run for run in runs if run["job"][1:] == (window, prices)]
    share = 100 * sum(run["ours"] for run in of_run) / sum(run["never"] for run in of_run)
    dearest = max(round(100 * run["ours"] / run["never"], 1) for run in of_run if run["never"])
    count = {name: sum(run[name] for run in of_run) for name in ("cleared", "summarized")}
    return f"| {prices} | {window:,} | {share:.1f} | {count['cleared']} | {count['summarized']} | {dearest:.1f} |"


def page(head: str, reached: list[str], total: dict[Key, dict[str, Any]], of_presets: dict[Key, dict[str, Any]], of_models: dict[Key, dict[str, Any]], runs: list[str]) -> str:
    def table(names: list[str], lines: list[str], texts: int = 1) -> list[str]:
        return [f"| {' | '.join(names)} |", f"|{' --- |' * texts}{' --: |' * (len(names) - texts)}", *lines, ""]

    text = [head, "## By model\n", "Each model has its own window and prices: cost / names kept, in percent.\n"]
    text += table(["model", "window", *CHOICES[1:]], models(of_models))
    text += ["## By window\n", "`pays`, simulated: cost / cost of the costliest session, in percent.\n"]
    text += table(["window", *PRICES], windows(total))
    text += ["## Presets\n", f"Each preset's own compactor, prices of {PRESET_PRICES[0]}: cost / names kept, in percent.\n"]
    text += table(["preset", *(f"{window:,}" for window in PRESET_WINDOWS)], presets(of_presets))
    text += ["## The compactor itself\n", "The complete compactor, billed by code that shares nothing with the core.\n"]
    text += table(["prices", "window", "cost, %", "clearings", "summaries", "costliest session, %"], runs)
    text += ["## Goals\n", "For `pays`, in percent.\n", *table(["measure", "goal", "measured", ""], reached, 2)]
    return "\n".join(text)


if __name__ == "__main__":
    raise SystemExit(main())
