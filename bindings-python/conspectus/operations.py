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


def validate(messages: Any, **options: Any) -> list[dict[str, Any]]:
    """What a provider would refuse: problems with `code`, `path`, `severity` and a `message`. Empty for a valid history."""
    problems: list[dict[str, Any]] = _conspectus.call("validate", messages, options)["problems"]
    return problems


def repair(messages: Any, **options: Any) -> tuple[Any, list[dict[str, Any]]]:
    """A history without the problems that can be repaired: `(messages, repairs)`. The very same list if there are none.

    Raises `UnrepairableError` where a repair would change the meaning.
    """
    return _apply("repair", "repairs", messages, options)


def legal_cuts(messages: Any, **options: Any) -> list[dict[str, Any]]:
    """Every boundary with `index`, `legal`, and the `reason` of those that are not."""
    cuts: list[dict[str, Any]] = _conspectus.call("legal_cuts", messages, options)["cuts"]
    return cuts


def truncate_text(text: str, **options: Any) -> dict[str, Any]:
    """A text cut to a limit: `text`, `truncated`, and what was cut. Head and tail stay, lines that name errors are rescued."""
    result: dict[str, Any] = _conspectus.call("truncate_text", text, options)
    return result


def normalize_response(part: Any, **options: Any) -> Any:
    """A Gemini tool result with its long strings shortened (gemini-cli's message normalisation): the raw result of the core."""
    return _conspectus.call("normalize_response", part, options)


def curate(messages: Any, **options: Any) -> tuple[Any, Any]:
    """A Gemini history without invalid turns: `(messages, report)`. The very same list if nothing was to do."""
    return _apply_rest("curate", messages, options)


def harden(messages: Any, **options: Any) -> tuple[Any, Any]:
    """A Gemini history that the API accepts: calls and results paired and ordered, roles bridged: `(messages, report)`."""
    return _apply_rest("harden", messages, options)


def estimate_parts_tokens(request: Any, **options: Any) -> dict[str, Any]:
    """gemini-cli's estimate of a request: `tokens`, and whether it would ask the count API (`needs_count_api`)."""
    result: dict[str, Any] = _conspectus.call("estimate_parts_tokens", request, options)
    return result


def estimate_text_tokens(text: str, **options: Any) -> Any:
    """Tokens of one text by a `rule` of the reference systems."""
    return _conspectus.call("estimate_text_tokens", text, options)


def estimate_prompt_tokens(messages: Any, **options: Any) -> Any:
    """Tokens of the next prompt: the provider's last count and what came since (qwen-code)."""
    return _conspectus.call("estimate_prompt_tokens", messages, options)


def usage_tokens(usage: Any, **options: Any) -> Any:
    """Tokens that a provider's usage report comes to."""
    return _conspectus.call("usage_tokens", usage, options)


def token_limit(model: str | None, **options: Any) -> int:
    """The context window that gemini-cli assumes for a model."""
    limit: int = _conspectus.call("token_limit", model, options)
    return limit


def _apply_rest(name: str, messages: Any, options: dict[str, Any]) -> tuple[Any, Any]:
    result = _conspectus.call(name, messages, options)
    patch = result.pop("patch")
    return apply_patch(messages, patch), result
