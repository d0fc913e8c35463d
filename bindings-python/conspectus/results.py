"""What measuring gives back, typed in `results.pyi`. Named tuples by hand: `typing` would take most of the time of the import."""

from collections import namedtuple


_ESTIMATE = ["tokens", "chars", "media", "media_tokens", "overhead", "per_message", "dialect", "prompt_tokens", "unlisted_tokens"]


class Estimate(namedtuple("Estimate", _ESTIMATE, defaults=(None, None))):
    """The size of a conversation. `tokens` are estimates, `chars` are UTF-16 code units by the measure in use.

    `tokens` is everything. `overhead` (`system`, `tools`, `frames`) is the part of it that no compaction shrinks. `media` counts
    images, documents, sounds and films, which cost `media_tokens`. `per_message` has the tokens of each message. `dialect` is the one that was read. `prompt_tokens` and
    `unlisted_tokens` (system prompt, tools and what else no message shows) start from the last report of a `History`; `None` without one.
    """

    __slots__ = ()


class SplitPoint(namedtuple("SplitPoint", ["index", "reason", "chars_before", "chars_total"])):
    """Where to cut: messages before `index` are to be summarised, those from it on are kept.

    `reason` says why there (`boundary_at_target`, `no_boundary`, ...). `chars_before` and `chars_total` are the chars in front of the
    cut and in all.
    """

    __slots__ = ()


class CompactResult(namedtuple("CompactResult", ["messages", "status", "applied", "report"])):
    """How a run of the compactor ended.

    `messages` is the list to go on with: the very same list if nothing was applied. `status` is `compressed`, `content_truncated`,
    `noop`, `stale`, `cancelled` or `failed_...`; `report` says why, and what it was measured by.
    """

    __slots__ = ()
