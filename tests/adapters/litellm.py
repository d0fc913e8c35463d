"""LiteLLM's own clients against the watched server: by the callback, by `completion`, through the router, and through the proxy."""

from __future__ import annotations

import sys

# This file has the name of the package that it tries.
sys.path = [path for path in sys.path if not path.endswith("tests/adapters")]

import asyncio
import json
import os
import secrets
import socket
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import anthropic
import litellm
import openai
from adapters import watched as w
from provider.hosts import FUNCTIONS, TOOLS, picture, question

from conspectus.litellm import Compaction

MODELS = {"openai_chat": "openai/gpt-4.1", "anthropic": "anthropic/claude-sonnet-4-6"}
CHAT_TOOLS = [{"type": "function", "function": function} for function in FUNCTIONS]


class Loop:
    """A program that keeps the full list and never looks at its size."""

    def __init__(self, wire: str, way: str, session: str = "a", plan: str = "", seed: int = 0, window: int = w.WINDOW, **options: Any) -> None:
        self.wire, self.way, self.session = wire, way, session
        self.watched = w.Watched(window, plan, seed=seed, tool="read_file")
        self.compactions = 0
        self.options = {"context_window": w.WINDOW, "reserve_tokens": 2_000, "on_compact": self.count, **options}
        self.messages: list[Any] = []

    def count(self, result: Any) -> None:
        self.compactions += result.status in ("reduced", "summarized")

    @property
    def request(self) -> dict[str, Any]:
        base = self.watched.openai_url if self.wire == "openai_chat" else self.watched.url
        return {"model": MODELS[self.wire], "api_base": base, "api_key": "key", "max_tokens": 2_000, "tools": CHAT_TOOLS, "metadata": {"session_id": self.session}}

    def begin(self) -> None:
        self.messages = [{"role": "system", "content": w.SYSTEM}, {"role": "user", "content": self.watched.open(question(0))}]

    def end(self, turn: int, reply: Any) -> None:
        message = reply.choices[0].message
        self.messages.append(message)
        for call in message.tool_calls or ():
            self.messages.append({"role": "tool", "tool_call_id": call.id, "content": self.watched.tool(json.loads(call.function.arguments)["path"])})
        if not message.tool_calls:
            shown = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{picture(0)}"}}
            self.messages.append({"role": "user", "content": [{"type": "text", "text": self.watched.open(question(turn + 1))}, shown]})

    def tell(self) -> None:
        w.tell("litellm", self.wire, self.way, self.watched, self.compactions)

    def run(self) -> Loop:
        """Sync: LiteLLM calls no callback."""
        self.begin()
        compaction = Compaction(**self.options)
        for turn in range(w.TURNS):
            self.end(turn, compaction.completion(**self.request, messages=self.messages))
            if turn == w.TURNS // 2:
                state = json.loads(json.dumps(compaction.save(self.session)))
                compaction = Compaction(**self.options)
                compaction.load(self.session, state, MODELS[self.wire])
        self.tell()
        return self

    async def arun(self, ask: Any, streams: bool = False) -> Loop:
        self.begin()
        for turn in range(w.TURNS):
            reply = await ask(**self.request, messages=self.messages, **({"stream": True} if streams else {}))
            if streams:
                reply = litellm.stream_chunk_builder([chunk async for chunk in reply])
            self.end(turn, reply)
        self.tell()
        return self


def own_callbacks(loop: Loop) -> Any:
    litellm.callbacks = [Compaction(**loop.options)]

    async def ask(**request: Any) -> Any:
        reply = await litellm.acompletion(**request)
        if not request.get("stream"):
            # However late LiteLLM's own event comes: the next request needs it.
            conversation, _, _ = next(reversed(Compaction._calls.values()))
            assert conversation.usage is not None, "the usage of an answer is not known when the program has it"
        return reply

    return ask


async def router(loop: Loop) -> None:
    """The router sends again what was refused, and each time the callback compacts."""
    litellm.callbacks = [Compaction(**loop.options)]
    params = {name: value for name, value in loop.request.items() if name in ("model", "api_base", "api_key")}
    routed = litellm.Router(model_list=[{"model_name": "agent", "litellm_params": params}], num_retries=4, retry_after=0)

    async def ask(**request: Any) -> Any:
        request = {name: value for name, value in request.items() if name not in ("api_base", "api_key")}
        return await routed.acompletion(**{**request, "model": "agent"})

    await loop.arun(ask)


