"""A local model with a small window, e.g. in Ollama, without a package other than conspectus.

    OLLAMA_CONTEXT_LENGTH=16384 ollama serve
    OPENAI_BASE_URL=http://localhost:11434/v1 python examples/local_model.py
"""

import json
import os
import urllib.request

from conspectus import Compactor

URL = os.environ.get("OPENAI_BASE_URL", "http://localhost:11434/v1")
MODEL = os.environ.get("MODEL", "qwen3:8b")
TOOLS = [{"type": "function", "function": {"name": "read_file", "description": "Reads a file.",
          "parameters": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}}}]


def ask(messages):
    body = json.dumps({"model": MODEL, "messages": messages, "tools": TOOLS, "max_tokens": 2_000}).encode()
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {os.environ.get('OPENAI_API_KEY', 'ollama')}"}
    with urllib.request.urlopen(urllib.request.Request(f"{URL}/chat/completions", body, headers)) as response:
        return json.load(response)


def read_file(path):
    return f"{path}:\n" + "\n".join(f"value_{line} = {line * line}" for line in range(300))


# The window that the server actually uses: Ollama silently truncates longer prompts. The summaries are extractive, so the
# model, which would need minutes for one, isn't called for them.
compactor = Compactor(context_window=16_384, tokenizer="qwen3", reserve_tokens=2_000, on_compact=print)
messages, usage = [{"role": "system", "content": "You read files."}], None
for question in ("Read a.py, b.py and c.py.", "Read d.py too.", "What did you read?"):
    messages = [*messages, {"role": "user", "content": question}]
    while True:
        result = compactor.compact(messages, usage=usage, tools=TOOLS)
        if not result.can_send:
            raise RuntimeError(result.reason)
        reply = ask(result.messages)
        usage, answer = reply["usage"], reply["choices"][0]["message"]
        messages = [*result.messages, answer]
        for call in answer.get("tool_calls") or []:
            text = read_file(json.loads(call["function"]["arguments"])["path"])
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": text})
        if messages[-1] is answer:
            break
    print(answer["content"])
