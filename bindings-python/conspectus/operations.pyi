# Written by `scripts/names.py --write` from the tables of the core. Do not edit.
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, TypeVar

from typing_extensions import Unpack

from .options import Application, ClearRule, Dialect, Encoding, Estimator, Fallback, Family, Ladder, MediaRule, MemoryUpdate, Modality, Placeholder, Preset, SplitRule, Store, Template, Tokenizer, Unit
from .results import Edited, Estimate, Record, SplitPoint

M = TypeVar("M")

class Measuring(TypedDict, total=False):
    """Options that decide how things are measured. Operations that measure take them all."""

    dialect: Dialect | None
    """The dialect that the messages are written in. Detected from the whole list unless given. One of `gemini`, `openai_chat`,
    `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`. Default: detected.
    """
    unit: Unit | None
    """Which chars of a message are counted. One of `chars`, `json_chars`, `part_json_chars`, `output_chars`, `content_json_chars`.
    Default: `"chars"`.
    """
    estimator: Estimator | None
    """How text becomes tokens. `chars` where `unit` or `chars_per_token` is given. One of `chars`, `script`, `instant`, `exact`,
    `host`. Default: `"instant"`.
    """
    model: str | None
    """The model of the conversation, as its provider spells it. It picks the weights of `instant`, the encoding of `exact` and the
    price of media. Default: none.
    """
    family: Family | None
    """The weights of `instant`, in place of the model's. One of `o200k_base`, `cl100k_base`, `claude_v3`, `claude_v4_7`, `gemini`,
    `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: follows from the model.
    """
    encoding: Encoding | None
    """The encoding of `exact`, in place of the model's. One of `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`, `r50k_base`,
    `gpt2`. Default: follows from the model.
    """
    chars_per_token: float | None
    """Chars of text per token. A number from 0.5 to 1000. Default: `4.0`."""
    media_rule: MediaRule | None
    """How a medium is priced by its size, in place of the model's rule. One of `constant`, `openai_tiles`, `openai_tiles_4o_mini`,
    `openai_tiles_o`, `openai_tiles_5`, `openai_patches_mini`, `openai_patches_nano`, `openai_patches_o4_mini`, `openai_patches_5`,
    `openai_patches_6`, `anthropic`, `anthropic_high`, `anthropic_5`, `gemini_2`, `gemini_3`, `qwen_vl`, `qwen3_vl`. Default:
    follows from the model.
    """
    image_tokens: int | None
    """Tokens that an image or a document costs where no rule can tell. A whole number of at least 1. Default: `1600`."""
    message_overhead_tokens: int | None
    """Tokens added for each message (role and separators). A whole number of at least 0. Default: `4`."""
    preset: Preset | None
    """The preset whose values hold where nothing is given."""

def count_up_to(text: str, limit: int, *, encoding: Encoding | None = None, model: str | None = None) -> int | None:
    """As `count_tokens`, but `None` as soon as there are more than `limit`."""

def estimate_tokens(
    messages: Sequence[Any],
    *,
    system: str | Sequence[Any] | None = None,
    tools: Any = None,
    reports: Sequence[Mapping[str, Any]] | None = None,
    tokenizer: Tokenizer | None = None,
    **options: Unpack[Measuring],
) -> Estimate:
    """How large a conversation is: tokens, chars and media, with what surrounds it. An image costs what its size costs at the model,
    never the length of its base64.

    system: The system text that goes with the messages: a text, or a list of blocks.
    tools: The tool schemas that go with them: any plain data.
    reports: What the provider reported, in order: a list of `{usage, messages}`. It gives `prompt_tokens`.
    tokenizer: Counts the tokens of a text in place of the estimators.
    """

