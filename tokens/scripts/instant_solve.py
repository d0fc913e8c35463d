"""The fit behind `fit_instant.py`: bounded least squares on relative error, with a floor under every text."""

import json
import pathlib
import subprocess

import numpy
from scipy.optimize import lsq_linear

ROOT = pathlib.Path(__file__).resolve().parents[2]
ASCII = ["small", "capital", "digit", "space_first", "space_more", "newline", "punct", "same_punct", "control"]
# A script never seen costs nearly a token a byte: too much for most, too little for none.
PRIOR_PER_BYTE, FLOOR = 0.97, 0.2
# Signs that code and tool output are full of follow the data; letters of a script need more than
# strays to leave the prior.
SIGNS = ["latin_signs", "latin_1", "punctuation", "symbols", "boxes", "cjk_signs", "variation", "emoji", "full_width"]
RIDGE, RIDGE_SCRIPT = 2e-3, 1e-2
RIDGE_SIGNS = 3e-3
# No fitted text should come out below this share of its tokens, so that no other comes out below
# three quarters. Higher where files of one class differ most from each other, and for Russian and
# Vietnamese, whose weights rarer languages and lone letters share.
SHARE_MIX, SHARE = 0.8, 0.86
SHARES = {
    "cyrillic": 1.04, "latin_west": 0.96, "latin_east": 0.98, "latin_other": 1.0, "latin_tr": 0.95, "latin_vi": 1.0, "ko": 1.0, "zh": 0.92,
    "rules_blank": 0.97, "hex": 0.88,
}
# DeepSeek's words differ most from one kind of English to the next.
FAMILY_SHARES = {"deepseek_v3": (0.82, 0.87)}
# How much harder a text below its share counts than its distance from the truth.
PENALTY = 30.0
# The same two of pieces of the mix's texts (`instant_corpus.py`): they are the texts again, so they
# count less.
PIECES = 0.83, 20.0
# The same two of the anchors, by kind (`instant_anchors.py`). Random text is dearer than any that
# someone wrote with the same features, and many anchors cannot reach their share: they count less
# than texts, and only while they are below it.
ANCHORS = {
    "letters": (0.6, 2), "codes": (0.88, 24), "units": (0.75, 8), "marks": (0.6, 3), "scripts": (0.9, 12), "han": (0.82, 5),
    "syllables": (0.95, 5), "syllables_latin": (0.85, 5), "syllables_cyrillic": (1.0, 30),
}


def features(texts, binary):
    """Names and counts of each text, as the estimator itself counts them."""
    lines = "\n".join(json.dumps(text) for text in texts).encode()
    rows = [json.loads(line) for line in subprocess.run([binary], input=lines, stdout=subprocess.PIPE, check=True).stdout.splitlines()]
    return list(rows[0]), numpy.array([list(row.values()) for row in rows], float)


def char_bytes(names):
    """UTF-8 bytes of a character of each feature's bucket; 0 for features of ASCII text and runs."""
    source = (ROOT / "tokens/src/instant/scripts.rs").read_text().split("buckets! {")[1].split("}")[0]
    known = {part.split()[1].strip('"'): int(part.split()[2]) for part in source.split(",") if len(part.split()) == 3}
    return numpy.array([known.get(name, 0) for name in names], float)


def fronts(binary):
    """What one char put before a text changes in its counts: no family's weights may make that negative."""
    alphabet = ["a", "k", "E", "K", "7", " ", "\n", "=", "~", ",", "\t", "é", "я", "漢", "😀"]
    texts = [front + first + second for front in alphabet for first in alphabet for second in [*alphabet, ""]]
    names, more = features(texts, binary)
    _, less = features([text[1:] for text in texts], binary)
    change = more - less
    # Levels of pairs are only ever added.
    change[:, [name.startswith("pair_") for name in names]] = 0
    return numpy.unique(change[(change < 0).any(1)], axis=0)


