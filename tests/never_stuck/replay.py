"""A host's loop over a recorded session: append, compact, call, report usage. What must never happen is counted."""

from __future__ import annotations

from dataclasses import dataclass, fields
from tempfile import TemporaryDirectory
from typing import Any

from conspectus import Compactor, FolderStore, count_tokens, expand, validate

from .models import MODELS
from .sessions import RULE, Session
from .shapes import Message, is_agent, must_stay, notes_in, results, shown, typed, words

# A request that is longer is told again by its two ends.
WHOLE_CHARS = 4_000
# A result that is clipped keeps at least this much of its beginning.
HEAD_CHARS = 20
# The longest that a record can be where there is room for the least only: 480 tokens, and an answer
# that is a quarter longer is taken.
LONGER = 1.25
LEAST_RECORD = 480 * LONGER
# What the words around a record take where it is not known: the mark, what the notes are, and the
# heading of the request.
AROUND = 90

# Tools that take about 20,000 tokens.
TOOLS = [
    {"name": f"tool_{number}", "description": "Reads one part of the workspace and returns its lines with their numbers. " * 40, "input_schema": {"type": "object"}}
    for number in range(36)
]


@dataclass(frozen=True)
class Setting:
    """How the host runs its agent."""

    window: int
    overhead: bool = False
    # What the host tells of sizes: "usage", "none" (its tools instead), or "full": it keeps the
    # full list and tells the usage of what it sent. "priced" is "usage" with prices, "stored" is
    # that with a folder for what goes.
    reports: str = "none"
    model: str = "good"


@dataclass
class Counts:
    """What was counted over the turns of one or more sessions."""

    turns: int = 0
    compactions: int = 0
    model_calls: int = 0
    over: int = 0
    unreachable: int = 0
    lost: int = 0
    invalid: int = 0
    no_request: int = 0
    no_rule: int = 0
    soon: int = 0
    redundant: int = 0

    def add(self, other: Counts) -> None:
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))


class Meter:
    """Tokens of a prompt as the provider counts them. A message is counted once."""

    def __init__(self, dialect: str) -> None:
        self._dialect = dialect
        self._known: dict[int, tuple[Message, int]] = {}

    def tokens(self, messages: list[Message]) -> int:
        return sum(map(self._of, messages))

    def of_text(self, text: str) -> int:
        return count_tokens(self._user(text), dialect=self._dialect).tokens

    def _user(self, text: str) -> list[Message]:
        return [{"role": "user", "parts": [{"text": text}]}] if self._dialect == "gemini" else [{"role": "user", "content": text}]

    def of_tools(self, tools: list[Message]) -> int:
        probe = self._user("x")
        given = {"dialect": self._dialect}
        return count_tokens(probe, tools=tools, **given).tokens - count_tokens(probe, **given).tokens

    def _of(self, message: Message) -> int:
        known = self._known.get(id(message))
        if known is None or known[0] is not message:
            known = (message, count_tokens([message], dialect=self._dialect).tokens)
            self._known[id(message)] = known
        return known[1]


