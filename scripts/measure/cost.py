"""What clearing saves and costs on recorded sessions: `make bench-cost` writes docs/evidence/economics.md, and all rows to economics.csv.

Most tables are simulated. One runs the compactor itself over the same sessions, call by call, and counts what a provider would charge, by code
that shares nothing with the core. Two are of the command line, on the session files themselves.
"""

from __future__ import annotations

import datetime
import itertools
import json
import multiprocessing
import pathlib
import subprocess
import sys
from typing import Any

import conspectus
import sessions
from conspectus import simulate

DATA = pathlib.Path(__file__).resolve().parents[2].parent / "shared" / "data"
FOLDERS = ("anthropic-messages", "claude-code", "codex", "langchain", "openai-chat", "openhands", "pi-agent", "swe-agent")
WINDOWS = (32_000, 64_000, 128_000, 200_000, 1_000_000)
PRICES = ("anthropic-5m", "anthropic-1h", "openai", "gpt-4o", "none")
POLICIES = ("never", "break_even")
# Long sessions: as many tokens, and as many of system prompt and tools, as agents have. The stitched one is several sessions, one behind the other.
LONG = 60_000
OVERHEAD = 20_000
STITCHED = "STITCHED"
# Models of the table of models, with windows (what a prompt may hold) of several sizes and prices
# of several shapes.
MODELS = ("claude-opus-5-5", "claude-haiku-4-5", "gpt-6-astra", "gpt-4o", "gemini-3.1-pro", "deepseek-chat")
CHOICES = ("never", "break_even", "trigger", "context_editing", "context_editing_20k", "summarize_85", "summarize_85_keep_tenth")
# What the page shows: the others at their best setting. The file has all.
SHOWN = ("break_even", "context_editing_20k", "summarize_85")
SHOWN_MODELS = ("claude-opus-5-5", "claude-haiku-4-5", "gpt-6-astra", "gemini-3.1-pro")
SHOWN_RUNS = 200_000
TIERED = ("gpt-6-astra", "gemini-3.1-pro")
# Presets, whose compactors go through the sessions themselves, and the prices under which they do.
PRESETS = ("default", "gemini-cli", "qwen-code", "gencode", "opencode")
PRESET_PRICES = ("anthropic-5m",)
PRESET_WINDOWS = (32_000, 200_000, 1_000_000)
RUNS = [(window, prices) for prices in ("anthropic-5m", "openai") for window in (64_000, 200_000, 1_000_000)]
# Files with the usage of each call. The others of the twenty for `recommend` have none.
BILLED = ("claude-code/entire-cli-*", "claude-code/claude-code-viewer-*", "claude-code/vibe*", "pi-agent/*")
TWENTY = (*BILLED, "codex/vibe*", "kimi-cli/*", "langchain/*")
RECOMMENDED_FOR = "claude-opus-5-5"
COUNTS = ("over_window", "unread_lost", "clearings", "summaries", "calls")
# Sessions are not cut in pieces here.
sessions.PIECE = 10**6

