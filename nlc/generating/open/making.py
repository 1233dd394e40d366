"""Makes one puzzle: a random board with all its clues, then with as few of them as requested."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from nlc.board import Sort
from nlc.errors import UserError
from nlc.generating.open.changes import change_draft
from nlc.generating.open.draft import Draft, options_of
from nlc.generating.open.formula import CONFLICTS, FEW, SOLVER, Board, Clue, OpenFormula
from nlc.generating.open.look import DrawingWishes
from nlc.generating.open.shapes import cells_at, draw_givens, openings_of
from nlc.generating.open.symmetry import OrbitOf
from nlc.generating.progress import report_remark
from nlc.reasons.groups import GroupSolver

CLIMBS = 200
"""Replacements of the board by a second one with more clues."""

MOVES = 400
"""Changes of the drawing before an attempt is given up."""

STUCK = 100
"""Changes in a row without fewer open literals before an attempt is given up."""

WORSE = 0.5
"""The mean number of additional open literals with which a change is accepted."""

FIRST_BOARDS = 3
"""Random boards of which the one with fewest open literals is changed, if none is unique."""

NAMED = 6
"""Cells that a message names."""

DRAWINGS = 40
"""Drawings without a solution, each with fewer signs, before an attempt is given up."""

REDRAWN = 3
"""Drawings without a solution that are drawn anew before one is repaired, which takes longer."""

REPAIRS = 60
"""Changes of a drawing that the rules contradict before it is given up."""

SHAPES = 20
"""Random changes of the drawing, of which the first possible one is tried."""

EDITS = 40
"""Changes of a clue that are tried before one of the drawing."""


BOARDS = 0.75
"""The share of changes of the board among those of the board and the drawing: they are cheaper."""


class Candidate(NamedTuple):
    """A puzzle that may have several solutions.

    Attributes:
        draft: its drawing.
        formula: of all boards of the draft.
        board: one of them.
        clues: of the board.
        open: the literals of the board that differ in another board with these clues.
        second: another board, if there is one.
    """

    draft: Draft
    formula: OpenFormula
    board: Board
    clues: list[Clue]
    open: frozenset[int]
    second: Board | None


class Search(Struct, frozen=True):
    """Searches for a draft with a board that is the only solution of all its clues.

    While there are other solutions, a clue or the random drawing is changed near the open literals;
    the change stays if no more literals are open after it.

    Attributes:
        blank: an empty board.
        look: the look of the puzzle.
        rng: makes all choices.
        orbit_of: gives the elements of a given that have a clue or sign together.
        counts: the reason is added to it if there is no draft.
    """

    blank: Draft
    look: DrawingWishes
    rng: Random
    orbit_of: OrbitOf
    counts: Counter[str]

    def unique(self) -> Candidate | None:
        """Return a candidate with one solution, which its formula forbids, or None."""
        candidate = self._first_candidate()
        if candidate is None:
            return None
        stuck, least = 0, len(candidate.open)
        for _ in range(MOVES):
            if not candidate.open or stuck > STUCK:
                break
            new = self._mutate_clue(candidate)
            if new is None and candidate.clues and self.rng.random() < BOARDS:
                new = self._mutate_board(candidate)
            elif new is None:
                new = self._mutate_drawing(candidate)
            stuck += 1
            if new is None:
                continue
            if len(new.open) < least:
                stuck, least = 0, len(new.open)
            if new.formula is not candidate.formula:
                candidate.formula.close()
            candidate = new
        if candidate.open:
            self.counts["not unique"] += 1
            candidate.formula.close()
            return None
        candidate.formula.forbid(candidate.board)
        return candidate

    def _first_candidate(self) -> Candidate | None:
        """Return a candidate with one solution, or of the first boards that with fewest open ones.

        If none of them has one solution, that is reported, with the cells at which all differ.
        """
        best: Candidate | None = None
        differing: list[set[int]] = []
        for _ in range(FIRST_BOARDS):
            if (drawn := self._draw()) is None:
                break
            found = self._maximize_clues(*drawn)
            if found is None:
                self.counts["undecided"] += best is None
                drawn[1].close()
                break
            differing.append(found.formula.cells_of(found.open) if found.open else set())
            if best is None or len(found.open) < len(best.open):
                best, found = found, best or found
            if found is not best:
                found.formula.close()
            if not best.open:
                return best
        if best is not None and best.clues and len(differing) == FIRST_BOARDS:
            self._report_several(set.intersection(*differing))
        return best

    def _report_several(self, cells: set[int]) -> None:
        """Report that each of the first boards has two solutions, which differ at some cells."""
        names = self.blank.shape.board.names(Sort.CELL)
        places = [names[cell] for cell in sorted(cells)]
        more = ", …" if len(places) > NAMED else ""
        where = f", which differ at {', '.join(places[:NAMED])}{more}" if places else ""
        boards = f"each of the first {FIRST_BOARDS} boards has two solutions{where}"
        after = "they are changed until one is left, which may take long; smaller ones are quicker"
        report_remark(f"with all clues given, {boards}; {after}")

    def _formula(self, draft: Draft) -> OpenFormula:
        """Return the formula of all boards of a draft.

        Raises:
            UserError: it breaks a check of the genre.
        """
        return OpenFormula(draft.puzzle(), openings_of(draft, self.look), self.look.full)

    def _draw(self) -> tuple[Draft, OpenFormula, Board] | None:
        """Return a random drawing with its formula and a random solution, or None."""
        for i in range(DRAWINGS):
            thinned = replace(self.look, thinned=1 - i / DRAWINGS)
            try:
                draft = draw_givens(self.blank, thinned, self.rng, self.orbit_of)
                formula = self._formula(draft)
                if draft.givens and formula.board_with([]) is False:
                    formula.close()
                    if i < REDRAWN:
                        continue
                    draft = self._repair(draft)
                    formula = self._formula(draft)
            except UserError:  # some drawings keep the checks, or `OpenGenre.generator` raises
                self.counts["broken check"] += 1
                continue
            board = formula.random_solution(self.rng, self.look)
            if board is not None:
                return draft, formula, board
            self.counts["no solution"] += 1
            formula.close()
            if not draft.givens:  # another drawing is the same
                found = f"no board of {draft.shape.name} is found in {CONFLICTS:,} conflicts"
                options = f"; its options are {options_of(draft)}" if options_of(draft) else ""
                report_remark(
                    f"{found} by the rules of {draft.genre.name}; try another size{options}"
                )
                break
        return None

    def _repair(self, draft: Draft) -> Draft:
        """Return a draft that mostly has a solution, by changes where rules contradict it.

        If they do in the end, that is reported.
        """
        for _ in range(REPAIRS):
            found = contradictions(draft)
            if not found:
                return draft
            for near, _ in found:
                draft = self._changed(draft, near) or draft
        names = " and ".join(f"'{name}'" for name in draft.givens)
        rules = "; ".join(found[0][1])
        report_remark(
            f"drawings of {names} have no solution, even when they are changed where rules "
            f"contradict them ({rules}), which may take long; other sizes and shares in a block "
            "'generate { … }', or a smaller board, are quicker"
        )
        return draft

    def _changed(self, draft: Draft, near: set[int]) -> Draft | None:
        """Return the first possible of some random changes of a draft near cells, or None."""
        changes = (
            change_draft(draft, self.look, near, self.rng, self.orbit_of) for _ in range(SHAPES)
        )
        return next((each for each in changes if each is not None), None)

    def _maximize_clues(self, draft: Draft, formula: OpenFormula, board: Board) -> Candidate | None:
        """Return a candidate whose board has a locally maximal number of clues; None if undecided.

        A second board has all clues of the first and replaces it if it has more. If clues are left
        out because their orbits are not whole, one with as many replaces it, too.
        """
        every = formula.clues_of(board, self.rng)
        clues = self._whole_orbits(formula, every)
        if every is None or clues is None:
            return None
        some_left_out = len(clues) < len(every)
        for _ in range(CLIMBS):
            formula.forbid(board)
            second = formula.other(clues)
            if second is None:
                return None
            if second is False:
                return Candidate(draft, formula, board, clues, frozenset(), None)
            richer = self._whole_orbits(formula, formula.clues_of(second, self.rng, clues))
            if richer is None or len(richer) + some_left_out <= len(clues):
                break
            board, clues = second, richer
        return _candidate(draft, formula, board, clues, len(board))

    def _clues_of(self, formula: OpenFormula, board: Board | None) -> list[Clue] | None:
        """Return the clues of a board, or None if there is no board, or that is undecided."""
        return self._whole_orbits(formula, formula.clues_of(board, self.rng)) if board else None

    def _whole_orbits(self, formula: OpenFormula, clues: list[Clue] | None) -> list[Clue] | None:
        """Return the clues whose orbits all have clues, where a clue can be."""
        if clues is None:
            return None
        missing = {clue[:2] for clue in formula.atoms} - {clue[:2] for clue in clues}
        left_out = {(name, i) for name, at in missing for i in self.orbit_of(name, at)}
        return [clue for clue in clues if clue[:2] not in left_out]

    def _mutate_clue(self, candidate: Candidate) -> Candidate | None:
        """Return a candidate with a changed clue and no more open literals, or None.

        New clues are only where an orbit is a single element.
        """
        formula, board, second = candidate.formula, candidate.board, candidate.second
        assert second is not None
        if self.rng.random() < 0.5:
            board, second = second, board
        near, sorts = formula.cells_of(candidate.open), formula.program.given_sorts
        values = {(clue.given, clue.element): clue for clue in candidate.clues}
        settled = set(formula.propagate(board)[1])

        def can_change(clue: Clue) -> bool:
            key = clue.given, clue.element
            free = key in values or len(self.orbit_of(*key)) == 1
            is_near = sorts[clue.given] is not Sort.CELL or clue.element in near
            own = clue == values.get(key) or -formula.atoms[clue] in settled
            return free and is_near and not own

        changes = list(filter(can_change, formula.atoms))
        for change in self.rng.sample(changes, min(EDITS, len(changes))):
            clues = list({**values, (change.given, change.element): change}.values())
            fits = not formula.allows(second, clues) and formula.allows(board, clues)
            most = len(candidate.open)
            if fits and (found := _candidate(candidate.draft, formula, board, clues, most)):
                return found
        return None

    def _mutate_board(self, candidate: Candidate) -> Candidate | None:
        """Return a candidate with another board, whose clues differ, and no more open literals.

        A literal that all boards with the present clues share is flipped.
        """
        formula = candidate.formula
        shared = [x for x in candidate.board if x not in candidate.open]
        if not shared:
            return None
        near = formula.cells_of(candidate.open)
        some = self.rng.sample(shared, min(EDITS, len(shared)))
        flipped = next((x for x in some if formula.cells_of([x]) & near), some[0])
        board = formula.nearest(candidate.board, formula, [-flipped])
        clues = self._clues_of(formula, board)
        return _candidate(candidate.draft, formula, board, clues, len(candidate.open))

    def _mutate_drawing(self, candidate: Candidate) -> Candidate | None:
        """Return a candidate with a changed drawing and hardly more open literals, or None.

        If the change excludes the board, a similar one replaces it.
        """
        draft = self._changed(candidate.draft, candidate.formula.cells_of(candidate.open))
        if draft is None:
            return None
        try:
            formula = self._formula(draft)
        except UserError:
            return None
        assert candidate.second is not None
        like = candidate.board if self.rng.random() < 0.5 else candidate.second
        board = formula.nearest(like, candidate.formula)
        clues = self._clues_of(formula, board)
        most = len(candidate.open) + int(self.rng.expovariate(1 / WORSE))
        found = _candidate(draft, formula, board, clues, most)
        if found is None:
            formula.close()
        return found


def _candidate(
    draft: Draft, formula: OpenFormula, board: Board | None, clues: list[Clue] | None, most: int
) -> Candidate | None:
    """Return a candidate, or None if it has more open literals, or anything is undecided."""
    if not board or clues is None:
        return None
    found = formula.open_literals(board, clues, most)
    return None if found is None else Candidate(draft, formula, board, clues, *found)


def contradictions(draft: Draft) -> list[tuple[set[int], list[str]]]:
    """Return the cells, and what rules say, at some contradictions that share no instance."""
    found = []
    with GroupSolver(draft.puzzle(), solver=SOLVER) as solver:
        left = {group.selector for group in solver.groups}
        while solver.satisfiable(sorted(left), FEW) is False:
            core = solver.core()
            groups = solver.groups_of(core)
            cells = cells_at(solver.program.board, (each for g in groups for each in g.place))
            found.append((cells, [*dict.fromkeys(group.text for group in groups)]))
            if left.isdisjoint(core):
                break
            left.difference_update(core)
    return found