def media_tokens(
    medium: Any,
    *,
    detail: Literal["auto", "low", "medium", "high", "ultra_high"] | None = None,
    model: str | None = None,
    media_rule: MediaRule | None = None,
    image_tokens: int | None = None,
    preset: Preset | None = None,
) -> Record:
    """What an image, a PDF or a sound costs. Only its first bytes are read.

    detail: The detail that the request asks for. One of `auto`, `low`, `medium`, `high`, `ultra_high`.
    model: The model of the conversation, as its provider spells it. It picks the weights of `instant`, the encoding of `exact` and
    the price of media. Default: none.
    media_rule: How a medium is priced by its size, in place of the model's rule. One of `constant`, `openai_tiles`,
    `openai_tiles_4o_mini`, `openai_tiles_o`, `openai_tiles_5`, `openai_patches_mini`, `openai_patches_nano`,
    `openai_patches_o4_mini`, `openai_patches_5`, `openai_patches_6`, `anthropic`, `anthropic_high`, `anthropic_5`, `gemini_2`,
    `gemini_3`, `qwen_vl`, `qwen3_vl`. Default: follows from the model.
    image_tokens: Tokens that an image or a document costs where no rule can tell. A whole number of at least 1. Default: `1600`.
    preset: The preset whose values hold where nothing is given.
    """

def read_usage(usage: Any) -> Record:
    """The counts of a provider's usage report, in any spelling. Cached tokens are part of `prompt_tokens`."""

def estimate_text_tokens(text: str | None, *, rule: str | None = None, **options: Unpack[Measuring]) -> Record:
    """Tokens of one text, by the rule of the preset or by a named one. Null has none.

    rule: `config`, as the configuration measures, or the rule of a reproduced system.
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
    max_output_tokens: int | None = None,
    max_input_tokens: int | None = None,
    reserved_tokens: int | None = None,
    **options: Unpack[Measuring],
) -> SplitPoint:
    """Where to cut: the messages before the index are to be summarised, those from it on stay. No call is parted from its result.

    char_counts: A number for each message, in place of the chars that are measured.
    fraction: The fraction of chars in front of the cut. A fraction above 0 and below 1. Default: `0.7`.
    split_rule: How the cut is chosen. See the reference for the rules. One of `closed`, `user_turn`, `user_turn_or_trailing_call`,
    `tail_budget`, `newest_messages`. Default: `"closed"`.
    tail_tokens: Tokens of the newest messages that the rule `tail_budget` keeps. Unless given, a quarter of what is usable, from
    2,000 to 15,000. A whole number of at least 0. Default: follows from the window.
    tail_turns: Most turns that the rule `tail_budget` keeps. Unless given, as many as fit. A whole number of at least 0. Default:
    as many as fit.
    keep_messages: How many messages the rule `newest_messages` keeps. A whole number of at least 0. Default: `10`.
    keep_pairs: Complete call and result pairs that are kept in front of a call that waits. A whole number of at least 0. Default:
    `2`.
    context_window: The model's window, in tokens. It decides *when* to compact; without it only `force` compacts. A whole number of
    at least 1. Default: none.
    max_output_tokens: The model's limit on output, in tokens; 0 if it is not known. Some ladders keep it free. A whole number of at
    least 0. Default: `0`.
    max_input_tokens: The model's limit on input alone, in tokens, if it has one. A whole number of at least 0. Default: none.
    reserved_tokens: Tokens kept free below the limit on input. Unless given, as many as the output may take, at most 20,000. A
    whole number of at least 0. Default: follows from the output limit.
    """

def legal_cuts(
    messages: Sequence[Any],
    *,
    dialect: Dialect | None = None,
    preset: Preset | None = None,
) -> list[Record]:
    """Every boundary between messages, whether the history may be cut there, and why not.

    dialect: The dialect that the messages are written in. Detected from the whole list unless given. One of `gemini`,
    `openai_chat`, `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`. Default: detected.
    preset: The preset whose values hold where nothing is given.
    """

def slim(
    messages: Sequence[M],
    *,
    modalities: Sequence[Modality] | None = None,
    **options: Unpack[Measuring],
) -> Edited[M]:
    """Replaces media whose kind is not in `modalities` by a line of text. The report counts `images`, `documents`, `texts` and
    `tokens_saved`.

    modalities: Media kinds that the model can read: they are not replaced by a line of text. Default: `[]`.
    """

def microcompact(
    messages: Sequence[M],
    *,
    now_ms: float | None = None,
    last_activity_ms: float | None = None,
    force: bool | None = None,
    keep_results: int | None = None,
    idle_minutes: float | None = None,
    clearable_tools: Sequence[str] | None = None,
    max_result_chars: int | None = None,
    placeholder: Placeholder | None = None,
    **options: Unpack[Measuring],
) -> Edited[M]:
    """Clears old tool results and media, but for the newest `keep_results` of each: after `idle_minutes` without activity, above
    `max_result_chars`, or with `force`.

    now_ms: The time now, by your clock, in milliseconds.
    last_activity_ms: When the conversation was last active, by the same clock.
    force: Act now, whatever the trigger says.
    keep_results: Newest tool results, and newest media, that are never cleared. A whole number of at least 1. Default: `5`.
    idle_minutes: Minutes without activity after which old results are cleared; negative turns it off. Default: `60.0`.
    clearable_tools: Tools whose results may be cleared. All unless given. Default: all.
    max_result_chars: Chars of clearable tool results above which they are cleared down to half; 0 turns it off. A whole number of
    at least 0. Default: `500000`.
    placeholder: What stands in for a cleared result: `informative` names tool, key argument and size. One of `informative`,
    `plain`, `short`. Default: `"informative"`.
    """

def validate(messages: Sequence[Any], *, dialect: Dialect | None = None, preset: Preset | None = None) -> list[Record]:
    """What a provider would refuse in a history, with code and place. An empty list says that it is valid in its dialect.

    dialect: The dialect that the messages are written in. Detected from the whole list unless given. One of `gemini`,
    `openai_chat`, `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`. Default: detected.
    preset: The preset whose values hold where nothing is given.
    """

def repair(
    messages: Sequence[M],
    *,
    dialect: Dialect | None = None,
    preset: Preset | None = None,
) -> Edited[M, list[Record]]:
    """A history in which `validate` finds nothing that can be repaired. Where any repair would be a guess, it is an error.

    dialect: The dialect that the messages are written in. Detected from the whole list unless given. One of `gemini`,
    `openai_chat`, `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`. Default: detected.
    preset: The preset whose values hold where nothing is given.
    """

def summarize_extractive(
    messages: Sequence[Any],
    *,
    max_chars: int | None = None,
    dialect: Dialect | None = None,
    preset: Preset | None = None,
) -> Record:
    """A summary made without a model, from the conversation itself: its text and its sections. The same every time.

    max_chars: Longest summary, in chars; 20,000 unless given. A whole number of at least 1.
    dialect: The dialect that the messages are written in. Detected from the whole list unless given. One of `gemini`,
    `openai_chat`, `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`. Default: detected.
    preset: The preset whose values hold where nothing is given.
    """

def parse_snapshot(text: str) -> Record:
    """Reads a summariser's answer: `text` and `sections`, or `defect`, which says why it cannot be used."""

