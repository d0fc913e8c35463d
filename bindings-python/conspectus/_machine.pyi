from collections.abc import Mapping, Sequence
from typing import Any, Literal

from typing_extensions import Self, Unpack

from . import _conspectus
from .options import CompactArgs, MachineOptions, Tokenizer
from .results import ClassifiedError, Plan

class Machine(_conspectus.Machine):
    """The compactor without its loop. After each `handle_*`, take actions until `poll_action` gives `None`, before the next `handle_*`."""

    def __new__(cls, **options: Unpack[MachineOptions]) -> Self: ...
    def handle_messages(self, messages: Sequence[Any], **turn: Unpack[CompactArgs]) -> None:
        """Looks at the conversation and decides. Then take actions from `poll_action`."""

    def poll_action(self) -> dict[str, Any] | None:
        """The next action (`kind`: `before_compact`, `store_output`, `summarize`, `read_files`, `apply` or `done`), or `None` when it is the host's turn."""

    def handle_provider_error(self, error: object) -> ClassifiedError:
        """What to do about a provider's error: an exception of any SDK, its data, or its text. The next run does its part."""

    def handle_before_compact(self, text: str) -> None:
        """After `before_compact`, before the next action is taken: what the host has to say to the summariser of this run."""

    def handle_stored(self, locator: object) -> None:
        """The answer to `store_output`: where the output can be found. Raises `WrongOrderError` unless one is awaited."""

    def handle_store_failed(self, message: str) -> None:
        """The output of `store_output` could not be stored: it stays in the history."""

    def handle_restored(self, files: Sequence[dict[str, str | None]] | None) -> None:
        """The answer to `read_files`: `[{"path", "text"}]`. Files without a text, or not mentioned, count as missing."""

    def handle_summary(self, text: str, *, input_tokens: int | None = None, output_tokens: int | None = None, stop_reason: str | None = None) -> None:
        """The answer to `summarize`, with what the provider reported. Raises `WrongOrderError` unless one is awaited."""

    def handle_failure(self, message: str) -> None:
        """There is no answer to `summarize`. `message` goes into the report."""

    def handle_current(self, messages: Sequence[Any]) -> None:
        """After `apply`: the list as it is now, before the patch. `done` then says whether to apply it."""

    def cancel(self) -> None:
        """Ends the run from any state. Nothing is changed."""

    def save(self) -> dict[str, Any]:
        """What the machine remembers, as plain data. `Machine.load` takes it."""

    @property
    def state(self) -> Literal["idle", "storing", "summarizing", "restoring", "committing", "done"]: ...

    def plan(self, messages: Sequence[Any], **turn: Unpack[CompactArgs]) -> Plan:
        """What a run with these arguments would do. Nothing changes."""

    def view(self, full: Sequence[Any], *, unchanged_messages: int | None = None) -> tuple[int, Sequence[Any]] | None:
        """What former runs made of the first messages of a full list: how many those are, and the messages in their place."""

    @classmethod
    def load(cls, state: Mapping[str, Any], **options: Unpack[MachineOptions]) -> Self:
        """A machine that remembers what another one saved by `save()`."""

def counted_by_host(tokenizer: Tokenizer | None, options: dict[str, Any]) -> dict[str, Any]: ...
