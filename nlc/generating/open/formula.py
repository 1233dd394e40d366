"""A puzzle whose clues are assumptions, in one incremental solver."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Literal, NamedTuple

import numpy as np

from nlc.arrays import Ints
from nlc.board import Sort
from nlc.cnf import Model
from nlc.drivers.pysat.incremental import IncrementalSolver
from nlc.encode.lower import lower
from nlc.encode.policy import ASSUMING
from nlc.encode.spec import Encoding
from nlc.generating.open.look import Look
from nlc.ir.builder import Builder
from nlc.ir.elaborate.opening import Opening
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import ABSENT, Assignment, BoolVar
from nlc.language.resolve import Puzzle

SOLVER = "minisat22"
SPEC = "domains=direct,readings=none,passes=none"
BOTH = f"{SPEC},connected=arborescence"
"""Where two things are connected, as black and white stones are: lazily, a random board takes ten
times as long. Where one thing is, other boards are refuted sooner lazily."""


CONFLICTS = 20_000
"""A question is given up after so many; a clue that it was about stays."""

FEW = 500
"""A literal of a random solution is given up after so many."""

DROPS = 8
"""Refutations by which a board is fitted to a puzzle that was changed."""

CHOSEN = 25
"""Literals that a random solution is asked to have, as far as that is possible."""

HOLDS = 0.5
"""The share of literals that a random solution tries to have, where the genre says nothing."""

Board = tuple[int, ...]
"""A solution: the literals that tell it from others, in their order."""


class Clue(NamedTuple):
    """A value of a given at an element, by their numbers."""

    given: str
    element: int
    value: int


class OpenFormula:
    """All boards of a puzzle some givens of which are open; a context manager.

    A set of clues means that elements without one have none.

    Attributes:
        program: the puzzle, elaborated.
        atoms: the literal of each clue that there can be.
        assignment: the filled board of the last model.
    """

    def __init__(self, puzzle: Puzzle, openings: Mapping[str, Opening]) -> None:
        """State the puzzle.

        Raises:
            UserError: a given cannot be left open.
        """
        self.program = elaborate(puzzle, open=openings)
        builder = Builder(self.program)
        clues: list[Clue] = []
        literals: list[int] = []
        for name in openings:
            domain = self.program.domains[name]
            where, which = np.nonzero(domain.table())
            absent = np.unique(where)
            elements: Ints = np.concatenate([where, absent]).astype(np.int32)
            values: Ints = np.append(which, np.full(len(absent), ABSENT)).astype(np.int32)
            literals += builder.atoms(name, elements, values).tolist()
            pairs = zip(elements.tolist(), values.tolist(), strict=True)
            clues += (Clue(name, element, value) for element, value in pairs)
        joined = [each for each in self.program.globals if each.kind in ("connected", "reaches")]
        spec = Encoding.parse(BOTH if len(joined) > 1 else SPEC)
        lowered = lower(self.program, spec, ASSUMING)
        assert lowered.literals is not None
        self._lowered = lowered
        found = lowered.literals(np.array(literals, np.int32)).tolist()
        every = dict(zip(clues, found, strict=True))
        self._solver = IncrementalSolver(SOLVER, lowered.cnf, lowered.separators)
        self.atoms = {
            clue: x
            for clue, x in every.items()
            if clue.value != ABSENT and self._solver.propagate([x])[0]
        }
        self._absent = {(c.given, c.element): x for c, x in every.items() if c.value == ABSENT}
        self._clue_of = {x: clue for clue, x in self.atoms.items()}
        self._projection: list[int] = lowered.cnf.projection.tolist()
        self._last = max([lowered.cnf.variables, *map(abs, found)])
        self._forbidden: list[int] = []
        self.assignment: Assignment | None = None
        self._held: Model = np.zeros(0, np.bool_)

    def __enter__(self) -> OpenFormula:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.__exit__()

    def assumed(self, clues: Iterable[Clue]) -> list[int]:
        """Return the literals that say which clues there are, and that there are no others."""
        clues = sorted(clues)  # sets of texts have no order that repeats
        there = {(clue.given, clue.element) for clue in clues}
        none = (x for key, x in self._absent.items() if key not in there)
        return [*(self.atoms[clue] for clue in clues), *none]

    def solve(
        self, assumptions: Sequence[int], conflicts: int = CONFLICTS
    ) -> Board | Literal[False] | None:
        """Return a board, False where there is none, or None where that is not decided."""
        outcome = self._solver.ask(assumptions, conflicts)
        if outcome.status == "UNKNOWN":
            return None
        if outcome.model is None:
            return False
        model = outcome.model
        self.assignment, self._held = self._lowered.assignment(model), model
        return tuple(x if model[x] else -x for x in self._projection)

    def random_solution(self, rng: Random, look: Look) -> Board | None:
        """Return a random board, with any clues, or None where there is none.

        Args:
            rng: chooses phases, and literals that are kept as far as the others allow them.
            look: which share of a variable's literals is to hold.
        """
        share = dict.fromkeys(self._projection, HOLDS)
        for var in self.program.bools:
            share |= dict.fromkeys(self._literals(var), look.share(var.name, rng, HOLDS))
        wanted = {x: x if rng.random() < share[x] else -x for x in self._projection}
        self._solver.set_phases([*wanted.values()])
        board = self.solve([])
        kept: list[int] = []
        for x in rng.sample(self._projection, min(CHOSEN, len(self._projection))):
            if not board:
                return None
            if wanted[x] not in board:
                found = self.solve([*kept, wanted[x]], FEW)
                if not found:
                    continue
                board = found
            kept.append(wanted[x])
        return board or None

    def _literals(self, var: BoolVar) -> list[int]:
        """Return the literals of a variable, by element."""
        assert self._lowered.literals is not None
        numbers = np.arange(var.base, var.base + var.size, dtype=np.int32)
        found: list[int] = np.abs(self._lowered.literals(numbers)).tolist()
        return found

    def nearest(self, board: Board) -> Board | None:
        """Return a board like one of another formula, or None where none is as like as that."""
        kept = list(board)
        for _ in range(DROPS):
            found = self.solve(kept, FEW)
            if found is not False:
                return found
            core = set(self._solver.core())
            kept = [x for x in kept if x not in core]
        return None

    def clues_of(self, board: Board, rng: Random, kept: Iterable[Clue] = ()) -> list[Clue] | None:
        """Return a clue for each element that can have one beside all others; None if undecided.

        Args:
            board: has the clues.
            rng: chooses among several values.
            kept: clues that it has, which stay.
        """
        values: dict[tuple[str, int], list[Clue]] = {}
        for clue in self.atoms:
            values.setdefault((clue.given, clue.element), []).append(clue)
        found = self.held(board, [rng.choice(clues) for clues in values.values()], kept)
        size = -1
        while found is not None and len(found) > size:  # any other where the chosen one cannot be
            size, found = len(found), self.held(board, self.atoms, found)
        return found

    def held(
        self, board: Board, wanted: Iterable[Clue], kept: Iterable[Clue] = ()
    ) -> list[Clue] | None:
        """Return clues of a board, as many wanted ones as it can have; None if undecided.

        Args:
            wanted: an element with one has none only where it cannot have any.
            kept: clues that it has, which stay.
        """
        chosen, there = set(), set()
        for clue in wanted:
            chosen.add(self.atoms[clue])
            there.add((clue.given, clue.element))
        self._solver.set_phases([x if x in chosen else -x for x in self._clue_of])
        self._solver.set_phases([-x if key in there else x for key, x in self._absent.items()])
        if not self.solve([*board, *(self.atoms[clue] for clue in kept)]):
            return None
        return [clue for clue, x in self.atoms.items() if self._held[abs(x)] == (x > 0)]

    def forbid(self, board: Board) -> None:
        """Ask for another board than this one from now on; earlier ones are allowed again."""
        self._last += 1
        self._forbidden = [self._last]
        self._solver.add([[-self._last, *(-x for x in board)]])

    def another(self, clues: Iterable[Clue]) -> Board | Literal[False] | None:
        """Return a board with these clues that is not forbidden; see `solve`."""
        return self.solve([*self._forbidden, *self.assumed(clues)])

    def refutes(self, clues: Iterable[Clue]) -> bool:
        """Return whether it is proved that no board but the forbidden one has these clues."""
        return self.another(clues) is False

    def core(self) -> set[Clue]:
        """Return the clues that the last refutation took."""
        return {self._clue_of[x] for x in self._solver.core() if x in self._clue_of}

    def allows(self, board: Board, clues: Iterable[Clue]) -> bool:
        """Return whether a board is known to have these clues."""
        return bool(self.solve([*board, *self.assumed(clues)]))

    def apart(self, one: Board, other: Board) -> set[int]:
        """Return the cells at which two boards differ; all where that cannot be told."""
        board, differ = self.program.board, {abs(x) for x in set(one) - set(other)}
        beside = {Sort.LINK: board.link_cells, Sort.BORDER: board.border_cells}
        out: set[int] = set()
        for var in self.program.bools:
            elements = [i for i, x in enumerate(self._literals(var)) if x in differ]
            if var.sort is Sort.CELL:
                out.update(elements)
            elif var.sort in beside:
                out.update(int(cell) for i in elements for cell in beside[var.sort][i])
        out.discard(-1)
        return {c for c in out if c >= 0} or set(range(board.count(Sort.CELL)))

    def has_same_boards(self, other: OpenFormula) -> bool:
        """Return whether the boards of another formula are written alike."""
        return self._projection == other._projection

    def text(self, clue: Clue) -> str:
        """Return the value of a clue as text."""
        return self.program.domains[clue.given].values[clue.value]
