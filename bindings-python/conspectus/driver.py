"""`Compactor`, with the loop that drives it: around `handle_*` and `poll_action`, sync and async."""

from __future__ import annotations

from collections.abc import Awaitable

from . import _conspectus
from .patch import apply_patch
from .results import CompactResult

# Not from `typing`: it would take most of the time of the import. Type checkers know the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .options import Tokenizer

    Summarize = Callable[[dict[str, Any]], Any]
    Store = Callable[[dict[str, Any]], Any]
    Restore = Callable[[list[dict[str, Any]]], Any]
    OnHook = Callable[[dict[str, Any]], Any]


_NO_SUMMARIZER = 'a summary is needed: pass `summarize`, or make the compactor with summarizer="embedded"'
_NO_STORE = "no `store` was passed: the output stays in the history"


class Compactor(_conspectus.Compactor):
    """Decides when and what to compact, asks for a summary, checks it, and only then hands over a smaller history.

    `tokenizer`, a function that counts the tokens of a text, replaces the estimators: see `History`.

    `compact` and `acompact` are the loop for those who do not write their own over `handle_messages`, `poll_action`, `handle_stored`,
    `handle_store_failed`, `handle_summary`, `handle_failure`, `handle_restored`, `handle_current` and `cancel`: *after each `handle_*`, drain
    `poll_action` until it gives `None`, before the next `handle_*`.*
    """

    _tokenizer: Tokenizer | None = None

    if not TYPE_CHECKING:  # options and arguments are spelled out in the stub of the base

        def __new__(cls, *, tokenizer=None, **options):
            self = super().__new__(cls, **(options if tokenizer is None else {"estimator": "host", **options}))
            self._tokenizer = tokenizer
            return self

        def handle_messages(self, messages, **turn):
            if self._tokenizer is not None:
                self.raw_provide_counts([self._tokenizer(text) for text in self.raw_wanted_texts(messages, turn)])
            super().handle_messages(messages, **turn)

    def compact(
        self,
        messages: Any,
        *,
        summarize: Summarize | None = None,
        store: Store | None = None,
        restore: Restore | None = None,
        on_hook: OnHook | None = None,
        **turn: Any,
    ) -> CompactResult:
        """Compacts `messages` if it is time to (or with `force=True`).

        `summarize(request)` is the model call: `request` has `system`, `messages`, `max_output_tokens`; it returns the text, or an object with
        `.text` (and `.input_tokens`, `.output_tokens` if known). What it raises reaches the caller, and nothing is changed.

        `store(action)` puts `action["text"]` where it can be found again and returns where: a path, a key. Without it, or if it raises, the
        output stays in the history. `restore(files)` reads files again, `[{"path", "text"}]`; without it none is brought back.
        `on_hook(action)` is told before work is done. Presets say which of these they use.

        `turn`: `force`, `now_ms`, `last_activity_ms` (milliseconds), `prompt_tokens` (as the provider reported), `system` and `tools` (measured as
        overhead), and the others that `handle_messages` takes.

        `messages` may grow while the summary is made; the result then ends with what was added.
        """
        run = _Run(self, messages, turn)
        calls = {"summarize": summarize, "offload": store, "restore": restore, "hook": on_hook}
        try:
            while (action := run.next_action()) is not None:
                try:
                    answer = _call(calls[action["kind"]], action)
                    if isinstance(answer, Awaitable):
                        getattr(answer, "close", lambda: None)()
                        raise TypeError("asynchronous functions need `await compactor.acompact(...)`")
                    run.check(action, answer)
                except Exception as error:
                    run.fail(action, error)
                else:
                    run.answer(action, answer)
        finally:
            run.close()
        return run.result()

    async def acompact(
        self,
        messages: Any,
        *,
        summarize: Callable[[dict[str, Any]], Awaitable[Any] | Any] | None = None,
        store: Callable[[dict[str, Any]], Awaitable[Any] | Any] | None = None,
        restore: Callable[[list[dict[str, Any]]], Awaitable[Any] | Any] | None = None,
        on_hook: Callable[[dict[str, Any]], Awaitable[Any] | Any] | None = None,
        **turn: Any,
    ) -> CompactResult:
        """As `compact`, with functions that may be coroutine functions. Cancelling the task cancels the run."""
        run = _Run(self, messages, turn)
        calls = {"summarize": summarize, "offload": store, "restore": restore, "hook": on_hook}
        try:
            while (action := run.next_action()) is not None:
                try:
                    answer = _call(calls[action["kind"]], action)
                    if isinstance(answer, Awaitable):
                        answer = await answer
                    run.check(action, answer)
                except Exception as error:
                    run.fail(action, error)
                else:
                    run.answer(action, answer)
        finally:
            run.close()
        return run.result()


