"""Makes a weave random: ends are strewn over it, and then made to meet and vanish."""

from __future__ import annotations

import math
from random import Random

from nlc.generating.numberlink.weave import LARGEST, Weave

HEAT = 0.3
"""Ends for each cell at which a weave counts as random."""

_TRIES_PER_CELL = 200


def anneal(weave: Weave, wanted: int, random: Random) -> None:
    """Randomise a weave and bring the number of its ends near the wanted one.

    Rings and paths that touch themselves do not count here.
    """
    _strew(weave, max(wanted, round(HEAT * len(weave.cells))), random)
    _gather(weave, wanted, random)


def _strew(weave: Weave, wanted: int, random: Random) -> None:
    draw, ends, cells = random.random, weave.ends, weave.cells
    for _ in range(4 * len(cells)):
        if len(ends) >= wanted:
            return
        pool = ends if ends and draw() < 0.5 else cells
        anchor = pool[int(draw() * len(pool))]
        redrawn = weave.redraw(weave.rectangle(anchor, random, LARGEST - 2))
        if redrawn is not None:
            weave.settle(redrawn[1])


def _gather(weave: Weave, wanted: int, random: Random) -> None:
    """Move ends about; each two more of them are accepted with probability ``exp(-2)``."""
    draw, ends = random.random, weave.ends
    for _ in range(_TRIES_PER_CELL * len(weave.cells)):
        if len(ends) <= wanted:
            return
        anchor = ends[int(draw() * len(ends))]
        redrawn = weave.redraw(weave.rectangle(anchor, random, LARGEST))
        if redrawn is None:
            continue
        links, touched = redrawn
        gained = weave.gained(touched)
        if gained <= 0 or draw() < math.exp(-gained):
            weave.settle(touched)
        else:
            weave.toggle(links)
