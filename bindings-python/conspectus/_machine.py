"""`Machine`: the compactor without its loop, for drivers of your own."""

from . import _conspectus, _signatures
from ._patch import apply_patch
from .errors import InvalidOptionError
from .results import ClassifiedError, Plan


class Machine(_conspectus.Machine):
    """Decides when and what to compact, asks for a summary, checks it, and only then hands over a patch.

    You drive it: call `handle_messages`, then take actions from `poll_action` and answer them by `handle_stored`, `handle_store_failed`,
    `handle_summary`, `handle_failure`, `handle_restored`, `handle_current` or `cancel`. *After each `handle_*`, take actions until
    `poll_action` gives `None`, before the next `handle_*`.* Only `handle_before_compact` stands between: it may answer a `before_compact`, before the next action.

    The options are those of `Compactor`. Functions are not among them, but for a `tokenizer` that counts the tokens of a text. With
    `summarize="host"` the summary is yours to write.
    """

    _tokenizer = None
    # What stands in place of the first messages of a full list: how many those are, the version of
    # the patch for them, and the messages.
    _view = (0, 0, ())

    def __new__(cls, **options):
        tokenizer, options = counted_by_host(options)
        self = super().__new__(cls, options)
        self._tokenizer = tokenizer
        return self

    __new__.__doc__ = _signatures.Machine.__doc__
    __new__.__wrapped__ = _signatures.Machine

    def raw_ask(self, name, given=None, beside=None):
        return self.raw_asked(name, given, beside)

    def _ask(self, name, given=None, beside=None):
        answer = self.raw_asked(name, given, beside)
        return self.raw_work() if answer is ... else answer

    def handle_messages(self, messages, **turn):
        if self._begins(messages, **turn):
            self.raw_work()

    def _begins(self, messages, **turn):
        """Begins a run. Whether `raw_work` has to do the rest, in any thread."""
        turn = _with_pins(turn, messages)
        if self._tokenizer is not None:
            texts = self.raw_ask("wanted_texts", messages, turn)
            self.raw_ask("provide_counts", [self._tokenizer(text) for text in texts])
        return self.raw_ask("handle_messages", messages, turn) is ...

    def handle_before_compact(self, text):
        """What the host has to say to the summariser."""
        self._ask("handle_before_compact", str(text))

    def handle_stored(self, locator):
        """The output of the last `store_output` is stored there."""
        self._ask("handle_stored", str(locator))

    def handle_store_failed(self, message):
        """It could not be stored: the run goes on as without a store."""
        self._ask("handle_store_failed", str(message))

    def handle_restored(self, files):
        """The files of the last `read_files`: a list of `{"path", "text"}`."""
        self._ask("handle_restored", files)

    def handle_summary(self, text, **usage):
        """The summariser's answer; `usage`: `input_tokens`, `output_tokens` and `stop_reason` of the call. Lone surrogates are read as U+FFFD."""
        self._ask("handle_summary", str(text), as_data(usage))

    def handle_failure(self, message):
        """The summariser failed."""
        self._ask("handle_failure", str(message))

    def handle_current(self, messages):
        """The list as it is now, before the patch is applied."""
        self._ask("handle_current", messages)

    def poll_action(self):
        """The next action, or `None` when it is the host's turn."""
        action, _ = self.raw_poll(True)
        if action is not None:
            action.pop("asks", None)
        return action

    def cancel(self):
        """Ends the run from any state; nothing is changed."""
        self.raw_ask("cancel")

    @property
    def state(self):
        """`idle`, `storing`, `summarizing`, `restoring`, `committing` or `done`."""
        return self.raw_ask("state")

    def save(self):
        """What the machine remembers, as plain data."""
        return self.raw_ask("save")

    def handle_provider_error(self, error):
        """What to do about a provider's error: an exception of any SDK, its data, or its text. The next run does its part."""
        return ClassifiedError._of(self.raw_ask("handle_provider_error", error))

    def plan(self, messages, **turn):
        """What a run with these arguments would do, as a `Plan`. Nothing changes, no model is asked and nothing is stored."""
        raw = self._ask("plan", messages, _with_pins(turn, messages))
        return Plan._by(raw, lambda plan: self._ask("plan_rows", messages, plan))

    plan.__wrapped__ = _signatures.handle_messages

    def view(self, full, *, unchanged_messages=None):
        """What former runs made of the first messages of a full list: how many those are, and the messages in their place.

        `None` if the list does not begin with them. For hosts that keep the full list: the next run is to have these messages, and behind
        them the rest of the list. `unchanged_messages` says how many of the first messages you have not changed since the last call, if you know.
        """
        covered, version, is_known = self.raw_view(full, {"unchanged_messages": unchanged_messages})
        if covered == 0:
            return None
        if not is_known or (covered, version) != self._view[:2]:
            self._view = (covered, version, apply_patch(full[:covered], self.raw_ask("view_patch")))
        return covered, self._view[2]

    @classmethod
    def load(cls, state, **options):
        """A machine that remembers what another one saved by `save()`."""
        self = cls(**options)
        self._ask("load", state)
        return self

    handle_messages.__doc__ = f"Looks at the conversation and decides. Then take actions from `poll_action`.\n\n{_signatures.handle_messages.__doc__}"
    handle_messages.__wrapped__ = _signatures.handle_messages


def _with_pins(turn, messages):
    """The turn with the indexes of the messages that its function `pinned` says yes to."""
    if callable(pinned := turn.get("pinned")):
        return {**turn, "pinned": [index for index, message in enumerate(messages) if pinned(message)]}
    return turn


def as_data(usage):
    """What was told of a call: the summary is paid for, so what is no data goes as the name of its class."""
    return {name: value if value is None or isinstance(value, (bool, int, float, str)) else type(value).__name__ for name, value in usage.items()}


Machine.__module__ = "conspectus.sansio"


def counted_by_host(options):
    """The tokenizer if it is a function of the host, and the options, which then say that the host counts."""
    tokenizer = options.get("tokenizer")
    if tokenizer == "host":
        raise InvalidOptionError("tokenizer must be a name or a function that counts", "/tokenizer")
    if tokenizer is None or isinstance(tokenizer, str):
        return None, options
    if not callable(tokenizer) or isinstance(tokenizer, type):
        raise InvalidOptionError("tokenizer must be a name or a function that counts", "/tokenizer")

    def count(text):
        found = tokenizer(text)
        try:
            return float(found)
        except (TypeError, ValueError):
            cure = ": give its len()" if hasattr(found, "__len__") else ""
            raise InvalidOptionError(f"tokenizer must return the number of tokens, not `{type(found).__name__}`{cure}", "/tokenizer") from None

    return count, {**options, "tokenizer": "host"}
