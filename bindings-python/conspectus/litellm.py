"""Compaction for LiteLLM: a callback for `acompletion`, `anthropic_messages` and the router, and a call for sync code.

    litellm.callbacks = [Compaction()]
    reply = await litellm.acompletion(model=MODEL, messages=messages, metadata={"session_id": "a"})
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import litellm
from litellm.exceptions import ContextWindowExceededError
from litellm.integrations.custom_logger import CustomLogger

from . import anthropic
from ._adapter import Conversation, Conversations, OnError, counted
from ._sdks import Reply, most_tokens, said
from .options import SummaryRequest
from .results import Result

if TYPE_CHECKING:
    from litellm.types.utils import CallTypes, ModelResponse
    from typing_extensions import Unpack

    from ._adapter import AdapterOptions

__all__ = ["Compaction", "session_of"]

_CALLS = 1_000
# Providers of which LiteLLM reads its own fields in messages. Others are sent them as they are, and strict ones refuse.
_READ = ("anthropic", "bedrock", "gemini", "vertex_ai", "vertex_ai_beta")
# How LiteLLM reaches the provider: a request for a summary goes there too.
_WAY = ("model", "api_base", "base_url", "api_key", "api_version", "custom_llm_provider", "client", "extra_headers", "timeout", "organization", "headers")
_SUMMARY = {"conspectus": "summary"}


def session_of(kwargs: Mapping[str, Any]) -> Hashable | None:
    """The id of the conversation: `session_id` of the metadata, or `litellm_session_id`."""
    for name in ("metadata", "litellm_metadata"):
        found = (kwargs.get(name) or {}).get("session_id")
        if found is not None:
            return str(found)
    return kwargs.get("litellm_session_id")


class _Call(Protocol):
    def __call__(self, **request: Any) -> Any: ...


class Compaction(CustomLogger):  # type: ignore[misc, unused-ignore]
    """Compacts the messages of each request of `acompletion`, `anthropic_messages` and a `Router`, as a callback.

    Hand over the full list each time: what was summarised stays summarised, and your list is not changed. A conversation is known by `key`,
    unless given the `session_id` of the metadata; without an id, by its first messages. Options are those of `Compactor`; with
    `summarize="model"` the request's own model writes the summaries. What was refused is compacted when the router or your program sends it
    again. Sync code calls `completion`, since LiteLLM calls no callback there.

        litellm.callbacks = [Compaction(summarize="model")]
        reply = await litellm.acompletion(model="anthropic/claude-opus-5-5", messages=messages, metadata={"session_id": "a"})
    """

    # Of each newest call: its conversation, what was sent, and what it was made of. LiteLLM tells one object of a class only what came of
    # the calls of all, so they are known to all.
    _calls: ClassVar[OrderedDict[Any, tuple[Conversation, Any, Any]]] = OrderedDict()

    def __init__(
        self, *, key: Callable[[Mapping[str, Any]], Hashable | None] = session_of, on_error: OnError = "send_unchanged", max_conversations: int = 1_000, **options: Unpack[AdapterOptions]
    ) -> None:
        super().__init__()
        self._key = key
        self._conversations = Conversations(options, summary=_summary, on_error=on_error, max_conversations=max_conversations, overflow=_too_large)

    def compact_kwargs(self, kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of `litellm.completion`, with messages that fit. `kwargs` is not changed."""
        talk = self._of(kwargs, kwargs["messages"])
        result = talk.view(kwargs["messages"], **_turn(talk, kwargs))
        return _sent(talk, kwargs, result)

    def completion(self, **kwargs: Any) -> ModelResponse:
        """`litellm.completion` with messages that fit, sent again after a refusal as often as that helps. Give it `stream=False`."""
        talk = self._of(kwargs, kwargs["messages"])
        call: _Call = litellm.completion
        reply: Any = talk.send(lambda: _sent(talk, kwargs, talk.view(kwargs["messages"], **_turn(talk, kwargs))), lambda request: call(**request))
        talk.usage = counted(getattr(reply, "usage", None))
        return reply  # type: ignore[no-any-return]

    async def async_pre_call_deployment_hook(self, kwargs: dict[str, Any], call_type: CallTypes | None) -> dict[str, Any] | None:
        """Called by LiteLLM with each request, before it is sent."""
        kind = getattr(call_type, "value", call_type)
        call = kwargs.get("litellm_call_id")
        known = self._calls.get(call)
        messages = kwargs.get("messages")
        # `anthropic_messages` asks other providers by a call inside of it, which has its id. A call that is made again
        # comes with what was sent, or with the list as it was.
        inside = known is not None and messages is not known[1] and messages != known[2]
        if kind not in ("acompletion", "anthropic_messages") or inside or (kwargs.get("metadata") or {}).get("conspectus"):
            return None
        full = known[2] if known else kwargs["messages"]
        talk = known[0] if known else self._of(kwargs, full, is_async=True)
        result = await talk.aview(full, **_turn(talk, kwargs))
        sent = _sent(talk, kwargs, result, kind == "anthropic_messages")
        self._calls[call] = (talk, sent["messages"], full)
        talk.usage = None
        while len(self._calls) > _CALLS:
            self._calls.popitem(last=False)
        return sent

    async def async_log_success_event(self, kwargs: Any, response_obj: Any, start_time: Any, end_time: Any) -> None:
        """Called by LiteLLM after an answer: its usage says how large the prompt was."""
        found = self._calls.get(kwargs.get("litellm_call_id"))
        newest = next(reversed([call for call, held in self._calls.items() if found and held[0] is found[0]]), None)
        if found is not None and newest == kwargs.get("litellm_call_id"):
            usage = response_obj.get("usage") if isinstance(response_obj, Mapping) else getattr(response_obj, "usage", None)
            found[0].usage = counted(usage)

    async def async_log_failure_event(self, kwargs: Any, response_obj: Any, start_time: Any, end_time: Any) -> None:
        """Called by LiteLLM after a refusal: the next request of the conversation does what it asks for."""
        found, error = self._calls.get(kwargs.get("litellm_call_id")), kwargs.get("exception")
        if found is not None and isinstance(error, BaseException):
            found[0].pause_s(error)

    def save(self, session_id: str) -> dict[str, Any] | None:
        """What the conversation of this id remembers, as data for `json.dumps`; `None` if there is none."""
        return self._conversations.save(session_id)

    def load(self, session_id: str, state: Mapping[str, Any], model: str | None = None) -> None:
        """The conversation of this id goes on from what `save` gave. `model` is the name in its requests."""
        self._conversations.of(session_id, name=model, state=state)

    def _of(self, kwargs: Mapping[str, Any], messages: Sequence[Any], is_async: bool = False) -> Conversation:
        name = str(kwargs.get("model") or "")
        way = {field: kwargs[field] for field in _WAY if kwargs.get(field) is not None}, is_async
        key = self._key(kwargs)
        return self._conversations.continued(messages, model=way, name=name) if key is None else self._conversations.of(key, model=way, name=name)


