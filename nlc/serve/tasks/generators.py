"""What puzzles can be made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from nlc.board.tilings import TILINGS
from nlc.generating.genre import GENRES, Genre
from nlc.generating.options import Option
from nlc.language.catalogue import describe
from nlc.serve import answers as a


def generators(request: object) -> Iterator[list[a.GeneratorDescription]]:
    """Yield what puzzles of each genre can be made, with the texts of ``nlc generate``."""
    yield [described(name, GENRES.get(name)) for name in GENRES.names()]


def described(name: str, genre: Genre) -> a.GeneratorDescription:
    """Return what puzzles of a genre can be made."""
    options = [_option(option) for option in genre.options if option.group != "board"]
    if genre.settings:
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


def _option(option: Option) -> a.GeneratorOption:
    kinds: dict[str, Literal["flag", "int", "choice"]] = {
        "flag": "flag",
        "switch": "flag",
        "number": "int",
        "text": "choice",
    }
    return a.GeneratorOption(
        name=option.name,
        kind=kinds[option.kind],
        choices=list(option.choices),
        text=option.text,
        default=option.on,
    )


TASK = generators
