"""`Vocabulary`: exact counts for models whose tokenizer this package does not ship, by a file of yours."""

from __future__ import annotations

from . import _conspectus

# Not from `typing`: it would take most of the time of the import. Type checkers know the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Sequence
    from typing import Any

    from typing_extensions import Self

    from .options import Pattern


class Vocabulary(_conspectus.Vocabulary):
    """Tokens by a vocabulary of yours: a rank file of tiktoken, or a `tokenizer.json` of Hugging Face that is byte-level BPE.

    It is a `tokenizer`: give it to `Compactor`, `History` or `estimate_tokens`.

    Text is ordinary text: added tokens, special or not, count as the characters that they are written with, and nothing is put before or
    after. Other tokenizers are rejected with an `InvalidOptionError` that names the unsupported field.

    `pattern` names how text is split; `len()` is the number of tokens, added ones left out.
    """

    @classmethod
    def from_tiktoken(cls, source: bytes | str | os.PathLike[str], *, pattern: Pattern | str) -> Self:
        """From a rank file: its bytes, or its path. The file does not say how text is split, so `pattern` does: a name, or the regular
        expression (`pat_str`) if it is one of those that have a name."""
        return cls(_bytes(source), {"pattern": pattern})

    @classmethod
    def from_tokenizer_json(cls, source: bytes | str | os.PathLike[str]) -> Self:
        """From a `tokenizer.json`: its bytes, or its path."""
        return cls(_bytes(source), {"tokenizer_json": True})

    def __call__(self, text: str) -> int:
        return self.count(text)

    def count(self, text: str) -> int:
        """How many tokens `text` is."""
        return self.count_texts([text])[0]

    def count_texts(self, texts: Sequence[str]) -> list[int]:
        """As `count`, for each of many texts."""
        counts: list[int] = self.raw_call("count_texts", texts, {})
        return counts

    def count_up_to(self, text: str, limit: int) -> int | None:
        """As `count`, but `None` as soon as there are more than `limit`."""
        counts: list[int | None] = self.raw_call("count_texts", [text], {"at_most": limit})
        return counts[0]

    def encode(self, text: str) -> list[int]:
        """The token ids of `text`."""
        ids: list[int] = self.raw_call("encode", text, {})
        return ids

    def decode(self, ids: Sequence[int]) -> str:
        """The text that `ids` stand for; bytes that end inside a character become U+FFFD. An id that is no token is an error."""
        text: str = self.raw_call("decode", ids, {})
        return text

    def truncate(self, text: str, max_tokens: int) -> str:
        """The longest start of `text` of at most `max_tokens` tokens, never cut inside a character."""
        start: str = self.raw_call("truncate", text, {"max_tokens": max_tokens})
        return start


Vocabulary.__module__ = "conspectus.tokens"


def _bytes(source: Any) -> bytes:
    """The bytes themselves, or those of the file at a path."""
    if isinstance(source, bytes):
        return source
    with open(source, "rb") as file:
        return file.read()
