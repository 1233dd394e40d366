"""Makes puzzles of any genre from its rules: see docs/generate.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from nlc.board import Sort
from nlc.errors import UserError, fail
from nlc.generating.difficulty import restore_clues
from nlc.generating.made import Made, RuleText, prove, require_solution
from nlc.generating.open.draft import Draft, options_of
from nlc.generating.open.fewest import fewest_clues
from nlc.generating.open.formula import OpenFormula
from nlc.generating.open.look import DrawingWishes, look_of
from nlc.generating.open.making import Candidate, Search
from nlc.generating.open.request import (
    OpenRequest,
    request_of,
    usual_settings,
    with_mask,
    with_numbers,
    with_values,
)
from nlc.generating.open.shapes import draw_givens, openings_of
from nlc.generating.open.symmetry import OrbitOf, orbits
from nlc.generating.options import BOARD, OPEN_OPTIONS, SETTINGS, UNIQUE, Habits, Option
from nlc.generating.options import method as method_option
from nlc.generating.progress import report_progress
from nlc.generating.removing import Removal, remove
from nlc.generating.shape import Shape
from nlc.ir.elaborate.opening import Opening
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Assignment
from nlc.language import syntax as s
from nlc.language.catalogue import entries
from nlc.language.files import genre_file, which_genre
from nlc.language.wishes import is_room
from nlc.loading import parse_puzzles
from nlc.reasons.facts import Clue
from nlc.reasons.why.boards import OtherBoards
from nlc.reasons.why.clues import Clues

MAX_CELLS = 1600
"""Cells of a board, so that a formula with a literal for each clue stays small."""

CHECKED = 20
"""Random drawings; the genre is refused if none of them keeps its checks."""


class Full(NamedTuple):
    """A puzzle without its clues, all of these, and what it was made from, if needed."""

    draft: Draft
    clues: Mapping[Clue, str]
    candidate: Candidate | None = None


class KeptClues(NamedTuple):
    """The clues of a puzzle.

    Attributes:
        minimal: whether it is proved that no orbit of them can be removed.
        needed: a lower bound on the clues of the solution, if fewest clues are requested.
    """

    clues: frozenset[Clue]
    minimal: bool
    needed: int | None = None


class OpenGenerator(Struct, frozen=True, kw_only=True):
    """Makes puzzles of one genre: draws one with all its clues, and removes clues."""

    blank: Draft
    look: DrawingWishes
    request: OpenRequest
    removal: Removal = Removal()

    @property
    def shape(self) -> Shape:
        """The board."""
        return self.blank.shape

    @property
    def rules(self) -> RuleText:
        """The genre."""
        return self.blank.genre

    @property
    def subject(self) -> str:
        """The size, the tiling and the genre, for titles."""
        return f"{self.shape.name} {self.rules.name}"

    @property
    def fails_late(self) -> bool:
        """Attempts may fail after a long time."""
        return True

    def attempt(self, seed: int, number: int, attempt: int, counts: Counter[str]) -> Made | None:
        """Attempt a puzzle once; see `nlc.generating.genre.Generator`.

        It counts boards that have ``no solution``, more than one (``not unique``), too ``many
        clues`` or too ``few clues``, or a ``broken check``, undecided attempts, and of a puzzle
        that is made the ``failures``: clues that were tried and kept.
        """
        rng, wish, grade = Random(f"{seed} {number} {attempt}"), self.request, None
        full = self.draw(rng, counts)
        if full is None:
            return None
        report, cost = partial(report_progress, number), Counter[str]()
        try:
            kept = self._removed(full, rng, counts, cost, report)
            if kept is not None and wish.fewest and full.candidate is not None:
                kept = _fewest(full.candidate, kept, report)
        finally:
            if full.candidate is not None:
                full.candidate.formula.close()
        if kept is None:
            return None

        def with_clues(clues: Collection[Clue]) -> Draft:
            return self._with_clues(full.draft, {each: full.clues[each] for each in sorted(clues)})

        if wish.difficulty.graded:
            gone = sorted(full.clues.keys() - kept.clues)
            eased, grade = restore_clues(
                None if wish.minimal or wish.fewest else wish.difficulty.level,
                kept.clues,
                self._groups([c for c in sorted(kept.clues) if c.given not in self.look.full]),
                self._groups(rng.sample(gone, len(gone))),
                lambda clues: wish.difficulty.grade(with_clues(clues).puzzle()),
                wish.difficulty.soft,
            )
            kept = KeptClues(frozenset(eased), kept.minimal and eased == kept.clues, kept.needed)
        if wish.high is not None and len(kept.clues) > wish.high:
            counts["many clues"] += 1
            return None
        if not wish.difficulty.is_met(grade, counts):
            return None
        solution = _proved(draft := with_clues(kept.clues))
        if solution is None:
            counts["undecided"] += 1
            return None
        counts.update(cost)
        note = ""
        if kept.needed is not None:
            few = kept.needed == len(kept.clues)
            rest = "the fewest of this solution" if few else f"at least {kept.needed} are needed"
            note = f"{len(kept.clues)} clues, {rest}"
        figures = self.figures(draft, kept, solution)
        return Made(draft.body(), solution, grade=grade, note=note, figures=figures)

    def draw(self, rng: Random, counts: Counter[str]) -> Full | None:
        """Return a puzzle with all its clues, which have one solution; None if that failed."""
        found = Search(self.blank, self.look, rng, self._orbit_of(), counts).unique()
        if found is None:
            return None
        clues = {Clue(c.given, c.element): found.formula.text(c) for c in found.clues}
        return Full(found.draft, clues, found)

    def figures(self, draft: Draft, kept: KeptClues, solution: Assignment) -> dict[str, float]:
        """Return the clues, whether they are minimal, and their lower bound."""
        needed = {} if kept.needed is None else {"needed": kept.needed}
        return {"clues": len(kept.clues), "minimal": int(kept.minimal), **needed}

    def _groups(self, clues: Sequence[Clue]) -> list[frozenset[Clue]]:
        """Return the orbits of some clues, in their order."""
        orbit_of, every = self._orbit_of(), {*clues}
        orbits_ = ({Clue(name, i) for i in orbit_of(name, at)} for name, at in clues)
        return list(dict.fromkeys(frozenset(each & every) for each in orbits_))

    def _removed(
        self,
        full: Full,
        rng: Random,
        counts: Counter[str],
        cost: Counter[str],
        report: Callable[[int, int], None],
    ) -> KeptClues | None:
        """Return the clues that are left; if they miss the request, count why, and return None.

        Args:
            rng: chooses their order, and their number.
            counts: the reason is added to it.
            cost: the number of clues that were tried and kept is added to it.
            report: see `remove`.
        """
        wish, clues = self.request, full.clues
        as_few = wish.high is not None or wish.minimal or wish.fewest
        free = [clue for clue in clues if as_few or clue.given not in self.look.full]
        if not free:
            return KeptClues(frozenset(clues), as_few)
        groups = self._groups(rng.sample(free, len(free)))
        fixed = frozenset(clues).difference(*groups)
        least = wish.low if wish.high is None else rng.randint(wish.low, wish.high)
        boards = OtherBoards(Clues(self._with_clues(full.draft, clues).puzzle(), groups))
        removal = replace(self.removal, least=least - len(fixed))
        with boards.formula:
            order = range(len(groups))
            found = remove(boards, order, [*map(len, groups)], removal, report)
        if found is None:
            counts["undecided"] += 1
            return None
        cost["failures"] += found.failures
        kept = fixed.union(*(groups[i] for i in found.groups))
        many = wish.high is not None and len(kept) > wish.high
        few, undecided = len(kept) < wish.low, wish.minimal and not found.minimal
        if many or few or undecided:
            counts["many clues" if many else "few clues" if few else "undecided"] += 1
            return None
        return KeptClues(kept, found.minimal)

    def _with_clues(self, draft: Draft, clues: Mapping[Clue, str]) -> Draft:
        """Return a draft with clues, which replace the signs at their cells."""
        for name, given in self._givens.items():
            own = {clue.element: text for clue, text in clues.items() if clue.given == name}
            if own:
                draft = draft.with_given(name, own)
            sign = "" if given.otherwise is None else given.otherwise.name
            if own and sign in draft.givens and given.type.kind not in ("bool", "side"):
                rest = {e: v for e, v in draft.givens[sign].items() if e not in own}
                draft = draft.with_given(sign, rest)
        return draft

    @property
    def _givens(self) -> Mapping[str, s.Given]:
        return self.blank.genre.rules.givens

    def _orbit_of(self) -> OrbitOf:
        """Return the function from an element of a given to its orbit."""
        board, symmetry = self.shape.board, self.request.symmetry
        like = {
            name: orbits(board, Sort(given.sort), symmetry) for name, given in self._givens.items()
        }
        return lambda given, element: like[given](element)

    # ---------- for batches ----------

    def advice(self, counts: Mapping[str, int]) -> str | None:
        """Return easier options."""
        if (levels := self.request.difficulty.advice(counts)) is not None:
            return levels
        if counts.get("few clues", 0) > counts.get("many clues", 0):
            return "fewer --clues are easier"
        if counts.get("many clues"):
            return "more --clues, or another --symmetry, are easier"
        if self.look.places and counts.get("not unique"):
            return "a --mask with more places is easier"
        if self.request.symmetry != "none" and counts.get("not unique"):
            return "another --symmetry, or none, is easier"
        return "a smaller board is easier"

    def empty(self) -> str:
        """Return the body of a board without clues."""
        return self.drawing().body()

    def drawing(self) -> Draft:
        """Return a board with random rooms and signs.

        Raises:
            UserError: it cannot be drawn, or every drawing violates a check of the genre.
        """
        for seed in range(1, CHECKED + 1):
            draft = draw_givens(self.blank, self.look, Random(seed), self._orbit_of())
            if not self.blank.genre.rules.checks:
                return draft
            try:
                elaborate(draft.puzzle(), open=openings_of(draft, self.look))
            except UserError as error:
                first = error.diagnostics[0]
                if first.span is not None and first.span.source.path != self.rules.path:
                    raise  # what the genre says cannot be left open
                message = first.message
            else:
                return draft
            if not draft.givens:
                break
        hint = "a block 'generate { … }' says how rooms and signs are drawn; "
        hint += "clues are chosen so that they keep rules, not checks"
        raise fail(f"no drawing of {CHECKED} keeps the checks of the genre: {message}", hint=hint)


def _fewest(candidate: Candidate, kept: KeptClues, report: Callable[[int, int], None]) -> KeptClues:
    """Return the fewest clues of a board, or the best found."""
    start = [each for each in candidate.clues if (each.given, each.element) in kept.clues]
    found = fewest_clues(candidate.formula, candidate.board, candidate.clues, start, report)
    few = frozenset(Clue(each.given, each.element) for each in found.clues)
    return KeptClues(few, found.needed == len(few) or kept.minimal, found.needed)


def _proved(draft: Draft) -> Assignment | None:
    """Return the only solution of a puzzle by another solver, or None if undecided.

    Raises:
        RuntimeError: it is not unique, which is a fault of the generator.
    """
    puzzle = draft.puzzle()
    answer = prove(puzzle)
    if answer.status == "UNKNOWN":
        return None
    if not answer.unique or answer.board is None:
        raise RuntimeError(f"a puzzle is not unique: {answer.status}\n{draft.body()}")
    require_solution(elaborate(puzzle), answer.board.values)
    return answer.board.values


class OpenGenre(Struct, frozen=True):
    """A genre whose puzzles are made from its rules."""

    rules: RuleText
    habits: Habits = Habits()

    @property
    def options(self) -> list[Option]:
        """The options of `generator`."""
        return [method_option(["open"]), UNIQUE, *OPEN_OPTIONS, *BOARD]

    @property
    def settings(self) -> Mapping[str, s.Option]:
        """The options of its rules."""
        return self.rules.rules.options

    def summary(self, method: str) -> str:
        """Return the summary of the method."""
        return "a random board with all its clues, of which as many go as can"

    def generator(self, shape: Shape, options: Mapping[str, Any]) -> OpenGenerator:
        """Return the generator for a request.

        Raises:
            UserError: such puzzles cannot be made.
        """
        if options.get("method", "open") != "open":
            hint = "leave out --method"
            raise fail(f"{self.rules.name} is made by the method open alone", hint=hint)
        if shape.cells > MAX_CELLS:
            message = f"puzzles of {self.rules.name} are made on at most {MAX_CELLS} cells"
            raise fail(f"{message}, and this board has {shape.cells}")
        if shape.lanes:
            raise fail(f"puzzles of {self.rules.name} are made on boards without bridges")
        rules, look = self.rules.rules, look_of(self.rules.rules)
        settings = {} if shape.rooms else usual_settings(rules, look, shape)
        for name, each in options.get(SETTINGS, {}).items():
            settings[name] = str(each).lower() if isinstance(each, bool) else str(each)
        request = request_of(options, shape, rules, look)
        if request.symmetry != "none" and look.one_clue_a_room:
            name = min(look.one_clue_a_room)
            hint = f"rooms are drawn at random, and '{name}' is in their first cells"
            raise fail(f"--symmetry is not for {self.rules.name}", hint=hint)
        blank = Draft(self.rules, shape, settings, {})
        made = OpenGenerator(blank=blank, look=look, request=request)
        draft = made.drawing()
        drawn = bool(draft.givens.keys() - dict(shape.rooms).keys())
        look, formula = with_numbers(look, draft, drawn)
        openings = openings_of(draft, look)
        with formula:
            board = None if drawn else formula.board_with([])
            if board is False:
                raise _impossible(draft, openings)
            if board and not openings:
                formula.forbid(board)
                if formula.other([]):
                    message = f"{self.rules.name} has no clues that are made, and {shape.name} has"
                    hint = "put it on a board with fewer: --board FILE, with holes or walls"
                    raise fail(f"{message} several solutions", hint=hint)
        if request.high is not None and not openings:
            raise fail(f"puzzles of {self.rules.name} have no clues that --clues could count")
        look = with_values(look, options, openings, self.rules.name)
        if "mask" in options:
            names = (*openings, *draft.givens)
            clues = [made._givens[name] for name in names if not is_room(made._givens[name])]
            sorts = {Sort(given.sort) for given in clues}
            look = with_mask(look, options["mask"], shape, request.symmetry, sorts)
        return replace(made, look=look)


def _impossible(blank: Draft, openings: Mapping[str, Opening]) -> UserError:
    """Return the error for a board without random rooms and signs that has no solution."""
    rules = blank.genre.rules
    conditions = [name for name, given in rules.givens.items() if given.type.kind == "bool"]
    undrawn = [f"'{name}'" for name in conditions if name not in openings]
    try:  # what only demands more helps nothing
        more = {**openings, **dict.fromkeys(conditions, Opening())}
        with OpenFormula(blank.puzzle(), more) as formula:
            undrawn = undrawn if formula.board_with([]) else []
    except UserError:
        pass
    if undrawn:
        hint = f"a block 'generate {{ … }}' says how many {' and '.join(undrawn)} are drawn"
    else:
        chosen = options_of(blank)
        hint = f"its options are {chosen}" if chosen else "try a board with a row more or less"
    board = blank.shape.name + (f" without {' and '.join(undrawn)}" if undrawn else "")
    message = f"no board of {board} has a solution by the rules of {rules.name}"
    return fail(message, hint=hint or None)


def stock_genre(name: str) -> OpenGenre:
    """Return a stock genre."""
    use = next((entry.use for entry in entries(name)), None)
    return OpenGenre(RuleText(name, f'use "{use}";\n\n' if use else ""))


def genre_of_file(path: str) -> OpenGenre:
    """Return the genre that a file defines: the only one, or the one named after a colon.

    Raises:
        UserError: the file cannot be read, or does not define the genre.
    """
    source, tree, name = genre_file(path)
    parse_puzzles(source, "nl")  # reports errors here
    if not name:
        raise which_genre(tree)
    return OpenGenre(RuleText(name, tree.definitions, source.path))
