"""`Compactor`, with the loop that drives the machine: sync and async. `compact` is the same for one call."""

import sys
from _thread import allocate_lock

from . import _signatures
from ._conspectus import line
from ._machine import Machine, as_data
from ._patch import apply_patch
from .errors import BusyError, InvalidOptionError, WrongOrderError
from .results import Result

_NO_SUMMARIZER = "a summary is needed: make the compactor with `summarize=`, your function, or with `summarize=\"extractive\"`"
_FUNCTIONS = ("store", "before_compact", "on_compact")


class Compactor:
    """Decides when and what to compact, has a summary written, checks it, and only then hands over a smaller history.

    Make one for each conversation. Its options are keyword arguments; share them as `Compactor(**shared)`. A preset's own options stand in
    an object: `preset={"name": "gencode", "prune_protect": 60_000}`.

    `summarize(request)` is your model call: `request` has `system`, `messages` and `max_output_tokens`. It returns the text, an SDK's
    reply, or an object with `.text` (and `.input_tokens`, `.output_tokens`, `.stop_reason` if known); `None` is an empty answer. Without it the summary is made of the conversation's own
    lines, without a model: that is `summarize="extractive"`. If your function raises, that summary stands in, or old results are cleared at
    least: the result has the exception as `error`. If nothing can stand in (`fallback="none"`), the exception is re-raised unchanged, and
    the history is not changed.

    The logger `conspectus` of `logging` hears when a run works (`INFO`), when something stands in for a summary or a run fails
    (`WARNING`), and when nothing may be sent (`ERROR`).

    `store(action)` puts `action["text"]` where it can be found again and returns where: a path, a key. If it raises, the run goes
    on as without it, and the result warns. `before_compact(action)` is called before work is done; it may return `{"cancel": True}`, which ends the run,
    or `{"context": text}`, which the summariser of this run reads. `on_compact(result)` gets the result of each run that did or tried
    something.
    """

    def __reduce_ex__(self, *asked):
        raise TypeError("a compactor belongs to one conversation and can't be copied: use compactor.save() and Compactor.load(state, ...)")

    __copy__ = __deepcopy__ = __reduce_ex__

    def __init__(self, *wrong, **given):
        if wrong:
            raise InvalidOptionError(f"options are keyword arguments: use Compactor(model={wrong[0]!r})", "")
        functions, given = _functions(given)
        self._machine = Machine(**given)
        self._free = allocate_lock()
        self._calls = functions

    __init__.__doc__ = _signatures.Compactor.__doc__
    __init__.__wrapped__ = _signatures.Compactor

    def __class_getitem__(cls, item):
        return cls

    def __repr__(self):
        return line("Compactor", {"state": self._machine.state})

    def compact(self, messages, **turn):
        """Compacts `messages` if it is time to, or with `force=True`. Gives a `Result`.

        `messages` is not changed. If it grows while the summary is made, the result ends with what was added.
        """
        with _Run(self, messages, turn) as run:
            steps, told = run.steps(), None
            try:
                while True:
                    told = _taken(*steps.send(told))
            except StopIteration as end:
                return end.value

    async def acompact(self, messages, **turn):
        """As `compact`, with functions that may be coroutine functions. Cancelling the task cancels the run."""
        with _Run(self, messages, turn) as run:
            steps, told = run.steps(), None
            try:
                while True:
                    told = await _awaited(*steps.send(told))
            except StopIteration as end:
                return end.value

    def view(self, full, **turn):
        """As `compact`, for a host that keeps the full list and hands it over each time. Gives a `Result`: send its `messages`.

        What was summarised before stays summarised: the messages are recognised by identity, or by their content if the host copies them.
        `changed` says whether the list to send differs from the one that was given.
        """
        return self.compact(full, **turn)

    async def aview(self, full, **turn):
        """As `view`, with functions that may be coroutine functions."""
        return await self.acompact(full, **turn)

    def plan(self, messages, **turn):
        """What `compact` with these arguments would do: a `Plan`, whose `str` is its text for people.

        Nothing changes, no model is asked and nothing is stored: what a model's summary would say is not known.
        """
        return self._machine.plan(messages, **turn)

    def handle_provider_error(self, error):
        """What to do about a provider's error: an exception of any SDK, its data, or its text.

        `action` is `compact`, `lower_max_tokens` (to `limit_output_tokens`), `relieve_bytes`, `relieve_media`, `repair`, `drop_thinking`, `wait`
        (for `wait_ms`) or `fail`. But for `fail`, call `compact` and send again: the compactor does what the refusal asks for, whatever the
        estimates say. A limit that an error states holds for this model and window, until a larger prompt is accepted or 64 prompts are.
        """
        return self._machine.handle_provider_error(error)

    _is_mistaken = False

    def _mistaken(self, error):
        """Says once that `summarize` is written wrongly: nothing else would, since another summary stands in."""
        if not self._is_mistaken:
            self._is_mistaken = True
            import logging

            logging.getLogger("conspectus").error("your `summarize` raised %r: that is a mistake in the program, and no model is asked", error, exc_info=error)

    def cancel(self):
        """Ends a run that goes on, from another thread or from one of your functions. Its result has the status `cancelled`."""
        self._is_cancelled = True
        self._machine.cancel()

    def save(self):
        """What the compactor remembers, as a dict that `json.dumps` can write. Options are not in it, nor is a run that goes on."""
        return self._machine.save()

    @classmethod
    def load(cls, state, **given):
        """A compactor with these options that remembers what another one gave by `save()`."""
        self = cls(**given)
        self._machine._ask("load", state)
        return self

    for _function, _signature in (
        (compact, _signatures.Compactor_compact),
        (acompact, _signatures.Compactor_acompact),
        (view, _signatures.Compactor_compact),
        (aview, _signatures.Compactor_acompact),
        (plan, _signatures.Compactor_compact),
    ):
        _function.__doc__ += "\n" + _signature.__doc__
        _function.__wrapped__ = _signature
    del _function, _signature


