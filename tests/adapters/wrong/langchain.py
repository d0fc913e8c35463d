"""Wrong uses of `conspectus.langchain`: type checkers must find each."""

from conspectus.langchain import CompactionMiddleware
from langchain_core.messages import BaseMessage


def is_rule(message: BaseMessage) -> bool:
    return "rule" in message.text


CompactionMiddleware[None, None]("openai:gpt-4.1-mini", trigger=("fraction", 0.8), keep=("messages", 20), pinned=is_rule)
CompactionMiddleware[None, None](summarize="model", mode="view", trigger={"tokens": 50_000})

CompactionMiddleware[None, None](mode="veiw")  # error
CompactionMiddleware[None, None](trigger=("messages", 50))  # error
CompactionMiddleware[None, None](summarize="llm")  # error
CompactionMiddleware[None, None](context_windw=200_000)  # error
CompactionMiddleware[None, None](pinned=[0])  # error
CompactionMiddleware[None, None](on_error="ignore")  # error
