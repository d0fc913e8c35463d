# Written by `scripts/names.py --write` from the tables of the core. Do not edit.
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypedDict, TypeVar, overload

from typing_extensions import Unpack

from .options import Application, CheckSummary, ClearRule, ClearWhen, Condense, Dialect, Encoding, Estimator, Fallback, ImageFormula, Keep, Ladder, Modality, ModelRow, Placeholder, Preset, PresetOptions, PriceSet, Prices, RepairHistory, Request, RequestLimits, SplitRule, Store, Summarize, Template, Thinking, Tokenizer, TokenizerName, Tokens, Unit
from .results import CacheKeys, Change, CheckedOutput, CheckedSummary, ClassifiedError, ClearDetails, ClearMediaDetails, ClearStaleDetails, CompressionThreshold, CondenseDetails, ConversationSummary, Cut, Edited, EditorContext, Estimate, ExpandDetails, ExpandedImports, Facts, FileContent, ImageDetails, Instructions, LoadedInstructions, MaskDetails, MediaKind, MediaTokens, ModelInfo, Need, Overflow, ParsedSummary, Patch, Policy, Problem, PromptTokens, PruneDetails, RecentActivity, Repair, RequestEstimate, Selection, SessionActivity, SessionStats, Settings, Simulation, SlimDetails, SplitPoint, Summary, TextPage, TextTokens, Thresholds, TokenCount, TruncatedText, Usage, UsageTokens

M = TypeVar("M")

class Measuring(TypedDict, total=False):
    """Options that decide how things are measured."""

    dialect: Dialect | None
    """The shape of the messages. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`, `anthropic`,
    `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`, `opencode`,
    `mastra`. Default: detected.
    """
    model: str | None
    """The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices follow
    from it, unless they are given. Default: none.
    """
    tokenizer: TokenizerName | None
    """How tokens are counted: as a family of models does (an estimate), `exact` by OpenAI's encoding of the model, or, in a
    `Compactor`, a `History` and `count_tokens`, your own counter. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`,
    `p50k_base`, `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: an
    estimate for the family of `model`.
    """
    image_tokens: int | ImageFormula | None
    """What an image or a document costs, in tokens: a number, or the formula of a provider. A whole number of at least 1, or one of
    the words. Default: the formula of `model`, else 1,600.
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
    """Counts the tokens of messages with their system text and tool schemas, or of one text. `exact` says whether it counted or
    estimated. An image costs what the model charges for its size, never the length of its base64.

    system: The system text that goes with the messages: a text, or a list of blocks.
    tools: The tool schemas that go with the messages: any plain data. In a compactor their `annotations` (`readOnlyHint`,
    `destructiveHint`) say which calls the notes tell as done.
    reports: The provider's reports in order, a list of `{usage, messages}`. With them the result has `prompt_tokens`.
    dialect: The shape of the messages. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`,
    `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`,
    `opencode`, `mastra`. Default: detected.
    model: The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices
    follow from it, unless they are given. Default: none.
    tokenizer: How tokens are counted: as a family of models does (an estimate), `exact` by OpenAI's encoding of the model, or, in a
    `Compactor`, a `History` and `count_tokens`, your own counter. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`,
    `p50k_base`, `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: an
    estimate for the family of `model`.
    image_tokens: What an image or a document costs, in tokens: a number, or the formula of a provider. A whole number of at least
    1, or one of the words. Default: the formula of `model`, else 1,600.
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
    """Estimates how large a conversation is: tokens, chars and media, with its system text and tool schemas. An image costs what the
    model charges for its size, never the length of its base64.

    system: The system text that goes with the messages: a text, or a list of blocks.
    tools: The tool schemas that go with the messages: any plain data. In a compactor their `annotations` (`readOnlyHint`,
    `destructiveHint`) say which calls the notes tell as done.
    reports: The provider's reports in order, a list of `{usage, messages}`. With them the result has `prompt_tokens`.
    unit: Which chars of a message are counted. One of `chars`, `json_chars`, `part_json_chars`, `output_chars`,
    `content_json_chars`. Default: `"chars"`.
    estimator: How the tokens of a text are estimated, unless `tokenizer` says. One of `chars`, `script`, `instant`. Default:
    `"instant"`.
    chars_per_token: Chars of text per token. A number from 0.5 to 1000. Default: `4.0`.
    dialect: The shape of the messages. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`,
    `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`,
    `opencode`, `mastra`. Default: detected.
    model: The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices
    follow from it, unless they are given. Default: none.
    tokenizer: How tokens are counted: as a family of models does (an estimate), `exact` by OpenAI's encoding of the model, or, in a
    `Compactor`, a `History` and `count_tokens`, your own counter. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`,
    `p50k_base`, `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: an
    estimate for the family of `model`.
    image_tokens: What an image or a document costs, in tokens: a number, or the formula of a provider. A whole number of at least
    1, or one of the words. Default: the formula of `model`, else 1,600.
    """

def media_tokens(
    medium: Any,
    *,
    detail: Literal["auto", "low", "medium", "high", "ultra_high"] | None = None,
    model: str | None = None,
    image_tokens: int | ImageFormula | None = None,
    preset: Preset | PresetOptions | None = None,
) -> MediaTokens:
    """Estimates the tokens of an image, a PDF or a sound on a model, from its size, its pages or its length.

    detail: The detail of an image that the request asks for. One of `auto`, `low`, `medium`, `high`, `ultra_high`.
    model: The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices
    follow from it, unless they are given. Default: none.
    image_tokens: What an image or a document costs, in tokens: a number, or the formula of a provider. A whole number of at least
    1, or one of the words. Default: the formula of `model`, else 1,600.
    preset: The preset whose values hold where nothing is given.
    """

def read_usage(usage: Any) -> Usage | None:
    """Reads a provider's usage report in any spelling. Cached tokens are part of `prompt_tokens`. A report that tells nothing of its
    prompt gives null: its names have no numbers.
    """

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
    """Estimates the tokens of one text, by the rule of the preset or by a rule that you name. Null counts as 0 tokens.

    rule: The rule: `config` for the measuring options, or the name of a reproduced system's rule.
    unit: Which chars of a message are counted. One of `chars`, `json_chars`, `part_json_chars`, `output_chars`,
    `content_json_chars`. Default: `"chars"`.
    estimator: How the tokens of a text are estimated, unless `tokenizer` says. One of `chars`, `script`, `instant`. Default:
    `"instant"`.
    model: The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices
    follow from it, unless they are given. Default: none.
    tokenizer: How tokens are counted: as a family of models does (an estimate), `exact` by OpenAI's encoding of the model, or, in a
    `Compactor`, a `History` and `count_tokens`, your own counter. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`,
    `p50k_base`, `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: an
    estimate for the family of `model`.
    chars_per_token: Chars of text per token. A number from 0.5 to 1000. Default: `4.0`.
    image_tokens: What an image or a document costs, in tokens: a number, or the formula of a provider. A whole number of at least
    1, or one of the words. Default: the formula of `model`, else 1,600.
    preset: The preset whose values hold where nothing is given.
    """

def find_cut(messages: Sequence[Any], *, keep: Keep | None = None, **options: Unpack[Measuring]) -> Cut:
    """Finds where to cut: the messages before `index` can be summarised, and those from `index` on stay. No call is separated from its
    result, and a call that waits for its result stays. `cuts` lists every boundary, with the reason where none may lie.

    keep: How much of the newest conversation stays: so many `tokens`, `messages` or `turns`, or a `fraction` of all tokens. Without
    it: a fraction of 0.3. One of `{"tokens": ...}`, `{"messages": ...}`, `{"turns": ...}`, `{"fraction": ...}`.
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
    """Finds where to cut: the messages before `index` can be summarised, and those from `index` on stay. No call is separated from its
    result.

    char_counts: The weight of each message: one number for each, used in place of the measured chars.
    fraction: The fraction of all chars that stands before the cut. A fraction above 0 and below 1. Default: `0.7`.
    split_rule: How the cut is chosen. See the reference for the rules. One of `closed`, `user_turn`, `user_turn_or_trailing_call`,
    `tail_budget`, `newest_messages`. Default: `"closed"`.
    tail_tokens: How many tokens of the newest messages the rule `tail_budget` keeps. Unless given, a quarter of the usable window,
    but at least 2,000 and at most 15,000. A whole number of at least 0. Default: follows from the window.
    tail_turns: The most turns that the rule `tail_budget` keeps. Unless given, as many as fit. A whole number of at least 0.
    Default: as many as fit.
    keep_messages: How many messages the rule `newest_messages` keeps. A whole number of at least 0. Default: `10`.
    keep_pairs: How many complete pairs of call and result are kept before a call that still waits for its result. A whole number of
    at least 0. Default: `2`.
    context_window: The most tokens that a prompt may have. If your provider limits the input apart, give that limit. Without a
    window only a forced run compacts. A whole number of at least 1. Default: the window of `model`.
    ladder: How the thresholds are computed from the window: by a fraction, or by the rule of one of the reproduced systems. One of
    `fraction`, `qwen-code`, `qwen-code-seed`, `gencode`, `opencode`, `opencode-next`. Default: `"fraction"`.
    max_output_tokens: The model's limit on output, in tokens; 0 if it is not known. Some ladders keep this many tokens free. A
    whole number of at least 0. Default: `0`.
    max_input_tokens: The model's limit on input alone, in tokens, if it has one. A whole number of at least 0. Default: none.
    reserved_tokens: Tokens kept free below the limit on input. Unless given, the limit on output, at most 20,000. A whole number of
    at least 0. Default: follows from the output limit.
    reserved_output_tokens: The most tokens kept free for the answer. A whole number of at least 0. Default: `32000`.
    """

