"""`History`: the same numbers as the operations give, at the cost of what is new."""

from . import _conspectus, _signatures
from ._machine import counted_by_host
from ._patch import apply_patch
from ._shapes import edited, frame
from .results import ClearDetails, SplitPoint, TokenCount

class History(_conspectus.History):
    """The history of one conversation, message by message: it keeps sizes and references, not copies.

    `append` and `extend` read what is new. `sync` takes the whole list again and reads only what it does not know: older messages are
    recognised by identity, the last one is always looked at again, since it may grow in place. An older message that was edited in
    place is seen with `verify="hash"` only, which reads everything each time.

    The options are those of `Compactor` that decide how things are measured, where to cut and what to clear. A `tokenizer` that is a
    function counts the tokens of a text (a `Vocabulary` is one). It is called once for each text that is new. What it raises reaches the caller; nothing was read then. System text and tools are counted by it too, text of this
    package's own is not.

    `tokens`, `chars` and `media` are totals. `len()` is the number of messages read.
    """

    _tokenizer = None

    def __new__(cls, **options):
        tokenizer, options = counted_by_host(options)
        self = super().__new__(cls, options)
        self._tokenizer = tokenizer
        return self

    __new__.__doc__ = _signatures.History.__doc__
    __new__.__wrapped__ = _signatures.History

    def raw_ask(self, name, given=None, beside=None):
        return self.raw_asked(name, given, beside)

    def __len__(self):
        return self.raw_numbers()[0]

    @property
    def tokens(self):
        """Estimated tokens of all messages."""
        return self.raw_numbers()[1]

    @property
    def chars(self):
        """Chars of all messages, by the measure in use."""
        return self.raw_numbers()[2]

    @property
    def media(self):
        """Media in all messages."""
        return self.raw_numbers()[3]

    @property
    def prompt_tokens(self):
        """Tokens of a prompt with all messages: the last report and what came since."""
        return self.raw_numbers()[4]

    def append(self, message):
        History.extend(self, [message])

    def condense(self, message):
        kept = apply_patch([message], self.raw_ask("condense", message)["patch"])[0]
        self.append(kept)
        return kept

    def extend(self, messages):
        start = len(self)
        super().extend(messages)
        self._count(start, messages)

    def sync(self, messages):
        read = super().sync(messages)
        if self._tokenizer is not None:
            self._count(len(self) - read, messages[len(self) - read :])
        return read

    def report_usage(self, usage, messages=None):
        """What the provider reported: a usage object of any provider, a response that holds one, or the prompt's tokens as a number.

        `messages` is how many the request held: all that were read unless given. From then on `prompt_tokens` starts from it.
        """
        self.raw_ask("report_usage", usage, messages)

    def _count(self, start, messages):
        """Messages from `start` on were read: has the tokenizer count what is new in them, and reads them again."""
        if self._tokenizer is None:
            return
        texts = self.raw_ask("wanted_texts")
        try:
            self.raw_ask("provide_counts", [self._tokenizer(text) for text in texts])
        except BaseException:
            self.truncate(start)
            raise
        if texts:
            self.truncate(start)
            super().extend(messages)

    def count_tokens(self, *, system=None, tools=None):
        """As `count_tokens`, for what was read."""
        return TokenCount._of(self.raw_count({"system": system, "tools": tools}))

    def raw_count(self, options):
        found = self.raw_ask("estimate", options)
        if self._tokenizer is not None and (texts := self.raw_ask("wanted_texts")):
            self.raw_ask("provide_counts", [self._tokenizer(text) for text in texts])
            found = self.raw_ask("estimate", options)
        return found

    def split_point(self):
        """As `find_split_point`, for what was read."""
        return SplitPoint._of(self.raw_ask("split_point"))

    def __repr__(self):
        return _conspectus.line("History", {"messages": len(self), "tokens": self.tokens})

    def _repr_html_(self):
        """What a notebook shows."""
        return _conspectus.page("History", self.raw_count({"system": None, "tools": None}))

    def to_frame(self):
        """The tokens of each message as a `pandas.DataFrame`, or a `polars.DataFrame` where only that is there."""
        each = self.raw_count({"system": None, "tools": None})["per_message"]
        return frame([{"index": index, "tokens": tokens} for index, tokens in enumerate(each)], "History")

    def microcompact(self, messages, *, now_ms=None, last_activity_ms=None, force=None):
        """As `microcompact`. Reads what is new in `messages` first."""
        self.sync(messages)
        return edited(messages, self.raw_ask("microcompact", messages, {"now_ms": now_ms, "last_activity_ms": last_activity_ms, "force": force}), ClearDetails)


History.__module__ = "conspectus"
