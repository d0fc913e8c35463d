"""The types of options, and the words that they take. Written by `scripts/names.py --write` from the tables of the core. Do not edit."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias, TypedDict, Union

from .results import Mime, Purpose, Result, RunCause

Preset: TypeAlias = Literal["default", "gemini-cli", "qwen-code", "qwen-code-seed", "gencode", "opencode"]
Unit: TypeAlias = Literal["chars", "json_chars", "part_json_chars", "output_chars", "content_json_chars"]
Estimator: TypeAlias = Literal["chars", "script", "instant"]
Encoding: TypeAlias = Literal["o200k_base", "o200k_harmony", "cl100k_base", "p50k_base", "r50k_base", "gpt2"]
Application: TypeAlias = Literal["interactive", "agent"]
Ladder: TypeAlias = Literal["fraction", "qwen-code", "qwen-code-seed", "gencode", "opencode", "opencode-next"]
SplitRule: TypeAlias = Literal["closed", "user_turn", "user_turn_or_trailing_call", "tail_budget", "newest_messages"]
ClearRule: TypeAlias = Literal["newest_messages", "behind_two_turns"]
Placeholder: TypeAlias = Literal["informative", "plain", "short"]
Modality: TypeAlias = Literal["image", "pdf", "audio", "video"]
Template: TypeAlias = Literal["sections", "brief", "detailed", "continuation", "anchored", "handover"]
Request: TypeAlias = Literal["record", "native"]
PriceSet: TypeAlias = Literal["anthropic-5m", "anthropic-1h", "openai", "gemini", "none"]
TokenizerName: TypeAlias = Literal["exact", "o200k_base", "o200k_harmony", "cl100k_base", "p50k_base", "r50k_base", "gpt2", "claude_v3", "claude_v4_7", "gemini", "gemma3", "qwen3", "llama3", "deepseek_v3"]
ImageFormula: TypeAlias = Literal["openai_tiles", "openai_tiles_4o_mini", "openai_tiles_o", "openai_tiles_5", "openai_patches_mini", "openai_patches_nano", "openai_patches_o4_mini", "openai_patches_5", "openai_patches_6", "anthropic", "anthropic_high", "anthropic_5", "gemini_2", "gemini_3", "qwen_vl", "qwen3_vl"]
Thinking: TypeAlias = Literal["auto", "bound", "free"]
Dialect: TypeAlias = Literal["gemini", "openai_chat", "anthropic", "openai_responses", "ai_sdk", "bedrock", "langchain", "ui_message", "pydantic_ai", "pi", "llama_index", "autogen", "opencode", "mastra"]
ClearWhen: TypeAlias = Literal["auto", "break_even", "cache_expired", "trigger", "never"]
Condense: TypeAlias = Literal["off", "safe", "tables", "groups"]
CheckSummary: TypeAlias = Literal["off", "fill", "always"]
Fallback: TypeAlias = Literal["extractive", "none"]
RepairHistory: TypeAlias = Literal["always", "on_refusal", "never"]

Pattern: TypeAlias = Literal["o200k", "cl100k", "llama3", "qwen2", "r50k"]
Verify: TypeAlias = Literal["shape", "hash"]


class SummaryRequest(TypedDict):
    """A complete request for a model. With `follows_conversation`, send the conversation first."""

    purpose: Purpose
    """The purpose of the call."""
    system: str
    """The system prompt."""
    messages: list[Any]
    """The messages, as plain text in the history's format, unless the preset's `request` is `native`."""
    max_output_tokens: int
    """The answer's token limit."""
    input_tokens: int
    """Estimated tokens of system prompt and messages."""
    model: str | None
    """The model that the original would use, or `None`. You can use another."""
    follows_conversation: bool
    """Whether to send the messages after the conversation, whose prefix is cached."""
    timeout_s: float | None
    """The time limit in seconds, or `None`."""


class WantedFile(TypedDict):
    """A file to read again."""

    path: str
    """The path from the tool call. Only read it inside your workspace."""
    max_chars: int
    """The longest text to restore, in characters. Longer files are only named."""


class StoreRequest(TypedDict):
    """An output to store before it's cleared."""

    key: str
    """A safe file name, derived from the content: `tool-outputs/read_file_00f1....txt`."""
    text: str
    """The complete output, or the messages that become a summary."""
    mime: Mime
    """The media type of the text."""
    arguments: str
    """The path, the command or the pattern of the call; may be empty."""


class BeforeCompactRequest(TypedDict):
    """The argument of `before_compact`."""

    trigger: RunCause
    """Why the run started."""


class _RestoredFile(TypedDict):
    path: str
    """The requested path."""

class RestoredFile(_RestoredFile, total=False):
    """A file's current content."""

    text: str | None
    """Its text, or `None`."""


class Answer(Protocol):
    """An answer with a text. `input_tokens`, `output_tokens` and `stop_reason` are read too if it has them. `stop_reason` is the provider's
    word for why the model stopped: `length`, `max_tokens`, `end_turn`."""

    @property
    def text(self) -> str: ...


class Tokens(TypedDict):
    """A number of tokens, where a share would do too."""

    tokens: int


class Keep(TypedDict, total=False):
    """How much of the newest conversation stays: one of these."""

    tokens: int
    """So many tokens at most."""
    messages: int
    """So many messages."""
    turns: int
    """So many turns. A turn goes from one request of the user to the next."""
    fraction: float
    """A share of the room."""


class Cancel(TypedDict, total=False):
    """What `before_compact` may return."""

    cancel: bool
    """Ends the run."""
    context: str
    """What the summariser of this run reads."""


Tokenizer: TypeAlias = Callable[[str], int]
Summarize: TypeAlias = Callable[[SummaryRequest], Union[str, Answer, Awaitable[Union[str, Answer]]]]
Store: TypeAlias = Callable[[StoreRequest], object]
Restore: TypeAlias = Callable[[list[WantedFile]], Union[Sequence[RestoredFile], None, Awaitable[Union[Sequence[RestoredFile], None]]]]
BeforeCompact: TypeAlias = Callable[[BeforeCompactRequest], Union[Cancel, None, Awaitable[Union[Cancel, None]]]]
OnCompact: TypeAlias = Callable[[Result[Any]], object]


