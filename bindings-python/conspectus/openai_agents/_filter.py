"""A filter of `RunConfig`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any

from agents import Handoff
from agents.run import CallModelData, ModelInputData

from .._adapter import Conversations, OnError
from ._requests import name_of, schemas, summary

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._adapter import AdapterOptions

__all__ = ["InputFilter", "input_filter"]


class InputFilter:
    """A `call_model_input_filter`: what `input_filter` makes."""

    def __init__(self, key: Callable[[CallModelData[Any]], Hashable] | None, conversations: Conversations) -> None:
        self._key = key
        self._conversations = conversations

    async def __call__(self, data: CallModelData[Any]) -> ModelInputData:
        items, instructions, agent = data.model_data.input, data.model_data.instructions, data.agent
        name = agent.model if agent.model is None or isinstance(agent.model, str) else name_of(agent.model)
        talk = self._conversations.asking(None if self._key is None else self._key(data), items, model=(agent.model, agent.model_settings), name=name)
        result = await talk.aview(items, system=instructions, tools=schemas(agent.tools, [given for given in agent.handoffs if isinstance(given, Handoff)]))
        return data.model_data if result is None else ModelInputData(input=result.messages, instructions=instructions)

    def save(self, key: Hashable) -> dict[str, Any] | None:
        """What the conversation of this id remembers, as data for `json.dumps`; `None` if there is none."""
        return self._conversations.save(key)

    def load(self, key: Hashable, state: Mapping[str, Any], model: str | None = None) -> None:
        """Lets the conversation of this id go on from what `save` gave. `model` is the name of the agent's model."""
        self._conversations.of(key, name=model, state=state)


def input_filter(
    *, key: Callable[[CallModelData[Any]], Hashable] | None = None, on_error: OnError | None = None, max_conversations: int = 1_000, **options: Unpack[AdapterOptions]
) -> InputFilter:
    """A filter that compacts the input of each request, for `RunConfig(call_model_input_filter=...)`.

    It needs no other model, but it sees neither answers nor refusals: use `CompactingModel` where you can. A conversation is known by its
    first items, or by `key`, which gets what the filter gets. With `summarize="model"` the agent's own model writes the summaries. Not for
    runs with `previous_response_id` or `conversation_id`: their input is new items only.

        config = RunConfig(call_model_input_filter=input_filter(key=lambda data: data.context.thread_id))
        result = await Runner.run(agent, "Read every file.", context=Thread("t-1"), run_config=config)
    """
    return InputFilter(key, Conversations(options, summary=summary, on_error=on_error, max_conversations=max_conversations))
