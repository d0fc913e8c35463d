"""smolagents: a wrapper of the model compacts the messages of each request.

    pip install "conspectus[smolagents]" "smolagents[openai]"
    python examples/with_smolagents.py
"""

from conspectus.smolagents import CompactingModel
from smolagents import OpenAIModel, ToolCallingAgent, tool


@tool
def read_file(path: str) -> str:
    """Reads a file.

    Args:
        path: Where it is.
    """
    return f"{path}:\n" + "\n".join(f"value_{line} = {line * line}" for line in range(500))


model = CompactingModel(OpenAIModel("gpt-5"), context_window=24_000, on_compact=print)
agent = ToolCallingAgent(tools=[read_file], model=model, max_steps=8)
print(agent.run("Read a.py, b.py and c.py, and tell what is in them."))
