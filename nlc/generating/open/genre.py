"""Any genre, made from its rules: see docs/generate.md."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from nlc.board import Sort
from nlc.errors import fail, suggest
from nlc.files import read_source
from nlc.generating.difficulty import is_met, levels_advice, require_level
from nlc.generating.open.difficulty import eased_clues
from nlc.generating.open.draft import Draft, RuleText, places_of
from nlc.generating.open.formula import Clue, OpenFormula
from nlc.generating.open.look import Look, look_of
from nlc.generating.open.making import reduce, unique_draft
from nlc.generating.open.shapes import Orbits, drawn, openings_of
from nlc.generating.options import ANY, OPEN_OPTIONS, SETTINGS, Option
from nlc.generating.options import method as method_option
from nlc.generating.shape import Shape
from nlc.grading.grade import Grade
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, Program
from nlc.language.catalogue import entries
from nlc.language.parser import parse

MAX_CELLS = 1600
"""Cells of a board, so that a formula with a literal for each clue stays small."""

PROVER = "pysat:cadical195"
"""Proves again that a puzzle has one solution, by the formula of the puzzle alone."""


class OpenPuzzle(Struct, frozen=True, eq=False):
    """A puzzle with one solution.

    Attributes:
        draft: its board and clues.
        clues: how many there are that could go.
        solution: the filled board.
        minimal: whether it is proved that none of these can go alone.
        grade: how hard it is, if that was asked for.
    """

    draft: Draft
    clues: int
    solution: Assignment
    minimal: bool
    grade: Grade | None = None
    unique: Literal[True] = True


class OpenRequest(Struct, frozen=True):
    """What is asked for.

    Attributes:
        fewest, most: how many clues there are to be; of none, as few as can be found.
        symmetry: how they lie.
        minimal: whether no clue may be one that can go.
        difficulty: the level, `ANY`, or None: it is not graded.
    """

    fewest: int = 0
    most: int | None = None
    symmetry: str = "none"
    minimal: bool = False
    difficulty: str | None = None


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

        It counts boards that have ``no solution``, more than one (``not unique``), or too ``many
        clues``, and what was ``undecided``.
        """
        rng = Random(f"{seed} {number} {attempt}")
        draft = drawn(self.blank, self.look, rng, self._orbits())
        found = unique_draft(draft, self.look, rng, self._orbits(), counts)
        if found is None:
            return None
        with found.formula as formula:
            kept, minimal = self._reduced(formula, found.board, found.clues, rng)
            wish, grade = self.request, None
            if kept is not None and wish.difficulty is not None:
                level = None if wish.minimal or wish.difficulty == ANY else wish.difficulty
                alike = self._orbits_of(formula.program)
                made = partial(self._with, found.draft, formula)
                least = kept
                kept, grade = eased_clues(level, least, found.clues, alike, rng, made)
                minimal = minimal and kept == least
            if kept is None or (wish.most is not None and len(kept) > wish.most):
                counts["many clues"] += 1
                return None
            if not is_met(wish.difficulty, grade, counts):
                return None
            draft = self._with(found.draft, formula, kept)
        return replace(self._proved(draft, len(kept), minimal), grade=grade)

    def _reduced(
        self, formula: OpenFormula, board: tuple[int, ...], clues: list[Clue], rng: Random
    ) -> tuple[set[Clue] | None, bool]:
        """Return the clues that are left, or None where the wish is not met; and if none can go."""
        wish = self.request
        if self.look.full and wish.most is None and not wish.minimal:
            return set(clues), False
        orbit = self._orbits_of(formula.program)
        by_place = {(clue.given, clue.element): clue for clue in clues}
        orbits = [
            frozenset(
                by_place[clue.given, element]
                for element in orbit(clue.given, clue.element)
                if (clue.given, element) in by_place
            )
            for clue in rng.sample(clues, len(clues))
        ]
        fewest = wish.fewest if wish.most is None else rng.randint(wish.fewest, wish.most)
        kept, tried = reduce(formula, board, clues, list(dict.fromkeys(orbits)), fewest)
        too_many = wish.most is not None and len(kept) > wish.most
        if too_many or len(kept) < wish.fewest or (wish.minimal and not tried):
            return None, False
        return kept, tried and wish.symmetry == "none"

    def _with(self, draft: Draft, formula: OpenFormula, clues: set[Clue]) -> Draft:
        """Return a draft with clues; a sign stands where no clue took its place."""
        for name, given in draft.genre.rules.givens.items():
            own = sorted(clue for clue in clues if clue.given == name)
            if own:
                draft = draft.having(name, {clue.element: formula.text(clue) for clue in own})
            sign = "" if given.otherwise is None else given.otherwise.name
            if own and sign in draft.givens and given.type.kind not in ("bool", "side"):
                there = {clue.element for clue in own}
                rest = {e: v for e, v in draft.givens[sign].items() if e not in there}
                draft = draft.having(sign, rest)
        return draft

    def _proved(self, draft: Draft, clues: int, minimal: bool) -> OpenPuzzle:
        """Return a puzzle of which the public solver proves that it has one solution.

        Raises:
            RuntimeError: it has not, which is a fault of the generator.
        """
        import nlc

        puzzle = draft.puzzle()
        answer = nlc.solve(nlc.Puzzle.of(puzzle), nlc.UNIQUE, solver=PROVER)
        if not answer.unique or answer.board is None:
            raise RuntimeError(f"a puzzle is not unique: {answer.status}\n{draft.text('')}")
        solution = answer.board.values
        if broken := violations(elaborate(puzzle), solution, limit=1):
            raise RuntimeError(f"a solution breaks a rule: {broken[0].message}")
        return OpenPuzzle(draft, clues, solution, minimal)

    # ---------- symmetry ----------

    def _orbits(self) -> Orbits:
        board, symmetry = self.shape.board, self.request.symmetry
        if symmetry == "none":
            return lambda cell: frozenset([cell])
        places = places_of(board, Sort.CELL)
        return _Orbits(places.tolist(), symmetry)

    def _orbits_of(self, program: Program) -> _OrbitsOf:
        return _OrbitsOf(program, self.request.symmetry)

    # ---------- what a batch asks for ----------

    def advice(self, counts: Mapping[str, int]) -> str | None:
        """Return what would be easier."""
        if (levels := levels_advice(self.request.difficulty, counts)) is not None:
            return levels
        if counts.get("many clues"):
            return "more --clues, or another --symmetry, are easier"
        return "a smaller board is easier"

    def program(self, title: str, puzzle: OpenPuzzle | None) -> Program:
        """Return a puzzle, elaborated, or for None a board without clues."""
        if puzzle is not None:
            return elaborate(puzzle.draft.puzzle(title))
        draft = drawn(self.blank, self.look, Random(1), self._orbits())
        return elaborate(draft.puzzle(title))

    def planted(self, program: Program, puzzle: OpenPuzzle) -> Assignment:
        """Return the solution of a puzzle."""
        return puzzle.solution

    def text(self, title: str, puzzle: OpenPuzzle) -> str:
        """Return a puzzle in the puzzle language."""
        return puzzle.draft.text(title)

    def figures(self, puzzles: Sequence[OpenPuzzle]) -> list[dict[str, float]]:
        """Return how many clues there are, and whether none can go."""
        return [{"clues": puzzle.clues, "minimal": int(puzzle.minimal)} for puzzle in puzzles]