class ModelRow(TypedDict, total=False):
    """A value of the option `models`."""

    window_tokens: int | None
    """Required. The context window: prompt and response together."""
    output_tokens: int | None
    """The largest response in tokens."""
    prices: PriceSet | Prices | None
    """The model's prices, as in the option `prices`."""


class Prices(TypedDict, total=False):
    """A value of the option `prices`."""

    like: PriceSet | None
    """The known set to start from; the model's by default. If you only pass prices, nothing is cached unless `cache_read` is below
    `input`.
    """
    input: float | None
    """The price of an uncached prompt token."""
    output: float | None
    """The price of an output token; five times `input` by default."""
    cache_read: float | None
    """The price of a token read from the cache; the same as `input` by default."""
    cache_write: float | None
    """The price of a token written to the cache; the same as `input` by default."""
    cache_ttl_minutes: float | None
    """Minutes that a cached prefix lives after its last use. Once it has expired, old results are cleared."""
    min_cache_tokens: int | None
    """The shortest prefix in tokens that is cached."""
    max_cache_breakpoints: int | None
    """The most cache breakpoints in a request; 0 if the provider finds any common prefix."""
    lookback_blocks: int | None
    """How many blocks before a breakpoint the provider searches for a cached prefix."""


class RequestLimits(TypedDict, total=False):
    """A value of the option `request_limits`."""

    bytes: int | None
    """The most bytes in a request."""
    images: int | None
    """The most images in a request."""
    pixels: int | None
    """The most pixels of all images in a request."""


class _GeminiCliOptions(TypedDict):
    name: Literal["gemini-cli"]


class GeminiCliOptions(_GeminiCliOptions, total=False):
    """The preset `gemini-cli` with options of its own."""

    compression_threshold: float | Tokens | None
    """The prompt size at which compaction starts: a fraction of the available tokens (window less reserve, system prompt and tool
    schemas), or a number of tokens. Lower it if single results are large. Number above 0, at most 1, or `{"tokens": ...}`. Default:
    `0.5`.
    """
    fraction: float | None
    """The fraction of all characters before the cut. Number above 0 and below 1. Default: `0.7`."""
    split_rule: SplitRule | None
    """How the cut is chosen. One of `closed`, `user_turn`, `user_turn_or_trailing_call`, `tail_budget`, `newest_messages`. Default:
    `"user_turn"`.
    """
    keep_pairs: int | None
    """How many pairs of call and result to keep before an open call. Default: `2`."""
    keep_messages: int | None
    """How many messages the rule `newest_messages` keeps. Default: `10`."""
    tail_tokens: int | None
    """Tokens that the rule `tail_budget` keeps; by default a quarter of the usable window, from 2,000 to 15,000. Default: follows from
    the window.
    """
    tail_turns: int | None
    """The most turns that the rule `tail_budget` keeps. Default: as many as fit."""
    clip_budget_tokens: int | None
    """The most tokens of all tool results, counted from the newest. Older ones are truncated; 0 turns this off. Default: `50000`."""
    clip_max_chars: int | None
    """How many characters of a truncated tool result to keep. Default: `40000`."""
    acknowledge_environment: bool | None
    """Whether the agent also answers the message about its environment. Default: `false`."""
    continue_message: str | None
    """A user message that asks the agent to continue after an automatic run; none if empty. Default: `""`."""
    request: Request | None
    """What the summarizer reads: a transcript (`record`), or the messages themselves (`native`). With `native`, you can replace
    `system`, and the answer can have any form. One of `record`, `native`. Default: `"record"`.
    """
    reserved_tokens: int | None
    """Tokens to reserve below the input limit; by default the output limit, at most 20,000. Default: follows from the output limit."""
    reserved_output_tokens: int | None
    """The most tokens reserved for the response. Default: `32000`."""
    unit: Unit | None
    """Which characters of a message count. One of `chars`, `json_chars`, `part_json_chars`, `output_chars`, `content_json_chars`.
    Default: `"json_chars"`.
    """
    estimator: Estimator | None
    """How to estimate the tokens of a text, unless you pass `tokenizer`. One of `chars`, `script`, `instant`. Default: `"script"`."""
    chars_per_token: float | None
    """How many characters count as one token. Number, 0.5 to 1000. Default: `4.0`."""
    max_output_tokens: int | None
    """The model's output limit in tokens; 0 if unknown. Some ladders reserve it. Default: `0`."""
    max_summary_tokens: int | None
    """The largest summary in tokens. If lines are quoted too, the model writes at most half of it. Positive integer. Default: `20000`."""
    template: Template | None
    """The sections of a summary. One of `sections`, `brief`, `detailed`, `continuation`, `anchored`, `handover`. Default:
    `"sections"`.
    """
    acknowledgement: str | None
    """The agent's answer to the summary, right after it. Default: `"Got it. Thanks for the additional context!"`."""
    restate_request: bool | None
    """Whether to repeat the user's last request after a summary that replaced it. Default: `false`."""
    application: Application | None
    """Who runs the conversation: a person (`interactive`) or an `agent`. An agent's failed attempt counts against later runs; a
    person's forced one doesn't. One of `interactive`, `agent`. Default: `"interactive"`.
    """
    ladder: Ladder | None
    """How thresholds follow from the window: a fraction, or the rule of an original. One of `fraction`, `qwen-code`, `qwen-code-seed`,
    `gencode`, `opencode`, `opencode-next`. Default: `"fraction"`.
    """
    max_input_tokens: int | None
    """The model's limit on input alone, in tokens. Default: none."""
    target: float | Tokens | None
    """The largest prompt after a run: a fraction of the available tokens, or a number of tokens. It's below `trigger`. If clearing
    reaches it, nothing is summarized. Number above 0, at most 1, or `{"tokens": ...}`. Default: 0.5, at most two thirds of
    `trigger`, lower after recent runs.
    """


