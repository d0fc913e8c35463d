"""OpenAI's own compaction as the way to summarise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .._provider import ByProvider, repeats
from .._sdks import as_sent, fields_of
from ._summarizer import AsyncClient, Client

if TYPE_CHECKING:
    from collections.abc import Mapping

    from typing_extensions import Unpack

    from ..options import Options

__all__ = ["ProviderCompactor"]

# "Compaction" (developers.openai.com, November 2026): what `/responses/compact` takes of a request.
_BESIDE = ("model", "instructions", "prompt_cache_key", "prompt_cache_retention", "extra_headers", "extra_query", "timeout")
# What leads the history is not read any more once an item stands behind it.
_LEADS = ("system", "developer")


class ProviderCompactor(ByProvider):
    """A `Compactor` for Responses that has OpenAI summarise: what `/responses/compact` gives leads the history from then on.

    It holds an item that nobody but OpenAI can read, with the reasoning in it. `request` are the arguments of your requests, without
    `input`. If OpenAI refuses, or must not summarise (pins, a `preamble`, `instructions`, a system message in the list), `summarize` does.
    Options are those of `Compactor`.

        compactor = ProviderCompactor(client, request, model=MODEL, summarize=summarizer(client, MODEL, wire="responses"))
    """

    def __init__(self, client: Client | AsyncClient, request: Mapping[str, Any], **options: Unpack[Options]) -> None:
        super().__init__(client, request, **options)

    def _asked(self, messages: Sequence[Any], end: int, instructions: str | None) -> Callable[[], Any] | None:
        if instructions or any(fields_of(item).get("role") in _LEADS for item in messages[:end]):
            return None
        asked = {name: self._request[name] for name in _BESIDE if name in self._request}
        return lambda: self._client.responses.compact(**asked, input=[*messages[:end]])

    def _answered(self, answer: Any) -> list[Any]:
        # A request that was repeated for an earlier summary is repeated no more.
        # The SDK reads what a user said as what a model said, and would warn that it is none.
        items = [item for item in (as_sent(item, warnings=False) for item in (answer.output if answer else ())) if not repeats(item)]
        return items if any(item.get("type") == "compaction" for item in items) else []

    def _with_text(self, messages: list[Any], text: str) -> list[Any]:
        return [*messages, {"role": "user", "content": text}]
