"""Counting and cutting text by tokens, vocabularies of your own, media, and what providers report.

Written by `scripts/names.py --write` from the tables of the core. Do not edit.
"""

from ._vocabulary import Vocabulary
from .operations import count_texts, decode, encode, media_tokens, read_usage, truncate

__all__ = [
    "Vocabulary",
    "count_texts",
    "decode",
    "encode",
    "media_tokens",
    "read_usage",
    "truncate",
]
