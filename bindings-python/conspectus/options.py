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
ClearWhen: TypeAlias = Literal["auto", "pays", "cold", "trigger", "never"]
Condense: TypeAlias = Literal["off", "safe", "tables", "groups"]
CheckSummary: TypeAlias = Literal["off", "fill", "always"]
Fallback: TypeAlias = Literal["extractive", "none"]
RepairHistory: TypeAlias = Literal["always", "on_refusal", "never"]

Pattern: TypeAlias = Literal["o200k", "cl100k", "llama3", "qwen2", "r50k"]
Verify: TypeAlias = Literal["shape", "hash"]


class SummaryRequest(TypedDict):
    """A complete request for a model. The host adds nothing, except that with `follows_conversation` the conversation comes first."""

    purpose: Purpose
    """What the call is for: `summary`; `piece`, notes on one piece of a record; `retry` after an answer that was refused; `check`, a
    second call that checks the summary; or `output`.
    """
    system: str
    """The system text of the request."""
    messages: list[Any]
    """The messages of the request, in the dialect of the history. They are plain text, without tools and media, unless `request` of
    the preset is `native`.
    """
    max_output_tokens: int
    """The most tokens that the answer may have."""
    input_tokens: int
    """Estimated tokens of the system text and the messages."""
    model: str | None
    """The model that the preset's system would ask, where it names one. You may ask another."""
    follows_conversation: bool
    """Whether to send the messages after the conversation as it was last sent. The provider has cached that, so the call costs less."""
    timeout_s: float | None
    """Seconds until the run goes on without an answer; `None` if it waits without end."""


class WantedFile(TypedDict):
    """A file that the host is asked to read again."""

    path: str
    """The path as the tool call spelled it. Do not trust it: read the file only if it lies inside the workspace."""
    max_chars: int
    """The longest text that is brought back, in chars. A longer file is only named."""


class StoreRequest(TypedDict):
    """An output that the host has to store before it can go."""

    key: str
    """A file name made of safe chars. The same text of the same tool has the same key."""
    text: str
    """The whole output."""
    mime: Mime
    """The media type of the text."""


class BeforeCompactRequest(TypedDict):
    """What `before_compact` is told."""

    trigger: RunCause
    """Why the run began."""


class _RestoredFile(TypedDict):
    path: str
    """The path as it was asked for."""

class RestoredFile(_RestoredFile, total=False):
    """A file as it is now."""

    text: str | None
    """Its text; `None` if there is none."""


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
    """The context window: prompt and answer together. It must be given."""
    output_tokens: int | None
    """The most tokens of an answer."""
    prices: PriceSet | Prices | None
    """What it costs, as in the option `prices`."""


class Prices(TypedDict, total=False):
    """A value of the option `prices`."""

    like: PriceSet | None
    """The known set to begin with. Unless given, that of `model`. If only prices are given, there is no cache unless `cache_read` is
    below `input`.
    """
    input: float | None
    """The price of a token of the prompt that is not cached."""
    output: float | None
    """The price of a token of an answer. Unless given, five times that of input."""
    cache_read: float | None
    """The price of a token that is read from the cache. Unless given, that of input."""
    cache_write: float | None
    """The price of a token that is written to the cache. Unless given, that of input."""
    cache_ttl_minutes: float | None
    """How long an entry of the cache lives after it was last read. Old results are cleared when it is over."""
    min_cache_tokens: int | None
    """A shorter prefix is not cached."""
    max_cache_breakpoints: int | None
    """How many places of a request may be marked as the end of a cached prefix; 0 where the provider finds any common prefix by
    itself.
    """
    lookback_blocks: int | None
    """How many blocks before a mark the provider looks for an entry. Where a turn adds more, one more mark is named, if one is left."""


class RequestLimits(TypedDict, total=False):
    """A value of the option `request_limits`."""

    bytes: int | None
    """The most bytes that a request may have."""
    images: int | None
    """The most images that a request may hold."""
    pixels: int | None
    """The most pixels that all images of a request may have together."""


class _GeminiCliOptions(TypedDict):
    name: Literal["gemini-cli"]


