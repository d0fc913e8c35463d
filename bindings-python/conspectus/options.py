"""The types of options, and the words that they take. Written by `scripts/names.py --write` from the tables of the core. Do not edit."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypedDict, Union

if TYPE_CHECKING:
    from .results import Result

Preset: TypeAlias = Literal["default", "gemini-cli", "qwen-code", "qwen-code-seed", "gencode", "opencode"]
Dialect: TypeAlias = Literal["gemini", "openai_chat", "anthropic", "openai_responses", "ai_sdk", "bedrock", "langchain", "ui_message", "pydantic_ai", "pi"]
Application: TypeAlias = Literal["interactive", "agent"]
Ladder: TypeAlias = Literal["fraction", "qwen-code", "qwen-code-seed", "gencode", "opencode", "opencode-next"]
SplitRule: TypeAlias = Literal["closed", "user_turn", "user_turn_or_trailing_call", "tail_budget", "newest_messages"]
Admit: TypeAlias = Literal["off", "safe", "tables", "groups", "runs_20", "runs_6"]
ClearWhen: TypeAlias = Literal["debt", "cold", "trigger", "always"]
ClearRule: TypeAlias = Literal["newest_results", "newest_messages", "behind_two_turns"]
Placeholder: TypeAlias = Literal["informative", "plain", "short"]
Modality: TypeAlias = Literal["image", "pdf", "audio", "video"]
PricePreset: TypeAlias = Literal["anthropic-5m", "anthropic-1h", "openai", "gemini", "none"]
Template: TypeAlias = Literal["sections", "brief", "detailed", "continuation", "anchored", "lists"]
MemoryUpdate: TypeAlias = Literal["rewrite", "delta"]
Fallback: TypeAlias = Literal["embedded", "none"]
Unit: TypeAlias = Literal["chars", "json_chars", "part_json_chars", "output_chars", "content_json_chars"]
Estimator: TypeAlias = Literal["chars", "script", "instant", "exact", "host"]
Family: TypeAlias = Literal["o200k_base", "cl100k_base", "claude_v3", "claude_v4_7", "gemini", "gemma3", "qwen3", "llama3", "deepseek_v3"]
Encoding: TypeAlias = Literal["o200k_base", "o200k_harmony", "cl100k_base", "p50k_base", "r50k_base", "gpt2"]
MediaRule: TypeAlias = Literal["constant", "openai_tiles", "openai_tiles_4o_mini", "openai_tiles_o", "openai_tiles_5", "openai_patches_mini", "openai_patches_nano", "openai_patches_o4_mini", "openai_patches_5", "openai_patches_6", "anthropic", "anthropic_high", "anthropic_5", "gemini_2", "gemini_3", "qwen_vl", "qwen3_vl"]
Purpose: TypeAlias = Literal["summary", "piece", "retry", "check", "delta", "output"]

Pattern: TypeAlias = Literal["o200k", "cl100k", "llama3", "qwen2", "r50k"]
Verify: TypeAlias = Literal["shape", "hash"]


class SummaryRequest(TypedDict, total=False):
    """A complete request for a model. The host adds nothing, except that with `follows_conversation` the conversation comes first."""

    purpose: Purpose | None
    """What the call is for: `summary`; `piece`, notes on one piece of a record; `retry` after an answer that was refused; `check`, a
    second call that checks the summary; or `output`.
    """
    system: str | None
    """The system text of the request."""
    messages: list[Any] | None
    """The messages of the request, in the dialect of the history. They are plain text, without tools and media."""
    max_output_tokens: int | None
    """The most tokens that the answer may have."""
    input_tokens: int | None
    """Estimated tokens of the system text and the messages."""
    model: str | None
    """The model that the preset's system would ask, where it names one. You may ask another."""
    follows_conversation: bool | None
    """Whether to send the messages after the conversation as it was last sent. The provider has cached that, so the call costs less."""


