"""Resolves `auto` in an encoding, and checks that named encodings apply to program and solver.

The encoding of a finite-domain variable is chosen by the way the rules use it. A colour that is
carried along a path is compared for equality where a literal holds: the bits of a number (`log`)
encode that in the fewest clauses, and unit propagation is complete for it. It finds a disequality
without a guard only if one or two literals fix a value. So if two variables differ, and if rules
mention single values, as `all_different` does, each value has a literal of its own (`direct`). If
values are few and all rules are disequalities of two variables, two bounds (`order`) fix each
value, and a cell needs no at-most-one clauses. If the rules only bound numbers, subtract them and
add them up, as in a job shop, each bound is a variable of the word (`order`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.board import Sort
from nlc.encode import acyclic, domains, spec
from nlc.encode.base import AcyclicEncoding, Declaration
from nlc.encode.different import expand as expand_different
from nlc.encode.runs import expand as expand_runs
from nlc.encode.spec import AUTO, NONE, Encoding
from nlc.errors import Span, fail, suggest
from nlc.graph import Graph, restrict
from nlc.ir import nodes as ir
from nlc.ir.connection import complements, connections_of, kept_whole
from nlc.ir.exchange import compared, comparisons
from nlc.ir.passes import parse

if TYPE_CHECKING:
    from nlc.language.resolve import Puzzle

Refusal: TypeAlias = "tuple[str, Span | None]"
"""Why an encoding cannot be used, and for which statement."""

READINGS_FROM = 128
"""The number of cells from which adding a stricter reading saves more than it costs."""

STATIC: frozenset[str] = frozenset()
"""The abilities of a solver that gets a file: it decides the formula."""

IN_PROCESS = frozenset(["in-process"])
"""The abilities of a solver inside Python: clauses can be added after a model."""

WATCHED = IN_PROCESS | {"propagator"}
"""The abilities of a solver inside Python that takes propagators."""

ASSUMING = IN_PROCESS | {"assumptions"}
"""The abilities of an incremental solver inside Python, which takes assumptions."""

SOLVER_NEEDS = {
    "in-process": "it adds clauses while a solver that runs inside Python searches, "
    "so that there is no fixed formula to write, or to prove anything of",
    "propagator": "it needs a solver that takes propagators, such as pysat:cadical195",
}
"""The abilities that an encoding may need, and the reason for refusing it without them."""


def is_large(puzzle: Puzzle, program: ir.Program) -> bool:
    """Return whether a puzzle is large, and of a genre with stricter readings.

    It gains from an incremental solver even if its options are those of the strictest reading, by
    rows that are added only when a model breaks them.
    """
    return bool(puzzle.rules.preferences) and program.board.count(Sort.CELL) >= READINGS_FROM


def may_shorten(program: ir.Program) -> bool:
    """Return whether some cells may stay empty, and paths can be assumed to be shortest.

    See `nlc.encode.numberlink.shortest`.
    """
    counts = [node.counts for node in program.nodes if isinstance(node, ir.Exactly)]
    if not any(0 in each and 1 not in each and 2 in each for each in counts):
        return False  # no cell may stay empty
    from nlc.encode.numberlink.shortest import applies

    return applies(program)


def losing_pass(encoding: Encoding) -> str | None:
    """Return the name of a pass of an encoding that does not keep all solutions, or None."""
    named = [item for item in encoding.passes.split("+") if item != AUTO]
    return next((step.name for step in parse("+".join(named) or NONE) if step.loses), None)


def require_all(encoding: Encoding) -> None:
    """Check that an encoding keeps all solutions.

    Raises:
        UserError: a pass keeps one solution but not all.
    """
    lost = losing_pass(encoding)
    if lost is not None:
        raise fail(
            f"passes={lost} keeps one solution but not all: it decides whether there is any, but"
            " gives no count, no backbone and no proof that there is none",
            hint=f"leave {lost} out of passes={encoding.passes}",
        )


def is_exact(encoding: Encoding) -> bool:
    """Return whether each part of an encoding is exact, and it encodes a puzzle rule by rule.

    Else clauses learnt from one puzzle or reading may be wrong for another.
    """
    named = [
        spec.registry(part).get(name)
        for part in spec.ENCODINGS
        for name in spec.names_of(part, getattr(encoding, part))
        if name not in (AUTO, NONE)
    ]
    return (
        encoding.numberlink == NONE
        and all(each.declaration.exact for each in named)
        and losing_pass(encoding) is None
    )


def resolve(encoding: Encoding, program: ir.Program, offers: frozenset[str]) -> Encoding:
    """Return an encoding in which no part but `acyclic` and `cardinality` is `auto`.

    `settle` chooses `acyclic` after the passes, and the rest of `PARTS` before programs are merged.

    Args:
        encoding: the encoding to resolve.
        program: the program, merged if there are several.
        offers: the abilities of the solver.
    """
    if encoding.numberlink != NONE:
        return encoding
    domain_encodings = choose_domains(program, encoding.domains)
    usual = ["fold"]
    if program.connects and complements(program):
        usual.insert(0, "face-runs")
    if needs_permutations(program, domain_encodings):
        usual.insert(0, "permutations")
    items = [
        name for item in encoding.passes.split("+") for name in (usual if item == AUTO else [item])
    ]
    rows = "rows" if "assumptions" in offers else NONE
    return replace(
        encoding,
        domains=spec.format_encodings(domain_encodings, AUTO),
        passes="+".join(items) or NONE,
        lazy=rows if encoding.lazy == AUTO else encoding.lazy,
        readings=NONE if encoding.readings == AUTO else encoding.readings,
    )


def candidates(node: ir.Acyclic | ir.Global) -> tuple[Graph, ir.Lits]:
    """Return the graph of the edges that may be chosen, and their literals."""
    keep = node.lits != -ir.TRUE
    return restrict(node.graph, keep), node.lits[keep]


class Part(Struct, frozen=True):
    """A part of a spec: what `auto` stands for, and which names cannot be used.

    Attributes:
        default: returns the fastest encoding that applies to a program, by the abilities of a
            solver; `AUTO` if the program needs none.
        refusal: returns why an encoding cannot be used, and for which statement, or None.
    """

    default: Callable[[ir.Program, frozenset[str]], str]
    refusal: Callable[[ir.Program, str, frozenset[str]], Refusal | None] = lambda *_: None


def settle(
    encoding: Encoding,
    program: ir.Program,
    offers: frozenset[str],
    *parts: str,
    partial: bool = False,
) -> Encoding:
    """Return an encoding with the full names of some parts, `auto` and aliases resolved.

    Args:
        encoding: the encoding.
        program: the program; for `acyclic` that after the passes, for others that before them.
        offers: the abilities of the solver; see `SOLVER_NEEDS`.
        parts: keys of `PARTS`.
        partial: allow a named encoding that needs other abilities.

    Raises:
        UserError: a named encoding does not apply to the program, or needs another solver. The
            hint names an encoding that can be used.
    """
    found = {}
    for part in parts:
        kind, name = PARTS[part], getattr(encoding, part)
        if name == AUTO:
            found[part] = kind.default(program, offers)
            continue
        refused = kind.refusal(program, name, allowed_needs(offers, partial))
        if refused is not None:
            reason, span = refused
            hint = f"use {part}={kind.default(program, offers)}"
            raise fail(f"{part}={name} cannot be used here: {reason}", span, hint)
        aliases = spec.registry(part).aliases
        if part in spec.BY_RULE:
            default, named = spec.parse_encodings(name, part)
            if (default or AUTO) == AUTO:
                default = kind.default(program, offers)
            names = {rule: aliases.get(each, each) for rule, each in named.items()}
            found[part] = spec.join_encodings(aliases.get(str(default), str(default)), names)
            continue
        found[part] = "+".join(aliases.get(each, each) for each in spec.names_of(part, name))
    return replace(encoding, **found)


def allowed_needs(offers: frozenset[str], partial: bool) -> frozenset[str]:
    """Return the abilities that encodings may need: those of the solver, or all if `partial`."""
    return offers | SOLVER_NEEDS.keys() if partial else offers


def _is_incremental(offers: frozenset[str]) -> bool:
    """Return whether a solver keeps learnt clauses when clauses are added."""
    return "in-process" in offers and "anew" not in offers


def _acyclic(program: ir.Program, offers: frozenset[str]) -> str:
    """Return the fastest encoding of acyclicity that applies; `lfsr` always does."""
    from nlc.encode.acyclic.elimination import is_narrow

    preferred = ("lazy", "primal-dual") if _is_incremental(offers) else ("primal-dual",)
    usable = (each for each in preferred if _refused_acyclic(program, each, offers) is None)
    found = next(usable, None)
    if found is None:
        graphs = (candidates(node)[0] for node in program.nodes if isinstance(node, ir.Acyclic))
        found = "vertex-elimination" if all(map(is_narrow, graphs)) else "lfsr"
    return found


def _refused_acyclic(program: ir.Program, name: str, offers: frozenset[str]) -> Refusal | None:
    encoding = acyclic.REGISTRY.get(name)
    for node in program.nodes:
        if isinstance(node, ir.Acyclic):
            reason = acyclic_refusal(encoding, candidates(node)[0], offers)
            if reason is not None:
                return reason, node.origin.span
    return None


def acyclic_refusal(encoding: AcyclicEncoding, graph: Graph, offers: frozenset[str]) -> str | None:
    """Return why an encoding of acyclicity cannot be used on a graph for a solver, or None."""
    return _unmet(encoding.declaration, offers) or encoding.refusal(graph)


def _unmet(declaration: Declaration, offers: frozenset[str]) -> str | None:
    """Return why a solver lacks an ability that an encoding needs, or None."""
    unmet = (need for need in SOLVER_NEEDS if need in declaration.needs and need not in offers)
    return next((SOLVER_NEEDS[need] for need in unmet), None)


def prepare(program: ir.Program, encoding: Encoding) -> ir.Program:
    """Return a program ready for merging and passes.

    `all_different` and runs are replaced by nodes, and the connections that the encoding takes as a
    whole are kept.
    """
    if program.differences and encoding.different != AUTO:
        known = spec.registry("different")
        default, named = spec.parse_encodings(encoding.different, "different")
        chosen = {rule: known.get(name) for rule, name in named.items() if name != AUTO}
        program = expand_different(program, known.get(str(default)), chosen)
    if encoding.runs != AUTO:
        known = spec.registry("runs")
        program = expand_runs(program, known.get(encoding.runs), known.get("automaton"))
    if encoding.connected == AUTO:
        return program

    return kept_whole(program, _takes(encoding.connected))


def _takes(name: str) -> Callable[[ir.Connection], bool]:
    """Return which connections an encoding of connectedness states; `lazy` alone states sizes."""
    from nlc.encode.connected import choose

    encodings, lazy = spec.connected_encodings(name), "lazy" in name.split("+")
    return lambda item: choose(encodings, item).takes(item) if item.sizes is None else lazy


def _connected(program: ir.Program, offers: frozenset[str]) -> str:
    """Return the fastest encoding of connectedness that applies; `arborescence` always does."""
    if not program.connects:
        return AUTO
    from nlc.encode.connected import Rows, reduced

    lazy = _is_incremental(offers)
    connections = connections_of(program, lambda item: lazy or item.sizes is None)
    levels = spec.registry("connected").get("levels")
    others = [
        item
        for item in connections
        if item.sizes is not None or not levels.prefers(item) or levels.refusal(item) is not None
    ]
    if connections and not others:
        return "levels"
    first = "levels+" if len(others) < len(connections) else ""
    if lazy:
        plain = all(item.goals is None and item.sizes is None for item in others)
        return first + ("propagator" if plain and "propagator" in offers else "lazy")
    dual = spec.registry("connected").get("dual")
    items, rows = [item for item in others if dual.takes(item)], Rows(program)
    suited = (
        bool(items)
        and all(dual.refusal(item) is None for item in items)
        and all(dual.suits(reduced(item, rows)) for item in items)
    )
    return f"{first}dual" if suited else f"{first}arborescence"


def _refused_connected(program: ir.Program, name: str, offers: frozenset[str]) -> Refusal | None:
    from nlc.encode.connected import choose

    for item in connections_of(program, _takes(name)):
        stated = choose(spec.connected_encodings(name), item)
        reason = _unmet(stated.declaration, offers) or stated.refusal(item)
        if reason is not None:
            return reason, item.origin.span
    return None


def _has_sums(program: ir.Program) -> bool:
    return any(isinstance(each.definition, ir.TotalDefinition) for each in program.auxiliaries)


PARTS = {
    "acyclic": Part(_acyclic, _refused_acyclic),
    "connected": Part(_connected, _refused_connected),
    "different": Part(lambda program, _: "values" if program.differences else AUTO),
    "sums": Part(lambda program, _: "totalizer" if _has_sums(program) else AUTO),
    "runs": Part(lambda program, _: "order" if program.runs else AUTO),
}
"""The parts of a spec that are chosen by the program and the solver."""


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

    domains: list[ir.Domain]
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


def choose_domains(program: ir.Program, text: str) -> dict[str, str]:
    """Return the encoding of each finite-domain variable by the part `domains` of a spec.

    Args:
        program: has the variables.
        text: the part of the spec; `auto` in it is replaced.

    Raises:
        UserError: a variable is unknown, or variables that are compared with each other have
            different encodings.
    """
    default, named = spec.parse_encodings(text)
    _check_variables(program, text, named)
    out = {name: named.get(name, default or AUTO) for name in program.domains}
    for own in [d for d in program.domains.values() if d.allowed is not None]:
        name = out[own.name]
        refused = name != AUTO and domains.REGISTRY.get(name).refusal(len(own.values)) is not None
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


def needs_permutations(program: ir.Program, encodings: Mapping[str, str]) -> bool:
    """Return whether the pass `permutations` applies to variables with literals for values."""
    direct = [d for d in program.domains.values() if encodings[d.name] == "direct"]
    if not direct:
        return False
    from nlc.ir.passes.permutations import has_permutation

    return any(has_permutation(program, domain) for domain in direct)


def _check_variables(program: ir.Program, text: str, named: dict[str, str]) -> None:
    for name in [each for each in named if each not in program.domains]:
        known = ", ".join(program.domains) or "none"
        if any(var.name == name for var in program.bools):
            message, hint = f"'{name}' is true or false, and needs no encoding", None
        else:
            message = f"there is no variable '{name}'"
            hint = suggest(name, tuple(program.domains))
        raise fail(f"domains={text}: {message}", hint=hint or f"variables: {known}")


def usages(program: ir.Program) -> list[Usage]:
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
        found[block.variable].atoms += int(np.count_nonzero(block.values != ir.ABSENT))
    return every


def _is_unguarded(program: ir.Program, guard: ir.Lits | None) -> bool:
    """Return whether a guard always holds, except for the choice of one of several programs."""
    if guard is None:
        return False
    if program.choices is None:
        return not guard.shape[1]
    return bool((np.abs(guard) >= program.choices[0]).all())
