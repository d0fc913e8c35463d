"""A conversation manager."""

from __future__ import annotations

import asyncio
import contextvars
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from strands.agent.conversation_manager import ConversationManager
from strands.hooks import AfterModelCallEvent, AgentInitializedEvent, BeforeModelCallEvent
from strands.hooks.registry import HookOrder
from strands.middleware import InvokeModelStage
from strands.types.exceptions import ContextWindowOverflowException

from .._adapter import Conversations, OnError
from ._shared import FIRST, Shared, summary

if TYPE_CHECKING:
    from strands import Agent
    from strands.hooks import HookRegistry
    from strands.types.content import Message, Messages
    from typing_extensions import Unpack

    from .._adapter import AdapterOptions
    from ..results import Result

__all__ = ["CompactionConversationManager"]


class CompactionConversationManager(Shared, ConversationManager):
    """Compacts the messages of the agent before each request, and has it sent again after a refusal as often as that helps.

    Options are those of `Compactor`; with `summarize="model"` the agent's `aux_model` writes the summaries. Messages that are pinned
    (`metadata.custom.pinned`) survive. A session manager and a snapshot keep what it remembers; then each agent needs a manager of its own.

        agent = Agent(model, tools=[read_file], conversation_manager=CompactionConversationManager(summarize="model"))
    """

    def __init__(self, *, on_error: OnError | None = None, **options: Unpack[AdapterOptions]) -> None:
        super().__init__()
        self._prepare(Conversations(options, summary=summary, on_error=on_error, overflow=lambda model, reason: ContextWindowOverflowException(reason)))
        self._agents = 0
        # The messages at the front of the agent's list that stand in place of the removed ones: a session does not hold them.
        self._head: Messages = []

    def register_hooks(self, registry: HookRegistry, **kwargs: Any) -> None:
        super().register_hooks(registry, **kwargs)
        self._agents += 1
        registry.add_callback(AgentInitializedEvent, lambda event: event.agent.add_middleware(InvokeModelStage.Input, self._sent))
        registry.add_callback(BeforeModelCallEvent, self._before, order=HookOrder.SDK_LAST)
        registry.add_callback(AfterModelCallEvent, self._after, order=FIRST)

    def apply_management(self, agent: Agent, **kwargs: Any) -> None:
        """Does nothing: it comes after a whole run, and the next request is compacted before it is sent."""

    def reduce_context(self, agent: Agent, e: Exception | None = None, **kwargs: Any) -> None:
        """Compacts now. After an overflow, it raises that again if nothing helps."""
        if e is not None and self._talk(agent).pause_s(e) is None:
            raise e
        with ThreadPoolExecutor(1) as pool:
            # The event loop of the agent may wait for this.
            result = pool.submit(contextvars.copy_context().run, lambda: asyncio.run(self._compacted(agent, force=e is None))).result()
        if e is not None and not (result and result.changed):
            raise e
        self._replace(agent, result)

    def get_state(self) -> dict[str, Any]:
        if self._agents > 1:
            raise ValueError("agents with saved conversations each need their own CompactionConversationManager")
        talk = next(iter(self._of.values()), None)
        return {**super().get_state(), "head": list(self._head), "conspectus": self._state if talk is None else talk.compactor.save()}

    def restore_from_session(self, state: dict[str, Any]) -> list[Message] | None:
        super().restore_from_session(state)
        self._head, self._state = list(state["head"]), state["conspectus"]
        self._of.clear()
        return list(self._head)

    async def _before(self, event: BeforeModelCallEvent) -> None:
        self._replace(event.agent, await self._compacted(event.agent))

    def _replace(self, agent: Agent, result: Result[Any] | None) -> None:
        if result is None or not result.changed:
            return
        before, after = agent.messages, result.messages
        same = next((at for at, (old, new) in enumerate(zip(reversed(before), reversed(after))) if old is not new), min(len(before), len(after)))
        head = min(len(self._head), len(before))
        same = min(same, len(before) - head)
        self.removed_message_count += len(before) - same - head
        self._head = after[: len(after) - same]
        agent.messages[:] = after