def compact(messages, **given):
    """One call: a `Compactor` made of the options, and its `compact` with the arguments of the turn. Gives a `Result`.

    Give a `context_window`, which says when it is time to, or `force=True`. For a conversation of many turns make one
    `Compactor`: it remembers what it did before.
    """
    turn = {name: given.pop(name) for name in [*given] if _is_of_turn(name)}
    return Compactor(**given).compact(messages, **turn)


compact.__doc__ += f"\n{_signatures.Compactor_compact.__doc__}\n{_signatures.Compactor.__doc__}"
compact.__wrapped__ = _signatures.compact
compact.__module__ = Compactor.__module__ = "conspectus"


def _is_of_turn(name):
    if name in _signatures.TURN:
        return True
    if name in _signatures.CONSTRUCTOR:
        return False
    # A misspelled name goes where its near names are known.
    from difflib import get_close_matches

    return get_close_matches(name, [*_signatures.TURN, *_signatures.CONSTRUCTOR], 1)[:1] in [[near] for near in _signatures.TURN]


def _functions(given):
    """The functions of the host, and the options for the core."""
    functions = {name: value for name in _FUNCTIONS if (value := given.pop(name, None)) is not None}
    for name, value in functions.items():
        _function(value, name, name, " or a FolderStore" if name == "store" else "")
    if callable(given.get("summarize")):
        functions["summarize"], given["summarize"] = _function(given["summarize"], "summarize", "summarize"), "host"
    elif given.get("summarize") == "host":
        raise InvalidOptionError("summarize must be your function, or \"extractive\"", "/summarize")
    preset = given.get("preset")
    if isinstance(preset, dict) and "restore" in preset:
        restore = preset["restore"]
        if restore is not None:
            functions["restore"] = _function(restore, "restore", "preset/restore")
        given["preset"] = {name: value for name, value in preset.items() if name != "restore"}
    listed = [name for name in ("store", "restore") if name in functions]
    if listed:
        # The core knows which of them the preset calls.
        given["host_functions"] = listed
    return functions, given


def _function(value, name, path, other=""):
    if isinstance(value, type):
        raise InvalidOptionError(f"{name} must be a function{other}, not a class: use {value.__name__}(...)", f"/{path}")
    if not callable(value):
        raise InvalidOptionError(f"{name} must be a function{other}", f"/{path}")
    return value


class _WrongUseError(TypeError):
    """A function is not what it must be. That is no failure of a model, so nothing stands in for it."""


# What a program raises that is written wrongly. A provider that fails raises classes of its own.
_MISTAKES = (TypeError, KeyError, NameError, AttributeError)


