"""What solutions share and where they differ, in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from nlc.arrays import Bools
from nlc.board.board import Board, Sort
from nlc.ir.nodes import ABSENT, Assignment, BoolVar, Program
from nlc.render.borders import draw_borders
from nlc.render.canvas import Chars
from nlc.render.clues import read_clues, tints
from nlc.render.glyphs import STYLES, Marked
from nlc.render.links import draw_links
from nlc.render.text import fold_list
from nlc.solve.backbone import Backbone, shown_values

AROUND = 2
"""Lines of a picture that are shown above and below one where boards differ."""

NAMED = 24
"""Elements that are listed by name before the rest is only counted."""

_FIRST, _SECOND = "x", "o"


def render_facts(program: Program, facts: Backbone, *, style: str, color: bool) -> str:
    """Return a picture of what all solutions share: drawn, not drawn (blank), and open.

    A backbone that is not complete shows what is open; of the rest nothing is known. What a picture
    has no place for is listed below it.

    Args:
        program: the puzzle.
        facts: the backbone of its solutions.
        style: ``unicode`` or ``ascii``.
        color: whether to write ANSI colours.
    """
    glyphs = STYLES[style]
    out: list[str] = []
    for var in _drawn(program):
        is_open = facts.open_bools[_part(var)]
        certain = facts.first.bools[_part(var)] & ~is_open & facts.complete
        out += _picture(program, var, style, color, certain, [(is_open, glyphs.dashes)])
    sample = glyphs.dashes[4]
    if out and facts.complete:
        out.append(f"{glyphs.strokes[4]} in all solutions   {sample} in some   blank: in none")
    elif out:
        out.append(f"{sample} in some solutions, not in all   blank: not known")
    for name, items in _fact_lists(program, facts):
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

    What both draw is drawn as ever; what only one draws is marked by a letter for each solution.
    Lines far from any difference are left out. See `render_facts` for the arguments.
    """
    out: list[str] = []
    dots = "…" if style == "unicode" else "..."
    for var in _drawn(program):
        a, b = one.bools[_part(var)], two.bools[_part(var)]
        marked = [(a & ~b, _all_arms(_FIRST)), (b & ~a, _all_arms(_SECOND))]
        plain = _picture(program, var, style, False, a & b, [])
        drawn = _picture(program, var, style, False, a & b, marked)
        painted = _picture(program, var, style, color, a & b, marked) if color else drawn
        changed = [new != old for new, old in zip(drawn, plain, strict=True)]
        out += _near(painted, changed, dots)
    if out:
        out.append(f"{_FIRST} only in solution 1   {_SECOND} only in solution 2")
    for name, items in _difference_lists(program, one, two):
        shown = items if len(items) <= NAMED else [*items[:NAMED], f"and {len(items) - NAMED} more"]
        out += fold_list(name, shown)
    return "\n".join(out)


def _near(lines: Sequence[str], changed: Sequence[bool], dots: str) -> list[str]:
    """Return the lines near those that have changed, dots in the place of the others."""
    out: list[str] = []
    for i, line in enumerate(lines):
        if any(changed[max(0, i - AROUND) : i + AROUND + 1]):
            out.append(line)
        elif not out or out[-1] != dots:
            out.append(dots)
    return out


def _picture(
    program: Program,
    var: BoolVar,
    style: str,
    color: bool,
    chosen: Bools,
    marked: Sequence[Marked],
) -> list[str]:
    """Return the lines of a picture of one variable; there is always room for marks."""
    glyphs = STYLES[style]
    clues = read_clues(program, program.given_sorts, glyphs.mark)
    draw = draw_borders if var.sort is Sort.BORDER else draw_links
    nothing = (np.zeros_like(chosen), glyphs.dashes)
    colors = tints(program, None, clues)
    canvas = draw(program.board, glyphs, clues, colors, chosen, [nothing, *marked])
    return canvas.lines(color)


def _drawn(program: Program) -> list[BoolVar]:
    """Return the variables that are drawn, of a board that is."""
    if program.board.topology == "graph":
        return []
    return [v for v in program.bools if v.shown and v.sort in (Sort.LINK, Sort.BORDER)]


def _listed(program: Program) -> Iterator[tuple[BoolVar, Bools, str]]:
    """Yield the shown booleans that no picture shows: variable, elements, and title of the list."""
    drawn = _drawn(program)
    for var in program.bools:
        if not var.shown:
            continue
        if var not in drawn:
            yield var, np.ones(var.size, np.bool_), var.name
        elif var.sort is Sort.LINK and (warps := _warps(program.board)).any():
            yield var, warps, f"{var.name} (warps)"


def _warps(board: Board) -> Bools:
    return np.asarray(board.link_border < 0)


def _fact_lists(program: Program, facts: Backbone) -> Iterator[tuple[str, list[str]]]:
    board = program.board
    for var, listed, title in _listed(program):
        names = board.names(var.sort)
        is_open = facts.open_bools[_part(var)] & listed
        if facts.complete:
            certain = facts.first.bools[_part(var)] & listed & ~is_open
            yield f"{title}, in all solutions", [names[i] for i in np.flatnonzero(certain)]
        yield f"{title}, in some", [names[i] for i in np.flatnonzero(is_open)]
    for domain in program.domains.values():
        if domain.shown:
            names = board.names(domain.sort)
            unknown = facts.open_domains[domain.name]
            values = facts.first.domains[domain.name]
            if facts.complete:
                same = np.flatnonzero(~unknown & (values != ABSENT)).tolist()
                items = [f"{names[i]}={domain.values[values[i]]}" for i in same]
                yield f"{domain.name}, in all solutions", items
            yield f"{domain.name}, open", [names[i] for i in np.flatnonzero(unknown)]


def _difference_lists(
    program: Program, one: Assignment, two: Assignment
) -> Iterator[tuple[str, list[str]]]:
    for var in program.bools:
        if var.shown:
            names = program.board.names(var.sort)
            a, b = one.bools[_part(var)], two.bools[_part(var)]
            for number, only in ((1, a & ~b), (2, b & ~a)):
                if only.any():
                    items = [names[i] for i in np.flatnonzero(only)]
                    yield f"{var.name}, only in solution {number}", items
    for domain in program.domains.values():
        if domain.shown:
            names = program.board.names(domain.sort)
            x, y = one.domains[domain.name], two.domains[domain.name]
            texts = [*domain.values, "none"]  # the last for ABSENT, which is -1
            items = [
                f"{names[i]}={texts[x[i]]}/{texts[y[i]]}" for i in np.flatnonzero(x != y).tolist()
            ]
            if items:
                yield f"{domain.name}, in solution 1/2", items


def _noun(program: Program) -> str:
    """Return what the shown values belong to, in the plural."""
    sorts = [var.sort for var in program.bools if var.shown]
    sorts += [domain.sort for domain in program.domains.values() if domain.shown]
    return f"{sorts[0].value}s" if sorts in ([Sort.CELL], [Sort.LINK], [Sort.BORDER]) else "values"


def _part(var: BoolVar) -> slice:
    return slice(var.base, var.base + var.size)


def _all_arms(char: str) -> Chars:
    return np.full(256, char, dtype="<U1")
