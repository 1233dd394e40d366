"""Any genre, made from its rules: see docs/generate.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from nlc.board import Sort
from nlc.errors import UserError, fail, suggest
from nlc.files import read_source
from nlc.generating.open.difficulty import Alike, eased_clues
from nlc.generating.open.draft import Draft, RuleText
from nlc.generating.open.fewest import fewest_clues
from nlc.generating.open.formula import Board, Clue, OpenFormula
from nlc.generating.open.look import Look, look_of
from nlc.generating.open.making import reduce, unique_draft
from nlc.generating.open.request import OpenRequest, request_of, with_mask, with_values
from nlc.generating.open.shapes import Orbits, drawn, openings_of
from nlc.generating.open.symmetry import orbits
from nlc.generating.options import OPEN_OPTIONS, SETTINGS, UNIQUE, Option
from nlc.generating.options import method as method_option
from nlc.generating.progress import report_progress
from nlc.generating.shape import Shape
from nlc.grading.grade import Grade
from nlc.grading.grader import graded
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, Program
from nlc.language import syntax as s
from nlc.language.catalogue import entries
from nlc.language.parser import parse
from nlc.language.wishes import is_room
from nlc.loading import parse_puzzles

MAX_CELLS = 1600
"""Cells of a board, so that a formula with a literal for each clue stays small."""

CHECKED = 20
"""Drawings of which one must keep the checks of the genre, or it is refused."""

PROVER = "pysat:cadical195"
"""Proves again that a puzzle has one solution, by the formula of the puzzle alone."""


class OpenPuzzle(Struct, frozen=True, eq=False):
    """A puzzle with one solution.

    Attributes:
        draft: its board and clues.
        clues: how many there are that could go.
        solution: the filled board.
        minimal: whether it is proved that none of these can go alone.
        needed: how many clues the solution needs at least, where that was asked.
        grade: how hard it is, if that was asked for.
    """

    draft: Draft
    clues: int
    solution: Assignment
    minimal: bool
    needed: int | None = None
    grade: Grade | None = None
    unique: Literal[True] = True

    @property
    def note(self) -> str:
        """How many clues there are, and how many are needed, where that was asked."""
        if self.needed is None:
            return ""
        enough = self.needed == self.clues
        rest = "the fewest of this solution" if enough else f"at least {self.needed} are needed"
        return f"{self.clues} clues, {rest}"


class Kept(NamedTuple):
    """The clues of a puzzle.

    Attributes:
        minimal: whether it is proved that none of those that could go can.
        needed: how many every set of clues with the solution alone has, where that was asked.
    """

    clues: Collection[Clue]
    minimal: bool
    needed: int | None = None


class OpenGenerator(Struct, frozen=True):
    """Makes puzzles of one genre."""

    blank: Draft
    look: Look
    request: OpenRequest

    @property
    def shape(self) -> Shape:
        """The board."""
        return self.blank.shape

    @property
    def head(self) -> str:
        """The genre, where it is no stock genre: once in a file of puzzles."""
        return self.blank.genre.head

    @property
    def subject(self) -> str:
        """The size, the tiling and the genre, for titles."""
        return f"{self.shape.name} {self.blank.genre.name}"

    @property
    def fails_late(self) -> bool:
        """Attempts may fail, so that others beside one are of use."""
        return True

    def attempt(
        self, seed: int, number: int, attempt: int, counts: Counter[str]
    ) -> OpenPuzzle | None:
        """Attempt a puzzle once; see `nlc.generating.genre.Generator`.

        It counts boards that have ``no solution``, more than one (``not unique``), too ``many
        clues`` or too ``few clues``, or a ``broken check``, and what was ``undecided``.
        """
        rng, wish, grade = Random(f"{seed} {number} {attempt}"), self.request, None
        found = unique_draft(self.blank, self.look, rng, self._orbit(), self._alike(), counts)
        if found is None:
            return None
        with found.formula as formula:
            kept = self._reduced(formula, found.board, found.clues, rng, counts)
            if kept is None:
                return None
            if wish.fewest:
                report = partial(report_progress, number)
                fewest = fewest_clues(formula, found.board, found.clues, kept.clues, report)
                exact = fewest.needed == len(fewest.clues)
                kept = Kept(fewest.clues, exact or kept.minimal, fewest.needed)
            if wish.difficulty.graded:
                as_is = wish.minimal or wish.fewest
                level, least = None if as_is else wish.difficulty.eased, set(kept.clues)

                def grade_of(clues: set[Clue]) -> Grade:
                    draft = self._with(found.draft, formula, clues)
                    return graded(draft.puzzle(), wish.difficulty.questions)

                alike, at_once = self._alike(), wish.difficulty.soft
                eased, grade = eased_clues(level, least, found.clues, alike, rng, grade_of, at_once)
                kept = Kept(eased, kept.minimal and eased == least, kept.needed)
            if wish.high is not None and len(kept.clues) > wish.high:
                counts["many clues"] += 1
                return None
            if not wish.difficulty.is_met(grade, counts):
                return None
            draft = self._with(found.draft, formula, kept.clues)
        proved = self._proved(draft, kept)
        if proved is None:
            counts["undecided"] += 1
            return None
        return replace(proved, grade=grade)

    def _reduced(
        self,
        formula: OpenFormula,
        board: Board,
        clues: list[Clue],
        rng: Random,
        counts: Counter[str],
    ) -> Kept | None:
        """Return the clues that are left; where the wish is not met, count why, and return None."""
        wish = self.request
        as_few = wish.high is not None or wish.minimal or wish.fewest
        free = [clue for clue in clues if as_few or clue.given not in self.look.full]
        if not free and not as_few:
            return Kept(clues, False)
        alike = self._alike()
        by_place = {(clue.given, clue.element): clue for clue in clues}
        groups = [
            frozenset(by_place[clue.given, i] for i in alike(clue.given, clue.element))
            for clue in rng.sample(free, len(free))
        ]
        least = wish.low if wish.high is None else rng.randint(wish.low, wish.high)
        kept, tried = reduce(formula, board, clues, list(dict.fromkeys(groups)), least)
        for why, failed in (
            ("many clues", wish.high is not None and len(kept) > wish.high),
            ("few clues", len(kept) < wish.low),
            ("undecided", wish.minimal and not tried),
        ):
            if failed:
                counts[why] += 1
                return None
        return Kept(kept, tried and wish.symmetry == "none")

    def _with(self, draft: Draft, formula: OpenFormula, clues: Collection[Clue]) -> Draft:
        """Return a draft with clues; a sign stands where no clue took its place."""
        for name, given in self._givens.items():
            own = sorted(clue for clue in clues if clue.given == name)
            if own:
                draft = draft.having(name, {clue.element: formula.text(clue) for clue in own})
            sign = "" if given.otherwise is None else given.otherwise.name
            if own and sign in draft.givens and given.type.kind not in ("bool", "side"):
                there = {clue.element for clue in own}
                rest = {e: v for e, v in draft.givens[sign].items() if e not in there}
                draft = draft.having(sign, rest)
        return draft

    def _proved(self, draft: Draft, kept: Kept) -> OpenPuzzle | None:
        """Return a puzzle of which another solver proves that it has one solution, if it decides.

        Raises:
            RuntimeError: it has not, which is a fault of the generator.
        """
        import nlc

        puzzle = draft.puzzle()
        answer = nlc.solve(nlc.Puzzle.of(puzzle), nlc.UNIQUE, solver=PROVER)
        if answer.status == "UNKNOWN":
            return None
        if not answer.unique or answer.board is None:
            raise RuntimeError(f"a puzzle is not unique: {answer.status}\n{draft.text('')}")
        solution = answer.board.values
        if broken := violations(elaborate(puzzle), solution, limit=1):
            raise RuntimeError(f"a solution breaks a rule: {broken[0].message}")
        return OpenPuzzle(draft, len(kept.clues), solution, kept.minimal, kept.needed)

    @property
    def _givens(self) -> Mapping[str, s.Given]:
        return self.blank.genre.rules.givens

    def _orbit(self, sort: Sort = Sort.CELL) -> Orbits:
        return orbits(self.shape.board, sort, self.request.symmetry)

    def _alike(self) -> Alike:
        """Return what gives the elements of a given that have a clue together with one."""
        like = {name: self._orbit(Sort(given.sort)) for name, given in self._givens.items()}
        return lambda given, element: like[given](element)

    # ---------- what a batch asks for ----------

    def advice(self, counts: Mapping[str, int]) -> str | None:
        """Return what would be easier."""
        if (levels := self.request.difficulty.advice(counts)) is not None:
            return levels
        if counts.get("few clues", 0) > counts.get("many clues", 0):
            return "fewer --clues are easier"
        if counts.get("many clues"):
            return "more --clues, or another --symmetry, are easier"
        if self.request.symmetry != "none" and counts.get("not unique"):
            return "another --symmetry, or none, is easier"
        return "a smaller board is easier"

    def program(self, title: str, puzzle: OpenPuzzle | None) -> Program:
        """Return a puzzle, elaborated, or for None a board without clues."""
        if puzzle is not None:
            return elaborate(puzzle.draft.puzzle(title))
        return elaborate(self.drawing().puzzle(title))

    def drawing(self) -> Draft:
        """Return a board with what is drawn at random.

        Raises:
            UserError: it cannot be drawn, or every drawing breaks a check of the genre.
        """
        for seed in range(1, CHECKED + 1):
            draft = drawn(self.blank, self.look, Random(seed), self._orbit())
            if not self.blank.genre.rules.checks:
                return draft
            try:
                elaborate(draft.puzzle())
            except UserError as error:
                if not draft.givens:
                    raise
                message = error.diagnostics[0].message
            else:
                return draft
        hint = "a block 'generate { … }' says how rooms and signs are drawn"
        raise fail(f"no drawing of {CHECKED} keeps the checks of the genre: {message}", hint=hint)

    def planted(self, program: Program, puzzle: OpenPuzzle) -> Assignment:
        """Return the solution of a puzzle."""
        return puzzle.solution

    def text(self, title: str, puzzle: OpenPuzzle) -> str:
        """Return a puzzle in the puzzle language."""
        return puzzle.draft.text(title)

    def figures(self, puzzles: Sequence[OpenPuzzle]) -> list[dict[str, float]]:
        """Return how many clues there are, and whether none can go, or how many are needed."""
        out: list[dict[str, float]] = []
        for puzzle in puzzles:
            needed = {} if puzzle.needed is None else {"needed": puzzle.needed}
            out.append({"clues": puzzle.clues, "minimal": int(puzzle.minimal), **needed})
        return out


class OpenGenre:
    """A genre whose puzzles are made from its rules."""

    def __init__(self, rules: RuleText) -> None:
        self._rules = rules

    @property
    def options(self) -> list[Option]:
        """The options of `generator`."""
        return [method_option(["open"]), UNIQUE, *OPEN_OPTIONS]

    @property
    def settings(self) -> Mapping[str, s.Option]:
        """The options of its rules."""
        return self._rules.rules.options

    def summary(self, method: str) -> str:
        """Return what a method makes."""
        return "a random board with all its clues, of which as many go as can"

    def generator(self, shape: Shape, options: Mapping[str, Any]) -> OpenGenerator:
        """Return the generator for a request.

        Raises:
            UserError: no such puzzles are made.
        """
        if options.get("method", "open") != "open":
            hint = "leave out --method"
            raise fail(f"{self._rules.name} is made by the method open alone", hint=hint)
        if shape.cells > MAX_CELLS:
            message = f"puzzles of {self._rules.name} are made on at most {MAX_CELLS} cells"
            raise fail(f"{message}, and this board has {shape.cells}")
        settings = {name: _said(value) for name, value in options.get(SETTINGS, {}).items()}
        techniques = [each.name for each in self._rules.rules.techniques]
        request = request_of(options, shape, techniques)
        look = look_of(self._rules.rules)
        if request.symmetry != "none" and look.by_room:
            hint = f"rooms are drawn at random, and '{min(look.by_room)}' is in their first cells"
            raise fail(f"--symmetry is not for {self._rules.name}", hint=hint)
        blank = Draft(self._rules, shape, settings, {})
        made = OpenGenerator(blank, look, request)
        draft = made.drawing()
        openings = openings_of(draft, look)
        if draft.givens:
            elaborate(draft.puzzle(), open=openings)  # or it is refused here
        else:
            with OpenFormula(draft.puzzle(), openings) as formula:
                if formula.solve([]) is False:
                    raise _impossible(draft)
        if request.high is not None and not openings:
            raise fail(f"puzzles of {self._rules.name} have no clues that --clues could count")
        look = with_values(look, options, openings, self._rules.name)
        if "mask" in options:
            names = (*openings, *draft.givens)
            clues = [made._givens[name] for name in names if not is_room(made._givens[name])]
            sorts = {Sort(given.sort) for given in clues}
            look = with_mask(look, options["mask"], shape, request.symmetry, sorts)
        return replace(made, look=look)


def _impossible(blank: Draft) -> UserError:
    """Return the error for a board on which nothing is drawn, and which has no solution."""
    rules = blank.genre.rules
    undrawn = [f"'{n}'" for n, given in rules.givens.items() if given.type.kind == "bool"]
    chosen = {name: option.default.span.text for name, option in rules.options.items()}
    chosen.update(blank.settings)
    if undrawn:
        hint = f"a block 'generate {{ … }}' says how many {' and '.join(undrawn)} are drawn"
    else:
        hint = " ".join(f"--set {name}={value}" for name, value in chosen.items())
        hint = f"its options are {hint}" if hint else ""
    message = f"no board of {blank.shape.name} has a solution by the rules of {rules.name}"
    return fail(message, hint=hint or None)


def _said(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def stock_genre(name: str) -> OpenGenre:
    """Return a stock genre."""
    use = next((entry.use for entry in entries() if entry.name == name), None)
    return OpenGenre(RuleText(name, f'use "{use}";\n\n' if use else ""))


def genre_of_file(path: str) -> OpenGenre:
    """Return the genre that a file defines, the only one or that after a colon.

    Raises:
        UserError: it cannot be read, or does not define one.
    """
    stem, _, wanted = path.partition(".nl:")
    source = read_source(f"{stem}.nl" if wanted else path)
    parse_puzzles(source, "nl")  # or its mistakes are reported here
    tree = parse(source)
    names = [node.name.name for node in tree.genres]
    if wanted and wanted not in names:
        hint = suggest(wanted, names) or f"it defines {', '.join(names) or 'no genre'}"
        raise fail(f"{source.path} defines no genre '{wanted}'", hint=hint)
    if not wanted and len(names) != 1:
        many = f"{len(names)} genres" if names else "no genre"
        one = f"name one, such as {source.path}:{names[0]}" if names else None
        raise fail(f"{source.path} defines {many}", hint=one)
    parts = [node.span.text for node in (*tree.uses, *tree.genres)]
    return OpenGenre(RuleText(wanted or names[0], "\n".join([*parts, "", ""]), source.path))