def merge_snapshot_delta(
    state: Any,
    *,
    delta: Any = None,
    max_tokens: int | None = None,
    model: str | None = None,
    estimator: Estimator | None = None,
    family: Family | None = None,
    encoding: Encoding | None = None,
    chars_per_token: float | None = None,
    preset: Preset | None = None,
) -> Record:
    """A snapshot of lists with a model's `delta` merged in, within a budget. Entries that cannot be used are left out and told in
    `problems`.

    delta: What a model says has changed. Without it the state stays.
    max_tokens: Tokens that the lists may take; 4,000 unless given. A whole number of at least 1.
    model: The model of the conversation, as its provider spells it. It picks the weights of `instant`, the encoding of `exact` and
    the price of media. Default: none.
    estimator: How text becomes tokens. `chars` where `unit` or `chars_per_token` is given. One of `chars`, `script`, `instant`,
    `exact`, `host`. Default: `"instant"`.
    family: The weights of `instant`, in place of the model's. One of `o200k_base`, `cl100k_base`, `claude_v3`, `claude_v4_7`,
    `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`. Default: follows from the model.
    encoding: The encoding of `exact`, in place of the model's. One of `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`,
    `r50k_base`, `gpt2`. Default: follows from the model.
    chars_per_token: Chars of text per token. A number from 0.5 to 1000. Default: `4.0`.
    preset: The preset whose values hold where nothing is given.
    """

def count_tokens(
    text: str,
    *,
    limit: int | None = None,
    encoding: Encoding | None = None,
    model: str | None = None,
) -> int | None:
    """How many tokens a text is, exactly, in an encoding of OpenAI's. Text is ordinary text: `<|endoftext|>` in tool output is seven
    tokens.

    limit: Stop above this many tokens, and give null. A whole number of at least 0.
    encoding: The encoding of `exact`, in place of the model's. One of `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`,
    `r50k_base`, `gpt2`. Default: follows from the model.
    model: The model of the conversation, as its provider spells it. It picks the weights of `instant`, the encoding of `exact` and
    the price of media. Default: none.
    """

