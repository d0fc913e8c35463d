"""What comes back. Written by `scripts/names.py --write` from the tables of the core. Do not edit."""

from __future__ import annotations

from ._shapes import Dataclass, FrameMethods, Lined, PlanMethods, ResultMethods

# Not from `typing`: it would take most of the time of the import. Type checkers know the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypedDict

    from typing_extensions import TypeVar

    M = TypeVar("M", default=Any)
    D = TypeVar("D", default=Any)

    from .options import Dialect, Options, Preset

    RunCause: TypeAlias = Literal["manual", "auto", "token_limit", "image_overflow", "payload_overflow", "refusal"]
    Role: TypeAlias = Literal["system", "user", "assistant", "tool", "other"]
    RowAction: TypeAlias = Literal["kept", "summarized", "cleared", "truncated", "condensed", "repaired"]
    Status: TypeAlias = Literal["unchanged", "reduced", "summarized", "repaired", "too_large", "failed", "conflict", "cancelled"]
    ReasonCode: TypeAlias = Literal["empty_history", "below_trigger", "no_cut", "span_too_short", "nothing_new", "nothing_to_clear", "summarized", "cleared", "clipped", "condensed", "repaired", "over_window", "over_request_limit", "not_smaller", "would_be_invalid", "counting_failed", "history_changed", "cancelled", "summarizer_error", "summarizer_paused", "summarizer_off", "summary_damaged", "summary_empty", "summary_error_text", "summary_tool_call", "summary_refused", "summary_echo", "summary_loops", "summary_copy", "summary_too_long", "summary_cut_off", "summary_too_thin", "summary_off_topic", "open_end", "too_few_messages", "no_room"]
    RemovedKind: TypeAlias = Literal["summarized_messages", "cleared_tool_results", "truncated_tool_results", "cleared_arguments", "cleared_reasoning", "cleared_media", "condensed_tool_results"]
    SummaryBy: TypeAlias = Literal["model", "extractive"]
    RelaxedOption: TypeAlias = Literal["keep", "keep_tool_results"]
    WarningCode: TypeAlias = Literal["usage_below_estimate", "usage_above_estimate", "usage_unparsed", "thinking_removed", "unrecognized_content", "dangling_call", "invalid_history", "store_failed", "unread_lost", "summary_unsupported"]
    EditAction: TypeAlias = Literal["replace_media", "drop_nested_media", "clear_result", "replace_embedded_media", "cut_result", "shorten_result", "shorten_arguments", "drop_thinking"]
    EditReason: TypeAlias = Literal["unreadable_medium", "idle", "size", "forced", "relaxed", "pruned", "budget", "payload", "padding", "json", "grouped", "shown_before", "source_gone", "changed_later", "read_again", "repeated", "written", "bound"]
    Purpose: TypeAlias = Literal["summary", "piece", "retry", "check"]
    Mime: TypeAlias = Literal["text/plain"]
    LoopKind: TypeAlias = Literal["calls", "text", "lines"]
    Policy: TypeAlias = Literal["recorded", "never", "break_even", "trigger", "every_turn", "context_editing", "context_editing_20k", "summarize_85", "summarize_85_keep_tenth"]
    MediaKind: TypeAlias = Literal["image", "pdf", "audio", "video", "other"]
    LogLevel: TypeAlias = Literal["debug", "info", "warning", "error"]
    LogEvent: TypeAlias = Literal["started", "asked", "finished", "fallback", "not_stored", "usage_unparsed", "unrecognized_content", "callback_context_unused", "near_window", "failed", "too_large"]
    MediumKind: TypeAlias = Literal["image", "pdf", "audio", "unknown"]
    CutReason: TypeAlias = Literal["empty", "boundary_at_target", "boundary_before_target", "everything", "nothing", "boundary_that_fits", "boundary_before_live", "trailing_call", "no_boundary"]
    CutProblem: TypeAlias = Literal["among_system_messages", "already_compacted", "parts_call_from_result", "loses_waiting_call", "parts_reasoning_from_item", "parts_parallel_calls", "starts_with_result"]
    ClearTrigger: TypeAlias = Literal["none", "idle", "size", "force"]
    ProblemCode: TypeAlias = Literal["missing_role", "unknown_role", "lone_surrogate", "own_field", "missing_id", "duplicate_call_id", "duplicate_result", "orphan_result", "misplaced_result", "dangling_call", "results_not_first", "reasoning_without_item", "ends_in_thought", "empty_result", "empty_part", "empty_message", "first_message_not_user", "roles_do_not_alternate", "system_message_in_list", "system_message_in_the_middle", "thinking_bound", "unreadable_message"]
    Severity: TypeAlias = Literal["error", "warning"]
    ClaimKind: TypeAlias = Literal["path", "id", "number", "command", "check"]
    FileUse: TypeAlias = Literal["read", "written", "edited", "appended", "removed"]
    Outcome: TypeAlias = Literal["ok", "failed", "refused", "unknown"]
    TodoStatus: TypeAlias = Literal["pending", "in_progress", "completed", "cancelled"]
    OutputFrom: TypeAlias = Literal["summary", "truncation", "output"]
    OutputDefect: TypeAlias = Literal["empty", "refused", "too_long", "not_smaller", "no_answer"]
    NotRead: TypeAlias = Literal["missing", "outside", "not_a_file", "too_large", "unreadable", "binary", "unsupported", "repeated", "depth", "limit", "url"]
    SkipReason: TypeAlias = Literal["empty", "same_text", "over_budget"]
    EditorKind: TypeAlias = Literal["full", "changes", "none"]
    RecoveryAction: TypeAlias = Literal["compact", "lower_max_tokens", "relieve_bytes", "relieve_media", "repair", "drop_thinking", "wait", "fail"]
    ErrorKind: TypeAlias = Literal["tokens", "max_tokens", "bytes", "media", "pairing", "thinking_bound", "empty", "rate", "overload", "auth", "other"]
    MatchedBy: TypeAlias = Literal["wording", "code", "status", "answer", "nothing"]
    LimitSource: TypeAlias = Literal["declared", "table", "observed", "assumed", "fallback"]
    PriceSource: TypeAlias = Literal["declared", "table", "name"]
    ChangeKind: TypeAlias = Literal["drop_invalid_run", "drop_empty", "drop_invalid_part", "drop_thoughts", "merge", "sign_call", "answer_call", "add_call", "order_results", "add_start", "add_end", "add_context", "scrub"]
    ThresholdFrom: TypeAlias = Literal["local", "remote", "default"]
    NeedStrategy: TypeAlias = Literal["none", "prune", "compact"]
    NeedSource: TypeAlias = Literal["usage", "estimate"]
    FileKind: TypeAlias = Literal["text", "image", "pdf", "audio", "video", "binary", "refused"]

    class _PatchOp(TypedDict):
        op: Literal["replace", "remove", "add"]
        """The operation."""
        path: str
        """JSON Pointer to the place."""

    class PatchOp(_PatchOp, total=False):
        """A change to one place, as in RFC 6902."""

        value: Any
        """The new value; missing for `remove`."""

    class Splice(TypedDict):
        """Messages to replace."""

        start: int
        """Index of the first one."""
        delete_count: int
        """How many to remove."""
        insert: list[Any]
        """The new messages."""

    class Patch(TypedDict):
        """A change to a list of messages: first `ops`, then `splices`."""

        ops: list[PatchOp]
        """Changes inside messages, in order."""
        splices: list[Splice]
        """Replaced messages, last place first."""

    class ToolUseRecord(TypedDict):
        """How a tool was used, in gencode's session format."""

        tool: str
        """The tool's name."""
        count: int
        """Number of calls."""
        notableUses: list[str]
        """Subjects of the first distinct calls."""

    class ConversationSummary(TypedDict):
        """A summary in gencode's session format."""

        id: str
        """Its id."""
        type: Literal["compaction"]
        """The type."""
        coveringMessages: list[int]
        """First and last message."""
        content: str
        """The summary."""
        keyDecisions: list[str]
        """Sentences with decisions."""
        filesModified: list[str]
        """Changed paths."""
        toolsUsed: list[ToolUseRecord]
        """Used tools."""
        generatedAt: str
        """Time in ISO 8601."""
        estimatedTokens: int
        """Its tokens."""

    class OfMessages(Generic[M]):
        messages: list[M]

    class OfEdited(Generic[M, D]):
        messages: list[M]
        details: D

else:
    M = D = None

    class OfMessages:
        __slots__ = ()

        def __class_getitem__(cls, item):
            return cls

    OfEdited = OfMessages


class ResultRow(Dataclass):
    """What happened to one message."""

    index: int
    """Index of the message before the run."""
    role: Role
    """The message's role."""
    tool: str
    """The tools it calls, or whose results it contains; may be empty."""
    call_ids: list[str]
    """The ids of its calls and results."""
    tokens_before: int
    """Tokens before the run."""
    tokens_after: int
    """Tokens after the run; 0 if removed."""
    action: RowAction
    """What happened to the message."""
    reason: str
    """The reason as a sentence; empty if unchanged."""

    __match_args__ = _names = ('index', 'role', 'tool', 'call_ids', 'tokens_before', 'tokens_after', 'action', 'reason')
    __slots__ = {
        'index': 'Index of the message before the run.',
        'role': "The message's role.",
        'tool': 'The tools it calls, or whose results it contains; may be empty.',
        'call_ids': 'The ids of its calls and results.',
        'tokens_before': 'Tokens before the run.',
        'tokens_after': 'Tokens after the run; 0 if removed.',
        'action': 'What happened to the message.',
        'reason': 'The reason as a sentence; empty if unchanged.',
    }


class Removed(Dataclass):
    """A group of removed content."""

    kind: RemovedKind
    """What happened to it."""
    count: int
    """The number of messages, results or media."""
    tokens: int
    """Tokens of the summarized messages, or tokens saved."""

    __match_args__ = _names = ('kind', 'count', 'tokens')
    __slots__ = {
        'kind': 'What happened to it.',
        'count': 'The number of messages, results or media.',
        'tokens': 'Tokens of the summarized messages, or tokens saved.',
    }


class Reason(Dataclass):
    """A code for programs and a sentence for people."""

    code: ReasonCode
    """The code, e.g. `below_trigger` or `not_smaller`."""
    text: str
    """The sentence."""

    __match_args__ = _names = ('code', 'text')
    __slots__ = {
        'code': 'The code, e.g. `below_trigger` or `not_smaller`.',
        'text': 'The sentence.',
    }


class Stored(Dataclass):
    """A stored tool output, or summarized messages."""

    message: int
    """Index of the message, or of the first one, before the run."""
    last_message: int
    """Index of the last message."""
    path: str
    """JSON Pointer of the result in its message; empty for messages."""
    locator: str
    """The place in the store: `store.get(locator)` returns it."""
    chars: int
    """Length in characters."""

    __match_args__ = _names = ('message', 'last_message', 'path', 'locator', 'chars')
    __slots__ = {
        'message': 'Index of the message, or of the first one, before the run.',
        'last_message': 'Index of the last message.',
        'path': 'JSON Pointer of the result in its message; empty for messages.',
        'locator': 'The place in the store: `store.get(locator)` returns it.',
        'chars': 'Length in characters.',
    }


class Warning(Dataclass):
    """Something to check."""

    code: WarningCode
    """The code for programs."""
    text: str
    """The warning as a sentence."""
    path: str | None
    """JSON Pointer to the place, or `None`."""

    __match_args__ = _names = ('code', 'text', 'path')
    __slots__ = {
        'code': 'The code for programs.',
        'text': 'The warning as a sentence.',
        'path': 'JSON Pointer to the place, or `None`.',
    }


