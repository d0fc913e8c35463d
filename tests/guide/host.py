"""What the code of the pages calls its host's own: a client, a model, messages.

The client answers as each provider's SDK does, without a network. With `GUIDE_SDKS=1` it is the SDKs themselves, against the strict
provider of `tests/provider`.
"""

from __future__ import annotations

import contextlib
import copy
import json
import os
import pathlib
from collections.abc import Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import conspectus
from conspectus import Compactor

if TYPE_CHECKING:
    from conspectus.options import SummaryRequest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SESSIONS = ROOT / "examples" / "sessions"

MODEL = "claude-opus-5-5"
SMALL_MODEL = "claude-haiku-4-5"
SYSTEM = "You are an agent."
TOOLS: list[Any] = [{"name": "read_file", "description": "Reads a file.", "input_schema": {"type": "object", "properties": {"path": {"type": "string"}}}}]


def session(name: str) -> list[Any]:
    found: list[Any] = json.loads((SESSIONS / name).read_text(encoding="utf-8"))
    return found


class Plain(SimpleNamespace):
    """An object of an SDK: fields, and `model_dump`."""

    def model_dump(self, **given: Any) -> dict[str, Any]:
        return {name: [item.model_dump() for item in value] if isinstance(value, list) else value.model_dump() if isinstance(value, Plain) else value for name, value in vars(self).items()}


CHAT_TOOLS: list[Any] = [{"type": "function", "function": {"name": "read_file", "description": "Reads a file.", "parameters": TOOLS[0]["input_schema"]}}]


TEXT = "The bug is in src/units.rs; nothing failed since."


def message(**request: Any) -> Any:
    return Plain(role="assistant", content=[Plain(type="text", text=TEXT)], usage=Plain(input_tokens=9_000, output_tokens=20, cache_read_input_tokens=0, cache_creation_input_tokens=0), stop_reason="end_turn")


@contextlib.contextmanager
def stream(**request: Any) -> Iterator[Any]:
    yield SimpleNamespace(get_final_message=lambda: message(**request))


def completion(**request: Any) -> Any:
    choice = Plain(index=0, finish_reason="stop", message=Plain(role="assistant", content=TEXT, tool_calls=None))
    return Plain(choices=[choice], usage=Plain(prompt_tokens=9_000, completion_tokens=20, total_tokens=9_020))


def generated(**request: Any) -> Any:
    candidate = Plain(finish_reason="STOP", content=Plain(role="model", parts=[Plain(text=TEXT, thought=None)]))
    return Plain(candidates=[candidate], usage_metadata=Plain(prompt_token_count=9_000, candidates_token_count=20))


def canned() -> Any:
    chat = SimpleNamespace(completions=SimpleNamespace(create=completion))
    asked = SimpleNamespace(create=message, stream=stream)
    return SimpleNamespace(messages=asked, beta=SimpleNamespace(messages=asked), chat=chat, models=SimpleNamespace(generate_content=generated))


def sdks() -> Any:
    """The SDKs themselves, against the strict provider."""
    import anthropic
    import openai
    from google import genai
    from provider.hosts import server_of

    url = server_of(1_000_000).url
    google = genai.Client(api_key="guide", http_options=genai.types.HttpOptions(base_url=url))
    claude = anthropic.Anthropic(base_url=url, api_key="guide", max_retries=0)
    return SimpleNamespace(
        messages=claude.messages,
        beta=claude.beta,
        chat=openai.OpenAI(base_url=f"{url}/v1", api_key="guide", max_retries=0).chat,
        models=google.models,
        # It closes its connections when it goes.
        google=google,
    )


REAL = bool(os.environ.get("GUIDE_SDKS"))
client: Any = sdks() if REAL else canned()
messages: list[Any] = session("coding.anthropic.json")
full: list[Any] = copy.deepcopy(messages)
chat: list[Any] = session("coding.openai_chat.json")
contents: list[Any] = session("coding.gemini.json")
last_usage: Any = None
max_tokens = 8_000
compactor = Compactor(context_window=48_000)
PATHS = [str(SESSIONS / "coding.anthropic.json")]
output = "line of a log\n" * 4_000
path = "log.txt"


def run_tools(reply: Any) -> list[Any]:
    """The results of the calls of a reply, as a message; without calls what the user says next."""
    calls = [part for part in reply.content if part.type == "tool_use"]
    results: list[Any] = [{"type": "tool_result", "tool_use_id": part.id, "content": "fn main() {}"} for part in calls]
    return [{"role": "user", "content": results or "Go on."}]


def run(call: Any) -> str:
    """The result of a call."""
    return "fn main() {}"


def summarize(request: SummaryRequest) -> str:
    return TEXT


def ask_model(request: Any, model: str = MODEL) -> str:
    return TEXT


def send(messages: list[Any]) -> None:
    assert messages


__all__ = [
    "CHAT_TOOLS", "MODEL", "PATHS", "SMALL_MODEL", "SYSTEM", "TOOLS", "Compactor", "ask_model", "chat", "client", "compactor", "conspectus", "contents", "full", "last_usage",
    "max_tokens", "messages", "output", "path", "run", "run_tools", "send", "summarize",
]
