"""A drawing of one board, from what a view tells of it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from msgspec import Struct

from nlc.errors import fail, require_type
from nlc.pictures.geometry import BEHIND, MARGIN, OUTSIDE, Geometry
from nlc.pictures.layers import Layers
from nlc.pictures.paths import number
from nlc.pictures.style import STYLES, Style
from nlc.printable import printable
from nlc.render.around import ranks, told_outside
from nlc.render.glyphs import STYLES as GLYPHS
from nlc.render.text import single_values
from nlc.render.view import BackboneView, Difference, PuzzleView, Solution, StepView, View

if TYPE_CHECKING:
    from nlc.ir.backbone import Backbone
    from nlc.ir.nodes import Assignment, Program

BELOW = 24.0
"""Height of a line of text below the board."""


class Drawing(Struct, frozen=True):
    """A picture that is not yet of any format.

    Attributes:
        title: of the puzzle.
        note: what is drawn, in words: below the board on a page, and for screen readers.
        width: in units, of which a square cell has 40.
        height: likewise.
        style: colours and widths.
        body: the elements of SVG.
    """

    title: str
    note: str
    width: float
    height: float
    style: Style
    body: str


def style_of(name: str) -> Style:
    """Return a style.

    Raises:
        UserError: there is none of that name.
    """
    require_type("style", name, str)
    if name not in STYLES:
        raise fail(f"there is no style '{name}'", hint=f"the styles are {', '.join(STYLES)}")
    return STYLES[name]


def geometry_of(program: Program) -> Geometry:
    """Return where things lie on the pictures of a puzzle; clues outside of it have room."""
    found = ranks(program).values()
    return Geometry(program.board, MARGIN + (2 * OUTSIDE + BEHIND * max(found) if found else 0.0))


def draw(
    program: Program,
    shown: Assignment | Backbone | StepView | tuple[Assignment, Assignment] | None = None,
    style: str = "puzzle",
    broken: frozenset[str] = frozenset(),
    targets: bool = False,
    reported: bool = True,
    picked: frozenset[str] | None = None,
) -> Drawing:
    """Return a drawing.

    Args:
        program: the puzzle.
        shown: a solution, what all solutions share, two solutions whose differences are drawn, what
            is known and what follows, or None for the puzzle alone.
        style: its name.
        broken: names of elements where rules are broken.
        targets: whether each element gets an area that a pointer hits; see `nlc.pictures.targets`.
        reported: whether variables that follow from those that are shown are drawn of a solution.
        picked: names of elements whose clues are set in bold, the others faint; None: all alike.

    Raises:
        UserError: there is no such style, or a graph cannot be laid out for want of a library.
    """
    from nlc.ir.backbone import Backbone

    look = style_of(style)
    view: View = PuzzleView(picked=picked)
    if shown is None:
        what = "the puzzle"
    elif isinstance(shown, Backbone):
        view, what = BackboneView(shown), "what all solutions share; dashes and ? are open"
    elif isinstance(shown, StepView):
        view, what = shown, "a step; orange and !: what follows, blue dots and ~: what is not"
    elif isinstance(shown, tuple):
        view = Difference(*shown)
        what = "two solutions; orange and x: only the first, blue dashes and o: only the second"
    else:
        view, what = Solution(shown, reported=reported, picked=picked), "a solution"
    geometry = geometry_of(program)
    body = Layers(program, view, geometry, look, broken).text()
    if targets:
        from nlc.pictures.targets import targets as areas

        body += "".join(f"{group}\n" for group in areas(program, geometry))
    board = program.board
    size = f"{board.rows} x {board.cols} " if board.rows else ""
    note = f"{size}{program.genre}: {what}"
    width, height = geometry.size
    told = [told_outside(program)]
    if shown is not None:
        single = single_values(program, view, GLYPHS["unicode"])
        told += [f"{name}: {items[0]}" for name, items in single]
    for words in filter(None, told):
        height_of = min(16.0, 1.7 * width / len(words))
        place = f'x="{number(width / 2)}" y="{number(height + 10)}" font-size="{number(height_of)}"'
        text = escape(printable(words))
        body += f'<text {place} fill="{look.ink}" class="k">{text}</text>\n'
        height += BELOW
    return Drawing(printable(program.title), note, width, height, look, body)
