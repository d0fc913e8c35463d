"""A middleware."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from langchain.agents.middleware.internal_call_transformer import InternalCallTransformer
from langchain.agents.middleware.types import AgentMiddleware, ContextT, ExtendedModelResponse, ModelRequest, ModelResponse, ResponseT
from langchain.chat_models import init_chat_model
from langchain_core.exceptions import ContextOverflowError
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, RemoveMessage
from langchain_core.utils.function_calling import convert_to_openai_tool
from langgraph.graph.message import REMOVE_ALL_MESSAGES
from langgraph.runtime import Runtime
from langgraph.types import Command

from .._adapter import Conversations, OnError, counted
from .._sdks import extra
from ..results import Result
from ._models import aask, ask, limited, marked, traced, with_mark
from ._state import CompactionState, Live, plain

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._state import MiddlewareOptions

__all__ = ["CompactionMiddleware"]


class CompactionMiddleware(AgentMiddleware[CompactionState, ContextT, ResponseT]):
    """Compacts what the agent's model is asked, and sends it again after a refusal as often as that helps.

    It stands where `SummarizationMiddleware` stands: `model` writes the summaries. Without one they are made without a model, or by the
    agent's own with `summarize="model"`. `mode="state"` also puts the smaller list into the state; with `"view"` the state keeps every
    message. `pinned` is asked of each message whether it survives. Options are those of `Compactor`; `trigger` and `keep` are also taken
    as `("fraction", 0.85)`, `("tokens", 50_000)`, and `keep` as `("messages", 20)`. One object serves any number of threads.

        middleware = CompactionMiddleware("openai:gpt-4.1-mini", trigger=("fraction", 0.8), keep=("messages", 20))
        agent = create_agent("openai:gpt-4.1", [read_file], middleware=[middleware], checkpointer=InMemorySaver())
    """

    state_schema = CompactionState
    transformers = (InternalCallTransformer,)

    def __init__(
        self,
        model: str | BaseChatModel | None = None,
        /,
        *,
        mode: Literal["state", "view"] = "state",
        pinned: Callable[[BaseMessage], bool] | None = None,
        on_error: OnError | None = None,
        **options: Unpack[MiddlewareOptions],
    ) -> None:
        if mode not in ("state", "view"):
            raise ValueError(f'mode must be "state" or "view", not {mode!r}')
        given: dict[str, Any] = {**options}
        named = given.pop("model", None)
        writer = named if model is None else model
        self._writer = init_chat_model(writer) if isinstance(writer, str) else writer
        if writer is not None:
            given.setdefault("summarize", "model")
        given |= {name: plain(name, given[name]) for name in ("trigger", "keep") if isinstance(given.get(name), tuple)}
        self._mode = mode
        self._pinned = pinned
        self._conversations = Conversations(given, summary=lambda ask, request: ask(request), on_error=on_error, overflow=lambda _, reason: ContextOverflowError(reason))

    def wrap_model_call(self, request: ModelRequest[ContextT], handler: Callable[[ModelRequest[ContextT]], ModelResponse[ResponseT]]) -> ExtendedModelResponse[ResponseT]:
        live = self._live(request, ask)
        response = live.conversation.send(lambda: self._request(request, live, live.conversation.view(request.messages, **self._turn(request))), handler)
        return self._response(response, live)

    async def awrap_model_call(
        self, request: ModelRequest[ContextT], handler: Callable[[ModelRequest[ContextT]], Awaitable[ModelResponse[ResponseT]]]
    ) -> ExtendedModelResponse[ResponseT]:
        live = self._live(request, aask)

        async def prepare() -> ModelRequest[ContextT]:
            return self._request(request, live, await live.conversation.aview(request.messages, **self._turn(request)))

        return self._response(await live.conversation.asend(prepare, handler), live)

    def after_model(self, state: CompactionState, runtime: Runtime[ContextT]) -> dict[str, Any] | None:
        """Puts what was sent into the state. `before_model` could not: it does not know the model, and sees no refusal."""
        live = state.get("conspectus_live")
        if live is None or live.sent is None or self._mode == "view":
            return None
        now, count = state["messages"], len(live.given)
        # What another middleware changed for one call only does not go into the state.
        if len(now) < count or any(one is not other and one != other for one, other in zip(live.given, now)):
            return None
        return {"messages": [RemoveMessage(id=REMOVE_ALL_MESSAGES), *live.sent, *now[count:]]}

    async def aafter_model(self, state: CompactionState, runtime: Runtime[ContextT]) -> dict[str, Any] | None:
        return self.after_model(state, runtime)

    def _live(self, request: ModelRequest[ContextT], ask: Callable[..., Any]) -> Live:
        state: Mapping[str, Any] = request.state
        live = state.get("conspectus_live")
        if live is None:
            profile: Any = getattr(request.model, "profile", None) or {}
            talk = self._conversations.new(name=traced(request.model).get("ls_model_name"), state=state.get("conspectus"), window=profile.get("max_input_tokens"))
        else:
            talk = live.conversation
        talk.model = partial(ask, self._writer or request.model)
        return Live(talk, request.messages)

    def _turn(self, request: ModelRequest[ContextT]) -> Any:
        system = request.system_message.content if request.system_message else None
        newest = next((message for message in reversed(request.messages) if isinstance(message, AIMessage)), None)
        tools = [tool if isinstance(tool, dict) else convert_to_openai_tool(tool) for tool in request.tools]
        return {"system": system, "tools": tools, "usage": newest and counted(newest.usage_metadata), "pinned": self._pinned}

    def _request(self, request: ModelRequest[ContextT], live: Live, result: Result[Any] | None) -> ModelRequest[ContextT]:
        settings, most = request.model_settings, live.conversation.max_output_tokens
        if most is not None:
            settings = {**settings, **limited(request.model, most)}
        if result is None:
            return request.override(model_settings=settings)
        live.sent = result.messages if result.changed else None
        messages, system = result.messages, request.system_message
        if str(traced(request.model).get("ls_provider")).startswith("anthropic"):
            # A mark of Anthropic's own middleware says where, and there may be four.
            if "cache_control" not in settings:
                messages = marked(messages, result.cache_breakpoints) if result.cache_breakpoints else messages
                if system is not None and 0 in result.cache_breakpoints:
                    system = with_mark(system) or system
            settings = {**settings, **extra(settings, result)}
        return request.override(messages=messages, system_message=system, model_settings=settings)

    def _response(self, response: ModelResponse[ResponseT], live: Live) -> ExtendedModelResponse[ResponseT]:
        return ExtendedModelResponse(response, Command(update={"conspectus": live.conversation.compactor.save(), "conspectus_live": live}))