class _Run:
    """One run from `handle_messages` to `done`."""

    def __init__(self, machine: _conspectus.Compactor, messages: Any, turn: dict[str, Any]) -> None:
        machine.handle_messages(messages, **turn)
        self.machine = machine
        self.messages = messages
        self.patch: dict[str, Any] = {}
        self.done: dict[str, Any] | None = None
        self.error: Exception | None = None

    def next_action(self) -> dict[str, Any] | None:
        """Does what can be done without the host's functions; the next action that needs one, or `None` at the end."""
        while (action := self.machine.poll_action()) is not None:
            if action["kind"] == "apply":
                self.patch = action["patch"]
                self.machine.handle_current(self.messages)
            elif action["kind"] == "done":
                self.done = action
            else:
                found: dict[str, Any] = action
                return found
        return None

    def check(self, action: dict[str, Any], answer: Any) -> None:
        if action["kind"] == "summarize":
            _text(answer)
        elif action["kind"] == "offload" and answer is None:
            raise TypeError("`store` must return where the output can be found")

    def answer(self, action: dict[str, Any], answer: Any) -> None:
        if action["kind"] == "summarize":
            usage = {name: getattr(answer, name, None) for name in ("input_tokens", "output_tokens")}
            self.machine.handle_summary(_text(answer), **usage)
        elif action["kind"] == "offload":
            self.machine.handle_stored(answer)
        elif action["kind"] == "restore":
            self.machine.handle_restored(answer)

    def fail(self, action: dict[str, Any], error: Exception) -> None:
        reason = str(error) or type(error).__name__
        if action["kind"] == "summarize":
            self.error = error
            self.machine.handle_failure(reason)
        elif action["kind"] == "offload":
            self.machine.handle_store_failed(reason)
        elif action["kind"] == "restore":
            self.machine.handle_restored(None)
        else:
            raise error

    def close(self) -> None:
        """Whatever happened (a cancelled task, an interrupt), the machine is ready for the next run."""
        if self.done is None:
            self.machine.cancel()
            while self.machine.poll_action() is not None:
                pass

    def result(self) -> CompactResult:
        assert self.done is not None, "every run ends with `done`"
        # A failing second call, or one that shares a prefix, does not end the run.
        if self.error is not None and self.done["status"] == "failed_summarizer":
            raise self.error
        messages = apply_patch(self.messages, self.patch) if self.done["applied"] else self.messages
        return CompactResult(messages, self.done["status"], self.done["applied"], self.done["report"])


def _call(call: Callable[[Any], Any] | None, action: dict[str, Any]) -> Any:
    if action["kind"] == "hook":
        return call(action) if call is not None else None
    if action["kind"] == "restore":
        return call(action["files"]) if call is not None else None
    if call is None:
        raise TypeError(_NO_STORE if action["kind"] == "offload" else _NO_SUMMARIZER)
    return call(action["request"] if action["kind"] == "summarize" else action)


def _text(answer: Any) -> str:
    text = answer if isinstance(answer, str) else getattr(answer, "text", None)
    if not isinstance(text, str):
        raise TypeError(f"`summarize` must return a str or an object with a `text`, not `{type(answer).__name__}`")
    return text
