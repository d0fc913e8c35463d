"""Compaction for Google's Agent Development Kit: a plugin of its `App` or `Runner`. Needs `google-adk`.

    app = App(name="reader", root_agent=agent, plugins=[CompactionPlugin()])
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary

from google.adk.agents import LlmAgent
from google.adk.agents.callback_context import CallbackContext
from google.adk.models import BaseLlm
from google.adk.models.llm_request import LlmRequest
from google.adk.models.llm_response import LlmResponse
from google.adk.plugins import BasePlugin
from google.adk.sessions import Session
from google.genai import types

from ._adapter import Conversation, Conversations, OnError, counted
from ._sdks import Reply, headed, merged
from .google import least_thinking
from .options import SummaryRequest

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._adapter import AdapterOptions

__all__ = ["CompactionPlugin"]


@dataclass
class _Open:
    """A request on its way: what the session holds, and what is sent of it."""

    full: list[types.Content]
    sent: list[types.Content]
    begun: bool = False


class CompactionPlugin(BasePlugin):
    """Compacts the contents of each request, and sends it again after a refusal as often as that helps.

    The events of a session are not changed. One object serves any number of sessions and agents: a conversation is known by its session,
    its agent and its branch. Options are those of `Compactor`; with `summarize="model"` the agent's own model writes the summaries. Where
    the provider keeps the history (`previous_interaction_id`), nothing is done.

        runner = InMemoryRunner(app=App(name="reader", root_agent=agent, plugins=[CompactionPlugin(summarize="model")]))
    """

    def __init__(self, *, name: str = "conspectus", on_error: OnError | None = None, max_conversations: int = 1_000, **options: Unpack[AdapterOptions]) -> None:
        super().__init__(name)
        self._conversations = Conversations(options, summary=_summary, on_error=on_error, max_conversations=max_conversations)
        self._open: WeakKeyDictionary[Conversation, _Open] = WeakKeyDictionary()

    async def before_model_callback(self, *, callback_context: CallbackContext, llm_request: LlmRequest) -> LlmResponse | None:
        if (talk := self._of(callback_context)) is None:
            return None
        self._open.pop(talk, None)
        if not llm_request.previous_interaction_id:
            opened = self._open[talk] = _Open([*llm_request.contents], llm_request.contents)
            await _prepare(talk, opened, llm_request)
        return None

    async def after_model_callback(self, *, callback_context: CallbackContext, llm_response: LlmResponse) -> LlmResponse | None:
        if (talk := self._of(callback_context)) is not None and (opened := self._open.get(talk)) is not None:
            opened.begun = True
            talk.usage = counted(llm_response.usage_metadata) or talk.usage
        return None

    async def on_model_error_callback(self, *, callback_context: CallbackContext, llm_request: LlmRequest, error: Exception) -> LlmResponse | None:
        talk = self._of(callback_context)
        opened = None if talk is None else self._open.get(talk)
        # What has begun to stream is not sent again.
        if talk is None or opened is None or opened.begun:
            return None
        while (pause := talk.pause_s(error)) is not None:
            await asyncio.sleep(pause)
            await _prepare(talk, opened, llm_request)
            try:
                return await _answer(talk.model, llm_request)
            except Exception as again:
                error = again
        return None

    def save(self, session: Session, agent: LlmAgent, *, branch: str | None = None) -> dict[str, Any] | None:
        """What the conversation of this agent remembers, as data for `json.dumps`; `None` if there is none."""
        return self._conversations.save(_key(session, agent, branch, None))

    def load(self, session: Session, agent: LlmAgent, state: Mapping[str, Any], *, branch: str | None = None) -> None:
        """Lets the conversation of this agent go on from what `save` gave."""
        self._conversations.of(_key(session, agent, branch, None), name=_name(agent.canonical_model), state=state)

    def _of(self, context: CallbackContext) -> Conversation | None:
        # Before 2.0 it stands in the context.
        run: Any = context.get_invocation_context() if hasattr(context, "get_invocation_context") else context._invocation_context
        agent = run.agent
        if not isinstance(agent, LlmAgent):
            return None
        model = agent.canonical_model
        return self._conversations.of(_key(run.session, agent, run.branch, getattr(run, "isolation_scope", None)), model=model, name=_name(model))


def _key(session: Session, agent: LlmAgent, branch: str | None, scope: str | None) -> Hashable:
    return session.app_name, session.user_id, session.id, agent.name, branch, scope


def _name(model: BaseLlm) -> str:
    return model.model.rpartition("/")[2]


async def _prepare(talk: Conversation, opened: _Open, request: LlmRequest) -> None:
    """Sets what is sent. The request is made anew for each call, but what it holds may belong to the session or the agent."""
    ours, behind = request.contents[: len(opened.sent)], request.contents[len(opened.sent) :]
    if len(ours) < len(opened.sent) or any(one is not other for one, other in zip(ours, opened.sent)):
        # A callback behind this one changed the contents, perhaps to hide something: they are sent as it left them.
        return
    config = request.config
    result = await talk.aview(opened.full, usage=talk.usage, system=cast(Any, config.system_instruction), tools=config.tools)
    config = config.model_copy(update={"max_output_tokens": talk.limit(config.max_output_tokens)})
    if result is not None and result.request_fields:
        options = config.http_options or types.HttpOptions()
        body, headers = (result.request_fields.get(part) or {} for part in ("body", "headers"))
        told = {"extra_body": merged(body, options.extra_body) or None, "headers": headed(headers, options.headers) or None}
        config = config.model_copy(update={"http_options": options.model_copy(update=told)})
    opened.sent = [*(opened.full if result is None else result.messages)]
    # Callbacks and models append to the list that they get.
    request.contents, request.config = [*opened.sent, *behind], config


async def _answer(model: BaseLlm, request: LlmRequest) -> LlmResponse:
    return [reply async for reply in model.generate_content_async(request)][-1]


async def _summary(model: BaseLlm, request: SummaryRequest) -> Reply:
    thinking = least_thinking(model.model)
    config = types.GenerateContentConfig(
        system_instruction=request["system"],
        max_output_tokens=request["max_output_tokens"],
        thinking_config=types.ThinkingConfig(**thinking) if thinking else None,
    )
    reply = await _answer(model, LlmRequest(model=model.model, contents=request["messages"], config=config))
    parts = (reply.content.parts if reply.content else None) or ()
    usage, stop = reply.usage_metadata, reply.finish_reason
    text = "".join(part.text for part in parts if part.text and not part.thought)
    return Reply(text, usage.prompt_token_count if usage else None, usage.candidates_token_count if usage else None, stop.value if stop else None)
