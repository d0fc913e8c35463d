"""The OpenAI Agents SDK and conspectus: rows of the table of `make adapters`."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from contextvars import ContextVar
from pathlib import Path
from typing import Any

# This folder has files that are named as the frameworks.
sys.path[0] = str(Path(__file__).parents[1])

from adapters.watched import FAILURES, SYSTEM, TURNS, WINDOW, Counted, Watched, tell
from agents import Agent, Model, ModelSettings, OpenAIChatCompletionsModel, OpenAIResponsesModel, RunConfig, Runner, SQLiteSession, Tool, ToolOutputImage, ToolOutputText, function_tool, set_tracing_disabled
from agents.extensions import ToolOutputTrimmer
from agents.extensions.models.litellm_model import LitellmModel
from agents.memory import OpenAIResponsesCompactionSession
from conspectus.openai_agents import CompactingModel, input_filter
from openai import AsyncOpenAI
from provider.tools import png

PACKAGE = "openai-agents"
SHORT = {"context_window": WINDOW, "reserve_tokens": 2_000}
PICTURE = f"data:image/png;base64,{png(7)}"


def responses(watched: Watched, retries: int = 0) -> Model:
    return OpenAIResponsesModel("gpt-5", AsyncOpenAI(base_url=watched.openai_url, api_key="key", max_retries=retries))


def chat(watched: Watched, retries: int = 0) -> Model:
    return OpenAIChatCompletionsModel("gpt-4.1", AsyncOpenAI(base_url=watched.openai_url, api_key="key", max_retries=retries))


def anthropic(watched: Watched, retries: int = 0) -> Model:
    return LitellmModel("anthropic/claude-sonnet-4-20250514", base_url=watched.url, api_key="key")


WIRES: dict[str, Callable[..., Model]] = {"openai_responses": responses, "openai_chat": chat, "anthropic": anthropic}


def tools_of(watched: Watched, pictures: bool) -> list[Tool]:
    @function_tool
    def read_file(path: str) -> Any:
        """Reads a file."""
        text = watched.tool(path)
        return [ToolOutputText(text=text), ToolOutputImage(image_url=PICTURE)] if pictures and watched.turns % 5 == 0 else text

    return [read_file]


def asked(watched: Watched, pictures: bool) -> list[Any]:
    text = watched.open("Go on with the next files. Never touch main.py.")
    shown = [{"type": "input_image", "image_url": PICTURE, "detail": "auto"}] if pictures else []
    return [{"role": "user", "content": [{"type": "input_text", "text": text}, *shown]}]


async def session(watched: Watched, model: Model, *, turns: int = TURNS, stored: Any = None, pictures: bool = False, streamed: bool = False, config: RunConfig | None = None, context: Any = None) -> None:
    """Asks until the model was called so often. Without a store, each run begins with what the last one ended with."""
    agent = Agent(name="reader", instructions=SYSTEM, model=model, tools=tools_of(watched, pictures), model_settings=ModelSettings(include_usage=True, max_tokens=2_000))
    items: list[Any] = []
    while watched.turns < turns:
        given = items + asked(watched, pictures)
        if streamed:
            result: Any = Runner.run_streamed(agent, given, max_turns=99, session=stored, run_config=config, context=context)
            async for _ in result.stream_events():
                pass
        else:
            result = await Runner.run(agent, given, max_turns=99, session=stored, run_config=config, context=context)
        items = [] if stored else result.to_input_list()


async def by_model(wire: str, summarize: Any, *, streamed: bool = False, plan: str = "") -> None:
    watched, counted = Watched(plan=plan, tool="read_file"), Counted()
    model = CompactingModel(WIRES[wire](watched), on_compact=counted, summarize=summarize, on_error="raise", **SHORT)
    await session(watched, model, pictures=wire == "openai_responses", streamed=streamed)
    tell(PACKAGE, wire, f"conspectus: model, {summarize}{', streamed' * streamed}{', failures' * bool(plan)}", watched, counted.runs)
    assert bool(counted.by_model) == (summarize == "model"), "who wrote the summaries"
    if plan:
        assert sum(row["status"] != 200 for row in watched.log) == 3, [row["status"] for row in watched.log]


async def by_filter(summarize: Any) -> None:
    watched, counted = Watched(tool="read_file"), Counted()
    config = RunConfig(call_model_input_filter=input_filter(on_compact=counted, summarize=summarize, on_error="raise", **SHORT))
    stored = SQLiteSession("one")
    await session(watched, responses(watched, retries=2), stored=stored, config=config)
    tell(PACKAGE, "openai_responses", f"conspectus: filter, {summarize}", watched, counted.runs)
    assert bool(counted.by_model) == (summarize == "model"), "who wrote the summaries"
    # The store keeps everything.
    assert len(await stored.get_items()) > 2 * TURNS


async def two_at_once() -> None:
    """One model object, two conversations that begin alike and are told apart by what they hold; then two by their id."""
    counted, both = Counted(), [Watched(seed=1, tool="read_file"), Watched(seed=2, tool="read_file")]
    now: ContextVar[Watched] = ContextVar("now")

    class Routed(Model):
        """Sends each conversation to its own account."""

        model = "gpt-4.1"

        def get_response(self, *given: Any, **named: Any) -> Any:
            return chat(now.get()).get_response(*given, **named)

        def stream_response(self, *given: Any, **named: Any) -> Any:
            raise NotImplementedError

    async def one(watched: Watched, model: Model) -> None:
        now.set(watched)
        await session(watched, model, turns=TURNS // 2 if watched.turns == 0 else TURNS)

    model = CompactingModel(Routed(), on_compact=counted, summarize="extractive", on_error="raise", **SHORT)
    await asyncio.gather(*(one(watched, model) for watched in both))
    keyed = CompactingModel(Routed(), key=lambda: now.get().url, on_compact=counted, summarize="extractive", on_error="raise", **SHORT)
    await asyncio.gather(*(one(watched, keyed) for watched in both))
    for watched in both:
        tell(PACKAGE, "openai_chat", "conspectus: model, two at once", watched, counted.runs)


async def resumed() -> None:
    """A process ends within a conversation, and another one goes on."""
    watched, counted = Watched(tool="read_file"), Counted()
    stored = SQLiteSession("one")
    state: Any = None
    for turns in (TURNS // 2, TURNS):
        model = CompactingModel(responses(watched), key=lambda: "one", on_compact=counted, summarize="model", on_error="raise", **SHORT)
        if state is not None:
            model.load("one", json.loads(state))
            before = counted.runs
        await session(watched, model, turns=turns, stored=stored)
        state = json.dumps(model.save("one"))
    assert counted.runs > before
    tell(PACKAGE, "openai_responses", "conspectus: model, saved and resumed", watched, counted.runs)


async def own(name: str) -> None:
    watched, runs = Watched(tool="read_file"), 0
    client = AsyncOpenAI(base_url=watched.openai_url, api_key="key")

    def is_time(told: dict[str, Any]) -> bool:
        nonlocal runs
        full = len(json.dumps(told["session_items"])) / 3.3 > 0.75 * WINDOW
        runs += full
        return full

    trims = name == "ToolOutputTrimmer"
    stored = SQLiteSession("one") if trims else OpenAIResponsesCompactionSession("one", SQLiteSession("one"), client=client, model="gpt-5", should_trigger_compaction=is_time)
    config = RunConfig(call_model_input_filter=ToolOutputTrimmer(recent_turns=1)) if trims else None
    failed = False
    try:
        await session(watched, responses(watched, retries=2), stored=stored, config=config)
    except Exception:
        failed = True
    tell(PACKAGE, "openai_responses", f"own: {name}", watched, runs, failed)


async def main() -> None:
    set_tracing_disabled(True)
    for wire in WIRES:
        for summarize in ("extractive", "model"):
            await by_model(wire, summarize)
        await by_model(wire, "extractive", streamed=True)
    for wire in ("openai_responses", "openai_chat"):
        await by_model(wire, "extractive", plan=FAILURES)
        await by_model(wire, "model", streamed=True, plan=FAILURES)
    await by_model("anthropic", "extractive", plan=FAILURES)
    await by_filter("extractive")
    await by_filter("model")
    await two_at_once()
    await resumed()
    await own("OpenAIResponsesCompactionSession")
    await own("ToolOutputTrimmer")


asyncio.run(main())
