"""A web server with many conversations: one compactor and one lock for each.

    pip install "conspectus[anthropic]" fastapi uvicorn
    uvicorn --app-dir examples web_server:app
    curl -d '{"text": "Hello."}' -H 'Content-Type: application/json' localhost:8000/conversations/a
"""

import asyncio
from dataclasses import dataclass, field
from typing import Any

import anthropic
from fastapi import FastAPI, HTTPException
from pydantic import BaseModel

from conspectus import Compactor
from conspectus.anthropic import build_request, summarizer

MODEL = "claude-sonnet-5"
REQUEST = {"model": MODEL, "max_tokens": 2_000, "system": "You answer briefly."}
client = anthropic.AsyncAnthropic()
app = FastAPI()


@dataclass
class Conversation:
    # A small window, so that something gets compacted. Without it, conspectus takes the model's own.
    compactor: Any = field(default_factory=lambda: Compactor(model=MODEL, context_window=24_000, reserve_tokens=2_000, summarize=summarizer(client, MODEL)))
    messages: list[Any] = field(default_factory=list)
    usage: Any = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Question(BaseModel):
    text: str


conversations: dict[str, Conversation] = {}


@app.post("/conversations/{name}")
async def turn(name: str, question: Question) -> dict[str, Any]:
    conversation = conversations.setdefault(name, Conversation())
    async with conversation.lock:  # a compactor does one run at a time
        asked = [*conversation.messages, {"role": "user", "content": question.text}]
        result = await conversation.compactor.acompact(asked, usage=conversation.usage, system=REQUEST["system"])
        if not result.can_send:
            raise HTTPException(413, result.reason)
        reply = await client.messages.create(**build_request(REQUEST, result))
        conversation.messages = [*result.messages, {"role": "assistant", "content": reply.content}]
        conversation.usage = reply.usage
    return {"answer": "".join(block.text for block in reply.content if block.type == "text"), "status": result.status, "prompt_tokens": result.prompt_tokens}
