"""Exact token counts for OpenAI's public encodings. Text is always ordinary text: `<|endoftext|>` in tool output is seven tokens.

Other threads run while a long text is counted.
"""

from __future__ import annotations


from . import _conspectus

# Not from `typing`: it would take most of the time of the import. Type checkers know the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .options import Encoding


def count_tokens(text: str, *, encoding: Encoding | None = None, model: str | None = None) -> int:
    """How many tokens `text` is in `encoding` (`o200k_base` unless told), or in the encoding of `model`. Linear in the text."""
    count: int = _conspectus.call_detached("count_tokens", text, _given(encoding=encoding, model=model))
    return count


def count_tokens_batch(texts: Sequence[str], *, encoding: Encoding | None = None, model: str | None = None) -> list[int]:
    """As `count_tokens`, for each of many texts."""
    counts: list[int] = _conspectus.call_detached("count_tokens_batch", texts, _given(encoding=encoding, model=model))
    return counts


def count_up_to(text: str, limit: int, *, encoding: Encoding | None = None, model: str | None = None) -> int | None:
    """As `count_tokens`, but `None` as soon as there are more than `limit`."""
    count: int | None = _conspectus.call_detached("count_tokens", text, _given(encoding=encoding, model=model, limit=limit))
    return count


def encode(text: str, *, encoding: Encoding | None = None, model: str | None = None) -> list[int]:
    """The token ids of `text`."""
    ids: list[int] = _conspectus.call_detached("encode", text, _given(encoding=encoding, model=model))
    return ids


def decode(ids: Sequence[int], *, encoding: Encoding | None = None, model: str | None = None) -> str:
    """The text that `ids` stand for; bytes that end inside a character become U+FFFD. An id that is no token is an error."""
    text: str = _conspectus.call_detached("decode", ids, _given(encoding=encoding, model=model))
    return text


def truncate_to_tokens(text: str, max_tokens: int, *, encoding: Encoding | None = None, model: str | None = None) -> str:
    """The longest start of `text` of at most `max_tokens` tokens, never cut inside a character."""
    start: str = _conspectus.call_detached("truncate_to_tokens", text, _given(encoding=encoding, model=model, max_tokens=max_tokens))
    return start


def _given(**options: Any) -> dict[str, Any]:
    return options
