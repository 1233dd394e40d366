"""One incremental solver for all puzzles on a board: the places of the labels are assumptions.

The formula is that of a separate genre, in which ends and labels are variables, too; a label is a
binary number. A puzzle is then a list of assumptions, and clauses learnt from one puzzle serve the
next (Eén and Sörensson, "Temporal induction by incremental SAT solving", 2003). Where more than two
cells have one label, the solver also chooses which two of them are ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations

import numpy as np

from nlc.arrays import Bools
from nlc.board import Sort
from nlc.drivers.pysat.incremental import IncrementalSolver
from nlc.encode.lower import LoweredProgram, lower
from nlc.encode.policy import WATCHED
from nlc.encode.spec import Encoding
from nlc.generating.made import RuleText
from nlc.generating.numberlink.draft import Groups
from nlc.generating.shape import Shape
from nlc.ir.elaborate.program import elaborate

_GENRE = """\
genre probe "Numberlink with free ends" {{
  option cover : bool = true;
  option touch : bool = true;
  option no2x2 : bool = false;
  var line : link -> bool;
  var end : cell -> bool;
  var stop : cell -> bool;
{bits}
  rule stops when not cover {{ for c in cells {{ stop[c] implies any of line[links(c)]; }} }}
  rule ends {{
    for c in cells {{
      end[c] implies exactly 1 of line[links(c)];
      if cover {{ not end[c] implies exactly 2 of line[links(c)]; }}
      else {{ not end[c] implies exactly 0 or 2 of line[links(c)]; }}
    }}
  }}
  rule same {{ for l in links {{
{same}
  }} }}
  rule open {{ acyclic(line); }}
  rule apart when not touch {{ for l in links {{
    any of line[links(a(l))] and any of line[links(b(l))] and {alike} implies line[l];
  }} }}
  rule turn when no2x2 or not touch {{
    for v in vertices
        where inner(v) and count links(v) = degree(v) and count cells(v) = degree(v) {{
      at most (degree(v) - 2) of line[links(v)];
    }}
  }}
  show line;
  report end, stop{reports};
}}
"""

SOLVER = "minisat22"

CONFLICTS, CONFLICTS_PER_CELL = 2000, 8
"""The conflicts that one puzzle may cost; a count, not a time, so that runs can be repeated."""


class Prober:
    """Solves puzzles on one board; to be used in a process that may end at any moment.

    PySAT leaves a solver by a ``longjmp`` at Ctrl-C; see `nlc.drivers.pysat.driver`.

    Attributes:
        most: the number of labels that a puzzle may have.
    """

    def __init__(self, shape: Shape, options: Mapping[str, bool], most: int) -> None:
        """Make the solver for a board, rules, and puzzles of at most so many labels."""
        width = max(1, (most - 1).bit_length())
        self.most = 1 << width
        lowered = _lowered(shape, tuple(options.items()), width)
        self._line = lowered.cnf.projection
        cells = shape.board.count(Sort.CELL)
        bases = {str(b.make()[0]).partition("[")[0]: b.base for b in lowered.cnf.names if b.size}
        self._end = np.arange(cells) + bases["end"]
        self._stop = np.arange(cells) + bases["stop"]
        self._bits = np.arange(cells) + np.array([[bases[f"bit{i}"]] for i in range(width)])
        self._covered = options.get("cover", True)
        self._solver = IncrementalSolver(SOLVER, lowered.cnf, lowered.separators)

    def solve(
        self, groups: Groups, not_this: Bools | None = None, conflicts: int | None = None
    ) -> Bools | None:
        """Return the links of a solution, shape (links,), or None: there is none.

        Args:
            not_this: a solution that is excluded; one near it is found.
            conflicts: how many it may cost; None for some thousands.

        Raises:
            ExhaustedError: it is too hard.
        """
        assumed = self.assumptions(groups)
        if not_this is not None:
            self._solver.set_phases(np.where(not_this, self._line, -self._line).tolist())
            assumed.append(self._forbid(not_this))
        if conflicts is None:
            conflicts = CONFLICTS + CONFLICTS_PER_CELL * len(self._end)
        model = self._solver.find_model(assumed, conflicts)
        return None if model is None else model[self._line]

    def assumptions(self, groups: Groups) -> list[int]:
        """Return the literals of the places of the labels."""
        cells = np.array([cell for group in groups for cell in group])
        numbers = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
        width = np.arange(len(self._bits))[:, None]
        bits = np.where(numbers >> width & 1, self._bits[:, cells], -self._bits[:, cells])
        free = np.ones(len(self._end), np.bool_)
        free[cells] = False
        pairs = np.array([cell for group in groups if len(group) == 2 for cell in group], np.intp)
        assumed = [-self._end[free], bits.ravel(), self._end[pairs]]
        if len(pairs) < len(cells):
            assumed.append(self._stop[cells])
        large = [group for group in groups if len(group) > 3]
        out: list[int] = np.concatenate(assumed).tolist()
        return [*out, self._two_ends(large)] if large else out

    def _two_ends(self, groups: Groups) -> int:
        """Return a literal that implies at most two ends, so one path, for each of some groups."""
        some = self._solver.variable()
        for group in groups:
            every = combinations(self._end[list(group)].tolist(), 3)
            self._solver.add([[-some, *(-end for end in three)] for three in every])
        return some

    def _forbid(self, links: Bools) -> int:
        """Return a literal that excludes a solution while it is assumed.

        Where every cell is covered, all solutions have the same number of links.
        """
        some = self._solver.variable()
        clause = np.where(links, -self._line, self._line)
        clause = clause[links] if self._covered else clause
        self._solver.add([[-some, *clause.tolist()]])
        return some


@lru_cache(maxsize=4)
def _lowered(shape: Shape, options: tuple[tuple[str, bool], ...], width: int) -> LoweredProgram:
    """Return the formula."""
    bits = [f"bit{i}" for i in range(width)]
    genre = _GENRE.format(
        bits="\n".join(f"  var {bit} : cell -> bool;" for bit in bits),
        same="\n".join(f"    line[l] implies ({bit}[a(l)] iff {bit}[b(l)]);" for bit in bits),
        alike=" and ".join(f"({bit}[a(l)] iff {bit}[b(l)])" for bit in bits),
        reports="".join(f", {bit}" for bit in bits),
    )
    texts = {name: str(value).lower() for name, value in options}
    program = elaborate(RuleText("probe", genre).puzzle(shape.body({}, texts)))
    return lower(program, Encoding(acyclic="lazy"), WATCHED)