class GeminiCliOptions(_GeminiCliOptions, total=False):
    """The preset `gemini-cli` with options of its own."""

    compression_threshold: float | Tokens | None
    """Compaction starts when the prompt reaches this share of the room, or so many tokens. The room is the window, less the reserve,
    less the system text and the tool schemas. A fraction above 0 and at most 1, or `{"tokens": ...}`. Default: `0.5`.
    """
    fraction: float | None
    """The fraction of all chars that stands before the cut. A fraction above 0 and below 1. Default: `0.7`."""
    split_rule: SplitRule | None
    """How the cut is chosen. See the reference for the rules. One of `closed`, `user_turn`, `user_turn_or_trailing_call`,
    `tail_budget`, `newest_messages`. Default: `"user_turn"`.
    """
    keep_pairs: int | None
    """How many complete pairs of call and result are kept before a call that still waits for its result. A whole number of at least 0.
    Default: `2`.
    """
    keep_messages: int | None
    """How many messages the rule `newest_messages` keeps. A whole number of at least 0. Default: `10`."""
    tail_tokens: int | None
    """How many tokens of the newest messages the rule `tail_budget` keeps. Unless given, a quarter of the usable window, but at least
    2,000 and at most 15,000. A whole number of at least 0. Default: follows from the window.
    """
    tail_turns: int | None
    """The most turns that the rule `tail_budget` keeps. Unless given, as many as fit. A whole number of at least 0. Default: as many
    as fit.
    """
    clip_budget_tokens: int | None
    """How many tokens tool results may take, counted from the newest. Results that no longer fit are clipped; 0 turns it off. A whole
    number of at least 0. Default: `50000`.
    """
    clip_max_chars: int | None
    """How many chars stay of a tool result that is clipped. A whole number of at least 0. Default: `40000`."""
    acknowledge_environment: bool | None
    """Whether the agent also answers the message that describes its environment. Default: `false`."""
    continue_message: str | None
    """A user message at the end of the list that tells the agent to go on after an automatic compaction. If empty, there is no such
    message. Default: `""`.
    """
    request: Request | None
    """What the model reads that writes the summary. `record`: what goes, as one text. `native`: the messages themselves, and `system`
    of the request is yours to replace. The answer to your own prompt may have any form and is not judged by its content. One of
    `record`, `native`. Default: `"record"`.
    """
    reserved_tokens: int | None
    """Tokens kept free below the limit on input. Unless given, the limit on output, at most 20,000. A whole number of at least 0.
    Default: follows from the output limit.
    """
    reserved_output_tokens: int | None
    """The most tokens kept free for the answer. A whole number of at least 0. Default: `32000`."""
    unit: Unit | None
    """Which chars of a message are counted. One of `chars`, `json_chars`, `part_json_chars`, `output_chars`, `content_json_chars`.
    Default: `"json_chars"`.
    """
    estimator: Estimator | None
    """How the tokens of a text are estimated, unless `tokenizer` says. One of `chars`, `script`, `instant`. Default: `"script"`."""
    chars_per_token: float | None
    """Chars of text per token. A number from 0.5 to 1000. Default: `4.0`."""
    max_output_tokens: int | None
    """The model's limit on output, in tokens; 0 if it is not known. Some ladders keep this many tokens free. A whole number of at
    least 0. Default: `0`.
    """
    max_summary_tokens: int | None
    """The most tokens of a summary. Where lines of the conversation stand beside what a model writes, it writes at most half of them.
    A whole number of at least 1. Default: `20000`.
    """
    template: Template | None
    """The sections of a summary. One of `sections`, `brief`, `detailed`, `continuation`, `anchored`, `handover`. Default:
    `"sections"`.
    """
    acknowledgement: str | None
    """The agent's short answer to the summary, which stands right after it. Default: `"Got it. Thanks for the additional context!"`."""
    restate_request: bool | None
    """Whether the user's last request is repeated after the summary if it was part of what was summarised. Default: `false`."""
    application: Application | None
    """Who runs the conversation: a person (`interactive`) or an `agent`. After a person forces a compaction and it fails, later runs
    still try; a failed attempt of an agent counts against later runs. One of `interactive`, `agent`. Default: `"interactive"`.
    """
    ladder: Ladder | None
    """How the thresholds are computed from the window: by a fraction, or by the rule of one of the reproduced systems. One of
    `fraction`, `qwen-code`, `qwen-code-seed`, `gencode`, `opencode`, `opencode-next`. Default: `"fraction"`.
    """
    max_input_tokens: int | None
    """The model's limit on input alone, in tokens, if it has one. A whole number of at least 0. Default: none."""
    target: float | Tokens | None
    """A compaction leaves at most this share of the room, or so many tokens. It lies below `trigger`. If clearing old results alone
    gets there, nothing is summarised. A fraction above 0 and at most 1, or `{"tokens": ...}`. Default: 0.5, or two thirds of
    `trigger` if that is less.
    """


class _QwenCodeOptions(TypedDict):
    name: Literal["qwen-code"]


class QwenCodeOptions(_QwenCodeOptions, total=False):
    """The preset `qwen-code` with options of its own."""

    auto_compact_threshold: float | Tokens | None
    """Compaction starts when the prompt reaches this share of the room, or so many tokens. The room is the window, less the reserve,
    less the system text and the tool schemas. A fraction above 0 and at most 1, or `{"tokens": ...}`. Default: `0.85`.
    """
    screenshot_trigger_threshold: int | None
    """Compact when tool results hold this many images; 0 turns it off. A whole number of at least 0. Default: `20`."""
    max_recent_files_to_retain: int | None
    """How many files are put back after a summary, with their content at that time. A whole number of at least 0. Default: `5`."""
    max_recent_images_to_retain: int | None
    """How many images are put back after a summary. A whole number of at least 0. Default: `3`."""
    acknowledge_environment: bool | None
    """Whether the agent also answers the message that describes its environment. Default: `false`."""
    continue_message: str | None
    """A user message at the end of the list that tells the agent to go on after an automatic compaction. If empty, there is no such
    message. Default: `""`.
    """
    reserved_tokens: int | None
    """Tokens kept free below the limit on input. Unless given, the limit on output, at most 20,000. A whole number of at least 0.
    Default: follows from the output limit.
    """
    reserved_output_tokens: int | None
    """The most tokens kept free for the answer. A whole number of at least 0. Default: `32000`."""
    unit: Unit | None
    """Which chars of a message are counted. One of `chars`, `json_chars`, `part_json_chars`, `output_chars`, `content_json_chars`.
    Default: `"output_chars"`.
    """
    estimator: Estimator | None
    """How the tokens of a text are estimated, unless `tokenizer` says. One of `chars`, `script`, `instant`. Default: `"chars"`."""
    chars_per_token: float | None
    """Chars of text per token. A number from 0.5 to 1000. Default: `4.0`."""
    max_output_tokens: int | None
    """The model's limit on output, in tokens; 0 if it is not known. Some ladders keep this many tokens free. A whole number of at
    least 0. Default: `0`.
    """
    max_summary_tokens: int | None
    """The most tokens of a summary. Where lines of the conversation stand beside what a model writes, it writes at most half of them.
    A whole number of at least 1. Default: `20000`.
    """
    template: Template | None
    """The sections of a summary. One of `sections`, `brief`, `detailed`, `continuation`, `anchored`, `handover`. Default:
    `"detailed"`.
    """
    acknowledgement: str | None
    """The agent's short answer to the summary, which stands right after it. Default: `"Got it. Thanks for the additional context!"`."""
    restate_request: bool | None
    """Whether the user's last request is repeated after the summary if it was part of what was summarised. Default: `true`."""
    application: Application | None
    """Who runs the conversation: a person (`interactive`) or an `agent`. After a person forces a compaction and it fails, later runs
    still try; a failed attempt of an agent counts against later runs. One of `interactive`, `agent`. Default: `"interactive"`.
    """
    ladder: Ladder | None
    """How the thresholds are computed from the window: by a fraction, or by the rule of one of the reproduced systems. One of
    `fraction`, `qwen-code`, `qwen-code-seed`, `gencode`, `opencode`, `opencode-next`. Default: `"qwen-code"`.
    """
    max_input_tokens: int | None
    """The model's limit on input alone, in tokens, if it has one. A whole number of at least 0. Default: none."""
    target: float | Tokens | None
    """A compaction leaves at most this share of the room, or so many tokens. It lies below `trigger`. If clearing old results alone
    gets there, nothing is summarised. A fraction above 0 and at most 1, or `{"tokens": ...}`. Default: 0.5, or two thirds of
    `trigger` if that is less.
    """
    restore: Restore | None
    """Reads files again after a summary. Without it none is brought back."""


