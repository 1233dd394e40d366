"""Hints and whole paths: what follows next, and all that follows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from nlc.board.board import Sort
from nlc.dataclasses import replace
from nlc.drivers.base import NO_LIMITS, Limits
from nlc.explain.chain import Link
from nlc.explain.checker import Checker
from nlc.explain.deduction import SOLVER, Deduction
from nlc.explain.facts import Fact, Group
from nlc.explain.groups import GroupSolver
from nlc.explain.known import literals, variables
from nlc.explain.path import Inference, Path
from nlc.explain.reason import cost_of
from nlc.explain.state import read_state
from nlc.explain.steps import Cited, Status, Step, Steps
from nlc.language.resolve import Puzzle

if TYPE_CHECKING:
    from nlc.ir.nodes import Program

STATED = "glucose4"
"""The solver that is told all at once, and so confirms what another has found."""

Told = tuple[Status, tuple[Step, ...], tuple[Fact, ...], int]
"""What a worker tells: the status, further steps, wrong facts, and how much is open."""


def explain(
    puzzle: Puzzle,
    state: Mapping[str, Any] | None = None,
    *,
    whole: bool = False,
    limits: Limits = NO_LIMITS,
    heard: Callable[[int], None] | None = None,
) -> Steps:
    """Return the next step, or all steps, from what is drawn.

    Args:
        puzzle: the puzzle.
        state: what is drawn; see `nlc.explain.state.read_state`; None for nothing.
        whole: whether to go on to the end.
        limits: of all steps together; those that were found in time are returned.
        heard: is called with the number of steps, as they are found.

    Raises:
        UserError: the puzzle, or what is drawn, is wrong.
    """
    from nlc.ir.elaborate.program import elaborate
    from nlc.process.stream import stream
    from nlc.process.worker import WorkerStoppedError

    begun = time.monotonic()
    program = elaborate(puzzle, apart=True)
    drawn = tuple(read_state(program, state or {}))
    out = Steps(puzzle, program, drawn, "undecided")
    try:
        for status, steps, wrong, is_open in stream(
            lambda: _work(puzzle, program, drawn, whole), limits
        ):
            found = (*out.steps, *steps)
            out = replace(out, status=status, steps=found, wrong=wrong, open=is_open)
            if heard is not None:
                heard(len(found))
        out = replace(out, complete=whole and out.status in ("steps", "solved", "open"))
    except WorkerStoppedError:
        if not out.steps:
            out = replace(out, status="undecided")
    return replace(out, seconds=time.monotonic() - begun)


def _work(puzzle: Puzzle, program: Program, drawn: Sequence[Fact], whole: bool) -> Iterator[Told]:
    with (
        GroupSolver(puzzle, program, solver=SOLVER) as solver,
        GroupSolver(puzzle, program, lazy=False, solver=STATED) as stated,
    ):
        every = [group.selector for group in stated.groups]
        if not stated.solve(every):
            yield "no solution", (), (), 0
            return
        given = [stated.literal(fact) for fact in drawn]
        impossible = tuple(fact for fact, x in zip(drawn, given, strict=True) if not x)
        if impossible or not stated.solve([*given, *every]):
            yield "wrong", (), impossible[:1] or _wrong(stated, drawn), 0
            return
        yield from _steps(Deduction(solver, stated, drawn), whole)


def _wrong(stated: GroupSolver, drawn: Sequence[Fact]) -> tuple[Fact, ...]:
    """Return facts that cannot all be right, such that without any one of them they could."""
    every = [group.selector for group in stated.groups]
    left = {stated.literal(fact): fact for fact in drawn}
    for x in list(left):
        if x in left:
            fewer = [y for y in left if y != x]
            if not stated.solve([*fewer, *every]):
                core = set(stated.core())
                left = {y: fact for y, fact in left.items() if y in core and y != x}
    return tuple(left.values())


def _steps(deduction: Deduction, whole: bool) -> Iterator[Told]:
    """Yield the steps, those that are needed by others before them."""
    path, is_open = Path(deduction), deduction.open
    if not deduction.missing:
        yield ("open" if is_open else "solved"), (), (), is_open
        return
    writer = _Writer(deduction.solver, Checker(deduction.stated))
    while deduction.missing:
        before = len(path.links)
        found = path.next_single() if whole else path.singles()
        if len(path.links) == before:
            found = path.hard()
        if len(path.links) == before:
            raise RuntimeError("what is certain was found by no step")
        chosen = found if whole else sorted(found, key=path.cost)[:1]
        for number in chosen:
            steps = tuple(writer.step(each) for each in path.needed(number))
            yield "steps", steps, (), is_open
        if chosen and not whole:
            return


class _Writer:
    """Turns literals and groups into what can be told, and checks each step on the way."""

    def __init__(self, solver: GroupSolver, checker: Checker) -> None:
        self._solver, self._program, self._checker = solver, solver.program, checker
        self._meaning = literals(solver)
        self._rooms = {
            name
            for name, given in solver.puzzle.rules.givens.items()
            if given.type.kind == "name" and not given.optional
        }
        self._shown = {v.name for v in self._program.bools if v.shown}
        self._shown |= {v.name for v in self._program.domains.values() if v.shown}

    def step(self, inference: Inference) -> Step:
        """Return a step of the path.

        Raises:
            RuntimeError: it does not follow; then nlc is wrong.
        """
        link = inference.link
        facts, known = self._facts(link.follows), self._known(link.facts)
        self._checker.check([self._meaning[x] for x in link.facts], link.groups, facts)
        denied = self._meaning[-inference.denied] if inference.denied else None
        return Step(
            facts,
            known,
            tuple(map(self._cited, self._named(link.groups))),
            denied,
            tuple(map(self._inner, inference.inner)),
            max(1, cost_of(link.groups)),
        )

    def _inner(self, link: Link) -> Step:
        told = [self._meaning[x] for x in link.follows]
        settled = {(fact.variable, fact.element) for fact in told if fact.holds}
        facts = tuple(f for f in told if f.holds or (f.variable, f.element) not in settled)
        return Step(
            facts,
            self._known(link.facts),
            tuple(map(self._cited, self._named(link.groups))),
            facts[0]._replace(holds=not facts[0].holds) if link.inner else None,
            tuple(map(self._inner, link.inner)),
            max(1, cost_of(link.groups)),
        )

    def _facts(self, literals: Sequence[int]) -> tuple[Fact, ...]:
        """Return what follows: what places are; where that is not known, what they are not."""
        facts = [self._meaning[x] for x in literals]
        here = [fact for fact in facts if fact.holds]
        settled = {(fact.variable, fact.element) for fact in here}
        rest = [f for f in facts if not f.holds and (f.variable, f.element) not in settled]
        shown = [fact for fact in here if fact.variable in self._shown]
        if shown:
            return tuple(shown)
        return tuple(here or rest)

    def _known(self, literals: Sequence[int]) -> tuple[Fact, ...]:
        return tuple(self._meaning[x] for x in literals)

    @staticmethod
    def _named(groups: Sequence[Group]) -> list[Group]:
        """Return the groups without the statements that rings are cut by."""
        rings = {group.rule for group in groups if group.ring}
        return [g for g in groups if g.ring or not g.whole or g.rule not in rings]

    def _cited(self, group: Group) -> Cited:
        board, program = self._program.board, self._program
        sorts = {v.name: v.sort for v in variables(program)}
        elements = self._solver.elements(group) if not group.whole else []
        return Cited(
            group.rule,
            group.text,
            tuple(board.names(sort)[i] for sort, i in group.place),
            tuple(dict.fromkeys(board.names(sorts[name])[i] for name, i in elements)),
            tuple(
                (
                    clue.given,
                    board.names(program.given_sorts[clue.given])[clue.element],
                    program.givens[clue.given][clue.element],
                )
                for clue in group.clues
                if program.givens[clue.given][clue.element] != "false"
                and clue.given not in self._rooms
            ),
            bool(group.ring),
            group.is_cut,
            "" if group.place or group.ring else self._room(elements),
        )

    def _room(self, elements: Sequence[tuple[str, int]]) -> str:
        """Return the first cell of the only room to which all elements belong, if there is one."""
        board, program = self._program.board, self._program
        sorts = {v.name: v.sort for v in variables(program)}
        names = board.names(Sort.CELL)
        number = {name: i for i, name in enumerate(names)}
        cells = [
            {number[x] for x in board.names(sorts[name])[i].split("-") if x in number}
            for name, i in elements
        ]
        for given in self._rooms:
            texts = program.givens[given]
            if program.given_sorts[given] is not Sort.CELL or len(texts) < len(names):
                continue
            shared = [{texts[cell] for cell in one} for one in cells]
            rooms = set.intersection(*shared) if shared else set()
            if len(rooms) == 1:
                (room,) = rooms
                return names[next(i for i in sorted(texts) if texts[i] == room)]
        return ""
