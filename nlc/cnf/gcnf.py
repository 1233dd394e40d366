"""Writes a formula whose clauses are in groups: group CNF, as tools for minimal cores read it.

The format is that of the MUS track of the SAT Competition 2011: ``p gcnf VARIABLES CLAUSES
GROUPS``, and before each clause its group in braces; group 0 holds always.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import BinaryIO

import numpy as np

from nlc.arrays import Ints
from nlc.cnf import Clauses, Cnf
from nlc.cnf.text import comment_bytes
from nlc.cnf.write import NAMES, name_lines


def write_groups(
    cnf: Cnf,
    stream: BinaryIO,
    selectors: Ints,
    groups: Sequence[str],
    *,
    stated: str,
    names: str = "shown",
) -> None:
    """Write a CNF with selectors as group CNF.

    A clause with the negation of a selector is in its group, without it. A clause with a selector
    itself only says that nothing else makes it true, and is left out.

    Args:
        cnf: no clause has two selectors.
        stream: takes the bytes.
        selectors: shape (groups,), variables.
        groups: their names, without blanks.
        stated: the rule whose clauses state the selectors, which are left out.
        names: a key of `nlc.cnf.write.NAMES`.
    """
    number = np.zeros(cnf.variables + 1, np.int32)
    number[selectors] = np.arange(1, len(selectors) + 1, dtype=np.int32)
    parts = [
        part
        for block in cnf.blocks
        if block.rule != stated
        for part in _grouped(block.clauses, number)
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


def _grouped(clauses: Clauses, number: Ints) -> Iterator[tuple[Ints, Clauses]]:
    """Yield the groups of clauses of one width, and the clauses without their selectors."""
    of = number[np.abs(clauses)]
    kept = ~((of > 0) & (clauses > 0)).any(axis=1)
    clauses, of = clauses[kept], of[kept]
    inside = of.any(axis=1)
    if (~inside).any():
        yield np.zeros(int((~inside).sum()), np.int32), clauses[~inside]
    if inside.any():
        of, rows = of[inside], clauses[inside]
        yield of.max(axis=1), rows[of == 0].reshape(len(rows), -1)
