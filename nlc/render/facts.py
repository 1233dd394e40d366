"""What solutions share and where they differ, in the terminal."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

import numpy as np

from nlc.board import Sort
from nlc.ir.backbone import Backbone, shown_values
from nlc.ir.nodes import ABSENT, Assignment, BoolVar, Program
from nlc.language.builtins import PUZZLE
from nlc.render.compose import Pictures, compose
from nlc.render.glyphs import STYLES, Glyphs
from nlc.render.labels import mark_words
from nlc.render.rooms import read_rooms
from nlc.render.text import fold_list, single_values, undrawn
from nlc.render.view import FIRST, OPEN, SECOND, BackboneView, Difference, View, part

AROUND = 2
"""Lines of a picture that are shown above and below one where boards differ."""

NAMED = 24
"""Elements that are listed by name before the rest is only counted."""


def render_facts(program: Program, facts: Backbone, *, style: str, color: bool) -> str:
    """Return a picture of what all solutions share: drawn, not drawn (blank), and open.

    A backbone that is not complete shows what is open; of the rest nothing is known. What a picture
    has no place for is listed below it.
    """
    view = BackboneView(facts)
    pictures = _pictures(program, view, STYLES[style])
    out = pictures.lines(color)
    if out:
        certain, sample = _samples(program, STYLES[style])
        if facts.complete:
            out.append(f"{certain} in all solutions   {sample} in some   blank: in none")
        else:
            out.append(f"{sample} in some solutions, not in all   blank: not known")
    for name, items in (
        *_fact_lists(program, facts, view),
        *single_values(program, view, STYLES[style]),
    ):
        out += fold_list(name, items)
    return "\n".join(out)


def facts_sentence(program: Program, facts: Backbone) -> str:
    """Return in a sentence how much is certain."""
    total = shown_values(program)
    what = _noun(program)
    if facts.complete:
        return f"{total - facts.open} of {total} {what} are certain"
    return f"at least {facts.open} of {total} {what} are open"


def render_difference(
    program: Program, one: Assignment, two: Assignment, *, style: str, color: bool
) -> str:
    """Return pictures of the parts of a board where two solutions differ, and lists.

    What both draw is drawn as ever; what only one draws is marked by a letter for each solution,
    and a cell whose values differ shows both. Lines far from any difference are left out. See
    `render_facts` for the arguments.
    """
    out: list[str] = []
    pictures = _pictures(program, Difference(one, two), STYLES[style])
    for title, canvas in pictures.canvases:
        out += [f"{title}:"] * (len(pictures.canvases) > 1)
        out += _near(canvas.lines(color), canvas.changed(), "…" if style == "unicode" else "...")
    out += pictures.legend
    drawn = read_rooms(program, (one, two)).names if out else frozenset()
    if out and (any(var.shown for var in program.bools) or not drawn.isdisjoint(program.domains)):
        out.append(f"{FIRST} only in solution 1   {SECOND} only in solution 2")
    for name, items in _difference_lists(program, one, two, drawn):
        shown = items if len(items) <= NAMED else [*items[:NAMED], f"and {len(items) - NAMED} more"]
        out += fold_list(name, shown)
    return "\n".join(out)


def _pictures(program: Program, view: View, glyphs: Glyphs) -> Pictures:
    return Pictures() if program.board.topology == "graph" else compose(program, view, glyphs)


def _samples(program: Program, glyphs: Glyphs) -> tuple[str, str]:
    """Return what is drawn for what is certain, and for what is open."""
    bools = [var for var in program.bools if var.shown and var.sort.placed]
    if any(var.sort in (Sort.LINK, Sort.BORDER) for var in bools):
        return glyphs.strokes[4], glyphs.dashes[4] + f" or {OPEN}" * program.shows_values
    if not bools:
        return "a value", OPEN
    return glyphs.shape(mark_words(program)[bools[0].name]), OPEN


def _near(lines: Sequence[str], changed: Sequence[bool], dots: str) -> list[str]:
    """Return the lines near those that have changed, dots in place of the others."""
    out: list[str] = []
    for i, line in enumerate(lines):
        if any(changed[max(0, i - AROUND) : i + AROUND + 1]):
            out.append(line)
        elif not out or out[-1] != dots:
            out.append(dots)
    return out


def _fact_lists(program: Program, facts: Backbone, view: View) -> Iterator[tuple[str, list[str]]]:
    for var, listed, title in undrawn(program, view):
        names = program.board.names(var.sort)
        if isinstance(var, BoolVar):
            is_open = facts.open_bools[part(var)] & listed
            certain = np.flatnonzero(facts.first.bools[part(var)] & listed & ~is_open)
            items = [names[i] for i in certain]
        else:
            is_open = facts.open_domains[var.name] & listed
            values = facts.first.domains[var.name]
            same = np.flatnonzero(~is_open & listed & (values != ABSENT)).tolist()
            items = [f"{names[i]}={var.values[values[i]]}" for i in same]
        if facts.complete:
            yield f"{title}, in all solutions", items
        yield f"{title}, in some", [names[i] for i in np.flatnonzero(is_open)]


def _difference_lists(
    program: Program, one: Assignment, two: Assignment, drawn: Container[str]
) -> Iterator[tuple[str, list[str]]]:
    for var in program.bools:
        if var.shown:
            names = program.board.names(var.sort)
            a, b = one.bools[part(var)], two.bools[part(var)]
            for number, only in ((1, a & ~b), (2, b & ~a)):
                if only.any():
                    items = [names[i] for i in np.flatnonzero(only)]
                    where = f"only in solution {number}"
                    if var.sort is Sort.PUZZLE:
                        yield var.name, [f"true {where}"]
                    else:
                        yield f"{var.name}, {where}", items
    for domain in program.domains.values():
        if domain.shown and domain.name not in drawn:
            names = program.board.names(domain.sort)
            x, y = one.domains[domain.name], two.domains[domain.name]
            texts = [*domain.values, "none"]  # the last for ABSENT, which is -1
            items = [
                f"{names[i]}={texts[x[i]]}/{texts[y[i]]}".removeprefix(f"{PUZZLE}=")
                for i in np.flatnonzero(x != y).tolist()
            ]
            if items:
                yield f"{domain.name}, in solution 1/2", items


def _noun(program: Program) -> str:
    """Return what the shown values belong to, in the plural."""
    sorts = [var.sort for var in program.bools if var.shown]
    sorts += [domain.sort for domain in program.domains.values() if domain.shown]
    return f"{sorts[0].value}s" if sorts in ([Sort.CELL], [Sort.LINK], [Sort.BORDER]) else "values"
