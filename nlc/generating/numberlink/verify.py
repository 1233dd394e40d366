"""Verifies drafts: by the evaluator of the rules, and by a solver."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Bools
from nlc.board import Sort
from nlc.drivers.base import NO_LIMITS
from nlc.drivers.pysat.driver import InProcessPysatDriver, PysatDriver
from nlc.drivers.search import models
from nlc.encode.lower import lower
from nlc.encode.numberlink.shortest import SOLVER, shortest
from nlc.encode.policy import WATCHED
from nlc.encode.spec import Encoding
from nlc.errors import Source
from nlc.generating.genre import require_solution
from nlc.generating.numberlink.draft import labels_of, paths_of
from nlc.generating.numberlink.request import NumberlinkRequest
from nlc.generating.shape import Shape
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import ABSENT, Assignment, Program
from nlc.language.resolve import Puzzle, load

TITLE = "generated"

_SOLVER = "cadical195"


def program_of(request: NumberlinkRequest, links: Bools, inner: Collection[int] = ()) -> Program:
    """Return the puzzle that has labels at the ends of the paths of some links, and inner cells."""
    puzzle = _puzzle(request.shape, tuple(request.option_texts.items()), request.genre)
    assert puzzle.literal is not None
    lines = request.shape.drawing(labels_of(request.shape.board, links, inner))
    return elaborate(replace(puzzle, literal=replace(puzzle.literal, lines=tuple(lines))))


@lru_cache(maxsize=8)
def _puzzle(shape: Shape, options: tuple[tuple[str, str], ...], genre: str) -> Puzzle:
    """Return the puzzle without labels, parsed once for all that have some."""
    return load(Source(TITLE, shape.text(TITLE, {}, genre, dict(options)))).puzzles[0]


def planted(program: Program, links: Bools) -> Assignment:
    """Return the filled board that a puzzle was made from."""
    (line,) = program.bools
    bools = np.zeros(line.size + 1, np.bool_)
    bools[line.base : line.base + line.size] = links
    color = program.domains["color"]
    numbers = {text: i for i, text in enumerate(color.values)}
    values = np.full(program.board.count(Sort.CELL), ABSENT, np.int32)
    labels = program.givens["label"]
    for path in paths_of(program.board, links):
        values[path] = numbers[labels[path[0]]]
    return Assignment(bools, {"color": values})


def other_solution(program: Program, board: Assignment) -> Bools | None:
    """Return the links of a solution other than the planted one, or None: there is no other.

    One call of a solver decides, with a clause that excludes the planted solution. Where cells may
    stay empty, the formula is that of shortest paths (`nlc.encode.numberlink.shortest`).

    Raises:
        RuntimeError: the solver gave up, or its answer breaks a rule.
    """
    reduced = shortest(program, board)
    encoding = Encoding() if reduced is None else Encoding(domains="direct")
    solver = _SOLVER if reduced is None else SOLVER
    driver = PysatDriver(solver)
    lowered = lower(reduced or program, encoding, driver.capabilities.offers)
    (line,) = program.bools
    links = board.bools[line.base : line.base + line.size]
    variables = lowered.cnf.projection
    clause = np.where(links, -variables, variables)
    if program.options["cover"] == "true":
        # All solutions have the same number of links, so another one lacks one of these.
        clause = clause[links]
    cnf = replace(lowered.cnf, blocks=list(lowered.cnf.blocks))
    cnf.add("planted", clause[None, :])
    outcome, *_ = models(driver, cnf, NO_LIMITS, lowered.separators, 1)
    if outcome.status == "UNKNOWN":
        raise RuntimeError(f"uniqueness is undecided: {outcome.message or outcome.reason}")
    if outcome.model is None:
        return None
    found = lowered.assignment(outcome.model)
    require_solution(program, found)
    other: Bools = found.bools[line.base : line.base + line.size]
    return other


def is_solved(program: Program, conflicts: int) -> bool:
    """Return whether the default solver finds a solution within some conflicts."""
    lowered = lower(program, Encoding(), WATCHED)
    driver = InProcessPysatDriver(_SOLVER)
    outcome, *_ = models(driver, lowered.cnf, NO_LIMITS, lowered.separators, 1, conflicts)
    return outcome.model is not None
