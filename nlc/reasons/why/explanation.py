"""Why a puzzle has no solution: what the search has found, as data and as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec import Struct

from nlc.board import Sort
from nlc.cached import cached_property
from nlc.errors import UserError
from nlc.ir.nodes import Assignment, Program
from nlc.language.resolve import Puzzle
from nlc.reasons.facts import Clue
from nlc.reasons.why.changes import Change
from nlc.reasons.why.clues import ClueGroup, Clues
from nlc.reasons.why.further_clues import Added
from nlc.reasons.why.repairs import Repair
from nlc.reasons.why.shape import Opened, Part, without
from nlc.reasons.why.superfluous import Superfluous
from nlc.reasons.why.suspects import Suspect
from nlc.solving.solution import Solution

CONTRADICTION, REFUSED, SOLVABLE, UNKNOWN = "contradiction", "refused", "solvable", "unknown"

LISTED = 12
"""Elements at most that are named; the rest is counted."""


class Fault(Struct, frozen=True):
    """Clues that contradict each other.

    Attributes:
        clues: the groups; none where the board itself contradicts the rules.
        smallest: whether it was proved that no fewer contradict the rules.
        minimal: whether none of them can be removed.
        checked: whether another encoding and another solver confirm it, and the board is solvable
            without any one of them.
        left: where there are no such clues: the elements whose clues leave something even when they
            are removed, as the number of an island leaves an island.
        parts: walls and holes of the board without any one of which the clues are consistent.
    """

    clues: tuple[ClueGroup, ...]
    smallest: bool = False
    minimal: bool = True
    checked: bool = False
    left: tuple[str, ...] = ()
    staying: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()

    def __str__(self) -> str:
        return self._clues() + self._parts()

    def _parts(self) -> str:
        out = []
        for kind in ("wall", "hole"):
            places = ["|".join(part.names) for part in self.parts if part.kind == kind]
            shown = ", ".join(places[:LISTED])
            more = f" and {len(places) - LISTED} more" if len(places) > LISTED else ""
            out += [f"the {kind}{'s' * (len(places) > 1)} {shown}{more}"] if places else []
        return f"; with {' and '.join(out)}" if out else ""

    def _clues(self) -> str:
        if self.left:
            shown = ", ".join(self.left[:LISTED])
            more = f" and {len(self.left) - LISTED} more" if len(self.left) > LISTED else ""
            return f"whatever they say, clues at {shown}{more} contradict the rules"
        if not self.clues and self.staying:
            its = " and ".join(self.staying)
            return f"no other clue is needed: the board and its {its} contradict the rules"
        if not self.clues:
            return "no clue is needed: the board itself contradicts the rules"
        listed = "; ".join(group.text for group in self.clues)
        count = len(self.clues)
        if count == 1:
            return f"this clue contradicts the rules: {listed}"
        return f"these {count} clues contradict each other: {listed}"


class Place(NamedTuple):
    """An instance of a rule, or a ring: its name and the elements that it constrains."""

    rule: str
    name: str
    elements: tuple[tuple[str, int], ...]
    whole: bool


class RuleReason(Struct, frozen=True):
    """A rule that is needed for a contradiction.

    Attributes:
        name: of the rule.
        text: its documentation.
        places: where, if that was wanted: names of instances and of rings, with their elements.
    """

    name: str
    text: str
    places: tuple[Place, ...] = ()


class Explanation(Struct, frozen=True, eq=False, dict=True):
    """Why a puzzle has no solution.

    Attributes:
        puzzle: the puzzle.
        status: ``contradiction``; ``refused`` by a check of the genre; ``solvable``; ``unknown``.
        faults: the first one is explained; others are independent of it.
        rules: the rules that contradict each other with the clues of the first fault.
        rules_smallest: whether no fewer rules do; `rules_minimal`: whether none of them can go.
        places_smallest: whether no cheaper set of instances does; None if that was not wanted.
        places_minimal: whether none of the instances can go.
        suspects: changes that leave exactly one solution, a few, where no repairs are wanted.
        repairs: the fewest clues to take away or change; all of them up to ten, first those that
            leave exactly one solution.
        openings: walls and holes without which, each by itself, there is a solution.
        added: further clues that leave one solution, if they were wanted.
        superfluous: the superfluous clues, if they were wanted.
        solution: of a board that has one.
        message: of the check that refuses the clues.
        stopped: which limit was reached before all was found.
        settled: those of ``clues``, ``rules``, ``faults`` and ``changes`` that are complete.
        complete: whether all that was wanted was found in time.
        seconds: wall-clock time.
    """

    puzzle: Puzzle
    status: str = UNKNOWN
    faults: tuple[Fault, ...] = ()
    rules: tuple[RuleReason, ...] = ()
    rules_smallest: bool = False
    rules_minimal: bool = False
    places_smallest: bool | None = None
    places_minimal: bool = False
    suspects: tuple[Suspect, ...] = ()
    repairs: tuple[Repair, ...] = ()
    openings: tuple[Opened, ...] = ()
    added: Added | None = None
    superfluous: Superfluous | None = None
    solution: Solution | None = None
    message: str = ""
    stopped: str = ""
    settled: tuple[str, ...] = ()
    complete: bool = False
    seconds: float = 0.0

    @property
    def clues(self) -> tuple[ClueGroup, ...]:
        """The clues of the first fault."""
        return self.faults[0].clues if self.faults else ()

    @property
    def parts(self) -> tuple[Part, ...]:
        """The walls and holes that the first fault needs."""
        return self.faults[0].parts if self.faults else ()

    @property
    def minimal(self) -> bool | str:
        """``smallest`` if that was proved, else whether no clue of the first fault can go."""
        if not self.faults or self.status == REFUSED:
            return False
        return "smallest" if self.faults[0].smallest else self.faults[0].minimal

    @cached_property
    def all_clues(self) -> Clues:
        """The clues of the puzzle, as groups."""
        return Clues(self.puzzle)

    def repaired(self, repair: Repair) -> tuple[Program, Assignment]:
        """Return the board that a repair, or the change of one clue, leaves; and its solution."""
        clues = self.all_clues
        if not repair.members:
            changed = {change.clue: change.value for change in repair.changes}
            return clues.program(clues.every, changed), repair.board
        if len(repair.members) == 1 and repair.changes:
            first = repair.changes[0]
            return clues.program(clues.every, {first.clue: first.value}), repair.board
        return clues.program(clues.every - set(repair.members)), repair.board

    def opened(self, opening: Opened) -> tuple[Program, Assignment]:
        """Return the board without a wall or a hole, and its solution."""
        clues = Clues(without(self.puzzle, [opening.part]))
        return clues.program(clues.every), opening.board

    def program(self) -> Program:
        """Return the puzzle for pictures, even where a check refuses its clues."""
        clues = self.all_clues
        try:
            return clues.program(clues.every)
        except UserError:
            return clues.unchecked()

    def to_json(self) -> dict[str, Any]:
        """Return the explanation as JSON data."""
        out: dict[str, Any] = {"puzzle": self.puzzle.title, "status": self.status}
        if self.faults:
            out["faults"] = [
                {
                    "clues": [_clue(self, clue) for group in fault.clues for clue in group.clues],
                    "together": [list(group.names) for group in fault.clues],
                    "text": str(fault),
                    "minimal": self.status != REFUSED
                    and ("smallest" if fault.smallest else fault.minimal),
                    "checked": fault.checked,
                    **({"parts": [_part(part) for part in fault.parts]} if fault.parts else {}),
                }
                for fault in self.faults
            ]
        if self.rules:
            out["rules"] = [
                {
                    "name": rule.name,
                    "text": rule.text,
                    **({"places": [_place(self, p) for p in rule.places]} if rule.places else {}),
                }
                for rule in self.rules
            ]
            out["rules_minimal"] = "smallest" if self.rules_smallest else self.rules_minimal
        if self.places_smallest is not None:
            smallest = self.places_smallest
            out["places_minimal"] = "smallest" if smallest else self.places_minimal
        if self.suspects:
            out["suspects"] = [[_change(self, c) for c in one.changes] for one in self.suspects]
        if self.repairs:
            out["repairs"] = [_repair(self, repair) for repair in self.repairs]
        if self.openings:
            out["openings"] = [_opening(self, opening) for opening in self.openings]
        if self.added is not None:
            found = self.added.clues
            out["added"] = found and [
                {"given": clue.given, "element": clue_name(self, clue), "value": text}
                for clue, text, _ in found
            ]
            out["added_minimal"] = "smallest" if self.added.smallest else True
        if self.superfluous is not None:
            out["superfluous"] = _superfluous(self, self.superfluous)
        if self.message:
            out["message"] = self.message
        out["settled"] = list(self.settled)
        if self.stopped:
            out["stopped"] = self.stopped
        out["complete"] = self.complete
        out["seconds"] = round(self.seconds, 3)
        return out


def _superfluous(why: Explanation, found: Superfluous) -> dict[str, Any]:
    def groups(members: Iterable[int]) -> list[list[dict[str, Any]]]:
        return [[_clue(why, clue) for clue in why.all_clues.groups[i].clues] for i in members]

    if not found.unique:
        return {"unique": False}
    return {
        "unique": True,
        "alone": groups(found.alone),
        "undecided": groups(found.undecided),
        "enough": None if found.enough is None else groups(found.enough),
        "enough_minimal": "smallest" if found.smallest else found.minimal,
        "checked": found.checked,
    }


def _clue(why: Explanation, clue: Clue) -> dict[str, Any]:
    clues = why.all_clues
    text = clues.text_of(clue.given, clues.value(clue))
    return {"given": clue.given, "element": clue_name(why, clue), "value": text}


def _place(why: Explanation, place: Place) -> dict[str, Any]:
    return {"name": place.name, "whole": place.whole, "elements": element_names(why, place)}


def _repair(why: Explanation, repair: Repair) -> dict[str, Any]:
    program, board = why.repaired(repair)
    groups = [why.all_clues.groups[i] for i in repair.members]
    return {
        "take_away": [_clue(why, clue) for group in groups for clue in group.clues],
        "change": [_change(why, change) for change in repair.changes],
        "solution": program.solution_json(board),
    }


def _change(why: Explanation, change: Change) -> dict[str, Any]:
    return {**_clue(why, change.clue), "to": change.after, "unique": change.unique}


def _part(part: Part) -> dict[str, Any]:
    return {"kind": part.kind, "elements": list(part.names)}


def _opening(why: Explanation, opening: Opened) -> dict[str, Any]:
    program, board = why.opened(opening)
    solution = program.solution_json(board)
    return {**_part(opening.part), "unique": opening.unique, "solution": solution}


def clue_name(why: Explanation, clue: Clue) -> str:
    sort = Sort(why.puzzle.rules.givens[clue.given].sort)
    return why.all_clues.full.board.names(sort)[clue.element]


def element_names(why: Explanation, place: Place) -> list[str]:
    """Return the names of the elements of a place, each once."""
    program = why.all_clues.program(())
    sorts = {var.name: var.sort for var in program.bools}
    sorts |= {name: domain.sort for name, domain in program.domains.items()}
    found = (program.board.names(sorts[name])[i] for name, i in place.elements)
    return list(dict.fromkeys(found))
