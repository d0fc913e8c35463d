"""Compaction for agents of pydantic-ai: a capability, and a strategy for pydantic-ai-harness. Needs `pydantic-ai-slim`.

    agent = Agent("openai:gpt-4.1", capabilities=[Compaction()])
"""

from ._capability import Compaction
from ._strategy import CompactionStrategy

__all__ = ["Compaction", "CompactionStrategy"]
