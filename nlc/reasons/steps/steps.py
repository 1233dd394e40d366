"""Steps to a solution, each with its reason: as data, in words and as pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any, Literal

from msgspec import Struct, json
from msgspec.structs import replace

from nlc.board import Sort
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.pictures.drawing import Drawing, draw
from nlc.pictures.svg import stack_drawings
from nlc.reasons.facts import Fact, element_names, printed, variables
from nlc.reasons.phrases import LISTED, fact_words, facts_text, listed, picture, place_words
from nlc.render.view import EXCLUDED, NEW, StepView

Stage = Literal["place", "technique", "answer"]

STAGES: tuple[Stage, ...] = ("place", "technique", "answer")
"""What words and pictures of a hint tell: where to look, by what, and what follows."""

TOGETHER = 10
"""Steps that share a picture in words."""

WIDTH = 100
"""Columns of a line of words."""

Status = Literal["steps", "solved", "open", "wrong", "no solution", "undecided"]


class Cited(Struct, frozen=True):
    """A rule at a place.

    Attributes:
        rule: its name.
        text: its documentation.
        place: the elements that its ``for`` binds here, by name.
        elements: all elements that it constrains, by name; of a group of equal numbers its own.
        clues: the clues at its place: given, element and value.
        ring: whether it forbids that a ring closes, or that a part is cut off.
        cut: whether it is the latter.
        room: the first cell of the room, where it is about a room.
        cut_by: what would cut off a part that must not be, or close in a group of equal numbers.
        apart: places on both sides of such a cut.
        size: the number of such a group; else 0.
        further: whether it only spreads the first conclusion of a step.
        hidden: whether it is about something that the board does not show.
        values: the numbers that its ``for`` binds here.
    """

    rule: str
    text: str
    place: tuple[str, ...]
    elements: tuple[str, ...]
    clues: tuple[tuple[str, str, str], ...]
    ring: bool
    cut: bool = False
    room: str = ""
    cut_by: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    size: int = 0
    further: bool = False
    hidden: bool = False
    values: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object."""
        out: dict[str, Any] = json.decode(json.encode(self))
        del out["further"], out["hidden"]
        clues = [{"given": g, "element": e, "value": v} for g, e, v in self.clues]
        return out | {"clues": clues, "room": self.room or None, "size": self.size or None}


