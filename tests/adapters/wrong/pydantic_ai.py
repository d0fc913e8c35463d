"""Wrong uses of `conspectus.pydantic_ai`: type checkers must find each."""

from conspectus.pydantic_ai import Compaction, CompactionStrategy
from pydantic_ai import Agent

agent = Agent("openai:gpt-4.1", capabilities=[Compaction(summarize="model", context_window=200_000)])
strategy = CompactionStrategy(summarize="extractive", keep={"messages": 20}).with_focus("the files")

Compaction[None](summarize="llm")  # error
Compaction[None](context_windw=200_000)  # error
Compaction[None](on_error="ignore")  # error
Compaction[None](keep=("messages", 20))  # error
CompactionStrategy().with_focus(["the files"])  # error
CompactionStrategy("openai:gpt-4.1")  # error