class _QwenCodeSeedOptions(TypedDict):
    name: Literal["qwen-code-seed"]


class QwenCodeSeedOptions(_QwenCodeSeedOptions, total=False):
    """The preset `qwen-code-seed` with options of its own."""

    context_percentage_threshold: float | Tokens | None
    """Compaction starts when the prompt reaches this share of the room, or so many tokens. The room is the window, less the reserve,
    less the system text and the tool schemas. A fraction above 0 and at most 1, or `{"tokens": ...}`. Default: `0.7`.
    """
    trigger_images: int | None
    """Compact when tool results hold this many images; 0 turns it off. A whole number of at least 0. Default: `0`."""
    min_span: float | None
    """If the part to summarise is less than this fraction of all chars, nothing is summarised. A fraction from 0 and below 1. Default:
    `0.05`.
    """
    split_rule: SplitRule | None
    """How the cut is chosen. See the reference for the rules. One of `closed`, `user_turn`, `user_turn_or_trailing_call`,
    `tail_budget`, `newest_messages`. Default: `"user_turn_or_trailing_call"`.
    """
    fraction: float | None
    """The fraction of all chars that stands before the cut. A fraction above 0 and below 1. Default: `0.7`."""
    keep_pairs: int | None
    """How many complete pairs of call and result are kept before a call that still waits for its result. A whole number of at least 0.
    Default: `2`.
    """
    keep_messages: int | None
    """How many messages the rule `newest_messages` keeps. A whole number of at least 0. Default: `10`."""
    tail_tokens: int | None
    """How many tokens of the newest messages the rule `tail_budget` keeps. Unless given, a quarter of the usable window, but at least
    2,000 and at most 15,000. A whole number of at least 0. Default: follows from the window.
    """
    tail_turns: int | None
    """The most turns that the rule `tail_budget` keeps. Unless given, as many as fit. A whole number of at least 0. Default: as many
    as fit.
    """
    acknowledge_environment: bool | None
    """Whether the agent also answers the message that describes its environment. Default: `false`."""
    continue_message: str | None
    """A user message at the end of the list that tells the agent to go on after an automatic compaction. If empty, there is no such
    message. Default: `""`.
    """
    reserved_tokens: int | None
    """Tokens kept free below the limit on input. Unless given, the limit on output, at most 20,000. A whole number of at least 0.
    Default: follows from the output limit.
    """
    reserved_output_tokens: int | None
    """The most tokens kept free for the answer. A whole number of at least 0. Default: `32000`."""
    unit: Unit | None
    """Which chars of a message are counted. One of `chars`, `json_chars`, `part_json_chars`, `output_chars`, `content_json_chars`.
    Default: `"part_json_chars"`.
    """
    estimator: Estimator | None
    """How the tokens of a text are estimated, unless `tokenizer` says. One of `chars`, `script`, `instant`. Default: `"chars"`."""
    chars_per_token: float | None
    """Chars of text per token. A number from 0.5 to 1000. Default: `4.0`."""
    max_output_tokens: int | None
    """The model's limit on output, in tokens; 0 if it is not known. Some ladders keep this many tokens free. A whole number of at
    least 0. Default: `0`.
    """
    max_summary_tokens: int | None
    """The most tokens of a summary. Where lines of the conversation stand beside what a model writes, it writes at most half of them.
    A whole number of at least 1. Default: `20000`.
    """
    template: Template | None
    """The sections of a summary. One of `sections`, `brief`, `detailed`, `continuation`, `anchored`, `handover`. Default:
    `"sections"`.
    """
    acknowledgement: str | None
    """The agent's short answer to the summary, which stands right after it. Default: `"Got it. Thanks for the additional context!"`."""
    restate_request: bool | None
    """Whether the user's last request is repeated after the summary if it was part of what was summarised. Default: `true`."""
    application: Application | None
    """Who runs the conversation: a person (`interactive`) or an `agent`. After a person forces a compaction and it fails, later runs
    still try; a failed attempt of an agent counts against later runs. One of `interactive`, `agent`. Default: `"interactive"`.
    """
    ladder: Ladder | None
    """How the thresholds are computed from the window: by a fraction, or by the rule of one of the reproduced systems. One of
    `fraction`, `qwen-code`, `qwen-code-seed`, `gencode`, `opencode`, `opencode-next`. Default: `"fraction"`.
    """
    max_input_tokens: int | None
    """The model's limit on input alone, in tokens, if it has one. A whole number of at least 0. Default: none."""
    target: float | Tokens | None
    """A compaction leaves at most this share of the room, or so many tokens. It lies below `trigger`. If clearing old results alone
    gets there, nothing is summarised. A fraction above 0 and at most 1, or `{"tokens": ...}`. Default: 0.5, or two thirds of
    `trigger` if that is less.
    """


class _GencodeOptions(TypedDict):
    name: Literal["gencode"]


