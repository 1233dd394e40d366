"""Clues that are too much: those without which there is still one solution."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import Struct
from msgspec.structs import replace

from nlc.errors import UserError
from nlc.explaining.anew import CHECKED_BY, CHECKER, CHECKING, Anew, another, only
from nlc.explaining.clue_solver import SOLVER, SPEC, ClueSolver
from nlc.explaining.clues import Clues
from nlc.explaining.minimal import smallest
from nlc.explaining.selected import ExhaustedError, Selected

CONFLICTS = 20_000
"""Conflicts after which it is left open whether a clue can go."""


class Superfluous(Struct, frozen=True):
    """Which clues of a puzzle are too much.

    Attributes:
        unique: whether there is exactly one solution; if not, nothing else is told.
        alone: the groups of clues each of which can go by itself.
        undecided: those of which that is left open.
        enough: groups that suffice for one solution; None: none were found yet.
        smallest: whether it was proved that no fewer suffice.
        minimal: whether it was found that none of them can go.
        checked: whether another encoding and another solver find the same.
    """

    unique: bool
    alone: tuple[int, ...] = ()
    undecided: tuple[int, ...] = ()
    enough: tuple[int, ...] | None = None
    smallest: bool = False
    minimal: bool = False
    checked: bool = False


class OtherBoards:
    """The boards but the only one of a puzzle that some of its clues leave."""

    def __init__(self, clues: Clues, solver: str, spec: str) -> None:
        """Find a solution of the puzzle; there is one.

        Raises:
            UserError: the rules cannot be stated where clues are open.
        """
        self.formula = ClueSolver(clues, solver, spec)
        model = self.formula.ask(self.formula.selectors)
        assert model is not None
        self._held = [x if model[x] else -x for x in self.formula.shown()]
        self.asked = Selected(self.formula, self.formula.selectors, [self.formula.another(model)])

    def can_go(self, every: frozenset[int], group: int, conflicts: int) -> bool | None:
        """Return whether the solution is the only one without a group; None: not decided.

        There must be one at all: a check may ask for the clue.
        """
        try:
            if self.asked.stands(every - {group}, conflicts) is not None:
                return False
            selectors = self.formula.selectors
            rest = [x if i != group else -x for i, x in enumerate(selectors)]
            return self.formula.ask([*self._held, *rest], conflicts) is not None
        except ExhaustedError:
            return None


def superfluous(clues: Clues) -> Iterator[Superfluous]:
    """Yield which clues of a puzzle that has a solution are too much, and ever fewer that suffice.

    Raises:
        RuntimeError: another solver finds otherwise: a fault of nlc.
    """
    every = clues.every
    try:
        others: OtherBoards | None = OtherBoards(clues, SOLVER, SPEC)
    except UserError:
        others = None
    asked = Anew(clues, another) if others is None else others.asked
    if asked.stands(every) is not None:
        yield Superfluous(False)
        return
    found = {i: _can_go(clues, others, i) for i in sorted(every)}
    out = Superfluous(
        True,
        tuple(i for i, gone in found.items() if gone),
        tuple(i for i, gone in found.items() if gone is None),
    )
    yield out
    for members, minimal, least in smallest(asked, sorted(every)):
        out = replace(out, enough=members, smallest=least, minimal=minimal)
        yield out
    yield replace(out, checked=_checked(clues, others, found, out.enough or ()))


def _can_go(clues: Clues, others: OtherBoards | None, group: int) -> bool | None:
    if others is not None:
        return others.can_go(clues.every, group, CONFLICTS)
    try:
        return only(clues.program(clues.every - {group}))
    except UserError:
        return False


def _checked(
    clues: Clues,
    others: OtherBoards | None,
    found: dict[int, bool | None],
    enough: Collection[int],
) -> bool:
    """Return whether another solver finds the same of each group, and of those that suffice."""
    if others is not None:
        checker = OtherBoards(clues, CHECKER, CHECKED_BY)
        for group, gone in found.items():
            same = checker.can_go(clues.every, group, CHECKING)
            if same is None:
                return False
            if gone is not None and same != gone:
                raise RuntimeError(f"two solvers differ: can {clues.groups[group].text} go?")
    return only(clues.program(enough))
