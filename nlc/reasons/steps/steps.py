"""Steps to a solution, each with its reason: as data, in words and as pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from nlc.pictures.svg import stack_drawings
from nlc.reasons.facts import Fact
from nlc.reasons.steps.step_words import drawings, steps_text

if TYPE_CHECKING:
    from nlc.ir.nodes import Program
    from nlc.language.resolve import Puzzle
    from nlc.pictures.drawing import Drawing

Status = Literal["steps", "solved", "open", "wrong", "no solution", "undecided"]


class Cited(Struct, frozen=True):
    """A rule at a place.

    Attributes:
        rule: its name.
        text: its documentation.
        place: the elements that its ``for`` binds here, by name.
        elements: all elements that it constrains, by name; of a ring its own, in their order; none
            where the facts of one step do not show the ring; of a group of equal numbers its own.
        clues: the clues at its place: given, element and value.
        ring: whether it forbids that a ring closes, or that a part is cut off.
        cut: whether it is the latter.
        room: the first cell of the room, where it is about a room.
        further: whether it only spreads the first conclusion of a step.
        parted: for a part that must not be cut off, what would do so, and places on both sides; for
            a group of equal numbers, what would close it in.
        size: the number of such a group; else 0.
    """

    rule: str
    text: str
    place: tuple[str, ...]
    elements: tuple[str, ...]
    clues: tuple[tuple[str, str, str], ...]
    ring: bool
    cut: bool = False
    room: str = ""
    parted: tuple[tuple[str, ...], ...] = ((), ())
    further: bool = False
    size: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object."""
        return {
            "rule": self.rule,
            "text": self.text,
            "place": list(self.place),
            "elements": list(self.elements),
            "clues": [{"given": g, "element": e, "value": v} for g, e, v in self.clues],
            "ring": self.ring,
            "cut": self.cut,
            "room": self.room or None,
            "cut_by": list(self.parted[0]),
            "apart": list(self.parted[1]),
            "size": self.size or None,
        }


class Step(Struct, frozen=True):
    """A conclusion, and what it follows from.

    Attributes:
        facts: the conclusions; none where the rules contradict the facts.
        known: the facts from which it follows.
        rules: the rules that are used; none where only one value is left.
        denied: in a step by contradiction, the assumption of `inner`.
        inner: the steps from there to a contradiction; empty where one rule is enough, and
            where all rules are needed together.
        cost: how many rules it takes, without the `further` ones; rings count 2, rules about the
            whole board 10, and the board as a whole 10 for each rule. A technique with a name
            counts as much as in a grade.
        technique: its name, where it has one.
        words: of the technique here; empty where the rules explain the step.
        cells: the names of the cells that show it.
    """

    facts: tuple[Fact, ...]
    known: tuple[Fact, ...]
    rules: tuple[Cited, ...]
    denied: Fact | None = None
    inner: tuple[Step, ...] = ()
    cost: int = 1
    technique: str = ""
    words: str = ""
    cells: tuple[str, ...] = ()

    def to_json(self, facts: dict[Fact, int], rules: dict[Cited, int]) -> dict[str, Any]:
        """Return the JSON object, with numbers for facts and rules: many come again and again.

        Args:
            facts: the numbers of facts; those that are not in it are added.
            rules: likewise.
        """
        return {
            "facts": [facts.setdefault(fact, len(facts)) for fact in self.facts],
            "known": [facts.setdefault(fact, len(facts)) for fact in self.known],
            "rules": [rules.setdefault(each, len(rules)) for each in self.rules],
            "assumed": None if self.denied is None else facts.setdefault(self.denied, len(facts)),
            "steps": [each.to_json(facts, rules) for each in self.inner],
            "cost": self.cost,
            "technique": self.technique or None,
            "words": self.words or None,
            "cells": list(self.cells),
        }