class GencodeOptions(_GencodeOptions, total=False):
    """The preset `gencode` with options of its own."""

    trigger: float | Tokens | None
    """Compaction starts when the prompt reaches this share of the room, or so many tokens. The room is the window, less the reserve,
    less the system text and the tool schemas. A fraction above 0 and at most 1, or `{"tokens": ...}`. Default: `1.0`.
    """
    clear: bool | None
    """Whether old tool results and media are cleared before anything is summarised. Default: `true`."""
    clear_rule: ClearRule | None
    """Which old tool results are cleared. One of `newest_messages`, `behind_two_turns`. Default: `"newest_messages"`."""
    prune_minimum: int | None
    """Nothing is cleared if clearing would free fewer tokens than this. The rule `newest_messages` compares it with the whole
    conversation. A whole number of at least 0. Default: `20000`.
    """
    prune_protect: int | None
    """How many tokens of the newest tool results are never cleared. A whole number of at least 0. Default: `40000`."""
    placeholder: Placeholder | None
    """The text that takes the place of a cleared result: `informative` names the tool, its key argument and the size. One of
    `informative`, `plain`, `short`. Default: `"short"`.
    """
    min_span: float | None
    """If the part to summarise is less than this fraction of all chars, nothing is summarised. A fraction from 0 and below 1. Default:
    `0.0`.
    """
    split_rule: SplitRule | None
    """How the cut is chosen. See the reference for the rules. One of `closed`, `user_turn`, `user_turn_or_trailing_call`,
    `tail_budget`, `newest_messages`. Default: `"newest_messages"`.
    """
    fraction: float | None
    """The fraction of all chars that stands before the cut. A fraction above 0 and below 1. Default: `0.7`."""
    keep_messages: int | None
    """How many messages the rule `newest_messages` keeps. A whole number of at least 0. Default: `10`."""
    tail_tokens: int | None
    """How many tokens of the newest messages the rule `tail_budget` keeps. Unless given, a quarter of the usable window, but at least
    2,000 and at most 15,000. A whole number of at least 0. Default: follows from the window.
    """
    tail_turns: int | None
    """The most turns that the rule `tail_budget` keeps. Unless given, as many as fit. A whole number of at least 0. Default: as many
    as fit.
    """
    keep_pairs: int | None
    """How many complete pairs of call and result are kept before a call that still waits for its result. A whole number of at least 0.
    Default: `2`.
    """
    reserved_tokens: int | None
    """Tokens kept free below the limit on input. Unless given, the limit on output, at most 20,000. A whole number of at least 0.
    Default: follows from the output limit.
    """
    reserved_output_tokens: int | None
    """The most tokens kept free for the answer. A whole number of at least 0. Default: `32000`."""
    unit: Unit | None
    """Which chars of a message are counted. One of `chars`, `json_chars`, `part_json_chars`, `output_chars`, `content_json_chars`.
    Default: `"content_json_chars"`.
    """
    estimator: Estimator | None
    """How the tokens of a text are estimated, unless `tokenizer` says. One of `chars`, `script`, `instant`. Default: `"chars"`."""
    chars_per_token: float | None
    """Chars of text per token. A number from 0.5 to 1000. Default: `4.0`."""
    max_output_tokens: int | None
    """The model's limit on output, in tokens; 0 if it is not known. Some ladders keep this many tokens free. A whole number of at
    least 0. Default: `0`.
    """
    max_summary_tokens: int | None
    """The most tokens of a summary. Where lines of the conversation stand beside what a model writes, it writes at most half of them.
    A whole number of at least 1. Default: `1500`.
    """
    template: Template | None
    """The sections of a summary. One of `sections`, `brief`, `detailed`, `continuation`, `anchored`, `handover`. Default:
    `"continuation"`.
    """
    acknowledgement: str | None
    """The agent's short answer to the summary, which stands right after it. Default: `"Understood. I will carry on from these
    notes."`.
    """
    restate_request: bool | None
    """Whether the user's last request is repeated after the summary if it was part of what was summarised. Default: `true`."""
    application: Application | None
    """Who runs the conversation: a person (`interactive`) or an `agent`. After a person forces a compaction and it fails, later runs
    still try; a failed attempt of an agent counts against later runs. One of `interactive`, `agent`. Default: `"interactive"`.
    """
    ladder: Ladder | None
    """How the thresholds are computed from the window: by a fraction, or by the rule of one of the reproduced systems. One of
    `fraction`, `qwen-code`, `qwen-code-seed`, `gencode`, `opencode`, `opencode-next`. Default: `"gencode"`.
    """
    max_input_tokens: int | None
    """The model's limit on input alone, in tokens, if it has one. A whole number of at least 0. Default: none."""
    target: float | Tokens | None
    """A compaction leaves at most this share of the room, or so many tokens. It lies below `trigger`. If clearing old results alone
    gets there, nothing is summarised. A fraction above 0 and at most 1, or `{"tokens": ...}`. Default: 0.5, or two thirds of
    `trigger` if that is less.
    """


class _OpencodeOptions(TypedDict):
    name: Literal["opencode"]


