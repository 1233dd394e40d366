"""Resolves `auto` in an encoding, and checks that named encodings apply to program and solver."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from nlc.board import Sort
from nlc.encode import acyclic, usage
from nlc.encode.different import expand as expand_different
from nlc.encode.lists import format_encodings, join_encodings, parse_encodings
from nlc.encode.runs import expand as expand_runs
from nlc.encode.spec import (
    AUTO,
    BY_RULE,
    ENCODINGS,
    NONE,
    Encoding,
    connected_encodings,
    names_of,
    registry,
)
from nlc.errors import Span, fail
from nlc.graph import Graph, restrict
from nlc.ir.connection import complements, connections_of, kept_whole
from nlc.ir.nodes import TRUE, Acyclic, Connection, Exactly, Global, Lits, Program, TotalDefinition
from nlc.ir.passes import parse

if TYPE_CHECKING:
    from nlc.encode.base import AcyclicEncoding, Declaration
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


def is_large(puzzle: Puzzle, program: Program) -> bool:
    """Return whether a puzzle is large, and of a genre with stricter readings.

    It gains from an incremental solver even if its options are those of the strictest reading, by
    rows that are added only when a model breaks them.
    """
    return bool(puzzle.rules.preferences) and program.board.count(Sort.CELL) >= READINGS_FROM


def may_shorten(program: Program) -> bool:
    """Return whether some cells may stay empty, and paths can be assumed to be shortest.

    See `nlc.encode.numberlink.shortest`.
    """
    counts = [node.counts for node in program.nodes if isinstance(node, Exactly)]
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
        registry(part).get(name)
        for part in ENCODINGS
        for name in names_of(part, getattr(encoding, part))
        if name not in (AUTO, NONE)
    ]
    return (
        encoding.numberlink == NONE
        and all(each.declaration.exact for each in named)
        and losing_pass(encoding) is None
    )


def resolve(encoding: Encoding, program: Program, offers: frozenset[str]) -> Encoding:
    """Return an encoding in which no part but `acyclic` and `cardinality` is `auto`.

    `settle` chooses `acyclic` after the passes, and the rest of `PARTS` before programs are merged.

    Args:
        encoding: the encoding to resolve.
        program: the program, merged if there are several.
        offers: the abilities of the solver.
    """
    if encoding.numberlink != NONE:
        return encoding
    domain_encodings = usage.choose_domains(program, encoding.domains)
    usual = ["fold"]
    if program.connects and complements(program):
        usual.insert(0, "face-runs")
    if usage.needs_permutations(program, domain_encodings):
        usual.insert(0, "permutations")
    items = [
        name for item in encoding.passes.split("+") for name in (usual if item == AUTO else [item])
    ]
    rows = "rows" if "assumptions" in offers else NONE
    return replace(
        encoding,
        domains=format_encodings(domain_encodings, AUTO),
        passes="+".join(items) or NONE,
        lazy=rows if encoding.lazy == AUTO else encoding.lazy,
        readings=NONE if encoding.readings == AUTO else encoding.readings,
    )


def candidates(node: Acyclic | Global) -> tuple[Graph, Lits]:
    """Return the graph of the edges that may be chosen, and their literals."""
    keep = node.lits != -TRUE
    if keep.all():
        return node.graph, node.lits
    return restrict(node.graph, keep), node.lits[keep]


class Part(Struct, frozen=True):
    """A part of a spec: what `auto` stands for, and which names cannot be used.

    Attributes:
        default: returns the fastest encoding that applies to a program, by the abilities of a
            solver; `AUTO` if the program needs none.
        refusal: returns why an encoding cannot be used, and for which statement, or None.
    """

    default: Callable[[Program, frozenset[str]], str]
    refusal: Callable[[Program, str, frozenset[str]], Refusal | None] = lambda *_: None


def settle(
    encoding: Encoding,
    program: Program,
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
        aliases = registry(part).aliases
        if part in BY_RULE:
            default, named = parse_encodings(name, part)
            if (default or AUTO) == AUTO:
                default = kind.default(program, offers)
            names = {rule: aliases.get(each, each) for rule, each in named.items()}
            found[part] = join_encodings(aliases.get(str(default), str(default)), names)
            continue
        found[part] = "+".join(aliases.get(each, each) for each in names_of(part, name))
    return replace(encoding, **found)


def allowed_needs(offers: frozenset[str], partial: bool) -> frozenset[str]:
    """Return the abilities that encodings may need: those of the solver, or all if `partial`."""
    return offers | SOLVER_NEEDS.keys() if partial else offers


def _is_incremental(offers: frozenset[str]) -> bool:
    """Return whether a solver keeps learnt clauses when clauses are added."""
    return "in-process" in offers and "anew" not in offers


def _acyclic(program: Program, offers: frozenset[str]) -> str:
    """Return the fastest encoding of acyclicity that applies; `lfsr` always does."""
    from nlc.encode.acyclic.elimination import is_narrow

    preferred = ("lazy", "primal-dual") if _is_incremental(offers) else ("primal-dual",)
    usable = (each for each in preferred if _refused_acyclic(program, each, offers) is None)
    found = next(usable, None)
    if found is None:
        graphs = (candidates(node)[0] for node in program.nodes if isinstance(node, Acyclic))
        found = "vertex-elimination" if all(map(is_narrow, graphs)) else "lfsr"
    return found


def _refused_acyclic(program: Program, name: str, offers: frozenset[str]) -> Refusal | None:
    encoding = acyclic.REGISTRY.get(name)
    for node in program.nodes:
        if isinstance(node, Acyclic):
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


def prepare(program: Program, encoding: Encoding) -> Program:
    """Return a program ready for merging and passes.

    `all_different` and runs are replaced by nodes, and the connections that the encoding takes as a
    whole are kept.
    """
    if program.differences and encoding.different != AUTO:
        known = registry("different")
        default, named = parse_encodings(encoding.different, "different")
        chosen = {rule: known.get(name) for rule, name in named.items() if name != AUTO}
        program = expand_different(program, known.get(str(default)), chosen)
    if encoding.runs != AUTO:
        known = registry("runs")
        program = expand_runs(program, known.get(encoding.runs), known.get("automaton"))
    if encoding.connected == AUTO:
        return program

    return kept_whole(program, _takes(encoding.connected))


def _takes(name: str) -> Callable[[Connection], bool]:
    """Return which connections an encoding of connectedness states; `lazy` alone states sizes."""
    from nlc.encode.connected import choose

    encodings, lazy = connected_encodings(name), "lazy" in name.split("+")
    return lambda item: choose(encodings, item).takes(item) if item.sizes is None else lazy


def _connected(program: Program, offers: frozenset[str]) -> str:
    """Return the fastest encoding of connectedness that applies; `arborescence` always does."""
    if not program.connects:
        return AUTO
    from nlc.encode.connected.reduce import Rows, reduced

    lazy = _is_incremental(offers)
    connections = connections_of(program, lambda item: lazy or item.sizes is None)
    levels = registry("connected").get("levels")
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
    dual = registry("connected").get("dual")
    items, rows = [item for item in others if dual.takes(item)], Rows(program)
    suited = (
        bool(items)
        and all(dual.refusal(item) is None for item in items)
        and all(dual.suits(reduced(item, rows)) for item in items)
    )
    return f"{first}dual" if suited else f"{first}arborescence"


def _refused_connected(program: Program, name: str, offers: frozenset[str]) -> Refusal | None:
    from nlc.encode.connected import choose

    for item in connections_of(program, _takes(name)):
        stated = choose(connected_encodings(name), item)
        reason = _unmet(stated.declaration, offers) or stated.refusal(item)
        if reason is not None:
            return reason, item.origin.span
    return None


def _has_sums(program: Program) -> bool:
    return any(isinstance(each.definition, TotalDefinition) for each in program.auxiliaries)


PARTS = {
    "acyclic": Part(_acyclic, _refused_acyclic),
    "connected": Part(_connected, _refused_connected),
    "different": Part(lambda program, _: "values" if program.differences else AUTO),
    "sums": Part(lambda program, _: "totalizer" if _has_sums(program) else AUTO),
    "runs": Part(lambda program, _: "order" if program.runs else AUTO),
}
"""The parts of a spec that are chosen by the program and the solver."""
