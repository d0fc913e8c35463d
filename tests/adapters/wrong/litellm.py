"""Wrong uses of the callback for LiteLLM. A line that ends with `# error` must be refused, no other may be."""

from __future__ import annotations

from typing import Any

from conspectus.litellm import Compaction

messages: list[Any] = [{"role": "user", "content": "hello"}]
compaction = Compaction(context_window=48_000, summarize="model", on_error="raise", key=lambda kwargs: kwargs.get("user"))
reply = compaction.completion(model="openai/gpt-4.1", messages=messages)
request: dict[str, Any] = compaction.compact_kwargs({"model": "openai/gpt-4.1", "messages": messages})

Compaction(context_windw=48_000)  # error
Compaction(summarize="models")  # error
Compaction(on_error="ignore")  # error
Compaction(key="session_id")  # error
compaction.compact_kwargs(messages)  # error
compaction.load("a", None)  # error
