"""What a genre brings to be generated: a generator for each request, which makes puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from nlc.errors import fail, suggest
from nlc.generating.options import OPEN_OPTIONS, SETTINGS, Option
from nlc.generating.shape import Shape
from nlc.grading.grade import Grade
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, Program
from nlc.language import syntax
from nlc.language.files import stock_genres
from nlc.language.names import missing, unknown, words
from nlc.registry import Registry


class GeneratedPuzzle(Protocol):
    """A puzzle with the solution that it was made from."""

    @property
    def unique(self) -> bool:
        """Whether it has been proved that there is no other solution."""

    @property
    def grade(self) -> Grade | None:
        """How hard it is, if that was asked for."""

    @property
    def note(self) -> str:
        """What else is said of it, in words; or an empty text."""


P = TypeVar("P", bound=GeneratedPuzzle)


class Generator(Protocol[P]):
    """Makes puzzles for one request; frozen, and sent to other processes."""

    @property
    def shape(self) -> Shape:
        """The board."""

    @property
    def head(self) -> str:
        """What stands once in a file, before the first puzzle."""

    @property
    def subject(self) -> str:
        """The size, the tiling and how puzzles are made, for titles."""

    @property
    def fails_late(self) -> bool:
        """Whether an attempt that takes long may fail, so that others beside it are of use."""

    def attempt(self, seed: int, number: int, attempt: int, counts: Counter[str]) -> P | None:
        """Attempt a puzzle once; return it, or None where that failed.

        It is called in a process that may end at any moment: PySAT leaves a solver by a ``longjmp``
        at Ctrl-C; see `nlc.drivers.pysat.driver`. How long it takes is bounded by counts.

        Args:
            seed: all choices come from it and the two numbers; puzzles were checked against every
                rule.
            number: of the puzzle, from 1.
            attempt: the number of the attempt, from 0.
            counts: takes what is spent, such as kinds of failure, by name.

        Raises:
            RuntimeError: a planted solution breaks a rule, or no solver decides.
        """

    def advice(self, counts: Mapping[str, int]) -> str | None:
        """Return what came in place of a puzzle that was given up, or what would be easier."""

    def program(self, title: str, puzzle: P | None) -> Program:
        """Return a puzzle, elaborated, or for None a board without clues."""

    def planted(self, program: Program, puzzle: P) -> Assignment:
        """Return the solution that a puzzle was made from; the program is that of the puzzle."""

    def text(self, title: str, puzzle: P) -> str:
        """Return a puzzle in the puzzle language."""

    def figures(self, puzzles: Sequence[P]) -> list[dict[str, float]]:
        """Return what a report tells of each puzzle, by name, but for its grade and its cost."""


class Genre(Protocol):
    """A genre of which puzzles are made.

    Attributes:
        settings: the options of the rules that can be set, by the option ``settings``.
    """

    @property
    def settings(self) -> Mapping[str, syntax.Option]:
        """The options of the rules that can be set."""

    @property
    def options(self) -> Sequence[Option]:
        """The options of `generator`; that called ``method`` names the methods in `choices`."""

    def summary(self, method: str) -> str:
        """Return what a method makes, for the help."""

    def generator(self, shape: Shape, options: Mapping[str, Any]) -> Generator[Any]:
        """Return the generator for a request.

        Args:
            options: values by name; one that is missing has its default.

        Raises:
            UserError: no such puzzles are made.
        """


GENRES: Registry[Genre] = Registry(
    "genre",
    "GENRE",
    "nlc.generators",
    {
        "numberlink": "nlc.generating.numberlink.genre:NumberlinkGenre",
        "slitherlink": "nlc.generating.slitherlink.genre:SlitherlinkGenre",
    },
)


OPEN = "open"
"""The method that makes puzzles of any genre from its rules."""


def genre(name: str, method: str | None = None) -> Genre:
    """Return a genre of which puzzles are made: a name, or a file that defines one.

    Args:
        method: how, if that was said: `OPEN` makes every genre from its rules.

    Raises:
        UserError: there is none of this name.
    """
    from nlc.generating.open.genre import genre_of_file, stock_genre

    if ".nl" in name:
        return genre_of_file(name)
    found = None if method == OPEN else GENRES.find(name)
    if found is None and name == "multilink":
        hint = "numberlink with --group 3 or more makes them"
        raise fail(f"no puzzles of genre '{name}' are made", hint=hint)
    if found is None and name in stock_genres():
        return stock_genre(name)
    if found is None:
        if words(name) in missing():
            raise unknown(name, "", None, None)
        known = "'nlc list genres' lists them, and a file of yours may define one"
        hint = suggest(name, stock_genres()) or known
        raise fail(f"there is no genre '{name}'", hint=hint)
    return found


def genre_with(name: str, options: Mapping[str, object]) -> Genre:
    """Return the genre that has some options: made from its rules where only that has them.

    Raises:
        UserError: the genre is not made, or has no such option.
    """
    method = options.get("method")
    found = genre(name, method if isinstance(method, str) else None)
    own = _names(found)
    if method is None and not options.keys() <= own:
        opened = genre(name, OPEN)
        if options.keys() <= _names(opened):
            return opened
    for option in options:
        if option not in own:
            hint = suggest(option, own) or f"options of {name}: {', '.join(sorted(own))}"
            for other in GENRES.names():
                if option in _names(genre(other)):
                    raise fail(f"--{option} is for {other}, not for {name}", hint=hint)
            if any(option == each.name for each in OPEN_OPTIONS):
                message = f"--{option} is for --method open, as most genres have it"
                raise fail(message, hint=hint)
            raise fail(f"there is no option '{option}'", hint=hint)
    return found


def _names(found: Genre) -> set[str]:
    return {option.name for option in found.options} | ({SETTINGS} if found.settings else set())


def require_solution(program: Program, board: Assignment) -> None:
    """Check a planted solution.

    Raises:
        RuntimeError: it breaks a rule, which is a fault of the generator.
    """
    broken = violations(program, board, limit=1)
    if broken:
        raise RuntimeError(f"a planted solution breaks a rule: {broken[0].message}")