class Result(ResultMethods, OfMessages[M]):
    """The outcome of a run. Tokens are estimates, unless stated otherwise."""

    messages: list[M]
    """The messages to continue with, or the same list if nothing changed."""
    status: Status
    """How the run ended."""
    changed: bool
    """Whether the messages changed."""
    can_send: bool
    """Whether the prompt fits the window. If not, don't send it."""
    reason: str
    """Why the run ended this way, as a sentence."""
    code: ReasonCode
    """The reason as a code."""
    tokens_before: int
    """Tokens of the messages before the run."""
    tokens_after: int
    """Tokens of the messages after the run."""
    prompt_tokens: int
    """Tokens of the next prompt, with system prompt and tools."""
    context_window: int | None
    """The largest prompt in tokens, or `None` if unknown."""
    trigger_tokens: int
    """The prompt size at which compaction starts; 0 without a window."""
    removed: list[Removed]
    """Removed content, one group for each kind."""
    summary: str | None
    """The new summary, or `None`."""
    summary_by: SummaryBy | None
    """Who wrote the summary, or `None`."""
    fallback: Reason | None
    """Why a fallback replaced the model's summary, or `None`."""
    relaxed_options: list[RelaxedOption]
    """Options that were relaxed to reach the target or the trigger."""
    stored: list[Stored]
    """Stored content."""
    cache_breakpoints: list[int]
    """Cache breakpoints, as numbers of messages in the prefix; 0 is the system prompt."""
    cache_tokens_lost: int
    """Tokens that the provider has to cache again."""
    break_even_calls: int | None
    """Calls after which the change has paid for itself, or `None`."""
    request_fields: dict[str, Any]
    """Fields to add to the next request."""
    warnings: list[Warning]
    """Warnings, if any."""
    log: dict[str, int | float | str]
    """Other measurements, by path."""
    error: Exception | None
    """The exception of one of your functions, or `None`."""

    __match_args__ = _names = ('messages', 'status', 'changed', 'can_send', 'reason', 'code', 'tokens_before', 'tokens_after', 'prompt_tokens', 'context_window', 'trigger_tokens', 'removed', 'summary', 'summary_by', 'fallback', 'relaxed_options', 'stored', 'cache_breakpoints', 'cache_tokens_lost', 'break_even_calls', 'request_fields', 'warnings', 'log', 'error')
    __slots__ = {
        'messages': 'The messages to continue with, or the same list if nothing changed.',
        'status': 'How the run ended.',
        'changed': 'Whether the messages changed.',
        'can_send': "Whether the prompt fits the window. If not, don't send it.",
        'reason': 'Why the run ended this way, as a sentence.',
        'code': 'The reason as a code.',
        'tokens_before': 'Tokens of the messages before the run.',
        'tokens_after': 'Tokens of the messages after the run.',
        'prompt_tokens': 'Tokens of the next prompt, with system prompt and tools.',
        'context_window': 'The largest prompt in tokens, or `None` if unknown.',
        'trigger_tokens': 'The prompt size at which compaction starts; 0 without a window.',
        'removed': 'Removed content, one group for each kind.',
        'summary': 'The new summary, or `None`.',
        'summary_by': 'Who wrote the summary, or `None`.',
        'fallback': "Why a fallback replaced the model's summary, or `None`.",
        'relaxed_options': 'Options that were relaxed to reach the target or the trigger.',
        'stored': 'Stored content.',
        'cache_breakpoints': 'Cache breakpoints, as numbers of messages in the prefix; 0 is the system prompt.',
        'cache_tokens_lost': 'Tokens that the provider has to cache again.',
        'break_even_calls': 'Calls after which the change has paid for itself, or `None`.',
        'request_fields': 'Fields to add to the next request.',
        'warnings': 'Warnings, if any.',
        'log': 'Other measurements, by path.',
        'error': 'The exception of one of your functions, or `None`.',
    }
    _nested = {'removed': [Removed], 'fallback': Reason, 'stored': [Stored], 'warnings': [Warning]}


class PlannedSummary(Dataclass):
    """Which messages would be summarized, and by whom."""

    start: int
    """The first message to summarize."""
    end: int
    """The first kept message after them."""
    pinned: list[int]
    """Pinned messages between the two."""
    messages: int
    """How many messages would be summarized."""
    tokens: int
    """Their estimated tokens."""
    by: SummaryBy
    """Who would write it."""
    input_tokens: int
    """Estimated tokens of the model request; 0 without a model."""
    output_tokens: int
    """The answer's token limit; without a model, the size of the summary."""

    __match_args__ = _names = ('start', 'end', 'pinned', 'messages', 'tokens', 'by', 'input_tokens', 'output_tokens')
    __slots__ = {
        'start': 'The first message to summarize.',
        'end': 'The first kept message after them.',
        'pinned': 'Pinned messages between the two.',
        'messages': 'How many messages would be summarized.',
        'tokens': 'Their estimated tokens.',
        'by': 'Who would write it.',
        'input_tokens': 'Estimated tokens of the model request; 0 without a model.',
        'output_tokens': "The answer's token limit; without a model, the size of the summary.",
    }


class Edit(Dataclass):
    """A change to one part."""

    message: int
    """Index of the message before the edit."""
    path: str
    """JSON Pointer of the part in its message."""
    action: EditAction
    """What the edit does."""
    reason: EditReason
    """Why it does this."""
    chars_before: int
    """Characters of the part before the edit."""
    chars_after: int
    """Characters of the part after the edit."""
    media: int
    """How many media items it removes."""
    media_tokens: int
    """Their estimated tokens."""
    tokens_saved: int
    """Estimated tokens saved."""
    tool: str
    """The tool of the result; empty for other parts."""
    detail: str
    """The subject of the call, e.g. a path or a command; may be empty."""
    text: str
    """The new text of the part."""

    __match_args__ = _names = ('message', 'path', 'action', 'reason', 'chars_before', 'chars_after', 'media', 'media_tokens', 'tokens_saved', 'tool', 'detail', 'text')
    __slots__ = {
        'message': 'Index of the message before the edit.',
        'path': 'JSON Pointer of the part in its message.',
        'action': 'What the edit does.',
        'reason': 'Why it does this.',
        'chars_before': 'Characters of the part before the edit.',
        'chars_after': 'Characters of the part after the edit.',
        'media': 'How many media items it removes.',
        'media_tokens': 'Their estimated tokens.',
        'tokens_saved': 'Estimated tokens saved.',
        'tool': 'The tool of the result; empty for other parts.',
        'detail': 'The subject of the call, e.g. a path or a command; may be empty.',
        'text': 'The new text of the part.',
    }


class PlannedOutput(Dataclass):
    """An output that would be stored."""

    key: str
    """Its key in the store."""
    chars: int
    """Its length in characters."""

    __match_args__ = _names = ('key', 'chars')
    __slots__ = {
        'key': 'Its key in the store.',
        'chars': 'Its length in characters.',
    }


class Plan(PlanMethods):
    """The planned run."""

    status: Status
    """How the run would end."""
    changed: bool
    """Whether the messages would change."""
    can_send: bool
    """Whether the prompt would fit."""
    reason: str
    """The reason as a sentence."""
    code: ReasonCode
    """The reason as a code."""
    tokens_before: int
    """Tokens of the messages now."""
    tokens_after: int
    """Tokens of the messages afterwards; with a model summary, an upper limit."""
    prompt_tokens: int
    """Tokens of the next prompt, including system prompt and tools."""
    context_window: int | None
    """The largest prompt in tokens, or `None` if unknown."""
    trigger_tokens: int
    """The prompt size at which compaction starts; 0 without a window."""
    removed: list[Removed]
    """Content that would be removed, one group for each kind."""
    summary: PlannedSummary | None
    """The planned summary, or `None`."""
    cache_tokens_lost: int
    """Tokens that the provider would have to cache again."""
    break_even_calls: int | None
    """Calls after which the change would have paid for itself, or `None`."""
    request_fields: dict[str, Any]
    """Fields to add to the next request."""
    warnings: list[Warning]
    """Warnings, if any."""
    edits: list[Edit]
    """The planned edits."""
    stores: list[PlannedOutput]
    """Outputs that would be stored."""
    patch: Patch | None
    """The change as a patch, or `None` if it depends on an answer. Locators are keys."""
    log: dict[str, int | float | str]
    """Other measurements, by path."""
    text: str
    """The plan as text."""

    __match_args__ = _names = ('status', 'changed', 'can_send', 'reason', 'code', 'tokens_before', 'tokens_after', 'prompt_tokens', 'context_window', 'trigger_tokens', 'removed', 'summary', 'cache_tokens_lost', 'break_even_calls', 'request_fields', 'warnings', 'edits', 'stores', 'patch', 'log', 'text')
    __slots__ = {
        'status': 'How the run would end.',
        'changed': 'Whether the messages would change.',
        'can_send': 'Whether the prompt would fit.',
        'reason': 'The reason as a sentence.',
        'code': 'The reason as a code.',
        'tokens_before': 'Tokens of the messages now.',
        'tokens_after': 'Tokens of the messages afterwards; with a model summary, an upper limit.',
        'prompt_tokens': 'Tokens of the next prompt, including system prompt and tools.',
        'context_window': 'The largest prompt in tokens, or `None` if unknown.',
        'trigger_tokens': 'The prompt size at which compaction starts; 0 without a window.',
        'removed': 'Content that would be removed, one group for each kind.',
        'summary': 'The planned summary, or `None`.',
        'cache_tokens_lost': 'Tokens that the provider would have to cache again.',
        'break_even_calls': 'Calls after which the change would have paid for itself, or `None`.',
        'request_fields': 'Fields to add to the next request.',
        'warnings': 'Warnings, if any.',
        'edits': 'The planned edits.',
        'stores': 'Outputs that would be stored.',
        'patch': 'The change as a patch, or `None` if it depends on an answer. Locators are keys.',
        'log': 'Other measurements, by path.',
        'text': 'The plan as text.',
    }
    _nested = {'removed': [Removed], 'summary': PlannedSummary, 'warnings': [Warning], 'edits': [Edit], 'stores': [PlannedOutput]}


class Loop(Dataclass):
    """A detected loop."""

    kind: LoopKind
    """What repeats."""
    cycle: int
    """How many calls or lines make up one repetition."""
    repeats: int
    """How many times in a row."""
    count: int
    """Loops found since the last `reset`, including this one."""
    detail: str
    """What repeats, as a sentence."""

    __match_args__ = _names = ('kind', 'cycle', 'repeats', 'count', 'detail')
    __slots__ = {
        'kind': 'What repeats.',
        'cycle': 'How many calls or lines make up one repetition.',
        'repeats': 'How many times in a row.',
        'count': 'Loops found since the last `reset`, including this one.',
        'detail': 'What repeats, as a sentence.',
    }


class TokensByKind(Dataclass):
    """Estimated tokens of a conversation, by purpose."""

    system: int
    """System messages in the list."""
    user: int
    """The user's text."""
    assistant: int
    """The agent's text."""
    reasoning: int
    """Reasoning."""
    tool_calls: int
    """Tool calls."""
    tool_results: int
    """Text of tool results."""
    media: int
    """Media, in any place."""
    other: int
    """Unknown parts, and the overhead of each message."""
    summary: int
    """conspectus's own summary."""

    __match_args__ = _names = ('system', 'user', 'assistant', 'reasoning', 'tool_calls', 'tool_results', 'media', 'other', 'summary')
    __slots__ = {
        'system': 'System messages in the list.',
        'user': "The user's text.",
        'assistant': "The agent's text.",
        'reasoning': 'Reasoning.',
        'tool_calls': 'Tool calls.',
        'tool_results': 'Text of tool results.',
        'media': 'Media, in any place.',
        'other': 'Unknown parts, and the overhead of each message.',
        'summary': "conspectus's own summary.",
    }


