"""smolagents and conspectus: rows of the table of `make adapters`."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from io import StringIO
from pathlib import Path
from typing import Any

# This folder has files that are named as the frameworks.
sys.path[0] = str(Path(__file__).parents[1])

from adapters.watched import FAILURES, TURNS, WINDOW, Counted, Watched, tell
from conspectus.smolagents import CompactingModel
from PIL import Image
from provider.model import Agent as Reader
from provider.model import Answer, Asked, Call
from provider.tools import FILES
from rich.console import Console
from smolagents import ActionStep, AgentLogger, LiteLLMModel, LogLevel, Model, OpenAIModel, ToolCallingAgent, tool

PACKAGE = "smolagents"
SHORT = {"context_window": WINDOW, "reserve_tokens": 2_000}


def chat(watched: Watched, retries: int = 0) -> Model:
    return OpenAIModel("gpt-4.1", api_base=watched.openai_url, api_key="key", client_kwargs={"max_retries": retries}, retry=retries > 0, max_tokens=2_000)


def anthropic(watched: Watched, retries: int = 0) -> Model:
    return LiteLLMModel("anthropic/claude-sonnet-4-20250514", api_base=watched.url, api_key="key", retry=retries > 0, max_tokens=2_000)


WIRES = {"openai_chat": chat, "anthropic": anthropic}


class Ends(Reader):
    """An agent of smolagents ends by its tool `final_answer`."""

    def __call__(self, asked: Asked, turn: int) -> Answer:
        answer = super().__call__(asked, turn)
        return answer if answer.calls else Answer(answer.thinking, answer.text, [Call("final_answer", {"answer": answer.text})])


def watched_of(seed: int = 0, plan: str = "") -> Watched:
    return Watched(plan=plan, agent=Ends(seed, FILES, "read_file"))


def agent_of(watched: Watched, model: Model, streamed: bool = False) -> ToolCallingAgent:
    @tool
    def read_file(path: str) -> str:
        """Reads a file.

        Args:
            path: Where it is.
        """
        return watched.tool(path)

    # It shows streams at every level.
    silent = AgentLogger(level=LogLevel.OFF, console=Console(file=StringIO()))
    return ToolCallingAgent(tools=[read_file], model=model, instructions="Never touch main.py.", max_steps=40, stream_outputs=streamed, logger=silent)


def session(watched: Watched, agent: ToolCallingAgent, *, turns: int = TURNS, pictures: bool = False) -> None:
    while watched.turns < turns:
        shown = [Image.new("RGB", (64, 64), (watched.turns, 0, 0))] if pictures else None
        agent.run(watched.open("Go on with the next files. Never touch main.py."), reset=False, images=shown)


def by_model(wire: str, summarize: Any, *, streamed: bool = False, plan: str = "") -> None:
    watched, counted = watched_of(plan=plan), Counted()
    model = CompactingModel(WIRES[wire](watched), on_compact=counted, summarize=summarize, on_error="raise", **SHORT)
    agent = agent_of(watched, model, streamed)
    session(watched, agent, pictures=not plan)
    tell(PACKAGE, wire, f"conspectus: {summarize}{', streamed' * streamed}{', failures' * bool(plan)}", watched, counted.runs)
    assert bool(counted.by_model) == (summarize == "model"), "who wrote the summaries"
    # The memory keeps everything.
    assert len(agent.memory.steps) >= watched.turns
    if plan:
        assert sum(row["status"] != 200 for row in watched.log) == 3, [row["status"] for row in watched.log]


def two_at_once() -> None:
    """One model object, two agents in two threads that begin alike."""
    counted, both = Counted(), [watched_of(1), watched_of(2)]
    now: ContextVar[Watched] = ContextVar("now")

    class Routed(Model):
        """Sends each conversation to its own account."""

        def generate(self, messages: Any, **named: Any) -> Any:
            return chat(now.get()).generate(messages, **named)

    model = CompactingModel(Routed(model_id="gpt-4.1"), on_compact=counted, summarize="extractive", on_error="raise", **SHORT)

    def one(watched: Watched) -> None:
        now.set(watched)
        session(watched, agent_of(watched, model))

    with ThreadPoolExecutor() as threads:
        list(threads.map(one, both))
    for watched in both:
        tell(PACKAGE, "openai_chat", "conspectus: two at once", watched, counted.runs)


def resumed() -> None:
    """A process ends within a conversation, and another one goes on with the agent's memory."""
    watched, counted = watched_of(), Counted()
    state: Any = None
    steps: list[Any] = []
    for turns in (TURNS // 2, TURNS):
        model = CompactingModel(chat(watched), key=lambda: "one", on_compact=counted, summarize="model", on_error="raise", **SHORT)
        agent = agent_of(watched, model)
        agent.memory.steps = steps
        if state is not None:
            model.load("one", json.loads(state))
        session(watched, agent, turns=turns)
        state, steps = json.dumps(model.save("one")), agent.memory.steps
    tell(PACKAGE, "openai_chat", "conspectus: saved and resumed", watched, counted.runs)


def own() -> None:
    """smolagents has nothing but what its documentation shows: a callback that drops old observations."""
    watched, runs = watched_of(), 0

    def forget(step: Any, agent: Any) -> None:
        nonlocal runs
        if step.token_usage and step.token_usage.input_tokens > 0.75 * WINDOW:
            runs += 1
            for old in agent.memory.steps[:-2]:
                if getattr(old, "observations", None):
                    old.observations = None

    failed = False
    try:
        agent = agent_of(watched, chat(watched, retries=2))
        agent.step_callbacks.register(ActionStep, forget)
        session(watched, agent)
    except Exception:
        failed = True
    tell(PACKAGE, "openai_chat", "own: step callback", watched, runs, failed)


if __name__ == "__main__":
    for wire in WIRES:
        for summarize in ("extractive", "model"):
            by_model(wire, summarize)
        by_model(wire, "extractive", streamed=True)
        by_model(wire, "extractive", plan=FAILURES)
    by_model("openai_chat", "model", streamed=True, plan=FAILURES)
    two_at_once()
    resumed()
    own()