def count_tokens_batch(
    texts: Sequence[str],
    *,
    encoding: Encoding | None = None,
    model: str | None = None,
) -> list[int]:
    """As `count_tokens`, for each of many texts.

    encoding: The encoding of `exact`, in place of the model's. One of `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`,
    `r50k_base`, `gpt2`. Default: follows from the model.
    model: The model of the conversation, as its provider spells it. It picks the weights of `instant`, the encoding of `exact` and
    the price of media. Default: none.
    """

def encode(text: str, *, encoding: Encoding | None = None, model: str | None = None) -> list[int]:
    """The token ids of a text.

    encoding: The encoding of `exact`, in place of the model's. One of `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`,
    `r50k_base`, `gpt2`. Default: follows from the model.
    model: The model of the conversation, as its provider spells it. It picks the weights of `instant`, the encoding of `exact` and
    the price of media. Default: none.
    """

def decode(ids: Sequence[int], *, encoding: Encoding | None = None, model: str | None = None) -> str:
    """The text that token ids stand for. Bytes that end inside a character become U+FFFD; an id that is no token is an error.

    encoding: The encoding of `exact`, in place of the model's. One of `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`,
    `r50k_base`, `gpt2`. Default: follows from the model.
    model: The model of the conversation, as its provider spells it. It picks the weights of `instant`, the encoding of `exact` and
    the price of media. Default: none.
    """