class Answer(Protocol):
    """An answer with a text. `input_tokens`, `output_tokens` and `stop_reason` are read too if it has them. `stop_reason` is the provider's
    word for why the model stopped: `length`, `max_tokens`, `end_turn`."""

    @property
    def text(self) -> str: ...


Tokenizer: TypeAlias = Callable[[str], int]
Summarize: TypeAlias = Callable[[SummaryRequest], Union[str, Answer, Awaitable[Union[str, Answer]]]]
Store: TypeAlias = Callable[[dict[str, Any]], Any]
Restore: TypeAlias = Callable[[list[dict[str, Any]]], Any]
BeforeCompact: TypeAlias = Callable[[dict[str, Any]], Any]
OnCompact: TypeAlias = "Callable[[Result[Any]], Any]"


class Limits(TypedDict, total=False):
    """What a request may hold."""

    max_output_tokens: int | None
    """The model's limit on output, in tokens; 0 if it is not known. Some ladders keep this many tokens free. A whole number of at
    least 0. Default: `0`.
    """
    max_input_tokens: int | None
    """The model's limit on input alone, in tokens, if it has one. A whole number of at least 0. Default: none."""
    reserved_tokens: int | None
    """Tokens kept free below the limit on input. Unless given, the limit on output, at most 20,000. A whole number of at least 0.
    Default: follows from the output limit.
    """
    output_reserve_tokens: int | None
    """Tokens of the window that are kept free for the answer. Trigger and target are fractions of what is left. A whole number of at
    least 0. Default: `0`.
    """
    request_bytes: int | None
    """The most bytes that a request may have. Old media go at the trigger's share of it, then old results, then older messages. A
    whole number of at least 1. Default: none.
    """
    images: int | None
    """The most images that a request may hold. The oldest go at the trigger's share of it, until the target's share is left. A whole
    number of at least 1. Default: none.
    """
    image_pixels: int | None
    """The most pixels that all images of a request may have together. The oldest go as under `images`. A whole number of at least 1.
    Default: none.
    """
    reserved_output_tokens: int | None
    """The most tokens kept free for the answer. A whole number of at least 0. Default: `32000`."""


class When(TypedDict, total=False):
    """When to act."""

    trigger: float | None
    """Compact when the prompt reaches this fraction of the room: of the window, less what surrounds the messages and the output
    reserve. A fraction above 0 and at most 1. Default: `0.75`.
    """
    target: float | None
    """A compaction aims at this fraction of the room. If clearing old results alone gets there, nothing is summarised. A fraction
    above 0 and below 1. Default: `0.5`.
    """
    ladder: Ladder | None
    """How the thresholds are computed from the window: by a fraction, or by the rule of one of the reproduced systems. One of
    `fraction`, `qwen-code`, `qwen-code-seed`, `gencode`, `opencode`, `opencode-next`. Default: `"fraction"`.
    """
    hysteresis_tokens: int | None
    """Tokens by which the excess over the target must have grown since the last action before there is another one; 0 turns it off. It
    never stops a compaction when the window is full. A whole number of at least 0. Default: `0`.
    """
    idle_minutes: float | None
    """Minutes without activity after which old results are cleared; negative turns it off. Default: `60.0`."""
    max_result_chars: int | None
    """Chars of clearable tool results above which they are cleared down to half; 0 turns it off. A whole number of at least 0.
    Default: `500000`.
    """
    images: int | None
    """Compact when tool results hold this many images; 0 turns it off. A whole number of at least 0. Default: `0`."""
    min_span: float | None
    """If the part to summarise is less than this fraction of all chars, nothing is summarised. A fraction from 0 and below 1. Default:
    `0.05`.
    """
    min_saving: float | None
    """A compaction must save at least this fraction of the tokens, or it is refused. A fraction from 0 and below 1. Default: `0.05`."""


