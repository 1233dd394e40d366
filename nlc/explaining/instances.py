"""Groups: the instances of rules, and what is cut off of what a model has against a rule."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import TYPE_CHECKING

from nlc.cnf import Model, cuts
from nlc.explaining.facts import Clue, Group
from nlc.ir.nodes import Auxiliary, Program
from nlc.ir.selectors import WHOLE, group_names
from nlc.language.resolve import Puzzle

if TYPE_CHECKING:
    from nlc.encode.lower import LoweredProgram


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
    text = rule_text(puzzle, rule)
    names = group_names(program.board, block)
    binders = [(sort, data.tolist()) for _, sort, data in block.origin.binders]
    for i, (name, selector) in enumerate(zip(names, variables, strict=True)):
        place = tuple((sort, data[i]) for sort, data in binders if sort is not None)
        clues = tuple(
            Clue(given, element)
            for given, texts in program.givens.items()
            for sort, element in dict.fromkeys(place)
            if program.given_sorts[given] is sort and element in texts
        )
        yield Group(selector, rule, text, name, place, block.label == WHOLE, clues)


def broken(
    lowered: LoweredProgram, model: Model, rules: Container[str] = (), among: bool = False
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield clauses of separators against a model, with their rules.

    Args:
        lowered: what was stated, and what is left to separators.
        model: the values of the variables.
        rules: names of rules.
        among: whether only these are asked; otherwise only others.
    """
    left_out = [rule for rule, _ in lowered.left_out]
    for rule, separator in zip(left_out, lowered.separators, strict=True):
        if (rule in rules) == among:
            for clause in cuts(model, [separator]):
                yield rule, tuple(clause)


def rule_text(puzzle: Puzzle, name: str) -> str:
    """Return what a rule says of itself; its name where it says nothing."""
    rule = puzzle.rules.rules.get(name)
    return rule.doc.value if rule is not None and rule.doc is not None else name
