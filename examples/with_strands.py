"""Strands Agents: a conversation manager compacts the messages before each request.

    pip install "conspectus[strands]" "strands-agents[openai]"
    python examples/with_strands.py
"""

from conspectus.strands import CompactionConversationManager
from strands import Agent, tool
from strands.models.openai import OpenAIModel


@tool
def read_file(path: str) -> str:
    """Reads a file."""
    return f"{path}:\n" + "\n".join(f"value_{line} = {line * line}" for line in range(500))


agent = Agent(
    OpenAIModel(model_id="gpt-4.1"),
    system_prompt="You read files.",
    tools=[read_file],
    conversation_manager=CompactionConversationManager(context_window=24_000, on_compact=print),
    callback_handler=None,
)
for question in ("Read a.py, b.py and c.py.", "Read d.py too.", "What did you read?"):
    print(agent(question))
