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
    ReasonCode: TypeAlias = Literal["empty_history", "below_trigger", "no_cut", "span_too_short", "nothing_new", "nothing_to_clear", "summarized", "cleared", "clipped", "condensed", "repaired", "over_window", "over_request_limit", "not_smaller", "would_be_invalid", "counting_failed", "history_changed", "cancelled", "summarizer_error", "summarizer_paused", "summarizer_off", "summary_damaged", "summary_empty", "summary_error_text", "summary_tool_call", "summary_refused", "summary_invalid", "summary_echo", "summary_loops", "summary_unchanged", "summary_copy", "summary_too_long", "summary_cut_off", "summary_too_thin", "summary_off_topic", "open_end", "too_few_messages", "no_room"]
    RemovedKind: TypeAlias = Literal["summarized_messages", "cleared_tool_results", "truncated_tool_results", "cleared_arguments", "cleared_reasoning", "cleared_media", "condensed_tool_results"]
    SummaryBy: TypeAlias = Literal["model", "extractive"]
    RelaxedOption: TypeAlias = Literal["keep", "keep_tool_results"]
    WarningCode: TypeAlias = Literal["usage_implausible", "usage_far", "usage_unread", "over_window", "thinking_removed", "content_unread", "dangling_call", "invalid_history", "store_failed", "unread_lost", "summary_unsupported"]
    EditAction: TypeAlias = Literal["replace_media", "drop_nested_media", "clear_result", "replace_embedded_media", "cut_result", "shorten_result", "shorten_arguments", "drop_thinking"]
    EditReason: TypeAlias = Literal["unreadable_medium", "idle", "size", "forced", "gave_way", "pruned", "budget", "payload", "padding", "json", "grouped", "shown_before", "source_gone", "changed_later", "read_again", "repeated", "written", "bound"]
    Purpose: TypeAlias = Literal["summary", "piece", "retry", "check"]
    Mime: TypeAlias = Literal["text/plain"]
    LoopKind: TypeAlias = Literal["calls", "text", "lines"]
    Policy: TypeAlias = Literal["never", "pays", "trigger", "every_turn", "context_editing", "summarize_85", "summarize_85_keep_tenth", "best_batch"]
    MediaKind: TypeAlias = Literal["image", "pdf", "audio", "video", "other"]
    LogLevel: TypeAlias = Literal["debug", "info", "warning", "error"]
    LogEvent: TypeAlias = Literal["started", "asked", "finished", "fallback", "not_stored", "usage_unread", "content_unread", "before_compact_unheard", "near_window", "over_window", "failed", "too_large"]
    MediumKind: TypeAlias = Literal["image", "pdf", "audio", "unknown"]
    CutReason: TypeAlias = Literal["empty", "boundary_at_target", "boundary_before_target", "everything", "nothing", "boundary_that_fits", "boundary_before_live", "trailing_call", "no_boundary"]
    CutProblem: TypeAlias = Literal["among_system_messages", "already_compacted", "parts_call_from_result", "loses_waiting_call", "parts_reasoning_from_item", "parts_parallel_calls", "starts_with_result"]
    ClearTrigger: TypeAlias = Literal["none", "idle", "size", "force"]
    ProblemCode: TypeAlias = Literal["missing_role", "unknown_role", "lone_surrogate", "own_field", "missing_id", "duplicate_call_id", "duplicate_result", "orphan_result", "misplaced_result", "dangling_call", "results_not_first", "reasoning_without_item", "ends_in_thought", "empty_result", "empty_part", "empty_message", "first_message_not_user", "roles_do_not_alternate", "system_message_in_list", "system_message_in_the_middle", "thinking_bound", "unreadable_message"]
    Severity: TypeAlias = Literal["error", "warning"]
    ClaimKind: TypeAlias = Literal["path", "id", "number", "command", "check"]
    DefectCode: TypeAlias = Literal["empty", "no_document"]
    FileUse: TypeAlias = Literal["read", "written", "edited", "appended", "removed"]
    Outcome: TypeAlias = Literal["ok", "failed", "refused", "unknown"]
    TodoStatus: TypeAlias = Literal["pending", "in_progress", "completed", "cancelled"]
    OutputFrom: TypeAlias = Literal["summary", "truncation", "output"]
    OutputDefect: TypeAlias = Literal["empty", "refused", "too_long", "not_smaller", "no_answer"]
    NotRead: TypeAlias = Literal["missing", "outside", "not_a_file", "too_large", "unreadable", "binary", "unsupported", "repeated", "depth", "limit", "url"]
    LeftOut: TypeAlias = Literal["empty", "same_text", "over_budget"]
    EditorKind: TypeAlias = Literal["full", "changes", "none"]
    RecoveryAction: TypeAlias = Literal["compact", "lower_max_tokens", "relieve_bytes", "relieve_media", "repair", "drop_thinking", "wait", "fail"]
    ErrorKind: TypeAlias = Literal["tokens", "max_tokens", "bytes", "media", "pairing", "thinking_bound", "empty", "rate", "overload", "auth", "other"]
    KnownBy: TypeAlias = Literal["wording", "code", "status", "answer", "nothing"]
    LimitSource: TypeAlias = Literal["declared", "table", "observed", "assumed", "fallback"]
    PriceSource: TypeAlias = Literal["declared", "table", "name"]
    ChangeKind: TypeAlias = Literal["drop_invalid_run", "drop_empty", "drop_invalid_part", "drop_thoughts", "merge", "sign_call", "answer_call", "add_call", "order_results", "add_start", "add_end", "scrub"]
    ThresholdFrom: TypeAlias = Literal["local", "remote", "default"]
    NeedStrategy: TypeAlias = Literal["none", "prune", "compact"]
    NeedSource: TypeAlias = Literal["usage", "estimate"]
    FileKind: TypeAlias = Literal["text", "image", "pdf", "audio", "video", "binary", "refused"]

    class _PatchOp(TypedDict):
        op: Literal["replace", "remove", "add"]
        """What is done."""
        path: str
        """JSON Pointer to the place."""

    class PatchOp(_PatchOp, total=False):
        """One change to one place, as in RFC 6902."""

        value: Any
        """What comes there; missing where something is removed."""

    class Splice(TypedDict):
        """Messages that others take the place of."""

        start: int
        """Index of the first message that goes."""
        delete_count: int
        """How many go."""
        insert: list[Any]
        """What comes in their place."""

    class Patch(TypedDict):
        """A change of a list of messages: first `ops`, then `splices`."""

        ops: list[PatchOp]
        """Changes inside messages, in an order in which they can be applied."""
        splices: list[Splice]
        """Messages dropped and inserted, last place first."""

    class ToolUseRecord(TypedDict):
        """How a tool was used, as gencode's session files hold it."""

        tool: str
        """The tool's name."""
        count: int
        """How many times it was called."""
        notableUses: list[str]
        """What the first distinct calls were about."""

    class ConversationSummary(TypedDict):
        """The record of a summary as gencode's session files hold it, with its keys."""

        id: str
        """Its name."""
        type: Literal["compaction"]
        """What it is."""
        coveringMessages: list[int]
        """First and last message, the last included."""
        content: str
        """The summary."""
        keyDecisions: list[str]
        """Sentences in which something was decided."""
        filesModified: list[str]
        """Paths that were written, edited or deleted."""
        toolsUsed: list[ToolUseRecord]
        """How each tool was used."""
        generatedAt: str
        """When, as ISO 8601."""
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
    """What became of one message."""

    index: int
    """Index of the message in the list before the run."""
    role: Role
    """Its role."""
    tool: str
    """The tools that it calls, or whose results it holds; empty if there are none."""
    call_ids: list[str]
    """The ids of the calls whose arguments or results change; of all its calls and results if it stays or goes as a whole."""
    tokens_before: int
    """Its tokens before the run."""
    tokens_after: int
    """Its tokens after the run; 0 if it is gone."""
    action: RowAction
    """What became of it."""
    reason: str
    """Why, as a sentence; empty if it stays as it was."""

    __match_args__ = _names = ('index', 'role', 'tool', 'call_ids', 'tokens_before', 'tokens_after', 'action', 'reason')
    __slots__ = {
        'index': 'Index of the message in the list before the run.',
        'role': 'Its role.',
        'tool': 'The tools that it calls, or whose results it holds; empty if there are none.',
        'call_ids': 'The ids of the calls whose arguments or results change; of all its calls and results if it stays or goes as a whole.',
        'tokens_before': 'Its tokens before the run.',
        'tokens_after': 'Its tokens after the run; 0 if it is gone.',
        'action': 'What became of it.',
        'reason': 'Why, as a sentence; empty if it stays as it was.',
    }


class Removed(Dataclass):
    """One group of things that were removed."""

    kind: RemovedKind
    """What happened to them."""
    count: int
    """How many messages, results or media they are."""
    tokens: int
    """Tokens of the messages that were summarised, or what the change saved."""

    __match_args__ = _names = ('kind', 'count', 'tokens')
    __slots__ = {
        'kind': 'What happened to them.',
        'count': 'How many messages, results or media they are.',
        'tokens': 'Tokens of the messages that were summarised, or what the change saved.',
    }


class Reason(Dataclass):
    """A reason: a code for programs and a sentence for people."""

    code: ReasonCode
    """The code, for example `below_trigger`, `summarizer_error` or `not_smaller`."""
    text: str
    """The sentence, in English."""

    __match_args__ = _names = ('code', 'text')
    __slots__ = {
        'code': 'The code, for example `below_trigger`, `summarizer_error` or `not_smaller`.',
        'text': 'The sentence, in English.',
    }


class Stored(Dataclass):
    """A tool output that the host stored, or the messages that became a summary, as one text."""

    message: int
    """Index of the message in the list before the run; of the first one, where messages became a summary."""
    last_message: int
    """Index of the last of these messages; of an output, the same."""
    path: str
    """JSON Pointer of the result inside the message; empty for messages."""
    key: str
    """The key under which it was stored."""
    locator: str
    """Where it can be found. The history says so while the result stands there; where its message became part of a summary, only this
    field may.
    """
    chars: int
    """The length of the text, in chars."""

    __match_args__ = _names = ('message', 'last_message', 'path', 'key', 'locator', 'chars')
    __slots__ = {
        'message': 'Index of the message in the list before the run; of the first one, where messages became a summary.',
        'last_message': 'Index of the last of these messages; of an output, the same.',
        'path': 'JSON Pointer of the result inside the message; empty for messages.',
        'key': 'The key under which it was stored.',
        'locator': 'Where it can be found. The history says so while the result stands there; where its message became part of a summary, only this field may.',
        'chars': 'The length of the text, in chars.',
    }


class Warning(Dataclass):
    """Something that you should look at."""

    code: WarningCode
    """What it is, for programs."""
    text: str
    """What it is, as a sentence."""
    path: str | None
    """JSON Pointer to its place; `None` if it has none."""

    __match_args__ = _names = ('code', 'text', 'path')
    __slots__ = {
        'code': 'What it is, for programs.',
        'text': 'What it is, as a sentence.',
        'path': 'JSON Pointer to its place; `None` if it has none.',
    }