class Fit:
    """One family's weights from any choice of texts: never a negative weight, never more than a token per byte."""

    def __init__(self, family, names, rows, tokens, importance, classes, mixed, cases, anchors, pieces):
        self.names, self.rows, self.tokens, self.cases = names, rows, tokens, cases
        (anchor_tokens, kinds), (piece_tokens, self.owner) = anchors, pieces
        self.sizes = char_bytes(names)
        self.scale = importance / numpy.maximum(tokens, 20)
        script = self.sizes > 0
        self.prior = numpy.where(script, PRIOR_PER_BYTE * self.sizes, 0.05)
        self.ridge = numpy.where(script, numpy.where(numpy.isin(names, SIGNS), RIDGE_SIGNS, RIDGE_SCRIPT), RIDGE) ** 2
        self.bounds = numpy.where(script, FLOOR, 0.0), numpy.where(script, self.sizes, 2.0)
        in_mix, elsewhere = FAMILY_SHARES.get(family, (SHARE_MIX, SHARE))
        # What has a floor: the texts, the anchors and the pieces of texts, in the order of
        # `floors`, and which of it the last fit pulled up.
        self.floor_tokens = numpy.concatenate([tokens, anchor_tokens, piece_tokens])
        of_texts = [(SHARES.get(name, in_mix if here else elsewhere), PENALTY) for name, here in zip(classes, mixed)]
        self.share, self.penalty = numpy.array([*of_texts, *(ANCHORS[kind] for kind in kinds), *[PIECES] * len(self.owner)]).T
        self.low = numpy.zeros(len(self.share), bool)

    def see(self, rows, floors):
        """Takes the rows of the texts, and of all that has a floor, with other levels of pairs."""
        self.rows, self.floors = rows, floors

    def weights(self, chosen):
        """Weights from the chosen rows. What comes out below its share is pulled up to it, until the set of these stays."""
        rows, tokens, scale = self.rows[chosen], self.tokens[chosen], self.scale[chosen]
        scaled = rows * scale[:, None]
        # Anchors always, pieces with the text that they are of.
        kept = numpy.concatenate([chosen, numpy.ones(len(self.low) - len(chosen) - len(self.owner), bool), chosen[self.owner]])
        relative = self.floors[kept] / self.floor_tokens[kept][:, None]
        share, penalty = self.share[kept], self.penalty[kept]
        system = scaled.T @ scaled + numpy.diag(self.ridge * len(rows))
        target = scaled.T @ (tokens * scale) + self.ridge * len(rows) * self.prior
        # From the set of the fit before, which differs little; the end does not depend on it.
        low = self.low[kept]
        for _ in range(12):
            pull = relative[low].T * penalty[low]
            upper = numpy.linalg.cholesky(system + pull @ relative[low]).T
            weights = self.solve(upper, numpy.linalg.solve(upper.T, target + pull @ share[low]))
            before, low = low, relative @ weights < share
            if (before == low).all():
                break
        self.low[kept] = low
        return weights

    def solve(self, system, target):
        """The best weights under which no char put in front lowers an estimate: broken cases become equations."""
        while True:
            weights = lsq_linear(system, target, self.bounds, method="bvls").x
            change = self.cases @ weights
            if not (change < 5e-4).any():
                return weights
            system, target = numpy.vstack([system, 1e5 * self.cases[numpy.argmin(change)]]), numpy.append(target, 1e5 * 2e-3)

    def tokens_of(self, weights, rows=None):
        """The estimate with its bounds: never above the bytes of the text, never below its chars / 128."""
        rows = self.rows if rows is None else rows
        plain = rows[:, [self.names.index(name) for name in ASCII]].sum(1)
        chars = plain + rows @ numpy.where(self.sizes > 0, 1 + (self.sizes == 4), 0)
        return numpy.clip(rows @ weights, chars / 128, plain + rows @ self.sizes)
