"""Reads DIMACS CNF files strictly; messages name the line of a mistake.

The variables that models are counted over are named in several ways: ``c p show 1 2 0`` of the
Model Counting Competitions since 2021, ``c ind 1 2 0`` of ApproxMC, ``cr 1 2`` of Dsharp, and ``vp
1 2 0`` under a header ``p pcnf`` or ``p pmc``.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby, pairwise
from typing import BinaryIO

import numpy as np
import numpy.typing as npt
from msgspec import Struct, field

from nlc.arrays import Ints, Wides
from nlc.cnf import Cnf, NameBlock
from nlc.cnf.text import parse_integers
from nlc.errors import SourceLine, Span, UserError, fail
from nlc.files import open_binary

UNNAMED_RULE = "clauses"
"""The rule of clauses before the first ``c rule`` comment."""

_BYTES_PER_PIECE = 1 << 24
_MAX_SHOWN = 10**7
"""Variables of a projection, so that a file of a few bytes does not take gigabytes."""
_FOLLOWING = re.compile(rb"\n[cv%]")
_TRAILER = re.compile(rb"%\s*0?\s*")
"""The end of files of SATLIB."""
_HEADER = re.compile(rb"p\s+(?:cnf|(pcnf|pmc))\s+(\d{1,10})\s+(\d{1,18})(?(1)(?:\s+\d+)?)\s*")
_SHOWN = re.compile(rb"(?:c\s+p\s+show|vp|c\s+ind(?=\s+[-+\d])|(cr)(?=\s+\d))(?=\s|$)")
_WEIGHED = re.compile(rb"c\s+(?:p\s+weight\s|t\s+(?!p?mc\s*$)\w+\s*$)")
"""A weight, or a track of the competitions in which models have weights."""


class Head(Struct, eq=False):
    """The lines before the clauses of a DIMACS file.

    Attributes:
        variables: V of ``p cnf V C``.
        clauses: C of ``p cnf V C``.
        line: the line of the header, from 1.
        names: of ``c varname`` comments, by variable.
        comments: all others except ``c t pmc`` and those that show variables, without ``c ``.
    """

    variables: int = 0
    clauses: int = 0
    line: int = 0
    names: dict[int, str] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)


def read_cnf(source: str | BinaryIO, *, ordered: bool = False, projected: bool = True) -> Cnf:
    """Read a CNF from a path (see `nlc.files.open_binary`) or a stream.

    ``c rule NAME`` comments give the rule of the clauses that follow, ``c p show`` and its like the
    projection; without one, all variables are shown. Successive clauses of one width become one
    block. A byte order mark, and the Ctrl-Z that ends a file of DOS, are no part of the text.

    Args:
        ordered: keep the order of the clauses. Otherwise, in a file whose width changes very often,
            those of a rule are sorted by width, so that the blocks are large.
        projected: whether to set the projection.

    Raises:
        UserError: no file, a header that is missing or has wrong numbers, something that is not
            an integer, a literal above V, a last clause without 0, a faulty name or projection;
            with `projected`, weights of models.
    """
    with _open_reader(source) as reader:
        head = reader.head()
        reader.body(head)
    cnf = reader.cnf(head, ordered)
    if projected:
        cnf.projection = reader.projection(head)
    return cnf


def read_head(source: str | BinaryIO) -> Head:
    """Read a file up to its header; see `read_cnf`."""
    with _open_reader(source) as reader:
        return reader.head()


@contextmanager
def _open_reader(source: str | BinaryIO) -> Iterator[_DimacsReader]:
    if isinstance(source, str):
        with open_binary(source) as stream:
            yield _DimacsReader(stream, "<stdin>" if source == "-" else source)
    else:
        yield _DimacsReader(source, str(getattr(source, "name", "<stream>")))


class _DimacsReader:
    """Reads one stream from front to end."""

    def __init__(self, stream: BinaryIO, path: str) -> None:
        self._stream = stream
        self._path = path
        self._line = 0
        self._literals: list[npt.NDArray[np.int32]] = []
        self._count = 0
        self._rules: list[tuple[int, str]] = [(0, UNNAMED_RULE)]
        self._shown: list[tuple[int, bytes, npt.NDArray[np.int64]]] = []
        self._weighed: tuple[int, bytes] | None = None

    def head(self) -> Head:
        """Read up to the header."""
        head = Head()
        for raw in self._stream:
            self._line += 1
            line = raw.rstrip(b"\r\n")
            if self._line == 1:
                line = line.removeprefix(codecs.BOM_UTF8)
            if line.startswith(b"c"):
                text = line[1:].decode("utf-8", "replace").removeprefix(" ")
                if text.startswith("varname "):
                    self._name(text.split(), line, head.names)
                elif not self._counts(line) and text != "t pmc":
                    head.comments.append(text)
            elif line.startswith(b"p"):
                match = _HEADER.fullmatch(line)
                if match is None or int(match[2]) > 2**31 - 1:
                    raise self._wrong("the header is not 'p cnf VARIABLES CLAUSES'", line)
                head.variables, head.clauses = int(match[2]), int(match[3])
                head.line = self._line
                if head.names and max(head.names) > head.variables:
                    message = f"variable {max(head.names)} is named, but there are only"
                    raise self._wrong(f"{message} {head.variables}", line)
                return head
            elif line.strip():
                raise self._wrong("expected a comment or the header 'p cnf …'", line)
        raise self._wrong("no header 'p cnf VARIABLES CLAUSES'", b"")

    def body(self, head: Head) -> None:
        """Read the clauses and the comments between them."""
        while piece := self._stream.read(_BYTES_PER_PIECE):
            piece += self._stream.readline()
            if piece.endswith((b"\x1a", b"\x1a\n")):
                piece = piece.rstrip(b"\x1a\r\n")
            start = 0
            while start < len(piece):
                if piece.startswith(b"%", start):
                    piece += self._stream.read(_BYTES_PER_PIECE)
                    if _TRAILER.fullmatch(piece, start):
                        return
                if piece.startswith((b"c", b"v"), start):
                    end = piece.find(b"\n", start) + 1 or len(piece)
                    self._line += 1
                    self._body_comment(piece[start:end].rstrip(b"\r\n"))
                else:
                    following = _FOLLOWING.search(piece, start)
                    end = following.end() - 1 if following else len(piece)
                    self._numbers(piece[start:end], head.variables)
                start = end

    def cnf(self, head: Head, ordered: bool) -> Cnf:
        """Return the CNF, without its projection."""
        literals = np.concatenate([np.zeros(0, np.int32), *self._literals])
        if len(literals) and literals[-1]:
            raise self._wrong("the last clause has no final 0", b"")
        ends = np.flatnonzero(literals == 0)
        if len(ends) != head.clauses:
            message = f"the header announces {head.clauses} clauses, but there are {len(ends)}"
            raise self._wrong(message, b"p cnf %d %d" % (head.variables, head.clauses), head.line)
        names = name_blocks(head.names)
        cnf = Cnf(variables=head.variables, names=names, comments=head.comments)
        starts = np.concatenate([[0], ends[:-1] + 1]).astype(np.int64)[: len(ends)]
        marks = np.array([position for position, _ in self._rules])
        rules = np.searchsorted(marks, starts, side="right") - 1
        of_rules = [name for _, name in self._rules]
        add_clauses(cnf, literals, starts, ends - starts, rules, of_rules, ordered)
        return cnf

    def _name(self, words: list[str], line: bytes, names: dict[int, str]) -> None:
        number = words[1] if len(words) == 3 and words[1].isascii() else ""
        if not number.isdigit() or not 0 < int(number[:11]) < 2**31:
            raise self._wrong("expected 'c varname VARIABLE NAME'", line)
        variable = int(words[1])
        if names.setdefault(variable, words[2]) != words[2]:
            raise self._wrong(f"variable {variable} has two names", line)

    def _body_comment(self, line: bytes) -> None:
        if self._counts(line):
            return
        if line.startswith(b"c rule "):
            self._rules.append((self._count, line[7:].decode("utf-8", "replace").strip()))
        elif line.startswith(b"v"):
            raise self._wrong("expected a clause, a comment, or 'vp VARIABLE … 0'", line)

    def _counts(self, line: bytes) -> bool:
        """Keep what a line says about the counting of models; return whether it does."""
        if _WEIGHED.match(line):
            self._weighed = self._weighed or (self._line, line)
            return True
        if (match := _SHOWN.match(line)) is None:
            return False
        numbers = parse_integers(line[match.end() :])
        if numbers is not None and match[1] and 0 not in numbers:
            numbers = np.append(numbers, 0)
        if numbers is None or len(numbers) == 0 or numbers[-1] or not (numbers[:-1] > 0).all():
            raise self._wrong(f"expected '{match[0].decode()} VARIABLE … 0'", line)
        self._shown.append((self._line, line, numbers[:-1]))
        return True

    def projection(self, head: Head) -> npt.NDArray[np.int32]:
        """Return the shown variables, ascending."""
        variables = head.variables
        if self._weighed is not None:
            number, line = self._weighed
            message = "the models of this formula have weights, and nlc counts models without"
            raise self._wrong(message, line, number)
        if not self._shown:
            if variables > _MAX_SHOWN:
                message = f"{variables} variables are shown, and at most {_MAX_SHOWN} can be"
                hint = "a line 'c p show VARIABLE … 0' lists those that distinguish solutions"
                line = b"p cnf %d %d" % (variables, head.clauses)
                raise self._wrong(message, line, head.line, hint=hint)
            return np.arange(1, variables + 1, dtype=np.int32)
        for number, line, shown in self._shown:
            if len(shown) and shown.max() > variables:
                message = f"variable {shown.max()} is shown, but there are only {variables}"
                raise self._wrong(message, line, number)
        joined = np.sort(np.concatenate([shown for _, _, shown in self._shown]))
        return joined[np.diff(joined, prepend=0) > 0].astype(np.int32)

    def _numbers(self, text: bytes, variables: int) -> None:
        numbers = parse_integers(text)
        if numbers is None or ((numbers > variables) | (numbers < -variables)).any():
            raise self._wrong_number(text, variables)
        self._line += text.count(b"\n")
        self._count += len(numbers)
        self._literals.append(numbers.astype(np.int32))

    def _wrong_number(self, text: bytes, variables: int) -> UserError:
        """Return the error for the first token of `text` that is not a literal."""
        for line in text.split(b"\n"):
            self._line += 1
            for token in re.finditer(rb"\S+", line):
                numbers = parse_integers(token[0])
                column = token.start() + 1
                shown = token[0][:40].decode("utf-8", "replace")
                if numbers is None:
                    return self._wrong(f"not an integer: {shown}", line, column=column)
                if abs(int(numbers[0])) > variables:
                    message = f"literal {shown} is above the {variables} variables"
                    return self._wrong(f"{message} of the header", line, column=column)
        raise AssertionError("every token is a literal")

    def _wrong(
        self, message: str, line: bytes, number: int = 0, column: int = 1, hint: str | None = None
    ) -> UserError:
        text = line.decode("utf-8", "replace") if len(line) <= 200 else ""
        number = number or max(self._line, 1)
        span = Span(SourceLine(self._path, text), number, column, number, column + 1)
        return fail(message, span, hint)


def _runs(rules: npt.NDArray[np.int64], widths: npt.NDArray[np.int64]) -> list[int]:
    """Return 0, the end, and where the rule or the width of successive clauses changes."""
    if len(rules) == 0:
        return []
    changes = (np.diff(rules) != 0) | (np.diff(widths) != 0)
    return [0, *(np.flatnonzero(changes) + 1).tolist(), len(rules)]


def add_clauses(
    cnf: Cnf,
    literals: Ints,
    starts: Wides,
    widths: Wides,
    rules: Wides,
    names: Sequence[str],
    ordered: bool = False,
) -> None:
    """Add clauses in blocks of one rule and width.

    Args:
        cnf: the formula.
        literals: of all clauses.
        starts: of each clause, in `literals`; shape (clauses,).
        widths: of each clause.
        rules: of each clause, an index of `names`.
        names: of rules.
        ordered: see `read_cnf`.
    """
    runs = _runs(rules, widths)
    if len(runs) > (1 << 14) and not ordered:
        order = np.lexsort((widths, rules))
        starts, widths, rules = starts[order], widths[order], rules[order]
        runs = _runs(rules, widths)
    for first, last in pairwise(runs):
        index = starts[first:last, None] + np.arange(widths[first])
        cnf.add(names[rules[first]], literals[index])


def name_blocks(names: dict[int, str]) -> list[NameBlock]:
    """Return names by variable as blocks of successive variables of one kind."""
    runs = groupby(
        enumerate(sorted(names)),
        # Successive variables differ from their index in the list by the same number.
        key=lambda item: (item[1] - item[0], names[item[1]].startswith("aux:")),
    )
    blocks = []
    for (_, aux), run in runs:
        variables = [variable for _, variable in run]
        texts = [names[variable] for variable in variables]
        kind = "aux" if aux else "shown"
        blocks.append(NameBlock(variables[0], len(texts), kind, texts.copy))
    return blocks
