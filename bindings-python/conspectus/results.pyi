"""What measuring gives back. Named tuples: `dataclasses` would double the time of the import."""

from __future__ import annotations

from typing import Any, NamedTuple


class Estimate(NamedTuple):
    """The size of a conversation. `tokens` are estimates, `chars` are UTF-16 code units by the measure in use.

    `tokens` is everything. `overhead` (`system`, `tools`, `frames`) is the part of it that no compaction shrinks. `media` counts
    images, documents, sounds and films, which cost `media_tokens`. `per_message` has the tokens of each message. `dialect` is the one that was read. `prompt_tokens` and
    `unlisted_tokens` (system prompt, tools and what else no message shows) start from the last report of a `History`; `None` without one.
    """

    tokens: int
    chars: int
    media: int
    media_tokens: int
    overhead: dict[str, int]
    per_message: list[int]
    dialect: str
    prompt_tokens: int | None = None
    unlisted_tokens: int | None = None


class SplitPoint(NamedTuple):
    """Where to cut: messages before `index` are to be summarised, those from it on are kept.

    `reason` says why there (`boundary_at_target`, `no_boundary`, ...). `chars_before` and `chars_total` are the chars in front of the
    cut and in all.
    """

    index: int  # type: ignore[assignment]  # in place of the method of tuples
    reason: str
    chars_before: int
    chars_total: int


class CompactResult(NamedTuple):
    """How a run of the compactor ended.

    `messages` is the list to go on with: the very same list if nothing was applied. `status` is `compressed`, `content_truncated`,
    `noop`, `stale`, `cancelled` or `failed_...`; `report` says why, and what it was measured by.
    """

    messages: Any
    status: str
    applied: bool
    report: dict[str, Any]
