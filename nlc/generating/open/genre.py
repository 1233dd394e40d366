"""Makes puzzles of any genre from its rules: see docs/generate.md."""

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
from nlc.generating.open.difficulty import OrbitOf, restore_to_level
from nlc.generating.open.draft import Draft, RuleText
from nlc.generating.open.fewest import fewest_clues
from nlc.generating.open.look import Look, look_of
from nlc.generating.open.making import unique_draft
from nlc.generating.open.request import (
    OpenRequest,
    request_of,
    with_mask,
    with_numbers,
    with_values,
)
from nlc.generating.open.shapes import Orbits, draw_givens, openings_of
from nlc.generating.open.symmetry import orbits
from nlc.generating.options import BOARD, OPEN_OPTIONS, SETTINGS, UNIQUE, Option
from nlc.generating.options import method as method_option
from nlc.generating.progress import report_progress
from nlc.generating.removing import Removal, remove
from nlc.generating.shape import Shape
from nlc.grading.grade import Grade
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, Program
from nlc.language import syntax as s
from nlc.language.catalogue import entries
from nlc.language.parser import parse
from nlc.language.wishes import is_room
from nlc.loading import parse_puzzles
from nlc.reasons.facts import Clue
from nlc.reasons.why.clues import Clues
from nlc.reasons.why.other_boards import OtherBoards

MAX_CELLS = 1600
"""Cells of a board, so that a formula with a literal for each clue stays small."""

CHECKED = 20
"""Random drawings; the genre is refused if none of them keeps its checks."""

PROVER = "pysat:cadical195"
"""The solver that verifies uniqueness with the formula of the finished puzzle."""


