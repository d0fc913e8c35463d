"""The words that options take."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

Preset: TypeAlias = Literal["default", "gemini-cli", "qwen-code", "qwen-code-seed", "gencode", "opencode"]
Dialect: TypeAlias = Literal["gemini", "openai_chat", "anthropic", "openai_responses", "ai_sdk", "bedrock", "langchain"]
Measure: TypeAlias = Literal["chars", "json_chars", "part_json_chars", "output_chars", "content_json_chars"]
Estimator: TypeAlias = Literal["chars", "script", "instant", "exact", "host"]
Tokenizer: TypeAlias = Callable[[str], int]
Family: TypeAlias = Literal[
    "o200k_base", "cl100k_base", "claude_v3", "claude_v4_7", "gemini", "gemma3", "qwen3", "llama3", "deepseek_v3"
]
MediaRule: TypeAlias = Literal[
    "constant",
    "openai_tiles",
    "openai_tiles_4o_mini",
    "openai_tiles_o",
    "openai_tiles_5",
    "openai_patches_mini",
    "openai_patches_nano",
    "openai_patches_o4_mini",
    "openai_patches_5",
    "openai_patches_6",
    "anthropic",
    "anthropic_high",
    "anthropic_5",
    "gemini_2",
    "gemini_3",
    "qwen_vl",
    "qwen3_vl",
]
Detail: TypeAlias = Literal["auto", "low", "medium", "high", "ultra_high"]
Encoding: TypeAlias = Literal["o200k_base", "o200k_harmony", "cl100k_base", "p50k_base", "r50k_base", "gpt2"]
Pattern: TypeAlias = Literal["o200k", "cl100k", "llama3", "qwen2", "r50k"]
SplitRule: TypeAlias = Literal["closed", "user_turn", "user_turn_or_trailing_call", "tail_budget", "newest_messages"]
PruneRule: TypeAlias = Literal["newest_results", "newest_messages", "behind_two_turns"]
Ladder: TypeAlias = Literal["fraction", "qwen_seed", "qwen", "gencode", "opencode", "opencode_next"]
Placeholder: TypeAlias = Literal["informative", "plain", "short"]
Modality: TypeAlias = Literal["image", "pdf", "audio", "video"]
Course: TypeAlias = Literal["default", "gemini_cli", "qwen_code", "qwen_code_seed", "gencode", "opencode"]
SnapshotForm: TypeAlias = Literal["seven", "five", "nine", "continuation", "anchored", "lists"]
SnapshotUpdate: TypeAlias = Literal["whole", "delta"]
Application: TypeAlias = Literal["interactive", "agent"]
Summarizer: TypeAlias = Literal["host", "embedded"]
OverflowRule: TypeAlias = Literal["remaining", "remaining_95"]
Verify: TypeAlias = Literal["shape", "hash"]
TextRule: TypeAlias = Literal["config", "gemini", "qwen_report", "qwen_summary", "rounded"]
TruncateRule: TypeAlias = Literal[
    "ends",
    "gemini_tool_output",
    "gemini_proportional",
    "gemini_excerpt",
    "qwen_tool_output",
    "opencode_tool_output",
    "opencode_excerpt",
    "gencode_excerpt",
]
