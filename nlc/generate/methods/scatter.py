"""Labels at random places until there is a solution: the method of the thesis's section 4.

Where the thesis starts a solver for each placement, here one solver serves them all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from nlc.generate.draft import Draft, Groups, Wish, dead_ends, paths_of
from nlc.generate.placement import Placements
from nlc.generate.prober import Prober, UndecidedError

_PLACEMENTS = 20_000
"""Placements to try, those that a quick test rejects included, before a new solver starts."""

_CONFLICTS, _PATIENCE = 200, 100
"""What a placement may cost, and after how many that cost more each may cost twice as much. Another
placement is cheaper than a proof that a hard one has no solution."""


class Scatter:
    """Scatters labels, rejects what quick tests rule out, and asks a solver about the rest."""

    summary = "any board; labels at random places until there is a solution"
    options: Mapping[str, bool] = MappingProxyType({})
    switches: Mapping[str, str] = MappingProxyType(
        {
            "isolated": "reject placements that shut a cell in (default: on)",
            "parity": "reject half of the placements by the parity of the board's two colours",
            "balance": "reject more of them by the numbers of both colours (default: on, where the"
            " board has two colours, for pairs)",
        }
    )

    def refusal(self, wish: Wish) -> str | None:
        """Refuse tests that say nothing about the board or the rules."""
        asked = [name for name in self.switches if wish.switches.get(name)]
        if asked and not wish.options.get("cover", True):
            return f"--{asked[0]} is about boards whose cells are all covered"
        colours = [name for name in asked if name != "isolated"]
        if colours and wish.group > 2:
            return f"--{colours[0]} is about the ends of paths, which a group does not tell"
        if colours and not Placements(wish.shape.board).coloured:
            return (
                f"--{colours[0]} needs cells of two colours as on a chessboard, and this board has"
                " rings of an odd number of cells"
            )
        return None

    def make(self, wish: Wish, random: Random) -> Draft | None:
        """Try placements until one has a solution; one only, if that is wished."""
        placements = Placements(wish.shape.board)
        tests = _tests(wish, placements)
        prober = Prober(wish.shape, wish.options, wish.wanted)
        counts: Counter[str] = Counter()
        forced = dead_ends(wish)
        barred = wish.shape.lanes.union(forced)
        others = [cell for cell in range(wish.shape.cells) if cell not in barred]
        for _ in range(_PLACEMENTS):
            places = random.sample(others, wish.group * wish.wanted - len(forced))
            if forced:
                places += forced
                random.shuffle(places)
            groups = list(zip(*(places[i :: wish.group] for i in range(wish.group)), strict=True))
            counts["placements"] += 1
            failed = next((name for name, test in tests.items() if test(groups)), None)
            if failed is not None:
                counts[failed] += 1
                continue
            conflicts = _CONFLICTS << counts["undecided"] // _PATIENCE
            try:
                links = prober.solve(groups, conflicts=conflicts)
                if links is None:
                    counts["unsolvable"] += 1
                    continue
                paths = paths_of(wish.shape.board, links)
                inner = tuple(sorted(set(places) - {p[i] for p in paths for i in (0, -1)}))
                if min(map(len, paths)) < wish.least:
                    counts["trivial"] += 1
                elif not wish.unique:
                    return Draft(links, counts, inner=inner)
                elif prober.solve(groups, links) is None:
                    return Draft(links, counts, unique=True, inner=inner)
                else:
                    counts["ambiguous"] += 1
            except UndecidedError:
                counts["undecided"] += 1
        return None


def _tests(wish: Wish, placements: Placements) -> dict[str, Callable[[Groups], bool]]:
    """Return the tests that are switched on, cheap ones first."""
    cover = wish.options.get("cover", True)
    coloured = cover and placements.coloured and wish.group == 2
    tests: dict[str, Callable[[Groups], bool]] = {}
    if not wish.trivial and wish.group == 2:
        tests["adjacent"] = placements.adjacent
    if wish.switches.get("parity", False):
        tests["parity"] = placements.parity
    if wish.switches.get("balance", coloured):
        tests["balance"] = placements.balance
    if wish.switches.get("isolated", cover):
        tests["isolated"] = placements.isolated
    return tests


METHOD = Scatter()
