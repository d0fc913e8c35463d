"""Synthetic conversations with a known truth.  python3 recordings.py N SEED [OUT.json]   (no OUT: JSON lines on stdout)

from recordings import recordings; recordings(n, seed) -> [recording]
recording = {id, form: "openai"|"anthropic", messages: [...], calls: [{id, tool, arguments, outcome: "ok"|"failed"|"unknown",
             shape, language, message, exit_code?, repeat_of?, variation?}]}
`repeat_of` and `variation` say how the generator made a call; the judge does not read them."""
import copy, json, os, random, sys
HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = json.load(open(os.path.join(HERE, "schemas.json"), encoding="utf-8"))
BY = {t["name"]: t for t in TOOLS}

OWNERS = ["acme", "northwind", "globex-labs", "umbra"]; REPOS = ["web", "billing-api", "infra", "docs.site", "mobile_app"]
PATHS = ["src/app/main.py", "src/app/models.py", "README.md", "config/settings.yaml", "docs/guide/install.md", "package.json", "src/index.ts", "src/lib/parse.rs",
         "tests/test_login.py", "scripts/deploy.sh", "logs/error.log", "data/Q3 report.csv", "infra/main.tf", ".github/workflows/ci.yml", "src/errors.py"]
TITLES = ["Login failed after token refresh", "Error: cannot read property of undefined", "Add dark mode", "Fix flaky test, again", "Update dependencies", "Crash on empty input",
          "Migrate to v2 API", "Timeout when exporting > 10,000 rows", "Umlaute in Dateinamen (ä, ö, ü)", "导出报告时出现错误", "Corregir el enlace roto", "Done column is not sorted"]
TEXTS = ["Looks good to me.", "The deploy failed on staging; retrying after the cache is cleared.", "Please review by Friday, thanks!", "Done. Closing this as succeeded.",
         "Steps to reproduce:\n1. Open the page\n2. Click \"Save\"\n3. See the error", "We saw 404 and 500 responses between 10:00 and 11:00 UTC.", "Können Sie das bitte prüfen? Der Vorgang ist fehlgeschlagen.",
         "¿Podemos cerrar este ticket?", "请检查一下日志，任务失败了。", "Rolled back to 1.4.2, error rate is back to 0.2 %.", "See src/app/main.py and docs/guide/install.md for the details of the change that was made last week; nothing else was touched.",
         "Hello team,\n\nthe numbers for March = 1,204 (+3 %), April = 1,377.\n\nBest\nMaya"]
SQLS = ["SELECT id, email FROM users WHERE status = 'active' LIMIT 20", "SELECT count(*) FROM orders WHERE created_at > '2026-01-01'", "SELECT * FROM events WHERE level = 'error' ORDER BY ts DESC LIMIT 50",
        "UPDATE orders SET status = 'done' WHERE id = 118", "DELETE FROM sessions WHERE expires_at < now()", "INSERT INTO notes (title, body) VALUES ('a', 'b')"]