class OpencodeOptions(_OpencodeOptions, total=False):
    """The preset `opencode` with options of its own."""

    trigger: float | Tokens | None
    """Compaction starts when the prompt reaches this share of the room, or so many tokens. The room is the window, less the reserve,
    less the system text and the tool schemas. A fraction above 0 and at most 1, or `{"tokens": ...}`. Default: `0.75`.
    """
    reserved: int | None
    """Tokens kept free below the limit on input. Unless given, the limit on output, at most 20,000. A whole number of at least 0.
    Default: follows from the output limit.
    """
    prune: bool | None
    """Whether old tool results and media are cleared before anything is summarised. Default: `false`."""
    clear_rule: ClearRule | None
    """Which old tool results are cleared. One of `newest_messages`, `behind_two_turns`. Default: `"behind_two_turns"`."""
    prune_minimum: int | None
    """Nothing is cleared if clearing would free fewer tokens than this. The rule `newest_messages` compares it with the whole
    conversation. A whole number of at least 0. Default: `20000`.
    """
    prune_protect: int | None
    """How many tokens of the newest tool results are never cleared. A whole number of at least 0. Default: `40000`."""
    placeholder: Placeholder | None
    """The text that takes the place of a cleared result: `informative` names the tool, its key argument and the size. One of
    `informative`, `plain`, `short`. Default: `"plain"`.
    """
    min_span: float | None
    """If the part to summarise is less than this fraction of all chars, nothing is summarised. A fraction from 0 and below 1. Default:
    `0.0`.
    """
    split_rule: SplitRule | None
    """How the cut is chosen. See the reference for the rules. One of `closed`, `user_turn`, `user_turn_or_trailing_call`,
    `tail_budget`, `newest_messages`. Default: `"tail_budget"`.
    """
    fraction: float | None
    """The fraction of all chars that stands before the cut. A fraction above 0 and below 1. Default: `0.7`."""
    keep_messages: int | None
    """How many messages the rule `newest_messages` keeps. A whole number of at least 0. Default: `10`."""
    tail_tokens: int | None
    """How many tokens of the newest messages the rule `tail_budget` keeps. Unless given, a quarter of the usable window, but at least
    2,000 and at most 15,000. A whole number of at least 0. Default: follows from the window.
    """
    tail_turns: int | None
    """The most turns that the rule `tail_budget` keeps. Unless given, as many as fit. A whole number of at least 0. Default: as many
    as fit.
    """
    keep_pairs: int | None
    """How many complete pairs of call and result are kept before a call that still waits for its result. A whole number of at least 0.
    Default: `2`.
    """
    modalities: Sequence[Modality] | None
    """Media kinds that the model can read. Other media are replaced by a line of text. Default: `[]`."""
    acknowledge_environment: bool | None
    """Whether the agent also answers the message that describes its environment. Default: `false`."""
    continue_message: str | None
    """A user message at the end of the list that tells the agent to go on after an automatic compaction. If empty, there is no such
    message. Default: `"Go on with what is still to be done. If nothing is, or if it is not clear what comes next, say so and
    wait."`.
    """
    reserved_output_tokens: int | None
    """The most tokens kept free for the answer. A whole number of at least 0. Default: `32000`."""
    unit: Unit | None
    """Which chars of a message are counted. One of `chars`, `json_chars`, `part_json_chars`, `output_chars`, `content_json_chars`.
    Default: `"chars"`.
    """
    estimator: Estimator | None
    """How the tokens of a text are estimated, unless `tokenizer` says. One of `chars`, `script`, `instant`. Default: `"chars"`."""
    chars_per_token: float | None
    """Chars of text per token. A number from 0.5 to 1000. Default: `4.0`."""
    max_output_tokens: int | None
    """The model's limit on output, in tokens; 0 if it is not known. Some ladders keep this many tokens free. A whole number of at
    least 0. Default: `0`.
    """
    max_summary_tokens: int | None
    """The most tokens of a summary. Where lines of the conversation stand beside what a model writes, it writes at most half of them.
    A whole number of at least 1. Default: `4096`.
    """
    template: Template | None
    """The sections of a summary. One of `sections`, `brief`, `detailed`, `continuation`, `anchored`, `handover`. Default:
    `"anchored"`.
    """
    acknowledgement: str | None
    """The agent's short answer to the summary, which stands right after it. Default: `"Understood. I will carry on from these
    notes."`.
    """
    restate_request: bool | None
    """Whether the user's last request is repeated after the summary if it was part of what was summarised. Default: `true`."""
    application: Application | None
    """Who runs the conversation: a person (`interactive`) or an `agent`. After a person forces a compaction and it fails, later runs
    still try; a failed attempt of an agent counts against later runs. One of `interactive`, `agent`. Default: `"interactive"`.
    """
    ladder: Ladder | None
    """How the thresholds are computed from the window: by a fraction, or by the rule of one of the reproduced systems. One of
    `fraction`, `qwen-code`, `qwen-code-seed`, `gencode`, `opencode`, `opencode-next`. Default: `"opencode"`.
    """
    max_input_tokens: int | None
    """The model's limit on input alone, in tokens, if it has one. A whole number of at least 0. Default: none."""
    target: float | Tokens | None
    """A compaction leaves at most this share of the room, or so many tokens. It lies below `trigger`. If clearing old results alone
    gets there, nothing is summarised. A fraction above 0 and at most 1, or `{"tokens": ...}`. Default: 0.5, or two thirds of
    `trigger` if that is less.
    """


PresetOptions: TypeAlias = Union[GeminiCliOptions, QwenCodeOptions, QwenCodeSeedOptions, GencodeOptions, OpencodeOptions]


