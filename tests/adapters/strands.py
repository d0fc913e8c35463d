"""Strands agents and conspectus: rows of the table of `make adapters`."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

# This folder has files that are named as the frameworks.
sys.path[0] = str(Path(__file__).parents[1])

from adapters.watched import FAILURES, SYSTEM, TURNS, WINDOW, Counted, Watched, tell
from conspectus.strands import CompactionConversationManager, CompactionStrategy
from provider.tools import png
from strands import Agent, tool
from strands.agent.conversation_manager import SlidingWindowConversationManager, SummarizingConversationManager
from strands.models import Model
from strands.models.anthropic import AnthropicModel
from strands.models.openai import OpenAIModel
from strands.session import FileSessionManager
from strands.types.exceptions import ContextWindowOverflowException

PACKAGE = "strands-agents"
# The server counts a picture as so many tokens.
SHORT: dict[str, Any] = {"context_window": WINDOW, "reserve_tokens": 2_000, "image_tokens": 1_000, "on_error": "raise"}
PICTURE = {"image": {"format": "png", "source": {"bytes": base64.b64decode(png(7))}}}

WIRES: dict[str, Callable[..., Model]] = {
    "openai_chat": lambda watched, retries=0: OpenAIModel(client_args={"base_url": watched.openai_url, "api_key": "key", "max_retries": retries}, model_id="gpt-4.1", context_window_limit=WINDOW, params={"max_tokens": 2_000}),
    "anthropic": lambda watched, retries=0: AnthropicModel(client_args={"base_url": watched.url, "api_key": "key", "max_retries": retries}, model_id="claude-sonnet-4-5", context_window_limit=WINDOW, max_tokens=2_000),
}


def agent_of(watched: Watched, wire: str, manager: Any = None, pictures: bool = True, retries: int = 0, **named: Any) -> Agent:
    @tool
    def read_file(path: str) -> Any:
        """Reads a file.

        Args:
            path: Where it is.
        """
        text = {"text": watched.tool(path)}
        return {"status": "success", "content": [text, PICTURE] if pictures and watched.turns % 5 == 0 else [text]}

    return Agent(WIRES[wire](watched, retries), system_prompt=SYSTEM, tools=[read_file], conversation_manager=manager, callback_handler=None, **named)


async def session(watched: Watched, agent: Agent, *, turns: int = TURNS, pictures: bool = True) -> str:
    """Asks until the model was called so often; gives what was streamed to the user."""
    shown = ""
    while watched.turns < turns:
        asked: Any = [{"text": watched.open("Go on with the next files. Never touch main.py.")}, *[PICTURE] * pictures]
        async for event in agent.stream_async(asked):
            shown += event.get("data", "")
    return shown


async def ours(wire: str, summarize: Any, plan: str = "") -> None:
    watched, counted = Watched(plan=plan, tool="read_file"), Counted()
    agent = agent_of(watched, wire, CompactionConversationManager(on_compact=counted, summarize=summarize, **SHORT))
    shown = await session(watched, agent)
    tell(PACKAGE, wire, f"conspectus: {summarize}{', failures' * bool(plan)}", watched, counted.runs)
    assert bool(counted.by_model) == (summarize == "model") == bool(watched.summaries), "who wrote the summaries"
    assert shown and "state_snapshot" not in shown, "summaries do not stream to the user"
    assert len(agent.messages) < TURNS, "the agent goes on with what was sent"
    if plan:
        assert sum(row["status"] != 200 for row in watched.log) == 3, [row["status"] for row in watched.log]
    if wire == "anthropic":
        assert sum(row["cached"] for row in watched.log) > 5_000 * TURNS, "the marks arrive"
        assert "cachePoint" not in str(agent.messages), "and stand in what is sent only"


async def by_strategy(wire: str, summarize: Any, plan: str = "") -> None:
    watched, counted = Watched(plan=plan, tool="read_file"), Counted()
    strategy = CompactionStrategy(on_compact=counted, summarize=summarize, **SHORT)
    await session(watched, agent_of(watched, wire, context_manager={"strategies": [strategy]}))
    tell(PACKAGE, wire, f"conspectus: strategy, {summarize}{', failures' * bool(plan)}", watched, counted.runs)
    assert bool(counted.by_model) == (summarize == "model")
    if plan:
        assert sum(row["status"] != 200 for row in watched.log) == 3, [row["status"] for row in watched.log]


async def overflows(wire: str, way: str) -> None:
    """The provider's window is smaller than it was told to be. Only its refusal says so, and the same request then fits."""
    watched, counted = Watched(tool="read_file"), Counted()
    options: dict[str, Any] = {**SHORT, "context_window": 200_000, "on_compact": counted, "summarize": "model"}
    told = {"conversation_manager": CompactionConversationManager(**options)} if way == "manager" else {"context_manager": {"strategies": [CompactionStrategy(**options)]}}
    agent = agent_of(watched, wire, **{name.replace("conversation_", ""): value for name, value in told.items()})
    await session(watched, agent)
    refused, bodies = len(watched.refused), len(watched.log)
    assert 0 < refused <= 2 and counted.runs and not watched.lost_requests and not watched.lost_results, (refused, counted.runs, watched.lost_requests, watched.lost_results)
    print(f"{wire}, {way}: a window of 24,000 that was told as 200,000: {refused} refused of {bodies}, {counted.runs} compactions", flush=True)


