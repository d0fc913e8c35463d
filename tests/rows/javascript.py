"""Python's lines of the rows as lines of JavaScript: the same calls, spelled as the Node package spells them."""

from __future__ import annotations

import ast
import json
import re

# What Node gives a promise for.
AWAITED = {"compact", "load_instructions", "read_file", "summarize_output", "mask_tool_outputs", "filling", "status_with", "two_at_once"}
# Arguments whose objects hold options, which are spelled as options are. All other objects are data.
OF_OPTIONS = {"preset"}


def camel(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])_([a-z0-9])", lambda found: found[1].upper(), name)


def written(tree: ast.AST) -> str:
    """One statement, or one expression."""
    match tree:
        case ast.Expr(value):
            return f"{written(value)};"
        case ast.Assign([target], value):
            return f"const {written(target)} = {written(value)};"
        case ast.Name(name):
            return camel(name)
        case ast.Constant(value):
            return {True: "true", False: "false", None: "null"}[value] if value is None or isinstance(value, bool) else json.dumps(value, ensure_ascii=False)
        case ast.UnaryOp(ast.USub(), value):
            return f"-{written(value)}"
        case ast.Attribute(value, name):
            return f"{written(value)}.{camel(name)}"
        case ast.Subscript(value, ast.UnaryOp(ast.USub(), ast.Constant(index))):
            return f"{written(value)}.at(-{index})"
        case ast.Subscript(value, ast.Slice(lower, upper)):
            return f"{written(value)}.slice({written(lower) if lower else 0}{f', {written(upper)}' if upper else ''})"
        case ast.Subscript(ast.Attribute(_, "values" | "options") as value, ast.Constant(str(key))):
            return f"{written(value)}[{json.dumps(camel(key))}]"
        case ast.Subscript(value, index):
            return f"{written(value)}[{written(index)}]"
        case ast.List(items) | ast.Tuple(items):
            return f"[{', '.join(map(written, items))}]"
        case ast.Starred(value):
            return f"...{written(value)}"
        case ast.Dict(keys, values):
            return of_object([(key.value if isinstance(key, ast.Constant) else None, value) for key, value in zip(keys, values)])
        case ast.BinOp(ast.Constant(str(text)), ast.Mult(), times):
            return f"{json.dumps(text, ensure_ascii=False)}.repeat({written(times)})"
        case ast.BinOp(left, ast.Add(), right):
            return f"{written(left)} + {written(right)}"
        case ast.Compare(left, [ast.Is() | ast.Eq()], [right]):
            return f"{written(left)} === {written(right)}"
        case ast.Compare(left, [ast.Lt()], [right]):
            return f"{written(left)} < {written(right)}"
        case ast.Compare(left, [ast.In()], [right]):
            return f"{written(right)}.includes({written(left)})"
        case ast.Lambda(arguments, body):
            return f"({', '.join(argument.arg for argument in arguments.args)}) => {bracketed(body)}"
        case ast.ListComp(element, [ast.comprehension(target, source, conditions)]):
            kept = "".join(f".filter(({written(target)}) => {written(condition)})" for condition in conditions)
            return f"{written(source)}{kept}.map(({written(target)}) => {bracketed(element)})"
        case ast.Call(ast.Name("len"), [value]):
            return f"{written(value)}.length"
        case ast.Call(ast.Name("str"), [value]):
            return f"String({written(value)})"
        case ast.Call(ast.Attribute(value, "index"), [part]):
            return f"{written(value)}.indexOf({written(part)})"
        case ast.Call(function, arguments, keywords):
            return of_call(function, arguments, keywords)
    raise SystemExit(f"rows: no JavaScript for {ast.unparse(tree)}")


def bracketed(body: ast.AST) -> str:
    return f"({written(body)})" if isinstance(body, ast.Dict) else written(body)


def of_object(fields: list[tuple[str | None, ast.AST]]) -> str:
    """An object; a field without a name is spread."""
    if not fields:
        return "{}"
    shown = [f"...{written(value)}" if name is None else f"{name if name.isidentifier() else json.dumps(name)}: {written(value)}" for name, value in fields]
    return f"{{ {', '.join(shown)} }}"


def of_call(function: ast.AST, arguments: list[ast.expr], keywords: list[ast.keyword]) -> str:
    fields: list[tuple[str | None, ast.AST]] = []
    for keyword in keywords:
        value: ast.AST = keyword.value
        if keyword.arg in OF_OPTIONS and isinstance(value, ast.Dict):
            value = ast.Dict([ast.Constant(camel(key.value)) for key in value.keys if isinstance(key, ast.Constant)], value.values)
        fields.append((keyword.arg and camel(keyword.arg), value))
    given = [written(argument) for argument in arguments] + ([of_object(fields)] if fields else [])
    name = function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    text = f"{written(function)}({', '.join(given)})"
    if isinstance(function, ast.Name) and name[0].isupper():
        return f"new {text}"
    return f"(await {text})" if name in AWAITED else text
