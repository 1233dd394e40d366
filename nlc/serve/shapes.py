"""Holes and walls of a drawn board as changes of its text."""

from __future__ import annotations

import re
from functools import partial

from nlc.board import Sort
from nlc.board.draw import DrawnBoard
from nlc.board.drawing import Drawing, read
from nlc.errors import fail
from nlc.language import syntax as s
from nlc.language.resolve import Puzzle
from nlc.serve.requests import Edit
from nlc.serve.texts import before_end, put, redrawn, without

_CELL = re.compile(r"r([1-9][0-9]*)c([1-9][0-9]*)")


def hole(text: str, puzzle: Puzzle, drawn: DrawnBoard, edit: Edit) -> str:
    """Return the text with a hole where a cell was, or a cell where a hole was."""
    if puzzle.literal is None or drawn.plan is None:
        raise fail("a graph has no holes")
    plan = drawn.plan
    row, col = row_col(edit.element)
    at = [
        i
        for i in range(len(plan.hole))
        if (int(plan.drawing.row[i]) + 1, int(plan.drawing.col[i]) + 1) == (row, col)
    ]
    if not at:
        raise fail(f"the drawing has no place {edit.element}")
    (token,) = at
    there = bool(plan.hole[token])
    wanted = not there if edit.step else bool(edit.value)
    if wanted == there:
        return text
    sorts = {name: given.sort for name, given in puzzle.rules.givens.items()}
    for literal in (puzzle.literal, *puzzle.drawings):
        if literal.name is not None and sorts[literal.name.name] != "cell":
            continue
        drawing = read(literal)
        new = "#" if wanted else _filler(puzzle, drawing, token, literal)
        text = redrawn(text, drawing, partial(replaced, token, new))
    return text


def _filler(puzzle: Puzzle, drawing: Drawing, token: int, literal: s.BoardLiteral) -> str:
    """Return the token of a new cell: empty, or as its neighbour where each cell has one."""
    given = None if literal.name is None else puzzle.rules.givens[literal.name.name]
    if given is None or given.optional or given.type.kind == "bool":
        return "."
    near = sorted(range(len(drawing.token)), key=lambda i: abs(i - token))
    texts = (drawing.text(i) for i in near)
    return next((text for text in texts if text not in (".", "#")), ".")


def wall(text: str, puzzle: Puzzle, drawn: DrawnBoard, edit: Edit) -> str:
    """Return the text with a wall between two cells, or without it."""
    if drawn.plan is None:
        raise fail("a graph has no walls: list exactly the links that it has")
    cells = re.split(r"[-|]", edit.element)
    pair = frozenset(cells)
    walls = {
        frozenset((one.text, other.text)): (each, (one, other))
        for each in puzzle.walls
        for one, other in each.pairs
    }
    wanted = pair not in walls if edit.step else bool(edit.value)
    if wanted == (pair in walls):
        return text
    if not wanted:
        statement, gone = walls[pair]
        left = [
            f"{one.text}|{other.text}" for one, other in statement.pairs if (one, other) != gone
        ]
        if not left:
            return without(text, statement.span)
        return put(text, statement.span, f"wall {', '.join(left)};")
    found = drawn.board.find("|".join(cells)) if len(pair) == 2 else None
    if found is None or found[0] is not Sort.BORDER:
        raise fail(f"a wall stands between two neighbours, and '{edit.element}' is not that")
    said = f"wall {'|'.join(cells)};"
    return before_end(text, puzzle.tree.span, said)


def replaced(token: int, new: str, i: int, old: str) -> str:
    """Return the text of token `i`: a new one, if it is the one in question."""
    return new if i == token else old


def row_col(name: str) -> tuple[int, int]:
    """Return the row and the column, from 1, of a place of the drawing.

    Raises:
        UserError: it is not one.
    """
    found = _CELL.fullmatch(name)
    if found is None:
        raise fail(f"'{name}' is not a place of the drawing such as r1c2")
    return int(found[1][:9]), int(found[2][:9])