class Overhead(Dataclass):
    """Tokens that no compaction shortens."""

    system: int
    """The system prompt."""
    tools: int
    """The tool schemas."""
    frames: int
    """The frame of each message."""

    __match_args__ = _names = ('system', 'tools', 'frames')
    __slots__ = {
        'system': 'The system prompt.',
        'tools': 'The tool schemas.',
        'frames': 'The frame of each message.',
    }


class Estimate(Dataclass):
    """The size of a conversation."""

    tokens: int
    """All tokens."""
    chars: int
    """Characters, by the current measure."""
    media: int
    """Number of media items."""
    media_tokens: int
    """Tokens of the media."""
    overhead: Overhead
    """Tokens that no compaction shortens."""
    per_message: list[int]
    """Tokens of each message."""
    prompt_tokens: int | None
    """Tokens of the next prompt, based on the last usage, or `None`."""
    unlisted_tokens: int | None
    """Tokens of that prompt that aren't in any message, or `None`."""
    dialect: Dialect
    """The detected message format."""

    __match_args__ = _names = ('tokens', 'chars', 'media', 'media_tokens', 'overhead', 'per_message', 'prompt_tokens', 'unlisted_tokens', 'dialect')
    __slots__ = {
        'tokens': 'All tokens.',
        'chars': 'Characters, by the current measure.',
        'media': 'Number of media items.',
        'media_tokens': 'Tokens of the media.',
        'overhead': 'Tokens that no compaction shortens.',
        'per_message': 'Tokens of each message.',
        'prompt_tokens': 'Tokens of the next prompt, based on the last usage, or `None`.',
        'unlisted_tokens': "Tokens of that prompt that aren't in any message, or `None`.",
        'dialect': 'The detected message format.',
    }
    _nested = {'overhead': Overhead}


class TokenCount(Lined):
    """Tokens of a string or a conversation."""

    tokens: int
    """All tokens."""
    exact: bool
    """Whether the count is exact or an estimate."""
    by_kind: TokensByKind | None
    """Tokens by purpose, or `None` for a string."""
    per_message: list[int]
    """Tokens of each message; empty for a string."""
    details: Estimate | None
    """Other measurements, or `None` for a string."""

    __match_args__ = _names = ('tokens', 'exact', 'by_kind', 'per_message', 'details')
    __slots__ = {
        'tokens': 'All tokens.',
        'exact': 'Whether the count is exact or an estimate.',
        'by_kind': 'Tokens by purpose, or `None` for a string.',
        'per_message': 'Tokens of each message; empty for a string.',
        'details': 'Other measurements, or `None` for a string.',
    }
    _nested = {'by_kind': TokensByKind, 'details': Estimate}


class MediaTokens(Dataclass):
    """The cost of a media item."""

    tokens: int
    """Its tokens."""
    rule: str
    """The rule that was used."""
    detail: str
    """The detail level."""
    kind: MediumKind
    """`image`, `pdf`, `audio` or `unknown`."""
    width: int | None
    """Width of an image in pixels, or `None`."""
    height: int | None
    """Height of an image in pixels, or `None`."""
    pages: int | None
    """Pages of a document, or `None`."""
    seconds: float | None
    """Length of audio in seconds, or `None`."""

    __match_args__ = _names = ('tokens', 'rule', 'detail', 'kind', 'width', 'height', 'pages', 'seconds')
    __slots__ = {
        'tokens': 'Its tokens.',
        'rule': 'The rule that was used.',
        'detail': 'The detail level.',
        'kind': '`image`, `pdf`, `audio` or `unknown`.',
        'width': 'Width of an image in pixels, or `None`.',
        'height': 'Height of an image in pixels, or `None`.',
        'pages': 'Pages of a document, or `None`.',
        'seconds': 'Length of audio in seconds, or `None`.',
    }


class Usage(Dataclass):
    """A provider's token counts for one request."""

    prompt_tokens: int
    """Prompt tokens, including cached ones."""
    output_tokens: int | None
    """Output tokens, if reported."""
    cached_tokens: int | None
    """Prompt tokens read from the cache, if reported."""

    __match_args__ = _names = ('prompt_tokens', 'output_tokens', 'cached_tokens')
    __slots__ = {
        'prompt_tokens': 'Prompt tokens, including cached ones.',
        'output_tokens': 'Output tokens, if reported.',
        'cached_tokens': 'Prompt tokens read from the cache, if reported.',
    }


class TextTokens(Dataclass):
    """Tokens of a string."""

    tokens: int
    """The tokens."""
    rule: str
    """The rule that was used."""

    __match_args__ = _names = ('tokens', 'rule')
    __slots__ = {
        'tokens': 'The tokens.',
        'rule': 'The rule that was used.',
    }


class LegalCut(Dataclass):
    """A boundary before message `index`; the last one is after the last message."""

    index: int
    """A cut here removes messages `..index`."""
    legal: bool
    """Whether a cut is allowed here."""
    reason: CutProblem | None
    """Why not, or `None`."""

    __match_args__ = _names = ('index', 'legal', 'reason')
    __slots__ = {
        'index': 'A cut here removes messages `..index`.',
        'legal': 'Whether a cut is allowed here.',
        'reason': 'Why not, or `None`.',
    }


class Cut(Lined):
    """The chosen cut: messages before `index` can be summarized."""

    index: int
    """Index of the first kept message; 0 means that nothing can be summarized."""
    reason: CutReason
    """Why the cut is here."""
    tokens_before: int
    """Tokens of all messages."""
    tokens_after: int
    """Tokens of the kept messages."""
    cuts: list[LegalCut]
    """Every boundary, and whether a cut is allowed there."""

    __match_args__ = _names = ('index', 'reason', 'tokens_before', 'tokens_after', 'cuts')
    __slots__ = {
        'index': 'Index of the first kept message; 0 means that nothing can be summarized.',
        'reason': 'Why the cut is here.',
        'tokens_before': 'Tokens of all messages.',
        'tokens_after': 'Tokens of the kept messages.',
        'cuts': 'Every boundary, and whether a cut is allowed there.',
    }
    _nested = {'cuts': [LegalCut]}


class SplitPoint(Dataclass):
    """A cut: messages `..index` are summarized, the others kept."""

    index: int
    """Index of the first kept message; 0 means that nothing can be summarized."""
    reason: CutReason
    """Why the cut is here."""
    chars_before: int
    """Characters before the cut."""
    chars_total: int
    """Characters of the complete history."""

    __match_args__ = _names = ('index', 'reason', 'chars_before', 'chars_total')
    __slots__ = {
        'index': 'Index of the first kept message; 0 means that nothing can be summarized.',
        'reason': 'Why the cut is here.',
        'chars_before': 'Characters before the cut.',
        'chars_total': 'Characters of the complete history.',
    }


class ClearDetails(Dataclass):
    """Counts of cleared content."""

    trigger: ClearTrigger
    """Why content was cleared."""
    tool_results: int
    """Cleared results."""
    nested_media: int
    """Results that lost their media and kept their text."""
    media: int
    """Cleared media in user messages."""
    tokens_saved: int
    """Estimated tokens saved."""
    cleared: list[str]
    """Paths or commands of cleared results. Remove them from your cache of read files."""
    cleared_unnamed: int
    """Cleared results of calls without a path or command."""

    __match_args__ = _names = ('trigger', 'tool_results', 'nested_media', 'media', 'tokens_saved', 'cleared', 'cleared_unnamed')
    __slots__ = {
        'trigger': 'Why content was cleared.',
        'tool_results': 'Cleared results.',
        'nested_media': 'Results that lost their media and kept their text.',
        'media': 'Cleared media in user messages.',
        'tokens_saved': 'Estimated tokens saved.',
        'cleared': 'Paths or commands of cleared results. Remove them from your cache of read files.',
        'cleared_unnamed': 'Cleared results of calls without a path or command.',
    }


class ClearMediaDetails(Dataclass):
    """Counts of cleared media."""

    cleared: int
    """Cleared media."""
    kept: int
    """Kept media."""
    bytes_cleared: int
    """Bytes of cleared media."""
    pixels_cleared: int
    """Pixels of cleared images."""
    tokens_saved: int
    """Estimated tokens saved."""

    __match_args__ = _names = ('cleared', 'kept', 'bytes_cleared', 'pixels_cleared', 'tokens_saved')
    __slots__ = {
        'cleared': 'Cleared media.',
        'kept': 'Kept media.',
        'bytes_cleared': 'Bytes of cleared media.',
        'pixels_cleared': 'Pixels of cleared images.',
        'tokens_saved': 'Estimated tokens saved.',
    }


class ClearStaleDetails(Dataclass):
    """Counts of cleared stale content."""

    changed_later: int
    """Reads of files that were changed later."""
    read_again: int
    """Reads whose lines a later read shows."""
    repeated: int
    """Results that a later result repeats."""
    written: int
    """Calls whose written text is in the file."""
    written_out: int
    """Results whose pointers were replaced by the lines themselves."""
    tokens_saved: int
    """Estimated tokens saved."""
    tokens_after: int
    """Estimated tokens of the list afterwards."""
    cleared: list[str]
    """Paths or commands of cleared results. Remove them from your cache of read files."""

    __match_args__ = _names = ('changed_later', 'read_again', 'repeated', 'written', 'written_out', 'tokens_saved', 'tokens_after', 'cleared')
    __slots__ = {
        'changed_later': 'Reads of files that were changed later.',
        'read_again': 'Reads whose lines a later read shows.',
        'repeated': 'Results that a later result repeats.',
        'written': 'Calls whose written text is in the file.',
        'written_out': 'Results whose pointers were replaced by the lines themselves.',
        'tokens_saved': 'Estimated tokens saved.',
        'tokens_after': 'Estimated tokens of the list afterwards.',
        'cleared': 'Paths or commands of cleared results. Remove them from your cache of read files.',
    }


class SlimDetails(Dataclass):
    """Counts of replaced media."""

    images: int
    """Replaced images."""
    documents: int
    """Other replaced media."""
    texts: int
    """Texts in which data URLs were replaced."""
    tokens_saved: int
    """Estimated tokens saved."""

    __match_args__ = _names = ('images', 'documents', 'texts', 'tokens_saved')
    __slots__ = {
        'images': 'Replaced images.',
        'documents': 'Other replaced media.',
        'texts': 'Texts in which data URLs were replaced.',
        'tokens_saved': 'Estimated tokens saved.',
    }


class CondenseDetails(Dataclass):
    """Counts of condensed content."""

    results: int
    """Condensed results."""
    line_numbers: int
    """Results that lost the spaces before line numbers."""
    tables: int
    """Results whose JSON was shortened or became a table."""
    groups: int
    """Results in which shared parts of lines are written once."""
    pointers: int
    """Pointers to lines of earlier results."""
    lines: int
    """Lines replaced by pointers."""
    tokens_saved: int
    """Estimated tokens saved."""

    __match_args__ = _names = ('results', 'line_numbers', 'tables', 'groups', 'pointers', 'lines', 'tokens_saved')
    __slots__ = {
        'results': 'Condensed results.',
        'line_numbers': 'Results that lost the spaces before line numbers.',
        'tables': 'Results whose JSON was shortened or became a table.',
        'groups': 'Results in which shared parts of lines are written once.',
        'pointers': 'Pointers to lines of earlier results.',
        'lines': 'Lines replaced by pointers.',
        'tokens_saved': 'Estimated tokens saved.',
    }


