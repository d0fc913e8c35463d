"""A client of the SDK that writes summaries."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol, overload

from .._sdks import LastRequest, OfAsync, OfSync, Reply, behind, is_async, most_tokens, said
from ..options import SummaryRequest
from ._request import WHERE, Wire

__all__ = ["AsyncClient", "Client", "summarizer"]


class _Wires(Protocol):
    @property
    def chat(self) -> Any: ...
    @property
    def responses(self) -> Any: ...


class Client(_Wires, OfSync, Protocol):
    """`openai.OpenAI`, `openai.AzureOpenAI`."""


class AsyncClient(_Wires, OfAsync, Protocol):
    """`openai.AsyncOpenAI`, `openai.AsyncAzureOpenAI`."""


# How little each model can think. Sources, read 2026-11-25: what SDKs say of `reasoning.effort` (`none` from gpt-5.1 on, `minimal` for
# gpt-5, only `high` for pro), and a table that users tried, up to gpt-5.2 ("compatibility matrix" on community.openai.com). Newer models
# are taken to be as the newest there. `None` is not to say anything: other models refuse the field. The first row that matches counts.
_EFFORTS: list[tuple[str, str | None]] = [
    (r"gpt-\d+(\.\d+)?-(chat|pro)", None),
    (r"gpt-5(\.\d+)?-codex", "low"),
    (r"gpt-5(-mini|-nano)?(-20\d\d|$)", "minimal"),
    (r"gpt-([6-9]|5\.)", "none"),
    (r"o[134](-mini)?(-20\d\d|$)", "low"),
]
_OURS = re.compile(r"gpt-([5-9])|o\d")


@overload
def summarizer(
    client: Client, model: str, *, wire: Wire = "chat", last_request: LastRequest | None = None, fields: Mapping[str, Any] | None = None
) -> Callable[[SummaryRequest], Reply]: ...
@overload
def summarizer(
    client: AsyncClient, model: str, *, wire: Wire = "chat", last_request: LastRequest | None = None, fields: Mapping[str, Any] | None = None
) -> Callable[[SummaryRequest], Awaitable[Reply]]: ...
def summarizer(
    client: Any, model: str, *, wire: Wire = "chat", last_request: LastRequest | None = None, fields: Mapping[str, Any] | None = None
) -> Callable[[SummaryRequest], Any]:
    """A function for `Compactor(summarize=...)` that has `model` write the summaries, with as little reasoning as it can.

    With an async client it is a coroutine function, for `acompact`; cancelling the task ends the request. It asks by Chat Completions, which
    every server speaks, whatever your own requests are; `wire="responses"` asks by Responses, for models that have nothing else. `fields` are
    more arguments of the call, or others in place of ours. Only with `prefix_cached` does it need `last_request`, which gives the arguments
    of your last request.

        compactor = Compactor(model=MODEL, summarize=summarizer(client, "gpt-5-mini"))
    """
    if wire not in WHERE:
        raise ValueError(f'wire must be "chat" or "responses", not {wire!r}')
    name = model.rpartition("/")[2]
    effort = next((effort for pattern, effort in _EFFORTS if re.match(pattern, name)), None)

    def asked(request: SummaryRequest) -> dict[str, Any]:
        talk = [{"role": "assistant" if answers else "user", "content": text} for answers, text in said(request)]
        last = behind(request, last_request)
        if last is not None:
            last.pop("stream", None)
            return {**last, WHERE[wire]: [*last[WHERE[wire]], *talk], **(fields or {})}
        most = most_tokens(request, model)
        if wire == "responses":
            own = {"model": model, "instructions": request["system"], "input": talk, "max_output_tokens": most, "store": False}
            return {**own, **({"reasoning": {"effort": effort}} if effort else {}), **(fields or {})}
        # Other servers know the older name only.
        limit = "max_completion_tokens" if _is_openai(client) or _OURS.match(name) else "max_tokens"
        own = {"model": model, "messages": [{"role": "system", "content": request["system"]}, *talk], limit: most}
        return {**own, **({"reasoning_effort": effort} if effort else {}), **(fields or {})}

    ask = client.chat.completions.create if wire == "chat" else client.responses.create
    read = _of_chat if wire == "chat" else _of_responses

    def summarize(request: SummaryRequest) -> Reply:
        return read(ask(**asked(request)))

    async def asummarize(request: SummaryRequest) -> Reply:
        return read(await ask(**asked(request)))

    return asummarize if is_async(client) else summarize


def _is_openai(client: Any) -> bool:
    host = str(getattr(getattr(client, "base_url", None), "host", ""))
    return host.endswith(("api.openai.com", ".azure.com"))


def _of_chat(reply: Any) -> Reply:
    choice = reply.choices[0] if reply.choices else None
    if choice is None:
        return Reply("")
    return Reply(choice.message.content or "", *_counts(reply.usage, "prompt", "completion"), choice.finish_reason)


def _of_responses(reply: Any) -> Reply:
    cut = reply.incomplete_details.reason if reply.incomplete_details else None
    return Reply(reply.output_text, *_counts(reply.usage, "input", "output"), cut or reply.status)


def _counts(usage: Any, asked: str, written: str) -> tuple[int | None, int | None]:
    """The tokens of the prompt, and those of the answer without what was thought."""
    if usage is None:
        return None, None
    thought = getattr(getattr(usage, f"{written}_tokens_details", None), "reasoning_tokens", None) or 0
    return getattr(usage, f"{asked}_tokens"), getattr(usage, f"{written}_tokens") - thought