class Step(Struct, frozen=True):
    """A conclusion, and what it follows from.

    Attributes:
        facts: the conclusions; none where the rules contradict the facts.
        known: the facts from which it follows.
        rules: the rules that are used; none where only one value is left.
        denied: in a step by contradiction, the assumption of `inner`.
        inner: the steps from there to a contradiction; empty where one rule is enough, and
            where all rules are needed together.
        cost: how many rules it takes, without the `further` ones; rings count 1, rules about the
            whole board 10, and the board as a whole 10 for each rule. A technique with a name
            counts as much as in a grade.
        technique: its name, where it has one.
        words: of the technique here; empty where the rules explain the step.
        cells: the names of the cells that show it.
        why: all of it in one sentence.
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
    why: str = ""

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
            "why": self.why,
        }


def fact_json(program: Program, fact: Fact) -> dict[str, Any]:
    """Return a fact by names: variable, element, value (null: none), and whether it has it."""
    domain, holds = program.domains.get(fact.variable), fact.holds
    value: bool | str | None = None
    if domain is None:
        value, holds = bool(fact.value) == fact.holds, True
    elif fact.value >= 0:
        value = domain.values[fact.value]
    (element,) = element_names(program, [fact.place])
    return {"variable": fact.variable, "element": element, "value": value, "is": holds}


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
        stage: how much of a hint words and pictures tell; the JSON object has all.
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
    stage: Stage = "answer"

    @property
    def is_hint(self) -> bool:
        """Whether these are the next steps alone, up to one that draws something."""
        return bool(self.steps) and not (self.complete or self.stopped)

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
        return dict(sorted(Counter(step.cost for step in self.steps).items()))

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

    def text(self, style: str = "unicode", color: bool | str = False) -> str:
        """Return the outcome in words, with a picture of a hint, or of each step of a whole path.

        Args:
            style: ``unicode`` or ``ascii``.
            color: whether to write ANSI colours.
        """
        program, drawn = self.program, {*drawing(self.program, self.steps)}

        def board(first: int, end: int) -> list[str]:
            return picture(program, _view(self, first, end), style, color).splitlines()

        legend = [_MARKS] * (bool(drawn) and program.board.topology != "graph")
        if self.is_hint:
            step, stage = self.steps[0], STAGES.index(self.stage)
            told = [f"look at {listed(_places(program, step))}", f"by {named(step)}"][: stage + 1]
            if self.stage == STAGES[-1]:
                told = [*legend, *step_lines(program, step), *_further(self)]
            return "\n".join([*board(0, 1), *told])
        out = list[str]()
        for first in range(0, len(self.steps), TOGETHER):
            end = min(first + TOGETHER, len(self.steps))
            for number in range(first, end):
                what, *why = step_lines(program, self.steps[number])
                out += [f"{number + 1}. {what}", *why]
            out += board(first, end) if drawn.intersection(range(first, end)) else []
        return "\n".join([*out, *legend, verdict(self)])

    def drawings(self, style: str = "puzzle") -> list[Drawing]:
        """Return a picture of a hint, or of each step that draws something, else of the board."""

        def one(view: StepView, title: str, note: str) -> Drawing:
            plain = draw(self.program, view, style)
            return replace(plain, title=plain.title + title, note=note, captioned=bool(title))

        out = []
        for number in (0,) if self.is_hint else drawing(self.program, self.steps):
            note = "\n".join(step_lines(self.program, self.steps[number]))
            if self.is_hint and self.stage != STAGES[-1]:
                note = replace(self, as_easy=()).text().rsplit("\n", 1)[-1]
            out.append(one(_view(self, number, number + 1), f": step {number + 1}", note))
        if out and self.complete and not self.open:
            out.append(one(StepView(_known(self, self.steps), ()), ": solved", verdict(self)))
        return out or [one(StepView(_known(self, ()), ()), "", verdict(self))]

    def to_svg(self, style: str = "puzzle") -> str:
        """Return the pictures of the steps as SVG, below one another."""
        return stack_drawings(self.drawings(style))

    def _repr_svg_(self) -> str:
        return self.to_svg()


def named(step: Step) -> str:
    """Return the technique of a step, else the texts of its rules, if it takes any."""
    rules = listed(dict.fromkeys(f'"{each.text}"' for each in step.rules))
    return step.technique or rules or "elimination"


def _places(program: Program, step: Step) -> list[str]:
    """Return where to look for a step: at its cells, or at its rules and their clues."""
    rules = [each for each in step.rules if not each.further]
    clues = {element: "" for each in rules for _, element, _ in each.clues}
    at = [x.place or ((x.room,) if x.room else x.elements) for x in rules]
    words = [place_words(program.board, place, clues) for place in (*zip(clues), *at)]
    here = element_names(program, (fact.place for fact in step.facts))
    return list(dict.fromkeys(step.cells or filter(None, words)) or here)


_MARKS = f"{NEW} is drawn next   {EXCLUDED} is crossed out next"


def _further(steps: Steps) -> Iterator[str]:
    """Yield how a hint goes on, and further steps that are as easy."""
    count, more = len(steps.as_easy), len(steps.steps) - 1
    if more:
        end = facts_text(steps.program, steps.steps[-1].facts)
        yield f"{more} more step{'s' * (more > 1)} lead{'s' * (more == 1)} to: {end}"
    elif count:
        texts = [facts_text(steps.program, each.facts) for each in steps.as_easy[:LISTED]]
        rest = f"; and {count - LISTED} more" if count > LISTED else ""
        others = "another step is" if count == 1 else f"{count} other steps are"
        yield f"{others} as easy: {'; '.join(texts)}{rest}"


def drawing(program: Program, steps: Sequence[Step]) -> Iterator[int]:
    """Yield the numbers of the steps that draw something."""
    shown = {v.name for v in variables(program) if v.shown}
    for number, step in enumerate(steps):
        if any(fact.variable in shown for fact in step.facts):
            yield number


def verdict(steps: Steps) -> str:
    """Return in a sentence how far the steps lead."""
    if steps.status == "no solution":
        return "there is no solution: nlc why shows which clues contradict each other"
    if steps.status == "wrong":
        what = "this is wrong" if len(steps.wrong) == 1 else "these cannot all be right"
        return f"{what}: {'; '.join(fact_words(steps.program, steps.wrong))}"
    if steps.status == "undecided":
        return f"nothing was found in time: {steps.stopped}"
    found = f"{len(steps.steps)} step{'s' * (len(steps.steps) != 1)}"
    if steps.stopped:
        return f"{found}, and there was no time for more: {steps.stopped}"
    if steps.status == "solved":
        return "all is drawn"
    why = "there are several solutions"
    if steps.program.objective is not None:
        why = "the rules have several solutions, and steps do not ask for the best one"
    rest = f"{steps.open} value{'s' * (steps.open != 1)} are open, for {why}"
    if steps.status == "open":
        return f"nothing more follows: {rest}"
    return f"{found}; then {rest}" if steps.open else found


def step_lines(program: Program, step: Step) -> Iterator[str]:
    """Yield a step in words: the conclusion, and why it follows."""
    yield from _wrapped("", facts_text(program, step.facts, len(step.facts)))
    yield from _wrapped("  ", step.why)
    if step.denied is not None and step.inner:
        such = ", such as" if len(step.facts) > 1 else ":"
        yield f"  assume otherwise{such} {facts_text(program, [step.denied])}; then"
        for one in step.inner:
            what = facts_text(program, one.facts) or "that is a contradiction"
            yield from _wrapped("    ", f"{what}: {one.why}")


def _wrapped(indent: str, text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent)


# ---------- pictures ----------


def _view(steps: Steps, first: int, end: int) -> StepView:
    """Return the board before some steps, and what follows by them."""
    some, known = steps.steps[first:end], _known(steps, steps.steps[:first])
    if len(some) > 1:
        return StepView(known, [x for step in some for x in _drawn(step.facts)])
    (step,) = some
    picked = frozenset(element for each in step.rules for _, element, _ in each.clues)
    if picked:  # what is drawn at another clue is not to be faint
        picked |= {*element_names(steps.program, (fact.place for fact in step.facts))}
    unit = frozenset(step.cells)
    if not unit and step.rules and not step.inner:
        unit = _unit(steps.program, step.rules[0])
    told = steps.stage == STAGES[-1]
    out = [(f.variable, f.element, f.value) for f in step.facts if told and not f.holds]
    new = _drawn(step.facts) if told else []
    return StepView(known, new, picked=picked or None, unit=unit, out=out)


def _known(steps: Steps, before: Sequence[Step]) -> list[tuple[str, int, int]]:
    """Return what is drawn before a step, and what clues alone say."""
    found = (fact for step in before for fact in step.facts)
    return _drawn([*printed(steps.program), *steps.drawn, *found])


def _unit(program: Program, cited: Cited) -> frozenset[str]:
    """Return the cells that a rule constrains at a place; none if these are all cells."""
    board = program.board
    names = board.names(Sort.CELL)
    every = [board.find(name) for name in (*cited.place, *cited.elements)]
    found = {names[one[1]] for one in every if one is not None and one[0] is Sort.CELL}
    if not found:
        links = [one[1] for one in every if one is not None and one[0] is Sort.LINK]
        found = {names[i] for i in board.link_cells[links].ravel().tolist()}
    return frozenset(found if len(found) < len(names) else ())


def _drawn(facts: Iterable[Fact]) -> list[tuple[str, int, int]]:
    return [(fact.variable, fact.element, fact.value) for fact in facts if fact.holds]
