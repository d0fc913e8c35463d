"""What only this system does. Its preset: opencode 1.18.33: summarise everything but a tail within a budget of tokens.

Written by `scripts/names.py --write` from the tables of the core. Do not edit.
"""

from .operations import needs_compression, prune, usage_tokens

__all__ = [
    "needs_compression",
    "prune",
    "usage_tokens",
]
