"""From the IR to a CNF, by the encodings that a spec names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from nlc.cnf.formula import Clauses, Cnf, Model, Separator
from nlc.encode import acyclic, redundant
from nlc.encode import domains as labels
from nlc.encode import numberlink as whole_encodings
from nlc.encode.cardinality.counter import Counter
from nlc.encode.declare import Declared, declare, head
from nlc.encode.lowering import Lowering
from nlc.encode.numberlink.state import state
from nlc.encode.policy import choose_acyclic
from nlc.encode.spec import WHOLE_NONE, Encoding
from nlc.ir.nodes import Acyclic, Assignment, Lits, Program
from nlc.ir.passes.drop_optional import require
from nlc.ir.passes.fold import fold


class Statistics(NamedTuple):
    """What one rule made."""

    variables: int
    clauses: int
    literals: int


@dataclass(frozen=True, eq=False)
class Lowered:
    """A program as a CNF.

    Attributes:
        cnf: the formula.
        encoding: the encodings used; `acyclic` is never `auto`, unless `whole` is chosen.
        separators: what the solving loop must add; empty for all but lazy encodings.
        exact: the models, with the separators, are exactly the solutions of the program.
        preserves_models: each solution has exactly one model.
        literals: gives the CNF literals of IR literals of the nodes; None where `whole` is chosen.
    """

    cnf: Cnf
    encoding: Encoding
    separators: list[Separator]
    exact: bool
    preserves_models: bool
    literals: Callable[[Lits], Clauses] | None = field(repr=False)
    _read: Callable[[Model], Assignment] = field(repr=False)
    _variables: dict[str, int] = field(repr=False)

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
    *,
    in_process: bool = False,
    propagators: bool = True,
    lazily: bool = False,
) -> Lowered:
    """Return a program as a CNF.

    Args:
        program: what to state.
        encoding: how.
        in_process: the solver runs inside Python, so that lazy encodings can be used.
        propagators: such a solver also takes propagators.
        lazily: leave to separators, in process, also the rows that models seldom break.

    Raises:
        UserError: an encoding refuses a part of the program.
    """
    if encoding.whole != WHOLE_NONE:
        return _lower_whole(program, encoding)
    if encoding.redundant != redundant.NONE:
        program = redundant.REGISTRY.get(encoding.redundant).add(program)
    whole = program
    if encoding.fold != "no":
        program = fold(whole) if encoding.fold == "yes" else require(whole)
    offers = frozenset(["in-process", *(["propagator"] if propagators else [])])
    chosen = choose_acyclic(program, encoding.acyclic, offers if in_process else frozenset())
    encoding = replace(encoding, acyclic=chosen)
    count = Counter(encoding.count)
    label, cycles = labels.REGISTRY.get(encoding.labels), acyclic.REGISTRY.get(encoding.acyclic)
    cnf = Cnf(comments=head(program, encoding))
    declared = declare(program, cnf, label, count)
    lowering = Lowering(program, cnf, declared, count, cycles, whole, lazily and in_process)
    lowering.run()
    used = [label.declaration] if program.domains else []
    if any(isinstance(node, Acyclic) for node in program.nodes):
        used.append(cycles.declaration)
    return Lowered(
        cnf,
        encoding,
        lowering.separators,
        exact=count.exact and all(d.exact for d in used),
        preserves_models=lowering.functional and all(d.preserves_models for d in used),
        literals=lowering.literals,
        _read=partial(_assignment, declared),
        _variables=lowering.variables,
    )


def _assignment(declared: Declared, model: Model) -> Assignment:
    """Return the values of the declared variables under a model."""
    bools = model[declared.bools]
    bools[0] = False
    return Assignment(bools, {name: word.decode(model) for name, word in declared.words.items()})


def _lower_whole(program: Program, encoding: Encoding) -> Lowered:
    """Return a puzzle as a CNF, by an encoding that sees all of it."""
    chosen = whole_encodings.REGISTRY.get(encoding.whole)
    cnf = Cnf(comments=head(program, encoding))
    stated = state(chosen, program, cnf)
    return Lowered(
        cnf,
        encoding,
        [],
        exact=chosen.declaration.exact,
        preserves_models=chosen.declaration.preserves_models,
        literals=None,
        _read=stated.assignment,
        _variables=stated.variables,
    )