# A system prompt of about as many tokens.
SYSTEM = "word " * (OVERHEAD * 5 // 8)

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


def models_of(job: tuple[int, int]) -> list[dict[str, Any]]:
    index, overhead = job
    _, messages = FOUND[index]
    rows: list[Any] = []
    for model in MODELS:
        window = conspectus.providers.model_info(model).input_tokens
        rows += simulate(messages, windows=[window], price_sets=[model], policies=CHOICES, overhead_tokens=overhead, dialect="openai_chat").rows
    return [{**row.to_dict(), "session": index} for row in rows]


def is_long(index: int) -> bool:
    _, messages = FOUND[index]
    return conspectus.count_tokens(messages, dialect="openai_chat").tokens > LONG


def cost_and_names(group: dict[str, Any]) -> str:
    return f"{100 * group['cost'] / group['never']:.1f} / {100 * group['names_present'] / max(1, group['names']):.1f}"


def models(total: dict[Key, dict[str, Any]]) -> list[str]:
    """A table of models: what each policy costs under the model's own window and prices."""
    lines = []
    for model in SHOWN_MODELS:
        window = next(key[1] for key in total if key[0] == model)
        cells = " | ".join(cost_and_names(total[model, window, policy]) for policy in SHOWN)
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
        read = sum(tokens[:known]) + (OVERHEAD if self.last else 0)
        read = 0 if read < self.prices["min_prefix_tokens"] else read
        self.last = messages
        self.total += self.prices["read"] * read + self.prices["write"] * (sum(tokens) + OVERHEAD - read)
        return read


def ran(job: tuple[int, int, str]) -> dict[str, Any]:
    """One session with the compactor in the loop: append, compact, send, report usage. And what `simulate` says of it."""
    index, window, named = job
    _, whole = FOUND[index]
    prices = conspectus.providers.model_info(named).cache.to_dict()
    known: dict[int, tuple[Any, int]] = {}

    def tokens(messages: Messages) -> list[int]:
        for message in messages:
            if id(message) not in known:
                known[id(message)] = (message, conspectus.count_tokens([message], dialect="openai_chat").tokens)
        return [known[id(message)][1] for message in messages]

    compactor = conspectus.Compactor(context_window=window, dialect="openai_chat", prices=named)
    never, ours, messages = Bill(prices), Bill(prices), []
    counts = {"calls": 0, "cleared": 0, "summarized": 0, "over": 0}
    usage = None
    for place, message in enumerate(whole):
        messages = [*messages, message]
        if place + 1 == len(whole) or whole[place + 1]["role"] != "assistant" or message["role"] == "assistant":
            continue
        result = compactor.compact(messages, usage=usage, system=SYSTEM)
        messages = result.messages
        counts["calls"] += 1
        counts["cleared"] += result.status == "reduced" and result.code != "condensed"
        counts["summarized"] += result.status == "summarized"
        sizes = tokens(messages)
        counts["over"] += sum(sizes) + OVERHEAD > window
        read = ours.prompt(messages, sizes, result.cache_breakpoints)
        never.prompt(whole[: place + 1], tokens(whole[: place + 1]), [0, place + 1])
        said = itertools.takewhile(lambda said: said["role"] == "assistant", whole[place + 1 :])
        answer = sum(tokens(list(said))) * prices["output"]
        ours.total += answer
        never.total += answer
        usage = {"prompt_tokens": sum(sizes) + OVERHEAD, "prompt_tokens_details": {"cached_tokens": read}}
    rows = simulate(whole, windows=[window], price_sets=[named], policies=["never", "break_even"], overhead_tokens=OVERHEAD, dialect="openai_chat").rows
    return {**counts, "never": never.total, "ours": ours.total, "job": job, "simulated": [row.cost for row in rows]}


def command(*arguments: str) -> dict[str, Any]:
    """What a command prints as JSON."""
    done = subprocess.run([sys.executable, "-m", "conspectus", *arguments, "--json", "--quiet"], check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def files(patterns: tuple[str, ...]) -> list[str]:
    return [str(path) for pattern in patterns for path in sorted(DATA.glob(pattern))]


def billed(paths: list[str]) -> list[dict[str, Any]]:
    """What the recorded usage of each session cost, what `never` costs, and how far both are apart where the agent removed nothing."""
    found = []
    for path in paths:
        for session in command("simulate", path, "--policies", "recorded,never,break_even", "--context-window", "200k")["sessions"]:
            rows = {row["policy"]: row for row in session["rows"]}
            if "recorded" in rows and rows["recorded"]["cost_usd"]:
                compactions = rows["recorded"]["summaries"]
                found.append({**{name: row["cost_usd"] for name, row in rows.items()}, "calls": rows["never"]["calls"], "compactions": compactions})
    return found


def sums(rows: list[dict[str, Any]]) -> dict[Key, dict[str, Any]]:
    total: dict[Key, dict[str, Any]] = {}
    never = {(row["session"], row["prices"], row["window"]): row["cost"] for row in rows if row["policy"] == "never"}
    for row in rows:
        group = total.setdefault((row["prices"], row["window"], row["policy"]), {"never": 0.0, "dearest": 0.0})
        group["never"] += never[row["session"], row["prices"], row["window"]]
        for name in ("cost", "names", "names_present", *COUNTS):
            group[name] = group.get(name, 0) + row[name]
        group["dearest"] = max(group["dearest"], row["relative_cost_percent"])
    return total


def csv_rows(sessions_of: str, total: dict[Key, dict[str, Any]]) -> list[str]:
    """A row for each set of prices, window and policy."""
    rows = []
    for (prices, window, policy), group in total.items():
        cost, kept = 100 * group["cost"] / group["never"], 100 * group["names_present"] / max(1, group["names"])
        counts = ",".join(str(group[name]) for name in COUNTS)
        rows.append(f"{sessions_of},{prices},{window},{policy},{cost:.1f},{kept:.1f},{group['dearest']:.1f},{counts}")
    return rows


def goals(total: dict[Key, dict[str, Any]], long: dict[Key, dict[str, Any]], runs: list[dict[str, Any]], bills: list[dict[str, Any]]) -> list[str]:
    """What was aimed at, and what was reached."""
    def share(of: dict[Key, dict[str, Any]], prices: str, window: int, policy: str) -> float:
        group = of[prices, window, policy]
        return 100 * group["cost"] / group["never"]

    def kept(group: dict[str, Any]) -> float:
        return 100 * group["names_present"] / max(1, group["names"])

    own = {model: next(key[1] for key in long if key[0] == model) for model in MODELS}
    tiered = max(share(long, model, own[model], "break_even") for model in TIERED)
    peer = max(share(long, model, own[model], "break_even") - share(long, model, own[model], "context_editing_20k") for model in TIERED)
    opus, haiku = (share(long, model, own[model], "break_even") for model in ("claude-opus-5-5", "claude-haiku-4-5"))
    names = {model: kept(long[model, own[model], "break_even"]) for model in ("claude-opus-5-5", "claude-haiku-4-5")}
    dearest = max((total[prices, window, "break_even"]["dearest"], prices, window) for prices in PRICES for window in WINDOWS)
    apart = [abs(shares(runs, *run)[0] - shares(runs, *run)[1]) for run in RUNS]
    whole = [bill for bill in bills if not bill["compactions"]]
    money = 100 * abs(sum(bill["never"] for bill in whole) / sum(bill["recorded"] for bill in whole) - 1)
    over = sum(run["over"] for run in runs)
    lost = [sum(total[prices, window, "break_even"]["unread_lost"] for prices in PRICES for window in some) for some in (WINDOWS[2:], WINDOWS[:2])]
    rows = [
        ("long sessions, models with costlier long prompts", "at most 30", tiered, lambda found: found <= 30),
        ("long sessions there, points above `context_editing_20k`", "below 0", peer, lambda found: found < 0),
        ("long sessions, claude-opus-5-5", "at most 56.7", opus, lambda found: found <= 56.7),
        ("names kept there", "at least 98", names["claude-opus-5-5"], lambda found: found >= 98),
        ("long sessions, claude-haiku-4-5", "at most 38.8", haiku, lambda found: found <= 38.8),
        ("names kept there", "at least 98", names["claude-haiku-4-5"], lambda found: found >= 98),
        ("points between simulated and run", "at most 2", max(apart), lambda found: found <= 2),
        ("`never` from recorded sizes, percent off the bill", "at most 2", money, lambda found: found <= 2),
        (f"costliest session ({dearest[1]}, {dearest[2]:,})", "at most 100", dearest[0], lambda found: found <= 100),
        ("prompts above the window, when run", "0", over, lambda found: found == 0),
        (f"unread results lost or truncated, {WINDOWS[2]:,} and more", "0", lost[0], lambda found: found == 0),
        (f"unread results lost or truncated, {WINDOWS[0]:,} and {WINDOWS[1]:,}", "0", lost[1], lambda found: found == 0),
    ]
    return [f"| {what} | {goal} | {value:,.1f} | {'reached' if reached(value) else 'missed'} |" for what, goal, value, reached in rows]


HEAD = """# Economics

`make bench-cost` replays recorded sessions and writes this page ({date}). {sessions} sessions, {messages:,} messages, {calls:,} calls.

**Method.** A call costs the tokens read from the cache, the tokens written to it, and the response. A cached prefix ends at a breakpoint
(`cache_breakpoints`) and is found within 20 blocks; providers without breakpoints find any common prefix. Above a price limit, all tokens
of a prompt cost more. Costs are percentages of never clearing, in a window without limit. *Names kept* is the percentage of
names, paths and numbers that the agent wrote, had last seen over three calls before, and still had in its prompt.

**Limits.** The agent doesn't react to removed content. Unless a table says otherwise, tokens are estimates, and pauses are left out. A
simulated model summary contains no names; summaries of `break_even` are extractive.

| policy | behavior |
| --- | --- |
| `break_even` | the default with known prices |
| `context_editing_20k` | clears all results but three, once the history exceeds 100,000 tokens and 20,000 can be cleared (Anthropic's `clear_tool_uses_20250919` with `clear_at_least`) |
| `summarize_85` | at 85% of the window, a model summarizes all but 20 messages (LangChain's `SummarizationMiddleware`) |

All rows: [economics.csv](economics.csv).
"""


def main() -> int:
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else None
    if not DATA.is_dir():
        print("skipped: the recorded sessions are not beside the repository")
        return 0
    FOUND[:] = found()
    long = [index for index in range(len(FOUND)) if is_long(index)]
    with multiprocessing.get_context("fork").Pool(2) as pool:
        sweep = pool.apply_async(command, ("recommend", *files(TWENTY)[:20], "--model", RECOMMENDED_FOR))
        runs = pool.map(ran, [(index, *run) for run in RUNS for index in long], 1)
        long_rows = [row for rows in pool.map(models_of, [(index, OVERHEAD) for index in long], 1) for row in rows]
        of_models = sums([row for rows in pool.map(models_of, [(index, 0) for index in range(len(FOUND))], 1) for row in rows])
        total = sums([row for rows in pool.map(simulated, range(len(FOUND)), 1) for row in rows])
        of_presets = sums([row for rows in pool.map(presets_of, range(len(FOUND)), 1) for row in rows])
        bills = billed(files(BILLED))
        curve = sweep.get()
    of_long = sums(long_rows)
    real = sums([row for row in long_rows if not FOUND[row["session"]][0].startswith(STITCHED)])
    calls = total[PRICES[0], WINDOWS[0], "never"]["calls"]
    text = HEAD.format(date=datetime.date.today(), sessions=len(FOUND), messages=sum(len(messages) for _, messages in FOUND), calls=calls)
    text += "\n" + "\n".join(long_tables(of_long, real, len(long), runs))
    text += "\n" + "\n".join(money_tables(bills, curve))
    text += "\n## Goals\n\nFor `break_even`, in percent.\n\n" + "\n".join(table(["measure", "goal", "measured", ""], goals(total, of_long, runs, bills), 2))
    if path is not None:
        path.write_text(text, "utf-8")
        rows = ["sessions,prices,window,policy,cost_percent_of_never,names_kept_percent,costliest_session_percent," + ",".join(COUNTS)]
        for name, of_kind in (("all", of_models), ("all", total), ("all", of_presets), ("long", of_long), ("long without the longest", real)):
            rows += csv_rows(name, of_kind)
        path.with_suffix(".csv").write_text("\n".join(dict.fromkeys(rows)) + "\n", "utf-8")
    print(text)
    return 0


def shares(runs: list[dict[str, Any]], window: int, prices: str) -> tuple[float, float]:
    """The cost in percent of never, when run and when simulated."""
    of_run = [run for run in runs if run["job"][1:] == (window, prices)]
    never, ours = (sum(run["simulated"][place] for run in of_run) for place in (0, 1))
    return 100 * sum(run["ours"] for run in of_run) / sum(run["never"] for run in of_run), 100 * ours / never


def run_line(runs: list[dict[str, Any]], window: int, prices: str) -> str:
    of_run = [run for run in runs if run["job"][1:] == (window, prices)]
    when_run, simulated = shares(runs, window, prices)
    count = {name: sum(run[name] for run in of_run) for name in ("cleared", "summarized")}
    return f"| {prices} | {window:,} | {when_run:.1f} | {simulated:.1f} | {count['cleared']} | {count['summarized']} |"


def table(names: list[str], lines: list[str], texts: int = 1) -> list[str]:
    return [f"| {' | '.join(names)} |", f"|{' --- |' * texts}{' --: |' * (len(names) - texts)}", *lines, ""]


def long_tables(of_long: dict[Key, dict[str, Any]], real: dict[Key, dict[str, Any]], count: int, runs: list[dict[str, Any]]) -> list[str]:
    text = ["## Long sessions\n", f"The {count} sessions with more than {LONG:,} tokens, with {OVERHEAD:,} tokens of system prompt and tools. Each model has its own"]
    text += ["window and prices: cost / names kept, in percent.\n", *table(["model", "window", *SHOWN], models(of_long))]
    text += ["Without the longest, which is several sessions in one (1.6 million tokens):\n", *table(["model", "window", *SHOWN], models(real))]
    text += ["## The compactor itself\n", "These sessions with the compactor in the loop, billed by separate code.\n"]
    return text + table(["prices", "window", "run, %", "simulated, %", "clearings", "summaries"], [run_line(runs, *run) for run in RUNS if run[0] >= SHOWN_RUNS])


def money_tables(bills: list[dict[str, Any]], curve: dict[str, Any]) -> list[str]:
    dollars = lambda amount: f"{amount:,.2f}"  # noqa: E731
    text = ["## In money\n", "Sessions with the provider's recorded usage of each call: US dollars at list prices of the recorded model. `never` uses the recorded"]
    text += ["sizes and cache reads, so it should cost the bill if the agent removed nothing.\n"]
    lines = []
    for name, of_kind in (("nothing removed by the agent", [bill for bill in bills if not bill["compactions"]]), ("compacted by the agent", [bill for bill in bills if bill["compactions"]])):
        cells = [dollars(sum(bill[policy] for bill in of_kind)) for policy in ("recorded", "never", "break_even")]
        lines.append(f"| {name} | {len(of_kind)} | {sum(bill['calls'] for bill in of_kind):,} | {' | '.join(cells)} |")
    text += table(["sessions", "number", "calls", "billed", "`never`", "`break_even`, 200,000"], lines)
    cost = curve["cost_usd"]
    text += ["## Recommended settings\n", f"`conspectus recommend` on {curve['sessions']} recorded sessions ({curve['calls']:,} calls), as {RECOMMENDED_FOR}: US dollars, and percent of names kept."]
    text += ["Settings that lose more than the defaults aren't recommended; those that lose a user's request are left out.\n"]
    lines = []
    for row in curve["curve"]:
        if row["requests_lost"]:
            continue
        options = ", ".join(f"{name}={value}" for name, value in row["options"].items()) or "the defaults"
        mark = "recommended" if row["options"] == curve["recommended"] else "loses more" if row["loses_more"] else ""
        kept = 100 * row["names_present"] / max(1, row["names"])
        lines.append(f"| {options} | {dollars(row['cost_usd'])} | {row['relative_cost_percent']:.1f} | {kept:.1f} | {mark} |")
    text += table(["settings", "cost", "of never", "names", ""], lines)
    never, default, best = (dollars(cost[name]) for name in ("never", "default", "recommended"))
    return [*text, f"Cost without compaction: {never}; with the defaults: {default}; as recommended: {best}.\n"]


if __name__ == "__main__":
    raise SystemExit(main())