class _QwenCodeOptions(TypedDict):
    name: Literal["qwen-code"]


class QwenCodeOptions(_QwenCodeOptions, total=False):
    """The preset `qwen-code` with options of its own."""

    auto_compact_threshold: float | Tokens | None
    """The prompt size at which compaction starts: a fraction of the available tokens (window less reserve, system prompt and tool
    schemas), or a number of tokens. Lower it if single results are large. Number above 0, at most 1, or `{"tokens": ...}`. Default:
    `0.85`.
    """
    screenshot_trigger_threshold: int | None
    """Compact when tool results contain this many images; 0 turns this off. Default: `20`."""
    max_recent_files_to_retain: int | None
    """How many files to restore after a summary, with their current content. Default: `5`."""
    max_recent_images_to_retain: int | None
    """How many images to restore after a summary. Default: `3`."""
    acknowledge_environment: bool | None
    """Whether the agent also answers the message about its environment. Default: `false`."""
    continue_message: str | None
    """A user message that asks the agent to continue after an automatic run; none if empty. Default: `""`."""
    reserved_tokens: int | None
    """Tokens to reserve below the input limit; by default the output limit, at most 20,000. Default: follows from the output limit."""
    reserved_output_tokens: int | None
    """The most tokens reserved for the response. Default: `32000`."""
    unit: Unit | None
    """Which characters of a message count. One of `chars`, `json_chars`, `part_json_chars`, `output_chars`, `content_json_chars`.
    Default: `"output_chars"`.
    """
    estimator: Estimator | None
    """How to estimate the tokens of a text, unless you pass `tokenizer`. One of `chars`, `script`, `instant`. Default: `"chars"`."""
    chars_per_token: float | None
    """How many characters count as one token. Number, 0.5 to 1000. Default: `4.0`."""
    max_output_tokens: int | None
    """The model's output limit in tokens; 0 if unknown. Some ladders reserve it. Default: `0`."""
    max_summary_tokens: int | None
    """The largest summary in tokens. If lines are quoted too, the model writes at most half of it. Positive integer. Default: `20000`."""
    template: Template | None
    """The sections of a summary. One of `sections`, `brief`, `detailed`, `continuation`, `anchored`, `handover`. Default:
    `"detailed"`.
    """
    acknowledgement: str | None
    """The agent's answer to the summary, right after it. Default: `"Got it. Thanks for the additional context!"`."""
    restate_request: bool | None
    """Whether to repeat the user's last request after a summary that replaced it. Default: `true`."""
    application: Application | None
    """Who runs the conversation: a person (`interactive`) or an `agent`. An agent's failed attempt counts against later runs; a
    person's forced one doesn't. One of `interactive`, `agent`. Default: `"interactive"`.
    """
    ladder: Ladder | None
    """How thresholds follow from the window: a fraction, or the rule of an original. One of `fraction`, `qwen-code`, `qwen-code-seed`,
    `gencode`, `opencode`, `opencode-next`. Default: `"qwen-code"`.
    """
    max_input_tokens: int | None
    """The model's limit on input alone, in tokens. Default: none."""
    target: float | Tokens | None
    """The largest prompt after a run: a fraction of the available tokens, or a number of tokens. It's below `trigger`. If clearing
    reaches it, nothing is summarized. Number above 0, at most 1, or `{"tokens": ...}`. Default: 0.5, at most two thirds of
    `trigger`, lower after recent runs.
    """
    restore: Restore | None
    """Reads files again after a summary. Without it, none are restored."""


class _QwenCodeSeedOptions(TypedDict):
    name: Literal["qwen-code-seed"]


class QwenCodeSeedOptions(_QwenCodeSeedOptions, total=False):
    """The preset `qwen-code-seed` with options of its own."""

    context_percentage_threshold: float | Tokens | None
    """The prompt size at which compaction starts: a fraction of the available tokens (window less reserve, system prompt and tool
    schemas), or a number of tokens. Lower it if single results are large. Number above 0, at most 1, or `{"tokens": ...}`. Default:
    `0.7`.
    """
    trigger_images: int | None
    """Compact when tool results contain this many images; 0 turns this off. Default: `0`."""
    min_span: float | None
    """The smallest part to summarize, as a fraction of all characters. Number from 0, below 1. Default: `0.05`."""
    split_rule: SplitRule | None
    """How the cut is chosen. One of `closed`, `user_turn`, `user_turn_or_trailing_call`, `tail_budget`, `newest_messages`. Default:
    `"user_turn_or_trailing_call"`.
    """
    fraction: float | None
    """The fraction of all characters before the cut. Number above 0 and below 1. Default: `0.7`."""
    keep_pairs: int | None
    """How many pairs of call and result to keep before an open call. Default: `2`."""
    keep_messages: int | None
    """How many messages the rule `newest_messages` keeps. Default: `10`."""
    tail_tokens: int | None
    """Tokens that the rule `tail_budget` keeps; by default a quarter of the usable window, from 2,000 to 15,000. Default: follows from
    the window.
    """
    tail_turns: int | None
    """The most turns that the rule `tail_budget` keeps. Default: as many as fit."""
    acknowledge_environment: bool | None
    """Whether the agent also answers the message about its environment. Default: `false`."""
    continue_message: str | None
    """A user message that asks the agent to continue after an automatic run; none if empty. Default: `""`."""
    reserved_tokens: int | None
    """Tokens to reserve below the input limit; by default the output limit, at most 20,000. Default: follows from the output limit."""
    reserved_output_tokens: int | None
    """The most tokens reserved for the response. Default: `32000`."""
    unit: Unit | None
    """Which characters of a message count. One of `chars`, `json_chars`, `part_json_chars`, `output_chars`, `content_json_chars`.
    Default: `"part_json_chars"`.
    """
    estimator: Estimator | None
    """How to estimate the tokens of a text, unless you pass `tokenizer`. One of `chars`, `script`, `instant`. Default: `"chars"`."""
    chars_per_token: float | None
    """How many characters count as one token. Number, 0.5 to 1000. Default: `4.0`."""
    max_output_tokens: int | None
    """The model's output limit in tokens; 0 if unknown. Some ladders reserve it. Default: `0`."""
    max_summary_tokens: int | None
    """The largest summary in tokens. If lines are quoted too, the model writes at most half of it. Positive integer. Default: `20000`."""
    template: Template | None
    """The sections of a summary. One of `sections`, `brief`, `detailed`, `continuation`, `anchored`, `handover`. Default:
    `"sections"`.
    """
    acknowledgement: str | None
    """The agent's answer to the summary, right after it. Default: `"Got it. Thanks for the additional context!"`."""
    restate_request: bool | None
    """Whether to repeat the user's last request after a summary that replaced it. Default: `true`."""
    application: Application | None
    """Who runs the conversation: a person (`interactive`) or an `agent`. An agent's failed attempt counts against later runs; a
    person's forced one doesn't. One of `interactive`, `agent`. Default: `"interactive"`.
    """
    ladder: Ladder | None
    """How thresholds follow from the window: a fraction, or the rule of an original. One of `fraction`, `qwen-code`, `qwen-code-seed`,
    `gencode`, `opencode`, `opencode-next`. Default: `"fraction"`.
    """
    max_input_tokens: int | None
    """The model's limit on input alone, in tokens. Default: none."""
    target: float | Tokens | None
    """The largest prompt after a run: a fraction of the available tokens, or a number of tokens. It's below `trigger`. If clearing
    reaches it, nothing is summarized. Number above 0, at most 1, or `{"tokens": ...}`. Default: 0.5, at most two thirds of
    `trigger`, lower after recent runs.
    """


