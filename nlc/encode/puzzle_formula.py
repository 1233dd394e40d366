"""Encodes puzzles as one formula: merges their readings, applies the passes, and lowers the result.

A stricter reading of a puzzle's rules is merged with the puzzle, and solved first, under
assumptions. Puzzles of one shape share a formula in the same way, so that learnt clauses of one
hold for the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from nlc.cnf.text import encode_value
from nlc.encode import spec
from nlc.encode.lower import LoweredProgram, lower
from nlc.encode.policy import STATIC, is_large, prepare, settle
from nlc.encode.spec import AUTO, NONE, Encoding
from nlc.errors import Diagnostics, fail
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.ir.readings import preferred, read_with, settings_of
from nlc.language import syntax as s
from nlc.language.literals import read_setting
from nlc.language.resolve import Puzzle
from nlc.loading import setting

if TYPE_CHECKING:
    from nlc.ir.readings import Reading


class Readings(Struct, frozen=True, eq=False):
    """The programs of a puzzle that are solved in turn.

    Attributes:
        programs: the last one is that of the puzzle itself; all have one `shape`, none is folded.
        options: the options that each program assumes in addition; none for the last.
    """

    programs: tuple[Program, ...]
    options: tuple[spec.Options, ...] = ((),)

    @property
    def program(self) -> Program:
        """The program without assumed options."""
        return self.programs[-1]

    @property
    def assumed(self) -> tuple[str, ...]:
        """The options that each program assumes, such as ``touch=false``."""
        return tuple(", ".join(f"{name}={value}" for name, value in each) for each in self.options)


class PuzzleFormula(Struct, frozen=True, eq=False):
    """The formula of one or several puzzles.

    Attributes:
        lowered: the formula, with its resolved encoding.
        puzzles: the readings of each puzzle.
        questions: the assumptions that select each reading of each puzzle; an empty list if the
            formula has only one program.
    """

    lowered: LoweredProgram
    puzzles: tuple[Readings, ...]
    questions: tuple[tuple[list[int], ...], ...]


def choose_readings(
    puzzle: Puzzle, program: Program, encoding: Encoding, offers: frozenset[str] = STATIC
) -> Readings:
    """Return the readings of a puzzle that an encoding merges.

    A reading is left out if it adds nothing, or contradicts the clues. If `readings` is `auto` and
    the solver takes assumptions, a large puzzle gets the strictest reading of its genre. The
    abilities that a solver `offers` are those of `nlc.encode.policy`.

    Raises:
        UserError: the encoding names an option that the genre does not have.
    """
    found: Sequence[Reading | None] = ()
    if encoding.readings == spec.PREFERRED:
        found = [reading for _, reading in preferred(puzzle, program)][::-1]
    elif encoding.readings in (AUTO, spec.STRICTEST):
        large = "assumptions" in offers and is_large(puzzle, program)
        if large or encoding.readings == spec.STRICTEST:
            chosen = puzzle.rules.preferences[-1:]
            found = [read_with(puzzle, program, settings_of(each)) for each in chosen]
    elif encoding.readings != NONE:
        named = spec.parse_readings(encoding.readings)
        found = [read_with(puzzle, program, named_settings(each, puzzle)) for each in named]
    if not found:
        return Readings((program,), ((),))
    from nlc.ir.passes.merge import shape

    kept = [each for each in found if each and shape(each.program) == shape(program)]
    options = tuple(tuple(each.options.items()) for each in kept)
    return Readings((*(each.program for each in kept), program), (*options, ()))


def named_settings(reading: spec.Options, puzzle: Puzzle) -> dict[str, s.SetOption]:
    """Return the settings of a reading as nodes of the syntax.

    Raises:
        UserError: the genre does not have an option, or the option does not have the value.
    """
    nodes: dict[str, s.SetOption] = {}
    for name, value in reading:
        found = Diagnostics()
        node = setting(f"{name}={value}")
        read_setting(node, puzzle.rules.options, puzzle.rules.name, nodes, found)
        for item in found.items:
            raise fail(f"readings={name}:{value}: {item.message}", hint=item.hint)
    return nodes


def encode_puzzles(
    puzzles: Sequence[Readings],
    encoding: Encoding,
    offers: frozenset[str] = STATIC,
    *,
    numbers: Sequence[int] = (),
    partial: bool = False,
) -> PuzzleFormula:
    """Return the formula of some puzzles.

    Args:
        puzzles: at least one.
        encoding: an exact one if there are several programs.
        offers: the abilities of the solver; see `nlc.encode.policy`.
        numbers: the numbers of the puzzles in the user's list, from 1, if there are several.
        partial: if the solver is not inside Python, leave lazy clauses out, and list them in
            comments.

    Raises:
        UserError: the encoding does not apply to a part of a program, or the puzzles have different
            declarations.
    """
    numbers = numbers or range(1, len(puzzles) + 1)
    if len(puzzles) > 1:
        _check_shapes(puzzles, numbers)
    programs = [program for puzzle in puzzles for program in puzzle.programs]
    program = programs[0]
    if encoding.numberlink != NONE:
        if len(programs) > 1:
            raise fail(
                f"{encoding} encodes one puzzle, without readings", hint="use another encoding"
            )
        return PuzzleFormula(lower(program, encoding, offers), tuple(puzzles), (([],),))
    if len(programs) > 1:
        from nlc.ir.passes.merge import Merge

        if any(each.objective is not None for each in programs):
            message = "puzzles, or readings of one, that share a formula have no common objective"
            raise fail(message, hint="leave out puzzles= and readings=")
        parts = ("connected", "different", "runs")
        unnamed = [part for part in parts if getattr(encoding, part) == AUTO]
        encoding = settle(encoding, program, offers, *parts, partial=partial)
        if not encoding.connected.endswith(("lazy", "propagator")):
            # What is known to be small may be so in some programs only.
            encoding = replace(encoding, connected=encoding.connected.rpartition("+")[2])
        program, *others = (prepare(each, encoding) for each in programs)
        program = Merge(tuple(others)).apply(program)
    named = replace(encoding, readings=_merged_readings(puzzles, encoding), puzzles=spec.ALONE)
    if len(puzzles) > 1:
        named = replace(named, puzzles=spec.format_numbers(numbers))
    lowered = lower(program, named, offers, partial=partial)
    every: list[list[int]] = [[]]
    if len(programs) > 1:
        chosen = [each for each in lowered.idle if each.partition("=")[0] not in unnamed]
        lowered = replace(lowered, idle=tuple(chosen))
        assert lowered.literals is not None
        every = [lowered.literals(program.choosing(i)).tolist() for i in range(len(programs))]
    each = iter(every)
    questions = tuple(tuple(islice(each, len(puzzle.programs))) for puzzle in puzzles)
    formula = PuzzleFormula(lowered, tuple(puzzles), questions)
    if partial:
        lowered.cnf.comments += _comments(formula, numbers)
    return formula


def _check_shapes(puzzles: Sequence[Readings], numbers: Sequence[int]) -> None:
    """Check that puzzles have the same declarations."""
    from nlc.ir.passes.merge import shape

    first = shape(puzzles[0].program)
    for number, each in zip(numbers, puzzles, strict=True):
        if shape(each.program) != first:
            raise fail(
                f"puzzles {numbers[0]} and {number} cannot share a formula: they differ in their"
                " boards, or in what their genres declare"
            )


def compile_puzzles(puzzles: Sequence[Puzzle], encoding: Encoding) -> PuzzleFormula:
    """Return the formula of puzzles for a file.

    Lazy clauses are left out, and listed in comments ``lazy RULE WHAT``. If there are several
    programs, a comment ``assume PUZZLE READING LITERALS 0`` has the assumptions that select a
    reading of the puzzle with that number.

    Args:
        puzzles: those whose numbers the encoding lists are encoded, or all if it lists none.
        encoding: the encoding of the puzzles.

    Raises:
        UserError: the encoding does not apply to a puzzle, or lists an unknown number, or the
            puzzles have different declarations.
    """
    chosen = named_puzzles(puzzles, encoding) or puzzles
    guarded_rules = encoding.passes.split("+")[0] == "groups"
    group = [
        choose_readings(puzzle, elaborate(puzzle, guarded_rules=guarded_rules), encoding)
        for puzzle in chosen
    ]
    return encode_puzzles(
        group, encoding, numbers=spec.parse_numbers(encoding.puzzles), partial=True
    )


def named_puzzles(puzzles: Sequence[Puzzle], encoding: Encoding) -> list[Puzzle]:
    """Return the puzzles whose numbers an encoding lists; none if it lists none.

    Raises:
        UserError: a number is greater than that of the puzzles.
    """
    numbers = spec.parse_numbers(encoding.puzzles)
    if max(numbers, default=0) > len(puzzles):
        raise fail(f"puzzles={encoding.puzzles}: there are {len(puzzles)}")
    return [puzzles[number - 1] for number in numbers]


def _comments(formula: PuzzleFormula, numbers: Sequence[int]) -> list[str]:
    """Return comments on the lazy clauses of a formula, and on the assumptions of programs."""
    lines = [f"lazy {encode_value(rule)} {what}" for rule, what in formula.lowered.left_out]
    if any(map(any, formula.questions)):
        for number, puzzle, assumptions in zip(
            numbers, formula.puzzles, formula.questions, strict=True
        ):
            for options, literals in zip(puzzle.options, assumptions, strict=True):
                reading = spec.format_readings([options]) or "-"
                lines.append(f"assume {number} {reading} {' '.join(map(str, literals))} 0")
    return lines


def _merged_readings(puzzles: Sequence[Readings], encoding: Encoding) -> str:
    """Return the text of the merged readings; a list that the user gave is kept."""
    if encoding.readings not in (AUTO, spec.STRICTEST, spec.PREFERRED):
        return encoding.readings
    merged = dict.fromkeys(each for puzzle in puzzles for each in puzzle.options if each)
    return spec.format_readings(list(merged)) or NONE
