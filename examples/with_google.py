"""Google Gen AI SDK: one call before each request, on the contents that you already have.

    pip install "conspectus[google]"
    python examples/with_google.py
"""

from google import genai

from conspectus import Compactor
from conspectus.google import build_request, summarizer

MODEL = "gemini-2.5-pro"
SYSTEM = "You read files."
TOOLS = [{"function_declarations": [{"name": "read_file", "description": "Reads a file.",
          "parameters": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}}]}]


def read_file(path: str) -> str:
    return f"{path}:\n" + "\n".join(f"value_{line} = {line * line}" for line in range(500))


client = genai.Client()
# A small window, so that something gets compacted. Without it, conspectus takes the model's own.
compactor = Compactor(model=MODEL, context_window=24_000, reserve_tokens=2_000,
                      summarize=summarizer(client, MODEL), on_compact=print)
request = {"model": MODEL, "config": {"system_instruction": SYSTEM, "tools": TOOLS, "max_output_tokens": 2_000}}
contents, usage = [], None
for question in ("Read a.py, b.py and c.py.", "Read d.py too.", "What did you read?"):
    contents = [*contents, {"role": "user", "parts": [{"text": question}]}]
    while True:
        result = compactor.compact(contents, usage=usage, system=SYSTEM, tools=TOOLS)
        if not result.can_send:
            raise RuntimeError(result.reason)
        reply = client.models.generate_content(**build_request(request, result))
        usage = reply.usage_metadata
        contents = [*result.messages, reply.candidates[0].content]
        if not reply.function_calls:
            break
        parts = [{"function_response": {"id": call.id, "name": call.name, "response": {"output": read_file(call.args["path"])}}}
                 for call in reply.function_calls]
        contents = [*contents, {"role": "user", "parts": parts}]
    print(reply.text)
