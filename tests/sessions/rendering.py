"""Recordings in the message shapes of several providers."""

import base64
import hashlib
import json
import uuid
from datetime import datetime, timedelta

from pictures import base64_of

NAMES = {
    "gemini": {"shell": "run_shell_command", "read": "read_file", "grep": "search_file_content", "edit": "replace", "todo": "write_todos", "screenshot": "take_screenshot"},
    "openai_chat": {"shell": "bash", "read": "read", "grep": "grep", "edit": "edit", "todo": "todowrite", "screenshot": "screenshot"},
    "anthropic": {"shell": "Bash", "read": "Read", "grep": "Grep", "edit": "Edit", "todo": "TodoWrite", "screenshot": "mcp__browser__take_screenshot"},
}


def identifier(name, kind, number, length=24):
    """A stable id that looks like a provider's."""
    digest = hashlib.sha256(f"conspectus {name} {kind} {number}".encode()).digest()
    return base64.b32encode(digest).decode("ascii").lower()[:length]


def arguments(dialect, call, prefix=""):
    """The arguments under the keys that agents of that dialect use."""
    tool, args = call["tool"], call["args"]
    camel = dialect == "openai_chat"
    path = prefix + args["path"] if "path" in args else None
    if tool == "shell":
        return {"command": args["command"], "description": args["why"]}
    if tool == "grep":
        return {"pattern": args["pattern"], "path": path, **({"output_mode": "content", "-n": True} if dialect == "anthropic" else {})}
    if tool == "read":
        return {"filePath" if camel else "file_path": path}
    if tool == "edit":
        keys = ("filePath", "oldString", "newString") if camel else ("file_path", "old_string", "new_string")
        return dict(zip(keys, (path, args["old"], args["new"])))
    if tool == "todo":
        if dialect == "gemini":
            return {"todos": [{"description": text, "status": status} for text, status in args["todos"]]}
        if camel:
            return {"todos": [{"id": str(i + 1), "content": text, "status": status, "priority": "medium"} for i, (text, status) in enumerate(args["todos"])]}
        return {"todos": [{"content": text, "status": status, "activeForm": text} for text, status in args["todos"]]}
    return dict(args)


def result_text(result):
    text = result["output"] or "(no output)"
    return f"Exit code {result['exit']}\n{text}" if result["exit"] else text


def gemini(recording):
    name, contents = recording["name"], []

    def inline(image):
        return {"inlineData": {"mimeType": "image/png", "data": base64_of(image)}}

    for message in recording["messages"]:
        if message["role"] == "user":
            contents.append({"role": "user", "parts": [{"text": message["text"]}, *map(inline, message.get("images", ()))]})
        elif message["role"] == "agent":
            parts = [{"text": message["text"]}] if message["text"] else []
            for call in message.get("calls", ()):
                tool = NAMES["gemini"][call["tool"]]
                parts.append({"functionCall": {"id": f"{tool}-{identifier(name, 'gemini', call['id'], 12)}", "name": tool, "args": arguments("gemini", call)}})
            contents.append({"role": "model", "parts": parts})
        else:
            parts = []
            for result in message["results"]:
                tool = NAMES["gemini"][result["tool"]]
                response = {"id": f"{tool}-{identifier(name, 'gemini', result['id'], 12)}", "name": tool}
                response["response"] = {"error" if result["exit"] else "output": result_text(result)}
                if result.get("images"):
                    response["parts"] = [inline(image) for image in result["images"]]
                parts.append({"functionResponse": response})
            contents.append({"role": "user", "parts": parts})
    return contents


def openai_chat(recording):
    name, messages = recording["name"], [{"role": "system", "content": recording["system"]}]

    def part(image):
        return {"type": "image_url", "image_url": {"url": "data:image/png;base64," + base64_of(image), "detail": "auto"}}

    for message in recording["messages"]:
        if message["role"] == "user":
            images = [part(image) for image in message.get("images", ())]
            messages.append({"role": "user", "content": [{"type": "text", "text": message["text"]}, *images] if images else message["text"]})
        elif message["role"] == "agent":
            out = {"role": "assistant", "content": message["text"]}
            calls = [
                {"id": f"call_{identifier(name, 'openai', call['id'])}", "type": "function",
                 "function": {"name": NAMES["openai_chat"][call["tool"]], "arguments": json.dumps(arguments("openai_chat", call), ensure_ascii=False)}}
                for call in message.get("calls", ())
            ]
            messages.append({**out, "tool_calls": calls} if calls else out)
        else:
            images = []
            for result in message["results"]:
                text = result_text(result)
                if result.get("images"):  # this dialect's tool results hold text only: the picture follows in a user message
                    images += [{"type": "text", "text": f"Picture returned by the tool: {text}"}, *map(part, result["images"])]
                    text += " (the picture is in the next message)"
                messages.append({"role": "tool", "tool_call_id": f"call_{identifier(name, 'openai', result['id'])}", "content": text})
            if images:
                messages.append({"role": "user", "content": images})
    return messages


def anthropic_image(image):
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": base64_of(image)}}


def anthropic_call(name, call, prefix=""):
    return {"type": "tool_use", "id": f"toolu_{identifier(name, 'anthropic', call['id'])}", "name": NAMES["anthropic"][call["tool"]], "input": arguments("anthropic", call, prefix)}


def anthropic_result(name, result, text=None):
    content = result_text(result) if text is None else text
    if result.get("images"):
        content = [{"type": "text", "text": content}, *map(anthropic_image, result["images"])]
    block = {"type": "tool_result", "tool_use_id": f"toolu_{identifier(name, 'anthropic', result['id'])}", "content": content}
    return {**block, "is_error": True} if result["exit"] else block


