"""Wrong uses of `conspectus.strands`: type checkers must find each."""

from conspectus.strands import CompactionConversationManager, CompactionStrategy
from strands import Agent
from strands.models.openai import OpenAIModel

model = OpenAIModel(model_id="gpt-4.1")
agent = Agent(model, conversation_manager=CompactionConversationManager(summarize="model", context_window=200_000))
other = Agent(model, context_manager={"strategies": [CompactionStrategy(keep={"messages": 20}), "large_tool_offloading"]})

CompactionConversationManager(summarize="llm")  # error
CompactionConversationManager(context_windw=200_000)  # error
CompactionConversationManager(on_error="ignore")  # error
CompactionConversationManager("openai:gpt-4.1")  # error
CompactionStrategy(keep=("messages", 20))  # error
Agent(model, conversation_manager=CompactionStrategy())  # error
