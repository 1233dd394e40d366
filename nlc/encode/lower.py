"""Lowers a program to a CNF by the encodings of a spec."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import merge_literals
from nlc.cnf import Block, Clauses, Cnf, Costs, FormulaTooLargeError, Model, Separator
from nlc.encode import domains, numberlink, policy
from nlc.encode.cardinality import Counter
from nlc.encode.declare import declare, header_comments
from nlc.encode.lowering import Lowering
from nlc.encode.spec import AUTO, BY_RULE, NONE, Encoding, connected_encodings, parse_encodings
from nlc.errors import UserError, fail, suggest
from nlc.ir.nodes import Acyclic, Assignment, Auxiliary, Exactly, Lits, Objective, Program
from nlc.ir.passes import GROUP_LABELS, parse, spec_of
from nlc.language import MAX_INSTANCES

_IDLE = {
    "domains": "no variable has values other than true and false",
    "cardinality": "no rule counts",
    "acyclic": "no rule forbids cycles",
    **dict.fromkeys(("connected", "different", "runs"), "no rule needs it"),
    "sums": "no rule has a sum or a product but counts",
    "passes": "they change nothing",
    "lazy": "no rows can be left out",
}
"""Why a part of a spec has no effect."""

_IDLE_THOUGH_NEEDED = {
    "cardinality": "the passes leave no rule that counts; passes=none keeps them",
    "connected": "connections to goals are encoded by pointers",
}
"""Why a part of a spec has no effect though the program before the passes has its nodes."""

_LITERALS = 10
"""The most literals of a formula for each instance that a statement may have."""


class Statistics(NamedTuple):
    """The size of one rule in a formula."""

    variables: int
    clauses: int
    literals: int


class LoweredProgram(Struct, frozen=True, eq=False):
    """A program as a CNF.

    Attributes:
        cnf: the clauses.
        encoding: the encodings used; only `cardinality` may be `auto`.
        separators: add the clauses of lazy encodings while solving; empty for other encodings.
        exact: whether the models, with the separators, are exactly the solutions of the program
            after the passes.
        preserves_models: whether each solution has exactly one model.
        literals: returns the CNF literals of IR literals; None for an encoding `numberlink`.
        assignment: returns the values of the declared variables under a model.
        idle: the parts of the spec that had no effect, and why, such as ``connected=dual: no rule
            needs it``.
        assumptions: literals that select a program, if several are merged.
        left_out: the rule and a short description of each constraint of the separators.
        selectors: each block of selectors of the pass `groups`, and their variables.
        costs: the costs of models, if the program has an objective.
    """

    cnf: Cnf
    encoding: Encoding
    exact: bool
    preserves_models: bool
    assignment: Callable[[Model], Assignment]
    _variables: dict[str, int]
    literals: Callable[[Lits], Clauses] | None = None
    separators: Sequence[Separator] = ()
    left_out: Sequence[tuple[str, str]] = ()
    idle: tuple[str, ...] = ()
    assumptions: tuple[int, ...] = ()
    selectors: tuple[tuple[Auxiliary, Clauses], ...] = ()
    costs: Costs | None = None

    @property
    def question(self) -> Cnf:
        """The formula with the assumptions as unit clauses, for a single call of a solver."""
        if not self.assumptions:
            return self.cnf
        units = Block("assume", np.array(self.assumptions, np.int32)[:, None])
        return replace(self.cnf, blocks=[*self.cnf.blocks, units])

    @property
    def fingerprint(self) -> str:
        """A digest of the clauses in their order, and of the lazy ones."""
        found = hashlib.sha256(f"{self.cnf.variables} {self.assumptions}".encode())
        for block in self.cnf.blocks:
            found.update(f"{block.clauses.shape}".encode() + block.clauses.tobytes())
        kinds = [type(separator).__name__ for separator in self.separators]
        found.update(f"{kinds} {self.left_out}".encode())
        return found.hexdigest()[:16]

    def rule_statistics(self) -> dict[str, Statistics]:
        """Return the sizes of all rules.

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
    offers: frozenset[str] = policy.STATIC,
    *,
    partial: bool = False,
) -> LoweredProgram:
    """Return a program as a CNF for a solver.

    Args:
        program: the program.
        encoding: the encoding; `auto` is resolved for this program alone.
        offers: the abilities of the solver; see `nlc.encode.policy`.
        partial: allow lazy encodings for a solver that is not inside Python; the formula lacks
            their clauses.

    Raises:
        UserError: an encoding does not apply to a part of the program.
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
    name = f"variable '{variable}'" if kind == "var" else f"rule '{error.rule}'"
    most = _most_literals(program)
    return fail(
        f"{name} takes the formula to {error.literals:.1e} literals, more than {most:.1e}",
        span,
        f"another encoding may take fewer; --max-instances {-(-error.literals // _LITERALS)}"
        " allows as many",
    )


def _lower(
    program: Program, encoding: Encoding, offers: frozenset[str], *, partial: bool
) -> LoweredProgram:
    """Return a program as a CNF by the encodings of its nodes."""
    _check_rules(program, encoding)
    whole, requested = program, encoding
    encoding = policy.resolve(encoding, program, offers)
    if encoding.lazy != NONE and "in-process" not in offers and not partial:
        raise fail(f"lazy={encoding.lazy} cannot be used here: {policy.SOLVER_NEEDS['in-process']}")
    parts = ("connected", "different", "sums", "runs")
    encoding = policy.settle(encoding, program, offers, *parts, partial=partial)
    program = policy.prepare(program, encoding)
    passes, effective = parse(encoding.passes), set()
    for step in passes:
        before, program = program, step.apply(program)
        if program is not before:
            effective.add(step.name)
        if step.name == "groups":
            whole = program  # bounds on degrees hold under its selectors
    connected = connected_encodings(encoding.connected) if program.connections else []
    plain = any(each.chooses_acyclic for each in connected)
    left = policy.STATIC if plain and encoding.acyclic == AUTO else offers
    encoding = policy.settle(encoding, program, left, "acyclic", partial=partial)
    encoding = replace(encoding, passes=spec_of(passes))
    counter = Counter(encoding.cardinality)
    domain_encodings = policy.choose_domains(program, encoding.domains)
    cnf = _formula(program, encoding)
    declared = declare(program, cnf, domain_encodings, counter)
    abilities = policy.allowed_needs(offers, partial)
    lowering = Lowering(program, cnf, declared, counter, encoding, whole, abilities)
    lowering.run()
    costs = _costs(cnf, lowering, program.objective)
    known = [domains.REGISTRY.get(name).declaration for name in domain_encodings.values()]
    if program.connections:
        lowering.lower_connections(connected)
        known += [each.declaration for each in connected]
    if any(isinstance(node, Acyclic) for node in program.nodes):
        known.append(lowering.acyclic.declaration)
    has_effect = {
        "domains": domain_encodings,
        "cardinality": counter.used,
        "connected": program.connections
        or (whole.connects and encoding.connected.endswith("arborescence")),
        "different": whole.differences,
        "runs": whole.runs,
        "passes": effective,
    }
    used = lowering.used | {part for part, found in has_effect.items() if found}
    return LoweredProgram(
        cnf,
        encoding,
        separators=lowering.separators,
        idle=_idle_parts(requested, whole, used),
        exact=counter.exact and all(d.exact for d in known),
        preserves_models=(
            lowering.functional and cnf.counted and all(d.preserves_models for d in known)
        ),
        literals=lowering.literals,
        assignment=declared.assignment,
        left_out=lowering.left_out,
        _variables=lowering.variables,
        selectors=tuple(
            (block, lowering.literals(np.arange(block.size, dtype=np.int32) + block.base))
            for block in program.auxiliaries
            if block.label in GROUP_LABELS
        ),
        costs=costs,
    )


def _check_rules(program: Program, encoding: Encoding) -> None:
    """Check that the rules exist that a spec names."""
    for part in BY_RULE:
        text = getattr(encoding, part)
        for rule in parse_encodings(text, part)[1] if ":" in text else ():
            if rule not in program.rules:
                hint = suggest(rule, program.rules) or f"rules: {', '.join(program.rules)}"
                raise fail(f"{part}={text}: there is no rule '{rule}'", hint=hint)


def _idle_parts(requested: Encoding, program: Program, used: set[str]) -> tuple[str, ...]:
    """Return the named parts of a spec that had no effect on a program, and why."""
    reasons = dict(_IDLE)
    if program.connects:
        reasons["connected"] = _IDLE_THOUGH_NEEDED["connected"]
    if any(isinstance(node, Exactly) for node in program.nodes):
        reasons["cardinality"] = _IDLE_THOUGH_NEEDED["cardinality"]
    return tuple(
        f"{part}={name}: {why}"
        for part, why in reasons.items()
        if part not in used and (name := getattr(requested, part)) not in (AUTO, NONE)
    )


def _costs(cnf: Cnf, lowering: Lowering, objective: Objective | None) -> Costs | None:
    """Return the costs of models, and add a comment on the objective."""
    if objective is None:
        return None
    costs = Costs(*merge_literals(lowering.objective_literals(objective), objective.weights))
    sign = "+" if objective.sense == "minimize" else "-"
    number = f"{objective.value(costs.constant)} {sign} cost"
    cnf.comments.append(f"{objective.sense} {objective.text} = {number}")
    return costs


def _formula(program: Program, encoding: Encoding) -> Cnf:
    """Return a formula without clauses."""
    most, all_kept = _most_literals(program), policy.losing_pass(encoding) is None
    return Cnf(comments=header_comments(program, encoding), most_literals=most, counted=all_kept)


def _most_literals(program: Program) -> int:
    """Return the limit on a formula, which a user can raise, but not lower."""
    return _LITERALS * max(program.max_instances, MAX_INSTANCES)


def _lower_numberlink(program: Program, encoding: Encoding) -> LoweredProgram:
    """Return a Numberlink puzzle as a CNF by an encoding of the whole puzzle."""
    from nlc.encode.numberlink.recognize import encode

    if program.objective is not None:
        message = f"numberlink={encoding.numberlink} has no '{program.objective.sense}'"
        raise fail(message, program.objective.origin.span)
    chosen = numberlink.REGISTRY.get(encoding.numberlink)
    cnf = _formula(program, encoding)
    assignment, variables = encode(encoding.numberlink, program, cnf)
    return LoweredProgram(
        cnf,
        encoding,
        exact=chosen.declaration.exact,
        preserves_models=chosen.declaration.preserves_models,
        assignment=assignment,
        _variables=variables,
    )
