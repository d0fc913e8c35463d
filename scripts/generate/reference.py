"""`docs/reference.md`: every option and every operation, with meaning, default, range and an example in three languages."""

from __future__ import annotations

import json
import pathlib
import re
from typing import Any

from .python import kind_of, names_in

HEAD = """# Reference

Every option and every operation of conspectus. This page is written from the tables in the core by `scripts/names.py --write`, and the
tests run its examples.

**How options are given.** The `Compactor` and the `History` take options in groups: `keep={"results": 5}` in Python,
`keep: { results: 5 }` in Node, `.keep(Keep::new().results(5))` in Rust. A function takes the few options that it uses by themselves:
`microcompact(messages, keep_results=5)`. An option that is null counts as not given. An option that has no effect is an error; the error names
the presets or the functions that use it.

**Presets.** A preset is a set of values. `default` is ours. The others reproduce a system; see [statements.md](statements.md).

| preset | what it is |
| --- | --- |
"""


def camel(name: str) -> str:
    return re.sub(r"_+(\w)", lambda found: found[1].upper(), name)


def shown(value: Any) -> str:
    if value is None:
        return "not set"
    if value == "":
        return "empty"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    text = f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else json.dumps(value) if isinstance(value, (list, bool)) else str(value)
    return f"`{text}`"


def python_value(text: str) -> str:
    return repr(json.loads(text)).replace("'", '"') if "'" not in text else repr(json.loads(text))