async def messages_api(loop: Loop) -> None:
    """`anthropic_messages`, as the proxy calls it for `/v1/messages`."""
    litellm.callbacks = [Compaction(**loop.options)]
    messages: list[Any] = [{"role": "user", "content": loop.watched.open(question(0))}]
    for turn in range(w.TURNS):
        reply: Any = await litellm.anthropic_messages(**{**loop.request, "messages": messages, "tools": TOOLS, "system": w.SYSTEM})
        content = reply["content"]
        results = [{"type": "tool_result", "tool_use_id": block["id"], "content": loop.watched.tool(block["input"]["path"])} for block in content if block["type"] == "tool_use"]
        messages += [{"role": "assistant", "content": content}, {"role": "user", "content": results or loop.watched.open(question(turn + 1))}]
    loop.tell()


async def two_at_once(wire: str) -> None:
    """One callback, two sessions."""
    loops = [Loop(wire, "conspectus: async, two at once", session, seed=seed) for seed, session in enumerate("ab")]

    def count(result: Any) -> None:
        for loop in loops:
            loop.count(result)

    litellm.callbacks = [Compaction(**{**loops[0].options, "on_compact": count})]
    await asyncio.gather(*(loop.arun(litellm.acompletion) for loop in loops))


async def overflows(wire: str) -> None:
    """The provider's window is smaller than it was told to be. Only the event of the refusal says so, and the same call then fits.

    It runs behind other objects of the class, since LiteLLM gives events to one of them only.
    """
    loop = Loop(wire, "", "overflow", context_window=200_000)
    litellm.callbacks = [Compaction(**loop.options)]
    refused = 0

    async def ask(**request: Any) -> Any:
        nonlocal refused
        try:
            return await litellm.acompletion(**request)
        except litellm.ContextWindowExceededError:
            refused += 1
            return await litellm.acompletion(**request)

    loop.tell = lambda: None  # type: ignore[method-assign]
    await loop.arun(ask)
    assert 0 < refused <= 2 and loop.compactions, (refused, loop.compactions)
    print(f"{wire}: a window of 24,000 that was told as 200,000: {refused} refused, {loop.compactions} compactions, {loop.watched.turns} turns", flush=True)


async def too_large() -> None:
    """What can not fit is LiteLLM's own error and is not sent, so a router turns to the larger model that it was given for that."""
    watched = w.Watched(1_000_000, tool="read_file")
    compaction = Compaction(reserve_tokens=2_000)
    litellm.callbacks = [compaction]
    way = {"api_base": watched.openai_url, "api_key": "key"}
    asked: dict[str, Any] = {"messages": [{"role": "user", "content": watched.open("one word " * 60_000)}], "tools": CHAT_TOOLS, "max_tokens": 500}
    for call in (litellm.acompletion, lambda **request: asyncio.to_thread(compaction.completion, **request)):
        try:
            await call(model="openai/gpt-4o", metadata={"session_id": "large"}, **asked, **way)
        except litellm.ContextWindowExceededError:
            assert not watched.log
            continue
        raise AssertionError("a request that is too large was sent")
    models = [{"model_name": name, "litellm_params": {"model": model, **way}} for name, model in {"small": "openai/gpt-4o", "large": "openai/gpt-4.1"}.items()]
    routed = litellm.Router(model_list=models, context_window_fallbacks=[{"small": ["large"]}], num_retries=0)
    reply = await routed.acompletion(model="small", metadata={"session_id": "large"}, **asked)
    assert watched.turns == 1 and "4.1" in reply.model and not watched.lost_requests, (watched.turns, reply.model)
    print("what is too large for one model went to the larger one of the router", flush=True)


# What stands beside the configuration of the proxy. It runs in the proxy's process, and tells in a file what it did.
BESIDE = """
from conspectus.litellm import Compaction, session_of

def told(line):
    with open("told", "a") as file:
        file.write(line + "\\n")

def key(kwargs):
    told(f"session {session_of(kwargs)}")
    return session_of(kwargs)

compaction = Compaction(key=key, summarize="model", context_window=%d, reserve_tokens=2_000, on_compact=lambda result: told("changed") if result.changed else None)
"""


