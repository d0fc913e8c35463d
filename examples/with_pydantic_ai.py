"""pydantic-ai: a capability compacts the messages of each request and of the run.

    pip install "conspectus[pydantic_ai]" "pydantic-ai-slim[openai]"
    python examples/with_pydantic_ai.py
"""

from conspectus.pydantic_ai import Compaction
from pydantic_ai import Agent, ModelMessage

agent = Agent("openai-chat:gpt-4.1", instructions="You read files.", capabilities=[Compaction(context_window=24_000, on_compact=print)])


@agent.tool_plain
def read_file(path: str) -> str:
    """Reads a file."""
    return f"{path}:\n" + "\n".join(f"value_{line} = {line * line}" for line in range(500))


messages: list[ModelMessage] = []
for question in ("Read a.py, b.py and c.py.", "Read d.py too.", "What did you read?"):
    result = agent.run_sync(question, message_history=messages)
    messages = result.all_messages()
    print(result.output)
