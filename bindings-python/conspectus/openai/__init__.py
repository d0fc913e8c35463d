"""For programs that call OpenAI's SDK, with OpenAI or with a server that speaks as it: `summarizer` has a client write summaries, `build_request`
makes a request of a result.

    client = openai.OpenAI()
    compactor = Compactor(model=MODEL, summarize=summarizer(client, MODEL))
    request = {"model": MODEL, "tools": TOOLS}

    result = compactor.compact(messages, usage=last_usage, tools=TOOLS)
    reply = client.chat.completions.create(**build_request(request, result))
"""

from ._request import Wire, build_request
from ._provider import ProviderCompactor
from ._summarizer import AsyncClient, Client, summarizer

__all__ = ["AsyncClient", "Client", "ProviderCompactor", "Wire", "build_request", "summarizer"]