class Options(TypedDict, total=False):
    """The keyword arguments of `Compactor`, for those who share them."""

    model: str | None
    """The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices follow
    from it, unless they are given. Default: none.
    """
    context_window: int | None
    """The most tokens that a prompt may have. If your provider limits the input apart, give that limit. Without a window only a forced
    run compacts. A whole number of at least 1. Default: the window of `model`.
    """
    models: Mapping[str, ModelRow] | None
    """What you know of models that the table does not have, or has otherwise: an object for each name. It comes before the table. If
    it stands in a file, read that by yourself: `json.load`. Default: none.
    """
    prices: PriceSet | Prices | None
    """What a token costs, and how long the prompt cache lives: the name of a known set, or an object. Only the ratios of the prices
    count. Default: the prices of `model`.
    """
    tokenizer: TokenizerName | Tokenizer | None
    """How tokens are counted: as a family of models does (an estimate), `exact` by OpenAI's encoding of the model, or, in a
    `Compactor`, a `History` and `count_tokens`, your own counter. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`,
    `p50k_base`, `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: an
    estimate for the family of `model`.
    """
    image_tokens: int | ImageFormula | None
    """What an image or a document costs, in tokens: a number, or the formula of a provider. A whole number of at least 1, or one of
    the words. Default: the formula of `model`, else 1,600.
    """
    thinking: Thinking | None
    """Whether signed thinking is valid only while everything before it is as it was. Then a change removes all of it that stands
    behind. `bound`, `free`, or `auto`: as `model` does it, and `bound` if the model is not known. One of `auto`, `bound`, `free`.
    Default: `"auto"`.
    """
    dialect: Dialect | None
    """The shape of the messages. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    """
    preset: Preset | PresetOptions | None
    """Whose way to compact. `default`: our own: clear old tool results and media; if that is not enough, summarise the older messages.
    `gemini-cli`: gemini-cli 0.61.0: cut long tool results, then summarise in two calls what lies before a message of the user.
    `qwen-code`: qwen-code 0.24.4: summarise everything, then bring back recent files and images. `qwen-code-seed`: qwen-code in its
    first form: summarise what lies before a turn of the user. `gencode`: gencode 0.4.0: clear old tool results if that is enough,
    else summarise all but the newest messages. `opencode`: opencode 1.18.33: summarise everything but a tail within a budget of
    tokens. Default: `default`.
    """
    trigger: float | Tokens | None
    """Compaction starts when the prompt reaches this share of the room, or so many tokens. The room is the window, less the reserve,
    less the system text and the tool schemas. A fraction above 0 and at most 1, or `{"tokens": ...}`. Default: `0.75`.
    """
    target: float | Tokens | None
    """A compaction leaves at most this share of the room, or so many tokens. It lies below `trigger`. If clearing old results alone
    gets there, nothing is summarised. A fraction above 0 and at most 1, or `{"tokens": ...}`. Default: 0.5, or two thirds of
    `trigger` if that is less.
    """
    reserve_tokens: int | None
    """Tokens of the window that stay free for the answer. Unless given, a prompt may be sent if the model's limit on output fits
    beside it, or a tenth of the window if that is less. A whole number of at least 0. Default: the model's limit on output, at most
    a tenth of the window; the trigger leaves more free.
    """
    request_limits: RequestLimits | None
    """What a request may hold beside tokens. At the trigger's share of a limit old media go first, then old results, then older
    messages. Default: none.
    """
    clear_when: ClearWhen | None
    """When old tool results and media are cleared. `pays`: once keeping them has cost as much as clearing them costs. `cold`: when the
    provider's cache is cold anyway. `trigger`: only where room is needed, or the cache is cold. `never`: they are not. The first
    two also clear at the trigger. `auto` is `pays` if prices are known, else `trigger`. One of `auto`, `pays`, `cold`, `trigger`,
    `never`. Default: `"auto"`.
    """
    keep: Keep | None
    """How much of the newest conversation stays as it is behind a summary: so many `tokens`, `messages` or `turns`, or a `fraction` of
    the room. Less stays where it does not fit `target` beside the summary, which takes a quarter of `target`, up to half as it
    grows; the result says so. One of `{"tokens": ...}`, `{"messages": ...}`, `{"turns": ...}`, `{"fraction": ...}`. Default: the
    newest 30 %, less where that does not fit the target.
    """
    keep_tool_results: int | None
    """How many of the newest tool results, and of the newest media, are not cleared. Fewer stay only where the prompt would stay above
    the trigger, and the result says so. What the agent has not read yet is never cleared. A whole number of at least 1. Default:
    `10`.
    """
    keep_user_tokens: int | None
    """Tokens of the user's own newest messages that stay as they are behind a summary, at most half of the target. A whole number of
    at least 0. Default: `0`.
    """
    exclude_tools: Sequence[str] | None
    """Tools whose results are never cleared, clipped or stored away. Only where nothing else makes the list fit the window are they
    clipped, and the result says so. Default: none.
    """
    condense: Condense | None
    """How far new tool results lose what an earlier one shows, before the agent sees them. Nothing is lost. `off`; `safe` leaves whole
    what an edit may quote; `tables` also writes lists of objects as tables; `groups` also writes once what lines of a list have in
    common. One of `off`, `safe`, `tables`, `groups`. Default: `"groups"`.
    """
    store: Store | None
    """Keeps what is cleared, and returns where it can be found, so that the agent can read it back: a function, or a `FolderStore`. If
    it raises, the run goes on as without a store, and the result warns.
    """
    summarize: Summarize | Literal["extractive"] | None
    """Your model call. `extractive` makes the summary of the conversation's own lines, without a model. One of `extractive`. Default:
    `"extractive"`.
    """
    summarizer_window: int | None
    """The context window of the model that writes the summary, if it is another one. What does not fit is read in pieces. A whole
    number of at least 1000. Default: `context_window`.
    """
    summarize_timeout_s: float | None
    """Seconds until `summarize` must have answered; then the run goes on as after a failed call. 0: it is waited for without end. The
    function finds them in its request too. A number from 0 to 86400. Default: `300.0`.
    """
    max_summary_tokens: int | None
    """The most tokens of a summary. Where lines of the conversation stand beside what a model writes, it writes at most half of them.
    A whole number of at least 1. Default: `20000`.
    """
    instructions: str | None
    """What the summary should pay attention to. The summariser gets it as the user's words. Default: none."""
    check_summary: CheckSummary | None
    """Whether conspectus adds its own part to a model's summary: lines quoted from the conversation. `off`: no, and the model's text
    is not judged by its content. `fill`: yes. `always`: yes, and a second call checks every summary. One of `off`, `fill`,
    `always`. Default: `"fill"`.
    """
    redact: bool | None
    """Whether secrets are taken out of a summary before it is checked and stands: keys, tokens, passwords, as far as they are
    recognised. The open request and the messages that stay keep theirs. Default: `false`.
    """
    fallback: Fallback | None
    """What stands in where the model gives no usable summary: `extractive`, or `none`. Old results are cleared in any case. One of
    `extractive`, `none`. Default: `"extractive"`.
    """
    before_compact: BeforeCompact | None
    """Is called before the history changes. It may return `{"cancel": True}`, which ends the run, or `{"context": "..."}`, which the
    summariser of this run reads.
    """
    on_compact: OnCompact | None
    """Gets the `Result` of each run that did or tried something. If it raises, that result has the exception as `error`."""
    signing_key: str | None
    """Your secret, if other people can write to where you keep messages. Summaries then prove that they are yours, in any process that
    has the key. It stands in no message and in no result. Default: none: a compactor believes what it installed itself.
    """
    repair_history: RepairHistory | None
    """When to repair messages that the provider would reject: tool calls without a result, results without a call, and half
    characters. `always`: before they are sent. `on_refusal`: once the provider has rejected them. `never`: not at all. The result
    warns in every case. One of `always`, `on_refusal`, `never`. Default: `"always"`.
    """


