"""AutoGen: a model context keeps every message and passes a compacted list to the agent.

    pip install "conspectus[autogen]" autogen-agentchat "autogen-ext[openai]"
    python examples/with_autogen.py
"""

import asyncio

from autogen_agentchat.agents import AssistantAgent
from autogen_ext.models.openai import OpenAIChatCompletionClient
from conspectus.autogen import CompactingChatCompletionContext

SYSTEM = "You read files."


async def read_file(path: str) -> str:
    """Reads a file."""
    return f"{path}:\n" + "\n".join(f"value_{line} = {line * line}" for line in range(500))


async def main() -> None:
    client = OpenAIChatCompletionClient(model="gpt-4.1")
    context = CompactingChatCompletionContext(client, system=SYSTEM, context_window=24_000, on_compact=print)
    agent = AssistantAgent("reader", client, tools=[read_file], system_message=SYSTEM, model_context=context, max_tool_iterations=30)
    for question in ("Read a.py, b.py and c.py.", "Read d.py too.", "What did you read?"):
        result = await agent.run(task=question)
        print(result.messages[-1].to_text()[:200])
    await client.close()


asyncio.run(main())
