"""Stricter readings of a puzzle's rules: options beside its own with which it has fewer boards.

A genre names those that it prefers (``prefer touch = false;``). A reading is a program of its own;
its boards are boards of the puzzle, which whoever finds one checks.
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
    """A puzzle with some of its options set to other values.

    Attributes:
        options: the values of these options, as text by name; of those that the puzzle has itself,
            none.
        puzzle: with them.
    """

    options: Mapping[str, str]
    puzzle: Puzzle
    program: Program


def read_with(
    puzzle: Puzzle, program: Program, settings: Mapping[str, s.SetOption]
) -> Reading | None:
    """Return the reading of a puzzle with other options.

    Args:
        settings: the options, by name; the genre has them.

    Returns:
        None where the puzzle says as much itself, or a check refuses its clues so.
    """
    have = program.options
    settings = {name: item for name, item in settings.items() if have[name] != text_of(item.value)}
    if not settings:
        return None
    strict = replace(puzzle, settings={**puzzle.settings, **settings})
    try:
        read = elaborate(strict)
    except UserError:
        return None
    return Reading({name: read.options[name] for name in settings}, strict, read)


def preferred(puzzle: Puzzle, program: Program) -> Iterator[tuple[s.Prefer, Reading]]:
    """Yield the stricter readings in the order of the genre, the strictest last, each once.

    Those that say no more than the puzzle does are left out, and those under which a check refuses
    its clues.
    """
    seen = [program]
    for preference in puzzle.rules.preferences:
        found = read_with(puzzle, program, settings_of(preference))
        if found is not None and not any(_says_same(found.program, each) for each in seen):
            seen.append(found.program)
            yield preference, found


def settings_of(preference: s.Prefer) -> dict[str, s.SetOption]:
    """Return the options that a genre prefers, by name."""
    return {item.name.name: item for item in preference.settings}


def _says_same(one: Program, other: Program) -> bool:
    """Return whether two programs of one puzzle state the same, node by node."""
    return all(
        _equal(getattr(one, part), getattr(other, part))
        for part in ("nodes", "atoms", "auxiliaries", "globals", "differences", "runs")
    )


def _equal(one: object, other: object) -> bool:
    """Compare nodes, or parts of them, but for where they come from."""
    if one is other:  # a rule that mentions no clue is elaborated once for all readings
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return np.array_equal(one, other)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_equal, one, other))
    if isinstance(one, Origin):
        return True
    parts = getattr(one, "__struct_fields__", None)
    if parts is None:
        return one == other
    return all(_equal(getattr(one, name), getattr(other, name)) for name in parts)


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
