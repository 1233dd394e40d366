"""Stricter readings of a puzzle's rules: options beside its own with which it has fewer boards.

A genre names those that it prefers (``prefer touch = false;``). A reading is a program of its own;
its boards are boards of the puzzle, which whoever finds one checks.
"""

from __future__ import annotations

from collections.abc import Mapping

from nlc.dataclasses import dataclass, replace
from nlc.errors import UserError
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.language import syntax as s
from nlc.language.resolve import Puzzle


@dataclass(frozen=True, eq=False)
class Reading:
    """A puzzle with some of its options set to other values.

    Attributes:
        options: the values of these options, as text by name.
        puzzle: with them.
        program: the same, elaborated.
    """

    options: Mapping[str, str]
    puzzle: Puzzle
    program: Program


def read_with(
    puzzle: Puzzle, program: Program, settings: Mapping[str, s.SetOption]
) -> Reading | None:
    """Return the reading of a puzzle with other options.

    Args:
        puzzle: the puzzle.
        program: the same, elaborated.
        settings: the options, by name; the genre has them.

    Returns:
        None where the puzzle says as much itself, or a check refuses its clues so.
    """
    if all(program.options[name] == text_of(item.value) for name, item in settings.items()):
        return None
    strict = replace(puzzle, settings={**puzzle.settings, **settings})
    try:
        read = elaborate(strict)
    except UserError:
        return None
    return Reading({name: read.options[name] for name in settings}, strict, read)


def text_of(value: s.Expr) -> str | None:
    """Return an option's value as a program tells it, or None for what no option can be."""
    match value:
        case s.Bool(value=truth):
            return "true" if truth else "false"
        case s.Int(value=number):
            return str(number)
        case s.Ref(name=text) | s.Str(value=text):
            return text
        case _:
            return None
