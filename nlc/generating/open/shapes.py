"""Random drawings of the givens that cannot be left open: rooms, blocks, islands and arrows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from math import isqrt
from random import Random

import numpy as np

from nlc.board import Board, Sort
from nlc.errors import fail
from nlc.generating.open.draft import Draft
from nlc.generating.open.look import DrawingWishes, Rooms
from nlc.generating.open.symmetry import OrbitOf, draw_halves
from nlc.generating.shape import neighbours
from nlc.ir.elaborate.opening import Opening
from nlc.language import syntax as s
from nlc.language.literals import bounds_of, read_literal
from nlc.language.resolve import Rules
from nlc.language.wishes import is_room

SIGNS = 0.2
"""The share of cells with a sign, where the genre names none."""

RING = 8
"""Cells that lie round one: as many as on squares."""

MAX_LISTS = 150
"""The most possible lists of an open given: all those of a line of ten cells."""

ROOMS, STEALS = 50, 20
"""Drawings of rooms before their sizes are refused, and cells that small rooms take from others
in one drawing, for each cell of the board."""

SIDES = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


def openings_of(draft: Draft, look: DrawingWishes) -> dict[str, Opening]:
    """Return the givens that are left open, with their possible values and places.

    Raises:
        UserError: the possible values of a given are unknown.
    """
    rules, board = draft.genre.rules, draft.shape.board
    out: dict[str, Opening] = {}
    for name, given in rules.givens.items():
        type_ = given.type
        drawn = name in look.signs or (type_.kind == "side" and name not in look.full)
        if not given.optional or type_.kind == "bool" or drawn or name in look.closed:
            continue
        values: tuple[int | str, ...] | None = type_.names
        if type_.kind == "list":
            values = _lists(name, given, rules, board)
        elif type_.kind == "range":
            low, high = declared_range(draft, given)
            fewer, more = look.numbers.get(name, (low, board.rows + board.cols + max(low - 1, 0)))
            values = tuple(range(max(low, fewer), min(high, more) + 1))
        elif type_.kind == "name":
            if any(name in rules.names_in(var.type, var.over) for var in rules.vars.values()):
                message = f"'{name}' of {rules.name} names paths or regions of the solution"
                hint = f"methods of its own, if it has any: 'nlc generate {rules.name}'"
                raise fail(f"{message}, and cannot be left open", hint=hint)
            values = tuple(str(n) for n in range(1, max(board.rows, board.cols) + 1))
            values = tuple(_compared(rules, name)) or values
        elif type_.kind == "side":
            values = None
        elif type_.kind != "enum":
            raise fail(f"'{name}' of {rules.name} cannot be left open: it has no bounds")
        if values is not None and look.values is not None:
            values = tuple(v for v in values if str(v) in look.values)
        elements = look.within(Sort(given.sort), _places(draft, name, given, look))
        if values != () and elements != ():
            out[name] = Opening(values, elements)
    alone = not out and not draft.givens  # as where segments of a loop are the clues
    for name, given in rules.givens.items():
        chosen = name in look.full or (alone and name not in look.closed)
        if given.type.kind == "bool" and chosen:
            sort = Sort(given.sort)
            if elements := look.within(sort, range(board.count(sort))):
                out[name] = Opening(elements=elements)
    return out


def _compared(rules: Rules, name: str) -> dict[str, None]:
    """Return the texts with which the rules compare the names of a given, such as ``"╶"``."""
    out: dict[str, None] = {}
    for item in (*rules.checks.values(), *rules.rules.values(), *rules.lets.values()):
        for node in s.walk(item):
            match node:
                case s.Compare(left=s.Call(function=s.Ref(name=called)), right=right):
                    texts = (each.value for each in s.walk(right) if isinstance(each, s.Str))
                    out |= dict.fromkeys(texts if called == name else ())
    return out


def declared_range(draft: Draft, given: s.Given) -> tuple[int, int]:
    """Return the least and the greatest number of a given, by its type and the options."""
    options = draft.genre.rules.options.items()
    defaults = {name: read_literal(each.type, each.default, name) for name, each in options}
    return bounds_of(given.type, {**defaults, **draft.settings})


def _lists(name: str, given: s.Given, rules: Rules, board: Board) -> tuple[str, ...]:
    """Return the lists of runs that fit in a line, or in the ring of a cell.

    Raises:
        UserError: there are too many.
    """
    room = max(board.rows, board.cols) if given.sort == "line" else RING
    low, high = given.type.numbers or (0, room)
    found: list[list[int]] = [[]]
    for numbers in found:
        left = room - sum(numbers) - len(numbers)
        found += [[*numbers, number] for number in range(max(low, 1), min(high, left) + 1)]
        if len(found) > MAX_LISTS:
            message = f"'{name}' of {rules.name} cannot be left open: a line of {room} cells"
            message += f" has more than {MAX_LISTS} lists"
            raise fail(message, given.span, "try a smaller size")
    return tuple(",".join(map(str, numbers or [0])) for numbers in found if numbers or low == 0)


def _places(draft: Draft, name: str, given: s.Given, look: DrawingWishes) -> tuple[int, ...] | None:
    rules = draft.genre.rules
    signed = [given] if given.type.kind != "side" else rules.givens.values()
    for other in signed:  # an open direction is that of a sign, such as a circle
        if other.otherwise is not None and rules.givens[other.otherwise.name].type.kind == "bool":
            return tuple(draft.givens[other.otherwise.name])
    sides = [n for n, other in rules.givens.items() if other.type.kind == "side"]
    if sides and given.sort == "cell" and sides[0] in draft.givens:
        return tuple(draft.givens[sides[0]])
    if name in look.one_clue_a_room:
        rooms = draft.givens[look.one_clue_a_room[name]]
        first = {room: cell for cell, room in sorted(rooms.items(), reverse=True)}
        return tuple(sorted(first.values()))
    if name in look.rim:
        return tuple(np.flatnonzero(~draft.shape.board.border_inner).tolist())
    if given.sort == "link":  # a mark names a link by the border that it crosses
        return tuple(np.flatnonzero(draft.shape.board.link_border >= 0).tolist())
    return None


def draw_givens(draft: Draft, look: DrawingWishes, rng: Random, orbit_of: OrbitOf) -> Draft:
    """Return a draft with random rooms and signs.

    Raises:
        UserError: every element needs a value of a given that cannot be drawn.
    """
    board, givens = draft.shape.board, draft.genre.rules.givens
    if look.middles:
        sorts = [Sort(givens[name].sort) for name in look.middles]
        draft = draft.with_halves(draw_halves(board, sorts, rng), look.middles)
    # A removed clue leaves a sign, so signs are drawn first; of two conditions, the first.
    left = {
        name if given.type.kind == "bool" else given.otherwise.name
        for name, given in givens.items()
        if given.otherwise is not None and given.type.kind != "side"
    }
    for name, given in givens.items():
        if is_room(given):
            drawn = dict(draft.shape.rooms).get(name)
            rooms = drawn or map(room_name, draw_rooms(board, look.rooms.get(name, Rooms()), rng))
            draft = draft.with_given(name, dict(enumerate(rooms)))
        elif given.type.kind == "side" and name not in look.full:
            every = range(board.count(Sort.CELL))
            chosen = _draw_signs(board, name, look, rng, orbit_of) if given.optional else every
            draft = draft.with_given(name, {c: random_side(board, c, rng) for c in sorted(chosen)})
        elif name in look.shares or name in left:
            signs = _draw_signs(board, name, look, rng, orbit_of)
            draft = draft.with_given(name, dict.fromkeys(signs, "true"))
        elif name in look.signs:
            inner = board.border_inner if given.sort == "border" else [False] * len(board.row_of)
            places = [i for i, is_inner in enumerate(inner) if not is_inner]
            rng.shuffle(places)
            values = (given.type.names or ("true",)) * rng.randint(*look.signs[name])
            draft = draft.with_given(name, dict(zip(places, values, strict=False)))
        elif name in look.rooms:
            places = draw_rooms(board, look.rooms[name], rng)
            draft = draft.with_given(name, dict(enumerate(map(str, places))))
        elif not given.optional and given.type.kind != "bool":
            message = f"every {given.sort} needs a '{name}', which cannot be drawn at random"
            hint = f"give it a type with '?', and write 'generate {{ {name}: all; }}'"
            raise fail(message, given.span, hint)
    return draft


def _draw_signs(
    board: Board, name: str, look: DrawingWishes, rng: Random, orbit_of: OrbitOf
) -> list[int]:
    """Return random cells, by the share of the look."""
    count = board.count(Sort.CELL)
    cells = [*(look.within(Sort.CELL, range(count)) or ())]
    wanted = round(look.thinned * look.share(name, rng, SIGNS) * count)
    rng.shuffle(cells)
    chosen: set[int] = set()
    for cell in cells:
        if len(chosen) >= wanted:
            break
        if signs_fit(board, look.layouts.get(name, ""), more := chosen | orbit_of(name, cell)):
            chosen = more
    return sorted(chosen)


def signs_fit(board: Board, layout: str, signs: Collection[int]) -> bool:
    """Return whether the cells with a sign lie as `DrawingWishes.layouts` says."""
    free = np.ones(board.count(Sort.CELL), np.bool_)
    free[[*signs]] = False
    beside = neighbours(board) if layout else []
    if layout != "runs":
        return all(free[beside[cell]].all() for cell in signs if layout)
    runs = np.split(board.lines.cell[board.lines.order], board.lines.indptr[1:-1])
    alone = [(on[1:-1] > on[:-2] | on[2:]).any() for on in (np.pad(free[run], 1) for run in runs)]
    return not any(alone) and is_connected(np.flatnonzero(free).tolist(), beside)


def random_side(board: Board, cell: int, rng: Random) -> str:
    """Return a random side of a cell, with a cell behind it if there is one."""
    row, col = int(board.row_of[cell]), int(board.col_of[cell])
    inside = [
        side
        for side, (down, right) in SIDES.items()
        if 0 <= row + down < board.rows and 0 <= col + right < board.cols
    ]
    return rng.choice(inside or list(SIDES))


def room_name(room: int) -> str:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    if room >= 27 * 26:
        return f"{letters[room % 26]}{room // 26}"
    return letters[room] if room < 26 else letters[room // 26 - 1].lower() + letters[room % 26]


# ---------- rooms ----------


def draw_rooms(board: Board, look: Rooms, rng: Random) -> list[int]:
    """Return the room of each cell, numbered from 0 in the order of their first cells.

    Of a path, the place in it: those of the first are 101, 102, and so on.

    Raises:
        UserError: no rooms of these sizes are found.
    """
    cells = board.count(Sort.CELL)
    low, high = look.low, look.high
    if look.form == "boxes":
        found = _equal_boxes(board)
    elif look.form == "as many as rows":
        found = _grow_together(board, rng, board.rows)
    else:
        rectangles = look.form == "rectangles" and board.topology == "square"
        paths = look.form == "paths"
        draw = _grow_paths if paths else _cut_rectangles if rectangles else _grow_rooms
        for _ in range(ROOMS if -(-cells // high) * low <= cells else 0):
            found = draw(board, rng, low, high)
            sizes = Counter(n // 100 if paths else n for n in found)
            if all(low <= size <= high for size in sizes.values()):
                break
        else:
            kind = "rectangles" if rectangles else "paths" if paths else "rooms"
            message = f"no {kind} of {low}..{high} cells are found that fill a board of {cells}"
            raise fail(message, hint="try another size")
        if paths:
            return found
    number: dict[int, int] = {}
    return [number.setdefault(room, len(number)) for room in found]


def _equal_boxes(board: Board) -> list[int]:
    """Return boxes of as many cells as a row has, as square as possible.

    Raises:
        UserError: they would be the rows.
    """
    wide, high = board.cols, board.rows
    tall = next(n for n in range(isqrt(wide), 0, -1) if wide % n == high % n == 0)
    broad = wide // tall
    if tall == 1 < board.rows:
        hint = "try a size such as 4x4, 6x6 or 9x9; or draw the boxes: --board FILE"
        raise fail(f"the boxes of a board of {wide}x{high} would be its rows", hint=hint)
    rows, cols = board.row_of // tall, board.col_of // broad
    return [*(rows * (wide // broad) + cols)]


def _cut_rectangles(board: Board, rng: Random, low: int, high: int) -> list[int]:
    """Return rectangles, by cuts through larger ones, of which few leave long strips."""

    def fills(area: int) -> bool:
        return -(-area // high) * low <= area

    out = np.zeros((board.rows, board.cols), np.int32)
    todo, done = [(0, 0, board.rows, board.cols)], 0
    while todo:
        top, left, rows, cols = todo.pop()
        area = rows * cols
        ways = [
            (upright, at, min(at, long - at, wide))
            for upright, long, wide in ((True, cols, rows), (False, rows, cols))
            for at in range(1, long)
            if fills(at * wide) and fills((long - at) * wide)
        ]
        if area <= high and (area < 2 * low or not ways or rng.random() < 0.6):
            out[top : top + rows, left : left + cols] = done
            done += 1
            continue
        ways = ways or [(cols >= rows, max(rows, cols) // 2, 1)]
        ((upright, at, _),) = rng.choices(ways, [thin**2 for *_, thin in ways])
        if upright:
            todo += [(top, left, rows, at), (top, left + at, rows, cols - at)]
        else:
            todo += [(top, left, at, cols), (top + at, left, rows - at, cols)]
    return [*out[board.row_of, board.col_of]]


def _grow_together(board: Board, rng: Random, count: int) -> list[int]:
    """Return a number of rooms that grow at once; the smallest of them is next."""
    cells, beside = board.count(Sort.CELL), neighbours(board)
    room = [-1] * cells
    members = [[cell] for cell in rng.sample(range(cells), min(count, cells))]
    for i, (cell,) in enumerate(members):
        room[cell] = i
    while True:
        growing = []
        for i, own in enumerate(members):
            free = [d for c in own for d in beside[c] if room[d] < 0]
            if free:
                growing.append((len(own) + 3 * rng.random(), i, free))
        if not growing:
            return room
        _, i, free = min(growing)
        cell = rng.choice(free)
        room[cell] = i
        members[i].append(cell)


def _grow_rooms(board: Board, rng: Random, low: int, high: int) -> list[int]:
    """Return rooms that grow cell by cell; those with too few cells join others, or take some."""
    cells, beside = board.count(Sort.CELL), neighbours(board)
    room = [-1] * cells
    for number in range(cells):
        free = [c for c in range(cells) if room[c] < 0]
        if not free:
            break
        # First at cells with few free neighbours, so that few cells are cut off.
        start = min(free, key=lambda c: (sum(room[d] < 0 for d in beside[c]), rng.random()))
        own, size = [start], rng.randint(low, high)
        room[start] = number
        while len(own) < size:
            edge = sorted({d for c in own for d in beside[c] if room[d] < 0})
            if not edge:
                break
            chosen = rng.choice(edge)
            room[chosen] = number
            own.append(chosen)
    for _ in range(STEALS * cells):
        sizes = [room.count(number) for number in range(max(room) + 1)]
        small = [number for number, size in enumerate(sizes) if 0 < size < low]
        if not small:
            break
        number = rng.choice(small)
        edge = sorted({d for c in range(cells) if room[c] == number for d in beside[c]})
        edge = [d for d in edge if room[d] != number]
        joined = [d for d in edge if sizes[room[d]] + sizes[number] <= high]
        if joined:
            least = min(joined, key=lambda d: (sizes[room[d]], rng.random()))
            other = room[least]
            room = [other if each == number else each for each in room]
            continue
        loose = [d for d in edge if _holds_without(room, d, beside)]
        spare = [d for d in loose if sizes[room[d]] > low]
        if not loose:
            break
        room[rng.choice(spare or loose)] = number
    return room


def _grow_paths(board: Board, rng: Random, low: int, high: int) -> list[int]:
    """Return the place of each cell in its path, which grows where few free cells are."""
    place, beside, path = [0] * board.count(Sort.CELL), neighbours(board), 0

    def next_of(cells: Iterable[int]) -> int | None:
        free = (
            (sum(not place[d] for d in beside[c]), rng.random(), c) for c in cells if not place[c]
        )
        return min(free, default=(0, 0.0, None))[2]

    while (cell := next_of(range(len(place)))) is not None:
        own, size, path = list[int](), rng.randint(low, high), path + 100
        while cell is not None and len(own) < size:
            place[cell] = path
            own.append(cell)
            cell = next_of(beside[cell])
        for i, each in enumerate(own if rng.random() < 0.5 else own[::-1], 1):
            place[each] = path + i
    return place


def _holds_without(room: list[int], cell: int, beside: list[list[int]]) -> bool:
    """Return whether the room of a cell is in one piece, and not empty, without it."""
    return is_connected([c for c, r in enumerate(room) if r == room[cell] and c != cell], beside)


def is_connected(cells: Collection[int], beside: list[list[int]]) -> bool:
    """Return whether there are some cells, all of which are connected."""
    left, todo = set(cells), list(cells)[:1]
    while todo:
        near = left.intersection(beside[todo.pop()])
        left -= near
        todo += near
    return len(cells) > 0 and not left.difference(list(cells)[:1])


def cells_at(board: Board, places: Iterable[tuple[Sort, int]]) -> set[int]:
    """Return the cells at or next to some elements, or all cells if there are none."""
    out: set[int] = set()
    for sort, element in dict.fromkeys(places):
        if sort is Sort.CELL:
            out.add(element)
        elif sort is Sort.LINK:
            out.update(board.link_cells[element].tolist())
        elif sort is Sort.BORDER:
            out.update(board.border_cells[element].tolist())
        elif sort is Sort.VERTEX:
            out.update(board.vertex_cells.row(element).tolist())
    return {cell for cell in out if cell >= 0} or set(range(board.count(Sort.CELL)))
