"""States puzzles as one formula: their readings merged, the passes, and the lowering.

Assume, then relax: a stricter reading of a puzzle's rules is merged with the puzzle, and a solver
asks it first, under assumptions. Puzzles of one shape share a formula in the same way, so that what
is learnt of one holds for the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from nlc.cnf.text import encode_value
from nlc.encode.lists import (
    ALONE,
    PREFERRED,
    STRICTEST,
    Options,
    numbers_of,
    numbers_text,
    readings_of,
    readings_text,
)
from nlc.encode.lower import LoweredProgram, lower
from nlc.encode.policy import (
    STATIC,
    choose_connected,
    choose_different,
    choose_runs,
    is_large,
    prepared,
    resolve,
)
from nlc.encode.spec import AUTO, NONE, Encoding
from nlc.errors import fail
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.ir.readings import preferred, read_with, settings_of
from nlc.language import syntax as s
from nlc.language.resolve import Puzzle
from nlc.loading import Setting

if TYPE_CHECKING:
    from nlc.ir.readings import Reading


class Readings(Struct, frozen=True, eq=False):
    """The programs of a puzzle that are asked in turn.

    Attributes:
        programs: the last is the puzzle as it stands; all are of one `shape`, and none is folded.
        options: for each, the options that it assumes beside the puzzle's own; none for the last.
    """

    programs: tuple[Program, ...]
    options: tuple[Options, ...] = ((),)

    @property
    def program(self) -> Program:
        """The puzzle as it stands."""
        return self.programs[-1]

    @property
    def assumed(self) -> tuple[str, ...]:
        """For each program the options that it assumes, such as ``touch=false``."""
        return tuple(", ".join(f"{name}={value}" for name, value in each) for each in self.options)


class Statement(Struct, frozen=True, eq=False):
    """A formula of one puzzle or several.

    Attributes:
        lowered: the formula; its encoding names all that was stated.
        puzzles: the readings of each puzzle.
        questions: for each puzzle, the assumptions that choose each of its readings, in the same
            order; an empty list where the formula has one program.
    """

    lowered: LoweredProgram
    puzzles: tuple[Readings, ...]
    questions: tuple[tuple[list[int], ...], ...]


def read(
    puzzle: Puzzle, program: Program, encoding: Encoding, offers: frozenset[str] = STATIC
) -> Readings:
    """Return the readings of a puzzle that an encoding merges.

    Those that say no more than the puzzle, or refuse its clues, are left out. Where `readings` is
    `auto` and the solver can be asked under assumptions, it is the one that the genre of a large
    puzzle prefers last, which is the strictest. What a solver `offers`, `nlc.encode.policy` names.

    Raises:
        UserError: the encoding names an option that the genre does not have.
    """
    found: Sequence[Reading | None] = ()
    if encoding.readings == PREFERRED:
        found = [reading for _, reading in preferred(puzzle, program)][::-1]
    elif encoding.readings in (AUTO, STRICTEST):
        large = "assumptions" in offers and is_large(puzzle, program)
        if large or encoding.readings == STRICTEST:
            chosen = puzzle.rules.preferences[-1:]
            found = [read_with(puzzle, program, settings_of(each)) for each in chosen]
    elif encoding.readings != NONE:
        named = readings_of(encoding.readings)
        found = [read_with(puzzle, program, _settings(each, program)) for each in named]
    if not found:
        return Readings((program,), ((),))
    from nlc.ir.passes.merge import shape

    kept = [each for each in found if each and shape(each.program) == shape(program)]
    options = tuple(tuple(each.options.items()) for each in kept)
    return Readings((*(each.program for each in kept), program), (*options, ()))


def _settings(reading: Options, program: Program) -> dict[str, s.SetOption]:
    """Return the settings of a reading as if the puzzle had them."""
    for name, value in reading:
        if name not in program.options:
            hint = f"options of {program.genre}: {', '.join(program.options) or 'none'}"
            raise fail(f"readings={name}:{value}: there is no option '{name}'", hint=hint)
    return {name: Setting(f"{name}={value}").node() for name, value in reading}


def state(
    puzzles: Sequence[Readings],
    encoding: Encoding,
    offers: frozenset[str] = STATIC,
    *,
    numbers: Sequence[int] = (),
    partial: bool = False,
) -> Statement:
    """Return the formula of some puzzles.

    Args:
        puzzles: at least one.
        encoding: an exact one, where there are several programs.
        offers: what the solver offers; see `nlc.encode.policy`.
        numbers: of the puzzles in what the user named, from 1, if there are several.
        partial: leave out what is left to a solver inside Python, where the solver is none, and say
            so in comments.

    Raises:
        UserError: the encoding refuses a part of a program, or the puzzles differ in what they
            declare.
    """
    numbers = numbers or range(1, len(puzzles) + 1)
    if len(puzzles) > 1:
        _check_shapes(puzzles, numbers)
    programs = [program for puzzle in puzzles for program in puzzle.programs]
    program = programs[0]
    if encoding.numberlink != NONE:
        if len(programs) > 1:
            raise fail(f"{encoding} states one puzzle, as it stands", hint="use another encoding")
        return Statement(lower(program, encoding, offers), tuple(puzzles), (([],),))
    joining = choose_connected(program, encoding.connected, offers, partial=partial)
    if len(programs) > 1 and not joining.endswith("lazy"):
        # What is known to be small may be so in some programs only.
        joining = joining.rpartition("+")[2]
    differing = choose_different(program, encoding.different)
    runs = choose_runs(program, encoding.runs)
    encoding = replace(encoding, connected=joining, different=differing, runs=runs)
    if len(programs) > 1:
        from nlc.ir.passes.merge import Merge

        if any(each.objective is not None for each in programs):
            message = "puzzles, or readings of one, that share a formula have no common objective"
            raise fail(message, hint="leave out puzzles= and readings=")
        program, *others = (prepared(each, encoding) for each in programs)
        program = Merge(tuple(others)).apply(program)
    named = replace(encoding, readings=_merged_readings(puzzles, encoding), puzzles=ALONE)
    if len(puzzles) > 1:
        named = replace(named, puzzles=numbers_text(numbers))
    named = resolve(named, program, offers, len(puzzles))
    lowered = lower(program, named, offers, partial=partial)
    questions: list[list[list[int]]] = []
    if len(programs) == 1:
        questions = [[[]]]
    else:
        assert lowered.literals is not None
        first = 0
        for puzzle in puzzles:
            chosen = range(first, first + len(puzzle.programs))
            questions.append([lowered.literals(program.choosing(i)).tolist() for i in chosen])
            first += len(puzzle.programs)
    stated = Statement(lowered, tuple(puzzles), tuple(map(tuple, questions)))
    if partial:
        lowered.cnf.comments += _comments(stated, numbers)
    return stated


def _check_shapes(puzzles: Sequence[Readings], numbers: Sequence[int]) -> None:
    """Refuse puzzles that differ in what they declare."""
    from nlc.ir.passes.merge import shape

    first = shape(puzzles[0].program)
    for number, each in zip(numbers, puzzles, strict=True):
        if shape(each.program) != first:
            raise fail(
                f"puzzles {numbers[0]} and {number} cannot share a formula: they differ in their"
                " boards, or in what their genres declare"
            )


def compiled(puzzles: Sequence[Puzzle], encoding: Encoding) -> Statement:
    """Return the formula of puzzles as a file can hold it.

    What is left to a solver inside Python is left out, and comments say so: ``lazy RULE WHAT``. Of
    several programs, ``assume PUZZLE READING LITERALS 0`` says what chooses a reading of the puzzle
    of that number.

    Args:
        puzzles: those that the encoding numbers are stated, else all of them.
        encoding: how.

    Raises:
        UserError: the encoding refuses a puzzle, names no such ones, or they differ in what they
            declare.
    """
    chosen = named_puzzles(puzzles, encoding) or puzzles
    apart = encoding.passes.split("+")[0] == "groups"
    group = [read(puzzle, elaborate(puzzle, apart=apart), encoding) for puzzle in chosen]
    return state(group, encoding, numbers=numbers_of(encoding.puzzles), partial=True)


def named_puzzles(puzzles: Sequence[Puzzle], encoding: Encoding) -> list[Puzzle]:
    """Return the puzzles whose numbers an encoding gives; none where it gives no numbers.

    Raises:
        UserError: there are fewer.
    """
    numbers = numbers_of(encoding.puzzles)
    if max(numbers, default=0) > len(puzzles):
        raise fail(f"puzzles={encoding.puzzles}: there are {len(puzzles)}")
    return [puzzles[number - 1] for number in numbers]


def _comments(stated: Statement, numbers: Sequence[int]) -> list[str]:
    """Return comments that say what a formula leaves out, and what chooses a program."""
    lines = [f"lazy {encode_value(rule)} {what}" for rule, what in stated.lowered.left_out]
    if any(map(any, stated.questions)):
        for number, puzzle, asked in zip(numbers, stated.puzzles, stated.questions, strict=True):
            for options, literals in zip(puzzle.options, asked, strict=True):
                reading = readings_text([options]) or "-"
                lines.append(f"assume {number} {reading} {' '.join(map(str, literals))} 0")
    return lines


def _merged_readings(puzzles: Sequence[Readings], encoding: Encoding) -> str:
    """Return the names of the readings that were merged; those that the user named stay."""
    if encoding.readings not in (AUTO, STRICTEST, PREFERRED):
        return encoding.readings
    merged = dict.fromkeys(each for puzzle in puzzles for each in puzzle.options if each)
    return readings_text(list(merged)) or NONE
