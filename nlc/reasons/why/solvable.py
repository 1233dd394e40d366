"""Puzzles with a solution: the fewest further clues that leave one, and superfluous clues."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from nlc.errors import UserError
from nlc.ir.nodes import Assignment
from nlc.language.inherit import Rules
from nlc.reasons.facts import Clue
from nlc.reasons.minimal import SelectorSolver, SubsetSolver, smallest
from nlc.reasons.why import boards
from nlc.reasons.why.clues import Clues
from nlc.reasons.why.repairs import values_of

BOARDS = 20
"""Solutions that are tried, each with all its clues, before the search is given up."""


class Added(NamedTuple):
    """Further clues with which there is one solution.

    Attributes:
        clues: each with its value, in words and as arrays hold it; None if none were found.
        board: the solution.
        smallest: whether it was proved that no fewer do.
        checked: whether another solver confirms that there is no second solution.
    """

    clues: tuple[tuple[Clue, str, int], ...] | None
    board: Assignment
    smallest: bool
    checked: bool = False


def added(clues: Clues, board: Assignment) -> Iterator[Added]:
    """Yield ever fewer clues of the genre's first given that leave one solution.

    They are at elements without any clue, and agree with one of the solutions.

    Args:
        clues: of the puzzle.
        board: a solution.
    """
    others = _candidates(clues)
    try:
        formula = boards.ClueSolver(clues, others=others)
    except UserError:
        alone = boards.has_one_solution(clues.program(clues.every))
        yield Added(() if alone else None, board, alone, alone)
        return
    formula.add([[selector] for selector in formula.selectors])
    every = [(clue, value) for clue, values in others.items() for value in values]
    lits = [formula.atom(*each) for each in every]
    sole = _sole(formula, lits)
    board = formula.board_of(clues.program(clues.every))
    if sole is None:
        yield Added(None, board, False)
        return
    wanted, other = sole
    subsets = SelectorSolver(formula, [lits[i] for i in wanted], [other])
    for some, _, least in smallest(subsets, range(len(wanted))):
        found = [every[wanted[i]] for i in some]
        texts = tuple((clue, clues.text_of(clue.given, value), value) for clue, value in found)
        yield Added(texts, board, least)
    alone = boards.has_one_solution(clues.program(clues.every, dict(found)))
    yield Added(texts, board, least, alone)


def _sole(formula: boards.ClueSolver, lits: Sequence[int]) -> tuple[list[int], int] | None:
    """Return further clues that one solution alone has, and a literal that excludes it.

    From a second solution that has them as well, the search goes on, as it may have more. The
    formula holds the solution.
    """
    nothing, before, others = [-x for x in lits], list[int](), list[int]()
    model = formula.find_model(nothing)
    for _ in range(BOARDS):
        if model is None:
            return None
        solution = formula.solution()
        full = SelectorSolver(formula, lits, solution)
        held = full.grow(full.model(()) or frozenset())
        full.model(held)
        wanted = sorted(held)
        others.append(formula.another(solution))
        model = formula.find_model([others[-1], *(lits[i] for i in wanted)])
        if model is None:
            return wanted, others[-1]
        if wanted == before:
            model = formula.find_model([*nothing, *others])
        before = wanted
    return None


def added_given(rules: Rules) -> str | None:
    """Return the given that gets further clues: the genre's first one, if it may have some."""
    name, given = next(iter(rules.givens.items()), ("", None))
    kinds = ("name", "enum", "range")
    return name if given is not None and given.optional and given.type.kind in kinds else None


def _candidates(clues: Clues) -> dict[Clue, list[int]]:
    """Return the values that further clues could have; where elements are marked, at these."""
    rules = clues.full.rules
    name = added_given(rules)
    if name is None:
        return {}
    given = rules.givens[name]
    taken = {
        element
        for other, texts in clues.full.given_texts().items()
        for element in texts
        if rules.givens[other].sort == given.sort and rules.givens[other].optional
    }
    free = [i for i in range(len(clues.full.givens[name].data)) if i not in taken]
    if given.otherwise is not None:
        marked = clues.full.givens[given.otherwise.name].data
        free = [i for i in free if marked[i]] or free
    values = values_of(clues, name)
    return {Clue(name, i): values for i in free if values}


class Superfluous(Struct, frozen=True):
    """Which clues of a puzzle are superfluous.

    Attributes:
        unique: whether there is exactly one solution; if not, nothing else is set.
        alone: the groups of clues each of which can be removed by itself.
        undecided: those for which that was not decided.
        enough: groups that suffice for one solution; None: none were found yet.
        smallest: whether it was proved that no fewer suffice.
        minimal: whether none of them can be removed.
        checked: whether another encoding and another solver find the same.
    """

    unique: bool
    alone: tuple[int, ...] = ()
    undecided: tuple[int, ...] = ()
    enough: tuple[int, ...] | None = None
    smallest: bool = False
    minimal: bool = False
    checked: bool = False


def superfluous(clues: Clues) -> Iterator[Superfluous]:
    """Yield which clues of a puzzle with a solution are superfluous, and ever fewer that suffice.

    Raises:
        RuntimeError: another solver finds otherwise: a fault of nlc.
    """
    every, others = clues.every, None
    subsets: SubsetSolver = boards.clue_by_clue(clues, boards.second_solution)
    with suppress(UserError):
        others = boards.OtherBoards(clues)
        subsets = others.subsets
    if subsets.model(every) is not None:
        yield Superfluous(False)
        return
    found = {i: _can_go(clues, others, i) for i in sorted(every)}
    alone = tuple(i for i, gone in found.items() if gone)
    undecided = tuple(i for i, gone in found.items() if gone is None)
    yield (out := Superfluous(True, alone, undecided))
    for members, minimal, least in smallest(subsets, sorted(every)):
        yield (out := replace(out, enough=members, smallest=least, minimal=minimal))
    checked = others is None or _is_confirmed(clues, found)
    checked = checked and boards.has_one_solution(clues.program(out.enough or ()))
    yield replace(out, checked=checked)


def _can_go(
    clues: Clues, others: boards.OtherBoards | None, group: int, conflicts: int = boards.CONFLICTS
) -> bool | None:
    """Return whether the solution is the only one without a group; None: not decided."""
    rest = clues.every - {group}
    if others is not None:
        return others.is_sole(sorted(rest), conflicts=conflicts) and others.allows(rest)
    try:
        return boards.has_one_solution(clues.program(rest))
    except UserError:
        return False


def _is_confirmed(clues: Clues, found: Mapping[int, bool | None]) -> bool:
    """Return whether another solver confirms of each group whether it can be removed."""
    checker = boards.OtherBoards(clues, boards.CHECKER, boards.CHECKED_BY)
    for group, gone in found.items():
        same = _can_go(clues, checker, group, boards.CHECKING)
        if same is None:
            return False
        if gone is not None and same != gone:
            raise RuntimeError(f"two solvers differ: can {clues.groups[group].text} go?")
    return True
