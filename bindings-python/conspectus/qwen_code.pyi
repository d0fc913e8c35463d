"""The types of functions that act as the preset: qwen-code 0.24.4: summarizes everything, then restores recent files and images.

Written by `scripts/names.py --write` from the tables of the core. Do not edit.
"""

from .operations import (
    estimate_prompt_tokens,
    estimate_text_tokens,
    estimate_tokens,
    find_split_point,
    microcompact,
    reference_images,
    resolve_settings,
    slim,
    thresholds,
)

__all__ = [
    "estimate_prompt_tokens",
    "estimate_text_tokens",
    "estimate_tokens",
    "find_split_point",
    "microcompact",
    "reference_images",
    "resolve_settings",
    "slim",
    "thresholds",
]
