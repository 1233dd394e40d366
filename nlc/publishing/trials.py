"""What formats can hold of the puzzles of a genre: tried both ways, with the solution."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import astuple, replace

from nlc.convert import convert_puzzle, find_solution
from nlc.errors import Source, UserError
from nlc.formats import import_puzzles, usable
from nlc.formats.base import Format
from nlc.formats.genres import parts_in, scope_of
from nlc.ir.complete import read_solution
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import violations
from nlc.language.inherit import Rules
from nlc.language.parser import parse
from nlc.language.resolve import Puzzle, resolve
from nlc.solving.judging import complete


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
