"""LangChain and conspectus: rows of the table of `make adapters`."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

# This folder has files that are named as the frameworks.
sys.path[0] = str(Path(__file__).parents[1])

from adapters.watched import FAILURES, SYSTEM, TURNS, WINDOW, Counted, Watched, tell
from conspectus.langchain import CompactionMiddleware
from langchain.agents import create_agent
from langchain.agents.middleware import SummarizationMiddleware
from langchain_anthropic import ChatAnthropic
from langchain_core.exceptions import ContextOverflowError
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.tools import BaseTool, tool
from langchain_google_genai import ChatGoogleGenerativeAI
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import InMemorySaver
from provider.tools import png

PACKAGE = "langchain"
SHORT: dict[str, Any] = {"context_window": WINDOW, "reserve_tokens": 2_000}
PICTURE = {"type": "image", "base64": png(7), "mime_type": "image/png"}
MARKED = "claude-sonnet-4-5"

WIRES: dict[str, Callable[..., Any]] = {
    "openai_chat": lambda watched, retries=0: ChatOpenAI(model="gpt-4.1", base_url=watched.openai_url, api_key="key", max_retries=retries, use_responses_api=False, stream_usage=True),
    "openai_responses": lambda watched, retries=0: ChatOpenAI(model="gpt-5", base_url=watched.openai_url, api_key="key", max_retries=retries, use_responses_api=True),
    "anthropic": lambda watched, retries=0: ChatAnthropic(model=MARKED, base_url=watched.url, api_key="key", max_retries=retries, max_tokens=2_000),
    "gemini": lambda watched, retries=0: ChatGoogleGenerativeAI(model="gemini-2.5-pro", base_url=watched.url, api_key="key", max_retries=1 + retries),
}


def tools_of(watched: Watched, pictures: bool = False) -> list[BaseTool]:
    @tool
    def read_file(path: str) -> Any:
        """Reads a file."""
        text = watched.tool(path)
        return [{"type": "text", "text": text}, PICTURE] if pictures and watched.turns % 5 == 0 else text

    return [read_file]


def asked(watched: Watched) -> dict[str, Any]:
    text = watched.open("Go on with the next files. Never touch main.py.")
    return {"messages": [{"role": "user", "content": [{"type": "text", "text": text}, PICTURE]}]}


def middleware(counted: Counted, **options: Any) -> CompactionMiddleware[Any, Any]:
    return CompactionMiddleware(on_compact=counted, on_error="raise", **{**SHORT, **options})


def agent_of(watched: Watched, wire: str, ours: Any, *, pictures: bool = False, saver: Any = None, retries: int = 0) -> Any:
    return create_agent(WIRES[wire](watched, retries), tools_of(watched, pictures), system_prompt=SYSTEM, middleware=[ours], checkpointer=saver or InMemorySaver())


def session(watched: Watched, agent: Any, *, turns: int = TURNS, thread: str = "one", streamed: bool = False) -> Any:
    config = {"configurable": {"thread_id": thread}}
    while watched.turns < turns:
        if streamed:
            for _, told in agent.stream(asked(watched), config, stream_mode="messages"):
                assert told.get("lc_source") != "summarization", "the tokens of a summary reached the user"
        else:
            agent.invoke(asked(watched), config)
    return agent.get_state(config).values


async def asession(watched: Watched, agent: Any, *, turns: int = TURNS, thread: str = "one") -> None:
    while watched.turns < turns:
        async for told in agent.astream(asked(watched), {"configurable": {"thread_id": thread}}, stream_mode="updates"):
            # What is streamed of a node is one update, as without the middleware.
            assert all(update is None or isinstance(update, dict) for update in told.values()), told


def ours(wire: str, summarize: str, *, mode: Any = "state", streamed: bool = False, plan: str = "") -> None:
    watched, counted = Watched(plan=plan, tool="read_file"), Counted()
    agent = agent_of(watched, wire, middleware(counted, summarize=summarize, mode=mode), pictures=wire == "anthropic")
    state = session(watched, agent, streamed=streamed)
    tell(PACKAGE, wire, f"conspectus: {mode}, {summarize}{', streamed' * streamed}{', failures' * bool(plan)}", watched, counted.runs)
    assert bool(counted.by_model) == (summarize == "model") == bool(watched.summaries), "who wrote the summaries"
    assert (len(state["messages"]) > 1.5 * TURNS) == (mode == "view"), "what the state keeps"
    if plan:
        assert sum(row["status"] != 200 for row in watched.log) == 3, [row["status"] for row in watched.log]
    if wire == "anthropic":
        assert sum(row["cached"] for row in watched.log) > 5_000 * TURNS, "the marks arrive"


async def in_async_code(wire: str) -> None:
    """One middleware, two threads at once, and each model writes its own summaries."""
    counted, both = Counted(), [Watched(seed=seed, tool="read_file", plan=FAILURES) for seed in (1, 2)]
    shared = middleware(counted, summarize="model")
    await asyncio.gather(*(asession(watched, agent_of(watched, wire, shared), thread=watched.url) for watched in both))
    for watched in both:
        tell(PACKAGE, wire, "conspectus: async, two at once, failures", watched, counted.runs)
        assert watched.summaries


def resumed(mode: Any) -> None:
    """A process ends within a conversation, and another one goes on from the checkpoint."""
    watched, saver, counted = Watched(tool="read_file"), InMemorySaver(), Counted()
    for turns in (TURNS // 2, TURNS):
        before = counted.runs
        state = session(watched, agent_of(watched, "anthropic", middleware(counted, mode=mode, summarize="extractive"), saver=saver), turns=turns)
        assert state["conspectus"] and "conspectus_live" not in state
    # In `view`, what was compacted before stays so: it is not done again at once.
    assert before < counted.runs < before + TURNS
    tell(PACKAGE, "anthropic", f"conspectus: {mode}, resumed", watched, counted.runs)


def swapped() -> None:
    """The keywords of LangChain's own; what is pinned stays; another model writes."""
    watched, writer, counted = Watched(tool="read_file"), Watched(), Counted()
    pin = "Rule 7 holds for ever."
    swap = CompactionMiddleware(WIRES["openai_chat"](writer), trigger=("fraction", 0.8), keep=("messages", 6), pinned=lambda message: pin in str(message.content), on_compact=counted, on_error="raise", **SHORT)
    agent = agent_of(watched, "openai_responses", swap)
    agent.invoke({"messages": [HumanMessage("Which rules hold?"), AIMessage(pin), HumanMessage(watched.open("Begin."))]}, {"configurable": {"thread_id": "one"}})
    state = session(watched, agent)
    assert sum(message.content == pin for message in state["messages"]) == 1, "what is pinned stays"
    assert writer.summaries and not watched.summaries
    tell(PACKAGE, "openai_responses", "conspectus: another model, pinned", watched, counted.runs)


