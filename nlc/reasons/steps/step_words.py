"""Steps in words and as pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nlc.board import Sort
from nlc.ir.nodes import Program
from nlc.ir.partial import with_given
from nlc.reasons.facts import Fact
from nlc.reasons.known import variables
from nlc.reasons.phrases import LISTED, fact_words, listed, place_words, ring_words
from nlc.reasons.steps.candidates import SINGLES
from nlc.render.view import EXCLUDED, NEW, StepView

if TYPE_CHECKING:
    from nlc.pictures.drawing import Drawing
    from nlc.reasons.steps.steps import Cited, Step, Steps

_MARKS = f"{NEW} is drawn next   {EXCLUDED} is crossed out next"


def steps_text(steps: Steps, style: str, color: bool) -> str:
    """Return steps in words, with a picture: of a hint the last, of a whole path each."""
    out: list[str] = []
    program = steps.program
    if steps.steps and not steps.complete and not steps.stopped:
        out += _picture(program, _view(steps, len(steps.steps) - 1), style, color)
        out += [_MARKS] * bool(out)
    pictured = set(_drawing(steps)) if steps.complete else set()
    for number, step in enumerate(steps.steps):
        first, *others = step_lines(program, step)
        head = f"{number + 1}. " if len(steps.steps) > 1 else ""
        out += [f"{head}{first}", *others]
        if number in pictured:
            out += [f"  {line}" for line in _picture(program, _view(steps, number), style, color)]
    if pictured and program.board.topology != "graph":
        out.append(_MARKS)
    return "\n".join([*out, verdict(steps), *_as_easy(steps)])


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
    if steps.status == "solved":
        return "all is drawn"
    if steps.status == "open":
        return f"nothing more follows: {places} are open, for there are several solutions"
    if not steps.complete:
        return _effort(steps.steps[-1])
    count = len(steps.steps)
    end = f"; then {places} are open, for there are several solutions" if steps.open else ""
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


def drawings(steps: Steps, style: str) -> list[Drawing]:
    """Return a picture of each step that draws something; without one, of the board."""
    from nlc.pictures.drawing import draw

    out = []
    for number in _drawing(steps):
        one = draw(steps.program, _view(steps, number), style)
        note = "\n".join(step_lines(steps.program, steps.steps[number]))
        title = f"{one.title}: step {number + 1}"
        out.append(replace(one, title=title, note=note, captioned=True))
    if out and steps.complete and not steps.open:
        one = draw(steps.program, StepView(_known(steps, steps.steps), ()), style)
        end = replace(one, title=f"{one.title}: solved", note=verdict(steps), captioned=True)
        out.append(end)
    if not out:
        one = draw(steps.program, StepView(_known(steps, ()), ()), style)
        out.append(replace(one, note=verdict(steps)))
    return out


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
    yes, no, values = with_given(steps.program, {}, {}, {})
    return [
        *((name, i, 1) for name, elements in yes.items() for i in sorted(elements)),
        *((name, i, 0) for name, elements in no.items() for i in sorted(elements)),
        *((name, i, value) for name, given in values.items() for i, value in given.items()),
        *_drawn([*steps.drawn, *(fact for step in before for fact in step.facts)]),
    ]


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


def _picture(program: Program, view: StepView, style: str, color: bool) -> list[str]:
    from nlc.render.compose import compose
    from nlc.render.glyphs import STYLES
    from nlc.render.scene import Scene

    return compose(Scene(program, view, STYLES[style])).lines(color)
