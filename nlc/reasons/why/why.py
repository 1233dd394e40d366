"""Why a board has no solution: as data, in words and as a picture."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from nlc.drivers.base import NO_LIMITS, Limits
from nlc.language.resolve import Puzzle
from nlc.pictures.svg import svg
from nlc.reasons.why import words
from nlc.reasons.why.clues import ClueGroup, Clues
from nlc.reasons.why.explanation import (
    CONTRADICTION,
    REFUSED,
    SOLVABLE,
    Explanation,
    Fault,
    RuleReason,
)
from nlc.reasons.why.further_clues import Added
from nlc.reasons.why.repairs import Repair, best
from nlc.reasons.why.search import (
    Checked,
    Contradiction,
    Done,
    Event,
    PartsNeeded,
    PlacesNeeded,
    Refused,
    RulesNeeded,
    Settled,
    Solvable,
    Wanted,
    search,
)
from nlc.reasons.why.shape import Opened
from nlc.reasons.why.superfluous import Superfluous
from nlc.reasons.why.suspects import Suspect
from nlc.solving.solution import Solution


class Why(Explanation, frozen=True):
    """Why a puzzle has no solution; ``str`` has it in words.

    >>> import nlc
    >>> rows = "puzzle 'p' is numberlink { topology square; board|A B|B A|end }"
    >>> (puzzle,) = nlc.loads(rows.replace("|", chr(10)).replace("'", chr(34)))
    >>> why = nlc.why(puzzle)
    >>> why.status, [clue.text for clue in why.clues]
    ('contradiction', ['r1c1, r2c2 = A', 'r1c2, r2c1 = B'])

    Its attributes are those of `nlc.reasons.why.explanation.Explanation`.
    """

    def __str__(self) -> str:
        return self.text()

    def text(self, style: str = "unicode", color: bool = False) -> str:
        """Return the explanation in words, with pictures; see `nlc.reasons.why.words`."""
        return words.text(self, style, color)

    def sections(self, style: str = "unicode", color: bool = False) -> dict[str, str]:
        """Return the sections of `text`, by which of `settled` ends each; the last has no name."""
        return words.sections(self, style, color)

    def to_svg(self, style: str = "puzzle") -> str:
        """Return a picture: the clues of the first fault bold, the others faint."""
        return svg(words.drawings(self, style)[0])

    def _repr_svg_(self) -> str:
        return self.to_svg()


def explain(
    puzzle: Puzzle,
    *,
    details: bool = False,
    repair: bool = False,
    every_fault: bool = False,
    make_unique: bool = False,
    superfluous: bool = False,
    limits: Limits = NO_LIMITS,
    report: Callable[[Why], None] | None = None,
) -> Why:
    """Return why a puzzle has no solution.

    Args:
        puzzle: the puzzle.
        details: say where each rule is needed.
        repair: look for the fewest clues to take away or to change.
        every_fault: look for faults that have nothing to do with the first.
        make_unique: look for the fewest further clues that leave one solution, if there are some.
        superfluous: look for superfluous clues, if there is one solution.
        limits: after which the best that was found is returned, and not `complete`.
        report: called with the explanation so far, whenever it grows.

    Raises:
        UserError: the puzzle is wrong in a way that its clues do not explain.
        RuntimeError: an explanation turned out to be wrong: an error in nlc.
    """
    from nlc.process.pool import stream
    from nlc.process.worker import WorkerStoppedError

    start = time.monotonic()
    clues = Clues(puzzle)
    out = Why(puzzle)
    wanted = Wanted(details, repair, every_fault, make_unique, superfluous)
    job = partial(search, puzzle, wanted)
    try:
        for event in stream(job, limits):
            out = replace(_apply(out, clues, event), seconds=time.monotonic() - start)
            if report is not None:
                report(out)
    except WorkerStoppedError as error:
        if error.reason not in ("wall-time", "cpu-time", "memory"):
            raise RuntimeError(str(error)) from error
        out = replace(out, stopped=limits.words(error.reason))
    return replace(out, seconds=time.monotonic() - start)


def _apply(why: Why, clues: Clues, event: Event) -> Why:
    """Return an explanation with the findings of an event."""

    def chosen(members: Sequence[int]) -> tuple[ClueGroup, ...]:
        return tuple(clues.groups[i] for i in members)

    match event:
        case Refused(members, message):
            faults = tuple(Fault((clues.groups[i],)) for i in members)
            return replace(why, status=REFUSED, faults=faults, message=message)
        case Solvable(board):
            solution = Solution(clues.program(clues.every), board)
            return replace(why, status=SOLVABLE, solution=solution)
        case Contradiction(fault, members, smallest, minimal):
            left, staying = ((), ()) if members else (clues.left, clues.staying)
            found = Fault(chosen(members), smallest, minimal, left=left, staying=staying)
            faults = (*why.faults[:fault], found)
            return replace(why, status=CONTRADICTION, faults=faults)
        case Checked(fault):
            checked = replace(why.faults[fault], checked=True)
            faults = (*why.faults[:fault], checked, *why.faults[fault + 1 :])
            return replace(why, faults=faults)
        case PartsNeeded(parts):
            return replace(why, faults=(replace(why.faults[0], parts=parts), *why.faults[1:]))
        case RulesNeeded(names, smallest, minimal):
            rules = tuple(RuleReason(name, why.puzzle.rules.rule_text(name)) for name in names)
            return replace(why, rules=rules, rules_smallest=smallest, rules_minimal=minimal)
        case PlacesNeeded(places, smallest, minimal):
            rules = tuple(
                replace(rule, places=tuple(p for p in places if p.rule == rule.name))
                for rule in why.rules
            )
            return replace(why, rules=rules, places_smallest=smallest, places_minimal=minimal)
        case Suspect():
            return replace(why, suspects=(*why.suspects, event))
        case Repair():
            return replace(why, repairs=best((*why.repairs, event)))
        case Opened():
            return replace(why, openings=(*why.openings, event))
        case Added():
            return replace(why, added=event)
        case Superfluous():
            return replace(why, superfluous=event)
        case Settled(part):
            return replace(why, settled=(*why.settled, part))
        case Done():
            return replace(why, complete=True)
    raise AssertionError(event)
