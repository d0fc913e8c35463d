"""What the middleware keeps, and what it takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from langchain.agents.middleware.types import AgentState, PrivateStateAttr
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AnyMessage
from langgraph.channels.untracked_value import UntrackedValue
from typing_extensions import NotRequired

from .._adapter import Conversation
from ..options import Keep, Tokens

if TYPE_CHECKING:
    from .._adapter import AdapterOptions

    Size = tuple[Literal["fraction"], float] | tuple[Literal["tokens"], int]
    Kept = Size | tuple[Literal["messages"], int]

    class MiddlewareOptions(AdapterOptions, total=False):
        """Those of `Compactor`. `trigger` and `keep` may also be written as LangChain does, and `model` writes summaries."""

        model: str | BaseChatModel | None  # type: ignore[misc]
        trigger: float | Tokens | Size | None  # type: ignore[misc]
        keep: Keep | Kept | None  # type: ignore[misc]


__all__ = ["CompactionState", "Live", "plain"]


@dataclass
class Live:
    """What goes on within a run: the conversation, the messages that the last call of the model was given, and what was sent instead."""

    conversation: Conversation
    given: list[AnyMessage]
    sent: list[AnyMessage] | None = None


class CompactionState(AgentState[Any]):
    """What the middleware adds to the state: what the compactor remembers, and, within a run, the compactor."""

    conspectus: NotRequired[Annotated[dict[str, Any], PrivateStateAttr]]
    conspectus_live: NotRequired[Annotated[Live, UntrackedValue, PrivateStateAttr]]


def plain(name: str, given: tuple[str, Any]) -> Any:
    """A size as `Compactor` takes it."""
    kind, size = given
    if name == "trigger":
        if kind == "messages":
            raise ValueError('trigger=("messages", ...) is not taken: what fills a window are tokens; write ("fraction", 0.75) or ("tokens", 50_000)')
        return size if kind == "fraction" else {kind: size}
    return {kind: size}
