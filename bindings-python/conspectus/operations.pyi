# Written by `scripts/names.py --write` from the tables of the core. Do not edit.
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypedDict, TypeVar, overload

from typing_extensions import Unpack

from .options import Application, CheckSummary, ClearRule, ClearWhen, Condense, Dialect, Encoding, Estimator, Fallback, ImageFormula, Keep, Ladder, Modality, ModelRow, Placeholder, Preset, PresetOptions, PriceSet, Prices, RepairHistory, Request, RequestLimits, SplitRule, Store, Summarize, Template, Thinking, Tokenizer, TokenizerName, Tokens, Unit
from .results import CacheKeys, Change, ChatEvent, CheckedOutput, CheckedSummary, ClassifiedError, ClearDetails, ClearMediaDetails, ClearStaleDetails, CompressionThreshold, CondenseDetails, ConversationSummary, Cut, Edited, EditorContext, Estimate, ExpandDetails, ExpandedImports, Facts, FileContent, GeminiSettings, ImageDetails, Instructions, LoadedInstructions, MaskDetails, MediaKind, MediaTokens, ModelInfo, Need, Overflow, ParsedSummary, Patch, Policy, Problem, PromptTokens, PruneDetails, RecentActivity, Repair, RequestEstimate, Selection, SessionActivity, SessionStats, Settings, Simulation, SlimDetails, SplitPoint, Summary, TextPage, TextTokens, Thresholds, TokenCount, TruncatedText, Usage, UsageTokens

M = TypeVar("M")

class Measuring(TypedDict, total=False):
    """Options that decide how things are measured."""

    dialect: Dialect | None
    """The message format. By default, it's detected from the complete list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    """
    model: str | None
    """The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you pass
    them. Default: none.
    """
    tokenizer: TokenizerName | None
    """How to count tokens: by a model family's estimator, exactly (`exact`, OpenAI models), or by your own function in a `Compactor`,
    a `History` and `count_tokens`. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`, `r50k_base`, `gpt2`,
    `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: the estimator of the model's family.
    """
    image_tokens: int | ImageFormula | None
    """The tokens of an image or document: a number, or a provider's formula. Integer, at least 1, or one of. Default: the model's
    formula, otherwise 1,600.
    """
    preset: Preset | PresetOptions | None
    """The preset whose values hold where nothing is given."""

def count_tokens(
    messages: Sequence[Any] | str,
    *,
    system: str | Sequence[Any] | None = None,
    tools: Any = None,
    reports: Sequence[Mapping[str, Any]] | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | Tokenizer | None = None,
    image_tokens: int | ImageFormula | None = None,
    preset: Preset | PresetOptions | None = None,
) -> TokenCount:
    """Counts the tokens of messages, system prompt and tool schemas, or of a string. Images count as the model charges them.

    system: The system prompt: a string, or a list of blocks.
    tools: The tool schemas, as plain data. A compactor uses their `annotations` (`readOnlyHint`, `destructiveHint`) to recognize
    completed actions.
    reports: Earlier usage in order, as a list of `{usage, messages}`. The result then has `prompt_tokens`.
    dialect: The message format. By default, it's detected from the complete list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    model: The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you
    pass them. Default: none.
    tokenizer: How to count tokens: by a model family's estimator, exactly (`exact`, OpenAI models), or by your own function in a
    `Compactor`, a `History` and `count_tokens`. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`,
    `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: the estimator of
    the model's family.
    image_tokens: The tokens of an image or document: a number, or a provider's formula. Integer, at least 1, or one of. Default:
    the model's formula, otherwise 1,600.
    """

