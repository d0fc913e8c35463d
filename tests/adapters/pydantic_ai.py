"""pydantic-ai and conspectus: rows of the table of `make adapters`."""

from __future__ import annotations

import asyncio
import base64
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

# This folder has files that are named as the frameworks.
sys.path[0] = str(Path(__file__).parents[1])

from adapters.watched import FAILURES, SYSTEM, TURNS, WINDOW, Counted, Watched, tell
from anthropic import AsyncAnthropic
from conspectus.pydantic_ai import Compaction, CompactionStrategy
from openai import AsyncOpenAI
from provider.tools import png
from pydantic_ai import Agent, BinaryContent, exceptions
from pydantic_ai.messages import ModelMessage, ModelMessagesTypeAdapter, ModelRequest, ModelResponse, TextContent, TextPart, ToolCallPart, UserPromptPart
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.google import GoogleProvider
from pydantic_ai.providers.openai import OpenAIProvider

PACKAGE = "pydantic-ai-slim"
# The server counts a picture as so many tokens.
SHORT: dict[str, Any] = {"context_window": WINDOW, "reserve_tokens": 2_000, "image_tokens": 1_000, "on_error": "raise"}
PICTURE = BinaryContent(base64.b64decode(png(7)), media_type="image/png")


def openai(watched: Watched) -> OpenAIProvider:
    return OpenAIProvider(openai_client=AsyncOpenAI(base_url=watched.openai_url, api_key="key", max_retries=0))


WIRES: dict[str, Callable[[Watched], Any]] = {
    "openai_chat": lambda watched: OpenAIChatModel("gpt-4.1", provider=openai(watched)),
    "openai_responses": lambda watched: OpenAIResponsesModel("gpt-5", provider=openai(watched)),
    "anthropic": lambda watched: AnthropicModel("claude-sonnet-4-5", provider=AnthropicProvider(anthropic_client=AsyncAnthropic(base_url=watched.url, api_key="key", max_retries=0))),
    "gemini": lambda watched: GoogleModel("gemini-2.5-pro", provider=GoogleProvider(api_key="key", base_url=watched.url)),
}


def agent_of(watched: Watched, wire: str, capability: Any, pictures: bool = False) -> Any:
    agent: Any = Agent(WIRES[wire](watched), instructions=SYSTEM, capabilities=[capability], model_settings={"max_tokens": 2_000}, retries=3)

    @agent.tool_plain
    def read_file(path: str) -> Any:
        """Reads a file."""
        text = watched.tool(path)
        return [text, PICTURE] if pictures and watched.turns % 5 == 0 else text

    return agent


async def session(watched: Watched, agent: Any, *, turns: int = TURNS, history: Any = None, streamed: bool = False) -> list[ModelMessage]:
    messages: list[ModelMessage] = history or []
    while watched.turns < turns:
        prompt = [watched.open("Go on with the next files. Never touch main.py."), PICTURE]
        if streamed:
            async with agent.run_stream_events(prompt, message_history=messages) as events:
                async for event in events:
                    result = getattr(event, "result", None) or locals().get("result")
        else:
            result = await agent.run(prompt, message_history=messages)
        messages = result.all_messages()
    return messages


async def ours(wire: str, summarize: Any, *, streamed: bool = False, plan: str = "") -> None:
    watched, counted = Watched(plan=plan, tool="read_file"), Counted()
    compaction = Compaction(on_compact=counted, summarize=summarize, **SHORT)
    messages = await session(watched, agent_of(watched, wire, compaction, pictures=wire != "gemini"), streamed=streamed)
    tell(PACKAGE, wire, f"conspectus: {summarize}{', streamed' * streamed}{', failures' * bool(plan)}", watched, counted.runs)
    assert bool(counted.by_model) == (summarize == "model") == bool(watched.summaries), "who wrote the summaries"
    assert len(messages) < TURNS, "the run goes on with what was sent"
    if plan:
        assert sum(row["status"] != 200 for row in watched.log) == 3, [row["status"] for row in watched.log]
    if wire == "anthropic":
        assert sum(row["cached"] for row in watched.log) > 5_000 * TURNS, "the marks arrive"


async def two_at_once() -> None:
    """One capability, two conversations."""
    counted, both = Counted(), [Watched(seed=seed, tool="read_file", plan=FAILURES) for seed in (1, 2)]
    shared = Compaction(on_compact=counted, summarize="model", **SHORT)
    await asyncio.gather(*(session(watched, agent_of(watched, "openai_chat", shared)) for watched in both))
    for watched in both:
        tell(PACKAGE, "openai_chat", "conspectus: two at once, failures", watched, counted.runs)
        assert watched.summaries


