"""Which encoding of a finite-domain variable suits the way the rules use it.

A colour that is carried along a path is compared for equality where a literal holds: the bits of a
number (`log`) state that in the fewest clauses, and unit propagation finds all that follows. A
difference that holds outright is seen by unit propagation only where a value is told by one or two
literals. So where two differ, and where rules speak of single values, as those on what is all
different do, each value has a literal of its own (`direct`). Where values are few and rules say of
two only that they differ, bounds (`order`) tell each value by two literals, and a cell takes no
clauses that it has but one.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from msgspec import Struct

from nlc.encode.lists import encodings_of
from nlc.encode.spec import AUTO
from nlc.errors import fail, suggest
from nlc.ir.exchange import compared, comparisons
from nlc.ir.nodes import ABSENT, Domain, Lits, Program

FEW = 7
"""Values that are few: with so many at most, bounds suit what differs."""

UNUSED = "log"
"""What is said of a program without finite-domain variables."""


class Usage(Struct):
    """How the rules use some variables that are compared with each other.

    Attributes:
        equal: rows "two are equal".
        differ: rows "two differ" that hold outright.
        apart: rows "two differ" that hold only where some literal does.
        together: rows "all are different".
        atoms: literals "it has this value" in counts and clauses, those of no value left out.
    """

    domains: list[Domain]
    equal: int = 0
    differ: int = 0
    apart: int = 0
    together: int = 0
    atoms: int = 0

    def choose(self) -> str:
        """Return the encoding that suits these variables best."""
        if any(domain.allowed is not None for domain in self.domains):
            return "direct"  # of values that can be
        values = max(len(domain.values) for domain in self.domains)
        optional = any(domain.optional for domain in self.domains)
        if values + optional <= 2:
            return "log"  # one bit, which is a literal for each value
        if self.differ and values <= FEW and not optional and self._only_differs():
            return "order"
        each = sum(domain.size * len(domain.values) for domain in self.domains)
        return "direct" if self.together or self.differ or 2 * self.atoms > each else "log"

    def _only_differs(self) -> bool:
        """Return whether all that is compared are differences of two that hold outright."""
        return not (self.equal or self.apart or self.together or self.atoms)


def chosen(program: Program, text: str) -> dict[str, str]:
    """Return the encoding of each finite-domain variable by the part `domains` of a spec.

    Args:
        text: the part; what is `auto` in it is chosen.

    Raises:
        UserError: it names a variable that the program does not have, or encodings that differ for
            variables that are compared with each other.
    """
    default, named = encodings_of(text)
    _check_variables(program, text, named)
    out = {name: named.get(name, default or AUTO) for name in program.domains}
    if AUTO not in out.values() and not named:
        return out
    for usage in usages(program):
        variables = [domain.name for domain in usage.domains]
        given = {out[name]: name for name in reversed(variables) if out[name] != AUTO}
        if len(given) > 1:
            one, other = list(given.values())[:2]
            raise fail(
                f"domains={text} gives '{other}' and '{one}' different encodings, but the rules"
                " compare them with each other",
                hint="give both the same",
            )
        name = next(iter(given), None) or usage.choose()
        out.update(dict.fromkeys(variables, name))
    return out


def permutes(program: Program, encodings: Mapping[str, str]) -> bool:
    """Return whether the pass `permutations` is worth it: it finds cheap literals."""
    direct = [d for d in program.domains.values() if encodings[d.name] == "direct"]
    if not direct:
        return False
    from nlc.ir.passes.permutations import has_permutation

    return any(has_permutation(program, domain) for domain in direct)


def _check_variables(program: Program, text: str, named: dict[str, str]) -> None:
    for name in [each for each in named if each not in program.domains]:
        known = ", ".join(program.domains) or "none"
        if any(var.name == name for var in program.bools):
            message, hint = f"'{name}' is true or false, and needs no encoding", None
        else:
            message = f"there is no variable '{name}'"
            hint = suggest(name, tuple(program.domains))
        raise fail(f"domains={text}: {message}", hint=hint or f"variables: {known}")


def usages(program: Program) -> list[Usage]:
    """Return how the rules use the finite-domain variables, those together that are compared."""
    every = [Usage(domains) for domains in compared(program)]
    found = {domain.name: usage for usage in every for domain in usage.domains}
    for relate, guard in comparisons(program):
        one = found[relate.left]
        rows = len(relate.left_elements)
        if relate.equal:
            one.equal += rows
        elif _holds_outright(program, guard):
            one.differ += rows
        else:
            one.apart += rows
    for item in program.differences:
        found[item.variable].together += len(item.elements)
    for block in program.atoms:
        found[block.variable].atoms += int(np.count_nonzero(block.values != ABSENT))
    return every


def _holds_outright(program: Program, guard: Lits | None) -> bool:
    """Return whether a guard always holds, but for the choice of one of several programs."""
    if guard is None:
        return False
    if program.choices is None:
        return not guard.shape[1]
    return bool((np.abs(guard) >= program.choices[0]).all())