def clear_tool_results(
    messages: Sequence[M],
    *,
    keep_tool_results: int | None = None,
    exclude_tools: Sequence[str] | None = None,
    thinking: Thinking | None = None,
    **options: Unpack[Measuring],
) -> Edited[M, ClearDetails]:
    """Clears old tool results, and the media in them, and keeps the newest. Each becomes a line that names the tool, what the call was
    about and how long the result was.

    keep_tool_results: How many of the newest tool results, and of the newest media, are not cleared. Fewer stay only where the
    prompt would stay above the trigger, and the result says so. What the agent has not read yet is never cleared. A whole number of
    at least 1. Default: `10`.
    exclude_tools: Tools whose results are never cleared, clipped or stored away. Only where nothing else makes the list fit the
    window are they clipped, and the result says so. Default: none.
    thinking: Whether signed thinking is valid only while everything before it is as it was. Then a change removes all of it that
    stands behind. `bound`, `free`, or `auto`: as `model` does it, and `bound` if the model is not known. One of `auto`, `bound`,
    `free`. Default: `"auto"`.
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
    """Takes old media out of the messages, so that the newest stay within the limits. The media of one tool result stay or go
    together. What the agent has not looked at yet and what is pinned by its field `conspectus` stays, and counts.

    keep_media: How many of the newest media stay; 5 unless given, and 0 lets all go. A whole number of at least 0.
    kinds: The kinds that may go: `image`, `pdf`, `audio`, `video`, `other`. Without it: all.
    max_bytes: The most bytes of all media that stay, as they stand in the messages. Without it: any number. A whole number of at
    least 0.
    max_pixels: The most pixels of all images that stay. Without it: any number. A whole number of at least 0.
    thinking: Whether signed thinking is valid only while everything before it is as it was. Then a change removes all of it that
    stands behind. `bound`, `free`, or `auto`: as `model` does it, and `bound` if the model is not known. One of `auto`, `bound`,
    `free`. Default: `"auto"`.
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
    """Takes away what later messages made needless and the agent can get back: reads of files that were changed or read again later,
    results that a later one repeats, and what calls wrote into files. What is not read yet, the newest `keep_tool_results` results,
    what failed for good, what is signed or pinned by its field `conspectus` stay. Run it where the provider's cache is lost anyway.

    target_tokens: It stops once the messages hold no more estimated tokens. What frees most and is least likely needed again goes
    first. Without it: all goes. A whole number of at least 0.
    classes: What may go: some of `changed_later`, `read_again`, `repeated`, `written`. Without it: all four.
    keep_tool_results: How many of the newest tool results, and of the newest media, are not cleared. Fewer stay only where the
    prompt would stay above the trigger, and the result says so. What the agent has not read yet is never cleared. A whole number of
    at least 1. Default: `10`.
    exclude_tools: Tools whose results are never cleared, clipped or stored away. Only where nothing else makes the list fit the
    window are they clipped, and the result says so. Default: none.
    thinking: Whether signed thinking is valid only while everything before it is as it was. Then a change removes all of it that
    stands behind. `bound`, `free`, or `auto`: as `model` does it, and `bound` if the model is not known. One of `auto`, `bound`,
    `free`. Default: `"auto"`.
    """