def too_large() -> None:
    """What can not fit is the framework's own error, and is not sent."""
    watched = Watched(tool="read_file")
    agent = agent_of(watched, "openai_chat", middleware(Counted()))
    try:
        agent.invoke({"messages": [HumanMessage("one word " * WINDOW)]}, {"configurable": {"thread_id": "one"}})
    except ContextOverflowError:
        assert not watched.log
        return
    raise AssertionError("a request that is too large was sent")


def own(wire: str) -> None:
    watched, runs = Watched(tool="read_file"), 0
    model = WIRES[wire](watched)

    class Told(SummarizationMiddleware):
        def _create_summary(self, *given: Any) -> str:
            nonlocal runs
            runs += 1
            return super()._create_summary(*given)

    failed = False
    try:
        session(watched, agent_of(watched, wire, Told(model, trigger=("tokens", 15_000), keep=("messages", 6)), retries=2))
    except Exception:
        failed = True
    tell(PACKAGE, wire, "own: SummarizationMiddleware", watched, runs, failed)


def main() -> None:
    for wire in WIRES:
        for summarize in ("extractive", "model"):
            ours(wire, summarize)
    for wire in ("openai_chat", "anthropic"):
        ours(wire, "extractive", mode="view")
        ours(wire, "model", mode="view", streamed=True, plan=FAILURES)
    for wire in ("openai_responses", "gemini"):
        ours(wire, "model", streamed=True, plan=FAILURES)
    for wire in ("openai_chat", "anthropic"):
        asyncio.run(in_async_code(wire))
    for mode in ("state", "view"):
        resumed(mode)
    swapped()
    too_large()
    for wire in ("openai_chat", "anthropic"):
        own(wire)


main()
