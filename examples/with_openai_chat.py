"""OpenAI SDK, Chat Completions: one call before each request. It also works with OpenAI-compatible servers.

    pip install "conspectus[openai]"
    python examples/with_openai_chat.py
"""

import json

import openai

from conspectus import Compactor
from conspectus.openai import build_request, summarizer

MODEL = "gpt-4.1"
TOOLS = [{"type": "function", "function": {"name": "read_file", "description": "Reads a file.",
          "parameters": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}}}]


def read_file(path: str) -> str:
    return f"{path}:\n" + "\n".join(f"value_{line} = {line * line}" for line in range(500))


client = openai.OpenAI()
# A small window, so that something gets compacted. Without it, conspectus takes the model's own.
compactor = Compactor(model=MODEL, context_window=24_000, reserve_tokens=2_000,
                      summarize=summarizer(client, MODEL), on_compact=print)
request = {"model": MODEL, "max_completion_tokens": 2_000, "tools": TOOLS}
messages, usage = [{"role": "system", "content": "You read files."}], None
for question in ("Read a.py, b.py and c.py.", "Read d.py too.", "What did you read?"):
    messages = [*messages, {"role": "user", "content": question}]
    while True:
        result = compactor.compact(messages, usage=usage, tools=TOOLS)
        if not result.can_send:
            raise RuntimeError(result.reason)
        reply = client.chat.completions.create(**build_request(request, result))
        usage, answer = reply.usage, reply.choices[0].message
        messages = [*result.messages, answer]
        if not answer.tool_calls:
            break
        for call in answer.tool_calls:
            text = read_file(json.loads(call.function.arguments)["path"])
            messages.append({"role": "tool", "tool_call_id": call.id, "content": text})
    print(answer.content)
