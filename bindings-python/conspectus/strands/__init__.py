"""Compaction for Strands agents: a conversation manager, and a strategy for its context manager. Needs `strands-agents`.

    agent = Agent(model, conversation_manager=CompactionConversationManager())
"""

from ._manager import CompactionConversationManager
from ._strategy import CompactionStrategy

__all__ = ["CompactionConversationManager", "CompactionStrategy"]
