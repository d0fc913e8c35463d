"""Judges sentences about the tool calls of a recording.

from judge import judge
judge(recording, sentences) -> [{sentence, id, verdict: "true"|"false"|"none", claim, why, claims: [...], unchecked}]

sentences: each a dict {"sentence": text, "id": call id | [ids] | None}, a pair (id, text), or a bare text (no id).
A sentence with one false claim is false; with none false and at least one true it is true; else none.
Reads of the recording: messages (OpenAI or Anthropic form) and calls [{id, tool, arguments, outcome, exit_code?, http_status?}].
"""
import json, os, re, sys

MASK, IDM = "\x00", "\x01"

# ------------------------------------------------------------------ recording
def result_texts(content):
    """All fair readings of a result's text (blocks joined by nothing or by a line break)."""
    if content is None: return [""]
    if isinstance(content, str): return [content]
    parts = [b if isinstance(b, str) else b.get("text", "") for b in content if isinstance(b, str) or b.get("type", "text") == "text"]
    return list(dict.fromkeys(["".join(parts), "\n".join(parts)]))

class Call:
    def __init__(self, cid, tool, arguments, pos, message):
        self.id, self.tool, self.arguments, self.pos, self.message = cid, tool, arguments, pos, message
        self.texts, self.outcome, self.exit_code, self.http = [""], None, None, None
    def key(self): return (self.tool, canon(self.arguments))

def canon(v):
    if isinstance(v, dict): return ("o",) + tuple(sorted((k, canon(x)) for k, x in v.items()))
    if isinstance(v, list): return ("a",) + tuple(canon(x) for x in v)
    if isinstance(v, bool) or v is None: return ("c", str(v))
    if isinstance(v, (int, float)): return ("n", str(int(v)) if v == int(v) else repr(float(v)))
    return ("s", v)

class Rec:
    def __init__(self, r):
        self.calls, by = [], {}
        def add(cid, tool, args, m):
            c = Call(cid, tool, args, len(self.calls), m); self.calls.append(c); by[cid] = c
        for mi, m in enumerate(r["messages"]):
            for t in m.get("tool_calls") or []:
                f = t.get("function", t); a = f.get("arguments", {})
                if isinstance(a, str):
                    try: a = json.loads(a) if a.strip() else {}
                    except ValueError: a = {"": a}
                add(t["id"], f["name"], a, mi)
            if isinstance(m.get("content"), list):
                for b in m["content"]:
                    if isinstance(b, dict) and b.get("type") == "tool_use": add(b["id"], b["name"], b.get("input", {}), mi)
                    if isinstance(b, dict) and b.get("type") == "tool_result" and b["tool_use_id"] in by: by[b["tool_use_id"]].texts = result_texts(b.get("content"))
            if m.get("role") == "tool" and m.get("tool_call_id") in by: by[m["tool_call_id"]].texts = result_texts(m.get("content"))
        for t in r.get("calls", []):
            c = by.get(t["id"])
            if c is None: raise ValueError("truth names a call that the messages lack: " + t["id"])
            if t.get("tool", c.tool) != c.tool or canon(t.get("arguments", c.arguments)) != canon(c.arguments): raise ValueError("truth and messages differ: " + t["id"])
            c.outcome, c.exit_code, c.http = t.get("outcome"), t.get("exit_code"), t.get("http_status")
        self.by = by; self.tools = {c.tool for c in self.calls}
    def same(self, c, where):
        k = c.key(); return [x for x in self.calls if x is not c and x.key() == k and (x.pos > c.pos if where == "later" else x.pos < c.pos)]

KNOWN = set()
_p = os.path.join(os.path.dirname(os.path.abspath(__file__)), "schemas.json")
if os.path.exists(_p): KNOWN = {t["name"] for t in json.load(open(_p, encoding="utf-8"))}

# ------------------------------------------------------------------ values as shown
def leaves(v, path=()):
    if isinstance(v, dict):
        for k, x in v.items(): yield from leaves(x, path + (k,))
    elif isinstance(v, list):
        for k, x in enumerate(v): yield from leaves(x, path + (k,))
    else: yield path, v
def nodes(v, path=()):
    yield path, v
    for k, x in (v.items() if isinstance(v, dict) else enumerate(v) if isinstance(v, list) else ()): yield from nodes(x, path + (k,))

def ws(s): return re.sub(r"\s+", " ", s.replace("⏎", " ").replace("↵", " ")).strip()
def scalar(v):
    if v is True: return ["true", "True"]
    if v is False: return ["false", "False"]
    if v is None: return ["null", "None"]
    if isinstance(v, (int, float)):
        out = [str(v), json.dumps(v)]
        if isinstance(v, float) and v == int(v): out.append(str(int(v)))
        if isinstance(v, int): out += [format(v, ","), str(v) + ".0"]
        return out
    return [v, json.dumps(v)[1:-1], json.dumps(v, ensure_ascii=False)[1:-1], repr(v)[1:-1]]
def bare(v):
    if isinstance(v, dict): return "{" + ", ".join("%s: %s" % (k, bare(x)) for k, x in v.items()) + "}"
    if isinstance(v, list): return "[" + ", ".join(bare(x) for x in v) + "]"
    return scalar(v)[0]
def order(v, f):
    if isinstance(v, dict): return {k: order(v[k], f) for k in f(v)}
    if isinstance(v, list): return [order(x, f) for x in v]
    return v
def renderings(v):
    if not isinstance(v, (dict, list)): return scalar(v)
    out = []
    for w in (v, order(v, sorted)):
        for a in (True, False): out += [json.dumps(w, ensure_ascii=a), json.dumps(w, ensure_ascii=a, separators=(",", ":"))]
        out += [repr(w), bare(w), bare(w)[1:-1], bare(w).replace(": ", "="), bare(w)[1:-1].replace(": ", "=")]
        if isinstance(w, list): out += [",".join(bare(x) for x in w), " ".join(bare(x) for x in w), "; ".join(bare(x) for x in w), "\n".join(bare(x) for x in w)]
    return list(dict.fromkeys(out))
def tight(s):
    s = ws(s); s = re.sub(r"\s*([\[\]{},:=])\s*", r"\1", s); return s.replace('"', "").replace("'", "").replace("\\", "")
ELL = re.compile(r"\s*(?:\[?…\]?|\[\.\.\.\]|\.\.\.)\s*")
def elided(shown, full):
    """shown may leave parts out, marked by … or ..."""
    if shown == full: return True
    if not ELL.search(shown): return False
    if full and shown.replace("...", "") == full: return True
    parts = ELL.split(shown)
    if not any(parts): return None                                   # nothing but an ellipsis: no claim
    rx = ".*?".join(re.escape(p) for p in parts)
    return re.fullmatch(rx, full, re.S) is not None