class CompactArgs(TypedDict, total=False):
    """What goes with the messages of one call of `compact`."""

    system: str | Sequence[Any] | None
    """The system text that goes with the messages: a text, or a list of blocks."""
    tools: Any
    """The tool schemas that go with the messages: any plain data. In a compactor their `annotations` (`readOnlyHint`,
    `destructiveHint`) say which calls the notes tell as done.
    """
    force: bool | None
    """Whether to compact now, whatever the size."""
    usage: Any
    """What the provider reported with the agent's last message: the usage object of any provider, as it is. Cached tokens are counted.
    Or the tokens of the last prompt, as a number. What came since the agent's last message is added. With `{"tokens", "messages"}`
    you say how many messages that prompt held.
    """
    model: str | None
    """The model that this request goes to, if it is another one from now on. Window, tokenizer, cost of images and prices follow from
    it, unless you gave them. What the model before reported does not count any more.
    """
    pinned: Sequence[int | str] | Callable[[Any], bool] | None
    """Messages and parts that survive: indexes of messages, JSON Pointers to parts (`/5/content/1`), or a function that is asked of
    each message.
    """
    instructions: str | None
    """What the user asks this summary to keep in mind."""
    preamble: str | None
    """A text that leads the history and is never summarised, such as an instruction file. It stands there as a message of the user."""
    remaining_calls: int | None
    """How many calls the agent will still make, if you know. It decides whether clearing old results pays. A whole number of at least
    0.
    """
    idle_minutes: float | None
    """Minutes since the agent's last answer, if you know. After a long pause the provider's cache is cold. A number from 0 to
    1000000000.
    """
    unchanged_messages: int | None
    """How many of the first messages you have not changed since the last call, if you know: the length that its list had, for an agent
    that only appends. A turn with nothing to do does not look at them then. A whole number of at least 0.
    """
    plan_path: str | None
    """The file of an approved plan, which the summary has to name. Only under `gemini-cli`."""
    failed_before: bool | None
    """Whether an earlier attempt failed, as you know it. No model is then asked until a run is forced. What the state knows counts
    too. Only under `gemini-cli`.
    """
    plan_mode: bool | None
    """Whether the agent is in a mode in which it may change nothing. It is reminded of this after a summary. Only under `qwen-code`,
    `qwen-code-seed`, `opencode`.
    """
    running_agents: Sequence[Mapping[str, str]] | None
    """The tasks of other agents for this conversation, oldest first. The agent is reminded of them after a summary. Only under
    `qwen-code`, `qwen-code-seed`, `opencode`.
    """
    prefix_cached: bool | None
    """Whether the conversation's own model writes the summary and its provider caches prompts. Only under `qwen-code`."""
    pruned_at: Any
    """Any value, for example a time. Cleared results get it as `prunedAt`, with `pruned: true`. Only under `gencode`, `opencode`."""


