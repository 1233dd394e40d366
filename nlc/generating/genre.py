"""Genres whose puzzles can be made, and their generators: one for each request."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from nlc.errors import fail, suggest
from nlc.generating.made import Made, RuleText
from nlc.generating.options import BOARD, OPEN_OPTIONS, SETTINGS, Habits, Option
from nlc.generating.shape import Shape, blank, parse_size
from nlc.language import syntax
from nlc.language.catalogue import stock_rules
from nlc.language.files import stock_genres
from nlc.language.names import missing, other_names, unknown, words
from nlc.language.wishes import usual_side
from nlc.registry import Registry


class Generator(Protocol):
    """Makes puzzles for one request; frozen, and sent to other processes."""

    @property
    def shape(self) -> Shape:
        """The board."""

    @property
    def rules(self) -> RuleText:
        """The genre."""

    @property
    def subject(self) -> str:
        """The size, the tiling and the kind of puzzles, for titles."""

    @property
    def fails_late(self) -> bool:
        """Whether attempts may fail after a long time, so that several should run at a time."""

    def attempt(self, seed: int, number: int, attempt: int, counts: Counter[str]) -> Made | None:
        """Attempt a puzzle once; return it, or None where that failed.

        It is called in a process that may end at any moment: PySAT leaves a solver by a ``longjmp``
        at Ctrl-C; see `nlc.drivers.pysat.driver`. How long it takes is bounded by counts.

        Args:
            seed: all choices follow from it and the two numbers.
            number: of the puzzle, from 1.
            attempt: the number of the attempt, from 0.
            counts: the cost by name, such as kinds of failure, is added to it.

        Raises:
            RuntimeError: a planted solution breaks a rule, or no solver decides.
        """

    def advice(self, counts: Mapping[str, int]) -> str | None:
        """Return advice after a puzzle was given up: easier options, or levels that were made."""

    def empty(self) -> str:
        """Return the body of a board without clues."""


class Genre(Protocol):
    """A genre of which puzzles are made.

    Attributes:
        settings: the options of the rules that can be set, by the option ``settings``.
    """

    @property
    def habits(self) -> Habits:
        """What it does otherwise than others."""

    @property
    def settings(self) -> Mapping[str, syntax.Option]:
        """The options of the rules that can be set."""

    @property
    def options(self) -> Sequence[Option]:
        """The options of `generator`; that called ``method`` names the methods in `choices`."""

    def summary(self, method: str) -> str:
        """Return the summary of a method, for the help."""

    def generator(self, shape: Shape, options: Mapping[str, Any]) -> Generator:
        """Return the generator for a request.

        Args:
            options: values by name; a missing one has its default.

        Raises:
            UserError: such puzzles cannot be made.
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


def maker_of(name: str) -> tuple[str, Mapping[str, bool | int | str]]:
    """Return the genre whose generator makes puzzles of a genre, and its options for them."""
    for other in GENRES.own:
        if (made := GENRES.get(other).habits.makes.get(name)) is not None:
            return other, made
    return name, {}


def genre(name: str, method: str | None = None) -> Genre:
    """Return a genre of which puzzles are made, by its name or that of a file that defines it.

    Args:
        method: the method, if an option names it; `OPEN` makes every genre from its rules.

    Raises:
        UserError: it is unknown.
    """
    from nlc.generating.open.genre import genre_of_file, stock_genre

    if ".nl" in name:
        return genre_of_file(name)
    found = None if method == OPEN else GENRES.find(name)
    if found is None and (maker := maker_of(name))[0] != name:
        options = " ".join(f"--{option} {value}" for option, value in maker[1].items())
        hint = f"{maker[0]} with {options} or more makes them"
        raise fail(f"no puzzles of genre '{name}' are made", hint=hint)
    if found is None and name in stock_genres():
        return stock_genre(name)
    if found is None:
        if (called := other_names().get(words(name), name)) != name:
            return genre(called, method)
        if words(name) in missing():
            raise unknown(name, "", None, None)
        known = "'nlc list genres' lists them, and a file of yours may define one"
        hint = suggest(name, stock_genres()) or known
        raise fail(f"there is no genre '{name}'", hint=hint)
    return found


def genre_with(name: str, options: Mapping[str, object]) -> Genre:
    """Return the genre for some options: made from its rules if only that method has them.

    Raises:
        UserError: puzzles of the genre are not made, or an option is unknown.
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
            listed = sorted(own.difference(each.name for each in BOARD))
            hint = suggest(option, own) or f"options of {name}: {', '.join(listed)}"
            for other in GENRES.names():
                if option in _names(genre(other)):
                    raise fail(f"--{option} is for {other}, not for {name}", hint=hint)
            if any(option == each.name for each in OPEN_OPTIONS):
                message = f"--{option} is for --method open, as most genres have it"
                raise fail(message, hint=hint)
            raise fail(f"there is no option '{option}'", hint=hint)
    return found


def blank_board(name: str, found: Genre, tiling: str, size: str | None) -> Shape:
    """Return a board without clues for a genre of this name.

    Args:
        size: columns and rows, such as ``10x10``; None for those of a usual board.

    Raises:
        UserError: the tiling is unknown, or the size is none.
    """
    from nlc.generating.open.genre import OpenGenre

    if size is not None:
        return blank(tiling, *parse_size(size))
    side = usual_side(found.rules.rules if isinstance(found, OpenGenre) else stock_rules(name))
    return blank(tiling, side, side)


def _names(found: Genre) -> set[str]:
    return {option.name for option in found.options} | ({SETTINGS} if found.settings else set())