class Result(ResultMethods, OfMessages[M]):
    """How a run ended. All tokens are estimates, made in the same way before and after, unless the description says otherwise."""

    messages: list[M]
    """Go on with these: the very same list if nothing changed."""
    status: Status
    """How the run ended."""
    changed: bool
    """Whether the messages changed."""
    can_send: bool
    """Whether the prompt may be sent. If not, it is over the window."""
    reason: str
    """Why the run ended as it did, as a sentence."""
    code: ReasonCode
    """The same for programs."""
    tokens_before: int
    """Tokens of the messages before the run."""
    tokens_after: int
    """Tokens of the messages after the run; the same as before if nothing changed."""
    prompt_tokens: int
    """What the next prompt takes, with system text and tools. It rests on what the provider reported, where that is known."""
    context_window: int | None
    """The most tokens of a prompt; `None` if that is not known."""
    trigger_tokens: int
    """The prompt at which compaction starts; 0 without a window."""
    removed: list[Removed]
    """What was removed: one group for each kind."""
    summary: str | None
    """The summary that came into the history; `None` without one."""
    summary_by: SummaryBy | None
    """Who wrote the summary; `None` without one."""
    fallback: Reason | None
    """Why something stood in for a model's summary; `None` if nothing did."""
    relaxed_options: list[RelaxedOption]
    """The options of which less was kept than they ask for: `keep` did not fit the target beside a summary, or with
    `keep_tool_results` the prompt would have stayed above the trigger.
    """
    stored: list[Stored]
    """What the store was given. It stays stored even if the run then changed nothing."""
    cache_breakpoints: list[int]
    """Where to mark the end of a cached prefix in the next request. Each number is how many messages the prefix holds: mark the last
    block of the last of them; 0 is the system text.
    """
    cache_tokens_lost: int
    """Tokens that the provider's cache must read again."""
    break_even_calls: int | None
    """After how many calls the change has saved what it costs: what is written to the cache again, and the call of a model. `None`
    without a change, or if no prices are known.
    """
    request_fields: dict[str, Any]
    """Fields of the next request that you should send; empty if there are none."""
    warnings: list[Warning]
    """What you should look at; empty if there is nothing."""
    log: dict[str, int | float | str]
    """What else the run measured, by paths such as `sizes.target_tokens`. What there is nothing to say of is left out."""
    error: Exception | None
    """What one of your functions raised, where something stood in or the run was over; `None` if nothing was raised."""

    __match_args__ = _names = ('messages', 'status', 'changed', 'can_send', 'reason', 'code', 'tokens_before', 'tokens_after', 'prompt_tokens', 'context_window', 'trigger_tokens', 'removed', 'summary', 'summary_by', 'fallback', 'relaxed_options', 'stored', 'cache_breakpoints', 'cache_tokens_lost', 'break_even_calls', 'request_fields', 'warnings', 'log', 'error')
    __slots__ = {
        'messages': 'Go on with these: the very same list if nothing changed.',
        'status': 'How the run ended.',
        'changed': 'Whether the messages changed.',
        'can_send': 'Whether the prompt may be sent. If not, it is over the window.',
        'reason': 'Why the run ended as it did, as a sentence.',
        'code': 'The same for programs.',
        'tokens_before': 'Tokens of the messages before the run.',
        'tokens_after': 'Tokens of the messages after the run; the same as before if nothing changed.',
        'prompt_tokens': 'What the next prompt takes, with system text and tools. It rests on what the provider reported, where that is known.',
        'context_window': 'The most tokens of a prompt; `None` if that is not known.',
        'trigger_tokens': 'The prompt at which compaction starts; 0 without a window.',
        'removed': 'What was removed: one group for each kind.',
        'summary': 'The summary that came into the history; `None` without one.',
        'summary_by': 'Who wrote the summary; `None` without one.',
        'fallback': "Why something stood in for a model's summary; `None` if nothing did.",
        'relaxed_options': 'The options of which less was kept than they ask for: `keep` did not fit the target beside a summary, or with `keep_tool_results` the prompt would have stayed above the trigger.',
        'stored': 'What the store was given. It stays stored even if the run then changed nothing.',
        'cache_breakpoints': 'Where to mark the end of a cached prefix in the next request. Each number is how many messages the prefix holds: mark the last block of the last of them; 0 is the system text.',
        'cache_tokens_lost': "Tokens that the provider's cache must read again.",
        'break_even_calls': 'After how many calls the change has saved what it costs: what is written to the cache again, and the call of a model. `None` without a change, or if no prices are known.',
        'request_fields': 'Fields of the next request that you should send; empty if there are none.',
        'warnings': 'What you should look at; empty if there is nothing.',
        'log': 'What else the run measured, by paths such as `sizes.target_tokens`. What there is nothing to say of is left out.',
        'error': 'What one of your functions raised, where something stood in or the run was over; `None` if nothing was raised.',
    }
    _nested = {'removed': [Removed], 'fallback': Reason, 'stored': [Stored], 'warnings': [Warning]}


class PlannedSummary(Dataclass):
    """Which messages would be summarised, and by whom."""

    start: int
    """The first message that goes."""
    end: int
    """The first message behind them that stays."""
    pinned: list[int]
    """Messages between the two that stay."""
    messages: int
    """How many messages go."""
    tokens: int
    """Their estimated tokens."""
    by: SummaryBy
    """Who writes it."""
    input_tokens: int
    """Estimated tokens of the request to the model; 0 without one."""
    output_tokens: int
    """The most tokens that its answer may have; without a model, what the summary takes."""

    __match_args__ = _names = ('start', 'end', 'pinned', 'messages', 'tokens', 'by', 'input_tokens', 'output_tokens')
    __slots__ = {
        'start': 'The first message that goes.',
        'end': 'The first message behind them that stays.',
        'pinned': 'Messages between the two that stay.',
        'messages': 'How many messages go.',
        'tokens': 'Their estimated tokens.',
        'by': 'Who writes it.',
        'input_tokens': 'Estimated tokens of the request to the model; 0 without one.',
        'output_tokens': 'The most tokens that its answer may have; without a model, what the summary takes.',
    }


class Edit(Dataclass):
    """One change to one part, and why."""

    message: int
    """Index of the message in the list before the edit."""
    path: str
    """JSON Pointer of the part inside the message."""
    action: EditAction
    """What the edit does."""
    reason: EditReason
    """Why it is made."""
    chars_before: int
    """Chars of the part before the edit."""
    chars_after: int
    """Chars of the part after the edit."""
    media: int
    """How many media the edit removes."""
    media_tokens: int
    """Estimated tokens of these media."""
    tokens_saved: int
    """Estimated tokens that the edit saves. They are rounded down, so that the report never promises more than is saved."""
    tool: str
    """The tool of the result; empty for other parts."""
    detail: str
    """What the call was about, for example a path or a command; empty for parts that are no results."""
    text: str
    """The text that replaces the part."""

    __match_args__ = _names = ('message', 'path', 'action', 'reason', 'chars_before', 'chars_after', 'media', 'media_tokens', 'tokens_saved', 'tool', 'detail', 'text')
    __slots__ = {
        'message': 'Index of the message in the list before the edit.',
        'path': 'JSON Pointer of the part inside the message.',
        'action': 'What the edit does.',
        'reason': 'Why it is made.',
        'chars_before': 'Chars of the part before the edit.',
        'chars_after': 'Chars of the part after the edit.',
        'media': 'How many media the edit removes.',
        'media_tokens': 'Estimated tokens of these media.',
        'tokens_saved': 'Estimated tokens that the edit saves. They are rounded down, so that the report never promises more than is saved.',
        'tool': 'The tool of the result; empty for other parts.',
        'detail': 'What the call was about, for example a path or a command; empty for parts that are no results.',
        'text': 'The text that replaces the part.',
    }


class PlannedOutput(Dataclass):
    """An output that would be stored."""

    key: str
    """The key that the store is given."""
    chars: int
    """Its length."""

    __match_args__ = _names = ('key', 'chars')
    __slots__ = {
        'key': 'The key that the store is given.',
        'chars': 'Its length.',
    }


class Plan(PlanMethods):
    """What a run would do. Nothing is done yet."""

    status: Status
    """How the run would end, if your functions give what they are asked for."""
    changed: bool
    """Whether the messages would change."""
    can_send: bool
    """Whether the prompt could be sent then."""
    reason: str
    """Why, as a sentence."""
    code: ReasonCode
    """The same for programs."""
    tokens_before: int
    """Tokens of the messages now."""
    tokens_after: int
    """Tokens of the messages afterwards; with a model's summary, at most so many if it keeps to its budget."""
    prompt_tokens: int
    """What the next prompt would take, with system text and tools."""
    context_window: int | None
    """The most tokens of a prompt; `None` if that is not known."""
    trigger_tokens: int
    """The prompt at which compaction starts; 0 without a window."""
    removed: list[Removed]
    """What would be removed: one group for each kind."""
    summary: PlannedSummary | None
    """What would be summarised; `None` without a summary."""
    cache_tokens_lost: int
    """Tokens that the provider's cache would have to read again."""
    break_even_calls: int | None
    """After how many calls the change would have saved what it costs; `None` without a change, or if no prices are known."""
    request_fields: dict[str, Any]
    """Fields of the next request that you should send; empty if there are none."""
    warnings: list[Warning]
    """What you should look at; empty if there is nothing."""
    edits: list[Edit]
    """What would be cleared, cut or written shorter, each with its place, its reason and what it saves."""
    stores: list[PlannedOutput]
    """The outputs that the store would be given."""
    patch: Patch | None
    """The change of the list; `None` where it depends on a model's answer, or on what files hold now. Places of outputs that are still
    to be stored are their keys in it.
    """
    log: dict[str, int | float | str]
    """What else the run would measure, by paths such as `sizes.target_tokens`."""
    text: str
    """The plan as text for people."""

    __match_args__ = _names = ('status', 'changed', 'can_send', 'reason', 'code', 'tokens_before', 'tokens_after', 'prompt_tokens', 'context_window', 'trigger_tokens', 'removed', 'summary', 'cache_tokens_lost', 'break_even_calls', 'request_fields', 'warnings', 'edits', 'stores', 'patch', 'log', 'text')
    __slots__ = {
        'status': 'How the run would end, if your functions give what they are asked for.',
        'changed': 'Whether the messages would change.',
        'can_send': 'Whether the prompt could be sent then.',
        'reason': 'Why, as a sentence.',
        'code': 'The same for programs.',
        'tokens_before': 'Tokens of the messages now.',
        'tokens_after': "Tokens of the messages afterwards; with a model's summary, at most so many if it keeps to its budget.",
        'prompt_tokens': 'What the next prompt would take, with system text and tools.',
        'context_window': 'The most tokens of a prompt; `None` if that is not known.',
        'trigger_tokens': 'The prompt at which compaction starts; 0 without a window.',
        'removed': 'What would be removed: one group for each kind.',
        'summary': 'What would be summarised; `None` without a summary.',
        'cache_tokens_lost': "Tokens that the provider's cache would have to read again.",
        'break_even_calls': 'After how many calls the change would have saved what it costs; `None` without a change, or if no prices are known.',
        'request_fields': 'Fields of the next request that you should send; empty if there are none.',
        'warnings': 'What you should look at; empty if there is nothing.',
        'edits': 'What would be cleared, cut or written shorter, each with its place, its reason and what it saves.',
        'stores': 'The outputs that the store would be given.',
        'patch': "The change of the list; `None` where it depends on a model's answer, or on what files hold now. Places of outputs that are still to be stored are their keys in it.",
        'log': 'What else the run would measure, by paths such as `sizes.target_tokens`.',
        'text': 'The plan as text for people.',
    }
    _nested = {'removed': [Removed], 'summary': PlannedSummary, 'warnings': [Warning], 'edits': [Edit], 'stores': [PlannedOutput]}


