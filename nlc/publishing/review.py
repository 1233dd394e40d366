"""Reviews before something is published: of puzzles, and of what formats can hold of a genre."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import astuple, replace

from nlc.convert import convert_puzzle, find_solution
from nlc.drivers.base import Limits
from nlc.errors import Source, UserError
from nlc.formats import import_puzzles, usable
from nlc.formats.base import Format
from nlc.formats.genres import parts_in, scope_of
from nlc.grading.grade import Grade
from nlc.grading.grader import grade
from nlc.ir.complete import read_solution
from nlc.ir.elaborate.program import elaborate, elaborate_drawing
from nlc.ir.evaluate import violations
from nlc.language.catalogue import text_of
from nlc.language.inherit import Rules
from nlc.language.parser import parse
from nlc.language.resolve import Puzzle, resolve
from nlc.process.own_limits import OwnLimitError, narrowed, within
from nlc.process.pool import in_order, stream
from nlc.process.worker import WorkerStoppedError
from nlc.publishing.symmetry import canonical, clue_symmetries
from nlc.publishing.works import author_of
from nlc.reasons.why.boards import CHECKER, UndecidedError, has_one_solution, second_solution
from nlc.reasons.why.changes import superfluous
from nlc.reasons.why.clues import Clues
from nlc.solving.choice import SolverChoice
from nlc.solving.judging import complete
from nlc.solving.question import UNIQUE
from nlc.solving.solve import solve_one

Solutions = Literal["one", "several", "none", "undecided"]

LISTED = 12
"""Clues at most that are named; the rest is counted."""

_MADE = re.compile(r"seed \d+ #\d+$")
"""The end of titles by ``nlc generate``."""


class Review(Struct, frozen=True, eq=False):
    """The review of a puzzle.

    Attributes:
        solutions: how many there are.
        solvers: those that found exactly one solution; less than two: it is not confirmed.
        grade: how hard it is.
        symmetries: of the places of clues; None where no clues could have any.
        superfluous: clues each of which can be removed by itself; None if not known.
        unused: rules each of which can be removed by itself; None if not known.
        author: that the file names, or an empty text.
        same: titles of other puzzles of the set that are the same, turned or mirrored perhaps.
        stopped: the limit that was reached first, or an empty text.
    """

    puzzle: Puzzle
    solutions: Solutions
    solvers: tuple[str, ...]
    grade: Grade
    symmetries: tuple[str, ...] | None = None
    superfluous: tuple[str, ...] | None = None
    unused: tuple[str, ...] | None = None
    author: str = ""
    same: tuple[str, ...] = ()
    stopped: str = ""

    @property
    def titled(self) -> bool:
        """Whether it has a title that somebody gave it."""
        title = self.puzzle.title
        plain = {self.puzzle.genre, f"{self.puzzle.genre} 1", ""}
        return title not in plain and not _MADE.search(title)

    @property
    def ready(self) -> bool:
        """Whether it can be printed: one solution, by two solvers, and once in the set."""
        return self.solutions == "one" and len(self.solvers) > 1 and not self.same

    def __str__(self) -> str:
        return "\n".join(f"  {name:<11} {text}" for name, text in self._rows())

    def _rows(self) -> Iterator[tuple[str, str]]:
        by = f", by {' and '.join(self.solvers)}" if self.solvers else ""
        alone = "" if self.solutions != "one" or len(self.solvers) > 1 else ": no second solver"
        yield "solutions", f"{self.solutions}{by}{alone}"
        yield "grade", self.grade.level or self.grade.status
        if self.symmetries is not None:
            alike = ", ".join(self.symmetries)
            yield "clues", f"lie alike: {alike}" if alike else "not symmetric"
        if self.superfluous is not None:
            yield "superfluous", _listed(self.superfluous) or "no clue can be removed"
        if self.unused is not None:
            rules = self.puzzle.rules.rules
            names = _listed([f'{n} "{text_of(rules[n].doc) or n}"' for n in self.unused])
            yield "rules", f"not needed: {names}" if names else "each is needed"
        yield "title", self.puzzle.title if self.titled else "none of its own"
        yield "author", self.author or "none: write '// author: NAME' above the puzzle"
        if self.same:
            yield "twice", f"the same as {', '.join(self.same)}"
        if self.stopped:
            yield "stopped", self.stopped

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object."""
        return {
            "file": self.puzzle.path,
            "puzzle": self.puzzle.title,
            "genre": self.puzzle.genre,
            "ready": self.ready,
            "solutions": self.solutions,
            "solvers": list(self.solvers),
            "grade": self.grade.to_json(),
            "symmetries": self.symmetries,
            "superfluous": self.superfluous,
            "unused_rules": self.unused,
            "titled": self.titled,
            "author": self.author or None,
            "same": list(self.same),
            "stopped": self.stopped or None,
        }


def _listed(found: Sequence[str]) -> str:
    more = f" and {len(found) - LISTED} more" if len(found) > LISTED else ""
    return f"{len(found)}: {'; '.join(found[:LISTED])}{more}" if found else ""


