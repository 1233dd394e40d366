"""Elaborates several puzzles; those on one board that follow each other together."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import partial

from nlc.board import Sort
from nlc.errors import UserError
from nlc.ir.elaborate.bounds import bounded
from nlc.ir.elaborate.grounding import ground_board
from nlc.ir.elaborate.loops import Loop
from nlc.ir.elaborate.program import Elaborator
from nlc.ir.elaborate.rule_cache import RuleCache
from nlc.ir.elaborate.stack import Stack
from nlc.ir.elaborate.statements import Stacked
from nlc.ir.nodes import Node, Program
from nlc.language.resolve import Puzzle

CELLS = 30_000
"""Cells of the boards that are elaborated together, at most."""

FEWEST = 3
"""Fewer puzzles on one board are elaborated one by one."""


def elaborate_each(puzzles: Iterable[Puzzle]) -> Iterator[list[Program | UserError]]:
    """Yield the programs of puzzles in their order, or what is wrong with one.

    Each is that of `nlc.ir.elaborate.program.elaborate`, but for the order of rows within a rule.

    Yields:
        The programs that were made together.
    """
    group: list[Elaborator | UserError] = []
    known: Hashable = None
    cells = 0
    for puzzle in puzzles:
        made: Elaborator | UserError
        try:
            with bounded(puzzle.max_instances):
                made = Elaborator(ground_board(puzzle), puzzle)
        except UserError as error:
            made = error
        else:
            key, size = _key(made), made.program.board.count(Sort.CELL)
            if group and (key != known or cells + size > CELLS):
                yield _finished(group)
                group, cells = [], 0
            known, cells = key, cells + size
        group.append(made)
    if group:
        yield _finished(group)


def _key(made: Elaborator) -> Hashable:
    """Return what puzzles have in common that are elaborated together."""
    puzzle, program = made.puzzle, made.program
    options = tuple(program.options.items())
    return id(puzzle.rules), id(program.board), options, puzzle.max_instances


def _finished(group: list[Elaborator | UserError]) -> list[Program | UserError]:
    """Return the programs of a group, whose puzzles share a board."""
    whole = [each for each in group if isinstance(each, Elaborator)]
    if len(whole) < FEWEST:
        done = {id(each): _finish(each) for each in whole}
    else:
        with bounded(whole[0].puzzle.max_instances):
            stack = _stack(whole)
            passed = stack.checked().tolist()
        done = {
            id(each): _finish(each, passed[i], partial(_stacked, stack, i))
            for i, each in enumerate(whole)
        }
    return [each if isinstance(each, UserError) else done[id(each)] for each in group]


def _finish(
    each: Elaborator, passed: bool = False, stacked: Stacked | None = None
) -> Program | UserError:
    """Check and state a puzzle; return its program, or what is wrong with it."""
    try:
        with bounded(each.puzzle.max_instances):
            if not passed:
                each.check()
            each.state(stacked)
    except UserError as error:
        return error
    return each.program


def _stack(several: list[Elaborator]) -> Stack:
    first = several[0]
    # The second is told of loops, as that of a board that was met before.
    caches = [RuleCache(first.ground.rules, first.program.options, first.builder) for _ in range(2)]
    return Stack([each.ground for each in several], [each.builder for each in several], caches[1])


def _stacked(stack: Stack, place: int, rule: str, loop: Loop) -> list[Node] | None:
    """Return what a loop states for a puzzle of a stack; None where that is open."""
    found = stack.nodes(rule, loop)
    return None if found is None else found[place]
