#!/usr/bin/env python3
"""Rewrite the generated parts of the pages on encodings.

    python scripts/encodings_page.py            # rewrite them
    python scripts/encodings_page.py --check    # only tell which pages are not up to date

A generated part stands between ``<!-- generated: NAME -->`` and ``<!-- end -->``; the facts of an
encoding are the paragraph below ``<!-- KIND=NAME -->``.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from io import BytesIO
from itertools import groupby, product
from math import prod
from pathlib import Path
from textwrap import fill
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct
from tabulate import tabulate

from nlc.arrays import Bools
from nlc.cnf import Clauses, Cnf
from nlc.cnf.write import write_clauses
from nlc.comparing.check import Case
from nlc.comparing.check import graph as graph_of
from nlc.encode import (
    acyclic,
    tables,
)
from nlc.encode.base import Declaration, Degrees, of_pass
from nlc.encode.lower import lower
from nlc.encode.policy import STATIC
from nlc.encode.references import references
from nlc.encode.spec import Encoding, registry
from nlc.encode.tables import Strength, strength
from nlc.errors import Source, UserError
from nlc.graph import Graph
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Acyclic, Counts
from nlc.ir.passes import PASSES
from nlc.language.resolve import load

DOCS = Path(__file__).resolve().parents[1] / "docs"
MAIN = DOCS / "encodings.md"
PAGES = {
    kind: DOCS / "encodings" / f"{kind}.md"
    for kind in (
        *("domains", "cardinality", "acyclic", "connected", "different", "sums", "runs", "passes"),
        "numberlink",
    )
}

STRENGTH = ("conflicts", "complete")
"""Headings of `Strength`; UP is unit propagation."""

_PART = re.compile(r"(<!-- generated: ([^\n]+) -->\n).*?(<!-- end -->)", re.DOTALL)

_FACTS = re.compile(r"(<!-- (\w+)=([\w-]+) -->\n)(?:Size: .*?(?:\n\n|\Z))?\n*", re.DOTALL)


def rewritten(text: str) -> str:
    """Return a page whose generated parts are made anew."""
    text = _PART.sub(lambda found: f"{found[1]}\n{generated(found[2]).strip()}\n\n{found[3]}", text)
    text = _FACTS.sub(lambda found: f"{found[1]}{facts(found[2], found[3])}\n\n", text)
    return text.rstrip("\n") + "\n"


def declarations(kind: str) -> dict[str, Declaration]:
    """Return what the encodings of a kind declare; aliases are left out."""
    if kind == "passes":
        return {name: of_pass(PASSES.get(name)) for name in PASSES.names()}
    known = registry(kind)
    return {name: known.get(name).declaration for name in known.names()}


def page(kind: str, name: str) -> Path:
    """Return the page of an encoding: its own, or that of its kind."""
    own = DOCS / "encodings" / kind / f"{name}.md"
    return own if own.parent.is_dir() else PAGES[kind]


# ---------- acyclicity, from its clauses ----------

SHAPES: Mapping[str, tuple[str, int, int]] = {
    "5x5": ("square", 5, 5),
    "10x10": ("square", 10, 10),
    "20x20": ("square", 20, 20),
    "hex 10x10": ("hex", 10, 10),
}
"""Tiling, rows and columns of the boards that are told."""

TRIED = ("square", 2, 4)
"""The board on which all partial assignments are tried: 10 links."""


class Forest(Struct, frozen=True):
    """One encoding in the table.

    Attributes:
        sizes: for each of `SHAPES`, the variables and clauses that it adds.
        strength: what unit propagation finds on the board `TRIED`; None of an encoding that leaves
            the work to the solving loop.
    """

    name: str
    sizes: dict[str, tuple[int, int]]
    strength: Strength | None


def forest_sizes() -> list[Forest]:
    """Return the rows of all encodings, in the order of the registry."""
    graphs = {name: graph(*shape) for name, shape in SHAPES.items()}
    small = graph(*TRIED)
    solutions = forests(small)
    found = []
    for name in acyclic.REGISTRY.names():
        sizes = {shape: _size(name, g) for shape, g in graphs.items()}
        clauses, lazy = _lowered(name, small)
        found.append(Forest(name, sizes, None if lazy else strength(clauses, solutions)))
    return found


def graph(tiling: str, rows: int, cols: int) -> Graph:
    """Return cells and links of a full board."""
    lines = [". " * cols for _ in range(rows)]
    lines[0] = "A " + "A " + ". " * (cols - 2)
    shift = [" " * (r % 2) if tiling == "hex" else "" for r in range(rows)]
    drawing = "\n".join(s + line.rstrip() for s, line in zip(shift, lines, strict=True))
    text = f'puzzle "board" is numberlink {{\n topology {tiling};\n board\n{drawing}\n end\n}}\n'
    program = elaborate(load(Source("board.nl", text)).puzzles[0])
    return next(node.graph for node in program.nodes if isinstance(node, Acyclic))


def forests(graph: Graph) -> Bools:
    """Return which sets of edges hold no cycle, shape (2,) * edges."""
    edges = graph.ends.tolist()
    out = np.zeros((2,) * len(edges), np.bool_)
    for chosen in np.ndindex(out.shape):
        tree = list(range(graph.nodes))
        for (u, v), drawn in zip(edges, chosen, strict=True):
            if drawn and tree[u] == tree[v]:
                break
            if drawn:
                tree = [tree[u] if t == tree[v] else t for t in tree]
        else:
            out[chosen] = True
    return out


def _size(name: str, graph: Graph) -> tuple[int, int]:
    clauses, _ = _lowered(name, graph)
    last = max((int(np.abs(block).max()) for block in clauses if block.size), default=0)
    return max(last - len(graph.ends), 0), sum(map(len, clauses))


def _lowered(name: str, graph: Graph) -> tuple[list[Clauses], bool]:
    """Return the clauses over the edges, which are the variables from 1; and whether more come."""
    cnf = Cnf()
    edges = len(graph.ends)
    cnf.fresh(edges, "var", lambda: [f"edge[{i}]" for i in range(edges)])
    unknown = np.zeros(graph.nodes, np.bool_)
    lits = np.arange(1, edges + 1, dtype=np.int32)
    separators = acyclic.REGISTRY.get(name).lower(
        cnf, "open", graph, lits, Degrees(unknown, unknown)
    )
    return [block.clauses for block in cnf.blocks], bool(separators)


# ---------- what words of the language cost ----------


class Word(NamedTuple):
    """A statement over the values of a row of cells, or over one more value `n` of the puzzle.

    Attributes:
        cells: number of cells, each with a value from `low` to `high`; of 0 to 1 they are `dark`.
        n: the values of `n`, where the statement mentions it.
        holds: the meaning, of the values of the cells and of `n`.
    """

    statement: str
    cells: int
    low: int
    high: int
    holds: Callable[[tuple[int, ...], int], bool]
    n: tuple[int, int] | None = None


WORDS = (
    Word("all_different(num[cells]);", 5, 1, 5, lambda x, _: len(set(x)) == len(x)),
    Word("sum num[cells] = 20;", 5, 1, 9, lambda x, _: sum(x) == 20),
    Word("sum num[cells] = n;", 4, 1, 6, lambda x, n: sum(x) == n, (1, 30)),
    Word("product(num[cells]) = 24;", 4, 1, 6, lambda x, _: prod(x) == 24),
    Word("max(num[cells]) = n;", 4, 1, 6, lambda x, n: max(x) == n, (1, 6)),
    Word("abs(num[r1c1] - num[r1c2]) = 2;", 2, 1, 9, lambda x, _: abs(x[0] - x[1]) == 2),
    Word("count dark[cells] = n;", 10, 0, 1, lambda x, n: sum(x) == n, (0, 10)),
    Word("exactly 3 of dark[cells];", 12, 0, 1, lambda x, _: sum(x) == 3),
    Word("runs(dark[cells], clue(r1c1.line(E)));", 12, 0, 1, lambda x, _: _runs_of(x) == [3, 2, 1]),
)
"""What docs/encodings.md has the sizes of."""


def _runs_of(values: tuple[int, ...]) -> list[int]:
    return [len(list(run)) for value, run in groupby(values) if value]


def costs(word: Word) -> tuple[int, int, int]:
    """Return variables and clauses of a statement, and how many combinations of values it forbids.

    What says that each cell has just one value is left out.
    """
    dark = (word.low, word.high) == (0, 1)
    var = "var dark : cell -> bool;" if dark else f"var num : cell -> {word.low}..{word.high};"
    more = f"var n : {word.n[0]}..{word.n[1]};" if word.n else ""
    shown = f"show {'dark' if dark else 'num'}{', n' if word.n else ''};"

    def size(statement: str) -> tuple[int, int]:
        text = f"""
