"""Explanations as JSON data, with elements by their names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from nlc.board import Sort
from nlc.explaining.changes import Change
from nlc.explaining.explanation import REFUSED
from nlc.explaining.facts import Clue
from nlc.explaining.repairs import Repair
from nlc.explaining.search import Place
from nlc.explaining.shape import Opened, Part
from nlc.explaining.superfluous import Superfluous

if TYPE_CHECKING:
    from nlc.explaining.explanation import Explanation


def data(why: Explanation) -> dict[str, Any]:
    """Return an explanation as JSON data."""
    out: dict[str, Any] = {"puzzle": why.puzzle.title, "status": why.status}
    if why.faults:
        out["faults"] = [
            {
                "clues": [_clue(why, clue) for group in fault.clues for clue in group.clues],
                "together": [list(group.names) for group in fault.clues],
                "text": str(fault),
                "minimal": why.status != REFUSED
                and ("smallest" if fault.smallest else fault.minimal),
                "checked": fault.checked,
                **({"parts": [_part(part) for part in fault.parts]} if fault.parts else {}),
            }
            for fault in why.faults
        ]
    if why.rules:
        out["rules"] = [
            {
                "name": rule.name,
                "text": rule.text,
                **({"places": [_place_data(why, p) for p in rule.places]} if rule.places else {}),
            }
            for rule in why.rules
        ]
        out["rules_minimal"] = "smallest" if why.rules_smallest else True
    if why.places_smallest is not None:
        out["places_minimal"] = "smallest" if why.places_smallest else True
    if why.suspects:
        out["suspects"] = [[_change(why, c) for c in one.changes] for one in why.suspects]
    if why.repairs:
        out["repairs"] = [_repair_data(why, repair) for repair in why.repairs]
    if why.openings:
        out["openings"] = [_opening(why, opening) for opening in why.openings]
    if why.added is not None:
        found = why.added.clues
        out["added"] = found and [
            {"given": clue.given, "element": clue_name(why, clue), "value": text}
            for clue, text, _ in found
        ]
        out["added_minimal"] = "smallest" if why.added.smallest else True
    if why.superfluous is not None:
        out["superfluous"] = _superfluous(why, why.superfluous)
    if why.message:
        out["message"] = why.message
    out["settled"] = list(why.settled)
    if why.stopped:
        out["stopped"] = why.stopped
    out["complete"] = why.complete
    out["seconds"] = round(why.seconds, 3)
    return out


def _superfluous(why: Explanation, found: Superfluous) -> dict[str, Any]:
    def groups(members: Iterable[int]) -> list[list[dict[str, Any]]]:
        return [[_clue(why, clue) for clue in why.read.groups[i].clues] for i in members]

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
    clues = why.read
    text = clues.text_of(clue.given, clues.value(clue))
    return {"given": clue.given, "element": clue_name(why, clue), "value": text}


def _place_data(why: Explanation, place: Place) -> dict[str, Any]:
    return {"name": place.name, "whole": place.whole, "elements": element_names(why, place)}


def _repair_data(why: Explanation, repair: Repair) -> dict[str, Any]:
    program, board = why.repaired(repair)
    groups = [why.read.groups[i] for i in repair.members]
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
    return why.read.full.board.names(sort)[clue.element]


def element_names(why: Explanation, place: Place) -> list[str]:
    """Return the names of the elements of a place, each once."""
    program = why.read.program(())
    sorts = {var.name: var.sort for var in program.bools}
    sorts |= {name: domain.sort for name, domain in program.domains.items()}
    found = (program.board.names(sorts[name])[i] for name, i in place.elements)
    return list(dict.fromkeys(found))
