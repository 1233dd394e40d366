"""Asks a solver for a board that one encoding accepts and another rejects, whatever the reason.

A board is the shown booleans of a program. That the other encoding rejects it says that no choice
of its own variables is a model, which no formula of one solver call says. So this is done by
counterexamples, as in Janota, Klieber, Marques-Silva, Clarke: Solving QBF with counterexample
guided refinement (SAT 2012): ask the one for a board; ask the other whether it accepts that; where
it does, its own variables are a witness for all boards that go with them, and the next board has to
break one of the clauses that are left under this witness.

A board that comes out is one, since both answers are a solver's. Where the one has no further
board, the other accepts all that it accepts. Between encodings that agree on a board with many
solutions there may be no end: hence the bound on rounds.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Bools
from nlc.cnf import Block, Clauses, Model
from nlc.drivers.base import Driver, Limits
from nlc.encode.lower import LoweredProgram
from nlc.ir.nodes import Assignment, Program

LEAST_SECONDS = 0.01
"""What a call is given at least."""

ROUNDS = 50
"""Boards of the one that the other is asked about."""


class Separation(Struct, frozen=True, eq=False):
    """What came of the search.

    Attributes:
        board: that the one accepts and the other rejects; None where none was found.
        included: it is proved that the other accepts all boards of the one.
    """

    board: Assignment | None = None
    included: bool = False


def separate(
    program: Program,
    one: LoweredProgram,
    other: LoweredProgram,
    driver: Driver,
    limits: Limits,
    rounds: int = ROUNDS,
) -> Separation:
    """Look for a board that one encoding accepts and another rejects.

    Args:
        program: the puzzle; without shown domains, which would be part of a board.
        one: its lowering by the one.
        other: its lowering by the other.
        driver: the solver.
        limits: of all calls together, as far as wall-clock time goes, and of each otherwise.
        rounds: boards that are looked at.
    """
    shown = np.concatenate(
        [np.arange(v.base, v.base + v.size) for v in program.bools if v.shown] or [np.zeros(0, int)]
    )
    cnf = one.question
    ends = None if limits.seconds is None else time.monotonic() + limits.seconds
    for _ in range(rounds):
        if ends is not None:
            limits = replace(limits, seconds=max(ends - time.monotonic(), LEAST_SECONDS))
        found = driver.solve(cnf, limits, one.separators)
        if found.model is None:
            proved = found.status == "UNSATISFIABLE" and not other.separators
            return Separation(included=proved)
        board = one.assignment(found.model[: one.cnf.variables + 1])
        values = board.bools[shown]
        units = Block("board", np.where(values, shown, -shown).astype(np.int32)[:, None])
        asked = replace(other.question, blocks=[*other.question.blocks, units])
        answer = driver.solve(asked, limits, other.separators)
        if answer.status == "UNSATISFIABLE":
            return Separation(board)
        if answer.model is None:
            break
        left = list(_left(other.question.blocks, answer.model, shown))
        first = cnf.variables + 1
        blocks, count = _broken(left, first)
        cnf = replace(cnf, variables=cnf.variables + count, blocks=[*cnf.blocks, *blocks])
    return Separation()


def _left(blocks: Sequence[Block], model: Model, shown: np.ndarray) -> Iterator[Clauses]:
    """Yield what is left of clauses where all but the shown variables are as in a model.

    A literal that is gone is 0; clauses that hold are left out.
    """
    kept: Bools = np.zeros(len(model), np.bool_)
    kept[shown] = True
    true = np.asarray(model, np.bool_)
    for block in blocks:
        clauses = block.clauses
        variables = np.abs(clauses)
        own = kept[variables]
        holds = (true[variables] == (clauses > 0)) & ~own
        rest = np.where(own, clauses, 0)[~holds.any(axis=1)]
        if len(rest):
            yield rest


def _broken(left: Sequence[Clauses], first: int) -> tuple[list[Block], int]:
    """Return clauses saying that some clause is broken, and how many variables they bring.

    Args:
        left: the clauses; 0 is no literal.
        first: the first variable that is free.
    """
    blocks, marks = [], []
    for clauses in left:
        names = np.arange(first, first + len(clauses), dtype=np.int32)
        first += len(clauses)
        marks.append(names)
        row, column = np.nonzero(clauses)
        blocks.append(Block("broken", np.column_stack([-names[row], -clauses[row, column]])))
    every = np.concatenate(marks) if marks else np.zeros(0, np.int32)
    return [*blocks, Block("broken", every[None, :])], len(every)
