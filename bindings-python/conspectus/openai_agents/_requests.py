"""What the model and the filter share: the request that is sent, and the one for a summary."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from agents import Handoff, Model, ModelSettings, ModelTracing, MultiProvider, Tool
from agents.items import ItemHelpers, TResponseInputItem

from .._adapter import Conversation
from .._sdks import Reply, extra
from ..options import SummaryRequest
from ..results import Result

__all__ = ["name_of", "prepared", "schemas", "summary"]


async def prepared(
    talk: Conversation, system: str | None, input: list[TResponseInputItem], settings: ModelSettings, tools: list[Tool], handoffs: list[Handoff[Any]]
) -> tuple[list[TResponseInputItem], ModelSettings]:
    result: Result[Any] | None = await talk.aview(input, usage=talk.usage, system=system, tools=schemas(tools, handoffs))
    settings = replace(settings, max_tokens=talk.limit(settings.max_tokens))
    if result is None:
        return input, settings
    return result.messages, replace(settings, **extra(vars(settings), result))


async def summary(asks: tuple[Model | str | None, ModelSettings], request: SummaryRequest) -> Reply:
    model, settings = asks
    if not isinstance(model, Model):
        model = MultiProvider().get_model(model)
    plain = ModelSettings(
        max_tokens=request["max_output_tokens"], store=settings.store, extra_headers=settings.extra_headers, extra_query=settings.extra_query, metadata=settings.metadata
    )
    reply = await model.get_response(
        request["system"], request["messages"], plain, [], None, [], ModelTracing.DISABLED, previous_response_id=None, conversation_id=None, prompt=None
    )
    text = "".join(ItemHelpers.extract_text(item) or "" for item in reply.output if item.type == "message")
    return Reply(text, reply.usage.input_tokens or None, reply.usage.output_tokens or None)


def name_of(model: Model) -> str | None:
    name = getattr(model, "model", None)
    return None if name is None else str(name).rpartition("/")[2]


def schemas(tools: list[Tool], handoffs: list[Handoff[Any]]) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = [
        {"type": "function", "name": tool.name, "description": getattr(tool, "description", ""), "parameters": getattr(tool, "params_json_schema", {})} for tool in tools
    ]
    return [*told, *({"type": "function", "name": one.tool_name, "description": one.tool_description, "parameters": one.input_json_schema} for one in handoffs)]