class Keep(TypedDict, total=False):
    """What stays."""

    split_rule: SplitRule | None
    """How the cut is chosen. See the reference for the rules. One of `closed`, `user_turn`, `user_turn_or_trailing_call`,
    `tail_budget`, `newest_messages`. Default: `"closed"`.
    """
    fraction: float | None
    """The fraction of all chars that stands before the cut. A fraction above 0 and below 1. Default: `0.7`."""
    tail_tokens: int | None
    """How many tokens of the newest messages the rule `tail_budget` keeps. Unless given, a quarter of the usable window, but at least
    2,000 and at most 15,000. A whole number of at least 0. Default: follows from the window.
    """
    tail_turns: int | None
    """The most turns that the rule `tail_budget` keeps. Unless given, as many as fit. A whole number of at least 0. Default: as many
    as fit.
    """
    messages: int | None
    """How many messages the rule `newest_messages` keeps. A whole number of at least 0. Default: `10`."""
    pairs: int | None
    """How many complete pairs of call and result are kept before a call that still waits for its result. A whole number of at least 0.
    Default: `2`.
    """
    results: int | None
    """How many of the newest tool results, and of the newest media, are never cleared. A whole number of at least 1. Default: `5`."""
    user_message_tokens: int | None
    """Tokens of the user's own messages that stay as they are behind a summary, the newest first. At most half of what the messages
    may have after a compaction; 0 turns it off. A whole number of at least 0. Default: `0`.
    """
    files: int | None
    """How many files are put back after a summary, with their content at that time. A whole number of at least 0. Default: `0`."""
    images: int | None
    """How many images are put back after a summary. A whole number of at least 0. Default: `0`."""


class Reduce(TypedDict, total=False):
    """What may be removed without a summary."""

    admit: Admit | None
    """How far new tool results are told shorter before the agent sees them: `off`; `safe`, which loses nothing and leaves whole what
    an edit may quote; more at each further level. A result that was sent once does not change again. One of `off`, `safe`,
    `tables`, `groups`, `runs_20`, `runs_6`. Default: `"safe"`.
    """
    output_tokens: int | None
    """A new tool result of more tokens is told shorter by `summarize`, your function, in about so many: before the agent sees it, and
    only in a turn in which nothing else is to be done. Errors and warnings stay word for word; files that were read stay whole. 0
    turns it off. A whole number of at least 0. Default: `0`.
    """
    clear: bool | None
    """Whether old tool results and media are cleared before anything is summarised. Default: `true`."""
    clear_when: ClearWhen | None
    """When old tool results are cleared below the trigger. Unless given, it is `debt` where prices are known, by `prices` or by the
    model's name, else `trigger`. `debt` clears once keeping them has cost what clearing them costs, and without prices acts as
    `trigger`; `cold` where the provider's cache is cold anyway; `trigger` only where room is needed, or after `when.idle_minutes`;
    `always` at every turn, whatever it costs. One of `debt`, `cold`, `trigger`, `always`. Default: follows from the prices.
    """
    clear_rule: ClearRule | None
    """Which old tool results are cleared. One of `newest_results`, `newest_messages`, `behind_two_turns`. Default: `"newest_results"`."""
    clear_min_tokens: int | None
    """Nothing is cleared if clearing would free fewer tokens than this. The rule `newest_messages` compares it with the whole
    conversation. A whole number of at least 0. Default: `20000`.
    """
    clear_protect_tokens: int | None
    """How many tokens of the newest tool results are never cleared. A whole number of at least 0. Default: `40000`."""
    clearable_tools: Sequence[str] | None
    """Tools whose results may be cleared. Unless given, all tools. Default: all."""
    never_clear_tools: Sequence[str] | None
    """Tools whose results are never cleared, clipped or stored away. Only where nothing else makes the list fit the window are they
    clipped, and the report says so. Default: none.
    """
    placeholder: Placeholder | None
    """The text that takes the place of a cleared result: `informative` names the tool, its key argument and the size. One of
    `informative`, `plain`, `short`. Default: `"informative"`.
    """
    clip_budget_tokens: int | None
    """How many tokens tool results may take, counted from the newest. Results that no longer fit are clipped; 0 turns it off. A whole
    number of at least 0. Default: `0`.
    """
    clip_max_chars: int | None
    """How many chars stay of a tool result that is clipped. A whole number of at least 0. Default: `40000`."""
    modalities: Sequence[Modality] | None
    """Media kinds that the model can read. Other media are replaced by a line of text. Default: `[]`."""
    max_images: int | None
    """From this many images on, a request carries only the newest ones; 0 turns it off. A whole number of at least 0. Default: `0`."""


