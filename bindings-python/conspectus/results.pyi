from collections.abc import Sequence
from typing import Any, Generic, Literal, TypeAlias

from typing_extensions import TypeVar

from .options import Dialect, Status

M = TypeVar("M", default=Any)
R = TypeVar("R", default=Record)

SplitReason: TypeAlias = Literal[
    "empty", "boundary_at_target", "boundary_before_target", "everything", "boundary_that_fits", "trailing_call", "no_boundary"
]

class Record(dict[str, Any]):
    """A dict whose keys can be read as attributes too: `report.size.before` and `report["size"]["before"]` are the same."""

    def __getattr__(self, name: str) -> Any: ...

def record(value: Any) -> Any: ...

class _Fields(dict[str, Any]): ...

class Overhead(_Fields):
    system: int
    tools: int
    frames: int

class Estimate(_Fields):
    """The size of a conversation. `tokens` are estimates. `chars` are UTF-16 code units by the measure in use."""

    tokens: int
    """Everything."""
    chars: int
    media: int
    """Images, documents, sounds and films."""
    media_tokens: int
    overhead: Overhead
    """The part of `tokens` that no compaction shrinks."""
    per_message: list[int]
    dialect: str
    """The dialect that was read."""
    prompt_tokens: int | None
    """Tokens of the next prompt, from the last report of a provider. `None` without one."""
    unlisted_tokens: int | None
    """System prompt, tools and what else no message shows, from that report."""

class SplitPoint(_Fields):
    """Where to cut: messages before `index` are to be summarised, those from it on are kept."""

    index: int
    reason: SplitReason
    chars_before: int
    chars_total: int

class Loop(_Fields):
    """A loop of an agent."""

    kind: Literal["calls", "text", "lines", "judged"]
    """What repeats: tool calls, a stretch of text, lines; or two models judged that the agent is stuck."""
    cycle: int
    """How many calls or lines repeat, one after the other; 1 for a stretch of text, 0 if a model judged."""
    repeats: int
    """How often in a row they came; 0 if a model judged."""
    count: int
    """How many loops were found since the last `reset`, this one included."""
    detail: str
    """One sentence: what repeats, or why a model says so."""

class LoopCheck(_Fields):
    """The question to a model whether the agent is stuck."""

    kind: Literal["check_loop"]
    system: str
    messages: list[dict[str, Any]]
    """One message of the user, plain text, in the dialect of the history."""
    schema: dict[str, Any]
    """The JSON Schema of the answer, for providers that take one."""
    max_output_tokens: int
    confirms: bool
    """Whether a first model saw a loop. Ask a stronger one then."""

class LoopVerdict(_Fields):
    """What came of a check by a model."""

    looping: bool
    """The second model in a row says so."""
    confidence: float | None
    """From 0 to 1; `None` if the answer could not be read."""
    reason: str
    confirms: bool
    """Whether a second model has to be asked: `check` gives the question."""
    next_turn: int
    """The turn from which on the next check is due."""

class Reason(_Fields):
    code: str
    """`below_trigger`, `summarizer_error`, `not_smaller`, ...: for programs."""
    text: str
    """A sentence: for people."""

class Size(_Fields):
    """Sizes, in tokens, and numbers of messages."""

    before: int
    """Estimated tokens of the messages before."""
    after: int
    """Estimated tokens of the messages after. The same as before if nothing was applied."""
    used: int
    """Tokens that decided *when*: the provider's count if given, else the estimate with its overhead."""
    used_after: int
    """`used` as it will be."""
    window: int | None
    """The context window. `None` if none is known."""
    window_from: Literal["declared", "table", "observed", "assumed"] | None
    """How the window is known."""
    planned: int
    """Tokens that the result has, or would have had if it was refused."""
    overhead: int
    """System text and tool schemas, which no compaction shrinks."""
    trigger: int
    """The count at which compaction starts. 0 without a window."""
    target: int
    """What the messages and the overhead are to fit after a compaction. 0 without a window."""
    over_target: int
    """Tokens by which the result lies above it: then no legal cut leaves less. 0 if it fits."""
    floor: int
    """What no compaction gets below: what surrounds the messages, what is live, the smallest summary. 0 if it was not needed."""
    hard: int | None
    """The count at which nothing may be sent before a compaction, in systems that know one."""
    from_lengths: bool
    """Whether sizes are guessed from lengths: the list is so far below the trigger that no text was read."""
    bytes: int | None
    """Bytes of the request before, nearly. `None` where no limit on requests is known."""
    images: int | None
    """Images in it. `None` likewise."""
    messages_before: int
    messages_after: int