class _GencodeOptions(TypedDict):
    name: Literal["gencode"]


class GencodeOptions(_GencodeOptions, total=False):
    """The preset `gencode` with options of its own."""

    trigger: float | Tokens | None
    """The prompt size at which compaction starts: a fraction of the available tokens (window less reserve, system prompt and tool
    schemas), or a number of tokens. Lower it if single results are large. Number above 0, at most 1, or `{"tokens": ...}`. Default:
    `1.0`.
    """
    clear: bool | None
    """Whether to clear old tool results and media before summarizing. Default: `true`."""
    clear_rule: ClearRule | None
    """Which old tool results are cleared. One of `newest_messages`, `behind_two_turns`. Default: `"newest_messages"`."""
    prune_minimum: int | None
    """The fewest tokens worth clearing. The rule `newest_messages` compares this with the complete conversation. Default: `20000`."""
    prune_protect: int | None
    """Tokens of the newest tool results that are never cleared. Default: `40000`."""
    placeholder: Placeholder | None
    """The text of a cleared result. `informative` names the tool, its key argument and the size. One of `informative`, `plain`,
    `short`. Default: `"short"`.
    """
    min_span: float | None
    """The smallest part to summarize, as a fraction of all characters. Number from 0, below 1. Default: `0.0`."""
    split_rule: SplitRule | None
    """How the cut is chosen. One of `closed`, `user_turn`, `user_turn_or_trailing_call`, `tail_budget`, `newest_messages`. Default:
    `"newest_messages"`.
    """
    fraction: float | None
    """The fraction of all characters before the cut. Number above 0 and below 1. Default: `0.7`."""
    keep_messages: int | None
    """How many messages the rule `newest_messages` keeps. Default: `10`."""
    tail_tokens: int | None
    """Tokens that the rule `tail_budget` keeps; by default a quarter of the usable window, from 2,000 to 15,000. Default: follows from
    the window.
    """
    tail_turns: int | None
    """The most turns that the rule `tail_budget` keeps. Default: as many as fit."""
    keep_pairs: int | None
    """How many pairs of call and result to keep before an open call. Default: `2`."""
    reserved_tokens: int | None
    """Tokens to reserve below the input limit; by default the output limit, at most 20,000. Default: follows from the output limit."""
    reserved_output_tokens: int | None
    """The most tokens reserved for the response. Default: `32000`."""
    unit: Unit | None
    """Which characters of a message count. One of `chars`, `json_chars`, `part_json_chars`, `output_chars`, `content_json_chars`.
    Default: `"content_json_chars"`.
    """
    estimator: Estimator | None
    """How to estimate the tokens of a text, unless you pass `tokenizer`. One of `chars`, `script`, `instant`. Default: `"chars"`."""
    chars_per_token: float | None
    """How many characters count as one token. Number, 0.5 to 1000. Default: `4.0`."""
    max_output_tokens: int | None
    """The model's output limit in tokens; 0 if unknown. Some ladders reserve it. Default: `0`."""
    max_summary_tokens: int | None
    """The largest summary in tokens. If lines are quoted too, the model writes at most half of it. Positive integer. Default: `1500`."""
    template: Template | None
    """The sections of a summary. One of `sections`, `brief`, `detailed`, `continuation`, `anchored`, `handover`. Default:
    `"continuation"`.
    """
    acknowledgement: str | None
    """The agent's answer to the summary, right after it. Default: `"Understood. I will carry on from these notes."`."""
    restate_request: bool | None
    """Whether to repeat the user's last request after a summary that replaced it. Default: `true`."""
    application: Application | None
    """Who runs the conversation: a person (`interactive`) or an `agent`. An agent's failed attempt counts against later runs; a
    person's forced one doesn't. One of `interactive`, `agent`. Default: `"interactive"`.
    """
    ladder: Ladder | None
    """How thresholds follow from the window: a fraction, or the rule of an original. One of `fraction`, `qwen-code`, `qwen-code-seed`,
    `gencode`, `opencode`, `opencode-next`. Default: `"gencode"`.
    """
    max_input_tokens: int | None
    """The model's limit on input alone, in tokens. Default: none."""
    target: float | Tokens | None
    """The largest prompt after a run: a fraction of the available tokens, or a number of tokens. It's below `trigger`. If clearing
    reaches it, nothing is summarized. Number above 0, at most 1, or `{"tokens": ...}`. Default: 0.5, at most two thirds of
    `trigger`, lower after recent runs.
    """


