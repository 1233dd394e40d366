"""Explanations in words, and as pictures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nlc.pictures.drawing import draw
from nlc.reasons.phrases import listed, picture, place_words
from nlc.reasons.why.repairs import Change, Repair
from nlc.reasons.why.solvable import Superfluous
from nlc.render.text import render
from nlc.render.view import SolutionView, View

if TYPE_CHECKING:
    from nlc.ir.nodes import Assignment, Program
    from nlc.pictures.drawing import Drawing
    from nlc.reasons.why.why import Fault, Place, Why

Look = tuple[str, bool]
"""The style of a picture, and whether it has ANSI colours."""


def sections(why: Why, style: str, color: bool) -> dict[str, str]:
    """Return an explanation in words, in sections by which of `Why.settled` ends each.

    On a terminal with colours the whole board is drawn, with the clues in question bold; elsewhere
    the board with these clues alone.

    Args:
        why: the explanation.
        style: ``unicode`` or ``ascii``.
        color: whether to write ANSI colours.
    """
    look = (style, color)
    if why.status == "solvable":
        lines = [_added(why, look), *_superfluous(why, look)]
        lines += [_stopped(why)] if why.stopped else []
        return {"": "\n".join(filter(None, lines))}
    changes = "\n".join([*_suspects(why), *_repairs(why, look)])
    if why.status == "refused":
        lines = [f"  {group.text}" for fault in why.faults for group in fault.clues]
        out = {"clues": "\n".join([why.message, *lines]), "changes": changes}
        return out | {"": _stopped(why) if why.stopped else ""}
    if why.status != "contradiction":
        end = f" in time: {why.stopped}" if why.stopped else ""
        return {"": f"nothing was found{end}"}
    first, *others = (f"{fault}{_proved(fault)}" for fault in why.faults)
    fault = why.faults[0]
    if why.puzzle.topology.name.name == "none" and not fault.clues:
        first = "there is no solution"  # nor any board or clue
    members = [i for i, group in enumerate(why.all_clues.groups) if group in fault.clues]
    shown = _some(why, members, _picked([fault]), bool(fault.left), look)
    return {
        "clues": f"{first}\n{shown}".rstrip("\n"),
        "rules": "\n".join(_rules(why)),
        "faults": "\n".join(f"and, independently of that, {head}" for head in others),
        "changes": changes,
        "": "\n".join([*_where(why), *([] if why.complete else [_stopped(why)])]),
    }


def _stopped(why: Why) -> str:
    """Return that a limit was reached first."""
    return f"there was no time for more: {why.stopped}"


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
    if place.whole:
        return "the whole board"
    kind = place.name.removeprefix(place.rule)
    if not kind.startswith((":ring", ":cut")):
        bound = kind.strip("[]")  # what its names are bound to, as in k=1,r2c1
        places = [part for part in bound.split(",") if "=" not in part]
        where = place_words(why.all_clues.full.board, places) if places else bound
        return where or "the whole board"
    named = listed(why.element_names(place), " ")
    return f"a part cut off: {named}" if kind.startswith(":cut") else f"a ring: {named}"


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


def _repairs(why: Why, look: Look) -> list[str]:
    out, mended = [], list(_mended(why))
    for number, (words, program, board, _) in enumerate(mended, 1):
        out.append(f"{'repair' if len(mended) == 1 else f'repair {number}'}: {words}")
        out.append(_solved(program, board, look))
    return out


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
    if program.board.topology == "graph":
        return render(program, board, style=look[0], color=look[1])
    return picture(program, SolutionView(board=board, reported=False), *look)


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
        program, view = clues.program(clues.every), View(picked=names)
    else:
        program, view = clues.alone(members, left), View()
    if program.board.topology == "graph":
        return render(program, None, style=look[0], color=look[1])
    return picture(program, view, *look)


def _picked(faults: Iterable[Fault]) -> frozenset[str]:
    """Return the elements of the clues and parts of faults."""
    names = set[str]()
    for fault in faults:
        clues, parts = (group.names for group in fault.clues), (part.names for part in fault.parts)
        names.update(fault.left, *clues, *parts)
    return frozenset(names)


def drawings(why: Why, style: str = "puzzle") -> list[Drawing]:
    """Return pictures: the board with the clues of each fault bold, and each repair.

    What a check refuses is drawn at once; in a repair, the clues that it changes are framed. Where
    superfluous clues were wanted, those that suffice are bold.
    """
    program = why.program()
    spare = why.superfluous
    if spare is not None and spare.enough is not None:
        one = draw(program, None, style, picked=_names(why, spare.enough))
        return [replace(one, note=_sufficient(why, spare))]
    wanted = [(str(fault), _picked([fault])) for fault in why.faults]
    if why.status == "refused":
        wanted = [(why.message, _picked(why.faults))]
    board = None if why.solution is None else why.solution.values
    out = []
    for note, picked in wanted or [("there is a solution" * (board is not None), frozenset())]:
        one = draw(program, board, style, broken=picked, picked=picked if board is None else None)
        out.append(replace(one, note=note))
    for number, (words, mended, solution, changed) in enumerate(_mended(why), 1):
        one = draw(mended, solution, style, reported=False, broken=frozenset(changed))
        out.append(replace(one, title=f"{one.title}: repair {number}", note=words))
    return out