def truncate_to_tokens(
    text: str,
    max_tokens: int,
    *,
    encoding: Encoding | None = None,
    model: str | None = None,
) -> str:
    """The longest start of a text of at most so many tokens, never cut inside a character.

    max_tokens: Most tokens that the start may have. A whole number of at least 0.
    encoding: The encoding of `exact`, in place of the model's. One of `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`,
    `r50k_base`, `gpt2`. Default: follows from the model.
    model: The model of the conversation, as its provider spells it. It picks the weights of `instant`, the encoding of `exact` and
    the price of media. Default: none.
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
    preset: Preset | None = None,
) -> Record:
    """A text cut to a limit, by the preset's rule for tool output or by a named one. The default keeps head, tail and lines that name
    errors, and never cuts inside a character.

    rule: The rule: `ends`, ours, or one of a reproduced system.
    max_chars: Longest text, in chars. A whole number of at least 0.
    max_lines: Most lines that are left. A whole number of at least 0.
    max_bytes: Longest text, in UTF-8 bytes; not every rule looks at it. A whole number of at least 0.
    max_tokens: Most tokens; chars follow from the kind of text. A whole number of at least 0.
    keep_errors: Whether lines that name errors are rescued from the middle.
    head_fraction: The share of what is kept that comes from the start. A number from 0 to 1.
    locator: Where the full text can be found; the marker names it.
    prefix: The line in front of the result, for rules that have one.
    preset: The preset whose values hold where nothing is given.
    """

def thresholds(
    *,
    context_window: int | None = None,
    trigger: float | None = None,
    ladder: Ladder | None = None,
    max_output_tokens: int | None = None,
    max_input_tokens: int | None = None,
    reserved_tokens: int | None = None,
    reserved_output_tokens: int | None = None,
    preset: Preset | None = None,
) -> Record:
    """The token counts at which to warn, to compact and to stop, for a `context_window`.

    context_window: The model's window, in tokens. It decides *when* to compact; without it only `force` compacts. A whole number of
    at least 1. Default: none.
    trigger: Compact when the prompt reaches this fraction of the window. A fraction above 0 and at most 1. Default: `0.75`.
    ladder: How thresholds follow from the window: by a fraction, or by the rule of one of the reproduced systems. One of
    `fraction`, `qwen-code`, `qwen-code-seed`, `gencode`, `opencode`, `opencode-next`. Default: `"fraction"`.
    max_output_tokens: The model's limit on output, in tokens; 0 if it is not known. Some ladders keep it free. A whole number of at
    least 0. Default: `0`.
    max_input_tokens: The model's limit on input alone, in tokens, if it has one. A whole number of at least 0. Default: none.
    reserved_tokens: Tokens kept free below the limit on input. Unless given, as many as the output may take, at most 20,000. A
    whole number of at least 0. Default: follows from the output limit.
    reserved_output_tokens: Tokens kept free for the answer, at most. A whole number of at least 0. Default: `32000`.
    preset: The preset whose values hold where nothing is given.
    """

def hysteresis(
    *,
    tokens: int,
    retained_tokens: int,
    last_deficit: int | None = None,
    coalescing_tokens: int,
    preset: Preset | None = None,
) -> Record:
    """Whether an excess over what is to be retained has grown enough to act on. Give the `last_deficit` of the answer back the next
    time.

    tokens: Tokens of the conversation. A whole number of at least 0.
    retained_tokens: Tokens to get down to. A whole number of at least 0.
    last_deficit: The excess that was last acted on. A whole number of at least 0.
    coalescing_tokens: By how many tokens the excess must have grown. A whole number of at least 0.
    preset: The preset whose values hold where nothing is given.
    """

def calibrate(
    *,
    weight: float | None = None,
    estimated_tokens: int,
    reported_tokens: int,
    overhead_tokens: int | None = None,
    chars_per_token: float | None = None,
    preset: Preset | None = None,
) -> Record:
    """The next weight of estimates, from 0.5 to 2, moved a step towards what the provider reported.

    weight: The weight so far; 1 at first. A number from 0.5 to 2.
    estimated_tokens: The estimate of the messages, without any weight. A whole number of at least 0.
    reported_tokens: What the provider counted for the prompt. A whole number of at least 0.
    overhead_tokens: Tokens of the prompt that stand outside the messages. A whole number of at least 0.
    chars_per_token: Chars of text per token. A number from 0.5 to 1000. Default: `4.0`.
    preset: The preset whose values hold where nothing is given.
    """

def json_chars(value: Any) -> int:
    """The length that `JSON.stringify` would give for a value, in UTF-16 units, without building the string."""

def curate(
    messages: Sequence[M],
    *,
    modern: bool | None = None,
    merge_results: bool | None = None,
    preset: Preset | None = None,
) -> Edited[M, list[Record]]:
    """A Gemini history without invalid turns of the model.

    modern: Strip thoughts and merge turns of one role, as newer versions do.
    merge_results: Merge a result with the prompt that follows it. On under the preset `gemini-cli`.
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
    preset: Preset | None = None,
) -> Edited[M, list[Record]]:
    """A Gemini history that the API accepts. The five switches are off, and on under the preset `gemini-cli`.

    strip_thoughts: Remove thoughts of earlier turns.
    sign_calls: Give unsigned calls the signature that the API takes.
    answer_pending: Answer calls that were never answered.
    end_with_user: Let the list end with the user.
    scrub: Remove parts that the API does not know.
    lost_result: What stands in for a result that was lost.
    preset: The preset whose values hold where nothing is given.
    """

def normalize_response(
    parts: Sequence[M],
    ratio: float,
    *,
    head_fraction: float | None = None,
    locator: str | None = None,
    prefix: str | None = None,
    preset: Preset | None = None,
) -> Edited[M]:
    """The parts of a tool result with every long text cut to a share of its tokens. What is not cut is the same object as before.

    ratio: The share of its tokens that each long value keeps. A number from 0 to 1.
    head_fraction: The share of what is kept that comes from the start. A number from 0 to 1.
    locator: Where the full text can be found; the marker names it.
    prefix: The line in front of the result, for rules that have one.
    preset: The preset whose values hold where nothing is given.
    """

def estimate_parts_tokens(
    request: Any,
    *,
    chars_per_token: float | None = None,
    preset: Preset | None = None,
) -> Record:
    """Tokens of a request as gemini-cli counts them, and whether it would rather ask the provider.

    chars_per_token: Chars of text per token. A number from 0.5 to 1000. Default: `4.0`.
    preset: The preset whose values hold where nothing is given.
    """

