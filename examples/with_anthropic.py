"""Anthropic SDK: one call before each request, cache breakpoints, and a model that writes the summaries.

    pip install "conspectus[anthropic]"
    python examples/with_anthropic.py
"""

import anthropic

from conspectus import Compactor
from conspectus.anthropic import build_request, summarizer

MODEL = "claude-sonnet-5"
SYSTEM = "You read files."
TOOLS = [{"name": "read_file", "description": "Reads a file.",
          "input_schema": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}}]


def read_file(path: str) -> str:
    return f"{path}:\n" + "\n".join(f"value_{line} = {line * line}" for line in range(500))


client = anthropic.Anthropic()
# A small window, so that something gets compacted. Without it, conspectus takes the model's own.
compactor = Compactor(model=MODEL, context_window=24_000, reserve_tokens=2_000,
                      summarize=summarizer(client, MODEL), on_compact=print)
request = {"model": MODEL, "max_tokens": 2_000, "system": SYSTEM, "tools": TOOLS}
messages, usage = [], None
for question in ("Read a.py, b.py and c.py.", "Read d.py too.", "What did you read?"):
    messages = [*messages, {"role": "user", "content": question}]
    while True:
        result = compactor.compact(messages, usage=usage, system=SYSTEM, tools=TOOLS)
        if not result.can_send:
            raise RuntimeError(result.reason)
        reply = client.messages.create(**build_request(request, result))
        usage = reply.usage
        messages = [*result.messages, {"role": "assistant", "content": reply.content}]
        calls = [block for block in reply.content if block.type == "tool_use"]
        if not calls:
            break
        results = [{"type": "tool_result", "tool_use_id": call.id, "content": read_file(call.input["path"])} for call in calls]
        messages = [*messages, {"role": "user", "content": results}]
    print("".join(block.text for block in reply.content if block.type == "text"))
