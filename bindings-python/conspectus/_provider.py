"""What the helpers for the SDKs share where the provider compacts by itself: when it is asked, what becomes of its answer, and the way back."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from threading import Lock
from typing import TYPE_CHECKING, Any

from ._driver import Compactor
from ._sdks import fields_of, is_async
from .errors import BusyError
from .operations import validate
from .options import CompactArgs, Options
from .results import ClassifiedError, Plan, Result

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

__all__ = ["ByProvider", "repeats"]

_LOG = logging.getLogger("conspectus")
# What is told of the list as it was, and holds no longer once the provider's answer leads it.
_OF_OLD_LIST = ("usage", "force", "instructions", "unchanged_messages")
_BEFORE = "The user's latest request, still open, word for word:\n<latest_user_request>\n"
_BEHIND = "\n</latest_user_request>"
_TEXTS = ("text", "input_text")


class ByProvider(Compactor[Any]):
    """A compactor that has the provider summarise, at the place and time at which it would itself.

    Where the provider does not, or cannot keep what has to stay (pins, a preamble), the summary is made as by every other compactor.
    """

    _calls: dict[str, Any]
    _is_ended = False
    # Whether the newest request was to be marked for the cache.
    _has_marks = False
    # What was refused is held for as large as the refusal said, until a run of ours made it smaller.
    _is_refused = False

    def __init__(self, client: Any, request: Mapping[str, Any], **options: Unpack[Options]) -> None:
        super().__init__(**options)
        self._client = client
        self._request = request
        self._working = Lock()

    @classmethod
    def load(cls, state: Mapping[str, Any], *, client: Any, request: Mapping[str, Any], **options: Unpack[Options]) -> Self:  # type: ignore[override]
        """A compactor with this client, request and options that remembers what another one gave by `save()`."""
        return super().load(state, client=client, request=request, **options)  # type: ignore[call-arg]

    def compact(self, messages: Sequence[Any], **turn: Unpack[CompactArgs]) -> Result[Any]:
        """As that of every compactor."""
        if is_async(self._client):
            raise TypeError("an async client requires `await compactor.acompact(...)`")
        with _Alone(self._working), closing(self._work(messages, {**turn})) as work:
            given = None
            while True:
                try:
                    kind, value = work.send(given)
                except StopIteration as end:
                    self._has_marks = bool(end.value.cache_breakpoints)
                    return end.value  # type: ignore[no-any-return]
                given = super().compact(value[0], **value[1]) if kind == "compact" else _tried(kind, value)

    async def acompact(self, messages: Sequence[Any], **turn: Unpack[CompactArgs]) -> Result[Any]:
        """As `compact`, in async code."""
        with _Alone(self._working), closing(self._work(messages, {**turn})) as work:
            given = None
            while True:
                try:
                    kind, value = work.send(given)
                except StopIteration as end:
                    self._has_marks = bool(end.value.cache_breakpoints)
                    return end.value  # type: ignore[no-any-return]
                given = await super().acompact(value[0], **value[1]) if kind == "compact" else await _atried(kind, value)

    def view(self, full: Sequence[Any], **turn: Unpack[CompactArgs]) -> Result[Any]:
        """As that of every compactor: the provider is not asked, since what it wrote would not be known at the next call."""
        return super().compact(full, **turn)

    async def aview(self, full: Sequence[Any], **turn: Unpack[CompactArgs]) -> Result[Any]:
        """As `view`, in async code."""
        return await super().acompact(full, **turn)

    def _end(self, messages: Sequence[Any], end: int) -> int:
        """Where the messages end that the provider may summarise, at most `end`; 0 if it must not."""
        return end

    def _asked(self, messages: Sequence[Any], end: int, instructions: str | None) -> Callable[[], Any] | None:
        """The call that has the provider summarise the messages up to `end`; `None` if it must not."""
        raise NotImplementedError

    def _answered(self, answer: Any) -> list[Any]:
        """What leads the history from then on; nothing if the provider wrote no summary."""
        raise NotImplementedError

    def _with_text(self, messages: list[Any], text: str) -> list[Any]:
        """The messages, with a text of the user at the end."""
        raise NotImplementedError

    def _work(self, messages: Sequence[Any], turn: dict[str, Any]) -> Generator[tuple[str, Any], Any, Result[Any]]:
        """What is to be done, one step after the other: a call of the provider, which gives `None` after an error, or a run of the compactor."""
        plan = self.plan(messages, **turn)
        is_ours, self._is_refused = self._is_refused or bool(turn.get("preamble")), False
        end = plan.summary.end if plan.summary and plan.status == "summarized" and not plan.summary.pinned and not is_ours else 0
        end = self._end(messages, end) if 0 < end < len(messages) else 0
        call = self._asked(messages, end, turn.get("instructions")) if end else None
        # What the host is told stands aside while this run has its own word.
        given, self._is_ended = self._calls, False
        hook, told = given.get("before_compact"), given.get("on_compact")
        self._calls = {**given}
        try:
            if call is not None and hook is not None:
                # The run behind gets its word, so that it is asked once. Where it has one, the summary is ours.
                word = yield "hook", lambda: hook({"trigger": plan.log["run.cause"]})
                self._calls["before_compact"] = lambda action: word
                call = None if word else call
            lead = [] if call is None else self._answered((yield "ask", call))
            if self._is_ended:
                self._calls["before_compact"] = lambda action: {"cancel": True}
            if self._is_ended or not lead:
                return (yield "compact", (messages, turn))  # type: ignore[no-any-return]
            before, tail, summary = [*messages], [*messages[end:]], _read(lead)
            request = next((text for message in reversed(before) if (text := _request(message))), "")
            if request not in "\n".join([summary, *map(_request, tail)]):
                tail = self._with_text(tail, _BEFORE + request + _BEHIND)
            listed, rest = [*lead, *tail], {name: value for name, value in turn.items() if name not in _OF_OLD_LIST}
            if self.plan(listed, **rest).tokens_before >= plan.tokens_before or any(problem.severity == "error" for problem in validate(listed)):
                _LOG.warning("the provider's summary does not stand, so it is done as usual: the list would not be smaller, or it would be refused")
                return (yield "compact", (messages, turn))  # type: ignore[no-any-return]
            self._calls.pop("on_compact", None)
            made = _made(plan, (yield "compact", (listed, rest)), before, summary)
        finally:
            self._calls = given
        if told is not None:
            yield "tell", lambda: told(made)
        return made

    def handle_provider_error(self, error: object) -> ClassifiedError:
        """As that of every compactor. Where it says to compact, the next summary is ours."""
        advice = super().handle_provider_error(error)
        self._is_refused = self._is_refused or advice.action not in ("wait", "fail")
        return advice

    def cancel(self) -> None:
        """As that of every compactor. The provider is not told: what it answers is not taken."""
        self._is_ended = True
        super().cancel()


class _Alone:
    """One run at a time, while the provider is asked too."""

    def __init__(self, free: Lock) -> None:
        self._free = free

    def __enter__(self) -> None:
        if not self._free.acquire(blocking=False):
            raise BusyError("the compactor is busy with a run: wait or cancel it, and use one compactor per conversation")

    def __exit__(self, *raised: object) -> None:
        self._free.release()


_FAILED = {"ask": "the provider did not summarise, so it is done as usual: %s", "tell": "your `on_compact` raised: %s"}


def _tried(kind: str, call: Callable[[], Any]) -> Any:
    try:
        return call()
    except Exception as error:
        return _failed(kind, error)


async def _atried(kind: str, call: Callable[[], Any]) -> Any:
    try:
        answer = call()
        return await answer if hasattr(type(answer), "__await__") else answer
    except Exception as error:
        return _failed(kind, error)


def _failed(kind: str, error: Exception) -> None:
    if kind == "hook":
        raise error
    _LOG.warning(_FAILED[kind], error)


def repeats(message: Any) -> bool:
    """Whether a message is a request that we repeated."""
    return _said(message).startswith(_BEFORE)


def _request(message: Any) -> str:
    """What a user asks in a message, without what we write around it."""
    return _said(message).removeprefix(_BEFORE).removesuffix(_BEHIND)


def _said(message: Any) -> str:
    """The texts of a user's message, without results of tools."""
    held = fields_of(message)
    content = held.get("content")
    if held.get("role") != "user":
        return ""
    if isinstance(content, str):
        return content
    return "\n".join(str(part["text"]) for part in map(fields_of, content or ()) if part.get("type") in _TEXTS and part.get("text"))


