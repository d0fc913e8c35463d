"""LiteLLM: a callback compacts the messages of each completion.

    pip install "conspectus[litellm]"
    python examples/with_litellm.py
"""

import asyncio
import json

import litellm

from conspectus.litellm import Compaction

MODEL = "openai/gpt-4.1"
TOOLS = [{"type": "function", "function": {"name": "read_file", "description": "Reads a file.",
          "parameters": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}}}]

litellm.callbacks = [Compaction(context_window=24_000, reserve_tokens=2_000, on_compact=print)]


def read_file(path: str) -> str:
    return f"{path}:\n" + "\n".join(f"value_{line} = {line * line}" for line in range(500))


async def main() -> None:
    messages = []                                # the full list: conspectus sends a shorter one
    for question in ("Read a.py, b.py and c.py.", "Read d.py too.", "What did you read?"):
        messages.append({"role": "user", "content": question})
        while True:
            reply = await litellm.acompletion(model=MODEL, messages=messages, tools=TOOLS, metadata={"session_id": "a"})
            message = reply.choices[0].message
            messages.append(message)
            if not message.tool_calls:
                break
            for call in message.tool_calls:
                text = read_file(json.loads(call.function.arguments)["path"])
                messages.append({"role": "tool", "tool_call_id": call.id, "content": text})
        print(f"{len(messages)} messages: {message.content}")


asyncio.run(main())