class Cut(_Fields):
    index: int | None
    """The first message that stays, if a cut was looked for."""
    reason: SplitReason | None
    """Why it lies there."""
    messages: int
    """Messages that a summary stands for."""

class Memory(_Fields):
    """The summary and what came with it."""

    tokens: int
    merged_previous: bool
    """Whether an earlier summary was merged into it."""
    rank: Literal["remembered", "keyed", "intact"] | None
    """How far that earlier summary may be believed. `None` without one."""
    damaged: Reason | None
    """`memory_damaged` if the message of an earlier summary was changed, so that it could not be merged."""
    check: Literal["accepted", "kept_first", "failed"] | None
    """What came of the second call. `None` without one."""
    score: Record | None
    """How far the last answer of the model is about its record. `None` without one that could be read."""
    ungrounded: list[str]
    """Names in it that do not stand in the record; at most 12."""
    attempts: int
    """Answers of the model."""
    refused: list[str]
    """Why answers were refused, in order."""
    truncated: bool
    """Whether the end of the summary is missing."""
    input: Literal["original", "truncated"]
    """Which tool results the summariser read."""
    shown: float | None
    """Which share of the record the summariser was shown, 0 to 1. `None` if no model was asked."""
    pieces: int
    """In how many pieces it read the record: 1 if it fits one request."""
    cold_request: bool
    """Whether the request that shares the conversation's prefix was not good enough, and another was made."""
    fallback: Reason | None
    """Why something stood in for a model's summary. `None` if it did not."""
    continued: bool
    """Whether the agent is told to go on, at the end of the list."""
    files: int
    images: int

class Looked(_Fields):
    kind: Literal["request", "rule", "failure", "task", "file", "name", "path", "id", "number", "command"]
    text: str

class Things(_Fields):
    count: int
    first: list[Looked]
    """The first twelve; those that must not be lost come first."""

class Retention(_Fields):
    """What a model's summary kept of what it stands for, as the model wrote it."""

    kept: Things
    missing: Things
    unsupported: Things
    """Paths, ids, numbers and commands that it names and that neither the messages nor earlier notes hold."""
    value: float
    """The share of the value of the most valuable names that it holds, 0 to 1."""
    put_in: int
    """How many things that must not be lost were put in word for word."""
    second_call: Literal["accepted", "kept_first", "failed"] | None
    """What came of a second answer, asked for because too much was missing. `None` without one."""

class Pinned(_Fields):
    """What stayed because it is pinned."""

    messages: int
    tokens: int
    largest: str | None
    """JSON Pointer of the largest pinned message."""
    gave_way: list[str]
    """Results of tools that are never cleared, and that had to be clipped because nothing else made the list fit the window."""

class Cache(_Fields):
    """What a cached prompt has to read again."""

    first_changed_message: int | None
    tokens_to_read_again: int
    breakpoints: list[int]
    """Where to mark the end of a cached prefix in the next request: each number is how many messages the prefix holds; 0 is the system text."""
    pays_after_calls: int | None
    """After how many calls the change has saved what it costs. `None` without a change, or without prices."""
    expected_cached_tokens: int | None
    """How many tokens the next request should find in the provider's cache if the marks are set as told. `None` where nothing tells it."""
    money: dict[str, int] | None
    """What the change costs and saves, in millionths of the unit of the prices: `costs_now_micros`, `saves_micros_a_call`, `input_micros` for a token
    of input. `None` as for `pays_after_calls`."""
    prices_from: Literal["declared", "table", "name"] | None

class Went(_Fields):
    """One line of what went, and why."""

    why: str
    count: int
    tokens: int

class Breakdown(_Fields):
    """Estimated tokens by what they are spent on."""

    system: int
    user: int
    assistant: int
    reasoning: int
    tool_calls: int
    tool_results: int
    media: int
    other: int
    summary: int

class Parts(_Fields):
    before: Breakdown
    after: Breakdown

class StoredOutput(_Fields):
    message: int
    path: str
    key: str
    locator: str
    chars: int

class StoredMessages(_Fields):
    """The messages that became a summary, as one text in the store."""

    first_message: int
    last_message: int
    key: str
    locator: str
    chars: int

class Stored(_Fields):
    outputs: list[StoredOutput]
    failures: int
    error: str | None
    messages: StoredMessages | None

class Followup(_Fields):
    """What an application must do after a run."""

    replace_history: bool
    new_chat: bool
    keep_recording: bool
    resend_context: bool
    reset_counts: bool

class System(_Fields):
    """What the preset's system adds, in its own words and numbers."""

    status: str
    number: int
    failures: int
    failed_attempt: bool
    rescue: bool
    followup: Followup