class Prices(TypedDict, total=False):
    """What a prompt costs. Only the ratios of the prices count."""

    preset: PricePreset | None
    """The prices and cache rules to begin with; the other options of the group replace single ones. Unless given, those of `model` if
    its name tells them. If only single prices are given, there is no cache unless `read` is below `input`. One of `anthropic-5m`,
    `anthropic-1h`, `openai`, `gemini`, `none`. Default: follows from the model.
    """
    input: float | None
    """The price of a token of the prompt that is not cached. A number from 0 to 1000000. Default: follows from the model."""
    read: float | None
    """The price of a token that is read from the cache. Unless given, it is the price of input. A number from 0 to 1000000. Default:
    follows from the model.
    """
    write: float | None
    """The price of a token that is written to the cache. Unless given, it is the price of input. A number from 0 to 1000000. Default:
    follows from the model.
    """
    output: float | None
    """The price of a token of an answer. Unless given, it is five times that of input. A number from 0 to 1000000. Default: follows
    from the model; else the usual ratio.
    """
    ttl_ms: int | None
    """How long an entry of the cache lives after it was last read, in milliseconds. Old results are cleared when it is over. A whole
    number of at least 1. Default: follows from the model.
    """
    min_prefix_tokens: int | None
    """A shorter prefix is not cached, in tokens. A whole number of at least 0. Default: follows from the model."""
    breakpoints: int | None
    """How many places of a request may be marked as the end of a cached prefix; 0 where the provider finds any common prefix by
    itself. A whole number of at least 0. Default: follows from the model.
    """
    lookback_blocks: int | None
    """How many blocks before a mark the provider looks for an entry. Where a turn adds more, a mark more is told, if one is left. A
    whole number of at least 0. Default: follows from the model.
    """


class Memory(TypedDict, total=False):
    """The summary that takes the place of the removed messages."""

    max_tokens: int | None
    """The most tokens that a summary may have. A whole number of at least 1. Default: `20000`."""
    window: int | None
    """The context window of the model that writes the summary, in tokens. Unless given, it is the conversation's. A record that does
    not fit is read in pieces, each with the notes on those before it. A whole number of at least 1000. Default: the conversation's.
    """
    share: float | None
    """The fraction of the target that a summary without a model may take. The cut moves towards the end where what is kept leaves
    less. A fraction above 0 and below 1. Default: `0.5`.
    """
    instructions: str | None
    """What the user wants the summary to pay attention to. The summariser gets it as the user's words. Default: none."""
    template: Template | None
    """The sections of a summary. One of `sections`, `brief`, `detailed`, `continuation`, `anchored`, `lists`. Default: `"sections"`."""
    update: MemoryUpdate | None
    """What the summariser writes if there already is a summary: `rewrite` asks for a whole new one, `delta` for what has changed. One
    of `rewrite`, `delta`. Default: `"rewrite"`.
    """
    delta_tokens: int | None
    """The most tokens that the lists of a summary may take if deltas update it. A whole number of at least 1. Default: `4000`."""
    second_call: bool | None
    """Whether a second call to the summariser checks the summary. A record that is read in pieces is not checked. Default: `false`."""
    put_in: float | None
    """What a model's summary must not lose and lacks is put in word for word: the user's rules, changed files, the last failing
    command, open tasks. It takes at most this share of the summary's budget; 0 turns it off. A fraction from 0 and below 1.
    Default: `0.1`.
    """
    missing_share: float | None
    """A model's summary that lacks more than this share of what the most valuable names are worth is asked for once more, with them
    named. The better answer stands; 1 turns it off. A fraction above 0 and at most 1. Default: `0.6`.
    """
    fallback: Fallback | None
    """What stands in where a model gives no usable summary: `embedded`, the built-in one, or `none`. Clearing applies in any case. One
    of `embedded`, `none`. Default: `"embedded"`.
    """
    key: str | None
    """The host's secret. Our own messages then carry a mark that nobody else can make, so that they are believed in any process that
    has the key. It stands in no message and in no report. Default: none: a compactor believes what it installed itself.
    """
    restate_request: bool | None
    """Whether the user's last request is repeated after the summary if it was part of what was summarised. Default: `true`."""
    acknowledgement: str | None
    """The agent's short answer to the summary, which stands right after it. Default: `"Understood. I will carry on from these
    notes."`.
    """
    acknowledge_environment: bool | None
    """Whether the agent also answers the message that describes its environment. Default: `false`."""
    continue_message: str | None
    """A user message at the end of the list that tells the agent to go on after an automatic compaction. If empty, there is no such
    message. Default: `""`.
    """