async def two_at_once() -> None:
    """One manager, two agents."""
    counted, both = Counted(), [Watched(seed=seed, tool="read_file", plan=FAILURES) for seed in (1, 2)]
    shared = CompactionConversationManager(on_compact=counted, summarize="model", **SHORT)
    agents = [agent_of(watched, "openai_chat", shared) for watched in both]
    await asyncio.gather(*(session(watched, agent) for watched, agent in zip(both, agents)))
    for watched in both:
        tell(PACKAGE, "openai_chat", "conspectus: two at once, failures", watched, counted.runs)
        assert watched.summaries
    try:
        agents[0].take_snapshot(preset="session")
    except ValueError:
        return
    raise AssertionError("the state of two agents was saved as one")


async def resumed(wire: str) -> None:
    """Each run of the agent is a process of its own, which gets the conversation from a folder. What is pinned stays."""
    watched, counted = Watched(tool="read_file"), Counted()
    pin = "Rule 7 holds for ever."
    first: Any = [{"role": "user", "content": [{"text": pin}], "metadata": {"custom": {"pinned": True}}}, {"role": "assistant", "content": [{"text": "Yes."}]}]
    with tempfile.TemporaryDirectory() as folder:
        before: Any = None
        while watched.turns < TURNS:
            manager = CompactionConversationManager(on_compact=counted, summarize="extractive", **SHORT)
            agent = agent_of(watched, wire, manager, messages=first if before is None else None, agent_id="a", session_manager=FileSessionManager("s", storage_dir=folder))
            assert before is None or agent.messages == before, "the list is the one that the other process ended with"
            await session(watched, agent, turns=watched.turns + 1)
            before = agent.messages
    assert sum(message["content"] == [{"text": pin}] for message in agent.messages) == 1
    assert manager.removed_message_count > TURNS // 2
    tell(PACKAGE, wire, "conspectus: sessions, pinned", watched, counted.runs)


async def snapshots() -> None:
    """A snapshot of the agent goes through JSON into another one, and later back into one that has gone on."""
    watched, counted = Watched(tool="read_file"), Counted()
    agents = [agent_of(watched, "openai_chat", CompactionConversationManager(on_compact=counted, **SHORT), pictures=False) for _ in range(2)]
    for turns in (TURNS // 3, TURNS // 2, TURNS):
        await session(watched, agents[0], turns=turns, pictures=False)
        state = agents[0].take_snapshot(preset="session")
        agents.reverse()
        agents[0].load_snapshot(type(state).from_dict(json.loads(json.dumps(state.to_dict()))))
    tell(PACKAGE, "openai_chat", "conspectus: snapshots", watched, counted.runs)


def too_large() -> None:
    """What can not fit is the framework's own error, and is not sent."""
    watched = Watched(tool="read_file")
    try:
        agent_of(watched, "openai_chat", CompactionConversationManager(**SHORT))("one word " * WINDOW)
    except ContextWindowOverflowException:
        assert not watched.log
        return
    raise AssertionError("a request that is too large was sent")


def answer_too_long() -> None:
    """A limit of the answer that leaves no room is lowered after the refusal, and the model object stays as it is."""
    watched = Watched(200_000, tool="read_file")
    model = AnthropicModel(client_args={"base_url": watched.url, "api_key": "key", "max_retries": 0}, model_id="claude-opus-4-1", max_tokens=300_000)
    Agent(model, conversation_manager=CompactionConversationManager(on_error="raise"), callback_handler=None)(watched.open("Hello."))
    assert [row["status"] for row in watched.log] == [400, 200] and model.config["max_tokens"] == 300_000, watched.log


def by_hand() -> None:
    """Sync code, which also compacts when the program says so."""
    watched, counted = Watched(tool="read_file"), Counted()
    agent = agent_of(watched, "openai_chat", CompactionConversationManager(on_compact=counted, summarize="model", **SHORT))
    smaller = 0
    while watched.turns < TURNS:
        agent(watched.open("Go on with the next files. Never touch main.py."))
        before = len(agent.messages)
        agent.conversation_manager.reduce_context(agent)
        smaller += len(agent.messages) < before
    assert smaller > 2
    tell(PACKAGE, "openai_chat", "conspectus: sync, and by hand", watched, counted.runs)


async def own(wire: str, manager: Any) -> None:
    """What Strands brings along. Its summaries ask the one client of `AnthropicModel` from a second event loop: with retries, that one waits for ever."""
    watched, runs = Watched(tool="read_file"), 0
    reduce = manager.reduce_context

    def told(*given: Any, **named: Any) -> Any:
        nonlocal runs
        runs += 1
        return reduce(*given, **named)

    manager.reduce_context = told
    failed = False
    try:
        await session(watched, agent_of(watched, wire, manager, retries=0 if wire == "anthropic" else 2))
    except Exception as error:
        print(f"{type(manager).__name__}: {str(error)[:200]}", flush=True)
        failed = True
    tell(PACKAGE, wire, f"own: {type(manager).__name__}", watched, runs, failed)


async def main() -> None:

    
    for wire in WIRES:
        await ours(wire, "extractive")
        await ours(wire, "extractive", plan=FAILURES)
        await ours(wire, "model")
        await by_strategy(wire, "extractive", plan=FAILURES)
        await by_strategy(wire, "model")
        for way in ("manager", "strategy"):
            await overflows(wire, way)
        await resumed(wire)
    await two_at_once()
    await snapshots()
    for wire in WIRES:
        for kind in (SummarizingConversationManager, SlidingWindowConversationManager):
            await own(wire, kind(proactive_compression={"compression_threshold": 0.75}))


# Each picture of a tool is a warning on the wire of OpenAI.
logging.getLogger("strands").setLevel(logging.ERROR)
too_large()
answer_too_long()
by_hand()
asyncio.run(main())
