"""Google's Agent Development Kit and conspectus: rows of the table of `make adapters`."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

# This folder has files that are named as the frameworks.
sys.path[0] = str(Path(__file__).parents[1])

import litellm
from adapters.watched import FAILURES, SYSTEM, TURNS, WINDOW, Counted, Watched, tell
from anthropic import AsyncAnthropic
from conspectus.google_adk import CompactionPlugin
from google.adk.agents import LlmAgent, RunConfig
from google.adk.agents.run_config import StreamingMode
from google.adk.apps import App
from google.adk.apps.app import EventsCompactionConfig
from google.adk.apps.llm_event_summarizer import LlmEventSummarizer
from google.adk.events import Event
from google.adk.models import BaseLlm, Gemini
from google.adk.models.anthropic_llm import AnthropicLlm
from google.adk.models.lite_llm import LiteLlm
from google.adk.models.llm_request import LlmRequest
from google.adk.runners import Runner
from google.adk.sessions import InMemorySessionService
from google.genai import types
from provider.model import Agent, Answer, Asked
from provider.tools import FILES, png

PACKAGE = "google-adk"
# The server counts a picture as so many tokens.
SHORT: dict[str, Any] = {"context_window": WINDOW, "reserve_tokens": 2_000, "image_tokens": 1_000, "on_error": "raise"}
PICTURE = types.Part(inline_data=types.Blob(data=base64.b64decode(png(7)), mime_type="image/png"))


WIRES: dict[str, Callable[[Watched], BaseLlm]] = {
    "gemini": lambda watched: Gemini(model="gemini-2.5-pro", client_kwargs={"api_key": "key"}, base_url=watched.url),
    "openai_chat": lambda watched: LiteLlm(model="openai/gpt-4.1", api_base=watched.openai_url, api_key="key"),
    "anthropic": lambda watched: AnthropicLlm(model="claude-sonnet-4-5", client=AsyncAnthropic(base_url=watched.url, api_key="key", max_retries=0)),
}


def agent_of(watched: Watched, wire: str) -> LlmAgent:
    def read_file(path: str) -> str:
        """Reads a file."""
        return watched.tool(path)

    return LlmAgent(
        name="reader", model=WIRES[wire](watched), instruction=SYSTEM, tools=[read_file], generate_content_config=types.GenerateContentConfig(max_output_tokens=2_000)
    )


def asked(watched: Watched, pictures: bool) -> types.Content:
    text = types.Part(text=watched.open("Go on with the next files. Never touch main.py."))
    return types.Content(role="user", parts=[text, PICTURE] if pictures else [text])


async def session(watched: Watched, app: App, *, turns: int = TURNS, stored: Any = None, id: str = "one", pictures: bool = False, streamed: bool = False) -> Any:
    """Asks until the model was called so often."""
    stored = stored or InMemorySessionService()
    runner = Runner(app=app, session_service=stored, auto_create_session=True)
    config = RunConfig(streaming_mode=StreamingMode.SSE if streamed else StreamingMode.NONE)
    partial = 0
    while watched.turns < turns:
        async for event in runner.run_async(user_id="user", session_id=id, new_message=asked(watched, pictures), run_config=config):
            partial += event.partial is True
            if event.error_code:
                raise RuntimeError(f"{event.error_code}: {event.error_message}")
    assert (partial > turns) == streamed, "what is streamed arrives in pieces"
    return await stored.get_session(app_name=app.name, user_id="user", session_id=id)


async def ours(wire: str, summarize: Any, *, streamed: bool = False, plan: str = "") -> None:
    watched, counted = Watched(plan=plan, tool="read_file"), Counted()
    plugin = CompactionPlugin(on_compact=counted, summarize=summarize, **SHORT)
    app = App(name="app", root_agent=agent_of(watched, wire), plugins=[plugin])
    kept = await session(watched, app, pictures=True, streamed=streamed)
    tell(PACKAGE, wire, f"conspectus: {summarize}{', streamed' * streamed}{', failures' * bool(plan)}", watched, counted.runs)
    assert bool(counted.by_model) == (summarize == "model") == bool(watched.summaries), "who wrote the summaries"
    assert len(kept.events) > TURNS, "the session keeps everything"
    if plan:
        assert sum(row["status"] != 200 for row in watched.log) == 3, [row["status"] for row in watched.log]


async def two_at_once() -> None:
    """One plugin, two sessions of one app name."""
    counted, both = Counted(), [Watched(seed=seed, tool="read_file", plan=FAILURES) for seed in (1, 2)]
    plugin = CompactionPlugin(on_compact=counted, summarize="model", **SHORT)
    apps = [App(name="app", root_agent=agent_of(watched, "gemini"), plugins=[plugin]) for watched in both]
    await asyncio.gather(*(session(watched, app, id=watched.url) for watched, app in zip(both, apps)))
    for watched in both:
        tell(PACKAGE, "gemini", "conspectus: two at once, failures", watched, counted.runs)
        assert watched.summaries


async def resumed() -> None:
    """A process ends within a session, and another one goes on."""
    watched, counted, stored = Watched(tool="read_file"), Counted(), InMemorySessionService()
    state: Any = None
    kept: Any = None
    for turns in (TURNS // 2, TURNS):
        plugin, agent = CompactionPlugin(on_compact=counted, summarize="model", **SHORT), agent_of(watched, "gemini")
        if kept is not None:
            plugin.load(kept, agent, json.loads(state))
            at, before = len(watched.log), counted.runs
        kept = await session(watched, App(name="app", root_agent=agent, plugins=[plugin]), turns=turns, stored=stored)
        state = json.dumps(plugin.save(kept, agent))
    assert counted.runs > before
    # Without `load` the summary would be written anew.
    assert watched.log[at]["cached"] == watched.log[at - 1]["tokens"], "the other process sends what the first one sent"
    tell(PACKAGE, "gemini", "conspectus: model, saved and resumed", watched, counted.runs)


async def with_callbacks(replaces: bool) -> None:
    """What a callback of the agent changes is also in the request that is sent again."""
    seen, plain = 0, Agent(0, FILES, "read_file")

    def model(given: Asked, turn: int) -> Answer:
        nonlocal seen
        seen += "mark of a callback" in json.dumps(given.request)
        return plain(given, turn)

    def callback(callback_context: Any, llm_request: LlmRequest) -> None:
        mark = types.Content(role="user", parts=[types.Part(text="mark of a callback")])
        if replaces:
            llm_request.contents = [content.model_copy() for content in llm_request.contents]
        llm_request.contents.append(mark)

    watched, counted = Watched(plan=FAILURES, agent=model), Counted()
    agent = agent_of(watched, "openai_chat")
    agent.before_model_callback = callback
    await session(watched, App(name="app", root_agent=agent, plugins=[CompactionPlugin(on_compact=counted, **SHORT)]))
    tell(PACKAGE, "openai_chat", f"conspectus: a callback {'replaces' if replaces else 'appends'}, failures", watched, counted.runs)
    assert seen == watched.turns and sum(row["status"] != 200 for row in watched.log) == 3, (seen, watched.turns)


async def refused(wire: str) -> None:
    """A request that is too large is refused, compacted and sent again."""
    watched, counted = Watched(tool="read_file"), Counted()
    plugin = CompactionPlugin(on_compact=counted, **{**SHORT, "context_window": 2 * WINDOW})
    await session(watched, App(name="app", root_agent=agent_of(watched, wire), plugins=[plugin]))
    assert watched.refused and counted.runs and not watched.lost_requests and not watched.lost_results, watched.refused


async def own(wire: str) -> None:
    watched, runs = Watched(tool="read_file"), 0
    agent = agent_of(watched, wire)

    class Told(LlmEventSummarizer):
        async def maybe_summarize_events(self, *, events: list[Event]) -> Event | None:
            nonlocal runs
            runs += 1
            return await super().maybe_summarize_events(events=events)

    config = EventsCompactionConfig(summarizer=Told(agent.canonical_model), token_threshold=WINDOW // 2, event_retention_size=6)
    failed = False
    try:
        await session(watched, App(name="app", root_agent=agent, events_compaction_config=config))
    except Exception as error:
        print(f"  {str(error)[:150]}", file=sys.stderr)
        failed = True
    tell(PACKAGE, wire, "own: EventsCompactionConfig", watched, runs, failed)


async def main() -> None:
    # The kit logs the trace of each error that it raises, and LiteLLM prints where to get help.
    logging.getLogger("google_adk").setLevel(logging.CRITICAL)
    litellm.suppress_debug_info = True
    for wire in WIRES:
        for summarize in ("extractive", "model"):
            await ours(wire, summarize)
        await ours(wire, "model", streamed=True)
        await ours(wire, "extractive", plan=FAILURES)
        await ours(wire, "model", streamed=True, plan=FAILURES)
        await refused(wire)
    await with_callbacks(replaces=False)
    await with_callbacks(replaces=True)
    await two_at_once()
    await resumed()
    for wire in WIRES:
        await own(wire)


asyncio.run(main())