class _OpencodeOptions(TypedDict):
    name: Literal["opencode"]


class OpencodeOptions(_OpencodeOptions, total=False):
    """The preset `opencode` with options of its own."""

    trigger: float | Tokens | None
    """The prompt size at which compaction starts: a fraction of the available tokens (window less reserve, system prompt and tool
    schemas), or a number of tokens. Lower it if single results are large. Number above 0, at most 1, or `{"tokens": ...}`. Default:
    `0.75`.
    """
    reserved: int | None
    """Tokens to reserve below the input limit; by default the output limit, at most 20,000. Default: follows from the output limit."""
    prune: bool | None
    """Whether to clear old tool results and media before summarizing. Default: `false`."""
    clear_rule: ClearRule | None
    """Which old tool results are cleared. One of `newest_messages`, `behind_two_turns`. Default: `"behind_two_turns"`."""
    prune_minimum: int | None
    """The fewest tokens worth clearing. The rule `newest_messages` compares this with the complete conversation. Default: `20000`."""
    prune_protect: int | None
    """Tokens of the newest tool results that are never cleared. Default: `40000`."""
    placeholder: Placeholder | None
    """The text of a cleared result. `informative` names the tool, its key argument and the size. One of `informative`, `plain`,
    `short`. Default: `"plain"`.
    """
    min_span: float | None
    """The smallest part to summarize, as a fraction of all characters. Number from 0, below 1. Default: `0.0`."""
    split_rule: SplitRule | None
    """How the cut is chosen. One of `closed`, `user_turn`, `user_turn_or_trailing_call`, `tail_budget`, `newest_messages`. Default:
    `"tail_budget"`.
    """
    fraction: float | None
    """The fraction of all characters before the cut. Number above 0 and below 1. Default: `0.7`."""
    keep_messages: int | None
    """How many messages the rule `newest_messages` keeps. Default: `10`."""
    tail_tokens: int | None
    """Tokens that the rule `tail_budget` keeps; by default a quarter of the usable window, from 2,000 to 15,000. Default: follows from
    the window.
    """
    tail_turns: int | None
    """The most turns that the rule `tail_budget` keeps. Default: as many as fit."""
    keep_pairs: int | None
    """How many pairs of call and result to keep before an open call. Default: `2`."""
    modalities: Sequence[Modality] | None
    """Media kinds that the model can read. Others are replaced by a line of text. Default: `[]`."""
    acknowledge_environment: bool | None
    """Whether the agent also answers the message about its environment. Default: `false`."""
    continue_message: str | None
    """A user message that asks the agent to continue after an automatic run; none if empty. Default: `"Continue with the remaining
    work. If none remains, or if the next step is unclear, say so and wait."`.
    """
    reserved_output_tokens: int | None
    """The most tokens reserved for the response. Default: `32000`."""
    unit: Unit | None
    """Which characters of a message count. One of `chars`, `json_chars`, `part_json_chars`, `output_chars`, `content_json_chars`.
    Default: `"chars"`.
    """
    estimator: Estimator | None
    """How to estimate the tokens of a text, unless you pass `tokenizer`. One of `chars`, `script`, `instant`. Default: `"chars"`."""
    chars_per_token: float | None
    """How many characters count as one token. Number, 0.5 to 1000. Default: `4.0`."""
    max_output_tokens: int | None
    """The model's output limit in tokens; 0 if unknown. Some ladders reserve it. Default: `0`."""
    max_summary_tokens: int | None
    """The largest summary in tokens. If lines are quoted too, the model writes at most half of it. Positive integer. Default: `4096`."""
    template: Template | None
    """The sections of a summary. One of `sections`, `brief`, `detailed`, `continuation`, `anchored`, `handover`. Default:
    `"anchored"`.
    """
    acknowledgement: str | None
    """The agent's answer to the summary, right after it. Default: `"Understood. I will carry on from these notes."`."""
    restate_request: bool | None
    """Whether to repeat the user's last request after a summary that replaced it. Default: `true`."""
    application: Application | None
    """Who runs the conversation: a person (`interactive`) or an `agent`. An agent's failed attempt counts against later runs; a
    person's forced one doesn't. One of `interactive`, `agent`. Default: `"interactive"`.
    """
    ladder: Ladder | None
    """How thresholds follow from the window: a fraction, or the rule of an original. One of `fraction`, `qwen-code`, `qwen-code-seed`,
    `gencode`, `opencode`, `opencode-next`. Default: `"opencode"`.
    """
    max_input_tokens: int | None
    """The model's limit on input alone, in tokens. Default: none."""
    target: float | Tokens | None
    """The largest prompt after a run: a fraction of the available tokens, or a number of tokens. It's below `trigger`. If clearing
    reaches it, nothing is summarized. Number above 0, at most 1, or `{"tokens": ...}`. Default: 0.5, at most two thirds of
    `trigger`, lower after recent runs.
    """


PresetOptions: TypeAlias = Union[GeminiCliOptions, QwenCodeOptions, QwenCodeSeedOptions, GencodeOptions, OpencodeOptions]


