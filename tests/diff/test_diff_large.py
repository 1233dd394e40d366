"""Boards too many to list: a solver is asked for one that an encoding gets wrong."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest
from msgspec.structs import replace
from support.comparisons import program_of

from nlc.cnf import Block
from nlc.comparing.counterexample import separate, with_local_violation
from nlc.comparing.puzzles import random_puzzle
from nlc.drivers import get
from nlc.drivers.base import Driver, Limits, Outcome
from nlc.encode.lower import LoweredProgram, lower
from nlc.encode.spec import Encoding
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, Program

SPEC = "domains={},acyclic=primal-dual,passes=none"
DRIVER = get("pysat:cadical195")
LIMITS = Limits(seconds=60)


def stated(program: Program, domains: str) -> LoweredProgram:
    return lower(program, Encoding.parse(SPEC.format(domains)))


def accepts(lowered: LoweredProgram, program: Program, board: Assignment) -> bool:
    """Tell whether an encoding has a model for the drawn links of a board."""
    (line,) = program.bools
    links = np.arange(line.base, line.base + line.size)
    units = np.where(board.bools[links], links, -links).astype(np.int32)[:, None]
    cnf = replace(lowered.cnf, blocks=[*lowered.cnf.blocks, Block("units", units)])
    return DRIVER.solve(cnf, LIMITS).status == "SATISFIABLE"


@pytest.mark.sample(1)
@pytest.mark.parametrize(("size", "pairs"), [(6, 3), (12, 9)])
def test_a_count_that_lost_a_clause_is_found_on_any_size(size: int, pairs: int) -> None:
    program = program_of(random_puzzle(size, pairs, 8))
    right = stated(program, "direct")
    none = with_local_violation(program, right.cnf)
    assert none is not None
    assert DRIVER.solve(none, LIMITS).status == "UNSATISFIABLE"
    blocks = [
        Block(each.rule, each.clauses[1:]) if each.rule == "through" else each
        for each in right.cnf.blocks
    ]
    loose = replace(right, cnf=replace(right.cnf, blocks=blocks))
    slip = with_local_violation(program, loose.cnf)
    assert slip is not None
    model = DRIVER.solve(slip, LIMITS).model
    assert model is not None
    board = loose.assignment(model[: loose.cnf.variables + 1])
    assert any("through" in each.message for each in violations(program, board))
    assert not accepts(right, program, board)


def found(size: int, pairs: int, *clause: int) -> tuple[Program, LoweredProgram, Assignment | None]:
    """Return what comes of a search for a board that an encoding with one clause more rejects."""
    program = program_of(random_puzzle(size, pairs, 8))
    one, other = stated(program, "log"), stated(program, "direct")
    blocks = [*other.cnf.blocks, Block("more", np.array([clause], np.int32))]
    tight = replace(other, cnf=replace(other.cnf, blocks=blocks))
    return program, tight, separate(program, one, tight, DRIVER, LIMITS)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "pairs"), [(6, 4), (12, 9)])
def test_a_right_board_that_an_encoding_loses_is_found_on_any_size(size: int, pairs: int) -> None:
    program, tight, told = found(size, pairs, 7)
    if told is None:  # all boards draw this link
        program, tight, told = found(size, pairs, -7)
    assert told is not None
    assert violations(program, told) == []
    assert not accepts(tight, program, told)


class Told:
    """A driver that keeps what its calls ended with."""

    def __init__(self) -> None:
        self.statuses: list[str] = []

    def solve(self, *args: Any) -> Outcome:
        outcome = DRIVER.solve(*args)
        self.statuses.append(outcome.status)
        return outcome


def test_that_one_encoding_accepts_all_boards_of_another_is_proved() -> None:
    program = program_of(
        'puzzle "p" is numberlink { topology square; board\n 1 . . 2\n . . . .\n 1 . . 2\nend }'
    )
    one, other = stated(program, "log"), stated(program, "direct")
    driver = Told()
    assert separate(program, one, other, cast(Driver, driver), LIMITS) is None
    # Neither the rounds nor the time ran out: the first encoding has no further board.
    assert driver.statuses[-1] == "UNSATISFIABLE"
