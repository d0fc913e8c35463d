"""The four wires behind HTTP. An account is its key: caches, failures and counts are kept for each.

`GET /server` tells what was asked so far. `POST /server` takes `{"advance": seconds}` for the
clock of the caches, and `{"key": ..., "plan": ...}` for failures.
"""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from .anthropic import Anthropic
from .cache import Clock
from .failures import Failure, Plan
from .gemini import Gemini
from .openai_chat import OpenaiChat
from .openai_responses import OpenaiResponses
from .rules import Data, Refused, need
from .session import Session, Settings

WIRES: tuple[Any, ...] = (Anthropic(), OpenaiChat(), OpenaiResponses(), Gemini())
Events = list[tuple[str | None, Data]]


class Server(ThreadingHTTPServer):
    """Serves on the own machine. Port 0 is one that was free."""

    daemon_threads = True
    # Several hosts of a test may connect at once.
    request_queue_size = 64

    def __init__(self, settings: Settings | None = None, port: int = 0, log: Callable[[str], None] | None = None) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.settings = settings or Settings()
        self.clock = Clock()
        self.sessions: dict[str, Session] = {}
        self.lock = threading.Lock()
        self.log = log
        self.url = f"http://127.0.0.1:{self.server_port}"

    def start(self) -> Server:
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def environment(self) -> dict[str, str]:
        """The environment in which the SDKs of a process find the server as they find their provider."""
        return {
            "OPENAI_BASE_URL": f"{self.url}/v1",
            "OPENAI_API_KEY": "key",
            "ANTHROPIC_BASE_URL": self.url,
            "ANTHROPIC_API_KEY": "key",
            "GOOGLE_GEMINI_BASE_URL": self.url,
            "GEMINI_API_KEY": "key",
        }

    def session(self, key: str) -> Session:
        if key not in self.sessions:
            self.sessions[key] = Session(self.settings, self.clock)
        return self.sessions[key]

    def told(self) -> Data:
        return {key: {"requests": session.requests, "sizes": session.sizes, "log": session.log} for key, session in self.sessions.items()}

    def note(self, session: Session, key: str, wire: str, status: int, outcome: str, usage: Data | None = None) -> None:
        """One line for a request: its tokens, how many were cached, the usage that was reported, and
        what came of it or why it was refused.
        """
        accepted = status == 200 and bool(session.sizes)
        row = {"request": session.requests, "wire": wire, "status": status, "tokens": session.sizes[-1] if accepted else None, "cached": session.cached, "outcome": outcome, "usage": usage}
        session.log.append(row)
        if self.log:
            counts = f"{row['tokens']:>9,} tokens {row['cached']:>9,} cached" if accepted else " " * 34
            self.log(f"{key[:16]:<16} {session.requests:>4} {wire:<16} {counts}  {status or '---'} {outcome}")


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server
    # A small answer is not held back for the next one.
    disable_nagle_algorithm = True

    def log_message(self, *given: Any) -> None:
        pass

    def do_GET(self) -> None:
        if urlsplit(self.path).path != "/server":
            return self._send(404, {"error": f"{self.path} is no path of this server"})
        with self.server.lock:
            self._send(200, self.server.told())

    def do_POST(self) -> None:
        body = self._body()
        parts = urlsplit(self.path)
        with self.server.lock:
            if parts.path == "/server":
                return self._control(json.loads(body))
            wire = next((wire for wire in WIRES if wire.takes(parts.path)), None)
            if wire is None:
                return self._send(404, {"error": f"{parts.path} is no path of this server"})
            headers = {name.lower(): value for name, value in self.headers.items()}
            query = parse_qs(parts.query)
            if "key" in query:
                headers.setdefault("x-goog-api-key", query["key"][0])
            self._answer(wire, parts.path, headers, body, query)

    def _body(self) -> bytes:
        if self.headers.get("transfer-encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("content-length", 0)))
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def _control(self, told: Data) -> None:
        self.server.clock.advance(told.get("advance", 0))
        if "plan" in told:
            session = self.server.session(told["key"])
            session.plan = Plan(told["plan"])
        self._send(200, {"now": self.server.clock.now})

    def _answer(self, wire: Any, path: str, headers: dict[str, str], body: bytes, query: dict[str, list[str]]) -> None:
        key = wire.key(headers)
        if key is None:
            return self._refuse(wire, wire.unknown_key(), None, "")
        session = self.server.session(key)
        session.requests += 1
        session.cached = 0
        try:
            session.failure = Failure.of(headers["x-fail"]) if "x-fail" in headers else session.plan.at(session.requests)
            failure = session.failure
            if failure and failure.kind == "drop":
                self.server.note(session, key, wire.name, 0, "dropped")
                return self._drop()
            if failure and failure.kind == "status":
                raise wire.failed(failure.status, failure.retry_after)
            request = _request(wire, body, session)
            reply = wire.answer(path, request, headers, session)
        except ValueError as error:
            return self._refuse(wire, Refused(str(error)), session, key)
        except Refused as error:
            return self._refuse(wire, error, session, key)
        usage = reply.get("usage") or reply.get("usageMetadata")
        self.server.note(session, key, wire.name, 200, _outcome(reply) + (f" ({failure.kind})" if failure else ""), usage)
        told = {"request-id": session.name("req")}
        if wire.streams(path, request):
            return self._stream(wire, wire.events(reply, request), told, failure, query)
        self._send(200, reply, told, half=failure is not None and failure.kind in ("half", "broken"))

    def _refuse(self, wire: Any, error: Refused, session: Session | None, key: str) -> None:
        body, headers = wire.error(error, session.name("req") if session else "req_000000")
        if session:
            self.server.note(session, key, wire.name, error.status, error.message)
            if session.failure and session.failure.retry_after:
                headers["retry-after"] = session.failure.retry_after
        self._send(error.status, body, headers)

    def _stream(self, wire: Any, events: Events, headers: dict[str, str], failure: Failure | None, query: dict[str, list[str]]) -> None:
        # Without `alt=sse` Gemini streams one JSON array.
        if wire.name == "gemini" and query.get("alt") != ["sse"]:
            return self._send(200, [data for _, data in events], headers, half=failure is not None and failure.kind in ("half", "broken"))
        lines = [_line(name, data) for name, data in events] + ([_line(None, "[DONE]")] if wire.name == "openai_chat" else [])
        broken = failure is not None and failure.kind in ("half", "broken")
        self.send_response(200)
        for name, value in {"content-type": "text/event-stream; charset=utf-8", "transfer-encoding": "chunked", **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        for line in lines[: len(lines) // 2] if broken else lines:
            self._chunk(line)
        if failure and failure.kind == "broken":
            self._chunk(_line("error" if wire.name in ("anthropic", "openai_responses") else None, _late(wire)))
        if failure and failure.kind == "half":
            return self._drop()
        self._chunk("")

    def _chunk(self, text: str) -> None:
        data = text.encode()
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")

    def _drop(self) -> None:
        self.close_connection = True
        self.wfile.flush()
        self.connection.shutdown(socket.SHUT_RDWR)

    def _send(self, status: int, value: Any, headers: dict[str, str] | None = None, half: bool = False) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        for name, content in {"content-type": "application/json", "content-length": str(len(data)), **(headers or {})}.items():
            self.send_header(name, content)
        self.end_headers()
        self.wfile.write(data[: len(data) // 2] if half else data)
        if half:
            self._drop()


def _request(wire: Any, body: bytes, session: Session) -> Data:
    limit = session.settings.max_bytes or wire.body_bytes
    if len(body) > limit:
        text = f"Request payload size exceeds the limit: {limit} bytes." if wire.name == "gemini" else "Request exceeds the maximum size"
        raise Refused(text, status=400 if wire.name == "gemini" else 413)
    try:
        request = json.loads(body)
    except ValueError:
        raise Refused("The request body is not valid JSON") from None
    need(isinstance(request, dict), "The request body is not a JSON object")
    return dict(request)


def _outcome(reply: Data) -> str:
    """Why an answer ended, in the words of its wire."""
    for choice in [*reply.get("choices", ()), *reply.get("candidates", ())]:
        return str(choice.get("finish_reason") or choice.get("finishReason"))
    return str(reply.get("stop_reason") or reply.get("status") or reply.get("object") or "counted")


def _late(wire: Any) -> Data:
    """What a stream says that breaks after it has begun."""
    error = wire.failed(529, None)
    body: Data = wire.error(error, "req_000000")[0]
    return {"type": "error", "code": "server_is_overloaded", "message": error.message, "param": None} if wire.name == "openai_responses" else body


def _line(name: str | None, data: Any) -> str:
    text = data if isinstance(data, str) else json.dumps(data)
    return f"event: {name}\ndata: {text}\n\n" if name else f"data: {text}\n\n"