class Options(TypedDict, total=False):
    """The keyword arguments of `Compactor`, for those who share them."""

    model: str | None
    """The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you pass
    them. Default: none.
    """
    context_window: int | None
    """The largest prompt in tokens. If your provider limits the input separately, pass that limit. Without a window, only forced runs
    compact. Positive integer. Default: the model's window.
    """
    models: Mapping[str, ModelRow] | None
    """Your own facts about models, by name. They take precedence over the built-in table. Default: none."""
    prices: PriceSet | Prices | None
    """Prices of tokens and the rules of the prompt cache: a known set, or an object. Only price ratios count. Default: the model's
    prices.
    """
    tokenizer: TokenizerName | Tokenizer | None
    """How to count tokens: by a model family's estimator, exactly (`exact`, OpenAI models), or by your own function in a `Compactor`,
    a `History` and `count_tokens`. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`, `r50k_base`, `gpt2`,
    `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: the estimator of the model's family.
    """
    image_tokens: int | ImageFormula | None
    """The tokens of an image or document: a number, or a provider's formula. Integer, at least 1, or one of. Default: the model's
    formula, otherwise 1,600.
    """
    thinking: Thinking | None
    """Whether signed thinking is only valid while everything before it is unchanged (`bound`). A change then removes all signed
    thinking after it. `auto` follows the model, and is `bound` for unknown models. One of `auto`, `bound`, `free`. Default:
    `"auto"`.
    """
    dialect: Dialect | None
    """The message format. By default, it's detected from the complete list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    """
    preset: Preset | PresetOptions | None
    """Whose way to compact. `default`: conspectus's own rules: clears old tool results and media, then summarizes the older messages.
    `gemini-cli`: gemini-cli 0.61.0: truncates long tool results, then summarizes the messages before a user turn in two calls.
    `qwen-code`: qwen-code 0.24.4: summarizes everything, then restores recent files and images. `qwen-code-seed`: qwen-code's first
    form: summarizes the messages before a user turn. `gencode`: gencode 0.4.0: clears old tool results if that's enough, otherwise
    summarizes all but the newest messages. `opencode`: opencode 1.18.33: summarizes everything but the newest turns within a token
    budget. Default: `default`.
    """
    trigger: float | Tokens | None
    """The prompt size at which compaction starts: a fraction of the available tokens (window less reserve, system prompt and tool
    schemas), or a number of tokens. Lower it if single results are large. Number above 0, at most 1, or `{"tokens": ...}`. Default:
    `0.75`.
    """
    target: float | Tokens | None
    """The largest prompt after a run: a fraction of the available tokens, or a number of tokens. It's below `trigger`. If clearing
    reaches it, nothing is summarized. Number above 0, at most 1, or `{"tokens": ...}`. Default: 0.5, at most two thirds of
    `trigger`, lower after recent runs.
    """
    reserve_tokens: int | None
    """Tokens of the window to reserve for the response. Pass your `max_tokens`. By default, trigger and target reserve nothing.
    Default: for `can_send`, the model's output limit, at most a tenth of the window.
    """
    request_limits: RequestLimits | None
    """The provider's limits on bytes, images and pixels. Near a limit, old media are cleared, then old results, and then messages are
    summarized. Default: none.
    """
    clear_when: ClearWhen | None
    """When to clear old tool results and media: once keeping them has cost as much as clearing (`break_even`), when the cache has
    expired (`cache_expired`), only at the trigger or when the cache has expired (`trigger`), or `never`. `auto` is `break_even`
    with known prices, otherwise `trigger`. `break_even` and `cache_expired` also clear at the trigger. One of `auto`, `break_even`,
    `cache_expired`, `trigger`, `never`. Default: `"auto"`.
    """
    keep: Keep | None
    """How much of the newest conversation isn't summarized: a number of `tokens`, `messages` or `turns`, or a `fraction` of the
    available tokens. If it and the summary exceed `target`, less is kept and `relaxed_options` lists it. One of `{"tokens": ...}`,
    `{"messages": ...}`, `{"turns": ...}`, `{"fraction": ...}`. Default: the newest 30%, or less if that exceeds the target.
    """
    keep_tool_results: int | None
    """How many of the newest tool results, and of the newest media, to keep. Fewer are kept if the prompt would remain above the
    trigger. Unread results are never cleared. Positive integer. Default: 10, or up to 30 that fit in 2% of the window.
    """
    keep_user_tokens: int | None
    """Tokens of the user's newest messages to keep verbatim after a summary, at most half of the target. Default: `0`."""
    exclude_tools: Sequence[str] | None
    """Tools whose results are never cleared, truncated or stored. They're only truncated if nothing else makes the history fit.
    Default: none.
    """
    condense: Condense | None
    """How to shorten new tool results without loss: `off`; `safe` replaces repeated lines with pointers; `tables` also writes lists of
    objects as tables; `groups` also writes shared parts of lines once. One of `off`, `safe`, `tables`, `groups`. Default:
    `"groups"`.
    """
    store: Store | None
    """Saves content before it's cleared, so that the agent can read it back: a function or a `FolderStore`. If it fails, the run
    continues with a warning.
    """
    summarize: Summarize | Literal["extractive"] | None
    """Your model call. `extractive` quotes lines of the conversation instead. One of `extractive`. Default: `"extractive"`."""
    summarizer_window: int | None
    """The context window of the model that writes the summary, if it's smaller. Longer transcripts are read in chunks. Integer, at
    least 1000. Default: `context_window`.
    """
    summarize_timeout_s: float | None
    """The time limit of a `summarize` call in seconds; 0 means no limit. The request contains it too. Number, 0 to 86400. Default:
    `300.0`.
    """
    max_summary_tokens: int | None
    """The largest summary in tokens. If lines are quoted too, the model writes at most half of it. Positive integer. Default: `20000`."""
    instructions: str | None
    """Instructions for the summary. The summarizer reads them as the user's words. Default: none."""
    check_summary: CheckSummary | None
    """How model summaries are checked. `fill` adds quoted lines, `always` also checks each summary with a second call, and `off` uses
    the model's text alone. One of `off`, `fill`, `always`. Default: `"fill"`.
    """
    redact: bool | None
    """Whether recognized secrets are removed from summaries. The open request and kept messages keep theirs. Default: `false`."""
    fallback: Fallback | None
    """What to do if the model's summary fails: use the extractive summary, or `none`. Old results are cleared either way. One of
    `extractive`, `none`. Default: `"extractive"`.
    """
    before_compact: BeforeCompact | None
    """Called before the history changes. Return `{"cancel": True}` to end the run, or `{"context": "..."}` for the summarizer."""
    on_compact: OnCompact | None
    """Called with the `Result` of each run that did or tried something, also if it only condensed. If it raises an exception, `error`
    contains it.
    """
    signing_key: str | None
    """A secret that signs your summaries. Pass it if other people can write to your message storage. It's never in a message or
    result. Default: none.
    """
    repair_history: RepairHistory | None
    """When to repair messages that the provider would reject: `always` before sending, `on_refusal` after a rejection, or `never`. The
    result always warns. One of `always`, `on_refusal`, `never`. Default: `"always"`.
    """


