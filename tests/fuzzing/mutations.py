"""Ways to damage a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

Mutation = Callable[[Random, bytes], bytes]

NUMBERS = (b"0", b"-1", b"1e9", b"2147483647", b"2147483648", b"-9223372036854775808", b"9" * 30)
"""Numbers at the edges of machine words, and beyond."""

CONTROLS = ("\0", "\x1b[31m", "\x07", "\r", "\x7f", "\x9b", "\u202e", "\u2028", "\ufeff", "\u0661")
"""Characters that do something to terminals, lines and digits."""

BRACKETS = (b"(", b"[", b"{", b"not ", b"-", b"if x { ", b"/*", b'"', b"a[", b'{"a":', b"any of ")
"""What nests."""

LONG, MANY = 20_000, 1_500
"""Words of a long line, and lines of a long file; a hundredth of the cases have one."""


def damaged(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Return data that was damaged in one to four ways.

    Args:
        random: where all choices come from.
        data: to be damaged.
        others: files of the same kind, parts of which may be put in.
    """
    for _ in range(random.choice((1, 1, 2, 4))):
        if random.random() < 0.01:
            data = random.choice((long_line, many_lines, deep))(random, data)
        elif random.random() < 0.1:
            data = spliced(random, data, random.choice(others))
        else:
            data = random.choice(MUTATIONS)(random, data)
    return data


def flip(random: Random, data: bytes) -> bytes:
    """Flip bits."""
    out = bytearray(data or b" ")
    for _ in range(random.randint(1, 4)):
        out[random.randrange(len(out))] ^= 1 << random.randrange(8)
    return bytes(out)


def cut(random: Random, data: bytes) -> bytes:
    """Take a part out, often all from a place on."""
    start, end = _part(random, data)
    return data[:start] + (b"" if random.random() < 0.4 else data[end:])


def double(random: Random, data: bytes) -> bytes:
    """Repeat a part."""
    start, end = _part(random, data)
    return data[:end] + data[start:end] * random.choice((1, 2, 30)) + data[end:]


def swap_lines(random: Random, data: bytes) -> bytes:
    """Exchange two lines."""
    lines = data.split(b"\n")
    a, b = random.randrange(len(lines)), random.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    return b"\n".join(lines)


def insert_bytes(random: Random, data: bytes) -> bytes:
    """Put in bytes, which may be no UTF-8."""
    return _insert(random, data, random.randbytes(random.randint(1, 6)))


def insert_control(random: Random, data: bytes) -> bytes:
    """Put in a character that does something to a terminal."""
    return _insert(random, data, random.choice(CONTROLS).encode())


def insert_brackets(random: Random, data: bytes) -> bytes:
    """Put in something that nests, some levels deep."""
    return _insert(random, data, random.choice(BRACKETS) * random.choice((1, 3, 40)))


def change_number(random: Random, data: bytes) -> bytes:
    """Put another number in place of one, often a huge one."""
    places = [i for i, byte in enumerate(data) if chr(byte).isdigit()]
    if not places:
        return _insert(random, data, random.choice(NUMBERS))
    start = end = random.choice(places)
    while end < len(data) and chr(data[end]).isdigit():
        end += 1
    return data[:start] + random.choice(NUMBERS) + data[end:]


def change_word(random: Random, data: bytes) -> bytes:
    """Put one word of the file in place of another."""
    words = data.split(b" ")
    words[random.randrange(len(words))] = random.choice(words)
    return b" ".join(words)


def long_line(random: Random, data: bytes) -> bytes:
    """Put in a long word, or many words in a line."""
    return _insert(random, data, random.choice((b"x", b"1", b". ", b"1 ", b"\xff")) * LONG)


def many_lines(random: Random, data: bytes) -> bytes:
    """Repeat a line very often."""
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    lines[at : at + 1] = lines[at : at + 1] * MANY
    return b"\n".join(lines)


def deep(random: Random, data: bytes) -> bytes:
    """Put in something that nests very deep."""
    return _insert(random, data, random.choice(BRACKETS) * LONG)


def spliced(random: Random, data: bytes, other: bytes) -> bytes:
    """Put a part of another file in."""
    start, end = _part(random, other)
    return _insert(random, data, other[start:end])


MUTATIONS: Sequence[Mutation] = (
    flip,
    cut,
    double,
    swap_lines,
    insert_bytes,
    insert_control,
    insert_brackets,
    change_number,
    change_number,
    change_word,
)


def smaller_data(data: bytes) -> Iterator[bytes]:
    """Yield data without one part, large parts first, at most some hundred times."""
    size = len(data)
    while size > 1:
        size = (size + 1) // 2
        if len(data) // size > 300:
            return
        for start in range(0, len(data), size):
            yield data[:start] + data[start + size :]


def _part(random: Random, data: bytes) -> tuple[int, int]:
    start = random.randint(0, len(data))
    return start, min(len(data), start + random.choice((1, 3, 20, 200)))


def _insert(random: Random, data: bytes, what: bytes) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + what + data[at:]