POOL = {
 "owner": OWNERS, "repo": REPOS, "issue_number": [7, 12, 118, 1043], "pullNumber": [3, 21, 77, 512], "title": TITLES, "summary": TITLES, "body": TEXTS, "text": TEXTS, "comment": TEXTS, "description": TEXTS,
 "labels": ["bug", "p1", "backend", "needs info", "error"], "assignees": ["maya", "jlin", "tomas-k"], "reviewers": ["maya", "jlin"], "milestone": [2, 4], "perPage": [10, 30, 50, 100], "page": [1, 2, 3],
 "ref": ["main", "refs/heads/dev", "v1.4.2"], "sha": ["9f3c2e1", "main", "a41bb07d9e"], "head": ["fix/login", "feature/dark-mode"], "base": ["main", "release/2.1"], "branch": ["fix/login", "main", "feature/dark-mode"],
 "from_branch": ["main", "dev"], "path": PATHS, "paths": PATHS, "source": PATHS, "destination": ["archive/" + p for p in PATHS[:6]], "content": [t * 1 for t in TEXTS] + ["import os\n\n\ndef main():\n    raise SystemExit(2)\n"],
 "message": ["fix: handle empty input", "docs: install guide", "chore: bump", "Login failed → add retry"], "commit_title": TITLES, "commit_message": TEXTS, "author": ["maya", "jlin"], "actor": ["maya", "dependabot[bot]"],
 "resource_id": ["ci.yml", "16433129"], "per_page": [5, 20], "job_id": [48112233, 48112299], "run_id": [16433129, 16433777], "tail_lines": [100, 500], "line": [14, 88, 203], "head_n": [20, 50],
 "oldText": ["return None", "timeout = 30"], "newText": ["return []", "timeout = 60", "timeout = 90"], "excludePatterns": ["node_modules", "*.lock", "dist"], "pattern": ["*.py", "error", "TODO", "**/*.ts"],
 "sql": SQLS, "table_name": ["users", "orders", "events"], "channel_id": ["C04AB12CD", "C09ZZ81QT", "C0PLATFORM"], "thread_ts": ["1761234567.000100", "1761239999.004200"], "timestamp": ["1761234567.000100", "1761235555.001200"],
 "reaction": ["eyes", "white_check_mark"], "teamId": ["a70bdf0f-530a-4887-857d-46151b52b47c", "ENG"], "priority": [0, 1, 2, 3], "status": ["In Progress", "Done", "Failed QA", "open"], "id": ["ENG-214", "ENG-390", "7b1c9f7e-2d9a-4f0e-9d53-0f2f1c0a8e11"],
 "issueId": ["ENG-214", "PAY-3K2", "WEB-1Z43"], "limit": [5, 10, 25, 100], "issue_key": ["PAY-118", "PAY-119", "OPS-4021"], "fields": ["summary,status", "*all", "summary,status,assignee"], "comment_limit": [5, 10],
 "jql": ["project = PAY AND status = \"In Progress\"", "assignee = currentUser() ORDER BY updated DESC", "text ~ \"error\" AND created >= -7d"], "start_at": [0, 50], "project_key": ["PAY", "OPS"], "issue_type": ["Bug", "Task"], "assignee": ["maya@acme.io", "jlin"],
 "transition_id": ["11", "31", "41"], "time_spent": ["1h 30m", "2d"], "name": ["web-7d9c5b6f4-abcde", "billing-api", "worker", "SPRING10", "Maya Chen"], "email": ["maya@acme.io", "ops@northwind.example"], "product": ["prod_Qx81", "prod_R2d2"], "unit_amount": [1999, 2499, 4900],
 "currency": ["usd", "eur"], "payment_intent": ["pi_3PqA1", "pi_3PqB7"], "amount": [500, 1999], "customer": ["cus_N1a", "cus_P9z"], "percent_off": [10, 12.5, 25], "amount_off": [500], "duration_in_months": [3, 6],
 "resourceType": ["pods", "deployment", "services"], "namespace": ["prod", "staging", "kube-system"], "labelSelector": ["app=web", "app=web,tier=front"], "container": ["app", "sidecar"], "tail": [50, 100, 200], "replicas": [1, 3, 5], "toRevision": [4, 7],
 "command": ["ls", "-la", "/etc/app", "python -m app --check"], "timeout": [10, 60], "url": ["https://acme.example/login", "https://docs.northwind.example/errors/404", "https://acme.example/api/v1/orders?page=2"], "element": ["Save button", "Email field", "Sign-in link"], "target": ["e14", "e203", "main", "HEAD~1"],
 "values": ["de", "en", "fr"], "time": [2, 5], "depth": [2, 4], "value": ["maya@acme.io", "true", "acme"], "organizationSlug": ["acme", "northwind"], "query": ["is:unresolved level:error", "payment failed", "dark mode", "quarterly report", "repo:acme/web TODO"], "period": ["24h", "7d", "14d"],
 "projectSlugOrId": ["web", "4504112"], "block_id": ["1f0c0e8a-7a37-4a0e-8a53-1d1a6a2b9c10", "59833787-2cf9-4fdf-8782-e53db20768a5"], "data_source_id": ["a1b2c3d4-0000-4000-8000-1234567890ab"], "property": ["Status", "Owner"], "equals": ["Done", "Failed", "In progress"], "page_size": [10, 50], "type": ["paragraph", "text", "to_do"],
 "uri": ["gdrive:///1AbCdEfGh", "gdrive:///9ZyXwVu"], "calendarId": ["primary", "team@acme.io"], "start": ["2026-03-02T10:00:00", "2026-03-03T14:30:00"], "end": ["2026-03-02T11:00:00", "2026-03-03T15:00:00"], "timeZone": ["Europe/Berlin", "America/New_York"], "location": ["Room 4", "Zoom"],
 "minutes": [10, 30], "timeMin": ["2026-03-01T00:00:00"], "timeMax": ["2026-03-08T00:00:00", "2026-03-15T00:00:00"], "eventId": ["ev_81kq", "ev_92mm"], "logGroupName": ["/aws/lambda/checkout", "/ecs/web"], "logGroupNames": ["/aws/lambda/checkout", "/ecs/web", "/ecs/worker"],
 "logStreamName": ["2026/03/01/[1]abc"], "logStreamNames": ["web/app/1", "web/app/2"], "filterPattern": ["ERROR", "?Exception ?failed", "\"timed out\""], "startTime": [1772323200000, 1772326800000, "now-1h"], "endTime": [1772409600000, 1772413200000, "now"], "queryString": ["fields @timestamp, @message | filter @message like /ERROR/ | limit 20", "stats count(*) by bin(5m)"],
 "bucket_name": ["acme-reports", "northwind-logs"], "prefix": ["reports/2026/", "raw/"], "key": ["reports/2026/q1.csv", "raw/events.json", "gift_note"], "max_keys": [50, 1000], "descriptionHtml": ["<p>Soft cotton.</p>", "<p>Error-proof zip.</p>"], "vendor": ["Acme"], "tags": ["sale", "summer", "vip"], "note": TEXTS,
 "productId": ["gid://shopify/Product/81", "gid://shopify/Product/82"], "price": ["49.00", "59.00"], "sku": ["TS-BLK-M", "TS-BLK-L"], "optionName": ["Size", "Color"], "address1": ["1 Main St", "Hauptstraße 5"], "city": ["Berlin", "Lyon"], "zip": ["10115", "69001"],
 "entityType": ["person", "service"], "observations": ["prefers mail", "on call in March", "owns billing-api"], "contents": ["moved to Lyon", "leads the error budget review"], "entityName": ["Maya", "billing-api"], "from": ["Maya"], "to": ["billing-api", "web"], "relationType": ["owns", "uses"],
 "max_length": [5000, 20000], "start_index": [0, 5000], "repo_path": ["/srv/web", "/home/dev/billing-api"], "context_lines": [3, 10], "files": PATHS, "max_count": [10, 50], "start_timestamp": ["2 weeks ago"], "image": ["nginx:1.27", "acme/web:2026.3"], "network": ["backend"], "LOG_LEVEL": ["debug", "error"], "PORT": ["8080", "9090"],
 "app": ["web", "worker"], "tier": ["front", "back"], "label": ["env=prod", "customer-facing"], "container_id": ["web-1", "8c1fd0a2b3"], "tag": ["acme/web:dev"], "dockerfile": ["Dockerfile", "docker/Dockerfile.ci"], "datasourceUid": ["loki-prod", "prom-1"], "logql": ["{app=\"web\"} |= \"error\"", "{app=\"worker\"} | json | status >= 500"], "startRfc3339": ["2026-03-01T00:00:00Z"], "endRfc3339": ["2026-03-01T06:00:00Z"],
 "expr": ["sum(rate(http_errors_total[5m]))", "up{job=\"web\"} == 0"], "stepSeconds": [15, 60], "uid": ["dash-web", "dash-pay"], "folderUid": ["ops"], "dashboardUid": ["dash-web", "dash-pay"], "panelId": [2, 4, 9], "severity": ["minor", "critical"], "roomPrefix": ["inc"], "source_timezone": ["Europe/Berlin", "UTC"], "target_timezone": ["Asia/Tokyo", "America/New_York"], "timezone": ["UTC", "Asia/Tokyo"],
 "sort": ["indexed"], "severity_": [], "fields_": [],
}
ALWAYS = {"title", "body", "text", "comment", "description", "issue_number", "patchData", "filter", "workflow_runs_filter", "environment", "labels", "logStreamNames", "sorts", "attendees", "seo", "customAttributes", "shippingAddress", "operations", "owner", "limit"}

