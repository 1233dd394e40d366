"""Labels at random places until there is a solution: the method of the thesis's section 4.

Where the thesis starts a solver for each placement, here one solver serves them all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from nlc.drivers.pysat.incremental import ExhaustedError
from nlc.generating.numberlink.draft import Draft, Groups, dead_ends, paths_of
from nlc.generating.numberlink.methods import Method
from nlc.generating.numberlink.placement import Placements
from nlc.generating.numberlink.prober import Prober
from nlc.generating.numberlink.request import NumberlinkRequest

_CONFLICTS, _PATIENCE = 200, 100
"""The conflicts that a placement may cost, and the number of undecided placements after which they
double. Another placement is cheaper than a proof that a hard one has no solution."""


class Scatter(Method):
    """Scatters labels, rejects placements by quick tests, and solves the others."""

    summary = "any board; labels at random places until there is a solution"
    switches = ("isolated", "parity", "balance")

    def refusal(self, request: NumberlinkRequest) -> str | None:
        """Refuse tests that do not apply to the board or the rules."""
        switched_on = [name for name in self.switches if request.switches.get(name)]
        if switched_on and not request.options.get("cover", True):
            return f"{switched_on[0]} is about boards whose cells are all covered"
        colours = [name for name in switched_on if name != "isolated"]
        if colours and request.group > 2:
            return f"{colours[0]} is about the ends of paths, which a group does not fix"
        if colours and not Placements(request.shape.board).coloured:
            return (
                f"{colours[0]} needs cells of two colours as on a chessboard, and this board has"
                " rings of an odd number of cells"
            )
        return None

    def make(self, request: NumberlinkRequest, random: Random) -> Draft | None:
        """Try placements until one has a solution, or exactly one where that is requested."""
        placements = Placements(request.shape.board)
        tests = _tests(request, placements)
        prober = Prober(request.shape, request.options, request.wanted)
        counts: Counter[str] = Counter()
        forced = dead_ends(request)
        barred = request.shape.lanes.union(forced)
        others = [cell for cell in range(request.shape.cells) if cell not in barred]
        for _ in range(20_000):  # the next attempt starts a new solver
            places = random.sample(others, request.group * request.wanted - len(forced))
            if forced:
                places += forced
                random.shuffle(places)
            groups = list(
                zip(*(places[i :: request.group] for i in range(request.group)), strict=True)
            )
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
                paths = paths_of(request.shape.board, links)
                inner = tuple(sorted(set(places) - {p[i] for p in paths for i in (0, -1)}))
                if min(map(len, paths)) < request.least:
                    counts["trivial"] += 1
                elif not request.unique:
                    return Draft(links, counts, inner=inner)
                elif prober.solve(groups, links) is None:
                    return Draft(links, counts, unique=True, inner=inner)
                else:
                    counts["ambiguous"] += 1
            except ExhaustedError:
                counts["undecided"] += 1
        return None


def _tests(
    request: NumberlinkRequest, placements: Placements
) -> dict[str, Callable[[Groups], bool]]:
    """Return the tests that are switched on, cheap ones first."""
    cover, pairs = request.options.get("cover", True), request.group == 2
    chosen = {
        "adjacent": not request.trivial and pairs,
        "parity": request.switches.get("parity", False),
        "balance": request.switches.get("balance", cover and placements.coloured and pairs),
        "isolated": request.switches.get("isolated", cover),
    }
    return {name: getattr(placements, name) for name, is_on in chosen.items() if is_on}
