"""Changes a cover until the ends of its paths leave no other solution.

A solver looks for another solution near the planted one, within some conflicts, and the cover is
changed at random where the two differ; or in some part of the board if the solver is undecided,
when the board also gets another path if their number is free.
"""

from __future__ import annotations

from collections.abc import Collection
from random import Random

import numpy as np

from nlc.drivers.pysat.incremental import ExhaustedError
from nlc.encode.policy import READINGS_FROM
from nlc.generating.numberlink.cover import Cover
from nlc.generating.numberlink.draft import Draft, FailedError, Path, inner_labels
from nlc.generating.numberlink.prober import Prober
from nlc.generating.numberlink.request import NumberlinkRequest
from nlc.generating.shape import neighbours

TEMPERATURE = 0.12
"""In faults; so low that the faults vanish. Moves that keep the energy are always accepted."""

_STIRRING = 0.4
"""The temperature at which a cover is changed where solutions differ."""

_STIRS_PER_CELL = 1.5
"""Proposed moves for each cell that is to be changed."""

_CHANGES = 400
_PROOFS = 12
"""Changes of the cover, and undecided proofs of uniqueness, before an attempt fails."""

_PROOF_CONFLICTS = 10_000
"""Conflicts that a proof may cost; not a time, so that runs can be repeated."""

_STEPS = 4
"""Steps from a cell within which the cover is changed where a proof is undecided."""

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
    request: NumberlinkRequest, random: Random, touch: bool, paths: Collection[Path] | None = None
) -> Cover:
    """Return a random cover, which may have some faults left.

    Args:
        touch: whether paths may pass beside themselves.
        paths: the first cover; None: a random one.
    """
    cover = Cover(request, random, touch, paths)
    # A cover that will be changed anyway needs few moves for each path.
    mixing = 0 if paths is not None else 40 if request.unique else 200
    for _ in range(mixing * request.wanted):
        cover.propose(TEMPERATURE)
    return cover


def draft_of(
    request: NumberlinkRequest, random: Random, paths: Collection[Path] | None = None
) -> Draft:
    """Return a random cover without faults, with one solution where that is requested.

    Solvers take long on a large board whose paths touch themselves in all solutions. So on large
    boards, and for one solution, the paths do not touch themselves even where they may, if the
    board has such a cover. If a large board has none, a solver must find a solution within some
    conflicts.

    Args:
        paths: the first cover; None: a random one.

    Raises:
        FailedError: faults are left, or the solver finds no solution; or for one solution, another
            one is left, or that is undecided.
    """
    touch = request.options.get("touch", True)
    apart = request.unique or request.shape.cells >= READINGS_FROM
    cover = random_cover(request, random, touch and not apart, paths)
    settled = remove_faults(cover)
    if touch and apart and not settled:
        cover = random_cover(request, random, True, paths)
        settled = remove_faults(cover)
        if settled and not request.unique:
            ends = [(path[0], path[-1]) for path in cover.paths.values()]
            prober = Prober(request.shape, request.options, len(ends))
            try:
                prober.solve(ends, conflicts=_PROOF_CONFLICTS)
            except ExhaustedError:
                raise FailedError("unsolved") from None
    if not settled:
        raise FailedError("unsettled")
    if request.unique:
        return _unique(request, random, cover)
    inner = inner_labels(request, cover.paths.values(), random)
    if inner is None:
        raise FailedError("failed")
    return Draft(cover.links(), {}, inner=inner)


def _unique(request: NumberlinkRequest, random: Random, cover: Cover) -> Draft:
    """Move the ends of a cover's paths until no other solution is left."""
    beside = neighbours(request.shape.board)
    prober: Prober | None = None
    undecided = 0
    for changes in range(_CHANGES):
        if not remove_faults(cover):
            raise FailedError("unsettled")
        paths, links, area = sorted(cover.paths.values()), cover.links(), list(range(cover.cells))
        inner, stuck = inner_labels(request, paths, random), False
        if inner is not None:  # else a path has too few cells that may have a label
            chosen = {*inner}.intersection
            groups = [(path[0], *sorted(chosen(path[1:-1])), path[-1]) for path in paths]
            if prober is None or len(groups) > prober.most:
                prober = Prober(request.shape, request.options, len(groups))
            try:
                other = prober.solve(groups, links, _PROOF_CONFLICTS)
                if other is None:
                    return Draft(links, {"stirs": changes}, unique=True, inner=inner)
                area = np.unique(request.shape.board.link_cells[links != other]).tolist()
            except ExhaustedError:
                stuck = True
                area = [random.choice(area)]
                for _ in range(_STEPS):
                    area = sorted({near for cell in area for near in (cell, *beside[cell])})
        undecided += stuck
        if undecided == _PROOFS:
            raise FailedError("undecided")
        if request.pairs is None and (stuck or changes % _PATIENCE == _PATIENCE - 1):
            cover.wanted += 1
            cover.energy += 1
        for _ in range(int(_STIRS_PER_CELL * len(area))):
            cover.move(area[int(random.random() * len(area))], _STIRRING)
    raise FailedError("ambiguous")
