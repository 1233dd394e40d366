"""How long a Slitherlink takes to make: its line alone, and the whole puzzle."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from nlc.bench.generating import Kind

if TYPE_CHECKING:
    from nlc.generate.shape import Shape

_ARTICLE = "Appelbe's article "
_LOOPY = "Loopy hard, not minimal, "

_BOARDS: dict[tuple[str, int], Shape] = {}
"""Boards that were made, by tiling and size; a board is made once in the process of a kind."""


def kinds() -> list[Kind]:
    """Return what is measured; but for the lines, minimal puzzles with one solution."""
    made = [
        Kind(f"region and {'open line' * line or 'loop'} 50x50", partial(_line, line), 20, 0.02)
        for line in (False, True)
    ]
    for tiling, size, count, target, elsewhere in (
        ("square", 10, 20, 0.1, f"{_ARTICLE}10-30 s; {_LOOPY}0.02 s"),
        ("square", 20, 8, 1.0, f"{_ARTICLE}3-5 min; {_LOOPY}0.27 s"),
        ("square", 30, 4, 5.0, f"{_ARTICLE}10-20 min; {_LOOPY}1.7 s"),
        ("square", 50, 1, 60.0, f"{_LOOPY}28 s"),
        ("hex", 20, 4, 2.0, f"{_LOOPY}0.49 s"),
        ("hex", 30, 2, 10.0, f"{_LOOPY}6.4 s"),
        ("triangle", 20, 4, None, ""),
    ):
        name = f"slitherlink {tiling} {size}x{size}"
        made.append(Kind(name, partial(_puzzle, tiling, size, False), count, target, elsewhere))
    made.append(
        Kind("slitherlink square 20x20, open line", partial(_puzzle, "square", 20, True), 4, 1.0)
    )
    for solver in ("minisat22", "glucose4", "cadical195"):
        name = f"clues only, hex 20x20, {solver}"
        made.append(Kind(name, partial(_clues, "hex", 20, solver), 4, None))
    return made


def _line(is_open: bool, number: int) -> bool:
    import numpy as np

    from nlc.generate.shape import blank
    from nlc.generate.slitherlink.regions import border
    from nlc.generate.slitherlink.scale import Line, regions

    board = _BOARDS.setdefault(("square", 50), blank("square", 50, 50)).board
    found = regions(Line("square", 50, 50, is_open), np.random.default_rng(number))
    return bool(border(board, *found).any())


def _puzzle(tiling: str, size: int, is_open: bool, number: int) -> bool:
    from nlc.generate.shape import blank
    from nlc.generate.slitherlink.batch import Order, make
    from nlc.generate.slitherlink.scale import Line

    shape = _BOARDS.setdefault((tiling, size), blank(tiling, size, size))
    return not make(Order(shape, Line(tiling, size, size, is_open)), number).given_up


def _clues(tiling: str, size: int, solver: str, number: int) -> bool:
    import numpy as np

    from nlc.generate.shape import blank
    from nlc.generate.slitherlink.clues import Removal, reduce
    from nlc.generate.slitherlink.formula import formula
    from nlc.generate.slitherlink.scale import Line, regions
    from nlc.generate.slitherlink.solver import ClueSolver

    board = _BOARDS.setdefault((tiling, size), blank(tiling, size, size)).board
    random = np.random.default_rng(number)
    planted = formula(board, *regions(Line(tiling, size, size), random))
    order = random.permutation(planted.cells).tolist()
    found = reduce(ClueSolver(board, planted, solver), order, Removal())
    return found is not None and found.minimal
