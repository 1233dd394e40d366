"""Steps to a solution, each with its reason: as data, in words and as pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from nlc.board import Sort
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.pictures.drawing import Drawing, draw
from nlc.pictures.svg import stack_drawings
from nlc.reasons.facts import Fact, printed, variables
from nlc.reasons.phrases import LISTED, fact_words, listed, picture, place_words, ring_words
from nlc.reasons.steps.candidates import SINGLES
from nlc.render.view import EXCLUDED, NEW, StepView

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
        out: list[str] = []
        program = self.program
        if self.steps and not self.complete and not self.stopped:
            out += picture(program, _view(self, len(self.steps) - 1), style, color).splitlines()
            out += [_MARKS] * bool(out)
        pictured = set(_drawing(self)) if self.complete else set()
        for number, step in enumerate(self.steps):
            first, *others = step_lines(program, step)
            head = f"{number + 1}. " if len(self.steps) > 1 else ""
            out += [f"{head}{first}", *others]
            if number in pictured:
                shown = picture(program, _view(self, number), style, color)
                out += [f"  {line}" for line in shown.splitlines()]
        if pictured and program.board.topology != "graph":
            out.append(_MARKS)
        return "\n".join([*out, verdict(self), *_as_easy(self)])

    def drawings(self, style: str = "puzzle") -> list[Drawing]:
        """Return a picture of each step that draws something; without one, of the board."""
        out = []
        for number in _drawing(self):
            one = draw(self.program, _view(self, number), style)
            note = "\n".join(step_lines(self.program, self.steps[number]))
            title = f"{one.title}: step {number + 1}"
            out.append(replace(one, title=title, note=note, captioned=True))
        if out and self.complete and not self.open:
            one = draw(self.program, StepView(_known(self, self.steps), ()), style)
            end = replace(one, title=f"{one.title}: solved", note=verdict(self), captioned=True)
            out.append(end)
        if not out:
            one = draw(self.program, StepView(_known(self, ()), ()), style)
            out.append(replace(one, note=verdict(self)))
        return out

    def to_svg(self, style: str = "puzzle") -> str:
        """Return the pictures of the steps as SVG, below one another."""
        return stack_drawings(self.drawings(style))

    def _repr_svg_(self) -> str:
        return self.to_svg()


_MARKS = f"{NEW} is drawn next   {EXCLUDED} is crossed out next"


def _as_easy(steps: Steps) -> Iterator[str]:
    """Yield the conclusions of further steps that are as easy as that of a hint."""
    count = len(steps.as_easy)
    if count:
        texts = [_joined(steps.program, each.facts) for each in steps.as_easy[:LISTED]]
        more = f"; and {count - LISTED} more" if count > LISTED else ""
        others = "another step is" if count == 1 else f"{count} other steps are"
        yield f"{others} as easy: {'; '.join(texts)}{more}"


def _drawing(steps: Steps) -> Iterator[int]:
    """Yield the numbers of the steps that draw something."""
    shown = {v.name for v in variables(steps.program) if v.shown}
    for number, step in enumerate(steps.steps):
        if any(fact.variable in shown for fact in step.facts):
            yield number


def verdict(steps: Steps) -> str:
    """Return in a sentence how far the steps lead."""
    if steps.status == "no solution":
        return "there is no solution: nlc why shows which clues contradict each other"
    if steps.status == "wrong":
        facts = "; ".join(fact_words(steps.program, steps.wrong))
        if len(steps.wrong) == 1:
            return f"this is wrong: {facts}"
        return f"these cannot all be right: {facts}"
    if steps.status == "undecided":
        return f"nothing was found in time: {steps.stopped}"
    if steps.stopped:
        found = f"{len(steps.steps)} step{'s' * (len(steps.steps) != 1)}"
        return f"{found}, and there was no time for more: {steps.stopped}"
    places = f"{steps.open} value{'s' * (steps.open != 1)}"
    why = "there are several solutions"
    if steps.program.objective is not None:
        why = "the rules have several solutions, and steps do not ask for the best one"
    if steps.status == "solved":
        return "all is drawn"
    if steps.status == "open":
        return f"nothing more follows: {places} are open, for {why}"
    if not steps.complete:
        return _effort(steps.steps[-1])
    count = len(steps.steps)
    end = f"; then {places} are open, for {why}" if steps.open else ""
    plural = "s" * (count != 1)
    return f"{count} step{plural}{end}"


def _effort(step: Step) -> str:
    """Return how a step is found, in words."""
    if step.words:
        return "one technique at one place"
    if step.inner:
        return "the opposite leads to a contradiction"
    if step.cost == 1:
        return "one rule at one place"
    return "several rules together"


def step_lines(program: Program, step: Step, indent: str = "") -> Iterator[str]:
    """Yield a step in words: the conclusion, the rules, and the known facts."""
    what = _joined(program, step.facts) or "that is a contradiction"
    yield f"{indent}{what}"
    inner = f"{indent}  "
    if step.words:
        yield f"{inner}{step.technique}: {step.words}"
        if since := _since(step):
            yield f"{inner}since {_joined(program, since)}"
        return
    if step.technique:
        yield f"{inner}{step.technique}"
    if step.rules:
        for text, places in _by_rule(program, [each for each in step.rules if not each.further]):
            yield f"{inner}by {text}{places}"
        for text, _ in _by_rule(program, [each for each in step.rules if each.further]):
            yield f"{inner}and so on by {text}"
    else:
        yield f"{inner}as it can be nothing else"
    if step.known:
        yield f"{inner}since {_joined(program, step.known)}"
    if step.denied is not None and step.inner:
        opposite = _joined(program, [step.denied])
        yield f"{inner}assume otherwise: {opposite}; then"
        for one in step.inner:
            yield from step_lines(program, one, f"{inner}  ")
    elif step.denied is not None and step.rules:
        yield f"{inner}(it follows only from all of these together)"


def _since(step: Step) -> list[Fact]:
    """Return those facts of a technique that its words do not mention.

    The values in the other cells of a unit need no words.
    """
    if step.technique not in SINGLES:
        return []
    hidden = step.technique != SINGLES[-1]
    return [f for f in step.known if not hidden or f.value == step.facts[0].value]


def _joined(program: Program, facts: Iterable[Fact]) -> str:
    """Return facts in words; the name of a variable with several values once."""
    out = list[str]()
    heads = [f"{name} is " for name in program.domains]
    last = ""
    for words in fact_words(program, facts):
        head = next((each for each in heads if words.startswith(each)), "")
        out.append(words.removeprefix(head) if head and head == last else words)
        last = head
    return "; ".join(out)


def _by_rule(program: Program, rules: Sequence[Cited]) -> Iterator[tuple[str, str]]:
    """Yield the rules with their texts, each once, and the places where they are needed."""
    for name, words in dict.fromkeys((each.rule, each.text) for each in rules):
        same = [each for each in rules if (each.rule, each.text) == (name, words)]
        text = f'{name} "{words}"' if words != name else name
        places = [_place(program, each) for each in same]
        shown = [place for place in places if place][:LISTED]
        more = f" and at {len(places) - LISTED} more places" if len(places) > LISTED else ""
        between = "; " if any(each.cut or each.size for each in same) else ", "
        yield text, (" at " + between.join(shown) if shown else "") + more


def _place(program: Program, cited: Cited) -> str:
    by, apart = cited.parted
    if cited.size and len(cited.elements) > cited.size:
        return f"{listed(cited.elements)}, too many for one group of {cited.size}"
    if cited.size:
        closed = f" if closed in by {listed(by)}" if by else ""
        return f"{listed(cited.elements)}, whose group of {cited.size} has no room{closed}"
    if by and len(apart) == 2:
        return f"{listed(by)}, which would part {apart[0]} from {apart[1]}"
    if cited.cut:
        return f"the part that would be cut off at {listed(cited.elements, ' ')}"
    if cited.ring:
        return f"the ring {ring_words(cited.elements)}" if cited.elements else "a ring"
    where = place_words(program.board, cited.place)
    if not where:
        return f"the room of {cited.room}" if cited.room else ""
    clues = [given if value == "true" else f"{given} {value}" for given, _, value in cited.clues]
    return f"{where} ({', '.join(clues)})" if clues else where


# ---------- pictures ----------


def _view(steps: Steps, number: int) -> StepView:
    """Return the board before a step, and what follows by it."""
    step = steps.steps[number]
    picked = frozenset(element for each in step.rules for _, element, _ in each.clues)
    known = _known(steps, steps.steps[:number])
    unit = frozenset(step.cells)
    if not unit and step.rules and not step.inner:
        unit = _unit(steps.program, step.rules[0])
    out = [(f.variable, f.element, f.value) for f in step.facts if not f.holds]
    return StepView(known, _drawn(step.facts), picked=picked or None, unit=unit, out=out)


def _known(steps: Steps, before: Sequence[Step]) -> list[tuple[str, int, int]]:
    """Return what is drawn before a step, and what clues alone say."""
    given = [fact[:3] for fact in printed(steps.program)]
    drawn = _drawn([*steps.drawn, *(fact for step in before for fact in step.facts)])
    return [*given, *drawn]


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
