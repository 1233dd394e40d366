"""Pictures of puzzles and solutions in the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

import numpy as np

from nlc.board import Sort
from nlc.errors import fail, require_type
from nlc.ir.nodes import Assignment, BoolVar, Domain, Program
from nlc.printable import printable
from nlc.render.canvas import columns
from nlc.render.compose import Pictures, compose
from nlc.render.glyphs import STYLES
from nlc.render.outline import outline
from nlc.render.scene import Scene, over_elements
from nlc.render.view import SolutionView, View

T = TypeVar("T")

LIST_WIDTH = 100
"""The width of the lists below a picture."""


def render(
    program: Program,
    assignment: Assignment | None,
    *,
    style: str,
    color: bool | str,
) -> str:
    """Return a picture of a puzzle or of its solution, without a final line end.

    Shown and reported variables are drawn: lines along links and borders, values and marks in
    cells, on corners and on lines. Those without a place (on graphs, warps) are listed below.

    Args:
        program: the puzzle.
        assignment: the solution, or None for the puzzle alone.
        style: ``unicode`` or ``ascii``.
        color: whether to use colours of the terminal; ``bold``: bold and faint characters alone.

    Raises:
        UserError: there is no such style.
    """
    view = View() if assignment is None else SolutionView(solutions=(assignment,))
    scene = Scene(program, view, style_of(style, STYLES))
    pictures = compose(scene)
    out, lists = pictures.lines(color), [*_clue_lists(program, pictures)]
    if program.pieces:
        lists.append(("to place", [f"{n}x {piece}" for piece, n in program.pieces.items()]))
    if assignment is not None:
        lists += [*undrawn_values(scene), *single_values(scene)]
    for name, items in lists:
        out += fold_list(name, items)
    return "\n".join(out)


def style_of(name: str, styles: Mapping[str, T]) -> T:
    """Return the style with a name.

    Raises:
        UserError: there is none.
    """
    require_type("style", name, str)
    if name not in styles:
        raise fail(f"there is no style '{name}'", hint=f"the styles are {', '.join(styles)}")
    return styles[name]


def fold_list(name: str, items: Sequence[str]) -> list[str]:
    """Return the lines of a list below a picture."""
    return textwrap.wrap(
        printable(f"{name}: {' '.join(items) or '(none)'}"),
        LIST_WIDTH,
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def single_values(scene: Scene) -> Iterator[tuple[str, list[str]]]:
    """Yield the names and values of variables of the whole puzzle."""
    for var in scene.visible(Sort.PUZZLE):
        if isinstance(var, Domain):
            found = [label.text for label in scene.view.texts(var, scene.texts(var)).values()]
            missing = "(none)"
        else:
            holds, shares = scene.view.bools(var)
            found = [sign for mask, sign in shares if mask.any()]
            found += ["true"] * bool(holds.any())
            missing = "false"
        if found or scene.view.decided:
            yield var.name, found[:1] or [missing]


def _clue_lists(program: Program, pictures: Pictures) -> Iterator[tuple[str, list[str]]]:
    """Yield the clues that no picture shows, by given."""
    board, scene = program.board, Scene(program, View())
    graph, drawn = board.topology == "graph", pictures.drawn_clues
    for name, sort in program.given_sorts.items():
        listed = program.value_kinds.get(name) == "list" and name in scene.strings
        if (sort is Sort.CELL and not (graph or listed)) or name in scene.rooms.names:
            continue
        texts = {i: t for i, t in program.givens[name].items() if (name, i) not in drawn}
        words = program.clue_marks.get(name, {})
        widest = max((len(columns(text)) for text in {*texts.values()} - {*words}), default=0)
        if graph or sort is not Sort.VERTEX or not pictures.corners or widest > 1:
            names = board.names(sort)
            items = [names[i] if t == "true" else f"{names[i]}={t}" for i, t in texts.items()]
            if items:
                yield name, items


def undrawn_items(
    scene: Scene,
) -> Iterator[tuple[str, BoolVar | Domain, list[tuple[str, str, bool]]]]:
    """Yield what no picture of text shows: a title, the variable and the items of a list.

    An item is the name of an element, what follows it, and whether that has a sign.
    """
    board, graph = scene.board, scene.board.topology == "graph"
    others = {var.sort for var in scene.variables}.difference(Sort.ALL)
    for var in scene.visible(*Sort.ALL[:-1], *others):
        if scene.cells_and_values(var) is not None or (over_elements(var) and not graph):
            continue
        missing = np.full(var.size, graph or not var.sort.placed)
        if var.sort is Sort.LINK and not graph:
            missing = board.link_border < 0  # values have no place round the rim, either
            if isinstance(var, Domain):
                missing[~missing] = outline(board).split[board.link_border[~missing]]
        if not (graph or missing.any()):
            continue
        names, items = board.names(var.sort), dict[int, tuple[str, str, bool]]()
        if isinstance(var, BoolVar):
            holds, shares = scene.view.bools(var)
            for mask, sign in ((holds, ""), *shares):
                items |= {i: (names[i], sign, bool(sign)) for i in np.flatnonzero(mask).tolist()}
        else:
            for i, (text, changed) in scene.view.texts(var, var.values).items():
                items[i] = names[i], f"={text}", changed
        title = var.name if missing.all() else f"{var.name} (warps)"
        yield title, var, [items[i] for i in sorted(items) if missing[i]]


def undrawn_values(scene: Scene, *, placed: bool = True) -> Iterator[tuple[str, list[str]]]:
    """Yield the values that no picture shows, by variable.

    Args:
        placed: whether a picture of text, which shows no graphs and warps, needs those as well.
    """
    for title, var, items in undrawn_items(scene):
        if (placed or not (var.sort.placed or over_elements(var))) and (items or title == var.name):
            yield title, [name + text for name, text, _ in items]
