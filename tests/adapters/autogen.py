"""AutoGen and conspectus: rows of the table of `make adapters`."""

from __future__ import annotations

import asyncio
import io
import json
import sys
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any

# This folder has files that are named as the frameworks.
sys.path[0] = str(Path(__file__).parents[1])

from adapters.watched import FAILURES, SYSTEM, TURNS, WINDOW, Counted, Watched, tell
from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.messages import MultiModalMessage
from autogen_core import Image
from autogen_core.model_context import ChatCompletionContext, BufferedChatCompletionContext
from autogen_core.models import ChatCompletionClient
from autogen_ext.models.anthropic import AnthropicChatCompletionClient
from autogen_ext.models.openai import OpenAIChatCompletionClient
from conspectus.autogen import CompactingChatCompletionContext
from PIL import Image as Picture
from provider.tools import png

PACKAGE = "autogen-core"
SHORT = {"context_window": WINDOW, "reserve_tokens": 2_000}


def chat(watched: Watched, retries: int = 0) -> ChatCompletionClient:
    return OpenAIChatCompletionClient(model="gpt-4.1", base_url=watched.openai_url, api_key="key", max_retries=retries, max_tokens=2_000, include_name_in_message=False)


def anthropic(watched: Watched, retries: int = 0) -> ChatCompletionClient:
    return AnthropicChatCompletionClient(model="claude-sonnet-4-20250514", base_url=watched.url, api_key="key", max_retries=retries, max_tokens=2_000)


WIRES: dict[str, Callable[..., ChatCompletionClient]] = {"openai_chat": chat, "anthropic": anthropic}


async def session(watched: Watched, client: ChatCompletionClient, context: Any, *, turns: int = TURNS, pictures: bool = False, streamed: bool = False) -> AssistantAgent:
    async def read_file(path: str) -> str:
        """Reads a file."""
        return watched.tool(path)

    agent = AssistantAgent("reader", client, tools=[read_file], model_context=context, system_message=SYSTEM, max_tool_iterations=99, model_client_stream=streamed)
    while watched.turns < turns:
        text = watched.open("Go on with the next files. Never touch main.py.")
        shown = [Image(Picture.open(io.BytesIO(b64decode(png(watched.turns)))))] if pictures else []
        task: Any = MultiModalMessage(content=[text, *shown], source="user")
        while True:
            try:
                await agent.run(task=task)
                break
            except Exception as error:
                pause = context.pause_s(error) if isinstance(context, CompactingChatCompletionContext) else None
                if pause is None:
                    raise
                await asyncio.sleep(pause)
                task = None
    return agent


def context_of(client: ChatCompletionClient, counted: Counted, summarize: Any) -> CompactingChatCompletionContext:
    return CompactingChatCompletionContext(client, system=SYSTEM, on_compact=counted, summarize=summarize, on_error="raise", **SHORT)


async def by_context(wire: str, summarize: Any, *, streamed: bool = False, plan: str = "") -> None:
    watched, counted = Watched(plan=plan, tool="read_file"), Counted()
    client = WIRES[wire](watched)
    context = context_of(client, counted, summarize)
    await session(watched, client, context, pictures=not plan and summarize == "extractive", streamed=streamed)
    tell(PACKAGE, wire, f"conspectus: {summarize}{', streamed' * streamed}{', failures' * bool(plan)}", watched, counted.runs)
    assert bool(counted.by_model) == (summarize == "model"), "who wrote the summaries"
    # The context keeps everything.
    assert len((await context.save_state())["messages"]) > 1.5 * TURNS
    if plan:
        assert sum(row["status"] != 200 for row in watched.log) == 3, [row["status"] for row in watched.log]


async def two_at_once() -> None:
    both = [Watched(seed=1, tool="read_file"), Watched(seed=2, tool="read_file")]
    counts = [Counted(), Counted()]
    clients = [chat(watched) for watched in both]
    await asyncio.gather(*(session(watched, client, context_of(client, counted, "extractive")) for watched, client, counted in zip(both, clients, counts, strict=True)))
    for watched, counted in zip(both, counts, strict=True):
        tell(PACKAGE, "openai_chat", "conspectus: two at once", watched, counted.runs)


async def resumed() -> None:
    """A process ends within a conversation, and another one goes on with the state of the agent."""
    watched, counted = Watched(tool="read_file"), Counted()
    state = ""
    for turns in (TURNS // 2, TURNS):
        client = chat(watched)
        context = context_of(client, counted, "model")
        if state:
            await context.load_state(json.loads(state))
        agent = await session(watched, client, context, turns=turns)
        state = json.dumps((await agent.save_state())["llm_context"])
    assert json.loads(state)["conspectus"]
    tell(PACKAGE, "openai_chat", "conspectus: saved and resumed", watched, counted.runs)


async def configured() -> None:
    """A context is written to a configuration and made again, with its options."""
    watched = Watched(tool="read_file")
    client = OpenAIChatCompletionClient(model="gpt-4.1", base_url=watched.openai_url, api_key="key")
    context = CompactingChatCompletionContext(client, system=SYSTEM, summarize="model", trigger=0.5, **SHORT)
    made = ChatCompletionContext.load_component(context.dump_component())
    assert isinstance(made, CompactingChatCompletionContext) and made.dump_component() == context.dump_component()


async def own() -> None:
    watched = Watched(tool="read_file")
    client = chat(watched, retries=2)
    context = BufferedChatCompletionContext(buffer_size=12)
    failed = False
    try:
        await session(watched, client, context)
    except Exception:
        failed = True
    tell(PACKAGE, "openai_chat", "own: BufferedChatCompletionContext", watched, 0, failed)


async def main() -> None:
    for wire in WIRES:
        for summarize in ("extractive", "model"):
            await by_context(wire, summarize)
        await by_context(wire, "extractive", streamed=True)
        await by_context(wire, "extractive", plan=FAILURES)
    await two_at_once()
    await resumed()
    await configured()
    await own()


if __name__ == "__main__":
    asyncio.run(main())