def token_limit(model: str | None, *, preset: Preset | None = None) -> int:
    """The window that gemini-cli assumes for a model. A model of another vendor is an error.

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
    **options: Unpack[Measuring],
) -> Edited[M]:
    """Moves old tool outputs to a store and leaves a preview and the place. Outputs are masked once their key has a place in
    `locators`.

    protect_tokens: Tokens of the newest outputs that stay. A whole number of at least 0.
    min_tokens: Tokens that must be prunable, or nothing is done. A whole number of at least 0.
    protect_latest_turn: Whether the last message stays; true unless given.
    locators: Where outputs are stored, by their key.
    store: Keeps an output and returns where it can be found.
    """

def compression_threshold(
    *,
    local: float | None = None,
    remote: float | None = None,
    preset: Preset | None = None,
) -> Record:
    """gemini-cli's threshold: `local` over `remote` over 0.5, as a fraction of the window. 0 counts as not given.

    local: The user's setting. A number from 0 to 1.
    remote: The value of the experiment. A number from 0 to 1.
    preset: The preset whose values hold where nothing is given.
    """

def check_overflow(
    request: Any,
    *,
    last_prompt_tokens: int | None = None,
    rule: Literal["remaining", "remaining_95"] | None = None,
    context_window: int | None = None,
    model: str | None = None,
    preset: Preset | None = None,
) -> Record:
    """Whether a request no longer fits the window, as gemini-cli asks before it sends one.

    last_prompt_tokens: What the provider counted for the last prompt. A whole number of at least 0.
    rule: All that is left, or 95 % of it. One of `remaining`, `remaining_95`.
    context_window: The model's window, in tokens. It decides *when* to compact; without it only `force` compacts. A whole number of
    at least 1. Default: none.
    model: The model of the conversation, as its provider spells it. It picks the weights of `instant`, the encoding of `exact` and
    the price of media. Default: none.
    preset: The preset whose values hold where nothing is given.
    """

def compressor_model(model: str | None, *, preset: Preset | None = None) -> str:
    """The alias of the model that gemini-cli asks for a summary.

    preset: The preset whose values hold where nothing is given.
    """

def output_key(tool: str, id: str, *, session: str | None = None, preset: Preset | None = None) -> str:
    """The name under which gemini-cli stores a tool's output, made of safe chars.

    id: The id of the call.
    session: The id of the session.
    preset: The preset whose values hold where nothing is given.
    """

def reference_images(
    messages: Sequence[M],
    *,
    max_images: int | None = None,
    keep_images: int | None = None,
    **options: Unpack[Measuring],
) -> Edited[M]:
    """For a request: old pictures as lines that name them, the newest at its end. Send what comes back and keep your own list. Nothing
    changes below `max_images` pictures.

    max_images: Images from which on a request carries the newest only; 0 turns it off. A whole number of at least 0. Default: `0`.
    keep_images: Images that are brought back after a summary. A whole number of at least 0. Default: `0`.
    """

def estimate_prompt_tokens(
    messages: Sequence[Any],
    *,
    message: Any = None,
    last_prompt_tokens: int | None = None,
    last_output_tokens: int | None = None,
    conservative: bool | None = None,
    **options: Unpack[Measuring],
) -> Record:
    """Tokens of the next prompt: the provider's last count and what came since, else the estimate of everything.

    message: The message about to be sent.
    last_prompt_tokens: What the provider counted for the last prompt; 0 if it has not. A whole number of at least 0.
    last_output_tokens: What it counted for the last answer. A whole number of at least 0.
    conservative: Whether the new message counts one and a half times.
    """

def resolve_settings(
    env: Mapping[str, str] | None,
    *,
    settings: Mapping[str, Any] | None = None,
    preset: Preset | None = None,
) -> Record:
    """qwen-code's settings, from an environment that you hand in and its settings file: `options` for the compactor, every value,
    where each came from, and what could not be used.

    settings: The content of the settings file.
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
    **options: Unpack[Measuring],
) -> Edited[M]:
    """Clears tool results that are older than the newest `clear_protect_tokens` tokens of them, if that saves `clear_min_tokens`.

    pruned_at: Any value of yours: each cleared result is marked with it, as `prunedAt` beside `pruned: true`.
    clear_rule: Which old results are cleared. One of `newest_results`, `newest_messages`, `behind_two_turns`. Default:
    `"newest_results"`.
    clear_min_tokens: Nothing is cleared below this many tokens. A whole number of at least 0. Default: `20000`.
    clear_protect_tokens: Tokens of recent results that are never cleared. A whole number of at least 0. Default: `40000`.
    placeholder: What stands in for a cleared result: `informative` names tool, key argument and size. One of `informative`,
    `plain`, `short`. Default: `"informative"`.
    """