async def resumed() -> None:
    """The messages go through JSON, and another process goes on. What is pinned stays."""
    watched, counted = Watched(tool="read_file"), Counted()
    pin = "Rule 7 holds for ever."
    pinned = ModelRequest([UserPromptPart([TextContent(pin, metadata={"pinned": True})])])
    state = ModelMessagesTypeAdapter.dump_json([pinned, ModelResponse([TextPart("Yes.")])])
    for turns in (TURNS // 2, TURNS):
        compaction = Compaction(on_compact=counted, summarize="extractive", **SHORT)
        messages = await session(watched, agent_of(watched, "openai_responses", compaction), turns=turns, history=ModelMessagesTypeAdapter.validate_json(state))
        state = ModelMessagesTypeAdapter.dump_json(messages)
    assert sum(part.content[0].content == pin for message in messages for part in message.parts if isinstance(part, UserPromptPart) and isinstance(part.content[0], TextContent)) == 1
    tell(PACKAGE, "openai_responses", "conspectus: resumed, pinned", watched, counted.runs)


async def remembered() -> None:
    """A run knows how long ago the last one cleared something, and aims lower if that was just before. Two runs at once are two compactors."""

    def reads(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        is_new = any(isinstance(part, UserPromptPart) for part in messages[-1].parts)
        return ModelResponse([ToolCallPart("read_file", {"path": f"{len(messages)}.py"}) if is_new else TextPart("It is long.")])

    targets: list[float] = []
    compaction = Compaction(on_compact=lambda result: targets.append(result.log["sizes.target_tokens"]), context_window=40_000, on_error="raise")
    agent: Any = Agent(FunctionModel(reads), instructions=SYSTEM, capabilities=[compaction])

    @agent.tool_plain
    def read_file(path: str) -> str:
        """Reads a file."""
        return "\n".join(f"value_{line} = {line * int(path[:-3])}" for line in range(200))

    messages: list[ModelMessage] = []
    while len(targets) < 2:
        messages = (await agent.run("Go on.", message_history=messages)).all_messages()
    assert targets[1] < targets[0], targets
    await asyncio.gather(*(agent.run("Go on.", message_history=messages) for _ in range(3)))


async def too_large() -> None:
    """What can not fit is the framework's own error, and is not sent."""
    watched = Watched(tool="read_file")
    try:
        await agent_of(watched, "openai_chat", Compaction(**SHORT)).run("one word " * WINDOW)
    except getattr(exceptions, "ModelContextWindowExceededError", exceptions.UnexpectedModelBehavior):
        assert not watched.log
        return
    raise AssertionError("a request that is too large was sent")


async def with_harness(wire: str) -> None:
    """The strategy in the harness's place, and the harness's own."""
    from pydantic_ai_harness.compaction import SlidingWindowCompaction, TieredCompaction

    for summarize in ("extractive", "model"):
        watched, counted = Watched(tool="read_file"), Counted()
        strategy = CompactionStrategy(on_compact=counted, summarize=summarize, **SHORT)  # type: ignore[arg-type]
        await session(watched, agent_of(watched, wire, TieredCompaction(tiers=[strategy.with_focus("the files")], target_tokens=13_000)))
        tell(PACKAGE, wire, f"conspectus: harness's TieredCompaction, {summarize}", watched, counted.runs)
        assert bool(counted.by_model) == (summarize == "model")
    watched, runs = Watched(tool="read_file"), 0

    class Told(SlidingWindowCompaction[Any]):
        async def compact(self, *given: Any, **named: Any) -> Any:
            nonlocal runs
            runs += 1
            return await super().compact(*given, **named)

    failed = False
    try:
        await session(watched, agent_of(watched, wire, Told(max_tokens=15_000, keep_tokens=8_000)))
    except Exception:
        failed = True
    tell(PACKAGE, wire, "own: SlidingWindowCompaction of the harness", watched, runs, failed)


async def main() -> None:
    if importlib.util.find_spec("pydantic_ai_harness"):
        # It wants an older pydantic-ai, in which no capability can send again.
        for wire in ("openai_chat", "anthropic"):
            await with_harness(wire)
        return
    for wire in WIRES:
        for summarize in ("extractive", "model"):
            await ours(wire, summarize)
        await ours(wire, "model", streamed=True)
    for wire in ("openai_chat", "openai_responses", "anthropic"):
        await ours(wire, "extractive", plan=FAILURES)
        await ours(wire, "model", streamed=True, plan=FAILURES)
    await two_at_once()
    await resumed()
    await remembered()
    await too_large()


asyncio.run(main())
