"""One account of the server: the caches, the model and the counts of a key. Everything else is in
the requests.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from .cache import AutomaticCache, Clock, MarkedCache
from .failures import Failure, Plan
from .model import FILES, Agent, Answer, Asked, Model
from .rules import Data, need


@dataclass
class Settings:
    """What the server is started with. `thinking` is `auto` (by the model's name), `older` or
    `bound`.
    """

    window: int = 200_000
    model: str | None = None
    thinking: str = "auto"
    seed: object = 0
    files: Sequence[str] = FILES
    tool: str | None = None
    max_bytes: int | None = None
    plan: Plan = field(default_factory=Plan)
    # Makes the model of a new key; the agent of the seed unless told.
    make: Callable[[], Model] | None = None
    # What a request without tools is answered; a sentence unless told.
    words: Callable[[Data], str] | None = None


class Session:
    def __init__(self, settings: Settings, clock: Clock) -> None:
        self.settings = settings
        self.plan = settings.plan
        self.marked = MarkedCache(clock)
        self.automatic = AutomaticCache(clock)
        self._model = settings.make() if settings.make else Agent(settings.seed, settings.files, settings.tool)
        self.requests = 0
        self.turn = 0
        # The tokens of each prompt that was read, and one line for each request.
        self.sizes: list[int] = []
        self.log: list[Data] = []
        self.failure: Failure | None = None
        # What of the last prompt was read from a cache.
        self.cached = 0

    def fits(self, total: int, message: str, **more: object) -> None:
        """Takes note of a prompt, and refuses it if it is larger than the window."""
        need(total <= self.settings.window, message, **more)
        self.sizes.append(total)

    def answer(self, asked: Asked) -> Answer:
        """What the model says. A request without tools is one for words, and moves no conversation
        on.
        """
        kind = self.failure.kind if self.failure else ""
        if kind == "empty":
            return Answer(stop="empty")
        if kind == "refusal":
            return Answer(stop="refusal")
        if not asked.tools:
            words = self.settings.words(asked.request) if self.settings.words else _words(asked.request, self.turn)
            return Answer(text=words, stop="cut" if kind == "cut" else "end")
        self.turn += 1
        answer = self._model(asked, self.turn)
        if kind == "cut":
            return Answer(answer.thinking, (answer.text or "Step")[:9], [], "cut")
        return answer

    def name(self, kind: str) -> str:
        """The id of an answer."""
        return f"{kind}_{self.requests:06}"


def _words(request: Data, turn: int) -> str:
    """A sentence, with the files that the request names: as a summary it is about the conversation."""
    paths = dict.fromkeys(re.findall(r"[\w-]+/[\w./-]+\.\w+", json.dumps(request)))
    read = f" The files read: {', '.join([*paths][-20:])}." if paths else ""
    return f"Step {turn}: done with this part.{read}"
