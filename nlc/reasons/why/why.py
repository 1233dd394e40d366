"""Why a puzzle has no solution: what the search has found, as data, in words and as pictures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from nlc.board import Sort
from nlc.cached import cached_property
from nlc.errors import UserError
from nlc.ir.nodes import Assignment, Program
from nlc.language.resolve import Puzzle
from nlc.pictures.drawing import Drawing, draw
from nlc.pictures.svg import svg
from nlc.reasons.facts import Clue, Group, element_names
from nlc.reasons.phrases import listed, picture, place_words
from nlc.reasons.why.changes import Added, Change, Repair, Superfluous
from nlc.reasons.why.clues import ClueGroup, Clues
from nlc.reasons.why.shape import Opened, Part, without
from nlc.render.text import render
from nlc.render.view import SolutionView, View
from nlc.solving.solution import Solution

CONTRADICTION, REFUSED, SOLVABLE, UNKNOWN = "contradiction", "refused", "solvable", "unknown"

Look = tuple[str, bool | str]
"""The style of a picture, and whether it has ANSI colours."""


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

    @property
    def elements(self) -> frozenset[str]:
        """The elements of the clues and parts."""
        clues, parts = (group.names for group in self.clues), (part.names for part in self.parts)
        return frozenset(self.left).union(*clues, *parts)

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
    """An instance of a rule, or a ring, and the elements that it constrains."""

    group: Group
    elements: tuple[tuple[str, int], ...]


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
        changed = {change.clue: change.value for change in repair.made}
        kept = clues.every if changed else clues.every - {*repair.members}
        return clues.program(kept, changed or None), board

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

    def text(self, style: str = "unicode", color: bool | str = False) -> str:
        """Return the explanation in words, with pictures."""
        return "\n".join(filter(None, self.sections(style, color).values()))

    def sections(self, style: str = "unicode", color: bool | str = False) -> dict[str, str]:
        """Return the explanation in words, in sections by which of `Why.settled` ends each.

        The last has no name. On a terminal with colours the whole board is drawn, with the clues in
        question bold; elsewhere the board with these clues alone.

        Args:
            style: ``unicode`` or ``ascii``.
            color: whether to write ANSI colours.
        """
        look = (style, color)
        if self.status == "solvable":
            lines = [_added(self, look), *_superfluous(self, look), _stopped(self)]
            return {"": "\n".join(filter(None, lines))}
        changes = "\n".join([*_suspects(self), *_repairs(self, look)])
        if self.status == "refused":
            lines = [f"  {group.text}" for fault in self.faults for group in fault.clues]
            clues = "\n".join([self.message, *lines])
            return {"clues": clues, "changes": changes, "": _stopped(self)}
        if self.status != "contradiction":
            end = f" in time: {self.stopped}" if self.stopped else ""
            return {"": f"nothing was found{end}"}
        first, *others = (f"{fault}{_proved(fault)}" for fault in self.faults)
        fault = self.faults[0]
        if self.puzzle.topology.name.name == "none" and not fault.clues:
            first = "there is no solution"  # nor any board or clue
        members = [i for i, group in enumerate(self.all_clues.groups) if group in fault.clues]
        shown = _some(self, members, fault.elements, bool(fault.left), look)
        return {
            "clues": f"{first}\n{shown}".rstrip("\n"),
            "rules": "\n".join(_rules(self)),
            "faults": "\n".join(f"and, independently of that, {head}" for head in others),
            "changes": changes,
            "": "\n".join([*_where(self), *([] if self.complete else [_stopped(self)])]),
        }

    def drawings(self, style: str = "puzzle") -> list[Drawing]:
        """Return pictures: the board with the clues of each fault bold, and each repair.

        What a check refuses is drawn at once; in a repair, the clues that it changes are framed.
        Where superfluous clues were wanted, those that suffice are bold.
        """
        program = self.program()
        spare = self.superfluous
        if spare is not None and spare.enough is not None:
            one = draw(program, None, style, picked=_names(self, spare.enough))
            return [replace(one, note=_sufficient(self, spare))]
        wanted = [(str(fault), fault.elements) for fault in self.faults]
        if self.status == "refused":
            wanted = [(self.message, frozenset[str]().union(*(each for _, each in wanted)))]
        board = None if self.solution is None else self.solution.values
        out = []
        for note, picked in wanted or [("there is a solution" * (board is not None), frozenset())]:
            bold = picked if board is None else None
            one = draw(program, board, style, broken=picked, picked=bold)
            out.append(replace(one, note=note))
        for number, (words, mended, solution, changed) in enumerate(_mended(self), 1):
            one = draw(mended, solution, style, reported=False, broken=frozenset(changed))
            out.append(replace(one, title=f"{one.title}: repair {number}", note=words))
        return out

    def to_svg(self, style: str = "puzzle") -> str:
        """Return a picture: the clues of the first fault bold, the others faint."""
        return svg(self.drawings(style)[0])

    def _repr_svg_(self) -> str:
        return self.to_svg()

    # ---------- JSON ----------

    def to_json(self) -> dict[str, Any]:
        """Return the explanation as JSON data."""
        least = self.places_smallest
        out: dict[str, Any] = {
            "puzzle": self.puzzle.title,
            "status": self.status,
            "faults": [self._fault(fault) for fault in self.faults] or None,
            "rules": [self._rule(rule) for rule in self.rules] or None,
            "rules_minimal": _proof(self.rules_smallest, self.rules_minimal)
            if self.rules
            else None,
            "places_minimal": None if least is None else _proof(least, self.places_minimal),
            "suspects": [self._changes(one) for one in self.suspects] or None,
            "repairs": [self._repair(one) for one in self.repairs] or None,
            "openings": [self._opening(one) for one in self.openings] or None,
        }
        if (found := self.added) is not None:
            out["added"] = found.clues and [self._clue(c, value) for c, _, value in found.clues]
            out["added_minimal"] = _proof(found.smallest, True)
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
        places = [
            {"name": each.group.name, "whole": each.group.whole}
            | {"elements": self.element_names(each)}
            for each in rule.places
        ]
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
        value = self.all_clues.value
        return [self._clue(clue, value(clue)) for group in groups for clue in group.clues]

    def _clue(self, clue: Clue, value: int) -> dict[str, Any]:
        text = self.all_clues.text_of(clue.given, value)
        return {"given": clue.given, "element": self.clue_name(clue), "value": text}

    def _changes(self, repair: Repair) -> list[dict[str, Any]]:
        value = self.all_clues.value
        return [
            self._clue(one.clue, value(one.clue)) | {"to": one.after, "unique": one.unique}
            for one in repair.changes
        ]


def _proof(smallest: bool, minimal: bool) -> bool | str:
    """Return ``smallest`` if that was proved, else whether a set is minimal."""
    return "smallest" if smallest else minimal


# ---------- words and pictures ----------


def _stopped(why: Why) -> str:
    """Return that a limit was reached first, if one was."""
    return f"there was no time for more: {why.stopped}" if why.stopped else ""


def _added(why: Why, look: Look) -> str:
    """Return which further clues leave one solution, with it, if they were wanted."""
    if why.added is None:
        return "" if why.superfluous is not None else "there is a solution"
    found = why.added.clues
    if found is None:
        return "no further clues of this kind leave exactly one solution"
    if not found:
        return "there is a solution, and it is the only one"
    listed = "; ".join(f"{why.clue_name(clue)} = {text}" for clue, text, _ in found)
    proved = [*["no fewer do"] * why.added.smallest, *["checked"] * why.added.checked]
    end = f"  ({'; '.join(proved)})" if proved else ""
    one = len(found) == 1
    head = f"with {'this' if one else f'these {len(found)}'} further clue{'s' * (not one)} there is"
    clues = why.all_clues
    more = clues.program(clues.every, {clue: value for clue, _, value in found})
    return f"{head} one solution: {listed}{end}\n{_solved(more, why.added.board, look)}"


def _superfluous(why: Why, look: Look) -> Iterator[str]:
    """Yield which clues can go, and which suffice, with a picture of these."""
    found, clues = why.superfluous, why.all_clues
    if found is None:
        return
    if not found.unique:
        yield "there are several solutions, so no clue is superfluous"
        return
    if found.alone:
        texts = [clues.groups[i].text for i in found.alone]
        each = "this clue" if len(found.alone) == 1 else f"each of these {len(found.alone)} clues"
        yield f"{each} can be removed by itself: {'; '.join(texts)}"
    elif not found.undecided:
        yield "no clue is superfluous: without any one there are several solutions"
    if found.undecided:
        texts = [clues.groups[i].text for i in found.undecided]
        yield f"not decided in time, whether one of these can be removed: {'; '.join(texts)}"
    if found.enough is not None and found.alone:
        yield _sufficient(why, found)
        yield _some(why, found.enough, _names(why, found.enough), True, look)


def _sufficient(why: Why, found: Superfluous) -> str:
    """Return which clues suffice."""
    groups, enough = why.all_clues.groups, found.enough or ()
    words = "no fewer do" if found.smallest else "fewer may do"
    if found.minimal and not found.smallest:
        words = f"none of them can go; {words}"
    words += "; checked" * found.checked
    texts = "; ".join(groups[i].text for i in enough)
    return f"{len(enough)} of the {len(groups)} clues suffice: {texts}  ({words})"


def _names(why: Why, members: Sequence[int]) -> frozenset[str]:
    return frozenset(name for i in members for name in why.all_clues.groups[i].names)


def _proved(fault: Fault) -> str:
    if not fault.clues:
        return ""
    proved = "fewer may do"
    if fault.minimal:
        proved = "no fewer do" if fault.smallest else "minimal: none of them can go"
    words = [*[proved] * (len(fault.clues) > 1), *["checked"] * fault.checked]
    return f"  ({'; '.join(words)})" if words else ""


def _rules(why: Why) -> list[str]:
    if not why.rules:
        if why.rules_smallest:
            return ["before any rule: some element is left without a value that it can have"]
        left = "the rules that contradict the clues were not found: that search was given up"
        return [left] if "rules" in why.settled else []
    head = "by the rules" if len(why.rules) > 1 else "by the rule"
    head += "" if why.rules_minimal or len(why.rules) == 1 else "  (fewer may do)"
    return [head, *(f'  {rule.name}: "{rule.text}"' for rule in why.rules)]


def _where(why: Why) -> Iterator[str]:
    """Yield where each rule is needed, if that is known."""
    if why.places_smallest is None:
        return
    yield "where they are needed" if len(why.rules) > 1 else "where it is needed"
    for rule in why.rules:
        yield f"  {rule.name}"
        yield from dict.fromkeys(f"    {_place(why, place)}" for place in rule.places)
    if not why.places_smallest:
        alone = "no single place can go, but " if why.places_minimal else ""
        yield f"  ({alone}there may be fewer)"


def _place(why: Why, place: Place) -> str:
    group, board = place.group, why.all_clues.full.board
    if group.whole:
        return "the whole board"
    if group.ring:
        named = listed(why.element_names(place), " ")
        return f"a part cut off: {named}" if group.is_cut else f"a ring: {named}"
    names = [board.names(sort)[i] for sort, i in group.place]
    where = place_words(board, names, dict.fromkeys(names if group.clues else (), ""))
    bound = group.name.removeprefix(group.rule).strip("[]")  # where no name is of a place, as k=1
    return where or bound or "the whole board"


def _suspects(why: Why) -> list[str]:
    """Return what was probably mistyped; where dozens of clues are needed, that helps most."""
    ways = []
    for _, some in groupby(
        why.suspects, lambda one: one.changes if one.changes[1:] else one.changes[0].clue
    ):
        all_changes = [one.changes for one in some]
        (first, *others), after = all_changes[0], " or ".join(x[0].after for x in all_changes)
        ways.append(_changed(why, [first._replace(after=after), *others]))
    alone = "perhaps mistyped: there is exactly one solution with "
    return [alone + ", or with ".join(ways)] if ways else []


def _changed(why: Why, changes: Sequence[Change]) -> str:
    """Return the change of one clue, or of two that are exchanged."""
    names = [why.clue_name(change.clue) for change in changes]
    if len(changes) == 1:
        return f"{names[0]} = {changes[0].after} in place of {changes[0].before}"
    pairs = zip(names, changes, strict=True)
    return f"{' and '.join(f'{name} = {each.before}' for name, each in pairs)} exchanged"


def _repairs(why: Why, look: Look) -> Iterator[str]:
    mended = list(_mended(why))
    for number, (words, program, board, _) in enumerate(mended, 1):
        yield f"{'repair' if len(mended) == 1 else f'repair {number}'}: {words}"
        yield _solved(program, board, look)


def _mended(why: Why) -> Iterator[tuple[str, Program, Assignment, Collection[str]]]:
    """Yield each repair in words, the repaired board, its solution, and what is changed."""
    for repair in why.repairs:
        names = [why.clue_name(change.clue) for change in repair.made]
        yield _repair(why, repair), *why.repaired(repair), names
    for opening in why.openings:
        words = f"take away the {opening.part}"
        words += ", which leaves exactly one solution" * opening.unique
        yield words, *why.opened(opening), opening.part.names


def _solved(program: Program, board: Assignment, look: Look) -> str:
    """Return the picture of a solution, without reported variables."""
    return _drawn(program, SolutionView(solutions=(board,), reported=False), board, look)


def _drawn(program: Program, view: View, board: Assignment | None, look: Look) -> str:
    """Return the picture of a view; of a graph, which has none, the lists of a board."""
    if program.board.topology == "graph":
        return render(program, board, style=look[0], color=look[1])
    return picture(program, view, *look)


def _repair(why: Why, repair: Repair) -> str:
    groups = why.all_clues.groups
    alone = ", which leaves exactly one solution"
    if not repair.members:
        return f"{_changed(why, repair.changes)}{alone * repair.unique}"
    changes = "; ".join(f"{_changed(why, [c])}{alone * c.unique}" for c in repair.changes)
    away = "take away " + "; ".join(groups[i].text for i in repair.members)
    return f"{away}; or change it: {changes}" if changes else away


def _some(why: Why, members: Sequence[int], names: frozenset[str], left: bool, look: Look) -> str:
    """Return a picture of some clues: bold on the whole board, or alone."""
    clues = why.all_clues
    if look[1]:
        return _drawn(clues.program(clues.every), View(picked=names), None, look)
    return _drawn(clues.alone(members, left), View(), None, look)
