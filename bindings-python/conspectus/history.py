"""`History`: the same numbers as the operations give, at the cost of what is new."""

from __future__ import annotations


from . import _conspectus
from .patch import apply_patch
from .results import Estimate, SplitPoint

# Not from `typing`: it would take most of the time of the import. Type checkers know the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .options import Tokenizer


class History(_conspectus.History):
    """An incremental ledger of one conversation: it keeps sizes and references, not copies.

    `append` and `extend` read what is new. `sync` takes the whole list again and reads only what it does not know: older messages are
    recognised by identity, the last one is always looked at again, since it may grow in place. An older message that was edited in
    place is seen with `verify="hash"` only, which reads everything each time.

    `tokenizer`, a function that counts the tokens of a text (a `Vocabulary` is one), replaces the estimators: it is called once for each text that is new, and
    what it raises reaches the caller; nothing was read then. System text and tools are counted by it too, text of this package's own is not.

    `tokens`, `chars` and `media` are totals. `len()` is the number of messages read.
    """

    _tokenizer: Tokenizer | None = None

    if not TYPE_CHECKING:  # the options are spelled out in the stub of the base

        def __new__(cls, *, tokenizer=None, **options):
            self = super().__new__(cls, **(options if tokenizer is None else {"estimator": "host", **options}))
            self._tokenizer = tokenizer
            return self

    def append(self, message: Any) -> None:
        super().append(message)
        self._count(len(self) - 1, [message])

    def extend(self, messages: Sequence[Any]) -> None:
        start = len(self)
        super().extend(messages)
        self._count(start, messages)

    def sync(self, messages: Sequence[Any]) -> int:
        read = super().sync(messages)
        self._count(len(self) - read, messages[len(self) - read :])
        return read

    def _count(self, start: int, messages: Sequence[Any]) -> None:
        """Messages from `start` on were read: has the tokenizer count what is new in them, and reads them again."""
        if self._tokenizer is None:
            return
        texts = self.raw_wanted_texts()
        try:
            self.raw_provide_counts([self._tokenizer(text) for text in texts])
        except BaseException:
            self.truncate(start)
            raise
        if texts:
            self.truncate(start)
            super().extend(messages)

    def estimate(self, *, system: str | None = None, tools: Any = None) -> Estimate:
        """As `estimate_tokens`, for what was read."""
        options = {"system": system, "tools": tools}
        found = self.raw_estimate(options)
        if self._tokenizer is not None and (texts := self.raw_wanted_texts()):
            self.raw_provide_counts([self._tokenizer(text) for text in texts])
            found = self.raw_estimate(options)
        return Estimate(**found)

    def split_point(self) -> SplitPoint:
        """As `find_split_point`, for what was read."""
        return SplitPoint(**self.raw_split_point())

    def microcompact(
        self, messages: Any, *, now_ms: float | None = None, last_activity_ms: float | None = None, force: bool | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """As `microcompact`. Reads what is new in `messages` first."""
        self.sync(messages)
        result = self.raw_microcompact(messages, {"now_ms": now_ms, "last_activity_ms": last_activity_ms, "force": force})
        return apply_patch(messages, result["patch"]), result["report"]
