"""What the helpers for the SDKs of providers share: the texts of a request for a summary, an answer with its counts, and fields of requests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from ._objects import plain
from .options import SummaryRequest
from .providers import model_info
from .results import Result

__all__ = ["LastRequest", "OfAsync", "OfSync", "Reply", "as_sent", "behind", "extra", "fields_of", "headed", "is_async", "merged", "most_tokens", "said"]

LastRequest: TypeAlias = Callable[[], Mapping[str, Any]]
"""Gives the arguments of the request that was sent last."""


class OfSync(Protocol):
    """A client whose calls return."""

    def __enter__(self) -> Any: ...


class OfAsync(Protocol):
    """A client whose calls are awaited."""

    async def __aenter__(self) -> Any: ...


@dataclass(frozen=True)
class Reply:
    """What a model wrote, and what the provider told of it."""

    text: str
    input_tokens: int | None = None
    output_tokens: int | None = None
    stop_reason: str | None = None


def is_async(client: object) -> bool:
    return hasattr(client, "__aenter__")


def most_tokens(request: SummaryRequest, model: str) -> int:
    """The most tokens of the answer, which is no more than the model writes where that is known."""
    known = model_info(model)
    most = request["max_output_tokens"]
    return most if known.output_source == "fallback" else min(most, known.output_tokens)


def behind(request: SummaryRequest, last_request: LastRequest | None) -> dict[str, Any] | None:
    """The request that this one is sent behind; `None` if it stands alone."""
    if not request.get("follows_conversation"):
        return None
    if last_request is None:
        raise TypeError("with `prefix_cached`, the summary request follows the conversation: pass `last_request` to `summarizer`")
    return dict(last_request())


# How messages say that a model wrote them, in each dialect.
_OF_MODELS = {"assistant", "model", "ai", "response", "AssistantMessage"}
# Where they hold their parts and texts. The first that is there counts.
_HELD = ("parts", "blocks", "content", "text", "data")


def said(request: SummaryRequest) -> list[tuple[bool, str]]:
    """The plain texts of a request, whatever its dialect, and whether a model said each."""
    return [(_role(message) in _OF_MODELS, "".join(_texts(message))) for message in request["messages"]]


def fields_of(value: Any) -> Mapping[str, Any]:
    """The fields of a dict or of an object."""
    held = value if isinstance(value, Mapping) else plain(value)
    return held if isinstance(held, Mapping) else {}


def _role(message: Any) -> str | None:
    held = {} if isinstance(message, str) else fields_of(message)
    held = fields_of(held["info"]) if "info" in held else held
    found = next((held[name] for name in ("role", "type", "kind") if held.get(name) is not None), None)
    return getattr(found, "value", found)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _texts(item)
    elif value is not None:
        held = fields_of(value)
        yield from _texts(next((held[name] for name in _HELD if held.get(name) is not None), None))


def as_sent(block: Any, **options: Any) -> dict[str, Any]:
    """A block or an item as the SDK sends it. `options` are more of pydantic."""
    if isinstance(block, Mapping):
        return dict(block)
    if hasattr(block, "model_dump"):
        held: dict[str, Any] = block.model_dump(exclude_unset=True, mode="json", by_alias=True, exclude=getattr(block, "__api_exclude__", None), **options)
        return held
    return dict(plain(block))


def merged(fields: Mapping[str, Any], given: Any) -> dict[str, Any]:
    """Fields that the result names, below those that the program gives itself."""
    own = given if isinstance(given, Mapping) else {}
    both = {name: merged(value, own[name]) if isinstance(value, Mapping) and name in own else own.get(name, value) for name, value in fields.items()}
    return {**own, **both}


def headed(fields: Mapping[str, str], given: Any) -> dict[str, str]:
    """Headers likewise. Where both name one, it holds the values of both."""
    own = {str(name): value for name, value in given.items()} if isinstance(given, Mapping) else {}
    for name, value in fields.items():
        same = next((other for other in own if other.lower() == name.lower()), name)
        values = [part.strip() for part in f"{own.get(same) or ''},{value}".split(",")]
        own[same] = ",".join(dict.fromkeys(part for part in values if part))
    return own


def extra(given: Mapping[str, Any], result: Result[Any]) -> dict[str, Any]:
    """`extra_body` and `extra_headers`, as most SDKs and frameworks call them: those of `given` and those that the result names."""
    body, headers = (result.request_fields.get(part) for part in ("body", "headers"))
    return {
        **({"extra_body": merged(body, given.get("extra_body"))} if body else {}),
        **({"extra_headers": headed(headers, given.get("extra_headers"))} if headers else {}),
    }
