"""What the manager and the strategy share: a conversation for each agent, cache points, and the way back from a refused request."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from strands.hooks.registry import HookOrder

from .._adapter import Conversation, Conversations, counted
from .._sdks import Reply, said
from ..options import SummaryRequest

if TYPE_CHECKING:
    from strands import Agent
    from strands.hooks import AfterModelCallEvent
    from strands.middleware.stages import InvokeModelContext
    from strands.models import Model
    from strands.types.content import Messages

    from ..results import Result

__all__ = ["FIRST", "Shared", "summary"]

# The models of Strands that put cache points into what they send, by the names of their classes.
_MARKED = {"AnthropicModel", "BedrockModel"}
_LIMITS = {"max_tokens", "max_completion_tokens", "max_output_tokens"}
# Before the retries of Strands, which wait longer than the provider says and compact nothing.
FIRST = HookOrder.SDK_FIRST


class Shared:
    def _prepare(self, conversations: Conversations) -> None:
        self._conversations = conversations
        self._of: WeakKeyDictionary[Agent, Conversation] = WeakKeyDictionary()
        self._marks: WeakKeyDictionary[Agent, list[int]] = WeakKeyDictionary()
        self._state: Mapping[str, Any] | None = None

    def _talk(self, agent: Agent) -> Conversation:
        if agent not in self._of:
            model = agent.model
            self._of[agent] = self._conversations.new(name=model.get_config().get("model_id"), state=self._state, window=model.context_window_limit)
        self._of[agent].model = agent.aux_model
        return self._of[agent]

    async def _compacted(self, agent: Agent, force: bool = False) -> Result[Any] | None:
        talk = self._talk(agent)
        tools = [{"name": tool["name"], "description": tool["description"], "parameters": tool["inputSchema"].get("json", {})} for tool in agent.tool_registry.get_all_tool_specs()]
        result = await talk.acompact(agent.messages, force=force, system=agent.system_prompt, tools=tools, usage=_usage(agent.messages), pinned=_is_pinned)
        self._marks[agent] = [] if result is None else talk.marks(result)
        return result

    async def _after(self, event: AfterModelCallEvent) -> None:
        error = event.exception
        pause = None if error is None or event.retry else self._talk(event.agent).pause_s(error)
        if pause is not None:
            await asyncio.sleep(pause)
            event.retry = True

    def _sent(self, context: InvokeModelContext) -> InvokeModelContext:
        """The request, with cache points and the limit of the answer that the provider told. The agent and its model stay as they are."""
        agent: Any = context.agent
        model, most = context.model, self._talk(agent).max_output_tokens
        if most is not None:
            context = context.replace(model=_limited(model, most))
        system: Any = [{"text": context.system_prompt}] if isinstance(context.system_prompt, str) else context.system_prompt or []
        has_own = any("cachePoint" in block for blocks in (system, *(message["content"] for message in context.messages)) for block in blocks)
        if has_own or model.get_config().get("cache_config") or not _is_any(model, _MARKED):
            return context
        point: Any = {"cachePoint": {"type": "default"}}
        messages = list(context.messages)
        for place in self._marks.get(agent, ()):
            if place == 0 and system:
                context = context.replace(system_prompt=[*system, point])
            elif 0 < place <= len(messages):
                messages[place - 1] = {**messages[place - 1], "content": [*messages[place - 1]["content"], point]}
        return context.replace(messages=messages)


def _usage(messages: Messages) -> dict[str, int] | None:
    newest = next((message for message in reversed(messages) if message["role"] == "assistant"), None)
    usage: dict[str, Any] | None = counted(None if newest is None else newest.get("metadata", {}).get("usage"))
    if usage and usage["inputTokens"] + usage["outputTokens"] == usage.get("totalTokens"):
        # Some providers count what was cached within the input.
        cached = usage.get("cacheReadInputTokens", 0) + usage.get("cacheWriteInputTokens", 0)
        return {**usage, "inputTokens": usage["inputTokens"] - cached}
    return usage


def _is_pinned(message: Any) -> bool:
    return ((message.get("metadata") or {}).get("custom") or {}).get("pinned") is True


def _is_any(model: Model, names: set[str]) -> bool:
    return not names.isdisjoint(kind.__name__ for kind in type(model).__mro__)


def _limited(model: Model, most: int, thinks: bool = True) -> Model:
    """A copy of a model whose answers have no more tokens than this, where they are limited at all."""
    own: Any = copy.copy(model)
    config = dict(own.config)
    parts = {name: dict(config[name]) for name in ("params", "additional_request_fields") if isinstance(config.get(name), Mapping)}
    for part in (config, *parts.values()):
        part.update({name: min(part[name], most) for name in _LIMITS & part.keys() if part[name] is not None})
        if not thinks:
            part.pop("thinking", None)
    if not thinks and _is_any(model, {"OpenAIModel"}):
        # It sends an empty list of tools, which OpenAI refuses.
        from openai import NOT_GIVEN

        parts["params"] = {**parts.get("params", {}), "tools": NOT_GIVEN}
    own.config = {**config, **parts}
    return own  # type: ignore[no-any-return]


async def summary(model: Model, request: SummaryRequest) -> Reply:
    messages: Messages = [{"role": "assistant" if answers else "user", "content": [{"text": text}]} for answers, text in said(request)]
    asks = _limited(model, request["max_output_tokens"], thinks=False) if hasattr(model, "config") else model
    text, stop = "", None
    usage: Any = None
    async for event in asks.stream(messages, None, request["system"]):
        part: Any = event
        text += part.get("contentBlockDelta", {}).get("delta", {}).get("text") or ""
        usage = part.get("metadata", {}).get("usage") or usage
        stop = part.get("messageStop", {}).get("stopReason") or stop
    if not counted(usage):
        return Reply(text, stop_reason=stop)
    return Reply(text, usage["totalTokens"] - usage["outputTokens"], usage["outputTokens"], stop)
