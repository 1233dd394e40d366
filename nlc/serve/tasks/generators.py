"""What puzzles can be made."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from nlc.board.tilings import TILINGS
from nlc.generate.genre import GENRES, Genre
from nlc.generate.grade import ANY
from nlc.generate.lookahead import DEEPEST, deep_levels
from nlc.language.catalogue import describe
from nlc.serve import answers as a

LEFT_OUT = ("board", "puzzle", "settings")
"""Options that name files, or that the page sets by themselves."""

_SAID = {
    "unique": "exactly one solution",
    "trivial": "pairs of neighbours joined by one segment are allowed",
}


def generators(request: object) -> Iterator[list[a.GeneratorDescription]]:
    """Yield what puzzles of each genre can be made, with the texts of ``nlc generate``."""
    yield [described(name, GENRES.get(name)) for name in GENRES.names()]


def described(name: str, genre: Genre) -> a.GeneratorDescription:
    """Return what puzzles of a genre can be made."""
    from nlc.cli.parser import completed

    actions = {action.dest: action for action in completed("generate")._actions}
    options = [
        _option(option, actions[option], genre)
        for option in genre.options
        if option not in LEFT_OUT
    ]
    if "settings" in genre.options:
        (rules,) = describe(name)
        options += [
            a.GeneratorOption(
                name=item.name,
                kind="flag",
                choices=[],
                text=item.text,
                default=item.default == "true",
                setting=True,
            )
            for item in rules.options
            if item.type == "bool"
        ]
    return a.GeneratorDescription(genre=name, tilings=TILINGS.names(), options=options)


def _option(name: str, action: argparse.Action, genre: Genre) -> a.GeneratorOption:
    text = (action.help or "").partition(" (default")[0].partition(";")[0]
    text = _SAID.get(name, text)
    choices = [str(choice) for choice in action.choices or ()]
    if name == "method":
        choices, text = list(genre.methods), "how they are made"
    elif name == "difficulty":
        choices = [ANY, *deep_levels(genre.levels, DEEPEST)]
    kind = "choice" if choices else "flag" if action.nargs == 0 else "int"
    return a.GeneratorOption(
        name=name,
        kind=kind,  # type: ignore[arg-type]
        choices=choices,
        text=text,
        default=name in ("isolated", "balance"),
    )


TASK = generators
