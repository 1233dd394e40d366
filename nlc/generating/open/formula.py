"""A puzzle whose clues are assumptions, in one incremental solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from random import Random
from typing import Literal, NamedTuple

import numpy as np

from nlc.arrays import Ints
from nlc.cached import cached_property
from nlc.generating.open.look import DrawingWishes
from nlc.generating.open.shapes import cells_at
from nlc.ir.builder import Builder
from nlc.ir.elaborate.opening import Opening, sides_of
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import ABSENT, BoolVar
from nlc.language.resolve import Puzzle
from nlc.solving.boards import BoardSolver

SOLVER = "minisat22"
SPEC = "domains=direct,readings=none,passes=none"
BOTH = f"{SPEC},connected=arborescence"
"""For rules with two connected sets, black and white stones: with lazy cuts, a random board takes
ten times as long. With one, or one for each island too, lazy cuts refute other boards sooner."""

SIZED = f"{SPEC},connected=levels"
"""For groups whose values are their sizes: lazy cuts take at least five times as long."""


CONFLICTS = 20_000
"""The conflicts of a query; a clue whose query is undecided stays."""

FEW = 500
"""The conflicts after which a random solution does without a chosen literal."""

DROPS = 40
"""Cores whose literals are dropped to fit a board to a changed puzzle."""

CHOSEN = 25
"""Literals that are chosen for a random solution, as far as it can have them."""

FEW_VALUES = 3
"""Values of a clue that are often all possible beside a board, though it says something."""

HOLDS = 0.5
"""The share of true literals of a random solution, where the genre names none."""

Board = tuple[int, ...]
"""A solution: its literals of the projection, in their order."""


class Clue(NamedTuple):
    """A value of a given at an element, by their numbers."""

    given: str
    element: int
    value: int


class OpenFormula(BoardSolver):
    """All boards of a puzzle with open givens; a context manager.

    In a set of clues, elements without a clue have none.

    Attributes:
        atoms: the literal of each possible clue.
    """

    def __init__(
        self, puzzle: Puzzle, openings: Mapping[str, Opening], full: Set[str] = frozenset()
    ) -> None:
        """Encode the puzzle.

        Args:
            puzzle: with drawings, and without clues of the open givens.
            openings: these givens.
            full: those of them that have all clues, also such as say nothing of a board.

        Raises:
            UserError: a given cannot be left open.
        """
        program = elaborate(puzzle, open=openings)
        builder = Builder(program)
        clues: list[Clue] = []
        literals: list[int] = []
        for name, domain in program.domains.items():
            where, which = np.nonzero(domain.table())
            absent = np.unique(where) if domain.optional else np.zeros(0, np.int32)
            elements: Ints = np.concatenate([where, absent]).astype(np.int32)
            values: Ints = np.append(which, np.full(len(absent), ABSENT)).astype(np.int32)
            literals += builder.atoms(name, elements, values).tolist()
            pairs = zip(elements.tolist(), values.tolist(), strict=True)
            clues += (Clue(name, element, value) for element, value in pairs)
        kinds = [each.kind for each in program.globals if each.origin.expands is None]
        two = kinds.count("connected") + kinds.count("reaches") == 2
        spec = SIZED if "group_sizes" in kinds else BOTH if two else SPEC
        super().__init__(SOLVER, program, spec)
        self._atoms = dict(zip(clues, self.literals(literals), strict=True))
        every = {clue: x for clue, x in self._atoms.items() if clue.given in openings}
        self.atoms = {
            clue: x for clue, x in every.items() if clue.value != ABSENT and self.propagate([x])[0]
        }
        self._absent = {(c.given, c.element): x for c, x in every.items() if c.value == ABSENT}
        self._clue_of = {x: clue for clue, x in self.atoms.items()}
        self._full = full
        placed = {name for name in full & openings.keys() if openings[name].elements}
        told = [-x for (name, _), x in self._absent.items() if name in placed]
        self._told = told if told and self.board_with(told) else []
        self._idle: set[tuple[str, int]] | None = None
        self._forbidden: list[int] = []

    def assumptions(self, clues: Iterable[Clue]) -> list[int]:
        """Return the literals of some clues, and of no clue at all other elements."""
        clues = sorted(clues)  # the order of sets of texts changes from run to run
        there = {(clue.given, clue.element) for clue in clues}
        none = (x for key, x in self._absent.items() if key not in there)
        return [*(self.atoms[clue] for clue in clues), *none]

    def board_with(
        self, assumptions: Sequence[int], conflicts: int = CONFLICTS
    ) -> Board | Literal[False] | None:
        """Return a board, False if there is none, or None if undecided."""
        outcome = self.query(assumptions, conflicts)
        if outcome.status == "UNKNOWN":
            return None
        if outcome.model is None:
            return False
        self.last = outcome.model
        return tuple(self.solution())

    def random_solution(self, rng: Random, look: DrawingWishes) -> Board | None:
        """Return a random board, with any clues, or None if there is none.

        Args:
            rng: chooses phases, and literals that the board has as far as others allow them.
            look: has the shares of true literals, by variable.
        """
        share = dict.fromkeys(self.shown, HOLDS)
        named: list[int] = []
        for var in self.program.bools:
            literals = self._variables(var)
            share |= dict.fromkeys(literals, look.share(var.name, rng, HOLDS))
            named += literals if var.name in look.shares else ()
        wanted = {x: x if rng.random() < share[x] else -x for x in self.shown}
        self.set_phases([*wanted.values()])
        kept = list(self._told)
        board = self.board_with(kept)
        among = named or self.shown
        for x in rng.sample(among, min(CHOSEN, len(among))):
            if not board:
                return None
            if wanted[x] not in board:
                found = self.board_with([*kept, wanted[x]], FEW)
                if not found:
                    continue
                board = found
            kept.append(wanted[x])
        return board or None

    def _variables(self, var: BoolVar) -> list[int]:
        """Return the variables of a declared one, by element."""
        return [abs(x) for x in self.literals(range(var.base, var.base + var.size))]

    @cached_property
    def _literals_by_name(self) -> dict[tuple[str, int, str], int]:
        """The literals of the projection by variable, element and value, for other formulas."""
        found: dict[tuple[str, int, str], int] = {}
        for var in self.program.bools:
            found |= {(var.name, i, ""): x for i, x in enumerate(self._variables(var))}
        for (name, element, value), x in self._atoms.items():
            text = "" if value == ABSENT else self.program.domains[name].values[value]
            found[name, element, text] = x
        shown = set(self.shown)
        return {key: x for key, x in found.items() if abs(x) in shown}

    def nearest(
        self, board: Board, formula: OpenFormula, fixed: Sequence[int] = ()
    ) -> Board | None:
        """Return a board similar to one of a formula, or None if none was found.

        Args:
            board: the other board.
            formula: the formula of the other board.
            fixed: literals that the board has.
        """
        true = set(board)
        theirs = {key: x for key, x in formula._literals_by_name.items() if {x, -x} & true}
        own = self._literals_by_name
        kept = [own[key] if x in true else -own[key] for key, x in theirs.items() if key in own]
        fixed = [*fixed, *self._told]
        kept = [x for x in kept if -x not in fixed]
        for _ in range(DROPS):
            found = self.board_with([*fixed, *kept], FEW)
            if found is not False:
                return found
            core = set(self.core())
            kept = [x for x in kept if x not in core]
        return None

    def clues_of(self, board: Board, rng: Random, kept: Iterable[Clue] = ()) -> list[Clue] | None:
        """Return a maximal set of clues of a board, one for each element; None if undecided.

        Where beside the first board any number would do, it says nothing and is no clue.

        Args:
            rng: chooses among several values.
            kept: clues of the board that are in the set.
        """
        fixed = [*board, *(self.atoms[clue] for clue in kept)]
        settled = set(self.propagate(fixed)[1])
        values: dict[tuple[str, int], list[int]] = {}
        for clue, x in self.atoms.items():
            if -x not in settled:
                values.setdefault((clue.given, clue.element), []).append(x)
        if self._idle is None:
            widths = Counter((clue.given, clue.element) for clue in self.atoms)
            self._idle = {
                key
                for key, literals in values.items()
                if key in self._absent
                and key[0] not in self._full
                and len(literals) == widths[key] > FEW_VALUES
                and all(self.board_with([*fixed, x]) for x in (*literals[::10], self._absent[key]))
            }
        idle = sorted(key for key in self._idle if -self._absent[key] not in settled)
        fixed += [self._absent[key] for key in idle]
        values = {key: literals for key, literals in values.items() if key not in idle}
        settled.update(fixed)
        chosen = {rng.choice(literals) for literals in values.values()}
        self.set_phases([x if x in chosen else -x for x in self._clue_of])
        wanted = [-x for x in self._absent.values() if x not in settled]
        while not (found := self.board_with([*fixed, *wanted])):
            if found is None:
                return None
            core = set(self.core())
            wanted.remove(rng.choice([x for x in wanted if x in core]))
        return self._model_clues()

    def clues_like(
        self, board: Board, wanted: Iterable[Clue], kept: Iterable[Clue] = ()
    ) -> list[Clue] | None:
        """Return clues of a board, near a preferred set; None if undecided.

        Args:
            wanted: the preferred clues; their elements have a clue where that is possible.
            kept: clues of the board that are in the result.
        """
        chosen, there = set(), set()
        for clue in wanted:
            chosen.add(self.atoms[clue])
            there.add((clue.given, clue.element))
        self.set_phases([x if x in chosen else -x for x in self._clue_of])
        self.set_phases([-x if key in there else x for key, x in self._absent.items()])
        if not self.board_with([*board, *(self.atoms[clue] for clue in sorted(kept))]):
            return None
        return self._model_clues()

    def forced_clues(self, board: Board, clues: Iterable[Clue]) -> set[Clue]:
        """Return those of some clues at whose elements the board must have a clue."""
        if self.allows(board, ()):
            return set()
        absent = {clue: self._absent.get((clue.given, clue.element)) for clue in clues}
        return {
            clue for clue, x in absent.items() if x is None or self.board_with([*board, x]) is False
        }

    def _model_clues(self) -> list[Clue]:
        return [clue for clue, x in self.atoms.items() if self.last[abs(x)] == (x > 0)]

    def forbid(self, board: Board) -> None:
        """Exclude a board from the results of `other`, and it alone."""
        self._forbidden = [self.another(board)]

    def other(self, clues: Iterable[Clue]) -> Board | Literal[False] | None:
        """Return a board with these clues that is not forbidden; see `board_with`."""
        return self.board_with([*self._forbidden, *self.assumptions(clues)])

    def open_literals(
        self, board: Board, clues: Iterable[Clue], most: int
    ) -> tuple[frozenset[int], Board | None] | None:
        """Return the literals of a board that differ in other boards with some clues.

        Returns:
            The literals, and one of the other boards, if there is one; None if there are more than
            `most`, or if undecided.
        """
        assumed, same, size = self.assumptions(clues), set(board), len(board)
        other: Board | None = None
        while True:
            differs = self.another(same)
            self.set_phases([-x for x in same])
            found = self.board_with([differs, *assumed])
            if found is False:
                return frozenset(board) - same, other
            if found is None:
                return None
            other = found
            same &= set(found)
            if size - len(same) > most:
                return None

    def core_clues(self) -> set[Clue]:
        """Return the clues in the core of the last refutation."""
        return {self._clue_of[x] for x in self.core() if x in self._clue_of}

    def allows(self, board: Board, clues: Iterable[Clue]) -> bool:
        """Return whether a board is known to have these clues."""
        return bool(self.board_with([*board, *self.assumptions(clues)]))

    def cells_of(self, literals: Iterable[int]) -> set[int]:
        """Return the cells at the elements of some literals, or all cells if there are none."""
        wanted = {abs(x) for x in literals}
        sorts = {variable.name: variable.sort for variable in self.program.declared}
        places = (
            (sorts[name], i)
            for (name, i, _), x in self._literals_by_name.items()
            if abs(x) in wanted
        )
        return cells_at(self.program.board, places)

    def text(self, clue: Clue) -> str:
        """Return the value of a clue as text."""
        text = self.program.domains[clue.given].values[clue.value]
        is_side = self.program.value_kinds[clue.given] == "side"
        return sides_of(self.program.board, True)[clue.element][int(text)] if is_side else text
