"""What comes back. `results.pyi` has the types. These are plain classes: `dataclasses` would take most of the time of the import."""


class Record(dict):
    """A dict whose keys can be read as attributes too: `report.size.before` and `report["size"]["before"]` are the same.

    It is plain data: `json.dumps` writes it. A key that is also the name of a method of dicts (`values`) is read by brackets only.
    """

    __slots__ = ()

    def __getattr__(self, name):
        try:
            value = self[name]
        except KeyError:
            raise AttributeError(f"{type(self).__name__!r} has no field {name!r}; it has: {', '.join(map(str, self))}") from None
        if type(value) in (dict, list):
            value = self[name] = record(value)
        return value

    def __dir__(self):
        return sorted({*super().__dir__(), *(name for name in self if isinstance(name, str) and name.isidentifier())})

    def __repr__(self):
        return f"<{type(self).__name__} {_short(self)}>"

    # Pickled and copied as what it is.
    def __reduce__(self):
        return (type(self), (dict(self),))

    def __copy__(self):
        return type(self)(self)


def record(value):
    """The same data, with dicts as `Record`s: this level, and those below when they are asked for."""
    if type(value) is dict:
        return Record(value)
    if type(value) is list and any(type(item) is dict for item in value):
        return [Record(item) if type(item) is dict else item for item in value]
    return value


def _short(fields, limit=6):
    told = []
    for name, value in fields.items():
        if isinstance(value, (dict, list)):
            value = f"{len(value)} items" if isinstance(value, list) else "{...}"
        else:
            value = repr(value)
            value = value if len(value) <= 40 else value[:37] + "..."
        told.append(f"{name}={value}")
    more = len(told) - limit
    return ", ".join(told[:limit]) + (f", and {more} more" if more > 0 else "")


def _messages(count):
    return f"{count:,} message{'' if count == 1 else 's'}"


class Estimate(Record):
    """The size of a conversation. `tokens` are estimates. `chars` are UTF-16 code units by the measure in use.

    `tokens` is everything. `overhead` (`system`, `tools`, `frames`) is the part of it that no compaction shrinks. `media` counts
    images, documents, sounds and films, which cost `media_tokens`. `per_message` has the tokens of each message. `dialect` is the one
    that was read. `prompt_tokens` and `unlisted_tokens` (system prompt, tools and what else no message shows) start from the last report
    of a provider; they are `None` without one.
    """

    __slots__ = ()

    def __init__(self, raw):
        super().__init__(raw)
        self.setdefault("prompt_tokens", None)
        self.setdefault("unlisted_tokens", None)

    def __repr__(self):
        return f"<Estimate {self['tokens']:,} tokens in {_messages(len(self['per_message']))} ({self['dialect']})>"


class SplitPoint(Record):
    """Where to cut: messages before `index` are to be summarised, those from it on are kept.

    `reason` says why there (`boundary_at_target`, `no_boundary`, ...). `chars_before` and `chars_total` are the chars in front of the
    cut and in all.
    """

    __slots__ = ()

    def __repr__(self):
        return f"<SplitPoint {self['index']} ({self['reason']}): {self['chars_before']:,} of {self['chars_total']:,} chars before>"


class Report(Record):
    """What a run measured and decided, in groups: `reason`, `size`, `cut`, `memory`, `cache`, `went`, `admitted`, `outputs`,
    `parts`, `stored`, `system`."""

    __slots__ = ()

    def __repr__(self):
        size = self["size"]
        return f"<Report {self['reason']['code'] or 'done'}: {size['before']:,} -> {size['after']:,} tokens>"


class Edited:
    """A list of messages after an operation: `messages`, whether anything `changed`, and the `report` of the operation.

    Where nothing changed, `messages` is the very same list. Else it is a new list in which untouched messages are the same objects.
    """

    __slots__ = ("changed", "messages", "report")

    def __class_getitem__(cls, item):
        return cls

    def __init__(self, messages, changed, report):
        self.messages = messages
        self.changed = changed
        self.report = report

    def __repr__(self):
        return f"<Edited {'changed' if self.changed else 'unchanged'}: {_messages(len(self.messages))}>"


class Plan(Record):
    """What a run of the compactor would do: `status`, `reason`, `size`, `edits`, `summary`, `stores`, `cache`, `patch`, and as `text`."""

    __slots__ = ()

    def __str__(self):
        return self["text"]

    def __repr__(self):
        size = self["size"]
        return f"<Plan {self['status']}: {size['before']:,} -> {size['after']:,} tokens, {len(self['edits'])} edits>"


class Result:
    """How a run of the compactor ended.

    `messages` is the list to go on with: the very same list if nothing `changed`. `status` is `unchanged`, `reduced`, `summarized`,
    `failed`, `stale` or `cancelled`. `summary` is the text of the summary, if one came into the history. `report` says why, and what was
    measured. `error` is what `summarize` raised, if something else stood in for its answer. `cache_breakpoints` says where to mark the end of a
    cached prefix in the next request: each number is how many messages the prefix holds.
    """

    __slots__ = ("_undo", "changed", "error", "messages", "report", "status", "summary")

    def __init__(self, messages, changed, status, summary, report, error=None, undone=None):
        # The list before and the patch, until the way back is asked for.
        self._undo = undone
        self.messages = messages
        self.changed = changed
        self.status = status
        self.summary = summary
        self.report = report
        self.error = error

    @property
    def cache_breakpoints(self):
        return self.report["cache"]["breakpoints"]

    def __class_getitem__(cls, item):
        return cls

    @property
    def undo(self):
        """The patch that takes the run back, as plain data. The messages that went stand in it as you gave them."""
        if isinstance(self._undo, tuple):
            from ._conspectus import call

            from ._patch import way_back

            before, patch = self._undo
            self._undo = way_back(call("invert_patch", before, {"patch": patch}), before)
        return self._undo or {"ops": [], "splices": []}

    def save(self):
        """All of it but `error`, as plain data: `json.dumps` writes it if it can write the messages. `Compactor.undo` takes it."""
        fields = {name: getattr(self, name) for name in ("messages", "changed", "status", "summary", "undo")}
        return {**fields, "report": dict(self.report)}

    def __repr__(self):
        size = self.report["size"]
        if self.changed:
            return f"<Result {self.status}: {size['before']:,} -> {size['after']:,} tokens>"
        why = self.report["reason"]["code"]
        return f"<Result {self.status}{f' ({why})' if why else ''}: {size['before']:,} tokens>"

    def _repr_html_(self):
        """A small table for notebooks: before and after, what went and why."""
        from html import escape

        report, rows = self.report, []
        size, parts = report["size"], report["parts"]
        lines = [("messages", size["messages_before"], size["messages_after"]), ("tokens", size["before"], size["after"])]
        lines += [(name.replace("_", " "), before, parts["after"].get(name, 0)) for name, before in parts["before"].items()]
        for name, before, after in lines:
            if before or after:
                rows.append(f"<tr><td>{escape(str(name))}</td><td>{escape(f'{before:,}')}</td><td>{escape(f'{after:,}')}</td></tr>")
        went = [f"{line['count']:,} {line['why']}: {line['tokens']:,} tokens" for line in report["went"]]
        why = report["reason"]["text"]
        told = "".join(f"<li>{escape(text)}</li>" for text in went)
        return (
            f"<table><caption>{escape(str(self.status))}{escape(': ' + str(why)) if why else ''}</caption>"
            f"<thead><tr><th></th><th>before</th><th>after</th></tr></thead><tbody>{''.join(rows)}</tbody></table>"
            + (f"<p>What went:</p><ul>{told}</ul>" if told else "")
        )
