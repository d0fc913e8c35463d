"""For programs that call Google's Gen AI SDK: `summarizer` has a client write summaries, `build_request` makes a request of a result.

    client = genai.Client()
    compactor = Compactor(model=MODEL, summarize=summarizer(client, MODEL))
    request = {"model": MODEL, "config": {"system_instruction": SYSTEM}}

    result = compactor.compact(contents, usage=last_usage, system=SYSTEM)
    reply = client.models.generate_content(**build_request(request, result))
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol, overload

from ._sdks import LastRequest, OfAsync, OfSync, Reply, behind, headed, is_async, merged, most_tokens, said
from .options import SummaryRequest
from .results import Result

__all__ = ["AsyncClient", "Client", "build_request", "summarizer"]


class _Models(Protocol):
    @property
    def models(self) -> Any: ...


class Client(_Models, OfSync, Protocol):
    """`google.genai.Client`."""


class AsyncClient(_Models, OfAsync, Protocol):
    """The `aio` of a `google.genai.Client`."""


# How little each model can think. Source, read 2026-11-25: what client libraries say of `ThinkingConfig` (2.5: a budget, at least 128 for
# Pro; 3: a level, `minimal` for Flash alone). Newer models are taken to be as 3. The first row that matches counts; to a model without one
# nothing is said.
_THINKING: list[tuple[str, dict[str, Any]]] = [
    (r"gemini-2\.5-flash", {"thinking_budget": 0}),
    (r"gemini-2\.5-pro", {"thinking_budget": 128}),
    (r"gemini-[3-9].*flash", {"thinking_level": "MINIMAL"}),
    (r"gemini-[3-9].*pro", {"thinking_level": "LOW"}),
]


@overload
def summarizer(
    client: Client, model: str, *, last_request: LastRequest | None = None, config: Mapping[str, Any] | None = None
) -> Callable[[SummaryRequest], Reply]: ...
@overload
def summarizer(
    client: AsyncClient, model: str, *, last_request: LastRequest | None = None, config: Mapping[str, Any] | None = None
) -> Callable[[SummaryRequest], Awaitable[Reply]]: ...
def summarizer(client: Any, model: str, *, last_request: LastRequest | None = None, config: Mapping[str, Any] | None = None) -> Callable[[SummaryRequest], Any]:
    """A function for `Compactor(summarize=...)` that has `model` write the summaries, with as little thinking as it can.

    With `client.aio` it is a coroutine function, for `acompact`; cancelling the task ends the request. `config` are more fields of the
    request's config, or others in place of ours. Only with `prefix_cached` does it need `last_request`, which gives the arguments of your
    last request.

        compactor = Compactor(model=MODEL, summarize=summarizer(client, "gemini-2.5-flash"))
    """
    thinking = least_thinking(model)

    def asked(request: SummaryRequest) -> dict[str, Any]:
        talk = [{"role": "model" if answers else "user", "parts": [{"text": text}]} for answers, text in said(request)]
        last = behind(request, last_request)
        if last is not None:
            return {**last, "contents": [*last["contents"], *talk]}
        own = {"system_instruction": request["system"], "max_output_tokens": most_tokens(request, model)}
        return {"model": model, "contents": talk, "config": {**own, **({"thinking_config": thinking} if thinking else {}), **(config or {})}}

    def summarize(request: SummaryRequest) -> Reply:
        return _reply(client.models.generate_content(**asked(request)))

    async def asummarize(request: SummaryRequest) -> Reply:
        return _reply(await client.models.generate_content(**asked(request)))

    return asummarize if is_async(client) else summarize


def least_thinking(model: str) -> dict[str, Any] | None:
    """The fields of `thinking_config` with which a model thinks as little as it can; `None` if nothing is known of it."""
    return next((fields for pattern, fields in _THINKING if re.match(pattern, model.rpartition("/")[2])), None)


def _reply(reply: Any) -> Reply:
    candidate = reply.candidates[0] if reply.candidates else None
    parts = (candidate.content.parts if candidate and candidate.content else None) or ()
    text = "".join(part.text for part in parts if part.text and not part.thought)
    usage, stop = reply.usage_metadata, candidate.finish_reason if candidate else None
    word = getattr(stop, "value", stop)
    return Reply(text, usage.prompt_token_count, usage.candidates_token_count, word) if usage else Reply(text, stop_reason=word)


def build_request(request: Mapping[str, Any], result: Result[Any]) -> dict[str, Any]:
    """The arguments for `client.models.generate_content` or `generate_content_stream`: `request`, with the messages of `result` as
    `contents`, and its `request_fields`.

    Nothing that is given changes. Gemini caches by itself, so there are no marks to set.
    """
    made: dict[str, Any] = {**request, "contents": result.messages}
    body, headers = (result.request_fields.get(part) for part in ("body", "headers"))
    if body or headers:
        config = request.get("config") or {}
        held = config if isinstance(config, Mapping) else {name: getattr(config, name) for name in config.model_fields_set}
        options = held.get("http_options") or {}
        options = options if isinstance(options, Mapping) else {name: getattr(options, name) for name in options.model_fields_set}
        told = {**({"extra_body": merged(body, options.get("extra_body"))} if body else {}), **({"headers": headed(headers, options.get("headers"))} if headers else {})}
        made["config"] = {**held, "http_options": {**options, **told}}
    return made
