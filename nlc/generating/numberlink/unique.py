"""Changes a cover until the ends of its paths leave no other solution.

Most other solutions differ from the planted one in a few cells. So the solver first searches one
window after the other for a solution that differs only inside it. That takes a fraction of a
millisecond, and the result holds until something in the window changes. The cover is changed where
a window is ambiguous.

Only when no window is ambiguous does the solver search the whole board, within some conflicts. A
proof is then likely. Where there is none, one part of the board is changed at random, or gets
another path if their number is free. A change is kept if no more windows are ambiguous after it.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from random import Random

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints
from nlc.drivers.pysat.incremental import ExhaustedError
from nlc.encode.policy import READINGS_FROM
from nlc.generating.numberlink.cover import Cover
from nlc.generating.numberlink.draft import Draft, FailedError, Path, inner_labels, neighbours
from nlc.generating.numberlink.prober import PlantedPuzzle, Prober
from nlc.generating.numberlink.request import NumberlinkRequest
from nlc.generating.numberlink.verify import is_solved, other_solution, planted, program_of
from nlc.generating.shape import Shape

TEMPERATURE = 0.12
"""In faults; so low that the faults vanish. Moves that keep the energy are always accepted."""

_STIRRING = 0.4
"""The temperature at which a cover is changed where solutions differ."""

_STIRS_PER_CELL = 1.5
"""Proposed moves for each cell that is to be changed."""

_RADII = (3, 6)
"""Radii of the windows, in steps."""

_CONFLICTS = 1000
"""Conflicts that a window may cost; an undecided one counts as unambiguous."""

_WORSE = 0.02
"""The probability that a change is kept that leaves more windows ambiguous."""

_CHANGES = 400
_PROOFS = 12
"""Changes of the cover, and undecided proofs of uniqueness, before an attempt fails."""

_PROOF_CONFLICTS = 10_000
"""Conflicts that a proof for the whole board may cost; not a time, so that runs can be repeated."""

_PATIENCE = 30
"""Changes after which a board whose number of paths is free gets another path."""


def remove_faults(cover: Cover) -> bool:
    """Walk until no fault is left, within some moves; return whether none is."""
    for _ in range(100 * cover.cells):
        if not cover.energy:
            return True
        cover.propose(TEMPERATURE)
    return not cover.energy


def random_cover(
    request: NumberlinkRequest,
    random: Random,
    *,
    touch: bool,
    mixing: int,
    paths: Collection[Path] | None = None,
) -> Cover:
    """Return a random cover, which may have some faults left.

    Args:
        mixing: proposed moves for each path.
        paths: the first cover; None: a random one.
    """
    cover = Cover(
        request.shape.board,
        request.wanted,
        random,
        touch=touch,
        turn=not request.options.get("no2x2", False),
        least=request.least,
        barred=request.shape.lanes,
        paths=paths,
    )
    for _ in range(mixing * request.wanted):
        cover.propose(TEMPERATURE)
    return cover


def solvable_cover(
    request: NumberlinkRequest,
    random: Random,
    mixing: int,
    paths: Collection[Path] | None = None,
) -> Cover:
    """Return a random cover without faults whose puzzle solvers can solve.

    Solvers take long on a large board whose paths touch themselves in all solutions. So on large
    boards the paths do not touch themselves even where they may, if the board has such a cover. If
    it has none, a solver must find a solution within some conflicts.

    Args:
        request: the puzzle need not be unique.
        mixing: proposed moves for each path.
        paths: the first cover; None: a random one.

    Raises:
        FailedError: faults are left, or the solver finds no solution.
    """
    touch = request.options.get("touch", True)
    large = touch and request.shape.cells >= READINGS_FROM
    cover = random_cover(request, random, touch=touch and not large, mixing=mixing, paths=paths)
    if remove_faults(cover):
        return cover
    if large:
        cover = random_cover(request, random, touch=True, mixing=mixing, paths=paths)
        if remove_faults(cover):
            if not is_solved(program_of(request, cover.links()), _PROOF_CONFLICTS):
                raise FailedError("unsolved")
            return cover
    raise FailedError("unsettled")


def unique_draft(
    request: NumberlinkRequest, random: Random, paths: Collection[Path] | None = None
) -> Draft:
    """Move the ends of a cover's paths until no other solution is left.

    The paths do not touch themselves even where they may, if the board has such a cover.

    Args:
        paths: the first cover; None: a random one.

    Raises:
        FailedError: another solution is left, or uniqueness is undecided.
    """
    # A cover that will be changed anyway needs few moves for each path.
    mixing = 40 if paths is None else 0
    cover = random_cover(request, random, touch=False, mixing=mixing, paths=paths)
    if request.options.get("touch", True) and not remove_faults(cover):
        cover = random_cover(request, random, touch=True, mixing=mixing, paths=paths)
    search = _AmbiguitySearch(request, random)
    proofs = 0
    kept: _Ambiguity | None = None
    state = cover.state()
    for changes in range(_CHANGES):
        if not remove_faults(cover):
            raise FailedError("unsettled")
        found = search.ambiguity(cover)
        if found is None:
            return Draft(cover.links(), {"stirs": changes}, unique=True, inner=search.inner)
        proofs += found.proved
        if proofs == _PROOFS:
            raise FailedError("undecided")
        if kept is None or found.score <= kept.score or random.random() < _WORSE:
            kept, state = found, cover.state()
        else:
            cover.restore(state)
        if request.pairs is None and (found.proved or changes % _PATIENCE == _PATIENCE - 1):
            cover.wanted += 1
            cover.energy += 1
        area = random.choice(kept.areas)
        for _ in range(int(_STIRS_PER_CELL * len(area))):
            cover.move(area[int(random.random() * len(area))], _STIRRING)
    raise FailedError("ambiguous")


class _Ambiguity(Struct, frozen=True):
    """Why a cover is not known to be the only solution.

    Attributes:
        score: how many windows of each level are ambiguous; fewer are better.
        areas: lists of cells in which another solution differs.
        proved: the search of the whole board was undecided.
    """

    score: tuple[int, ...]
    areas: list[list[int]]
    proved: bool = False


class _AmbiguitySearch:
    """Searches for second solutions.

    Attributes:
        inner: the cells with labels between the ends of the paths of the last cover.
    """

    def __init__(self, request: NumberlinkRequest, random: Random) -> None:
        self._request, self._random = request, random
        self._prober: Prober | None = None
        self._levels = [windows(request.shape, radius) for radius in _RADII]
        self._known: dict[tuple[int, int, bytes, bytes], list[int] | None] = {}
        self.inner: tuple[int, ...] = ()

    def ambiguity(self, cover: Cover) -> _Ambiguity | None:
        """Return why a cover is not known to be the only solution, or None: it is."""
        paths = sorted(cover.paths.values())
        links = cover.links()
        inner = inner_labels(self._request, paths, self._random)
        if inner is None:  # a path has too few cells that may have a label
            return _Ambiguity((cover.cells,), [list(range(cover.cells))])
        self.inner = inner
        chosen = frozenset(inner)
        groups = [
            (path[0], *(cell for cell in path[1:-1] if cell in chosen), path[-1]) for path in paths
        ]
        if self._prober is None or len(groups) > self._prober.most:
            self._prober = Prober(self._request.shape, self._request.options, len(groups))
        prober = self._prober
        puzzle = prober.planted(groups, links)
        labels = np.zeros(cover.cells, np.bool_)
        labels[[cell for group in groups for cell in group]] = True
        score = [0] * (len(_RADII) + 1)
        for level, parts in enumerate(self._levels):
            areas = []
            for place, window in enumerate(parts):
                key = level, place, links[window.links].tobytes(), labels[window.cells].tobytes()
                if key not in self._known:
                    self._known[key] = self._differing_cells(
                        links, _other_in_window(prober, puzzle, window)
                    )
                if (area := self._known[key]) is not None:
                    areas.append(area)
            if areas:
                score[level] = len(areas)
                return _Ambiguity(tuple(score), areas)
        score[-1] = 1
        try:
            area = self._differing_cells(links, self._other_on_board(prober, puzzle, links))
        except ExhaustedError:
            part = self._random.choice(self._levels[-1]).cells.tolist()
            return _Ambiguity(tuple(score), [part], True)
        return None if area is None else _Ambiguity(tuple(score), [area])

    def _other_on_board(self, prober: Prober, puzzle: PlantedPuzzle, links: Bools) -> Bools | None:
        """Return another solution on the whole board, or None: there is none."""
        request = self._request
        if request.options.get("cover", True) or request.group > 2:
            return prober.other(puzzle, conflicts=_PROOF_CONFLICTS)
        try:
            return prober.other(puzzle, conflicts=_CONFLICTS)
        except ExhaustedError:  # with shortest paths, proofs are shorter
            program = program_of(request, links)
            return other_solution(program, planted(program, links), conflicts=_PROOF_CONFLICTS)

    def _differing_cells(self, links: Bools, other: Bools | None) -> list[int] | None:
        """Return the cells in which two solutions differ."""
        if other is None:
            return None
        cells: Ints = self._request.shape.board.link_cells[links != other]
        out: list[int] = np.unique(cells).tolist()
        return out


def _other_in_window(prober: Prober, puzzle: PlantedPuzzle, window: Window) -> Bools | None:
    """Return a solution that differs in a window, or None: none was found."""
    try:
        return prober.other(puzzle, window.links, _CONFLICTS)
    except ExhaustedError:
        return None


class Window(Struct, frozen=True, eq=False):
    """The cells within some steps of a cell.

    Attributes:
        cells: shape (n,), in order.
        links: shape (m,), in order, the links at these cells.
    """

    cells: Ints
    links: Ints


@lru_cache(maxsize=8)
def windows(shape: Shape, radius: int) -> tuple[Window, ...]:
    """Return windows; each cell is in the inner half of one."""
    board = shape.board
    beside = neighbours(board)
    covered: set[int] = set()
    found = []
    for start in range(len(beside)):
        if start in covered:
            continue
        inside, rim = {start}, [start]
        covered.add(start)
        for step in range(1, radius + 1):
            rim = list(dict.fromkeys(o for cell in rim for o in beside[cell] if o not in inside))
            inside.update(rim)
            if 2 * step <= radius:
                covered.update(rim)
        marked = np.zeros(len(beside), np.bool_)
        marked[list(inside)] = True
        links = np.flatnonzero(marked[board.link_cells].any(axis=1))
        found.append(Window(np.flatnonzero(marked).astype(np.int32), links.astype(np.int32)))
    return tuple(found)
