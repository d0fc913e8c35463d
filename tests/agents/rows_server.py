"""An MCP server whose one tool returns so many rows."""

import json
import sys

for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    params = asked.get("params", {})
    result: dict[str, object] = {}
    if asked["method"] == "initialize":
        result = {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": {"name": "rows", "version": "1"}}
    elif asked["method"] == "tools/list":
        schema = {"type": "object", "properties": {"count": {"type": "integer"}}}
        result = {"tools": [{"name": "rows", "description": "Returns rows.", "inputSchema": schema}]}
    elif asked["method"] == "tools/call":
        rows = "\n".join(f"row {row}: {row * 104729:x}" for row in range(params["arguments"]["count"]))
        result = {"content": [{"type": "text", "text": rows}]}
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
