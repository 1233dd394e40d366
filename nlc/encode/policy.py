"""Resolves `auto` in an encoding, and checks that named encodings apply to program and solver."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nlc.board import Sort
from nlc.encode import acyclic, usage
from nlc.encode.cardinality import Counter
from nlc.encode.different.base import expand as expand_different
from nlc.encode.lists import ALONE, format_encodings, names_in
from nlc.encode.runs.base import expand as expand_runs
from nlc.encode.spec import AUTO, NONE, Encoding, connected_encoding, registry
from nlc.errors import Span, fail
from nlc.graph import Graph, restrict
from nlc.ir.connection import complements, connections_of, kept_whole
from nlc.ir.nodes import TRUE, Acyclic, Connection, Exactly, Global, Lits, Program, TotalDefinition
from nlc.ir.passes import parse

if TYPE_CHECKING:
    from nlc.encode.base import AcyclicEncoding, Declaration
    from nlc.language.resolve import Puzzle

READINGS_FROM = 128
"""The number of cells from which adding a stricter reading saves more than it costs."""

DIFFERENT = "values"
"""The fastest encoding of `all_different`."""

SUMS = "totalizer"
"""The fastest encoding of sums and products."""

RUNS = "order"
"""The fastest encoding of runs along lines."""

RINGS = "automaton"
"""The fastest encoding of runs round rings, to which `RUNS` does not apply."""

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


def assumes(encoding: Encoding) -> bool:
    """Return whether an encoding needs a solver that is `ASSUMING`."""
    return encoding.puzzles != ALONE or encoding.readings not in (AUTO, NONE)


def losing_pass(encoding: Encoding) -> str | None:
    """Return the name of a pass of an encoding that does not keep all solutions, or None."""
    if encoding.passes in (AUTO, NONE):
        return None

    named = "+".join(item for item in encoding.passes.split("+") if item != AUTO)
    return next((step.name for step in parse(named or NONE) if step.loses), None)


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
    named = [(part, getattr(encoding, part)) for part in ("acyclic", "different", "sums", "runs")]
    named += [("connected", name) for name in encoding.connected.split("+")]
    named += [("domains", name) for name in names_in(encoding.domains)]
    return (
        encoding.numberlink == NONE
        and all(registry(part).get(name).declaration.exact for part, name in named if name != AUTO)
        and Counter(encoding.cardinality).exact
        and losing_pass(encoding) is None
    )


def resolve(encoding: Encoding, program: Program, offers: frozenset[str]) -> Encoding:
    """Return an encoding in which no part but `acyclic` and `cardinality` is `auto`.

    `acyclic` is chosen after the passes, by `choose_acyclic`, and `connected`,
    `different` and `runs` before programs are merged, by `choose_connected`, `choose_different`
    and `choose_runs`.

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
        domains=format_encodings(domain_encodings, usage.UNUSED),
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


def choose_acyclic(
    program: Program, name: str, offers: frozenset[str], *, partial: bool = False
) -> str:
    """Return the full name of the encoding of acyclicity, `auto` and aliases resolved.

    Args:
        program: the program after the passes.
        name: the name of an encoding, or ``auto``.
        offers: the abilities of the solver; see `SOLVER_NEEDS`.
        partial: allow a named encoding that needs other abilities.

    Raises:
        UserError: the named encoding does not apply to a graph of the program, or needs another
            solver. The hint names an encoding that can be used.
    """
    if name == AUTO:
        return _default(program, offers)
    refused = _refusal(program, name, allowed_needs(offers, partial))
    if refused is not None:
        reason, span = refused
        hint = f"use acyclic={_default(program, offers)}"
        raise fail(f"acyclic={name} cannot be used here: {reason}", span, hint)
    return acyclic.REGISTRY.get(name).declaration.name


def allowed_needs(offers: frozenset[str], partial: bool) -> frozenset[str]:
    """Return the abilities that encodings may need: those of the solver, or all if `partial`."""
    return offers | SOLVER_NEEDS.keys() if partial else offers


def _is_incremental(offers: frozenset[str]) -> bool:
    """Return whether a solver keeps learnt clauses when clauses are added."""
    return "in-process" in offers and "anew" not in offers


def _default(program: Program, offers: frozenset[str]) -> str:
    """Return the fastest encoding of acyclicity that applies; `lfsr` always does."""
    preferred = ("lazy", "primal-dual") if _is_incremental(offers) else ("primal-dual",)
    usable = (name for name in preferred if _refusal(program, name, offers) is None)
    return next(usable, "lfsr")


def _refusal(program: Program, name: str, offers: frozenset[str]) -> tuple[str, Span | None] | None:
    """Return why an encoding cannot be used, and for which statement, or None."""
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


def choose_connected(
    program: Program, name: str, offers: frozenset[str], *, partial: bool = False
) -> str:
    """Return the name of the encoding of connectedness, `auto` if a program needs none.

    Arguments and errors are those of `choose_acyclic`, but the program is that before the passes.
    """
    if name == AUTO:
        return _default_connected(program, offers) if program.connects else AUTO
    refused = _refusal_to_connect(program, name, allowed_needs(offers, partial))
    if refused is not None:
        reason, span = refused
        hint = f"use connected={_default_connected(program, offers)}"
        raise fail(f"connected={name} cannot be used here: {reason}", span, hint)
    return connected_encoding(name).declaration.name


def choose_different(program: Program, name: str) -> str:
    """Return the name of the encoding of `all_different`, `auto` if a program needs none."""
    if name == AUTO:
        return DIFFERENT if program.differences else AUTO
    return str(registry("different").get(name).declaration.name)


def choose_sums(program: Program, name: str) -> str:
    """Return the name of the encoding of sums, `auto` if a program needs none."""
    if name == AUTO:
        has_sums = any(isinstance(each.definition, TotalDefinition) for each in program.auxiliaries)
        return SUMS if has_sums else AUTO
    return str(registry("sums").get(name).declaration.name)


def choose_runs(program: Program, name: str) -> str:
    """Return the name of the encoding of runs, `auto` if a program needs none."""
    if name == AUTO:
        return RUNS if program.runs else AUTO
    return str(registry("runs").get(name).declaration.name)


def prepare(program: Program, encoding: Encoding) -> Program:
    """Return a program ready for merging and passes.

    `all_different` and runs are replaced by nodes, and the connections that the encoding takes as a
    whole are kept.
    """
    if encoding.different != AUTO:
        program = expand_different(program, registry("different").get(encoding.different))
    if encoding.runs != AUTO:
        known = registry("runs")
        program = expand_runs(program, known.get(encoding.runs), known.get(RINGS))
    if encoding.connected == AUTO:
        return program

    return kept_whole(program, _takes(encoding.connected))


def _takes(name: str) -> Callable[[Connection], bool]:
    """Return which connections an encoding of connectedness states; `lazy` alone states sizes."""
    encoding, lazy = connected_encoding(name), "lazy" in name.split("+")
    return lambda item: encoding.takes(item) if item.sizes is None else lazy


def _default_connected(program: Program, offers: frozenset[str]) -> str:
    """Return the fastest encoding of connectedness that applies; `arborescence` always does."""
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


def _refusal_to_connect(
    program: Program, name: str, offers: frozenset[str]
) -> tuple[str, Span | None] | None:
    """Return why an encoding of connectedness cannot be used, and for which statement, or None."""
    encoding = connected_encoding(name)
    for item in connections_of(program, _takes(name)):
        stated = encoding.of(item)
        reason = _unmet(stated.declaration, offers) or stated.refusal(item)
        if reason is not None:
            return reason, item.origin.span
    return None
