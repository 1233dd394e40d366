"""Superfluous clues: those without which there is still one solution."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import Struct
from msgspec.structs import replace

from nlc.errors import UserError
from nlc.reasons.minimal import smallest
from nlc.reasons.why.board_by_board import (
    CHECKED_BY,
    CHECKER,
    CHECKING,
    BoardByBoard,
    has_one_solution,
    second_solution,
)
from nlc.reasons.why.clues import Clues
from nlc.reasons.why.other_boards import CONFLICTS, OtherBoards


class Superfluous(Struct, frozen=True):
    """Which clues of a puzzle are superfluous.

    Attributes:
        unique: whether there is exactly one solution; if not, nothing else is set.
        alone: the groups of clues each of which can be removed by itself.
        undecided: those for which that was not decided.
        enough: groups that suffice for one solution; None: none were found yet.
        smallest: whether it was proved that no fewer suffice.
        minimal: whether none of them can be removed.
        checked: whether another encoding and another solver find the same.
    """

    unique: bool
    alone: tuple[int, ...] = ()
    undecided: tuple[int, ...] = ()
    enough: tuple[int, ...] | None = None
    smallest: bool = False
    minimal: bool = False
    checked: bool = False


def superfluous(clues: Clues) -> Iterator[Superfluous]:
    """Yield which clues of a puzzle with a solution are superfluous, and ever fewer that suffice.

    Raises:
        RuntimeError: another solver finds otherwise: a fault of nlc.
    """
    every = clues.every
    try:
        others: OtherBoards | None = OtherBoards(clues)
    except UserError:
        others = None
    subsets = BoardByBoard(clues, second_solution) if others is None else others.subsets
    if subsets.model(every) is not None:
        yield Superfluous(False)
        return
    found = {i: _can_go(clues, others, i) for i in sorted(every)}
    out = Superfluous(
        True,
        tuple(i for i, gone in found.items() if gone),
        tuple(i for i, gone in found.items() if gone is None),
    )
    yield out
    for members, minimal, least in smallest(subsets, sorted(every)):
        out = replace(out, enough=members, smallest=least, minimal=minimal)
        yield out
    yield replace(out, checked=_checked(clues, others, found, out.enough or ()))


def _can_go(clues: Clues, others: OtherBoards | None, group: int) -> bool | None:
    if others is not None:
        return others.can_go(clues.every, group, CONFLICTS)
    try:
        return has_one_solution(clues.program(clues.every - {group}))
    except UserError:
        return False


def _checked(
    clues: Clues,
    others: OtherBoards | None,
    found: dict[int, bool | None],
    enough: Collection[int],
) -> bool:
    """Return whether another solver confirms each group, and those that suffice."""
    if others is not None:
        checker = OtherBoards(clues, CHECKER, CHECKED_BY)
        for group, gone in found.items():
            same = checker.can_go(clues.every, group, CHECKING)
            if same is None:
                return False
            if gone is not None and same != gone:
                raise RuntimeError(f"two solvers differ: can {clues.groups[group].text} go?")
    return has_one_solution(clues.program(enough))