class ExpandDetails(Dataclass):
    """Results restored by `expand`."""

    results: int
    """Restored results."""

    __match_args__ = _names = ('results',)
    __slots__ = {
        'results': 'Restored results.',
    }


class Problem(Dataclass):
    """A problem that a provider would reject, or that has less effect than expected."""

    code: ProblemCode
    """The kind of problem."""
    path: str
    """JSON Pointer to its place in the list."""
    severity: Severity
    """Whether the provider would reject the request."""
    message: str
    """The provider's error message, as far as known."""

    __match_args__ = _names = ('code', 'path', 'severity', 'message')
    __slots__ = {
        'code': 'The kind of problem.',
        'path': 'JSON Pointer to its place in the list.',
        'severity': 'Whether the provider would reject the request.',
        'message': "The provider's error message, as far as known.",
    }


class Repair(Dataclass):
    """A repair of one problem."""

    code: ProblemCode
    """The repaired problem."""
    path: str
    """JSON Pointer to the problem, after earlier repairs."""
    action: str
    """What was done, as a sentence."""

    __match_args__ = _names = ('code', 'path', 'action')
    __slots__ = {
        'code': 'The repaired problem.',
        'path': 'JSON Pointer to the problem, after earlier repairs.',
        'action': 'What was done, as a sentence.',
    }


class Summary(Lined):
    """A summary made without a model."""

    text: str
    """The summary."""
    tokens: int
    """Its tokens."""
    sections: dict[str, str]
    """Its sections by their names."""
    notes: str
    """What a model wrote in an earlier summary."""
    message: str
    """The text to put into a history."""

    __match_args__ = _names = ('text', 'tokens', 'sections', 'notes', 'message')
    __slots__ = {
        'text': 'The summary.',
        'tokens': 'Its tokens.',
        'sections': 'Its sections by their names.',
        'notes': 'What a model wrote in an earlier summary.',
        'message': 'The text to put into a history.',
    }


class Claim(Dataclass):
    """A claim in a summary that its conversation doesn't support."""

    kind: ClaimKind
    """What it is."""
    text: str
    """Its text, on one line."""

    __match_args__ = _names = ('kind', 'text')
    __slots__ = {
        'kind': 'What it is.',
        'text': 'Its text, on one line.',
    }


class CheckedSummary(Dataclass):
    """Claims in a summary that its conversation doesn't support."""

    count: int
    """How many there are."""
    unsupported: list[Claim]
    """The first twelve."""

    __match_args__ = _names = ('count', 'unsupported')
    __slots__ = {
        'count': 'How many there are.',
        'unsupported': 'The first twelve.',
    }
    _nested = {'unsupported': [Claim]}


class ParsedSummary(Dataclass):
    """A model's answer to a request for a summary, as it was read."""

    text: str
    """The summary; may be empty."""
    closed: bool
    """Whether it is complete, not cut off."""

    __match_args__ = _names = ('text', 'closed')
    __slots__ = {
        'text': 'The summary; may be empty.',
        'closed': 'Whether it is complete, not cut off.',
    }


class FactRequest(Dataclass):
    """What the user said in one message."""

    text: str
    """The words, without what a host or a paste put around them."""
    message: int
    """The message that holds them."""

    __match_args__ = _names = ('text', 'message')
    __slots__ = {
        'text': 'The words, without what a host or a paste put around them.',
        'message': 'The message that holds them.',
    }


class FileFact(Dataclass):
    """A file and what was done to it."""

    path: str
    """The path as spelled, relative to the folder that a command changed to."""
    state: FileUse
    """The last change; `read` if it wasn't changed."""
    did: list[FileUse]
    """Everything that was done, each once."""
    changes: int
    """How many times it was changed."""
    first: int
    """The first message with a call that used it."""
    message: int
    """The last message with such a call."""

    __match_args__ = _names = ('path', 'state', 'did', 'changes', 'first', 'message')
    __slots__ = {
        'path': 'The path as spelled, relative to the folder that a command changed to.',
        'state': "The last change; `read` if it wasn't changed.",
        'did': 'Everything that was done, each once.',
        'changes': 'How many times it was changed.',
        'first': 'The first message with a call that used it.',
        'message': 'The last message with such a call.',
    }


class Command(Dataclass):
    """A command and its outcome."""

    command: str
    """The command line."""
    outcome: Outcome
    """How it ended."""
    error: str | None
    """What it said, if it failed or was refused; `None` if not."""
    message: int
    """The message that calls it."""
    result: int | None
    """The message with its result, or `None`."""
    again: int | None
    """The message that runs it again, or `None`."""

    __match_args__ = _names = ('command', 'outcome', 'error', 'message', 'result', 'again')
    __slots__ = {
        'command': 'The command line.',
        'outcome': 'How it ended.',
        'error': 'What it said, if it failed or was refused; `None` if not.',
        'message': 'The message that calls it.',
        'result': 'The message with its result, or `None`.',
        'again': 'The message that runs it again, or `None`.',
    }


class Todo(Dataclass):
    """One task of the newest list."""

    text: str
    """What is to be done, on one line."""
    status: TodoStatus
    """How far it is."""
    open: bool
    """Whether it is still to be done."""
    message: int
    """The index of the message with the call that wrote the list."""

    __match_args__ = _names = ('text', 'status', 'open', 'message')
    __slots__ = {
        'text': 'What is to be done, on one line.',
        'status': 'How far it is.',
        'open': 'Whether it is still to be done.',
        'message': 'The index of the message with the call that wrote the list.',
    }


class Facts(Lined):
    """What a conversation holds, found without a model."""

    requests: list[FactRequest]
    """What the user said, in order."""
    files: list[FileFact]
    """Files, and what was done to them, in the order of last use."""
    commands: list[Command]
    """Commands with their outcomes, in order."""
    todos: list[Todo]
    """The newest list of tasks."""

    __match_args__ = _names = ('requests', 'files', 'commands', 'todos')
    __slots__ = {
        'requests': 'What the user said, in order.',
        'files': 'Files, and what was done to them, in the order of last use.',
        'commands': 'Commands with their outcomes, in order.',
        'todos': 'The newest list of tasks.',
    }
    _nested = {'requests': [FactRequest], 'files': [FileFact], 'commands': [Command], 'todos': [Todo]}


class TruncatedText(Dataclass):
    """A truncated text and its sizes."""

    text: str
    """The truncated text."""
    truncated: bool
    """Whether the text changed."""
    chars_before: int
    """Characters before."""
    chars_after: int
    """Characters after."""
    lines_before: int
    """Lines before."""
    lines_after: int
    """Lines after."""
    bytes_before: int
    """UTF-8 bytes before."""
    bytes_after: int
    """UTF-8 bytes after."""
    error_lines: int
    """Lines with errors that were kept from the middle."""
    note: str | None
    """What to show instead of an empty text, or `None`."""
    rule: str
    """The rule that was used."""

    __match_args__ = _names = ('text', 'truncated', 'chars_before', 'chars_after', 'lines_before', 'lines_after', 'bytes_before', 'bytes_after', 'error_lines', 'note', 'rule')
    __slots__ = {
        'text': 'The truncated text.',
        'truncated': 'Whether the text changed.',
        'chars_before': 'Characters before.',
        'chars_after': 'Characters after.',
        'lines_before': 'Lines before.',
        'lines_after': 'Lines after.',
        'bytes_before': 'UTF-8 bytes before.',
        'bytes_after': 'UTF-8 bytes after.',
        'error_lines': 'Lines with errors that were kept from the middle.',
        'note': 'What to show instead of an empty text, or `None`.',
        'rule': 'The rule that was used.',
    }


class OutputRequest(Dataclass):
    """The request to a model that summarizes a tool output."""

    system: str
    """The system text."""
    messages: list[Any]
    """One message of the user, plain text, in the dialect that was given."""
    max_output_tokens: int
    """The maximum number of output tokens: twice the budget, since errors and warnings are copied in addition to the summary."""

    __match_args__ = _names = ('system', 'messages', 'max_output_tokens')
    __slots__ = {
        'system': 'The system text.',
        'messages': 'One message of the user, plain text, in the dialect that was given.',
        'max_output_tokens': 'The maximum number of output tokens: twice the budget, since errors and warnings are copied in addition to the summary.',
    }


class CheckedOutput(Dataclass):
    """A tool output, summarized if it exceeds its budget."""

    text: str
    """What takes the place of the output."""
    source: OutputFrom
    """The origin of the text: `summary`; `truncation` if the answer could not be used; `output` without an answer, or if nothing
    shorter was found.
    """
    defect: OutputDefect | None
    """Why the answer could not be used: `empty`, `refused`, `too_long`, `not_smaller`, `no_answer`."""
    errors_put_in: int
    """The number of errors that were missing from the answer and were added; after a truncation, the number of error lines kept from
    the middle.
    """
    warnings_put_in: int
    """The number of warnings that were missing from the answer and were added."""
    left_out: int
    """How many of both had no room."""
    tokens_before: int
    """Estimated tokens of the output."""
    tokens_after: int
    """Estimated tokens of the text."""
    request: OutputRequest | None
    """What to ask a model, whose answer is then given; `None` if there is nothing to ask."""

    __match_args__ = _names = ('text', 'source', 'defect', 'errors_put_in', 'warnings_put_in', 'left_out', 'tokens_before', 'tokens_after', 'request')
    __slots__ = {
        'text': 'What takes the place of the output.',
        'source': 'The origin of the text: `summary`; `truncation` if the answer could not be used; `output` without an answer, or if nothing shorter was found.',
        'defect': 'Why the answer could not be used: `empty`, `refused`, `too_long`, `not_smaller`, `no_answer`.',
        'errors_put_in': 'The number of errors that were missing from the answer and were added; after a truncation, the number of error lines kept from the middle.',
        'warnings_put_in': 'The number of warnings that were missing from the answer and were added.',
        'left_out': 'How many of both had no room.',
        'tokens_before': 'Estimated tokens of the output.',
        'tokens_after': 'Estimated tokens of the text.',
        'request': 'What to ask a model, whose answer is then given; `None` if there is nothing to ask.',
    }
    _nested = {'request': OutputRequest}


class TextPage(Dataclass):
    """A page of a text."""

    text: str
    """The lines."""
    first_line: int
    """Number of the first line, starting at 1."""
    last_line: int
    """Number of the last line; one less than the first if the page is empty."""
    total_lines: int | None
    """Lines of the text, or `None` if it wasn't read to its end."""
    cut_lines: int
    """Lines of the page that were truncated."""
    truncated: bool
    """Whether part of the text isn't on the page."""
    next_offset: int | None
    """The `offset` of the next page, or `None`."""
    notice: str
    """What's missing and how to get it, for the model; may be empty."""

    __match_args__ = _names = ('text', 'first_line', 'last_line', 'total_lines', 'cut_lines', 'truncated', 'next_offset', 'notice')
    __slots__ = {
        'text': 'The lines.',
        'first_line': 'Number of the first line, starting at 1.',
        'last_line': 'Number of the last line; one less than the first if the page is empty.',
        'total_lines': "Lines of the text, or `None` if it wasn't read to its end.",
        'cut_lines': 'Lines of the page that were truncated.',
        'truncated': "Whether part of the text isn't on the page.",
        'next_offset': 'The `offset` of the next page, or `None`.',
        'notice': "What's missing and how to get it, for the model; may be empty.",
    }


