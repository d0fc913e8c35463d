"""Objects of SDKs and frameworks: what they hold, and how they are changed.

An object is read by its own fields, in place. What has no fields, but a method that dumps it, is read as what that gives.
"""

_DUMPS = ("model_dump", "to_dict", "toJSON", "dict", "_asdict")
# Of the standard library, and of pydantic: values that have one usual text.
_TEXTS = {"Decimal", "UUID", "PurePosixPath", "PureWindowsPath", "PosixPath", "WindowsPath", "AnyUrl", "Url"}


def plain(value):
    """What an object holds: a dict of its fields, or a value of JSON. `NotImplemented` for what holds nothing that can be read."""
    if isinstance(value, BaseException):
        return _of_exception(value, _EXCEPTIONS_DEEP)
    names = _fields(value)
    if names is not None:
        held = {name: getattr(value, name, None) for name in names}
        # SDKs leave fields out that are not set, and so does what they send. That a content is not set says that no other field is the content.
        return {name: item for name, item in held.items() if item is not None or name == "content"}
    cls = type(value)
    if cls.__name__ in _TEXTS:
        return str(value)
    if isinstance(value, (bytearray, memoryview)):
        return bytes(value)
    if callable(getattr(cls, "isoformat", None)):
        return value.isoformat()
    held = of_mapping(value)
    if held is not None:
        return held
    for name in _DUMPS:
        if callable(getattr(cls, name, None)):
            return getattr(value, name)()
    # An enum is its value.
    if hasattr(cls, "__members__"):
        return value.value
    held = getattr(value, "__dict__", None)
    if held and not isinstance(value, type) and not callable(value) and cls.__module__ != "builtins":
        return {name: item for name, item in held.items() if not name.startswith("_") and item is not None}
    return NotImplemented


# What SDKs hang on their exceptions, and on the answer of HTTP in them.
_OF_ERRORS = ("code", "type", "status", "status_code", "error", "body", "details", "param", "headers", "text")
_ANSWERS = ("response", "raw_response")
_EXCEPTIONS_DEEP = 4
_DATA_DEEP = 8


def _of_exception(error, depth):
    """An exception as data: its name and text, what SDKs hang on it, and what it comes from."""
    told = {"name": type(error).__name__, "message": _text_of(error)}
    told.update(_told(error))
    for name in _ANSWERS:
        answer = _get(error, name)
        if answer is not None:
            told["response"] = _data(answer, _DATA_DEEP) if isinstance(answer, dict) else _told(answer)
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None and depth > 1:
        told["cause"] = _of_exception(cause, depth - 1)
    return told


def _told(holder):
    """The fields of an exception, or of an answer, that hold data."""
    told = {}
    for name in _OF_ERRORS:
        value = _get(holder, name)
        data = _data(dict(value) if name == "headers" and value is not None else value, _DATA_DEEP)
        if data is not None:
            told[name] = data
    return told


def _get(holder, name):
    # Some are properties that may raise, such as the text of an answer that was not read.
    try:
        return getattr(holder, name, None)
    except Exception:
        return None


def _data(value, depth):
    """What of a value is plain data; `None` for anything else."""
    if isinstance(value, (bool, int, float, str)):
        return value.value if hasattr(type(value), "__members__") else value
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if depth > 0 and isinstance(value, dict):
        return {str(key): data for key, item in value.items() if (data := _data(item, depth - 1)) is not None}
    if depth > 0 and isinstance(value, (list, tuple)):
        return [data for item in value if (data := _data(item, depth - 1)) is not None]
    return None


def _text_of(error):
    try:
        return str(error)
    except Exception:
        return ""


def _fields(value):
    """The names of an object's fields if its class declares them: pydantic's models, dataclasses, attrs."""
    cls = type(value)
    if isinstance(value, type):
        return None
    if "__pydantic_fields__" in dir(cls) or "__pydantic_fields_set__" in dir(cls):
        return [*value.__dict__, *(getattr(value, "__pydantic_extra__", None) or ())]
    for declared in ("__dataclass_fields__", "__attrs_attrs__"):
        fields = getattr(cls, declared, None)
        if fields is not None:
            return [getattr(field, "name", field) for field in (fields.values() if isinstance(fields, dict) else fields)]
    return None


def of_mapping(value):
    """What a mapping that is no dict holds, as a dict; `None` for any other object."""
    cls = type(value)
    if isinstance(value, dict) or not callable(getattr(cls, "keys", None)) or not hasattr(cls, "__getitem__") or _fields(value) is not None:
        return None
    return {key: value[key] for key in value.keys()}


