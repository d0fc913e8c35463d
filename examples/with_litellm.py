"""LiteLLM: a callback compacts the messages of each completion.

    pip install "conspectus[litellm]"
    python examples/with_litellm.py
"""

import asyncio
import json

import litellm

from conspectus.litellm import Compaction

MODEL = "openai/gpt-4.1"
TOOLS = [{"type": "function", "function": {"name": "weather", "description": "Tells the weather of a city.",
          "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}}]

litellm.callbacks = [Compaction(reserve_tokens=8_000)]

async def main():
    messages = [{"role": "user", "content": "What is the weather in Oslo and in Rome?"}]
    for _ in range(20):
        reply = await litellm.acompletion(model=MODEL, messages=messages, tools=TOOLS, metadata={"session_id": "a"})
        message = reply.choices[0].message
        messages.append(message)             # the full list: it is sent smaller, and stays as it is
        if not message.tool_calls:
            break
        for call in message.tool_calls:
            city = json.loads(call.function.arguments)
            messages.append({"role": "tool", "tool_call_id": call.id, "content": f"{city}: 9 degrees, rain"})
    print(len(messages), "messages:", message.content)

asyncio.run(main())
