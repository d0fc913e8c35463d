from collections.abc import Mapping, Sequence
from typing import Any, Generic

from typing_extensions import Self, TypeVar, Unpack

from .options import CompactArgs, Options
from .results import ClassifiedError, Plan, Result

M = TypeVar("M", default=Any)
N = TypeVar("N")

class _Everything(Options, CompactArgs, total=False): ...

class Compactor(Generic[M]):
    """Decides when and what to compact, has a summary written, checks it, and only then hands over a smaller history."""

    def __init__(self, **given: Unpack[Options]) -> None: ...
    def compact(self, messages: Sequence[M], **turn: Unpack[CompactArgs]) -> Result[M]:
        """Compacts `messages` if it is time to, or with `force=True`."""

    async def acompact(self, messages: Sequence[M], **turn: Unpack[CompactArgs]) -> Result[M]:
        """As `compact`, with functions that may be coroutine functions. Cancelling the task cancels the run."""

    def view(self, full: Sequence[M], **turn: Unpack[CompactArgs]) -> Result[M]:
        """As `compact`, for a host that keeps the full list and hands it over each time: send the `messages` of the result."""

    async def aview(self, full: Sequence[M], **turn: Unpack[CompactArgs]) -> Result[M]:
        """As `view`, with functions that may be coroutine functions."""

    def plan(self, messages: Sequence[M], **turn: Unpack[CompactArgs]) -> Plan:
        """What `compact` with these arguments would do: `str(plan)` is its text. Nothing changes, no model is asked."""

    def handle_provider_error(self, error: object) -> ClassifiedError:
        """What to do about a provider's error: an exception of any SDK, its data, or its text.

        `action` is `compact`, `relieve_bytes`, `relieve_media`, `repair`, `wait` (for `wait_ms`) or `fail`. But for `fail`, call `compact` and send
        again: the compactor does what the refusal asks for, whatever the estimates say.
        """

    def cancel(self) -> None:
        """Ends a run that goes on, from another thread or from one of your functions. Its result has the status `cancelled`."""

    def save(self) -> dict[str, Any]:
        """What the compactor remembers, as a dict that `json.dumps` can write. Options are not in it, nor is a run that goes on."""

    @classmethod
    def load(cls, state: Mapping[str, Any], **given: Unpack[Options]) -> Self:
        """A compactor with these options that remembers what another one gave by `save()`."""

def compact(messages: Sequence[N], **given: Unpack[_Everything]) -> Result[N]:
    """One call: a `Compactor` made of the options, and its `compact` with the arguments of the turn.

    Give a `context_window`, which says when it is time to, or `force=True`.
    """
def _is_of_turn(name: str) -> bool: ...
