"""The techniques of Sudoku, for any genre with units: what follows from their candidates.

A candidate is a value that a cell can still have. The techniques are those that guides of Sudoku
teach, by their names there; a chain is an alternating inference chain, and XY-chains are those
whose strong links are cells with two candidates. A forcing chain is any contradiction of units
(`nlc.reasons.steps.refutation`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations, pairwise

from msgspec import Struct

from nlc.reasons.steps.units import Unit, Units

TECHNIQUES = {
    "hidden single": 1.0,
    "hidden single in a line": 1.1,
    "naked single": 1.2,
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

FORCING = {"denied": "forcing chain", "nested": "nested forcing chain"}
"""The techniques that are contradictions of units, by how these are found."""

SIZES = {2: "pair", 3: "triple", 4: "quadruple"}
FISH = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}

Candidate = tuple[int, int]
"""A cell and a value."""

Ends = dict[Candidate, Unit | None]
"""Where links from a candidate lead, with the unit; None within its cell."""

Links = dict[Candidate, Ends]
"""Links from each candidate."""

LONGEST = 12
"""Strong links of a chain at most."""


class Pattern(Struct, frozen=True, eq=False):
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
    facts: tuple[int, ...]
    units: tuple[Unit, ...]
    follows: tuple[int, ...]
    words: str
    cells: tuple[int, ...]


class Candidates:
    """Finds patterns among candidates.

    Attributes:
        units: of the puzzle.
        masks: the candidates of each cell, as bits.
        placed: the cells whose value is known, which their peers have not.
    """

    def __init__(self, units: Units, masks: Sequence[int], placed: Iterable[int]) -> None:
        self.units, self.masks, self.placed = units, list(masks), set(placed)

    def place(self, cell: int, value: int) -> None:
        """Set a value, and take it from the peers."""
        self.masks[cell] = 1 << value
        self.placed.add(cell)
        for peer in self.units.peers[cell]:
            self.masks[peer] &= ~(1 << value)

    def spread(self) -> None:
        """Take what is placed from its peers."""
        for cell in sorted(self.placed):
            self.place(cell, self.masks[cell].bit_length() - 1)

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
            if cell in self.placed and excluded:
                out[literals[cell][self.masks[cell].bit_length() - 1]] = None
                continue
            near = self.units.peers[cell].items() if excluded else ()
            for peer, unit in near:
                if peer in self.placed and self.masks[peer] == 1 << value:
                    out[literals[peer][value]] = None
                    units[unit] = None
                    break
            else:
                out[x] = None
        return tuple(out), tuple(units)

    def easiest(self, names: Collection[str] = TECHNIQUES) -> tuple[str, list[Pattern]]:
        """Return the easiest of some techniques that has patterns, with these."""
        for name, finder in self.finders().items():
            if name in names:
                concluded, out = set[int](), list[Pattern]()
                for pattern in finder():
                    if not concluded.issuperset(pattern.follows):
                        concluded.update(pattern.follows)
                        out.append(pattern)
                if out:
                    return name, out
        return "", []

    def finders(self) -> dict[str, Callable[[], Iterator[Pattern]]]:
        """Return by its name what finds each technique, the easiest first."""
        return {
            SINGLES[0]: lambda: self._hidden_singles(False),
            SINGLES[1]: lambda: self._hidden_singles(True),
            SINGLES[2]: self._naked_singles,
            "locked candidates": self._locked,
            **{
                f"{how} {SIZES[n]}": self._subsets(how, n)
                for n in SIZES
                for how in ("naked", "hidden")
            },
            "X-wing": lambda: self._fish(2),
            "swordfish": lambda: self._fish(3),
            "simple colouring": self._colouring,
            "XY-wing": lambda: self._wings(2),
            "XYZ-wing": lambda: self._wings(3),
            "jellyfish": lambda: self._fish(4),
            "XY-chain": lambda: self._chains(True),
            "chain": lambda: self._chains(False),
        }

    # ---------- texts and literals ----------

    def _values(self, mask: int) -> list[int]:
        return [v for v in range(mask.bit_length()) if mask >> v & 1]

    def _text(self, values: Iterable[int], last: str = "and") -> str:
        return _listed([self.units.values[v] for v in values], last)

    def _cells(self, cells: Iterable[int], last: str = "and") -> str:
        return _listed([self.units.names[c] for c in cells], last)

    def _not(self, cells: Iterable[int], values: Iterable[int]) -> list[int]:
        """Return that cells have not some values, of what they ever could."""
        every = list(values)
        found = (self.units.literals[c][v] for c in cells for v in every)
        return [-x for x in found if x]

    def _other_values(self, cell: int) -> list[int]:
        """Return that a cell has none but its candidates."""
        row = self.units.literals[cell]
        return [-x for v, x in enumerate(row) if x and not self.masks[cell] >> v & 1]

    def _removed(self, cells: Iterable[int], mask: int) -> list[int]:
        """Return that cells have not the values of a mask that are candidates there."""
        return [
            -self.units.literals[c][v]
            for c in cells
            if c not in self.placed
            for v in self._values(self.masks[c] & mask)
        ]

    def _at(self, unit: Unit, value: int) -> list[int]:
        """Return the cells of a unit where a value is a candidate."""
        return [c for c in unit.cells if self.masks[c] >> value & 1]

    def _open(self, unit: Unit) -> list[int]:
        """Return the values that are not placed in a unit yet."""
        there, every = 0, 0
        for c in unit.cells:
            every |= self.masks[c]
            if c in self.placed:
                there |= self.masks[c]
        return self._values(every & ~there)

    # ---------- singles ----------

    def _hidden_singles(self, in_lines: bool) -> Iterator[Pattern]:
        for unit in self.units.units:
            if unit.full and unit.is_line == in_lines:
                for v in self._open(unit):
                    at = self._at(unit, v)
                    if len(at) == 1:
                        yield self.hidden_single(unit, at[0], v)

    def hidden_single(self, unit: Unit, cell: int, value: int) -> Pattern:
        """Return that no other cell of a unit can have a value."""
        name = SINGLES[unit.is_line]
        facts = self._not((c for c in unit.cells if c != cell), [value])
        words = f"{self._text([value])} can only be at {self._cells([cell])} in {unit.name}"
        return Pattern(
            name, tuple(facts), (unit,), (self.units.literals[cell][value],), words, unit.cells
        )

    def _naked_singles(self) -> Iterator[Pattern]:
        for cell, mask in enumerate(self.masks):
            if cell not in self.placed and mask.bit_count() == 1:
                yield self.naked_single(cell, mask.bit_length() - 1)

    def naked_single(self, cell: int, value: int) -> Pattern:
        """Return that a cell can have no other value."""
        words = f"only {self._text([value])} is left for {self._cells([cell])}"
        x = self.units.literals[cell][value]
        facts = [-y for y in self.units.literals[cell] if y and y != x]
        return Pattern(SINGLES[2], tuple(facts), (), (x,), words, (cell,))

    # ---------- one or two units ----------

    def _locked(self) -> Iterator[Pattern]:
        for unit in self.units.units:
            for v in self._open(unit) if unit.full else ():
                at = self._at(unit, v)
                for other in self.units.of_cell[at[0]] if len(at) > 1 else ():
                    if other is not unit and set(at) <= set(other.cells):
                        rest = [c for c in other.cells if c not in at]
                        if gone := self._removed(rest, 1 << v):
                            facts = self._not((c for c in unit.cells if c not in at), [v])
                            value = self._text([v])
                            name = other.name
                            words = (
                                f"in {unit.name}, {value} can only be at {self._cells(at, 'or')}, "
                                f"which are in {name} too; so it is nowhere else in {name}"
                            )
                            yield Pattern(
                                "locked candidates",
                                tuple(facts),
                                (unit, other),
                                tuple(gone),
                                words,
                                tuple(at),
                            )

    def _subsets(self, how: str, size: int) -> Callable[[], Iterator[Pattern]]:
        return lambda: self._naked(size) if how == "naked" else self._hidden(size)

    def _naked(self, size: int) -> Iterator[Pattern]:
        for unit in self.units.units:
            free = [c for c in unit.cells if c not in self.placed]
            few = [c for c in free if self.masks[c].bit_count() <= size]
            for some in combinations(few, size):
                mask = _union(self.masks[c] for c in some)
                rest = [c for c in free if c not in some]
                if mask.bit_count() == size and (gone := self._removed(rest, mask)):
                    facts = [x for c in some for x in self._other_values(c)]
                    words = (
                        f"{self._cells(some)} are {self._text(self._values(mask))} in some order, "
                        f"so no other cell of {unit.name} is"
                    )
                    name = f"naked {SIZES[size]}"
                    yield Pattern(name, tuple(facts), (unit,), tuple(gone), words, some)

    def _hidden(self, size: int) -> Iterator[Pattern]:
        for unit in self.units.units:
            if not unit.full:
                continue
            at = {v: self._at(unit, v) for v in self._open(unit)}
            few = [v for v, cells in at.items() if len(cells) <= size]
            for some in combinations(few, size):
                cells = sorted({c for v in some for c in at[v]})
                mask = _union(1 << v for v in some)
                if len(cells) == size and (gone := self._removed(cells, ~mask)):
                    facts = self._not((c for c in unit.cells if c not in cells), some)
                    words = (
                        f"in {unit.name}, {self._text(some)} can only be at {self._cells(cells)}, "
                        "so no other number is there"
                    )
                    name = f"hidden {SIZES[size]}"
                    yield Pattern(name, tuple(facts), (unit,), tuple(gone), words, tuple(cells))

    # ---------- fish ----------

    def _fish(self, size: int) -> Iterator[Pattern]:
        for value in range(len(self.units.values)):
            for kind, across in (("row", "column"), ("column", "row")):
                bases = []
                for unit in self.units.units:
                    if unit.kind == kind and unit.full:
                        at = self._at(unit, value)
                        if 2 <= len(at) <= size:
                            bases.append((unit, at))
                for some in combinations(bases, size):
                    cells = [c for _, at in some for c in at]
                    covers = {
                        id(u): u for c in cells for u in self.units.of_cell[c] if u.kind == across
                    }
                    if len(covers) == size:
                        yield from self._of_fish(
                            value, [u for u, _ in some], [*covers.values()], cells
                        )

    def _of_fish(
        self, value: int, bases: list[Unit], covers: list[Unit], cells: list[int]
    ) -> Iterator[Pattern]:
        inside = {c for unit in bases for c in unit.cells}
        covered = {c for unit in covers for c in unit.cells}
        if not covered.issuperset(cells):
            return
        gone = self._removed(sorted(covered - inside), 1 << value)
        if gone:
            facts = self._not(sorted(inside - covered), [value])
            words = (
                f"in {_listed([u.name for u in bases])}, {self._text([value])} can only be in "
                f"{_listed([u.name for u in covers])}, so it is nowhere else there"
            )
            units = (*bases, *covers)
            name = FISH[len(bases)]
            yield Pattern(name, tuple(facts), units, tuple(gone), words, tuple(cells))

    # ---------- two colours ----------

    def _pairs(self, value: int) -> dict[int, dict[int, Unit]]:
        """Return the cells that share a unit in which a value can be at them alone."""
        out: dict[int, dict[int, Unit]] = {}
        for unit in self.units.units:
            at = self._at(unit, value) if unit.full else []
            if len(at) == 2 and not self.placed.intersection(at):
                one, other = at
                out.setdefault(one, {}).setdefault(other, unit)
                out.setdefault(other, {}).setdefault(one, unit)
        return out

    def _colouring(self) -> Iterator[Pattern]:
        for value in range(len(self.units.values)):
            pairs, seen = self._pairs(value), set[int]()
            for start in pairs:
                if start in seen:
                    continue
                colour, tree, todo = {start: 0}, list[Unit](), [start]
                for cell in todo:
                    for other, unit in pairs[cell].items():
                        if other not in colour:
                            colour[other] = 1 - colour[cell]
                            tree.append(unit)
                            todo.append(other)
                seen.update(colour)
                yield from self._of_colours(value, colour, tree)

    def _of_colours(
        self, value: int, colour: dict[int, int], tree: list[Unit]
    ) -> Iterator[Pattern]:
        peers = self.units.peers
        ends = set(colour)
        facts = [x for u in tree for x in self._not((c for c in u.cells if c not in ends), [value])]
        sides = [[c for c in colour if colour[c] == side] for side in (0, 1)]
        text = self._text([value])
        both = f"{text} is either at {self._cells(sides[0])} or at {self._cells(sides[1])}"
        for side in sides:
            for one, other in combinations(side, 2):
                if other in peers[one]:
                    unit = peers[one][other]
                    words = (
                        f"{both}; but {self._cells([one, other])} are both in {unit.name}, "
                        f"so it is at {self._cells(sides[side is sides[0]])}"
                    )
                    gone = self._removed(side, 1 << value)
                    units = (*tree, unit)
                    yield Pattern(
                        "simple colouring", tuple(facts), units, tuple(gone), words, tuple(colour)
                    )
                    return
        for cell, mask in enumerate(self.masks):
            if mask >> value & 1 and cell not in colour:
                seen = [next((c for c in side if c in peers[cell]), None) for side in sides]
                if seen[0] is not None and seen[1] is not None:
                    near, far = self._cells([seen[0]]), self._cells([seen[1]])
                    words = (
                        f"{both}; {self._cells([cell])} is in one unit with {near} "
                        f"and in one with {far}, so it is not {text}"
                    )
                    units = (*tree, peers[cell][seen[0]], peers[cell][seen[1]])
                    gone = self._removed([cell], 1 << value)
                    yield Pattern(
                        "simple colouring", tuple(facts), units, tuple(gone), words, tuple(colour)
                    )

    # ---------- wings ----------

    def _wings(self, size: int) -> Iterator[Pattern]:
        """Yield XY-wings, whose pivot has two candidates, or XYZ-wings, whose pivot has three."""
        peers, masks = self.units.peers, self.masks
        two = [c for c, mask in enumerate(masks) if mask.bit_count() == 2 and c not in self.placed]
        for pivot, mask in enumerate(masks):
            if mask.bit_count() != size or pivot in self.placed:
                continue
            near = [c for c in two if c in peers[pivot]]
            for one, other in combinations(near, 2):
                shared = masks[one] & masks[other]
                if shared.bit_count() != 1 or masks[one] | masks[other] != mask | shared:
                    continue
                if (
                    bool(mask & shared) != (size == 3)
                    or not masks[one] & mask
                    or not masks[other] & mask
                ):
                    continue
                seen = peers[one].keys() & peers[other].keys() - {pivot}
                if size == 3:
                    seen &= peers[pivot].keys()
                gone = self._removed(sorted(seen), shared)
                if gone:
                    three = (pivot, one, other)
                    units = [peers[pivot][one], peers[pivot][other]]
                    units += [
                        peers[c][target]
                        for target in sorted(seen)
                        if masks[target] & shared
                        for c in (three if size == 3 else three[1:])
                    ]
                    facts = [x for c in three for x in self._other_values(c)]
                    value = self._text(self._values(shared))
                    words = (
                        f"{self._held(pivot)}, and beside it {self._held(one)} and "
                        f"{self._held(other)}: one of them is {value}, so no cell that shares a "
                        f"unit with {'all three' if size == 3 else 'both of these'} is"
                    )
                    name = "XYZ-wing" if size == 3 else "XY-wing"
                    yield Pattern(
                        name, tuple(facts), tuple(dict.fromkeys(units)), tuple(gone), words, three
                    )

    def _held(self, cell: int) -> str:
        return f"{self._cells([cell])} is {self._text(self._values(self.masks[cell]), 'or')}"

    # ---------- chains ----------

    def _chains(self, in_cells: bool) -> Iterator[Pattern]:
        """Yield the shortest chains, the strong links of which are cells only, or units too."""
        nodes = [
            (c, v)
            for c, mask in enumerate(self.masks)
            if c not in self.placed
            for v in self._values(mask)
        ]
        strong = self._strong(in_cells)
        weak = {node: self._weak(node) for node in nodes}
        found = list[tuple[list[Candidate], list[Candidate]]]()
        longest = LONGEST
        for start in strong:
            for path, gone in self._from(start, strong, weak, longest):
                if len(path) // 2 < longest:
                    longest, found = len(path) // 2, []
                found.append((path, gone))
        name = "XY-chain" if in_cells else "chain"
        for path, gone in found:
            yield self._of_chain(name, path, gone, strong, weak)

    def _strong(self, in_cells: bool) -> Links:
        """Return of each candidate those of which one holds where it does not, and the unit."""
        out: Links = {}
        for c, mask in enumerate(self.masks):
            if mask.bit_count() == 2 and c not in self.placed:
                one, other = self._values(mask)
                out.setdefault((c, one), {})[c, other] = None
                out.setdefault((c, other), {})[c, one] = None
        for v in range(len(self.units.values)) if not in_cells else ():
            for c, others in self._pairs(v).items():
                for d, unit in others.items():
                    out.setdefault((c, v), {})[d, v] = unit
        return out

    def _weak(self, node: Candidate) -> Ends:
        """Return the candidates that a candidate excludes, with the unit."""
        cell, value = node
        out: Ends = {(cell, v): None for v in self._values(self.masks[cell]) if v != value}
        for peer, unit in self.units.peers[cell].items():
            if self.masks[peer] >> value & 1 and peer not in self.placed:
                out[peer, value] = unit
        return out

    @staticmethod
    def _from(
        start: Candidate,
        strong: Links,
        weak: Links,
        longest: int,
    ) -> Iterator[tuple[list[Candidate], list[Candidate]]]:
        """Yield the shortest chains from a candidate that does not hold, with what they exclude."""
        before: dict[tuple[Candidate, bool], Candidate] = {}
        off, length = [start], 0
        while off and length < longest:
            length += 1
            on = []
            for node in off:
                for other in strong.get(node, ()):
                    if (other, True) not in before:
                        before[other, True] = node
                        on.append(other)
            done = False
            for node in on:
                gone = [x for x in weak[start] if x in weak[node]]
                if gone:
                    path, state, held = [node], node, True
                    while (state, held) != (start, False):
                        state, held = before[state, held], not held
                        path.append(state)
                    yield path[::-1], gone
                    done = True
            if done:
                return
            off = []
            for node in on:
                for other in weak[node]:
                    if (other, False) not in before and other != start:
                        before[other, False] = node
                        off.append(other)

    def _of_chain(
        self,
        name: str,
        path: list[Candidate],
        gone: list[Candidate],
        strong: Links,
        weak: Links,
    ) -> Pattern:
        facts, units, parts = list[int](), list[Unit](), list[str]()
        for number, (one, other) in enumerate(pairwise(path)):
            unit = strong[one][other] if number % 2 == 0 else weak[one][other]
            if unit is not None:
                units.append(unit)
            if number % 2:
                continue
            (cell, value), (end, then) = one, other
            if unit is None:
                facts += self._other_values(cell)
            else:
                facts += self._not((c for c in unit.cells if c not in (cell, end)), [value])
            first = self._holds_text(one, False)
            if not parts:
                rest = f"it is {self._text([then])}" if end == cell else self._holds_text(other)
                parts.append(f"if {first}, {rest}")
            elif end == cell:
                parts.append(f"then {first} but {self._text([then])}")
            else:
                parts.append(f"then {first}, so {self._holds_text(other)}")
        for node in gone:
            units += [u for end in (path[0], path[-1]) if (u := weak[end][node]) is not None]
        start, last = path[0], path[-1]
        parts.append(f"so {self._holds_text(start)}")
        if start[1] == last[1] and start != last:
            parts[-1] = f"so {self._cells([start[0], last[0]], 'or')} is {self._text([start[1]])}"
        elif start != last:
            parts[-1] += f" or {self._holds_text(last)}"
        return Pattern(
            name,
            tuple(dict.fromkeys(facts)),
            tuple(dict.fromkeys(units)),
            tuple(-self.units.literals[c][v] for c, v in gone),
            "; ".join(parts),
            tuple(dict.fromkeys(c for c, _ in path)),
        )

    def _holds_text(self, node: Candidate, holds: bool = True) -> str:
        cell, value = node
        return f"{self._cells([cell])} is {'' if holds else 'not '}{self._text([value])}"


def _union(masks: Iterable[int]) -> int:
    out = 0
    for mask in masks:
        out |= mask
    return out


def _listed(names: Sequence[str], last: str = "and") -> str:
    *first, end = names
    return f"{', '.join(first)} {last} {end}" if first else end