def replay(session: Session, setting: Setting) -> Counts:
    counts = Counts()
    model = MODELS[setting.model]()
    meter = Meter(session.dialect)

    def asked(request: dict[str, Any]) -> str:
        counts.model_calls += 1
        assert model is not None
        return model(request)

    options: dict[str, Any] = {"prices": "anthropic-5m"} if setting.reports in ("priced", "stored") else {}
    if setting.reports == "stored":
        folder = TemporaryDirectory()
        options["store"] = FolderStore(folder.name)
    compactor = Compactor(context_window=setting.window, dialect=session.dialect, summarize="extractive" if model is None else asked, **options)
    run = compactor.view if setting.reports == "full" else compactor.compact
    tools = TOOLS if setting.overhead else []
    overhead = meter.of_tools(tools)
    messages: list[Message] = []
    sent: list[Message] = []
    usage: dict[str, int] | None = None
    request, unread, cached, last, news, filled, aimed = "", {}, 0, -10, 0, 0.0, 0
    task = next((typed(message) for message in session.messages if typed(message)), "")
    for index, message in enumerate(session.messages):
        messages = [*messages, message]
        news += meter.tokens([message])
        if is_agent(message):
            unread = {}
        else:
            request = typed(message) or request
            unread |= dict(results(message))
        is_turn = index + 1 < len(session.messages) and is_agent(session.messages[index + 1]) and not is_agent(message)
        if not is_turn:
            continue
        turn = counts.turns
        counts.turns += 1
        # Of the last prompt: a host that keeps the full list has no notes in it.
        carried = sum(meter.of_text(notes[1]) for notes in map(notes_in, sent) if notes)
        told: dict[str, Any] = {"tools": tools} if setting.reports == "none" else {"usage": usage}
        try:
            result = run(messages, **told)
        except ConnectionError:
            # Nothing could stand in for the model. The host goes on with its list, if that still
            # fits.
            counts.over += meter.tokens(messages) + overhead > setting.window
            continue
        # A view of the full list goes on from the last view, unless it was compacted again.
        is_compacted = result.messages[: len(sent)] != sent if setting.reports == "full" else result.changed and result.code != "condensed"
        if result.code == "condensed":
            # What is new was told shorter before it was sent. All else is as it was.
            _look_at(result.messages, session, counts, request, unread)
        if is_compacted:
            target, trigger = result.log.get("sizes.target_tokens"), result.trigger_tokens
            counts.compactions += 1
            if turn - last <= 3:
                counts.soon += 1
                counts.redundant += max(filled, aimed) + news < trigger
            # The next run may aim lower.
            last, cached, news, aimed = turn, 0, 0, target
            # What has to stay may be more than what a compaction aims at.
            filled = overhead + _least(result.messages, meter, request, carried, wrote=result.status == "summarized", longer=LONGER if result.summary_by == "model" else 1, trigger=trigger - overhead)
            # A host that hands outputs over in the user's name has two: the output, and the task
            # that is still open.
            filled += meter.of_text(task) if task != request and words(task) in shown(result.messages) else 0
            _look_at(result.messages, session, counts, request, unread)
        sent = result.messages
        if setting.reports != "full":
            messages = sent
        tokens = meter.tokens(sent) + overhead
        if tokens > setting.window:
            # The sum of rounded sizes is some tokens more than the size of the whole.
            tokens = count_tokens(sent, dialect=session.dialect).tokens + overhead
        if not result.can_send:
            # The host does not send. The recording goes on as if its user had found another way.
            counts.unreachable += 1
            usage = None
            continue
        if tokens > setting.window:
            refused = compactor.handle_provider_error(f"prompt is too long: {tokens} tokens > {setting.window} maximum")
            # Refused again and again, the host is told to give up.
            counts.over += refused.action != "fail"
            counts.unreachable += refused.action == "fail"
            usage = None
            continue
        usage = _usage(session.dialect, tokens, cached)
        cached = tokens
    return counts


def _least(messages: list[Message], meter: Meter, request: str, carried: int, *, wrote: bool, longer: float, trigger: int) -> float:
    """The tokens of what a compaction cannot take: what must stay, and notes that are as short as notes can be, with the open request.
    `carried` are the tokens of the record before, and `wrote` says whether it wrote the notes, `longer` by how much their text may be longer than
    its budget. `trigger` is what the messages may have below it."""
    stay = must_stay(messages)
    rest = [message for message in messages if not any(message is other for other in stay)]
    notes = next(filter(None, map(notes_in, rest)), None)
    if notes is None:
        return meter.tokens(stay) + meter.of_text(request) + LEAST_RECORD + AROUND
    whole, record = notes
    if len(rest) == 1 and not wrote:
        # Nothing new stands between the notes and what must stay: to write them again would only
        # make them forget.
        return meter.tokens(messages)
    # Images of the open request are in the message of the notes.
    images = meter.tokens([message for message in rest if notes_in(message)][:1]) - meter.of_text(whole)
    around = meter.tokens(stay) + meter.of_text(whole.replace(record, "")) + max(images, 0)
    # Whatever the target, a record may take a third of what is free below the trigger, and what it
    # took before with the least for what is new: else one large result would end it.
    return around + max(LEAST_RECORD, (trigger - around) / 3 * longer, carried + LEAST_RECORD if carried else 0)


def _look_at(messages: list[Message], session: Session, counts: Counts, request: str, unread: dict[str, str]) -> None:
    counts.invalid += bool(validate(messages, dialect=session.dialect))
    text = shown(messages)
    wanted = words(request)
    if len(request) > WHOLE_CHARS:
        counts.no_request += not (wanted[:1_000] in text and wanted[-500:] in text)
    else:
        counts.no_request += wanted not in text
    counts.no_rule += words(RULE) not in text
    # What a pointer stands for is there.
    whole = expand(messages, dialect=session.dialect).messages
    left = {name: text for message in whole for name, text in results(message)}
    for name, text in unread.items():
        # An output that was clipped may stand as the text of its JSON.
        counts.lost += name not in left or words(text)[:HEAD_CHARS] not in words(left[name].replace("\\n", " "))


def _usage(dialect: str, tokens: int, cached: int) -> dict[str, int]:
    """A provider's report, with what it had cached, in its own spelling."""
    cached = min(cached, tokens)
    if dialect == "anthropic":
        return {"input_tokens": tokens - cached, "cache_read_input_tokens": cached, "cache_creation_input_tokens": 0, "output_tokens": 0}
    if dialect == "gemini":
        return {"promptTokenCount": tokens, "cachedContentTokenCount": cached, "candidatesTokenCount": 0}
    return {"prompt_tokens": tokens, "completion_tokens": 0, "prompt_tokens_details": {"cached_tokens": cached}}  # type: ignore[dict-item]
