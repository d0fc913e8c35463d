"""LlamaIndex and conspectus: rows of the table of `make adapters`."""

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

import httpx
from adapters.watched import FAILURES, SYSTEM, TURNS, WINDOW, Counted, Watched, tell
from conspectus.llama_index import CompactingLLM
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.llms import ChatMessage, ImageBlock, TextBlock
from llama_index.core.llms.function_calling import FunctionCallingLLM
from llama_index.core.memory import BaseMemory, ChatMemoryBuffer, ChatSummaryMemoryBuffer
from llama_index.core.tools import FunctionTool
from llama_index.llms.anthropic import Anthropic
from llama_index.llms.openai import OpenAI, OpenAIResponses
from provider.tools import png

PACKAGE = "llama-index-core"
SHORT = {"context_window": WINDOW, "reserve_tokens": 2_000}


def chat(watched: Watched, retries: int = 0, **more: Any) -> FunctionCallingLLM:
    told = {"stream_options": {"include_usage": True}} if more.pop("streamed", False) else {}
    return OpenAI("gpt-4.1", api_base=watched.openai_url, api_key="key", max_retries=retries, max_tokens=2_000, additional_kwargs=told, **more)


def responses(watched: Watched, retries: int = 0, **more: Any) -> FunctionCallingLLM:
    return OpenAIResponses("gpt-4.1", api_base=watched.openai_url, api_key="key", max_retries=retries, max_output_tokens=2_000, store=False)


def anthropic(watched: Watched, retries: int = 0, **more: Any) -> FunctionCallingLLM:
    return Anthropic("claude-sonnet-4-20250514", base_url=watched.url, api_key="key", max_retries=retries, max_tokens=2_000)


WIRES: dict[str, Callable[..., FunctionCallingLLM]] = {"openai_chat": chat, "openai_responses": responses, "anthropic": anthropic}


def whole() -> BaseMemory:
    """A memory that keeps everything."""
    return ChatMemoryBuffer.from_defaults(token_limit=10_000_000)


async def session(watched: Watched, llm: FunctionCallingLLM, *, turns: int = TURNS, memory: BaseMemory | None = None, pictures: bool = False, streamed: bool = False) -> BaseMemory:
    def read_file(path: str) -> str:
        """Reads a file."""
        return watched.tool(path)

    memory = memory or whole()
    agent = FunctionAgent(tools=[FunctionTool.from_defaults(read_file)], llm=llm, system_prompt=SYSTEM, streaming=streamed)
    while watched.turns < turns:
        text = watched.open("Go on with the next files. Never touch main.py.")
        shown = [ImageBlock(url=f"data:image/png;base64,{png(watched.turns)}")] if pictures else []
        said = ChatMessage(role="user", blocks=[TextBlock(text=text), *shown])
        await agent.run(said, memory=memory, max_iterations=99)
    return memory


async def by_llm(wire: str, summarize: Any, *, streamed: bool = False, plan: str = "") -> None:
    watched, counted = Watched(plan=plan, tool="read_file"), Counted()
    llm = CompactingLLM(WIRES[wire](watched, streamed=streamed), on_compact=counted, summarize=summarize, on_error="raise", **SHORT)
    memory = await session(watched, llm, pictures=not plan and wire != "anthropic", streamed=streamed)
    tell(PACKAGE, wire, f"conspectus: {summarize}{', streamed' * streamed}{', failures' * bool(plan)}", watched, counted.runs)
    assert bool(counted.by_model) == (summarize == "model"), "who wrote the summaries"
    # The memory keeps everything.
    assert len(memory.get_all()) > 2 * TURNS
    if plan:
        assert sum(row["status"] != 200 for row in watched.log) == 3, [row["status"] for row in watched.log]


async def two_at_once() -> None:
    """One LLM object, two agents that begin alike: first told apart by what they hold, then by their id."""
    counted, both = Counted(), [Watched(seed=1, tool="read_file"), Watched(seed=2, tool="read_file")]
    now: ContextVar[Watched] = ContextVar("now")

    async def route(request: httpx.Request) -> None:
        request.url = httpx.URL(f"{now.get().openai_url}/chat/completions")

    inner = chat(both[0], async_http_client=httpx.AsyncClient(event_hooks={"request": [route]}))

    async def one(watched: Watched, llm: FunctionCallingLLM) -> None:
        now.set(watched)
        await session(watched, llm, turns=TURNS // 2 if watched.turns == 0 else TURNS)

    llm = CompactingLLM(inner, on_compact=counted, summarize="extractive", on_error="raise", **SHORT)
    await asyncio.gather(*(one(watched, llm) for watched in both))
    keyed = CompactingLLM(inner, key=lambda: now.get().url, on_compact=counted, summarize="extractive", on_error="raise", **SHORT)
    await asyncio.gather(*(one(watched, keyed) for watched in both))
    for watched in both:
        tell(PACKAGE, "openai_chat", "conspectus: two at once", watched, counted.runs)


async def resumed() -> None:
    """A process ends within a conversation, and another one goes on with the memory as it was stored."""
    watched, counted = Watched(tool="read_file"), Counted()
    state, stored = "", list[str]()
    for turns in (TURNS // 2, TURNS):
        llm = CompactingLLM(chat(watched), key=lambda: "one", on_compact=counted, summarize="model", on_error="raise", **SHORT)
        memory: BaseMemory = ChatMemoryBuffer.from_defaults([ChatMessage.model_validate_json(message) for message in stored], token_limit=10_000_000)
        if state:
            llm.load("one", json.loads(state))
        memory = await session(watched, llm, turns=turns, memory=memory)
        state, stored = json.dumps(llm.save("one")), [message.model_dump_json() for message in memory.get_all()]
    tell(PACKAGE, "openai_chat", "conspectus: saved and resumed", watched, counted.runs)


async def own() -> None:
    """It summarises what was said before this run. What a run itself says is not in it."""
    watched = Watched(tool="read_file")
    inner = chat(watched, retries=2)
    memory = ChatSummaryMemoryBuffer.from_defaults(llm=inner, token_limit=int(0.75 * WINDOW))
    failed = False
    try:
        await session(watched, inner, memory=memory)
    except Exception:
        failed = True
    tell(PACKAGE, "openai_chat", "own: ChatSummaryMemoryBuffer", watched, watched.summaries, failed)


async def main() -> None:
    for wire in WIRES:
        for summarize in ("extractive", "model"):
            await by_llm(wire, summarize)
        await by_llm(wire, "extractive", streamed=True)
        await by_llm(wire, "extractive", plan=FAILURES)
    await by_llm("openai_chat", "model", streamed=True, plan=FAILURES)
    await two_at_once()
    await resumed()
    await own()


if __name__ == "__main__":
    asyncio.run(main())
