"""Parses proof files strictly, and writes them: DRAT as text or binary, LRAT as text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import BinaryIO

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from nlc.cnf.text import parse_integers, place_at, quote_bytes
from nlc.errors import UserError, fail
from nlc.files import bare_name, open_binary
from nlc.proof.steps import Addition, ClauseList, Deletion, Drat, Lrat

Ints = npt.NDArray[np.int64]

_COMMENT = re.compile(rb"^[ \t]*c[^\n]*", re.MULTILINE)
_NO_D = bytes.maketrans(b"d", b" ")


class ProofFile(Struct, frozen=True, eq=False, weakref=True):
    """A proof file, decompressed."""

    path: str
    data: bytes

    @property
    def binary(self) -> bool:
        """Whether the file is binary.

        drat-trim guesses from the first twelve characters. The whole file decides: each step of a
        binary proof ends with byte 0, which no text holds. A file that begins with ``a`` is a
        binary one that was cut off within its first step.
        """
        return b"\0" in self.data or self.data.startswith(b"a")

    def error(self, message: str, offset: int) -> UserError:
        """Return the error for a mistake at an offset."""
        if self.binary:
            return fail(f"{self.path}, byte {offset}: {message}")
        return fail(message, place_at(self.path, self.data, offset))


Tokens = tuple[Ints, Ints, npt.NDArray[np.bool_]]
"""The numbers of a proof file; where each begins in it; whether ``d`` precedes it in a text."""


def text_tokens(file: ProofFile) -> Tokens:
    """Return the numbers of a text, without those of comments.

    Raises:
        UserError: a word is not a number, or no number follows a ``d``.
    """
    data = _COMMENT.sub(lambda match: b" " * len(match[0]), file.data)
    numeric = data.translate(_NO_D)
    numbers = parse_integers(numeric)
    if numbers is None:
        word = next(w for w in re.finditer(rb"\S+", numeric) if parse_integers(w[0]) is None)
        raise file.error(f"not an integer: {quote_bytes(word[0])}", word.start())
    codes = np.frombuffer(numeric, np.uint8)
    inside = codes > ord(" ")
    offsets = np.flatnonzero(inside & ~np.append(False, inside[:-1])[: len(inside)])
    marked = np.zeros(len(numbers), np.bool_)
    places = np.flatnonzero(np.frombuffer(data, np.uint8) == ord("d"))
    padded = np.concatenate([[32], np.frombuffer(data, np.uint8), [32]])
    glued = (padded[places] > ord(" ")) | (padded[places + 2] > ord(" "))
    for at in places[glued][:1]:
        raise file.error("'d' is not a word of its own", int(at))
    following = np.searchsorted(offsets, places)
    for at in places[(following == len(numbers)) | (np.diff(following, append=-1) == 0)][:1]:
        raise file.error("'d' without a clause", int(at))
    marked[following] = True
    return numbers, offsets, marked


def binary_tokens(file: ProofFile) -> Tokens:
    """Return the numbers of a binary file, prefixes among them.

    A number is in base 128, least digit first; all bytes but the last have the highest bit set.

    Raises:
        UserError: a number is cut off or too long.
    """
    codes = np.frombuffer(file.data, np.uint8)
    ends = np.flatnonzero(codes < 128)
    offsets = np.append(0, ends[:-1] + 1)[: len(ends)].astype(np.int64)
    if len(codes) and codes[-1] >= 128:
        raise file.error("the proof ends inside a number", len(codes) - 1)
    lengths = ends - offsets + 1
    # A literal of 31 bits and its sign takes five bytes.
    for at in offsets[lengths > 5][:1]:
        raise file.error("this number is too long", int(at))
    digit = np.arange(len(codes)) - np.repeat(offsets, lengths)
    digits = (codes & 127).astype(np.int64) << (7 * digit)
    numbers = np.add.reduceat(digits, offsets) if len(offsets) else np.zeros(0, np.int64)
    return numbers, offsets, np.zeros(len(numbers), np.bool_)


_LARGEST_LITERAL = 2**31 - 1
_LARGEST_ID = 2**63 - 2
"""Larger integers are parsed as the largest one of 64 bits."""
_FIRST_STEP = re.compile(rb"^[ \t]*(?!c)([-0-9][^\n]*|d[^\n]*)$", re.MULTILINE)


def load_proof_file(path: str) -> ProofFile:
    """Load a proof file, decompressed if it is `nlc.files.PACKED`; ``-`` is standard input.

    Raises:
        UserError: it cannot be read.
    """
    with open_binary(path) as stream:
        return ProofFile("<stdin>" if path == "-" else path, stream.read())


def parse_proof(file: ProofFile) -> Drat | Lrat:
    """Parse a proof of either format; the first step of a text decides which it is.

    Raises:
        UserError: it is malformed; see `parse_drat` and `parse_lrat`.
    """
    if not file.binary:
        return parse_lrat(file) if _is_lrat(file) else parse_drat(file)
    if bare_name(file.path).endswith("lrat"):
        raise fail(
            f"{file.path} is binary, and programs disagree on what binary LRAT is",
            None,
            "write it as text, which solvers do with an option such as --no-binary",
        )
    return parse_drat(file)


def parse_drat(file: ProofFile) -> Drat:
    """Parse a DRAT proof, text or binary.

    Raises:
        UserError: a word is neither a literal nor ``d`` in its place, or the file is cut off.
    """
    numbers, offsets, marked = binary_tokens(file) if file.binary else text_tokens(file)
    begins = np.append(0, np.flatnonzero(numbers == 0) + 1)  # a step ends with 0
    if begins[-1] < len(numbers):
        raise file.error("the proof ends inside this step", int(offsets[begins[-1]]))
    begins, inside = begins[:-1], numbers != 0
    if file.binary:
        prefixes = numbers[begins]
        for at in begins[(prefixes != ord("a")) & (prefixes != ord("d"))][:1]:
            raise file.error("expected 'a' or 'd'", int(offsets[at]))
        deletes = prefixes == ord("d")
        inside[begins] = False
        numbers = np.where(numbers & 1, -(numbers >> 1), numbers >> 1)
        for at in np.flatnonzero(inside & (numbers == 0))[:1]:
            raise file.error("this is not a literal", int(offsets[at]))
    else:
        deletes = marked[begins]
        stray = marked.copy()
        stray[begins] = False
        for at in np.flatnonzero(stray)[:1]:
            raise file.error("'d' inside a clause", int(offsets[at]))
    # Not by np.abs: the least integer is its own magnitude.
    wild = (numbers > _LARGEST_LITERAL) | (numbers < -_LARGEST_LITERAL)
    for at in np.flatnonzero(wild)[:1]:
        # A number beyond 64 bits was parsed as the nearest one within.
        shown = numbers[at] if abs(int(numbers[at])) < 2**63 - 1 else "this number"
        raise file.error(f"{shown} is not a literal", int(offsets[at]))
    before = np.append(0, np.cumsum(inside))
    return Drat(
        literals=numbers[inside].astype(np.int32),
        starts=before[np.append(begins, len(inside))],
        deletes=deletes,
        places=_places(file, offsets[begins]),
        unit="byte" if file.binary else "line",
    )


def parse_lrat(file: ProofFile) -> Lrat:
    """Parse an LRAT proof, as text.

    Raises:
        UserError: a word is neither a literal, an id nor ``d`` in its place, or the file is cut
            off.
    """
    found_numbers, offsets, marked = text_tokens(file)
    numbers, zeros = found_numbers.tolist(), np.flatnonzero(found_numbers == 0).tolist()
    wild = (found_numbers > _LARGEST_ID) | (found_numbers < -_LARGEST_ID)
    for place in np.flatnonzero(wild)[:1]:
        raise file.error("this number is too large for an id", int(offsets[place]))
    lines = _places(file, offsets).tolist()

    def wrong(message: str, at: int) -> Exception:
        return file.error(message, int(offsets[at]))

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
                raise wrong("this line has a number that is not a literal", at)
            hints = numbers[zeros[zero] + 1 : end]
            steps.append(Addition(numbers[at], tuple(literals), tuple(hints), lines[at]))
        at, zero = end + 1, last + 1
    return Lrat(steps)


def _places(file: ProofFile, offsets: Ints) -> Ints:
    """Return the bytes of a binary file at some offsets, or the lines of a text, from 1."""
    if file.binary:
        return offsets
    ends = np.flatnonzero(np.frombuffer(file.data, np.uint8) == ord("\n"))
    return np.searchsorted(ends, offsets) + 1


def _is_lrat(file: ProofFile) -> bool:
    """Return whether a text is LRAT: its first line is ``ID d IDS 0``, or two lists ended by 0.

    A clause of DRAT has a line of its own.
    """
    match = _FIRST_STEP.search(file.data)
    if match is None:
        return False
    words = match[0].split()
    return words[1:2] == [b"d"] or (words.count(b"0") == 2 and words[-1] == b"0")


def write_lrat(proof: Lrat, stream: BinaryIO) -> None:
    """Write a proof as LRAT; a deletion has the id of the addition before it, as usual."""
    last = 1
    for step in proof.steps:
        if isinstance(step, Addition):
            last = step.id
            stream.write(b"%s\n" % _words([step.id, *step.literals, 0, *step.hints, 0]))
        else:
            stream.write(b"%d d %s\n" % (last, _words([*step.ids, 0])))


def write_drat(formula: ClauseList, proof: Lrat, stream: BinaryIO) -> None:
    """Write a proof as DRAT: the same clauses, without hints.

    Deletions of unit clauses are left out: DRAT checkers ignore them.
    """
    clauses = {number: tuple(clause) for number, clause in enumerate(formula, 1)}
    for step in proof.steps:
        if isinstance(step, Addition):
            clauses[step.id] = step.literals
            stream.write(b"%s\n" % _words([*step.literals, 0]))
            continue
        for one in step.ids:
            clause = clauses.pop(one, ())
            if len(clause) > 1:
                stream.write(b"d %s\n" % _words([*clause, 0]))


def _words(numbers: Iterable[int]) -> bytes:
    return " ".join(map(str, numbers)).encode()
