"""Whether recordings and rendered files are what they should be."""

import base64
import hashlib
import json
import struct
import zlib

from pictures import image_bytes
from recorder import MACHINE


def check_png(data, place):
    raw = base64.b64decode(data, validate=True)
    assert raw[:8] == b"\x89PNG\r\n\x1a\n" and raw[12:16] == b"IHDR", f"{place}: not a PNG"
    width, height, depth, colour = struct.unpack(">IIBB", raw[16:26])
    assert (width, height) in ((1152, 720), (320, 180)) and (depth, colour) == (2, 3), f"{place}: {width}x{height}, {depth} bits, type {colour}"
    at, body = 8, b""
    while at < len(raw):
        (length,) = struct.unpack(">I", raw[at : at + 4])
        kind, chunk = raw[at + 4 : at + 8], raw[at + 8 : at + 8 + length]
        assert struct.unpack(">I", raw[at + 8 + length : at + 12 + length]) == (zlib.crc32(kind + chunk),), f"{place}: {kind} has a wrong checksum"
        body += chunk if kind == b"IDAT" else b""
        at += 12 + length
    assert len(zlib.decompress(body)) == height * (1 + (width + 3) // 4), f"{place}: wrong amount of pixels"


def check_pairs(steps, place):
    """`steps` is a list of ("call", id) and ("result", id): every call is answered once, and after it was made."""
    open_ids, seen = set(), set()
    for kind, one in steps:
        if kind == "call":
            assert one not in seen, f"{place}: id {one} used twice"
            seen.add(one)
            open_ids.add(one)
        elif kind == "turn":
            assert not open_ids, f"{place}: unanswered {sorted(open_ids)}"
        else:
            assert one in open_ids, f"{place}: result without a call: {one}"
            open_ids.remove(one)
    assert seen and not open_ids, f"{place}: unanswered {sorted(open_ids)}"
    return len(seen)


def check_file(file, text):
    """Validates one rendered file by its own dialect's rules; returns a line about it."""
    items = [json.loads(line) for line in text.rstrip("\n").split("\n")] if file.endswith(".jsonl") else json.loads(text)
    steps, images = [], []
    if ".gemini." in file:
        for index, content in enumerate(items):
            assert content["role"] == ("model" if index % 2 else "user") and content["parts"], f"{file}: {index}: roles alternate"
            steps += [("turn", None)] if content["role"] == "model" else []
            for part in content["parts"]:
                if "functionCall" in part:
                    steps.append(("call", part["functionCall"]["id"]))
                response = part.get("functionResponse", {})
                if response:
                    steps.append(("result", response["id"]))
                images += [inner["inlineData"]["data"] for inner in [part, *response.get("parts", ())] if "inlineData" in inner]
    elif ".openai_chat." in file:
        for message in items:
            assert message["role"] in ("system", "user", "assistant", "tool"), file
            steps += [("turn", None)] if message["role"] != "tool" else []
            for call in message.get("tool_calls", ()):
                assert isinstance(json.loads(call["function"]["arguments"]), dict), file
                steps.append(("call", call["id"]))
            if message["role"] == "tool":
                steps.append(("result", message["tool_call_id"]))
            if isinstance(message["content"], list):
                images += [part["image_url"]["url"].removeprefix("data:image/png;base64,") for part in message["content"] if part["type"] == "image_url"]
    else:
        known = set()
        for index, item in enumerate(items):
            message = item.get("message", item)
            if file.endswith(".jsonl"):
                assert item["parentUuid"] in known or (item["parentUuid"] is None and not known), f"{file}: {index}: parent unknown"
                assert item["type"] == message["role"], file
                known.add(item["uuid"])
            else:
                assert message["role"] == ("assistant" if index % 2 else "user"), f"{file}: {index}: roles alternate"
                steps += [("turn", None)] if message["role"] == "assistant" else []
            for block in message["content"] if isinstance(message["content"], list) else ():
                if block["type"] == "tool_use":
                    steps.append(("call", block["id"]))
                if block["type"] == "tool_result":
                    steps.append(("result", block["tool_use_id"]))
                inner = block["content"] if block["type"] == "tool_result" and isinstance(block["content"], list) else [block]
                images += [one["source"]["data"] for one in inner if one["type"] == "image"]
    calls = check_pairs(steps, file)
    for data in images:
        check_png(data, file)
    return f"{file}: {len(items)} {'lines' if file.endswith('.jsonl') else 'messages'}, {calls} calls, {len(images)} images, {len(text.encode()):,} bytes"


def check_recording(recording):
    name = recording["name"]
    for message in recording["messages"]:
        for holder in [message, *message.get("results", ())]:
            assert not MACHINE.search(holder.get("output") or ""), f"{name}: an output names the machine"
            for image in holder.get("images", ()):
                assert hashlib.sha256(image_bytes(image)).hexdigest() == image["sha256"], f"{name}: a picture is drawn differently now"
    assert recording["messages"][-1]["role"] == "user", f"{name}: ends with an unanswered request"
    if name == "coding":
        results = [result for message in recording["messages"] for result in message.get("results", ())]
        assert sum(len(result["output"]) >= 20_000 for result in results) >= 3, "coding: three large outputs"
        assert any(result["exit"] for result in results), "coding: a failing command"
        assert any(len(message.get("calls", ())) == 3 for message in recording["messages"]), "coding: a parallel batch"
