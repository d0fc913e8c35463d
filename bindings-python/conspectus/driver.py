"""`Compactor`, with the loop that drives it: around `handle_*` and `poll_action`, sync and async."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import Any

from . import _conspectus
from .patch import apply_patch
from .results import CompactResult

Summarize = Callable[[dict[str, Any]], Any]


class Compactor(_conspectus.Compactor):
    """Decides when and what to compact, asks for a summary, checks it, and only then hands over a smaller history.

    `compact` and `acompact` are the loop for those who do not write their own over `handle_messages`, `poll_action`,
    `handle_summary`, `handle_failure`, `handle_current` and `cancel`: *after each `handle_*`, drain `poll_action` until it gives `None`, before
    the next `handle_*`.*
    """

    def compact(self, messages: Any, *, summarize: Summarize | None = None, **turn: Any) -> CompactResult:
        """Compacts `messages` if it is time to (or with `force=True`).

        `summarize(request)` is the model call: `request` has `system`, `messages`, `max_output_tokens`; it returns the text, or an object with
        `.text`. What it raises reaches the caller, and nothing is changed. `turn`: `force`, `now_ms`, `last_activity_ms` (milliseconds),
        `prompt_tokens` (as the provider reported), `system` and `tools` (measured as overhead).

        `messages` may grow while the summary is made; the result then ends with what was added.
        """
        run = _Run(self, messages, turn)
        try:
            while (request := run.next_request()) is not None:
                try:
                    answer = _call(summarize, request)
                    if inspect.isawaitable(answer):
                        getattr(answer, "close", lambda: None)()
                        raise TypeError("`summarize` is asynchronous: use `await compactor.acompact(...)`")
                    text = _text(answer)
                except Exception as error:
                    run.fail(error)
                else:
                    self.handle_summary(text)
        finally:
            run.close()
        return run.result()

    async def acompact(
        self, messages: Any, *, summarize: Callable[[dict[str, Any]], Awaitable[Any] | Any] | None = None, **turn: Any
    ) -> CompactResult:
        """As `compact`, with a `summarize` that may be a coroutine function. Cancelling the task cancels the run."""
        run = _Run(self, messages, turn)
        try:
            while (request := run.next_request()) is not None:
                try:
                    answer = _call(summarize, request)
                    text = _text(await answer if inspect.isawaitable(answer) else answer)
                except Exception as error:
                    run.fail(error)
                else:
                    self.handle_summary(text)
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

    def next_request(self) -> dict[str, Any] | None:
        """Does what can be done without a model; the next summary request, or `None` at the end."""
        while (action := self.machine.poll_action()) is not None:
            if action["kind"] == "summarize":
                request: dict[str, Any] = action["request"]
                return request
            if action["kind"] == "apply":
                self.patch = action["patch"]
                self.machine.handle_current(self.messages)
            elif action["kind"] == "done":
                self.done = action
        return None

    def fail(self, error: Exception) -> None:
        self.error = error
        self.machine.handle_failure(str(error) or type(error).__name__)

    def close(self) -> None:
        """Whatever happened (a cancelled task, an interrupt), the machine is ready for the next run."""
        if self.done is None:
            self.machine.cancel()
            while self.machine.poll_action() is not None:
                pass

    def result(self) -> CompactResult:
        if self.error is not None:
            raise self.error
        assert self.done is not None, "every run ends with `done`"
        messages = apply_patch(self.messages, self.patch) if self.done["applied"] else self.messages
        return CompactResult(messages, self.done["status"], self.done["applied"], self.done["report"])


def _call(summarize: Summarize | None, request: dict[str, Any]) -> Any:
    if summarize is None:
        raise TypeError('a summary is needed: pass `summarize`, or make the compactor with summarizer="embedded"')
    return summarize(request)


def _text(answer: Any) -> str:
    text = answer if isinstance(answer, str) else getattr(answer, "text", None)
    if not isinstance(text, str):
        raise TypeError(f"`summarize` must return a str or an object with a `text`, not `{type(answer).__name__}`")
    return text
