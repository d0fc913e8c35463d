"""Runs whole sessions through the real clients of SDKs and frameworks, against the strict server on
the own machine.

What a client hands out goes into the list as it is, and the list goes through a compactor before
every request. In each turn the dialect must be told rightly, what was not touched must be the same
object, the request of the user must still be there, and the client and the provider must take the
list. Run by `make sdk`.

python sessions.py [name ...]

A host whose packages are not installed is named and passed over; named on the command line, it is
an error.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import conspectus
from conspectus._objects import plain
from never_stuck.models import good
from provider.hosts import CHARS, THINKING, TOOLS, picture, question, server_of
from provider.tools import answer_calls, chat_results, gemini_results, png, response_results, run_tool

TURNS = 70
WINDOW = 24_000
FUNCTIONS: list[Any] = [{"type": "function", "function": {"name": tool["name"], "description": tool["description"], "parameters": tool["input_schema"]}} for tool in TOOLS]
SERVER = server_of(WINDOW)


def as_data(value: Any) -> Any:
    """What a list holds, objects as their fields, for looking into it."""
    if isinstance(value, (str, int, float, bool)) or value is None:
        return value
    if isinstance(value, dict):
        return {str(name): as_data(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_data(item) for item in value]
    if isinstance(value, bytes):
        return "bytes"
    held = plain(value)
    return as_data(held) if held is not NotImplemented else str(value)


def with_picture(text: str) -> list[Any]:
    """A question with a picture, as OpenAI's chat messages hold it."""
    return [{"type": "text", "text": text}, {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{png(len(text) % 256)}"}}]


def summary(request: dict[str, Any]) -> str:
    """Of a request that asks in the objects of the list."""
    return good({**request, "messages": as_data(request["messages"])})


class Watched:
    """A compactor, and what must hold of everything that it gives back."""

    def __init__(self, dialect: str, **options: Any) -> None:
        self.dialect = dialect
        self.compactor = conspectus.Compactor(context_window=WINDOW, summarize=summary, reserve_tokens=2_000, **options)
        self.statuses: list[str] = []
        self.classes: set[type] = set()

    def compact(self, messages: list[Any], usage: Any, request: str) -> list[Any]:
        self.classes |= {type(message) for message in messages}
        found = conspectus.gemini_cli.estimate_tokens(messages).dialect
        # One message of plain text reads the same in several dialects.
        assert found == self.dialect or len(messages) == 1, f"read as {found}"
        assert conspectus.validate(messages) == [], conspectus.validate(messages)
        result = self.compactor.compact(messages, usage=usage)
        after: list[Any] = list(result.messages)
        self.statuses.append(result.status)
        assert result.can_send, result.reason
        assert conspectus.validate(after) == [], conspectus.validate(after)
        assert request in json.dumps(as_data(after), ensure_ascii=False), "the request of the user is gone"
        strange = {type(message).__name__ for message in after} - {known.__name__ for known in self.classes}
        assert not strange, f"{strange} among the messages"
        if not result.changed:
            assert len(after) == len(messages) and all(one is other for one, other in zip(after, messages, strict=True))
        return after


class Host:
    """A program around a client: it keeps the list, and runs the tools that the model calls."""

    wire: str
    dialect: str
    options: dict[str, Any] = {}

    def __init__(self, name: str) -> None:
        # An account of its own on the server.
        self.key = name.replace(" ", "-")
        self.base = SERVER.url + ("/v1" if self.wire.startswith("openai") else "")
        self.usage: Any = None
        self.watched = Watched(self.dialect, **self.options)
        self.messages: list[Any] = []

    def run(self) -> None:
        request = question(0)
        self.messages = [self.say(request)]
        for turn in range(TURNS):
            self.messages = self.watched.compact(self.messages, self.usage, request)
            if not self.ask(turn):
                request = question(turn)
                self.messages.append(self.say(request))

    def say(self, text: str) -> Any:
        return {"role": "user", "content": text}

    def ask(self, turn: int) -> bool:
        """Sends the list, appends the answer and what the tools give. Whether a tool was called."""
        raise NotImplementedError


class OpenaiChat(Host):
    wire = dialect = "openai_chat"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        from openai import OpenAI

        self.client = OpenAI(base_url=self.base, api_key=self.key, max_retries=0)

    def say(self, text: str) -> Any:
        return {"role": "user", "content": with_picture(text)}

    def send(self) -> Any:
        return self.client.chat.completions.create(model="gpt", messages=self.messages, tools=FUNCTIONS)

    def ask(self, turn: int) -> bool:
        reply = self.send()
        message = reply.choices[0].message
        # A response tells its usage too.
        self.usage = reply.usage if turn % 2 else reply
        results = chat_results(message.model_dump(), CHARS, None)
        self.messages += [message, *results]
        return bool(results)


class OpenaiResponses(Host):
    wire = dialect = "openai_responses"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        from openai import OpenAI

        self.client = OpenAI(base_url=self.base, api_key=self.key, max_retries=0)

    def ask(self, turn: int) -> bool:
        tools: Any = [{"type": "function", "strict": False, **function["function"]} for function in FUNCTIONS]
        reply = self.client.responses.create(model="gpt", input=self.messages, tools=tools, store=False, include=["reasoning.encrypted_content"])
        self.usage = reply.usage if turn % 2 else reply
        results = response_results([item.model_dump() for item in reply.output], CHARS, picture(turn))
        self.messages += [*reply.output, *results]
        return bool(results)


class Anthropic(Host):
    wire = dialect = "anthropic"
    # The provider takes thinking of a fixed budget, whose turns must begin with it.
    model = "claude-sonnet-4-5"
    options = {"model": model}

    def __init__(self, name: str) -> None:
        super().__init__(name)
        from anthropic import Anthropic as Client

        self.client = Client(base_url=self.base, api_key=self.key, max_retries=0)

    def ask(self, turn: int) -> bool:
        tools: Any = TOOLS
        thinking: Any = THINKING
        reply = self.client.messages.create(model=self.model, messages=self.messages, max_tokens=2_000, tools=tools, thinking=thinking)
        self.usage = reply.usage if turn % 2 else reply
        answer = answer_calls([block.model_dump() for block in reply.content], CHARS, picture(turn))
        self.messages += [{"role": "assistant", "content": reply.content}, *([answer] if answer else [])]
        return answer is not None


class Gemini(Host):
    wire = dialect = "gemini"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        from google import genai

        self.types = genai.types
        self.client = genai.Client(api_key=self.key, http_options=genai.types.HttpOptions(base_url=self.base))

    def say(self, text: str) -> Any:
        return self.types.Content(role="user", parts=[self.types.Part(text=text)])

    def ask(self, turn: int) -> bool:
        declared: Any = [{"name": tool["name"], "description": tool["description"], "parameters_json_schema": tool["input_schema"]} for tool in TOOLS]
        off = self.types.AutomaticFunctionCallingConfig(disable=True)
        config = self.types.GenerateContentConfig(tools=[self.types.Tool(function_declarations=declared)], automatic_function_calling=off)
        reply = self.client.models.generate_content(model="gemini", contents=self.messages, config=config)
        self.usage = reply.usage_metadata if turn % 2 else reply
        content = reply.candidates[0].content
        results = gemini_results(content.model_dump(by_alias=True, exclude_none=True), CHARS, picture(turn))
        self.messages += [content, *([self.types.Content.model_validate(results)] if results else [])]
        return results is not None


class Litellm(OpenaiChat):
    """`completion` of LiteLLM, which hands out messages of its own classes."""

    model = "openai/gpt"
    more: dict[str, Any] = {}

    def __init__(self, name: str) -> None:
        Host.__init__(self, name)
        import litellm

        litellm.suppress_debug_info = True
        self.litellm = litellm

    def send(self) -> Any:
        return self.litellm.completion(model=self.model, api_base=self.base, api_key=self.key, messages=self.messages, tools=FUNCTIONS, max_retries=0, **self.more)


class LitellmAnthropic(Litellm):
    """The same list on another wire: LiteLLM translates it, thoughts and their signatures included."""

    wire = "anthropic"
    model = "anthropic/claude-sonnet-4-5"
    more = {"thinking": THINKING, "max_tokens": 2_000}


class LangChain(Host):
    wire = "openai_chat"
    dialect = "langchain"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        import langchain_core.messages as classes
        from langchain_openai import ChatOpenAI

        self.lc = classes
        self.model = ChatOpenAI(model="gpt", base_url=self.base, api_key=self.key, max_retries=0, use_responses_api=False).bind_tools(FUNCTIONS)

    def say(self, text: str) -> Any:
        return self.lc.HumanMessage(with_picture(text))

    def ask(self, turn: int) -> bool:
        reply = self.model.invoke(self.messages)
        self.usage = reply.usage_metadata if turn % 2 else reply
        called = {"tool_calls": [{"id": call["id"], "function": {"name": call["name"], "arguments": json.dumps(call["args"])}} for call in reply.tool_calls]}
        results: list[Any] = []
        for result in chat_results(called, CHARS, None):
            results.append(self.lc.ToolMessage(result["content"], tool_call_id=result["tool_call_id"]))
        self.messages += [reply, *results]
        self.lc.messages_from_dict(self.lc.messages_to_dict(self.messages))
        return bool(results)


class PydanticAi(Host):
    """An agent of pydantic-ai keeps the list itself, and asks what to send before every request."""

    wire = "openai_chat"
    dialect = "pydantic_ai"

    def run(self) -> None:
        from pydantic_ai import Agent
        from pydantic_ai.capabilities import ProcessHistory
        from pydantic_ai.messages import ModelMessagesTypeAdapter, ModelResponse
        from pydantic_ai.models.openai import OpenAIChatModel
        from pydantic_ai.providers.openai import OpenAIProvider
        from pydantic_ai.usage import UsageLimits

        request = question(0)

        def processed(messages: list[Any]) -> list[Any]:
            usage = next((message.usage for message in reversed(messages) if isinstance(message, ModelResponse)), None)
            return self.watched.compact(messages, usage, request)

        def read_file(path: str) -> str:
            """Reads a file."""
            return run_tool(path, CHARS)

        model = OpenAIChatModel("gpt", provider=OpenAIProvider(base_url=self.base, api_key=self.key))
        agent = Agent(model, tools=[read_file], capabilities=[ProcessHistory(processed)])
        messages: list[Any] = []
        turn = 0
        while len(self.watched.statuses) < TURNS:
            made = agent.run_sync(request, message_history=messages or None, usage_limits=UsageLimits(request_limit=None))
            messages = made.all_messages()
            ModelMessagesTypeAdapter.validate_json(ModelMessagesTypeAdapter.dump_json(messages))
            turn += 1
            request = question(turn)


class OpenaiAgents(Host):
    """The runner of openai-agents keeps the list itself, and lets a filter change what is sent."""

    wire = dialect = "openai_responses"

    def run(self) -> None:
        from agents import Agent, OpenAIResponsesModel, RunConfig, Runner, function_tool, set_tracing_disabled
        from agents.run import CallModelData, ModelInputData
        from openai import AsyncOpenAI

        set_tracing_disabled(True)
        request = question(0)

        def filtered(data: CallModelData[None]) -> ModelInputData:
            return ModelInputData(input=self.watched.compact(list(data.model_data.input), self.usage, request), instructions=data.model_data.instructions)

        @function_tool
        def read_file(path: str) -> str:
            """Reads a file."""
            return run_tool(path, CHARS)

        model = OpenAIResponsesModel("gpt", AsyncOpenAI(base_url=self.base, api_key=self.key, max_retries=0))
        agent = Agent(name="reader", model=model, tools=[read_file])
        items: list[Any] = []
        turn = 0
        while len(self.watched.statuses) < TURNS:
            items.append({"role": "user", "content": request})
            made = Runner.run_sync(agent, items, max_turns=20, run_config=RunConfig(call_model_input_filter=filtered))
            self.usage = made.raw_responses[-1].usage
            items = made.to_input_list()
            turn += 1
            request = question(turn)


HOSTS: dict[str, Callable[[str], Host]] = {
    "openai chat": OpenaiChat,
    "openai responses": OpenaiResponses,
    "anthropic": Anthropic,
    "google-genai": Gemini,
    "litellm": Litellm,
    "litellm to anthropic": LitellmAnthropic,
    "langchain": LangChain,
    "pydantic-ai": PydanticAi,
    "openai-agents": OpenaiAgents,
}


def check(name: str) -> None:
    host = HOSTS[name](name)
    host.run()
    statuses = host.watched.statuses
    sizes = SERVER.session(host.key).sizes
    assert len(statuses) >= TURNS and max(sizes) <= WINDOW
    compacted = [status for status in statuses if status != "unchanged"]
    assert len(compacted) >= 3 and statuses.count("summarized") >= 2, statuses
    print(f"{name:21} {len(sizes)} requests of at most {max(sizes)} tokens of {WINDOW}, {len(compacted)} compactions, {statuses.count('summarized')} summaries")


# `make sdk` runs this one in another environment.
APART = "openai-agents"
MUST_RUN = bool(os.environ.get("MUST_RUN"))


def main() -> None:
    named = sys.argv[1:]
    failed = 0
    for name in named or HOSTS:
        try:
            check(name)
        except ImportError as error:
            failed += bool(named) or (MUST_RUN and name != APART)
            print(f"{name:21} not here: {error}")
        except Exception as error:
            failed += 1
            print(f"{name:21} failed: {type(error).__name__}: {str(error)[:600]}", file=sys.stderr)
            if os.environ.get("SESSIONS_RAISE"):
                raise
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
