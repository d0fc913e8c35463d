"""What every adapter does: one compactor for each conversation, the way back from a refused request, and nothing thrown into the framework.

An adapter makes one `Conversations`, asks it for the `Conversation` of the framework's own id before each request, calls one of its
`compact`, `acompact`, `view`, `aview`, and sends through `send`, `asend`, `stream` or `astream` where the framework lets it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterator, Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from ._driver import Compactor
from .errors import WindowUnknownError
from .options import CompactArgs, ModelRow, Options, Summarize, SummaryRequest
from .providers import model_info
from .results import Result

if TYPE_CHECKING:
    from _thread import LockType

    from typing_extensions import Unpack

    class AdapterOptions(Options, total=False):
        """Those of `Compactor`; with `summarize="model"` the framework's own model writes the summaries."""

        summarize: Summarize | Literal["extractive", "model"] | None  # type: ignore[misc]

__all__ = ["Conversation", "Conversations", "OnError", "Overflow", "Summary", "counted", "known"]

Q = TypeVar("Q")
R = TypeVar("R")

OnError: TypeAlias = Literal["send_unchanged", "raise"]
"""What becomes of an error of conspectus: the request is sent as it is and the error is logged, or it is raised."""

Summary: TypeAlias = Callable[[Any, SummaryRequest], Any]
"""Has the framework's own model, the first argument, answer a request. It returns a text or a reply; in async code, it may return an awaitable."""

Overflow: TypeAlias = Callable[[Any, str], Exception]
"""Makes the framework's own error of a request that is too large, of the conversation's model and the reason."""

_LOG = logging.getLogger("conspectus")


def known(name: str | None, models: Mapping[str, ModelRow] | None = None) -> str | None:
    """The name of a model if its window is known, by these rows or the table, else `None`."""
    return name if name and model_info(name, models=models).model else None


def counted(usage: Any) -> Any:
    """A usage object if it counts anything, else `None`: some clients make one where the provider reported nothing."""
    counts = usage if isinstance(usage, Mapping) else getattr(usage, "__dict__", None) or {}
    return usage if any(isinstance(count, (int, float)) and count > 0 for name, count in counts.items() if "token" in name.lower()) else None


