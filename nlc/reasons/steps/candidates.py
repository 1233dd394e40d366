"""The techniques of Sudoku, for any genre with units: what follows from their candidates.

A candidate is a value that a cell can still have. The techniques are those that guides of Sudoku
teach, by their names there; a chain is an alternating inference chain, and XY-chains are those
whose strong links are cells with two candidates. A forcing chain is any contradiction of units
(`nlc.reasons.steps.hint`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial, reduce
from itertools import chain, combinations, islice, pairwise, permutations
from operator import or_
from typing import NamedTuple

from nlc.reasons.phrases import enumerated
from nlc.reasons.steps.units import Unit, Units

TECHNIQUES = {
    "hidden single": 1.0,
    "hidden single in a line": 1.1,
    "naked single": 1.2,
    "combinations": 1.0,
    "innies and outies": 1.5,
    "locked candidates": 2.0,
    "naked pair": 2.5,
    "hidden pair": 2.7,
    "naked triple": 3.0,
    "hidden triple": 3.2,
    "naked quadruple": 3.4,
    "hidden quadruple": 3.6,
    "X-wing": 4.0,
    "swordfish": 4.2,
    "simple colouring": 4.4,
    "XY-wing": 4.5,
    "XYZ-wing": 4.6,
    "jellyfish": 4.8,
    "XY-chain": 5.0,
    "chain": 6.0,
    "forcing chain": 7.0,
    "nested forcing chain": 9.0,
}
"""The techniques, the easiest first, with what a step by each counts for in a grade."""

SINGLES = tuple(TECHNIQUES)[:3]

SUMS = tuple(TECHNIQUES)[3:5]

INNIES = 4
"""Cells at most of innies and outies."""

FORCING = {"denied": "forcing chain", "searched": "nested forcing chain"}
"""The techniques that are contradictions of units, by how these are found."""

SIZES = {2: "pair", 3: "triple", 4: "quadruple"}
FISH = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}

Candidate = tuple[int, int]
"""A cell and a value."""

Path = list[Candidate]
"""Candidates, each linked with the next."""

Ends = dict[Candidate, Unit | None]
"""Where links from a candidate lead, with the unit; None within its cell."""

Links = dict[Candidate, Ends]
"""Links from each candidate."""

LONGEST = 12
"""Strong links of a chain at most."""


class Pattern(NamedTuple):
    """A technique at one place.

    Attributes:
        technique: its name.
        facts: literals of what is known of the candidates.
        units: that it uses.
        follows: literals: that a cell has a value, or what values cells have not.
        words: why.
        cells: that show it, by number.
    """

    technique: str
    facts: Iterable[int]
    units: Collection[Unit]
    follows: Sequence[int]
    words: str
    cells: Collection[int]


class Candidates:
    """Finds patterns among candidates.

    Attributes:
        units: of the puzzle.
        masks: the candidates of each cell, as bits.
        placed: the cells whose value is known, which their peers have not.
    """

    def __init__(self, units: Units, masks: Sequence[int], placed: Iterable[int]) -> None:
        self.units, self.masks, self.placed = units, list(masks), set(placed)
        for cell in sorted(self.placed):
            for peer in units.peers[cell]:
                self.masks[peer] &= ~self.masks[cell]

    def removed(self) -> list[int]:
        """Return that cells have not the values that are no candidates any more."""
        return [x for cell in range(len(self.masks)) for x in self._other_values(cell)]

    def ground(self, facts: Iterable[int]) -> tuple[tuple[int, ...], tuple[Unit, ...]]:
        """Return facts with the values that are placed in place of what these exclude, and where.

        That a value excludes others is no step of its own: nobody writes it.
        """
        out, units = dict[int, None](), dict[Unit, None]()
        literals, meaning = self.units.literals, self.units.meaning
        for x in facts:
            cell, value, excluded = meaning.get(x, (-1, 0, 0))
            if excluded and cell in self.placed:
                x = self._placed_literal(cell)
            elif excluded:
                peers = self.units.peers[cell]
                same = (c for c in peers if c in self.placed and self.masks[c] == 1 << value)
                if (peer := next(same, None)) is not None:
                    x = literals[peer][value]
                    units[peers[peer]] = None
            out[x] = None
        return tuple(out), tuple(units)

    def easiest(self, names: Collection[str] = TECHNIQUES) -> list[Pattern]:
        """Return the patterns of the easiest of some techniques that has any."""
        for name, finder in self.finders().items():
            concluded, out = set[int](), list[Pattern]()
            for pattern in finder() if name in names else ():
                if not concluded.issuperset(pattern.follows):
                    concluded.update(pattern.follows)
                    out.append(pattern)
            if out:
                return out
        return []

    def finders(self) -> dict[str, Callable[[], Iterator[Pattern]]]:
        """Return by its name what finds each technique, the easiest first."""
        found: dict[str, Callable[[], Iterator[Pattern]]] = {
            SINGLES[0]: partial(self._hidden_singles, False),
            SINGLES[1]: partial(self._hidden_singles, True),
            SINGLES[2]: self._naked_singles,
            SUMS[0]: self._combinations,
            SUMS[1]: self._innies,
            "locked candidates": self._locked,
            "simple colouring": self._colouring,
            "XY-wing": partial(self._wings, 2),
            "XYZ-wing": partial(self._wings, 3),
            "XY-chain": partial(self._chains, True),
            "chain": partial(self._chains, False),
        }
        for n, size in SIZES.items():
            found[f"naked {size}"] = partial(self._naked, n)
            found[f"hidden {size}"] = partial(self._hidden, n)
            found[FISH[n]] = partial(self._fish, n)
        return {name: found[name] for name in TECHNIQUES if name in found}

    # ---------- texts and literals ----------

    def _values(self, mask: int) -> list[int]:
        return [v for v in range(mask.bit_length()) if mask >> v & 1]

    def _text(self, values: Iterable[int], last: str = "and") -> str:
        return enumerated([self.units.values[v] for v in values], last)

    def _cells(self, cells: Iterable[int], last: str = "and") -> str:
        return enumerated([self.units.names[c] for c in cells], last)

    def _not(self, cells: Iterable[int], *values: int) -> list[int]:
        """Return that cells have not some values, of what they ever could."""
        return [-x for c in cells for v in values if (x := self.units.literals[c][v])]

    def _elsewhere(self, unit: Unit, cells: Collection[int], *values: int) -> list[int]:
        """Return that no other cells of a unit have some values."""
        return self._not((c for c in unit.cells if c not in cells), *values)

    def _other_values(self, cell: int) -> list[int]:
        """Return that a cell has none but its candidates."""
        row = self.units.literals[cell]
        return [-x for v, x in enumerate(row) if x and not self.masks[cell] >> v & 1]

    def _removed(self, cells: Iterable[int], mask: int) -> list[int]:
        """Return that cells have not the values of a mask that are candidates there."""
        literals, free = self.units.literals, (c for c in cells if c not in self.placed)
        return [-literals[c][v] for c in free for v in self._values(self.masks[c] & mask)]

    def _placed_literal(self, cell: int) -> int:
        """Return that a placed cell has its value."""
        return self.units.literals[cell][self.masks[cell].bit_length() - 1]

    def _at(self, unit: Unit, value: int) -> list[int]:
        """Return the cells of a unit where a value is a candidate."""
        return [c for c in unit.cells if self.masks[c] >> value & 1]

    def _open(self, unit: Unit) -> list[int]:
        """Return the values that are not placed yet in a unit that has all; none of another."""
        there = _union(self.masks[c] for c in unit.cells if c in self.placed)
        return self._values(_union(self.masks[c] for c in unit.cells) & ~there) if unit.full else []

    # ---------- singles ----------

    def _hidden_singles(self, in_lines: bool) -> Iterator[Pattern]:
        for unit in self.units.units:
            for v in self._open(unit) if (unit.kind in ("row", "column")) == in_lines else ():
                if len(at := self._at(unit, v)) == 1:
                    words = f"{self._text([v])} can only be at {self._cells(at)} in {unit.name}"
                    follows = [self.units.literals[at[0]][v]]
                    facts = self._elsewhere(unit, at, v)
                    yield Pattern(SINGLES[in_lines], facts, [unit], follows, words, unit.cells)

    def _naked_singles(self) -> Iterator[Pattern]:
        for cell, mask in enumerate(self.masks):
            if cell not in self.placed and mask.bit_count() == 1:
                yield self.naked_single(cell, mask.bit_length() - 1)

    def naked_single(self, cell: int, value: int) -> Pattern:
        """Return that a cell can have no other value."""
        words = f"only {self._text([value])} is left for {self._cells([cell])}"
        x = self.units.literals[cell][value]
        facts = [-y for y in self.units.literals[cell] if y and y != x]
        return Pattern(SINGLES[2], facts, (), [x], words, [cell])

    # ---------- sums ----------

    def _combinations(self) -> Iterator[Pattern]:
        for each in self.units.sums:
            yield from self._of_sum(SUMS[0], each.cells, each.total, [each], "")

    def _innies(self) -> Iterator[Pattern]:
        """Yield what is left of a unit beside sums within it, and what sums have beyond it."""
        numbers = sum(map(int, self.units.values)) if self.units.sums else 0
        for unit in self.units.units if numbers else ():
            inside = set(unit.cells) if unit.full else set()
            near = [each for each in self.units.sums if inside.intersection(each.cells)]
            within = [each for each in near if inside.issuperset(each.cells)]
            for sums, how in ((within, "within it"), (near, "that cover it")):
                cells = [c for each in sums for c in each.cells]
                rest = sorted(inside.symmetric_difference(cells))
                covered = sums is within or inside.issubset(cells)
                if sums and covered and len({*cells}) == len(cells) and 0 < len(rest) <= INNIES:
                    total = sum(each.total for each in sums)
                    words = f"{unit.name} adds up to {numbers}, the sums {how} to {total}; so "
                    left = abs(numbers - total)
                    for pattern in self._of_sum(SUMS[1], rest, left, [unit, *sums], words):
                        yield pattern._replace(cells=sorted(inside.union(cells)))

    def _of_sum(
        self, name: str, cells: Sequence[int], total: int, units: Sequence[Unit], words: str
    ) -> Iterator[Pattern]:
        """Yield what cells with a total cannot be; of one cell what it is."""
        values, literals = [int(text) for text in self.units.values], self.units.literals
        free, placed = ([c for c in cells if (c in self.placed) == is_in] for is_in in (0, 1))
        rest = total - sum(values[self.masks[c].bit_length() - 1] for c in placed)
        peers = [self.units.peers[a].get(b) for a, b in combinations(free, 2)]
        differ = None not in peers
        whole = [_union(1 << v for v, x in enumerate(literals[c]) if x) for c in free]
        now = [self.masks[c] for c in free]
        left, sets = _fitting(now, values, rest, differ)
        gone = [x for c, m in zip(free, left, strict=True) for x in self._removed([c], ~m)]
        if not gone or 0 in left:
            return
        one = {c: m.bit_length() - 1 for c, m in zip(free, left, strict=True) if m.bit_count() == 1}
        gone = [x for x in gone if self.units.meaning[x][0] not in one]
        gone = [*(literals[c][v] for c, v in one.items()), *gone]
        needed = list(now)
        for i, mask in enumerate(whole):  # what the conclusion does not need
            tried = [*needed[:i], mask, *needed[i + 1 :]]
            found = _fitting(tried, values, rest, differ)[0]
            both = zip(found, now, left, strict=True)
            if all((a & b if c.bit_count() > 1 else a) == c for a, b, c in both):
                needed = tried
        facts = [self._placed_literal(c) for c in placed]
        for c, mask, every in zip(free, needed, whole, strict=True):
            facts += self._other_values(c) if mask != every else ()
        of = [unit for unit in peers if unit and differ]
        of = next(([unit] for unit in of if set(unit.cells) >= set(free)), of)
        words += f"{total} in {self._cells(cells)}; so " if placed else ""
        where = f"{rest} {'is left for' if words else 'in'} {self._cells(free)}"
        texts = [" ".join(map(str, one)) for one in sets]
        more = f": {', '.join(texts)}" if len(free) > 1 and 0 < len(texts) <= INNIES else ""
        used = dict.fromkeys([*units, *of])
        yield Pattern(name, facts, used, gone, f"{words}{where}{more}", cells)

    # ---------- one or two units ----------

    def _locked(self) -> Iterator[Pattern]:
        for unit in self.units.units:
            for v in self._open(unit):
                at = self._at(unit, v)
                for other in self.units.of_cell[at[0]] if len(at) > 1 else ():
                    rest = [c for c in other.cells if c not in at]
                    within = other is not unit and set(at) <= set(other.cells)
                    if within and (gone := self._removed(rest, 1 << v)):
                        words = (
                            f"in {unit.name}, {self._text([v])} can only be at "
                            f"{self._cells(at, 'or')}, which are in {other.name} too; so it is "
                            f"nowhere else in {other.name}"
                        )
                        facts = self._elsewhere(unit, at, v)
                        yield Pattern("locked candidates", facts, [unit, other], gone, words, at)

    def _naked(self, size: int) -> Iterator[Pattern]:
        for unit in self.units.units:
            free = [c for c in unit.cells if c not in self.placed]
            few = [c for c in free if 2 <= self.masks[c].bit_count() <= size]
            for some in combinations(few, size):
                mask = _union(self.masks[c] for c in some)
                rest = [c for c in free if c not in some]
                if mask.bit_count() == size and (gone := self._removed(rest, mask)):
                    words = (
                        f"{self._cells(some)} are {self._text(self._values(mask))} in some order, "
                        f"so no other cell of {unit.name} is"
                    )
                    facts = [x for c in some for x in self._other_values(c)]
                    yield Pattern(f"naked {SIZES[size]}", facts, [unit], gone, words, some)

    def _hidden(self, size: int) -> Iterator[Pattern]:
        for unit in self.units.units:
            at = {v: self._at(unit, v) for v in self._open(unit)}
            few = [v for v, cells in at.items() if len(cells) <= size]
            for some in combinations(few, size):
                cells = sorted({c for v in some for c in at[v]})
                mask = _union(1 << v for v in some)
                if len(cells) == size and (gone := self._removed(cells, ~mask)):
                    words = (
                        f"in {unit.name}, {self._text(some)} can only be at {self._cells(cells)}, "
                        "so no other number is there"
                    )
                    facts = self._elsewhere(unit, cells, *some)
                    yield Pattern(f"hidden {SIZES[size]}", facts, [unit], gone, words, cells)

    # ---------- fish ----------

    def _fish(self, size: int) -> Iterator[Pattern]:
        for value in range(len(self.units.values)):
            for kind, across in (("row", "column"), ("column", "row")):
                units = (unit for unit in self.units.units if unit.kind == kind and unit.full)
                places = ((unit, self._at(unit, value)) for unit in units)
                for some in combinations([one for one in places if 2 <= len(one[1]) <= size], size):
                    bases, cells = [unit for unit, _ in some], [c for _, at in some for c in at]
                    near = (u for c in cells for u in self.units.of_cell[c] if u.kind == across)
                    covers = [*dict.fromkeys(near)]
                    inside = {c for unit in bases for c in unit.cells}
                    covered = {c for unit in covers for c in unit.cells}
                    fits = len(covers) == size and covered.issuperset(cells)
                    rest = sorted(covered - inside) if fits else ()
                    if gone := self._removed(rest, 1 << value):
                        words = (
                            f"in {enumerated([u.name for u in bases])}, {self._text([value])} can "
                            f"only be in {enumerated([u.name for u in covers])}, so it is nowhere "
                            "else there"
                        )
                        facts = self._not(sorted(inside - covered), value)
                        yield Pattern(FISH[size], facts, [*bases, *covers], gone, words, cells)

    # ---------- two colours ----------

    def _pairs(self, value: int) -> dict[int, dict[int, Unit]]:
        """Return the cells that share a unit in which a value can be at them alone."""
        out: dict[int, dict[int, Unit]] = {}
        for unit in self.units.units:
            at = self._at(unit, value) if unit.full else []
            if len(at) == 2 and not self.placed.intersection(at):
                for one, other in (at, at[::-1]):
                    out.setdefault(one, {}).setdefault(other, unit)
        return out

    def _colouring(self) -> Iterator[Pattern]:
        for value in range(len(self.units.values)):
            pairs, seen = self._pairs(value), set[int]()
            for start in pairs:
                if start not in seen:
                    colour, tree, todo = {start: 0}, list[Unit](), [start]
                    for cell in todo:
                        for other, unit in pairs[cell].items():
                            if other not in colour:
                                colour[other] = 1 - colour[cell]
                                tree.append(unit)
                                todo.append(other)
                    seen.update(colour)
                    facts = [x for u in tree for x in self._elsewhere(u, colour, value)]
                    for units, gone, words in self._of_colours(value, colour):
                        units = [*tree, *units]
                        yield Pattern("simple colouring", facts, units, gone, words, colour)

    def _of_colours(
        self, value: int, colour: dict[int, int]
    ) -> Iterator[tuple[list[Unit], list[int], str]]:
        """Yield what two colours of cells exclude: units, literals and why."""
        peers, text = self.units.peers, self._text([value])
        sides = [[c for c in colour if colour[c] == side] for side in (0, 1)]
        both = f"{text} is either at {self._cells(sides[0])} or at {self._cells(sides[1])}"
        for side, rest in (sides, sides[::-1]):
            for one, other in combinations(side, 2):
                if (unit := peers[one].get(other)) is not None:
                    words = (
                        f"{both}; but {self._cells([one, other])} are both in {unit.name}, "
                        f"so it is at {self._cells(rest)}"
                    )
                    yield [unit], self._removed(side, 1 << value), words
                    return
        for cell, mask in enumerate(self.masks):
            if mask >> value & 1 and cell not in colour:
                near, far = (next((c for c in side if c in peers[cell]), None) for side in sides)
                if near is not None and far is not None:
                    words = (
                        f"{both}; {self._cells([cell])} is in one unit with {self._cells([near])} "
                        f"and in one with {self._cells([far])}, so it is not {text}"
                    )
                    units = [peers[cell][near], peers[cell][far]]
                    yield units, self._removed([cell], 1 << value), words

    # ---------- wings ----------

    def _wings(self, size: int) -> Iterator[Pattern]:
        """Yield XY-wings, whose pivot has two candidates, or XYZ-wings, whose pivot has three."""
        peers, masks = self.units.peers, self.masks
        two = [c for c, mask in enumerate(masks) if mask.bit_count() == 2 and c not in self.placed]
        for pivot, mask in enumerate(masks):
            if mask.bit_count() != size or pivot in self.placed:
                continue
            for one, other in combinations([c for c in two if c in peers[pivot]], 2):
                shared = masks[one] & masks[other]
                fits = masks[one] | masks[other] == mask | shared
                if not fits or shared.bit_count() != 1 or bool(mask & shared) != (size == 3):
                    continue
                three = (pivot, one, other)
                ends = three if size == 3 else three[1:]
                seen = set.intersection(*(set(peers[c]) for c in ends)) - {pivot}
                if gone := self._removed(sorted(seen), shared):
                    units = [peers[pivot][one], peers[pivot][other]]
                    held = (c for c in sorted(seen) if masks[c] & shared)
                    units += [peers[c][target] for target in held for c in ends]
                    first, second, third = (
                        f"{self._cells([c])} is {self._text(self._values(masks[c]), 'or')}"
                        for c in three
                    )
                    words = (
                        f"{first}, and beside it {second} and {third}: one of them is "
                        f"{self._text(self._values(shared))}, so no cell that shares a unit with "
                        f"{'all three' if size == 3 else 'both of these'} is"
                    )
                    facts = [x for c in three for x in self._other_values(c)]
                    name = "XYZ-wing" if size == 3 else "XY-wing"
                    yield Pattern(name, facts, dict.fromkeys(units), gone, words, three)

    # ---------- chains ----------

    def _chains(self, in_cells: bool) -> Iterator[Pattern]:
        """Yield the shortest chains, the strong links of which are cells only, or units too."""
        free = [c for c in range(len(self.masks)) if c not in self.placed]
        weak = {(c, v): self._weak(c, v) for c in free for v in self._values(self.masks[c])}
        strong = self._strong(in_cells)
        searches = [_chains_from(start, strong, weak) for start in strong]
        lengths = (list(chain.from_iterable(each)) for each in zip(*searches, strict=True))
        for path, gone in next(filter(None, islice(lengths, LONGEST)), ()):
            name = "XY-chain" if in_cells else "chain"
            yield self._of_chain(name, path, gone, strong, weak)

    def _strong(self, in_cells: bool) -> Links:
        """Return of each candidate those of which one holds where it does not, and the unit."""
        out: Links = {}
        for c, mask in enumerate(self.masks):
            if mask.bit_count() == 2 and c not in self.placed:
                for one, other in permutations(self._values(mask)):
                    out[c, one] = {(c, other): None}
        for v in range(len(self.units.values)) if not in_cells else ():
            for c, others in self._pairs(v).items():
                out.setdefault((c, v), {}).update({(d, v): unit for d, unit in others.items()})
        return out

    def _weak(self, cell: int, value: int) -> Ends:
        """Return the candidates that a candidate excludes, with the unit."""
        out: Ends = {(cell, v): None for v in self._values(self.masks[cell]) if v != value}
        for peer, unit in self.units.peers[cell].items():
            if self.masks[peer] >> value & 1 and peer not in self.placed:
                out[peer, value] = unit
        return out

    def _of_chain(self, name: str, path: Path, gone: Path, strong: Links, weak: Links) -> Pattern:
        facts, parts = list[int](), list[str]()
        for one, other in zip(path[::2], path[1::2], strict=True):
            (cell, value), (end, then), unit = one, other, strong[one][other]
            rest = self._elsewhere(unit, (cell, end), value) if unit else self._other_values(cell)
            facts += rest
            first, so = self._holds_text(one, False), self._holds_text(other)
            if end == cell:
                so = f"it is {self._text([then])}" if not parts else self._text([then])
            joint = ", so" if end != cell else " but"
            parts.append(f"then {first}{joint} {so}" if parts else f"if {first}, {so}")
        start, last = path[0], path[-1]
        links = enumerate(pairwise(path))
        units = [(weak if i % 2 else strong)[one][other] for i, (one, other) in links]
        units += [weak[end][node] for node in gone for end in (start, last)]
        if start != last and start[1] == last[1]:
            ends = self._cells([start[0], last[0]], "or")
            parts.append(f"so {ends} is {self._text([start[1]])}")
        else:
            more = f" or {self._holds_text(last)}" if start != last else ""
            parts.append(f"so {self._holds_text(start)}{more}")
        follows = [-self.units.literals[c][v] for c, v in gone]
        used = dict.fromkeys(unit for unit in units if unit is not None)
        cells = dict.fromkeys(c for c, _ in path)
        return Pattern(name, dict.fromkeys(facts), used, follows, "; ".join(parts), cells)

    def _holds_text(self, node: Candidate, holds: bool = True) -> str:
        cell, value = node
        return f"{self._cells([cell])} is {'' if holds else 'not '}{self._text([value])}"


def _chains_from(start: Candidate, strong: Links, weak: Links) -> Iterator[list[tuple[Path, Path]]]:
    """Yield chains from a candidate that does not hold, with what they exclude: those with one
    strong link, with two, and so on."""
    held, excluded, off = set[Candidate](), {start}, [[start]]
    while True:
        on = list(_extended(off, strong, held))
        ends = ((path, [x for x in weak[start] if x in weak[path[-1]]]) for path in on)
        yield [(path, gone) for path, gone in ends if gone]
        off = list(_extended(on, weak, excluded))


def _extended(paths: Iterable[Path], links: Links, met: set[Candidate]) -> Iterator[Path]:
    """Yield paths with one more link each, to candidates that were not met before."""
    for path in paths:
        for other in links.get(path[-1], ()):
            if other not in met:
                met.add(other)
                yield [*path, other]


def _fitting(
    masks: Sequence[int], values: Sequence[int], total: int, differ: bool
) -> tuple[list[int], list[tuple[int, ...]]]:
    """Return what cells can be such that they add up to a total, as bits, and by which numbers.

    Args:
        masks: what each cell can be by itself.
        values: the numbers.
        total: of the cells.
        differ: whether no two are the same.
    """
    bits = [[v for v in range(len(values)) if mask >> v & 1] for mask in masks]

    def with_value(state: int, v: int) -> int:
        """Return a set of values, or a sum, with one more; -1 if it has the value."""
        return (-1 if state >> v & 1 else state | 1 << v) if differ else state + values[v]

    def numbers(state: int) -> tuple[int, ...]:
        return tuple(x for v, x in enumerate(values) if state >> v & 1) if differ else (state,)

    layers = [{0}]
    for row in bits:
        layers.append({with_value(state, v) for state in layers[-1] for v in row} - {-1})
    good = {state for state in layers[-1] if sum(numbers(state)) == total}
    sets, out = sorted(map(numbers, good)) if differ else [], [0] * len(masks)
    for i in reversed(range(len(masks))):
        before = {s: [v for v in bits[i] if with_value(s, v) in good] for s in layers[i]}
        out[i] = _union(1 << v for row in before.values() for v in row)
        good = {state for state, row in before.items() if row}
    return out, sets


def _union(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)
