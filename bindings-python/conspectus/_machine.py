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
        self = super().__new__(cls, **options)
        self._tokenizer = tokenizer
        return self

    __new__.__doc__ = _signatures.Machine.__doc__
    __new__.__wrapped__ = _signatures.Machine

    def handle_messages(self, messages, **turn):
        rest = self._glance(messages, **turn)
        if rest is not None:
            self.raw_begin(*rest)

    def _glance(self, messages, **turn):
        """What to call `raw_begin` with, in any thread; `None` if the run has begun."""
        turn = _with_pins(turn, messages)
        if self._tokenizer is not None:
            self.raw_provide_counts([self._tokenizer(text) for text in self.raw_wanted_texts(messages, turn)])
        return None if self.raw_glance(messages, turn) else (messages, turn)

    def handle_provider_error(self, error):
        """What to do about a provider's error: an exception of any SDK, its data, or its text. The next run does its part."""
        return ClassifiedError._of(super().handle_provider_error(error))

    def plan(self, messages, **turn):
        """What a run with these arguments would do, as a `Plan`. Nothing changes, no model is asked and nothing is stored."""
        raw = self.raw_plan(messages, _with_pins(turn, messages))
        return Plan._by(raw, lambda plan: self.raw_plan_rows(messages, plan))

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
            self._view = (covered, version, apply_patch(full[:covered], self.raw_view_patch()))
        return covered, self._view[2]

    @classmethod
    def load(cls, state, **options):
        """A machine that remembers what another one saved by `save()`."""
        self = cls(**options)
        self.raw_load(state)
        return self

    handle_messages.__doc__ = f"Looks at the conversation and decides. Then take actions from `poll_action`.\n\n{_signatures.handle_messages.__doc__}"
    handle_messages.__wrapped__ = _signatures.handle_messages


def _with_pins(turn, messages):
    """The turn with the indexes of the messages that its function `pinned` says yes to."""
    if callable(pinned := turn.get("pinned")):
        return {**turn, "pinned": [index for index, message in enumerate(messages) if pinned(message)]}
    return turn


Machine.__module__ = "conspectus.sansio"


def counted_by_host(options):
    """The tokenizer if it is a function of the host, and the options, which then say that the host counts."""
    tokenizer = options.get("tokenizer")
    if tokenizer == "host":
        raise InvalidOptionError("tokenizer must be a name or a function that counts", "/tokenizer")
    if tokenizer is None or isinstance(tokenizer, str):
        return None, options
    if not callable(tokenizer):
        raise InvalidOptionError("tokenizer must be a name or a function that counts", "/tokenizer")
    return tokenizer, {**options, "tokenizer": "host"}
