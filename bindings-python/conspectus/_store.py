"""`FolderStore`: keeps tool outputs in a folder, and gives them back."""

from __future__ import annotations

from . import _conspectus
from .results import Piece, StoredOutput, StoreHeld

# Not from `typing`: it would take most of the time of the import. Type checkers know the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Mapping
    from typing import Any, Literal, TypeAlias

    ToolFormat: TypeAlias = Literal["openai_chat", "openai_responses", "anthropic", "gemini"]


class FolderStore(_conspectus.FolderStore):
    """Keeps tool outputs in a folder of its own: `Compactor(..., store=FolderStore(".conspectus"))`.

    The key of an output is a hash of what is stored, so equal outputs are stored once, and several processes may share the folder. A file is there
    whole or not at all, and nobody else may read it. Secrets (private keys, API keys, tokens, passwords) are taken out before anything is
    written, unless `redact=False`.

    `max_age_days`: outputs that nobody asked for that long go when the store is opened, or by `prune()`. `max_bytes`: then those go that were used
    longest ago; in between nothing more is taken beyond it. Without them everything is kept.

    Errors are `StoreError`. In a compactor they leave the output in the history.
    """

    if not TYPE_CHECKING:

        def __new__(cls, path, *, redact=None, max_age_days=None, max_bytes=None):
            return super().__new__(cls, path, {"redact": redact, "max_age_days": max_age_days, "max_bytes": max_bytes})

    else:

        def __init__(
            self, path: str | os.PathLike[str], *, redact: bool | None = None, max_age_days: float | None = None, max_bytes: int | None = None
        ) -> None: ...

        def __new__(cls, *given: Any, **settings: Any) -> FolderStore:
            raise NotImplementedError

    def __call__(self, action: Mapping[str, Any]) -> str:
        """Keeps `action["text"]` and gives what its placeholder says: `read_back("...")`."""
        locator: str = self.put(action["text"]).locator
        return locator

    def put(self, text: str) -> StoredOutput:
        """Keeps an output. Gives `key`, `locator`, `bytes` and `secrets`: how many were taken out."""
        return StoredOutput._of(self.raw_call("put", {"text": text}))

    def get(self, key: str) -> str:
        """The whole output under a key, or under the locator that holds it."""
        text: str = self.raw_call("get", {"key": key})
        return text

    def read_back(
        self,
        key: str,
        *,
        first_line: int | None = None,
        last_line: int | None = None,
        skip_chars: int | None = None,
        max_tokens: int | None = None,
        max_chars: int | None = None,
    ) -> Piece:
        """A piece of an output: `text`, `first_line`, `last_line`, `lines` and `chars` of the whole, and `next`, where it goes on, or `None`.

        Lines count from 1. A piece has at most `max_tokens` estimated tokens, 2,000 unless given. `skip_chars` leaves out the beginning of the first
        line: `read_back(key, **piece.next.to_dict())` gives the next piece.
        """
        given = {
            "key": key,
            "first_line": first_line,
            "last_line": last_line,
            "skip_chars": skip_chars,
            "max_tokens": max_tokens,
            "max_chars": max_chars,
        }
        return Piece._of(self.raw_call("read_back", given))

    @staticmethod
    def read_back_tool(format: ToolFormat) -> dict[str, Any]:
        """The tool `read_back` for a request to a model: `openai_chat`, `openai_responses`, `anthropic` or `gemini` (a function declaration)."""
        return FolderStore.raw_tool(format)

    def answer(self, arguments: Mapping[str, Any] | str) -> str:
        """The answer to a model's call of that tool. `arguments` are those of the call, as an object or as JSON. It never raises for what a model
        wrote: the answer says what is wrong."""
        text: str = self.raw_call("answer", {"arguments": arguments})
        return text

    def prune(self) -> StoreHeld:
        """Removes what is too old or too much. Gives `outputs` and `bytes` that are kept, `removed` and `removed_bytes`."""
        return StoreHeld._of(self.raw_call("prune", {}))

    def forget(self, key: str) -> None:
        """Removes one output."""
        self.raw_call("forget", {"key": key})


FolderStore.__module__ = "conspectus"
