"""Counting and cutting text by tokens, vocabularies of your own, media, and what providers report.

Written by `scripts/names.py --write` from the tables of the core. Do not edit.
"""

from ._vocabulary import Vocabulary
from .operations import (
    count_tokens,
    count_tokens_batch,
    count_up_to,
    decode,
    encode,
    estimate_text_tokens,
    media_tokens,
    read_usage,
    truncate_to_tokens,
)

__all__ = [
    "Vocabulary",
    "count_tokens",
    "count_tokens_batch",
    "count_up_to",
    "decode",
    "encode",
    "estimate_text_tokens",
    "media_tokens",
    "read_usage",
    "truncate_to_tokens",
]
