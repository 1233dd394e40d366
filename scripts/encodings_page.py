#!/usr/bin/env python3
"""Rewrite the generated parts of the pages on encodings.

    python scripts/encodings_page.py                    # what follows from the code
    python scripts/encodings_page.py --measure FOLDER   # and the measured tables

FOLDER holds boards of 5x5 to 10x10 cells in the thesis's format. A part stands between
``<!-- generated: NAME -->`` or ``<!-- measured: NAME -->`` and ``<!-- end -->``.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from statistics import mean
from typing import Protocol

from tabulate import tabulate

from nlc.bench import acyclic as bench
from nlc.bench import encodings as boards
from nlc.bench.sizes import PUBLISHED
from nlc.encode import acyclic, redundant, tables
from nlc.encode import cardinality as count
from nlc.encode import domains as labels
from nlc.encode import numberlink as whole
from nlc.encode.base import Declaration
from nlc.encode.strength import Strength

DOCS = Path(__file__).resolve().parents[1] / "docs"
MAIN = DOCS / "encodings.md"
PAGES = {
    kind: DOCS / "encodings" / f"{kind}.md"
    for kind in ("labels", "count", "acyclic", "redundant", "whole")
}

_PART = re.compile(r"(<!-- (generated|measured): ([^\n]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)

PUBLISHED_OF = {"edge-path": PUBLISHED, "path-position": {5: 167_144, 6: 721_223}}
"""Published mean clauses of the course project, by encoding and size."""


class _Declares(Protocol):
    @property
    def declaration(self) -> Declaration: ...


def rewritten(text: str, kind: str, part: Callable[[str], str]) -> str:
    """Return a page whose parts of a kind, ``generated`` or ``measured``, are made anew."""

    def new(found: re.Match[str]) -> str:
        if found[2] != kind:
            return found[0]
        return f"{found[1]}\n{part(found[3]).strip()}\n\n{found[5]}"

    return _PART.sub(new, text)


def declarations(kind: str) -> dict[str, Declaration]:
    """Return what the encodings of a kind declare; aliases are left out."""
    found: dict[str, list[_Declares]] = {
        "labels": [labels.REGISTRY.get(name) for name in labels.REGISTRY.names()],
        "count": [count.REGISTRY.get(name) for name in count.REGISTRY.names()],
        "acyclic": [acyclic.get(name) for name in acyclic.names()],
        "redundant": [redundant.REGISTRY.get(name) for name in redundant.REGISTRY.names()],
        "whole": [whole.REGISTRY.get(name) for name in whole.REGISTRY.names()],
    }
    return {e.declaration.name: e.declaration for e in found[kind]}


def page(kind: str, name: str) -> Path:
    """Return the page of an encoding."""
    return DOCS / "encodings" / kind / f"{name}.md"


# ---------- what follows from the code ----------


def generated(name: str) -> str:
    """Return a generated part by its name, such as ``declarations acyclic``.

    Raises:
        KeyError: there is no such part.
    """
    what, _, rest = name.partition(" ")
    made = {"declarations": _declarations, "facts": _facts, "pages": _pages, "sizes": _sizes}
    return made[what](rest)


def _declarations(kind: str) -> str:
    rows = [
        (
            f"[`{name}`](encodings/{kind}/{name}.md)",
            _word(d.exact),
            _word(d.preserves_models),
            ", ".join(d.needs) or "-",
            d.source,
        )
        for name, d in declarations(kind).items()
    ]
    return _table(["encoding", "exact", "keeps models", "needs", "source"], rows)


def _pages(kind: str) -> str:
    links = ", ".join(f"[{name}]({kind}/{name}.md)" for name in declarations(kind))
    return f"A page for each: {links}."


def _facts(place: str) -> str:
    kind, name = place.split()
    d = declarations(kind)[name]
    found = _strengths(kind).get(name)
    lines = [
        f"- Size: {d.size}.",
        f"- Exact: {_word(d.exact)}. Keeps the number of models: {_word(d.preserves_models)}."
        f" Needs: {', '.join(d.needs) or 'nothing'}.",
        f"- Source: {d.source}.",
    ]
    if found is not None:
        conflicts, forced = map(_word, found)
        told = f"every conflict: {conflicts}; every forced literal: {forced}"
        lines.insert(1, f"- Unit propagation finds {told}.")
    return "\n".join(lines)


def _strengths(kind: str) -> dict[str, Strength]:
    if kind == "acyclic":
        return {row.name: row.strength for row in _forests() if row.strength is not None}
    made: dict[str, Callable[[], list[tables.Row]]] = {"labels": _links, "count": _counts}
    rows = made[kind]() if kind in made else []
    return {row.encoding: row.strength for row in rows if row.strength is not None}


def _sizes(what: str) -> str:
    if what == "acyclic":
        return _table(
            ["encoding", *bench.SHAPES, "conflicts", "forced"],
            [
                [
                    f"`{row.name}`",
                    *(f"{v} / {c}" for v, c in row.sizes.values()),
                    *_found(row.strength),
                ]
                for row in _forests()
            ],
        )
    made: dict[str, Callable[[], list[tables.Row]]]
    made = {"count": _counts, "words": tables.words, "links": _links}
    rows = made[what]()
    lines = []
    for row in rows:
        sizes = ["-" if s is None else f"{s[0]} / {s[1]}" for s in row.sizes.values()]
        lines.append([f"`{row.encoding}`", *sizes, *(_found(row.strength) if row.strength else ())])
    more = ["conflicts", "forced"] if rows[0].strength else []
    return _table(["encoding", *rows[0].sizes, *more], lines)


def _found(strength: Strength | None) -> list[str]:
    return ["-", "-"] if strength is None else [_word(fact) for fact in strength]


_forests = cache(bench.rows)
_counts = cache(tables.counts)
_links = cache(tables.links)

# ---------- what is measured ----------


class Figures:
    """The measured tables.

    Args:
        found: what came of each encoding, the one to compare with first.
    """

    def __init__(self, found: Sequence[boards.Measured]) -> None:
        self._found = found
        self._base = {run.board: run for run in found[0].runs}

    def part(self, name: str) -> str:
        """Return a measured part by its name."""
        made = {"clauses": self._clauses, "solving": self._solving, "all": self._all}
        return made[name]()

    def _clauses(self) -> str:
        rows = []
        for m in self._found:
            rows.append([f"`{m.spec}`", *self._by_size(m, lambda run: run.clauses, "{:,.0f}")])
            if m.spec in PUBLISHED_OF:
                means = PUBLISHED_OF[m.spec]
                told = [f"{means[size]:,}" if size in means else "-" for size in boards.SIZES]
                rows.append(["&emsp;published, on other boards", *told])
        return _table(["mean clauses", *_BOARDS], rows)

    def _solving(self) -> str:
        def milliseconds(run: boards.Run) -> float | None:
            seconds = next((run.solving[s] for s in boards.SOLVERS if s in run.solving), None)
            return None if seconds is None else 1000 * (run.compiling + seconds)

        rows = [[f"`{m.spec}`", *self._by_size(m, milliseconds, "{:,.1f}")] for m in self._found]
        return _table(["compile + solve, ms", *_BOARDS], rows)

    def _by_size(
        self, m: boards.Measured, figure: Callable[[boards.Run], float | None], form: str
    ) -> list[str]:
        cells = []
        for size in boards.SIZES:
            values = [figure(run) for run in m.runs if run.size == size]
            known = [value for value in values if value is not None]
            cells.append(form.format(mean(known)) if known else "-")
        return cells

    def _all(self) -> str:
        headers = ["encoding", "variables", "clauses", "compile ms"]
        for solver in boards.SOLVERS:
            headers += [f"`{solver}` ms", "conflicts"]
        headers += ["clauses, ratio", "time, ratio", "wrong boards"]
        return _table(headers, [self._line(m) for m in self._found])

    def _line(self, m: boards.Measured) -> list[str]:
        runs = m.runs
        if not runs:
            return [f"`{m.spec}`", m.refused or "-"]
        line = [f"`{m.spec}`" + (f" ({m.refused})" if m.refused else "")]
        line += [f"{mean(r.variables for r in runs):,.0f}", f"{mean(r.clauses for r in runs):,.0f}"]
        line.append(f"{1000 * mean(r.compiling for r in runs):.1f}")
        for solver in boards.SOLVERS:
            line += _solver_cells(runs, solver)
        base = [self._base[run.board] for run in runs]
        line.append(f"{sum(r.clauses for r in runs) / sum(r.clauses for r in base):.2f}")
        solver = next((s for s in boards.SOLVERS if s in runs[0].solving), "")
        line.append(f"{_seconds(runs, solver) / _seconds(base, solver):.2f}")
        return [*line, _wrong(m)]


_BOARDS = [f"{size}x{size}" for size in boards.SIZES]


def _solver_cells(runs: Sequence[boards.Run], solver: str) -> list[str]:
    """Return mean milliseconds, with the undecided boards, and mean conflicts."""
    seconds = [run.solving[solver] for run in runs if solver in run.solving]
    if not seconds:
        return ["-", "-"]
    undecided = sum(solver in run.undecided for run in runs)
    conflicts = [run.conflicts[solver] for run in runs if solver in run.conflicts]
    told = f"{1000 * mean(seconds):,.1f}" + (f" ({undecided} undecided)" if undecided else "")
    return [told, f"{mean(conflicts):,.0f}" if conflicts else "-"]


def _seconds(runs: Sequence[boards.Run], solver: str) -> float:
    return sum(run.compiling + run.solving[solver] for run in runs)


def _wrong(m: boards.Measured) -> str:
    """Return on how many boards an encoding gave a wrong board to some solver, all rejected."""
    if m.exact:
        return "exact"
    wrong = sum(any(run.rejected.values()) for run in m.runs)
    total = sum(sum(run.rejected.values()) for run in m.runs)
    return (
        f"{total:,} on {wrong} of {len(m.runs)} boards"
        if wrong
        else f"none on {len(m.runs)} boards"
    )


def _table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return tabulate(rows, headers, tablefmt="pipe", disable_numparse=True)


def _word(fact: bool) -> str:
    return "yes" if fact else "no"


def pages() -> dict[Path, str]:
    """Return the text of every page, what follows from the code made anew."""
    single = [page(kind, name) for kind in PAGES for name in declarations(kind)]
    paths = (MAIN, *PAGES.values(), *single)
    return {p: rewritten(p.read_text(encoding="utf-8"), "generated", generated) for p in paths}


def main() -> None:
    """Read the command line and rewrite the pages."""
    parser = argparse.ArgumentParser(description="Rewrite the generated parts of docs/encodings.")
    parser.add_argument("--measure", metavar="FOLDER", type=Path, help="measure on these boards")
    parser.add_argument("--boards", type=int, default=4, help="of each size (default: %(default)s)")
    args = parser.parse_args()
    texts = pages()
    if args.measure is not None:
        figures = Figures(boards.measure(boards.read(args.measure, args.boards)))
        texts[MAIN] = rewritten(texts[MAIN], "measured", figures.part)
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
