"""The types of functions that act as the preset: opencode 1.18.33: summarizes everything but the newest turns within a token budget.

Written by `scripts/names.py --write` from the tables of the core. Do not edit.
"""

from .operations import estimate_text_tokens, estimate_tokens, find_split_point, needs_compression, prune, thresholds, usage_tokens

__all__ = [
    "estimate_text_tokens",
    "estimate_tokens",
    "find_split_point",
    "needs_compression",
    "prune",
    "thresholds",
    "usage_tokens",
]
