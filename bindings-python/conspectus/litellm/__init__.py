"""Compaction for LiteLLM: a callback for `acompletion`, `anthropic_messages` and the router, and a call for sync code.

    litellm.callbacks = [Compaction()]
    reply = await litellm.acompletion(model=MODEL, messages=messages, metadata={"session_id": "a"})
"""

from ._callback import Compaction, session_of

__all__ = ["Compaction", "session_of"]