class Measure(TypedDict, total=False):
    """How sizes are measured."""

    unit: Unit | None
    """Which chars of a message are counted. One of `chars`, `json_chars`, `part_json_chars`, `output_chars`, `content_json_chars`.
    Default: `"chars"`.
    """
    estimator: Estimator | None
    """How the tokens of a text are estimated. If only `unit` or `chars_per_token` is given, it is `chars`. One of `chars`, `script`,
    `instant`, `exact`, `host`. Default: `"instant"`.
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
    """The rule that prices a medium by its size, in place of the model's rule. One of `constant`, `openai_tiles`,
    `openai_tiles_4o_mini`, `openai_tiles_o`, `openai_tiles_5`, `openai_patches_mini`, `openai_patches_nano`,
    `openai_patches_o4_mini`, `openai_patches_5`, `openai_patches_6`, `anthropic`, `anthropic_high`, `anthropic_5`, `gemini_2`,
    `gemini_3`, `qwen_vl`, `qwen3_vl`. Default: follows from the model.
    """
    image_tokens: int | None
    """Tokens that an image or a document costs if no rule gives a price. A whole number of at least 1. Default: `1600`."""
    message_overhead_tokens: int | None
    """Tokens added for each message (role and separators). A whole number of at least 0. Default: `4`."""
    calibration: bool | None
    """Whether estimates are multiplied by a weight. The provider's reports move the weight slowly. Default: `false`."""


