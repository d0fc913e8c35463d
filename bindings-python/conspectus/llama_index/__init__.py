"""Compaction for LlamaIndex: an LLM that compacts what an agent asks it. Needs `llama-index-core`.

    agent = FunctionAgent(tools=[read_file], llm=CompactingLLM(OpenAI("gpt-5")))
"""

from ._llm import CompactingLLM

__all__ = ["CompactingLLM"]
