"""Wrong uses of the helpers for SDKs. A line that ends with `# error` must be refused, no other may be."""

from __future__ import annotations

from typing import Any

import anthropic
import openai
from google import genai

from conspectus import Compactor
from conspectus import anthropic as for_anthropic
from conspectus import google as for_google
from conspectus import openai as for_openai

MODEL = "claude-opus-5-5"
messages: list[Any] = [{"role": "user", "content": "hello"}]
claude, aclaude = anthropic.Anthropic(), anthropic.AsyncAnthropic()
gpt, gemini = openai.OpenAI(), genai.Client()

compactor: Compactor[Any] = Compactor(model=MODEL, summarize=for_anthropic.summarizer(claude, MODEL))
later: Compactor[Any] = Compactor(model=MODEL, summarize=for_anthropic.summarizer(aclaude, MODEL, fields={"temperature": 0}))
others = [for_openai.summarizer(gpt, "gpt-5", wire="responses"), for_google.summarizer(gemini, "gemini-2.5-pro")]
async_others = [for_openai.summarizer(openai.AsyncOpenAI(), "gpt-5"), for_google.summarizer(gemini.aio, "gemini-2.5-pro")]
result = compactor.compact(messages)
request: dict[str, Any] = for_anthropic.build_request({"model": MODEL, "max_tokens": 8_000}, result, ttl="1h")
reply = claude.messages.create(model=MODEL, max_tokens=8_000, messages=request["messages"])
by_claude = for_anthropic.ProviderCompactor(claude, request, model=MODEL, summarize=for_anthropic.summarizer(claude, MODEL))
by_gpt = for_openai.ProviderCompactor(openai.AsyncOpenAI(), {"model": "gpt-5"}, model="gpt-5")
again = for_anthropic.ProviderCompactor.load(by_claude.save(), client=aclaude, request=request, model=MODEL)

for_anthropic.ProviderCompactor(claude, model=MODEL)  # error
for_anthropic.ProviderCompactor(gpt, request, model=MODEL)  # error
for_openai.ProviderCompactor(gpt, request, modle="gpt-5")  # error
for_openai.ProviderCompactor.load(by_gpt.save(), model="gpt-5")  # error
for_anthropic.summarizer(gpt, MODEL)  # error
for_openai.summarizer(gpt, "gpt-5", wire="completions")  # error
for_google.summarizer(gemini, model=5)  # error
for_anthropic.build_request(messages, result)  # error
for_anthropic.build_request({"model": MODEL}, result, ttl="2h")  # error
for_openai.build_request({"model": "gpt-5"}, result.messages)  # error
