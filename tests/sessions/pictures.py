"""The pictures of the example sessions: drawn by code, and kept in a recording as parameters only."""

import base64
import struct
import zlib

GLYPHS = {  # three columns by five rows, one row per octal digit
    "0": "75557", "1": "26227", "2": "71747", "3": "71717", "4": "55711", "5": "74717", "6": "74757", "7": "71122", "8": "75757", "9": "75717",
}
BAYER = (0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5)


class Canvas:
    """Four colours, two bits a pixel."""

    def __init__(self, width, height, palette):
        self.width, self.height, self.palette = width, height, palette
        self.pixels = bytearray(width * height)

    def rect(self, x, y, width, height, colour):
        left, right = max(0, x), min(self.width, x + width)
        for row in range(max(0, y), min(self.height, y + height)):
            if right > left:
                self.pixels[row * self.width + left : row * self.width + right] = bytes([colour]) * (right - left)

    def gradient(self, x, y, width, height, low, high):
        """From colour `low` to `high`, left to right, by ordered dithering."""
        for row in range(y, y + height):
            for column in range(width):
                level = column * 17 // width
                colour = high if level > BAYER[(row % 4) * 4 + column % 4] else low
                self.pixels[row * self.width + x + column] = colour

    def digits(self, text, x, y, scale, colour):
        for position, glyph in enumerate(text):
            for row, bits in enumerate(GLYPHS[glyph]):
                for column in range(3):
                    if int(bits, 8) >> (2 - column) & 1:
                        self.rect(x + (position * 4 + column) * scale, y + row * scale, scale, scale, colour)

    def png(self):
        """Stored (uncompressed) deflate blocks, so that the bytes do not depend on the compressor's version."""
        raw = bytearray()
        for row in range(self.height):
            raw.append(0)
            line = self.pixels[row * self.width : (row + 1) * self.width]
            line.extend(bytes(-len(line) % 4))
            raw.extend(a << 6 | b << 4 | c << 2 | d for a, b, c, d in zip(*[iter(line)] * 4))
        blocks = [bytes(raw[start : start + 65535]) for start in range(0, len(raw), 65535)]
        stream = b"\x78\x01"
        for index, block in enumerate(blocks):
            stream += struct.pack("<BHH", index == len(blocks) - 1, len(block), len(block) ^ 0xFFFF) + block
        stream += struct.pack(">I", zlib.adler32(bytes(raw)))

        def chunk(kind, body):
            return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

        header = struct.pack(">IIBBBBB", self.width, self.height, 2, 3, 0, 0, 0)
        return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"PLTE", bytes(self.palette)) + chunk(b"IDAT", stream) + chunk(b"IEND", b"")


def draw_report(image):
    """A page with one bar per tool result: the sizes are those of the session at that moment."""
    values, width, height = image["values"], image["width"], image["height"]
    canvas = Canvas(width, height, (250, 250, 247, 206, 214, 222, 52, 101, 164, 32, 36, 44))
    canvas.gradient(0, 0, width, 56, 2, 3)
    canvas.digits(str(sum(values)), 24, 14, 6, 0)
    canvas.rect(0, 56, 250, height - 56, 1)
    noise = 12345
    for line in range(40):  # a list of messages: words as strokes
        x, y = 16, 72 + line * 18
        while x < 230:
            noise = (noise * 1103515245 + 12345) & 0x7FFFFFFF
            word = 6 + (noise >> 16) % 34
            canvas.rect(x, y, min(word, 234 - x), 8, 3 if line % 5 == 0 else 2)
            x += word + 6
    base, top, room = height - 48, 96, width - 300
    step = room // max(1, len(values))
    for rule in range(9):
        canvas.rect(270, top + rule * (base - top) // 8, width - 290, 1, 1)
    for index, value in enumerate(values):
        bar, x = max(2, (base - top) * value // max(values)), 280 + index * step
        canvas.gradient(x, base - bar, max(4, step - 8), bar, 1, 2)
        canvas.rect(x, base - bar, max(4, step - 8), 3, 3)
        canvas.digits(str(index + 1), x, base + 12, 3, 3)
        canvas.digits(str(value), x, base - bar - 16, 2, 3)
    for _ in range(2600):  # sensor-like noise, as a photographed or scaled screen has it
        noise = (noise * 1103515245 + 12345) & 0x7FFFFFFF
        canvas.rect((noise >> 8) % width, 60 + (noise >> 3) % (height - 60), 1, 1, 1)
    return canvas.png()


def draw_panel(image):
    """Two bars with their numbers: a crop of the page, as a user pastes it."""
    width, height = image["width"], image["height"]
    canvas = Canvas(width, height, (250, 250, 247, 206, 214, 222, 164, 52, 52, 32, 36, 44))
    canvas.rect(0, 0, width, 18, 3)
    for index, value in enumerate(image["values"]):
        y = 36 + index * 70
        canvas.gradient(16, y, value * 9, 40, 1, 2)
        canvas.digits(str(value), 28 + value * 9, y + 10, 4, 3)
    return canvas.png()


def image_bytes(image):
    return {"report": draw_report, "panel": draw_panel}[image["draw"]](image)


def base64_of(image):
    return base64.b64encode(image_bytes(image)).decode("ascii")
