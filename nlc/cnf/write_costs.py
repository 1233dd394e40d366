"""Writes a CNF whose models have costs: as WCNF, or as OPB.

WCNF is the format of the MaxSAT Evaluations since 2022: no header, ``h`` before a hard clause, the
weight before a soft one. A literal with a cost becomes a soft unit clause of its negation, so that
a model costs the weights of the soft clauses that it falsifies. OPB is that of the Pseudo-Boolean
Competitions (O. Roussel and V. Manquinho, Input/Output Format and Solver Requirements, 2012), with
``~x3`` for a negated variable and ``min:`` before the objective.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

import numpy as np

from nlc.cnf import Cnf, Costs
from nlc.cnf.text import comment_bytes
from nlc.cnf.write import NAMES, ClausePrinter, name_lines

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
