"""`FolderStore`: keeps tool outputs in a folder, and gives them back."""

from __future__ import annotations

from . import _conspectus
from .results import FoundOutputs, ListedOutputs, Piece, StoredOutput, StoreHeld

# Not from `typing`: it would take most of the time of the import. Type checkers know the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Mapping
    from typing import Any, Literal, TypeAlias

    from typing_extensions import Self

    ToolFormat: TypeAlias = Literal["openai_chat", "openai_responses", "anthropic", "gemini"]
    ToolName: TypeAlias = Literal["read_back", "search", "describe"]


class FolderStore(_conspectus.FolderStore):
    """Keeps tool outputs in a folder of its own: `Compactor(..., store=FolderStore(".conspectus"))`.

    The key of an output is a hash of what is stored, so equal outputs are stored once, and several processes may share the folder. A file is there
    whole or not at all, and nobody else may read it. Secrets (private keys, API keys, tokens, passwords) are taken out before anything is
    written, unless `redact=False`.

    `max_age_days`: outputs that nobody asked for that long go when the store is opened, or by `prune()`. `max_bytes`: then those go that were used
    longest ago; in between nothing more is taken beyond it. Without them everything is kept.

    Errors are `StoreError`. In a compactor they leave the output in the history.
    """

    def __new__(
        cls, path: str | os.PathLike[str], *, redact: bool | None = None, max_age_days: float | None = None, max_bytes: int | None = None
    ) -> Self:
        return super().__new__(cls, path, {"redact": redact, "max_age_days": max_age_days, "max_bytes": max_bytes})

    def __call__(self, action: Mapping[str, Any]) -> str:
        """Keeps `action["text"]` and gives what its placeholder says: `read_back("...")`."""
        locator: str = self.raw_call("store", {"key": action.get("key"), "text": action["text"], "arguments": action.get("arguments")})
        return locator

    def put(self, text: str, *, tool: str | None = None, arguments: str | None = None) -> StoredOutput:
        """Stores an output. Returns its `key` and `locator`, its size in `bytes`, and `secrets`: how many were redacted.

        `tool` is the name of the tool that returned it, and `arguments` a short form of its arguments, such as the path. `search` shows both.
        """
        return StoredOutput._of(self.raw_call("put", {"text": text, "tool": tool, "arguments": arguments}))

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

    def search(self, query: str, *, limit: int | None = None, max_tokens: int | None = None, source: str | None = None) -> FoundOutputs:
        """Searches all outputs for a string, or else for its words. Returns the best `hits`, and how many `outputs` match.

        Outputs that contain the query verbatim come first. At most `limit` hits (5 by default, at most 20) are returned, as many as an answer of
        `max_tokens` can show (400 by default). `source` limits the search to outputs whose `tool` or `arguments` contain it.
        """
        return FoundOutputs._of(self.raw_call("search", {"query": query, "limit": limit, "max_tokens": max_tokens, "source": source}))

    def describe(self, key: str | None = None, *, max_tokens: int | None = None) -> ListedOutputs:
        """Describes one output, or lists all of them, newest first, as far as `max_tokens` allow (400 by default)."""
        return ListedOutputs._of(self.raw_call("describe", {"key": key, "max_tokens": max_tokens}))

    @staticmethod
    def tools(format: ToolFormat) -> list[dict[str, Any]]:
        """The tools `read_back`, `search` and `describe` for a request to a model: for `openai_chat`, `openai_responses`, `anthropic` or `gemini`
        (function declarations)."""
        return FolderStore.raw_tools(format)

    def answer(self, name: ToolName | str, arguments: Mapping[str, Any] | str) -> str:
        """The answer to a model's call of one of the tools. `name` and `arguments` are those of the call; the arguments may be an object or JSON. It
        never raises for what a model wrote: the answer says what is wrong."""
        text: str = self.raw_call("answer", {"name": name, "arguments": arguments})
        return text

    def prune(self) -> StoreHeld:
        """Removes what is too old or too much. Gives `outputs` and `bytes` that are kept, `removed` and `removed_bytes`."""
        return StoreHeld._of(self.raw_call("prune", {}))

    def forget(self, key: str) -> None:
        """Removes one output."""
        self.raw_call("forget", {"key": key})


FolderStore.__module__ = "conspectus"
