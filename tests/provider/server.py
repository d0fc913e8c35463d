"""The strict fake providers behind HTTP, for the clients of SDKs and frameworks as they are.

Each conversation has a path of its own: `/{wire}/{name}/{limit}` is the base URL, and the rest of the path is what the client puts behind it. A client
that wants its answer as a stream gets the whole answer in few events. `GET /{wire}/{name}/{limit}/sizes` tells the sizes of the prompts so far.

`python -m provider.server` in `tests` prints its address and serves until its input ends.
"""

from __future__ import annotations

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from .anthropic import Anthropic, Plain
from .fake import Data, Provider, Refused, walk
from .gemini import Gemini
from .openai import OpenaiChat, OpenaiResponses

Events = list[tuple[str | None, Data]]


def _chat(provider: Any, request: Data) -> tuple[Data, Events]:
    message, usage = provider.create(request["messages"], request.get("tools"))
    # A request without tools is one for a summary: it is answered in words, as the others.
    finish = "tool_calls" if message.get("tool_calls") else "stop"
    body = {"id": f"chatcmpl-{provider.turn}", "object": "chat.completion", "created": 1, "model": request["model"], "usage": usage}
    body["choices"] = [{"index": 0, "message": {**message, "refusal": None, "annotations": []}, "logprobs": None, "finish_reason": finish}]
    delta = {**message, "tool_calls": [{"index": index, **call} for index, call in enumerate(message.get("tool_calls", []))]}
    chunk = {**body, "object": "chat.completion.chunk", "usage": None}
    events: Events = [(None, {**chunk, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]})]
    events += [(None, {**chunk, "choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}), (None, {**chunk, "choices": [], "usage": usage})]
    return body, events


def _responses(provider: Any, request: Data) -> tuple[Data, Events]:
    given = request["input"]
    items = [{"role": "user", "content": given}] if isinstance(given, str) else given
    output, usage = provider.create(items, request.get("tools"))
    usage = {**usage, "input_tokens_details": {"cache_write_tokens": 0, **usage["input_tokens_details"]}, "output_tokens_details": {"reasoning_tokens": 0}}
    body = {"id": f"resp_{provider.turn}", "object": "response", "created_at": 1, "model": request["model"], "status": "completed", "usage": usage}
    body |= {"output": output, "parallel_tool_calls": True, "tool_choice": "auto", "tools": request.get("tools") or [], "error": None, "metadata": {}}
    body |= {"incomplete_details": None, "instructions": None, "temperature": 1.0, "top_p": 1.0}
    return body, [("response.completed", {"type": "response.completed", "sequence_number": 0, "response": body})]


def _anthropic(provider: Any, request: Data) -> tuple[Data, Events]:
    known = {"model", "messages", "max_tokens", "system", "tools", "thinking"}
    reply: Plain = provider.create(**{name: value for name, value in request.items() if name in known})
    content = [block.model_dump() for block in reply.content]
    stop = "tool_use" if content[-1]["type"] == "tool_use" else "end_turn"
    body = {"id": f"msg_{provider.turn}", "type": "message", "role": "assistant", "model": request["model"], "content": content}
    body |= {"stop_reason": stop, "stop_sequence": None, "usage": reply.usage.model_dump()}
    events: Events = [("message_start", {"message": {**body, "content": [], "stop_reason": None}})]
    for index, block in enumerate(content):
        start, deltas = _streamed(block)
        events.append(("content_block_start", {"index": index, "content_block": start}))
        events += [("content_block_delta", {"index": index, "delta": delta}) for delta in deltas]
        events.append(("content_block_stop", {"index": index}))
    events += [("message_delta", {"delta": {"stop_reason": stop, "stop_sequence": None}, "usage": reply.usage.model_dump()}), ("message_stop", {})]
    return body, [(name, {"type": name, **data}) for name, data in events]


def _streamed(block: Data) -> tuple[Data, list[Data]]:
    if block["type"] == "text":
        return {**block, "text": ""}, [{"type": "text_delta", "text": block["text"]}]
    if block["type"] == "thinking":
        thought, signature = {"type": "thinking_delta", "thinking": block["thinking"]}, {"type": "signature_delta", "signature": block["signature"]}
        return {**block, "thinking": "", "signature": ""}, [thought, signature]
    return {**block, "input": {}}, [{"type": "input_json_delta", "partial_json": json.dumps(block["input"])}]


def _gemini(provider: Any, request: Data) -> tuple[Data, Events]:
    # Clients write bytes in the alphabet for URLs, and the real endpoint reads both.
    for item in walk(request["contents"]):
        for name in ("thoughtSignature", "data") if isinstance(item, dict) else ():
            if name in item:
                item[name] = item[name].replace("-", "+").replace("_", "/")
    content, usage = provider.create(request["contents"], request.get("tools"))
    body = {"candidates": [{"content": content, "finishReason": "STOP", "index": 0}], "usageMetadata": usage, "modelVersion": "gemini"}
    return body, [(None, body)]


WIRES: dict[str, tuple[type[Provider], Any]] = {
    "openai_chat": (OpenaiChat, _chat),
    "openai_responses": (OpenaiResponses, _responses),
    "anthropic": (Anthropic, _anthropic),
    "gemini": (Gemini, _gemini),
}


class Server(ThreadingHTTPServer):
    """Serves on a port of the own machine that was free."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.providers: dict[str, Provider] = {}
        self.url = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def base(self, wire: str, name: str, limit: int) -> str:
        return f"{self.url}/{wire}/{name}/{limit}"

    def provider(self, path: str) -> tuple[str, Provider]:
        wire, name, limit = path.strip("/").split("/")[:3]
        return wire, self.providers.setdefault(f"{wire}/{name}", WIRES[wire][0](int(limit)))

    def sizes(self, wire: str, name: str) -> list[int]:
        return self.providers[f"{wire}/{name}"].sizes


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def log_message(self, *given: Any) -> None:
        pass

    def do_GET(self) -> None:
        _, provider = self.server.provider(self.path)
        self._send(200, "application/json", json.dumps(provider.sizes))

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        wire, provider = self.server.provider(self.path)
        try:
            body, events = WIRES[wire][1](provider, request)
        except Refused as error:
            told = {"message": error.message, "type": "invalid_request_error", "code": None, **error.body}
            return self._send(error.status, "application/json", json.dumps({"type": "error", "error": told}))
        if request.get("stream") or "streamGenerateContent" in self.path:
            lines = [f"event: {name}\ndata: {json.dumps(data)}\n\n" if name else f"data: {json.dumps(data)}\n\n" for name, data in events]
            return self._send(200, "text/event-stream", "".join(lines) + ("data: [DONE]\n\n" if wire == "openai_chat" else ""))
        self._send(200, "application/json", json.dumps(body))

    def _send(self, status: int, kind: str, text: str) -> None:
        data = text.encode()
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


if __name__ == "__main__":
    server = Server()
    print(server.url, flush=True)
    sys.stdin.read()