def estimate_tokens(
    messages: Sequence[Any],
    *,
    system: str | Sequence[Any] | None = None,
    tools: Any = None,
    reports: Sequence[Mapping[str, Any]] | None = None,
    unit: Unit | None = None,
    estimator: Estimator | None = None,
    chars_per_token: float | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | Tokenizer | None = None,
    image_tokens: int | ImageFormula | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Estimate:
    """Estimates the tokens, characters and media of a conversation, with its system prompt and tool schemas.

    system: The system prompt: a string, or a list of blocks.
    tools: The tool schemas, as plain data. A compactor uses their `annotations` (`readOnlyHint`, `destructiveHint`) to recognize
    completed actions.
    reports: Earlier usage in order, as a list of `{usage, messages}`. The result then has `prompt_tokens`.
    unit: Which characters of a message count. One of `chars`, `json_chars`, `part_json_chars`, `output_chars`,
    `content_json_chars`. Default: `"chars"`.
    estimator: How to estimate the tokens of a text, unless you pass `tokenizer`. One of `chars`, `script`, `instant`. Default:
    `"instant"`.
    chars_per_token: How many characters count as one token. Number, 0.5 to 1000. Default: `4.0`.
    dialect: The message format. By default, it's detected from the complete list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    model: The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you
    pass them. Default: none.
    tokenizer: How to count tokens: by a model family's estimator, exactly (`exact`, OpenAI models), or by your own function in a
    `Compactor`, a `History` and `count_tokens`. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`,
    `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: the estimator of
    the model's family.
    image_tokens: The tokens of an image or document: a number, or a provider's formula. Integer, at least 1, or one of. Default:
    the model's formula, otherwise 1,600.
    """

def media_tokens(
    medium: Any,
    *,
    detail: Literal["auto", "low", "medium", "high", "ultra_high"] | None = None,
    model: str | None = None,
    image_tokens: int | ImageFormula | None = None,
    preset: Preset | PresetOptions | None = None,
) -> MediaTokens:
    """Estimates the tokens of an image, PDF or audio clip from its size, pages or length.

    detail: The detail level that the request asks for. One of `auto`, `low`, `medium`, `high`, `ultra_high`.
    model: The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you
    pass them. Default: none.
    image_tokens: The tokens of an image or document: a number, or a provider's formula. Integer, at least 1, or one of. Default:
    the model's formula, otherwise 1,600.
    preset: The preset whose values hold where nothing is given.
    """

def read_usage(usage: Any) -> Usage | None:
    """Reads any provider's usage. Cached tokens are part of `prompt_tokens`. Returns null if it doesn't state a prompt size."""

def estimate_text_tokens(
    text: str | None,
    *,
    rule: str | None = None,
    unit: Unit | None = None,
    estimator: Estimator | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    chars_per_token: float | None = None,
    image_tokens: int | ImageFormula | None = None,
    preset: Preset | PresetOptions | None = None,
) -> TextTokens:
    """Estimates the tokens of a text by a rule. Null counts as 0 tokens.

    rule: The rule: `config` for the measuring options, or the name of an original's rule.
    unit: Which characters of a message count. One of `chars`, `json_chars`, `part_json_chars`, `output_chars`,
    `content_json_chars`. Default: `"chars"`.
    estimator: How to estimate the tokens of a text, unless you pass `tokenizer`. One of `chars`, `script`, `instant`. Default:
    `"instant"`.
    model: The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you
    pass them. Default: none.
    tokenizer: How to count tokens: by a model family's estimator, exactly (`exact`, OpenAI models), or by your own function in a
    `Compactor`, a `History` and `count_tokens`. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`,
    `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: the estimator of
    the model's family.
    chars_per_token: How many characters count as one token. Number, 0.5 to 1000. Default: `4.0`.
    image_tokens: The tokens of an image or document: a number, or a provider's formula. Integer, at least 1, or one of. Default:
    the model's formula, otherwise 1,600.
    preset: The preset whose values hold where nothing is given.
    """

def find_cut(messages: Sequence[Any], *, keep: Keep | None = None, **options: Unpack[Measuring]) -> Cut:
    """Finds the boundary before the first message to keep. No call is separated from its result, and open calls are kept. `cuts` lists
    every boundary, and why a cut isn't allowed there.

    keep: How much to keep: a number of `tokens`, `messages` or `turns`, or a `fraction` of all tokens (0.3 by default). One of
    `{"tokens": ...}`, `{"messages": ...}`, `{"turns": ...}`, `{"fraction": ...}`.
    """

def find_split_point(
    messages: Sequence[Any],
    *,
    char_counts: Sequence[float] | None = None,
    fraction: float | None = None,
    split_rule: SplitRule | None = None,
    tail_tokens: int | None = None,
    tail_turns: int | None = None,
    keep_messages: int | None = None,
    keep_pairs: int | None = None,
    context_window: int | None = None,
    ladder: Ladder | None = None,
    max_output_tokens: int | None = None,
    max_input_tokens: int | None = None,
    reserved_tokens: int | None = None,
    reserved_output_tokens: int | None = None,
    **options: Unpack[Measuring],
) -> SplitPoint:
    """Finds the boundary before the first message to keep. No call is separated from its result.

    char_counts: The weight of each message, used instead of its characters.
    fraction: The fraction of all characters before the cut. Number above 0 and below 1. Default: `0.7`.
    split_rule: How the cut is chosen. One of `closed`, `user_turn`, `user_turn_or_trailing_call`, `tail_budget`, `newest_messages`.
    Default: `"closed"`.
    tail_tokens: Tokens that the rule `tail_budget` keeps; by default a quarter of the usable window, from 2,000 to 15,000. Default:
    follows from the window.
    tail_turns: The most turns that the rule `tail_budget` keeps. Default: as many as fit.
    keep_messages: How many messages the rule `newest_messages` keeps. Default: `10`.
    keep_pairs: How many pairs of call and result to keep before an open call. Default: `2`.
    context_window: The largest prompt in tokens. If your provider limits the input separately, pass that limit. Without a window,
    only forced runs compact. Positive integer. Default: the model's window.
    ladder: How thresholds follow from the window: a fraction, or the rule of an original. One of `fraction`, `qwen-code`,
    `qwen-code-seed`, `gencode`, `opencode`, `opencode-next`. Default: `"fraction"`.
    max_output_tokens: The model's output limit in tokens; 0 if unknown. Some ladders reserve it. Default: `0`.
    max_input_tokens: The model's limit on input alone, in tokens. Default: none.
    reserved_tokens: Tokens to reserve below the input limit; by default the output limit, at most 20,000. Default: follows from the
    output limit.
    reserved_output_tokens: The most tokens reserved for the response. Default: `32000`.
    """

def clear_tool_results(
    messages: Sequence[M],
    *,
    keep_tool_results: int | None = None,
    exclude_tools: Sequence[str] | None = None,
    thinking: Thinking | None = None,
    **options: Unpack[Measuring],
) -> Edited[M, ClearDetails]:
    """Clears all but the newest tool results and the media in them. A placeholder names the tool, its subject and the size.

    keep_tool_results: How many of the newest tool results, and of the newest media, to keep. Fewer are kept if the prompt would
    remain above the trigger. Unread results are never cleared. Positive integer. Default: 10, or up to 30 that fit in 2% of the
    window.
    exclude_tools: Tools whose results are never cleared, truncated or stored. They're only truncated if nothing else makes the
    history fit. Default: none.
    thinking: Whether signed thinking is only valid while everything before it is unchanged (`bound`). A change then removes all
    signed thinking after it. `auto` follows the model, and is `bound` for unknown models. One of `auto`, `bound`, `free`. Default:
    `"auto"`.
    """

def clear_media(
    messages: Sequence[M],
    *,
    keep_media: int | None = None,
    kinds: Sequence[MediaKind] | None = None,
    max_bytes: int | None = None,
    max_pixels: int | None = None,
    thinking: Thinking | None = None,
    **options: Unpack[Measuring],
) -> Edited[M, ClearMediaDetails]:
    """Clears old media until the rest is within the limits. Media in one result are kept or cleared together. Unseen and pinned media
    are kept.

    keep_media: How many of the newest media to keep; 5 by default.
    kinds: The kinds to clear: `image`, `pdf`, `audio`, `video`, `other`. All by default.
    max_bytes: The most bytes of all kept media.
    max_pixels: The most pixels of all kept images.
    thinking: Whether signed thinking is only valid while everything before it is unchanged (`bound`). A change then removes all
    signed thinking after it. `auto` follows the model, and is `bound` for unknown models. One of `auto`, `bound`, `free`. Default:
    `"auto"`.
    """

def clear_stale(
    messages: Sequence[M],
    *,
    target_tokens: int | None = None,
    classes: Sequence[Literal["changed_later", "read_again", "repeated", "written"]] | None = None,
    keep_tool_results: int | None = None,
    exclude_tools: Sequence[str] | None = None,
    thinking: Thinking | None = None,
    **options: Unpack[Measuring],
) -> Edited[M, ClearStaleDetails]:
    """Clears superseded content that the agent can get again: reads of files that were changed or read again later, repeated results,
    and long written arguments. Unread results, failures, pins and the newest `keep_tool_results` are kept.

    target_tokens: Stop at this size in tokens. The content that frees the most is cleared first. By default, everything is.
    classes: What to clear: some of `changed_later`, `read_again`, `repeated`, `written`. All by default.
    keep_tool_results: How many of the newest tool results, and of the newest media, to keep. Fewer are kept if the prompt would
    remain above the trigger. Unread results are never cleared. Positive integer. Default: 10, or up to 30 that fit in 2% of the
    window.
    exclude_tools: Tools whose results are never cleared, truncated or stored. They're only truncated if nothing else makes the
    history fit. Default: none.
    thinking: Whether signed thinking is only valid while everything before it is unchanged (`bound`). A change then removes all
    signed thinking after it. `auto` follows the model, and is `bound` for unknown models. One of `auto`, `bound`, `free`. Default:
    `"auto"`.
    """

def slim(
    messages: Sequence[M],
    *,
    modalities: Sequence[Modality] | None = None,
    thinking: Thinking | None = None,
    **options: Unpack[Measuring],
) -> Edited[M, SlimDetails]:
    """Replaces each media item with a line of text, unless its kind is in `modalities`.

    modalities: Media kinds that the model can read. Others are replaced by a line of text. Default: `[]`.
    thinking: Whether signed thinking is only valid while everything before it is unchanged (`bound`). A change then removes all
    signed thinking after it. `auto` follows the model, and is `bound` for unknown models. One of `auto`, `bound`, `free`. Default:
    `"auto"`.
    """

def microcompact(
    messages: Sequence[M],
    *,
    now_ms: float | None = None,
    last_activity_ms: float | None = None,
    force: bool | None = None,
    keep_tool_results: int | None = None,
    idle_minutes: float | None = None,
    clearable_tools: Sequence[str] | None = None,
    exclude_tools: Sequence[str] | None = None,
    max_result_chars: int | None = None,
    placeholder: Placeholder | None = None,
    thinking: Thinking | None = None,
    **options: Unpack[Measuring],
) -> Edited[M, ClearDetails]:
    """Clears all but the newest `keep_tool_results` results and media: after `idle_minutes`, above `max_result_chars`, or with
    `force`.

    now_ms: The current time by your clock, in milliseconds.
    last_activity_ms: The time of the last activity by your clock, in milliseconds.
    force: Whether to clear now, regardless of time and size.
    keep_tool_results: How many of the newest tool results, and of the newest media, to keep. Fewer are kept if the prompt would
    remain above the trigger. Unread results are never cleared. Positive integer. Default: 10, or up to 30 that fit in 2% of the
    window.
    idle_minutes: Idle minutes after which old results are cleared; negative turns this off. Default: `60.0`.
    clearable_tools: Tools whose results may be cleared; all by default. Default: all.
    exclude_tools: Tools whose results are never cleared, truncated or stored. They're only truncated if nothing else makes the
    history fit. Default: none.
    max_result_chars: Characters of clearable results above which they're cleared down to half; 0 turns this off. Default: `500000`.
    placeholder: The text of a cleared result. `informative` names the tool, its key argument and the size. One of `informative`,
    `plain`, `short`. Default: `"informative"`.
    thinking: Whether signed thinking is only valid while everything before it is unchanged (`bound`). A change then removes all
    signed thinking after it. `auto` follows the model, and is `bound` for unknown models. One of `auto`, `bound`, `free`. Default:
    `"auto"`.
    """

def condense(
    messages: Sequence[M],
    *,
    start: int | None = None,
    level: Literal["off", "safe", "tables", "groups"] | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    thinking: Thinking | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, CondenseDetails]:
    """Shortens new tool results without loss: repeated lines become pointers, and more at higher levels. The cached prefix remains
    valid.

    start: The first message that may change, because those before it were condensed earlier.
    level: The level, as in the option `condense`; `safe` by default. One of `off`, `safe`, `tables`, `groups`.
    dialect: The message format. By default, it's detected from the complete list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    model: The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you
    pass them. Default: none.
    tokenizer: How to count tokens: by a model family's estimator, exactly (`exact`, OpenAI models), or by your own function in a
    `Compactor`, a `History` and `count_tokens`. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`,
    `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: the estimator of
    the model's family.
    thinking: Whether signed thinking is only valid while everything before it is unchanged (`bound`). A change then removes all
    signed thinking after it. `auto` follows the model, and is `bound` for unknown models. One of `auto`, `bound`, `free`. Default:
    `"auto"`.
    preset: The preset whose values hold where nothing is given.
    """

def expand(
    messages: Sequence[M],
    *,
    dialect: Dialect | None = None,
    model: str | None = None,
    thinking: Thinking | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, ExpandDetails]:
    """Restores the lines that `condense` replaced with pointers.

    dialect: The message format. By default, it's detected from the complete list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    model: The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you
    pass them. Default: none.
    thinking: Whether signed thinking is only valid while everything before it is unchanged (`bound`). A change then removes all
    signed thinking after it. `auto` follows the model, and is `bound` for unknown models. One of `auto`, `bound`, `free`. Default:
    `"auto"`.
    preset: The preset whose values hold where nothing is given.
    """

def validate(
    messages: Sequence[Any],
    *,
    previous: Sequence[Any] | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    thinking: Thinking | None = None,
    preset: Preset | PresetOptions | None = None,
) -> list[Problem]:
    """Lists what a provider would reject in a history. With `previous`, it also lists thinking that's bound to changed messages.

    previous: The last sent messages.
    dialect: The message format. By default, it's detected from the complete list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    model: The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you
    pass them. Default: none.
    thinking: Whether signed thinking is only valid while everything before it is unchanged (`bound`). A change then removes all
    signed thinking after it. `auto` follows the model, and is `bound` for unknown models. One of `auto`, `bound`, `free`. Default:
    `"auto"`.
    preset: The preset whose values hold where nothing is given.
    """

def repair(
    messages: Sequence[M],
    *,
    dialect: Dialect | None = None,
    model: str | None = None,
    thinking: Thinking | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, list[Repair]]:
    """Repairs a history with as few changes as possible. Valid messages remain the same objects. If a repair would be a guess, it
    raises an error.

    dialect: The message format. By default, it's detected from the complete list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    model: The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you
    pass them. Default: none.
    thinking: Whether signed thinking is only valid while everything before it is unchanged (`bound`). A change then removes all
    signed thinking after it. `auto` follows the model, and is `bound` for unknown models. One of `auto`, `bound`, `free`. Default:
    `"auto"`.
    preset: The preset whose values hold where nothing is given.
    """

def summarize_extractive(
    messages: Sequence[Any],
    *,
    max_tokens: int | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Summary:
    """Summarizes a conversation by quoting lines. Equal messages produce equal summaries. Add `message` to a history, so that the next
    summary continues it.

    max_tokens: The largest summary in tokens; 5,000 by default. Below about 600, little more than the request fits. Positive
    integer.
    dialect: The message format. By default, it's detected from the complete list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    model: The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you
    pass them. Default: none.
    tokenizer: How to count tokens: by a model family's estimator, exactly (`exact`, OpenAI models), or by your own function in a
    `Compactor`, a `History` and `count_tokens`. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`,
    `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: the estimator of
    the model's family.
    preset: The preset whose values hold where nothing is given.
    """

def check_summary(
    messages: Sequence[Any],
    summary: str,
    *,
    dialect: Dialect | None = None,
    preset: Preset | PresetOptions | None = None,
) -> CheckedSummary:
    """Reports the claims of a summary that its conversation contradicts or doesn't support: failed checks that it calls passed, and
    unknown paths, ids, numbers and commands.

    summary: The summary, in any form.
    dialect: The message format. By default, it's detected from the complete list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    preset: The preset whose values hold where nothing is given.
    """

def parse_summary(text: str) -> ParsedSummary:
    """Reads a model's answer to a summary request: drops its thinking and any wrapper around it, and keeps the rest as it was written."""

def facts(
    messages: Sequence[Any],
    *,
    dialect: Dialect | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Facts:
    """Extracts what the user said, files and what was done to them, commands and their results, and tasks of a conversation, each with
    the index of its message.

    dialect: The message format. By default, it's detected from the complete list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    preset: The preset whose values hold where nothing is given.
    """

@overload
def count_texts(texts: Sequence[str], *, encoding: Encoding | None = None, model: str | None = None) -> list[int]:
    """Counts the tokens of texts exactly, in one of OpenAI's encodings. Special tokens count as ordinary text.

    at_most: The count at which to stop. A longer text returns null.
    encoding: The encoding to use instead of the model's. One of `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`,
    `r50k_base`, `gpt2`. Default: follows from the model.
    model: The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you
    pass them. Default: none.
    """

@overload
def count_texts(
    texts: Sequence[str],
    *,
    at_most: int | None,
    encoding: Encoding | None = None,
    model: str | None = None,
) -> list[int | None]: ...

def encode(text: str, *, encoding: Encoding | None = None, model: str | None = None) -> list[int]:
    """Returns the token ids of a text.

    encoding: The encoding to use instead of the model's. One of `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`,
    `r50k_base`, `gpt2`. Default: follows from the model.
    model: The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you
    pass them. Default: none.
    """

def decode(ids: Sequence[int], *, encoding: Encoding | None = None, model: str | None = None) -> str:
    """Returns the text of token ids. Incomplete characters become U+FFFD. An unknown id is an error.

    encoding: The encoding to use instead of the model's. One of `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`,
    `r50k_base`, `gpt2`. Default: follows from the model.
    model: The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you
    pass them. Default: none.
    """

def truncate(text: str, max_tokens: int, *, encoding: Encoding | None = None, model: str | None = None) -> str:
    """Returns the longest start of a text with at most `max_tokens` tokens. It never splits a character.

    max_tokens: The most tokens in the result.
    encoding: The encoding to use instead of the model's. One of `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`,
    `r50k_base`, `gpt2`. Default: follows from the model.
    model: The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you
    pass them. Default: none.
    """

def truncate_text(
    text: str,
    *,
    rule: str | None = None,
    max_chars: int | None = None,
    max_lines: int | None = None,
    max_bytes: int | None = None,
    max_tokens: int | None = None,
    keep_errors: bool | None = None,
    head_fraction: float | None = None,
    locator: str | None = None,
    prefix: str | None = None,
    preset: Preset | PresetOptions | None = None,
) -> TruncatedText:
    """Truncates a text by a rule. The default rule keeps the start, the end and lines with errors.

    rule: The rule: `ends` (the default), or the name of an original's rule.
    max_chars: The most characters.
    max_lines: The most lines.
    max_bytes: The most UTF-8 bytes, for rules that use them.
    max_tokens: The most tokens, converted to characters.
    keep_errors: Whether to keep lines with errors from the middle.
    head_fraction: The share of the kept text that comes from the start. Number, 0 to 1.
    locator: The place of the full text, e.g. a path. The marker shows it.
    prefix: The first line of the result, for rules that have one.
    preset: The preset whose values hold where nothing is given.
    """

def summarize_output(
    text: str,
    *,
    max_tokens: int | None = None,
    tool: str | None = None,
    call: str | None = None,
    request: str | None = None,
    locator: str | None = None,
    answer: str | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    summarize: Summarize | None = None,
    preset: Preset | PresetOptions | None = None,
) -> CheckedOutput:
    """Lets a model shorten a tool output that exceeds its budget. Errors and warnings are kept verbatim.

    max_tokens: The largest summary in tokens; 2,000 by default. A shorter output isn't changed. Positive integer.
    tool: The tool that returned the output.
    call: The tool's input, e.g. the command.
    request: The user's request, so that the model knows what matters.
    locator: The place of the full output, e.g. a path. The text names it.
    answer: The model's answer.
    dialect: The message format. By default, it's detected from the complete list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    model: The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you
    pass them. Default: none.
    tokenizer: How to count tokens: by a model family's estimator, exactly (`exact`, OpenAI models), or by your own function in a
    `Compactor`, a `History` and `count_tokens`. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`,
    `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: the estimator of
    the model's family.
    summarize: Asks a model with `request` and gives its answer, which is then checked. If it raises, the output stays and a warning
    is logged.
    preset: The preset whose values hold where nothing is given.
    """

def page_text(
    text: str,
    *,
    offset: int | None = None,
    limit: int | None = None,
    max_line_chars: int | None = None,
    preset: Preset | PresetOptions | None = None,
) -> TextPage:
    """Returns one page of a text: 2,000 lines of up to 2,000 characters, and a notice about the rest.

    offset: How many lines to skip; 0 by default.
    limit: The most lines of the page; 2,000 by default.
    max_line_chars: The longest line in characters; 2,000 by default. Truncated lines end with a marker.
    preset: The preset whose values hold where nothing is given.
    """

def media_part(
    data: str,
    mime: str,
    *,
    name: str | None = None,
    dialect: Dialect | None = None,
    preset: Preset | PresetOptions | None = None,
) -> dict[str, Any]:
    """Builds a content part with an image, PDF, audio or video, in a message format.

    mime: The media type, e.g. `image/png`. The data is base64.
    name: The file's name, for formats that contain it; `file` by default.
    dialect: The message format. By default, it's detected from the complete list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    preset: The preset whose values hold where nothing is given.
    """

def expand_imports(
    text: str,
    path: str,
    *,
    files: Mapping[str, str] | None = None,
    roots: Sequence[str] | None = None,
    home: str | None = None,
    format: Literal["tree", "flat"] | None = None,
    max_depth: int | None = None,
    max_files: int | None = None,
    max_chars: int | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    preset: Preset | PresetOptions | None = None,
) -> ExpandedImports:
    """Inserts the files that an instruction file imports with `@path`. Imports in code, circles, and files outside the roots are
    ignored and listed under `problems`.

    path: The path of the text. Imports are relative to its folder.
    files: The importable files: texts by path.
    roots: The folders that imports may read from; the folder of `path` by default.
    home: The folder that `~` means. It has to be below a root.
    format: Whether imported files are inserted (`tree`, the default) or concatenated. One of `tree`, `flat`.
    max_depth: How deep to follow imports; 5 by default, 64 at most.
    max_files: The most imported files; 1,000 by default.
    max_chars: The most characters of the result; 4,000,000 by default.
    model: The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you
    pass them. Default: none.
    tokenizer: How to count tokens: by a model family's estimator, exactly (`exact`, OpenAI models), or by your own function in a
    `Compactor`, a `History` and `count_tokens`. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`,
    `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: the estimator of
    the model's family.
    preset: The preset whose values hold where nothing is given.
    """

def join_instructions(
    files: Sequence[Mapping[str, Any]],
    *,
    max_tokens: int | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Instructions:
    """Joins instruction files into one text, with the path of each. Pass it as `preamble` on each turn.

    max_tokens: The most tokens. Files at the end of the list are kept first.
    model: The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you
    pass them. Default: none.
    tokenizer: How to count tokens: by a model family's estimator, exactly (`exact`, OpenAI models), or by your own function in a
    `Compactor`, a `History` and `count_tokens`. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`,
    `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: the estimator of
    the model's family.
    preset: The preset whose values hold where nothing is given.
    """

def editor_context(
    state: Any,
    *,
    last: Any = None,
    full: bool | None = None,
    max_files: int | None = None,
    max_selected_chars: int | None = None,
    preset: Preset | PresetOptions | None = None,
) -> EditorContext:
    """Describes what the user has open in an editor, in full or as changes since `last`.

    last: The `state` of the last result.
    full: Whether to describe everything, even with `last`.
    max_files: The most open files to name; 10 by default.
    max_selected_chars: The most characters of selected text; 16,384 by default.
    preset: The preset whose values hold where nothing is given.
    """

def recent_turns(
    messages: Sequence[M],
    *,
    turns: int | None = None,
    calls: bool | None = None,
    thinking: Thinking | None = None,
    **options: Unpack[Measuring],
) -> Edited[M, Selection]:
    """Returns the newest turns, each starting at its prompt. No call is separated from its result.

    turns: How many turns; 2 by default.
    calls: Whether to keep messages with calls or results; true by default.
    thinking: Whether signed thinking is only valid while everything before it is unchanged (`bound`). A change then removes all
    signed thinking after it. `auto` follows the model, and is `bound` for unknown models. One of `auto`, `bound`, `free`. Default:
    `"auto"`.
    """

def routing_window(
    messages: Sequence[M],
    *,
    window: int | None = None,
    shown: int | None = None,
    **options: Unpack[Measuring],
) -> Edited[M, Selection]:
    """Returns the newest messages without calls or results, for a router: 4 of the last 20.

    window: How many of the newest messages to check; 20 by default.
    shown: How many messages to keep; 4 by default.
    """

def classify_error(
    error: Any,
    *,
    attempt: int | None = None,
    preset: Preset | PresetOptions | None = None,
) -> ClassifiedError:
    """Classifies a provider error. Pass any SDK's exception, an object with status and body, a string, or an empty response.

    attempt: How many requests in a row were rejected, including this one; 1 by default. Waits grow with it. Positive integer.
    preset: The preset whose values hold where nothing is given.
    """

def model_info(
    model: str,
    *,
    observed_tokens: int | None = None,
    context_window: int | None = None,
    max_output_tokens: int | None = None,
    models: Mapping[str, ModelRow] | None = None,
    preset: Preset | PresetOptions | None = None,
) -> ModelInfo:
    """Returns a model's limits, tokenizer, prices and cache rules, and their source. Names can have vendor prefixes, dates and tags.

    observed_tokens: A prompt limit that a provider error stated. It applies if it's lower. Positive integer.
    context_window: The largest prompt in tokens. If your provider limits the input separately, pass that limit. Without a window,
    only forced runs compact. Positive integer. Default: the model's window.
    max_output_tokens: The model's output limit in tokens; 0 if unknown. Some ladders reserve it. Default: `0`.
    models: Your own facts about models, by name. They take precedence over the built-in table. Default: none.
    preset: The preset whose values hold where nothing is given.
    """

def invert_patch(
    messages: Sequence[Any],
    patch: Mapping[str, Any],
    *,
    preset: Preset | PresetOptions | None = None,
) -> Patch:
    """Inverts a patch: applied to the patched messages, it restores the original ones, even if messages were appended.

    patch: The patch, which fits these messages.
    preset: The preset whose values hold where nothing is given.
    """

def thresholds(
    *,
    context_window: int | None = None,
    trigger: float | Tokens | None = None,
    ladder: Ladder | None = None,
    max_output_tokens: int | None = None,
    max_input_tokens: int | None = None,
    reserved_tokens: int | None = None,
    reserved_output_tokens: int | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Thresholds:
    """Returns the token counts at which to warn, compact and stop, for a `context_window`.

    context_window: The largest prompt in tokens. If your provider limits the input separately, pass that limit. Without a window,
    only forced runs compact. Positive integer. Default: the model's window.
    trigger: The prompt size at which compaction starts: a fraction of the available tokens (window less reserve, system prompt and
    tool schemas), or a number of tokens. Lower it if single results are large. Number above 0, at most 1, or `{"tokens": ...}`.
    Default: `0.75`.
    ladder: How thresholds follow from the window: a fraction, or the rule of an original. One of `fraction`, `qwen-code`,
    `qwen-code-seed`, `gencode`, `opencode`, `opencode-next`. Default: `"fraction"`.
    max_output_tokens: The model's output limit in tokens; 0 if unknown. Some ladders reserve it. Default: `0`.
    max_input_tokens: The model's limit on input alone, in tokens. Default: none.
    reserved_tokens: Tokens to reserve below the input limit; by default the output limit, at most 20,000. Default: follows from the
    output limit.
    reserved_output_tokens: The most tokens reserved for the response. Default: `32000`.
    preset: The preset whose values hold where nothing is given.
    """

def simulate(
    messages: Sequence[Any],
    *,
    policies: Sequence[Policy | Preset] | None = None,
    windows: Sequence[int] | None = None,
    price_sets: Sequence[str] | None = None,
    overhead_tokens: int | None = None,
    pauses_ms: Sequence[int] | None = None,
    times_ms: Sequence[float | None] | None = None,
    usage: Sequence[Any] | None = None,
    summary_tokens: int | None = None,
    context_window: int | None = None,
    max_output_tokens: int | None = None,
    trigger: float | Tokens | None = None,
    target: float | Tokens | None = None,
    keep_tool_results: int | None = None,
    clear_when: ClearWhen | None = None,
    summarize: Summarize | Literal["extractive"] | None = None,
    prices: PriceSet | Prices | None = None,
    progress: Callable[[int, int], object] | None = None,
    **options: Unpack[Measuring],
) -> Simulation:
    """Replays a recorded session and returns a row with the cost of each policy, window and price set.

    policies: Policies by name, all by default, or presets, whose compactors replay the session.
    windows: Windows in tokens, instead of `context_window`.
    price_sets: Price sets or models, instead of the option `prices`.
    overhead_tokens: Tokens of the system prompt and the tool schemas; by default from `usage`, or 0.
    pauses_ms: The pause before each call in milliseconds; the last one repeats. In a longer pause than its lifetime, the cache
    expires.
    times_ms: The time of each message in milliseconds, or null. Pauses follow from it, unless you pass `pauses_ms`.
    usage: For each message, the provider's recorded usage if it's a response, or null.
    summary_tokens: Tokens of a summary; 2,000 by default. Positive integer.
    context_window: The largest prompt in tokens. If your provider limits the input separately, pass that limit. Without a window,
    only forced runs compact. Positive integer. Default: the model's window.
    max_output_tokens: The model's output limit in tokens; 0 if unknown. Some ladders reserve it. Default: `0`.
    trigger: The prompt size at which compaction starts: a fraction of the available tokens (window less reserve, system prompt and
    tool schemas), or a number of tokens. Lower it if single results are large. Number above 0, at most 1, or `{"tokens": ...}`.
    Default: `0.75`.
    target: The largest prompt after a run: a fraction of the available tokens, or a number of tokens. It's below `trigger`. If
    clearing reaches it, nothing is summarized. Number above 0, at most 1, or `{"tokens": ...}`. Default: 0.5, at most two thirds of
    `trigger`, lower after recent runs.
    keep_tool_results: How many of the newest tool results, and of the newest media, to keep. Fewer are kept if the prompt would
    remain above the trigger. Unread results are never cleared. Positive integer. Default: 10, or up to 30 that fit in 2% of the
    window.
    clear_when: When to clear old tool results and media: once keeping them has cost as much as clearing (`break_even`), when the
    cache has expired (`cache_expired`), only at the trigger or when the cache has expired (`trigger`), or `never`. `auto` is
    `break_even` with known prices, otherwise `trigger`. `break_even` and `cache_expired` also clear at the trigger. One of `auto`,
    `break_even`, `cache_expired`, `trigger`, `never`. Default: `"auto"`.
    summarize: Your model call. `extractive` quotes lines of the conversation instead. One of `extractive`. Default: `"extractive"`.
    prices: Prices of tokens and the rules of the prompt cache: a known set, or an object. Only price ratios count. Default: the
    model's prices.
    progress: Is called after each row with how many there are and how many there will be. What it raises ends the simulation.
    """

def curate(
    messages: Sequence[M],
    *,
    modern: bool | None = None,
    merge_results: bool | None = None,
    strict: bool | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, list[Change]]:
    """Removes invalid model messages from a Gemini history. Consecutive model messages are kept or removed together.

    modern: Whether to remove thoughts and merge neighbors of one role, as for newer models.
    merge_results: Whether to merge a result with the prompt after it. On under the preset `gemini-cli`.
    strict: Whether to also remove model messages without parts, and user messages with only results.
    preset: The preset whose values hold where nothing is given.
    """

def harden(
    messages: Sequence[M],
    *,
    strip_thoughts: bool | None = None,
    sign_calls: bool | None = None,
    answer_pending: bool | None = None,
    end_with_user: bool | None = None,
    scrub: bool | None = None,
    lost_result: str | None = None,
    hook_context: str | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, list[Change]]:
    """Makes a Gemini history valid: neighbors of one role are merged, calls and results are paired. The switches are off, but on under
    the preset `gemini-cli`.

    strip_thoughts: Whether thoughts are removed.
    sign_calls: Whether the first call of a turn gets a signature if it has none.
    answer_pending: Whether calls at the end of the list are answered too.
    end_with_user: Whether a list that ends with the model gets a final user message.
    scrub: Whether fields unknown to the API are removed.
    lost_result: The text of a result that answers a call whose result was lost.
    hook_context: Your hook's text for this turn: an extra part of the last user message, in `<hook_context>`. Pass it once per
    prompt.
    preset: The preset whose values hold where nothing is given.
    """

def normalize_response(
    parts: Sequence[M],
    ratio: float,
    *,
    head_fraction: float | None = None,
    locator: str | None = None,
    prefix: str | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, list[str]]:
    """Truncates each long text in a tool result to a share of its tokens.

    ratio: The share of its tokens that each long text keeps. Number, 0 to 1.
    head_fraction: The share of the kept text that comes from the start. Number, 0 to 1.
    locator: The place of the full text, e.g. a path. The marker shows it.
    prefix: The first line of the result, for rules that have one.
    preset: The preset whose values hold where nothing is given.
    """

def estimate_parts_tokens(
    request: Any,
    *,
    chars_per_token: float | None = None,
    preset: Preset | PresetOptions | None = None,
) -> RequestEstimate:
    """Estimates the tokens of a request like gemini-cli, and whether gemini-cli would let the provider count them.

    chars_per_token: How many characters count as one token. Number, 0.5 to 1000. Default: `4.0`.
    preset: The preset whose values hold where nothing is given.
    """

def token_limit(model: str | None, *, preset: Preset | PresetOptions | None = None) -> int:
    """Returns gemini-cli's window for a model. Other vendors' models are errors.

    preset: The preset whose values hold where nothing is given.
    """

def mask_tool_outputs(
    messages: Sequence[M],
    store: Store | None = None,
    *,
    protect_tokens: int | None = None,
    min_tokens: int | None = None,
    protect_latest_turn: bool | None = None,
    locators: Mapping[str, str] | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    image_tokens: int | ImageFormula | None = None,
    tokenizer: TokenizerName | None = None,
    thinking: Thinking | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, MaskDetails]:
    """Replaces old tool outputs with a preview and the location in your store. An output is masked once `locators` has its key.

    protect_tokens: Tokens of the newest outputs to keep.
    min_tokens: The fewest tokens worth masking.
    protect_latest_turn: Whether to keep the outputs in the last message; true by default.
    locators: The location of each stored output, by key.
    dialect: The message format. By default, it's detected from the complete list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    model: The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you
    pass them. Default: none.
    image_tokens: The tokens of an image or document: a number, or a provider's formula. Integer, at least 1, or one of. Default:
    the model's formula, otherwise 1,600.
    tokenizer: How to count tokens: by a model family's estimator, exactly (`exact`, OpenAI models), or by your own function in a
    `Compactor`, a `History` and `count_tokens`. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`,
    `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: the estimator of
    the model's family.
    thinking: Whether signed thinking is only valid while everything before it is unchanged (`bound`). A change then removes all
    signed thinking after it. `auto` follows the model, and is `bound` for unknown models. One of `auto`, `bound`, `free`. Default:
    `"auto"`.
    store: Keeps an output and returns where it can be found.
    preset: The preset whose values hold where nothing is given.
    """

def compression_threshold(
    *,
    local: float | None = None,
    remote: float | None = None,
    preset: Preset | PresetOptions | None = None,
) -> CompressionThreshold:
    """Returns gemini-cli's threshold as a fraction of the window: `local`, otherwise `remote`, otherwise 0.5.

    local: The threshold from the user's settings. Number, 0 to 1.
    remote: The threshold from the vendor's remote configuration. Number, 0 to 1.
    preset: The preset whose values hold where nothing is given.
    """

def check_overflow(
    request: Any,
    *,
    last_prompt_tokens: int | None = None,
    rule: Literal["remaining", "remaining_95"] | None = None,
    context_window: int | None = None,
    model: str | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Overflow:
    """Returns whether a request exceeds the context window, by gemini-cli's check.

    last_prompt_tokens: The provider's token count of the last prompt.
    rule: Whether the request may use all remaining tokens, or 95% of them. One of `remaining`, `remaining_95`.
    context_window: The largest prompt in tokens. If your provider limits the input separately, pass that limit. Without a window,
    only forced runs compact. Positive integer. Default: the model's window.
    model: The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you
    pass them. Default: none.
    preset: The preset whose values hold where nothing is given.
    """

def chat_event(result: Any, *, preset: Preset | PresetOptions | None = None) -> ChatEvent | None:
    """Returns gemini-cli's event `ChatCompressed` after a summary, or null.

    preset: The preset whose values hold where nothing is given.
    """

def compressor_model(model: str | None, *, preset: Preset | PresetOptions | None = None) -> str:
    """Returns the alias of the model that gemini-cli uses for summaries.

    preset: The preset whose values hold where nothing is given.
    """

def least_recently_used(
    uses: Sequence[str],
    *,
    max_entries: int | None = None,
    preset: Preset | PresetOptions | None = None,
) -> CacheKeys:
    """Returns which keys a least-recently-used cache keeps after these uses, oldest first, and which it evicts.

    max_entries: The most entries in the cache; 50 by default. Positive integer.
    preset: The preset whose values hold where nothing is given.
    """

def recent_activity(
    events: Sequence[Any],
    *,
    max_events: int | None = None,
    preset: Preset | PresetOptions | None = None,
) -> RecentActivity:
    """Returns which events to keep if only the newest are, and the count of each `type`.

    max_events: The most events to keep; 100 by default.
    preset: The preset whose values hold where nothing is given.
    """

def reference_images(
    messages: Sequence[M],
    *,
    dialect: Dialect | None = None,
    model: str | None = None,
    image_tokens: int | ImageFormula | None = None,
    max_images: int | None = None,
    keep_images: int | None = None,
    tokenizer: TokenizerName | None = None,
    thinking: Thinking | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, ImageDetails]:
    """Prepares a request with many images: older ones become lines of text, the newest move to the end.

    dialect: The message format. By default, it's detected from the complete list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    model: The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you
    pass them. Default: none.
    image_tokens: The tokens of an image or document: a number, or a provider's formula. Integer, at least 1, or one of. Default:
    the model's formula, otherwise 1,600.
    max_images: If a request has this many images, it only contains the newest; 0 turns this off. Default: `0`.
    keep_images: How many images to restore after a summary. Default: `0`.
    tokenizer: How to count tokens: by a model family's estimator, exactly (`exact`, OpenAI models), or by your own function in a
    `Compactor`, a `History` and `count_tokens`. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`,
    `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: the estimator of
    the model's family.
    thinking: Whether signed thinking is only valid while everything before it is unchanged (`bound`). A change then removes all
    signed thinking after it. `auto` follows the model, and is `bound` for unknown models. One of `auto`, `bound`, `free`. Default:
    `"auto"`.
    preset: The preset whose values hold where nothing is given.
    """

def estimate_prompt_tokens(
    messages: Sequence[Any],
    *,
    message: Any = None,
    last_prompt_tokens: int | None = None,
    last_output_tokens: int | None = None,
    conservative: bool | None = None,
    **options: Unpack[Measuring],
) -> PromptTokens:
    """Estimates the tokens of the next prompt from the provider's last counts and the new message, or from all messages.

    message: The message that you're about to send.
    last_prompt_tokens: The provider's token count of the last prompt; 0 by default.
    last_output_tokens: The provider's token count of the last response.
    conservative: Whether the new message counts one and a half times.
    """

def resolve_settings(
    env: Mapping[str, str] | None,
    *,
    settings: Mapping[str, Any] | str | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Settings:
    """Converts qwen-code's environment variables and settings file to `options` for a compactor.

    settings: The settings file, as data or as text with comments.
    preset: The preset whose values hold where nothing is given.
    """

def compression_settings(
    settings: Mapping[str, Any] | str | None,
    *,
    preset: Preset | PresetOptions | None = None,
) -> Settings:
    """Converts gencode's settings file to `options` for a compactor. Your application handles `model` and `enabled`.

    preset: The preset whose values hold where nothing is given.
    """

def prune(
    messages: Sequence[M],
    *,
    pruned_at: Any = None,
    clear_rule: ClearRule | None = None,
    clear_min_tokens: int | None = None,
    clear_protect_tokens: int | None = None,
    placeholder: Placeholder | None = None,
    thinking: Thinking | None = None,
    **options: Unpack[Measuring],
) -> Edited[M, PruneDetails]:
    """Clears old tool results except the newest `clear_protect_tokens` tokens. It does nothing below `clear_min_tokens`.

    pruned_at: Any value, e.g. a time. Each cleared result gets it as `prunedAt`, with `pruned: true`.
    clear_rule: Which old tool results are cleared. One of `newest_messages`, `behind_two_turns`. Default: `"newest_messages"`.
    clear_min_tokens: The fewest tokens worth clearing. The rule `newest_messages` compares this with the complete conversation.
    Default: `20000`.
    clear_protect_tokens: Tokens of the newest tool results that are never cleared. Default: `40000`.
    placeholder: The text of a cleared result. `informative` names the tool, its key argument and the size. One of `informative`,
    `plain`, `short`. Default: `"informative"`.
    thinking: Whether signed thinking is only valid while everything before it is unchanged (`bound`). A change then removes all
    signed thinking after it. `auto` follows the model, and is `bound` for unknown models. One of `auto`, `bound`, `free`. Default:
    `"auto"`.
    """

def needs_compression(
    messages: Sequence[Any],
    *,
    usage: Any = None,
    enabled: bool | None = None,
    system: str | Sequence[Any] | None = None,
    tools: Any = None,
    context_window: int | None = None,
    trigger: float | Tokens | None = None,
    ladder: Ladder | None = None,
    max_output_tokens: int | None = None,
    max_input_tokens: int | None = None,
    reserved_tokens: int | None = None,
    reserved_output_tokens: int | None = None,
    clear: bool | None = None,
    clear_rule: ClearRule | None = None,
    clear_min_tokens: int | None = None,
    clear_protect_tokens: int | None = None,
    placeholder: Placeholder | None = None,
    **options: Unpack[Measuring],
) -> Need:
    """Returns whether a conversation should be compacted for a `context_window`, and how: `none`, `prune` (clear old results) or
    `compact` (summarize).

    usage: The provider's usage of the last call, or a list whose last item counts.
    enabled: Whether anything may be done; true by default.
    system: The system prompt: a string, or a list of blocks.
    tools: The tool schemas, as plain data. A compactor uses their `annotations` (`readOnlyHint`, `destructiveHint`) to recognize
    completed actions.
    context_window: The largest prompt in tokens. If your provider limits the input separately, pass that limit. Without a window,
    only forced runs compact. Positive integer. Default: the model's window.
    trigger: The prompt size at which compaction starts: a fraction of the available tokens (window less reserve, system prompt and
    tool schemas), or a number of tokens. Lower it if single results are large. Number above 0, at most 1, or `{"tokens": ...}`.
    Default: `0.75`.
    ladder: How thresholds follow from the window: a fraction, or the rule of an original. One of `fraction`, `qwen-code`,
    `qwen-code-seed`, `gencode`, `opencode`, `opencode-next`. Default: `"fraction"`.
    max_output_tokens: The model's output limit in tokens; 0 if unknown. Some ladders reserve it. Default: `0`.
    max_input_tokens: The model's limit on input alone, in tokens. Default: none.
    reserved_tokens: Tokens to reserve below the input limit; by default the output limit, at most 20,000. Default: follows from the
    output limit.
    reserved_output_tokens: The most tokens reserved for the response. Default: `32000`.
    clear: Whether to clear old tool results and media before summarizing. Default: `true`.
    clear_rule: Which old tool results are cleared. One of `newest_messages`, `behind_two_turns`. Default: `"newest_messages"`.
    clear_min_tokens: The fewest tokens worth clearing. The rule `newest_messages` compares this with the complete conversation.
    Default: `20000`.
    clear_protect_tokens: Tokens of the newest tool results that are never cleared. Default: `40000`.
    placeholder: The text of a cleared result. `informative` names the tool, its key argument and the size. One of `informative`,
    `plain`, `short`. Default: `"informative"`.
    """

def usage_tokens(usage: Any, *, preset: Preset | PresetOptions | None = None) -> UsageTokens:
    """Adds up the tokens of a provider's usage like the original.

    preset: The preset whose values hold where nothing is given.
    """

def extract_activity(
    messages: Sequence[Any],
    *,
    start: int | None = None,
    end: int | None = None,
    max_decisions: int | None = None,
    max_uses: int | None = None,
    dialect: Dialect | None = None,
    preset: Preset | PresetOptions | None = None,
) -> SessionActivity:
    """Extracts decisions, changed files and used tools from messages.

    start: Index of the first message to read; 0 by default.
    end: Index after the last message to read; the end by default.
    max_decisions: The most decisions; 20 by default.
    max_uses: The most uses of each tool; 3 by default.
    dialect: The message format. By default, it's detected from the complete list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    preset: The preset whose values hold where nothing is given.
    """

def conversation_summary(
    messages: Sequence[Any],
    *,
    id: str,
    generated_at: str,
    content: str,
    covering_messages: Sequence[int],
    max_decisions: int | None = None,
    max_uses: int | None = None,
    dialect: Dialect | None = None,
    preset: Preset | PresetOptions | None = None,
) -> ConversationSummary:
    """Builds the record of a summary in the format of gencode's session files.

    id: The id of the record.
    generated_at: The time of the summary.
    content: The text of the summary.
    covering_messages: The indexes of the first and last summarized message.
    max_decisions: The most decisions; 20 by default.
    max_uses: The most uses of each tool; 3 by default.
    dialect: The message format. By default, it's detected from the complete list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    preset: The preset whose values hold where nothing is given.
    """

def messages_for_model(
    session: Mapping[str, Any],
    *,
    dialect: Dialect | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[Any, SessionStats]:
    """Returns the messages of a saved session that a model should read, including a lost summary.

    dialect: The message format. By default, it's detected from the complete list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    preset: The preset whose values hold where nothing is given.
    """

def read_file(
    path: str,
    *,
    roots: Sequence[str] | None = None,
    offset: int | None = None,
    limit: int | None = None,
    max_line_chars: int | None = None,
    max_bytes: int | None = None,
    dialect: Dialect | None = None,
    preset: Preset | PresetOptions | None = None,
) -> FileContent:
    """Reads a file for a model: a page of text, or a media item as a content part. If it can't be read, `problem` says why.

    roots: The folders it may read from. Pass them if a model chooses the path.
    offset: How many lines to skip; 0 by default.
    limit: The most lines of the page; 2,000 by default.
    max_line_chars: The longest line in characters; 2,000 by default.
    max_bytes: The most bytes, 20 MiB by default; larger media are rejected.
    dialect: The message format. By default, it's detected from the complete list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    preset: The preset whose values hold where nothing is given.
    """

def load_instructions(
    folder: str,
    *,
    roots: Sequence[str] | None = None,
    names: Sequence[str] | None = None,
    markers: Sequence[str] | None = None,
    max_folders: int | None = None,
    left_out: Sequence[str] | None = None,
    loaded: Sequence[str] | None = None,
    home: str | None = None,
    max_file_bytes: int | None = None,
    max_tokens: int | None = None,
    format: Literal["tree", "flat"] | None = None,
    max_depth: int | None = None,
    max_files: int | None = None,
    max_chars: int | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    preset: Preset | PresetOptions | None = None,
) -> LoadedInstructions:
    """Joins a folder's instruction files, such as `AGENTS.md`, and their imports into one text. Pass it as `preamble` on each turn.

    roots: The trusted folders. By default, the nearest parent folder with a marker.
    names: The file names; `AGENTS.md`, `CLAUDE.md` and `GEMINI.md` by default.
    markers: Markers of the top folder if `roots` is empty; `.git` by default.
    max_folders: How many folders below to search; 0 by default, 200 in some presets.
    left_out: Folder names to skip, besides hidden ones; by default `node_modules`, `target`, `dist`, `build`, `vendor`, `venv`,
    `__pycache__` and `site-packages`.
    loaded: Loaded instruction files to skip.
    home: The folder that `~` means in imports. It has to be below a root.
    max_file_bytes: The longest file in bytes; 1,000,000 by default.
    max_tokens: The most tokens. Files of the innermost folders are kept first.
    format: Whether imported files are inserted (`tree`, the default) or concatenated. One of `tree`, `flat`.
    max_depth: How deep to follow imports; 5 by default, 64 at most.
    max_files: The most imported files; 1,000 by default.
    max_chars: The most characters of the result; 4,000,000 by default.
    model: The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you
    pass them. Default: none.
    tokenizer: How to count tokens: by a model family's estimator, exactly (`exact`, OpenAI models), or by your own function in a
    `Compactor`, a `History` and `count_tokens`. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`,
    `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: the estimator of
    the model's family.
    preset: The preset whose values hold where nothing is given.
    """

def load_settings(
    workspace: str,
    *,
    home: str | None = None,
    preset: Preset | PresetOptions | None = None,
) -> GeminiSettings:
    """Reads gemini-cli's settings files as `options` for a compactor.

    home: The user's home folder. Without it, only the workspace's settings are read.
    preset: The preset whose values hold where nothing is given.
    """

def save_memory(path: str, facts: Sequence[str], *, preset: Preset | PresetOptions | None = None) -> str:
    """Adds facts to an instruction file, and returns its text.

    facts: The facts; each becomes a line of a list.
    preset: The preset whose values hold where nothing is given.
    """
