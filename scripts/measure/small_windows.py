"""What small windows cost in three frameworks, with conspectus and with the framework's own compaction: `make bench-small`.

The same scripted agent runs through LangChain, pydantic-ai and the OpenAI Agents SDK, each with its own clients, against the strict provider of
`tests/provider`. It reads files of 200 to 12,000 chars for its user, who asks for more when it is done. The bill is that of the provider's usage,
requests for summaries included. What must never happen is counted in each request: the open request of the user is missing, a result is missing
that the agent has not read, or the request is refused.

    make bench-small                                         every framework, window and wire, three sessions each
    make bench-small ARGS="langchain --windows 20000"        some
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
# Where each framework is installed by `tests/adapters`; that of pydantic-ai with its compaction, which is a package of its own.
ENVIRONMENTS = {"langchain": "langchain", "pydantic_ai": "pydantic_ai_harness", "openai_agents": "openai_agents"}
WIRES = {"langchain": ("anthropic", "openai"), "pydantic_ai": ("anthropic", "openai"), "openai_agents": ("openai",)}
WINDOWS = (8_000, 20_000, 40_000)
TURNS, SESSIONS = 60, 3
# The sizes of results: half of them are below 1,550 chars, as in recorded sessions of coding agents.
RESULT_CHARS = (200, 12_000)
# A tool of a host with a small window gives no more at once than this share of it. Chosen here: two of them fit, and what is around them.
RESULT_SHARE = 0.25
ANSWER_TOKENS = 1_000
MODELS = {"anthropic": "claude-sonnet-4-5", "openai": "gpt-5"}
# Of an uncached token of the prompt: what is read from the cache, written to it, and answered.
PRICES = {"anthropic": (0.1, 1.25, 5.0), "openai": (0.1, 1.0, 5.0)}
# A provider that is asked in vain so often has a session that cannot go on.
FAILURES_MAX = 3


def bill(wire: str, usage: dict[str, Any]) -> float:
    """What one request costs, in tokens at the full price."""
    read_price, write_price, answer_price = PRICES[wire]
    answered = usage.get("completion_tokens", usage.get("output_tokens", 0))
    if wire == "anthropic":
        read, written = usage["cache_read_input_tokens"], usage["cache_creation_input_tokens"]
        return usage["input_tokens"] + read * read_price + written * write_price + answered * answer_price
    prompt = usage.get("prompt_tokens", usage.get("input_tokens", 0))
    details = usage.get("prompt_tokens_details") or usage.get("input_tokens_details") or {}
    read = details.get("cached_tokens", 0)
    return prompt - read + read * read_price + answered * answer_price


def sessions(name: str, wire: str, window: int, seeds: int) -> Iterator[dict[str, Any]]:
    """Inside the framework's environment: each session with ours, and with its own."""
    if name == "openai_agents":
        # `tests` has a folder of the same name.
        import agents  # noqa: F401
    sys.path.append(str(ROOT / "tests"))
    from adapters.watched import Watched
    from provider.model import Agent, Answer, Asked
    from provider.tools import FILES

    class Reader(Agent):
        """Reads one file or two at each step; its user goes on after five to ten steps."""

        def __call__(self, asked: Asked, turn: int) -> Answer:
            answer = super().__call__(asked, turn)
            answer.calls = answer.calls[:2]
            return answer

    class Session(Watched):
        def __init__(self, seed: int) -> None:
            super().__init__(window=window, agent=Reader(seed, FILES, "read_file"))
            self._sizes = random.Random(f"sizes {seed}")
            # What had been paid before each answer of the agent.
            self.paid: list[float] = []

        def _look(self, asked: Asked) -> None:
            super()._look(asked)
            self.paid.append(self.total)

        @property
        def total(self) -> float:
            return sum(bill(wire, row["usage"]) for row in self.log if row["usage"])

        def read(self, path: str) -> str:
            least, most = map(math.log, RESULT_CHARS)
            chars = math.exp(self._sizes.uniform(least, most))
            return self.tool(path, int(min(chars, window * 3.3 * RESULT_SHARE)))

    frameworks: dict[str, Callable[[Any, str, str, int], Awaitable[int]]] = {"langchain": langchain, "pydantic_ai": pydantic_ai, "openai_agents": openai_agents}
    for way in ("ours", "theirs"):
        for seed in range(seeds):
            watched = Session(seed)
            runs = asyncio.run(frameworks[name](watched, wire, way, window))
            for text in watched.refused:
                print(f"  {way} {seed}: {text}", file=sys.stderr)
            yield {
                "framework": name, "wire": wire, "window": window, "way": way, "seed": seed, "turns": watched.turns, "runs": runs,
                "paid": [*watched.paid, watched.total], "requests_lost": watched.lost_requests, "unread_lost": watched.lost_results, "refused": len(watched.refused),
            }  # fmt: skip