def put(container, name, value):
    """Sets a field of a copy. The class is not asked: it checks what a program makes, and this was its own object."""
    own = getattr(container, "__dict__", None)
    if own is not None and name in own:
        own[name] = value
        given = getattr(container, "__pydantic_fields_set__", None)
        if isinstance(given, set):
            object.__setattr__(container, "__pydantic_fields_set__", given | {name})
        return
    extra = getattr(container, "__pydantic_extra__", None)
    if isinstance(extra, dict) and name in extra:
        object.__setattr__(container, "__pydantic_extra__", {**extra, name: value})
        return
    object.__setattr__(container, name, value)


# By these fields an object says what it is.
_KINDS = ("type", "role", "kind", "part_kind", "block_type")


def of_class(value, neighbours, old=None):
    """`value` as an object of the class that objects like it have: what it takes the place of, or neighbours of the same kind.

    It stays plain data where it is like a neighbour that is plain data, where no neighbour is an object, or where the class refuses it.
    """
    if not isinstance(value, dict):
        return value
    kinds = {name: value[name] for name in _KINDS if isinstance(value.get(name), str)}
    others = [item for item in (old, *neighbours) if item is not None]
    if kinds and any(isinstance(item, dict) and _is_like(item.get, kinds) for item in others):
        return value
    objects = [item for item in others if not isinstance(item, (dict, list, tuple, str, bytes, int, float))]
    alike = [type(item) for item in objects if (_is_like(lambda name, item=item: getattr(item, name, None), kinds) if kinds else item is old)]
    for cls in dict.fromkeys([*alike, *_kin(objects, kinds)]):
        made = _made(cls, value, objects)
        if made is not None:
            return made
    return value


def like_neighbours(messages, neighbours):
    """New messages as objects of the classes that messages like them have in a list."""
    models = models_of(neighbours)
    return [of_class(message, models) for message in messages]


def models_of(items):
    """One item of each class and kind: what a new one may be like."""
    found = {}
    for item in items:
        read = item.get if isinstance(item, dict) else lambda name, item=item: getattr(item, name, None)
        found.setdefault((type(item), *(str(read(name)) for name in _KINDS)), item)
    return [*found.values()]


def _is_like(field, kinds):
    return all(getattr(field(name), "value", field(name)) == kind for name, kind in kinds.items())


def _kin(objects, kinds):
    """Classes that stand beside those of the objects and are of this kind by default."""
    import sys

    modules = dict.fromkeys(type(item).__module__ for item in objects) if kinds else ()
    for module in modules:
        for cls in list(vars(sys.modules.get(module, sys)).values()):
            if isinstance(cls, type) and cls.__module__ == module and _is_like(lambda name, cls=cls: getattr(cls, name, None), kinds):
                yield cls


def _made(cls, value, neighbours):
    # Some write a message as its type and its data.
    data = value.get("data")
    fields = {**data, "type": value["type"]} if isinstance(data, dict) and set(value) == {"type", "data"} else dict(value)
    if hasattr(cls, "model_validate"):
        try:
            return cls.model_validate(fields)
        except Exception:
            return None
    for name, items in fields.items():
        if isinstance(items, list):
            # Their classes are those of what the neighbours hold there, or of what stands beside
            # these.
            held = models_of(item for neighbour in neighbours for item in _list(getattr(neighbour, name, None)))
            fields[name] = [of_class(item, held) for item in items]
    declared = getattr(cls, "__dataclass_fields__", None)
    if declared is not None:
        fields = {name: item for name, item in fields.items() if name not in declared or declared[name].init}
    try:
        return cls(**fields)
    except Exception:
        return None


def _list(value):
    return value if isinstance(value, list) else ()


# What holds messages and is no list of them, by what it has; and what to give in its place.
_CURES = (
    ("__await__", "await it first"),
    ("to_pylist", "give its to_pylist()"),
    ("to_dicts", "give its to_dicts()"),
    ("columns", 'give its to_dict("records")'),
    ("tolist", "give its tolist()"),
    ("messages", "give its `messages`"),
    ("role", "put it into a list"),
    ("__next__", "make a list of it"),
)


def cure(value):
    """What to give in place of a value that is no list of messages, if that can be told."""
    has = value.__contains__ if isinstance(value, dict) else lambda name: _get(value, name) is not None
    return next((cure for name, cure in _CURES if has(name)), None)