class _Run:
    """One run from `handle_messages` to `done`."""

    def __init__(self, compactor, messages, turn):
        self.compactor = compactor
        self.machine = compactor._machine
        self.messages = messages
        self.turn = turn
        self.view = self.patch = self.done = self.ended = self.error = self.lists = None

    def __enter__(self):
        if not self.compactor._free.acquire(blocking=False):
            raise BusyError("the compactor is busy with a run: wait or cancel it, and use one compactor per conversation")
        self.compactor._is_cancelled = False
        try:
            self.view = self.machine.view(self.messages, unchanged_messages=self.turn.get("unchanged_messages"))
            # Whether there is something to be planned yet.
            self.rests = self.machine._begins(self.listed(), **self.turn)
        except BaseException:
            self.compactor._free.release()
            raise
        return self

    def __exit__(self, *raised):
        """Whatever happened (a cancelled task, an interrupt), the machine is ready for the next run."""
        try:
            if self.done is None:
                self.machine.cancel()
                while self.machine.poll_action() is not None:
                    pass
        finally:
            self.compactor._free.release()

    def listed(self):
        """The messages as they are now. Where the host keeps the full list, former runs stand in place of its first messages."""
        if self.view is None:
            return self.messages
        covered, instead = self.view
        return [*instead, *self.messages[covered:]]

    def steps(self):
        """The run. It yields what to call and with what, and what an action asks of the host, if it does; it is sent what this gave, and what it raised."""
        if self.rests:
            yield from self._work()
            if self.compactor._is_cancelled:
                # It was before the work began, when there was nothing to end.
                self.machine.cancel()
        heard = _is_heard()
        while self.done is None:
            action, self.ended = self.machine.raw_poll(heard)
            asks = action.pop("asks", _NOTHING)
            for told in action.pop("log", ()):
                _log(told)
            if action["kind"] == "apply":
                self.patch = action["patch"]
                self._current()
                continue
            call = self.compactor._calls.get(asks["function"])
            if action["kind"] == "done":
                self.done = action
                if call is not None:
                    _, error = yield call, self.made(), asks
                    # The work is done: it is not lost because somebody could not be told.
                    self.error = self.error or error
                # Where something stands in for the summary, or only a second call failed, the run
                # succeeds. The result tells of the error.
                if self.error is not None and asks["raises"]:
                    raise self.error
            elif call is None:
                if asks["function"] == "summarize":
                    raise _WrongUseError(_NO_SUMMARIZER)
                yield from self._told("failure")
            else:
                answer, error = yield call, self.argument(action), asks
                try:
                    given = () if error is not None else _GIVES[asks["function"]](answer)
                except Exception as wrong:
                    error = wrong
                if error is not None and asks["on_error"] == "raise":
                    raise error
                if self.machine.raw_ask("awaits") != asks["function"]:
                    continue  # cancelled meanwhile: the machine says so next
                if error is None:
                    yield from self._told("answer", *given)
                    continue
                if isinstance(error, _WrongUseError) and asks["function"] == "summarize":
                    raise error
                if asks["on_error"] == "fail":
                    self.error = error
                    if isinstance(error, _MISTAKES):
                        self.compactor._mistaken(error)
                yield from self._told("failure", _text_of(error))
        return self.made()

    def _told(self, name, given=None, beside=None):
        if self.machine.raw_ask(name, given, beside) is ...:
            yield from self._work()

    def _work(self):
        """Has the machine go on, while other threads use the interpreter."""
        _, error = yield self.machine.raw_work, None, None
        if error is not None:
            raise error

    def _current(self):
        try:
            self.machine.handle_current(self.listed())
        except WrongOrderError:
            # Another thread may have cancelled the run just then.
            if self.machine.state != "done":
                raise

    def argument(self, action):
        """What a function of the host gets of an action."""
        if action["kind"] == "read_files":
            return action["files"]
        if action["kind"] == "before_compact":
            return {"trigger": action["trigger"]}
        if action["kind"] == "store_output":
            return action
        request = action["request"]
        # A request asks in objects where the list holds objects, so that what sends the list can
        # send the request.
        if not all(isinstance(message, (dict, str)) for message in self.messages):
            from ._objects import like_neighbours

            request["messages"] = like_neighbours(request["messages"], self.messages)
        return request

    def made(self):
        applied = self.done["applied"]
        if self.lists is None:
            # Once: `on_compact` may put the new messages into the host's own list.
            listed = self.listed()
            self.lists = (apply_patch(listed, self.patch), list(listed)) if applied else (listed, listed)
        messages, before = self.lists
        changed = applied or self.view is not None
        return Result._made(self.done["result"], messages, changed, self.error, self.ended, before, self.patch if applied else None)


# What an action asks that asks nothing.
_NOTHING = {"function": "", "raises": False, "timed_out": None}

# What the machine gets of what the functions of the host give.
_GIVES = {
    "summarize": lambda answer: (_text(answer), as_data({name: getattr(answer, name, None) for name in ("input_tokens", "output_tokens", "stop_reason")})),
    "store": lambda place: (None if place is None else str(place),),
    "restore": lambda files: (files,),
    "before_compact": lambda answer: (answer if isinstance(answer, dict) else None,),
}


def _taken(call, given, asks):
    """Does a step: what it gives, and what it raises."""
    try:
        if asks is None:
            return call(), None
        answer = call(given) if asks["timed_out"] is None else _in_time(call, given, asks["timed_out"])
        if _is_awaitable(answer):
            getattr(answer, "close", lambda: None)()
            raise _WrongUseError("async functions require `await compactor.acompact(...)`")
    except Exception as error:
        return None, error
    return answer, None


