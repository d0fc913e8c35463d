"""A client of the SDK that writes summaries."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol, overload

from .._sdks import LastRequest, OfAsync, OfSync, Reply, behind, is_async, most_tokens, said
from ..options import SummaryRequest

__all__ = ["AsyncClient", "Client", "summarizer"]


class _Messages(Protocol):
    @property
    def messages(self) -> Any: ...


class Client(_Messages, OfSync, Protocol):
    """`anthropic.Anthropic`, and those for Bedrock, Vertex and Foundry."""


class AsyncClient(_Messages, OfAsync, Protocol):
    """`anthropic.AsyncAnthropic`, and its kin."""


@overload
def summarizer(
    client: Client, model: str, *, last_request: LastRequest | None = None, fields: Mapping[str, Any] | None = None
) -> Callable[[SummaryRequest], Reply]: ...
@overload
def summarizer(
    client: AsyncClient, model: str, *, last_request: LastRequest | None = None, fields: Mapping[str, Any] | None = None
) -> Callable[[SummaryRequest], Awaitable[Reply]]: ...
def summarizer(client: Any, model: str, *, last_request: LastRequest | None = None, fields: Mapping[str, Any] | None = None) -> Callable[[SummaryRequest], Any]:
    """A function for `Compactor(summarize=...)` that has `model` write the summaries, without thinking.

    With an async client it is a coroutine function, for `acompact`; cancelling the task ends the request. The answer is streamed, since the
    SDK refuses long requests that are not. `fields` are more arguments of `client.messages.stream`, or others in place of ours. Only with
    `prefix_cached` does it need `last_request`, which gives the arguments of your last request.

        compactor = Compactor(model=MODEL, summarize=summarizer(client, "claude-haiku-4-5"))
    """

    def asked(request: SummaryRequest) -> dict[str, Any]:
        talk = [{"role": "assistant" if answers else "user", "content": text} for answers, text in said(request)]
        last = behind(request, last_request)
        if last is not None:
            last.pop("stream", None)
            return {**last, "messages": [*last["messages"], *talk], **(fields or {})}
        own = {"model": model, "max_tokens": most_tokens(request, model), "system": request["system"], "thinking": {"type": "disabled"}}
        return {**own, "messages": talk, **(fields or {})}

    def summarize(request: SummaryRequest) -> Reply:
        with client.messages.stream(**asked(request)) as stream:
            return _reply(stream.get_final_message())

    async def asummarize(request: SummaryRequest) -> Reply:
        async with client.messages.stream(**asked(request)) as stream:
            return _reply(await stream.get_final_message())

    return asummarize if is_async(client) else summarize


def _reply(message: Any) -> Reply:
    usage = message.usage
    cached = (getattr(usage, "cache_read_input_tokens", None) or 0) + (getattr(usage, "cache_creation_input_tokens", None) or 0)
    text = "".join(block.text for block in message.content if block.type == "text")
    return Reply(text, usage.input_tokens + cached, usage.output_tokens, message.stop_reason)