class Loop(Dataclass):
    """A loop that was found."""

    kind: LoopKind
    """What repeats."""
    cycle: int
    """How many calls or lines repeat, one after the other; 1 for a stretch of text."""
    repeats: int
    """How often in a row they came."""
    count: int
    """How many loops were found since the last `reset`, this one included."""
    detail: str
    """One sentence: what repeats."""

    __match_args__ = _names = ('kind', 'cycle', 'repeats', 'count', 'detail')
    __slots__ = {
        'kind': 'What repeats.',
        'cycle': 'How many calls or lines repeat, one after the other; 1 for a stretch of text.',
        'repeats': 'How often in a row they came.',
        'count': 'How many loops were found since the last `reset`, this one included.',
        'detail': 'One sentence: what repeats.',
    }


class TokensByKind(Dataclass):
    """Estimated tokens of a conversation, by what they are spent on."""

    system: int
    """Tokens of system messages in the list."""
    user: int
    """Tokens of the user's texts."""
    assistant: int
    """Tokens of the agent's texts."""
    reasoning: int
    """Tokens of reasoning."""
    tool_calls: int
    """Tokens of tool calls."""
    tool_results: int
    """Tokens of the texts of tool results."""
    media: int
    """Tokens of media, wherever they stand."""
    other: int
    """Tokens of unknown parts, and the overhead of each message."""
    summary: int
    """Tokens of our own summary, in this turn and in later ones."""

    __match_args__ = _names = ('system', 'user', 'assistant', 'reasoning', 'tool_calls', 'tool_results', 'media', 'other', 'summary')
    __slots__ = {
        'system': 'Tokens of system messages in the list.',
        'user': "Tokens of the user's texts.",
        'assistant': "Tokens of the agent's texts.",
        'reasoning': 'Tokens of reasoning.',
        'tool_calls': 'Tokens of tool calls.',
        'tool_results': 'Tokens of the texts of tool results.',
        'media': 'Tokens of media, wherever they stand.',
        'other': 'Tokens of unknown parts, and the overhead of each message.',
        'summary': 'Tokens of our own summary, in this turn and in later ones.',
    }


class Overhead(Dataclass):
    """Tokens that no compaction shrinks."""

    system: int
    """Of the system text."""
    tools: int
    """Of the tool schemas."""
    frames: int
    """Of what frames each message."""

    __match_args__ = _names = ('system', 'tools', 'frames')
    __slots__ = {
        'system': 'Of the system text.',
        'tools': 'Of the tool schemas.',
        'frames': 'Of what frames each message.',
    }


class Estimate(Dataclass):
    """How large a conversation is."""

    tokens: int
    """All tokens."""
    chars: int
    """Chars by the measure in use."""
    media: int
    """Images, documents, sounds and films."""
    media_tokens: int
    """What they cost."""
    overhead: Overhead
    """The part of the tokens that no compaction shrinks."""
    per_message: list[int]
    """Tokens of each message."""
    prompt_tokens: int | None
    """Tokens of the next prompt, from the last report of a provider on; `None` without one."""
    unlisted_tokens: int | None
    """Tokens of that prompt that no message shows; `None` likewise."""
    dialect: Dialect
    """The dialect as which the messages were read."""

    __match_args__ = _names = ('tokens', 'chars', 'media', 'media_tokens', 'overhead', 'per_message', 'prompt_tokens', 'unlisted_tokens', 'dialect')
    __slots__ = {
        'tokens': 'All tokens.',
        'chars': 'Chars by the measure in use.',
        'media': 'Images, documents, sounds and films.',
        'media_tokens': 'What they cost.',
        'overhead': 'The part of the tokens that no compaction shrinks.',
        'per_message': 'Tokens of each message.',
        'prompt_tokens': 'Tokens of the next prompt, from the last report of a provider on; `None` without one.',
        'unlisted_tokens': 'Tokens of that prompt that no message shows; `None` likewise.',
        'dialect': 'The dialect as which the messages were read.',
    }
    _nested = {'overhead': Overhead}


class TokenCount(Lined):
    """How many tokens a text or a conversation takes."""

    tokens: int
    """All tokens."""
    exact: bool
    """Whether they were counted as the model counts them. If not, they are estimates."""
    by_kind: TokensByKind | None
    """What the tokens of the messages are spent on; `None` for a text."""
    per_message: list[int]
    """Tokens of each message, which add up to those of all; empty for a text."""
    details: Estimate | None
    """The rest; `None` for a text."""

    __match_args__ = _names = ('tokens', 'exact', 'by_kind', 'per_message', 'details')
    __slots__ = {
        'tokens': 'All tokens.',
        'exact': 'Whether they were counted as the model counts them. If not, they are estimates.',
        'by_kind': 'What the tokens of the messages are spent on; `None` for a text.',
        'per_message': 'Tokens of each message, which add up to those of all; empty for a text.',
        'details': 'The rest; `None` for a text.',
    }
    _nested = {'by_kind': TokensByKind, 'details': Estimate}


class MediaTokens(Dataclass):
    """What a medium costs."""

    tokens: int
    """Its tokens."""
    rule: str
    """The rule by which it was reckoned."""
    detail: str
    """The detail."""
    kind: MediumKind
    """`image`, `pdf`, `audio` or `unknown`."""
    width: int | None
    """Width of an image, in pixels; `None` for what is none."""
    height: int | None
    """Height of an image, in pixels; `None` likewise."""
    pages: int | None
    """Pages of a document; `None` for what is none."""
    seconds: float | None
    """Length of a sound, in seconds; `None` for what is none."""

    __match_args__ = _names = ('tokens', 'rule', 'detail', 'kind', 'width', 'height', 'pages', 'seconds')
    __slots__ = {
        'tokens': 'Its tokens.',
        'rule': 'The rule by which it was reckoned.',
        'detail': 'The detail.',
        'kind': '`image`, `pdf`, `audio` or `unknown`.',
        'width': 'Width of an image, in pixels; `None` for what is none.',
        'height': 'Height of an image, in pixels; `None` likewise.',
        'pages': 'Pages of a document; `None` for what is none.',
        'seconds': 'Length of a sound, in seconds; `None` for what is none.',
    }


class Usage(Dataclass):
    """The token counts that a provider reported for one request."""

    prompt_tokens: int
    """Tokens of the whole prompt, cached ones included."""
    output_tokens: int | None
    """Tokens of the answer, if reported."""
    cached_tokens: int | None
    """How many tokens of the prompt were read from a cache, if reported."""

    __match_args__ = _names = ('prompt_tokens', 'output_tokens', 'cached_tokens')
    __slots__ = {
        'prompt_tokens': 'Tokens of the whole prompt, cached ones included.',
        'output_tokens': 'Tokens of the answer, if reported.',
        'cached_tokens': 'How many tokens of the prompt were read from a cache, if reported.',
    }


class TextTokens(Dataclass):
    """Tokens of one text."""

    tokens: int
    """The tokens."""
    rule: str
    """The rule by which they were estimated."""

    __match_args__ = _names = ('tokens', 'rule')
    __slots__ = {
        'tokens': 'The tokens.',
        'rule': 'The rule by which they were estimated.',
    }


class LegalCut(Dataclass):
    """One boundary. It lies in front of message `index`; the last one lies after the last message."""

    index: int
    """A cut here removes messages `..index` and keeps `index..`."""
    legal: bool
    """Whether a cut is allowed here."""
    reason: CutProblem | None
    """Why no cut is allowed here; `None` where one is."""

    __match_args__ = _names = ('index', 'legal', 'reason')
    __slots__ = {
        'index': 'A cut here removes messages `..index` and keeps `index..`.',
        'legal': 'Whether a cut is allowed here.',
        'reason': 'Why no cut is allowed here; `None` where one is.',
    }


class Cut(Lined):
    """Where to cut: the messages before `index` can be summarised, and those from it on stay."""

    index: int
    """Index of the first message that stays; 0 means that nothing can be summarised."""
    reason: CutReason
    """Why the cut lies there."""
    tokens_before: int
    """Tokens of all messages."""
    tokens_after: int
    """Tokens of those that stay."""
    cuts: list[LegalCut]
    """Every boundary: whether the history may be cut there, and if not, why."""

    __match_args__ = _names = ('index', 'reason', 'tokens_before', 'tokens_after', 'cuts')
    __slots__ = {
        'index': 'Index of the first message that stays; 0 means that nothing can be summarised.',
        'reason': 'Why the cut lies there.',
        'tokens_before': 'Tokens of all messages.',
        'tokens_after': 'Tokens of those that stay.',
        'cuts': 'Every boundary: whether the history may be cut there, and if not, why.',
    }
    _nested = {'cuts': [LegalCut]}


class SplitPoint(Dataclass):
    """A cut: messages `..index` are summarised, messages `index..` are kept."""

    index: int
    """Index of the first message that is kept. 0 means that nothing can be summarised; the number of messages means that everything
    can.
    """
    reason: CutReason
    """Why the cut lies here."""
    chars_before: int
    """Chars of all messages before the cut."""
    chars_total: int
    """Chars of the whole history."""

    __match_args__ = _names = ('index', 'reason', 'chars_before', 'chars_total')
    __slots__ = {
        'index': 'Index of the first message that is kept. 0 means that nothing can be summarised; the number of messages means that everything can.',
        'reason': 'Why the cut lies here.',
        'chars_before': 'Chars of all messages before the cut.',
        'chars_total': 'Chars of the whole history.',
    }


