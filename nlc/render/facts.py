"""Backbones and differences of solutions in the terminal."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

import numpy as np

from nlc.board import Sort
from nlc.ir.backbone import Backbone, shown_values
from nlc.ir.nodes import Assignment, Program
from nlc.language.builtins import PUZZLE
from nlc.render.compose import compose
from nlc.render.glyphs import STYLES
from nlc.render.scene import Scene
from nlc.render.text import fold_list, single_values, undrawn_items
from nlc.render.view import FIRST, OPEN, SECOND, BackboneView, DifferenceView

CONTEXT_LINES = 2
"""The number of lines of a picture that are shown above and below a difference."""

MAX_NAMED = 24
"""The most elements that are listed by name; the rest is counted."""


def render_facts(program: Program, facts: Backbone, *, style: str, color: bool | str) -> str:
    """Return a picture of the backbone: drawn in all solutions, in none (blank), or open.

    If the backbone is not complete, only the open elements are known. Values without a place in
    the picture are listed below it.
    """
    scene = Scene(program, BackboneView(facts), STYLES[style])
    out = compose(scene).lines(color)
    if out:
        sure, sample = _samples(scene)
        if facts.complete:
            out.append(f"{sure} in all solutions   {sample} in some   blank: in none")
        else:
            out.append(f"{sample} in some solutions, not in all   blank: unknown")
    for title, _, items in undrawn_items(scene):
        if facts.complete:
            certain = [f"{name}{text}" for name, text, is_open in items if not is_open]
            out += fold_list(f"{title}, in all solutions", certain)
        out += fold_list(f"{title}, in some", [name for name, _, is_open in items if is_open])
    for name, values in single_values(scene):
        out += fold_list(name, values)
    return "\n".join(out)


def facts_sentence(program: Program, facts: Backbone) -> str:
    """Return a sentence on the size of the backbone."""
    total = shown_values(program)
    sorts = [variable.sort for variable in program.declared if variable.shown]
    named = sorts in ([Sort.CELL], [Sort.LINK], [Sort.BORDER])
    noun = f"{sorts[0].value}s" if named else "values"
    if facts.complete:
        return f"{total - facts.open} of {total} {noun} are certain"
    return f"at least {facts.open} of {total} {noun} are open"


def render_difference(
    program: Program, one: Assignment, two: Assignment, *, style: str, color: bool | str
) -> str:
    """Return pictures of the parts of a board where two solutions differ, and lists.

    Common elements are drawn as usual; elements of one solution are marked by its letter, and a
    cell whose values differ shows both. Lines far from any difference are left out. See
    `render_facts` for the arguments.
    """
    out: list[str] = []
    view = DifferenceView(solutions=(one, two))
    scene = Scene(program, view, STYLES[style])
    pictures = compose(scene)
    for title, canvas in pictures.canvases:
        out += [f"{title}:"] * (len(pictures.canvases) > 1)
        dots = "…" if style == "unicode" else "..."
        out += _near_changes(canvas.lines(color), canvas.changed(), dots)
    out += pictures.legend
    drawn = scene.rooms.names if out else frozenset()
    if out and (any(var.shown for var in program.bools) or not drawn.isdisjoint(program.domains)):
        out.append(f"{FIRST} only in solution 1   {SECOND} only in solution 2")
    for name, items in _difference_lists(program, view, drawn):
        more = len(items) - MAX_NAMED
        out += fold_list(name, [*items[:MAX_NAMED], f"and {more} more"] if more > 0 else items)
    return "\n".join(out)


def _samples(scene: Scene) -> tuple[str, str]:
    """Return samples of certain and of open elements in a picture."""
    program, glyphs = scene.program, scene.glyphs
    bools = [var for var in program.bools if var.shown and var.sort.placed]
    if any(var.sort in (Sort.LINK, Sort.BORDER) for var in bools):
        return glyphs.strokes[4], glyphs.dashes[4] + f" or {OPEN}" * program.shows_values
    if not bools:
        return "a value", OPEN
    return glyphs.shape(scene.words[bools[0].name]), OPEN


def _near_changes(lines: Sequence[str], changed: Sequence[bool], dots: str) -> list[str]:
    """Return the lines near changed ones, with dots for the others."""
    out: list[str] = []
    for i, line in enumerate(lines):
        if any(changed[max(0, i - CONTEXT_LINES) : i + CONTEXT_LINES + 1]):
            out.append(line)
        elif not out or out[-1] != dots:
            out.append(dots)
    return out


def _difference_lists(
    program: Program, view: DifferenceView, drawn: Container[str]
) -> Iterator[tuple[str, list[str]]]:
    for var in program.bools:
        names = program.board.names(var.sort)
        for number, (only, _) in enumerate(view.bools(var)[1] if var.shown else (), 1):
            where = f"only in solution {number}"
            if only.any() and var.sort is Sort.PUZZLE:
                yield var.name, [f"true {where}"]
            elif only.any():
                yield f"{var.name}, {where}", [names[i] for i in np.flatnonzero(only)]
    for domain in program.domains.values():
        if domain.shown and domain.name not in drawn:
            names = program.board.names(domain.sort)
            x, y = (board.domains[domain.name] for board in view.solutions)
            texts = [*domain.values, "none"]  # the last for ABSENT, which is -1
            items = [
                f"{names[i]}={texts[x[i]]}/{texts[y[i]]}".removeprefix(f"{PUZZLE}=")
                for i in np.flatnonzero(x != y).tolist()
            ]
            if items:
                yield f"{domain.name}, in solution 1/2", items
