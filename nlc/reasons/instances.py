"""Groups: the instances of rules, and the clauses that cut off a model that breaks a rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from nlc.arrays import Ints
from nlc.cnf import Model, cuts
from nlc.encode.connected.lazy import PartSeparator, SizeSeparator
from nlc.ir.nodes import Auxiliary, Program
from nlc.ir.passes.groups import WHOLE, group_names
from nlc.language.resolve import Puzzle
from nlc.reasons.facts import Clue, Group

if TYPE_CHECKING:
    from nlc.encode.lower import LoweredProgram


_NODES = {
    "loop": "a line neither ends nor branches",
    "path": "a line does not branch, and ends at its two ends alone",
}
"""The text of a rule about a whole line for one node, by its kind."""


def instances(
    puzzle: Puzzle, program: Program, block: Auxiliary, variables: Sequence[int]
) -> Iterator[Group]:
    """Yield the groups of a rule.

    Args:
        puzzle: the puzzle.
        program: the same, elaborated.
        block: the selectors of the rule's instances.
        variables: for each its CNF variable.
    """
    rule = block.origin.rule
    text = puzzle.rules.rule_text(rule)
    names = group_names(program.board, block)
    binders = [(sort, data.tolist()) for _, sort, data in block.origin.binders]
    lines = {item.kind for item in program.globals if item.origin.rule == rule}
    if [name for name, _, _ in block.origin.binders] == ["node"] and lines & _NODES.keys():
        text = _NODES[min(lines & _NODES.keys())]
    for i, (name, selector) in enumerate(zip(names, variables, strict=True)):
        place = tuple((sort, data[i]) for sort, data in binders if sort is not None)
        clues = tuple(
            Clue(given, element)
            for given, texts in program.givens.items()
            for sort, element in dict.fromkeys(place)
            if program.given_sorts[given] is sort and element in texts
        )
        yield Group(selector, rule, text, name, place, block.label == WHOLE, clues)


def broken(lowered: LoweredProgram, model: Model) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the clauses of separators that a model violates, with their rules."""
    left_out = [rule for rule, _ in lowered.left_out]
    for rule, separator in zip(left_out, lowered.separators, strict=True):
        for clause in cuts(model, [separator]):
            yield rule, tuple(clause)


def contradicted(lowered: LoweredProgram, known: Ints) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield clauses of separators, with all those that known literals contradict.

    Args:
        lowered: the formula with its separators.
        known: by variable: 1 if it is known to be true, -1 if false, else 0.
    """
    left_out = [rule for rule, _ in lowered.left_out]
    for rule, separator in zip(left_out, lowered.separators, strict=True):
        if isinstance(separator, PartSeparator | SizeSeparator):
            found: Iterable[Sequence[int]] = separator.contradicted(known)
        else:
            found = separator(known > 0)
        for clause in found:
            yield rule, tuple(map(int, clause))
