from collections.abc import Sequence
from typing import Any, Generic

from typing_extensions import TypeVar, Unpack

from .options import Options, Turn
from .results import Result

M = TypeVar("M", default=Any)
N = TypeVar("N")

class _Everything(Options, Turn, total=False): ...

class Compactor(Generic[M]):
    """Decides when and what to compact, has a summary written, checks it, and only then hands over a smaller history.

    `options` is a dict of the same keyword arguments, to share between compactors. Arguments that are given beside it win.
    """

    def __init__(self, *, options: Options | None = None, **given: Unpack[Options]) -> None: ...
    def compact(self, messages: Sequence[M], **turn: Unpack[Turn]) -> Result[M]:
        """Compacts `messages` if it is time to, or with `force=True`."""

    async def acompact(self, messages: Sequence[M], **turn: Unpack[Turn]) -> Result[M]:
        """As `compact`, with functions that may be coroutine functions. Cancelling the task cancels the run."""

def compact(messages: Sequence[N], *, options: Options | None = None, **given: Unpack[_Everything]) -> Result[N]:
    """One call: a `Compactor` made of the options, and its `compact` with the arguments of the turn.

    Give a `context_window`, which says when it is time to, or `force=True`.
    """