def _turn(talk: Conversation, kwargs: Mapping[str, Any]) -> Any:
    turn = {"usage": talk.usage, "tools": kwargs.get("tools"), "system": kwargs.get("system")}
    return {name: value for name, value in turn.items() if value is not None}


def _sent(talk: Conversation, kwargs: Mapping[str, Any], result: Result[Any] | None, of_anthropic: bool = False) -> dict[str, Any]:
    if result is None:
        return dict(kwargs)
    provider = _provider(kwargs)[1]
    if of_anthropic:
        return anthropic.marked(kwargs, result) if provider == "anthropic" else {**kwargs, "messages": result.messages}
    messages = [message if provider in _READ else _bare(message) for message in result.messages]
    for place in result.cache_marks if provider in _READ else ():
        # The system text is the first message.
        index = place - 1 if place else 0 if _get(messages[0], "role") == "system" else None
        if index is not None:
            messages[index] = _marked(messages[index])
    return {**kwargs, "messages": messages}


def _too_large(way: Any, reason: str) -> Exception:
    model, provider = _provider(way[0])
    return ContextWindowExceededError(message=f"conspectus: {reason}", model=model, llm_provider=provider)


def _provider(kwargs: Mapping[str, Any]) -> tuple[str, str]:
    model = str(kwargs.get("model") or "")
    try:
        return model, str(kwargs.get("custom_llm_provider") or litellm.get_llm_provider(model=model)[1])
    except Exception:
        return model, ""


def _marked(message: Any) -> Any:
    held = message if isinstance(message, Mapping) else message.model_dump(exclude_none=True)
    mark, content = {"cache_control": {"type": "ephemeral"}}, held.get("content")
    if held.get("role") == "tool":
        return {**held, **mark}
    if held.get("tool_calls"):
        return {**held, "tool_calls": [*held["tool_calls"][:-1], {**held["tool_calls"][-1], **mark}]}
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else [*(content or ())]
    return {**held, "content": [*blocks[:-1], {**blocks[-1], **mark}]} if blocks and blocks[-1].get("text") != "" else message


def _get(message: Any, name: str) -> Any:
    return message.get(name) if isinstance(message, Mapping) else getattr(message, name, None)


def _bare(message: Any) -> Any:
    if not _get(message, "provider_specific_fields"):
        return message
    held = message if isinstance(message, Mapping) else message.model_dump(exclude_none=True)
    return {name: value for name, value in held.items() if name != "provider_specific_fields"}


def _summary(way: Any, request: SummaryRequest) -> Any:
    fields, is_async = way
    talk = [{"role": "assistant" if answers else "user", "content": text} for answers, text in said(request)]
    asked = {**fields, "messages": [{"role": "system", "content": request["system"]}, *talk], "max_tokens": most_tokens(request, fields["model"]), "metadata": _SUMMARY}
    call: _Call = litellm.acompletion if is_async else litellm.completion
    return _later(call, asked) if is_async else _reply(call(**asked))


async def _later(call: _Call, asked: Mapping[str, Any]) -> Reply:
    return _reply(await call(**asked))


def _reply(reply: Any) -> Reply:
    choice, usage = reply.choices[0], reply.usage
    return Reply(choice.message.content or "", usage.prompt_tokens, usage.completion_tokens, choice.finish_reason)
