"""The types of functions that act as the preset: gemini-cli 0.61.0: truncates long tool results, then summarizes the messages before a
user turn in two calls.

Written by `scripts/names.py --write` from the tables of the core. Do not edit.
"""

from .operations import (
    chat_event,
    check_overflow,
    compression_threshold,
    compressor_model,
    curate,
    editor_context,
    estimate_parts_tokens,
    estimate_text_tokens,
    estimate_tokens,
    find_split_point,
    harden,
    join_instructions,
    least_recently_used,
    load_settings,
    mask_tool_outputs,
    normalize_response,
    recent_activity,
    recent_turns,
    routing_window,
    save_memory,
    thresholds,
    token_limit,
)

__all__ = [
    "chat_event",
    "check_overflow",
    "compression_threshold",
    "compressor_model",
    "curate",
    "editor_context",
    "estimate_parts_tokens",
    "estimate_text_tokens",
    "estimate_tokens",
    "find_split_point",
    "harden",
    "join_instructions",
    "least_recently_used",
    "load_settings",
    "mask_tool_outputs",
    "normalize_response",
    "recent_activity",
    "recent_turns",
    "routing_window",
    "save_memory",
    "thresholds",
    "token_limit",
]
