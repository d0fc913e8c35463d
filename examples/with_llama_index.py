"""LlamaIndex: a wrapper of the LLM compacts the messages of each request.

    pip install "conspectus[llama_index]" llama-index-llms-openai
    python examples/with_llama_index.py
"""

import asyncio
import os

from conspectus.llama_index import CompactingLLM
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.memory import ChatMemoryBuffer
from llama_index.llms.openai import OpenAI


def read_file(path: str) -> str:
    """Reads a file."""
    return f"{path}:\n" + "\n".join(f"value_{line} = {line * line}" for line in range(500))


async def main() -> None:
    llm = CompactingLLM(OpenAI("gpt-4.1", api_base=os.environ.get("OPENAI_BASE_URL")), context_window=24_000, on_compact=print)
    agent = FunctionAgent(tools=[read_file], llm=llm, system_prompt="You read files.")
    memory = ChatMemoryBuffer.from_defaults(token_limit=10_000_000)
    for question in ("Read a.py, b.py and c.py.", "Read d.py too.", "What did you read?"):
        print(await agent.run(question, memory=memory, max_iterations=30))


asyncio.run(main())