class Gen:
    def __init__(self, rng): self.r = rng
    def value(self, name, sch, tool):
        r = self.r
        if "enum" in sch: return r.choice(sch["enum"])
        t = sch["type"]
        if t == "object":
            ps = sch.get("properties", {}); req = set(sch.get("required", ps))
            return {k: self.value(k, v, tool) for k, v in ps.items() if k in req or r.random() < .6 or k in ALWAYS}
        if t == "array":
            it = sch["items"]; out = []
            for _ in range(r.randint(1, 3)):
                v = self.value(name, it, tool)
                if v not in out: out.append(v)
            return out
        if t == "boolean": return r.random() < .5
        pool = POOL.get(name, ["alpha", "beta"])
        if name == "query" and tool in ("read_query", "write_query"): pool = SQLS
        if name in ("head", "tail") and t in ("number", "integer"): pool = [20, 50, 100]
        if name == "path" and tool == "update_dashboard": pool = ["$.title", "$.panels[2].title"]
        if name == "path" and tool not in ("get_file_contents", "create_or_update_file", "push_files", "list_commits", "add_comment_to_pending_review"): pool = ["/srv/" + p for p in POOL["path"]]
        if t in ("number", "integer"):
            pool = [x for x in pool if isinstance(x, (int, float))] or [1, 2, 5]
            return r.choice(pool)
        pool = [x for x in pool if isinstance(x, str)] or ["10:30", "18:00"]
        return r.choice(pool)
    def args(self, tool):
        sch = BY[tool]["inputSchema"]; req = set(sch.get("required", []))
        return {k: self.value(k, v, tool) for k, v in sch["properties"].items() if k in req or k in ALWAYS and self.r.random() < .75 or self.r.random() < .35}

    # ---- near repeats: one thing differs
    def vary(self, tool, args):
        r = self.r; a = copy.deepcopy(args); spots = []
        def walk(node, path):
            it = node.items() if isinstance(node, dict) else enumerate(node)
            for k, v in it:
                if isinstance(v, (dict, list)): walk(v, path + [k])
                else: spots.append((path + [k], v))
        walk(a, [])
        def put(path, v):
            x = a
            for k in path[:-1]: x = x[k]
            x[path[-1]] = v
        kinds = []
        nested = [q for q in spots if len(q[0]) > 1 and isinstance(q[0][-1], str)]
        listed = [q for q in spots if isinstance(q[0][-1], int)]
        nums = [q for q in spots if isinstance(q[1], (int, float)) and not isinstance(q[1], bool)]
        bools = [q for q in spots if isinstance(q[1], bool)]
        texts = [q for q in spots if isinstance(q[1], str)]
        if nums: kinds += ["number", "number_type"]
        if nested: kinds += ["nested_value"] * 3
        if listed: kinds += ["list_item", "list_order", "list_longer"]
        if bools: kinds.append("boolean")
        if len(texts) > 1: kinds += ["second_text"] * 2
        elif texts: kinds.append("text")
        req = set(BY[tool]["inputSchema"].get("required", []))
        opt = [k for k in a if k not in req]
        miss = [k for k in BY[tool]["inputSchema"]["properties"] if k not in a]
        if opt: kinds.append("key_less")
        if miss: kinds.append("key_more")
        if not kinds: return None, None
        k = r.choice(kinds)
        def other(v):
            if isinstance(v, bool): return not v
            if isinstance(v, (int, float)): return v + r.choice([1, 10, 100])
            return r.choice([v + "x", v.upper() if v.upper() != v else v + "2", v + " (2)", v[:-1] if len(v) > 2 else v + "1"])
        if k == "number": p, v = r.choice(nums); put(p, other(v))
        elif k == "number_type": p, v = r.choice(nums); put(p, str(v))
        elif k == "nested_value": p, v = r.choice(nested); put(p, other(v))
        elif k == "list_item": p, v = r.choice(listed); put(p, other(v))
        elif k in ("list_order", "list_longer"):
            p, v = r.choice(listed); x = a
            for q in p[:-1]: x = x[q]
            if k == "list_order" and len(x) > 1: x.reverse()
            else: x.append(other(v))
        elif k == "boolean": p, v = r.choice(bools); put(p, not v)
        elif k == "second_text": p, v = texts[-1]; put(p, other(v))
        elif k == "text": p, v = texts[0]; put(p, other(v))
        elif k == "key_less": a.pop(r.choice(opt))
        elif k == "key_more":
            m = r.choice(miss); a[m] = self.value(m, BY[tool]["inputSchema"]["properties"][m], tool)
        return (a, k) if a != args or k == "number_type" else (None, None)

    # ---- results
    def ts(self): r = self.r; return "2026-03-%02dT%02d:%02d:%02dZ" % (r.randint(1, 28), r.randint(0, 23), r.randint(0, 59), r.randint(0, 59))
    def hexs(self, n): return "".join(self.r.choice("0123456789abcdef") for _ in range(n))
    def js(self, x):
        r = self.r
        return json.dumps(x, ensure_ascii=r.random() < .2, indent=r.choice([None, None, 2]))
    def prose(self, n):
        r = self.r; return " ".join(r.choice(TEXTS + TITLES) for _ in range(n))
    def loglines(self, n, bad=True):
        r = self.r; lv = ["INFO", "INFO", "WARN", "DEBUG"] + (["ERROR", "ERROR", "FATAL"] if bad else [])
        ms = ["request done in 12 ms", "connection refused by 10.0.0.7:5432", "job failed: timeout after 30s", "cache miss", "HTTP/1.1 500 Internal Server Error", "user not found", "retry succeeded", "exit code 1", "Traceback (most recent call last):", "permission denied"]
        return "\n".join("%s %s [%s] %s" % (self.ts(), r.choice(lv), r.choice(["web", "worker"]), r.choice(ms)) for _ in range(n))
    def issue(self, k=None):
        r = self.r; return {"number": k or r.randint(1, 1500), "title": r.choice(TITLES), "state": r.choice(["open", "closed"]), "labels": [{"name": r.choice(POOL["labels"])}], "user": {"login": r.choice(["maya", "jlin"])}, "body": r.choice(TEXTS), "comments": r.randint(0, 9), "created_at": self.ts()}
    def code(self, n):
        r = self.r; ls = ["def handle(x):", "    if not x:", "        raise ValueError('empty input')", "    return x", "try:", "    run()", "except TimeoutError as error:", "    log.error('failed: %s', error)", "# TODO: 404 page", "", "import sys", "sys.exit(1)", "const err = new Error('not found');", "return {success: false}"]
        return "\n".join(r.choice(ls) for _ in range(n)) + ("\n" if r.random() < .5 else "")
    def ok(self, tool, a):
        """(shape, text, exit_code)"""
        r = self.r; srv = BY[tool]["server"]; n = r.choice([1, 3, 8, 20, 60])
        J = self.js
        if tool == "issue_read": return "json_body", J([{"id": r.randint(1, 10**9), "user": "maya", "body": r.choice(TEXTS)} for _ in range(n)] if a.get("method") == "get_comments" else self.issue(a.get("issue_number"))), None
        if tool == "list_issues": return "json_body", J({"issues": [self.issue() for _ in range(n)], "totalCount": n, "pageInfo": {"hasNextPage": False}}), None
        if tool in ("get_file_contents", "read_text_file", "s3_get_object_content", "gdrive_read_file"):
            if srv == "aws": return "json_body", J({"content": self.code(n), "mime_type": "text/plain", "encoding": "utf-8", "size": 1024}), None
            return "file_text_with_error_words", self.code(n * 3), None
        if tool == "read_multiple_files": return "file_text_with_error_words", "\n---\n".join("%s:\n%s" % (p, self.code(n)) for p in a["paths"]), None
        if tool == "get_job_logs": return "log_of_a_failed_job", J({"logs": [{"job_id": 48112233, "job_name": "test", "logs_content": self.loglines(n) + "\n##[error]Process completed with exit code 1."}], "message": "Failed job logs retrieved successfully", "failed_jobs": 1}), None
        if tool == "actions_list": return "list_of_failed_runs", J({"total_count": n, "workflow_runs": [{"id": r.randint(10**7, 10**8), "name": "CI", "status": "completed", "conclusion": r.choice(["failure", "success"]), "head_branch": "main"} for _ in range(n)]}), None
        if tool == "search_code": return "search_hits_with_error", J({"total_count": n, "incomplete_results": False, "items": [{"name": "errors.py", "path": r.choice(PATHS), "sha": self.hexs(40)} for _ in range(n)]}), None
        if tool == "list_commits": return "json_body", J([{"sha": self.hexs(40), "commit": {"message": r.choice(POOL["message"] + ["revert: broken build, error in prod"]), "author": {"name": "maya", "date": self.ts()}}} for _ in range(n)]), None
        if tool == "pull_request_read":
            if a.get("method") == "get_diff": return "diff_with_error_words", "diff --git a/src/errors.py b/src/errors.py\n--- a/src/errors.py\n+++ b/src/errors.py\n@@ -1,4 +1,6 @@\n" + "\n".join("+" + x for x in self.code(n).split("\n")), None
            return "json_body", J({"number": a.get("pullNumber"), "state": "open", "title": r.choice(TITLES), "mergeable_state": "clean", "additions": 12, "deletions": 3, "errors": []}), None
        if srv == "github": return r.choice([("json_body", J({"id": str(r.randint(10**8, 10**9)), "url": "https://github.com/%s/%s/issues/%d" % (a.get("owner"), a.get("repo"), r.randint(1, 900))}), None), ("json_error_null", J({"merged": True, "sha": self.hexs(40), "message": "Pull Request successfully merged", "error": None}), None)])
        if tool == "list_directory": return "table", "\n".join(r.choice(["[FILE] ", "[DIR] "]) + r.choice(["error.log", "main.py", "failed", "src", "README.md"]) for _ in range(n)), None
        if tool == "directory_tree": return "json_body", J([{"name": r.choice(["src", "errors"]), "type": "directory", "children": [{"name": "main.py", "type": "file"}]} for _ in range(n)]), None
        if tool == "search_files": return "text", "\n".join("/srv/" + r.choice(PATHS) for _ in range(n)), None
        if tool == "write_file": return "plain_done", "Successfully wrote to %s" % a["path"], None
        if tool == "edit_file": return "diff_with_error_words", "```diff\nIndex: %s\n--- %s\toriginal\n+++ %s\tmodified\n@@ -10,3 +10,3 @@\n-    return None\n+    raise Error('failed')\n```\n" % (a["path"], a["path"], a["path"]), None
        if tool == "move_file": return "plain_done", "Successfully moved %s to %s" % (a["source"], a["destination"]), None
        if tool in ("query", "read_query"): return "rows_with_error_words", J([{"id": i + 1, "level": "error", "status": r.choice(["failed", "active"]), "message": r.choice(TITLES)} for i in range(n)]), None
        if tool == "write_query": return "json_body", r.choice(["[{'affected_rows': %d}]" % n, J({"affected_rows": n, "error_count": 0})]), None
        if tool == "describe_table": return "table", "cid | name | type | notnull\n----+------+------+--------\n" + "\n".join("%d | col_%d | TEXT | 0" % (i, i) for i in range(n)), None
        if tool == "slack_get_channel_history": return "messages_with_error_words", J({"ok": True, "messages": [{"type": "message", "user": "U01", "text": r.choice(TEXTS), "ts": "1761234567.%06d" % i} for i in range(n)], "has_more": False}), None
        if srv == "slack": return "json_ok_true", J({"ok": True, "channel": a.get("channel_id"), "ts": "1761%06d.000200" % r.randint(0, 999999), "message": {"text": a.get("text", ""), "type": "message"}}), None
        if tool == "linear_search_issues": return "search_hits_with_error", "Found %d issues:\n" % n + "\n".join("- ENG-%d: %s\n  Status: %s" % (r.randint(1, 900), r.choice(TITLES), r.choice(["Failed QA", "Done"])) for _ in range(n)), None
        if srv == "linear": return "plain_done", "%s issue ENG-%d: %s" % (r.choice(["Created", "Updated"]), r.randint(1, 900), a.get("title", "comment")), None
        if tool in ("jira_get_issue", "jira_search"): return "issue_titled_error", J({"total": n, "start_at": 0, "issues": [{"key": "PAY-%d" % r.randint(1, 900), "summary": r.choice(TITLES), "status": {"name": r.choice(["Failed", "Done", "To Do"])}, "description": r.choice(TEXTS)} for _ in range(n)], "errorMessages": [], "errors": {}}), None
        if srv == "jira": return "json_success_true", J({"success": True, "message": r.choice(["Issue updated successfully", "No errors", "Comment added"]), "issue": {"key": a.get("issue_key", "PAY-200")}}), None
        if tool == "list_payment_intents": return "items_that_failed", J([{"id": "pi_%s" % self.hexs(6), "amount": 1999, "status": r.choice(["requires_payment_method", "succeeded", "canceled"]), "last_payment_error": {"code": "card_declined", "message": "Your card was declined."}} for _ in range(n)]), None
        if tool == "list_invoices": return "items_that_failed", J({"object": "list", "data": [{"id": "in_%s" % self.hexs(6), "status": r.choice(["paid", "void"]), "payment_error": None, "attempts_failed": r.randint(0, 2)} for _ in range(n)], "has_more": False}), None
        if srv == "stripe": return "json_body", J({"id": "obj_%s" % self.hexs(8), "object": tool.split("_")[-1], "status": "succeeded", "failure_reason": None}), None
        if tool == "kubectl_get": return "table_with_error_states", "NAME                      READY   STATUS             RESTARTS   AGE\n" + "\n".join("web-%s   %d/1     %-18s %d          %dd" % (self.hexs(8), r.randint(0, 1), r.choice(["Running", "CrashLoopBackOff", "Error", "Completed"]), r.randint(0, 40), r.randint(1, 90)) for _ in range(n)), None
        if tool in ("kubectl_logs", "fetch_container_logs"): return "log_with_errors", self.loglines(n * 3), None
        if tool == "exec_in_pod": return "exit_code_0", r.choice(["total 12\n-rw-r--r-- 1 root root 220 app.yaml\n-rw-r--r-- 1 root root 12 error.log\n\nexit code: 0", J({"stdout": "checks: 12, failed: 0\n", "stderr": "", "exit_code": 0})]), 0
        if srv == "kubernetes": return "plain_done", "deployment.apps/%s %s" % (a.get("name"), r.choice(["scaled", "patched", "restarted"])), None
        if srv == "playwright": return "page_outline", "### Page\n- Page URL: https://acme.example/login\n- Console: 0 errors, 2 warnings\n### Snapshot\n```yaml\n" + "\n".join("- %s \"%s\" [ref=e%d]" % (r.choice(["button", "link", "heading"]), r.choice(["Save", "Error details", "Failed jobs", "Sign in"]), r.randint(1, 300)) for _ in range(n)) + "\n```", None
        if srv == "sentry" and tool != "add_issue_note": return "log_search", "# %d issues in **acme**\n\n" % n + "\n".join("## %d. [WEB-%s](https://acme.sentry.io/issues/WEB-%s)\n**TypeError: Cannot read properties of undefined**\n- **Status**: unresolved\n- **Events**: %d" % (i + 1, self.hexs(3), self.hexs(3), r.randint(1, 4000)) for i in range(n)), None
        if srv == "sentry": return "plain_done", "# Note added\n\nIssue: %s\nComment id: %d" % (a.get("issueId", "WEB-1"), r.randint(1, 999)), None
        if srv == "notion": return "json_body", J({"object": "list", "results": [{"object": "page", "id": self.hexs(32), "properties": {"Status": {"select": {"name": r.choice(["Failed", "Done"])}}}} for _ in range(n)], "has_more": False, "next_cursor": None}), None
        if srv == "gdrive": return "text", "Found %d files:\n" % n + "\n".join("%s (application/pdf)" % r.choice(["Q3 report", "Error budget", "Postmortem: failed rollout"]) for _ in range(n)), None
        if tool == "get-freebusy": return "json_errors_empty", J({"timeMin": a["timeMin"], "timeMax": a["timeMax"], "calendars": {"primary": {"busy": [{"start": self.ts(), "end": self.ts()} for _ in range(n)], "errors": []}}}), None
        if srv == "gcal": return "json_body", J({"event": {"id": "ev_%s" % self.hexs(6), "status": r.choice(["confirmed", "cancelled"]), "summary": a.get("summary", "")}, "warnings": []}), None
        if tool == "filter_log_events": return "log_search", J({"$metadata": {"httpStatusCode": 200, "attempts": 1}, "events": [{"timestamp": 1772323200000 + i, "message": "ERROR: Database connection failed", "logStreamName": "web/app/1"} for i in range(n)], "searchedLogStreams": []}), None
        if srv == "aws": return "http_200_member", J({"$metadata": {"httpStatusCode": 200, "requestId": self.hexs(8)}, "count": n, "objects": [{"key": "reports/2026/q%d.csv" % i, "size": r.randint(1, 9999)} for i in range(n)]}), None
        if srv == "shopify": return "user_errors_empty", J({"data": {"items": [{"id": "gid://shopify/Order/%d" % r.randint(1, 999), "displayFinancialStatus": r.choice(["PAID", "VOIDED"])} for _ in range(n)], "userErrors": []}}), None
        if srv == "memory": return "json_body", J({"entities": [{"name": "Maya", "entityType": "person", "observations": [r.choice(TEXTS)]} for _ in range(n)], "relations": []}), None
        if srv == "fetch": return "page_about_errors", "Contents of %s:\n# 404 Not Found and other HTTP errors\n\n" % a["url"] + self.prose(n), None
        if tool == "git_commit": return "plain_done", "Changes committed successfully with hash %s" % self.hexs(40), None
        if tool == "git_log": return "text", "\n".join("Commit: %s\nAuthor: maya\nDate: %s\nMessage: %s\n" % (self.hexs(40), self.ts(), r.choice(POOL["message"] + TITLES)) for _ in range(n)), None
        if srv == "git": return r.choice([("text", "On branch main\nYour branch is up to date.\n\nnothing to commit, working tree clean", None), ("diff_with_error_words", "diff --git a/src/errors.py b/src/errors.py\n" + "\n".join("-" + x for x in self.code(n).split("\n")), None), ("plain_done", "Files staged successfully", None)])
        if tool == "list_containers": return "table_with_error_states", J([{"id": self.hexs(12), "name": r.choice(["web-1", "worker-1"]), "status": r.choice(["Up 3 hours", "Exited (1) 2 hours ago", "running"])} for _ in range(n)]), None
        if srv == "docker": return "json_body", J({"id": self.hexs(12), "status": "created", "error": ""}), None
        if tool == "query_loki_logs": return "log_search", J([{"timestamp": str(17723232 + i), "line": "level=error msg=\"payment failed\" code=500", "labels": {"app": "web"}} for i in range(n)]), None
        if tool == "query_prometheus": return "error_count_0", J({"resultType": "vector", "result": [{"metric": {"job": "web"}, "value": [1772323200, "0"]}], "error_count": 0, "warnings": None}), None
        if srv == "grafana": return "json_success_true", J({"id": r.randint(1, 999), "message": r.choice(["Annotation added", "Dashboard saved"]), "status": "success", "failed": 0}), None
        return "json_body", J({"timezone": a.get("timezone", a.get("target_timezone", "UTC")), "datetime": self.ts(), "is_dst": False}), None

    MSG = {
     "en": ["Not Found", "Resource not accessible by integration", "Invalid arguments: unknown field", "Rate limit exceeded, try again in 60 seconds", "Permission denied", "Connection timed out", "Field 'title' is required", "Conflict: the branch was modified", "No such file or directory"],
     "de": ["Der Vorgang ist fehlgeschlagen: Datei nicht gefunden", "Zugriff verweigert", "Ungültige Anfrage: Feld „Titel“ fehlt", "Zeitüberschreitung bei der Verbindung"],
     "es": ["No se encontró el recurso solicitado", "Acceso denegado: permisos insuficientes", "Error al procesar la solicitud", "Tiempo de espera agotado"],
     "zh": ["未找到资源", "权限不足，操作失败", "请求超时，请稍后再试", "参数错误：缺少标题"]}
    CODES = [(404, "Not Found"), (403, "Forbidden"), (422, "Unprocessable Entity"), (429, "Too Many Requests"), (500, "Internal Server Error"), (401, "Unauthorized"), (409, "Conflict")]
    def failed(self, tool, a):
        """(shape, text, exit_code, language, http)"""
        r = self.r; srv = BY[tool]["server"]; lang = r.choice(["en"] * 5 + ["de", "es", "zh"]); m = r.choice(self.MSG[lang]); J = self.js; c, cn = r.choice(self.CODES)
        own = []
        if srv == "slack": own = [("ok_false", J({"ok": False, "error": r.choice(["channel_not_found", "not_in_channel", "invalid_auth", "ratelimited"])}), None, "en", None)]
        if srv == "github": own = [("http_line", "failed to %s: GET https://api.github.com/repos/%s/%s: %d %s []" % (tool.replace("_", " "), a.get("owner"), a.get("repo"), c, cn), None, "en", c), ("status_member", J({"message": cn, "documentation_url": "https://docs.github.com/rest", "status": str(c)}), None, "en", c)]
        if srv == "filesystem": own = [("plain_refusal", "Error: ENOENT: no such file or directory, open '%s'" % a.get("path", a.get("source", "/srv/x")), None, "en", None), ("plain_refusal", "Access denied - path outside allowed directories: /etc/passwd not in /srv", None, "en", None)]
        if srv in ("postgres", "sqlite"): own = [("sql_error", "ERROR:  relation \"orderz\" does not exist\nLINE 1: SELECT * FROM orderz\n                      ^", None, "en", None), ("sql_error", "Database error: no such column: stat", None, "en", None)]
        if srv == "kubernetes": own = [("kubectl_error", "Error from server (NotFound): %s \"%s\" not found" % (a.get("resourceType", "pods"), a.get("name", "x")), None, "en", None), ("exit_code", "Command failed: kubectl %s\nerror: the server doesn't have a resource type\ncommand terminated with exit code %d" % (tool, 1), 1, "en", None)]
        if srv == "aws": own = [("aws_error", "An error occurred (%s) when calling the ListObjectsV2 operation: The specified bucket does not exist" % r.choice(["NoSuchBucket", "AccessDenied"]), None, "en", None), ("status_member", J({"name": "ResourceNotFoundException", "$fault": "client", "$metadata": {"httpStatusCode": 400}, "message": "The specified log group does not exist."}), None, "en", 400)]
        if srv == "playwright": own = [("browser_error", "### Error\nTimeoutError: locator.click: Timeout 5000ms exceeded.\nCall log:\n  - waiting for locator('aria-ref=e14')", None, "en", None)]
        if srv == "shopify": own = [("errors_list", J({"productCreate": {"product": None, "userErrors": [{"field": ["title"], "message": "Title can't be blank"}]}}), None, "en", None)]
        if srv == "jira": own = [("errors_list", J({"errorMessages": ["Issue does not exist or you do not have permission to see it."], "errors": {}}), None, "en", None)]
        if own and r.random() < .4: return r.choice(own)
        ec = r.choice([1, 2, 126, 127, 137])
        gen = [
         ("json_error_member", J({"error": {"code": c, "message": m}}), None, lang, c), ("json_error_member", J({"error": m}), None, lang, None), ("json_error_member", J({"jsonrpc": "2.0", "id": 4, "error": {"code": -32602, "message": m}}), None, lang, None),
         ("success_false", J({"success": False, "message": m}), None, lang, None), ("success_false", J({"success": False, "data": None, "reason": m, "retryable": True}), None, lang, None),
         ("ok_false", J({"ok": False, "error": {"type": "request", "detail": m}}), None, lang, None),
         ("status_failed", J({"status": "failed", "reason": m, "request_id": self.hexs(8)}), None, lang, None), ("status_failed", J({"status": "error", "message": m}), None, lang, None),
         ("errors_list", J({"data": None, "errors": [{"message": m, "path": [tool]}]}), None, lang, None),
         ("http_line", "HTTP/1.1 %d %s\ncontent-type: application/json\n\n{\"detail\": \"%s\"}" % (c, cn, m.replace('"', "'")), None, lang, c), ("http_line", "Request failed with status code %d" % c, None, "en", c), ("http_line", "HTTP %d: %s" % (c, m), None, lang, c),
         ("status_member", J({"type": "about:blank", "title": cn, "status": c, "detail": m}), None, lang, c), ("status_member", J({"statusCode": c, "error": cn, "message": m}), None, lang, c),
         ("exit_code", "%s\nexit code: %d" % (m, ec), ec, lang, None), ("exit_code", J({"stdout": "", "stderr": m, "exit_code": ec}), ec, lang, None), ("exit_code", "Command failed with exit code %d\n%s" % (ec, m), ec, lang, None), ("exit_code", "bash: foo: command not found\n[exit status 127]", 127, "en", None),
         ("trace", "Traceback (most recent call last):\n  File \"/srv/app/server.py\", line 88, in call_tool\n    return handler(**arguments)\n  File \"/srv/app/tools.py\", line 203, in run\n    raise RuntimeError(msg)\nRuntimeError: %s" % m, None, lang, None),
         ("trace", "TypeError: Cannot read properties of undefined (reading 'id')\n    at handler (/srv/dist/index.js:214:19)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)", None, "en", None),
         ("trace", "java.lang.IllegalStateException: %s\n\tat com.acme.Tool.call(Tool.java:41)\n\tat java.base/java.lang.Thread.run(Thread.java:840)" % m, None, lang, None),
         ("trace", "panic: runtime error: invalid memory address or nil pointer dereference\n\ngoroutine 1 [running]:\nmain.main()\n\t/srv/main.go:17 +0x1d\nexit status 2", 2, "en", None),
         ("plain_refusal", "Error: " + m, None, lang, None), ("plain_refusal", r.choice(["I can't do that: the tool is disabled by the administrator.", "Permission denied (publickey).", "The user doesn't want to proceed with this tool use. The tool use was rejected.", "You do not have permission to perform this action."]), None, "en", None),
         ("plain_refusal", r.choice(["Zugriff verweigert: Für diese Aktion fehlen Ihnen die Rechte.", "Fehler: Die Datei wurde nicht gefunden."]), None, "de", None), ("plain_refusal", r.choice(["Error: no se pudo completar la operación.", "Permiso denegado."]), None, "es", None), ("plain_refusal", r.choice(["操作失败：没有权限。", "错误：文件不存在。"]), None, "zh", None),
         ("code_msg", J({"code": 40001, "msg": m, "data": None}), None, lang, None), ("tool_error", "MCP error -32602: Invalid arguments for tool %s: %s" % (tool, m), None, lang, None), ("is_error_member", J({"isError": True, "content": [{"type": "text", "text": m}]}), None, lang, None),
         ("timeout", "Tool call timed out after 30000 ms", None, "en", None)]
        return r.choice(gen)
    def unknown(self, tool, a):
        r = self.r; J = self.js
        return r.choice([("empty", ""), ("bare_null", "null"), ("no_hits", "No results found."), ("accepted", J({"status": "pending", "job_id": self.hexs(6)})), ("accepted", "Request accepted; processing continues in the background."),
            ("partial", J({"succeeded": 2, "failed": 1, "errors": [{"index": 2, "message": "conflict"}]})), ("partial", "Completed with errors: 3 of 5 items were updated."), ("warning_only", "Warning: the API version is deprecated."),
            ("cut_off", "{\"data\": {\"items\": [{\"id\": 1, \"mess"), ("no_text", "undefined"), ("bare_word", "nil"), ("dry_run", "Dry run: nothing was changed."), ("asks", "Which of the two projects named \"web\" do you mean?"), ("stored", "[image: screenshot.png, 84 KB]")])