def needs_compression(
    messages: Sequence[Any],
    *,
    usage: Any = None,
    system: str | Sequence[Any] | None = None,
    tools: Any = None,
    enabled: bool | None = None,
    context_window: int | None = None,
    trigger: float | None = None,
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
) -> Record:
    """Whether a conversation must be made smaller for a `context_window`, and how: `none`, `prune` or `compact`.

    usage: What the provider reported for the last call, in any spelling, or a list of calls of which the last one counts.
    system: The system text that goes with the messages: a text, or a list of blocks.
    tools: The tool schemas that go with them: any plain data.
    enabled: Whether anything is to be done at all; true unless given.
    context_window: The model's window, in tokens. It decides *when* to compact; without it only `force` compacts. A whole number of
    at least 1. Default: none.
    trigger: Compact when the prompt reaches this fraction of the window. A fraction above 0 and at most 1. Default: `0.75`.
    ladder: How thresholds follow from the window: by a fraction, or by the rule of one of the reproduced systems. One of
    `fraction`, `qwen-code`, `qwen-code-seed`, `gencode`, `opencode`, `opencode-next`. Default: `"fraction"`.
    max_output_tokens: The model's limit on output, in tokens; 0 if it is not known. Some ladders keep it free. A whole number of at
    least 0. Default: `0`.
    max_input_tokens: The model's limit on input alone, in tokens, if it has one. A whole number of at least 0. Default: none.
    reserved_tokens: Tokens kept free below the limit on input. Unless given, as many as the output may take, at most 20,000. A
    whole number of at least 0. Default: follows from the output limit.
    reserved_output_tokens: Tokens kept free for the answer, at most. A whole number of at least 0. Default: `32000`.
    clear: Whether old tool results and media are cleared before anything is summarised. Default: `true`.
    clear_rule: Which old results are cleared. One of `newest_results`, `newest_messages`, `behind_two_turns`. Default:
    `"newest_results"`.
    clear_min_tokens: Nothing is cleared below this many tokens. A whole number of at least 0. Default: `20000`.
    clear_protect_tokens: Tokens of recent results that are never cleared. A whole number of at least 0. Default: `40000`.
    placeholder: What stands in for a cleared result: `informative` names tool, key argument and size. One of `informative`,
    `plain`, `short`. Default: `"informative"`.
    """

def usage_tokens(usage: Any, *, preset: Preset | None = None) -> Record:
    """Tokens that a report of usage comes to, as the preset's system adds them up.

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
    preset: Preset | None = None,
) -> Record:
    """What messages did, without a model: decisions, files changed, tools used.

    start: The first message; 0 unless given. A whole number of at least 0.
    end: The message after the last; all unless given. A whole number of at least 0.
    max_decisions: Most decisions that are told. A whole number of at least 0.
    max_uses: Most uses that are told of one tool. A whole number of at least 0.
    dialect: The dialect that the messages are written in. Detected from the whole list unless given. One of `gemini`,
    `openai_chat`, `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`. Default: detected.
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
    preset: Preset | None = None,
) -> Record:
    """The record of a summary as gencode's session files hold it, keys and all.

    id: The id of the record.
    generated_at: When it was made.
    content: The text of the summary.
    covering_messages: The indices of the first and the last message that it stands for.
    max_decisions: Most decisions that are told. A whole number of at least 0.
    max_uses: Most uses that are told of one tool. A whole number of at least 0.
    dialect: The dialect that the messages are written in. Detected from the whole list unless given. One of `gemini`,
    `openai_chat`, `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`. Default: detected.
    preset: The preset whose values hold where nothing is given.
    """

def messages_for_model(
    session: Mapping[str, Any],
    *,
    dialect: Dialect | None = None,
    preset: Preset | None = None,
) -> Edited[Any]:
    """What a model is to read of a saved session: summaries take the place of what they cover.

    dialect: The dialect that the messages are written in. Detected from the whole list unless given. One of `gemini`,
    `openai_chat`, `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`. Default: detected.
    preset: The preset whose values hold where nothing is given.
    """
