"""A strategy of the context manager."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from strands.hooks import AfterModelCallEvent
from strands.middleware import InvokeModelStage

from .._adapter import Conversations, OnError
from ._shared import FIRST, Shared, summary

if TYPE_CHECKING:
    from strands import Agent
    from strands.experimental.context_manager import ContextState
    from typing_extensions import Unpack

    from .._adapter import AdapterOptions

__all__ = ["CompactionStrategy"]


class CompactionStrategy(Shared):
    """A strategy of Strands' context manager: it compacts before each request, and has it sent again after a refusal.

    Options are those of `Compactor`; with `summarize="model"` the agent's `aux_model` writes the summaries. Messages that are pinned survive.
    Strands then applies the strategies behind it, and drops messages itself where they still do not fit. One object serves any number of
    agents.

        agent = Agent(model, context_manager={"strategies": [CompactionStrategy(summarize="model")]})
    """

    name = "conspectus"

    def __init__(self, *, on_error: OnError | None = None, **options: Unpack[AdapterOptions]) -> None:
        self._prepare(Conversations(options, summary=summary, on_error=on_error))

    def init(self, agent: Agent, **kwargs: Any) -> None:
        """Called by Strands with each agent."""
        agent.add_middleware(InvokeModelStage.Input, self._sent)
        agent.hooks.add_callback(AfterModelCallEvent, self._after, order=FIRST)

    async def apply(self, context: ContextState) -> bool:
        result = await self._compacted(context.agent, force=context.overflow)
        if result is None or not result.changed:
            return False
        context.messages[:] = result.messages
        return True