class ImportedFile(Dataclass):
    """An imported file."""

    path: str
    """The file."""
    imported_by: str
    """The file that imports it."""
    depth: int
    """The depth of the import, starting at 1."""
    chars: int
    """Characters of its own text, without imports."""
    tokens: int
    """Tokens of its own text."""

    __match_args__ = _names = ('path', 'imported_by', 'depth', 'chars', 'tokens')
    __slots__ = {
        'path': 'The file.',
        'imported_by': 'The file that imports it.',
        'depth': 'The depth of the import, starting at 1.',
        'chars': 'Characters of its own text, without imports.',
        'tokens': 'Tokens of its own text.',
    }


class ImportProblem(Dataclass):
    """An import that failed."""

    kind: NotRead
    """The reason, or the reader's word for it."""
    written: str
    """The text after the `@`."""
    path: str
    """The path it means."""
    imported_by: str
    """The file that contains it."""

    __match_args__ = _names = ('kind', 'written', 'path', 'imported_by')
    __slots__ = {
        'kind': "The reason, or the reader's word for it.",
        'written': 'The text after the `@`.',
        'path': 'The path it means.',
        'imported_by': 'The file that contains it.',
    }


class ExpandedImports(Dataclass):
    """A text with its imports."""

    text: str
    """The text."""
    tokens: int
    """Its tokens."""
    files: list[ImportedFile]
    """The imported files."""
    problems: list[ImportProblem]
    """Imports that failed."""
    more_problems: int
    """How many more failed."""

    __match_args__ = _names = ('text', 'tokens', 'files', 'problems', 'more_problems')
    __slots__ = {
        'text': 'The text.',
        'tokens': 'Its tokens.',
        'files': 'The imported files.',
        'problems': 'Imports that failed.',
        'more_problems': 'How many more failed.',
    }
    _nested = {'files': [ImportedFile], 'problems': [ImportProblem]}


class InstructionRow(Dataclass):
    """What happened to an instruction file."""

    path: str
    """The file."""
    tokens: int
    """Tokens of its part of the text; 0 if omitted."""
    left_out: SkipReason | None
    """Why it's omitted, or `None`."""
    same_as: str | None
    """The file with the same text, or `None`."""

    __match_args__ = _names = ('path', 'tokens', 'left_out', 'same_as')
    __slots__ = {
        'path': 'The file.',
        'tokens': 'Tokens of its part of the text; 0 if omitted.',
        'left_out': "Why it's omitted, or `None`.",
        'same_as': 'The file with the same text, or `None`.',
    }


class Instructions(Dataclass):
    """Instruction files as one text."""

    text: str
    """The text; may be empty."""
    tokens: int
    """Its tokens."""
    files: list[InstructionRow]
    """All files, in your order."""

    __match_args__ = _names = ('text', 'tokens', 'files')
    __slots__ = {
        'text': 'The text; may be empty.',
        'tokens': 'Its tokens.',
        'files': 'All files, in your order.',
    }
    _nested = {'files': [InstructionRow]}


class EditorContext(Dataclass):
    """The description of an editor for a model."""

    kind: EditorKind
    """How much is described."""
    text: str
    """The text for the model; may be empty."""
    data: Any
    """The description as data."""
    state: Any
    """What's open now. Pass it as `last` next time."""

    __match_args__ = _names = ('kind', 'text', 'data', 'state')
    __slots__ = {
        'kind': 'How much is described.',
        'text': 'The text for the model; may be empty.',
        'data': 'The description as data.',
        'state': "What's open now. Pass it as `last` next time.",
    }


class Selection(Dataclass):
    """The kept messages."""

    kept: list[int]
    """Indexes of the kept messages."""
    older: int
    """How many messages were omitted because they're older."""
    tools: int
    """How many messages were omitted because of calls or results."""
    tokens: int
    """Estimated tokens of the kept messages."""

    __match_args__ = _names = ('kept', 'older', 'tools', 'tokens')
    __slots__ = {
        'kept': 'Indexes of the kept messages.',
        'older': "How many messages were omitted because they're older.",
        'tools': 'How many messages were omitted because of calls or results.',
        'tokens': 'Estimated tokens of the kept messages.',
    }


class ClassifiedError(Dataclass):
    """The meaning of a provider error, and what to do."""

    action: RecoveryAction
    """What to do next."""
    wait_ms: int
    """Milliseconds to wait before the next request."""
    ceiling_tokens: int | None
    """The largest prompt that fits, if the error states it."""
    attempt: int
    """Number of this rejection in a row, starting at 1."""
    kind: ErrorKind
    """What is wrong."""
    retry: bool
    """Whether the same request may succeed later."""
    known_by: MatchedBy
    """How the kind was recognized."""
    status: int | None
    """The HTTP status."""
    prompt_tokens: int | None
    """Tokens of the rejected prompt."""
    limit_tokens: int | None
    """The prompt limit, including the response if the provider counts both."""
    max_output_tokens: int | None
    """Output tokens that the request asked for."""
    limit_output_tokens: int | None
    """The output limit."""
    bytes: int | None
    """Size of the rejected request or part, in bytes."""
    limit_bytes: int | None
    """The limit in bytes."""
    limit_media: int | None
    """The limit on media."""
    retry_after_ms: int | None
    """Milliseconds that the provider asks to wait."""
    place: str | None
    """JSON Pointer into the request, e.g. `/messages/3/content/1`."""
    message: str
    """The provider's message, up to 500 characters."""

    __match_args__ = _names = ('action', 'wait_ms', 'ceiling_tokens', 'attempt', 'kind', 'retry', 'known_by', 'status', 'prompt_tokens', 'limit_tokens', 'max_output_tokens', 'limit_output_tokens', 'bytes', 'limit_bytes', 'limit_media', 'retry_after_ms', 'place', 'message')
    __slots__ = {
        'action': 'What to do next.',
        'wait_ms': 'Milliseconds to wait before the next request.',
        'ceiling_tokens': 'The largest prompt that fits, if the error states it.',
        'attempt': 'Number of this rejection in a row, starting at 1.',
        'kind': 'What is wrong.',
        'retry': 'Whether the same request may succeed later.',
        'known_by': 'How the kind was recognized.',
        'status': 'The HTTP status.',
        'prompt_tokens': 'Tokens of the rejected prompt.',
        'limit_tokens': 'The prompt limit, including the response if the provider counts both.',
        'max_output_tokens': 'Output tokens that the request asked for.',
        'limit_output_tokens': 'The output limit.',
        'bytes': 'Size of the rejected request or part, in bytes.',
        'limit_bytes': 'The limit in bytes.',
        'limit_media': 'The limit on media.',
        'retry_after_ms': 'Milliseconds that the provider asks to wait.',
        'place': 'JSON Pointer into the request, e.g. `/messages/3/content/1`.',
        'message': "The provider's message, up to 500 characters.",
    }


class ModelPrices(Dataclass):
    """Prices in dollars per million tokens."""

    input: float
    """Uncached prompt tokens."""
    cached_read: float
    """Tokens read from the cache."""
    cache_write: float
    """Tokens written to the cache."""
    output: float
    """Output tokens."""

    __match_args__ = _names = ('input', 'cached_read', 'cache_write', 'output')
    __slots__ = {
        'input': 'Uncached prompt tokens.',
        'cached_read': 'Tokens read from the cache.',
        'cache_write': 'Tokens written to the cache.',
        'output': 'Output tokens.',
    }


class PriceTier(Dataclass):
    """Prices for all tokens of longer prompts."""

    above_tokens: int
    """Prompts with more tokens cost these prices."""
    prices: ModelPrices
    """The prices."""

    __match_args__ = _names = ('above_tokens', 'prices')
    __slots__ = {
        'above_tokens': 'Prompts with more tokens cost these prices.',
        'prices': 'The prices.',
    }
    _nested = {'prices': ModelPrices}


class CachePrices(Dataclass):
    """Token prices in any unit, and the rules of the prompt cache."""

    input: float
    """An uncached prompt token."""
    read: float
    """A token read from the cache."""
    write: float
    """A token written to the cache."""
    output: float
    """An output token."""
    ttl_ms: int
    """The lifetime of a cached prefix after its last use; 0 if unknown."""
    min_prefix_tokens: int
    """The shortest cached prefix in tokens."""
    breakpoints: int
    """The most cache breakpoints in a request; 0 if the provider finds any common prefix."""
    lookback_blocks: int
    """How many blocks before a breakpoint are searched; 0 if any prefix is found."""
    known_from: PriceSource
    """The source of the prices."""
    source: str
    """The source of the facts."""
    date: str
    """The year and month of the source."""

    __match_args__ = _names = ('input', 'read', 'write', 'output', 'ttl_ms', 'min_prefix_tokens', 'breakpoints', 'lookback_blocks', 'known_from', 'source', 'date')
    __slots__ = {
        'input': 'An uncached prompt token.',
        'read': 'A token read from the cache.',
        'write': 'A token written to the cache.',
        'output': 'An output token.',
        'ttl_ms': 'The lifetime of a cached prefix after its last use; 0 if unknown.',
        'min_prefix_tokens': 'The shortest cached prefix in tokens.',
        'breakpoints': 'The most cache breakpoints in a request; 0 if the provider finds any common prefix.',
        'lookback_blocks': 'How many blocks before a breakpoint are searched; 0 if any prefix is found.',
        'known_from': 'The source of the prices.',
        'source': 'The source of the facts.',
        'date': 'The year and month of the source.',
    }


class ModelInfo(Dataclass):
    """What is known about a model."""

    model: str | None
    """The name in the table or in `models`, or `None`."""
    window_tokens: int
    """The context window: prompt and answer together."""
    window_source: LimitSource
    """The source of the window."""
    input_tokens: int
    """The largest prompt in tokens, if it's limited separately."""
    output_tokens: int
    """The largest response in tokens."""
    output_source: LimitSource
    """The source of the output limit."""
    family: str
    """The tokenizer family for estimates."""
    prices: ModelPrices | None
    """List prices for prompts of normal length, or `None`."""
    tiers: list[PriceTier]
    """Prices of long prompts, the shortest first."""
    cache: CachePrices | None
    """Cache prices and rules, or `None`."""
    source: str | None
    """The source of the facts, or `None`."""
    date: str | None
    """The year and month of the source, or `None`."""

    __match_args__ = _names = ('model', 'window_tokens', 'window_source', 'input_tokens', 'output_tokens', 'output_source', 'family', 'prices', 'tiers', 'cache', 'source', 'date')
    __slots__ = {
        'model': 'The name in the table or in `models`, or `None`.',
        'window_tokens': 'The context window: prompt and answer together.',
        'window_source': 'The source of the window.',
        'input_tokens': "The largest prompt in tokens, if it's limited separately.",
        'output_tokens': 'The largest response in tokens.',
        'output_source': 'The source of the output limit.',
        'family': 'The tokenizer family for estimates.',
        'prices': 'List prices for prompts of normal length, or `None`.',
        'tiers': 'Prices of long prompts, the shortest first.',
        'cache': 'Cache prices and rules, or `None`.',
        'source': 'The source of the facts, or `None`.',
        'date': 'The year and month of the source, or `None`.',
    }
    _nested = {'prices': ModelPrices, 'tiers': [PriceTier], 'cache': CachePrices}