class _Orbits(Struct, frozen=True):
    """The elements that lie alike."""

    places: list[list[int]]
    symmetry: str

    def __call__(self, element: int) -> frozenset[int]:
        number = {tuple(place): i for i, place in enumerate(self.places)}
        high = max(row for row, _ in self.places)
        wide = max(col for _, col in self.places)
        row, col = self.places[element]
        turned, flipped = (high - row, wide - col), (row, wide - col)
        found = {
            "rotate": [turned],
            "mirror": [flipped],
            "both": [turned, flipped, (high - row, col)],
            "diagonal": [(col, row)],
        }
        others = found.get(self.symmetry, [])
        return frozenset([element, *(number[place] for place in others if place in number)])


class _OrbitsOf:
    """The elements that lie as one of a given does."""

    def __init__(self, program: Program, symmetry: str) -> None:
        self._sorts, self._board, self._symmetry = program.given_sorts, program.board, symmetry

    def __call__(self, given: str, element: int) -> frozenset[int]:
        sort = self._sorts[given]
        if self._symmetry == "none" or sort not in (Sort.CELL, Sort.VERTEX):
            return frozenset([element])
        return _Orbits(places_of(self._board, sort).tolist(), self._symmetry)(element)


class OpenGenre:
    """A genre whose puzzles are made from its rules."""

    settings = True

    def __init__(self, rules: RuleText) -> None:
        self._rules = rules

    @property
    def options(self) -> list[Option]:
        """The options of `generator`."""
        return [method_option(["open"]), *OPEN_OPTIONS]

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
        symmetry = options.get("symmetry", "none")
        rows, cols = shape.rectangle or (0, 1)
        if symmetry != "none" and shape.rectangle is None:
            raise fail("--symmetry is for whole boards of squares")
        if symmetry == "diagonal" and rows != cols:
            raise fail("--symmetry diagonal is for boards with as many rows as columns")
        minimal = options.get("minimal", False)
        if minimal and symmetry != "none":
            raise fail("--minimal and --symmetry exclude each other: clues go together")
        fewest, most = _range(options.get("clues"))
        if minimal and most is not None:
            raise fail("--minimal and --clues exclude each other: as many go as can")
        difficulty = options.get("difficulty")
        require_level(difficulty)
        request = OpenRequest(fewest, most, symmetry, minimal, difficulty)
        look = look_of(self._rules.name)
        made = OpenGenerator(Draft(self._rules, shape, settings, {}), look, request)
        draft = drawn(made.blank, look, Random(1), made._orbits())
        openings = openings_of(draft, look)
        elaborate(draft.puzzle(), open=openings)  # or it is refused here
        return made


def _said(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _range(text: str | None) -> tuple[int, int | None]:
    """Return the least and the most clues that a text such as ``20..30`` names."""
    if text is None:
        return 0, None
    found = re.fullmatch(r"(\d{1,6})(?:\.\.(\d{1,6}))?", text)
    low, high = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if low > high:
        raise fail(f"'{text}' is not a number of clues", hint="such as 20, or 20..30")
    return low, high


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
    tree = parse(source)
    names = [node.name.name for node in tree.genres]
    if wanted and wanted not in names:
        hint = suggest(wanted, names) or f"it defines {', '.join(names) or 'no genre'}"
        raise fail(f"{source.path} defines no genre '{wanted}'", hint=hint)
    if not wanted and len(names) != 1:
        many = f"{len(names)} genres" if names else "no genre"
        one = f"name one, such as {source.path}:{names[0]}" if names else None
        raise fail(f"{source.path} defines {many}", hint=one)
    lines = source.text.splitlines()
    parts = [_text(lines, node.span) for node in (*tree.uses, *tree.genres)]
    return OpenGenre(RuleText(wanted or names[0], "\n".join([*parts, "", ""]), source.path))


def _text(lines: Sequence[str], span: Any) -> str:
    """Return the text of a span."""
    part = list(lines[span.line - 1 : span.end_line])
    part[-1] = part[-1][: span.end_column - 1]
    part[0] = part[0][span.column - 1 :]
    return "\n".join(part)
