"""A callback, and a call for sync code."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import litellm
from litellm.integrations.custom_logger import CustomLogger

from .._adapter import Conversation, Conversations, OnError, counted
from ._requests import Call, sent_of, summary, too_large, turn_of, way_of

if TYPE_CHECKING:
    from litellm.types.utils import CallTypes, ModelResponse
    from typing_extensions import Unpack

    from .._adapter import AdapterOptions

__all__ = ["Compaction", "session_of"]

_CALLS = 1_000


def session_of(kwargs: Mapping[str, Any]) -> Hashable | None:
    """The id of the conversation: `session_id` of the metadata, or `litellm_session_id`."""
    for name in ("metadata", "litellm_metadata"):
        found = (kwargs.get(name) or {}).get("session_id")
        if found is not None:
            return str(found)
    return kwargs.get("litellm_session_id")


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
        self, *, key: Callable[[Mapping[str, Any]], Hashable | None] = session_of, on_error: OnError | None = None, max_conversations: int = 1_000, **options: Unpack[AdapterOptions]
    ) -> None:
        super().__init__()
        self._key = key
        self._conversations = Conversations(options, summary=summary, on_error=on_error, max_conversations=max_conversations, overflow=too_large)

    def compact_kwargs(self, kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of `litellm.completion`, with messages that fit. `kwargs` is not changed."""
        talk = self._of(kwargs, kwargs["messages"])
        result = talk.view(kwargs["messages"], **turn_of(talk, kwargs))
        return sent_of(talk, kwargs, result)

    def completion(self, **kwargs: Any) -> ModelResponse:
        """`litellm.completion` with messages that fit, sent again after a refusal as often as that helps. Give it `stream=False`."""
        talk = self._of(kwargs, kwargs["messages"])
        call: Call = litellm.completion
        reply: Any = talk.send(lambda: sent_of(talk, kwargs, talk.view(kwargs["messages"], **turn_of(talk, kwargs))), lambda request: call(**request))
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
        result = await talk.aview(full, **turn_of(talk, kwargs))
        sent = sent_of(talk, kwargs, result, kind == "anthropic_messages")
        self._calls[call] = (talk, sent["messages"], full)
        talk.usage = None
        while len(self._calls) > _CALLS:
            self._calls.popitem(last=False)
        return sent

    async def async_post_call_success_deployment_hook(self, request_data: dict[str, Any], response: Any, call_type: Any) -> None:
        """Called by LiteLLM with each whole answer, before your program has it."""
        self._count(request_data, response)

    async def async_log_success_event(self, kwargs: Any, response_obj: Any, start_time: Any, end_time: Any) -> None:
        """Called by LiteLLM some time after an answer. Of a stream, only this tells the usage."""
        self._count(kwargs, response_obj)

    def _count(self, kwargs: Mapping[str, Any], response: Any) -> None:
        """The usage says how large the prompt of the newest call was."""
        call = kwargs.get("litellm_call_id")
        found = self._calls.get(call)
        newest = next(reversed([name for name, held in self._calls.items() if found and held[0] is found[0]]), None)
        usage = response.get("usage") if isinstance(response, Mapping) else getattr(response, "usage", None)
        if found is not None and newest == call and usage is not None:
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
        return self._conversations.asking(self._key(kwargs), messages, model=(way_of(kwargs), is_async), name=name)
