"""Why a puzzle has no solution: what the search has found, as data and as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from nlc.board import Sort
from nlc.cached import cached_property
from nlc.errors import UserError
from nlc.ir.nodes import Assignment, Program
from nlc.language.resolve import Puzzle
from nlc.pictures.svg import svg
from nlc.reasons.facts import Clue, element_names
from nlc.reasons.phrases import listed
from nlc.reasons.why import words
from nlc.reasons.why.clues import ClueGroup, Clues
from nlc.reasons.why.repairs import Repair
from nlc.reasons.why.shape import Opened, Part, without
from nlc.reasons.why.solvable import Added, Superfluous
from nlc.solving.solution import Solution

if TYPE_CHECKING:
    from nlc.pictures.drawing import Drawing

CONTRADICTION, REFUSED, SOLVABLE, UNKNOWN = "contradiction", "refused", "solvable", "unknown"


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
            out += [f"the {kind}{'s' * (len(places) > 1)} {listed(places)}"] if places else []
        return f"; with {' and '.join(out)}" if out else ""

    def _clues(self) -> str:
        if self.left:
            return f"whatever they say, clues at {listed(self.left)} contradict the rules"
        if not self.clues and self.staying:
            its = " and ".join(self.staying)
            return f"no other clue is needed: the board and its {its} contradict the rules"
        if not self.clues:
            return "no clue is needed: the board itself contradicts the rules"
        texts = "; ".join(group.text for group in self.clues)
        count = len(self.clues)
        if count == 1:
            return f"this clue contradicts the rules: {texts}"
        return f"these {count} clues contradict each other: {texts}"


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


class Why(Struct, frozen=True, eq=False, dict=True):
    """Why a puzzle has no solution; ``str`` has it in words.

    >>> import nlc
    >>> rows = "puzzle 'p' is numberlink { topology square; board|A B|B A|end }"
    >>> (puzzle,) = nlc.loads(rows.replace("|", chr(10)).replace("'", chr(34)))
    >>> why = nlc.why(puzzle)
    >>> why.status, [clue.text for clue in why.clues]
    ('contradiction', ['r1c1, r2c2 = A', 'r1c2, r2c1 = B'])

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
    suspects: tuple[Repair, ...] = ()
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
        return _proof(self.faults[0].smallest, self.faults[0].minimal)

    @cached_property
    def all_clues(self) -> Clues:
        """The clues of the puzzle, as groups."""
        return Clues(self.puzzle)

    def repaired(self, repair: Repair) -> tuple[Program, Assignment]:
        """Return the board that a repair, or the change of one clue, leaves; and its solution."""
        clues, board = self.all_clues, repair.board
        assert board is not None
        if repair.made:
            changed = {change.clue: change.value for change in repair.made}
            return clues.program(clues.every, changed), board
        return clues.program(clues.every - set(repair.members)), board

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
            return clues.alone(clues.every)

    def clue_name(self, clue: Clue) -> str:
        """Return the name of the element of a clue."""
        sort = Sort(self.puzzle.rules.givens[clue.given].sort)
        return self.all_clues.full.board.names(sort)[clue.element]

    def element_names(self, place: Place) -> list[str]:
        """Return the names of the elements of a place, each once."""
        return [*element_names(self.all_clues.program(()), place.elements)]

    # ---------- words and pictures ----------

    def __str__(self) -> str:
        return self.text()

    def text(self, style: str = "unicode", color: bool = False) -> str:
        """Return the explanation in words, with pictures; see `nlc.reasons.why.words`."""
        return "\n".join(filter(None, self.sections(style, color).values()))

    def sections(self, style: str = "unicode", color: bool = False) -> dict[str, str]:
        """Return the sections of `text`, by which of `settled` ends each; the last has no name."""
        return words.sections(self, style, color)

    def drawings(self, style: str = "puzzle") -> list[Drawing]:
        """Return pictures: the board with the clues of each fault bold, and each repair."""
        return words.drawings(self, style)

    def to_svg(self, style: str = "puzzle") -> str:
        """Return a picture: the clues of the first fault bold, the others faint."""
        return svg(self.drawings(style)[0])

    def _repr_svg_(self) -> str:
        return self.to_svg()

    # ---------- JSON ----------

    def to_json(self) -> dict[str, Any]:
        """Return the explanation as JSON data."""
        places = (
            None if self.places_smallest is None else (self.places_smallest, self.places_minimal)
        )
        out: dict[str, Any] = {
            "puzzle": self.puzzle.title,
            "status": self.status,
            "faults": [self._fault(fault) for fault in self.faults] or None,
            "rules": [self._rule(rule) for rule in self.rules] or None,
            "rules_minimal": _proof(self.rules_smallest, self.rules_minimal)
            if self.rules
            else None,
            "places_minimal": places and _proof(*places),
            "suspects": [self._changes(one) for one in self.suspects] or None,
            "repairs": [self._repair(one) for one in self.repairs] or None,
            "openings": [self._opening(one) for one in self.openings] or None,
        }
        if self.added is not None:
            out["added"] = self.added.clues and [
                {"given": clue.given, "element": self.clue_name(clue), "value": text}
                for clue, text, _ in self.added.clues
            ]
            out["added_minimal"] = _proof(self.added.smallest, True)
        out |= {
            "superfluous": self.superfluous and self._superfluous(self.superfluous),
            "message": self.message or None,
            "settled": list(self.settled),
            "stopped": self.stopped or None,
            "complete": self.complete,
            "seconds": round(self.seconds, 3),
        }
        return {name: each for name, each in out.items() if each is not None or name == "added"}

    def _fault(self, fault: Fault) -> dict[str, Any]:
        out = {
            "clues": self._clues(fault.clues),
            "together": [list(group.names) for group in fault.clues],
            "text": str(fault),
            "minimal": self.status != REFUSED and _proof(fault.smallest, fault.minimal),
            "checked": fault.checked,
        }
        parts = [part.to_json() for part in fault.parts]
        return out | ({"parts": parts} if parts else {})

    def _rule(self, rule: RuleReason) -> dict[str, Any]:
        places = [self._place(place) for place in rule.places]
        return {"name": rule.name, "text": rule.text} | ({"places": places} if places else {})

    def _repair(self, repair: Repair) -> dict[str, Any]:
        program, board = self.repaired(repair)
        return {
            "take_away": self._clues(self.all_clues.groups[i] for i in repair.members),
            "change": self._changes(repair),
            "solution": program.solution_json(board),
        }

    def _opening(self, opening: Opened) -> dict[str, Any]:
        program, board = self.opened(opening)
        solution = program.solution_json(board)
        return opening.part.to_json() | {"unique": opening.unique, "solution": solution}

    def _superfluous(self, found: Superfluous) -> dict[str, Any]:
        def groups(members: Iterable[int]) -> list[list[dict[str, Any]]]:
            return [self._clues([self.all_clues.groups[i]]) for i in members]

        if not found.unique:
            return {"unique": False}
        return {
            "unique": True,
            "alone": groups(found.alone),
            "undecided": groups(found.undecided),
            "enough": None if found.enough is None else groups(found.enough),
            "enough_minimal": _proof(found.smallest, found.minimal),
            "checked": found.checked,
        }

    def _clues(self, groups: Iterable[ClueGroup]) -> list[dict[str, Any]]:
        return [self._clue(clue) for group in groups for clue in group.clues]

    def _clue(self, clue: Clue) -> dict[str, Any]:
        text = self.all_clues.text_of(clue.given, self.all_clues.value(clue))
        return {"given": clue.given, "element": self.clue_name(clue), "value": text}

    def _changes(self, repair: Repair) -> list[dict[str, Any]]:
        return [
            {**self._clue(change.clue), "to": change.after, "unique": change.unique}
            for change in repair.changes
        ]

    def _place(self, place: Place) -> dict[str, Any]:
        elements = self.element_names(place)
        return {"name": place.name, "whole": place.whole, "elements": elements}


def _proof(smallest: bool, minimal: bool) -> bool | str:
    """Return ``smallest`` if that was proved, else whether a set is minimal."""
    return "smallest" if smallest else minimal