SIZE_VALUE = re.compile(r"^[\[(<]?\s*(?P<n>\d[\d,]*)\s*(?P<u>characters?|chars?|lines?|tokens?|bytes?|items?|entries|elements?|fields?|keys?|values?)\s*[\])>]?$", re.I)
MORE = re.compile(r"^(?P<a>.*?)[,;]?\s*(?:…\s*|\.\.\.\s*)?(?:and\s+|\+\s*|\(\+\s*)(?P<n>\d+)(?:\s*(?:more|others?|items?))*\)?\]?$", re.S)
def shows(shown, v):
    """True: shown is v (whole or marked as cut); None: claims nothing; False."""
    if not shown.strip(): return False if v != "" else True
    for c in renderings(v):
        for x, y in ((shown, c), (ws(shown), ws(c))):
            e = elided(x, y)
            if e or e is None: return e
        if isinstance(v, (dict, list)) and elided(tight(shown), tight(c)): return True
    if isinstance(v, (dict, list)):
        try:
            if canon(json.loads(shown)) == canon(v): return True
        except ValueError: pass
        if re.fullmatch(r"[\[{(<]\s*(?:…|\.\.\.)?\s*[\]})>]", shown.strip()) and v: return None
        m = MORE.match(shown.strip())
        if m and isinstance(v, list):
            a, k = m["a"].strip().lstrip("["), len(v) - int(m["n"])
            if 0 < k < len(v) and tight(a) in {tight(bare(v[:k])[1:-1]), tight(json.dumps(v[:k])[1:-1])}: return True
    m = SIZE_VALUE.match(shown.strip())
    if m:
        n, u = int(m["n"].replace(",", "")), m["u"].lower()
        if u[:4] in ("item", "entr", "elem", "fiel", "keys", "key", "valu"): return isinstance(v, (list, dict)) and len(v) == n
        texts = [v] if isinstance(v, str) else [json.dumps(v), json.dumps(v, ensure_ascii=False), json.dumps(v, ensure_ascii=False, separators=(",", ":"))]
        return any(size_ok(n, u, t, False) for t in texts)
    return False

