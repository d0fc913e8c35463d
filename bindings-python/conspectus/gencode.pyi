"""The types of functions that act as the preset: gencode 0.4.0: clears old tool results if that's enough, otherwise summarizes all but
the newest messages.

Written by `scripts/names.py --write` from the tables of the core. Do not edit.
"""

from .operations import (
    compression_settings,
    conversation_summary,
    estimate_text_tokens,
    estimate_tokens,
    extract_activity,
    find_split_point,
    messages_for_model,
    needs_compression,
    prune,
    thresholds,
    usage_tokens,
)

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
