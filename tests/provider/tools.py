"""What a host beside the server does: it runs the tools that the model calls, and puts what they
give into the shape of its wire.
"""

from __future__ import annotations

import base64
import json
import struct
import zlib
from pathlib import Path

from .rules import Data

CORE = Path(__file__).parents[2] / "core"
# What the agent of the server asks for: source code of this repository. The crates of the core count as one, so that a
# room that moves from one to the other changes no session.
BY_NAME = {f"src/{path.relative_to(crate).as_posix()}": path for crate in sorted(CORE.glob("**/src")) for path in crate.rglob("*.rs")}
FILES = tuple(sorted(BY_NAME))
SOURCES = [BY_NAME[name] for name in FILES]


def run_tool(path: str, chars: int) -> str:
    """So many chars of source code, from a file on."""
    text, index = "", FILES.index(path)
    while len(text) < chars:
        source = SOURCES[index % len(SOURCES)]
        text += f"// {source.name}\n{source.read_text('utf-8')}"
        index += 1
    return text[:chars]


def png(shade: int) -> str:
    """A picture of 64 by 64 in one shade, as base64."""
    rows = b"".join(b"\0" + bytes([shade]) * 64 for _ in range(64))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 64, 64, 8, 0, 0, 0, 0)
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")).decode()


def answer_calls(reply: list[Data], chars: int, picture: str | None) -> Data | None:
    """The message of a host of Anthropic with what its tools gave; `None` if nothing was called."""
    results: list[Data] = []
    for block in reply:
        if block["type"] == "tool_use":
            text = run_tool(block["input"]["path"], chars)
            shown = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": picture}} if picture and not results else None
            content = [{"type": "text", "text": text}, shown] if shown else text
            results.append({"type": "tool_result", "tool_use_id": block["id"], "content": content})
    return {"role": "user", "content": results} if results else None


def chat_results(reply: Data, chars: int, picture: str | None) -> list[Data]:
    results: list[Data] = []
    for call in reply.get("tool_calls") or ():
        text = run_tool(json.loads(call["function"]["arguments"])["path"], chars)
        results.append({"role": "tool", "tool_call_id": call["id"], "content": text})
    if picture and results:
        shown = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{picture}"}}
        results.append({"role": "user", "content": [{"type": "text", "text": "The picture of the last tool:"}, shown]})
    return results


def response_results(output: list[Data], chars: int, picture: str | None) -> list[Data]:
    results: list[Data] = []
    for item in output:
        if item["type"] == "function_call":
            text = run_tool(json.loads(item["arguments"])["path"], chars)
            shown = {"type": "input_image", "image_url": f"data:image/png;base64,{picture}"}
            both = [{"type": "input_text", "text": text}, shown]
            results.append({"type": "function_call_output", "call_id": item["call_id"], "output": both if picture and not results else text})
    return results


def gemini_results(reply: Data, chars: int, picture: str | None) -> Data | None:
    parts: list[Data] = []
    for call in [part["functionCall"] for part in reply["parts"] if "functionCall" in part]:
        answer: Data = {"id": call["id"], "name": call["name"], "response": {"output": run_tool(call["args"]["path"], chars)}}
        if picture and not parts:
            answer["parts"] = [{"inlineData": {"mimeType": "image/png", "data": picture}}]
        parts.append({"functionResponse": answer})
    return {"role": "user", "parts": parts} if parts else None