class Admitted(_Fields):
    """New tool results that were told shorter before the agent saw them. Nothing of them is lost."""

    results: int
    """How many results are shorter."""
    gutters: int
    """In how many of them the spaces in front of line numbers went."""
    tables: int
    """How many of them are JSON that lost its spaces, or became tables."""
    pointers: int
    """How many pointers stand for lines that an earlier result shows."""
    lines: int
    """How many lines they stand for."""
    tokens_saved: int

class Outputs(_Fields):
    """New tool results that a model told shorter before the agent saw them. Errors and warnings of them are whole."""

    results: int
    """How many results are shorter."""
    tokens_saved: int
    errors_put_in: int
    """Errors that the model's texts lacked and that were put in word for word."""
    warnings_put_in: int
    """The same for warnings."""
    left_out: int
    """How many of both had no room."""
    refused: list[Literal["empty", "too_long", "not_smaller", "refused", "cut_off"]]
    """Why answers were not used. These results stay as they were."""
    error: str | None
    """Why the model could not be asked."""

class Report(_Fields):
    """What a run measured and decided, in groups. Tokens are estimates by the same yardstick unless the name says otherwise."""

    reason: Reason
    trigger: Literal["manual", "auto", "token_limit", "image_overflow", "payload_overflow", "refusal"]
    """What set it off."""
    blocks_send: bool
    """Whether you should send nothing: the hard limit is reached and compacting did not help."""
    dialect: Dialect
    """As what the messages were read."""
    size: Size
    cut: Cut
    memory: Memory
    retention: Retention | None
    """What a model's summary kept. `None` without such a summary, or if the preset does not look."""
    pinned: Pinned
    cache: Cache
    went: list[Went]
    admitted: Admitted
    outputs: Outputs
    """What new tool results were told shorter, in a run that does nothing else."""
    parts: Parts
    stored: Stored
    system: System

class Edited(Generic[M, R]):
    """A list of messages after an operation: `messages`, whether anything `changed`, and the `report` of the operation.

    Where nothing changed, `messages` is the very same list. Else it is a new list in which untouched messages are the same objects.
    """

    messages: list[M]
    changed: bool
    report: R
    def __init__(self, messages: Sequence[M], changed: bool, report: R) -> None: ...

class Plan(_Fields):
    """What a run of the compactor would do. `str(plan)` is its text."""

    status: Status
    """How the run would end, if your functions give what they are asked for."""
    reason: Reason
    size: dict[str, int]
    """`messages`, and in estimated tokens `before`, `after` (with a model's summary at most so many), `used`, `trigger` and `target`."""
    edits: list[dict[str, Any]]
    """What is cleared, cut or told shorter: `message`, `path`, `action`, `reason`, `tool`, `detail`, `tokens_saved`, `text`."""
    summary: dict[str, Any] | None
    """Which messages become a summary, and by whom: `from`, `to`, `pinned`, `messages`, `tokens`, `by`, `input_tokens`, `output_tokens`."""
    stores: list[dict[str, Any]]
    """The outputs that `store` would be asked to keep: `key` and `chars`."""
    cache: dict[str, Any]
    """What it means for the provider's cache, as `Report.cache`: the messages before `first_changed_message` stay as they are, `money` says what the
    change costs now and saves a call."""
    patch: dict[str, Any] | None
    """The change of the list. `None` where it depends on a model's answer."""
    text: str
    """All of it for people."""

class Result(Generic[M]):
    """How a run of the compactor ended."""

    messages: list[M]
    """The list to go on with: the very same list if nothing changed."""
    changed: bool
    status: Status
    summary: str | None
    """The text of the summary, if one came into the history."""
    report: Report
    """Why it ended as it did, and what was measured."""
    error: Exception | None
    """What `summarize` raised, if something else stood in for its answer."""
    @property
    def cache_breakpoints(self) -> list[int]:
        """Where to mark the end of a cached prefix in the next request: each number is how many messages the prefix holds; 0 is the system text."""
    def __init__(
        self,
        messages: Sequence[M],
        changed: bool,
        status: Status,
        summary: str | None,
        report: Report,
        error: Exception | None = None,
        undone: tuple[list[M], dict[str, Any]] | None = None,
    ) -> None: ...
    @property
    def undo(self) -> dict[str, Any]:
        """The patch that takes the run back, as plain data. The messages that went stand in it as you gave them."""

    def save(self) -> dict[str, Any]:
        """All of it but `error`, as plain data: `json.dumps` writes it if it can write the messages. `Compactor.undo` takes it."""

    def _repr_html_(self) -> str: ...
