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

from nlc.arrays import Ints
from nlc.cnf import Clauses, Cnf, Costs
from nlc.cnf.text import comment_bytes

NAMES = {
    "none": frozenset[str](),
    "shown": frozenset({"shown"}),
    "all": frozenset({"shown", "declared", "aux"}),
}
"""For each choice of names, the kinds of variables that get a comment."""

_PER_PIECE = 1 << 15
"""The most numbers or names that are written at a time."""


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
    for piece in _pieces(cnf, names, annotate):
        stream.write(piece)
        written += len(piece)
    return written


def _pieces(cnf: Cnf, names: str, annotate: bool) -> Iterator[bytes]:
    yield from _comment_lines(cnf, "c")
    if cnf.counted:
        yield b"c t pmc\n"
    yield from _name_lines(cnf, "c", names)
    yield b"p cnf %d %d\n" % (cnf.variables, cnf.clauses)
    yield from _clause_lines(cnf, cnf.projection.reshape(1, -1), "c p show ")
    rule = None
    for block in cnf.blocks:
        if annotate and block.rule != rule:
            rule = block.rule
            yield b"c rule %s\n" % comment_bytes(rule)
        yield from _clause_lines(cnf, block.clauses)


def _comment_lines(cnf: Cnf, mark: str) -> Iterator[bytes]:
    """Yield the comments of a formula."""
    for comment in cnf.comments:
        for line in comment.splitlines():
            yield comment_bytes(f"{mark} {line}\n")


def _name_lines(cnf: Cnf, mark: str, names: str) -> Iterator[bytes]:
    """Yield the comments that name the variables of some kinds."""
    for block in cnf.names:
        if block.kind not in NAMES[names]:
            continue
        made = block.make()
        if len(made) != block.size:
            raise ValueError(f"{len(made)} names for {block.size} variables from {block.base}")
        for start in range(0, block.size, _PER_PIECE):
            some = made[start : start + _PER_PIECE]
            lines = [f"{mark} varname {v} {n}\n" for v, n in enumerate(some, block.base + start)]
            data = comment_bytes("".join(lines))
            found = len(data.split()), data.count(b" "), data.count(b"\n")
            if found != (4 * len(some), 3 * len(some), len(some)):
                wrong = next(n for n in some if (word := comment_bytes(n)).split() != [word])
                raise ValueError(f"a variable's name is empty or has a blank: {wrong!r}")
            yield data


def _clause_lines(cnf: Cnf, clauses: Clauses, before: str = "") -> Iterator[bytes]:
    """Yield clauses, shape (m, w), each behind some text."""
    variables = np.abs(clauses)
    if clauses.size and not 1 <= variables.min() <= variables.max() <= cnf.variables:
        raise ValueError(f"a literal is 0 or above the {cnf.variables} variables")
    yield from _lines(f"{before}{'%d ' * clauses.shape[1]}0\n", clauses)


def _lines(line: str, numbers: Ints) -> Iterator[bytes]:
    """Yield lines of a format, one for each row of numbers."""
    step = max(1, _PER_PIECE // max(1, numbers.shape[1]))
    for start in range(0, len(numbers), step):
        some = numbers[start : start + step]
        yield (line * len(some) % tuple(some.ravel().tolist())).encode()


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
    stream.writelines(_comment_lines(cnf, "c"))
    stream.writelines(_name_lines(cnf, "c", names))
    stream.writelines(b"c group %d %s\n" % (i, comment_bytes(x)) for i, x in enumerate(groups, 1))
    clauses = sum(len(group) for group, _ in parts)
    stream.write(b"p gcnf %d %d %d\n" % (cnf.variables, clauses, len(selectors)))
    for group, rows in parts:
        line = f"{{%d}} {'%d ' * rows.shape[1]}0\n"
        stream.writelines(_lines(line, np.column_stack([group, rows])))


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


def write_wcnf(cnf: Cnf, costs: Costs, stream: BinaryIO, *, names: str = "shown") -> None:
    """Write a formula and the costs of its models as WCNF.

    Args:
        cnf: the hard clauses, with their names.
        costs: of models.
        stream: where to write.
        names: a key of `nlc.cnf.write.NAMES`.
    """
    stream.writelines(_comment_lines(cnf, "c"))
    stream.writelines(_name_lines(cnf, "c", names))
    for block in cnf.blocks:
        stream.writelines(_clause_lines(cnf, block.clauses, "h "))
    soft = np.column_stack([costs.weights, -costs.literals])
    stream.writelines(_lines("%d %d 0\n", soft))


def write_opb(cnf: Cnf, costs: Costs | None, stream: BinaryIO, *, names: str = "shown") -> None:
    """Write a formula as OPB, with the costs of its models, if any.

    For the arguments see `write_wcnf`.
    """
    stream.write(b"* #variable= %d #constraint= %d\n" % (cnf.variables, cnf.clauses))
    stream.writelines(_comment_lines(cnf, "*"))
    stream.writelines(_name_lines(cnf, "*", names))
    if costs is not None:
        parts = zip(costs.literals.tolist(), costs.weights.tolist(), strict=True)
        text = " ".join(f"+{weight} {_term(literal)}" for literal, weight in parts)
        stream.write(f"min: {text} ;\n".encode())
    for block in cnf.blocks:
        for clause in block.clauses.tolist():
            stream.write(f"{' '.join(f'+1 {_term(x)}' for x in clause)} >= 1 ;\n".encode())


def write_clauses(cnf: Cnf, stream: BinaryIO) -> None:
    """Write the clauses by rule with the names of their variables, such as ``not a or b``."""
    names = {v: name for each in cnf.names for v, name in enumerate(each.make(), each.base)}
    names |= {-variable: f"not {name}" for variable, name in names.items()}
    rule = None
    for block in cnf.blocks:
        if block.rule != rule:
            rule = block.rule
            stream.write(comment_bytes(f"{rule}:\n"))
        for clause in block.clauses.tolist():
            text = " or ".join(names[literal] for literal in clause) or "false"
            stream.write(comment_bytes(f"  {text}\n"))


def _term(literal: int) -> str:
    return f"~x{-literal}" if literal < 0 else f"x{literal}"
