"""Names of deductions, as the file of a genre gives them: by the rules and clues that they take."""

from __future__ import annotations

from collections.abc import Sequence

from nlc.ir.nodes import Program
from nlc.language import syntax as s
from nlc.reasons.facts import Group


def technique_of(
    techniques: Sequence[s.Technique], program: Program, groups: Sequence[Group], has_facts: bool
) -> str:
    """Return the name of the first technique that takes some groups, or an empty text.

    Args:
        techniques: of the genre.
        program: the puzzle.
        groups: that a deduction takes.
        has_facts: whether it takes known facts, too.
    """
    rings = {group.rule for group in groups if group.ring}
    named = [g for g in groups if g.ring or not (g.whole and g.rule in rings)]
    for technique in techniques:
        uses = [use for use in technique.uses if use.how != "nothing"]
        if len(uses) < len(technique.uses) and has_facts:
            continue
        if len(uses) <= len(named) and _covers(uses, program, named):
            return technique.name
    return ""


def _covers(uses: Sequence[s.RuleUse], program: Program, groups: Sequence[Group]) -> bool:
    """Return whether each group is of another use, or of one that is repeated.

    Uses with a value choose first.
    """
    left = list(groups)
    for use in sorted(uses, key=lambda use: use.value is None):
        found = next((group for group in left if _is_use(use, program, group)), None)
        if found is None:
            return False
        left.remove(found)
    repeated = [use for use in uses if use.repeated]
    return all(any(_is_use(use, program, group) for use in repeated) for group in left)


def _is_use(use: s.RuleUse, program: Program, group: Group) -> bool:
    how = ("part" if group.is_cut else "ring") if group.ring else ""
    if (use.rule.name, use.how) != (group.rule, how):
        return False
    values = {program.givens[clue.given][clue.element] for clue in group.clues}
    return use.value is None or use.value in values
