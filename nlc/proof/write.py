"""Writes proofs as text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO

from nlc.proof.steps import Addition, Formula, Lrat


def write_lrat(proof: Lrat, stream: BinaryIO) -> None:
    """Write a proof as LRAT; a deletion is numbered, as usual, like the addition before it."""
    last = 1
    for step in proof.steps:
        if isinstance(step, Addition):
            last = step.id
            stream.write(b"%s\n" % _words([step.id, *step.literals, 0, *step.hints, 0]))
        else:
            stream.write(b"%d d %s\n" % (last, _words([*step.ids, 0])))


def write_drat(formula: Formula, proof: Lrat, stream: BinaryIO) -> None:
    """Write a proof as DRAT: the same clauses, without hints.

    Clauses of one literal are not deleted: DRAT checkers pass over that.
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
