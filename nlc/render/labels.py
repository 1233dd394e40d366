"""Labels of cells and corners in a picture of text: of clues, and of decided values beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct, field

from nlc.arrays import Bools, Ints
from nlc.board import Board
from nlc.render.canvas import columns
from nlc.render.glyphs import SHAPES, MarkedLines
from nlc.render.outline import bridges
from nlc.render.scene import Labels, Slot
from nlc.render.view import NOTHING, OR, Label

if TYPE_CHECKING:
    from nlc.render.around import OuterClue


class Contents(Struct, frozen=True, eq=False, kw_only=True):
    """What a picture of links or of borders shows.

    Attributes:
        cells: the labels of cells.
        clues: the cells whose label is a clue.
        faint: the cells among `clues` whose clue is faint.
        tints: colours of cells, shape (cells,).
        around: the clues outside of the board.
        rooms: the borders of rooms, shape (borders,), or None.
        cages: the borders of rooms of a further given, shape (borders,), or None.
        vertices: the labels of corners.
        edges: the labels of the links or borders.
        chosen: those that are drawn, shape (links,) or (borders,).
        marked: those in other characters, which join nothing.
        doubled: chosen ones that are drawn double, or None.
    """

    cells: Labels
    clues: frozenset[int]
    faint: frozenset[int]
    tints: Ints
    around: tuple[OuterClue, ...]
    rooms: Bools | None
    cages: Bools | None
    vertices: Labels = field(default_factory=dict)
    edges: Labels = field(default_factory=dict)
    chosen: Bools = field(default_factory=lambda: np.zeros(0, np.bool_))
    marked: Sequence[MarkedLines] = ()
    doubled: Bools | None = None

    @property
    def width(self) -> int:
        """The columns of the widest label of a cell, and of labels between cells."""
        between = 2 * _width(self.edges) + max(0, _width(self.vertices) - 1)
        above = (len(columns(clue.text)) for clue in self.around if clue.step[0])
        return max(1, _width(self.cells), *above) + between + bool(self.edges)


def _width(labels: Labels) -> int:
    texts = {label.text for label in labels.values()}
    return max((len(columns(text)) for text in texts), default=0)


NEGATIVE = {str(i): sign for i, sign in enumerate("⓿❶❷❸❹❺❻❼❽❾❿⓫⓬⓭⓮⓯⓰⓱⓲⓳⓴")}
"""Numbers on dark ground: a clue in a cell that is shaded."""

_NEGATIVE = NEGATIVE | {"○": "◙", "●": "◘"}

_DARK = Label(SHAPES["shaded"][1])


def _on_dark(text: str) -> str:
    """Return a clue in a shaded cell: its number or circle on dark ground, and an arrow."""
    head = text.rstrip("↑↗→↘↓↙←↖")
    return _NEGATIVE[head] + text[len(head) :] if head in _NEGATIVE else _DARK.text


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
            i: Label(_on_dark(clues[i].text))
            for i, label in slot.labels.items()
            if label == _DARK and i in clues
        }
        return {**clear, **slot.labels, **signs}, frozenset((*clear, *repeated)), [slot.title]
    if not all(any(slot.labels.get(i) == label for slot in found) for i, label in clues.items()):
        found = [*found, Slot("clue", clues, frozenset())]
    widths = [_width(slot.labels) for slot in found]
    gap = " " * (max(widths) > 1 or any(slot.valued for slot in found))
    out: dict[int, Label] = {}
    for i in dict.fromkeys(i for slot in found for i in slot.labels):
        row = [slot.labels.get(i, Label("")) for slot in found]
        if found[-1].title == "clue" and row[-1] in row[:-1]:
            row[-1] = Label("")
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
    out = dict(labels)
    for lanes in bridges(board):
        row = [out.pop(i, None) for i in lanes]
        if any(row):
            text = OR.join(label.text if label else NOTHING for label in row)
            out[lanes[0]] = Label(text, any(label.changed for label in row if label))
    return out
