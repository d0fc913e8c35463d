"""For programs that call Anthropic's SDK: `summarizer` has a client write summaries, `build_request` makes a request of a result.

    client = anthropic.Anthropic()
    compactor = Compactor(model=MODEL, summarize=summarizer(client, MODEL))
    request = {"model": MODEL, "max_tokens": 8_000, "system": SYSTEM, "tools": TOOLS}

    result = compactor.compact(messages, usage=last_usage, system=SYSTEM, tools=TOOLS)
    reply = client.messages.create(**build_request(request, result))
"""

from ._request import build_request
from ._provider import ProviderCompactor
from ._summarizer import AsyncClient, Client, summarizer

__all__ = ["AsyncClient", "Client", "ProviderCompactor", "build_request", "summarizer"]
