"""From the IR to a CNF, by the encodings that a spec names."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import merged
from nlc.cnf import Block, Clauses, Cnf, Costs, FormulaTooLargeError, Model, Separator
from nlc.encode import acyclic, domains, numberlink, usage
from nlc.encode.cardinality import Counter
from nlc.encode.declare import Variables, declare, head
from nlc.encode.lowering import Lowering
from nlc.encode.policy import (
    SOLVER_NEEDS,
    STATIC,
    allowed,
    choose_acyclic,
    choose_connected,
    choose_different,
    choose_runs,
    choose_sums,
    losing,
    prepared,
    resolve,
)
from nlc.encode.spec import AUTO, NONE, Encoding, connected_encoding
from nlc.errors import UserError, fail
from nlc.ir.nodes import Acyclic, Assignment, Auxiliary, Lits, Objective, Program
from nlc.ir.passes import GROUP_LABELS, parse, spec_of
from nlc.language import MAX_INSTANCES

_IDLE = {
    "domains": "no variable has values other than true and false",
    "cardinality": "no rule counts",
    "acyclic": "nothing is asked to be free of cycles",
    "connected": "no rule asks for it",
    "different": "no rule asks for it",
    "sums": "nothing is added up or multiplied but by counting",
    "runs": "no rule asks for it",
    "passes": "they change nothing",
    "lazy": "no rows can be left out",
}
"""Why a part of a spec has nothing to do."""

_GOALS = "it leaves what is joined to goals to pointers"
"""Why an encoding of connectedness has nothing to do where something is connected."""

_LITERALS = 10
"""Literals of a formula for each instance that a statement may have."""


class Statistics(NamedTuple):
    """What one rule made."""

    variables: int
    clauses: int
    literals: int


class LoweredProgram(Struct, frozen=True, eq=False):
    """A program as a CNF.

    Attributes:
        encoding: the encodings used; none is `auto` but `cardinality`.
        separators: what the solving loop must add; empty for all but lazy encodings.
        exact: the models, with the separators, are exactly the solutions of the program as the
            passes have made it.
        preserves_models: each solution has exactly one model.
        literals: gives the CNF literals of IR literals of the nodes; None where `numberlink` is
            chosen.
        assumptions: literals that choose the program in question, where several are merged.
        left_out: for each statement that is left to the separators, its rule and in a few words
            what.
        idle: the parts of the spec that had nothing to do, and why, such as ``connected=dual: no
            rule asks for it``.
        selectors: of the pass `groups`, each block of selectors and their variables.
        costs: of the models, where the program has an objective.
    """

    cnf: Cnf
    encoding: Encoding
    separators: list[Separator]
    exact: bool
    preserves_models: bool
    literals: Callable[[Lits], Clauses] | None
    left_out: Sequence[tuple[str, str]]
    _read: Callable[[Model], Assignment]
    _variables: dict[str, int]
    idle: tuple[str, ...] = ()
    assumptions: tuple[int, ...] = ()
    selectors: tuple[tuple[Auxiliary, Clauses], ...] = ()
    costs: Costs | None = None

    @property
    def question(self) -> Cnf:
        """The formula with the assumptions stated, for a solver that is asked once."""
        if not self.assumptions:
            return self.cnf
        units = Block("assume", np.array(self.assumptions, np.int32)[:, None])
        return replace(self.cnf, blocks=[*self.cnf.blocks, units])

    @property
    def fingerprint(self) -> str:
        """A name for the formula: the same for the same clauses, lazy ones included, in order."""
        found = hashlib.sha256(f"{self.cnf.variables} {self.assumptions}".encode())
        for block in self.cnf.blocks:
            found.update(f"{block.clauses.shape}".encode() + block.clauses.tobytes())
        kinds = [type(separator).__name__ for separator in self.separators]
        found.update(f"{kinds} {self.left_out}".encode())
        return found.hexdigest()[:16]

    def assignment(self, model: Model) -> Assignment:
        """Return the values of the declared variables under a model."""
        return self._read(model)

    def rule_statistics(self) -> dict[str, Statistics]:
        """Return the numbers of variables, clauses and literals of each rule.

        The declared variables come first, as ``var:NAME``, each with the clauses of its domain.
        """
        out = {rule: Statistics(count, 0, 0) for rule, count in self._variables.items()}
        for block in self.cnf.blocks:
            variables, clauses, literals = out[block.rule]
            more = clauses + len(block.clauses), literals + block.clauses.size
            out[block.rule] = Statistics(variables, *more)
        return out


def lower(
    program: Program,
    encoding: Encoding,
    offers: frozenset[str] = STATIC,
    *,
    partial: bool = False,
) -> LoweredProgram:
    """Return a program as a CNF for a solver.

    Args:
        encoding: how; what is `auto` is chosen for this program alone.
        offers: what the solver offers; see `nlc.encode.policy`.
        partial: lower what is left to a solver inside Python, too, where the solver is none;
            comments say what.

    Raises:
        UserError: an encoding refuses a part of the program.
    """
    try:
        if encoding.numberlink != NONE:
            return _lower_numberlink(program, encoding)
        return _lower(program, encoding, offers, partial=partial)
    except FormulaTooLargeError as error:
        raise _too_large(program, error) from None


def _too_large(program: Program, error: FormulaTooLargeError) -> UserError:
    origins = (node.origin for node in program.nodes)
    span = next((each.span for each in origins if each.rule == error.rule), None)
    kind, _, variable = error.rule.rpartition(":")
    what = f"variable '{variable}'" if kind == "var" else f"rule '{error.rule}'"
    most = _most_literals(program)
    return fail(
        f"{what} takes the formula to {error.literals:.1e} literals, more than {most:.1e}",
        span,
        f"another encoding may take fewer; --max-instances {-(-error.literals // _LITERALS)}"
        " allows as many",
    )


def _lower(
    program: Program, encoding: Encoding, offers: frozenset[str], *, partial: bool
) -> LoweredProgram:
    """Return a program as a CNF, by the encodings of its nodes."""
    whole, asked = program, encoding
    encoding = resolve(encoding, program, offers)
    if encoding.lazy != NONE and "in-process" not in offers and not partial:
        raise fail(f"lazy={encoding.lazy} cannot be used here: {SOLVER_NEEDS['in-process']}")
    joining = choose_connected(program, encoding.connected, offers, partial=partial)
    differing = choose_different(program, encoding.different)
    adding = choose_sums(program, encoding.sums)
    runs = choose_runs(program, encoding.runs)
    encoding = replace(encoding, connected=joining, different=differing, sums=adding, runs=runs)
    program = prepared(program, encoding)
    passes, changing = parse(encoding.passes), set()
    for step in passes:
        before, program = program, step.apply(program)
        if program is not before:
            changing.add(step.name)
        if step.name == "groups":
            whole = program  # what is known of degrees holds where its selectors do
    if encoding.acyclic == AUTO and program.connections:
        plain = connected_encoding(joining).chooses_acyclic
        offered = STATIC if plain else offers
    else:
        offered = offers
    chosen = choose_acyclic(program, encoding.acyclic, offered, partial=partial)
    encoding = replace(encoding, acyclic=chosen, passes=spec_of(passes))
    counter = Counter(encoding.cardinality)
    words = {
        variable: domains.REGISTRY.get(name)
        for variable, name in usage.chosen(program, encoding.domains).items()
    }
    cycles = acyclic.REGISTRY.get(chosen)
    cnf = _formula(program, encoding)
    declared = declare(program, cnf, words, counter)
    lazily = encoding.lazy != NONE
    needs = allowed(offers, partial)
    lowering = Lowering(program, cnf, declared, counter, cycles, whole, lazily, needs, adding)
    lowering.run()
    costs = _costs(cnf, lowering, program.objective)
    used = [word.declaration for word in words.values()]
    if program.connections:
        joins = connected_encoding(joining)
        lowering.join(joins)
        used.append(joins.declaration)
    if any(isinstance(node, Acyclic) for node in program.nodes):
        used.append(cycles.declaration)
    busy = {
        "domains": bool(words),
        "cardinality": counter.asked,
        "acyclic": cycles.declaration in used or lowering.uses_acyclic,
        "connected": bool(
            program.connections or (whole.connects and joining.endswith("arborescence"))
        ),
        "different": bool(whole.differences),
        "sums": lowering.adds,
        "runs": bool(whole.runs),
        "passes": bool(changing),
        "lazy": encoding.lazy == NONE or lowering.postpones,
    }
    return LoweredProgram(
        cnf,
        encoding,
        lowering.separators,
        idle=tuple(
            f"{part}={getattr(asked, part)}: "
            + (_GOALS if part == "connected" and whole.connects else why)
            for part, why in _IDLE.items()
            if getattr(asked, part) not in (AUTO, NONE) and not busy[part]
        ),
        exact=counter.exact and all(d.exact for d in used),
        preserves_models=(
            lowering.functional and cnf.counted and all(d.preserves_models for d in used)
        ),
        literals=lowering.literals,
        left_out=lowering.left_out,
        _read=functools.partial(_assignment, declared),
        _variables=lowering.variables,
        selectors=tuple(
            (block, _variables(lowering, block))
            for block in program.auxiliaries
            if block.label in GROUP_LABELS
        ),
        costs=costs,
    )


def _costs(cnf: Cnf, lowering: Lowering, objective: Objective | None) -> Costs | None:
    """Return what models cost, and say in a comment what number that is of."""
    if objective is None:
        return None
    costs = Costs(*merged(lowering.aim(objective), objective.weights))
    sign = "+" if objective.sense == "minimize" else "-"
    number = f"{objective.value(costs.constant)} {sign} cost"
    cnf.comments.append(f"{objective.sense} {objective.text} = {number}")
    return costs


def _variables(lowering: Lowering, block: Auxiliary) -> Clauses:
    """Return the CNF variables of a block of auxiliaries."""
    return lowering.literals(np.arange(block.base, block.base + block.size, dtype=np.int32))


def _formula(program: Program, encoding: Encoding) -> Cnf:
    """Return a formula without clauses."""
    most, all_kept = _most_literals(program), losing(encoding) is None
    return Cnf(comments=head(program, encoding), most_literals=most, counted=all_kept)


def _most_literals(program: Program) -> int:
    """Return the bound on a formula, which a user can raise, but not lower."""
    return _LITERALS * max(program.max_instances, MAX_INSTANCES)


def _assignment(declared: Variables, model: Model) -> Assignment:
    """Return the values of the declared variables under a model."""
    bools = model[declared.bools]
    bools[0] = False
    return Assignment(bools, {name: word.decode(model) for name, word in declared.words.items()})


def _lower_numberlink(program: Program, encoding: Encoding) -> LoweredProgram:
    """Return a puzzle as a CNF, by an encoding that sees all of it."""
    from nlc.encode.numberlink.state import state

    if program.objective is not None:
        told = f"numberlink={encoding.numberlink} states a whole puzzle, and no '{{}}'"
        raise fail(told.format(program.objective.sense), program.objective.origin.span)
    chosen = numberlink.REGISTRY.get(encoding.numberlink)
    cnf = _formula(program, encoding)
    stated = state(chosen, program, cnf)
    return LoweredProgram(
        cnf,
        encoding,
        [],
        exact=chosen.declaration.exact,
        preserves_models=chosen.declaration.preserves_models,
        literals=None,
        left_out=(),
        _read=stated.assignment,
        _variables=stated.variables,
    )
