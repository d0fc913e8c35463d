"""Compaction for the OpenAI Agents SDK: a model that compacts what it is asked, or a filter of `RunConfig`. Needs `openai-agents`.

    agent = Agent(name="reader", model=CompactingModel(OpenAIResponsesModel("gpt-5", AsyncOpenAI())))
"""

from ._filter import InputFilter, input_filter
from ._model import CompactingModel

__all__ = ["CompactingModel", "InputFilter", "input_filter"]