class Options(TypedDict, total=False):
    """The keyword arguments of `Compactor`, for those who share them."""

    model: str | None
    """The model of the conversation, as its provider spells it. It selects the weights of `instant`, the encoding of `exact` and the
    price of media. Under `default` it also gives the window and the limit on output, unless they are given. Default: none.
    """
    context_window: int | None
    """The model's context window, in tokens. It decides *when* to compact; without a window, only a forced run compacts. Unless given,
    it is the window of `model` if that is known. A whole number of at least 1. Default: none.
    """
    preset: Preset | None
    """Whose way to compact. `default`: our own: clear old tool results and media; if that is not enough, summarise the older messages.
    `gemini-cli`: gemini-cli: cut long tool results, then summarise in two calls what lies before a message of the user.
    `qwen-code`: qwen-code 0.24.4: summarise everything, then bring back recent files and images. `qwen-code-seed`: qwen-code in its
    first form: summarise what lies before a turn of the user. `gencode`: gencode 0.4.0: clear old tool results if that is enough,
    else summarise all but the newest messages. `opencode`: opencode 1.18.33: summarise everything but a tail within a budget of
    tokens. Default: `default`.
    """
    dialect: Dialect | None
    """The dialect in which the messages are written. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`,
    `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`. Default: detected.
    """
    summarize: Summarize | Literal["embedded"] | None
    """Your model call, or `"embedded"` for the built-in summary. Default: `"embedded"`."""
    store: Store | None
    """Keeps `action["text"]` and returns where it can be found: a function, or a `FolderStore`. If it raises, the output stays in the
    history.
    """
    restore: Restore | None
    """Reads files again: `[{"path", "text"}]`. Without it none is brought back."""
    before_compact: BeforeCompact | None
    """Is told before the history changes, with `trigger`. It may return `{"cancel": True}`, which ends the run, or `{"context":
    text}`, which the summariser of this run is told.
    """
    on_compact: OnCompact | None
    """Gets the `Result` of each run that did or tried something. If it raises, the result of the run has the exception as `error`."""
    application: Application | None
    """Who runs the conversation: a person (`interactive`) or an `agent`. After a person forces a compaction and it fails, later runs
    still try; a failed attempt of an agent counts against later runs. One of `interactive`, `agent`. Default: `"interactive"`.
    """
    tokenizer: Tokenizer | None
    """Counts the tokens of a text in place of the estimators."""
    limits: Limits | None
    """What a request may hold. A dict of `max_output_tokens`, `max_input_tokens`, `reserved_tokens`, `output_reserve_tokens`,
    `request_bytes`, `images`, `image_pixels`, `reserved_output_tokens`.
    """
    when: When | None
    """When to act. A dict of `trigger`, `target`, `ladder`, `hysteresis_tokens`, `idle_minutes`, `max_result_chars`, `images`,
    `min_span`, `min_saving`.
    """
    keep: Keep | None
    """What stays. A dict of `split_rule`, `fraction`, `tail_tokens`, `tail_turns`, `messages`, `pairs`, `results`,
    `user_message_tokens`, `files`, `images`.
    """
    reduce: Reduce | None
    """What may be removed without a summary. A dict of `admit`, `output_tokens`, `clear`, `clear_when`, `clear_rule`,
    `clear_min_tokens`, `clear_protect_tokens`, `clearable_tools`, `never_clear_tools`, `placeholder`, `clip_budget_tokens`,
    `clip_max_chars`, `modalities`, `max_images`.
    """
    prices: Prices | None
    """What a prompt costs. Only the ratios of the prices count. A dict of `preset`, `input`, `read`, `write`, `output`, `ttl_ms`,
    `min_prefix_tokens`, `breakpoints`, `lookback_blocks`.
    """
    memory: Memory | None
    """The summary that takes the place of the removed messages. A dict of `max_tokens`, `window`, `share`, `instructions`, `template`,
    `update`, `delta_tokens`, `second_call`, `put_in`, `missing_share`, `fallback`, `key`, `restate_request`, `acknowledgement`,
    `acknowledge_environment`, `continue_message`.
    """
    measure: Measure | None
    """How sizes are measured. A dict of `unit`, `estimator`, `family`, `encoding`, `chars_per_token`, `media_rule`, `image_tokens`,
    `message_overhead_tokens`, `calibration`.
    """


