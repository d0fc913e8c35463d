"""The words that options take."""

from __future__ import annotations

from typing import Literal, TypeAlias

Preset: TypeAlias = Literal["default", "gemini-cli", "qwen-code", "qwen-code-seed", "gencode", "opencode"]
Dialect: TypeAlias = Literal["gemini", "openai_chat", "anthropic", "openai_responses", "ai_sdk", "bedrock", "langchain"]
Measure: TypeAlias = Literal["chars", "json_chars", "part_json_chars", "output_chars", "content_json_chars"]
Estimator: TypeAlias = Literal["chars", "script"]
Encoding: TypeAlias = Literal["o200k_base", "o200k_harmony", "cl100k_base", "p50k_base", "r50k_base", "gpt2"]
SplitRule: TypeAlias = Literal["closed", "user_turn", "user_turn_or_trailing_call", "tail_budget", "newest_messages"]
PruneRule: TypeAlias = Literal["newest_results", "newest_messages", "behind_two_turns"]
Ladder: TypeAlias = Literal["fraction", "qwen_seed", "qwen", "gencode", "opencode", "opencode_next"]
Placeholder: TypeAlias = Literal["informative", "plain", "short"]
Modality: TypeAlias = Literal["image", "pdf", "audio", "video"]
Course: TypeAlias = Literal["default", "gemini_cli", "qwen_code", "qwen_code_seed", "gencode", "opencode"]
SnapshotForm: TypeAlias = Literal["seven", "five", "nine", "continuation", "anchored"]
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
