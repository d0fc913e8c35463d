"""Requests with the messages of a result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from .._sdks import extra
from ..results import Result

__all__ = ["WHERE", "Wire", "build_request"]

Wire: TypeAlias = Literal["chat", "responses"]
"""Chat Completions, or Responses."""

# Where each has the messages.
WHERE: dict[Wire, str] = {"chat": "messages", "responses": "input"}


def build_request(request: Mapping[str, Any], result: Result[Any], *, wire: Wire = "chat") -> dict[str, Any]:
    """The arguments for `client.chat.completions.create`, or with `wire="responses"` for `client.responses.create`: `request`, with the
    messages of `result`, and its `request_fields`.

    Nothing that is given changes. OpenAI caches by itself, so there are no marks to set.
    """
    return {**request, WHERE[wire]: result.messages, **extra(request, result)}