def size_ok(n, u, t, about, rel=None):
    u = u.lower()
    if u.startswith("tok"): return abs(n - len(t) / 4) <= .25 * len(t) / 4 + 1
    if u.startswith("line"): ok = [t.count("\n"), t.count("\n") + 1, len(t.splitlines())]
    elif u.startswith("b"): ok = [len(t.encode("utf-8", "surrogatepass"))]
    elif u in ("kb", "kib", "mb", "mib"):
        f = {"kb": (1000, 1024), "kib": (1024,), "mb": (10**6, 2**20), "mib": (2**20,)}[u]; z = len(t.encode("utf-8", "surrogatepass"))
        return any(abs(n - z / k) <= max(.06 * z / k, .06) for k in f)
    else: ok = [len(t), len(t.encode("utf-16-le", "surrogatepass")) // 2]
    if rel == "over": return any(x >= n for x in ok)
    if rel == "under": return any(x <= n for x in ok)
    return n in ok or about and any(abs(n - x) <= .1 * x for x in ok)

# ------------------------------------------------------------------ words
FAIL = r"\bfail(?:ed|s|ure|ures|ing)?\b|\berror(?:ed)?\b|\berrors\b|[✗✘❌]|\brefused\b|\bdenied\b|\brejected\b|\btimed out\b|\bcrashed\b|\baborted\b|\bunsuccessful(?:ly)?\b|\bdid(?:n['’]t| not) (?:succeed|work|complete|go through)\b|\bnot (?:successful|succeed(?:ed)?|done|completed?)\b|\bwithout success\b|\bcould not be (?:done|made|completed)\b"
OK = r"\bsucceed(?:ed|s)?\b|\bsuccess(?:ful|fully|es)?\b|\bdone\b|\bok(?:ay)?\b|\bworked\b|\bcompleted?\b|[✓✔✅]|\bpassed\b|\b(?:did(?:n['’]t| not)|never|has not|hasn['’]t|not) fail(?:ed)?\b|\b(?:without|no)(?: an| any)? (?:errors?|failures?)\b|\bwent through\b|\berror-free\b"
OUT = re.compile("(?P<ok>%s)|(?P<failed>%s)" % (OK, FAIL), re.I)
NEGOK = re.compile(r"\bnot (?:successful|succeed(?:ed)?|done|completed?)\b|\bdid(?:n['’]t| not) (?:succeed|work|complete|go through)\b|\bwithout success\b|\bunsuccessful(?:ly)?\b|\bcould not be (?:done|made|completed)\b", re.I)
LATER = re.compile(r"\b(?:later|again|retry|retries|retried|re-?runs?|re-?ran|repeat(?:s|ed)?|repetition|subsequent(?:ly)?|afterwards?|next time|(?:second|next|another) (?:time|try|attempt|call)|newer|more recent|superseded|redone)\b", re.I)
EARLIER = re.compile(r"\b(?:earlier|previously|previous|already|prior|before)\b", re.I)
CALLISH = re.compile(r"\b(?:same|again|repeat\w*|retr\w+|re-?r[au]n\w*|identical|calls?|called|made|superseded|redone|attempt|time|try)\b", re.I)
LOOSE = re.compile(r"\bsame tool\b|\bsimilar\b|\b(?:other|different|new|changed) arguments\b", re.I)
HEDGE = re.compile(r"\b(?:if|may|might|can|could|should|would|unless|whether|please|need(?:ed|s)?|perhaps|possibly|seems?|likely)\b|^\W*(?:call|run|make|read|repeat|use|ask|fetch|retry)\s+(?:it|this|that|them|the|again|\x00+\s+again)\b|\bto (?:see|read|get|restore|recall|call|make|run|repeat|bring)\b", re.I)
NEVER = re.compile(r"\b(?:not|never|no|wasn['’]t|without)\b", re.I)
UNIT = r"characters?|chars?|lines?|tokens?|bytes?|[kKM]i?B|B"
SIZE = re.compile(r"(?P<rel>about|around|roughly|nearly|almost|some|approx\.?|approximately|circa|ca\.|over|more than|at least|under|less than|at most|up to|[~≈<>])?\s*(?P<n>\d[\d,\u202f\u00a0_'’.]*\d|\d)\s?(?P<k>[kK](?=\s*(?:c|t|l|b))|[kKM](?![iB\w]))?\s?[- ]?(?P<u>%s)\b(?P<more>\s+(?:more|left out|cut|further))?" % UNIT)
COUNT = re.compile(r"(?P<n>\d[\d,]*)\s*(?P<u>rows?|items?|entries|records?|matches|hits|files?|objects?|elements?|issues|events)\b", re.I)
EXIT = re.compile(r"\bexit(?:ed)?(?:\s+with)?(?:[\s_]*(?:code|status))?\s*[:=]?\s*(-?\d+)\b|\breturn(?:ed)? code\s*[:=]?\s*(-?\d+)\b", re.I)
HTTP = re.compile(r"\bHTTP(?:/\d(?:\.\d)?)?\s*(?:status|error|code)*\s*[:=]?\s*(\d{3})\b|\bstatus(?:[ _]?code)?\s*[:=]?\s*(\d{3})\b|(?:failed|error|failure)\s*(?:with\s+|[:(]\s*)?(\d{3})(?![\d,])\b|\b([45]\d\d) (?:Not Found|Forbidden|Unauthorized|Internal Server Error|Bad Request|Conflict|Too Many Requests|Unprocessable Entity)\b", re.I)
WORDN = {"twice": 2, "thrice": 3, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
NUMW = r"(?:\d[\d,]*|two|three|four|five|six|seven|eight|nine|ten)"
TIMES = re.compile(r"\b(?P<n>%s)\s*(?:times\b|×)|[×]\s?(?P<x>\d+)\b|\bx(?P<y>\d+)\b|\b(?P<w>twice|thrice)\b|\b(?P<m>%s)\s+(?:(?:more|other|earlier|later|identical|same|further|such|tool)\s+)*calls\b" % (NUMW, NUMW), re.I)
NOUT = re.compile(r"\b(?P<n>%s|all|none)\s+(?:(?:of|calls|them|the|\d+|were|have|has)\s+)*(?P<o>failed|succeeded|done|successful|ok)\b" % NUMW, re.I)
KEY = re.compile(r"(?<![\w.\-\]/])([A-Za-z_$][\w\-]*(?:\[\d+\]|\.[\w\-]+)*)\s?=(?![=>])\s?(?=\S)")
CKEY = re.compile(r"(?<![\w.\-\]/])([\"'`]?)([A-Za-z_$][\w\-]*(?:\[\d+\]|\.[\w\-]+)*)\1:\s?(?=\S)")
QUO = {'"': '"', "'": "'", "`": "`", "“": "”", "«": "»", "‘": "’", "„": "“", "「": "」"}
RESERVED = {"size", "length", "chars", "characters", "lines", "tokens", "bytes", "id", "call", "call_id", "exit", "exit_code", "code", "status", "outcome", "result", "results", "error", "errors", "failed", "ok", "turn", "message", "index", "count", "n", "tool", "name", "note", "output", "state", "success", "done", "args", "arguments", "later", "again", "calls", "times"}
CONT = re.compile(r"\s*(?:$|[\])}|;\x00\x01→⇒✓✗✔✘❌✅×·•—–\n<\"'`”»]|->|=>|--|-\s|/\s|…|\.\.\.|\.(?:\s|$)|(?:(?:and|&)\s+)?[A-Za-z_$][\w.\-\[\]]*\s?[=:]\s?\S"
    r"|[(\[]?\s*(?:[\x00\x01✓✗✔✘❌✅→]|…)|[(\[]?\s*(?:(?:and|but|then|which|that|it|has|was|were|is|this|call|had|later|also|not|did|never|only|just|both|both times|now|still|the)\s+)*(?:failed|fails?|failure|done|succeed\w*|success\w*|ok\b|okay|completed?|worked|errors?\b|exit\w*|return\w*|results?|outputs?|(?:the\s+)?same|made|calls?|called|repeated|retried|again|later|earlier|removed|omitted|dropped|left out|cleared|cut|kept|see|HTTP|status|timed|refused|denied|rejected|unknown|no\b|about|around|over|~|≈|@?(?:turn|message)\s|twice|once|\+?%s\s*[kKM]?\s*[- ]?(?:char|line|tok|byte|[kKM]i?B|item|row|entr|time|call|match|result|file|more|record|hit|×)|[x×]\d))" % NUMW, re.I)

def num(s, k=None):
    s0 = s; s = re.sub(r"[,\u202f\u00a0_'’](?=\d{3})", "", s)
    if s0.lower() in WORDN: return float(WORDN[s0.lower()])
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+", s) and not k: s = s.replace(".", "")
    try: v = float(s.rstrip("."))
    except ValueError: return None
    return v * {"k": 1e3, "K": 1e3, "M": 1e6}.get(k, 1)

# ------------------------------------------------------------------ one sentence, one call
class Look:
    def __init__(self, rec, text, call, others=()):
        self.rec, self.t, self.c, self.m, self.claims, self.group = rec, text, call, list(text), [], others
        self.leaf = [v for _, v in leaves(call.arguments)]
        self.result = " ".join(ws(x) for x in call.texts)
        self.argtext = " ".join(ws(x) for v in self.leaf for x in scalar(v)[:1]) + " " + " ".join(ws(r) for r in renderings(call.arguments)[:4])
    def add(self, kind, text, verdict, why): self.claims.append({"kind": kind, "text": ws(text.replace(MASK, "").replace(IDM, "")), "verdict": "true" if verdict is True else "false" if verdict is False else "none", "why": why})
    def mask(self, a, b, ch=MASK):
        for i in range(a, b): self.m[i] = ch
    def free(self): return "".join(self.m)
    def inres(self, s, c=None):
        s = ws(s).lower(); hay = (self.result if c is None else " ".join(ws(x) for x in c.texts)).lower()
        if not s: return False
        if s in hay or s in hay.replace('\\"', '"').replace("\\n", " "): return True
        if ELL.search(s):
            p = [x for x in ELL.split(s) if x]
            return bool(p) and re.search(".*?".join(map(re.escape, p)), hay, re.S) is not None
        return False
    def run(self):
        self.ids(); self.resquotes(); self.jsonargs(); self.keys(); self.tools(); self.quotes(); self.positional(); self.verbatim(); self.codes(); self.numbers(); self.names(); self.clauses(); self.tail()
        v = [c["verdict"] for c in self.claims]
        verdict = "false" if "false" in v else "true" if "true" in v else "none"
        left = ws(re.sub(r"[\x00\x01]+", " ", self.free())); left = left if re.search(r"[\w✓✗]", left) else ""
        return {"verdict": verdict, "claims": self.claims, "unchecked": left}
    # ids named in the text
    def ids(self):
        self.idat = []
        for x in sorted(self.rec.by, key=len, reverse=True):
            for m in re.finditer(r"(?<![\w-])" + re.escape(x) + r"(?![\w-])", self.free()):
                self.idat.append((m.start(), self.rec.by[x])); self.mask(m.start(), m.end(), IDM)
    def resquotes(self):
        """Quoted spans of the result: their words are no claims."""
        pos = 0
        while True:
            f = self.free(); m = re.search(r"[\"“«`„]", f[pos:])
            if not m: return
            i = pos + m.start(); pos = i + 1
            k = re.search(r"([\w\]\-]+)[\"'`]?\s?([=:])\s?$", f[:i])
            if k and (k[2] == "=" or self.values(k[1])): continue
            for j in [j for j in range(len(f) - 1, i + 4, -1) if f[j] == QUO[f[i]]]:
                x = self.t[i + 1:j]
                if len(re.findall(r"\w", x)) >= 4 and self.inres(x): self.add("quote", x, True, "is in the result"); self.mask(i, j + 1); pos = j + 1; break
    # {"key": value, …} for the arguments
    def jsonargs(self):
        dec = json.JSONDecoder(); pos = 0; spans = []
        for m in KEY.finditer(self.t):
            if not any(a <= m.start() < e for a, e in spans) and self.t[m.end()] in "[{" + "".join(QUO) and m[1].lower() not in ("args", "arguments", "input", "parameters"): spans.append((m.end(), self.shown(m.end())))
        while True:
            f = self.free(); i = f.find("{", pos)
            if i < 0: return
            pos = i + 1
            if any(a <= i < e for a, e in spans): continue
            if re.search(r"[=:]\s*\[?$", f[:i]) and not re.search(r"\b(?:args|arguments|input|with|call|parameters)\s*[=:]\s*$", f[:i], re.I): continue
            try: v, e = dec.raw_decode(self.t[i:])
            except ValueError: v = None
            if isinstance(v, dict):
                bad = [k for k in v if k not in self.c.arguments or canon(v[k]) != canon(self.c.arguments[k]) and not (isinstance(v[k], str) and shows(v[k], self.c.arguments[k]))]
                miss = [k for k in self.c.arguments if k not in v]
                if bad and self.inres(self.t[i:i + e]): self.add("quote", self.t[i:i + e], True, "is in the result")
                elif v or miss: self.add("arguments", self.t[i:i + e], not bad, "not the call's own: " + ", ".join(bad) if bad else "shown arguments are the call's")
                self.mask(i, i + e); pos = i + e; continue
            # cut JSON
            best = None
            for j in range(len(self.t), i + 1, -1):
                s = self.t[i:j]
                if not re.search(r"…|\.\.\.", s): break
                if any(elided(tight(s), tight(r)) for r in renderings(self.c.arguments)): best = j; break
            if best: self.add("arguments", self.t[i:best], True, "a marked cut of the call's arguments"); self.mask(i, best); pos = best
            elif re.search(r"^\{\s*[\"']?\w+[\"']?\s*:", self.t[i:]) and re.search(r"…|\.\.\.", self.t[i:]):
                j = max(self.t.rfind("}", i), max(self.t.rfind("…", i), self.t.rfind("...", i) + 2)) + 1
                self.add("arguments", self.t[i:j], False, "not a cut of the call's arguments"); self.mask(i, j); pos = j
    def values(self, key):
        """The call's values under this key or path."""
        path = tuple(int(p) if p.isdigit() else p for p in re.findall(r"[^.\[\]]+", key))
        out = []
        for p, v in nodes(self.c.arguments):
            if p == path or p and p[-1] == key: out.append((len(p) > 1 and p != path, v))
            elif len(path) > 1 and tuple(x for x in p if not isinstance(x, int)) == tuple(x for x in path if not isinstance(x, int)) and len(p) >= len(path) and not any(isinstance(x, int) for x in path): out.append((True, v))
        return [v for _, v in sorted(out, key=lambda x: x[0])]
    def at(self, pos, v):
        """Ends of spans at pos that show v, longest first: (end, claim?, boundary ok?)"""
        t = self.t; q = QUO.get(t[pos])
        lim = min(len(t), pos + 4000)
        if q:
            for e in [i for i in range(lim - 1, pos, -1) if t[i] == q]:
                s = shows(t[pos + 1:e], v) or (shows(t[pos + 1:e].replace("\\" + q, q), v))
                if s is None or s: return e + 1, s, True
        hit = None
        for e in range(lim, pos, -1):
            nxt = t[e:e + 1]
            if nxt and (nxt.isalnum() or nxt in "_") and not t[e - 1] in "…]})" and not t[max(0, e - 3):e] == "...": continue
            if t[e - 1].isspace(): continue
            s = shows(t[pos:e], v)
            if s is None or s:
                if IDM in self.m[pos:e] and False: continue
                rest = self.free()[e:]
                ok = rest == "" or rest[0] in ";)]}|\n>" or (rest[0] in ",: " and bool(CONT.match(rest[1:]))) or rest[0] in ":," and t[e - 1] in "…" or bool(re.match(r"\.(?:\s|$)", rest)) or bool(re.match(r"\s*(?:…|\.\.\.)", rest)) or rest[0] in "\"'`”" or rest[0] == "/" and False
                if rest[:1] == ":" and re.match(r":\s", rest): ok = True
                if ok: return e, s, True
                hit = hit or (e, s, False)
        return hit
    def shown(self, pos):
        """The span that a reader would take as the value."""
        t = self.t; q = QUO.get(t[pos])
        if q:
            i = pos + 1
            while i < len(t):
                if t[i] == "\\": i += 2; continue
                if t[i] == q: return i + 1
                i += 1
            return len(t)
        if t[pos] in "[{":
            d, i, ins = 0, pos, None
            while i < len(t):
                ch = t[i]
                if ins:
                    if ch == "\\": i += 1
                    elif ch == ins: ins = None
                elif ch == '"': ins = ch
                elif ch in "[{": d += 1
                elif ch in "]}":
                    d -= 1
                    if d == 0: return i + 1
                i += 1
        m = re.search(r"[,;]?\s+[A-Za-z_$][\w.\-\[\]]*\s?=|[;)|\n\x00\x01→]|\s[—–-]\s|,\s+(?:failed|done|succeeded|the same|\d)|\s(?:->|=>|failed|done|succeeded|the same)\b", t[pos:])
        return pos + m.start() if m and m.start() else len(t)
    def keys(self):
        # colon keys and equals keys in text order
        pos = 0
        while True:
            f = self.free(); a = KEY.search(f, pos); b = CKEY.search(f, pos)
            m = min((x for x in (a, b) if x), key=lambda x: x.start(), default=None)
            if m is None: return
            eq = m is a; key = m[1] if eq else m[2]; i = m.end(); pos = i
            if MASK in f[m.start():m.end()]: continue
            vals = self.values(key)
            if not vals:
                if key.lower() in RESERVED or not eq and key not in {str(p) for c in self.rec.calls for q, _ in nodes(c.arguments) for p in q[-1:]}:
                    e = self.shown(i); x = f[i:e].strip().strip("\"'`"); elsewhere = key in {str(p) for c in self.rec.calls for q, _ in nodes(c.arguments) for p in q[-1:]}
                    claim = OUT.match(x) or x in self.rec.tools or set(x) <= {IDM} or re.match(r"[\d,.]+(?:\s*(?:%s))?\b" % UNIT, x) and key.lower() not in ("id", "name", "tool", "message", "note")
                    if not eq or claim or not elsewhere: continue
                    self.add("argument", self.t[m.start():e], False, "the call has no argument " + key); self.mask(m.start(), e); pos = e; continue
                if not eq:
                    e = self.shown(i)
                    s = self.t[i:e].strip(); oth = [v for c in self.rec.calls for p, v in nodes(c.arguments) if p and p[-1] == key]
                    if not any(shows(s.strip("\"'`"), v) for v in oth): continue
                e = self.shown(i); self.add("argument", self.t[m.start():e], False, "the call has no argument " + key); self.mask(m.start(), e); pos = e; continue
            hits = [h for h in (self.at(i, v) for v in vals) if h]; good = [h for h in hits if h[2]]
            if good:
                h = max(good, key=lambda h: h[0]); self.add("argument", self.t[m.start():h[0]], h[1], "is the call's own" if h[1] else "value left out"); self.mask(m.start(), h[0]); pos = h[0]; continue
            if not eq and key.lower() in RESERVED: continue
            e = self.shown(i)
            why = "the value shown runs on past the call's own" if hits else "the call has %s=%s" % (key, json.dumps(vals[0], ensure_ascii=False)[:120])
            self.add("argument", self.t[m.start():e], False, why); self.mask(m.start(), e); pos = max(e, i)
    # tool names
    def tools(self):
        f = self.free(); self.toolend = []
        for name in sorted(self.rec.tools | KNOWN, key=len, reverse=True):
            common = not re.search(r"[_-]", name)
            for m in re.finditer(r"(?:(?<=__)|(?<![\w-]))" + re.escape(name) + r"(?![\w-]|\.\w|/)", self.free()):
                a, e = m.span(); bef, aft = f[:a], f[e:e + 1]
                if common and name != self.c.tool and not (aft == "(" or re.search(r"(?:^\W*|`|__|\bcalls? (?:of|to) |\bresult of |\.)$", bef)): continue
                if common and name == self.c.tool and not (aft in "(:`" or not bef.strip(" \t[(`*-•→") or re.search(r"(?:`|__|\b(?:of|to|tool|call) |\.)$", bef)): continue
                st = a
                p = re.search(r"(?:mcp__)?[\w-]+__$|[\w-]+[.:/]$", bef)
                if p: st = p.start()
                if name == self.c.tool: self.add("tool", self.t[st:e], True, "is the call's tool")
                elif LATER.search(self.clause(a)) and CALLISH.search(self.clause(a)): self.add("tool", self.t[st:e], any(c.tool == name and c.pos > self.c.pos for c in self.rec.calls), "a later call of that tool")
                else: self.add("tool", self.t[st:e], False, "the call is of " + self.c.tool)
                self.mask(st, e); self.toolend.append(e)
    def clause(self, i):
        f = self.free(); a = max(f.rfind(x, 0, i) for x in ";.|—(") + 1; b = min([x for x in (f.find(y, i) for y in ";|—)") if x >= 0] or [len(f)])
        return f[a:b]
    def known(self, s):
        """Is s something of this call? (whole or marked cut)"""
        if s in (self.c.tool, self.c.id) or s in {str(k) for p, _ in nodes(self.c.arguments) for k in p[-1:]}: return True
        for _, v in nodes(self.c.arguments):
            if shows(s, v): return True
        for v in self.leaf:
            if isinstance(v, str) and len(s) > 2 and (ws(s) in ws(v) or v.endswith("/" + s) or len(v) > 2 and s.endswith("/" + v)): return True
        sc = [scalar(v)[0] for v in self.leaf]
        if re.search(r"[/#@:]", s) and s in {x + d + y for x in sc for y in sc for d in "/#@:"}: return True
        m = re.fullmatch(r"(.+)/(.+?)#(.+)", s)
        if m and all(x in sc for x in m.groups()): return True
        return False
    def quotes(self):
        for q, z in QUO.items():
            pos = 0
            while True:
                f = self.free(); i = f.find(q, pos)
                if i < 0: break
                pos = i + 1
                if q == "'" and (i and f[i - 1].isalnum()): continue
                cand = [j for j in range(len(f) - 1, i, -1) if self.t[j] == z and f[j] in (z,)]
                if not cand: continue
                ok = [j for j in cand if self.known(self.t[i + 1:j]) or self.inres(self.t[i + 1:j])]
                j = ok[0] if ok else cand[-1]; s = self.t[i + 1:j]
                if MASK in f[i + 1:j] and not ok: continue
                if not s.strip() or re.fullmatch(r"\W+", s): continue
                if ok: self.add("quote", s, True, "is of the call or its result")
                else:
                    oth = [c for c in self.rec.calls if c is not self.c and (any(shows(s, v) for _, v in leaves(c.arguments)) or len(s) > 3 and self.inres(s, c))]
                    if oth: self.add("quote", s, False, "belongs to another call (%s)" % oth[0].id)
                    elif q in "`'‘": continue
                    else: self.add("quote", s, False, "neither in the arguments nor in the result")
                self.mask(i, j + 1); pos = j + 1
    def positional(self):
        for e in self.toolend:
            f = self.free()
            if f[e:e + 1] != "(": continue
            b = f.find(")", e); b = len(f) if b < 0 else b; i = e + 1
            for part in re.split(r"(,)", f[e + 1:b]):
                s = part.strip()
                if s and s != "," and not set(s) <= set(MASK + IDM + " …."):
                    raw = self.t[i:i + len(part)].strip()
                    if self.known(raw): self.add("argument", raw, True, "is the call's own"); self.mask(i, i + len(part))
                    elif not (OUT.search(s) or SIZE.search(s) or COUNT.search(s) or TIMES.search(s) or LATER.search(s) or MASK in s or EXIT.search(s) or re.fullmatch(r"no arguments|\+?\d+ more", s)):
                        self.add("argument", raw, False, "no argument of the call"); self.mask(i, i + len(part))
                i += len(part)
    def verbatim(self):
        mine = sorted({x for v in self.leaf if isinstance(v, str) for x in (v, ws(v)) if len(x) >= 4}, key=len, reverse=True)
        for x in mine:
            for m in re.finditer(r"(?<![\w])" + re.escape(x) + r"(?![\w])", self.free()):
                if OUT.fullmatch(x) or not re.search(r"[\W_\d]", x) and not re.search(r"\b(?:%s)\b" % "|".join(("to", "of", "for", "in", "on")), self.free()[:m.start()][-4:]) and m.start() not in [e + 1 for e in self.toolend]: continue
                self.add("argument", x, True, "is the call's own"); self.mask(*m.span())
            f = self.free()
            for m in re.finditer(r"…|\.\.\.", f):
                n = 0
                while n < m.start() and n < len(x): n += 1
                for k in range(min(len(x), m.start()), 7, -1):
                    if f[m.start() - k:m.start()] == x[:k]: self.add("argument", x[:k] + "…", True, "a marked cut of the call's own"); self.mask(m.start() - k, m.end()); break
        for c in self.rec.calls:
            if c is self.c or c.key() == self.c.key(): continue
            for _, v in leaves(c.arguments):
                if not isinstance(v, str) or len(v) < 6 or v in mine: continue
                if not re.search(r"[\d\W_]", v): continue
                for m in re.finditer(r"(?<![\w])" + re.escape(v) + r"(?![\w])", self.free()):
                    if self.inres(v) or OUT.fullmatch(v) or self.known(v): continue
                    self.add("argument", v, False, "is of another call (%s)" % c.id); self.mask(*m.span())
    # exit codes, HTTP codes
    def scope(self, i):
        f = self.free(); pre = f[:i]; a = max([pre.rfind(x) for x in ";|—"] + [m.end() - 1 for m in re.finditer(r"\.\s", pre)] + [-1]) + 1
        return self.rec.same(self.c, "later") if LATER.search(pre[a:]) and CALLISH.search(pre[a:]) else None
    def codes(self):
        for rx, name in ((EXIT, "exit code"), (HTTP, "HTTP status")):
            for m in rx.finditer(self.free()):
                n = int(next(g for g in m.groups() if g)); later = self.scope(m.start()); cs = later if later is not None else [self.c]
                def has(c):
                    if name == "exit code" and c.exit_code is not None: return c.exit_code == n
                    if name == "HTTP status" and c.http == n: return True
                    t = "\n".join(c.texts)
                    if name == "exit code": return any(int(x) == n for x in re.findall(r"exit[\s_]*(?:code|status)?[\"']?\s*[:=]?\s*(-?\d+)", t, re.I) + re.findall(r"(?:return code|exited with|exitCode[\"']?:)\s*(-?\d+)", t, re.I))
                    return re.search(r"(?<!\d)%d(?!\d)" % n, t) is not None
                self.add(name, m[0], any(map(has, cs)), "result %s it" % ("has" if any(map(has, cs)) else "does not have"))
                k = m.start() + re.search(r"exit|return|HTTP|status|\d", m[0], re.I).start()
                self.mask(k, m.end())
    def numbers(self):
        f = self.free(); c = self.c
        for m in NOUT.finditer(f):
            if m["n"].lower() in ("all", "none") or re.search(r"[#\w.,=/:-]$", f[:m.start()]): continue
            if " of " not in m[0] and not self.group and any(str(v) == m["n"] for v in self.leaf): continue
            n, o = int(num(m["n"])), "failed" if m["o"].lower() == "failed" else "ok"
            sets = [self.group] if self.group else [[x for x in self.rec.calls if x.tool == c.tool], [c] + self.rec.same(c, "later") + self.rec.same(c, "earlier"), self.rec.same(c, "later"), self.rec.calls]
            g = [sum(x.outcome == o for x in s) for s in sets]
            self.add("count", m[0], n in g, "counted %s" % sorted(set(g))); self.mask(*m.span())
        f = self.free()
        for m in re.finditer(r"\blines?\s+(\d[\d,]*)\s*(?:-|–|to)\s*(\d[\d,]*)(?:\s+of\s+(\d[\d,]*))?", f):
            t = c.texts[0]; tot = len(t.splitlines()); a, b = int(num(m[1])), int(num(m[2]))
            self.add("size", m[0], b <= tot + 1 and (not m[3] or size_ok(int(num(m[3])), "lines", t, False)), "the result has %d lines" % tot); self.mask(*m.span())
        f = self.free()
        for m in re.finditer(r"(?P<a>\d[\d,]*)\s+(?:\w+\s+)?of\s+(?=(?:the\s+)?\d[\d,.]*\s*(?:%s)\b)" % UNIT, f): self.mask(m.start(), m.start("a") + len(m["a"]))
        f = self.free()
        for m in re.finditer(r"\b(?P<k>size|length|chars|characters|lines|tokens|bytes)\s*[:=]\s*(?P<n>\d[\d,]*)(?!\s?(?:%s)\b)" % UNIT, f):
            u = {"size": "characters", "length": "characters"}.get(m["k"], m["k"]); n = num(m["n"])
            good = any(size_ok(n, u, t, False) for t in c.texts) or m["k"] == "size" and any(size_ok(n, "bytes", t, False) for t in c.texts)
            self.add("size", m[0], good, self.sizes()); self.mask(*m.span())
        f = self.free()
        for m in SIZE.finditer(f):
            n = num(m["n"], m["k"]); u = m["u"]
            if n is None or u == "B" and not m["n"].isdigit(): continue
            rel = (m["rel"] or "").lower(); about = bool(m["k"]) or rel in ("about", "around", "roughly", "nearly", "almost", "some", "approx", "approx.", "approximately", "circa", "ca.", "~", "≈")
            r = "over" if rel in ("over", "more than", "at least", ">") else "under" if rel in ("under", "less than", "at most", "up to", "<") else None
            pre = f[:m.start()]; part = re.search(r"\b(?:first|last|top|head|tail|kept|keeping|showing|shown|only|next|opening)\s+(?:the\s+)?$", pre, re.I)
            later = self.scope(m.start())
            good = any(size_ok(n, u, t, about, r) for t in c.texts) or later is not None and any(size_ok(n, u, t, about, r) for x in later for t in x.texts)
            if not good and re.search(r"\x00\W{0,4}(?:…|\.\.\.)?\s*[(\[<+]*\s*$", pre) or re.search(r"\barguments?\b[^;|]*$", pre, re.I): good = good or any(isinstance(v, str) and len(v) >= 20 and size_ok(n, u, v, about and False, r) and not u.lower().startswith("tok") for v in self.leaf) or any(size_ok(n, u, x, False, r) and not u.lower().startswith("tok") for x in (json.dumps(c.arguments), json.dumps(c.arguments, ensure_ascii=False, separators=(",", ":"))) if re.search(r"argument", f, re.I))
            if not good and (part or m["more"]): good = True if any(size_ok(n, u, t, False, "under") is False and size_ok(n, u, t, False, "over") for t in c.texts) else False
            self.add("size", m[0], bool(good), self.sizes()); self.mask(*m.span())
        f = self.free()
        for m in TIMES.finditer(f):
            n = num(m["n"] or m["x"] or m["y"] or m["w"] or m["m"]); same = self.rec.same(c, "later"), self.rec.same(c, "earlier"); tool = [x for x in self.rec.calls if x.tool == c.tool]
            g = {len(self.group)} if self.group else {len(same[0]), len(same[1]), len(same[0]) + 1, len(same[1]) + 1, len(same[0]) + len(same[1]), len(same[0]) + len(same[1]) + 1, len(tool), len(tool) - 1, sum(x.pos > c.pos for x in tool), sum(x.pos < c.pos for x in tool), sum(x.pos <= c.pos for x in tool), len(self.rec.calls)}
            self.add("count", m[0], n in g, "counts of this call or tool: %s" % sorted(g)); self.mask(*m.span())
        f = self.free()
        for m in COUNT.finditer(f):
            n = int(num(m["n"])); t = c.texts[0]; arr, ints = [], set()
            try:
                for _, v in nodes(json.loads(t)):
                    if isinstance(v, (list, dict)): arr.append(len(v))
                    elif isinstance(v, int): ints.add(v)
                js = True
            except ValueError: js = False; k = len(t.splitlines()); arr = [k, k - 1, k - 2, len([x for x in t.splitlines() if x.strip()])]; ints = {int(x) for x in re.findall(r"\d+", t)[:2000] if len(x) < 12}
            arr += [len(v) for _, v in nodes(c.arguments) if isinstance(v, list)]
            good = n in arr or n in ints
            self.add("count", m[0], True if good else False if js and re.search(r"\b(?:return|result|found|listed|got|with)\w*\W+$", f[:m.start()]) else None, "counts in the result: %s" % sorted(set(arr))[:12]); self.mask(*m.span())
    def sizes(self):
        t = self.c.texts[0]; return "the result has %d characters, %d lines, %d bytes, about %d tokens" % (len(t), len(t.splitlines()), len(t.encode("utf-8", "surrogatepass")), len(t) // 4)
    # names of files, addresses, keys, #numbers
    def names(self):
        rx = re.compile(r"https?://[^\s,;)\]\"'`\x00]+|(?<![\w/.])#\d+\b|(?<![\w])(?:~|\.{1,2})?/?(?:[\w.@+-]+/)+[\w.@+#-]+|(?<![\w./])[\w-]+(?:\.[\w-]+)*\.(?:py|ts|tsx|js|jsx|mjs|rs|go|java|rb|md|txt|json|ya?ml|toml|csv|tsv|log|sh|sql|html?|css|tf|pdf|png|jpe?g|docx?|xlsx?|xml|ini|cfg|lock|c|h|cpp)\b|\b[A-Z][A-Z0-9]{1,9}-\d+\b")
        for m in rx.finditer(self.free()):
            s = m[0].rstrip(".:"); a, e = m.start(), m.start() + len(s)
            if self.known(s) or self.inres(s): self.add("name", s, True, "is in the arguments or the result")
            elif s[0] == "#" and any(isinstance(v, (int, float)) and not isinstance(v, bool) and v == int(s[1:]) or v == s[1:] for v in self.leaf): self.add("name", s, True, "is the call's own number")
            elif s[0] == "#" and (int(s[1:]) in (self.c.pos, self.c.pos + 1)): self.add("name", s, True, "is the place of the call")
            elif re.fullmatch(r"[A-Z]+-\d+", s):
                if re.match(r"(?:UTF|SHA|ISO|GPT|MD|RFC|HTTP|TLS|AES|RSA|CVE)-", s) or not any(s.split("-")[0] + "-" in v for c in self.rec.calls for _, v in leaves(c.arguments) if isinstance(v, str)): continue
                self.add("name", s, False, "is neither in the arguments nor in the result")
            elif not (re.search(r"\.\w{1,8}$", s) or s[0] in "/~#." or s.count("/") > 1 or "#" in s) or re.fullmatch(r"\d+/\d+", s):
                if any(s in v for c in self.rec.calls for _, v in leaves(c.arguments) if isinstance(v, str)) or any(s == "%s/%s" % (c.arguments.get("owner"), c.arguments.get("repo")) for c in self.rec.calls): self.add("name", s, False, "is of another call")
                else: continue
            else: self.add("name", s, False, "is neither in the arguments nor in the result")
            self.mask(a, e)
    # failed, done, again, later
    def clauses(self):
        f = self.free(); c = self.c; later, earlier = self.rec.same(c, "later"), self.rec.same(c, "earlier")
        scope, pend = "own", ""
        W1 = r"(?:failed|done|succeeded|ok|error|[✓✗✔✘])"
        for m in re.finditer(r"(?<![\w\x00])%s(?:\s*(?:,|→|->|>|, then|then|/)\s*%s)+(?!\s+(?:again|later)|\w)" % (W1, W1), f, re.I):
            seq = ["failed" if re.match(r"(?i)failed|error|[✗✘]", x) else "ok" for x in re.findall(W1, m[0], re.I)]
            sets = [self.group] if self.group else [[c] + later, earlier + [c] + later, earlier + [c], [x for x in self.rec.calls if x.tool == c.tool]]
            got = [[x.outcome for x in z] for z in sets]
            self.add("outcomes", m[0], seq in got or re.search("then", m[0]) is not None and got[0][:1] == seq[:1] and seq[1] in got[0][1:], "the calls went %s" % got[:2]); self.mask(*m.span())
        f = self.free()
        parts = []; last = 0; delim = "^"
        for m in re.finditer(r"[;|,:()\[\]\n]|\.(?=\s|$)|→|⇒|->|=>|—|–|\s-\s|\b(?:and|but|then|which|while|though|yet)\b", f):
            parts.append((delim, last, m.start())); delim = m[0].strip() or "\n"; last = m.end()
        parts.append((delim, last, len(f)))
        for d, a, b in parts:
            s = f[a:b]; word = d in ("and", "but", "then", "which", "while", "though", "yet")
            if not re.search(r"[^\s\x00]", s):
                pend = d if d not in (",",) else pend or ","; continue
            d0 = d if word or d not in (",",) else (pend or d); pend = ""
            ids = [x for i, x in self.idat if a <= i < b and x is not c]
            ownids = [x for i, x in self.idat if a <= i < b and x is c]
            outs = list(OUT.finditer(s)); lat = LATER.search(s) if not re.fullmatch(r"\W*again\W*", s) or scope == "later" else LATER.search(s)
            ear = EARLIER.search(s)
            hedged = HEDGE.search(s)
            if re.search(r"\boutcome (?:is )?(?:unknown|not known|unclear)\b|\bunknown outcome\b", s, re.I):
                self.add("outcome", s, True if c.outcome == "unknown" else None, "the truth is " + str(c.outcome)); self.mask(a, b); continue
            if hedged:
                if outs or lat: self.add("hedged", s, None, "not stated as a fact")
                if outs or lat: self.mask(a, b)
                scope = "none"; continue
            if ear and lat and not re.search(r"\b(?:later|subsequent|newer|next|afterwards?|below)\b", s, re.I): lat = None
            if lat and not re.search(r"\b(?:kept|saved|stored) for later\b", s) and (CALLISH.search(s) or outs or ids):
                again_only = bool(outs) and set(x.group(0).lower() for x in LATER.finditer(s)) == {"again"} and not re.search(r"\b(?:calls?|called|made|same|identical|time|try|attempt)\b", s, re.I)
                if NEVER.search(s) and not outs:
                    self.add("repeat", s, not later, "%d later calls are the same" % len(later)); scope = "none"
                elif again_only and scope != "later":
                    o = "failed" if outs[-1]["failed"] else "ok"
                    good = c.outcome == o and any(x.outcome == o for x in earlier + later) if not (d0 == "," or word) else (c.outcome == o and any(x.outcome == o for x in earlier + later))
                    self.add("outcome", s, good, "own %s, same calls before %s, after %s" % (c.outcome, [x.outcome for x in earlier], [x.outcome for x in later]))
                else:
                    pool = later
                    if LOOSE.search(s): pool = [x for x in self.rec.calls if x.tool == c.tool and x.pos > c.pos]
                    if ids: bad = [x for x in ids if x not in pool]; self.add("repeat", s, not bad, "the named call is %s" % ("a later same call" if not bad else "no later call with equal arguments")); pool = ids if not bad else []
                    elif not again_only: self.add("repeat", s, bool(pool), "%d later calls are the same" % len(pool))
                    scope = "later"; self.pool = pool
                    if re.search(r"\b(?:same|identical|unchanged|equal) (?:result|output|answer)\b", s, re.I): self.add("result", s, any(x.texts[0] == c.texts[0] for x in pool), "compared with the later same calls")
                    if outs: self.out(s, outs, pool, later=True)
                self.mask(a, b); continue
            if ear and (re.search(r"\b(?:same|identical|repeats?|call(?:ed)?|made)\b", s, re.I)) and not (NEVER.search(s)):
                self.add("repeat", s, bool(earlier), "%d earlier calls are the same" % len(earlier)); scope = "earlier"; self.pool = earlier
                if outs: self.out(s, outs, earlier, later=True)
                self.mask(a, b); continue
            if ids:
                if scope == "later": self.add("repeat", s, all(x in later for x in ids), "the named call must be a later same call")
                elif scope == "earlier": self.add("repeat", s, all(x in earlier for x in ids), "the named call must be an earlier same call")
                else: self.add("id", ids[0].id, False, "names another call")
            if ownids: self.add("id", c.id, True, "is the call's id")
            if re.search(r"\b(?:same|identical|unchanged|equal) (?:result|output|answer)\b", s, re.I):
                good = any(x.texts[0] == c.texts[0] for x in (later + earlier)); self.add("result", s, good, "compared with the same calls"); self.mask(a, b); continue
            if re.search(r"\b(?:empty (?:result|output)|no output|(?:result|output) (?:was|is) empty)\b", s, re.I):
                self.add("result", s, not c.texts[0].strip(), "the result has %d characters" % len(c.texts[0])); self.mask(a, b); continue
            if outs:
                inh = scope in ("later", "earlier") and (word or d0 in ("(", "[", ":", "→", "⇒", "->", "=>")) and not re.search(r"\bthis (?:one|call)\b", s, re.I)
                if inh: self.out(s, outs, self.pool, later=True)
                elif scope in ("later", "earlier") and d0 == ",": self.out(s, outs, self.pool, later=True, also_own=True)
                else: self.out(s, outs, [c], later=False)
                for x in outs: self.mask(a + x.start(), a + x.end())
                if not inh and d0 in (";", ".", "|", "—", "–"): scope = "own"
                continue
            if d in (";", ".", "|", "—", "–", "\n"): scope = "own"
    def out(self, s, outs, pool, later, also_own=False):
        if self.group and not later: pool = self.group
        for x in outs:
            o = "failed" if x["failed"] or NEGOK.search(x[0]) else "ok"
            every = re.search(r"\b(?:each|every|all|always|both)\b", s, re.I) or self.group and not later
            if pool and any(p.outcome is None for p in pool): self.add("outcome", s, None, "the recording has no truth for it"); continue
            good = bool(pool) and (all if every else any)(p.outcome == o for p in pool)
            if also_own and self.c.outcome == o: good = True
            if later and re.search(r"\bagain\b", s) and re.search(r"fail\w* again", s) and self.c.outcome != "failed": good = False
            self.add("outcome", s, good, "%s: %s" % ("same calls" if later else "truth", [p.outcome for p in pool]))
    def tail(self):
        """What follows "failed:" is a quote of the result."""
        m = re.search(r"\b(?:failed|error)(?:\s+with)?\s*:\s+(?P<q>[^;|)\]]+)", self.t, re.I)
        if not m: return
        a = m.start("q"); f = self.free(); seg = f[a:m.end("q")]; n = re.search(r"[\x00\x01]", seg)
        seg = seg[:n.start()] if n else seg
        s = re.split(r",\s*$|\s[—–]\s|\.\s", seg)[0].strip().rstrip(".,: ")
        if len(re.findall(r"\w", s)) < 3 or re.match(r"(?:see|the|its|this|result|output|error text|details?|shown|not|no|call|read|about|kept|removed|left|full|same|made|later|again|HTTP|exit|status)\b", s, re.I): return
        raw = self.t[a:a + len(seg)].strip().rstrip(".,: ")
        # the words of the quote may have been read as claims; look at the plain text
        full = re.split(r";|\||\s[—–]\s|, the same|\.\s", m["q"])[0].strip().rstrip(".,: ")
        if self.inres(full) or self.inres(raw) or self.inres(s): self.add("quote", full, True, "is in the result")
        else:
            w = [x for x in re.findall(r"[^\W\d_]{4,}", s)]
            if w and not any(self.inres(x) for x in w): self.add("quote", s, False, "is not in the result")

def premask_tail(rec, text, call):
    """Blank a verbatim quote of the result after failed:/error: so that its words are no claims."""
    m = re.search(r"\b(?:failed|error|failure|succeeded|done|result|output)(?:\s+with)?\s*[:→-]\s+", text, re.I)
    if not m: return None
    hay = " ".join(ws(x) for x in call.texts).lower()
    for e in range(len(text), m.end() + 5, -1):
        if e < len(text) and text[e].isalnum(): continue
        s = ws(text[m.end():e]).lower().rstrip(" ,;:")
        s = re.sub(r"(?:…|\.\.\.)$", "", s).strip()
        if len(re.findall(r"\w", s)) >= 4 and (s in hay or s in hay.replace('\\"', '"').replace("\\n", " ")): return m.end(), e
    return None

# ------------------------------------------------------------------ all sentences
def one(rec, text, call, group=()):
    look = Look(rec, text, call, group)
    span = premask_tail(rec, text, call)
    if span and len(re.findall(r"\w", text[span[0]:span[1]])) >= 4 and not re.fullmatch(r"[\s\d,.]*(?:%s)?\W*" % UNIT, text[span[0]:span[1]]):
        look.mask(*span); look.add("quote", text[span[0]:span[1]], True, "is in the result")
    return look.run()

def judge(recording, sentences):
    rec = Rec(recording); out = []
    for item in sentences:
        if isinstance(item, str): cid, text = None, item
        elif isinstance(item, dict): cid, text = item.get("id", item.get("call_id")), item.get("sentence", item.get("text"))
        else: cid, text = item
        row = {"sentence": text, "id": cid}
        if isinstance(cid, (list, tuple)):
            g = [rec.by[x] for x in cid if x in rec.by]
            if len(g) != len(cid) or not g: r = {"verdict": "false", "claims": [{"kind": "id", "text": str(cid), "verdict": "false", "why": "a call that is not in the recording"}], "unchecked": ""}
            else:
                rs = [one(rec, text, c, g) for c in g]; r = min(rs, key=lambda r: sum(x["verdict"] == "false" for x in r["claims"]))
        elif cid is not None and cid not in rec.by:
            r = {"verdict": "false", "claims": [{"kind": "id", "text": str(cid), "verdict": "false", "why": "no such call in the recording"}], "unchecked": ""}
        elif cid is not None: r = one(rec, text, rec.by[cid])
        else:
            named = [c for c in rec.calls if re.search(r"(?<![\w-])" + re.escape(c.id) + r"(?![\w-])", text)]
            tools = [c for c in rec.calls if re.search(r"(?:(?<=__)|(?<![\w-]))" + re.escape(c.tool) + r"(?![\w-])", text)]
            rs = [(one(rec, text, c), c) for c in (named[:1] or tools or rec.calls)]
            sure = [x for x in rs if any(k["kind"] in ("argument", "arguments", "id", "tool", "name", "quote") and k["verdict"] == "true" for k in x[0]["claims"])]
            if any(x[0]["verdict"] == "true" for x in sure): r, c = next(x for x in sure if x[0]["verdict"] == "true"); row["matched"] = c.id
            elif sure or any(k["kind"] in ("argument", "arguments", "tool", "name", "quote") and k["verdict"] == "false" for x in rs for k in x[0]["claims"]) and not any(x[0]["verdict"] == "none" for x in rs):
                r, c = min(sure or rs, key=lambda x: sum(k["verdict"] == "false" for k in x[0]["claims"])); row["matched"] = c.id
            else: r = {"verdict": "none", "claims": [], "unchecked": text}
        bad = [k for k in r["claims"] if k["verdict"] == "false"]; good = [k for k in r["claims"] if k["verdict"] == "true"]
        row["verdict"] = r["verdict"]; row["claim"] = "; ".join("%s: %s" % (k["kind"], k["text"]) for k in (bad or good or r["claims"]))
        row["why"] = "; ".join(k["why"] for k in (bad or good or r["claims"])); row["claims"] = r["claims"]; row["unchecked"] = r["unchecked"]
        out.append(row)
    return out

if __name__ == "__main__":
    recs = json.load(open(sys.argv[1], encoding="utf-8")); sents = json.load(open(sys.argv[2], encoding="utf-8"))
    if isinstance(recs, dict): recs, sents = [recs], [sents]
    n = {"true": 0, "false": 0, "none": 0}
    for r, ss in zip(recs, sents):
        for row in judge(r, ss):
            n[row["verdict"]] += 1
            if row["verdict"] == "false" or "--all" in sys.argv: print(json.dumps({"recording": r.get("id"), **row}, ensure_ascii=False))
    print(json.dumps(n), file=sys.stderr); sys.exit(1 if n["false"] else 0)
