"""Chooses the encoding of each finite-domain variable by the way the rules use it.

A colour that is carried along a path is compared for equality where a literal holds: the bits of a
number (`log`) encode that in the fewest clauses, and unit propagation is complete for it. It finds
a disequality without a guard only if one or two literals fix a value. So if two variables differ,
and if rules mention single values, as `all_different` does, each value has a literal of its own
(`direct`). If values are few and all rules are disequalities of two variables, two bounds (`order`)
fix each value, and a cell needs no at-most-one clauses. If the rules only bound numbers, subtract
them and add them up, as in a job shop, each bound is a variable of the word (`order`).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from msgspec import Struct

from nlc.encode.domains import REGISTRY
from nlc.encode.lists import parse_encodings
from nlc.encode.spec import AUTO
from nlc.errors import fail, suggest
from nlc.ir.exchange import compared, comparisons
from nlc.ir.nodes import ABSENT, Domain, Lits, Program

MAX_ORDER_VALUES = 7
"""Up to so many values, `order` is chosen for variables with disequalities alone."""


class Usage(Struct):
    """The uses of some variables that are compared with each other.

    Attributes:
        domains: the variables.
        equal: the number of equalities of two elements.
        differ: the number of disequalities of two elements without a guard.
        apart: the number of disequalities of two elements under a guard.
        together: the number of rows of `all_different`.
        atoms: the number of literals "it has this value" in counts and clauses.
    """

    domains: list[Domain]
    equal: int = 0
    differ: int = 0
    apart: int = 0
    together: int = 0
    atoms: int = 0

    def choose(self) -> str:
        """Return the encoding that suits these variables best."""
        if all(domain.ordered for domain in self.domains):
            return "order"
        if any(domain.allowed is not None for domain in self.domains):
            return "direct"  # of possible values
        values = max(len(domain.values) for domain in self.domains)
        optional = any(domain.optional for domain in self.domains)
        if values + optional <= 2:
            return "log"  # one bit, which is a literal for each value
        others = self.equal or self.apart or self.together or self.atoms
        if self.differ and values <= MAX_ORDER_VALUES and not optional and not others:
            return "order"
        each = sum(domain.size * len(domain.values) for domain in self.domains)
        return "direct" if self.together or self.differ or 2 * self.atoms > each else "log"


def choose_domains(program: Program, text: str) -> dict[str, str]:
    """Return the encoding of each finite-domain variable by the part `domains` of a spec.

    Args:
        program: has the variables.
        text: the part of the spec; `auto` in it is replaced.

    Raises:
        UserError: a variable is unknown, or variables that are compared with each other have
            different encodings.
    """
    default, named = parse_encodings(text)
    _check_variables(program, text, named)
    out = {name: named.get(name, default or AUTO) for name in program.domains}
    for own in [d for d in program.domains.values() if d.allowed is not None]:
        name = out[own.name]
        refused = name != AUTO and REGISTRY.get(name).refusal(len(own.values)) is not None
        if refused and own.name not in named:
            out[own.name] = "direct"  # it has the values alone that an element can have
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


def needs_permutations(program: Program, encodings: Mapping[str, str]) -> bool:
    """Return whether the pass `permutations` applies to variables with literals for values."""
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
    """Return the uses of the finite-domain variables, one for each group that is compared."""
    every = [Usage(domains) for domains in compared(program)]
    found = {domain.name: usage for usage in every for domain in usage.domains}
    for relate, guard in comparisons(program):
        usage = found[relate.left]
        rows = len(relate.left_elements)
        if relate.equal:
            usage.equal += rows
        elif _is_unguarded(program, guard):
            usage.differ += rows
        else:
            usage.apart += rows
    for item in program.differences:
        found[item.variable].together += len(item.elements)
    for block in program.atoms:
        found[block.variable].atoms += int(np.count_nonzero(block.values != ABSENT))
    return every


def _is_unguarded(program: Program, guard: Lits | None) -> bool:
    """Return whether a guard always holds, except for the choice of one of several programs."""
    if guard is None:
        return False
    if program.choices is None:
        return not guard.shape[1]
    return bool((np.abs(guard) >= program.choices[0]).all())
