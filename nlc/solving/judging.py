"""A verdict a move: a board that is drawn on and completed, and whether it keeps all rules."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.drivers import get
from nlc.encode.lower import lower
from nlc.encode.policy import IN_PROCESS
from nlc.encode.spec import Encoding
from nlc.ir.complete import filled, known_of, read_solution
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import BoardChecker, Violation, violations
from nlc.ir.nodes import Assign, Assignment, Clause, Implies, Node, Origin, Program, is_drawn
from nlc.ir.partial import Judgement, Status, judge
from nlc.ir.valuation import UNKNOWN, Drawn, Knowledge, Written
from nlc.language.resolve import Puzzle
from nlc.printable import summary
from nlc.process.limits import LIMITS_REACHED, NO_LIMITS, Limits
from nlc.process.own_limits import OwnLimitError, narrowed
from nlc.solving.question import ONE
from nlc.solving.run import answer_of

SOLVER = "pysat:cadical195"

SECONDS = 60.0
"""Wall-clock time of the solver where no limit is around."""


def complete(
    program: Program,
    drawn: Mapping[str, AbstractSet[int]],
    domains: Mapping[str, Mapping[int, int]],
) -> Assignment:
    """Extend a solution to all declared variables, so that it keeps all rules if that is possible.

    Only where the board of `nlc.ir.complete.complete` breaks a rule that other values of variables
    that are not drawn may keep, a solver looks for such values.

    Args:
        drawn: the elements at which a boolean variable is true.
        domains: the value index of elements of a finite-domain variable.

    Raises:
        OwnLimitError: the solver reached a limit, so the values are not known.
    """
    known = known_of(program, drawn, domains)
    board = filled(program, known)
    for domain in filter(is_drawn, program.domains.values()):
        known.domains[domain.name][:] = board.domains[domain.name]
    wrong = bool(violations(program, board, 1))
    if not wrong or next(BoardChecker(program, known).violations(), None) is not None:
        return board
    fixed = replace(program, nodes=[*program.nodes, *_facts(program, known)])
    lowered = lower(fixed, Encoding.parse("readings=none"), IN_PROCESS)
    limits = narrowed(NO_LIMITS)
    if limits.seconds is None:
        limits = narrowed(Limits(seconds=SECONDS))
    found = answer_of(fixed, lowered, get(SOLVER), ONE, limits)
    if found.reason in LIMITS_REACHED:
        raise OwnLimitError(found.reason, limits)
    return found.solutions[0] if found.solutions else board


def _facts(program: Program, known: Knowledge) -> list[Node]:
    """Return what is known of the declared variables, as nodes."""
    origin = Origin("drawn", None)
    every = np.arange(1, sum(var.size for var in program.bools) + 1, dtype=np.int32)
    held, possible = known.bounds(every)
    lits = np.concatenate([every[held], -every[~possible]])[:, None]
    out: list[Node] = [Implies(lits[:, :0], Clause(lits), origin)]
    for name, values in known.domains.items():
        elements = np.flatnonzero(values != UNKNOWN).astype(np.int32)
        has = Assign(name, elements, values[elements], True)
        out.append(Implies(np.zeros((len(elements), 0), np.int32), has, origin))
    return out


def judge_drawing(program: Program, yes: Drawn, no: Drawn, values: Written) -> Judgement:
    """Return what the rules say of a drawing; what nobody draws is sought where it does not follow.

    The arguments are those of `nlc.ir.partial.judge`.
    """
    return judge(program, yes, no, values, extend=complete)


class Verdict(Struct, frozen=True):
    """What the rules say of a drawing; ``str`` has it in words.

    >>> import nlc
    >>> verdict = nlc.judge(nlc.load("fixtures/first.nl")[0]).draw("line", "r1c1-r1c2")
    >>> verdict.status, verdict.violations[0].rule
    ('broken', 'same')

    Attributes:
        status: ``broken`` if a rule is, whatever else is drawn; ``complete`` if the board is
            solved; else ``possible``: no rule is broken, which does not say that it can be solved.
        violations: the broken rules, each with its place and in words; of a ``possible`` board
            those that are broken if nothing else is drawn.
    """

    status: Status
    violations: tuple[Violation, ...]

    def __str__(self) -> str:
        """Return it in words."""
        told = [each.message for each in self.violations] if self.status == "broken" else []
        return "\n".join([self.status, *told])


class Judge:
    """A board that takes marks and takes them back; see `nlc.judge`.

    >>> import nlc
    >>> board = nlc.judge(nlc.load("fixtures/first.nl")[0])
    >>> _ = board.draw("line", "r1c1-r2c1")
    >>> board, board.drawn
    (<Judge 'a first puzzle' possible 6x6>, {'line': {'r1c1-r2c1': True}})

    Attributes:
        program: the puzzle, elaborated.
        verdict: on what is drawn.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.program = elaborate(puzzle)
        self._marks: dict[tuple[str, str], bool | str] = {}
        self._past: list[tuple[tuple[str, str], bool | str | None]] = []
        self.verdict = self._judged()

    def draw(self, variable: str, element: str, value: bool | int | str | None = True) -> Verdict:
        """Draw a mark, and return the verdict.

        Args:
            variable: a shown variable.
            element: where, such as ``r1c1``.
            value: of a boolean True, or False to cross it out; else a value; None for nothing.

        Raises:
            InputError: there is no such variable, element or value.
        """
        mark = value if isinstance(value, bool) or value is None else str(value)
        of_values = variable in self.program.domains or isinstance(mark, str)
        read_solution(self.program, {variable: {element: mark} if of_values else [element]})
        self._past.append(((variable, element), self._marks.get((variable, element))))
        return self._set((variable, element), mark)

    def undo(self) -> Verdict:
        """Take back the last mark, if there is one, and return the verdict."""
        return self._set(*self._past.pop()) if self._past else self.verdict

    @property
    def drawn(self) -> Mapping[str, dict[str, bool | str]]:
        """The marks by variable and element: True, False for a cross, or a value."""
        out: dict[str, dict[str, bool | str]] = {}
        for (variable, element), value in self._marks.items():
            out.setdefault(variable, {})[element] = value
        return out

    def __repr__(self) -> str:
        board = self.program.board
        return summary("Judge", self.program.title, self.verdict.status, (board.cols, board.rows))

    def _set(self, place: tuple[str, str], mark: bool | str | None) -> Verdict:
        self._marks.pop(place, None)
        if mark is not None:
            self._marks[place] = mark
        self.verdict = self._judged()
        return self.verdict

    def _judged(self) -> Verdict:
        lists: tuple[dict[str, list[str]], dict[str, list[str]]] = ({}, {})
        values: dict[str, dict[str, str]] = {}
        for (variable, element), mark in self._marks.items():
            if isinstance(mark, str):
                values.setdefault(variable, {})[element] = mark
            else:
                lists[not mark].setdefault(variable, []).append(element)
        yes, read = read_solution(self.program, {**lists[0], **values})
        no, _ = read_solution(self.program, lists[1])
        found = judge_drawing(self.program, yes, no, read)
        return Verdict(found.status, tuple(violation for violation, _ in found.findings))
