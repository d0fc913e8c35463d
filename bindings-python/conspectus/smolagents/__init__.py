"""Compaction for smolagents: a model that compacts what an agent asks it. Needs `smolagents`.

    agent = ToolCallingAgent(tools=[read_file], model=CompactingModel(OpenAIModel("gpt-5")))
"""

from ._model import AnyModel, CompactingModel

__all__ = ["AnyModel", "CompactingModel"]
