"""Each function acts as the preset: gemini-cli 0.61.0: truncates long tool results, then summarizes the messages before a user turn in
two calls

Written by `scripts/names.py --write` from the tables of the core. Do not edit.
"""

from .operations import of_module

chat_event = of_module("gemini_cli", "chat_event")
check_overflow = of_module("gemini_cli", "check_overflow")
compression_threshold = of_module("gemini_cli", "compression_threshold")
compressor_model = of_module("gemini_cli", "compressor_model")
curate = of_module("gemini_cli", "curate")
editor_context = of_module("gemini_cli", "editor_context")
estimate_parts_tokens = of_module("gemini_cli", "estimate_parts_tokens")
estimate_text_tokens = of_module("gemini_cli", "estimate_text_tokens")
estimate_tokens = of_module("gemini_cli", "estimate_tokens")
find_split_point = of_module("gemini_cli", "find_split_point")
harden = of_module("gemini_cli", "harden")
join_instructions = of_module("gemini_cli", "join_instructions")
least_recently_used = of_module("gemini_cli", "least_recently_used")
load_settings = of_module("gemini_cli", "load_settings")
mask_tool_outputs = of_module("gemini_cli", "mask_tool_outputs")
normalize_response = of_module("gemini_cli", "normalize_response")
recent_activity = of_module("gemini_cli", "recent_activity")
recent_turns = of_module("gemini_cli", "recent_turns")
routing_window = of_module("gemini_cli", "routing_window")
save_memory = of_module("gemini_cli", "save_memory")
thresholds = of_module("gemini_cli", "thresholds")
token_limit = of_module("gemini_cli", "token_limit")

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
