"""OpenAI Agents SDK: a wrapper of the model compacts the input of each request.

    pip install "conspectus[openai_agents]"
    python examples/with_openai_agents.py
"""

import asyncio

from agents import Agent, OpenAIResponsesModel, Runner, SQLiteSession, function_tool
from conspectus.openai_agents import CompactingModel
from openai import AsyncOpenAI

MODEL = "gpt-5"


@function_tool
def read_file(path: str) -> str:
    """Reads a file."""
    return f"{path}:\n" + "\n".join(f"value_{line} = {line * line}" for line in range(500))


async def main() -> None:
    model = CompactingModel(OpenAIResponsesModel(MODEL, AsyncOpenAI()), context_window=24_000, on_compact=print)
    agent = Agent(name="reader", instructions="You read files.", model=model, tools=[read_file])
    session = SQLiteSession("thread-1")
    for question in ("Read a.py, b.py and c.py.", "Read d.py too.", "What did you read?"):
        result = await Runner.run(agent, question, session=session, max_turns=30)
        print(result.final_output)


asyncio.run(main())
