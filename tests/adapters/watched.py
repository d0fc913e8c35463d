"""A strict provider that also watches what a framework sends: whether the open request of the user and
every result that the model has not read stand in each body.
"""

from __future__ import annotations

import importlib.metadata
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from never_stuck.models import good
from provider.failures import Plan
from provider.hosts import CHARS
from provider.model import Agent, Answer, Asked
from provider.rules import Data
from provider.server import Server
from provider.session import Settings
from provider.tools import FILES, run_tool

WINDOW = 24_000
TURNS = 60
SYSTEM = "You are an agent that reads source code and tells what it does. Never touch main.py."
# The third request of a model is refused for its rate, the ninth lost, the fourteenth refused as overloaded.
FAILURES = "3:429/1 9:drop 14:529"


def texts(value: Any) -> str:
    """All texts of a request."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return "\n".join(texts(inner) for name, inner in value.items() if name not in ("role", "type"))
    return "\n".join(map(texts, value)) if isinstance(value, list) else ""


def summary(request: Data) -> str:
    """What a good model answers to a request for a summary, on any wire."""
    talk = request.get("messages") or request.get("input") or request["contents"]
    system = [request.get(name) for name in ("system", "instructions", "systemInstruction")]
    system += [message for message in talk if message.get("role") == "system"]
    return good({"system": texts(system), "messages": [{"role": "user", "content": texts([message for message in talk if message not in system])}]})


class Watched:
    """One conversation with an account of its own.

    `agent` is the model inside, unless it is to be that of `seed` and `tool`. `open(text)` notes what the user asks, and gives it back. The tool of the test returns `tool(path)`.
    """

    def __init__(self, window: int = WINDOW, plan: str = "", **settings: Any) -> None:
        self.turns = 0
        self.summaries = 0
        self.lost_requests = 0
        self.lost_results = 0
        self._asked: str = ""
        self._unread: list[str] = []
        self._reads = 0
        agent = settings.pop("agent", None) or Agent(settings.pop("seed", 0), FILES, settings.pop("tool", None))

        def model(asked: Asked, turn: int) -> Answer:
            self._look(asked)
            return agent(asked, turn)

        self.server = Server(Settings(window=window, plan=Plan(plan), make=lambda: model, words=self._summary, **settings)).start()
        self.url = self.server.url
        self.openai_url = f"{self.url}/v1"

    def open(self, text: str) -> str:
        self._asked = f"{text} (request {self.turns})"
        return self._asked

    def tool(self, path: str, chars: int = CHARS) -> str:
        """What the tool `read_file` of the framework gives."""
        self._reads += 1
        mark = f"[reading {self._reads} of {path}]"
        self._unread.append(mark)
        return f"{mark}\n{run_tool(path, chars)}" if path in FILES else f"{mark}\nno such file"

    def _summary(self, request: dict[str, Any]) -> str:
        """What is answered to a request without tools, which is one for a summary."""
        self.summaries += 1
        return summary(request)

    def _look(self, asked: Asked) -> None:
        body = json.dumps(asked.request, ensure_ascii=False)
        self.turns += 1
        self.lost_requests += json.dumps(self._asked, ensure_ascii=False)[1:-1] not in body
        self.lost_results += sum(mark not in body for mark in self._unread)
        self._unread.clear()

    @property
    def log(self) -> list[dict[str, Any]]:
        return [row for session in self.server.sessions.values() for row in session.log]

    @property
    def refused(self) -> list[str]:
        """What was refused for the shape or size of the request."""
        return [row["outcome"] for row in self.log if row["status"] in (400, 413, 422)]

    @property
    def cost_tokens(self) -> int:
        """What the prompts cost, in tokens at the full price: one from the cache counts a tenth."""
        return round(sum(row["tokens"] - 0.9 * row["cached"] for row in self.log if row["tokens"]))


class Counted:
    """An `on_compact`: how often something was compacted, and how often a model wrote the summary."""

    def __init__(self) -> None:
        self.runs = 0
        self.by_model = 0

    def __call__(self, result: Any) -> None:
        self.runs += result.changed
        self.by_model += result.summary_by == "model"


@dataclass
class Row:
    """One line of the table of `make adapters`."""

    framework: str
    version: str
    wire: str
    way: str
    turns: int
    refused: int
    request_lost: int
    unread_lost: int
    compactions: int
    cost_tokens: int


def tell(package: str, wire: str, way: str, watched: Watched, compactions: int, failed: bool = False) -> None:
    """Prints the row of a session. `way` says who compacts: `conspectus`, or the framework itself.

    One of ours in which a request was refused for its shape, or something was lost, ends the process at once.
    """
    row = Row(package, importlib.metadata.version(package), wire, way, watched.turns, len(watched.refused), watched.lost_requests, watched.lost_results, compactions, watched.cost_tokens)
    print(json.dumps({**row.__dict__, "ended": "failed" if failed else "whole"}), flush=True)
    if way.startswith("conspectus"):
        assert not failed and not watched.refused and not watched.lost_requests and not watched.lost_results and compactions, watched.refused or row