def make(rng, k):
    g = Gen(rng); form = rng.choice(["openai", "anthropic"]); n = rng.randint(20, 60)
    servers = rng.sample(sorted({t["server"] for t in TOOLS}), rng.randint(4, 8))
    tools = [t["name"] for t in TOOLS if t["server"] in servers]; fav = rng.sample(tools, min(len(tools), 10))
    plan, due = [], []          # due: (position, call, kind, outcome)
    while len(plan) < n:
        ready = [d for d in due if d[0] <= len(plan)]
        if ready and rng.random() < .75:
            d = ready[0]; due.remove(d); src = d[1]
            if d[2] == "same":
                items = list(copy.deepcopy(src["arguments"]).items())
                if rng.random() < .4: rng.shuffle(items)
                c = {"tool": src["tool"], "arguments": dict(items), "outcome": d[3], "repeat_of": src, "variation": "same"}
            else:
                a, kind = g.vary(src["tool"], src["arguments"])
                if a is None: continue
                c = {"tool": src["tool"], "arguments": a, "outcome": d[3], "repeat_of": src, "variation": kind}
        else:
            tool = rng.choice(fav if rng.random() < .7 else tools)
            c = {"tool": tool, "arguments": g.args(tool), "outcome": rng.choices(["ok", "failed", "unknown"], [58, 32, 10])[0]}
        plan.append(c)
        p = .55 if c["outcome"] == "failed" else .25
        if rng.random() < p and "repeat_of" not in c or rng.random() < .3 and c.get("variation") == "same":
            due.append((len(plan) + rng.randint(1, 8), c, "same", rng.choices(["ok", "failed", "unknown"], [50, 42, 8])[0]))
        if rng.random() < .3:
            due.append((len(plan) + rng.randint(1, 8), c, "near", rng.choices(["ok", "failed", "unknown"], [60, 32, 8])[0]))
    for j, c in enumerate(plan):
        c["id"] = ("call_%s" if form == "openai" else "toolu_01%s") % g.hexs(10 if form == "openai" else 20)
        c["language"] = "en"; http = None
        if c["outcome"] == "ok": c["shape"], text, ec = g.ok(c["tool"], c["arguments"])
        elif c["outcome"] == "failed": c["shape"], text, ec, c["language"], http = g.failed(c["tool"], c["arguments"])
        else: (c["shape"], text), ec = g.unknown(c["tool"], c["arguments"]), None
        src = c.get("repeat_of")
        if src and c["variation"] == "same" and src["outcome"] == c["outcome"] and rng.random() < .5: text, ec, c["shape"], c["language"], http = src["text"], src.get("exit_code"), src["shape"], src["language"], src.get("http_status")
        c["text"] = text
        if ec is not None: c["exit_code"] = ec
        if http is not None: c["http_status"] = http
    msgs = []
    if form == "openai": msgs.append({"role": "system", "content": "You are a helpful operations agent."})
    asks = ["Please sort out the open tickets.", "Why did the deploy fail?", "Weiter bitte.", "Sigue con el siguiente paso.", "请继续。", "Check the error logs of web."]
    msgs.append({"role": "user", "content": rng.choice(asks)})
    j = 0
    while j < n:
        w = rng.choice([1, 1, 1, 2, 3]); batch = plan[j:j + w]; j += w
        say = rng.choice(["", "", "Let me check.", "Retrying.", "Next step."])
        for c in batch: c["message"] = len(msgs)
        if form == "openai":
            msgs.append({"role": "assistant", "content": say or None, "tool_calls": [{"id": c["id"], "type": "function", "function": {"name": c["tool"], "arguments": json.dumps(c["arguments"], ensure_ascii=rng.random() < .3, separators=rng.choice([(",", ":"), (", ", ": ")]))}} for c in batch]})
            for c in batch:
                t = c["text"]; msgs.append({"role": "tool", "tool_call_id": c["id"], "content": [{"type": "text", "text": t}] if rng.random() < .15 else t})
        else:
            msgs.append({"role": "assistant", "content": ([{"type": "text", "text": say}] if say else []) + [{"type": "tool_use", "id": c["id"], "name": c["tool"], "input": c["arguments"]} for c in batch]})
            blocks = []
            for c in batch:
                t = c["text"]; bl = {"type": "tool_result", "tool_use_id": c["id"]}
                if rng.random() < .5: bl["content"] = t
                elif len(t) > 40 and rng.random() < .2: h = len(t) // 2; bl["content"] = [{"type": "text", "text": t[:h]}, {"type": "text", "text": t[h:]}]
                else: bl["content"] = [{"type": "text", "text": t}]
                if c["outcome"] == "failed" and rng.random() < .35: bl["is_error"] = True
                elif c["outcome"] == "ok" and rng.random() < .1: bl["is_error"] = False
                blocks.append(bl)
            msgs.append({"role": "user", "content": blocks})
        if rng.random() < .12:
            msgs.append({"role": "assistant", "content": rng.choice(["Here is what I found so far.", "Fertig mit diesem Teil."]) if form == "openai" else [{"type": "text", "text": "Here is what I found so far."}]})
            msgs.append({"role": "user", "content": rng.choice(asks)})
    msgs.append({"role": "assistant", "content": "All steps are through."})
    calls = []
    for c in plan:
        o = {q: c[q] for q in ("id", "tool", "arguments", "outcome", "shape", "language", "message", "exit_code", "http_status") if q in c}
        if "repeat_of" in c: o["repeat_of"], o["variation"] = c["repeat_of"]["id"], c["variation"]
        calls.append(o)
    return {"id": "rec-%04d" % k, "form": form, "messages": msgs, "calls": calls}

def recordings(n, seed): return [make(random.Random("%s/%d" % (seed, k)), k) for k in range(n)]

if __name__ == "__main__":
    n, seed = int(sys.argv[1]), sys.argv[2]
    recs = recordings(n, seed)
    if len(sys.argv) > 3: json.dump(recs, open(sys.argv[3], "w", encoding="utf-8"), ensure_ascii=False)
    else:
        for x in recs: print(json.dumps(x, ensure_ascii=False))
