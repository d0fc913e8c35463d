"""LangChain: a middleware compacts the messages of an agent before each model call.

    pip install "conspectus[langchain]" langchain-openai
    python examples/with_langchain.py
"""

from conspectus.langchain import CompactionMiddleware
from langchain.agents import create_agent
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver


@tool
def read_file(path: str) -> str:
    """Reads a file."""
    return f"{path}:\n" + "\n".join(f"value_{line} = {line * line}" for line in range(500))


agent = create_agent(
    "openai:gpt-4.1",
    [read_file],
    system_prompt="You read files.",
    middleware=[CompactionMiddleware(context_window=24_000, on_compact=print)],
    checkpointer=InMemorySaver(),
)
config = {"configurable": {"thread_id": "thread-1"}}
for question in ("Read a.py, b.py and c.py.", "Read d.py too.", "What did you read?"):
    answer = agent.invoke({"messages": [{"role": "user", "content": question}]}, config)
    print(answer["messages"][-1].text)