class ClearDetails(Dataclass):
    """What was cleared, as numbers."""

    trigger: ClearTrigger
    """Why something is cleared."""
    tool_results: int
    """How many results are cleared."""
    nested_media: int
    """How many results lose the media inside them and keep their text."""
    media: int
    """How many media in messages of the user are cleared."""
    tokens_saved: int
    """Estimated tokens that this saves."""
    cleared: list[str]
    """The paths or commands whose results are cleared, in order, each once. A cache of files that were read must forget them."""
    cleared_unnamed: int
    """How many cleared results belong to calls without a path or command."""

    __match_args__ = _names = ('trigger', 'tool_results', 'nested_media', 'media', 'tokens_saved', 'cleared', 'cleared_unnamed')
    __slots__ = {
        'trigger': 'Why something is cleared.',
        'tool_results': 'How many results are cleared.',
        'nested_media': 'How many results lose the media inside them and keep their text.',
        'media': 'How many media in messages of the user are cleared.',
        'tokens_saved': 'Estimated tokens that this saves.',
        'cleared': 'The paths or commands whose results are cleared, in order, each once. A cache of files that were read must forget them.',
        'cleared_unnamed': 'How many cleared results belong to calls without a path or command.',
    }


class ClearMediaDetails(Dataclass):
    """What media were cleared, as numbers."""

    cleared: int
    """How many media were cleared."""
    kept: int
    """How many stay."""
    bytes_cleared: int
    """Bytes of the media that were cleared."""
    pixels_cleared: int
    """Pixels of the images that were cleared."""
    tokens_saved: int
    """Estimated tokens that this saves, rounded down."""

    __match_args__ = _names = ('cleared', 'kept', 'bytes_cleared', 'pixels_cleared', 'tokens_saved')
    __slots__ = {
        'cleared': 'How many media were cleared.',
        'kept': 'How many stay.',
        'bytes_cleared': 'Bytes of the media that were cleared.',
        'pixels_cleared': 'Pixels of the images that were cleared.',
        'tokens_saved': 'Estimated tokens that this saves, rounded down.',
    }


class ClearStaleDetails(Dataclass):
    """What needless results were cleared, as numbers."""

    changed_later: int
    """How many reads of files that were changed later."""
    read_again: int
    """How many reads that a later read shows too."""
    repeated: int
    """How many results that a later result repeats."""
    written: int
    """How many calls whose written text stands in the file."""
    written_out: int
    """How many results got lines back, since what their pointers point at is cleared."""
    tokens_saved: int
    """Estimated tokens that are saved, rounded down."""
    tokens_after: int
    """Estimated tokens of the list afterwards."""
    cleared: list[str]
    """What the cleared results were about, in order, each once. A cache of files that were read must forget them."""

    __match_args__ = _names = ('changed_later', 'read_again', 'repeated', 'written', 'written_out', 'tokens_saved', 'tokens_after', 'cleared')
    __slots__ = {
        'changed_later': 'How many reads of files that were changed later.',
        'read_again': 'How many reads that a later read shows too.',
        'repeated': 'How many results that a later result repeats.',
        'written': 'How many calls whose written text stands in the file.',
        'written_out': 'How many results got lines back, since what their pointers point at is cleared.',
        'tokens_saved': 'Estimated tokens that are saved, rounded down.',
        'tokens_after': 'Estimated tokens of the list afterwards.',
        'cleared': 'What the cleared results were about, in order, each once. A cache of files that were read must forget them.',
    }


class SlimDetails(Dataclass):
    """What was replaced, as numbers."""

    images: int
    """How many images are replaced."""
    documents: int
    """How many other media are replaced: documents, sounds, films, unknown types."""
    texts: int
    """In how many texts data URLs are replaced."""
    tokens_saved: int
    """Estimated tokens that this saves."""

    __match_args__ = _names = ('images', 'documents', 'texts', 'tokens_saved')
    __slots__ = {
        'images': 'How many images are replaced.',
        'documents': 'How many other media are replaced: documents, sounds, films, unknown types.',
        'texts': 'In how many texts data URLs are replaced.',
        'tokens_saved': 'Estimated tokens that this saves.',
    }


class CondenseDetails(Dataclass):
    """What was condensed."""

    results: int
    """How many results are shorter."""
    line_numbers: int
    """In how many of them the spaces in front of line numbers were left out."""
    tables: int
    """How many of them are JSON that lost its spaces, or became tables."""
    groups: int
    """How many of them are lists in which what lines have in common stands once."""
    pointers: int
    """How many pointers stand for lines that an earlier result shows."""
    lines: int
    """How many lines they stand for."""
    tokens_saved: int
    """Estimated tokens that are saved, rounded down."""

    __match_args__ = _names = ('results', 'line_numbers', 'tables', 'groups', 'pointers', 'lines', 'tokens_saved')
    __slots__ = {
        'results': 'How many results are shorter.',
        'line_numbers': 'In how many of them the spaces in front of line numbers were left out.',
        'tables': 'How many of them are JSON that lost its spaces, or became tables.',
        'groups': 'How many of them are lists in which what lines have in common stands once.',
        'pointers': 'How many pointers stand for lines that an earlier result shows.',
        'lines': 'How many lines they stand for.',
        'tokens_saved': 'Estimated tokens that are saved, rounded down.',
    }


class ExpandDetails(Dataclass):
    """What `expand` put back."""

    results: int
    """How many results have their lines again."""

    __match_args__ = _names = ('results',)
    __slots__ = {
        'results': 'How many results have their lines again.',
    }


class Problem(Dataclass):
    """One thing that a provider would refuse, or that has less effect than the host may expect."""

    code: ProblemCode
    """What kind of problem it is."""
    path: str
    """JSON Pointer to its place in the list."""
    severity: Severity
    """Whether the provider refuses the request, or may accept it."""
    message: str
    """The provider's error, as close as we know it."""

    __match_args__ = _names = ('code', 'path', 'severity', 'message')
    __slots__ = {
        'code': 'What kind of problem it is.',
        'path': 'JSON Pointer to its place in the list.',
        'severity': 'Whether the provider refuses the request, or may accept it.',
        'message': "The provider's error, as close as we know it.",
    }


