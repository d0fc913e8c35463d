"""Writes the character classes that the splitters need, from the Unicode 16.0.0 data that tiktoken 0.14 uses.

    pip install unicodedata2==16.0.0
    python3 tokens/scripts/make_unicode_classes.py tokens/data/unicode_classes.bin

Form: runs over all code points in order, each one LEB128 number `length << 3 | class`.
"""

import sys

import unicodedata2

UNICODE = "16.0.0"

OTHER, SPACE, NEWLINE, UPPER, LOWER, CASELESS, MARK, NUMBER = range(8)

CLASS_OF_CATEGORY = {
    "Lu": UPPER, "Lt": UPPER, "Ll": LOWER, "Lm": CASELESS, "Lo": CASELESS,
    "Mn": MARK, "Mc": MARK, "Me": MARK, "Nd": NUMBER, "Nl": NUMBER, "No": NUMBER,
}

# The property White_Space (PropList.txt), stable since Unicode 6.3.
WHITE_SPACE = {*range(0x09, 0x0E), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000}


def class_of(code: int) -> int:
    """The class of one code point; surrogates and unassigned ones are OTHER."""
    if code in (0x0A, 0x0D):
        return NEWLINE
    if code in WHITE_SPACE:
        return SPACE
    return CLASS_OF_CATEGORY.get(unicodedata2.category(chr(code)), OTHER)


def leb128(number: int) -> bytes:
    """Seven bits a byte, low bits first, the high bit set on all bytes but the last."""
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def main() -> None:
    if unicodedata2.unidata_version != UNICODE:
        sys.exit(f"need Unicode {UNICODE}, have {unicodedata2.unidata_version}")
    out = bytearray()
    current, length = class_of(0), 0
    for code in range(0x110000):
        here = class_of(code)
        if here != current:
            out += leb128(length << 3 | current)
            current, length = here, 0
        length += 1
    out += leb128(length << 3 | current)
    with open(sys.argv[1], "wb") as file:
        file.write(out)
    print(f"{sys.argv[1]}: {len(out)} bytes")


if __name__ == "__main__":
    main()
