"""Asks a second solver whether there is really no solution, or no other one.

A board is judged by the rules; that there is none, or no other, or that all others share the
backbone of those that were found, is what a solver says. A proof
(`nlc.solving.proof`) confirms that a formula has no other model. Here the puzzle itself is stated
again, by other encodings, without folding and lazy parts, for a solver that shares no code with
the first.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nlc.drivers.base import Limits
from nlc.drivers.telling import tell
from nlc.solving.answer import Answer
from nlc.solving.joined import left
from nlc.solving.search import ONE, Question
from nlc.solving.words import COUNTING

if TYPE_CHECKING:
    from nlc.encode.lower import LoweredProgram
    from nlc.encode.spec import Encoding
    from nlc.ir.nodes import Program
    from nlc.language.resolve import Puzzle
    from nlc.solving.policy import Policy
    from nlc.solving.search import Solver

SECOND, OTHER = "pysat:glucose42", "pysat:cadical195"
"""Confirms what is said by a solver that is not of its family; and the one for those of it."""

_MINISATS = ("minisat", "glucose", "maple", "lingeling")

CHEAP_CLAUSES, CHEAP_CONFLICTS = 20_000, 1000
"""Of a formula that is no larger, and was no harder to refute, a second refutation costs less than
a tenth of the time of the command: 4 of 170 ms for ``fixtures/first.nl``."""

CHEAP_JOINED = 40
"""Shown variables of a board whose connectedness was stated lazily: on larger ones, a second solver
takes a hundred times as long with a formula that holds all of it."""

TINY_CLAUSES = 2000
"""Of a solver that does not tell its conflicts."""


ORDERED_SECONDS = 0.05
"""That a second solver has, unless it was asked for, where the first had values in their order
(`nlc.ir.passes.value_precedence`): it has to refute every order of them."""


def is_cheap(answer: Answer, lowered: LoweredProgram | None) -> bool:
    """Tell whether a second solver takes so little time that it is always asked."""
    conflicts = answer.statistics.get("conflicts")
    if lowered is None or (conflicts or 0) > CHEAP_CONFLICTS:
        return False
    if lowered.encoding.connected == "lazy" and len(lowered.cnf.projection) > CHEAP_JOINED:
        return False
    return lowered.cnf.clauses <= (TINY_CLAUSES if conflicts is None else CHEAP_CLAUSES)


def at_most(limits: Limits, answer: Answer) -> Limits:
    """Return what a second solver that was not asked for may take of some limits."""
    from nlc.encode.policy import losing

    if answer.encoding is None or losing(answer.encoding) is None:
        return limits
    rest = limits.seconds
    return replace(limits, seconds=ORDERED_SECONDS if rest is None else min(rest, ORDERED_SECONDS))


def answered(
    solver: Solver,
    puzzle: Puzzle,
    program: Program,
    question: Question,
    policy: Policy,
    limits: Limits,
) -> Answer:
    """Return a solver's answer to a question, `confirmed`."""
    search = solver.read(puzzle, program, question, policy)
    answer = search.ask(limits)
    return confirmed(answer, program, question, policy, left(limits, answer), search.lowered)


def confirmed(
    answer: Answer,
    program: Program,
    question: Question,
    policy: Policy,
    limits: Limits,
    lowered: LoweredProgram | None,
) -> Answer:
    """Return an answer with the word of a second solver, if that is wanted or cheap."""
    asked = policy.confirm
    if asked is None and answer.is_refutation and answer.solver != COUNTING:
        asked, limits = is_cheap(answer, lowered), at_most(limits, answer)
    return confirm(answer, program, question, limits) if asked else answer


def confirm(answer: Answer, program: Program, question: Question, limits: Limits) -> Answer:
    """Return an answer with the name of the second solver that says the same, if it does.

    Where it says something else, the answer is undecided, and for the reason ``contradictory``.

    Args:
        answer: to be confirmed; only what says that there is no solution, or none but those that
            were found or are like them, is.
        program: the elaborated puzzle.
        question: that was asked.
        limits: what is left of them for the second solver.
    """
    if not answer.is_refutation or answer.confirmed_by is not None:
        return answer
    from nlc.drivers import get
    from nlc.encode.lower import lower
    from nlc.solving.strategy import ask

    started = time.perf_counter()
    family = any(word in answer.solver for word in _MINISATS)
    driver = get(OTHER if family else SECOND)
    tell(f"{driver.name} is asked, too: {answer.status.lower()} is to be confirmed")
    lowered = lower(program, plain(answer.encoding))
    asked = replace(question, keep=1) if answer.status == "SATISFIABLE" else ONE
    second = ask(program, lowered, driver, asked, limits)
    seconds = {**answer.seconds, "confirm": time.perf_counter() - started}
    answer = replace(answer, seconds=seconds)
    if second.reason != "answered" or second.status == "UNKNOWN":
        return answer
    if _claim(second, program) == _claim(answer, program):
        return replace(answer, confirmed_by=driver.name)
    said = f"{answer.solver} says {_said(answer, program)}"
    message = f"{said}, and {driver.name} says {_said(second, program)}"
    return answer.withdrawn("contradictory", message)


def plain(encoding: Encoding | None) -> Encoding:
    """Return a static encoding that has as little as possible in common with another one."""
    from nlc.encode.lists import names_in
    from nlc.encode.spec import NONE, Encoding

    words = "order" if encoding is not None and "direct" in names_in(encoding.domains) else "direct"
    return Encoding(domains=words, passes=NONE, lazy=NONE, readings=NONE)


def _claim(answer: Answer, program: Program) -> object:
    """Return what the answers of two solvers have to agree on."""
    shared = answer.backbone and answer.backbone.to_json(program)
    return answer.status, answer.count if answer.status == "SATISFIABLE" else None, shared


def _said(answer: Answer, program: Program) -> str:
    if answer.backbone is not None:
        from nlc.render.facts import facts_sentence

        return f"that {facts_sentence(program, answer.backbone)}"
    if answer.count is None:
        return answer.status
    return f"{'exactly' if answer.complete else 'at least'} {answer.count}"
