"""Writes a CNF in DIMACS format, byte for byte reproducible; with costs also as WCNF or OPB.

A CNF whose clauses are in groups is written as group CNF, the input format of MUS extractors (MUS
track of the SAT Competition 2011): ``p gcnf VARIABLES CLAUSES GROUPS``, and before each clause its
group in braces; group 0 always holds.

WCNF is the format of the MaxSAT Evaluations since 2022: no header, ``h`` before a hard clause, the
weight before a soft one. A literal with a cost becomes a soft unit clause of its negation, so that
a model costs the weights of the soft clauses that it falsifies. OPB is that of the Pseudo-Boolean
Competitions (O. Roussel and V. Manquinho, Input/Output Format and Solver Requirements, 2012), with
``~x3`` for a negated variable and ``min:`` before the objective.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from nlc.arrays import Ints
from nlc.cnf import Clauses, Cnf, Costs, NameBlock
from nlc.cnf.text import comment_bytes

NAMES = {
    "none": frozenset[str](),
    "shown": frozenset({"shown"}),
    "all": frozenset({"shown", "declared", "aux"}),
}
"""For each choice of names, the kinds of variables that get a comment."""

_LITERALS_PER_PIECE = 1 << 15
_NAMES_PER_PIECE = 1 << 15


def write_cnf(cnf: Cnf, stream: BinaryIO, *, names: str = "shown", annotate: bool = False) -> int:
    """Write a CNF and return the number of bytes (before compression).

    Head: the comments of the CNF, ``c t pmc`` (the model counting competition's projected track) if
    its solutions can be counted, ``c varname ID NAME`` lines. Then the header, ``c p show … 0``
    with the projection, and the clauses, one a line. The memory needed does not depend on the
    number of clauses.

    Args:
        names: a key of `NAMES`.
        annotate: put ``c rule NAME`` before the clauses of each rule.

    Raises:
        ValueError: a literal is 0 or above ``cnf.variables``, a name has a blank, or a name block
            has another number of names than its size.
    """
    written = 0
    for piece in _pieces(cnf, NAMES[names], annotate):
        stream.write(piece)
        written += len(piece)
    return written


def _pieces(cnf: Cnf, kinds: frozenset[str], annotate: bool) -> Iterator[bytes]:
    for comment in cnf.comments:
        for line in comment.splitlines():
            yield b"c %s\n" % comment_bytes(line)
    if cnf.counted:
        yield b"c t pmc\n"
    for names in cnf.names:
        if names.kind in kinds:
            yield from name_lines(names)
    yield b"p cnf %d %d\n" % (cnf.variables, cnf.clauses)
    printer = ClausePrinter(cnf.variables)
    yield b"c p show "
    yield from printer.pieces(cnf.projection.astype(np.int32).reshape(1, -1))
    rule = None
    for block in cnf.blocks:
        if annotate and block.rule != rule:
            rule = block.rule
            yield b"c rule %s\n" % comment_bytes(rule)
        yield from printer.pieces(block.clauses)


def name_lines(block: NameBlock) -> Iterator[bytes]:
    """Yield the comments that name the variables of a block."""
    names = block.make()
    if len(names) != block.size:
        raise ValueError(f"{len(names)} names for {block.size} variables from {block.base}")
    for start in range(0, block.size, _NAMES_PER_PIECE):
        some = names[start : start + _NAMES_PER_PIECE]
        lines = [f"c varname {v} {name}\n" for v, name in enumerate(some, block.base + start)]
        data = comment_bytes("".join(lines))
        blanks, lines_made = data.count(b" "), data.count(b"\n")
        if (len(data.split()), blanks, lines_made) != (4 * len(some), 3 * len(some), len(some)):
            encoded = {name: comment_bytes(name) for name in some}
            wrong = next(name for name, word in encoded.items() if word.split() != [word])
            raise ValueError(f"a variable's name is empty or has a blank: {wrong!r}")
        yield data


class ClausePrinter:
    """Turns matrices of literals into decimal text by table look-up.

    A literal is split into its leading digits with the sign and its last three or four digits; each
    part indexes a table of tokens, machine words that hold the text padded with NULs. The gathered
    tokens are the text of all clauses once the NULs are deleted. Two small tables stay in the
    processor's cache where one token for each literal of a big CNF would not.
    """

    def __init__(self, variables: int) -> None:
        self._variables = variables
        # The longest tokens: "-999" and "999 "; "-214748" and "3647 ".
        digits, word = (3, 4) if variables < 10**6 else (4, 8)
        self._base = np.int32(10**digits)
        self._negative = np.int32(variables // 10**digits + 1)
        heads = [b"", *(b"%d" % i for i in range(1, int(self._negative)))]
        self._high = _tokens(heads + [b"-" + head for head in heads], word)
        short = [b"%d " % i for i in range(10**digits)]
        padded = [b"%0*d " % (digits, i) for i in range(10**digits)]
        self._low = _tokens(short + padded, word)
        self._end = _tokens([b"0\n"], word)

    def pieces(self, clauses: Clauses) -> Iterator[bytes]:
        """Yield the text of clauses, shape (m, w), in pieces of bounded size."""
        count, width = clauses.shape
        if width < _LITERALS_PER_PIECE:
            step = _LITERALS_PER_PIECE // (width + 1)
            for start in range(0, count, step):
                yield self._text(clauses[start : start + step], end=True)
            return
        for clause in clauses:
            for start in range(0, width, _LITERALS_PER_PIECE):
                stop = start + _LITERALS_PER_PIECE
                yield self._text(clause[None, start:stop], end=stop >= width)

    def _text(self, lits: Clauses, end: bool) -> bytes:
        variable = np.abs(lits)
        if lits.size and not 1 <= variable.min() <= variable.max() <= self._variables:
            raise ValueError(f"a literal is 0 or above the {self._variables} variables")
        head = variable // self._base
        tail = variable - head * self._base
        tail += self._base * (head > 0)
        head += self._negative * (lits < 0)
        count, width = lits.shape
        words = np.empty((count, 2 * width + end), self._high.dtype)
        words[:, 0 : 2 * width : 2] = self._high.take(head)
        words[:, 1 : 2 * width : 2] = self._low.take(tail)
        if end:
            words[:, -1] = self._end
        return words.tobytes().translate(None, b"\0")


def _tokens(texts: list[bytes], word: int) -> npt.NDArray[np.unsignedinteger]:
    return np.array(texts, dtype=f"S{word}").view(f"u{word}")


def write_groups(
    cnf: Cnf,
    stream: BinaryIO,
    selectors: Ints,
    groups: Sequence[str],
    *,
    selector_rule: str,
    names: str = "shown",
) -> None:
    """Write a CNF with selectors as group CNF.

    A clause with a negated selector is in its group, without that literal. A clause with a positive
    selector only defines the selector, and is left out.

    Args:
        cnf: no clause has two selectors.
        selectors: shape (groups,), variables.
        groups: their names, without blanks.
        selector_rule: the rule whose clauses assert the selectors, which are left out.
        names: a key of `nlc.cnf.write.NAMES`.
    """
    number = np.zeros(cnf.variables + 1, np.int32)
    number[selectors] = np.arange(1, len(selectors) + 1, dtype=np.int32)
    parts = [
        part
        for block in cnf.blocks
        if block.rule != selector_rule
        for part in _split_by_group(block.clauses, number)
    ]
    for comment in cnf.comments:
        for line in comment.splitlines():
            stream.write(b"c %s\n" % comment_bytes(line))
    for block in cnf.names:
        if block.kind in NAMES[names]:
            stream.writelines(name_lines(block))
    for i, name in enumerate(groups, 1):
        stream.write(b"c group %d %s\n" % (i, comment_bytes(name)))
    clauses = sum(len(group) for group, _ in parts)
    stream.write(b"p gcnf %d %d %d\n" % (cnf.variables, clauses, len(selectors)))
    for group, rows in parts:
        for g, row in zip(group.tolist(), rows.tolist(), strict=True):
            stream.write(b"%s 0\n" % " ".join([f"{{{g}}}", *map(str, row)]).encode())


def _split_by_group(clauses: Clauses, number: Ints) -> Iterator[tuple[Ints, Clauses]]:
    """Yield the groups of clauses of one width, and the clauses without their selectors."""
    group = number[np.abs(clauses)]
    kept = ~((group > 0) & (clauses > 0)).any(axis=1)
    clauses, group = clauses[kept], group[kept]
    inside = group.any(axis=1)
    if (~inside).any():
        yield np.zeros(int((~inside).sum()), np.int32), clauses[~inside]
    if inside.any():
        group, rows = group[inside], clauses[inside]
        yield group.max(axis=1), rows[group == 0].reshape(len(rows), -1)


_CLAUSES_PER_PIECE = 1 << 12


def write_wcnf(cnf: Cnf, costs: Costs, stream: BinaryIO, *, names: str = "shown") -> None:
    """Write a formula and the costs of its models as WCNF.

    Args:
        cnf: the hard clauses, with their names.
        costs: of models.
        stream: where to write.
        names: a key of `nlc.cnf.write.NAMES`.
    """
    stream.writelines(_head(cnf, b"c ", names))
    printer = ClausePrinter(cnf.variables)
    for block in cnf.blocks:
        head = b"h "
        for piece in printer.pieces(block.clauses):
            ended = piece.endswith(b"\n")
            text = head + piece.replace(b"\n", b"\nh ")
            stream.write(text[:-2] if ended else text)
            head = b"h " if ended else b""
    for literal, weight in zip(costs.literals.tolist(), costs.weights.tolist(), strict=True):
        stream.write(b"%d %d 0\n" % (weight, -literal))


def write_opb(cnf: Cnf, costs: Costs | None, stream: BinaryIO, *, names: str = "shown") -> None:
    """Write a formula as OPB, with the costs of its models, if any.

    For the arguments see `write_wcnf`.
    """
    stream.write(b"* #variable= %d #constraint= %d\n" % (cnf.variables, cnf.clauses))
    stream.writelines(_head(cnf, b"* ", names))
    if costs is not None:
        parts = zip(costs.literals.tolist(), costs.weights.tolist(), strict=True)
        text = " ".join(f"+{weight} {_term(literal)}" for literal, weight in parts)
        stream.write(f"min: {text} ;\n".encode())
    for block in cnf.blocks:
        for start in range(0, len(block.clauses), _CLAUSES_PER_PIECE):
            rows = block.clauses[start : start + _CLAUSES_PER_PIECE]
            texts = np.char.add(np.where(rows < 0, "+1 ~x", "+1 x"), np.abs(rows).astype(str))
            lines = (f"{' '.join(row)} >= 1 ;\n" for row in texts.tolist())
            stream.write("".join(lines).encode())


def _term(literal: int) -> str:
    return f"~x{-literal}" if literal < 0 else f"x{literal}"


def _head(cnf: Cnf, mark: bytes, names: str) -> Iterator[bytes]:
    """Yield comments: those of the formula, with the constant, and names of variables."""
    lines = [line for comment in cnf.comments for line in comment.splitlines()]
    yield from (mark + comment_bytes(line) + b"\n" for line in lines)
    for block in cnf.names:
        if block.kind in NAMES[names]:
            yield from (
                (mark + piece[2:].replace(b"\nc ", b"\n" + mark)) for piece in name_lines(block)
            )
