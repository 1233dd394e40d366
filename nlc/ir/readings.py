"""Stricter readings of a puzzle's rules: other values of options, with fewer solutions.

A genre names those that it prefers (``prefer touch = false;``). A reading is a program of its own.
Its solutions should be solutions of the puzzle, which is checked for each one that is found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.errors import UserError
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Origin, Program
from nlc.language import syntax as s
from nlc.language.resolve import Puzzle


class Reading(Struct, frozen=True, eq=False):
    """A puzzle with other values of some options.

    Attributes:
        options: the values of the options that differ from the puzzle's, as text by name.
        puzzle: the puzzle with these options.
        program: its program.
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
        program: its program.
        settings: the options by name; the genre has them.

    Returns:
        None if the puzzle has these options itself, or a check fails with them.
    """
    current = program.options
    settings = {
        name: item for name, item in settings.items() if current[name] != text_of(item.value)
    }
    if not settings:
        return None
    strict = replace(puzzle, settings={**puzzle.settings, **settings})
    try:
        strict_program = elaborate(strict)
    except UserError:
        return None
    return Reading(
        {name: strict_program.options[name] for name in settings}, strict, strict_program
    )


def preferred(puzzle: Puzzle, program: Program) -> Iterator[tuple[s.Prefer, Reading]]:
    """Yield the stricter readings in the order of the genre, the strictest last, each once.

    Readings with the same program as the puzzle are left out, and those with a failing check.
    """
    seen = [program]
    for preference in puzzle.rules.preferences:
        found = read_with(puzzle, program, settings_of(preference))
        if found is not None and not any(_is_same(found.program, each) for each in seen):
            seen.append(found.program)
            yield preference, found


def settings_of(preference: s.Prefer) -> dict[str, s.SetOption]:
    """Return the options that a genre prefers, by name."""
    return {item.name.name: item for item in preference.settings}


def _is_same(one: Program, other: Program) -> bool:
    """Return whether two programs of one puzzle have equal nodes."""
    parts = ("nodes", "atoms", "auxiliaries", "globals", "differences", "runs")
    return all(_equal(getattr(one, part), getattr(other, part)) for part in parts)


def _equal(one: object, other: object) -> bool:
    """Compare nodes, or parts of them, except for their origins."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return np.array_equal(one, other)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_equal, one, other))
    if isinstance(one, Origin) or not isinstance(one, Struct):
        return isinstance(one, Origin) or one == other
    names = one.__struct_fields__
    return all(_equal(getattr(one, name), getattr(other, name)) for name in names)


def text_of(value: s.Expr) -> str | None:
    """Return an option's value as in `Program.options`, or None if it cannot be one."""
    match value:
        case s.Bool(value=truth):
            return "true" if truth else "false"
        case s.Int(value=number):
            return str(number)
        case s.Ref(name=text) | s.Str(value=text):
            return text
        case _:
            return None
