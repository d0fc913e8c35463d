"""Wrong uses of `conspectus.llama_index`: type checkers must find each."""

from conspectus.llama_index import CompactingLLM
from llama_index.core.llms.function_calling import FunctionCallingLLM


def uses(inner: FunctionCallingLLM) -> None:
    llm = CompactingLLM(inner, summarize="model", context_window=200_000, key=lambda: "thread 1")
    llm.load("thread 1", {})

    CompactingLLM("gpt-5")  # error
    CompactingLLM(inner, summarize="llm")  # error
    CompactingLLM(inner, on_error="ignore")  # error
    CompactingLLM(inner, key="thread 1")  # error
    CompactingLLM(inner, context_windw=200_000)  # error
    llm.save()  # error
