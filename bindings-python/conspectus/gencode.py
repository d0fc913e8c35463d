"""Each function acts as the preset: gencode 0.4.0: clears old tool results if that's enough, otherwise summarizes all but the newest
messages

Written by `scripts/names.py --write` from the tables of the core. Do not edit.
"""

from .operations import of_module

compression_settings = of_module("gencode", "compression_settings")
conversation_summary = of_module("gencode", "conversation_summary")
estimate_text_tokens = of_module("gencode", "estimate_text_tokens")
estimate_tokens = of_module("gencode", "estimate_tokens")
extract_activity = of_module("gencode", "extract_activity")
find_split_point = of_module("gencode", "find_split_point")
messages_for_model = of_module("gencode", "messages_for_model")
needs_compression = of_module("gencode", "needs_compression")
prune = of_module("gencode", "prune")
thresholds = of_module("gencode", "thresholds")
usage_tokens = of_module("gencode", "usage_tokens")

__all__ = [
    "compression_settings",
    "conversation_summary",
    "estimate_text_tokens",
    "estimate_tokens",
    "extract_activity",
    "find_split_point",
    "messages_for_model",
    "needs_compression",
    "prune",
    "thresholds",
    "usage_tokens",
]
