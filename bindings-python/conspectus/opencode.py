"""Each function acts as the preset: opencode 1.18.33: summarizes everything but the newest turns within a token budget

Written by `scripts/names.py --write` from the tables of the core. Do not edit.
"""

from .operations import of_module

estimate_text_tokens = of_module("opencode", "estimate_text_tokens")
estimate_tokens = of_module("opencode", "estimate_tokens")
find_split_point = of_module("opencode", "find_split_point")
needs_compression = of_module("opencode", "needs_compression")
prune = of_module("opencode", "prune")
thresholds = of_module("opencode", "thresholds")
usage_tokens = of_module("opencode", "usage_tokens")

__all__ = [
    "estimate_text_tokens",
    "estimate_tokens",
    "find_split_point",
    "needs_compression",
    "prune",
    "thresholds",
    "usage_tokens",
]
