"""Labels of cells and corners in a picture: clues, and decided values."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np
from msgspec import Struct, field

from nlc.arrays import Bools, Ints
from nlc.board import GRAPH, Board, Sort
from nlc.graph import components
from nlc.ir.nodes import ABSENT, Assignment, BoolVar, Domain, Program
from nlc.language.builtins import ENTRY
from nlc.render.canvas import colors_of, columns
from nlc.render.glyphs import FALSE as FALSE_MARKS
from nlc.render.glyphs import MARKS, SHAPES, Glyphs
from nlc.render.outline import has_bridges
from nlc.render.view import (
    EXCLUDED,
    FALSE,
    NEW,
    NOTHING,
    OR,
    TRUE,
    Label,
    PuzzleView,
    SolutionView,
    View,
)

if TYPE_CHECKING:
    from nlc.render.around import OuterClue

Labels = Mapping[int, Label]

T = TypeVar("T")


class Contents(Struct, frozen=True, eq=False):
    """The labels of a picture, and the borders of its rooms.

    Attributes:
        cells: the labels of cells.
        clues: the cells whose label is a clue.
        vertices: the labels of corners.
        edges: the labels of the drawn links or borders.
        rooms: the borders of rooms, shape (borders,), or None.
        faint: the cells among `clues` whose clue is faint.
        around: the clues outside of the board.
        cages: the borders of rooms of a further given, shape (borders,), or None.
    """

    cells: Labels = field(default_factory=dict)
    clues: frozenset[int] = frozenset()
    vertices: Labels = field(default_factory=dict)
    edges: Labels = field(default_factory=dict)
    rooms: Bools | None = None
    faint: frozenset[int] = frozenset()
    around: tuple[OuterClue, ...] = ()
    cages: Bools | None = None

    @property
    def width(self) -> int:
        """The columns of the widest label of a cell, and of labels between cells."""
        between = 2 * _width(self.edges) + max(0, _width(self.vertices) - 1)
        above = (len(columns(clue.text)) for clue in self.around if clue.step[0])
        return max(1, _width(self.cells), *above) + between + bool(self.edges)


class Slot(NamedTuple):
    """The labels of a variable and their possible texts; `valued` if these are no marks."""

    title: str
    labels: Labels
    values: frozenset[str]
    valued: bool = False


def _width(labels: Labels) -> int:
    return max(
        (len(columns(text)) for text in {label.text for label in labels.values()}), default=0
    )


def clue_labels(
    program: Program, sort: Sort, glyphs: Glyphs, rooms: Container[str] = ()
) -> dict[int, str]:
    """Return the texts of clues on cells or corners; the first of several givens wins.

    A true clue is a mark, unless the genre has one for it. A side is an arrow behind the other
    clue.

    Args:
        program: the puzzle.
        sort: cells or vertices.
        glyphs: the characters.
        rooms: the givens that are drawn as borders instead.
    """
    out: dict[int, str] = {}
    over = [name for name, each in program.given_sorts.items() if each is sort]
    sides = [name for name in over if program.value_kinds.get(name) == "side"]
    for name in over:
        if name not in rooms and name not in sides:
            short = short_lists(program, name)
            for i, text in program.givens[name].items():
                text = text.replace(",", "") if short else text
                out.setdefault(i, clue_text(program, name, text, glyphs))
    for name in sides:
        for i, side in program.givens[name].items():
            out[i] = out.get(i, "") + glyphs.arrow(side)
    return out


def clue_text(program: Program, name: str, text: str, glyphs: Glyphs) -> str:
    """Return the text of a clue: its mark, if the genre has one for it; a true clue is one."""
    words = program.clue_marks.get(name, {})
    if text in words:
        return glyphs.shape(words[text])
    return glyphs.mark if text == "true" else text


def short_lists(program: Program, name: str) -> bool:
    """Return whether a given has lists in which each number has one digit."""
    texts = program.givens[name].values()
    listed = program.value_kinds.get(name) == "list"
    return listed and all(len(part) == 1 for text in texts for part in text.split(","))


def visible(program: Program, view: View, *sorts: Sort) -> Iterator[BoolVar | Domain]:
    """Yield the variables of some sorts in a view: booleans, then finite-domain variables."""
    variables: list[BoolVar | Domain] = [*program.bools, *program.domains.values()]
    for var in variables:
        if var.sort in sorts and (var.shown or (view.reported and var.reported)):
            yield var


def over_elements(var: BoolVar | Domain) -> bool:
    """Return whether a variable has values of a set of cells or vertices, which show them."""
    drawn = var.sort.drawn in (Sort.CELL, Sort.VERTEX) and not var.sort.placed
    return drawn and isinstance(var, Domain)


def labelled(program: Program, view: View, sort: Sort) -> Iterator[BoolVar | Domain]:
    """Yield the variables whose labels are on cells, or on vertices."""
    sets = {v.sort for v in program.domains.values() if over_elements(v) and v.sort.drawn is sort}
    return visible(program, view, sort, *sets)


def labels_of(
    program: Program, view: View, domain: Domain, names: Sequence[str]
) -> Mapping[int, Label]:
    """Return the labels of elements, from the texts of the values."""
    labels, sort = view.texts(domain, names), domain.sort.drawn
    if sort is domain.sort:
        return labels
    number = {name: i for i, name in enumerate(program.board.names(sort))}
    return {number[domain.sort.entries[i]]: label for i, label in labels.items()}


def slots(
    program: Program, view: View, glyphs: Glyphs, sort: Sort, skipped: Container[str] = ()
) -> list[Slot]:
    """Return the labels of each variable over cells or vertices but the skipped ones.

    Values come before marks. A puzzle alone has none.
    """
    if isinstance(view, PuzzleView):
        return []
    found = [var for var in labelled(program, view, sort) if var.name not in skipped]
    found.sort(key=lambda var: isinstance(var, BoolVar))
    words = mark_words(program)
    out = [
        _values(program, view, var, glyphs)
        if isinstance(var, Domain)
        else _marks(view, var, words[var.name], glyphs)
        for var in found
    ]
    return [*out, *condition_labels(program, view)] if sort is Sort.CELL else out


def cells_and_values(program: Program, var: BoolVar | Domain) -> list[tuple[int, str]] | None:
    """Return the cells and values of a boolean over cells and values, None for other variables."""
    if var.sort.value != ENTRY or isinstance(var, Domain) or program.board.topology == GRAPH:
        return None
    number = {name: i for i, name in enumerate(program.board.names(Sort.CELL))}
    parts = [name.split(",") for name in var.sort.entries]
    if all(len(part) == 2 and part[0] in number for part in parts):
        return [(number[cell], value) for cell, value in parts]
    return None


def condition_labels(program: Program, view: View) -> Iterator[Slot]:
    """Yield the labels of each boolean over cells and values: the true values of each cell."""
    for var in program.bools:
        places = cells_and_values(program, var)
        if not places or not (var.shown or (view.reported and var.reported)):
            continue
        texts: dict[int, list[tuple[int, str, bool]]] = {}
        holds, shares = view.bools(var)
        for mask, sign in ((holds, ""), *shares):
            for i in np.flatnonzero(mask).tolist():
                cell, value = places[i]
                texts.setdefault(cell, []).append((i, f"{value}{sign}", bool(sign)))
        gap = "" if max(len(value) for _, value in places) == 1 else ","
        labels = {
            cell: Label(gap.join(text for _, text, _ in found), any(new for *_, new in found))
            for cell, found in ((cell, sorted(found)) for cell, found in texts.items())
        }
        yield Slot(var.name, labels, frozenset(label.text for label in labels.values()), True)


def mark_words(program: Program) -> dict[str, str]:
    """Return the mark of each boolean over cells or vertices: its own, or the next unused one."""
    over = [v.name for v in program.bools if v.sort in (Sort.CELL, Sort.VERTEX)]
    used = {SHAPES[word] for word in program.marks.values() if word in SHAPES}
    unused = [word for word in MARKS if MARKS[word] not in used]
    rest = (unused or list(MARKS)) * len(over)
    return {name: program.marks.get(name) or rest.pop(0) for name in over}


def value_texts(program: Program, view: View, domain: Domain, glyphs: Glyphs) -> list[str]:
    """Return the text of each value; ambiguous texts are quoted."""
    lines = {*glyphs.joints.tolist(), glyphs.empty, glyphs.hole, glyphs.bridge}
    signs = {*view.signs, *((NOTHING, OR) if has_bridges(program.board) else ())}
    return [
        f"'{text}'"
        if text in lines or text.startswith("'") or any(sign in text for sign in signs)
        else text
        for text in value_names(program, domain, glyphs)
    ]


def value_names(program: Program, domain: Domain, glyphs: Glyphs) -> Sequence[str]:
    """Return the names of the values of a variable; regions have those of their clues."""
    if program.marks.get(domain.name) != "rooms":
        return domain.values
    names = program.board.names(Sort.CELL)
    clues = {names[i]: text for i, text in clue_labels(program, Sort.CELL, glyphs).items()}
    return [clues.get(text, text) for text in domain.values]


def _values(program: Program, view: View, domain: Domain, glyphs: Glyphs) -> Slot:
    names = value_texts(program, view, domain, glyphs)
    labels = labels_of(program, view, domain, names)
    if NEW in view.signs:
        labels = {
            i: Label(f"{text}{NEW}" if new else text, new) for i, (text, new) in labels.items()
        }
    return Slot(domain.name, labels, frozenset((*names, *view.signs)), True)


def _marks(view: View, var: BoolVar, word: str, glyphs: Glyphs) -> Slot:
    marks, looks = [glyphs.shape(word)], {TRUE: Label(glyphs.shape(word))}
    if word in FALSE_MARKS:  # a step derives one of two marks
        mark, other = marks[0], FALSE_MARKS[word][not glyphs.empty.isascii()]
        marks.append(other)
        looks[FALSE], looks[NEW] = Label(other), Label(f"{mark}{NEW}", True)
        looks[EXCLUDED] = Label(f"{other}{NEW}", True)
    looks = {sign: Label(sign, True) for sign in view.signs} | looks
    labels = elements_by_state(view, var, looks)
    return Slot(f"{var.name} {marks[0]}", dict(labels), frozenset((*marks, *view.signs)))


def elements_by_state(view: View, var: BoolVar, looks: Mapping[str, T]) -> Iterator[tuple[int, T]]:
    """Yield the elements of a boolean with what shows their states, of those that are shown."""
    for state, mask in view.states(var).items():
        if state in looks:
            for i in np.flatnonzero(mask).tolist():
                yield i, looks[state]


NEGATIVE = {str(i): sign for i, sign in enumerate("⓿❶❷❸❹❺❻❼❽❾❿⓫⓬⓭⓮⓯⓰⓱⓲⓳⓴")}
"""Numbers on dark ground: a clue in a cell that is shaded."""

_DARK = Label(SHAPES["shaded"][1])


def join_labels(
    given: Mapping[int, str], found: Sequence[Slot]
) -> tuple[dict[int, Label], frozenset[int], list[str]]:
    """Join clues and the labels of variables.

    A mark replaces a clue, but for a number in a shaded cell, which is written on dark ground; the
    sign of a step or of a difference follows it. Several variables have columns of their own, and
    so have the clues, unless values repeat all of them. Clues also have a column if the values of
    one variable would hide them.

    Returns:
        The labels, the elements whose label is a clue alone, and the titles of the columns.
    """
    clues = {i: Label(text) for i, text in given.items()}
    if not found:
        return clues, frozenset(clues), []
    if len(found) == 1 and not _hides(found[0], clues):
        (slot,) = found
        signs = {
            i: Label(f"{clues[i].text}{label.text}", True)
            for i, label in slot.labels.items()
            if label.changed and i in clues and not slot.valued
        }
        free = {i: label for i, label in clues.items() if i not in slot.labels}
        clear = {i: label for i, label in free.items() if not _ambiguous(label.text, slot.values)}
        repeated = [i for i, label in clues.items() if slot.labels.get(i) == label]
        signs |= {
            i: Label(NEGATIVE[clues[i].text])
            for i, label in slot.labels.items()
            if label == _DARK and i in clues and clues[i].text in NEGATIVE
        }
        return {**clear, **slot.labels, **signs}, frozenset((*clear, *repeated)), [slot.title]
    if not all(any(slot.labels.get(i) == label for slot in found) for i, label in clues.items()):
        found = [*found, Slot("clue", clues, frozenset())]
    widths = [_width(slot.labels) for slot in found]
    gap = " " * (max(widths) > 1 or any(slot.valued for slot in found))
    out: dict[int, Label] = {}
    for i in dict.fromkeys(i for slot in found for i in slot.labels):
        row = [slot.labels.get(i, Label("")) for slot in found]
        texts = [
            label.text + " " * (width - len(columns(label.text)))
            for label, width in zip(row, widths, strict=True)
        ]
        out[i] = Label(gap.join(texts), any(label.changed for label in row))
    return out, frozenset(), [slot.title for slot in found]


def _hides(slot: Slot, clues: Labels) -> bool:
    """Return whether values of a variable hide a clue."""
    if not slot.valued:
        return False
    return any(
        _ambiguous(clue.text, slot.values) if i not in slot.labels else slot.labels[i] != clue
        for i, clue in clues.items()
    )


def _ambiguous(text: str, values: frozenset[str]) -> bool:
    return text in values or (OR in values and OR in text)


def join_lanes(board: Board, labels: Labels) -> Labels:
    """Return labels with those of the lanes of a bridge joined, in the order of the lanes."""
    if not has_bridges(board):
        return labels
    bridges: dict[tuple[int, int], list[int]] = {}
    for i in np.flatnonzero(board.lanes >= 0).tolist():
        bridges.setdefault((int(board.row_of[i]), int(board.col_of[i])), []).append(i)
    out = dict(labels)
    for lanes in bridges.values():
        row = [out.pop(i, None) for i in lanes]
        if any(row):
            text = OR.join(label.text if label else NOTHING for label in row)
            out[lanes[0]] = Label(text, any(label.changed for label in row if label))
    return out


def implied_variable(program: Program, view: View, given: Mapping[int, str]) -> str:
    """Return the name of a variable over cells of which the lines of a solution from clues, and
    colours, show all values; or an empty string."""
    lines = [v for v in program.bools if v.sort is Sort.LINK and (v.shown or v.reported)]
    domain = color_domain(program)
    alone = domain is not None and [*visible(program, view, Sort.CELL)] == [domain]
    if domain is None or not alone or not lines or not isinstance(view, SolutionView):
        return ""
    chosen = np.logical_or.reduce([view.bools(v)[0] for v in lines])
    path = components(program.board.count(Sort.CELL), program.board.link_cells[chosen])
    clues = color_values(program, given)
    ends = np.flatnonzero(clues != ABSENT)
    end = np.full_like(clues, ABSENT)
    end[path[ends]] = clues[ends]
    shown = (end[path[ends]] == clues[ends]).all()
    shown &= (end[path] == view.board.domains[domain.name]).all()
    return domain.name if shown else ""


def color_domain(program: Program) -> Domain | None:
    """Return the first shown or reported variable over cells, which colours them, or None."""
    found = (d for d in program.domains.values() if d.sort is Sort.CELL and (d.shown or d.reported))
    return next(found, None)


def color_values(
    program: Program, clues: Mapping[int, str], board: Assignment | None = None
) -> Ints:
    """Return the index of the value that colours each cell, or `ABSENT`; shape (cells,).

    It is that of the board; without one, that of a clue.
    """
    domain = color_domain(program)
    if domain is not None and board is not None:
        return board.domains[domain.name]
    out = np.full(program.board.count(Sort.CELL), ABSENT, np.int32)
    numbers = {text: i for i, text in enumerate(domain.values if domain is not None else ())}
    for cell, text in clues.items():
        out[cell] = numbers.get(text, ABSENT)
    return out


def tints(program: Program, board: Assignment | None, clues: Mapping[int, str]) -> Ints:
    """Return the colour of each cell, 0 for none; shape (cells,); see `color_values`."""
    domain = color_domain(program)
    colors = [*(colors_of(domain.values) if domain is not None else ()), 0]  # the last for ABSENT
    return np.array(colors, np.int32)[color_values(program, clues, board)]
