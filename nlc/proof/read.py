"""Reads proof files strictly: DRAT as text or binary, LRAT as text."""

from __future__ import annotations

import re

import numpy as np

from nlc.errors import fail
from nlc.files import bare_name, open_binary
from nlc.proof.steps import Addition, Deletion, Drat, Lrat
from nlc.proof.tokens import File, Ints, Tokens, binary_tokens, line_numbers, text_tokens

_LARGEST_LITERAL = 2**31 - 1
_LARGEST_ID = 2**63 - 2
"""What is larger is read as the largest integer of 64 bits."""
_FIRST_STEP = re.compile(rb"^[ \t]*(?!c)([-0-9][^\n]*|d[^\n]*)$", re.MULTILINE)


def read_file(path: str) -> File:
    """Return a proof file; `nlc.files.PACKED` is decompressed, ``-`` is standard input.

    Raises:
        UserError: it cannot be read.
    """
    with open_binary(path) as stream:
        return File("<stdin>" if path == "-" else path, stream.read())


def read_proof(file: File) -> Drat | Lrat:
    """Read a proof of either format; the first step of a text tells which it is.

    Raises:
        UserError: it is malformed; see `read_drat` and `read_lrat`.
    """
    if not file.binary:
        return read_lrat(file) if _is_lrat(file) else read_drat(file)
    if bare_name(file.path).endswith("lrat"):
        raise fail(
            f"{file.path} is binary, and programs disagree on what binary LRAT is",
            None,
            "write it as text, which solvers do with an option such as --no-binary",
        )
    return read_drat(file)


def read_drat(file: File) -> Drat:
    """Read a DRAT proof, text or binary.

    Raises:
        UserError: something is not an integer or literal, misplaced or cut off.
    """
    tokens = binary_tokens(file) if file.binary else text_tokens(file)
    begins = _begins(file, tokens)
    inside = tokens.numbers != 0
    if file.binary:
        prefixes = tokens.numbers[begins]
        for at in begins[(prefixes != ord("a")) & (prefixes != ord("d"))][:1]:
            raise file.wrong("expected 'a' or 'd'", int(tokens.offsets[at]))
        deletes = prefixes == ord("d")
        inside[begins] = False
        half = tokens.numbers >> 1
        numbers = np.where(tokens.numbers & 1, -half, half)
        for at in np.flatnonzero(inside & (numbers == 0))[:1]:
            raise file.wrong("this is no literal", int(tokens.offsets[at]))
    else:
        deletes = tokens.marked[begins]
        stray = tokens.marked.copy()
        stray[begins] = False
        for at in np.flatnonzero(stray)[:1]:
            raise file.wrong("'d' inside a clause", int(tokens.offsets[at]))
        numbers = tokens.numbers
    # Not by the magnitude: that of the least integer is itself.
    wild = (numbers > _LARGEST_LITERAL) | (numbers < -_LARGEST_LITERAL)
    for at in np.flatnonzero(wild)[:1]:
        # A number beyond 64 bits was read as the nearest one of them.
        told = numbers[at] if abs(int(numbers[at])) < 2**63 - 1 else "this number"
        raise file.wrong(f"{told} is no literal", int(tokens.offsets[at]))
    before = np.append(0, np.cumsum(inside))
    return Drat(
        literals=numbers[inside].astype(np.int32),
        starts=before[np.append(begins, len(inside))],
        deletes=deletes,
        places=_places(file, tokens.offsets[begins]),
        unit="byte" if file.binary else "line",
    )


def read_lrat(file: File) -> Lrat:
    """Read an LRAT proof, as text.

    Raises:
        UserError: something is not an integer, literal or id, misplaced or cut off.
    """
    tokens = text_tokens(file)
    numbers, marked = tokens.numbers.tolist(), tokens.marked
    zeros = np.flatnonzero(tokens.numbers == 0).tolist()
    wild = (tokens.numbers > _LARGEST_ID) | (tokens.numbers < -_LARGEST_ID)
    for place in np.flatnonzero(wild)[:1]:
        raise file.wrong("this number is too large for an id", int(tokens.offsets[place]))
    lines = _places(file, tokens.offsets).tolist()

    def wrong(message: str, at: int) -> Exception:
        return file.wrong(message, int(tokens.offsets[at]))

    steps: list[Addition | Deletion] = []
    at = zero = 0
    while at < len(numbers):
        delete = at + 1 < len(numbers) and bool(marked[at + 1])
        last = zero if delete else zero + 1
        if last >= len(zeros):
            raise wrong("the proof ends inside this step", at)
        end = zeros[last]
        if (found := np.flatnonzero(marked[at + 1 + delete : end + 1])).size or marked[at]:
            place = at if marked[at] else at + 1 + delete + int(found[0])
            raise wrong("'d' belongs after the id at the start of a line", place)
        if numbers[at] <= 0:
            raise wrong(f"a line starts with an id, not {numbers[at]}", at)
        if delete:
            ids = numbers[at + 1 : end]
            if any(one < 0 for one in ids):
                raise wrong("a deleted clause has an id below 0", at)
            steps.append(Deletion(tuple(ids), lines[at]))
        else:
            literals = numbers[at + 1 : zeros[zero]]
            if any(abs(lit) > _LARGEST_LITERAL for lit in literals):
                raise wrong("this line has a number that is no literal", at)
            hints = numbers[zeros[zero] + 1 : end]
            steps.append(Addition(numbers[at], tuple(literals), tuple(hints), lines[at]))
        at, zero = end + 1, last + 1
    return Lrat(steps)


def _begins(file: File, tokens: Tokens) -> Ints:
    """Return the index of the first number of each step; a step ends with 0."""
    ends = np.flatnonzero(tokens.numbers == 0)
    begins = np.append(0, ends + 1)
    if begins[-1] < len(tokens.numbers):
        raise file.wrong("the proof ends inside this step", int(tokens.offsets[begins[-1]]))
    return begins[:-1]


def _places(file: File, offsets: Ints) -> Ints:
    return offsets if file.binary else line_numbers(file, offsets)


def _is_lrat(file: File) -> bool:
    """Tell whether a text is LRAT: ``ID d IDS 0``, or two lists that end with 0 in the first line.

    A clause of DRAT has a line of its own.
    """
    match = _FIRST_STEP.search(file.data)
    if match is None:
        return False
    words = match[0].split()
    return words[1:2] == [b"d"] or (words.count(b"0") == 2 and words[-1] == b"0")
