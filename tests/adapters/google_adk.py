"""Google's Agent Development Kit and conspectus: rows of the table of `make adapters`."""

from __future__ import annotations

import asyncio
import base64
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

# This folder has files that are named as the frameworks.
sys.path[0] = str(Path(__file__).parents[1])

from adapters.watched import FAILURES, SYSTEM, TURNS, WINDOW, Counted, Watched, tell
from anthropic import AsyncAnthropic
from conspectus.google_adk import CompactionPlugin
from google.adk.agents import LlmAgent, RunConfig
from google.adk.agents.run_config import StreamingMode
from google.adk.apps import App
from google.adk.apps.app import EventsCompactionConfig
from google.adk.apps.llm_event_summarizer import LlmEventSummarizer
from google.adk.models import BaseLlm, Gemini
from google.adk.models.anthropic_llm import AnthropicLlm
from google.adk.models.lite_llm import LiteLlm
from google.adk.runners import Runner
from google.adk.sessions import InMemorySessionService
from google.genai import types
from provider.tools import png

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
    while watched.turns < turns:
        async for event in runner.run_async(user_id="user", session_id=id, new_message=asked(watched, pictures), run_config=config):
            if event.error_code:
                raise RuntimeError(f"{event.error_code}: {event.error_message}")
    return await stored.get_session(app_name=app.name, user_id="user", session_id=id)


async def ours(wire: str, summarize: Any, *, streamed: bool = False, plan: str = "") -> None:
    watched, counted = Watched(plan=plan, tool="read_file"), Counted()
    plugin = CompactionPlugin(on_compact=counted, summarize=summarize, **SHORT)
    app = App(name="app", root_agent=agent_of(watched, wire), plugins=[plugin])
    kept = await session(watched, app, pictures=wire != "gemini", streamed=streamed)
    tell(PACKAGE, wire, f"conspectus: {summarize}{', streamed' * streamed}{', failures' * bool(plan)}", watched, counted.runs)
    assert bool(counted.by_model) == (summarize == "model") == bool(watched.summaries), "who wrote the summaries"
    assert len(kept.events) > TURNS, "the session keeps everything"
    if plan:
        assert sum(row["status"] != 200 for row in watched.log) == 3, [row["status"] for row in watched.log]


async def main() -> None:
    only = sys.argv[1:] or [*WIRES]
    for wire in only:
        for summarize in ("extractive", "model"):
            await ours(wire, summarize)
            await ours(wire, summarize, streamed=True)
            await ours(wire, summarize, plan=FAILURES)


asyncio.run(main())
