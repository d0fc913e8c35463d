"""The operations, each made of its row in the table when it is first asked for.

Options and arguments are passed on as they are given: the core checks them and knows the defaults. `operations.pyi` has the types.
"""

from . import _conspectus, _signatures, _table, results
from ._machine import counted_by_host
from ._patch import way_back
from ._shapes import edited, typed

__all__ = sorted(_table.OPERATIONS)


def __getattr__(name):
    row = _table.OPERATIONS.get(name)
    if row is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    operation = globals()[name] = _operation(name, name, row)
    return operation


def __dir__():
    return __all__


def of_module(module, name):
    """The operation in the module of a preset, where it acts as that preset."""
    return _operation(name, f"{module}.{name}", _table.OPERATIONS[name])


def _operation(name, core, row):
    positional, run, finish = row["positional"], _RUNS.get(name) or _run, _finish(row)
    has_input = row["input"] is not None

    def call(*given):
        return _conspectus.call(*given, row["detached"])

    def operation(*given, **options):
        if len(given) > len(positional):
            raise TypeError(f"{name}() takes {len(positional)} positional arguments but {len(given)} were given")
        for place, value in zip(positional, given):
            if place in options:
                raise TypeError(f"{name}() got multiple values for argument {place!r}")
            options[place] = value
        if not has_input:
            return finish(None, call(core, None, options))
        if row["input"] not in options:
            raise TypeError(f"{name}() needs {row['input']!r}")
        value = options.pop(row["input"])
        return finish(value, run(call, core, value, options))

    return described(operation, name, _doc(row))


def _doc(row):
    """What it does, and what can be given."""
    lines = [row["about"], ""]
    lines += [f"    {place}: {meaning or _table.MEANINGS[place]}" for place, meaning in row["own"].items()]
    if row["measures"]:
        lines += [*([""] if row["own"] else []), "How things are measured:", ""]
        lines += [f"    {place}: {_table.MEANINGS[place]}" for place in _table.MEASURING]
    return "\n".join(lines).rstrip()


def described(function, name, doc, module="conspectus.operations"):
    """Gives a function the name, the text and the signature that people see: `inspect`, `help()` and editors follow `__wrapped__`."""
    function.__name__ = function.__qualname__ = name
    function.__module__ = module
    function.__doc__ = doc
    function.__wrapped__ = getattr(_signatures, name)
    return function


def _run(call, name, value, options):
    # A function is no data: the core hears that there is one, and says what is wrong.
    return call(name, value, {place: "a function" if callable(given) else given for place, given in options.items()})


def _finish(row):
    """What becomes of the raw result."""
    kind, field, made = row["gives"]
    made = _made(made)
    if kind == "edited":
        # What is no list holds one.
        return lambda value, raw: edited(value["messages"] if isinstance(value, dict) else value, raw, made)
    if kind == "field":
        return lambda value, raw: typed(made, raw[field])
    return lambda value, raw: typed(made, raw)


def _made(name):
    """The class of a name, in the list or the dict that holds it."""
    if isinstance(name, list):
        return [_made(name[0])]
    if isinstance(name, dict):
        return {"": _made(name[""])}
    return name and getattr(results, name)


def _counted(call, name, messages, options):
    """With a `tokenizer`, a ledger counts: it asks for each text once."""
    tokenizer = options.get("tokenizer")
    if tokenizer is None or isinstance(tokenizer, str):
        return call(name, messages, options)
    if isinstance(messages, str):
        return {"tokens": int(counted_by_host(options)[0](messages)), "exact": True, "by_kind": None, "per_message": [], "details": None}
    from ._history import History

    if module := name.rpartition(".")[0]:
        options.setdefault("preset", module.replace("_", "-"))
    around = {place: options.pop(place, None) for place in ("system", "tools")}
    reports = options.pop("reports", None) or ()
    history = History(**options)
    history.extend(messages)
    for report in reports:
        history.report_usage(report["usage"], report.get("messages"))
    raw = history.raw_count(around)
    return raw if name == "count_tokens" else raw["details"]


def _stored(call, name, messages, options):
    """With a `store`, outputs are stored first, and then they go."""
    store = options.pop("store", None)
    if store is None:
        return call(name, messages, options)
    places = dict(options.pop("locators", None) or {})
    raw = call(name, messages, {**options, "locators": places})
    if not raw["offloads"]:
        return raw
    for output in raw["offloads"]:
        try:
            places[output["key"]] = str(store(output))
        except Exception:
            # What cannot be stored stays in the history.
            continue
    return call(name, messages, {**options, "locators": places})


def _simulate(call, name, messages, options):
    """With `progress`, row by row."""
    progress = options.pop("progress", None)
    if progress is None:
        return call(name, messages, options)
    simulation = _conspectus.Simulation(messages, options)
    while (told := simulation.raw_ask("step"))["more"]:
        progress(told["done"], told["total"])
    return simulation.raw_ask("rows")


def _summarized(call, name, text, options):
    """With `summarize`, a model is asked, and its answer checked; if it fails, the output stays."""
    summarize = options.pop("summarize", None)
    first = _run(call, name, text, options)
    if summarize is None or first["request"] is None:
        return first
    answer = None
    try:
        given = summarize(first["request"])
        answer = given if isinstance(given, str) else given.text
    except Exception as error:  # noqa: BLE001 - a dead model must not stop the agent
        import logging

        logging.getLogger("conspectus").warning("no model wrote a tool result shorter, so it stays: %r", error, exc_info=error)
    return {**_run(call, name, text, {**options, "answer": answer}), "request": None}


def _inverted(call, name, messages, options):
    return way_back(call(name, messages, options), messages)


_RUNS = {
    "count_tokens": _counted,
    "estimate_tokens": _counted,
    "invert_patch": _inverted,
    "mask_tool_outputs": _stored,
    "simulate": _simulate,
    "summarize_output": _summarized,
}