def anthropic(recording):
    name, messages = recording["name"], []
    for message in recording["messages"]:
        if message["role"] == "user":
            images = [anthropic_image(image) for image in message.get("images", ())]
            messages.append({"role": "user", "content": [*images, {"type": "text", "text": message["text"]}] if images else message["text"]})
        elif message["role"] == "agent":
            blocks = [{"type": "text", "text": message["text"]}] if message["text"] else []
            messages.append({"role": "assistant", "content": blocks + [anthropic_call(name, call) for call in message.get("calls", ())]})
        else:
            messages.append({"role": "user", "content": [anthropic_result(name, result) for result in message["results"]]})
    return messages


def claude_code(recording):
    """The lines of a session file: one block a line, the blocks of one turn sharing `message.id`, results parented to their calls."""
    name, lines, clock = recording["name"], [], datetime(2026, 1, 15, 9, 0, 0)
    session = str(uuid.uuid5(uuid.NAMESPACE_URL, f"conspectus:{name}"))
    calls, parent, context, turn, todos = {}, None, 0, 0, []

    def add(kind, message, parent, seconds, **more):
        nonlocal clock
        clock += timedelta(seconds=seconds)
        line = {
            "parentUuid": parent, "isSidechain": False, "userType": "external", "cwd": "/repo", "sessionId": session, "version": "2.1.0", "gitBranch": "main",
            "type": kind, "message": message, "uuid": str(uuid.uuid5(uuid.NAMESPACE_URL, f"{session}:{len(lines)}")),
            "timestamp": clock.strftime("%Y-%m-%dT%H:%M:%S.000Z"), **more,
        }
        lines.append(line)
        return line["uuid"]

    def weight(message):  # chars / 4, and a flat price per picture: only to give `usage` its order of magnitude
        texts = len(message.get("text") or "") + sum(len(result_text(result)) for result in message.get("results", ()))
        texts += sum(len(json.dumps(call["args"], ensure_ascii=False)) for call in message.get("calls", ()))
        pictures = len(message.get("images", ())) + sum(len(result.get("images", ())) for result in message.get("results", ()))
        return texts // 4 + 1400 * pictures

    cached, context = 0, len(recording["system"]) // 4 + 6000
    for message in recording["messages"]:
        if message["role"] == "user":
            images = [anthropic_image(image) for image in message.get("images", ())]
            content = [*images, {"type": "text", "text": message["text"]}] if images else message["text"]
            parent = add("user", {"role": "user", "content": content}, parent, 90)
        elif message["role"] == "agent":
            turn += 1
            usage = {"input_tokens": 4, "cache_creation_input_tokens": context - cached, "cache_read_input_tokens": cached, "output_tokens": weight(message)}
            cached = context
            blocks = [{"type": "text", "text": message["text"]}] if message["text"] else []
            blocks += [anthropic_call(name, call, "/repo/") for call in message.get("calls", ())]
            for index, block in enumerate(blocks):
                last = index == len(blocks) - 1
                reason = ("tool_use" if message.get("calls") else "end_turn") if last else None
                body = {
                    "model": "claude-example-1", "id": f"msg_{identifier(name, 'turn', turn)}", "type": "message", "role": "assistant", "content": [block],
                    "stop_reason": reason, "stop_sequence": None, "usage": usage,
                }
                parent = add("assistant", body, parent, 4, requestId=f"req_{identifier(name, 'request', turn)}")
                if block["type"] == "tool_use":
                    calls[block["id"]] = (parent, block)
        else:
            for result in message["results"]:
                origin, call = calls[f"toolu_{identifier(name, 'anthropic', result['id'])}"]
                text, output, given = result_text(result), result["output"], call["input"]
                if result["exit"]:
                    detail = "Error: " + text
                elif result["tool"] == "shell":
                    detail = {"stdout": output, "stderr": "", "interrupted": False, "isImage": False}
                elif result["tool"] == "read":
                    rows = output.split("\n")
                    text = "\n".join(f"{number:6}→{row}" for number, row in enumerate(rows, 1))
                    detail = {"type": "text", "file": {"filePath": given["file_path"], "content": output, "numLines": len(rows), "startLine": 1, "totalLines": len(rows)}}
                elif result["tool"] == "grep":
                    detail = {"mode": "content", "numFiles": 0, "filenames": [], "content": output, "numLines": output.count("\n") + 1}
                elif result["tool"] == "edit":
                    detail = {"filePath": given["file_path"], "oldString": given["old_string"], "newString": given["new_string"], "userModified": False, "replaceAll": False}
                elif result["tool"] == "todo":
                    detail, todos = {"oldTodos": todos, "newTodos": given["todos"]}, given["todos"]
                else:
                    detail = text
                body = {"role": "user", "content": [anthropic_result(name, result, text)]}
                parent = add("user", body, origin, 2, toolUseResult=detail, sourceToolAssistantUUID=origin)
        context += weight(message)
    return lines


DIALECTS = {"gemini": gemini, "openai_chat": openai_chat, "anthropic": anthropic}


def dump(value):
    return json.dumps(value, ensure_ascii=False)


def dump_list(items):
    """A JSON array with one message a line."""
    return "[\n" + ",\n".join(map(dump, items)) + "\n]\n"


def dump_recording(recording):
    head = {key: value for key, value in recording.items() if key != "messages"}
    return dump(head)[:-1] + ', "messages": ' + dump_list(recording["messages"]).rstrip("\n") + "}\n"


def render(recording):
    """Every file made from one recording: name -> text."""
    name = recording["name"]
    files = {f"{name}.{dialect}.json": dump_list(write(recording)) for dialect, write in DIALECTS.items()}
    if name == "coding":
        files[f"{name}.claude-code.jsonl"] = "".join(dump(line) + "\n" for line in claude_code(recording))
    return files
