"""A strategy of pydantic-ai-harness."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from pydantic_ai.messages import ModelMessage
from pydantic_ai.tools import RunContext

from .._adapter import Conversations, OnError
from ._shared import is_pinned, opened, summary

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from .._adapter import AdapterOptions

__all__ = ["CompactionStrategy"]


class CompactionStrategy:
    """A strategy of pydantic-ai-harness: a tier of its `TieredCompaction`, or what its `CompactOnRequest` and `compact_now` do.

    Options are those of `Compactor`; with `summarize="model"` the run's own model writes the summary. It compacts each time, since the
    harness decides when. So nothing is remembered between two calls.

        agent = Agent(model, capabilities=[TieredCompaction(tiers=[CompactionStrategy(summarize="model")], target_tokens=50_000)])
    """

    def __init__(self, *, on_error: OnError | None = None, **options: Unpack[AdapterOptions]) -> None:
        self._conversations = Conversations(options, summary=summary, on_error=on_error)
        self._focus: str | None = None

    def with_focus(self, focus: str) -> Self:
        """A copy whose summaries keep this in mind."""
        own = copy.copy(self)
        own._focus = focus
        return own

    async def compact(self, messages: list[ModelMessage], ctx: RunContext[Any]) -> list[ModelMessage]:
        talk = opened(self._conversations, ctx.model)
        result = await talk.acompact(messages, force=True, instructions=self._focus, pinned=is_pinned)
        return messages if result is None else list(result.messages)
