"""Compaction for agents of LangChain: a middleware. Needs `langchain`.

    agent = create_agent(model, tools, middleware=[CompactionMiddleware()])
"""

from ._middleware import CompactionMiddleware
from ._state import CompactionState

__all__ = ["CompactionMiddleware", "CompactionState"]
