"""The page `docs/evidence/instant-accuracy.md` from the numbers of `fit_instant.py`."""

import datetime

PROVENANCE = {"claude_v3": "reconstructed", "claude_v4_7": "reconstructed", "gemini": "proxy"}
# A class whose mean error over the families is above this is named on the page, in percent.
NAMED = 15
INTRO = """# Accuracy of token estimates

`tokens/scripts/fit_instant.py` fits the estimator `instant` and writes this page ({date}). Errors are in percent of the true token count:
mean of the absolute error / 95th percentile, for text that wasn't used in the fit.

| column | text |
| --- | --- |
| coding contexts | 500 contexts of 40 chunks each: code, tool output, English, data and some other languages |
| sessions | recorded agent sessions of at least 8,000 tokens, from {sessions} sessions |
| message | messages of at least 100 tokens from these sessions |
| chunk | chunks of 400 to 6,000 characters, all classes of text in equal parts; most aren't English |
| worst | the chunk with the lowest estimate |
"""
NOTES = """Estimates tend to be high on purpose: a high estimate compacts early, a low one overflows the window. Text in a script that the fit has never seen
counts as 0.97 tokens per byte. When a complete class of text is left out of the fit, the worst estimate of one of its chunks is {left_out:.1f}%.

Mean error over all families, in percent, for classes above {named}: {classes}.

**Limits.** *Reconstructed* and *proxy* families were fitted to a substitute for the real tokenizer, whose own error couldn't be measured. The limits
of the fit were chosen while checking the test text, so other text can be a little worse.
"""


def pair(values):
    return f"{values[0]:.1f} / {values[1]:.1f}"


def page(report):
    families = report["families"]
    lines = []
    for family, entry in families.items():
        rules = entry["rules"]
        values = [pair(rules["instant"][kind]) for kind in ("mix", "session", "message", "single")]
        others = [f"{rules[rule]['mix'][0]:.1f}" for rule in ("chars/4", "gemini-cli")]
        lines.append(" | ".join([family, PROVENANCE.get(family, "measured"), *values, f"{rules['instant']['single'][2]:.0f}", *others]))
    means = {name: sum(entry["class"][name][0] for entry in families.values()) / len(families) for name in next(iter(families.values()))["class"]}
    named = sorted(((mean, name) for name, mean in means.items() if mean > NAMED), reverse=True)
    worst = min(value[2] for entry in families.values() for value in entry["left_out"].values())
    heads = ["family", "truth", "coding contexts", "sessions", "message", "chunk", "worst", "coding contexts: chars / 4", "gemini-cli's rule"]
    table = [f"| {' | '.join(heads)} |", "| --- | --- |" + " --: |" * 7, *(f"| {line} |" for line in lines)]
    notes = NOTES.format(left_out=worst, named=NAMED, classes=", ".join(f"{name} {mean:.0f}" for mean, name in named))
    return "\n".join([INTRO.format(date=datetime.date.today(), sessions=report["sessions"]), *table, "", notes])
