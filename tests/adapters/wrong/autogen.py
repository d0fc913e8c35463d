"""Wrong uses of `conspectus.autogen`: type checkers must find each."""

from autogen_core.models import ChatCompletionClient
from conspectus.autogen import CompactingChatCompletionContext


def uses(client: ChatCompletionClient) -> None:
    context = CompactingChatCompletionContext(client, system="You read.", summarize="model", context_window=200_000)
    context.pause_s(ValueError("no"))

    CompactingChatCompletionContext("gpt-4.1")  # error
    CompactingChatCompletionContext(client, summarize="llm")  # error
    CompactingChatCompletionContext(client, on_error="ignore")  # error
    CompactingChatCompletionContext(client, system=["You read."])  # error
    CompactingChatCompletionContext(client, context_windw=200_000)  # error
    context.pause_s("429")  # error