class CompactArgs(TypedDict, total=False):
    """What goes with the messages of one call of `compact`."""

    system: str | Sequence[Any] | None
    """The system prompt: a string, or a list of blocks."""
    tools: Any
    """The tool schemas, as plain data. A compactor uses their `annotations` (`readOnlyHint`, `destructiveHint`) to recognize completed
    actions.
    """
    force: bool | None
    """Whether to compact now, regardless of size."""
    usage: Any
    """The `usage` of the last response, from any provider, or the last prompt's size in tokens. Later messages are added. Pass
    `{"tokens", "messages"}` to state how many messages that prompt had.
    """
    model: str | None
    """The model for this request and later ones. Window, tokenizer and prices follow from it, unless you passed them. Earlier usage no
    longer counts.
    """
    pinned: Sequence[int | str] | Callable[[Any], bool] | None
    """Messages and parts to keep: indexes, JSON Pointers to parts (`/5/content/1`), or a function called with each message."""
    instructions: str | None
    """The user's instructions for this summary."""
    preamble: str | None
    """Text for the start of the history, e.g. an instruction file. It's never summarized."""
    remaining_calls: int | None
    """How many calls the agent will still make, if you know. It decides whether clearing saves money."""
    idle_minutes: float | None
    """Minutes since the last response, if you know. After a long pause, the cache has expired. Number, 0 to 1000000000."""
    unchanged_messages: int | None
    """How many of the first messages haven't changed since the last call. A turn without work then skips them."""
    plan_path: str | None
    """The file of an approved plan, which the summary has to name. Only under `gemini-cli`."""
    failed_before: bool | None
    """Whether an earlier attempt failed. No model is then called until a forced run. Only under `gemini-cli`."""
    plan_mode: bool | None
    """Whether the agent is in a read-only mode. It's reminded of this after a summary. Only under `qwen-code`, `qwen-code-seed`,
    `opencode`.
    """
    running_agents: Sequence[Mapping[str, str]] | None
    """The tasks of other agents in this conversation, oldest first. The agent is reminded of them after a summary. Only under
    `qwen-code`, `qwen-code-seed`, `opencode`.
    """
    prefix_cached: bool | None
    """Whether the conversation's own model writes the summary and its provider caches prompts. Only under `qwen-code`."""
    pruned_at: Any
    """Any value, e.g. a time. Cleared results get it as `prunedAt`, with `pruned: true`. Only under `gencode`, `opencode`."""


class HistoryOptions(TypedDict, total=False):
    """The keyword arguments of `History`."""

    dialect: Dialect | None
    """The message format. By default, it's detected from the complete list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    """
    model: str | None
    """The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you pass
    them. Default: none.
    """
    context_window: int | None
    """The largest prompt in tokens. If your provider limits the input separately, pass that limit. Without a window, only forced runs
    compact. Positive integer. Default: the model's window.
    """
    tokenizer: TokenizerName | Tokenizer | None
    """How to count tokens: by a model family's estimator, exactly (`exact`, OpenAI models), or by your own function in a `Compactor`,
    a `History` and `count_tokens`. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`, `r50k_base`, `gpt2`,
    `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: the estimator of the model's family.
    """
    image_tokens: int | ImageFormula | None
    """The tokens of an image or document: a number, or a provider's formula. Integer, at least 1, or one of. Default: the model's
    formula, otherwise 1,600.
    """
    thinking: Thinking | None
    """Whether signed thinking is only valid while everything before it is unchanged (`bound`). A change then removes all signed
    thinking after it. `auto` follows the model, and is `bound` for unknown models. One of `auto`, `bound`, `free`. Default:
    `"auto"`.
    """
    keep: Keep | None
    """How much of the newest conversation isn't summarized: a number of `tokens`, `messages` or `turns`, or a `fraction` of the
    available tokens. If it and the summary exceed `target`, less is kept and `relaxed_options` lists it. One of `{"tokens": ...}`,
    `{"messages": ...}`, `{"turns": ...}`, `{"fraction": ...}`. Default: the newest 30%, or less if that exceeds the target.
    """
    keep_tool_results: int | None
    """How many of the newest tool results, and of the newest media, to keep. Fewer are kept if the prompt would remain above the
    trigger. Unread results are never cleared. Positive integer. Default: 10, or up to 30 that fit in 2% of the window.
    """
    exclude_tools: Sequence[str] | None
    """Tools whose results are never cleared, truncated or stored. They're only truncated if nothing else makes the history fit.
    Default: none.
    """
    condense: Condense | None
    """How to shorten new tool results without loss: `off`; `safe` replaces repeated lines with pointers; `tables` also writes lists of
    objects as tables; `groups` also writes shared parts of lines once. One of `off`, `safe`, `tables`, `groups`. Default:
    `"groups"`.
    """
    preset: Preset | PresetOptions | None
    """The preset whose values hold where nothing is given."""
    verify: Verify | None
    """`shape` recognises known messages by identity, `hash` by their content. Default: `shape`."""