def question(watched: Any) -> str:
    return str(watched.open("Go on with the next files. Never touch main.py."))


class Counter:
    """An `on_compact`: how often something was cleared or summarized. What is told shorter on arrival is no run."""

    def __init__(self) -> None:
        self.runs = 0

    def __call__(self, result: Any) -> None:
        self.runs += result.changed and result.code != "condensed"


async def langchain(watched: Any, wire: str, way: str, window: int) -> int:
    from conspectus.langchain import CompactionMiddleware
    from langchain.agents import create_agent
    from langchain.agents.middleware import SummarizationMiddleware
    from langchain_anthropic import ChatAnthropic
    from langchain_anthropic.middleware import AnthropicPromptCachingMiddleware
    from langchain_core.tools import tool
    from langchain_openai import ChatOpenAI
    from langgraph.checkpoint.memory import InMemorySaver

    given: dict[str, Any] = {"model": MODELS[wire], "api_key": "key", "max_retries": 0, "max_tokens": ANSWER_TOKENS, "profile": {"max_input_tokens": window}}
    model: Any = ChatAnthropic(base_url=watched.url, **given) if wire == "anthropic" else ChatOpenAI(base_url=watched.openai_url, use_responses_api=False, **given)
    counted = Counter()

    @tool
    def read_file(path: str) -> str:
        """Reads a file."""
        return str(watched.read(path))

    class Told(SummarizationMiddleware):
        async def _acreate_summary(self, *given: Any) -> str:
            counted.runs += 1
            return await super()._acreate_summary(*given)

    # The fractions of LangChain's own page on this middleware.
    own: list[Any] = [Told(model, trigger=("fraction", 0.8), keep=("fraction", 0.3)), *[AnthropicPromptCachingMiddleware()] * (wire == "anthropic")]
    middleware = [CompactionMiddleware(on_compact=counted, on_error="raise", context_window=window)] if way == "ours" else own
    agent = create_agent(model, [read_file], system_prompt=system(), middleware=middleware, checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "one"}, "recursion_limit": 1_000}
    await go_on(watched, lambda: agent.ainvoke({"messages": [{"role": "user", "content": question(watched)}]}, config))
    return counted.runs


def system() -> str:
    from adapters.watched import SYSTEM

    return SYSTEM


async def go_on(watched: Any, ask: Callable[[], Awaitable[Any]]) -> None:
    """Asks until the model was called so often, or until nothing goes on."""
    failures = 0
    while watched.turns < TURNS and failures < FAILURES_MAX:
        before = watched.turns
        try:
            await ask()
        except Exception as error:
            print(f"  {type(error).__name__}: {str(error)[:150]}", file=sys.stderr)
        failures = 0 if watched.turns > before else failures + 1


async def pydantic_ai(watched: Any, wire: str, way: str, window: int) -> int:
    from anthropic import AsyncAnthropic
    from conspectus.pydantic_ai import Compaction
    from openai import AsyncOpenAI
    from pydantic_ai import Agent
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.anthropic import AnthropicProvider
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai_harness.compaction import ClearToolResults, SummarizingCompaction, TieredCompaction

    model: Any
    settings: dict[str, Any] = {"max_tokens": ANSWER_TOKENS}
    if wire == "anthropic":
        model = AnthropicModel(MODELS[wire], provider=AnthropicProvider(anthropic_client=AsyncAnthropic(base_url=watched.url, api_key="key", max_retries=0)))
        settings |= {"anthropic_cache_instructions": True, "anthropic_cache_tool_definitions": True, "anthropic_cache_messages": True} if way == "theirs" else {}
    else:
        model = OpenAIChatModel(MODELS[wire], provider=OpenAIProvider(openai_client=AsyncOpenAI(base_url=watched.openai_url, api_key="key", max_retries=0)))
    counted = Counter()

    class Told(ClearToolResults[Any]):
        async def compact(self, *given: Any, **named: Any) -> Any:
            counted.runs += 1
            return await super().compact(*given, **named)

    # The tiers of the harness's own page, but for the one that has to be told how files are named.
    own = TieredCompaction[Any](tiers=[Told(max_tokens=1, keep_pairs=3), SummarizingCompaction(max_messages=1, keep_messages=20)], target_fraction=0.8, context_window=window)
    capability: Any = Compaction(on_compact=counted, on_error="raise", context_window=window) if way == "ours" else own
    agent: Any = Agent(model, instructions=system(), capabilities=[capability], model_settings=settings)

    @agent.tool_plain
    def read_file(path: str) -> str:
        """Reads a file."""
        return str(watched.read(path))

    messages: Any = []

    async def ask() -> None:
        nonlocal messages
        messages = (await agent.run(question(watched), message_history=messages)).all_messages()

    await go_on(watched, ask)
    return counted.runs


