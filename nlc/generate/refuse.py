"""Which wishes no puzzle can meet, and why."""

from __future__ import annotations

from nlc.errors import fail
from nlc.generate.colours import colouring
from nlc.generate.draft import Wish, dead_ends
from nlc.generate.methods.base import Method


def refuse(wish: Wish, method: Method, name: str) -> None:
    """Refuse a wish that cannot be met.

    Args:
        wish: what is wanted.
        method: how it is to be made.
        name: of the method, for the message.

    Raises:
        UserError: no such puzzle exists, or none that this method makes.
    """
    cells, pairs = wish.shape.cells, wish.wanted
    least, noun = wish.least, "pair" if wish.group == 2 else "group"
    several = f"{pairs} {noun}{'s' * (pairs != 1)}"
    if pairs * least > cells:
        fit = cells // least
        alone = "a pair whose ends are no neighbours has three cells or more"
        if wish.group > 2:
            alone = f"a path with {wish.group} labels and a cell between two has {least} or more"
        reason = f"the board has {cells} cell{'s' * (cells != 1)}" + (
            "" if wish.trivial else f", and {alone}"
        )
        hint = f"at most {fit} {noun}{' fits' if fit == 1 else 's fit'}" if fit else "none fits"
        if not wish.trivial and wish.group * pairs <= cells:
            hint = f"{hint}; --trivial allows neighbours"
        raise fail(f"{several} cannot be put there: {reason}", hint=hint)
    if wish.group * pairs > cells - len(wish.shape.lanes):
        raise fail(f"{several} cannot be put there: no label stands on a bridge")
    for switch in wish.switches:
        if switch not in method.switches:
            raise fail(f"--{switch} is no switch of method {name}", hint="try --method scatter")
    reason_ = method.refusal(wish)
    if reason_ is not None:
        raise fail(f"method {name} cannot make this: {reason_}")
    turning = wish.options.get("touch", True) and not wish.options.get("no2x2", False)
    if wish.difficulty == "corners" and turning:
        raise fail(
            "no puzzle has the level corners where paths may turn back round a corner",
            hint="--set touch=false or --set no2x2=true forbids it",
        )
    if wish.options.get("cover", True):
        _refuse_cells(wish)
        fewest = colouring(wish.shape.board).least_pairs()
        if pairs < fewest:
            raise fail(
                f"{several} cannot cover this board",
                hint=f"it needs {fewest} or more: one for each part of it, and as many as there are"
                " cells of one chessboard colour more than of the other",
            )
        ends = len(dead_ends(wish))
        if 2 * pairs < ends:
            raise fail(
                f"{several} cannot cover this board",
                hint=f"{ends} of its cells have one neighbour only, and so are ends of paths",
            )


def _refuse_cells(wish: Wish) -> None:
    """Refuse boards that no paths cover, because of a single cell."""
    board = wish.shape.board
    if (board.cell_links.lengths == 0).any():
        raise fail("a cell of the board has no neighbour, and every cell gets a path")
    lanes = board.lanes >= 0
    if (board.cell_links.lengths[lanes] < 2).any():
        raise fail("a bridge leads nowhere, and no path ends on a bridge")
