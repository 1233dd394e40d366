"""Refuses requests that no puzzle can meet, with the reason."""

from __future__ import annotations

from nlc.errors import fail
from nlc.generating.numberlink.draft import dead_ends
from nlc.generating.numberlink.methods import METHODS
from nlc.generating.numberlink.placement import colouring
from nlc.generating.numberlink.request import NumberlinkRequest


def require_feasible(request: NumberlinkRequest) -> None:
    """Refuse a request that cannot be met.

    Raises:
        UserError: no such puzzle exists, or none that this method makes.
    """
    method, name = METHODS.get(request.method), request.method
    cells, pairs, least = request.shape.cells, request.wanted, request.least
    noun = "pair" if request.group == 2 else "group"
    several = f"{pairs} {noun}{'s' * (pairs != 1)}"
    if pairs * least > cells:
        fit = cells // least
        reason = f"the board has {cells} cell{'s' * (cells != 1)}"
        if not request.trivial and request.group > 2:
            reason += f", and a path with {request.group} labels and a cell between two has {least}"
            reason += " or more"
        elif not request.trivial:
            reason += ", and a pair whose ends are no neighbours has three cells or more"
        hint = f"at most {fit} {noun}{' fits' if fit == 1 else 's fit'}" if fit else "none fits"
        if not request.trivial and request.group * pairs <= cells:
            hint = f"{hint}; the option trivial of each method allows neighbours"
        raise fail(f"{several} cannot be put there: {reason}", hint=hint)
    if request.group * pairs > cells - len(request.shape.lanes):
        raise fail(f"{several} cannot be put there: no label stands on a bridge")
    for switch in request.switches:
        if switch not in method.switches:
            raise fail(f"the method {name} has no option '{switch}'", hint="try --method scatter")
    if (refusal := method.refusal(request)) is not None:
        raise fail(f"method {name} cannot make this: {refusal}")
    if not request.options.get("cover", True):
        return
    _refuse_cells(request)
    fewest, ends = colouring(request.shape.board).least_pairs(), len(dead_ends(request))
    if pairs < fewest or 2 * pairs < ends:
        hint = f"it needs {fewest} or more: one for each part of it, and as many as there are"
        hint += " cells of one chessboard colour more than of the other"
        if pairs >= fewest:
            hint = f"{ends} of its cells have one neighbour only, and so are ends of paths"
        raise fail(f"{several} cannot cover this board", hint=hint)
    # Where paths may touch themselves, tens of attempts on each board of squares from 6x6 to 12x12
    # found no puzzle with so few pairs and one solution; with one more, the first ones had one.
    side = min(request.shape.rectangle or (0,))
    turning = request.options.get("touch", True) and not request.options.get("no2x2", False)
    if turning and request.unique and request.group == 2 and side >= 6 and pairs < side // 2:
        message = f"no board of this size with {several} is known that has one solution where paths"
        hint = f"--set touch=false or --pairs {side // 2}"
        raise fail(f"{message} may touch themselves", hint=hint)


def _refuse_cells(request: NumberlinkRequest) -> None:
    """Refuse boards with a cell that no path can cover."""
    board = request.shape.board
    if (board.cell_links.lengths == 0).any():
        raise fail("a cell of the board has no neighbour, and every cell gets a path")
    lanes = board.lanes >= 0
    if (board.cell_links.lengths[lanes] < 2).any():
        raise fail("a bridge leads nowhere, and no path ends on a bridge")
