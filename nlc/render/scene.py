"""What stands on a board, decided once; pictures of text and SVG only place it."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from itertools import pairwise, product
from typing import NamedTuple, TypeVar

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.board import GRAPH, Sort
from nlc.graph import components
from nlc.ir.nodes import ABSENT, BoolVar, Domain, Program
from nlc.language.builtins import ENTRY, HALVES, STRINGS
from nlc.render import view as v
from nlc.render.canvas import colors_of
from nlc.render.glyphs import FALSE, MARKS, SHAPES, STYLES, Glyphs, arms_along
from nlc.render.outline import has_bridges
from nlc.render.rooms import find_rooms
from nlc.render.view import Label, SolutionView, View

Labels = Mapping[int, Label]

T = TypeVar("T")


class Slot(NamedTuple):
    """The labels of a variable and their possible texts; `valued` if these are no marks."""

    title: str
    labels: Labels
    values: frozenset[str]
    valued: bool = False


class Scene:
    """What a puzzle shows under a view of it, in the characters of a style.

    Attributes:
        rooms: those of the puzzle and of its solutions.
        words: the mark of each boolean over cells or vertices: its own, or the next unused one.
        colored: the first shown or reported variable over cells, which colours them, or None.
    """

    def __init__(self, program: Program, view: View, glyphs: Glyphs = STYLES["unicode"]) -> None:
        self.program, self.view, self.glyphs, self.board = program, view, glyphs, program.board
        self.rooms = find_rooms(program, view.solutions)
        self.variables = program.declared
        over = [var.name for var in program.bools if var.sort in (Sort.CELL, Sort.VERTEX)]
        used = {SHAPES[word] for word in program.marks.values() if word in SHAPES}
        unused = [word for word in MARKS if MARKS[word] not in used]
        rest = (unused or list(MARKS)) * len(over)
        self.words = {name: program.marks.get(name) or rest.pop(0) for name in over}
        shown = (d for d in program.domains.values() if d.shown or d.reported)
        self.colored = next((domain for domain in shown if domain.sort is Sort.CELL), None)
        marks = program.clue_marks.items()
        self.strings = [name for name, words in marks if words.get("") in STRINGS]

    def joins(self, name: str) -> list[tuple[int, int]]:
        """Return the pairs of cells that touch and whose numbers of a given follow each other."""
        at: dict[int, list[int]] = {}
        for i, text in self.program.givens[name].items():
            for number in text.split(","):
                at.setdefault(int(number), []).append(i)
        pairs = (pair for n, cells in at.items() for pair in product(cells, at.get(n + 1, ())))
        places = self.board.centers
        return [(c, d) for c, d in pairs if np.hypot(*(places[d] - places[c])) < 1.5]

    def _along(self, name: str) -> Mapping[int, str]:
        """Return an arrow in each cell of a line from the one before, and a circle in the first."""
        out = dict.fromkeys(self.program.givens[name], self.glyphs.shape("circle"))
        for c, d in self.joins(name):
            step = (self.board.centers[d] - self.board.centers[c])[None, ::-1]
            out[d] = str(self.glyphs.arrows[arms_along(step)][0])
        return out if self.program.value_kinds[name] == "int" else {}

    def ship_parts(self, var: BoolVar) -> dict[int, str]:
        """Return the mark of each cell of a ship: round where no ship goes on."""
        held, places = self.view.bools(var)[0], self.board.centers
        joined = dict.fromkeys(np.flatnonzero(held).tolist(), "")
        for a, b in self.board.link_cells[held[self.board.link_cells].all(axis=1)].tolist():
            for c, d in ((a, b), (b, a)):
                x, y = places[d] - places[c]
                joined[c] += "e" if x > 0.5 else "w" if x < -0.5 else "s" if y > 0 else "n"
        return {i: _PARTS.get("".join(sorted(sides)), "ship_mid") for i, sides in joined.items()}

    # ---------- clues ----------

    def clues(self, sort: Sort, left_out: Container[str] = ()) -> dict[int, str]:
        """Return the texts of clues on cells or corners; the first of several givens wins.

        A side is an arrow behind the other clue, and so is the mark of a listed value.
        """
        program, out = self.program, dict[int, str]()
        over = [name for name, each in program.given_sorts.items() if each is sort]
        sides = [name for name in over if program.value_kinds.get(name) == "side"]
        marked = dict[int, bool]()
        for name in over:
            if name not in sides and name not in left_out:
                words = program.clue_marks.get(name, {"": ""})
                is_mark, half = words.keys().isdisjoint(("", "true")), words.get("") in HALVES
                texts = self._along(name) if name in self.strings else program.givens[name]
                parts = (part for text in texts.values() for part in text.split(","))
                short = program.value_kinds.get(name) == "list" and {*map(len, parts)} <= {1}
                for i, text in texts.items():
                    shown = self.clue(name, text.replace(",", "") if short else text)
                    if half:
                        other = out.get(i, "\\")
                        out[i] = other + shown if words[""] == "upper" else shown + other
                    elif marked.setdefault(i, is_mark) != is_mark:
                        out[i] += shown
                    else:
                        out.setdefault(i, shown)
        for name in sides:
            for i, side in program.givens[name].items() if name not in left_out else ():
                out[i] = out.get(i, "") + self.glyphs.arrow(side)
        return out if sort is not Sort.CELL else self._without_turned(out)

    def _without_turned(self, clues: dict[int, str]) -> dict[int, str]:
        """Return clues without the pieces of a line where the line that is drawn leaves them."""
        pieces = {i: PIECES.index(text) + 1 for i, text in clues.items() if text in PIECES}
        sides = np.zeros(self.board.count(Sort.CELL), np.int32)
        for var in self.visible(Sort.LINK) if pieces else ():
            if isinstance(var, BoolVar):
                ends = self.board.link_cells[self.view.bools(var)[0]]
                for a, b in (ends.T, ends.T[::-1]):
                    x, y = (self.board.centers[b] - self.board.centers[a]).T
                    np.bitwise_or.at(sides, a, np.where(x > 0.5, 1, np.where(x < -0.5, 4, 0)))
                    np.bitwise_or.at(sides, a, np.where(y > 0.5, 8, np.where(y < -0.5, 2, 0)))
        turned = {i for i, piece in pieces.items() if sides[i] & ~piece}
        return {i: text for i, text in clues.items() if i not in turned}

    def clue(self, name: str, text: str) -> str:
        """Return the text of a clue: its mark, if the genre has one for it; a true clue is one."""
        words = self.program.clue_marks.get(name, {})
        if text in words:
            return self.glyphs.shape(words[text])
        return self.glyphs.mark if text == "true" else text

    # ---------- variables ----------

    def visible(self, *sorts: Sort) -> Iterator[BoolVar | Domain]:
        """Yield the variables of some sorts: booleans, then finite-domain variables."""
        yield from (var for var in self.variables if var.sort in sorts and self._shows(var))

    def _shows(self, var: BoolVar | Domain) -> bool:
        return var.shown or (self.view.reported and var.reported)

    def labelled(self, sort: Sort, left_out: Container[str] = ()) -> Iterator[BoolVar | Domain]:
        """Yield the variables whose labels are on cells, or on vertices."""
        domains = self.program.domains.values()
        sets = {d.sort for d in domains if over_elements(d) and d.sort.drawn is sort}
        return (var for var in self.visible(sort, *sets) if var.name not in left_out)

    def labels(self, domain: Domain, names: Sequence[str]) -> Labels:
        """Return the labels of the elements that show a variable, from the texts of its values."""
        labels, sort = self.view.texts(domain, names), domain.sort.drawn
        if sort is domain.sort:
            return labels
        number = {name: i for i, name in enumerate(self.board.names(sort))}
        return {number[domain.sort.entries[i]]: label for i, label in labels.items()}

    def states(self, var: BoolVar, looks: Mapping[str, T]) -> Iterator[tuple[int, T]]:
        """Yield the elements of a boolean with what shows their states, of those that are shown."""
        for state, mask in self.view.states(var).items():
            if state in looks:
                for i in np.flatnonzero(mask).tolist():
                    yield i, looks[state]

    def names(self, domain: Domain) -> Sequence[str]:
        """Return the names of the values of a variable; regions have those of their clues."""
        if self.program.marks.get(domain.name) != "rooms":
            return domain.values
        names = self.board.names(Sort.CELL)
        clues = {names[i]: text for i, text in self.clues(Sort.CELL).items()}
        return [clues.get(text, text) for text in domain.values]

    def texts(self, domain: Domain) -> list[str]:
        """Return the text of each value; ambiguous texts are quoted."""
        glyphs = self.glyphs
        lines = {*glyphs.joints.tolist(), glyphs.empty, glyphs.hole, glyphs.bridge}
        signs = {*self.view.signs, *((v.NOTHING, v.OR) if has_bridges(self.board) else ())}

        def clear(text: str) -> bool:
            return not (text in lines or text[:1] == "'" or any(sign in text for sign in signs))

        return [text if clear(text) else f"'{text}'" for text in self.names(domain)]

    # ---------- labels ----------

    def slots(self, sort: Sort, left_out: Container[str] = ()) -> list[Slot]:
        """Return the labels of each variable over cells or vertices, but those left out.

        Values come before marks. A puzzle alone has none.
        """
        if type(self.view) is View:
            return []
        found = sorted(self.labelled(sort, left_out), key=lambda var: isinstance(var, BoolVar))
        out = [self._values(x) if isinstance(x, Domain) else self._marks(x) for x in found]
        return [*out, *self.conditions()] if sort is Sort.CELL else out

    def _values(self, domain: Domain) -> Slot:
        names = self.texts(domain)
        labels, sign = self.labels(domain, names), v.NEW if v.NEW in self.view.signs else ""
        labels = {i: Label(text + sign * new, new) for i, (text, new) in labels.items()}
        return Slot(domain.name, labels, frozenset((*names, *self.view.signs)), True)

    def _marks(self, var: BoolVar) -> Slot:
        word = self.words[var.name]
        marks = [self.glyphs.shape(word)]
        looks = {sign: Label(sign, True) for sign in self.view.signs} | {v.TRUE: Label(marks[0])}
        if word in FALSE:  # a step derives one of two marks
            marks.append(FALSE[word][not self.glyphs.empty.isascii()])
            looks[v.FALSE] = Label(marks[1])
            looks[v.NEW], looks[v.EXCLUDED] = (Label(mark + v.NEW, True) for mark in marks)
        labels = dict(self.states(var, looks))
        if word == "ship":
            parts = {i: Label(self.glyphs.shape(x)) for i, x in self.ship_parts(var).items()}
            labels |= {i: part for i, part in parts.items() if not labels[i].changed}
            marks += {part.text for part in parts.values()}
        return Slot(f"{var.name} {marks[0]}", labels, frozenset((*marks, *self.view.signs)))

    def conditions(self) -> Iterator[Slot]:
        """Yield the labels of each boolean over cells and values: the true values of each cell."""
        for var in filter(self._shows, self.program.bools):
            places = self.cells_and_values(var) or ()
            texts: dict[int, list[tuple[int, str, bool]]] = {}
            signs = {v.TRUE: "", **{sign: sign for sign in self.view.signs}}
            for i, sign in self.states(var, signs) if places else ():
                cell, value = places[i]
                texts.setdefault(cell, []).append((i, f"{value}{sign}", bool(sign)))
            gap = "" if max((len(value) for _, value in places), default=0) == 1 else ","
            labels = {
                cell: Label(gap.join(text for _, text, _ in found), any(new for *_, new in found))
                for cell, found in ((cell, sorted(found)) for cell, found in texts.items())
            }
            if places:
                yield Slot(var.name, labels, frozenset(x.text for x in labels.values()), True)

    def cells_and_values(self, var: BoolVar | Domain) -> list[tuple[int, str]] | None:
        """Return the cells and values of a boolean over cells and values, None for other ones."""
        if var.sort.value != ENTRY or isinstance(var, Domain) or self.board.topology == GRAPH:
            return None
        number = {name: i for i, name in enumerate(self.board.names(Sort.CELL))}
        parts = [name.split(",") for name in var.sort.entries]
        if all(len(part) == 2 and part[0] in number for part in parts):
            return [(number[cell], value) for cell, value in parts]
        return None

    # ---------- cells ----------

    def implied(self, clues: Mapping[int, str]) -> str:
        """Return the name of a variable over cells of which the lines of a solution from clues, and
        colours, show all values; or an empty string."""
        bools, domain = self.program.bools, self.colored
        lines = [var for var in bools if var.sort is Sort.LINK and (var.shown or var.reported)]
        alone = [var.name for var in self.visible(Sort.CELL)] == [domain and domain.name]
        if domain is None or not alone or not lines or not isinstance(self.view, SolutionView):
            return ""
        chosen = np.logical_or.reduce([self.view.bools(var)[0] for var in lines])
        path = components(self.board.count(Sort.CELL), self.board.link_cells[chosen])
        given, values = self.clue_values(clues), self.view.board.domains[domain.name]
        ends, end = np.flatnonzero(given != ABSENT), np.full_like(given, ABSENT)
        end[path[ends]] = given[ends]
        shown = (end[path[ends]] == given[ends]).all() and (end[path] == values).all()
        return domain.name if shown else ""

    def clue_values(self, clues: Mapping[int, str]) -> Ints:
        """Return the index of the value of `colored` that is the clue of each cell, or `ABSENT`."""
        out = np.full(self.board.count(Sort.CELL), ABSENT, np.int32)
        values = self.colored.values if self.colored is not None else ()
        numbers = {text: i for i, text in enumerate(values)}
        for cell, text in clues.items():
            out[cell] = numbers.get(text, ABSENT)
        return out

    def decided_values(self) -> Ints | None:
        """Return the index of the value of `colored` of each cell of a solution, if it is one."""
        if self.colored is None or not isinstance(self.view, SolutionView):
            return None
        return self.view.board.domains[self.colored.name]

    def tints(self, clues: Mapping[int, str]) -> Ints:
        """Return the colour of each cell, 0 for none: by the solution, or by the clues."""
        values = self.decided_values()
        values = self.clue_values(clues) if values is None else values
        colors = colors_of(self.colored.values) if self.colored is not None else ()
        return np.array([*colors, 0], np.int32)[values]  # the last one is for ABSENT

    def marked(self, *marks: str) -> Bools:
        """Return the cells where booleans with one of some marks hold, shape (cells,)."""
        out = np.zeros(self.board.count(Sort.CELL), np.bool_)
        for var in self.visible(Sort.CELL):
            if isinstance(var, BoolVar) and self.words[var.name] in marks:
                out |= self.view.bools(var)[0]
        return out

    def lit(self, blocks: Collection[int]) -> Bools:
        """Return the cells that lamps light, straight on up to blocks; shape (cells,).

        If no clue is a block, lamps are mere marks and light nothing.
        """
        lamps = self.marked("lamp")
        out = np.zeros_like(lamps)
        if not blocks or not lamps.any():
            return out
        for lane in self.lanes(blocks):
            out[lane] |= lamps[lane].any()
        return out | lamps

    def lanes(self, blocks: Collection[int]) -> Iterator[list[int]]:
        """Yield cells that see each other, straight on between blocks."""
        lines = self.board.lines
        for cells, closed in zip(lines, lines.closed.tolist(), strict=True):
            ends = [i for i, cell in enumerate(cells) if cell in blocks]
            if closed and ends:  # from one block round to itself
                cells = cells[ends[0] :] + cells[: ends[0]]
                ends = [i - ends[0] for i in ends]
            for start, stop in pairwise([-1, *ends, len(cells)]):
                yield cells[start + 1 : stop]


_PARTS = {"": "ship", "n": "ship_s", "e": "ship_w", "s": "ship_n", "w": "ship_e", "es": "ship_nw"}
_PARTS |= {"sw": "ship_ne", "en": "ship_sw", "nw": "ship_se"}
"""The mark of a cell of a ship by the sides where the ship goes on."""


PIECES = tuple("╶╵└╴─┘┴╷┌│├┐┬┤┼")
"""Clues that are pieces of a line, by the sum of E = 1, N = 2, W = 4 and S = 8."""


def over_elements(var: BoolVar | Domain) -> bool:
    """Return whether a variable has values of a set of cells or vertices, which show them."""
    drawn = var.sort.drawn in (Sort.CELL, Sort.VERTEX) and not var.sort.placed
    return drawn and isinstance(var, Domain)
