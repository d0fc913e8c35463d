"""Wrong uses of `conspectus.smolagents`: type checkers must find each."""

from conspectus.smolagents import AnyModel, CompactingModel


def uses(inner: AnyModel) -> None:
    CompactingModel(inner, summarize="model", context_window=200_000, key=lambda: "thread 1")

    CompactingModel("gpt-5")  # error
    CompactingModel(inner, summarize="llm")  # error
    CompactingModel(inner, on_error="ignore")  # error
    CompactingModel(inner, key="thread 1")  # error
    CompactingModel(inner, context_windw=200_000)  # error
    CompactingModel(inner).save()  # error
