"""Levels for pairs of letters: how much more a text costs for each of them, for `fit_instant.py`.

English and code are known to tokenizers by heart; other words are spelled out. What a pair of neighbouring letters adds to
the tokens of a text, beside what the other features tell, is fitted by ridge regression to all families at once and then cut into
six levels; `tokens/src/instant/pairs.rs` counts them. The lowest level counts nothing.
"""

import functools

import numpy

# Symbols, as `tokens/src/instant/pairs.rs` has them: letters 1 to 26, then these.
SPACE, NEWLINE, PUNCT, DIGIT, CONTROL, WIDE = 0, 27, 28, 29, 30, 31
LEVELS = 5
# Where the levels begin, as shares of all pairs in the text: the cheap half matters little, the
# dear end much.
CUTS = [0.3, 0.5, 0.68, 0.83, 0.93]
RIDGE_PAIRS, RIDGE_OTHERS = 6e-3, 1e-2
# The importance of an anchor, where a text of the mix has 1.3 to 2: with it single messages are
# estimated best.
ANCHOR = 0.3


@functools.cache
def symbols():
    """The symbol of each byte."""
    table = numpy.full(256, WIDE)
    for byte in range(128):
        char = chr(byte)
        table[byte] = byte & 31 if char.isalpha() else SPACE if char == " " else NEWLINE if char in "\r\n" else DIGIT if char.isdigit() else CONTROL if byte < 32 else PUNCT
    return table


def is_letter(symbol):
    return 1 <= symbol <= 26


# Pairs that may have a level: a letter and a letter, or one beside it. None after a control
# character, which is how a text begins, so that text put in front takes no level away.
PAIRS = numpy.array([first * 32 + second for first in range(32) for second in range(32) if (is_letter(first) or is_letter(second)) and CONTROL not in (first, second)])


def counts(texts):
    """How often each text has each of the 1024 pairs of symbols."""
    result = numpy.zeros((len(texts), 1024))
    for row, text in zip(result, texts):
        found = symbols()[numpy.frombuffer(text.encode("utf-8", "surrogatepass"), numpy.uint8)]
        row += numpy.bincount(numpy.concatenate([[CONTROL], found[:-1]]) * 32 + found, minlength=1024)
    return result


class Learner:
    """Fits levels to any choice of texts, and always to the anchors; sums over all are kept, so that leaving some out is cheap.

    Rows and pairs are those of the texts, then those of the anchors."""

    def __init__(self, rows, pairs, truth, importance):
        self.used = pairs[:, PAIRS]
        self.system = numpy.hstack([rows, self.used])
        self.others = rows.shape[1]
        importance = numpy.append(importance, numpy.full(len(rows) - len(importance), ANCHOR))
        self.parts = [(importance / numpy.maximum(tokens, 20), tokens) for tokens in truth]
        self.whole = [self.sums(slice(None), scale, tokens) for scale, tokens in self.parts]

    def sums(self, chosen, scale, tokens):
        scaled = self.system[chosen] * scale[chosen][:, None]
        return scaled.T @ scaled, scaled.T @ (tokens * scale)[chosen]

    def levels(self, chosen):
        """The level of each of the 1024 pairs, from the chosen texts and all anchors."""
        chosen = numpy.append(chosen, numpy.ones(len(self.system) - len(chosen), bool))
        ridge = numpy.where(numpy.arange(self.system.shape[1]) < self.others, RIDGE_OTHERS, RIDGE_PAIRS) ** 2 * chosen.sum()
        costs = 0
        for (scale, tokens), whole in zip(self.parts, self.whole):
            left = self.sums(~chosen, scale, tokens)
            costs = costs + numpy.linalg.solve(whole[0] - left[0] + numpy.diag(ridge), whole[1] - left[1])[self.others :]
        usage = self.used[chosen].sum(0)
        # Each pair at least once, none more often than 400 in 20,000: neither unseen nor ubiquitous
        # pairs decide.
        repeated = numpy.repeat(costs, numpy.minimum(usage / usage.sum() * 20_000, 400).astype(int) + 1)
        levels = numpy.zeros(1024, int)
        levels[PAIRS] = numpy.digitize(costs, numpy.quantile(repeated, CUTS))
        return levels


def columns(pairs, levels):
    """The counts of each level but the lowest."""
    return numpy.stack([pairs[:, levels == level].sum(1) for level in range(1, LEVELS + 1)], 1)