class Conversation:
    """One conversation of a framework: its compactor, and the model that writes its summaries."""

    compactor: Compactor[Any]

    def __init__(self, options: Options, summary: Summary | None, on_error: OnError | None, overflow: Overflow | None) -> None:
        self.model: Any = None
        self.usage: Any = None
        """The newest usage that the provider reported, for adapters that see the answers."""
        self.max_output_tokens: int | None = None
        """The most tokens that the provider lets an answer have, once a refusal has told it: see `limit`."""
        self.too_large: Exception | None = None
        """The newest error of the framework's own that was raised because what has to stay does not fit."""
        self._on_error = on_error
        self._overflow = overflow
        self._summary = summary
        self._given = options

    def _open(self, state: Mapping[str, Any] | None) -> None:
        self._options = self._given
        if (summary := self._summary) is not None:
            self._options = {**self._given, "summarize": lambda request: summary(self.model, request)}
        self.compactor = Compactor(**self._options) if state is None else Compactor.load(state, **self._options)

    def _go_on_with(self, options: Options) -> None:
        """Another model of the framework may have another window."""
        if options != self._given and (options.get("model") or options.get("context_window")) and not self.is_busy:
            self._given = options
            self._open(self.compactor.save())

    def compact(self, messages: Sequence[Any], **turn: Unpack[CompactArgs]) -> Result[Any] | None:
        """The result; `None` after an error of conspectus, which is logged: send the messages as they are.

        What can not be sent is the framework's own error, where the adapter gave one.
        """
        try:
            result = self.compactor.compact(messages, **turn)
        except Exception as error:
            self._failed(error)
            return None
        return self._fitting(result)

    async def acompact(self, messages: Sequence[Any], **turn: Unpack[CompactArgs]) -> Result[Any] | None:
        """As `compact`, in async code."""
        try:
            result = await self.compactor.acompact(messages, **turn)
        except Exception as error:
            self._failed(error)
            return None
        return self._fitting(result)

    def _fitting(self, result: Result[Any]) -> Result[Any]:
        if result.can_send or self._overflow is None:
            return result
        self.too_large = self._overflow(self.model, result.reason)
        raise self.too_large

    def view(self, full: Sequence[Any], **turn: Unpack[CompactArgs]) -> Result[Any] | None:
        """As `compact`, where the framework keeps the full list and hands it over each time."""
        return self.compact(full, **turn)

    async def aview(self, full: Sequence[Any], **turn: Unpack[CompactArgs]) -> Result[Any] | None:
        """As `view`, in async code."""
        return await self.acompact(full, **turn)

    def marks(self, result: Result[Any]) -> list[int]:
        """Where to mark the end of a cached prefix; nowhere for a model whose provider wants no marks."""
        name = self._options.get("model")
        cache = model_info(name, models=self._options.get("models")).cache if name else None
        return result.cache_breakpoints if cache is not None and cache.breakpoints else []

    def limit(self, own: int | None = None) -> int | None:
        """The most tokens of an answer: the request's own limit, or what a refusal told if that is less. `None` if neither is known."""
        told = self.max_output_tokens
        return own if told is None else min(told, own or told)

    def pause_s(self, error: BaseException) -> float | None:
        """What to do after a refused request: `None` is to raise the error, else wait so many seconds, compact and send again."""
        if error is self.too_large:
            return None
        try:
            advice = self.compactor.handle_provider_error(error)
        except Exception as ours:
            self._failed(ours)
            return None
        if advice.action == "fail":
            return None
        self.max_output_tokens = advice.limit_output_tokens or self.max_output_tokens
        return advice.wait_ms / 1000

    def _pause_after(self, error: Exception, begun: bool = False) -> float:
        """As `pause_s`, and raises the error itself. What has begun to stream is not sent again."""
        pause = None if begun else self.pause_s(error)
        if pause is None:
            raise error
        return pause

    def send(self, prepare: Callable[[], Q], call: Callable[[Q], R]) -> R:
        """Sends what `prepare` gives by `call`. After a refusal, it is prepared anew and sent again, as often as the compactor says."""
        while True:
            request = prepare()
            try:
                return call(request)
            except Exception as error:
                pause = self._pause_after(error)
            time.sleep(pause)

    async def asend(self, prepare: Callable[[], Awaitable[Q]], call: Callable[[Q], Awaitable[R]]) -> R:
        """As `send`, in async code."""
        while True:
            request = await prepare()
            try:
                return await call(request)
            except Exception as error:
                pause = self._pause_after(error)
            await asyncio.sleep(pause)

    def stream(self, prepare: Callable[[], Q], call: Callable[[Q], Iterator[R]]) -> Iterator[R]:
        """As `send`, for an answer that is streamed. What has begun to stream is not sent again."""
        while True:
            request = prepare()
            begun = False
            try:
                for event in call(request):
                    begun = True
                    yield event
                return
            except Exception as error:
                pause = self._pause_after(error, begun)
            time.sleep(pause)

    async def astream(self, prepare: Callable[[], Awaitable[Q]], call: Callable[[Q], AsyncIterator[R]]) -> AsyncIterator[R]:
        """As `stream`, in async code."""
        while True:
            request = await prepare()
            begun = False
            try:
                async for event in call(request):
                    begun = True
                    yield event
                return
            except Exception as error:
                pause = self._pause_after(error, begun)
            await asyncio.sleep(pause)

    @property
    def is_busy(self) -> bool:
        """Whether a run goes on."""
        free: LockType = self.compactor._free  # type: ignore[attr-defined]
        return free.locked()

    def _failed(self, error: Exception) -> None:
        if self._on_error == "raise":
            raise error
        # That the window is not known was said when the conversation was opened.
        if not isinstance(error, WindowUnknownError):
            _LOG.warning("conspectus sends the messages unchanged: %s", error, exc_info=error)


class _Seen:
    """What a conversation without an id was last asked about: each message by its content."""

    def __init__(self, opening: int) -> None:
        self.opening = opening
        self.prints: list[int] = []
        self.requests = 0


