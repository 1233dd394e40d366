"""A request for puzzles made from rules: how many clues, where, and with which values."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.board import Sort
from nlc.errors import Source, UserError, fail, suggest
from nlc.generating.difficulty import DifficultyRequest, parse_wish
from nlc.generating.open.draft import Draft, places_of
from nlc.generating.open.formula import OpenFormula
from nlc.generating.open.look import DrawingWishes
from nlc.generating.open.shapes import declared_range, openings_of
from nlc.generating.open.symmetry import orbits
from nlc.generating.options import PLACING
from nlc.generating.shape import Shape
from nlc.ir.elaborate.opening import Opening
from nlc.ir.elaborate.program import elaborate
from nlc.language.builtins import SORTS
from nlc.language.inherit import Rules
from nlc.language.literals import bounds_of
from nlc.language.wishes import is_room, usual_symmetry
from nlc.loading import parse_puzzles

WIDEST = 5_000
"""Numbers at all elements of a given beyond which no more numbers are sought."""


class OpenRequest(Struct, frozen=True):
    """A request for puzzles made from rules.

    Attributes:
        low, high: the least and the most clues; `high` None: as few as are found.
        symmetry: of their places.
        minimal: whether no single clue may be removable.
        fewest: whether the clues are the fewest of their solution.
        difficulty: the requested difficulty.
    """

    low: int = 0
    high: int | None = None
    symmetry: str = "none"
    minimal: bool = False
    fewest: bool = False
    difficulty: DifficultyRequest = DifficultyRequest()


def request_of(
    options: Mapping[str, Any], shape: Shape, rules: Rules, look: DrawingWishes
) -> OpenRequest:
    """Return the request of some options; clues lie as usual if none is about their places.

    Raises:
        UserError: they exclude each other, or do not fit the board.
    """
    placed = options.keys() & {option.name for option in PLACING}
    any_places = shape.rectangle is None or look.one_clue_a_room or placed
    symmetry = options.get("symmetry", "none" if any_places else usual_symmetry(rules))
    rows, cols = shape.rectangle or (0, 1)
    if symmetry != "none" and shape.rectangle is None:
        raise fail("--symmetry is for whole boards of squares")
    if symmetry == "diagonal" and rows != cols:
        raise fail("--symmetry diagonal is for boards with as many rows as columns")
    low, high = _parse_range(options.get("clues"), shape.cells)
    request = OpenRequest(
        low,
        high,
        symmetry,
        options.get("minimal", False),
        options.get("fewest", False),
        parse_wish(options, [each.name for each in rules.techniques]),
    )
    if request.fewest and symmetry != "none":
        raise fail("--fewest and --symmetry exclude each other: clues go together")
    for name in ("minimal", "fewest"):
        if getattr(request, name) and high is not None:
            raise fail(f"--{name} and --clues exclude each other: as many go as can")
    return request


def _parse_range(text: str | None, cells: int) -> tuple[int, int | None]:
    """Return the least and the most clues of a text such as ``20..30`` or ``30%``."""
    if text is None:
        return 0, None
    found = re.fullmatch(r"(\d{1,6})(?:\.\.(\d{1,6}))?( ?%)?", text)
    low, high = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if low > high:
        raise fail(f"'{text}' is not a number of clues", hint="such as 20, 20..30, or 30..40%")
    if found and found[3]:
        low, high = -(-low * cells // 100), high * cells // 100
        if low > high:  # of few cells, such as 1 % of 25
            low = high = round((low + high) / 2)
    return low, high


def usual_settings(rules: Rules, look: DrawingWishes, shape: Shape) -> dict[str, str]:
    """Return the options that are a share of the columns, such as stars, as texts."""
    shares = {name: look.shares[name][1] for name in rules.options if name in look.shares}
    least = {name: bounds_of(rules.options[name].type, {})[0] for name in shares}
    columns = shape.board.cols
    return {name: str(max(least[name], int(share * columns))) for name, share in shares.items()}


# ---------- values and places ----------


def with_numbers(
    look: DrawingWishes, draft: Draft, drawn: bool
) -> tuple[DrawingWishes, OpenFormula]:
    """Return a look with the numbers that clues can have, and the formula of a draft with them.

    They are sought from the least one on, twice as many each time, while there is none or one in
    the last quarter. Of rooms or signs that are drawn others may allow more: all that were sought
    stay.

    Args:
        drawn: whether the draft has such rooms or signs.

    Raises:
        UserError: a given cannot be left open.
    """
    givens, wished = draft.genre.rules.givens, look.numbers
    while True:
        openings = openings_of(draft, look)
        formula = OpenFormula(draft.puzzle(), openings)
        possible: dict[str, list[int]] = {}
        for clue in formula.atoms:
            if givens[clue.given].type.kind == "range" and clue.given not in wished:
                possible.setdefault(clue.given, []).append(int(formula.text(clue)))
        wider: dict[str, tuple[int, int]] = {}
        for name, opening in openings.items():
            if givens[name].type.kind == "range" and name not in wished:
                low, most = declared_range(draft, givens[name])
                high = int((opening.values or [low])[-1])
                elements = draft.shape.board.count(Sort(givens[name].sort))
                end = min(most, 2 * high - low + 1, low + WIDEST // elements - 1)
                if 4 * max(possible.get(name, [high])) > low + 3 * high and end > high:
                    wider[name] = (low, end)
        if not wider:
            break
        formula.close()
        look = replace(look, numbers={**look.numbers, **wider})
    if not drawn:
        ends = {name: (min(numbers), max(numbers)) for name, numbers in possible.items()}
        look = replace(look, numbers={**look.numbers, **ends})
    return look, formula


def with_values(
    look: DrawingWishes, options: Mapping[str, Any], openings: Mapping[str, Opening], genre: str
) -> DrawingWishes:
    """Return a look with the values that clues may have.

    Args:
        openings: with all possible values.

    Raises:
        UserError: an option names a value that no clue can have, or no value is left.
    """
    every = [*dict.fromkeys(str(v) for each in openings.values() for v in each.values or ())]
    kept = set(every)
    for option in ("with", "without"):
        named = {text.strip() for text in options[option].split(",")} if option in options else None
        for text in sorted(named - set(every)) if named else ():
            near = None if text.isdigit() else suggest(text, every)
            hint = near or f"values: {_format_values(every)}"
            raise fail(f"--{option}: no clue of {genre} is '{text}'", hint=hint)
        if named is not None:
            kept = kept & named if option == "with" else kept - named
    if not kept and every:
        raise fail("--without leaves no value of a clue", hint=f"values: {_format_values(every)}")
    return look if len(kept) == len(every) else replace(look, values=frozenset(kept))


def _format_values(values: Sequence[str]) -> str:
    """Return values as a text: numbers as a range, then the others."""
    numbers = [value for value in values if value.isdigit()]
    others = [value for value in values if not value.isdigit()]
    ends = [f"{numbers[0]}..{numbers[-1]}"] if numbers else []
    return ", ".join([*ends, *others]) or "none"


def with_mask(
    look: DrawingWishes,
    mask: str | Sequence[str],
    shape: Shape,
    symmetry: str,
    sorts: Collection[Sort],
) -> DrawingWishes:
    """Return a look with the places where clues may be, as far as whole orbits are in the mask.

    Args:
        mask: a drawing, with ``.`` where no clue may be, or a puzzle with its clues at these
            places; as a text, or as its rows.
        sorts: of elements that have clues.

    Raises:
        UserError: it is neither, or for another board, or leaves no place for a clue.
    """
    text = mask if isinstance(mask, str) else "\n".join(mask)
    places = _mask_of_drawing(text, shape) or _mask_of_puzzle(text, shape)
    for sort, elements in places.items():
        orbit = orbits(shape.board, sort, symmetry)
        places[sort] = frozenset(each for each in elements if orbit(each) <= elements)
    if not any(places.get(sort) for sort in sorts):
        words = " and ".join(sorted(SORTS[sort.value] for sort in sorts)) or "nothing"
        raise fail("--mask leaves no place for a clue", hint=f"clues lie on {words}; {MASK}")
    return replace(look, places=places)


MASK = "'.' is where no clue may be, and any other sign where one may be"


def _mask_of_drawing(text: str, shape: Shape) -> dict[Sort, frozenset[int]] | None:
    """Return the elements of a drawing of the board, or None if it is not one."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    spaced = any(" " in line for line in lines)
    rows = [line.split() if spaced else list(line) for line in lines]
    sizes = [*map(len, rows)]
    if sizes == [*map(len, shape.rows)]:
        sort, places = Sort.CELL, np.stack([shape.board.row_of, shape.board.col_of], axis=1)
    elif shape.rectangle and sizes == [shape.rectangle[1] + 1] * (shape.rectangle[0] + 1):
        sort, places = Sort.VERTEX, places_of(shape.board, Sort.VERTEX)
    else:
        return None
    return {sort: frozenset(i for i, (r, c) in enumerate(places.tolist()) if rows[r][c] != ".")}


def _mask_of_puzzle(text: str, shape: Shape) -> dict[Sort, frozenset[int]]:
    """Return the elements with clues of a puzzle."""
    try:
        puzzles, _ = parse_puzzles(Source("mask", text), "auto")
    except UserError as error:
        if error.diagnostics[0].span is not None:  # of a puzzle
            raise
        raise fail(
            f"--mask is neither a drawing of {shape.name} nor a puzzle", hint=MASK
        ) from error
    if len(puzzles) != 1:
        raise fail(f"--mask holds {len(puzzles)} puzzles, and a mask is one")
    program, board = elaborate(puzzles[0]), shape.board
    cells = [(each.row_of.tolist(), each.col_of.tolist()) for each in (program.board, board)]
    if program.board.topology != board.topology or cells[0] != cells[1]:
        raise fail(f"the puzzle of --mask is not {shape.name}")
    out: dict[Sort, frozenset[int]] = {}
    for name, values in program.givens.items():
        if values and not is_room(puzzles[0].rules.givens[name]):
            sort = program.given_sorts[name]
            out[sort] = out.get(sort, frozenset()) | frozenset(values)
    return out