@contextmanager
def proxy(folder: Path, models: dict[str, Any], key: str) -> Iterator[str]:
    """LiteLLM's proxy, as its command starts it; gives its address."""
    (folder / "compaction.py").write_text(BESIDE % w.WINDOW)
    listed = [{"model_name": name, "litellm_params": params} for name, params in models.items()]
    config = {"model_list": listed, "litellm_settings": {"callbacks": "compaction.compaction", "num_retries": 4}, "general_settings": {"master_key": key}}
    # JSON is YAML.
    (folder / "config.yaml").write_text(json.dumps(config))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    command = [str(Path(sys.executable).parent / "litellm"), "--config", "config.yaml", "--host", "127.0.0.1", "--port", port]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, env={**os.environ, "LITELLM_LOCAL_MODEL_COST_MAP": "True"})
    try:
        for _ in range(240):
            assert process.poll() is None, (folder / "log").read_text()[-2_000:]
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/health/liveliness", timeout=2).close()
                break
            except OSError:
                time.sleep(0.5)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def proxied() -> None:
    """A client of OpenAI and one of Anthropic, through the proxy. The id of the conversation is a header."""
    chat, claude = (Loop(wire, f"conspectus: proxy, {path}", plan=w.FAILURES) for wire, path in (("openai_chat", "/v1/chat/completions"), ("anthropic", "/v1/messages")))
    models = {loop.wire: {name: loop.request[name] for name in ("model", "api_base", "api_key")} for loop in (chat, claude)}
    key = f"sk-{secrets.token_hex(24)}"
    with tempfile.TemporaryDirectory() as folder, proxy(Path(folder), models, key) as url:
        told = Path(folder) / "told"
        asks = openai.OpenAI(base_url=f"{url}/v1", api_key=key, max_retries=0, default_headers={"x-litellm-session-id": "one"})
        chat.begin()
        for turn in range(w.TURNS):
            chat.end(turn, asks.chat.completions.create(model=chat.wire, messages=chat.messages, tools=CHAT_TOOLS, max_tokens=2_000))
            chat.messages = [message if isinstance(message, dict) else message.model_dump(exclude_none=True) for message in chat.messages]
        assert {line for line in told.read_text().splitlines() if "session" in line} == {"session one"}
        chat.compactions = told.read_text().count("changed")
        chat.tell()
        messages: list[Any] = [{"role": "user", "content": claude.watched.open(question(0))}]
        with anthropic.Anthropic(base_url=url, api_key=key, max_retries=0, default_headers={"x-litellm-session-id": "two"}) as client:
            for turn in range(w.TURNS):
                reply = client.messages.create(model=claude.wire, messages=messages, tools=TOOLS, system=w.SYSTEM, max_tokens=2_000)
                results = [{"type": "tool_result", "tool_use_id": block.id, "content": claude.watched.tool(block.input["path"])} for block in reply.content if block.type == "tool_use"]
                said = [block.model_dump(exclude_none=True) for block in reply.content]
                messages += [{"role": "assistant", "content": said}, {"role": "user", "content": results or claude.watched.open(question(turn + 1))}]
        assert {line for line in told.read_text().splitlines() if "session" in line} == {"session one", "session two"}
        claude.compactions = told.read_text().count("changed") - chat.compactions
        claude.tell()
    assert chat.watched.summaries and claude.watched.summaries


async def own(wire: str, most: int) -> None:
    """LiteLLM's `trim_messages` before each request. Its count leaves out the results at the end of the list."""
    loop = Loop(wire, f"own: trim_messages to {most:,}")
    litellm.callbacks = []

    async def ask(**request: Any) -> Any:
        kept = litellm.utils.trim_messages([dict(message) for message in request["messages"]], model="gpt-4", max_tokens=most)
        loop.compactions += len(kept) < len(request["messages"])
        return await litellm.acompletion(**{**request, "messages": kept})

    try:
        await loop.arun(ask)
    except Exception as error:
        print(f"trim_messages: {str(error)[:200]}", flush=True)
        w.tell("litellm", wire, loop.way, loop.watched, loop.compactions, failed=True)


def main() -> None:
    litellm.suppress_debug_info = True
    for wire in MODELS:
        asyncio.run((loop := Loop(wire, "conspectus: acompletion")).arun(own_callbacks(loop)))
        asyncio.run((loop := Loop(wire, "conspectus: acompletion, by the model", summarize="model")).arun(own_callbacks(loop)))
        asyncio.run((loop := Loop(wire, "conspectus: streamed")).arun(own_callbacks(loop), streams=True))
        asyncio.run(two_at_once(wire))
        asyncio.run(router(Loop(wire, "conspectus: router", plan=w.FAILURES)))
        Loop(wire, "conspectus: completion", plan=w.FAILURES).run()
        Loop(wire, "conspectus: completion, by the model", summarize="model").run()
        asyncio.run(overflows(wire))
        # Three quarters of the window, and half of it.
        for most in (18_000, 12_000):
            asyncio.run(own(wire, most))
    asyncio.run(messages_api(Loop("anthropic", "conspectus: anthropic_messages")))
    asyncio.run(too_large())
    proxied()


if __name__ == "__main__":
    main()
