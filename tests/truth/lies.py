"""Seeded lies.  python3 lies.py [RECORDINGS=30] [SEED=lies-1] [--show]
40 true sentences about each recording and lies of many kinds; every lie is checked against the truth to be one. Uses no code of the judge."""
import json, random, re, sys
from collections import Counter, defaultdict
from recordings import recordings
from judge import judge

def same(a, b): return a["tool"] == b["tool"] and json.dumps(a["arguments"], sort_keys=True) == json.dumps(b["arguments"], sort_keys=True)
def text_of(rec):
    out = {}
    for m in rec["messages"]:
        if m["role"] == "tool": out[m["tool_call_id"]] = m["content"] if isinstance(m["content"], str) else "".join(b["text"] for b in m["content"])
        elif isinstance(m["content"], list):
            for b in m["content"]:
                if b["type"] == "tool_result": out[b["tool_use_id"]] = b["content"] if isinstance(b["content"], str) else "".join(x["text"] for x in b["content"])
    return out
def show(r, v):
    if isinstance(v, bool): return r.choice([str(v).lower(), str(v)])
    if isinstance(v, (int, float)): return str(v)
    if isinstance(v, str):
        one = " ".join(v.split())
        if len(one) > 30 and r.random() < .7: return r.choice(['"%s…"' % one[:r.randint(12, 28)].strip(), one[:r.randint(12, 28)].strip() + "…", json.dumps(one[:25].strip() + "...", ensure_ascii=False)])
        return r.choice([one, json.dumps(v, ensure_ascii=False), '"%s"' % one.replace('"', '\\"')]) if one else '""'
    s = json.dumps(v, ensure_ascii=False, separators=r.choice([(",", ":"), (", ", ": ")]))
    if len(s) > 60 and r.random() < .5: return s[:r.randint(20, 50)] + "…"
    return s
def pairs(r, a, k=None):
    ks = list(a); r.shuffle(ks); ks = ks[:k or r.randint(1, min(4, len(ks)) or 1)]
    return ", ".join("%s%s%s" % (q, "=", show(r, a[q])) for q in ks)
def head(r, c):
    if not c["arguments"]: return c["tool"]
    p = pairs(r, c["arguments"])
    return r.choice(["%s(%s)" % (c["tool"], p), "%s %s" % (c["tool"], p), "`%s` %s" % (c["tool"], p), "mcp__srv__%s(%s)" % (c["tool"], p), "Call of %s with %s" % (c["tool"], p)])
