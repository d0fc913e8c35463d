"""OpenAI SDK, Responses: one call before each request, on the items that you already have.

    pip install "conspectus[openai]"
    python examples/with_openai_responses.py
"""

import json

import openai

from conspectus import Compactor
from conspectus.openai import build_request, summarizer

MODEL = "gpt-5"
SYSTEM = "You read files."
TOOLS = [{"type": "function", "name": "read_file", "description": "Reads a file.",
          "parameters": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}}]


def read_file(path: str) -> str:
    return f"{path}:\n" + "\n".join(f"value_{line} = {line * line}" for line in range(500))


client = openai.OpenAI()
# A small window, so that something gets compacted. Without it, conspectus takes the model's own.
compactor = Compactor(model=MODEL, context_window=24_000, reserve_tokens=2_000,
                      summarize=summarizer(client, MODEL, wire="responses"), on_compact=print)
request = {"model": MODEL, "instructions": SYSTEM, "tools": TOOLS, "max_output_tokens": 2_000,
           "store": False, "include": ["reasoning.encrypted_content"]}
items, usage = [], None
for question in ("Read a.py, b.py and c.py.", "Read d.py too.", "What did you read?"):
    items = [*items, {"role": "user", "content": question}]
    while True:
        result = compactor.compact(items, usage=usage, system=SYSTEM, tools=TOOLS)
        if not result.can_send:
            raise RuntimeError(result.reason)
        reply = client.responses.create(**build_request(request, result, wire="responses"))
        usage = reply.usage
        items = [*result.messages, *reply.output]
        calls = [item for item in reply.output if item.type == "function_call"]
        if not calls:
            break
        for call in calls:
            text = read_file(json.loads(call.arguments)["path"])
            items.append({"type": "function_call_output", "call_id": call.call_id, "output": text})
    print(reply.output_text)