def node_value(value: Any) -> str:
    if isinstance(value, dict):
        inner = ", ".join(f"{key if key.isidentifier() else json.dumps(key)}: {node_value(child)}" for key, child in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(map(node_value, value)) + "]"
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'" if isinstance(value, str) else json.dumps(value)


def rust_value(row: dict[str, Any]) -> str:
    value, kind = json.loads(row["example"]), row["rust"]
    if kind == "Secret":
        return json.dumps(value)
    if kind == "f64":
        return repr(float(value))
    if isinstance(value, list):
        return json.dumps(value)
    if isinstance(value, str) and kind not in ("String", "&'static Ladder"):
        return f"{kind}::{camel('_' + value.replace('-', '_'))}"
    return json.dumps(value)


def default_of(row: dict[str, Any]) -> str:
    ours = row["defaults"]["default"]
    others = [f"`{name}`: {shown(value)}" for name, value in row["defaults"].items() if value != ours and name in row["presets"]]
    text = shown(ours) if ours is not None else "none"
    return text + (f" ({'; '.join(others)})" if others else "")


def range_of(domain: dict[str, Any]) -> str:
    words = ", ".join(f"`{word}`" for word in domain.get("words") or [])
    return f"{domain['range']}: {words}" if words else str(domain["range"])


def spelled(row: dict[str, Any]) -> str:
    group, leaf = row["group"], row["leaf"]
    python = f"{group}={{\"{leaf}\": ...}}" if group else f"{leaf}=..."
    node = f"{group}: {{ {camel(leaf)}: ... }}" if group else f"{camel(leaf)}: ..."
    rust = f".{group}({group_type(group)}::new().{leaf}(...))" if group else f".{leaf}(...)"
    return f"Python `{python}`, Node `{node}`, Rust `{rust}`"


def group_type(group: str) -> str:
    return {"measure": "MeasureBy", "prices": "PriceList"}.get(group, group.capitalize())


def option(row: dict[str, Any], presets: int) -> str:
    path = f"{row['group']}.{row['leaf']}" if row["group"] else row["leaf"]
    used = "every preset" if len(row["presets"]) == presets else ", ".join(f"`{name}`" for name in row["presets"]) or "no compactor"
    by_itself = f" By itself, as `{row['name']}`, in: " + ", ".join(f"`{name}`" for name in row["functions"]) + "." if row["functions"] else ""
    return "\n".join([
        f"### `{path}`\n",
        f"{row['meaning']}\n",
        f"- Default: {default_of(row)}. Source: {row['source']}.",
        f"- Range: {range_of(row['domain'])}.",
        f"- Spelled: {spelled(row)}.",
        f"- Example: `{row['example']}`.",
        f"- Used by the compactor under: {used}.{by_itself}\n",
    ])


def preset_option(names: dict[str, Any]) -> str:
    words = ", ".join(f"`{preset['name']}`" for preset in names["presets"])
    return "\n".join([
        "### `preset`\n",
        "The values that the other options start from.\n",
        "- Default: `default`. Source: ours.",
        f"- Range: one of the words: {words}.",
        "- Spelled: Python `preset=...`, Node `preset: ...`, Rust `.preset(...)`.",
        '- Example: `"gemini-cli"`.',
        "- Used by the compactor under: every preset. Functions that take options take it too.\n\n",
    ])


def preset_for(row: dict[str, Any]) -> str | None:
    """A preset under which the option has an effect, if `default` is none."""
    return None if not row["presets"] or "default" in row["presets"] else row["presets"][0]


def example_of_group(group: str, rows: list[dict[str, Any]]) -> str:
    """A compactor for each preset that is needed, with every option of the group."""
    by_preset: dict[str | None, list[dict[str, Any]]] = {}
    for row in rows:
        if row["presets"]:
            by_preset.setdefault(preset_for(row), []).append(row)
    python, node, rust = ["from conspectus import Compactor\n"], ["import { Compactor } from 'conspectus';\n"], []
    types = sorted({row["rust"] for row in rows if rust_value(row).startswith(row["rust"] + "::") and row["presets"]})
    for preset, some in by_preset.items():
        pairs_python = ", ".join(f'"{row["leaf"]}": {python_value(row["example"])}' for row in some)
        pairs_node = ", ".join(f"{camel(row['leaf'])}: {node_value(json.loads(row['example']))}" for row in some)
        setters = "".join(f".{row['leaf']}({rust_value(row)})" for row in some)
        if group:
            python.append(f"Compactor({f'preset={chr(34)}{preset}{chr(34)}, ' if preset else ''}{group}={{{pairs_python}}})")
            node.append(f"new Compactor({{ {f'preset: {chr(39)}{preset}{chr(39)}, ' if preset else ''}{group}: {{ {pairs_node} }} }});")
            rust.append(f"Config::builder(){f'.preset({chr(34)}{preset}{chr(34)})' if preset else ''}.{group}({group_type(group)}::new(){setters}).build()?;")
        else:
            flat = ", ".join(f"{row['leaf']}={python_value(row['example'])}" for row in some)
            python.append(f"Compactor({f'preset={chr(34)}{preset}{chr(34)}, ' if preset else ''}{flat})")
            node.append(f"new Compactor({{ {f'preset: {chr(39)}{preset}{chr(39)}, ' if preset else ''}{pairs_node} }});")
            rust.append(f"Config::builder(){f'.preset({chr(34)}{preset}{chr(34)})' if preset else ''}{setters}.build()?;")
    inner = {name for name in types if name in ("Encoding", "Family")}
    uses = ["Config"] + ([group_type(group)] if group else []) + [name for name in types if name not in inner]
    use_lines = [f"use conspectus::{{{', '.join(sorted(uses))}}};" if len(uses) > 1 else f"use conspectus::{uses[0]};"]
    use_lines += [f"use conspectus::tokens::{'exact::Encoding' if name == 'Encoding' else 'instant::Family'};" for name in sorted(inner)]
    lines = ["```python", *python, "```", "", "```js", *node, "```", "", "```rust", *use_lines, "", *rust, "# Ok::<(), conspectus::Error>(())", "```", ""]
    return "\n".join(lines)


def crate_of(row: dict[str, Any]) -> str:
    return "conspectus_local" if "files" in row["rooms"] else "conspectus"


def waits(row: dict[str, Any]) -> str:
    return "await " if "files" in row["rooms"] else ""


def place(room: str, name: str) -> str:
    if not room:
        return f"`conspectus.{name}`, `import {{ {camel(name)} }} from 'conspectus'`"
    return f"`conspectus.{room}.{name}`, `import {{ {camel(name)} }} from 'conspectus/{room.replace('_', '-')}'`"


def call_in_python(row: dict[str, Any]) -> str:
    room = row["rooms"][0]
    options = json.loads(row["example"]["options"])
    arguments = [] if row["input"] is None else [python_literal(json.loads(row["example"]["input"]))]
    arguments += [f"{name}={python_literal(value)}" for name, value in options.items()]
    start = f"from conspectus.{room} import {row['name']}" if room else f"from conspectus import {row['name']}"
    return f"{start}\n\n{row['name']}({', '.join(arguments)})"


def python_literal(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{python_literal(key)}: {python_literal(child)}" for key, child in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(python_literal, value)) + "]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def call_in_node(row: dict[str, Any]) -> str:
    room = row["rooms"][0].replace("_", "-")
    options = {camel(name): value for name, value in json.loads(row["example"]["options"]).items()}
    arguments = [] if row["input"] is None else [node_value(json.loads(row["example"]["input"]))]
    arguments += [node_value(options)] if options else []
    return f"import {{ {camel(row['name'])} }} from 'conspectus{'/' + room if room else ''}';\n\n{waits(row)}{camel(row['name'])}({', '.join(arguments)});"


def operation(row: dict[str, Any]) -> str:
    own = [option for option in row["options"] if not (row["measures"] and option in MEASURING)]
    taken = ", ".join(f"`{name}`" for name in own)
    measured = " and those of [measuring](#measure), `dialect` and `model`" if row["measures"] else ""
    lines = [f"### `{row['name']}`\n", f"{row['about']}\n"]
    lines += [f"- Where: {'; '.join(place(room, row['name']) for room in row['rooms'])}. In Rust `{crate_of(row)}::api::call(\"{row['name']}\", ...)`."]
    if row["input"]:
        lines.append(f"- Run on: `{row['input']['name']}`.")
    if taken or measured:
        lines.append(f"- Options: {taken or 'no others'}{measured}." if taken else f"- Options: those of [measuring](#measure), `dialect` and `model`.")
    gives = row["gives"]
    if gives["kind"] == "edited":
        lines.append(f"- Gives: an [`Edited`](#edited), whose `details` are {linked(gives['type'])}.")
    else:
        lines.append(f"- Gives: {linked(gives['type'])}.")
    if row["arguments"]:
        lines += ["", "| argument | meaning | range |", "| --- | --- | --- |"]
        for argument in row["arguments"]:
            needed = " Needed." if argument["needed"] else ""
            lines.append(f"| `{argument['name']}` | {argument['meaning']}{needed} | {range_of(argument['domain'])} |")
    lines += ["", "```python", call_in_python(row), "```", "", "```js", call_in_node(row), "```", ""]
    return "\n".join(lines)


def linked(data: dict[str, Any]) -> str:
    """A type as Python spells it, with links to the rows of its classes and words."""
    text = kind_of(data)
    names = names_in(data)
    return f"`{text}`" + (" (" + ", ".join(f"[{name}](#{name.lower()})" for name in sorted(names)) + ")" if names else "")


def results(names: dict[str, Any]) -> str:
    """The rows of all results, and of their words."""
    text = "\n## Results\n\nIn Python these are frozen dataclasses with `to_dict()`, in TypeScript interfaces with the same names in camelCase.\n"
    fields = [(f["name"], kind_of(f["type"]), f["meaning"]) for f in EDITED_ROWS]
    rows = [("Edited", "A list of messages after an operation. Where nothing changed, `messages` is the very same list.", fields)]
    for row in names["shapes"]:
        own = [(f["name"], linked(f["type"]), f["meaning"]) for f in row["fields"]]
        if row["name"] == "Result":
            own = [("messages", "`list`", "Go on with these: the very same list if nothing changed."), *own]
            own += [("error", "`Exception` or null", "What one of your functions raised, where something stood in or the run was over."), ("details", "`Details` ([Details](#details))", "What the run measured and decided beside this.")]
        rows.append((row["name"], row["about"], own))
    for name, about, own in rows:
        text += f"\n### {name}\n\n{about}\n\n| field | type | meaning |\n| --- | --- | --- |\n"
        text += "".join(f"| `{key}` | {kind.replace('|', 'or')} | {meaning} |\n" for key, kind, meaning in own)
    text += "\n## Words of results\n"
    for row in names["words"]:
        text += f"\n### {row['name']}\n\n{row['about']}\n\n| word | meaning |\n| --- | --- |\n" + "".join(f"| `{word['word']}` | {word['meaning']} |\n" for word in row["words"])
    return text


EDITED_ROWS: list[dict[str, Any]] = [
    {"name": "messages", "type": {"kind": "list", "of": {"kind": "data", "python": "Any"}}, "meaning": "The messages after the operation."},
    {"name": "changed", "type": {"kind": "flag"}, "meaning": "Whether anything changed."},
    {"name": "removed", "type": {"kind": "list", "of": {"kind": "shape", "name": "Removed"}}, "meaning": "What was removed: one group for each kind."},
    {"name": "tokens_before", "type": {"kind": "whole"}, "meaning": "Tokens of the messages before."},
    {"name": "tokens_after", "type": {"kind": "whole"}, "meaning": "Tokens of the messages after."},
    {"name": "details", "type": {"kind": "data", "python": "Any"}, "meaning": "What the operation says of itself."},
]

MEASURING: list[str] = []
ROOMS = {
    "": ("At the top level", "The tools that most programs need."),
    "tokens": ("Tokens", "Python `conspectus.tokens`, Node `conspectus/tokens`, Rust `conspectus::tokens`."),
    "context": ("What enters the context", "Python `conspectus.context`, Node `conspectus/context`."),
    "files": ("Files", "They read the disk, so they stand apart. Python `conspectus.files`, Node `conspectus/files`, Rust `conspectus_local`."),
    "providers": ("Providers: their errors and their models", "Python `conspectus.providers`, Node `conspectus/providers`."),
    "gemini_cli": ("What only gemini-cli does", "Python `conspectus.gemini_cli`, Node `conspectus/gemini-cli`, Rust `conspectus::systems::gemini_cli`."),
    "qwen_code": ("What only qwen-code does", "Python `conspectus.qwen_code`, Node `conspectus/qwen-code`, Rust `conspectus::systems::qwen_code`."),
    "gencode": ("What gencode and opencode do", "Python `conspectus.gencode` and `conspectus.opencode`, Node `conspectus/gencode` and `conspectus/opencode`."),
    "sansio": ("Plumbing for drivers of your own", "Python `conspectus.sansio`, Node `conspectus/sansio`."),
}


def files(names: dict[str, Any], root: pathlib.Path) -> dict[str, str]:
    MEASURING[:] = names["measuring"]
    text = HEAD + "\n".join(f"| `{preset['name']}` | {preset['about']} |" for preset in names["presets"]) + "\n"
    text += "\n## Options\n"
    for group in names["groups"]:
        rows = [row for row in names["options"] if row["group"] == group["name"]]
        title = f"`{group['name']}`" if group["name"] else "At the top"
        anchor = f'<a id="{group["name"]}"></a>\n\n' if group["name"] else ""
        text += f"\n{anchor}## {title}: {group['about'][0].lower() + group['about'][1:]}\n\n"
        text += "" if group["name"] else preset_option(names)
        text += "\n".join(option(row, len(names["presets"])) for row in rows)
        text += "\n" + example_of_group(group["name"], rows)
    text += "\n<a id=\"turn\"></a>\n\n## What goes with the messages of one turn\n\n`compact(messages, ...)` takes these beside the messages.\n\n"
    text += "| argument | meaning | range |\n| --- | --- | --- |\n"
    for argument in names["compactor"]["turn"]:
        text += f"| `{argument['name']}` | {argument['meaning']} | {range_of(argument['domain'])} |\n"
    text += "\n## Operations\n"
    listed: set[str] = set()
    for room, (title, where) in ROOMS.items():
        rows = [row for row in names["operations"] if room in row["rooms"] and row["name"] not in listed]
        listed |= {row["name"] for row in rows}
        text += f"\n## {title}\n\n{where}\n\n" + "\n".join(map(operation, rows))
    text += results(names)
    return {"docs/reference.md": re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n"}