class Thresholds(Dataclass):
    """The thresholds for a window, in tokens. They aren't rounded."""

    warn: float
    """The prompt size at which to warn the user."""
    auto: float
    """The prompt size at which to compact."""
    hard: float
    """The prompt size at which to compact before sending anything."""
    usable: float
    """The window without the reserve for the response."""

    __match_args__ = _names = ('warn', 'auto', 'hard', 'usable')
    __slots__ = {
        'warn': 'The prompt size at which to warn the user.',
        'auto': 'The prompt size at which to compact.',
        'hard': 'The prompt size at which to compact before sending anything.',
        'usable': 'The window without the reserve for the response.',
    }


class DayCost(Dataclass):
    """The calls of one day."""

    day: str
    """The day in UTC, e.g. 2026-11-30."""
    calls: int
    """The agent's calls."""
    cost: float
    """Their cost in input tokens."""
    cost_usd: float | None
    """Their cost in US dollars, or `None`."""

    __match_args__ = _names = ('day', 'calls', 'cost', 'cost_usd')
    __slots__ = {
        'day': 'The day in UTC, e.g. 2026-11-30.',
        'calls': "The agent's calls.",
        'cost': 'Their cost in input tokens.',
        'cost_usd': 'Their cost in US dollars, or `None`.',
    }


class SimulatedRow(Dataclass):
    """The simulated cost of one policy."""

    policy: Policy | Preset
    """The policy."""
    prices: str
    """The price set."""
    window: int
    """The context window."""
    calls: int
    """The agent's calls."""
    cost: float
    """The cost of all calls, in the price of an input token."""
    cost_usd: float | None
    """The cost in US dollars, if `prices` is a known model."""
    relative_cost_percent: float
    """The cost in percent of never compacting."""
    names: int
    """Names, paths and numbers that the agent reused after more than three calls."""
    names_present: int
    """How many of them were still in its prompt."""
    hit_percent: float
    """That share in percent."""
    over_window: int
    """Prompts above the window."""
    unread_lost: int
    """Results removed before the agent had read them."""
    requests_lost: int
    """User requests that aren't in the prompt in full."""
    clearings: int
    """How many times old results were cleared."""
    summaries: int
    """How many times messages were summarized."""
    days: list[DayCost]
    """The cost of each day, if times are known."""
    prices_source: str
    """The source of the prices."""
    prices_date: str
    """Its year and month."""

    __match_args__ = _names = ('policy', 'prices', 'window', 'calls', 'cost', 'cost_usd', 'relative_cost_percent', 'names', 'names_present', 'hit_percent', 'over_window', 'unread_lost', 'requests_lost', 'clearings', 'summaries', 'days', 'prices_source', 'prices_date')
    __slots__ = {
        'policy': 'The policy.',
        'prices': 'The price set.',
        'window': 'The context window.',
        'calls': "The agent's calls.",
        'cost': 'The cost of all calls, in the price of an input token.',
        'cost_usd': 'The cost in US dollars, if `prices` is a known model.',
        'relative_cost_percent': 'The cost in percent of never compacting.',
        'names': 'Names, paths and numbers that the agent reused after more than three calls.',
        'names_present': 'How many of them were still in its prompt.',
        'hit_percent': 'That share in percent.',
        'over_window': 'Prompts above the window.',
        'unread_lost': 'Results removed before the agent had read them.',
        'requests_lost': "User requests that aren't in the prompt in full.",
        'clearings': 'How many times old results were cleared.',
        'summaries': 'How many times messages were summarized.',
        'days': 'The cost of each day, if times are known.',
        'prices_source': 'The source of the prices.',
        'prices_date': 'Its year and month.',
    }
    _nested = {'days': [DayCost]}


class Simulation(FrameMethods):
    """The simulated costs of a recorded session."""

    rows: list[SimulatedRow]
    """A row for each policy, window and price set."""

    __match_args__ = _names = ('rows',)
    __slots__ = {
        'rows': 'A row for each policy, window and price set.',
    }
    _nested = {'rows': [SimulatedRow]}


class Change(Dataclass):
    """A change to the history."""

    action: ChangeKind
    """What was done."""
    message: int
    """Index of the message before the change."""
    tool: str
    """The tool of the call or result; may be empty."""

    __match_args__ = _names = ('action', 'message', 'tool')
    __slots__ = {
        'action': 'What was done.',
        'message': 'Index of the message before the change.',
        'tool': 'The tool of the call or result; may be empty.',
    }


class RequestEstimate(Dataclass):
    """The size of a request, and whether gemini-cli would let the provider count it (G-56)."""

    tokens: int
    """Estimated tokens of the request."""
    needs_count_api: bool
    """Whether the request contains media, so that counting is worth a call."""

    __match_args__ = _names = ('tokens', 'needs_count_api')
    __slots__ = {
        'tokens': 'Estimated tokens of the request.',
        'needs_count_api': 'Whether the request contains media, so that counting is worth a call.',
    }


class MaskDetails(Dataclass):
    """Counts of masked outputs."""

    masked: int
    """Masked outputs."""
    candidates: int
    """Outputs that are old enough."""
    tokens_prunable: int
    """Estimated tokens that masking all of these would save."""
    tokens_protected: int
    """Estimated tokens of protected outputs."""
    tokens_saved: int
    """Estimated tokens saved now."""

    __match_args__ = _names = ('masked', 'candidates', 'tokens_prunable', 'tokens_protected', 'tokens_saved')
    __slots__ = {
        'masked': 'Masked outputs.',
        'candidates': 'Outputs that are old enough.',
        'tokens_prunable': 'Estimated tokens that masking all of these would save.',
        'tokens_protected': 'Estimated tokens of protected outputs.',
        'tokens_saved': 'Estimated tokens saved now.',
    }


class CompressionThreshold(Dataclass):
    """gemini-cli's threshold."""

    threshold: float
    """The fraction of the window."""
    source: ThresholdFrom
    """The origin of the threshold."""

    __match_args__ = _names = ('threshold', 'source')
    __slots__ = {
        'threshold': 'The fraction of the window.',
        'source': 'The origin of the threshold.',
    }


class Overflow(Dataclass):
    """Whether a request fits the window."""

    overflows: bool
    """Whether it doesn't fit, so that the turn has to end."""
    request_tokens: int
    """Estimated tokens of the request."""
    remaining_tokens: int
    """Remaining tokens of the window."""

    __match_args__ = _names = ('overflows', 'request_tokens', 'remaining_tokens')
    __slots__ = {
        'overflows': "Whether it doesn't fit, so that the turn has to end.",
        'request_tokens': 'Estimated tokens of the request.',
        'remaining_tokens': 'Remaining tokens of the window.',
    }


class ChatEvent(Dataclass):
    """gemini-cli's event after a compaction."""

    name: str
    """Its name: `ChatCompressed`."""
    original_token_count: int
    """Tokens before."""
    new_token_count: int
    """Tokens after."""

    __match_args__ = _names = ('name', 'original_token_count', 'new_token_count')
    __slots__ = {
        'name': 'Its name: `ChatCompressed`.',
        'original_token_count': 'Tokens before.',
        'new_token_count': 'Tokens after.',
    }


class CacheKeys(Dataclass):
    """The entries of a cache."""

    kept: list[str]
    """The kept keys, least recently used first. Append later uses for the next call."""
    evicted: list[str]
    """The evicted keys, in order."""

    __match_args__ = _names = ('kept', 'evicted')
    __slots__ = {
        'kept': 'The kept keys, least recently used first. Append later uses for the next call.',
        'evicted': 'The evicted keys, in order.',
    }


class EventCount(Dataclass):
    """The events of one type."""

    type: str
    """The type."""
    count: int
    """Their number."""

    __match_args__ = _names = ('type', 'count')
    __slots__ = {
        'type': 'The type.',
        'count': 'Their number.',
    }


class RecentActivity(Dataclass):
    """The newest events."""

    first: int
    """Index of the first kept event."""
    kept: int
    """Number of kept events."""
    types: list[EventCount]
    """Kept events by type."""
    from_ms: float | None
    """The earliest time among them."""
    to_ms: float | None
    """The latest time among them."""

    __match_args__ = _names = ('first', 'kept', 'types', 'from_ms', 'to_ms')
    __slots__ = {
        'first': 'Index of the first kept event.',
        'kept': 'Number of kept events.',
        'types': 'Kept events by type.',
        'from_ms': 'The earliest time among them.',
        'to_ms': 'The latest time among them.',
    }
    _nested = {'types': [EventCount]}


class ImageReference(Dataclass):
    """An image that was replaced by a line of text."""

    id: str
    """A hash of its content."""
    message: int
    """Index of the message in your list."""
    path: str
    """JSON Pointer of the image in its message."""
    attached: bool
    """Whether the image is also in the last message."""

    __match_args__ = _names = ('id', 'message', 'path', 'attached')
    __slots__ = {
        'id': 'A hash of its content.',
        'message': 'Index of the message in your list.',
        'path': 'JSON Pointer of the image in its message.',
        'attached': 'Whether the image is also in the last message.',
    }


class ImageDetails(Dataclass):
    """Counts of images."""

    images: int
    """Images with their bytes."""
    referenced: int
    """Images replaced by a line."""
    attached: int
    """Different images in the last message."""
    tokens_saved: int
    """Tokens saved."""
    references: list[ImageReference]
    """The replaced images."""

    __match_args__ = _names = ('images', 'referenced', 'attached', 'tokens_saved', 'references')
    __slots__ = {
        'images': 'Images with their bytes.',
        'referenced': 'Images replaced by a line.',
        'attached': 'Different images in the last message.',
        'tokens_saved': 'Tokens saved.',
        'references': 'The replaced images.',
    }
    _nested = {'references': [ImageReference]}


class PromptTokens(Dataclass):
    """The tokens of the next prompt."""

    tokens: int
    """All tokens."""
    message_tokens: int
    """Tokens of the new message."""

    __match_args__ = _names = ('tokens', 'message_tokens')
    __slots__ = {
        'tokens': 'All tokens.',
        'message_tokens': 'Tokens of the new message.',
    }


class Settings(Dataclass):
    """Settings of another agent, converted to options."""

    options: Options
    """For a `Compactor`."""
    microcompact: dict[str, Any]
    """For the function `microcompact`; may be empty."""
    reference_images: dict[str, Any]
    """For the function `reference_images`; may be empty."""
    values: dict[str, Any]
    """Every setting by its original name."""
    sources: dict[str, Any]
    """The source of each setting."""
    passed_over: list[str]
    """Unusable settings."""
    unknown: list[str]
    """Unknown keys."""

    __match_args__ = _names = ('options', 'microcompact', 'reference_images', 'values', 'sources', 'passed_over', 'unknown')
    __slots__ = {
        'options': 'For a `Compactor`.',
        'microcompact': 'For the function `microcompact`; may be empty.',
        'reference_images': 'For the function `reference_images`; may be empty.',
        'values': 'Every setting by its original name.',
        'sources': 'The source of each setting.',
        'passed_over': 'Unusable settings.',
        'unknown': 'Unknown keys.',
    }


class PruneDetails(Dataclass):
    """Counts of cleared results."""

    tool_results: int
    """Cleared results."""
    tokens_saved: int
    """Estimated tokens saved."""
    tokens_total: int
    """Estimated tokens of the complete history."""
    tokens_protected: int
    """Estimated tokens of protected results."""

    __match_args__ = _names = ('tool_results', 'tokens_saved', 'tokens_total', 'tokens_protected')
    __slots__ = {
        'tool_results': 'Cleared results.',
        'tokens_saved': 'Estimated tokens saved.',
        'tokens_total': 'Estimated tokens of the complete history.',
        'tokens_protected': 'Estimated tokens of protected results.',
    }