class Conversations:
    """The conversations of one adapter, by the framework's own id. The least recently used goes first when there are too many.

    `options` are those of `Compactor`. With `summarize="model"` the framework's own model writes the summaries, by `summary`. Wrong
    options are refused here, before the framework runs. With `overflow`, what can not be sent is an error of the framework's own.
    """

    def __init__(
        self, options: Mapping[str, Any], *, summary: Summary | None = None, on_error: OnError | None = None, max_conversations: int = 1_000, overflow: Overflow | None = None
    ) -> None:
        if on_error not in (None, "send_unchanged", "raise"):
            raise ValueError(f'on_error must be "send_unchanged" or "raise", not {on_error!r}')
        self._options: Options = {**options}  # type: ignore[typeddict-item]
        self._summary = None
        if options.get("summarize") == "model":
            del self._options["summarize"]
            self._summary = summary
        Compactor(**self._options)
        self._on_error = on_error
        self._overflow = overflow
        self._most = max_conversations
        self._held: OrderedDict[Hashable, Conversation] = OrderedDict()
        self._free = Lock()
        self._told: set[str] = set()
        self._seen: dict[Hashable, _Seen] = {}

    def new(self, *, model: Any = None, name: str | None = None, state: Mapping[str, Any] | None = None, window: int | None = None) -> Conversation:
        """As `of`, for an adapter that keeps the conversation in a place of its framework."""
        made = Conversation(self._for(name, window), self._summary, self._on_error, self._overflow)
        made._open(state)
        made.model = model
        return made

    def of(self, key: Hashable, *, model: Any = None, name: str | None = None, state: Mapping[str, Any] | None = None, window: int | None = None) -> Conversation:
        """The conversation of this id.

        `model` is the framework's model object of this request, `name` its name: window, tokenizer and prices follow from it where the
        options do not tell them. `window` is what the framework says of a model that is not known here. `state` is what `save` gave: with
        it, the conversation goes on from there.
        """
        with self._free:
            found = self._held.get(key)
            if found is None or state is not None:
                found = self.new(name=name, state=state, window=window)
            elif name is not None:
                found._go_on_with(self._for(name, window))
            self._hold(key, found)
        if model is not None:
            found.model = model
        return found

    def branch(self, key: Hashable, *, model: Any = None, name: str | None = None, window: int | None = None) -> Conversation:
        """A conversation of its own for one run of this id, that goes on from what the last one remembers.

        For frameworks that may run one id twice at a time, from the same messages: a compactor does one run at a time.
        """
        with self._free:
            made = self.new(model=model, name=name, state=self.save(key), window=window)
            self._hold(key, made)
        return made

    def _hold(self, key: Hashable, talk: Conversation) -> None:
        self._held[key] = talk
        self._held.move_to_end(key)
        while len(self._held) > self._most:
            self._seen.pop(self._held.popitem(last=False)[0], None)

    def asking(self, key: Hashable | None, messages: Sequence[Any], *, model: Any = None, name: str | None = None) -> Conversation:
        """The conversation of this id, or without one, that which these messages go on with."""
        return self.continued(messages, model=model, name=name) if key is None else self.of(key, model=model, name=name)

    def continued(self, messages: Sequence[Any], *, model: Any = None, name: str | None = None) -> Conversation:
        """The conversation that these messages go on with, where the framework hands over the full list and tells no id.

        That is the one whose last list they begin with, or most of it, beyond what it was opened with: some frameworks change old steps. One
        that is being compacted just then belongs to somebody else.
        """
        prints = [hash(repr(message)) for message in messages]
        with self._free:
            key = self._like(prints)
            seen = self._seen.setdefault(key, _Seen(len(prints)))
            seen.prints = prints
            seen.requests += 1
        return self.of(key, model=model, name=name)

    def _like(self, prints: list[int]) -> Hashable:
        best: tuple[int, int, Hashable] = (0, 0, object())
        for key in self._held:
            seen = self._seen.get(key)
            if seen is None or self._held[key].is_busy:
                continue
            common = next((at for at, (mine, theirs) in enumerate(zip(prints, seen.prints)) if mine != theirs), min(len(prints), len(seen.prints)))
            whole = common == len(seen.prints) and (len(prints) > common or seen.requests > 1)
            if whole or common > max(seen.opening, len(prints) // 2, len(seen.prints) // 2):
                best = max(best, (int(whole), common, key), key=lambda found: found[:2])
        return best[2]

    def save(self, key: Hashable) -> dict[str, Any] | None:
        """What the conversation of this id remembers, as data for `json.dumps`; `None` if there is none."""
        found = self._held.get(key)
        return None if found is None else found.compactor.save()

    def forget(self, key: Hashable) -> None:
        """Drops the conversation of this id."""
        self._held.pop(key, None)
        self._seen.pop(key, None)

    def _for(self, name: str | None, window: int | None) -> Options:
        if self._options.get("model") is not None:
            return self._options
        if (told := known(name, self._options.get("models"))) is not None:
            return {**self._options, "model": told}
        if self._options.get("context_window") is None and window:
            return {**self._options, "context_window": window}
        if self._options.get("context_window") is None:
            text = f"the window of the model {name!r} is unknown, so nothing is compacted: pass `context_window`, or a known `model`"
            if self._on_error != "send_unchanged":
                raise WindowUnknownError(text, "/context_window")
            if text not in self._told:
                self._told.add(text)
                _LOG.warning(text)
        return self._options