def _read(lead: Sequence[Any]) -> str:
    """What of the provider's summary can be read."""
    blocks = [fields_of(block) for message in lead if isinstance(content := fields_of(message).get("content"), list) for block in content]
    return "\n".join(str(block["content"]) for block in blocks if block.get("type") == "compaction")


def _made(plan: Plan, result: Result[Any], listed: list[Any], summary: str) -> Result[Any]:
    """The result of both: what the provider summarised, and what the run behind it did."""
    fields, planned = result.to_dict(), plan.to_dict()
    own = ("cut.", "pins.", "cache.", "sizes.prompt_tokens_before", "sizes.messages_before")
    log = fields["log"] | {path: value for path, value in planned["log"].items() if path.startswith(own)}
    undo = {"ops": [], "splices": [{"start": 0, "delete_count": len(result.messages), "insert": listed}]}
    fields |= {name: planned[name] for name in ("status", "code", "reason", "tokens_before", "cache_tokens_lost", "break_even_calls")}
    gone = [group for group in planned["removed"] if group["kind"] == "summarized_messages"]
    made = Result.from_dict({**fields, "messages": [], "changed": True, "removed": [*gone, *fields["removed"]], "summary": summary or None, "summary_by": "model", "log": log, "undo_patch": undo})
    object.__setattr__(made, "messages", result.messages)
    return made
