"""`History`: the same numbers as the operations give, at the cost of what is new."""

from __future__ import annotations

from typing import Any

from . import _conspectus
from .patch import apply_patch
from .results import Estimate, SplitPoint


class History(_conspectus.History):
    """An incremental ledger of one conversation: it keeps sizes and references, not copies.

    `append` and `extend` read what is new. `sync` takes the whole list again and reads only what it does not know: older messages are
    recognised by identity, the last one is always looked at again, since it may grow in place. An older message that was edited in
    place is seen with `verify="hash"` only, which reads everything each time.

    `tokens`, `chars` and `media` are totals. `len()` is the number of messages read.
    """

    def estimate(self, *, system: str | None = None, tools: Any = None) -> Estimate:
        """As `estimate_tokens`, for what was read."""
        return Estimate(**self.raw_estimate({"system": system, "tools": tools}))

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