class OpenPuzzle(Struct, frozen=True, eq=False):
    """A puzzle with one solution.

    Attributes:
        draft: its board and clues.
        clues: the number of its clues, without givens that cannot be removed.
        solution: the filled board.
        minimal: whether it is proved that no single clue can be removed.
        needed: a lower bound on the clues of the solution, if fewest clues are requested.
        grade: the difficulty, if puzzles are graded.
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
        """The number of clues and its lower bound, if fewest clues are requested."""
        if self.needed is None:
            return ""
        enough = self.needed == self.clues
        rest = "the fewest of this solution" if enough else f"at least {self.needed} are needed"
        return f"{self.clues} clues, {rest}"


class KeptClues(NamedTuple):
    """The clues of a puzzle.

    Attributes:
        minimal: whether it is proved that no single one can be removed.
        needed: a lower bound on the clues of the solution, if fewest clues are requested.
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
        """Attempts may fail after a long time."""
        return True

    def attempt(
        self, seed: int, number: int, attempt: int, counts: Counter[str]
    ) -> OpenPuzzle | None:
        """Attempt a puzzle once; see `nlc.generating.genre.Generator`.

        It counts boards that have ``no solution``, more than one (``not unique``), too ``many
        clues`` or too ``few clues``, or a ``broken check``, and undecided attempts.
        """
        rng, wish, grade = Random(f"{seed} {number} {attempt}"), self.request, None
        found = unique_draft(self.blank, self.look, rng, self._orbit(), self._orbit_of(), counts)
        if found is None:
            return None
        with found.formula as formula:
            texts = {Clue(c.given, c.element): formula.text(c) for c in found.clues}
            full = self._with_clues(found.draft, texts)
            kept = self._removed(full, [*texts], rng, counts, number)
            if kept is None:
                return None
            if wish.fewest:
                start = [each for each in found.clues if (each.given, each.element) in kept.clues]
                report = partial(report_progress, number)
                some = fewest_clues(formula, found.board, found.clues, start, report)
                few = frozenset(Clue(each.given, each.element) for each in some.clues)
                kept = KeptClues(few, some.needed == len(few) or kept.minimal, some.needed)

        def with_clues(clues: Collection[Clue]) -> Draft:
            return self._with_clues(found.draft, {clue: texts[clue] for clue in sorted(clues)})

        if wish.difficulty.graded:
            as_is = wish.minimal or wish.fewest
            level, least = None if as_is else wish.difficulty.kept_below, set(kept.clues)
            eased, grade = restore_to_level(
                *(level, least, [*texts], self._orbit_of(), rng),
                lambda clues: wish.difficulty.grade(with_clues(clues).puzzle()),
                wish.difficulty.soft,
            )
            kept = KeptClues(eased, kept.minimal and eased == least, kept.needed)
        if wish.high is not None and len(kept.clues) > wish.high:
            counts["many clues"] += 1
            return None
        if not wish.difficulty.is_met(grade, counts):
            return None
        proved = self._prove(with_clues(kept.clues), kept)
        if proved is None:
            counts["undecided"] += 1
            return None
        return replace(proved, grade=grade)

    def _removed(
        self, full: Draft, clues: list[Clue], rng: Random, counts: Counter[str], number: int
    ) -> KeptClues | None:
        """Return the clues that are left; if they miss the request, count why, and return None.

        Args:
            full: the puzzle with all clues.
            clues: all of them.
            rng: chooses their order, and their number.
            counts: the reason is added to it.
            number: of the puzzle, for reports.
        """
        wish, orbit_of = self.request, self._orbit_of()
        as_few = wish.high is not None or wish.minimal or wish.fewest
        free = [clue for clue in clues if as_few or clue.given not in self.look.full]
        if not free:
            return KeptClues(clues, as_few)
        groups = [
            frozenset(Clue(clue.given, i) for i in orbit_of(*clue))
            for clue in rng.sample(free, len(free))
        ]
        groups = list(dict.fromkeys(groups))
        fixed = set(clues).difference(*groups)
        least = wish.low if wish.high is None else rng.randint(wish.low, wish.high)
        opened, removal = Clues(full.puzzle(), groups), Removal(least - len(fixed))
        report = partial(report_progress, number)
        boards = OtherBoards(opened)
        with boards.formula:
            order = range(len(groups))
            found = remove(boards, order, [*map(len, groups)], removal, report)
        if found is None:
            counts["undecided"] += 1
            return None
        kept = fixed.union(*(groups[i] for i in found.groups))
        for why, failed in (
            ("many clues", wish.high is not None and len(kept) > wish.high),
            ("few clues", len(kept) < wish.low),
            ("undecided", wish.minimal and not found.minimal),
        ):
            if failed:
                counts[why] += 1
                return None
        return KeptClues(kept, found.minimal and wish.symmetry == "none")

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

    def _prove(self, draft: Draft, kept: KeptClues) -> OpenPuzzle | None:
        """Return a puzzle after another solver has proved it unique, or None if undecided.

        Raises:
            RuntimeError: it is not unique, which is a fault of the generator.
        """
        from nlc.puzzle import Puzzle
        from nlc.solving.choice import choose_solvers
        from nlc.solving.question import UNIQUE
        from nlc.solving.solve import solve_one

        puzzle = draft.puzzle()
        answer = solve_one(Puzzle.of(puzzle), UNIQUE, choose_solvers(PROVER))
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

    def _orbit_of(self) -> OrbitOf:
        """Return the function from an element of a given to its orbit."""
        like = {name: self._orbit(Sort(given.sort)) for name, given in self._givens.items()}
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

    def program(self, title: str, puzzle: OpenPuzzle | None) -> Program:
        """Return a puzzle, elaborated, or for None a board without clues."""
        if puzzle is not None:
            return elaborate(puzzle.draft.puzzle(title))
        return elaborate(self.drawing().puzzle(title))

    def drawing(self) -> Draft:
        """Return a board with random rooms and signs.

        Raises:
            UserError: it cannot be drawn, or every drawing violates a check of the genre.
        """
        for seed in range(1, CHECKED + 1):
            draft = draw_givens(self.blank, self.look, Random(seed), self._orbit())
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
        """Return for each puzzle its clues, whether they are minimal, and their lower bound."""
        out: list[dict[str, float]] = []
        for puzzle in puzzles:
            needed = {} if puzzle.needed is None else {"needed": puzzle.needed}
            out.append({"clues": puzzle.clues, "minimal": int(puzzle.minimal), **needed})
        return out