def slim(
    messages: Sequence[M],
    *,
    modalities: Sequence[Modality] | None = None,
    thinking: Thinking | None = None,
    **options: Unpack[Measuring],
) -> Edited[M, SlimDetails]:
    """Replaces media by a line of text each, unless their kind is in `modalities`. The report counts `images`, `documents`, `texts`
    and `tokens_saved`.

    modalities: Media kinds that the model can read. Other media are replaced by a line of text. Default: `[]`.
    thinking: Whether signed thinking is valid only while everything before it is as it was. Then a change removes all of it that
    stands behind. `bound`, `free`, or `auto`: as `model` does it, and `bound` if the model is not known. One of `auto`, `bound`,
    `free`. Default: `"auto"`.
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
    """Clears old tool results and media, and keeps the newest `keep_tool_results` of each kind. It acts after `idle_minutes` without
    activity, when tool results hold more than `max_result_chars`, or with `force`.

    now_ms: The time now, by your clock, in milliseconds.
    last_activity_ms: When the conversation was last active, by the same clock.
    force: Whether to act now, regardless of time and size.
    keep_tool_results: How many of the newest tool results, and of the newest media, are not cleared. Fewer stay only where the
    prompt would stay above the trigger, and the result says so. What the agent has not read yet is never cleared. A whole number of
    at least 1. Default: `10`.
    idle_minutes: Minutes without activity after which old results are cleared; negative turns it off. Default: `60.0`.
    clearable_tools: Tools whose results may be cleared. Unless given, all tools. Default: all.
    exclude_tools: Tools whose results are never cleared, clipped or stored away. Only where nothing else makes the list fit the
    window are they clipped, and the result says so. Default: none.
    max_result_chars: Chars of clearable tool results above which they are cleared down to half; 0 turns it off. A whole number of
    at least 0. Default: `500000`.
    placeholder: The text that takes the place of a cleared result: `informative` names the tool, its key argument and the size. One
    of `informative`, `plain`, `short`. Default: `"informative"`.
    thinking: Whether signed thinking is valid only while everything before it is as it was. Then a change removes all of it that
    stands behind. `bound`, `free`, or `auto`: as `model` does it, and `bound` if the model is not known. One of `auto`, `bound`,
    `free`. Default: `"auto"`.
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
    """Writes new tool results shorter without losing anything: spaces in front of line numbers go, and lines that an earlier result
    shows become a pointer; more at further levels. A message does not change once it was condensed, so the provider's cache stays
    good.

    start: The first message that may change. The ones before it were condensed earlier. Without it: all. A whole number of at least
    0.
    level: How far it goes, as the option `condense`. Without it: `safe`. One of `off`, `safe`, `tables`, `groups`.
    dialect: The shape of the messages. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`,
    `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`,
    `opencode`, `mastra`. Default: detected.
    model: The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices
    follow from it, unless they are given. Default: none.
    tokenizer: How tokens are counted: as a family of models does (an estimate), `exact` by OpenAI's encoding of the model, or, in a
    `Compactor`, a `History` and `count_tokens`, your own counter. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`,
    `p50k_base`, `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: an
    estimate for the family of `model`.
    thinking: Whether signed thinking is valid only while everything before it is as it was. Then a change removes all of it that
    stands behind. `bound`, `free`, or `auto`: as `model` does it, and `bound` if the model is not known. One of `auto`, `bound`,
    `free`. Default: `"auto"`.
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
    """Puts the lines back for which the pointers of `condense` stand.

    dialect: The shape of the messages. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`,
    `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`,
    `opencode`, `mastra`. Default: detected.
    model: The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices
    follow from it, unless they are given. Default: none.
    thinking: Whether signed thinking is valid only while everything before it is as it was. Then a change removes all of it that
    stands behind. `bound`, `free`, or `auto`: as `model` does it, and `bound` if the model is not known. One of `auto`, `bound`,
    `free`. Default: `"auto"`.
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
    """Lists what a provider would refuse in a history, each problem with its code and its place. An empty list means that the history
    is valid in its dialect. With the list as it was before a change, thinking that is bound to something else is among it.

    previous: The messages as they were sent before.
    dialect: The shape of the messages. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`,
    `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`,
    `opencode`, `mastra`. Default: detected.
    model: The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices
    follow from it, unless they are given. Default: none.
    thinking: Whether signed thinking is valid only while everything before it is as it was. Then a change removes all of it that
    stands behind. `bound`, `free`, or `auto`: as `model` does it, and `bound` if the model is not known. One of `auto`, `bound`,
    `free`. Default: `"auto"`.
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
    """Makes a history valid with as little change as possible. What is sound stays the same object. It is an error if any repair would
    be a guess.

    dialect: The shape of the messages. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`,
    `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`,
    `opencode`, `mastra`. Default: detected.
    model: The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices
    follow from it, unless they are given. Default: none.
    thinking: Whether signed thinking is valid only while everything before it is as it was. Then a change removes all of it that
    stands behind. `bound`, `free`, or `auto`: as `model` does it, and `bound` if the model is not known. One of `auto`, `bound`,
    `free`. Default: `"auto"`.
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
    """Makes a summary from the conversation itself, without a model, and gives its text and its sections. It fills its budget with
    what is most likely needed again, word for word. The same messages give the same summary. `message` is the text to put into a
    history: its marks are how the next summary knows it and carries on what it holds.

    max_tokens: The most tokens that the summary may take; 5,000 unless given. Below about 600 hardly more fits than what the user
    asked. A whole number of at least 1.
    dialect: The shape of the messages. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`,
    `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`,
    `opencode`, `mastra`. Default: detected.
    model: The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices
    follow from it, unless they are given. Default: none.
    tokenizer: How tokens are counted: as a family of models does (an estimate), `exact` by OpenAI's encoding of the model, or, in a
    `Compactor`, a `History` and `count_tokens`, your own counter. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`,
    `p50k_base`, `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: an
    estimate for the family of `model`.
    preset: The preset whose values hold where nothing is given.
    """

def check_summary(
    messages: Sequence[Any],
    summary: str,
    *,
    dialect: Dialect | None = None,
    preset: Preset | PresetOptions | None = None,
) -> CheckedSummary:
    """Tells what a summary says and its conversation does not bear out, without a model: checks that it calls passed though their
    newest run failed, and paths, ids, numbers and commands that the messages do not hold.

    summary: The summary, in any form: its text is looked through.
    dialect: The shape of the messages. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`,
    `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`,
    `opencode`, `mastra`. Default: detected.
    preset: The preset whose values hold where nothing is given.
    """

def parse_summary(text: str) -> ParsedSummary:
    """Reads a model's answer to a request for a summary. Gives `text` and `sections`, or `defect`, which says why it cannot be used."""

