"""Gemini's contents, as strict as the real endpoint: turns, numbers of parts, signatures of the open turn, size."""

from __future__ import annotations

from .fake import Data, Provider, is_png, need, run_tool


class Gemini(Provider):
    def create(self, contents: list[Data], tools: list[Data] | None = None) -> tuple[Data, Data]:
        self._check(contents)
        total, cached = self.size(contents, tools)
        need(total <= self.limit, f"The input token count ({total}) exceeds the maximum number of tokens allowed ({self.limit}).", code="INVALID_ARGUMENT")
        calls = self.next_calls() if tools else []
        parts: list[Data] = [{"functionCall": {"id": call["id"], "name": call["name"], "args": call["args"]}} for call in calls]
        if calls:
            # The first call of a turn is signed.
            parts[0]["thoughtSignature"] = self.sign(calls[0]["id"])
        else:
            parts = [{"text": f"Step {self.turn}: done with this part."}]
        return {"role": "model", "parts": parts}, {"promptTokenCount": total, "cachedContentTokenCount": cached, "candidatesTokenCount": 50, "totalTokenCount": total + 50}

    def _check(self, contents: list[Data]) -> None:
        need(contents, "contents is not specified", code="INVALID_ARGUMENT")
        need(contents[0]["role"] == "user", "Please ensure that multiturn requests begin with a user turn.", code="INVALID_ARGUMENT")
        need(contents[-1]["role"] == "user", "Please ensure that single turn requests end with a user role or the role field is empty.", code="INVALID_ARGUMENT")
        waiting: list[str] = []
        opened = max(index for index, content in enumerate(contents) if content["role"] == "user" and not _of(content, "functionResponse"))
        for index, content in enumerate(contents):
            need(content["role"] in ("user", "model"), "Please use a valid role: user, model.", code="INVALID_ARGUMENT")
            need(content["parts"], f"Unable to submit request because it must have at least one parts field (contents[{index}]).", code="INVALID_ARGUMENT")
            calls, answers = _of(content, "functionCall"), _of(content, "functionResponse")
            if calls:
                before = contents[index - 1]
                need(before["role"] == "user", "Please ensure that function call turn comes immediately after a user turn or after a function response turn.")
                first = next(part for part in content["parts"] if "functionCall" in part)
                signature = first.get("thoughtSignature")
                need(signature is None or self.is_signed(calls[0]["id"], signature), "Corrupted thought signature.", code="INVALID_ARGUMENT")
                need(index < opened or signature, f"Function call is missing a thought_signature in functionCall parts. Function call `{calls[0]['name']}`.")
            need(len(answers) == len(waiting), "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.")
            need({answer["id"] for answer in answers} == set(waiting), "Please ensure that function response turn comes immediately after a function call turn.")
            waiting = [call["id"] for call in calls]
            for part in content["parts"]:
                need(len(part) >= 1 and part.get("text") != "", "Unable to submit request because it has an empty text parameter.")
                for data in [part, *part.get("functionResponse", {}).get("parts", [])]:
                    need("inlineData" not in data or is_png(data["inlineData"]["data"]), "Unable to process input image.")
        need(not waiting, "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.")


def _of(content: Data, kind: str) -> list[Data]:
    return [part[kind] for part in content["parts"] if kind in part]


def results(reply: Data, chars: int, picture: str | None) -> Data | None:
    parts: list[Data] = []
    for call in _of(reply, "functionCall"):
        answer: Data = {"id": call["id"], "name": call["name"], "response": {"output": run_tool(call, chars)}}
        if picture and not parts:
            answer["parts"] = [{"inlineData": {"mimeType": "image/png", "data": picture}}]
        parts.append({"functionResponse": answer})
    return {"role": "user", "parts": parts} if parts else None
