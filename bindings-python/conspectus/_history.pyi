from collections.abc import Sequence
from typing import Any, TypeVar

from typing_extensions import Self, Unpack

from . import _conspectus
from .options import HistoryOptions
from .results import ClearDetails, Edited, SplitPoint, TokenCount

M = TypeVar("M")

class History(_conspectus.History):
    """The history of one conversation, message by message: it keeps sizes and references, not copies.

    `append` and `extend` read what is new. `sync` takes the whole list again and reads only what it does not know: older messages are
    recognised by identity, the last one is always looked at again, since it may grow in place. An older message that was edited in
    place is seen with `verify="hash"` only, which reads everything each time.
    """

    def __new__(cls, **options: Unpack[HistoryOptions]) -> Self: ...
    def append(self, message: Any) -> None:
        """Reads one message. If it raises, nothing was read."""

    def condense(self, message: M) -> M:
        """Writes the tool results of a new message shorter, without a loss, and reads it: as far as `condense` says.

        Gives the message to keep: the same object if nothing changed. A result is condensed by those before it that were read since the
        first call. If it raises, nothing was read.
        """

    def extend(self, messages: Sequence[Any]) -> None:
        """Reads every message of a list, or none if it raises."""

    def sync(self, messages: Sequence[Any]) -> int:
        """Brings it in step with your list, and returns how many messages were read.

        If a message cannot be read, it holds the messages before it that it knew already.
        """

    def truncate(self, length: int) -> None:
        """Forgets everything from message `length` on."""

    def report_usage(self, usage: Any, messages: int | None = None) -> None:
        """What the provider reported: a usage object of any provider, a response that holds one, or the prompt's tokens as a number.

        `messages` is how many the request held: all that were read unless given. From then on `prompt_tokens` starts from it.
        """

    @property
    def prompt_tokens(self) -> int:
        """Tokens of a prompt with all messages: the last report, and an estimate of what came since, scaled by what reports showed.

        Without a report, as `tokens`.
        """

    @property
    def tokens(self) -> int:
        """Estimated tokens of all messages."""

    @property
    def chars(self) -> int:
        """Chars of all messages, by the measure in use."""

    @property
    def media(self) -> int:
        """Images, documents, sounds and films in all messages."""

    def count_tokens(self, *, system: str | Sequence[Any] | None = None, tools: Any = None) -> TokenCount:
        """As `count_tokens`, for what was read."""

    def raw_count(self, options: dict[str, Any]) -> dict[str, Any]: ...

    def _repr_html_(self) -> str: ...

    def to_frame(self) -> Any:
        """The tokens of each message as a `pandas.DataFrame`, or a `polars.DataFrame` where only that is there."""

    def split_point(self) -> SplitPoint:
        """As `find_split_point`, for what was read."""

    def microcompact(
        self, messages: Sequence[M], *, now_ms: float | None = None, last_activity_ms: float | None = None, force: bool | None = None
    ) -> Edited[M, ClearDetails]:
        """As `microcompact`. Reads what is new in `messages` first."""