def fact_json(program: Program, fact: Fact) -> dict[str, Any]:
    """Return a fact by names: variable, element, value (null: none), and whether it has it."""
    domain = program.domains.get(fact.variable)
    if domain is None:
        sort = next(var.sort for var in program.bools if var.name == fact.variable)
        value: bool | str | None = bool(fact.value) == fact.holds
        return {
            "variable": fact.variable,
            "element": program.board.names(sort)[fact.element],
            "value": value,
            "is": True,
        }
    return {
        "variable": fact.variable,
        "element": program.board.names(domain.sort)[fact.element],
        "value": None if fact.value < 0 else domain.values[fact.value],
        "is": fact.holds,
    }


class Steps(Struct, frozen=True, eq=False):
    """Steps from what is drawn towards the solution, and where they end; ``str`` has them in words.

    >>> import nlc
    >>> hint = nlc.hint(nlc.load("fixtures/first.nl")[0])
    >>> hint.status, len(hint.steps), hint.steps[0].rules[0].rule
    ('steps', 1, 'through')

    Attributes:
        puzzle: the puzzle.
        program: the puzzle, elaborated.
        drawn: what was drawn.
        status: ``steps``; ``solved`` if all is drawn already; ``open`` if nothing more follows, for
            there are several solutions; ``wrong`` if what was drawn cannot all be right; ``no
            solution`` if nothing could be; ``undecided`` if it was not known in time.
        steps: in their order, the last of a hint with something to draw.
        complete: whether nothing follows after the last step; of a hint False.
        stopped: which limit was reached before the end.
        wrong: facts that were drawn and cannot all be right, a minimal set.
        open: how many values are open when all that is certain is drawn.
        seconds: wall-clock time.
        as_easy: for a hint, further steps that are as easy as the last.
    """

    puzzle: Puzzle
    program: Program
    drawn: tuple[Fact, ...]
    status: Status
    steps: tuple[Step, ...] = ()
    complete: bool = False
    stopped: str = ""
    wrong: tuple[Fact, ...] = ()
    open: int = 0
    seconds: float = 0.0
    as_easy: tuple[Step, ...] = ()

    @property
    def hardest(self) -> int:
        """The cost of the hardest step; 0 without one."""
        return max((step.cost for step in self.steps), default=0)

    @property
    def total(self) -> int:
        """The costs of all steps together."""
        return sum(step.cost for step in self.steps)

    @property
    def costs(self) -> Mapping[int, int]:
        """How many steps there are of each cost."""
        out: dict[int, int] = {}
        for cost in sorted(step.cost for step in self.steps):
            out[cost] = out.get(cost, 0) + 1
        return out

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object."""
        program = self.program
        facts: dict[Fact, int] = {}
        rules: dict[Cited, int] = {}
        steps = [step.to_json(facts, rules) for step in self.steps]
        as_easy = [step.to_json(facts, rules) for step in self.as_easy]
        return {
            "file": self.puzzle.path,
            "puzzle": program.title,
            "genre": program.genre,
            "status": self.status,
            "facts": [fact_json(program, fact) for fact in facts],
            "rules": [each.to_json() for each in rules],
            "steps": steps,
            "as_easy": as_easy,
            "complete": self.complete,
            "stopped": self.stopped or None,
            "wrong": [fact_json(program, fact) for fact in self.wrong],
            "open": self.open,
            "hardest": self.hardest,
            "total": self.total,
            "seconds": round(self.seconds, 6),
        }

    def __str__(self) -> str:
        return self.text()

    def text(self, style: str = "unicode", color: bool = False) -> str:
        """Return the outcome in words, with a picture of a hint, or of each step of a whole path.

        Args:
            style: ``unicode`` or ``ascii``.
            color: whether to write ANSI colours.
        """
        return steps_text(self, style, color)

    def drawings(self, style: str = "puzzle") -> list[Drawing]:
        """Return a picture of each step that draws something."""
        return drawings(self, style)

    def to_svg(self, style: str = "puzzle") -> str:
        """Return the pictures of the steps as SVG, below one another."""
        return stack_drawings(self.drawings(style))

    def _repr_svg_(self) -> str:
        return self.to_svg()