class Turn(TypedDict, total=False):
    """What goes with the messages of one turn."""

    force: bool | None
    """Whether to act now, regardless of time and size."""
    now_ms: float | None
    """The time now, by your clock, in milliseconds."""
    last_activity_ms: float | None
    """When the conversation was last active, by the same clock."""
    usage: Any
    """What the provider reported with the agent's last message: the usage object of any provider, as it is. Cached tokens are counted."""
    prompt_tokens: int | None
    """Prompt tokens that the provider reported for the last request, cached ones included. A whole number of at least 0."""
    prompt_messages: int | None
    """How many of the messages that request held. Later messages are estimated and added. A whole number of at least 0."""
    system: str | Sequence[Any] | None
    """The system text that goes with the messages: a text, or a list of blocks."""
    tools: Any
    """The tool schemas that go with the messages: any plain data."""
    environment: str | None
    """A text about the environment that goes in front of the new history, as a message of the user."""
    plan_path: str | None
    """The file of an approved plan, which the summary has to name."""
    instructions: str | None
    """What the user asks this summary to keep in mind."""
    hook_instructions: str | None
    """What your own hooks ask this summary to keep in mind."""
    pruned_at: Any
    """Any value, for example a time. Cleared results get it as `prunedAt`, with `pruned: true`."""
    plan_mode: bool | None
    """Whether the agent is in a mode in which it may change nothing. It is reminded of this after a summary."""
    running_agents: Sequence[Mapping[str, str]] | None
    """The tasks of other agents for this conversation, oldest first. The agent is reminded of them after a summary."""
    pinned: Sequence[int | str] | Callable[[Any], bool] | None
    """Messages and parts that survive: indexes of messages, JSON Pointers to parts (`/5/content/1`), or a function that is asked of
    each message.
    """
    payload_overflow: bool | None
    """Whether the provider refused the last request because it had too many bytes."""
    remaining_calls: int | None
    """How many calls the agent will still make, if you know. It decides whether clearing old results pays. A whole number of at least
    0.
    """
    prefix_cached: bool | None
    """Whether the conversation's own model writes the summary and its provider caches prompts."""
    unchanged_messages: int | None
    """How many of the first messages you have not changed since the last call, if you know: the length that its list had, for an agent
    that only appends. A turn with nothing to do does not look at them then. A whole number of at least 0.
    """


class HistoryLimits(TypedDict, total=False):
    """Options of a `History`, in the group `limits`."""

    max_output_tokens: int | None
    """The model's limit on output, in tokens; 0 if it is not known. Some ladders keep this many tokens free. A whole number of at
    least 0. Default: `0`.
    """
    max_input_tokens: int | None
    """The model's limit on input alone, in tokens, if it has one. A whole number of at least 0. Default: none."""
    reserved_tokens: int | None
    """Tokens kept free below the limit on input. Unless given, the limit on output, at most 20,000. A whole number of at least 0.
    Default: follows from the output limit.
    """


class HistoryWhen(TypedDict, total=False):
    """Options of a `History`, in the group `when`."""

    idle_minutes: float | None
    """Minutes without activity after which old results are cleared; negative turns it off. Default: `60.0`."""
    max_result_chars: int | None
    """Chars of clearable tool results above which they are cleared down to half; 0 turns it off. A whole number of at least 0.
    Default: `500000`.
    """


class HistoryKeep(TypedDict, total=False):
    """Options of a `History`, in the group `keep`."""

    split_rule: SplitRule | None
    """How the cut is chosen. See the reference for the rules. One of `closed`, `user_turn`, `user_turn_or_trailing_call`,
    `tail_budget`, `newest_messages`. Default: `"closed"`.
    """
    fraction: float | None
    """The fraction of all chars that stands before the cut. A fraction above 0 and below 1. Default: `0.7`."""
    tail_tokens: int | None
    """How many tokens of the newest messages the rule `tail_budget` keeps. Unless given, a quarter of the usable window, but at least
    2,000 and at most 15,000. A whole number of at least 0. Default: follows from the window.
    """
    tail_turns: int | None
    """The most turns that the rule `tail_budget` keeps. Unless given, as many as fit. A whole number of at least 0. Default: as many
    as fit.
    """
    messages: int | None
    """How many messages the rule `newest_messages` keeps. A whole number of at least 0. Default: `10`."""
    pairs: int | None
    """How many complete pairs of call and result are kept before a call that still waits for its result. A whole number of at least 0.
    Default: `2`.
    """
    results: int | None
    """How many of the newest tool results, and of the newest media, are never cleared. A whole number of at least 1. Default: `5`."""