class OpenGenre:
    """A genre whose puzzles are made from its rules."""

    def __init__(self, rules: RuleText) -> None:
        self.rules = rules

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
        settings = {name: _option_text(value) for name, value in options.get(SETTINGS, {}).items()}
        techniques = [each.name for each in self.rules.rules.techniques]
        request = request_of(options, shape, techniques)
        look = look_of(self.rules.rules)
        if request.symmetry != "none" and look.by_room:
            hint = f"rooms are drawn at random, and '{min(look.by_room)}' is in their first cells"
            raise fail(f"--symmetry is not for {self.rules.name}", hint=hint)
        blank = Draft(self.rules, shape, settings, {})
        made = OpenGenerator(blank, look, request)
        draft = made.drawing()
        drawn = bool(draft.givens.keys() - dict(shape.rooms).keys())
        look, formula = with_numbers(look, draft, drawn)
        with formula:
            if not drawn and formula.board_with([]) is False:
                raise _impossible(draft)
        openings = openings_of(draft, look)
        if request.high is not None and not openings:
            raise fail(f"puzzles of {self.rules.name} have no clues that --clues could count")
        look = with_values(look, options, openings, self.rules.name)
        if "mask" in options:
            names = (*openings, *draft.givens)
            clues = [made._givens[name] for name in names if not is_room(made._givens[name])]
            sorts = {Sort(given.sort) for given in clues}
            look = with_mask(look, options["mask"], shape, request.symmetry, sorts)
        return replace(made, look=look)


def _impossible(blank: Draft) -> UserError:
    """Return the error for a board without random rooms and signs that has no solution."""
    rules = blank.genre.rules
    undrawn = [f"'{n}'" for n, given in rules.givens.items() if given.type.kind == "bool"]
    chosen = {name: option.default.span.text for name, option in rules.options.items()}
    chosen.update(blank.settings)
    if undrawn:
        hint = f"a block 'generate {{ … }}' says how many {' and '.join(undrawn)} are drawn"
    else:
        hint = " ".join(f"--set {name}={value}" for name, value in chosen.items())
        hint = f"its options are {hint}" if hint else ""
    board = blank.shape.name + (f" without {' and '.join(undrawn)}" if undrawn else "")
    message = f"no board of {board} has a solution by the rules of {rules.name}"
    return fail(message, hint=hint or None)


def _option_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def stock_genre(name: str) -> OpenGenre:
    """Return a stock genre."""
    use = next((entry.use for entry in entries(name)), None)
    return OpenGenre(RuleText(name, f'use "{use}";\n\n' if use else ""))


def genre_of_file(path: str) -> OpenGenre:
    """Return the genre that a file defines: the only one, or the one named after a colon.

    Raises:
        UserError: the file cannot be read, or does not define the genre.
    """
    stem, _, wanted = path.partition(".nl:")
    source = read_source(f"{stem}.nl" if wanted else path)
    parse_puzzles(source, "nl")  # reports errors here
    tree = parse(source)
    names = [node.name.name for node in tree.genres]
    if wanted and wanted not in names:
        hint = suggest(wanted, names) or f"it defines {', '.join(names) or 'no genre'}"
        raise fail(f"{source.path} defines no genre '{wanted}'", hint=hint)
    if not wanted and len(names) != 1:
        many = f"{len(names)} genres" if names else "no genre"
        one = f"name one, such as {source.path}:{names[0]}" if names else None
        raise fail(f"{source.path} defines {many}", hint=one)
    return OpenGenre(RuleText(wanted or names[0], tree.definitions, source.path))
