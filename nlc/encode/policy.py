"""What `auto` stands for in an encoding, what encodings need of a solver, and refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from nlc.board import Sort
from nlc.encode import acyclic, usage
from nlc.encode.cardinality import Counter
from nlc.encode.different.base import stated
from nlc.encode.lists import ALONE, encodings_text, names_in
from nlc.encode.runs.base import stated as runs_stated
from nlc.encode.spec import AUTO, NONE, Encoding, connected_encoding, registry
from nlc.errors import Span, fail
from nlc.graph import Graph, restrict
from nlc.ir.connection import complements, connections_of, kept_whole
from nlc.ir.lint import is_unbalanced
from nlc.ir.nodes import TRUE, Acyclic, Exactly, Global, Lits, Program, TotalDefinition
from nlc.ir.passes import parse

if TYPE_CHECKING:
    from nlc.encode.base import AcyclicEncoding, Declaration
    from nlc.language.resolve import Puzzle

READINGS_FROM = 128
"""Cells from which a search costs more than stating a stricter reading."""

FAILED_PAIRS_FROM = 2000
"""Cells from which denying turns that lead to no label saves more than it costs."""

FOLD_FROM = 800
"""Cells from which folding saves a solver inside Python more than it costs."""

FOLD_VALUES_FROM = 10_000
"""Values of all cells, each with a literal of its own, from which it does so on any board, such as
those of a Sudoku of 25x25."""

PAIR_VARIABLES_FROM = 256
"""Cells from which variables for pairs save several puzzles in one solver more conflicts than their
clauses cost to load."""

DIFFERENT = "values"
"""The encoding of values that are different that measures best."""

SUMS = "totalizer"
"""The encoding of sums and products that measures best."""

RUNS = "order"
"""The encoding of runs that measures best along lines."""

RINGS = "automaton"
"""That of what this one refuses: runs round rings."""

STATIC: frozenset[str] = frozenset()
"""What a solver offers that is given a file: nothing but to decide it."""

IN_PROCESS = frozenset(["in-process"])
"""What a solver inside Python offers: it takes clauses when it has found a model."""

WATCHED = IN_PROCESS | {"propagator"}
"""What such a solver offers that takes propagators."""

ASSUMING = IN_PROCESS | {"assumptions"}
"""What a solver inside Python offers that is asked again and again, each time under assumptions."""

SOLVER_NEEDS = {
    "in-process": "it adds clauses while a solver that runs inside Python searches, "
    "so that there is no fixed formula to write, or to prove anything of",
    "propagator": "it needs a solver that takes propagators, such as pysat:cadical195",
}
"""What an encoding may need of the solver, and why it is refused without it."""


def is_large(puzzle: Puzzle, program: Program) -> bool:
    """Return whether a puzzle is large, and of a genre that names stricter readings.

    Such a puzzle gains from a solver that is asked under assumptions even where it is of the
    strictest reading itself: by rows that are stated only where a model breaks them.
    """
    return bool(puzzle.rules.preferences) and program.board.count(Sort.CELL) >= READINGS_FROM


def may_shorten(program: Program) -> bool:
    """Return whether some cells may stay empty, and paths be taken to be as short as these allow.

    See `nlc.encode.numberlink.shortest`.
    """
    counts = [node.counts for node in program.nodes if isinstance(node, Exactly)]
    if not any(0 in each and 1 not in each and 2 in each for each in counts):
        return False  # a look tells that no cell may stay empty
    from nlc.encode.numberlink.shortest import applies

    return applies(program)


def assumes(encoding: Encoding) -> bool:
    """Return whether an encoding names what only a solver that is `ASSUMING` can be asked."""
    return encoding.puzzles != ALONE or encoding.readings not in (AUTO, NONE)


def losing(encoding: Encoding) -> str | None:
    """Return the name of a pass of an encoding that keeps one solution but not all, or None."""
    if encoding.passes in (AUTO, NONE):
        return None

    named = "+".join(item for item in encoding.passes.split("+") if item != AUTO)
    return next((step.name for step in parse(named or NONE) if step.loses), None)


def require_all(encoding: Encoding) -> None:
    """Refuse an encoding that keeps one solution but not all.

    Raises:
        UserError: it names such a pass.
    """
    lost = losing(encoding)
    if lost is not None:
        raise fail(
            f"passes={lost} keeps one solution but not all: it answers whether there is any, and"
            " neither how many there are, what all share, nor proves that there is none",
            hint=f"leave {lost} out of passes={encoding.passes}",
        )


def is_exact(encoding: Encoding) -> bool:
    """Return whether each part of an encoding is exact, and it states a puzzle rule by rule.

    Else what a solver learns of one puzzle, or reading, need not hold for another.
    """
    named = [(part, getattr(encoding, part)) for part in ("acyclic", "different", "sums", "runs")]
    named += [("connected", name) for name in encoding.connected.split("+")]
    named += [("domains", name) for name in names_in(encoding.domains)]
    return (
        encoding.numberlink == NONE
        and all(registry(part).get(name).declaration.exact for part, name in named if name != AUTO)
        and Counter(encoding.cardinality).exact
        and losing(encoding) is None
    )


def resolve(
    encoding: Encoding, program: Program, offers: frozenset[str], puzzles: int = 1
) -> Encoding:
    """Return an encoding that names all but `acyclic` and `cardinality`.

    `acyclic` is chosen when the passes have been applied, by `choose_acyclic`, and `connected`,
    `different` and `runs` before programs are merged, by `choose_connected`, `choose_different`
    and `choose_runs`.

    Args:
        program: what is to be stated, merged if it is of several programs.
        offers: what the solver offers.
        puzzles: how many share the formula.
    """
    if encoding.numberlink != NONE:
        return encoding
    cells = program.board.count(Sort.CELL)
    # Encodings that are named are to be compared on formulas that differ in nothing else.
    named = {encoding.domains, encoding.cardinality, encoding.acyclic} != {AUTO}
    words = usage.chosen(program, encoding.domains)
    direct = [domain for domain in program.domains.values() if words[domain.name] == "direct"]
    values = sum(domain.size * len(domain.values) for domain in direct)
    small = cells < FOLD_FROM and values < FOLD_VALUES_FROM and puzzles == 1
    usual = [] if small and "in-process" in offers and not named else ["fold"]
    if program.connects and complements(program):
        usual = ["face-runs", "fold"]
    if "assumptions" in offers:
        if puzzles > 1 and cells >= PAIR_VARIABLES_FROM:
            usual = ["pair-variables", *usual]
        elif puzzles == 1 and cells >= FAILED_PAIRS_FROM:
            usual = ["failed-pairs", *usual]
    elif puzzles == 1 and "in-process" not in offers and _is_unbalanced(encoding, program):
        usual.insert(0, "balance")
    if usage.permutes(program, words):
        usual.insert(0, "permutations")
    items = [
        name for item in encoding.passes.split("+") for name in (usual if item == AUTO else [item])
    ]
    rows = "rows" if "assumptions" in offers else NONE
    return replace(
        encoding,
        domains=encodings_text(words, usage.UNUSED),
        passes="+".join(items) or NONE,
        lazy=rows if encoding.lazy == AUTO else encoding.lazy,
        readings=NONE if encoding.readings == AUTO else encoding.readings,
    )


def _is_unbalanced(encoding: Encoding, program: Program) -> bool:
    """Return whether there is no solution by parity, which a solver would be long in finding."""
    return AUTO in encoding.passes.split("+") and is_unbalanced(program)


def candidates(node: Acyclic | Global) -> tuple[Graph, Lits]:
    """Return the graph without the edges that are never chosen, and the literals of the others."""
    keep = node.lits != -TRUE
    if keep.all():
        return node.graph, node.lits
    return restrict(node.graph, keep), node.lits[keep]


def choose_acyclic(
    program: Program, name: str, offers: frozenset[str], *, partial: bool = False
) -> str:
    """Return the full name of the encoding of acyclicity, `auto` and aliases resolved.

    Args:
        name: of an encoding, or ``auto``.
        offers: what the solver offers of `SOLVER_NEEDS`.
        partial: take what the solver does not offer too, if it is named.

    Raises:
        UserError: the named encoding cannot treat a graph of the program, or needs a solver of
            another kind. The hint names one that can be used.
    """
    if name == AUTO:
        return _default(program, offers)
    found = _refusal(program, name, allowed(offers, partial))
    if found is not None:
        reason, span = found
        hint = f"use acyclic={_default(program, offers)}"
        raise fail(f"acyclic={name} cannot be used here: {reason}", span, hint)
    return acyclic.REGISTRY.get(name).declaration.name


def allowed(offers: frozenset[str], partial: bool) -> frozenset[str]:
    """Return what encodings may need: what a solver offers, and for a part of a formula all."""
    return offers | SOLVER_NEEDS.keys() if partial else offers


def _goes_on(offers: frozenset[str]) -> bool:
    """Return whether a solver keeps what it learnt when clauses are added to a formula."""
    return "in-process" in offers and "anew" not in offers


def _default(program: Program, offers: frozenset[str]) -> str:
    """Return the encoding that measures best where it can be used; `lfsr` always can."""
    preferred = ("lazy", "primal-dual") if _goes_on(offers) else ("primal-dual",)
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
    """Return what an encoding needs and a solver does not offer, in words, or None."""
    unmet = (need for need in SOLVER_NEEDS if need in declaration.needs and need not in offers)
    return next((SOLVER_NEEDS[need] for need in unmet), None)


def choose_connected(
    program: Program, name: str, offers: frozenset[str], *, partial: bool = False
) -> str:
    """Return the name of the encoding of connectedness, `auto` where a program asks for none.

    Arguments and errors are those of `choose_acyclic`; the program is as elaborated.
    """
    if name == AUTO:
        return _default_connected(program, offers) if program.connects else AUTO
    found = _refusal_to_connect(program, name, allowed(offers, partial))
    if found is not None:
        reason, span = found
        hint = f"use connected={_default_connected(program, offers)}"
        raise fail(f"connected={name} cannot be used here: {reason}", span, hint)
    return connected_encoding(name).declaration.name


def choose_different(program: Program, name: str) -> str:
    """Return the name of the encoding of `all_different`, `auto` where a program asks for none."""
    if name == AUTO:
        return DIFFERENT if program.differences else AUTO
    return str(registry("different").get(name).declaration.name)


def choose_sums(program: Program, name: str) -> str:
    """Return the name of the encoding of sums, `auto` where a program asks for none."""
    if name == AUTO:
        asked = any(isinstance(each.definition, TotalDefinition) for each in program.auxiliaries)
        return SUMS if asked else AUTO
    return str(registry("sums").get(name).declaration.name)


def choose_runs(program: Program, name: str) -> str:
    """Return the name of the encoding of runs, `auto` where a program asks for none."""
    if name == AUTO:
        return RUNS if program.runs else AUTO
    return str(registry("runs").get(name).declaration.name)


def prepared(program: Program, encoding: Encoding) -> Program:
    """Return an elaborated program as passes and merging are to see it.

    It has the connections that an encoding takes as a whole, and what is different, and runs,
    stated.
    """
    if encoding.different != AUTO:
        program = stated(program, registry("different").get(encoding.different))
    if encoding.runs != AUTO:
        known = registry("runs")
        program = runs_stated(program, known.get(encoding.runs), known.get(RINGS))
    if encoding.connected == AUTO:
        return program

    return kept_whole(program, connected_encoding(encoding.connected).takes)


def _default_connected(program: Program, offers: frozenset[str]) -> str:
    """Return the encoding that measures best where it can be used; `arborescence` always can."""
    from nlc.encode.connected.reduce import reduced

    found = connections_of(program)
    levels = registry("connected").get("levels")
    small = [item for item in found if levels.prefers(item) and levels.refusal(item) is None]
    others = [item for item in found if not any(item is each for each in small)]
    if found and len(small) == len(found):
        return "levels"
    first = "levels+" if small else ""
    if _goes_on(offers):
        return f"{first}lazy"
    dual = registry("connected").get("dual")
    items = [item for item in others if dual.takes(item)]
    suited = (
        bool(items)
        and all(dual.refusal(item) is None for item in items)
        and all(dual.suits(reduced(program, item)) for item in items)
    )
    return f"{first}dual" if suited else f"{first}arborescence"


def _refusal_to_connect(
    program: Program, name: str, offers: frozenset[str]
) -> tuple[str, Span | None] | None:
    """Return why an encoding of connectedness cannot be used, and for which statement, or None."""
    encoding = connected_encoding(name)
    for item in filter(encoding.takes, connections_of(program)):
        stated = encoding.of(item)
        reason = _unmet(stated.declaration, offers) or stated.refusal(item)
        if reason is not None:
            return reason, item.origin.span
    return None
