"""Anthropic's own compaction as the way to summarise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .._provider import ByProvider
from .._sdks import as_sent, is_async
from ._request import COMPACT_BETA, blocks_of, get, mark, with_blocks
from ._summarizer import AsyncClient, Client

if TYPE_CHECKING:
    from collections.abc import Mapping

    from typing_extensions import Unpack

    from ..options import Options

__all__ = ["ProviderCompactor"]

# "Compaction on demand" (platform.claude.com, November 2026): what may not stand beside it.
_NOT_BESIDE = ("context_management", "stop_sequences", "stream", "compaction", "messages")


class ProviderCompactor(ByProvider):
    """A `Compactor` that has Anthropic summarise: one signed block leads the history from then on.

    On models that bind their thinking it keeps that of the messages behind the block valid, which no other summary can. `request` are the
    arguments of your requests, without `messages`: `system`, `tools` and `model` are to be the same. Send by `build_request`, which names the beta.
    If the provider refuses, or must not summarise (pins, a `preamble`), `summarize` does. Options are those of `Compactor`.

        compactor = ProviderCompactor(client, request, model=MODEL, summarize=summarizer(client, MODEL))
    """

    def __init__(self, client: Client | AsyncClient, request: Mapping[str, Any], **options: Unpack[Options]) -> None:
        super().__init__(client, request, **options)

    def _end(self, messages: Sequence[Any], end: int) -> int:
        # A request that ends with the model's message is refused. Behind a request that ends with the user's, another message of the user
        # would be joined to it, and thinking behind it would be refused.
        roles = [get(message, "role") for message in messages[: end + 1]]
        return next((at for at in range(end, 0, -1) if roles[at - 1] == "user" != roles[at]), 0)

    def _asked(self, messages: Sequence[Any], end: int, instructions: str | None) -> Callable[[], Any] | None:
        own = {name: value for name, value in self._request.items() if name not in _NOT_BESIDE}
        if get(own.get("tool_choice"), "type") in ("any", "tool"):
            del own["tool_choice"]
        if "output_config" in own:
            own["output_config"] = {name: value for name, value in own["output_config"].items() if name != "format"}
        asks = {"type": "summarize", **({"instructions": instructions} if instructions else {})}
        asked = {**own, "betas": [*dict.fromkeys([*(own.get("betas") or ()), COMPACT_BETA])], "compaction": asks, "messages": [*messages[:end]]}
        if self._has_marks:
            # What the last requests wrote to the cache is read from it.
            mark(asked, [0, end])

        def ask() -> Any:
            with self._client.beta.messages.stream(**asked) as stream:
                return stream.get_final_message()

        async def aask() -> Any:
            async with self._client.beta.messages.stream(**asked) as stream:
                return await stream.get_final_message()

        return aask if is_async(self._client) else ask

    def _answered(self, answer: Any) -> list[Any]:
        blocks = [as_sent(block) for block in (answer.content if answer else ()) if get(block, "type") == "compaction" and get(block, "content")]
        return [{"role": "assistant", "content": blocks}] if blocks else []

    def _with_text(self, messages: list[Any], text: str) -> list[Any]:
        block = {"type": "text", "text": text}
        last = messages[-1]
        if get(last, "role") != "user":
            return [*messages, {"role": "user", "content": [block]}]
        return [*messages[:-1], with_blocks(last, [*blocks_of(last), block])]
