"""Changes of a random drawing: rooms are cut, joined or shifted, signs added or removed."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from nlc.board import Board, Sort
from nlc.generating.open.draft import Draft
from nlc.generating.open.look import DrawingWishes, Rooms
from nlc.generating.open.shapes import is_connected, random_side, room_name, signs_fit
from nlc.generating.open.symmetry import OrbitOf, redraw_halves
from nlc.generating.shape import neighbours
from nlc.language.wishes import is_room


def change_draft(
    draft: Draft, look: DrawingWishes, near: Collection[int], rng: Random, orbit_of: OrbitOf
) -> Draft | None:
    """Return a draft with one to three changes at or next to some cells, or None."""
    found: Draft | None = draft
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
        found = found and _mutate_given(found, look, near, rng, orbit_of)
    return found


def _mutate_given(
    draft: Draft, look: DrawingWishes, near: Collection[int], rng: Random, orbit_of: OrbitOf
) -> Draft | None:
    givens = draft.genre.rules.givens
    if look.middles:
        sorts = [Sort(givens[name].sort) for name in look.middles]
        cell = rng.choice(sorted(near))
        regions = redraw_halves(draft.shape.board, sorts, draft.halves, cell, rng)
        return draft.with_halves(regions, look.middles)
    fixed = {name for name, rooms in look.rooms.items() if rooms.form in ("boxes", "paths")}
    fixed |= dict(draft.shape.rooms).keys() | look.signs.keys()
    names = [name for name in draft.givens if is_room(givens[name]) or draft.givens[name]]
    names = [name for name in names if name not in fixed]
    if not names:
        return None
    name = rng.choice(names)
    cell = rng.choice(sorted(near))
    values = dict(draft.givens[name])
    board = draft.shape.board
    if is_room(givens[name]):
        rooms = _mutate_rooms(board, values, cell, look.rooms.get(name, Rooms()), rng)
        return None if rooms is None else draft.with_given(name, rooms)
    sides = givens[name].type.kind == "side"
    at = cell if rng.random() < 0.7 else rng.choice([*sorted(values), cell])
    changed = orbit_of(name, at)
    beside = neighbours(board)
    shifts = [d for c in beside[at] for d in beside[c] if (d in values) != (at in values)]
    if shifts and rng.random() < 0.5:  # to a cell of the same colour of a chessboard
        changed |= orbit_of(name, rng.choice(shifts))
    for each in look.within(Sort.CELL, changed) or ():
        if each in values and not (sides and rng.random() < 0.5):
            del values[each]
        else:
            values[each] = random_side(board, each, rng) if sides else "true"
    if not values or not signs_fit(board, look.layouts.get(name, ""), values):
        return None
    return draft.with_given(name, dict(sorted(values.items())))


def _mutate_rooms(
    board: Board, rooms: dict[int, str], cell: int, look: Rooms, rng: Random
) -> dict[int, str] | None:
    """Return rooms with one of them cut, two joined, or a cell moved from one to another."""
    beside = neighbours(board)
    low, high = look.low, look.high
    own = [c for c, room in rooms.items() if room == rooms[cell]]
    others = sorted({rooms[d] for c in own for d in beside[c]} - {rooms[cell]})
    kind = rng.choice(("cut", "join", "shift", "shift"))
    if look.form == "as many as rows":
        kind = "shift"
    elif look.form == "rectangles" and kind == "shift":
        kind = "cut"
    if kind == "cut":
        part = _cut_part(board, own, cell, look, beside, rng)
        if part is None or min(len(part), len(own) - len(part)) < low:
            return None
        used = set(rooms.values())
        fresh = next(room_name(n) for n in range(len(used) + 1) if room_name(n) not in used)
        return rooms | dict.fromkeys(part, fresh)
    if not others:
        return None
    if kind == "join":
        other = rng.choice(others)
        joined = [c for c, room in rooms.items() if room in (rooms[cell], other)]
        if len(joined) > high or (look.form == "rectangles" and not _is_rectangle(board, joined)):
            return None
        return rooms | dict.fromkeys(joined, other)
    edge = [(c, rooms[d]) for c in {cell, *beside[cell]} for d in beside[c] if rooms[d] != rooms[c]]
    if not edge:
        return None
    moved, other = rng.choice(sorted(edge))
    left = [c for c, room in rooms.items() if room == rooms[moved] and c != moved]
    size = sum(room == other for room in rooms.values()) + 1
    bounded = look.form == "as many as rows" or (len(left) >= low and size <= high)
    if not bounded or not is_connected(left, beside):
        return None
    return {**rooms, moved: other}


def _cut_part(
    board: Board, own: list[int], cell: int, look: Rooms, beside: list[list[int]], rng: Random
) -> list[int] | None:
    """Return the part of a room on one side of a cut, or None if there is no such cut."""
    if look.form == "rectangles":
        axis = rng.choice((board.row_of, board.col_of))
        low, high = (int(end(axis[own])) for end in (min, max))
        if low == high:
            return None
        at = rng.randint(low + 1, high)
        return [c for c in own if axis[c] >= at]
    part = [cell]
    while len(part) < len(own) // 2:
        edge = sorted({d for c in part for d in beside[c] if d in own} - set(part))
        part.append(rng.choice(edge))
    rest = [c for c in own if c not in part]
    return part if is_connected(rest, beside) else None


def _is_rectangle(board: Board, cells: list[int]) -> bool:
    rows, cols = {int(board.row_of[c]) for c in cells}, {int(board.col_of[c]) for c in cells}
    return (max(rows) - min(rows) + 1) * (max(cols) - min(cols) + 1) == len(cells)
