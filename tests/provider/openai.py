"""OpenAI's two wires, chat messages and response items, as strict as the real endpoints."""

from __future__ import annotations

import json

from .fake import Data, Provider, is_png, need, run_tool


def _fits(provider: Provider, total: int) -> None:
    text = f"This model's maximum context length is {provider.limit} tokens. However, your messages resulted in {total} tokens. Please reduce the length of the messages."
    need(total <= provider.limit, text, code="context_length_exceeded")


def _is_picture(url: str) -> bool:
    return url.startswith("data:image/png;base64,") and is_png(url.split(",", 1)[1])


class OpenaiChat(Provider):
    def create(self, messages: list[Data], tools: list[Data] | None = None) -> tuple[Data, Data]:
        self._check(messages)
        total, cached = self.size(messages, tools)
        _fits(self, total)
        calls = self.next_calls() if tools else []
        reply: Data = {"role": "assistant", "content": None if calls else f"Step {self.turn}: done with this part."}
        if calls:
            reply["tool_calls"] = [
                {"id": call["id"], "type": "function", "function": {"name": call["name"], "arguments": json.dumps(call["args"])}} for call in calls
            ]
        return reply, {"prompt_tokens": total, "completion_tokens": 50, "total_tokens": total + 50, "prompt_tokens_details": {"cached_tokens": cached}}

    def _check(self, messages: list[Data]) -> None:
        need(messages, "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.")
        waiting: list[str] = []
        for index, message in enumerate(messages):
            role = message["role"]
            need(role in ("system", "developer", "user", "assistant", "tool"), f"Invalid value: '{role}'.", param=f"messages[{index}].role")
            if role == "tool":
                need(message["tool_call_id"] in waiting, "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.")
                waiting.remove(message["tool_call_id"])
                parts = message["content"] if isinstance(message["content"], list) else []
                need(all(part["type"] == "text" for part in parts), "Image URLs are only allowed for messages with role 'user'.")
                continue
            need(not waiting, "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
                 f"The following tool_call_ids did not have response messages: {', '.join(waiting)}")
            if role == "assistant":
                calls = message.get("tool_calls")
                need(message.get("content") is not None or calls, f"Invalid value for 'content': expected a string, got null. messages[{index}]")
                need(calls is None or calls, f"Invalid 'messages[{index}].tool_calls': empty array.")
                for call in calls or ():
                    need(isinstance(json.loads(call["function"]["arguments"]), dict), "arguments must be a JSON object")
                    waiting.append(call["id"])
            elif isinstance(message["content"], list):
                need(message["content"], f"Invalid 'messages[{index}].content': empty array.")
                for part in message["content"]:
                    need(part["type"] != "image_url" or _is_picture(part["image_url"]["url"]), "Invalid base64 image_url.")
            else:
                need(isinstance(message["content"], str), f"Invalid type for 'messages[{index}].content'")
        need(not waiting, f"The following tool_call_ids did not have response messages: {', '.join(waiting)}")


class OpenaiResponses(Provider):
    def create(self, items: list[Data], tools: list[Data] | None = None) -> tuple[list[Data], Data]:
        self._check(items)
        total, cached = self.size(items, tools)
        _fits(self, total)
        calls = self.next_calls() if tools else []
        thought = f"Step {self.turn}: the next files tell more."
        output: list[Data] = []
        if calls:
            output.append({"type": "reasoning", "id": f"rs_{self.turn}", "summary": [{"type": "summary_text", "text": thought}], "encrypted_content": self.sign(f"rs_{self.turn}")})
            output += [
                {"type": "function_call", "id": f"fc_{call['id']}", "call_id": call["id"], "name": call["name"], "arguments": json.dumps(call["args"])} for call in calls
            ]
        else:
            text = {"type": "output_text", "text": f"Step {self.turn}: done with this part.", "annotations": []}
            output.append({"type": "message", "id": f"msg_{self.turn}", "role": "assistant", "status": "completed", "content": [text]})
        return output, {"input_tokens": total, "input_tokens_details": {"cached_tokens": cached}, "output_tokens": 50, "total_tokens": total + 50}

    def _check(self, items: list[Data]) -> None:
        need(items, "Invalid 'input': empty array.")
        called: dict[str, bool] = {}
        for index, item in enumerate(items):
            kind = item.get("type", "message")
            if kind == "reasoning":
                need(self.is_signed(item["id"], item["encrypted_content"]), "The encrypted content could not be verified.", code="invalid_encrypted_content")
                following = items[index + 1].get("type", "message") if index + 1 < len(items) else None
                ours = following == "function_call" and items[index + 1]["id"].split("_")[2] == item["id"].split("_")[1]
                need(ours, f"Item '{item['id']}' of type 'reasoning' was provided without its required following item.")
            elif kind == "function_call":
                before = [other.get("id") for other in items[:index] if other.get("type") == "reasoning"]
                wanted = f"rs_{item['call_id'].split('_')[1]}"
                need(wanted in before, f"Item '{item['id']}' of type 'function_call' was provided without its required 'reasoning' item: '{wanted}'.")
                called[item["call_id"]] = False
            elif kind == "function_call_output":
                need(item["call_id"] in called and not called[item["call_id"]], f"No tool call found for function call output with call_id {item['call_id']}.")
                called[item["call_id"]] = True
                for part in item["output"] if isinstance(item["output"], list) else ():
                    need(part["type"] != "input_image" or _is_picture(part["image_url"]), "Invalid base64 image_url.")
            else:
                need(kind == "message" and item["role"] in ("user", "assistant", "system", "developer"), f"Invalid value: '{kind}'.", param=f"input[{index}]")
                need(item["content"], f"Invalid 'input[{index}].content': empty.")
        for name, answered in called.items():
            need(answered, f"No tool output found for function call {name}.")


def chat_results(reply: Data, chars: int, picture: str | None) -> list[Data]:
    results: list[Data] = []
    for call in reply.get("tool_calls") or ():
        text = run_tool({"args": json.loads(call["function"]["arguments"])}, chars)
        results.append({"role": "tool", "tool_call_id": call["id"], "content": text})
    if picture and results:
        shown = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{picture}"}}
        results.append({"role": "user", "content": [{"type": "text", "text": "The picture of the last tool:"}, shown]})
    return results


def response_results(output: list[Data], chars: int, picture: str | None) -> list[Data]:
    results: list[Data] = []
    for item in output:
        if item["type"] == "function_call":
            text = run_tool({"args": json.loads(item["arguments"])}, chars)
            shown = {"type": "input_image", "image_url": f"data:image/png;base64,{picture}"}
            both = [{"type": "input_text", "text": text}, shown]
            results.append({"type": "function_call_output", "call_id": item["call_id"], "output": both if picture and not results else text})
    return results