class HistoryOptions(TypedDict, total=False):
    """The keyword arguments of `History`."""

    dialect: Dialect | None
    """The shape of the messages. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    """
    model: str | None
    """The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices follow
    from it, unless they are given. Default: none.
    """
    context_window: int | None
    """The most tokens that a prompt may have. If your provider limits the input apart, give that limit. Without a window only a forced
    run compacts. A whole number of at least 1. Default: the window of `model`.
    """
    tokenizer: TokenizerName | Tokenizer | None
    """How tokens are counted: as a family of models does (an estimate), `exact` by OpenAI's encoding of the model, or, in a
    `Compactor`, a `History` and `count_tokens`, your own counter. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`,
    `p50k_base`, `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: an
    estimate for the family of `model`.
    """
    image_tokens: int | ImageFormula | None
    """What an image or a document costs, in tokens: a number, or the formula of a provider. A whole number of at least 1, or one of
    the words. Default: the formula of `model`, else 1,600.
    """
    thinking: Thinking | None
    """Whether signed thinking is valid only while everything before it is as it was. Then a change removes all of it that stands
    behind. `bound`, `free`, or `auto`: as `model` does it, and `bound` if the model is not known. One of `auto`, `bound`, `free`.
    Default: `"auto"`.
    """
    keep: Keep | None
    """How much of the newest conversation stays as it is behind a summary: so many `tokens`, `messages` or `turns`, or a `fraction` of
    the room. Less stays where it does not fit `target` beside the summary, which takes a quarter of `target`, up to half as it
    grows; the result says so. One of `{"tokens": ...}`, `{"messages": ...}`, `{"turns": ...}`, `{"fraction": ...}`. Default: the
    newest 30 %, less where that does not fit the target.
    """
    keep_tool_results: int | None
    """How many of the newest tool results, and of the newest media, are not cleared. Fewer stay only where the prompt would stay above
    the trigger, and the result says so. What the agent has not read yet is never cleared. A whole number of at least 1. Default:
    `10`.
    """
    exclude_tools: Sequence[str] | None
    """Tools whose results are never cleared, clipped or stored away. Only where nothing else makes the list fit the window are they
    clipped, and the result says so. Default: none.
    """
    condense: Condense | None
    """How far new tool results lose what an earlier one shows, before the agent sees them. Nothing is lost. `off`; `safe` leaves whole
    what an edit may quote; `tables` also writes lists of objects as tables; `groups` also writes once what lines of a list have in
    common. One of `off`, `safe`, `tables`, `groups`. Default: `"groups"`.
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
    """The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices follow
    from it, unless they are given. Default: none.
    """
    context_window: int | None
    """The most tokens that a prompt may have. If your provider limits the input apart, give that limit. Without a window only a forced
    run compacts. A whole number of at least 1. Default: the window of `model`.
    """
    models: Mapping[str, ModelRow] | None
    """What you know of models that the table does not have, or has otherwise: an object for each name. It comes before the table. If
    it stands in a file, read that by yourself: `json.load`. Default: none.
    """
    prices: PriceSet | Prices | None
    """What a token costs, and how long the prompt cache lives: the name of a known set, or an object. Only the ratios of the prices
    count. Default: the prices of `model`.
    """
    tokenizer: TokenizerName | Tokenizer | None
    """How tokens are counted: as a family of models does (an estimate), `exact` by OpenAI's encoding of the model, or, in a
    `Compactor`, a `History` and `count_tokens`, your own counter. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`,
    `p50k_base`, `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: an
    estimate for the family of `model`.
    """
    image_tokens: int | ImageFormula | None
    """What an image or a document costs, in tokens: a number, or the formula of a provider. A whole number of at least 1, or one of
    the words. Default: the formula of `model`, else 1,600.
    """
    thinking: Thinking | None
    """Whether signed thinking is valid only while everything before it is as it was. Then a change removes all of it that stands
    behind. `bound`, `free`, or `auto`: as `model` does it, and `bound` if the model is not known. One of `auto`, `bound`, `free`.
    Default: `"auto"`.
    """
    dialect: Dialect | None
    """The shape of the messages. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    """
    preset: Preset | PresetOptions | None
    """Whose way to compact. `default`: our own: clear old tool results and media; if that is not enough, summarise the older messages.
    `gemini-cli`: gemini-cli 0.61.0: cut long tool results, then summarise in two calls what lies before a message of the user.
    `qwen-code`: qwen-code 0.24.4: summarise everything, then bring back recent files and images. `qwen-code-seed`: qwen-code in its
    first form: summarise what lies before a turn of the user. `gencode`: gencode 0.4.0: clear old tool results if that is enough,
    else summarise all but the newest messages. `opencode`: opencode 1.18.33: summarise everything but a tail within a budget of
    tokens. Default: `default`.
    """
    trigger: float | Tokens | None
    """Compaction starts when the prompt reaches this share of the room, or so many tokens. The room is the window, less the reserve,
    less the system text and the tool schemas. A fraction above 0 and at most 1, or `{"tokens": ...}`. Default: `0.75`.
    """
    target: float | Tokens | None
    """A compaction leaves at most this share of the room, or so many tokens. It lies below `trigger`. If clearing old results alone
    gets there, nothing is summarised. A fraction above 0 and at most 1, or `{"tokens": ...}`. Default: 0.5, or two thirds of
    `trigger` if that is less.
    """
    reserve_tokens: int | None
    """Tokens of the window that stay free for the answer. Unless given, a prompt may be sent if the model's limit on output fits
    beside it, or a tenth of the window if that is less. A whole number of at least 0. Default: the model's limit on output, at most
    a tenth of the window; the trigger leaves more free.
    """
    request_limits: RequestLimits | None
    """What a request may hold beside tokens. At the trigger's share of a limit old media go first, then old results, then older
    messages. Default: none.
    """
    clear_when: ClearWhen | None
    """When old tool results and media are cleared. `pays`: once keeping them has cost as much as clearing them costs. `cold`: when the
    provider's cache is cold anyway. `trigger`: only where room is needed, or the cache is cold. `never`: they are not. The first
    two also clear at the trigger. `auto` is `pays` if prices are known, else `trigger`. One of `auto`, `pays`, `cold`, `trigger`,
    `never`. Default: `"auto"`.
    """
    keep: Keep | None
    """How much of the newest conversation stays as it is behind a summary: so many `tokens`, `messages` or `turns`, or a `fraction` of
    the room. Less stays where it does not fit `target` beside the summary, which takes a quarter of `target`, up to half as it
    grows; the result says so. One of `{"tokens": ...}`, `{"messages": ...}`, `{"turns": ...}`, `{"fraction": ...}`. Default: the
    newest 30 %, less where that does not fit the target.
    """
    keep_tool_results: int | None
    """How many of the newest tool results, and of the newest media, are not cleared. Fewer stay only where the prompt would stay above
    the trigger, and the result says so. What the agent has not read yet is never cleared. A whole number of at least 1. Default:
    `10`.
    """
    keep_user_tokens: int | None
    """Tokens of the user's own newest messages that stay as they are behind a summary, at most half of the target. A whole number of
    at least 0. Default: `0`.
    """
    exclude_tools: Sequence[str] | None
    """Tools whose results are never cleared, clipped or stored away. Only where nothing else makes the list fit the window are they
    clipped, and the result says so. Default: none.
    """
    condense: Condense | None
    """How far new tool results lose what an earlier one shows, before the agent sees them. Nothing is lost. `off`; `safe` leaves whole
    what an edit may quote; `tables` also writes lists of objects as tables; `groups` also writes once what lines of a list have in
    common. One of `off`, `safe`, `tables`, `groups`. Default: `"groups"`.
    """
    summarizer_window: int | None
    """The context window of the model that writes the summary, if it is another one. What does not fit is read in pieces. A whole
    number of at least 1000. Default: `context_window`.
    """
    summarize_timeout_s: float | None
    """Seconds until `summarize` must have answered; then the run goes on as after a failed call. 0: it is waited for without end. The
    function finds them in its request too. A number from 0 to 86400. Default: `300.0`.
    """
    max_summary_tokens: int | None
    """The most tokens of a summary. Where lines of the conversation stand beside what a model writes, it writes at most half of them.
    A whole number of at least 1. Default: `20000`.
    """
    instructions: str | None
    """What the summary should pay attention to. The summariser gets it as the user's words. Default: none."""
    check_summary: CheckSummary | None
    """Whether conspectus adds its own part to a model's summary: lines quoted from the conversation. `off`: no, and the model's text
    is not judged by its content. `fill`: yes. `always`: yes, and a second call checks every summary. One of `off`, `fill`,
    `always`. Default: `"fill"`.
    """
    redact: bool | None
    """Whether secrets are taken out of a summary before it is checked and stands: keys, tokens, passwords, as far as they are
    recognised. The open request and the messages that stay keep theirs. Default: `false`.
    """
    fallback: Fallback | None
    """What stands in where the model gives no usable summary: `extractive`, or `none`. Old results are cleared in any case. One of
    `extractive`, `none`. Default: `"extractive"`.
    """
    signing_key: str | None
    """Your secret, if other people can write to where you keep messages. Summaries then prove that they are yours, in any process that
    has the key. It stands in no message and in no result. Default: none: a compactor believes what it installed itself.
    """
    repair_history: RepairHistory | None
    """When to repair messages that the provider would reject: tool calls without a result, results without a call, and half
    characters. `always`: before they are sent. `on_refusal`: once the provider has rejected them. `never`: not at all. The result
    warns in every case. One of `always`, `on_refusal`, `never`. Default: `"always"`.
    """