class Need(Dataclass):
    """Whether a conversation should be compacted, and why."""

    needed: bool
    """Whether it should."""
    strategy: NeedStrategy
    """What to do."""
    warn: bool
    """Whether to warn the user."""
    tokens_used: int
    """The deciding number of tokens."""
    source: NeedSource
    """The source of that number."""
    tokens_usable: float
    """The window without the reserve for the response."""
    tokens_trigger: float
    """The threshold in tokens."""
    tokens_prunable: int
    """Estimated tokens that clearing would free."""

    __match_args__ = _names = ('needed', 'strategy', 'warn', 'tokens_used', 'source', 'tokens_usable', 'tokens_trigger', 'tokens_prunable')
    __slots__ = {
        'needed': 'Whether it should.',
        'strategy': 'What to do.',
        'warn': 'Whether to warn the user.',
        'tokens_used': 'The deciding number of tokens.',
        'source': 'The source of that number.',
        'tokens_usable': 'The window without the reserve for the response.',
        'tokens_trigger': 'The threshold in tokens.',
        'tokens_prunable': 'Estimated tokens that clearing would free.',
    }


class UsageTokens(Dataclass):
    """The tokens of a usage report."""

    tokens: int | None
    """Their sum, as in the original, or `None`."""

    __match_args__ = _names = ('tokens',)
    __slots__ = {
        'tokens': 'Their sum, as in the original, or `None`.',
    }


class ToolUse(Dataclass):
    """How a tool was used."""

    tool: str
    """The tool's name."""
    count: int
    """How many times it was called."""
    notable_uses: list[str]
    """What the first distinct calls were about, each on one line: a path, a command."""

    __match_args__ = _names = ('tool', 'count', 'notable_uses')
    __slots__ = {
        'tool': "The tool's name.",
        'count': 'How many times it was called.',
        'notable_uses': 'What the first distinct calls were about, each on one line: a path, a command.',
    }


class SessionActivity(Dataclass):
    """What happened in a span of messages."""

    key_decisions: list[str]
    """Sentences in which something was decided, newest last."""
    files_modified: list[str]
    """Paths that were written, edited or deleted, in order of last use."""
    tools_used: list[ToolUse]
    """The tools that were called, in order of first use."""

    __match_args__ = _names = ('key_decisions', 'files_modified', 'tools_used')
    __slots__ = {
        'key_decisions': 'Sentences in which something was decided, newest last.',
        'files_modified': 'Paths that were written, edited or deleted, in order of last use.',
        'tools_used': 'The tools that were called, in order of first use.',
    }
    _nested = {'tools_used': [ToolUse]}


class SessionStats(Dataclass):
    """Counts of a session. Source: `getCompressionStats` of gencode 0.4.0."""

    total_messages: int
    """All messages that the session has had."""
    active_messages: int
    """Messages that the model reads."""
    summary_count: int
    """Summaries in the session."""
    compression_ratio: float
    """`active_messages` divided by `total_messages`; 1 for an empty session."""

    __match_args__ = _names = ('total_messages', 'active_messages', 'summary_count', 'compression_ratio')
    __slots__ = {
        'total_messages': 'All messages that the session has had.',
        'active_messages': 'Messages that the model reads.',
        'summary_count': 'Summaries in the session.',
        'compression_ratio': '`active_messages` divided by `total_messages`; 1 for an empty session.',
    }


class FileContent(Dataclass):
    """A file for a model. Fields of other kinds are null."""

    kind: FileKind
    """What it is."""
    path: str | None
    """The resolved path, or `None`."""
    bytes: int | None
    """Size in bytes."""
    text: str | None
    """The lines of the page."""
    first_line: int | None
    """The first line, starting at 1."""
    last_line: int | None
    """The last line."""
    total_lines: int | None
    """Lines of the text, if known."""
    cut_lines: int | None
    """Lines of the page that were truncated."""
    truncated: bool | None
    """Whether the page is incomplete."""
    next_offset: int | None
    """The `offset` of the next page, or `None`."""
    encoding: str | None
    """The text's encoding."""
    replaced: bool | None
    """Whether invalid bytes were replaced."""
    mime: str | None
    """The media type."""
    part: dict[str, Any] | None
    """The content part."""
    problem: NotRead | None
    """Why it wasn't read, or `None`."""
    notice: str
    """A note for the model; may be empty."""

    __match_args__ = _names = ('kind', 'path', 'bytes', 'text', 'first_line', 'last_line', 'total_lines', 'cut_lines', 'truncated', 'next_offset', 'encoding', 'replaced', 'mime', 'part', 'problem', 'notice')
    __slots__ = {
        'kind': 'What it is.',
        'path': 'The resolved path, or `None`.',
        'bytes': 'Size in bytes.',
        'text': 'The lines of the page.',
        'first_line': 'The first line, starting at 1.',
        'last_line': 'The last line.',
        'total_lines': 'Lines of the text, if known.',
        'cut_lines': 'Lines of the page that were truncated.',
        'truncated': 'Whether the page is incomplete.',
        'next_offset': 'The `offset` of the next page, or `None`.',
        'encoding': "The text's encoding.",
        'replaced': 'Whether invalid bytes were replaced.',
        'mime': 'The media type.',
        'part': 'The content part.',
        'problem': "Why it wasn't read, or `None`.",
        'notice': 'A note for the model; may be empty.',
    }


class LoadedFile(Dataclass):
    """An instruction file."""

    path: str
    """The file."""
    tokens: int
    """Its tokens; 0 if omitted."""
    left_out: SkipReason | None
    """Why it's omitted, or `None`."""
    same_as: str | None
    """The file with the same text, or `None`."""
    imports: list[ImportedFile]
    """The files it imports."""

    __match_args__ = _names = ('path', 'tokens', 'left_out', 'same_as', 'imports')
    __slots__ = {
        'path': 'The file.',
        'tokens': 'Its tokens; 0 if omitted.',
        'left_out': "Why it's omitted, or `None`.",
        'same_as': 'The file with the same text, or `None`.',
        'imports': 'The files it imports.',
    }
    _nested = {'imports': [ImportedFile]}


class FileProblem(Dataclass):
    """A file or import that wasn't read."""

    kind: NotRead
    """Why."""
    path: str
    """The path it means."""
    written: str | None
    """The text after the `@`, or `None`."""
    imported_by: str | None
    """The importing file, or `None`."""

    __match_args__ = _names = ('kind', 'path', 'written', 'imported_by')
    __slots__ = {
        'kind': 'Why.',
        'path': 'The path it means.',
        'written': 'The text after the `@`, or `None`.',
        'imported_by': 'The importing file, or `None`.',
    }


class LoadedInstructions(Dataclass):
    """Instruction files as one text."""

    text: str
    """The text; may be empty."""
    tokens: int
    """Its tokens."""
    files: list[LoadedFile]
    """All files, outermost first."""
    problems: list[FileProblem]
    """Files and imports that weren't read."""
    more_problems: int
    """How many more failed."""
    folders: int
    """Searched folders."""

    __match_args__ = _names = ('text', 'tokens', 'files', 'problems', 'more_problems', 'folders')
    __slots__ = {
        'text': 'The text; may be empty.',
        'tokens': 'Its tokens.',
        'files': 'All files, outermost first.',
        'problems': "Files and imports that weren't read.",
        'more_problems': 'How many more failed.',
        'folders': 'Searched folders.',
    }
    _nested = {'files': [LoadedFile], 'problems': [FileProblem]}


class GeminiSettings(Dataclass):
    """gemini-cli's settings."""

    options: Options
    """For a `Compactor`."""
    pre_compress: list[Any]
    """The groups of `PreCompress` hooks; run them in `before_compact`."""
    passed_over: list[str]
    """Unusable settings."""
    files: list[str]
    """The files that were read."""

    __match_args__ = _names = ('options', 'pre_compress', 'passed_over', 'files')
    __slots__ = {
        'options': 'For a `Compactor`.',
        'pre_compress': 'The groups of `PreCompress` hooks; run them in `before_compact`.',
        'passed_over': 'Unusable settings.',
        'files': 'The files that were read.',
    }


class StoredOutput(Dataclass):
    """A stored output."""

    key: str
    """A hash of the content."""
    locator: str
    """The text for placeholders."""
    bytes: int
    """Bytes of the file."""
    secrets: int
    """Redacted secrets."""

    __match_args__ = _names = ('key', 'locator', 'bytes', 'secrets')
    __slots__ = {
        'key': 'A hash of the content.',
        'locator': 'The text for placeholders.',
        'bytes': 'Bytes of the file.',
        'secrets': 'Redacted secrets.',
    }


class StoreHeld(Dataclass):
    """The content of a store."""

    outputs: int
    """Stored outputs."""
    bytes: int
    """Their size in bytes."""
    removed: int
    """Removed outputs."""
    removed_bytes: int
    """Their size in bytes."""

    __match_args__ = _names = ('outputs', 'bytes', 'removed', 'removed_bytes')
    __slots__ = {
        'outputs': 'Stored outputs.',
        'bytes': 'Their size in bytes.',
        'removed': 'Removed outputs.',
        'removed_bytes': 'Their size in bytes.',
    }


class PieceNext(Dataclass):
    """The start of the next page."""

    first_line: int
    """The first line of the next page."""
    skip_chars: int
    """How many of its characters to skip."""

    __match_args__ = _names = ('first_line', 'skip_chars')
    __slots__ = {
        'first_line': 'The first line of the next page.',
        'skip_chars': 'How many of its characters to skip.',
    }


class Piece(Dataclass):
    """A page of a stored output."""

    key: str
    """The output's key."""
    text: str
    """The text as stored."""
    first_line: int
    """The first line, starting at 1."""
    last_line: int
    """The last line, or 0."""
    lines: int
    """Lines of the output."""
    chars: int
    """Characters of the output."""
    next: PieceNext | None
    """The start of the next page, or `None`."""

    __match_args__ = _names = ('key', 'text', 'first_line', 'last_line', 'lines', 'chars', 'next')
    __slots__ = {
        'key': "The output's key.",
        'text': 'The text as stored.',
        'first_line': 'The first line, starting at 1.',
        'last_line': 'The last line, or 0.',
        'lines': 'Lines of the output.',
        'chars': 'Characters of the output.',
        'next': 'The start of the next page, or `None`.',
    }
    _nested = {'next': PieceNext}


class FoundOutput(Dataclass):
    """A hit of a search."""

    key: str
    """The output's key."""
    line: int
    """The line, starting at 1."""
    skip_chars: int
    """Characters of the line to skip."""
    text: str
    """The text there."""
    exact: bool
    """Whether it's verbatim."""
    count: int
    """How often the query or its words occur."""
    tool: str
    """The tool."""
    arguments: str
    """Its arguments, shortened."""

    __match_args__ = _names = ('key', 'line', 'skip_chars', 'text', 'exact', 'count', 'tool', 'arguments')
    __slots__ = {
        'key': "The output's key.",
        'line': 'The line, starting at 1.',
        'skip_chars': 'Characters of the line to skip.',
        'text': 'The text there.',
        'exact': "Whether it's verbatim.",
        'count': 'How often the query or its words occur.',
        'tool': 'The tool.',
        'arguments': 'Its arguments, shortened.',
    }


class FoundOutputs(Dataclass):
    """What a search found."""

    hits: list[FoundOutput]
    """One per output."""
    outputs: int
    """Matching outputs."""

    __match_args__ = _names = ('hits', 'outputs')
    __slots__ = {
        'hits': 'One per output.',
        'outputs': 'Matching outputs.',
    }
    _nested = {'hits': [FoundOutput]}


