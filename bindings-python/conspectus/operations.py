"""The operations. Options are passed on as they are given: the core checks them and knows the defaults.

Their signatures are spelled out in `operations.pyi`.
"""

from __future__ import annotations

from typing import Any

from . import _conspectus
from .patch import apply_patch
from .results import Estimate, SplitPoint


def estimate_tokens(messages: Any, **options: Any) -> Estimate:
    """Tokens, chars and media of a conversation, with what surrounds it.

    `system` (text) and `tools` (schemas, any plain data) are measured as overhead. An image costs `image_token_estimate` tokens,
    never the length of its base64. Raises `InvalidMessagesError`, `InvalidConfigError` and their kin, with a path.
    """
    return Estimate(**_conspectus.call("estimate_tokens", messages, options))


def find_split_point(messages: Any, **options: Any) -> SplitPoint:
    """Where to cut so that about `fraction` (above 0, below 1) of the chars lies before the cut.

    The cut parts no tool call from its result. `char_counts`, a number for each message, replaces the measured chars.
    """
    return SplitPoint(**_conspectus.call("find_split_point", messages, options))


def slim(messages: Any, **options: Any) -> tuple[Any, dict[str, int]]:
    """Replaces media whose kind is not in `modalities` by short texts: `(messages, stats)`.

    The very same list comes back if nothing was replaced; untouched messages are the same objects. `stats` counts `images`,
    `documents`, `texts` and estimated `tokens_saved`.
    """
    return _apply("slim", "stats", messages, options)


def microcompact(messages: Any, **options: Any) -> tuple[Any, dict[str, Any]]:
    """Clears old tool results and media, but for the newest `keep_recent` of each kind: `(messages, report)`.

    It does so after `idle_minutes` without activity (give `now_ms` and `last_activity_ms`), when results exceed `max_total_chars`, or
    with `force`. The very same list comes back if nothing was cleared.
    """
    return _apply("microcompact", "report", messages, options)


def prune(messages: Any, **options: Any) -> tuple[Any, dict[str, Any]]:
    """Clears tool results beyond the newest `protect_tokens` tokens of them, if that saves `min_tokens`: `(messages, report)`.

    With `pruned_at`, each cleared result is marked `pruned: true, prunedAt: <that>`. The very same list comes back if nothing was cleared.
    """
    return _apply("prune", "report", messages, options)


def thresholds(**options: Any) -> dict[str, Any]:
    """The token counts at which to warn, to compact and to stop, for a `context_window`: `warn`, `auto`, `hard`, `usable`."""
    result: dict[str, Any] = _conspectus.call("thresholds", None, options)
    return result


def summarize_extractive(messages: Any, **options: Any) -> dict[str, Any]:
    """A snapshot written without a model, from the conversation itself: `text` and its `sections`. The same every time.

    At most `max_chars` chars.
    """
    result: dict[str, Any] = _conspectus.call("summarize_extractive", messages, options)
    return result


def parse_snapshot(text: str) -> dict[str, Any]:
    """Reads a summariser's answer: `text` and `sections`, or `defect`, which says why it cannot be used."""
    result: dict[str, Any] = _conspectus.call("parse_snapshot", text, {})
    return result


def _apply(name: str, told: str, messages: Any, options: dict[str, Any]) -> tuple[Any, Any]:
    result = _conspectus.call(name, messages, options)
    return apply_patch(messages, result["patch"]), result[told]
