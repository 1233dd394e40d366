"""A reader of penpa-edit's links that shares nothing with nlc: own inflate, own point numbers."""

from __future__ import annotations

import json
from typing import Any, NamedTuple
from urllib.parse import urlsplit

_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

_ABBREVIATIONS = [  # in the order in which penpa-edit replaces them
    ("z", "zZ"),
    ('"qa"', "z9"),
    ('"pu_q"', "zQ"),
    ('"pu_a"', "zA"),
    ('"grid"', "zG"),
    ('"edit_mode"', "zM"),
    ('"surface"', "zS"),
    ('"line"', "zL"),
    ('"lineE"', "zE"),
    ('"wall"', "zW"),
    ('"cage"', "zC"),
    ('"number"', "zN"),
    ('"symbol"', "zY"),
    ('"special"', "zP"),
    ('"board"', "zB"),
    ('"command_redo"', "zR"),
    ('"command_undo"', "zU"),
    ('"command_replay"', "z8"),
    ('"numberS"', "z1"),
    ('"freeline"', "zF"),
    ('"freelineE"', "z2"),
    ('"thermo"', "zT"),
    ('"arrows"', "z3"),
    ('"direction"', "zD"),
    ('"squareframe"', "z0"),
    ('"polygon"', "z5"),
    ('"deletelineE"', "z4"),
    ('"killercages"', "z6"),
    ('"nobulbthermo"', "z7"),
    ('"__a"', "z_"),
    ("null", "zO"),
]


class _Bits:
    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, count: int) -> int:
        found = 0
        for i in range(count):
            found |= (self.data[self.at >> 3] >> (self.at & 7) & 1) << i
            self.at += 1
        return found

    def symbol(self, codes: dict[tuple[int, int], int]) -> int:
        length = code = 0
        while (length, code) not in codes:
            length, code = length + 1, code << 1 | self.take(1)
        return codes[length, code]


def _huffman(lengths: list[int]) -> dict[tuple[int, int], int]:
    """Return the symbol of each canonical code, by its length and value (RFC 1951)."""
    codes, code = {}, 0
    for length in range(1, 16):
        code <<= 1
        for symbol, wanted in enumerate(lengths):
            if wanted == length:
                codes[length, code] = symbol
                code += 1
    return codes


def inflate(data: bytes) -> bytes:
    """Return the content of a raw deflate stream (RFC 1951)."""
    bits, out, last = _Bits(data), bytearray(), 0
    order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    while not last:
        last, kind = bits.take(1), bits.take(2)
        if kind == 0:
            bits.at = (bits.at + 7) // 8 * 8
            size, check = bits.take(16), bits.take(16)
            assert size == check ^ 0xFFFF
            out += bytes(bits.take(8) for _ in range(size))
            continue
        if kind == 1:
            lengths = [8] * 144 + [9] * 112 + [7] * 24 + [8] * 8
            literals, distances = _huffman(lengths), _huffman([5] * 30)
        else:
            assert kind == 2
            counts = bits.take(5) + 257, bits.take(5) + 1
            found = [0] * 19
            for place in order[: bits.take(4) + 4]:
                found[place] = bits.take(3)
            codes, lengths = _huffman(found), []
            while len(lengths) < sum(counts):
                symbol = bits.symbol(codes)
                if symbol < 16:
                    lengths.append(symbol)
                elif symbol == 16:
                    lengths += [lengths[-1]] * (bits.take(2) + 3)
                else:
                    extra, least = (3, 3) if symbol == 17 else (7, 11)
                    lengths += [0] * (bits.take(extra) + least)
            literals, distances = _huffman(lengths[: counts[0]]), _huffman(lengths[counts[0] :])
        while (symbol := bits.symbol(literals)) != 256:
            if symbol < 256:
                out.append(symbol)
                continue
            symbol -= 257
            extra = 0 if symbol < 8 or symbol == 28 else symbol // 4 - 1
            length = 258 if symbol == 28 else symbol + 3
            if extra:
                length = (4 + symbol % 4 << extra) + 3 + bits.take(extra)
            symbol = bits.symbol(distances)
            extra = max(symbol // 2 - 1, 0)
            away = (2 + symbol % 2 << extra) + 1 + bits.take(extra) if extra else symbol + 1
            for _ in range(length):
                out.append(out[-away])
    return bytes(out)


def unpacked(text: str) -> str:
    bits = "".join(f"{_BASE64.index(sign):06b}" for sign in text.rstrip("="))
    whole = len(bits) // 8 * 8
    return inflate(bytes(int(bits[i : i + 8], 2) for i in range(0, whole, 8))).decode()


Place = tuple[str, int, int]
"""``cell``, or the ``corner`` at its lower right, the middle of its ``lower`` or ``right`` side, or
``quarter0`` and so on; row and column from 0 on the board without its margins."""


class Drawing(NamedTuple):
    mode: str
    title: str
    rows: int
    cols: int
    cells: set[tuple[int, int]]
    question: dict[str, dict[Any, Any]]
    checks: set[str]
    tags: list[str]
    answer: list[list[str]] | None
    lines: list[str]

    def place(self, number: int) -> Place:
        head, space = self.lines[0].split(","), json.loads(self.lines[1])
        wide, high = int(head[1]) + 4, int(head[2]) + 4
        part, kinds = "", ("cell", "corner", "lower", "right")
        if number < 4 * wide * high:
            part, number = kinds[number // (wide * high)], number % (wide * high)
        else:
            part, number = f"quarter{number % 4}", number // 4 - wide * high
            assert number < wide * high
        return part, number // wide - 2 - space[0], number % wide - 2 - space[2]

    def key(self, text: str) -> Place | frozenset[Place]:
        found = [self.place(int(part)) for part in text.split(",")]
        return found[0] if len(found) == 1 else frozenset(found)


def read(link: str) -> Drawing:
    """Return the drawing of a link of the form that is written today, of 19 lines."""
    address = urlsplit(link.strip())
    assert (address.netloc, address.path) == ("swaroopg92.github.io", "/penpa-edit/")
    fields = dict(field.split("=", 1) for field in address.fragment.split("&"))
    text = unpacked(fields["p"])
    for long, short in reversed(_ABBREVIATIONS):
        text = text.replace(short, long)
    lines = text.split("\n")
    assert len(lines) == 19
    head, space = lines[0].split(","), json.loads(lines[1])
    assert head[0] == "square" and len(head) == 21 and head[15].startswith("Title: ")
    rows, cols = int(head[2]) - space[0] - space[1], int(head[1]) - space[2] - space[3]
    steps, cells, at = json.loads(lines[5]), [], 0
    for step in steps:
        at += step
        cells.append(at)
    answer = json.loads(unpacked(fields["a"])) if "a" in fields else None
    checks = {name for name, there in json.loads(lines[7]).items() if there}
    found = Drawing(
        fields["m"],
        head[15].removeprefix("Title: ").replace("%2C", ","),
        rows,
        cols,
        set(),
        {},
        checks,
        json.loads(lines[17]),
        answer,
        lines,
    )
    for cell in cells:
        kind, row, col = found.place(cell)
        assert kind == "cell" and 0 <= row < rows and 0 <= col < cols
        found.cells.add((row, col))
    for name, marks in json.loads(lines[3]).items():
        if isinstance(marks, dict) and not name.startswith("command"):
            found.question[name] = {found.key(at): value for at, value in marks.items()}
        assert isinstance(marks, dict) or marks == []
    return found
