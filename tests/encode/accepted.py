"""What an encoding accepts, right or wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from oracle.case import Case
from support.puzzles import SOLVER, driver

from nlc.board import Sort
from nlc.drivers.base import Limits
from nlc.drivers.search import models
from nlc.encode.lower import LoweredProgram, lower
from nlc.encode.spec import Encoding
from nlc.errors import Source, UserError
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Assignment, Program
from nlc.language.resolve import load
from nlc.loading import load_puzzles

FIXTURES = Path(__file__).parents[2] / "fixtures"


def fixture(name: str) -> list[Program]:
    """Return the programs of a fixture of errata."""
    cases, _ = load_puzzles(str(FIXTURES / "errata" / f"{name}.nl"))
    return [elaborate(case) for case in cases]


def assignments(lowered: LoweredProgram) -> list[Assignment]:
    """Return every filled board that a CNF accepts; boards that break a rule are among them."""
    outcomes = list(models(driver(SOLVER), lowered.cnf, Limits(), lowered.separators))
    assert outcomes[-1].status == "UNSATISFIABLE"
    return [lowered.assignment(outcome.model) for outcome in outcomes[:-1]]


def accepted(program: Program, spec: str) -> set[frozenset[str]]:
    """Return the boards that an encoding accepts, each as the names of its segments."""
    found = assignments(lower(program, Encoding.parse(spec)))
    out = {segments(program, assignment) for assignment in found}
    assert len(out) == len(found)
    return out


def segments(program: Program, assignment: Assignment) -> frozenset[str]:
    """Return the names of the segments of a board."""
    (line,) = program.bools
    names = program.board.names(Sort.LINK)
    chosen = np.flatnonzero(assignment.bools[line.base : line.base + line.size])
    return frozenset(names[i] for i in chosen)


def programs(cases: list[Case]) -> Iterator[tuple[Case, Program]]:
    """Yield cases with their programs; all are read in one go, which is quicker.

    Left out are those that are refused for a cell with too few neighbours; they have no solution.
    """
    texts = [case.text.replace('"random"', f'"{i}"') for i, case in enumerate(cases)]
    for case, loaded in zip(cases, load(Source("all.nl", "".join(texts))).puzzles, strict=True):
        try:
            yield case, elaborate(loaded)
        except UserError as error:
            assert "asks for exactly" in str(error), case.text
            assert not case.solutions(), case.text
