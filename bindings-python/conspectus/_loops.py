"""`LoopDetector`: says when an agent goes round in circles."""

from __future__ import annotations

from . import _conspectus
from ._shapes import typed
from .results import Loop

# Not from `typing`: it would take most of the time of the import. Type checkers know the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from typing_extensions import Self

    from .options import Dialect, Preset


class LoopDetector(_conspectus.LoopDetector):
    """Takes in what an agent does while it does it, and says when it repeats itself: the same calls, the same text, the same lines.

    Each method that takes something in gives the loop, or `None`. Once a loop is found, all of them give it until `clear` or `reset`.
    Feed it either whole messages (`add_message`), or what is streamed (`start_turn`, `add_text`, `add_call`, and `reset` at a new request).
    A char of streamed text costs the same whatever came before, and the space is bounded.

    `preset` names a system whose rules hold: `gemini-cli` reads text by the pieces in which it comes.
    """

    def __new__(cls, *, preset: Preset | None = None, dialect: Dialect | None = None) -> Self:
        return super().__new__(cls, {"preset": preset, "dialect": dialect}, None)

    @classmethod
    def load(cls, state: Mapping[str, Any], *, preset: Preset | None = None, dialect: Dialect | None = None) -> Self:
        """A detector that goes on where `save` was called."""
        return super().__new__(cls, {"preset": preset, "dialect": dialect}, state)

    def _found(self, name: str, value: Any = None) -> Loop | None:
        found: Loop | None = typed(Loop, self.raw_ask(name, value))
        return found

    def add_text(self, text: str) -> Loop | None:
        """The next piece of text that the agent streams."""
        return self._found("add_text", text)

    def add_call(self, name: str, arguments: Any = None) -> Loop | None:
        """A tool call. The order of keys does not matter, nor whether the arguments are JSON text."""
        return self._found("add_call", {"name": name, "arguments": arguments})

    def add_message(self, message: Any) -> Loop | None:
        """A whole message. One of the agent is its text and its calls; one of the user that answers no call is a new request: all begins anew."""
        return self._found("add_message", message)

    def start_turn(self) -> Loop | None:
        """A model is about to be called. Checks by a model are timed by it; `add_message` does it by itself."""
        return self._found("start_turn")

    @property
    def found(self) -> Loop | None:
        """The loop that was found, until it is cleared."""
        return self._found("found")

    def clear(self) -> None:
        """Lets the agent go on after a loop. Calls are remembered, so the same one again is the next loop; text is not."""
        self.raw_ask("clear", None)

    def reset(self) -> None:
        """Begins anew, for a new request of the user."""
        self.raw_ask("reset", None)

    def save(self) -> dict[str, Any]:
        """What it remembers, as plain data: at most the newest 5,000 chars of text, and hashes. `load` takes it."""
        state: dict[str, Any] = self.raw_ask("save", None)
        return state


LoopDetector.__module__ = "conspectus.context"