class MachineOptions(TypedDict, total=False):
    """The keyword arguments of `Machine`: those of `Compactor`, without your functions."""

    summarize: Literal["host", "extractive"] | None
    """Who writes the summary: you, or nobody."""
    model: str | None
    """The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you pass
    them. Default: none.
    """
    context_window: int | None
    """The largest prompt in tokens. If your provider limits the input separately, pass that limit. Without a window, only forced runs
    compact. Positive integer. Default: the model's window.
    """
    models: Mapping[str, ModelRow] | None
    """Your own facts about models, by name. They take precedence over the built-in table. Default: none."""
    prices: PriceSet | Prices | None
    """Prices of tokens and the rules of the prompt cache: a known set, or an object. Only price ratios count. Default: the model's
    prices.
    """
    tokenizer: TokenizerName | Tokenizer | None
    """How to count tokens: by a model family's estimator, exactly (`exact`, OpenAI models), or by your own function in a `Compactor`,
    a `History` and `count_tokens`. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`, `r50k_base`, `gpt2`,
    `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: the estimator of the model's family.
    """
    image_tokens: int | ImageFormula | None
    """The tokens of an image or document: a number, or a provider's formula. Integer, at least 1, or one of. Default: the model's
    formula, otherwise 1,600.
    """
    thinking: Thinking | None
    """Whether signed thinking is only valid while everything before it is unchanged (`bound`). A change then removes all signed
    thinking after it. `auto` follows the model, and is `bound` for unknown models. One of `auto`, `bound`, `free`. Default:
    `"auto"`.
    """
    dialect: Dialect | None
    """The message format. By default, it's detected from the complete list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    """
    preset: Preset | PresetOptions | None
    """Whose way to compact. `default`: conspectus's own rules: clears old tool results and media, then summarizes the older messages.
    `gemini-cli`: gemini-cli 0.61.0: truncates long tool results, then summarizes the messages before a user turn in two calls.
    `qwen-code`: qwen-code 0.24.4: summarizes everything, then restores recent files and images. `qwen-code-seed`: qwen-code's first
    form: summarizes the messages before a user turn. `gencode`: gencode 0.4.0: clears old tool results if that's enough, otherwise
    summarizes all but the newest messages. `opencode`: opencode 1.18.33: summarizes everything but the newest turns within a token
    budget. Default: `default`.
    """
    trigger: float | Tokens | None
    """The prompt size at which compaction starts: a fraction of the available tokens (window less reserve, system prompt and tool
    schemas), or a number of tokens. Lower it if single results are large. Number above 0, at most 1, or `{"tokens": ...}`. Default:
    `0.75`.
    """
    target: float | Tokens | None
    """The largest prompt after a run: a fraction of the available tokens, or a number of tokens. It's below `trigger`. If clearing
    reaches it, nothing is summarized. Number above 0, at most 1, or `{"tokens": ...}`. Default: 0.5, at most two thirds of
    `trigger`, lower after recent runs.
    """
    reserve_tokens: int | None
    """Tokens of the window to reserve for the response. Pass your `max_tokens`. By default, trigger and target reserve nothing.
    Default: for `can_send`, the model's output limit, at most a tenth of the window.
    """
    request_limits: RequestLimits | None
    """The provider's limits on bytes, images and pixels. Near a limit, old media are cleared, then old results, and then messages are
    summarized. Default: none.
    """
    clear_when: ClearWhen | None
    """When to clear old tool results and media: once keeping them has cost as much as clearing (`break_even`), when the cache has
    expired (`cache_expired`), only at the trigger or when the cache has expired (`trigger`), or `never`. `auto` is `break_even`
    with known prices, otherwise `trigger`. `break_even` and `cache_expired` also clear at the trigger. One of `auto`, `break_even`,
    `cache_expired`, `trigger`, `never`. Default: `"auto"`.
    """
    keep: Keep | None
    """How much of the newest conversation isn't summarized: a number of `tokens`, `messages` or `turns`, or a `fraction` of the
    available tokens. If it and the summary exceed `target`, less is kept and `relaxed_options` lists it. One of `{"tokens": ...}`,
    `{"messages": ...}`, `{"turns": ...}`, `{"fraction": ...}`. Default: the newest 30%, or less if that exceeds the target.
    """
    keep_tool_results: int | None
    """How many of the newest tool results, and of the newest media, to keep. Fewer are kept if the prompt would remain above the
    trigger. Unread results are never cleared. Positive integer. Default: 10, or up to 30 that fit in 2% of the window.
    """
    keep_user_tokens: int | None
    """Tokens of the user's newest messages to keep verbatim after a summary, at most half of the target. Default: `0`."""
    exclude_tools: Sequence[str] | None
    """Tools whose results are never cleared, truncated or stored. They're only truncated if nothing else makes the history fit.
    Default: none.
    """
    condense: Condense | None
    """How to shorten new tool results without loss: `off`; `safe` replaces repeated lines with pointers; `tables` also writes lists of
    objects as tables; `groups` also writes shared parts of lines once. One of `off`, `safe`, `tables`, `groups`. Default:
    `"groups"`.
    """
    summarizer_window: int | None
    """The context window of the model that writes the summary, if it's smaller. Longer transcripts are read in chunks. Integer, at
    least 1000. Default: `context_window`.
    """
    summarize_timeout_s: float | None
    """The time limit of a `summarize` call in seconds; 0 means no limit. The request contains it too. Number, 0 to 86400. Default:
    `300.0`.
    """
    max_summary_tokens: int | None
    """The largest summary in tokens. If lines are quoted too, the model writes at most half of it. Positive integer. Default: `20000`."""
    instructions: str | None
    """Instructions for the summary. The summarizer reads them as the user's words. Default: none."""
    check_summary: CheckSummary | None
    """How model summaries are checked. `fill` adds quoted lines, `always` also checks each summary with a second call, and `off` uses
    the model's text alone. One of `off`, `fill`, `always`. Default: `"fill"`.
    """
    redact: bool | None
    """Whether recognized secrets are removed from summaries. The open request and kept messages keep theirs. Default: `false`."""
    fallback: Fallback | None
    """What to do if the model's summary fails: use the extractive summary, or `none`. Old results are cleared either way. One of
    `extractive`, `none`. Default: `"extractive"`.
    """
    signing_key: str | None
    """A secret that signs your summaries. Pass it if other people can write to your message storage. It's never in a message or
    result. Default: none.
    """
    repair_history: RepairHistory | None
    """When to repair messages that the provider would reject: `always` before sending, `on_refusal` after a rejection, or `never`. The
    result always warns. One of `always`, `on_refusal`, `never`. Default: `"always"`.
    """