def facts(
    messages: Sequence[Any],
    *,
    dialect: Dialect | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Facts:
    """Tells what a conversation holds, without a model: what the user said, files and what was done to them, commands and what came of
    them, and tasks, each with the index of its message.

    dialect: The shape of the messages. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`,
    `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`,
    `opencode`, `mastra`. Default: detected.
    preset: The preset whose values hold where nothing is given.
    """

@overload
def count_texts(texts: Sequence[str], *, encoding: Encoding | None = None, model: str | None = None) -> list[int]:
    """Counts the tokens of texts exactly, in one of OpenAI's public encodings. Special tokens count as ordinary text: `<|endoftext|>`
    is seven tokens.

    at_most: Where counting stops: a text with more tokens gives null. A whole number of at least 0.
    encoding: The encoding, in place of the model's. One of `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`, `r50k_base`,
    `gpt2`. Default: follows from the model.
    model: The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices
    follow from it, unless they are given. Default: none.
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
    """Gives the token ids of a text.

    encoding: The encoding, in place of the model's. One of `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`, `r50k_base`,
    `gpt2`. Default: follows from the model.
    model: The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices
    follow from it, unless they are given. Default: none.
    """

def decode(ids: Sequence[int], *, encoding: Encoding | None = None, model: str | None = None) -> str:
    """Gives the text that token ids stand for. Bytes that are no whole character become U+FFFD. An id that is no token is an error.

    encoding: The encoding, in place of the model's. One of `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`, `r50k_base`,
    `gpt2`. Default: follows from the model.
    model: The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices
    follow from it, unless they are given. Default: none.
    """

def truncate(text: str, max_tokens: int, *, encoding: Encoding | None = None, model: str | None = None) -> str:
    """Gives the longest start of a text that has at most `max_tokens` tokens. It never cuts inside a character.

    max_tokens: The most tokens of the result. A whole number of at least 0.
    encoding: The encoding, in place of the model's. One of `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`, `r50k_base`,
    `gpt2`. Default: follows from the model.
    model: The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices
    follow from it, unless they are given. Default: none.
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
    """Cuts a text to a limit, by the preset's rule for tool output or by a rule that you name. The default rule keeps the start, the
    end and lines that name errors. It never cuts inside a character.

    rule: The rule: `ends`, the default, or the name of a reproduced system's rule.
    max_chars: The longest text, in chars. A whole number of at least 0.
    max_lines: The most lines that the text may have. A whole number of at least 0.
    max_bytes: The longest text, in UTF-8 bytes. A limit that the rule does not use is an error that names the rules which do. A
    whole number of at least 0.
    max_tokens: The most tokens. They are converted to chars, by the script of the text. A whole number of at least 0.
    keep_errors: Whether lines from the middle that name errors are kept.
    head_fraction: The share of the kept text that comes from the start. A number from 0 to 1.
    locator: Where the full text can be found, for example a path. The marker shows it.
    prefix: The line in front of the result, for rules that have one.
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
    """Has a model tell one tool output shorter, if it is over its budget: `request` says what to ask, and a second call with the
    `answer` checks it. Errors with their traces, and warnings, stand in the text word for word: what the answer lacks is put in. An
    answer that is empty, a refusal, too long or no shorter is replaced by the start, the end and the errors of the output; `defect`
    says why. Without an answer the output stays as it is.

    max_tokens: The most tokens that the summary may take; an output within them needs none. 2,000 unless given. A whole number of
    at least 1.
    tool: The tool that gave the output.
    call: What the tool was called with, for example the command.
    request: What the user asked for, so that the model knows what matters.
    locator: Where the full output can be found, for example a path. The text names it.
    answer: The model's answer.
    dialect: The shape of the messages. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`,
    `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`,
    `opencode`, `mastra`. Default: detected.
    model: The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices
    follow from it, unless they are given. Default: none.
    tokenizer: How tokens are counted: as a family of models does (an estimate), `exact` by OpenAI's encoding of the model, or, in a
    `Compactor`, a `History` and `count_tokens`, your own counter. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`,
    `p50k_base`, `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: an
    estimate for the family of `model`.
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
    """Gives one page of a file's text: the first 2,000 lines, each up to 2,000 chars, and a notice that says how to get the rest.

    offset: How many lines to skip; 0 unless given. A whole number of at least 0.
    limit: The most lines of the page; 2,000 unless given. A whole number of at least 0.
    max_line_chars: The longest line, in chars; 2,000 unless given. A line that is cut ends with a mark. A whole number of at least
    0.
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
    """Makes a part of a user message that holds an image, a PDF, a sound or a film, in the shape of a dialect.

    mime: The type of the medium, such as `image/png`. The data are base64.
    name: The name of the file, for dialects that tell it; `file` unless given.
    dialect: The shape of the messages. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`,
    `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`,
    `opencode`, `mastra`. Default: detected.
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
    """Puts the files that an instruction file imports by `@path` into its text. An `@` in code imports nothing, no file is imported in
    a circle, and none from outside the roots. What is not imported stands under `problems`.

    path: The path of the file that the text is from. Imports are meant from its folder.
    files: The files that can be imported: text by path. A path that is not here is missing.
    roots: The folders below which files may be imported; the folder of `path` unless given.
    home: The folder that `~` stands for; without it `~` is no folder. It must lie below a root.
    format: Where an imported file stands: where it is imported, or one behind the other; `tree` unless given. One of `tree`,
    `flat`.
    max_depth: How deep imports are followed; 5 unless given, 64 at most, and 0 follows none. A whole number of at least 0.
    max_files: The most files that are imported; 1,000 unless given. A whole number of at least 0.
    max_chars: The longest result, in chars; 4,000,000 unless given. A whole number of at least 0.
    model: The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices
    follow from it, unless they are given. Default: none.
    tokenizer: How tokens are counted: as a family of models does (an estimate), `exact` by OpenAI's encoding of the model, or, in a
    `Compactor`, a `History` and `count_tokens`, your own counter. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`,
    `p50k_base`, `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: an
    estimate for the family of `model`.
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
    """Joins instruction files into one text, each under its path and with its tokens. Equal texts stand once. Give the text as
    `preamble` with each turn, and it leads the history after every compaction.

    max_tokens: The most tokens. Files at the end of the list stay, since they are about the work at hand. A whole number of at
    least 0.
    model: The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices
    follow from it, unless they are given. Default: none.
    tokenizer: How tokens are counted: as a family of models does (an estimate), `exact` by OpenAI's encoding of the model, or, in a
    `Compactor`, a `History` and `count_tokens`, your own counter. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`,
    `p50k_base`, `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: an
    estimate for the family of `model`.
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
    """Tells what the user has open in an editor: the newest files and the selected text, in full or as changes since `last`. Give no
    `last` after a compaction, so that all is said again.

    last: The `state` of the result before; without it all is said.
    full: Whether all is said although there is a `last`.
    max_files: The most open files that are named; 10 unless given. A whole number of at least 0.
    max_selected_chars: The longest selected text, in chars; 16,384 unless given. A whole number of at least 0.
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
    """Gives the newest turns, each from its prompt on. No call is separated from its result.

    turns: How many turns; 2 unless given. A whole number of at least 0.
    calls: Whether messages that hold calls or results stay; true unless given.
    thinking: Whether signed thinking is valid only while everything before it is as it was. Then a change removes all of it that
    stands behind. `bound`, `free`, or `auto`: as `model` does it, and `bound` if the model is not known. One of `auto`, `bound`,
    `free`. Default: `"auto"`.
    """

def routing_window(
    messages: Sequence[M],
    *,
    window: int | None = None,
    shown: int | None = None,
    **options: Unpack[Measuring],
) -> Edited[M, Selection]:
    """Gives what a router needs to see: of the newest 20 messages, the newest 4 that hold neither calls nor results.

    window: How many of the newest messages are looked at; 20 unless given. A whole number of at least 0.
    shown: How many messages stay; 4 unless given. A whole number of at least 0.
    """

def classify_error(
    error: Any,
    *,
    attempt: int | None = None,
    preset: Preset | PresetOptions | None = None,
) -> ClassifiedError:
    """Tells what a provider's error means: `tokens`, `max_tokens`, `bytes`, `media`, `pairing`, `thinking_bound`, `empty`, `rate`,
    `overload`, `auth` or `other`, with the numbers and the place that it states, and what to do about it. It takes the exception of
    any SDK as it is, an object with its status and body, or a text; and an answer that holds nothing, which some hosts give to a
    prompt that is too long. What an error quotes of the request is not evidence of a size. A `Compactor` does it by itself: give
    the error to its `handle_provider_error`.

    attempt: How many requests in a row were refused, this one included; 1 unless given. Waits grow with it, and end. A whole number
    of at least 1.
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
    """Tells what a model holds and costs, and how that is known: `declared`, `table`, `observed` or `fallback`; and the rules of its
    provider's prompt cache. Prefixes of vendors, dates, versions with dots or dashes, and tags in the name are understood, and the
    names of sets of prices. A compactor needs no more than the name of a model that the table, or `models`, has.

    observed_tokens: A limit on prompts that a provider's refusal stated. It holds where it is lower. A whole number of at least 1.
    context_window: The most tokens that a prompt may have. If your provider limits the input apart, give that limit. Without a
    window only a forced run compacts. A whole number of at least 1. Default: the window of `model`.
    max_output_tokens: The model's limit on output, in tokens; 0 if it is not known. Some ladders keep this many tokens free. A
    whole number of at least 0. Default: `0`.
    models: What you know of models that the table does not have, or has otherwise: an object for each name. It comes before the
    table. If it stands in a file, read that by yourself: `json.load`. Default: none.
    preset: The preset whose values hold where nothing is given.
    """

def invert_patch(
    messages: Sequence[Any],
    patch: Mapping[str, Any],
    *,
    preset: Preset | PresetOptions | None = None,
) -> Patch:
    """Makes the patch that takes a patch back: applied to what the patch made of the messages, it gives these messages again, also
    when messages were added at the end. It holds what the patch took out as you gave it, so it can be stored if your messages can.

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
    """Gives the token counts at which to warn, to compact and to stop, for a `context_window`.

    context_window: The most tokens that a prompt may have. If your provider limits the input apart, give that limit. Without a
    window only a forced run compacts. A whole number of at least 1. Default: the window of `model`.
    trigger: Compaction starts when the prompt reaches this share of the room, or so many tokens. The room is the window, less the
    reserve, less the system text and the tool schemas. A fraction above 0 and at most 1, or `{"tokens": ...}`. Default: `0.75`.
    ladder: How the thresholds are computed from the window: by a fraction, or by the rule of one of the reproduced systems. One of
    `fraction`, `qwen-code`, `qwen-code-seed`, `gencode`, `opencode`, `opencode-next`. Default: `"fraction"`.
    max_output_tokens: The model's limit on output, in tokens; 0 if it is not known. Some ladders keep this many tokens free. A
    whole number of at least 0. Default: `0`.
    max_input_tokens: The model's limit on input alone, in tokens, if it has one. A whole number of at least 0. Default: none.
    reserved_tokens: Tokens kept free below the limit on input. Unless given, the limit on output, at most 20,000. A whole number of
    at least 0. Default: follows from the output limit.
    reserved_output_tokens: The most tokens kept free for the answer. A whole number of at least 0. Default: `32000`.
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
    summary_tokens: int | None = None,
    context_window: int | None = None,
    max_output_tokens: int | None = None,
    trigger: float | Tokens | None = None,
    target: float | Tokens | None = None,
    keep_tool_results: int | None = None,
    summarize: Summarize | Literal["extractive"] | None = None,
    prices: PriceSet | Prices | None = None,
    progress: Callable[[int, int], object] | None = None,
    **options: Unpack[Measuring],
) -> Simulation:
    """Goes through a recorded session call by call and tells what policies would have cost: a row for each policy, window and set of
    prices, with `cost` in tokens of input, `percent_of_never`, `hit_percent` (names that the agent wrote again and that were still
    in its prompt), prompts over the window, results lost unread, clearings and summaries. Nothing is compacted, and no model is
    asked.

    policies: Some of `never`, `pays` and `trigger` (ours), `every_turn`, `context_editing`, `summarize_85`,
    `summarize_85_keep_tenth`, and `best_batch`, the best fixed batch in hindsight. Without it: all of these. And names of presets:
    then the compactor of the preset goes through the session, which takes longer.
    windows: Windows to try, in tokens, in place of `context_window`.
    price_sets: Names of sets of prices, or of models, in place of the prices of the options.
    overhead_tokens: Tokens of the system text and the tool schemas; 0 unless given. A whole number of at least 0.
    pauses_ms: The pause before each call, in milliseconds; where the list ends, its last one holds. In a pause that is longer than
    the cache lives, its entries are lost. Without it: no pauses.
    times_ms: When each message came, in milliseconds of one clock; null where that is not known. The pauses before calls follow
    from it, unless `pauses_ms` tells them.
    summary_tokens: Tokens of a summary; 2,000 unless given. A whole number of at least 1.
    context_window: The most tokens that a prompt may have. If your provider limits the input apart, give that limit. Without a
    window only a forced run compacts. A whole number of at least 1. Default: the window of `model`.
    max_output_tokens: The model's limit on output, in tokens; 0 if it is not known. Some ladders keep this many tokens free. A
    whole number of at least 0. Default: `0`.
    trigger: Compaction starts when the prompt reaches this share of the room, or so many tokens. The room is the window, less the
    reserve, less the system text and the tool schemas. A fraction above 0 and at most 1, or `{"tokens": ...}`. Default: `0.75`.
    target: A compaction leaves at most this share of the room, or so many tokens. It lies below `trigger`. If clearing old results
    alone gets there, nothing is summarised. A fraction above 0 and at most 1, or `{"tokens": ...}`. Default: 0.5, or two thirds of
    `trigger` if that is less.
    keep_tool_results: How many of the newest tool results, and of the newest media, are not cleared. Fewer stay only where the
    prompt would stay above the trigger, and the result says so. What the agent has not read yet is never cleared. A whole number of
    at least 1. Default: `10`.
    summarize: Your model call. `extractive` makes the summary of the conversation's own lines, without a model. One of
    `extractive`. Default: `"extractive"`.
    prices: What a token costs, and how long the prompt cache lives: the name of a known set, or an object. Only the ratios of the
    prices count. Default: the prices of `model`.
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
    """Gives a Gemini history without invalid messages of the model. A run of the model's messages stays or goes as a whole.

    modern: Whether thoughts are removed and neighbours of the same role merged, as for newer models.
    merge_results: Whether a result and the prompt after it are merged too. On under the preset `gemini-cli`.
    strict: Whether messages of the model without parts go too, and messages of the user that hold results alone, as gemini-cli's
    document of 2025 says.
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
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, list[Change]]:
    """Makes a Gemini history that the API accepts: neighbours of one role are merged, and calls and results are paired. The five
    switches add more; they are off, but on under the preset `gemini-cli`.

    strip_thoughts: Whether thoughts are removed.
    sign_calls: Whether the first call of a turn gets a signature that the API accepts, if it has none.
    answer_pending: Whether calls at the end of the list are answered too, although they may still be running.
    end_with_user: Whether a list that ends with the model gets a message of the user at the end.
    scrub: Whether fields that the API does not know are removed.
    lost_result: The text of the result that answers a call whose result was lost.
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
    """Cuts every long text in the parts of a tool result to a share of its tokens. What is not cut is the same object as before.

    ratio: The share of its tokens that each long text keeps. A number from 0 to 1.
    head_fraction: The share of the kept text that comes from the start. A number from 0 to 1.
    locator: Where the full text can be found, for example a path. The marker shows it.
    prefix: The line in front of the result, for rules that have one.
    preset: The preset whose values hold where nothing is given.
    """

def estimate_parts_tokens(
    request: Any,
    *,
    chars_per_token: float | None = None,
    preset: Preset | PresetOptions | None = None,
) -> RequestEstimate:
    """Estimates the tokens of a request as gemini-cli does, and says whether gemini-cli would ask the provider for the count.

    chars_per_token: Chars of text per token. A number from 0.5 to 1000. Default: `4.0`.
    preset: The preset whose values hold where nothing is given.
    """

def token_limit(model: str | None, *, preset: Preset | PresetOptions | None = None) -> int:
    """Gives the context window, in tokens, that gemini-cli assumes for a model. A model of another vendor is an error.

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
    """Moves old tool outputs to a store of yours and leaves a preview and the place. An output is masked once `locators` has a place
    for its key.

    protect_tokens: Tokens of the newest outputs that stay. A whole number of at least 0.
    min_tokens: Tokens that masking must be able to save; otherwise nothing is done. A whole number of at least 0.
    protect_latest_turn: Whether the outputs in the last message stay; true unless given.
    locators: The place of each stored output, by its key.
    dialect: The shape of the messages. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`,
    `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`,
    `opencode`, `mastra`. Default: detected.
    model: The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices
    follow from it, unless they are given. Default: none.
    image_tokens: What an image or a document costs, in tokens: a number, or the formula of a provider. A whole number of at least
    1, or one of the words. Default: the formula of `model`, else 1,600.
    tokenizer: How tokens are counted: as a family of models does (an estimate), `exact` by OpenAI's encoding of the model, or, in a
    `Compactor`, a `History` and `count_tokens`, your own counter. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`,
    `p50k_base`, `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: an
    estimate for the family of `model`.
    thinking: Whether signed thinking is valid only while everything before it is as it was. Then a change removes all of it that
    stands behind. `bound`, `free`, or `auto`: as `model` does it, and `bound` if the model is not known. One of `auto`, `bound`,
    `free`. Default: `"auto"`.
    store: Keeps an output and returns where it can be found.
    preset: The preset whose values hold where nothing is given.
    """

