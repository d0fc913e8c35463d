"""Resumes sessions that `compact --write-back` wrote in the agents themselves, against a server on the own machine.

    python tests/acceptance/resume.py --modules target/resume --program target/debug/conspectus     # run by `make resume`

Each agent gets a home folder of its own and talks to a server that answers and records the requests. After some turns, with calls of a
tool, its session is compacted and written back, once with a summary and once with cleared results alone. The agent resumes the copy: its
request must contain what is left, and nothing that was removed; then the copy is compacted again. The original must not change by a byte.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TURNS = 8
SUMMARY = "[summary "


@dataclass
class Recorder:
    """Answers with a numbered text, and with a call where the prompt says so."""

    requests: list[str] = field(default_factory=list)
    path: str = ""

    def answer(self, path: str, body: dict[str, Any]) -> tuple[str, list[dict[str, Any]]]:
        self.requests.append(json.dumps(body))
        last = json.dumps((body.get("messages") or body.get("contents") or [{}])[-2:])
        calls = "READ" in last and not any(word in last for word in ("tool_result", "functionResponse", '"tool"'))
        name, where = f"REPLY-{len(self.requests)}.", {"file_path": self.path}
        if path.startswith("/v1/messages"):
            return "anthropic", list(anthropic(name, where if calls else None, len(self.requests)))
        if "enerateContent" in path:
            parts = [{"text": name}, *([{"functionCall": {"name": "read_file", "args": where}}] if calls else [])]
            usage = {"promptTokenCount": 1_000, "candidatesTokenCount": 5, "totalTokenCount": 1_005}
            return "gemini", [{"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}], "usageMetadata": usage}]
        call = {"index": 0, "id": f"call_{len(self.requests)}", "type": "function", "function": {"name": "read_file", "arguments": json.dumps({**where, "absolute_path": self.path})}}
        delta = {"role": "assistant", "content": name, **({"tool_calls": [call]} if calls else {})}
        head = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}
        end = {"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls" if calls else "stop"}], "usage": {"prompt_tokens": 1_000, "completion_tokens": 5, "total_tokens": 1_005}}
        return "openai", [{**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}, {**head, **end}]


def anthropic(text: str, where: dict[str, str] | None, number: int) -> Iterator[dict[str, Any]]:
    usage = {"input_tokens": 1_000, "output_tokens": 5, "cache_read_input_tokens": 0, "cache_creation_input_tokens": 0}
    message = {"id": f"msg_{number}", "type": "message", "role": "assistant", "model": "claude-opus-5-5", "content": [], "stop_reason": None, "stop_sequence": None, "usage": usage}
    yield {"type": "message_start", "message": message}
    blocks = [({"type": "text", "text": ""}, {"type": "text_delta", "text": text})]
    if where:
        blocks.append(({"type": "tool_use", "id": f"toolu_{number}", "name": "Read", "input": {}}, {"type": "input_json_delta", "partial_json": json.dumps(where)}))
    for index, (block, delta) in enumerate(blocks):
        yield {"type": "content_block_start", "index": index, "content_block": block}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    yield {"type": "message_delta", "delta": {"stop_reason": "tool_use" if where else "end_turn", "stop_sequence": None}, "usage": {"output_tokens": 5}}
    yield {"type": "message_stop"}


def served(recorder: Recorder) -> ThreadingHTTPServer:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

        def send(self, kind: str, text: str) -> None:
            self.send_response(200)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(text.encode())))
            self.end_headers()
            self.wfile.write(text.encode())

        def do_GET(self) -> None:
            self.send("application/json", '{"data": []}')

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"] or 0)) or "{}")
            if "count" in self.path:
                return self.send("application/json", '{"input_tokens": 1000, "totalTokens": 1000}')
            kind, events = recorder.answer(self.path, body)
            if kind == "gemini" and "stream" not in self.path:
                return self.send("application/json", json.dumps(events[0]))
            lines = [(f"event: {event['type']}\n" if kind == "anthropic" else "") + f"data: {json.dumps(event)}\n\n" for event in events]
            return self.send("text/event-stream", "".join(lines) + ("data: [DONE]\n\n" if kind == "openai" else ""))

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


@dataclass
class Agent:
    name: str
    program: list[str]
    settings: str
    options: list[str]
    newest: list[str]
    sessions: str


def agents(modules: pathlib.Path) -> list[Agent]:
    node = str(modules / "node_modules/.bin/node")
    package = modules / "node_modules"
    return [
        Agent("claude", [str(package / "@anthropic-ai/claude-code-linux-x64/claude")], "", ["--allowedTools", "Read"], ["--continue"], ".claude/projects/*/*.jsonl"),
        Agent("gemini", [node, str(package / "@google/gemini-cli/bundle/gemini.js")], ".gemini", ["-m", "gemini-2.5-pro"], ["--resume", "latest"], ".gemini/tmp/*/chats/session-*"),
        Agent("qwen", [node, str(package / "@qwen-code/qwen-code/cli.js")], ".qwen", [], ["--continue"], ".qwen/projects/*/chats/*.jsonl"),
    ]


class Trial:
    def __init__(self, agent: Agent, program: str, root: pathlib.Path, server: ThreadingHTTPServer, recorder: Recorder) -> None:
        self.agent, self.program, self.recorder = agent, program, recorder
        self.home, self.work = root / "home", root / "work"
        for folder in (self.home, self.work):
            folder.mkdir()
        file = self.work / "a.txt"
        file.write_text("\n".join(f"line {number} of the module {'alpha beta gamma delta'.split()[number % 4] * 3}" for number in range(400)))
        recorder.path = str(file)
        if agent.settings:
            (self.home / agent.settings).mkdir()
            kind = {"gemini": "gemini-api-key", "qwen": "openai"}[agent.name]
            settings = {"security": {"auth": {"selectedType": kind}}, "privacy": {"usageStatisticsEnabled": False}, "general": {"enableAutoUpdate": False, "sessionRetention": {"enabled": False}}}
            (self.home / agent.settings / "settings.json").write_text(json.dumps(settings))
        address = f"http://127.0.0.1:{server.server_port}"
        proxies = {name for name in os.environ if name.lower().endswith("_proxy") or name.startswith(("CLAUDE", "ANTHROPIC", "GEMINI", "OPENAI", "QWEN"))}
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in proxies}, "HOME": str(self.home), "DISABLE_AUTOUPDATER": "1", "GEMINI_CLI_TRUST_WORKSPACE": "true",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "ANTHROPIC_BASE_URL": address, "ANTHROPIC_API_KEY": "k", "GOOGLE_GEMINI_BASE_URL": address, "GEMINI_API_KEY": "k",
            "OPENAI_BASE_URL": f"{address}/v1", "OPENAI_API_KEY": "k", "OPENAI_MODEL": "qwen-test",
        }

    def ask(self, prompt: str, *how: str) -> str:
        """Runs the agent with a prompt, and returns the request with it."""
        start = len(self.recorder.requests)
        command = [*self.agent.program, *how, *self.agent.options, "-p", prompt]
        done = subprocess.run(command, cwd=self.work, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
        sent = [request for request in self.recorder.requests[start:] if prompt in request]
        assert sent, f"{self.agent.name} sent no request: {done.stdout[-500:]} {done.stderr[-500:]}"
        return sent[0]

    def compact(self, *arguments: str) -> Any:
        done = subprocess.run([self.program, "compact", *arguments], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def resumed(self, session: pathlib.Path, prompt: str, *options: str) -> pathlib.Path:
        """Writes a session back, and resumes it. What was sent must be what is left."""
        before = session.read_bytes()
        report = self.compact(str(session), "--write-back", "--json", *options)
        left = json.dumps(self.compact(str(session), "-o", "-", "--messages-only", *options))
        request = self.ask(prompt, *report["session"]["resume"].split()[1:])
        # Replies that a summary quotes are in both.
        replies = {f"REPLY-{number}." for number in range(len(self.recorder.requests)) if f"REPLY-{number}." in session.read_text()}
        told = {reply for reply in replies if (reply in left) != (reply in request)}
        assert not told, f"{self.agent.name}: {sorted(told)} are in one of what is left and what was sent"
        assert (SUMMARY in left) == (SUMMARY in request) and left.count("of the module") == request.count("of the module"), self.agent.name
        assert session.read_bytes() == before
        print(f"{self.agent.name}: {report['result']['status']}, {report['result']['tokens_before']:,} to {report['result']['tokens_after']:,} tokens, resumed")
        return pathlib.Path(report["output"])

    def run(self) -> None:
        for turn in range(TURNS):
            self.ask(f"{'READ' if turn % 2 else 'Say'} question {turn}", *(self.agent.newest if turn else []))
        # gemini-cli 0.61.0 leaves an empty file with the same id where it resumes in another minute, and its clean-up, which is off here,
        # then deletes both.
        session = max(self.home.glob(self.agent.sessions), key=lambda path: path.stat().st_size)
        copy = self.resumed(session, "after the summary", "--keep", "messages=6", "--keep-tool-results", "1")
        self.resumed(copy, "after the second summary", "--keep", "messages=3")
        self.resumed(session, "after clearing", "--keep", "messages=60", "--keep-tool-results", "1", "--if-needed", "--context-window", "25k")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--modules", type=pathlib.Path, required=True)
    parser.add_argument("--program", required=True)
    given = parser.parse_args()
    for agent in agents(given.modules.resolve()):
        root, recorder = pathlib.Path(tempfile.mkdtemp(prefix="resume-")).resolve(), Recorder()
        server = served(recorder)
        try:
            Trial(agent, str(pathlib.Path(given.program).resolve()), root, server, recorder).run()
        finally:
            server.shutdown()
            shutil.rmtree(root, ignore_errors=True)


if __name__ == "__main__":
    main()