class ListedOutput(Dataclass):
    """A listed output."""

    key: str
    """The output's key."""
    bytes: int
    """Its size in bytes."""
    lines: int
    """Its lines."""
    first_line: str
    """Its first line, shortened."""
    tool: str
    """The tool."""
    arguments: str
    """Its arguments, shortened."""

    __match_args__ = _names = ('key', 'bytes', 'lines', 'first_line', 'tool', 'arguments')
    __slots__ = {
        'key': "The output's key.",
        'bytes': 'Its size in bytes.',
        'lines': 'Its lines.',
        'first_line': 'Its first line, shortened.',
        'tool': 'The tool.',
        'arguments': 'Its arguments, shortened.',
    }


class ListedOutputs(Dataclass):
    """Stored outputs."""

    outputs: list[ListedOutput]
    """The newest first."""
    total: int
    """Their number."""
    bytes: int
    """Their size in bytes."""

    __match_args__ = _names = ('outputs', 'total', 'bytes')
    __slots__ = {
        'outputs': 'The newest first.',
        'total': 'Their number.',
        'bytes': 'Their size in bytes.',
    }
    _nested = {'outputs': [ListedOutput]}


class Edited(Lined, OfEdited[M, D]):
    """A list of messages after an operation. Where nothing changed, `messages` is the very same list. Else it is a new list in which
    untouched messages are the same objects.
    """

    messages: list[M]
    """The messages after the operation, or the same list if nothing changed."""
    changed: bool
    """Whether anything changed."""
    removed: list[Removed]
    """Removed content, one group for each kind."""
    tokens_before: int
    """Tokens before."""
    tokens_after: int
    """Tokens after."""
    details: D
    """The operation's own counts."""

    __match_args__ = _names = ('messages', 'changed', 'removed', 'tokens_before', 'tokens_after', 'details')
    __slots__ = {
        'messages': 'The messages after the operation, or the same list if nothing changed.',
        'changed': 'Whether anything changed.',
        'removed': 'Removed content, one group for each kind.',
        'tokens_before': 'Tokens before.',
        'tokens_after': 'Tokens after.',
        'details': "The operation's own counts.",
    }
    _nested = {'removed': [Removed]}


__all__ = [
    "CacheKeys",
    "CachePrices",
    "Change",
    "ChangeKind",
    "ChatEvent",
    "CheckedOutput",
    "CheckedSummary",
    "Claim",
    "ClaimKind",
    "ClassifiedError",
    "ClearDetails",
    "ClearMediaDetails",
    "ClearStaleDetails",
    "ClearTrigger",
    "Command",
    "CompressionThreshold",
    "CondenseDetails",
    "Cut",
    "CutProblem",
    "CutReason",
    "DayCost",
    "Dialect",
    "Edit",
    "EditAction",
    "EditReason",
    "Edited",
    "EditorContext",
    "EditorKind",
    "ErrorKind",
    "Estimate",
    "EventCount",
    "ExpandDetails",
    "ExpandedImports",
    "FactRequest",
    "Facts",
    "FileContent",
    "FileFact",
    "FileKind",
    "FileProblem",
    "FileUse",
    "FoundOutput",
    "FoundOutputs",
    "GeminiSettings",
    "ImageDetails",
    "ImageReference",
    "ImportProblem",
    "ImportedFile",
    "InstructionRow",
    "Instructions",
    "LegalCut",
    "LimitSource",
    "ListedOutput",
    "ListedOutputs",
    "LoadedFile",
    "LoadedInstructions",
    "LogEvent",
    "LogLevel",
    "Loop",
    "LoopKind",
    "MaskDetails",
    "MatchedBy",
    "MediaKind",
    "MediaTokens",
    "MediumKind",
    "Mime",
    "ModelInfo",
    "ModelPrices",
    "Need",
    "NeedSource",
    "NeedStrategy",
    "NotRead",
    "Outcome",
    "OutputDefect",
    "OutputFrom",
    "OutputRequest",
    "Overflow",
    "Overhead",
    "ParsedSummary",
    "Piece",
    "PieceNext",
    "Plan",
    "PlannedOutput",
    "PlannedSummary",
    "Policy",
    "PriceSource",
    "PriceTier",
    "Problem",
    "ProblemCode",
    "PromptTokens",
    "PruneDetails",
    "Purpose",
    "Reason",
    "ReasonCode",
    "RecentActivity",
    "RecoveryAction",
    "RelaxedOption",
    "Removed",
    "RemovedKind",
    "Repair",
    "RequestEstimate",
    "Result",
    "ResultRow",
    "Role",
    "RowAction",
    "RunCause",
    "Selection",
    "SessionActivity",
    "SessionStats",
    "Settings",
    "Severity",
    "SimulatedRow",
    "Simulation",
    "SkipReason",
    "SlimDetails",
    "SplitPoint",
    "Status",
    "StoreHeld",
    "Stored",
    "StoredOutput",
    "Summary",
    "SummaryBy",
    "TextPage",
    "TextTokens",
    "ThresholdFrom",
    "Thresholds",
    "Todo",
    "TodoStatus",
    "TokenCount",
    "TokensByKind",
    "ToolUse",
    "TruncatedText",
    "Usage",
    "UsageTokens",
    "Warning",
    "WarningCode",
]

_WORDS = {
    'RunCause': ('manual', 'auto', 'token_limit', 'image_overflow', 'payload_overflow', 'refusal'),
    'Role': ('system', 'user', 'assistant', 'tool', 'other'),
    'RowAction': ('kept', 'summarized', 'cleared', 'truncated', 'condensed', 'repaired'),
    'Status': ('unchanged', 'reduced', 'summarized', 'repaired', 'too_large', 'failed', 'conflict', 'cancelled'),
    'ReasonCode': ('empty_history', 'below_trigger', 'no_cut', 'span_too_short', 'nothing_new', 'nothing_to_clear', 'summarized', 'cleared', 'clipped', 'condensed', 'repaired', 'over_window', 'over_request_limit', 'not_smaller', 'would_be_invalid', 'counting_failed', 'history_changed', 'cancelled', 'summarizer_error', 'summarizer_paused', 'summarizer_off', 'summary_damaged', 'summary_empty', 'summary_error_text', 'summary_tool_call', 'summary_refused', 'summary_echo', 'summary_loops', 'summary_copy', 'summary_too_long', 'summary_cut_off', 'summary_too_thin', 'summary_off_topic', 'open_end', 'too_few_messages', 'no_room'),
    'RemovedKind': ('summarized_messages', 'cleared_tool_results', 'truncated_tool_results', 'cleared_arguments', 'cleared_reasoning', 'cleared_media', 'condensed_tool_results'),
    'SummaryBy': ('model', 'extractive'),
    'RelaxedOption': ('keep', 'keep_tool_results'),
    'WarningCode': ('usage_below_estimate', 'usage_above_estimate', 'usage_unparsed', 'thinking_removed', 'unrecognized_content', 'dangling_call', 'invalid_history', 'store_failed', 'unread_lost', 'summary_unsupported'),
    'EditAction': ('replace_media', 'drop_nested_media', 'clear_result', 'replace_embedded_media', 'cut_result', 'shorten_result', 'shorten_arguments', 'drop_thinking'),
    'EditReason': ('unreadable_medium', 'idle', 'size', 'forced', 'relaxed', 'pruned', 'budget', 'payload', 'padding', 'json', 'grouped', 'shown_before', 'source_gone', 'changed_later', 'read_again', 'repeated', 'written', 'bound'),
    'Purpose': ('summary', 'piece', 'retry', 'check'),
    'Mime': ('text/plain',),
    'LoopKind': ('calls', 'text', 'lines'),
    'Policy': ('recorded', 'never', 'break_even', 'trigger', 'every_turn', 'context_editing', 'context_editing_20k', 'summarize_85', 'summarize_85_keep_tenth'),
    'MediaKind': ('image', 'pdf', 'audio', 'video', 'other'),
    'LogLevel': ('debug', 'info', 'warning', 'error'),
    'LogEvent': ('started', 'asked', 'finished', 'fallback', 'not_stored', 'usage_unparsed', 'unrecognized_content', 'callback_context_unused', 'near_window', 'failed', 'too_large'),
    'Dialect': ('gemini', 'openai_chat', 'anthropic', 'openai_responses', 'ai_sdk', 'bedrock', 'langchain', 'ui_message', 'pydantic_ai', 'pi', 'llama_index', 'autogen', 'opencode', 'mastra'),
    'MediumKind': ('image', 'pdf', 'audio', 'unknown'),
    'CutReason': ('empty', 'boundary_at_target', 'boundary_before_target', 'everything', 'nothing', 'boundary_that_fits', 'boundary_before_live', 'trailing_call', 'no_boundary'),
    'CutProblem': ('among_system_messages', 'already_compacted', 'parts_call_from_result', 'loses_waiting_call', 'parts_reasoning_from_item', 'parts_parallel_calls', 'starts_with_result'),
    'ClearTrigger': ('none', 'idle', 'size', 'force'),
    'ProblemCode': ('missing_role', 'unknown_role', 'lone_surrogate', 'own_field', 'missing_id', 'duplicate_call_id', 'duplicate_result', 'orphan_result', 'misplaced_result', 'dangling_call', 'results_not_first', 'reasoning_without_item', 'ends_in_thought', 'empty_result', 'empty_part', 'empty_message', 'first_message_not_user', 'roles_do_not_alternate', 'system_message_in_list', 'system_message_in_the_middle', 'thinking_bound', 'unreadable_message'),
    'Severity': ('error', 'warning'),
    'ClaimKind': ('path', 'id', 'number', 'command', 'check'),
    'FileUse': ('read', 'written', 'edited', 'appended', 'removed'),
    'Outcome': ('ok', 'failed', 'refused', 'unknown'),
    'TodoStatus': ('pending', 'in_progress', 'completed', 'cancelled'),
    'OutputFrom': ('summary', 'truncation', 'output'),
    'OutputDefect': ('empty', 'refused', 'too_long', 'not_smaller', 'no_answer'),
    'NotRead': ('missing', 'outside', 'not_a_file', 'too_large', 'unreadable', 'binary', 'unsupported', 'repeated', 'depth', 'limit', 'url'),
    'SkipReason': ('empty', 'same_text', 'over_budget'),
    'EditorKind': ('full', 'changes', 'none'),
    'RecoveryAction': ('compact', 'lower_max_tokens', 'relieve_bytes', 'relieve_media', 'repair', 'drop_thinking', 'wait', 'fail'),
    'ErrorKind': ('tokens', 'max_tokens', 'bytes', 'media', 'pairing', 'thinking_bound', 'empty', 'rate', 'overload', 'auth', 'other'),
    'MatchedBy': ('wording', 'code', 'status', 'answer', 'nothing'),
    'LimitSource': ('declared', 'table', 'observed', 'assumed', 'fallback'),
    'PriceSource': ('declared', 'table', 'name'),
    'ChangeKind': ('drop_invalid_run', 'drop_empty', 'drop_invalid_part', 'drop_thoughts', 'merge', 'sign_call', 'answer_call', 'add_call', 'order_results', 'add_start', 'add_end', 'add_context', 'scrub'),
    'ThresholdFrom': ('local', 'remote', 'default'),
    'NeedStrategy': ('none', 'prune', 'compact'),
    'NeedSource': ('usage', 'estimate'),
    'FileKind': ('text', 'image', 'pdf', 'audio', 'video', 'binary', 'refused'),
}


def __getattr__(name: str) -> object:
    """The types of words, made when they are asked for."""
    if name in _WORDS:
        from typing import Literal

        found = globals()[name] = Literal[_WORDS[name]]
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