async def _awaited(call, given, asks):
    """As `_taken`, for functions that may be coroutine functions."""
    try:
        if asks is None:
            return await _off_loop(call), None
        limit = asks["timed_out"] and given["timeout_s"]
        answer = call(given)
        if _is_awaitable(answer):
            answer = await (_awaited_in_time(answer, limit, asks["timed_out"]) if limit else answer)
        return answer, None
    except Exception as error:
        return None, error


def _in_time(call, given, timed_out):
    """Calls in a thread what may hang. Nothing can end it: it is left behind, and the program may end before it does."""
    from contextvars import copy_context
    from threading import Thread

    told, limit = [], given["timeout_s"]

    def run():
        try:
            told.append((call(given), None))
        except BaseException as error:
            told.append((None, error))

    thread = Thread(target=copy_context().run, args=(run,), name="conspectus-summarize", daemon=True)
    try:
        thread.start()
    except RuntimeError:
        # There are no threads, or no more of them.
        return call(given)
    thread.join(limit)
    if not told:
        raise TimeoutError(timed_out)
    answer, error = told[0]
    if error is not None:
        raise error
    return answer


async def _awaited_in_time(answer, limit, timed_out):
    """Another loop than that of asyncio waits without end."""
    try:
        asyncio = sys.modules["asyncio"]
        now = asyncio.get_running_loop().time
    except (KeyError, RuntimeError):
        return await answer
    end = now() + limit
    try:
        return await asyncio.wait_for(answer, limit)
    except asyncio.TimeoutError:
        # The function may have a limit of its own.
        if now() < end:
            raise
    raise TimeoutError(timed_out)


def _text_of(error):
    """What an exception says, for the report."""
    try:
        return str(error) or type(error).__name__
    except Exception:
        return type(error).__name__


def _is_heard():
    """Whether anybody listens to records of the lowest level. Without an import of `logging` nobody can have asked for them."""
    logging = sys.modules.get("logging")
    return logging is not None and logging.getLogger("conspectus").isEnabledFor(logging.DEBUG)


def _log(told):
    """Hands a record to the logger `conspectus`."""
    # The import of `logging` would take most of the time of ours. Without it nobody can have asked
    # for records below a warning.
    if told["level"] in ("warning", "error") or "logging" in sys.modules:
        import logging

        level = getattr(logging, told["level"].upper())
        logging.getLogger("conspectus").log(level, "%s", told["text"], extra={"event": told["event"], **told["attributes"]})


async def _off_loop(work):
    """Does in a thread what takes long, so that the loop goes on. Another loop than that of asyncio waits."""
    try:
        # Whoever runs a loop has imported it.
        asyncio = sys.modules["asyncio"]
        future = asyncio.get_running_loop().run_in_executor(None, work)
    except (KeyError, RuntimeError):
        return work()
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        # The run cannot be ended before.
        await asyncio.wait([future])
        raise


def _is_awaitable(answer):
    # What `collections.abc.Awaitable` looks at. Its import would take longer than that of this
    # package.
    return hasattr(type(answer), "__await__")


# Where the replies of SDKs hold their text: Responses, Gemini and LangChain; chat completions; Anthropic; Bedrock;
# pydantic-ai. Source: their types, November 2026.
_TEXTS = (("output_text",), ("text",), ("choices", 0, "message", "content"), ("content",), ("message", "content"), ("output", "message", "content"), ("output",))


def _text(answer):
    """The text of an answer: a str, an object with a `text`, or an SDK's reply. Nothing is an empty answer."""
    if answer is None or isinstance(answer, str):
        return answer or ""
    found = False
    for path in _TEXTS:
        value = answer
        for step in path:
            value = _step(value, step)
        text = _joined(value() if callable(value) and path == ("text",) else value)
        if text:
            return text
        found = found or text is not None or _step(answer, path[0]) is not None
    if not found:
        raise _WrongUseError(f"`summarize` must return a str, an object with a `text`, or an SDK's response, not `{type(answer).__name__}`")
    return ""


def _step(value, step):
    if isinstance(step, int):
        return value[step] if isinstance(value, (list, tuple)) and len(value) > step else None
    return value.get(step) if isinstance(value, dict) else getattr(value, step, None)


def _joined(content):
    """A text, or those of a list of blocks; `None` for anything else."""
    if isinstance(content, str) or not isinstance(content, (list, tuple)):
        return content if isinstance(content, str) else None
    texts = [block if isinstance(block, str) else _step(block, "text") for block in content]
    return "".join(text for text in texts if isinstance(text, str))