genre word {{ given clue : line -> list of 1..9?; {var} {more} {shown} rule it {{ {statement} }} }}
puzzle "row" is word {{ topology square; board
{". " * word.cells}
end
mark clue = "3,2,1" at r1c1.line(E); }}
"""
        program = elaborate(load(Source("word.nl", text)).puzzles[0])
        cnf = lower(program, Encoding.parse("domains=direct,passes=none"), STATIC).cnf
        return cnf.variables, cnf.clauses

    with_it, without = size(word.statement), size("true;")
    ends = word.n or (0, 0)
    forbidden = sum(
        not word.holds(values, n)
        for values in product(range(word.low, word.high + 1), repeat=word.cells)
        for n in range(ends[0], ends[1] + 1)
    )
    return with_it[0] - without[0], with_it[1] - without[1], forbidden


# ---------- the parts ----------


def generated(name: str) -> str:
    """Return a generated part by its name, such as ``sizes acyclic``.

    Raises:
        KeyError: there is no such part.
    """
    what, _, rest = name.partition(" ")
    made = {"pages": _pages, "sizes": _sizes, "costs": _costs, "example": example}
    return made[what](rest)


MOST = 12
"""The most clauses of an example that are shown."""


def statement(part: str, encoding: Any) -> Case | None:
    """Return a statement of four literals that an encoding states itself; None if there is none."""
    four = "{x[i] for i in 1..4}"
    match part:
        case "cardinality":
            told = {"2": (2,), "1": (1,), "0 or 1": (0, 1), "1 or 3": (1, 3)}
            usable = (k for k, n in told.items() if not encoding.refusal(4, Counts.of(*n)))
            return Case("bool", 4, f"exactly {next(usable)} of {four}", bool, "i in 1..4")
        case "domains":
            return Case("1..4", 2, "x[1] = x[2]", bool, "i in 1..2")
        case "different":
            return Case("1..2", 2, "all_different(x[1..2])", bool, "i in 1..2")
        case "sums":
            return Case("1..2", 4, "x[1] + 2 * x[2] + 3 * x[3] + 4 * x[4] >= 16", bool, "i in 1..4")
        case "runs":
            return Case("bool", 4, f'runs({four}, "1,1")', bool, "i in 1..4")
        case "acyclic" | "connected":
            return graph_of(part, "abcd", "a-b a-c b-d c-d", 2)
    return None


def example(name: str) -> str:
    """Return the clauses of four literals by an encoding, ``cardinality=binomial``, and papers."""
    part, _, own = name.partition("=")
    papers = map(wrapped, references(declarations(part)[own].source))
    return "\n\n".join(filter(None, [_clauses(part, own), *papers]))


def _clauses(part: str, own: str) -> str:
    """Return the clauses of a statement by an encoding; nothing for a pass."""
    if part == "passes" or (case := statement(part, registry(part).get(own))) is None:
        return ""
    more = {"sums": ",domains=order", "different": ",domains=direct"}
    more["connected"] = ",acyclic=vertex-elimination"
    offers = frozenset(["in-process", "propagator", "assumptions"])
    spec = f"{part}={own}{more.get(part, '')},passes=none,lazy=none"
    try:
        lowered = lower(case.program(), Encoding.parse(spec), offers)
    except UserError as error:
        told = error.diagnostics[0].message.partition(": ")[2]
        return wrapped(f"It refuses `{case.statement}`: {told}.")
    stream = BytesIO()
    write_clauses(lowered.cnf, stream)
    told = re.sub(r"aux:r:(?=\d)", "a", stream.getvalue().decode()).replace("aux:r:", "")
    lines = [line.strip() for line in told.splitlines() if line.startswith(" ")]
    left = len(lines) - MOST
    lines = [*lines[:MOST], f"… and {left} more"] if left > 1 else lines
    cnf = lowered.cnf
    text = f"`{case.statement}`, {cnf.variables} variables and {cnf.clauses} clauses"
    text += " before the solving loop adds some" * bool(lowered.separators)
    return "\n".join([wrapped(text + ":"), "", "```", *lines, "```"]) if lines else f"{text}."


def _costs(_: str) -> str:
    rows = []
    for word in WORDS:
        each = "dark" if (word.low, word.high) == (0, 1) else f"{word.low}..{word.high}"
        over = f"{word.cells} cells, {each}" + (f"; n {word.n[0]}..{word.n[1]}" if word.n else "")
        variables, clauses, forbidden = costs(word)
        rows.append([f"`{word.statement}`", over, str(variables), str(clauses), str(forbidden)])
    return _table(["statement", "over", "variables", "clauses", "combinations forbidden"], rows)


def _pages(kind: str) -> str:
    links = ", ".join(f"[{name}]({kind}/{name}.md)" for name in declarations(kind))
    return wrapped(f"A page for each: {links}.")


def facts(kind: str, name: str) -> str:
    """Return the paragraph of facts of an encoding."""
    d = declarations(kind)[name]
    exact = "Exact" if d.exact else "Not exact"
    keeps = "keeps models" if d.preserves_models else "several models"
    needs = f"; needs {', '.join(d.needs)}" if d.needs else ""
    text = f"Size: {d.size}. {exact}; {keeps}{needs}. Source: {d.source}."
    return wrapped(text)


def wrapped(text: str) -> str:
    """Return a paragraph in lines of at most 100 characters."""
    return fill(text, 100, break_long_words=False, break_on_hyphens=False)


def _sizes(what: str) -> str:
    if what == "acyclic":
        return _table(
            ["encoding", *SHAPES, *STRENGTH],
            [
                [
                    f"`{row.name}`",
                    *(f"{v}/{c}" for v, c in row.sizes.values()),
                    *_found(row.strength),
                ]
                for row in _forests()
            ],
        )
    made: dict[str, Callable[[], Iterable[tables.TableRow]]]
    made = {"count": _counts, "words": tables.words, "links": _links, "sums": _sums, "runs": _runs}
    rows = [*made[what]()]
    lines = []
    for row in rows:
        sizes = ["-" if s is None else f"{s[0]}/{s[1]}" for s in row.sizes.values()]
        lines.append([f"`{row.encoding}`", *sizes, *(_found(row.strength) if row.strength else ())])
    more = STRENGTH if rows[0].strength else []
    return _table(["encoding", *rows[0].sizes, *more], lines)


def _found(strength: Strength | None) -> list[str]:
    return ["-", "-"] if strength is None else [_word(fact) for fact in strength]


_forests = cache(forest_sizes)
_counts = cache(lambda: [*tables.counts()])
_links = cache(lambda: [*tables.links()])
_sums = cache(lambda: [*tables.sums()])
_runs = cache(lambda: [*tables.runs()])


def _table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return tabulate(rows, headers, tablefmt="pipe", disable_numparse=True)


def _word(fact: bool) -> str:
    return "yes" if fact else "no"


def pages() -> dict[Path, str]:
    """Return the text of every page, what follows from the code made anew."""
    single = [page(kind, name) for kind in PAGES for name in declarations(kind)]
    paths = dict.fromkeys((MAIN, *PAGES.values(), *single))
    for path in single:
        if not path.exists():
            raise SystemExit(f"{path} is missing: write this page first, without its facts")
    for kind in PAGES:
        for name in declarations(kind):
            if f"<!-- {kind}={name} -->" not in page(kind, name).read_text():
                raise SystemExit(f"{page(kind, name)} has no section for {kind}={name}")
    return {p: rewritten(p.read_text(encoding="utf-8")) for p in paths}


def main() -> int:
    """Read the command line, rewrite or check the pages, and return the exit status."""
    parser = argparse.ArgumentParser(description="Rewrite the generated parts of docs/encodings.")
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if one has changed")
    args = parser.parse_args()
    stale = {p: text for p, text in pages().items() if p.read_text(encoding="utf-8") != text}
    for path, text in stale.items():
        print(path.relative_to(DOCS.parent))
        if not args.check:
            path.write_text(text, encoding="utf-8")
    return 1 if stale and args.check else 0


if __name__ == "__main__":
    sys.exit(main())
