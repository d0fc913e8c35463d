from collections.abc import Mapping, Sequence
from typing import Any

from typing_extensions import Self, Unpack

from . import _conspectus
from .options import CompactArgs, MachineOptions, Tokenizer
from .results import ClassifiedError, Plan

class Machine(_conspectus.Machine):
    """The compactor without its loop. After each `handle_*`, take actions until `poll_action` gives `None`, before the next `handle_*`."""

    def __new__(cls, **options: Unpack[MachineOptions]) -> Self: ...
    def handle_messages(self, messages: Sequence[Any], **turn: Unpack[CompactArgs]) -> None:
        """Looks at the conversation and decides. Then take actions from `poll_action`."""

    def handle_provider_error(self, error: object) -> ClassifiedError:  # type: ignore[override]
        """What to do about a provider's error: an exception of any SDK, its data, or its text. The next run does its part."""

    def plan(self, messages: Sequence[Any], **turn: Unpack[CompactArgs]) -> Plan:
        """What a run with these arguments would do. Nothing changes."""

    def view(self, full: Sequence[Any], *, unchanged_messages: int | None = None) -> tuple[int, Sequence[Any]] | None:
        """What former runs made of the first messages of a full list: how many those are, and the messages in their place."""

    @classmethod
    def load(cls, state: Mapping[str, Any], **options: Unpack[MachineOptions]) -> Self:
        """A machine that remembers what another one saved by `save()`."""

def counted_by_host(tokenizer: Tokenizer | None, options: dict[str, Any]) -> dict[str, Any]: ...