class Repair(Dataclass):
    """One repair of one problem."""

    code: ProblemCode
    """The problem it solves."""
    path: str
    """JSON Pointer to the problem, in the list as the repairs before this one left it."""
    action: str
    """What was done, in one sentence."""

    __match_args__ = _names = ('code', 'path', 'action')
    __slots__ = {
        'code': 'The problem it solves.',
        'path': 'JSON Pointer to the problem, in the list as the repairs before this one left it.',
        'action': 'What was done, in one sentence.',
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
    """The text to put into a history. Its marks are how the next summary knows it."""

    __match_args__ = _names = ('text', 'tokens', 'sections', 'notes', 'message')
    __slots__ = {
        'text': 'The summary.',
        'tokens': 'Its tokens.',
        'sections': 'Its sections by their names.',
        'notes': 'What a model wrote in an earlier summary.',
        'message': 'The text to put into a history. Its marks are how the next summary knows it.',
    }


class Claim(Dataclass):
    """One thing that a summary says and its conversation does not bear out."""

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
    """What a summary says and its conversation does not bear out."""

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

    text: str | None
    """The summary; `None` if it cannot be used."""
    sections: dict[str, str] | None
    """Its sections by their names; `None` likewise."""
    notes: str | None
    """What stands in no section; `None` likewise."""
    closed: bool
    """Whether the document was closed."""
    defect: str | None
    """Why it cannot be used, as a sentence; `None` if it can."""
    reason: DefectCode | None
    """The same for programs."""

    __match_args__ = _names = ('text', 'sections', 'notes', 'closed', 'defect', 'reason')
    __slots__ = {
        'text': 'The summary; `None` if it cannot be used.',
        'sections': 'Its sections by their names; `None` likewise.',
        'notes': 'What stands in no section; `None` likewise.',
        'closed': 'Whether the document was closed.',
        'defect': 'Why it cannot be used, as a sentence; `None` if it can.',
        'reason': 'The same for programs.',
    }


class FactRequest(Dataclass):
    """What the user said in one message."""

    text: str
    """The words, without what a host or a paste put around them."""
    message: int
    """Index of the message that holds them."""

    __match_args__ = _names = ('text', 'message')
    __slots__ = {
        'text': 'The words, without what a host or a paste put around them.',
        'message': 'Index of the message that holds them.',
    }


class FileFact(Dataclass):
    """A file and what was done to it."""

    path: str
    """The path as it was spelled, behind the folder that a command changed to."""
    state: FileUse
    """The last change; `read` if there was none."""
    did: list[FileUse]
    """Everything that was done, each once, in the order of first doing."""
    changes: int
    """How many times it was changed."""
    first: int
    """The index of the message with the first call that used it."""
    message: int
    """The index of the message with the last call that used it."""

    __match_args__ = _names = ('path', 'state', 'did', 'changes', 'first', 'message')
    __slots__ = {
        'path': 'The path as it was spelled, behind the folder that a command changed to.',
        'state': 'The last change; `read` if there was none.',
        'did': 'Everything that was done, each once, in the order of first doing.',
        'changes': 'How many times it was changed.',
        'first': 'The index of the message with the first call that used it.',
        'message': 'The index of the message with the last call that used it.',
    }


class Command(Dataclass):
    """A command, and what came of it."""

    command: str
    """The command line."""
    outcome: Outcome
    """What came of it."""
    error: str | None
    """What it said, if it failed or was refused; `None` if not."""
    message: int
    """Index of the message that calls it."""
    result: int | None
    """Index of the message with its result; `None` without one."""
    again: int | None
    """Index of the message that runs the same command next; `None` if none does."""

    __match_args__ = _names = ('command', 'outcome', 'error', 'message', 'result', 'again')
    __slots__ = {
        'command': 'The command line.',
        'outcome': 'What came of it.',
        'error': 'What it said, if it failed or was refused; `None` if not.',
        'message': 'Index of the message that calls it.',
        'result': 'Index of the message with its result; `None` without one.',
        'again': 'Index of the message that runs the same command next; `None` if none does.',
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
    """Commands, and what came of them, in order."""
    todos: list[Todo]
    """The newest list of tasks."""

    __match_args__ = _names = ('requests', 'files', 'commands', 'todos')
    __slots__ = {
        'requests': 'What the user said, in order.',
        'files': 'Files, and what was done to them, in the order of last use.',
        'commands': 'Commands, and what came of them, in order.',
        'todos': 'The newest list of tasks.',
    }
    _nested = {'requests': [FactRequest], 'files': [FileFact], 'commands': [Command], 'todos': [Todo]}


class TruncatedText(Dataclass):
    """A text after it was cut, with its sizes before and after."""

    text: str
    """The text after the cut."""
    truncated: bool
    """Whether the text was changed."""
    chars_before: int
    """Chars before the cut."""
    chars_after: int
    """Chars after the cut."""
    lines_before: int
    """Lines before the cut; 0 for an empty text."""
    lines_after: int
    """Lines after the cut."""
    bytes_before: int
    """UTF-8 bytes before the cut."""
    bytes_after: int
    """UTF-8 bytes after the cut."""
    error_lines: int
    """How many lines that name errors were kept from the middle."""
    note: str | None
    """What you may show in place of an empty text; `None` if the text is not empty."""
    rule: str
    """The rule by which it was cut."""

    __match_args__ = _names = ('text', 'truncated', 'chars_before', 'chars_after', 'lines_before', 'lines_after', 'bytes_before', 'bytes_after', 'error_lines', 'note', 'rule')
    __slots__ = {
        'text': 'The text after the cut.',
        'truncated': 'Whether the text was changed.',
        'chars_before': 'Chars before the cut.',
        'chars_after': 'Chars after the cut.',
        'lines_before': 'Lines before the cut; 0 for an empty text.',
        'lines_after': 'Lines after the cut.',
        'bytes_before': 'UTF-8 bytes before the cut.',
        'bytes_after': 'UTF-8 bytes after the cut.',
        'error_lines': 'How many lines that name errors were kept from the middle.',
        'note': 'What you may show in place of an empty text; `None` if the text is not empty.',
        'rule': 'The rule by which it was cut.',
    }


class OutputRequest(Dataclass):
    """What to ask a model that tells a tool output shorter."""

    system: str
    """The system text."""
    messages: list[Any]
    """One message of the user, plain text, in the dialect that was given."""
    max_output_tokens: int
    """The most tokens that the answer may have: twice the budget, since errors and warnings are copied beside the summary."""

    __match_args__ = _names = ('system', 'messages', 'max_output_tokens')
    __slots__ = {
        'system': 'The system text.',
        'messages': 'One message of the user, plain text, in the dialect that was given.',
        'max_output_tokens': 'The most tokens that the answer may have: twice the budget, since errors and warnings are copied beside the summary.',
    }


class CheckedOutput(Dataclass):
    """A tool output, told shorter if it is over its budget."""

    text: str
    """What takes the place of the output."""
    source: OutputFrom
    """Where it comes from: `summary`; `truncation` if the answer could not be used; `output` if nothing shorter was found."""
    defect: OutputDefect | None
    """Why the answer could not be used: `empty`, `refused`, `too_long`, `not_smaller`, `no_answer`."""
    errors_put_in: int
    """Errors and warnings that the answer lacked and that were put in, and those for which there was no room."""
    warnings_put_in: int
    """The same for warnings."""
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
        'source': 'Where it comes from: `summary`; `truncation` if the answer could not be used; `output` if nothing shorter was found.',
        'defect': 'Why the answer could not be used: `empty`, `refused`, `too_long`, `not_smaller`, `no_answer`.',
        'errors_put_in': 'Errors and warnings that the answer lacked and that were put in, and those for which there was no room.',
        'warnings_put_in': 'The same for warnings.',
        'left_out': 'How many of both had no room.',
        'tokens_before': 'Estimated tokens of the output.',
        'tokens_after': 'Estimated tokens of the text.',
        'request': 'What to ask a model, whose answer is then given; `None` if there is nothing to ask.',
    }
    _nested = {'request': OutputRequest}


class TextPage(Dataclass):
    """A page of a text."""

    text: str
    """The lines, joined by line feeds."""
    first_line: int
    """Number of the first line, from 1 on."""
    last_line: int
    """Number of the last line; one less than the first if the page is empty."""
    total_lines: int | None
    """How many lines the text has. `None` if it was not read to its end."""
    cut_lines: int
    """How many lines of the page were cut."""
    truncated: bool
    """Whether anything of the text is not on the page."""
    next_offset: int | None
    """The `offset` of the next page, if there is one."""
    notice: str
    """What the page lacks and how to get it, for the model to read. Empty if it lacks nothing."""

    __match_args__ = _names = ('text', 'first_line', 'last_line', 'total_lines', 'cut_lines', 'truncated', 'next_offset', 'notice')
    __slots__ = {
        'text': 'The lines, joined by line feeds.',
        'first_line': 'Number of the first line, from 1 on.',
        'last_line': 'Number of the last line; one less than the first if the page is empty.',
        'total_lines': 'How many lines the text has. `None` if it was not read to its end.',
        'cut_lines': 'How many lines of the page were cut.',
        'truncated': 'Whether anything of the text is not on the page.',
        'next_offset': 'The `offset` of the next page, if there is one.',
        'notice': 'What the page lacks and how to get it, for the model to read. Empty if it lacks nothing.',
    }


class ImportedFile(Dataclass):
    """A file that was imported."""

    path: str
    """The file."""
    imported_by: str
    """The file that imports it."""
    depth: int
    """How deep it was imported: 1 for an import of the text itself."""
    chars: int
    """Chars of its own text, without what it imports."""
    tokens: int
    """Tokens of its own text."""

    __match_args__ = _names = ('path', 'imported_by', 'depth', 'chars', 'tokens')
    __slots__ = {
        'path': 'The file.',
        'imported_by': 'The file that imports it.',
        'depth': 'How deep it was imported: 1 for an import of the text itself.',
        'chars': 'Chars of its own text, without what it imports.',
        'tokens': 'Tokens of its own text.',
    }


class ImportProblem(Dataclass):
    """An import that was not made."""

    kind: NotRead
    """Why: `missing`, `outside`, `repeated`, `depth`, `limit`, `url`, or the word of the reader."""
    written: str
    """What was written behind the `@`."""
    path: str
    """The path that was meant."""
    imported_by: str
    """The file that says so."""

    __match_args__ = _names = ('kind', 'written', 'path', 'imported_by')
    __slots__ = {
        'kind': 'Why: `missing`, `outside`, `repeated`, `depth`, `limit`, `url`, or the word of the reader.',
        'written': 'What was written behind the `@`.',
        'path': 'The path that was meant.',
        'imported_by': 'The file that says so.',
    }


class ExpandedImports(Dataclass):
    """A text with the files that it imports."""

    text: str
    """The text."""
    tokens: int
    """Its tokens."""
    files: list[ImportedFile]
    """The files that were imported."""
    problems: list[ImportProblem]
    """Imports that were not made."""
    more_problems: int
    """How many more there are."""

    __match_args__ = _names = ('text', 'tokens', 'files', 'problems', 'more_problems')
    __slots__ = {
        'text': 'The text.',
        'tokens': 'Its tokens.',
        'files': 'The files that were imported.',
        'problems': 'Imports that were not made.',
        'more_problems': 'How many more there are.',
    }
    _nested = {'files': [ImportedFile], 'problems': [ImportProblem]}


class InstructionFile(Dataclass):
    """What became of an instruction file."""

    path: str
    """The file."""
    tokens: int
    """Tokens of its part of the text, with the lines that name it; 0 if it is left out."""
    left_out: LeftOut | None
    """Why it is left out; `None` if it is not."""
    same_as: str | None
    """The file that has the same text."""

    __match_args__ = _names = ('path', 'tokens', 'left_out', 'same_as')
    __slots__ = {
        'path': 'The file.',
        'tokens': 'Tokens of its part of the text, with the lines that name it; 0 if it is left out.',
        'left_out': 'Why it is left out; `None` if it is not.',
        'same_as': 'The file that has the same text.',
    }


class Instructions(Dataclass):
    """Instruction files as one text."""

    text: str
    """The text; empty if there is nothing to tell."""
    tokens: int
    """Its tokens."""
    files: list[InstructionFile]
    """All files, in the order in which they were given."""

    __match_args__ = _names = ('text', 'tokens', 'files')
    __slots__ = {
        'text': 'The text; empty if there is nothing to tell.',
        'tokens': 'Its tokens.',
        'files': 'All files, in the order in which they were given.',
    }
    _nested = {'files': [InstructionFile]}


class EditorContext(Dataclass):
    """What to tell a model of an editor."""

    kind: EditorKind
    """How much is told."""
    text: str
    """The text for the model; empty if there is nothing."""
    data: Any
    """The same as data."""
    state: Any
    """What is open now: give it as `last` the next time."""

    __match_args__ = _names = ('kind', 'text', 'data', 'state')
    __slots__ = {
        'kind': 'How much is told.',
        'text': 'The text for the model; empty if there is nothing.',
        'data': 'The same as data.',
        'state': 'What is open now: give it as `last` the next time.',
    }


class Selection(Dataclass):
    """Which messages stay, and why the others go."""

    kept: list[int]
    """Indices of the messages that stay."""
    older: int
    """How many messages go because they are older."""
    tools: int
    """How many messages go because they hold a call or a result."""
    tokens: int
    """Estimated tokens of what stays."""

    __match_args__ = _names = ('kept', 'older', 'tools', 'tokens')
    __slots__ = {
        'kept': 'Indices of the messages that stay.',
        'older': 'How many messages go because they are older.',
        'tools': 'How many messages go because they hold a call or a result.',
        'tokens': 'Estimated tokens of what stays.',
    }


class ClassifiedError(Dataclass):
    """What a provider's error means, and what to do about it."""

    action: RecoveryAction
    """What to do next."""
    wait_ms: int
    """How long to wait before the next request; 0 if it may go at once."""
    ceiling_tokens: int | None
    """The largest prompt that may be sent, where the error tells it: its limit, less the answer that was asked for."""
    attempt: int
    """Which refusal in a row this is, from 1 on."""
    kind: ErrorKind
    """What is wrong."""
    retry: bool
    """Whether the very same request may succeed later."""
    known_by: KnownBy
    """What the kind is known by."""
    status: int | None
    """The status of HTTP."""
    prompt_tokens: int | None
    """Tokens of the prompt that was refused."""
    limit_tokens: int | None
    """The most tokens that a prompt may have, together with the answer where the provider counts both."""
    max_output_tokens: int | None
    """Tokens that the request asked for as an answer."""
    limit_output_tokens: int | None
    """The most tokens that it may ask for."""
    bytes: int | None
    """Bytes of what was too large."""
    limit_bytes: int | None
    """The most bytes that it may have."""
    limit_media: int | None
    """The most media that a request may hold."""
    retry_after_ms: int | None
    """How long the provider asks to wait."""
    place: str | None
    """JSON Pointer into the request, down to the last index that the error names: `/messages/3/content/1`."""
    message: str
    """What the provider says, for a person to read; at most 500 chars."""

    __match_args__ = _names = ('action', 'wait_ms', 'ceiling_tokens', 'attempt', 'kind', 'retry', 'known_by', 'status', 'prompt_tokens', 'limit_tokens', 'max_output_tokens', 'limit_output_tokens', 'bytes', 'limit_bytes', 'limit_media', 'retry_after_ms', 'place', 'message')
    __slots__ = {
        'action': 'What to do next.',
        'wait_ms': 'How long to wait before the next request; 0 if it may go at once.',
        'ceiling_tokens': 'The largest prompt that may be sent, where the error tells it: its limit, less the answer that was asked for.',
        'attempt': 'Which refusal in a row this is, from 1 on.',
        'kind': 'What is wrong.',
        'retry': 'Whether the very same request may succeed later.',
        'known_by': 'What the kind is known by.',
        'status': 'The status of HTTP.',
        'prompt_tokens': 'Tokens of the prompt that was refused.',
        'limit_tokens': 'The most tokens that a prompt may have, together with the answer where the provider counts both.',
        'max_output_tokens': 'Tokens that the request asked for as an answer.',
        'limit_output_tokens': 'The most tokens that it may ask for.',
        'bytes': 'Bytes of what was too large.',
        'limit_bytes': 'The most bytes that it may have.',
        'limit_media': 'The most media that a request may hold.',
        'retry_after_ms': 'How long the provider asks to wait.',
        'place': 'JSON Pointer into the request, down to the last index that the error names: `/messages/3/content/1`.',
        'message': 'What the provider says, for a person to read; at most 500 chars.',
    }


class ModelPrices(Dataclass):
    """Prices in dollars for a million tokens."""

    input: float
    """Tokens of the prompt that are not cached."""
    cached_read: float
    """Tokens that are read from the cache."""
    cache_write: float
    """Tokens that are written to the cache."""
    output: float
    """Tokens of the answer."""

    __match_args__ = _names = ('input', 'cached_read', 'cache_write', 'output')
    __slots__ = {
        'input': 'Tokens of the prompt that are not cached.',
        'cached_read': 'Tokens that are read from the cache.',
        'cache_write': 'Tokens that are written to the cache.',
        'output': 'Tokens of the answer.',
    }


class PriceTier(Dataclass):
    """What a model costs for prompts that are longer than others: for all their tokens."""

    above_tokens: int
    """Prompts of more tokens cost these prices."""
    prices: ModelPrices
    """The prices."""

    __match_args__ = _names = ('above_tokens', 'prices')
    __slots__ = {
        'above_tokens': 'Prompts of more tokens cost these prices.',
        'prices': 'The prices.',
    }
    _nested = {'prices': ModelPrices}


class CachePrices(Dataclass):
    """Prices of tokens, and the rules of the provider's prompt cache. The prices may be of any unit: only their ratios count."""

    input: float
    """A token of the prompt that is not cached."""
    read: float
    """A token that is read from the cache."""
    write: float
    """A token that is written to the cache."""
    output: float
    """A token of the answer."""
    ttl_ms: int
    """How long an entry lives after it was last read, in milliseconds; 0 where that is not known."""
    min_prefix_tokens: int
    """A shorter prefix is not cached, in tokens."""
    breakpoints: int
    """How many places of a request may be marked as the end of a cached prefix; 0 where the provider finds any common prefix by
    itself.
    """
    lookback_blocks: int
    """How many blocks before a mark an entry is looked for; 0 where any prefix is found."""
    known_from: PriceSource
    """How the prices are known."""
    source: str
    """Where the facts come from."""
    date: str
    """When they were looked up: a year and a month."""

    __match_args__ = _names = ('input', 'read', 'write', 'output', 'ttl_ms', 'min_prefix_tokens', 'breakpoints', 'lookback_blocks', 'known_from', 'source', 'date')
    __slots__ = {
        'input': 'A token of the prompt that is not cached.',
        'read': 'A token that is read from the cache.',
        'write': 'A token that is written to the cache.',
        'output': 'A token of the answer.',
        'ttl_ms': 'How long an entry lives after it was last read, in milliseconds; 0 where that is not known.',
        'min_prefix_tokens': 'A shorter prefix is not cached, in tokens.',
        'breakpoints': 'How many places of a request may be marked as the end of a cached prefix; 0 where the provider finds any common prefix by itself.',
        'lookback_blocks': 'How many blocks before a mark an entry is looked for; 0 where any prefix is found.',
        'known_from': 'How the prices are known.',
        'source': 'Where the facts come from.',
        'date': 'When they were looked up: a year and a month.',
    }


class ModelInfo(Dataclass):
    """What a model holds and costs, and how that is known."""

    model: str | None
    """The name under which the table, or `models`, has the model; `None` if neither has it."""
    window_tokens: int
    """The context window: prompt and answer together."""
    window_source: LimitSource
    """How the window is known."""
    input_tokens: int
    """The most tokens of a prompt: less than the window where the provider limits it apart."""
    output_tokens: int
    """The most tokens of an answer."""
    output_source: LimitSource
    """How the limit on answers is known."""
    family: str
    """The family of its tokenizer, by which tokens are estimated."""
    prices: ModelPrices | None
    """The list prices of its provider, for prompts that are not charged as long ones; `None` if nothing tells them."""
    tiers: list[PriceTier]
    """What long prompts cost, the shortest first; empty where all cost the same."""
    cache: CachePrices | None
    """What a prompt costs where its beginning is cached, and the rules of that cache; `None` where the name tells neither."""
    source: str | None
    """Where the facts come from; `None` where the table has none."""
    date: str | None
    """When they were looked up: a year and a month; `None` likewise."""

    __match_args__ = _names = ('model', 'window_tokens', 'window_source', 'input_tokens', 'output_tokens', 'output_source', 'family', 'prices', 'tiers', 'cache', 'source', 'date')
    __slots__ = {
        'model': 'The name under which the table, or `models`, has the model; `None` if neither has it.',
        'window_tokens': 'The context window: prompt and answer together.',
        'window_source': 'How the window is known.',
        'input_tokens': 'The most tokens of a prompt: less than the window where the provider limits it apart.',
        'output_tokens': 'The most tokens of an answer.',
        'output_source': 'How the limit on answers is known.',
        'family': 'The family of its tokenizer, by which tokens are estimated.',
        'prices': 'The list prices of its provider, for prompts that are not charged as long ones; `None` if nothing tells them.',
        'tiers': 'What long prompts cost, the shortest first; empty where all cost the same.',
        'cache': 'What a prompt costs where its beginning is cached, and the rules of that cache; `None` where the name tells neither.',
        'source': 'Where the facts come from; `None` where the table has none.',
        'date': 'When they were looked up: a year and a month; `None` likewise.',
    }
    _nested = {'prices': ModelPrices, 'tiers': [PriceTier], 'cache': CachePrices}


class Thresholds(Dataclass):
    """The thresholds for one window, in tokens. They are not rounded, because the systems compare real numbers."""

    warn: float
    """From this size of the prompt on, warn the user."""
    auto: float
    """From this size of the prompt on, compact."""
    hard: float
    """From this size of the prompt on, compact before anything else is sent."""
    usable: float
    """The part of the window that is left after room for the answer is set aside."""

    __match_args__ = _names = ('warn', 'auto', 'hard', 'usable')
    __slots__ = {
        'warn': 'From this size of the prompt on, warn the user.',
        'auto': 'From this size of the prompt on, compact.',
        'hard': 'From this size of the prompt on, compact before anything else is sent.',
        'usable': 'The part of the window that is left after room for the answer is set aside.',
    }


class SimulatedRow(Dataclass):
    """What one policy would have cost in one session."""

    policy: Policy | Preset
    """The policy."""
    prices: str
    """The name of the prices."""
    window: int
    """The context window."""
    calls: int
    """How many calls the agent made."""
    cost: float
    """The cost of all calls, answers included, in what a token of input costs."""
    percent_of_never: float
    """The same in percent of never compacting."""
    names: int
    """How many names, paths and numbers the agent wrote that it had last seen more than three calls before."""
    names_present: int
    """How many of them stood in its prompt."""
    hit_percent: float
    """The same in percent; 100 without such names."""
    over_window: int
    """Prompts over the window."""
    unread_lost: int
    """Results that were removed before the agent had read them."""
    clearings: int
    """How often old results were cleared."""
    summaries: int
    """How often older messages were summarised."""

    __match_args__ = _names = ('policy', 'prices', 'window', 'calls', 'cost', 'percent_of_never', 'names', 'names_present', 'hit_percent', 'over_window', 'unread_lost', 'clearings', 'summaries')
    __slots__ = {
        'policy': 'The policy.',
        'prices': 'The name of the prices.',
        'window': 'The context window.',
        'calls': 'How many calls the agent made.',
        'cost': 'The cost of all calls, answers included, in what a token of input costs.',
        'percent_of_never': 'The same in percent of never compacting.',
        'names': 'How many names, paths and numbers the agent wrote that it had last seen more than three calls before.',
        'names_present': 'How many of them stood in its prompt.',
        'hit_percent': 'The same in percent; 100 without such names.',
        'over_window': 'Prompts over the window.',
        'unread_lost': 'Results that were removed before the agent had read them.',
        'clearings': 'How often old results were cleared.',
        'summaries': 'How often older messages were summarised.',
    }


class Simulation(FrameMethods):
    """What policies would have cost in a recorded session."""

    rows: list[SimulatedRow]
    """A row for each policy, window and set of prices."""

    __match_args__ = _names = ('rows',)
    __slots__ = {
        'rows': 'A row for each policy, window and set of prices.',
    }
    _nested = {'rows': [SimulatedRow]}


class Change(Dataclass):
    """One change to the history."""

    action: ChangeKind
    """What was done."""
    message: int
    """Index of the message in the list before the change: the changed one, or the one next to an addition."""
    tool: str
    """The tool of the call or result; empty for other changes."""

    __match_args__ = _names = ('action', 'message', 'tool')
    __slots__ = {
        'action': 'What was done.',
        'message': 'Index of the message in the list before the change: the changed one, or the one next to an addition.',
        'tool': 'The tool of the call or result; empty for other changes.',
    }


class RequestEstimate(Dataclass):
    """The size of a request, and whether gemini-cli would ask the provider for it (G-56)."""

    tokens: int
    """Estimated tokens of the request."""
    needs_count_api: bool
    """Whether a part of the request holds media, so that the provider's count is worth a call."""

    __match_args__ = _names = ('tokens', 'needs_count_api')
    __slots__ = {
        'tokens': 'Estimated tokens of the request.',
        'needs_count_api': "Whether a part of the request holds media, so that the provider's count is worth a call.",
    }


class MaskDetails(Dataclass):
    """What [`mask`] does, as numbers."""

    masked: int
    """How many outputs are masked."""
    candidates: int
    """How many outputs are old enough to be masked."""
    tokens_prunable: int
    """Estimated tokens that masking all of these would save."""
    tokens_protected: int
    """Estimated tokens of the outputs that are protected."""
    tokens_saved: int
    """Estimated tokens that masking saves now."""

    __match_args__ = _names = ('masked', 'candidates', 'tokens_prunable', 'tokens_protected', 'tokens_saved')
    __slots__ = {
        'masked': 'How many outputs are masked.',
        'candidates': 'How many outputs are old enough to be masked.',
        'tokens_prunable': 'Estimated tokens that masking all of these would save.',
        'tokens_protected': 'Estimated tokens of the outputs that are protected.',
        'tokens_saved': 'Estimated tokens that masking saves now.',
    }


class CompressionThreshold(Dataclass):
    """The threshold of gemini-cli."""

    threshold: float
    """The share of the window."""
    source: ThresholdFrom
    """Where it comes from."""

    __match_args__ = _names = ('threshold', 'source')
    __slots__ = {
        'threshold': 'The share of the window.',
        'source': 'Where it comes from.',
    }


class Overflow(Dataclass):
    """Whether a request still fits the window."""

    overflows: bool
    """Whether the request does not fit, so that the turn must stop here."""
    request_tokens: int
    """Estimated tokens of the request."""
    remaining_tokens: int
    """Tokens that the window has left."""

    __match_args__ = _names = ('overflows', 'request_tokens', 'remaining_tokens')
    __slots__ = {
        'overflows': 'Whether the request does not fit, so that the turn must stop here.',
        'request_tokens': 'Estimated tokens of the request.',
        'remaining_tokens': 'Tokens that the window has left.',
    }


class CacheKeys(Dataclass):
    """Which entries of a cache stay."""

    kept: list[str]
    """The keys that stay, the one that was used the longest time ago first. With later uses behind them they are the next input."""
    evicted: list[str]
    """The keys that go, in the order in which they go."""

    __match_args__ = _names = ('kept', 'evicted')
    __slots__ = {
        'kept': 'The keys that stay, the one that was used the longest time ago first. With later uses behind them they are the next input.',
        'evicted': 'The keys that go, in the order in which they go.',
    }


class EventCount(Dataclass):
    """How many events of one type there are."""

    type: str
    """The type of the events."""
    count: int
    """How many there are."""

    __match_args__ = _names = ('type', 'count')
    __slots__ = {
        'type': 'The type of the events.',
        'count': 'How many there are.',
    }


class RecentActivity(Dataclass):
    """The newest events."""

    first: int
    """The index of the first event that stays: all before it go."""
    kept: int
    """How many events stay."""
    types: list[EventCount]
    """How many of those that stay each type has, by the name of the type."""
    from_ms: float | None
    """The earliest time of those that stay."""
    to_ms: float | None
    """The latest time of those that stay."""

    __match_args__ = _names = ('first', 'kept', 'types', 'from_ms', 'to_ms')
    __slots__ = {
        'first': 'The index of the first event that stays: all before it go.',
        'kept': 'How many events stay.',
        'types': 'How many of those that stay each type has, by the name of the type.',
        'from_ms': 'The earliest time of those that stay.',
        'to_ms': 'The latest time of those that stay.',
    }
    _nested = {'types': [EventCount]}


class ImageReference(Dataclass):
    """A picture that was replaced by a line."""

    id: str
    """The name of the picture: a hash of its content."""
    message: int
    """Index of the message in the host's list."""
    path: str
    """JSON Pointer of the picture inside the message."""
    attached: bool
    """Whether the picture is also in the message at the end of the list."""

    __match_args__ = _names = ('id', 'message', 'path', 'attached')
    __slots__ = {
        'id': 'The name of the picture: a hash of its content.',
        'message': "Index of the message in the host's list.",
        'path': 'JSON Pointer of the picture inside the message.',
        'attached': 'Whether the picture is also in the message at the end of the list.',
    }


class ImageDetails(Dataclass):
    """What became of pictures."""

    images: int
    """How many pictures the list carries as bytes."""
    referenced: int
    """How many of them became a line."""
    attached: int
    """How many different pictures stand in the message at the end."""
    tokens_saved: int
    """Tokens that this saves."""
    references: list[ImageReference]
    """The pictures that became lines."""

    __match_args__ = _names = ('images', 'referenced', 'attached', 'tokens_saved', 'references')
    __slots__ = {
        'images': 'How many pictures the list carries as bytes.',
        'referenced': 'How many of them became a line.',
        'attached': 'How many different pictures stand in the message at the end.',
        'tokens_saved': 'Tokens that this saves.',
        'references': 'The pictures that became lines.',
    }
    _nested = {'references': [ImageReference]}


class PromptTokens(Dataclass):
    """Tokens of the next prompt."""

    tokens: int
    """All tokens."""
    message_tokens: int
    """Those of the new message."""

    __match_args__ = _names = ('tokens', 'message_tokens')
    __slots__ = {
        'tokens': 'All tokens.',
        'message_tokens': 'Those of the new message.',
    }


class Settings(Dataclass):
    """The settings of another system, as options."""

    options: Options
    """For a `Compactor`."""
    microcompact: dict[str, Any]
    """For the function `microcompact`; empty where the system has none."""
    reference_images: dict[str, Any]
    """For the function `reference_images`; empty where the system has none."""
    values: dict[str, Any]
    """Every setting by its own name."""
    sources: dict[str, Any]
    """Where each came from."""
    passed_over: list[str]
    """What could not be used."""
    unknown: list[str]
    """Keys that there are not."""

    __match_args__ = _names = ('options', 'microcompact', 'reference_images', 'values', 'sources', 'passed_over', 'unknown')
    __slots__ = {
        'options': 'For a `Compactor`.',
        'microcompact': 'For the function `microcompact`; empty where the system has none.',
        'reference_images': 'For the function `reference_images`; empty where the system has none.',
        'values': 'Every setting by its own name.',
        'sources': 'Where each came from.',
        'passed_over': 'What could not be used.',
        'unknown': 'Keys that there are not.',
    }


class PruneDetails(Dataclass):
    """What [`prune`] clears, as numbers."""

    tool_results: int
    """How many results are cleared."""
    tokens_saved: int
    """Estimated tokens that this saves."""
    tokens_total: int
    """Estimated tokens of the whole history."""
    tokens_protected: int
    """Estimated tokens of the results that are protected."""

    __match_args__ = _names = ('tool_results', 'tokens_saved', 'tokens_total', 'tokens_protected')
    __slots__ = {
        'tool_results': 'How many results are cleared.',
        'tokens_saved': 'Estimated tokens that this saves.',
        'tokens_total': 'Estimated tokens of the whole history.',
        'tokens_protected': 'Estimated tokens of the results that are protected.',
    }


class Need(Dataclass):
    """The decision and its numbers."""

    needed: bool
    """Whether something has to be done."""
    strategy: NeedStrategy
    """What has to be done."""
    warn: bool
    """Whether the tokens have reached the threshold for a warning to the user."""
    tokens_used: int
    """The tokens by which this was decided."""
    source: NeedSource
    """Where these tokens come from."""
    tokens_usable: float
    """Tokens of the window that are left after room for the answer is set aside."""
    tokens_trigger: float
    """The threshold, in tokens, for compaction."""
    tokens_prunable: int
    """Estimated tokens that clearing old tool results would free."""

    __match_args__ = _names = ('needed', 'strategy', 'warn', 'tokens_used', 'source', 'tokens_usable', 'tokens_trigger', 'tokens_prunable')
    __slots__ = {
        'needed': 'Whether something has to be done.',
        'strategy': 'What has to be done.',
        'warn': 'Whether the tokens have reached the threshold for a warning to the user.',
        'tokens_used': 'The tokens by which this was decided.',
        'source': 'Where these tokens come from.',
        'tokens_usable': 'Tokens of the window that are left after room for the answer is set aside.',
        'tokens_trigger': 'The threshold, in tokens, for compaction.',
        'tokens_prunable': 'Estimated tokens that clearing old tool results would free.',
    }


class UsageTokens(Dataclass):
    """The tokens of a usage report."""

    tokens: int | None
    """Their sum, as the preset's system adds them up; `None` if the report has names without numbers."""

    __match_args__ = _names = ('tokens',)
    __slots__ = {
        'tokens': "Their sum, as the preset's system adds them up; `None` if the report has names without numbers.",
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
    """Numbers of a session. Source: `getCompressionStats` of gencode 0.4.0."""

    total_messages: int
    """How many messages the session has ever had."""
    active_messages: int
    """How many messages the model reads."""
    summary_count: int
    """How many summaries the session has."""
    compression_ratio: float
    """`active_messages` divided by `total_messages`; 1 for an empty session."""

    __match_args__ = _names = ('total_messages', 'active_messages', 'summary_count', 'compression_ratio')
    __slots__ = {
        'total_messages': 'How many messages the session has ever had.',
        'active_messages': 'How many messages the model reads.',
        'summary_count': 'How many summaries the session has.',
        'compression_ratio': '`active_messages` divided by `total_messages`; 1 for an empty session.',
    }


class FileContent(Dataclass):
    """What a file holds, for a model. What does not apply to its kind is null."""

    kind: FileKind
    """What it is."""
    path: str | None
    """The file, without links; `None` if it was refused."""
    bytes: int | None
    """How many bytes it holds."""
    text: str | None
    """The lines of the page, of a text."""
    first_line: int | None
    """Number of the first line, from 1 on."""
    last_line: int | None
    """Number of the last line."""
    total_lines: int | None
    """How many lines the text has; `None` too if it was not read to its end."""
    cut_lines: int | None
    """How many lines of the page were cut."""
    truncated: bool | None
    """Whether anything of the text is not on the page."""
    next_offset: int | None
    """The `offset` of the next page; `None` if there is none."""
    encoding: str | None
    """The encoding of a text."""
    replaced: bool | None
    """Whether bytes that are no text were replaced."""
    mime: str | None
    """The type of a medium."""
    part: dict[str, Any] | None
    """The medium as a part of a message."""
    problem: NotRead | None
    """Why it is not read; `None` if it is."""
    notice: str
    """What the model should know of it; empty if there is nothing."""

    __match_args__ = _names = ('kind', 'path', 'bytes', 'text', 'first_line', 'last_line', 'total_lines', 'cut_lines', 'truncated', 'next_offset', 'encoding', 'replaced', 'mime', 'part', 'problem', 'notice')
    __slots__ = {
        'kind': 'What it is.',
        'path': 'The file, without links; `None` if it was refused.',
        'bytes': 'How many bytes it holds.',
        'text': 'The lines of the page, of a text.',
        'first_line': 'Number of the first line, from 1 on.',
        'last_line': 'Number of the last line.',
        'total_lines': 'How many lines the text has; `None` too if it was not read to its end.',
        'cut_lines': 'How many lines of the page were cut.',
        'truncated': 'Whether anything of the text is not on the page.',
        'next_offset': 'The `offset` of the next page; `None` if there is none.',
        'encoding': 'The encoding of a text.',
        'replaced': 'Whether bytes that are no text were replaced.',
        'mime': 'The type of a medium.',
        'part': 'The medium as a part of a message.',
        'problem': 'Why it is not read; `None` if it is.',
        'notice': 'What the model should know of it; empty if there is nothing.',
    }


class LoadedFile(Dataclass):
    """What became of an instruction file."""

    path: str
    """The file."""
    tokens: int
    """Tokens of its part of the text; 0 if it is left out."""
    left_out: LeftOut | None
    """Why it is left out; `None` if it is not."""
    same_as: str | None
    """The file that has the same text; `None` if none has."""
    imports: list[ImportedFile]
    """The files that it imports."""

    __match_args__ = _names = ('path', 'tokens', 'left_out', 'same_as', 'imports')
    __slots__ = {
        'path': 'The file.',
        'tokens': 'Tokens of its part of the text; 0 if it is left out.',
        'left_out': 'Why it is left out; `None` if it is not.',
        'same_as': 'The file that has the same text; `None` if none has.',
        'imports': 'The files that it imports.',
    }
    _nested = {'imports': [ImportedFile]}


class FileProblem(Dataclass):
    """A file or an import that was not read."""

    kind: NotRead
    """Why."""
    path: str
    """The path that was meant."""
    written: str | None
    """What was written behind the `@`; `None` if it is no import."""
    imported_by: str | None
    """The file that says so; `None` likewise."""

    __match_args__ = _names = ('kind', 'path', 'written', 'imported_by')
    __slots__ = {
        'kind': 'Why.',
        'path': 'The path that was meant.',
        'written': 'What was written behind the `@`; `None` if it is no import.',
        'imported_by': 'The file that says so; `None` likewise.',
    }


class LoadedInstructions(Dataclass):
    """Instruction files as one text."""

    text: str
    """The text; empty if there is nothing to tell."""
    tokens: int
    """Its tokens."""
    files: list[LoadedFile]
    """All files, from the outermost folder inwards."""
    problems: list[FileProblem]
    """Files and imports that were not read."""
    more_problems: int
    """How many more there are."""
    folders: int
    """How many folders were looked through."""

    __match_args__ = _names = ('text', 'tokens', 'files', 'problems', 'more_problems', 'folders')
    __slots__ = {
        'text': 'The text; empty if there is nothing to tell.',
        'tokens': 'Its tokens.',
        'files': 'All files, from the outermost folder inwards.',
        'problems': 'Files and imports that were not read.',
        'more_problems': 'How many more there are.',
        'folders': 'How many folders were looked through.',
    }
    _nested = {'files': [LoadedFile], 'problems': [FileProblem]}


class StoredOutput(Dataclass):
    """What was stored."""

    key: str
    """The key of the output: a hash of what was stored."""
    locator: str
    """What a placeholder says: how an agent gets the output back."""
    bytes: int
    """Bytes of the file."""
    secrets: int
    """How many secrets were taken out."""

    __match_args__ = _names = ('key', 'locator', 'bytes', 'secrets')
    __slots__ = {
        'key': 'The key of the output: a hash of what was stored.',
        'locator': 'What a placeholder says: how an agent gets the output back.',
        'bytes': 'Bytes of the file.',
        'secrets': 'How many secrets were taken out.',
    }


class StoreHeld(Dataclass):
    """What a store holds, and what it removed."""

    outputs: int
    """How many outputs are kept."""
    bytes: int
    """Their bytes."""
    removed: int
    """How many outputs were removed."""
    removed_bytes: int
    """Their bytes."""

    __match_args__ = _names = ('outputs', 'bytes', 'removed', 'removed_bytes')
    __slots__ = {
        'outputs': 'How many outputs are kept.',
        'bytes': 'Their bytes.',
        'removed': 'How many outputs were removed.',
        'removed_bytes': 'Their bytes.',
    }


class PieceNext(Dataclass):
    """Where a piece goes on."""

    first_line: int
    """The first line of the next piece."""
    skip_chars: int
    """How many chars of it were given already."""

    __match_args__ = _names = ('first_line', 'skip_chars')
    __slots__ = {
        'first_line': 'The first line of the next piece.',
        'skip_chars': 'How many chars of it were given already.',
    }


class Piece(Dataclass):
    """A piece of an output."""

    key: str
    """The key of the output."""
    text: str
    """The text, as it was stored."""
    first_line: int
    """The first line of the piece, from 1 on."""
    last_line: int
    """The last line of the piece; 0 if it is empty."""
    lines: int
    """How many lines the output has."""
    chars: int
    """How many chars the output has."""
    next: PieceNext | None
    """Where it goes on; `None` at the end."""

    __match_args__ = _names = ('key', 'text', 'first_line', 'last_line', 'lines', 'chars', 'next')
    __slots__ = {
        'key': 'The key of the output.',
        'text': 'The text, as it was stored.',
        'first_line': 'The first line of the piece, from 1 on.',
        'last_line': 'The last line of the piece; 0 if it is empty.',
        'lines': 'How many lines the output has.',
        'chars': 'How many chars the output has.',
        'next': 'Where it goes on; `None` at the end.',
    }
    _nested = {'next': PieceNext}


class Edited(Lined, OfEdited[M, D]):
    """A list of messages after an operation. Where nothing changed, `messages` is the very same list. Else it is a new list in which
    untouched messages are the same objects.
    """

    messages: list[M]
    """The messages after the operation: the very same list if nothing changed."""
    changed: bool
    """Whether anything changed."""
    removed: list[Removed]
    """What was removed: one group for each kind."""
    tokens_before: int
    """Tokens of the messages before."""
    tokens_after: int
    """Tokens of the messages after."""
    details: D
    """What the operation says of itself."""

    __match_args__ = _names = ('messages', 'changed', 'removed', 'tokens_before', 'tokens_after', 'details')
    __slots__ = {
        'messages': 'The messages after the operation: the very same list if nothing changed.',
        'changed': 'Whether anything changed.',
        'removed': 'What was removed: one group for each kind.',
        'tokens_before': 'Tokens of the messages before.',
        'tokens_after': 'Tokens of the messages after.',
        'details': 'What the operation says of itself.',
    }
    _nested = {'removed': [Removed]}


__all__ = [
    "CacheKeys",
    "CachePrices",
    "Change",
    "ChangeKind",
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
    "DefectCode",
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
    "ImageDetails",
    "ImageReference",
    "ImportProblem",
    "ImportedFile",
    "InstructionFile",
    "Instructions",
    "KnownBy",
    "LeftOut",
    "LegalCut",
    "LimitSource",
    "LoadedFile",
    "LoadedInstructions",
    "LogEvent",
    "LogLevel",
    "Loop",
    "LoopKind",
    "MaskDetails",
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
    'ReasonCode': ('empty_history', 'below_trigger', 'no_cut', 'span_too_short', 'nothing_new', 'nothing_to_clear', 'summarized', 'cleared', 'clipped', 'condensed', 'repaired', 'over_window', 'over_request_limit', 'not_smaller', 'would_be_invalid', 'counting_failed', 'history_changed', 'cancelled', 'summarizer_error', 'summarizer_paused', 'summarizer_off', 'summary_damaged', 'summary_empty', 'summary_error_text', 'summary_tool_call', 'summary_refused', 'summary_invalid', 'summary_echo', 'summary_loops', 'summary_unchanged', 'summary_copy', 'summary_too_long', 'summary_cut_off', 'summary_too_thin', 'summary_off_topic', 'open_end', 'too_few_messages', 'no_room'),
    'RemovedKind': ('summarized_messages', 'cleared_tool_results', 'truncated_tool_results', 'cleared_arguments', 'cleared_reasoning', 'cleared_media', 'condensed_tool_results'),
    'SummaryBy': ('model', 'extractive'),
    'RelaxedOption': ('keep', 'keep_tool_results'),
    'WarningCode': ('usage_implausible', 'usage_far', 'usage_unread', 'over_window', 'thinking_removed', 'content_unread', 'dangling_call', 'invalid_history', 'store_failed', 'unread_lost', 'summary_unsupported'),
    'EditAction': ('replace_media', 'drop_nested_media', 'clear_result', 'replace_embedded_media', 'cut_result', 'shorten_result', 'shorten_arguments', 'drop_thinking'),
    'EditReason': ('unreadable_medium', 'idle', 'size', 'forced', 'gave_way', 'pruned', 'budget', 'payload', 'padding', 'json', 'grouped', 'shown_before', 'source_gone', 'changed_later', 'read_again', 'repeated', 'written', 'bound'),
    'Purpose': ('summary', 'piece', 'retry', 'check'),
    'Mime': ('text/plain',),
    'LoopKind': ('calls', 'text', 'lines'),
    'Policy': ('never', 'pays', 'trigger', 'every_turn', 'context_editing', 'summarize_85', 'summarize_85_keep_tenth', 'best_batch'),
    'MediaKind': ('image', 'pdf', 'audio', 'video', 'other'),
    'LogLevel': ('debug', 'info', 'warning', 'error'),
    'LogEvent': ('started', 'asked', 'finished', 'fallback', 'not_stored', 'usage_unread', 'content_unread', 'before_compact_unheard', 'near_window', 'over_window', 'failed', 'too_large'),
    'Dialect': ('gemini', 'openai_chat', 'anthropic', 'openai_responses', 'ai_sdk', 'bedrock', 'langchain', 'ui_message', 'pydantic_ai', 'pi', 'llama_index', 'autogen', 'opencode', 'mastra'),
    'MediumKind': ('image', 'pdf', 'audio', 'unknown'),
    'CutReason': ('empty', 'boundary_at_target', 'boundary_before_target', 'everything', 'nothing', 'boundary_that_fits', 'boundary_before_live', 'trailing_call', 'no_boundary'),
    'CutProblem': ('among_system_messages', 'already_compacted', 'parts_call_from_result', 'loses_waiting_call', 'parts_reasoning_from_item', 'parts_parallel_calls', 'starts_with_result'),
    'ClearTrigger': ('none', 'idle', 'size', 'force'),
    'ProblemCode': ('missing_role', 'unknown_role', 'lone_surrogate', 'own_field', 'missing_id', 'duplicate_call_id', 'duplicate_result', 'orphan_result', 'misplaced_result', 'dangling_call', 'results_not_first', 'reasoning_without_item', 'ends_in_thought', 'empty_result', 'empty_part', 'empty_message', 'first_message_not_user', 'roles_do_not_alternate', 'system_message_in_list', 'system_message_in_the_middle', 'thinking_bound', 'unreadable_message'),
    'Severity': ('error', 'warning'),
    'ClaimKind': ('path', 'id', 'number', 'command', 'check'),
    'DefectCode': ('empty', 'no_document'),
    'FileUse': ('read', 'written', 'edited', 'appended', 'removed'),
    'Outcome': ('ok', 'failed', 'refused', 'unknown'),
    'TodoStatus': ('pending', 'in_progress', 'completed', 'cancelled'),
    'OutputFrom': ('summary', 'truncation', 'output'),
    'OutputDefect': ('empty', 'refused', 'too_long', 'not_smaller', 'no_answer'),
    'NotRead': ('missing', 'outside', 'not_a_file', 'too_large', 'unreadable', 'binary', 'unsupported', 'repeated', 'depth', 'limit', 'url'),
    'LeftOut': ('empty', 'same_text', 'over_budget'),
    'EditorKind': ('full', 'changes', 'none'),
    'RecoveryAction': ('compact', 'lower_max_tokens', 'relieve_bytes', 'relieve_media', 'repair', 'drop_thinking', 'wait', 'fail'),
    'ErrorKind': ('tokens', 'max_tokens', 'bytes', 'media', 'pairing', 'thinking_bound', 'empty', 'rate', 'overload', 'auth', 'other'),
    'KnownBy': ('wording', 'code', 'status', 'answer', 'nothing'),
    'LimitSource': ('declared', 'table', 'observed', 'assumed', 'fallback'),
    'PriceSource': ('declared', 'table', 'name'),
    'ChangeKind': ('drop_invalid_run', 'drop_empty', 'drop_invalid_part', 'drop_thoughts', 'merge', 'sign_call', 'answer_call', 'add_call', 'order_results', 'add_start', 'add_end', 'scrub'),
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
