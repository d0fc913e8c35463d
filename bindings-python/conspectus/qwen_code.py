"""Each function acts as the preset: qwen-code 0.24.4: summarizes everything, then restores recent files and images

Written by `scripts/names.py --write` from the tables of the core. Do not edit.
"""

from .operations import of_module

estimate_prompt_tokens = of_module("qwen_code", "estimate_prompt_tokens")
estimate_text_tokens = of_module("qwen_code", "estimate_text_tokens")
estimate_tokens = of_module("qwen_code", "estimate_tokens")
find_split_point = of_module("qwen_code", "find_split_point")
microcompact = of_module("qwen_code", "microcompact")
reference_images = of_module("qwen_code", "reference_images")
resolve_settings = of_module("qwen_code", "resolve_settings")
slim = of_module("qwen_code", "slim")
thresholds = of_module("qwen_code", "thresholds")

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