class HistoryReduce(TypedDict, total=False):
    """Options of a `History`, in the group `reduce`."""

    admit: Admit | None
    """How far new tool results are told shorter before the agent sees them: `off`; `safe`, which loses nothing and leaves whole what
    an edit may quote; more at each further level. A result that was sent once does not change again. One of `off`, `safe`,
    `tables`, `groups`, `runs_20`, `runs_6`. Default: `"safe"`.
    """
    clearable_tools: Sequence[str] | None
    """Tools whose results may be cleared. Unless given, all tools. Default: all."""
    never_clear_tools: Sequence[str] | None
    """Tools whose results are never cleared, clipped or stored away. Only where nothing else makes the list fit the window are they
    clipped, and the report says so. Default: none.
    """
    placeholder: Placeholder | None
    """The text that takes the place of a cleared result: `informative` names the tool, its key argument and the size. One of
    `informative`, `plain`, `short`. Default: `"informative"`.
    """


class HistoryMeasure(TypedDict, total=False):
    """Options of a `History`, in the group `measure`."""

    unit: Unit | None
    """Which chars of a message are counted. One of `chars`, `json_chars`, `part_json_chars`, `output_chars`, `content_json_chars`.
    Default: `"chars"`.
    """
    estimator: Estimator | None
    """How the tokens of a text are estimated. If only `unit` or `chars_per_token` is given, it is `chars`. One of `chars`, `script`,
    `instant`, `exact`, `host`. Default: `"instant"`.
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
    """The rule that prices a medium by its size, in place of the model's rule. One of `constant`, `openai_tiles`,
    `openai_tiles_4o_mini`, `openai_tiles_o`, `openai_tiles_5`, `openai_patches_mini`, `openai_patches_nano`,
    `openai_patches_o4_mini`, `openai_patches_5`, `openai_patches_6`, `anthropic`, `anthropic_high`, `anthropic_5`, `gemini_2`,
    `gemini_3`, `qwen_vl`, `qwen3_vl`. Default: follows from the model.
    """
    image_tokens: int | None
    """Tokens that an image or a document costs if no rule gives a price. A whole number of at least 1. Default: `1600`."""
    message_overhead_tokens: int | None
    """Tokens added for each message (role and separators). A whole number of at least 0. Default: `4`."""


class HistoryOptions(TypedDict, total=False):
    """The keyword arguments of `History`."""

    dialect: Dialect | None
    """The dialect in which the messages are written. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`,
    `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`. Default: detected.
    """
    model: str | None
    """The model of the conversation, as its provider spells it. It selects the weights of `instant`, the encoding of `exact` and the
    price of media. Under `default` it also gives the window and the limit on output, unless they are given. Default: none.
    """
    context_window: int | None
    """The model's context window, in tokens. It decides *when* to compact; without a window, only a forced run compacts. Unless given,
    it is the window of `model` if that is known. A whole number of at least 1. Default: none.
    """
    preset: Preset | None
    """The preset whose values hold where nothing is given."""
    verify: Verify | None
    """`shape` recognises known messages by identity, `hash` by their content. Default: `shape`."""
    tokenizer: Tokenizer | None
    """Counts the tokens of a text in place of the estimators."""
    limits: HistoryLimits | None
    """What a request may hold. A dict of `max_output_tokens`, `max_input_tokens`, `reserved_tokens`."""
    when: HistoryWhen | None
    """When to act. A dict of `idle_minutes`, `max_result_chars`."""
    keep: HistoryKeep | None
    """What stays. A dict of `split_rule`, `fraction`, `tail_tokens`, `tail_turns`, `messages`, `pairs`, `results`."""
    reduce: HistoryReduce | None
    """What may be removed without a summary. A dict of `admit`, `clearable_tools`, `never_clear_tools`, `placeholder`."""
    measure: HistoryMeasure | None
    """How sizes are measured. A dict of `unit`, `estimator`, `family`, `encoding`, `chars_per_token`, `media_rule`, `image_tokens`,
    `message_overhead_tokens`.
    """