async def openai_agents(watched: Any, wire: str, way: str, window: int) -> int:
    from agents import Agent, ModelSettings, OpenAIResponsesModel, RunConfig, Runner, SQLiteSession, function_tool, set_tracing_disabled
    from agents.extensions import ToolOutputTrimmer
    from agents.memory import OpenAIResponsesCompactionSession
    from conspectus.openai_agents import CompactingModel
    from openai import AsyncOpenAI

    set_tracing_disabled(True)
    counted = Counter()
    client = AsyncOpenAI(base_url=watched.openai_url, api_key="key", max_retries=0)
    inner: Any = OpenAIResponsesModel(MODELS[wire], client)

    @function_tool
    def read_file(path: str) -> str:
        """Reads a file."""
        return str(watched.read(path))

    def is_time(told: dict[str, Any]) -> bool:
        """Their own rule counts items. This one fits the window, as their page shows it."""
        full = len(json.dumps(told["session_items"])) / 4 > 0.8 * window
        counted.runs += full
        return full

    stored: Any = SQLiteSession("one")
    config = None
    if way == "ours":
        inner = CompactingModel(inner, on_compact=counted, on_error="raise", context_window=window)
    else:
        stored = OpenAIResponsesCompactionSession("one", stored, client=client, model=MODELS[wire], should_trigger_compaction=is_time)
        config = RunConfig(call_model_input_filter=ToolOutputTrimmer())
    agent = Agent(name="reader", instructions=system(), model=inner, tools=[read_file], model_settings=ModelSettings(include_usage=True, max_tokens=ANSWER_TOKENS))
    await go_on(watched, lambda: Runner.run(agent, question(watched), max_turns=99, session=stored, run_config=config))
    return counted.runs


def measure(names: list[str], windows: list[int], seeds: int) -> list[dict[str, Any]]:
    sys.path.insert(0, str(ROOT))
    from tests.adapters.run import env_of, ready

    rows = []
    for name in names:
        python = ready(ENVIRONMENTS[name])
        for wire in WIRES[name]:
            for window in windows:
                package = os.environ.get("CONSPECTUS", str(ROOT / "bindings-python"))
                job = [python, __file__, name, "--inside", wire, "--windows", str(window), "--sessions", str(seeds)]
                run = subprocess.run(job, stdout=subprocess.PIPE, text=True, check=True, env=env_of(package) | {"CONSPECTUS": package})
                found = [json.loads(line) for line in run.stdout.splitlines()]
                rows += found
                print(line(found), flush=True)
    return rows


HEAD = "framework      wire       window  cost  ours / theirs             runs       requests lost  unread lost  refused    turns"


def line(rows: list[dict[str, Any]]) -> str:
    """One line of the table: the sessions of one framework, wire and window."""
    def total(name: str) -> tuple[int, int]:
        ours, theirs = (sum(row[name] for row in rows if row["way"] == way) for way in ("ours", "theirs"))
        return ours, theirs

    first, count = rows[0], len(rows) // 2
    # A session that could not go on is compared as far as it went.
    pairs = [(ours, theirs, min(ours["turns"], theirs["turns"])) for ours, theirs in zip(rows[:count], rows[count:], strict=True)]
    turns = max(1, sum(shared for *_, shared in pairs))
    ours, theirs = (sum(pair[place]["paid"][pair[2]] for pair in pairs) / turns for place in (0, 1))
    cells = [f"{first['framework']:<14} {first['wire']:<9} {first['window']:>7,}", f"{ours / theirs:.2f}  {ours:>7,.0f} / {theirs:<7,.0f} a turn"]
    cells += ["{} / {}".format(*total(name)).ljust(width) for name, width in (("runs", 9), ("requests_lost", 13), ("unread_lost", 11), ("refused", 9), ("turns", 9))]
    return "  ".join(cells)


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench-small", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(ENVIRONMENTS))
    parser.add_argument("--windows", type=int, nargs="+", default=[*WINDOWS])
    parser.add_argument("--sessions", type=int, default=SESSIONS, help="how many of each (default: 3)")
    parser.add_argument("--inside", choices=("anthropic", "openai"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if strange := {*given.names} - {*ENVIRONMENTS}:
        parser.error(f"no framework is called {', '.join(strange)}: there are {', '.join(ENVIRONMENTS)}")
    if given.inside:
        for row in sessions(given.names[0], given.inside, given.windows[0], given.sessions):
            print(json.dumps(row), flush=True)
        return
    print(HEAD)
    rows = measure(given.names or [*ENVIRONMENTS], given.windows, given.sessions)
    bad = [row for row in rows if row["way"] == "ours" and (row["requests_lost"] or row["unread_lost"] or row["refused"] or row["turns"] < TURNS)]
    if bad:
        sys.exit(f"{len(bad)} sessions of ours lost something, the first is {bad[0]}")


if __name__ == "__main__":
    main()