def compression_threshold(
    *,
    local: float | None = None,
    remote: float | None = None,
    preset: Preset | PresetOptions | None = None,
) -> CompressionThreshold:
    """Gives gemini-cli's threshold, as a fraction of the window: `local` if it is given, else `remote`, else 0.5. A value of 0 counts
    as not given.

    local: The threshold from the user's settings. A number from 0 to 1.
    remote: The threshold from the vendor's remote configuration. A number from 0 to 1.
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
    """Says whether a request no longer fits the context window, as gemini-cli checks it before it sends one.

    last_prompt_tokens: Tokens of the last prompt as the provider reported them. A whole number of at least 0.
    rule: Whether the request may take all that the window has left, or 95 % of it. One of `remaining`, `remaining_95`.
    context_window: The most tokens that a prompt may have. If your provider limits the input apart, give that limit. Without a
    window only a forced run compacts. A whole number of at least 1. Default: the window of `model`.
    model: The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices
    follow from it, unless they are given. Default: none.
    preset: The preset whose values hold where nothing is given.
    """

def compressor_model(model: str | None, *, preset: Preset | PresetOptions | None = None) -> str:
    """Gives the alias of the model that gemini-cli asks for a summary, by the conversation's model.

    preset: The preset whose values hold where nothing is given.
    """

def least_recently_used(
    uses: Sequence[str],
    *,
    max_entries: int | None = None,
    preset: Preset | PresetOptions | None = None,
) -> CacheKeys:
    """Says which keys a cache of yours still holds after these uses, the oldest first, and which it lets go: those that were used the
    longest time ago.

    max_entries: Entries that the cache holds; 50 unless given. A whole number of at least 1.
    preset: The preset whose values hold where nothing is given.
    """

def recent_activity(
    events: Sequence[Any],
    *,
    max_events: int | None = None,
    preset: Preset | PresetOptions | None = None,
) -> RecentActivity:
    """Says which of your events stay if only the newest do, first in first out, and how many of each type there are. An event has a
    `type`, and may have a `timestamp` in milliseconds.

    max_events: Events that stay; 100 unless given. A whole number of at least 0.
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
    """Prepares a request with many pictures: old pictures become lines of text, and the newest move to the end. Send what comes back,
    and keep your own list. Below `max_images` pictures nothing changes.

    dialect: The shape of the messages. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`,
    `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`,
    `opencode`, `mastra`. Default: detected.
    model: The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices
    follow from it, unless they are given. Default: none.
    image_tokens: What an image or a document costs, in tokens: a number, or the formula of a provider. A whole number of at least
    1, or one of the words. Default: the formula of `model`, else 1,600.
    max_images: From this many images on, a request carries only the newest ones; 0 turns it off. A whole number of at least 0.
    Default: `0`.
    keep_images: How many images are put back after a summary. A whole number of at least 0. Default: `0`.
    tokenizer: How tokens are counted: as a family of models does (an estimate), `exact` by OpenAI's encoding of the model, or, in a
    `Compactor`, a `History` and `count_tokens`, your own counter. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`,
    `p50k_base`, `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: an
    estimate for the family of `model`.
    thinking: Whether signed thinking is valid only while everything before it is as it was. Then a change removes all of it that
    stands behind. `bound`, `free`, or `auto`: as `model` does it, and `bound` if the model is not known. One of `auto`, `bound`,
    `free`. Default: `"auto"`.
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
    """Estimates the tokens of the next prompt: the provider's last counts and the new message, or all messages if there is no count
    yet.

    message: The message that is about to be sent.
    last_prompt_tokens: Tokens of the last prompt as the provider reported them; 0 unless given. A whole number of at least 0.
    last_output_tokens: Tokens of the last answer as the provider reported them. A whole number of at least 0.
    conservative: Whether the new message counts one and a half times.
    """

def resolve_settings(
    env: Mapping[str, str] | None,
    *,
    settings: Mapping[str, Any] | str | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Settings:
    """Reads qwen-code's settings from environment variables that you pass in and from its settings file. Gives `options` for the
    compactor, every value, where each came from, what could not be used, and keys that there are not.

    settings: The settings file, as data or as its text, which may hold comments.
    preset: The preset whose values hold where nothing is given.
    """

def compression_settings(
    settings: Mapping[str, Any] | str | None,
    *,
    preset: Preset | PresetOptions | None = None,
) -> Settings:
    """Reads gencode's settings file, as data or as its text. Gives `options` for the compactor, every value, where each came from,
    what could not be used, and keys that there are not. `model` and `enabled` are the host's to follow.

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
    """Clears old tool results and keeps the newest `clear_protect_tokens` tokens of them. It does nothing below `clear_min_tokens`;
    `clear_rule` says what that counts.

    pruned_at: Any value, for example a time: each cleared result gets it as `prunedAt`, with `pruned: true`.
    clear_rule: Which old tool results are cleared. One of `newest_messages`, `behind_two_turns`. Default: `"newest_messages"`.
    clear_min_tokens: Nothing is cleared if clearing would free fewer tokens than this. The rule `newest_messages` compares it with
    the whole conversation. A whole number of at least 0. Default: `20000`.
    clear_protect_tokens: How many tokens of the newest tool results are never cleared. A whole number of at least 0. Default:
    `40000`.
    placeholder: The text that takes the place of a cleared result: `informative` names the tool, its key argument and the size. One
    of `informative`, `plain`, `short`. Default: `"informative"`.
    thinking: Whether signed thinking is valid only while everything before it is as it was. Then a change removes all of it that
    stands behind. `bound`, `free`, or `auto`: as `model` does it, and `bound` if the model is not known. One of `auto`, `bound`,
    `free`. Default: `"auto"`.
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
    """Says whether a conversation must be made smaller for a `context_window`, and how: `none`, `prune` (clear old tool results) or
    `compact` (summarise).

    usage: The provider's usage report for the last call, in any spelling, or a list of reports, of which the last one counts.
    enabled: Whether anything may be done at all; true unless given.
    system: The system text that goes with the messages: a text, or a list of blocks.
    tools: The tool schemas that go with the messages: any plain data. In a compactor their `annotations` (`readOnlyHint`,
    `destructiveHint`) say which calls the notes tell as done.
    context_window: The most tokens that a prompt may have. If your provider limits the input apart, give that limit. Without a
    window only a forced run compacts. A whole number of at least 1. Default: the window of `model`.
    trigger: Compaction starts when the prompt reaches this share of the room, or so many tokens. The room is the window, less the
    reserve, less the system text and the tool schemas. A fraction above 0 and at most 1, or `{"tokens": ...}`. Default: `0.75`.
    ladder: How the thresholds are computed from the window: by a fraction, or by the rule of one of the reproduced systems. One of
    `fraction`, `qwen-code`, `qwen-code-seed`, `gencode`, `opencode`, `opencode-next`. Default: `"fraction"`.
    max_output_tokens: The model's limit on output, in tokens; 0 if it is not known. Some ladders keep this many tokens free. A
    whole number of at least 0. Default: `0`.
    max_input_tokens: The model's limit on input alone, in tokens, if it has one. A whole number of at least 0. Default: none.
    reserved_tokens: Tokens kept free below the limit on input. Unless given, the limit on output, at most 20,000. A whole number of
    at least 0. Default: follows from the output limit.
    reserved_output_tokens: The most tokens kept free for the answer. A whole number of at least 0. Default: `32000`.
    clear: Whether old tool results and media are cleared before anything is summarised. Default: `true`.
    clear_rule: Which old tool results are cleared. One of `newest_messages`, `behind_two_turns`. Default: `"newest_messages"`.
    clear_min_tokens: Nothing is cleared if clearing would free fewer tokens than this. The rule `newest_messages` compares it with
    the whole conversation. A whole number of at least 0. Default: `20000`.
    clear_protect_tokens: How many tokens of the newest tool results are never cleared. A whole number of at least 0. Default:
    `40000`.
    placeholder: The text that takes the place of a cleared result: `informative` names the tool, its key argument and the size. One
    of `informative`, `plain`, `short`. Default: `"informative"`.
    """

def usage_tokens(usage: Any, *, preset: Preset | PresetOptions | None = None) -> UsageTokens:
    """Adds up the tokens of a provider's usage report, as the preset's system adds them up.

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
    """Finds what happened in messages, without a model: the decisions, the files changed and the tools used.

    start: Index of the first message that is read; 0 unless given. A whole number of at least 0.
    end: Index after the last message that is read; the number of messages unless given. A whole number of at least 0.
    max_decisions: The most decisions in the result; 20 unless given. A whole number of at least 0.
    max_uses: The most uses of each tool in the result; 3 unless given. A whole number of at least 0.
    dialect: The shape of the messages. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`,
    `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`,
    `opencode`, `mastra`. Default: detected.
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
    """Makes the record of a summary as gencode's session files hold it, with the same keys.

    id: The id of the record.
    generated_at: The time at which the summary was made.
    content: The text of the summary.
    covering_messages: The indices of the first and the last message that the summary covers.
    max_decisions: The most decisions in the result; 20 unless given. A whole number of at least 0.
    max_uses: The most uses of each tool in the result; 3 unless given. A whole number of at least 0.
    dialect: The shape of the messages. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`,
    `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`,
    `opencode`, `mastra`. Default: detected.
    preset: The preset whose values hold where nothing is given.
    """

def messages_for_model(
    session: Mapping[str, Any],
    *,
    dialect: Dialect | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[Any, SessionStats]:
    """Gives the messages of a saved session that a model should read: those that it holds, and a summary of removed messages that got
    lost.

    dialect: The shape of the messages. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`,
    `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`,
    `opencode`, `mastra`. Default: detected.
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
    """Reads a file for a model: a page of its text, in whatever encoding it is, or an image, a PDF, a sound or a film as a part of a
    message. A file that is not read is named under `problem`.

    roots: The folders below which files may be read. Without them every file may; give them if a model names the path.
    offset: How many lines to skip; 0 unless given. A whole number of at least 0.
    limit: The most lines of the page; 2,000 unless given. A whole number of at least 0.
    max_line_chars: The longest line, in chars; 2,000 unless given. A whole number of at least 0.
    max_bytes: The most bytes that are read; 20 MiB unless given. A larger medium is refused. A whole number of at least 0.
    dialect: The shape of the messages. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`,
    `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`,
    `opencode`, `mastra`. Default: detected.
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
    """Finds the instruction files for a folder, such as `AGENTS.md`, from the root down to it, with their imports, and joins them into
    one text. Give the text as `preamble` with each turn, and it leads the history after every compaction.

    roots: The folders that are trusted: nothing outside is read. The nearest folder above with a marker unless given.
    names: The names of instruction files; `AGENTS.md`, `CLAUDE.md` and `GEMINI.md` unless given or the preset has others.
    markers: What marks the folder at which looking upward ends where no roots are given; `.git` unless given.
    max_folders: How many folders below are looked through, breadth first; 0 unless given, 200 in presets that do it. A whole number
    of at least 0.
    left_out: Names of folders below that are not looked through: `node_modules`, `target`, `dist`, `build`, `vendor`, `venv`,
    `__pycache__`, `site-packages` unless given. Those that begin with a dot never are.
    loaded: Paths of instruction files that were loaded before; they are left out. So a sub-folder's come just in time.
    home: The folder that `~` stands for in imports. It must lie below a root.
    max_file_bytes: The longest instruction file, in bytes; 1,000,000 unless given. A whole number of at least 0.
    max_tokens: The most tokens of the text. The files of the innermost folders stay. A whole number of at least 0.
    format: Where an imported file stands: where it is imported, or one behind the other; `tree` unless given. One of `tree`,
    `flat`.
    max_depth: How deep imports are followed; 5 unless given, 64 at most, and 0 follows none. A whole number of at least 0.
    max_files: The most files that are imported; 1,000 unless given. A whole number of at least 0.
    max_chars: The longest result, in chars; 4,000,000 unless given. A whole number of at least 0.
    model: The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices
    follow from it, unless they are given. Default: none.
    tokenizer: How tokens are counted: as a family of models does (an estimate), `exact` by OpenAI's encoding of the model, or, in a
    `Compactor`, a `History` and `count_tokens`, your own counter. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`,
    `p50k_base`, `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: an
    estimate for the family of `model`.
    preset: The preset whose values hold where nothing is given.
    """
