"""Judges what a method has made: by the evaluator of the rules, and by a solver."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache

import numpy as np

from nlc.arrays import Bools
from nlc.board.board import Sort
from nlc.drivers.base import NO_LIMITS, Limits
from nlc.encode.spec import Encoding
from nlc.errors import Source
from nlc.generate.draft import Wish, labels_of, paths_of
from nlc.generate.shape import Shape
from nlc.ir.nodes import ABSENT, Assignment, Program
from nlc.language.resolve import Puzzle

TITLE = "generated"


def option_texts(wish: Wish) -> dict[str, str]:
    """Return the options that a puzzle sets, as the puzzle language writes them."""
    return {name: str(value).lower() for name, value in wish.options.items()}


def program_of(wish: Wish, links: Bools, inner: Collection[int] = ()) -> Program:
    """Return the puzzle whose labels are the ends of the paths of these links, and inner cells."""
    from nlc.ir.elaborate.program import elaborate

    case = _case(wish.shape, tuple(option_texts(wish).items()), wish.genre)
    assert case.literal is not None
    lines = wish.shape.drawing(labels_of(wish.shape.board, links, inner))
    return elaborate(replace(case, literal=replace(case.literal, lines=tuple(lines))))


@lru_cache(maxsize=8)
def _case(shape: Shape, options: tuple[tuple[str, str], ...], genre: str) -> Puzzle:
    """Return the puzzle without labels; what is parsed and resolved serves all that have some."""
    from nlc.language.resolve import load

    return load(Source(TITLE, shape.text(TITLE, dict(options), {}, genre))).puzzles[0]


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


def check(program: Program, board: Assignment) -> None:
    """Check a planted solution against every rule.

    Raises:
        RuntimeError: it breaks one, which is a fault of the method.
    """
    from nlc.ir.evaluate import violations

    broken = violations(program, board, limit=1)
    if broken:
        raise RuntimeError(f"a planted solution breaks a rule: {broken[0].message}")


def another(program: Program, board: Assignment, limits: Limits = NO_LIMITS) -> Bools | None:
    """Return the links of a solution other than the planted one, or None: there is no other.

    One call of the default solver decides, with a clause that rules the planted solution out.

    Raises:
        RuntimeError: the solver gave up, or its answer breaks a rule.
    """
    from nlc.drivers.registry import DEFAULT, get
    from nlc.encode.lower import lower

    lowered = lower(program, Encoding(), in_process=True)
    (line,) = program.bools
    links = board.bools[line.base : line.base + line.size]
    variables = lowered.cnf.projection
    clause = np.where(links, -variables, variables)
    if program.options["cover"] == "true":
        # Every solution has as many links, so that another one lacks one of these.
        clause = clause[links]
    cnf = replace(lowered.cnf, blocks=list(lowered.cnf.blocks))
    cnf.add("planted", clause[None, :])
    outcome = get(DEFAULT).solve(cnf, limits, lowered.separators)
    if outcome.status == "UNKNOWN":
        raise RuntimeError(f"uniqueness is undecided: {outcome.message or outcome.reason}")
    if outcome.model is None:
        return None
    found = lowered.assignment(outcome.model)
    check(program, found)
    other: Bools = found.bools[line.base : line.base + line.size]
    return other