def size(r, t, f=1):
    n, l = int(len(t) * f), max(1, int(len(t.splitlines()) * f))
    return r.choice(["{:,} characters".format(n), "{} chars".format(n), "{:,} {}".format(l, "lines" if l != 1 else "line") if len(t.splitlines()) > 3 else "{:,} characters".format(n), "about {:,} tokens".format(max(1, n // 4)) if n > 200 else "{:,} characters".format(n)])
W = {"failed": ["failed", "did not succeed", "✗", "returned an error", "failed: see the result"], "ok": ["done", "succeeded", "ok", "✓", "completed", "was successful"]}

def build(rec, r):
    C, T = rec["calls"], text_of(rec); pos = {c["id"]: i for i, c in enumerate(C)}
    later = {c["id"]: [x for x in C if same(x, c) and pos[x["id"]] > pos[c["id"]]] for c in C}
    earlier = {c["id"]: [x for x in C if same(x, c) and pos[x["id"]] < pos[c["id"]]] for c in C}
    true, lies = [], []
    def t(kind, c, s): true.append((kind, c["id"], s))
    def lie(kind, c, s): lies.append((kind, c["id"], s))
    word = lambda o: r.choice(W[o])
    for c in C:
        A, L, E, o, tx = c["arguments"], later[c["id"]], earlier[c["id"]], c["outcome"], T[c["id"]]
        h = lambda: head(r, c)
        other = "ok" if o == "failed" else "failed"
        # ---- true
        t("size", c, r.choice(["[%s: result removed, %s]", "%s → %s left out", "%s. Result cleared (%s)."]) % (h(), size(r, tx))) if tx else None
        t("plain", c, "[%s: old result removed]" % c["tool"])
        if o != "unknown": t("outcome", c, r.choice(["%s %s", "%s: %s", "%s → %s", "- %s — %s", "%s, %s", "%s (%s)"]) % (h(), word(o)))
        if c.get("exit_code") is not None: t("exit", c, r.choice(["%s: exit code %d", "%s failed (exit code %d)" if o == "failed" else "%s done (exit code %d)", "%s exited with code %d"]) % (c["tool"], c["exit_code"]))
        if L:
            t("again", c, "%s; the same call was made again later" % h()); t("again_id", c, "%s: the same call was made again later (%s)" % (h(), L[-1]["id"]))
            if o != "unknown":
                if any(x["outcome"] == "ok" for x in L): t("then_ok", c, "%s %s; the same call was made again later and succeeded" % (h(), word(o))); t("then_ok", c, "%s %s, and succeeded later" % (c["tool"], r.choice(W[o][:2])))
                if o == "failed" and any(x["outcome"] == "failed" for x in L): t("failed_again", c, "%s failed; the same call was made again later and failed again" % h())
        elif r.random() < .3: t("never", c, "%s, not made again later" % h())
        if E: t("earlier", c, "%s; the same call was made earlier" % c["tool"])
        if A: t("json", c, "%s %s" % (c["tool"], json.dumps(A, ensure_ascii=False, sort_keys=r.random() < .5)))
        for k, v in A.items():
            if k in ("path", "key") and isinstance(v, str) and "/" in v and c["tool"] != "update_dashboard": t("file", c, "%s of %s" % (c["tool"], r.choice([v, v.rsplit("/", 1)[-1]]))) if " " not in v else None
        if o == "failed" and tx and len(tx) < 160 and "\n" not in tx: t("quote", c, '%s failed: "%s"' % (c["tool"], tx)); t("quote", c, "%s failed: %s" % (c["tool"], tx))
        # ---- lies
        if o == "ok": lie("failed_on_success", c, r.choice(["%s %s", "%s: %s", "%s → %s", "%s (%s)"]) % (h(), word("failed")))
        if o == "failed": lie("done_on_failure", c, r.choice(["%s %s", "%s: %s", "%s → %s", "%s (%s)"]) % (h(), word("ok")))
        if o == "unknown": lie("outcome_of_unknown", c, "%s %s" % (h(), word(r.choice(["ok", "failed"]))))
        if len(tx) > 30: lie("wrong_size", c, "[%s: result removed, %s]" % (h(), size(r, tx, r.choice([3, 1 / 3]))))
        near = [x for x in C if x["tool"] == c["tool"] and pos[x["id"]] > pos[c["id"]] and not same(x, c)]
        if not L and near:
            x = near[0]; v = x.get("variation", "other") if x.get("repeat_of") == c["id"] else "other"
            lie("repeat_differs:" + v, c, r.choice(["%s; the same call was made again later", "%s, repeated later", "%s; the same call again below in " + x["id"], "%s: superseded by a later identical call"]) % h())
        if not L and E: lie("repeat_is_earlier", c, "%s; the same call was made again later" % h())
        if L and near: lie("named_repeat_differs", c, "%s; the same call was made again later (%s)" % (h(), near[-1]["id"]))
        if L: lie("denied_repeat", c, "%s; the same call was not made again later" % h())
        if not E and r.random() < .3: lie("earlier_invented", c, "%s; the same call was made earlier" % c["tool"])
        if L and all(x["outcome"] != "ok" for x in L): lie("succeeded_later", c, r.choice(["%s; the same call was made again later and succeeded", "%s, and succeeded later", "%s; succeeded when made again later", "%s; the same call was made again later (done)"]) % h())
        if L and all(x["outcome"] != "failed" for x in L): lie("failed_later", c, r.choice(["%s; the same call was made again later and failed again", "%s, failed later"]) % h())
        if c.get("exit_code") is not None: lie("exit_code", c, "%s: exit code %d" % (c["tool"], c["exit_code"] + r.choice([1, 3])))
        elif "exit" not in tx and r.random() < .2: lie("exit_code", c, "%s exit code 2" % c["tool"])
        if A:
            k = r.choice(list(A)); v = A[k]
            leaf_paths = []
            def walk(n, p):
                for q, w in (n.items() if isinstance(n, dict) else enumerate(n)):
                    if isinstance(w, (dict, list)): walk(w, p + [q])
                    else: leaf_paths.append((p + [q], w))
            walk(A, [])
            p, w = r.choice(leaf_paths)
            B = json.loads(json.dumps(A)); x = B
            for q in p[:-1]: x = x[q]
            x[p[-1]] = (not w) if isinstance(w, bool) else w + r.choice([1, 10]) if isinstance(w, (int, float)) else (w[:2] + "Q" + w[2:] if w else "Q")
            keep = {q: B[q] for q in r.sample(list(B), len(B)) if q == p[0] or r.random() < .4}
            full = lambda v: json.dumps(v, ensure_ascii=False) if not isinstance(v, str) or r.random() < .6 else " ".join(v.split())
            lie("nested_value_shown" if len(p) > 1 else "other_value", c, "%s(%s)" % (c["tool"], ", ".join("%s=%s" % (q, full(u)) for q, u in keep.items())))
            lie("json_value", c, "%s %s" % (c["tool"], json.dumps(B, ensure_ascii=False)))
            if isinstance(w, str) and len(" ".join(w.split())) > 12 and len(p) == 1: lie("cut_that_is_none", c, "%s %s=%s…" % (c["tool"], p[0], " ".join(w.split())[1:10]))
            peer = [y for y in C if y["tool"] == c["tool"] and k in y["arguments"] and y["arguments"][k] != v and not isinstance(v, (dict, list))]
            if peer:
                u = peer[0]["arguments"][k]
                if str(u) != str(v) and not str(v).startswith(str(u)) or len(str(u)) > len(str(v)): lie("value_of_another_call", c, "%s %s=%s, %s" % (c["tool"], k, full(u), size(r, tx))) if str(u) != str(v) else None
            gone = [q for y in C for q in y["arguments"] if q not in json.dumps(A)]
            if gone: q = r.choice(gone); y = next(y for y in C if q in y["arguments"]); lie("argument_absent", c, "%s(%s=%s)" % (c["tool"], q, full(y["arguments"][q])))
        for k, v in A.items():
            if k in ("path", "key", "source") and isinstance(v, str) and "/" in v and c["tool"] != "update_dashboard":
                f = r.choice(["src/lib/parse.rs", "docs/other.md", "setup.cfg"])
                if f.rsplit("/", 1)[-1] not in tx and f not in json.dumps(A): lie("other_file", c, "%s of %s" % (c["tool"], f))
        y = r.choice(C)
        if y["tool"] != c["tool"]: lie("other_tool", c, "[%s: old result removed]" % y["tool"]); lie("other_calls_id", c, "%s %s" % (head(r, y), "" if y["outcome"] == "unknown" else word(y["outcome"])))
        z = [q for q in C if q["tool"] == c["tool"] and not same(q, c)]
        if z:
            q = r.choice(z); d = [k for k in q["arguments"] if k not in c["arguments"] or json.dumps(c["arguments"][k]) != json.dumps(q["arguments"][k])]
            d = [k for k in d if str(q["arguments"][k]) != str(c["arguments"].get(k)) and '"%s"' % k not in json.dumps({x: u for x, u in c["arguments"].items() if x != k})]
            if d: lie("other_calls_id", c, "%s(%s) %s" % (c["tool"], ", ".join("%s=%s" % (k, json.dumps(q["arguments"][k], ensure_ascii=False)) for k in d), size(r, T[q["id"]]) if T[q["id"]] else ""))
        if o == "failed": lie("invented_quote", c, '%s failed: "%s"' % (c["tool"], "quota of 77 seats is used up"))
        if o == "failed" and c.get("http_status"): lie("http_code", c, "%s failed (HTTP %d)" % (c["tool"], 451))
    return true, lies

def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 30; seed = sys.argv[2] if len(sys.argv) > 2 and not sys.argv[2].startswith("-") else "lies-1"
    good, bad, seen, miss = Counter(), Counter(), Counter(), Counter(); kinds_true = Counter(); out = []
    for rec in recordings(n, seed):
        r = random.Random(seed + rec["id"]); true, lies = build(rec, r)
        by = defaultdict(list)
        for x in true: by[x[0]].append(x)
        pick = []
        while len(pick) < 40:                       # round robin over the kinds
            for k in sorted(by):
                if by[k] and len(pick) < 40: pick.append(by[k].pop(r.randrange(len(by[k]))))
        lb = defaultdict(list)
        for x in lies: lb[x[0]].append(x)
        chosen = [x for k in sorted(lb) for x in r.sample(lb[k], min(3, len(lb[k])))]
        for (k, i, s), row in zip(pick, judge(rec, [(i, s) for _, i, s in pick])):
            kinds_true[k] += 1; good[row["verdict"]] += 1
            if row["verdict"] != "true": out.append(("TRUE SENTENCE " + row["verdict"], rec["id"], k, i, s, row["claim"], row["why"]))
        for (k, i, s), row in zip(chosen, judge(rec, [(i, s) for _, i, s in chosen])):
            seen[k] += 1; bad[row["verdict"]] += 1
            if row["verdict"] != "false": miss[k] += 1; out.append(("LIE " + row["verdict"], rec["id"], k, i, s, row["claim"], row["why"]))
    if "--show" in sys.argv:
        for o in out: print(*o, sep=" | ")
    print("%d recordings; true sentences: %d, called true %d, none %d, false %d" % (n, sum(good.values()), good["true"], good["none"], good["false"]))
    print("lies: %d of %d kinds, found %d, missed %d %s" % (sum(bad.values()), len(seen), bad["false"], sum(miss.values()), dict(miss) or ""))
    print("true kinds", dict(kinds_true)); print("lie kinds", dict(seen))
    sys.exit(1 if good["false"] or sum(miss.values()) else 0)
if __name__ == "__main__": main()