def reviews(
    puzzles: Sequence[Puzzle], limits: Limits, report: Callable[[str], object]
) -> Iterator[Review | UserError]:
    """Yield the reviews of puzzles, in order, or the mistakes in one.

    Args:
        limits: for each question about a puzzle.
        report: called with the title of each before it is waited for.
    """
    keys: dict[Any, list[int]] = {}
    for number, puzzle in enumerate(puzzles):
        try:
            with within(limits):
                keys.setdefault(canonical(puzzle, elaborate(puzzle)), []).append(number)
        except (UserError, OwnLimitError):
            continue  # they are told below
    twins = {number: same for same in keys.values() for number in same}
    call = partial(_review, puzzles, limits)
    for number, found in enumerate(in_order(call, [p.title for p in puzzles], report)):
        if isinstance(found, UserError):
            yield found
            continue
        others = (i for i in twins.get(number, ()) if i != number)
        same = tuple(f'"{puzzles[i].title}" in {puzzles[i].path}' for i in others)
        yield Review(puzzles[number], **found, author=author_of(puzzles[number]), same=same)


def _review(puzzles: Sequence[Puzzle], limits: Limits, number: int) -> dict[str, Any] | UserError:
    """Return the attributes of the review of a puzzle, without `author` and `same`."""
    puzzle = puzzles[number]
    try:
        with within(limits):
            program = elaborate(puzzle)
        answer = solve_one(puzzle, UNIQUE, SolverChoice(), limits=limits, program=program)
    except UserError as error:
        return error
    except OwnLimitError as stop:
        none = {"solutions": "undecided", "solvers": (), "grade": Grade("undecided")}
        return {**none, "stopped": str(stop)}
    solutions: Solutions = "undecided"
    if answer.status == "UNSATISFIABLE":
        solutions = "none"
    elif answer.unique is not None:
        solutions = "one" if answer.unique else "several"
    second = answer.confirmed_by
    if solutions == "one" and second is None and has_one_solution(program):
        second = f"pysat:{CHECKER}"
    solvers = (answer.solver, second) if solutions == "one" else ()
    found: dict[str, Any] = {
        "solutions": solutions,
        "solvers": tuple(name for name in solvers if name),
        "grade": grade(puzzle, limits),
        "symmetries": clue_symmetries(puzzle, program),
    }
    if solutions == "one":
        try:
            for name, names in stream(partial(_superfluous, puzzle), narrowed(limits)):
                found[name] = names
        except WorkerStoppedError as error:
            found["stopped"] = narrowed(limits).words(error.reason)
    return found


def _superfluous(puzzle: Puzzle) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the clues and the rules each of which a puzzle with one solution does not need."""
    clues = Clues(puzzle)
    first = next(superfluous(clues))
    yield "superfluous", tuple(clues.groups[i].text for i in first.alone)
    rules = elaborate_drawing(puzzle)[0].rules
    yield "unused", tuple(name for name in rules if _can_go(puzzle, name))


def _can_go(puzzle: Puzzle, name: str) -> bool:
    """Return whether the solution is the only one without a rule."""
    rules = {each: rule for each, rule in puzzle.rules.rules.items() if each != name}
    try:
        without = replace(puzzle, rules=replace(puzzle.rules, rules=rules))
        return second_solution(elaborate(without, guarded_rules=True)) is None
    except (UserError, UndecidedError):
        return False


# ---------- what formats can hold of the puzzles of a genre ----------


def trials(puzzle: Puzzle) -> Iterator[tuple[str, str]]:
    """Yield each format that genres speak to, and what became of a puzzle in it."""
    program = elaborate(puzzle)
    found = find_solution(puzzle, program)
    solution = program.solution_json(found)
    for form in usable():
        if form.check is None or form.write is None:
            continue
        try:
            text = convert_puzzle(puzzle, form.name)
            again = _read(puzzle, form, text)
            if convert_puzzle(again, form.name) != text or not _is_right(again, solution):
                yield form.name, "written, and read back as another puzzle"
                continue
            what = "written and read back"
            if form.write_solved is not None:
                solved = _read(puzzle, form, convert_puzzle(puzzle, form.name, found))
                right = _is_right(solved, solved.tree.solution) and not solved.tree.faults
                what += ", its solution too" if right else "; its solution comes back as another"
            yield form.name, what
        except UserError as error:
            yield form.name, f"refused: {error.diagnostics[0].message}"


def _read(puzzle: Puzzle, form: Format, text: str) -> Puzzle:
    """Return the puzzle of a text, of the same genre."""
    home = puzzle.rules.span.source
    with scope_of(puzzle.rules):
        named = puzzle.genre if form.parse_as else ""
        trees = tuple(import_puzzles(Source(f"<{form.name}>", text), form.name, named))
    return resolve(home, replace(parse(home), puzzles=trees)).puzzles[0]


def _is_right(puzzle: Puzzle, solution: Mapping[str, object] | None) -> bool:
    program = elaborate(puzzle)
    values = complete(program, *read_solution(program, solution or {}))
    return not violations(program, values, 1)


def unsaid(rules: Rules) -> list[str]:
    """Return the givens that a genre names to no format, so that clues of them are refused."""
    parts = parts_in(rules)
    words = () if parts is None else astuple(parts)
    named = [each for word in words for each in (word if isinstance(word, tuple) else [word])]
    return [name for name in rules.givens if name not in named]
