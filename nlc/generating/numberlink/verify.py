"""Verifies drafts: by the evaluator of the rules, and by a solver."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from functools import lru_cache

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Bools
from nlc.board import Sort
from nlc.drivers.base import NO_LIMITS, Limits
from nlc.drivers.pysat.driver import InProcessPysatDriver, PysatDriver
from nlc.drivers.pysat.incremental import ExhaustedError
from nlc.drivers.search import models
from nlc.encode.lower import lower
from nlc.encode.numberlink.shortest import SOLVER, shortest
from nlc.encode.policy import WATCHED
from nlc.encode.spec import Encoding
from nlc.errors import Source
from nlc.generating.genre import require_solution
from nlc.generating.numberlink.draft import labels_of, paths_of
from nlc.generating.numberlink.prober import Prober
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


def other_solution(
    program: Program,
    board: Assignment,
    limits: Limits = NO_LIMITS,
    conflicts: int | None = None,
) -> Bools | None:
    """Return the links of a solution other than the planted one, or None: there is no other.

    One call of a solver decides, with a clause that excludes the planted solution. Where cells may
    stay empty, the formula is that of shortest paths (`nlc.encode.numberlink.shortest`).

    Args:
        conflicts: about how many it may cost, in this process (Glucose checks them when it
            restarts); None: any number, in another process.

    Raises:
        ExhaustedError: it costs more conflicts.
        RuntimeError: the solver gave up, or its answer breaks a rule.
    """
    reduced = shortest(program, board)
    encoding = Encoding() if reduced is None else Encoding(domains="direct")
    solver = _SOLVER if reduced is None else SOLVER
    kind = PysatDriver if conflicts is None else InProcessPysatDriver
    driver = kind(solver)
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
    outcome, *_ = models(driver, cnf, limits, lowered.separators, 1, conflicts)
    if outcome.status == "UNKNOWN" and conflicts is not None:
        raise ExhaustedError
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


class Verifier:
    """Verifies the drafts of one puzzle; to be used in a process that may end at any moment."""

    def __init__(self, request: NumberlinkRequest) -> None:
        self._request = request
        self._prober: Prober | None = None

    def program(self, links: Bools, inner: Collection[int]) -> Program:
        """Return a draft as a puzzle.

        Raises:
            RuntimeError: it breaks a rule, which is a fault of the method.
        """
        program = program_of(self._request, links, inner)
        require_solution(program, planted(program, links))
        return program

    def is_unique(self, program: Program, links: Bools, inner: Collection[int]) -> bool:
        """Return whether a puzzle has no solution but the planted one.

        Raises:
            RuntimeError: no solver decides.
        """
        request = self._request
        if self._prober is None:
            self._prober = Prober(request.shape, request.options, request.wanted)
        groups: dict[str, list[int]] = {}
        for cell, label in labels_of(request.shape.board, links, inner).items():
            groups.setdefault(label, []).append(cell)
        # Where no number of pairs is given, there may be more.
        if len(groups) <= self._prober.most:
            with suppress(ExhaustedError):
                return self._prober.solve(list(groups.values()), links) is None
        return other_solution(program, planted(program, links)) is None
