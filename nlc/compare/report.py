"""The results of suites as text, Markdown or CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from nlc.compare.fill import MARK, Filled, fill
from nlc.compare.samples import Data


def report(data: Data, *, markdown: bool = False) -> str:
    """Return the tables of a suite, with what they were measured on and what is to be known."""
    suite = data.suite
    title = suite.title[0].upper() + suite.title[1:]
    parts = [f"## {title}" if markdown else f"{title}\n{'=' * len(title)}"]
    if suite.about:
        parts.append(suite.about)
    for table in suite.tables:
        filled = fill(data, table)
        if filled.keys:
            parts.append(_table(filled, markdown))
    if not suite.tables:
        parts.append("The suite asks for no [[tables]].")
    parts.append(notes(data, markdown=markdown))
    return "\n\n".join(parts) + "\n"


def tables(data: Data) -> str:
    """Return the tables of a suite alone, and the sources of what is not ours, as Markdown."""
    found = [fill(data, table) for table in data.suite.tables]
    return "\n\n".join(_table(filled, True) for filled in found if filled.keys)


def _table(filled: Filled, markdown: bool) -> str:
    from tabulate import tabulate

    heads = [*filled.table.rows, *filled.heads]
    rows = [
        [*key, *(told.text for told in cells)]
        for key, cells in zip(filled.keys, filled.cells, strict=True)
    ]
    aligned = ["left"] * len(filled.table.rows) + ["right"] * len(filled.heads)
    form = "github" if markdown else "simple"
    text = tabulate(rows, heads, tablefmt=form, colalign=aligned, disable_numparse=True)
    title = f"**{filled.table.title}**\n" if markdown else filled.table.title
    sources = [
        f"{MARK} {each.column}: measured elsewhere, {each.source}" for each in filled.elsewhere
    ]
    gap = ["", "\n\n".join(sources)] if markdown and sources else sources
    return "\n".join([title, text, *gap])


def notes(data: Data, *, markdown: bool = False) -> str:
    """Return what a reader has to know: the machine, versions, limits, and what was left out."""
    last = data.runs[-1]
    machine, limits = last["machine"], last["limits"]
    versions = ", ".join(f"{name} {version}" for name, version in last["versions"].items())
    load = "" if machine.get("load") is None else f", load {machine['load']} at the start"
    memory = "" if machine["memory_gib"] is None else f", {machine['memory_gib']} GiB"
    lines = [
        f"{machine['cpu']}, {machine['cores']} cores{memory}, {machine['system']}{load}; "
        f"{versions}.",
        f"{_limits(limits)}; {last['repetitions']} repetition(s); jobs at a time: {last['slots']}. "
        "Numbers are medians, with quartiles in brackets, over puzzles of the median over "
        "repetitions.",
    ]
    if any(run["machine"] != machine for run in data.runs[:-1]):
        machines = {run["machine"]["cpu"] for run in data.runs}
        if len(machines) > 1:
            lines.append(f"Rows come from several machines: {', '.join(sorted(machines))}.")
    for name, why in data.missing.items():
        lines.append(f"Left out: {name}, for {why}.")
    if data.left:
        lines.append(
            f"{data.left} rows of another version, other limits or another definition are not told."
        )
    lines += [f"{told}." for told in data.disagreements()]
    return "\n".join(f"- {line}" if markdown else line for line in lines)


def _limits(limits: dict[str, float | None]) -> str:
    named = {"seconds": "s", "megabytes": "MB", "cpu_seconds": "s of processor time"}
    found = [f"{limits[key]:g} {unit}" for key, unit in named.items() if limits.get(key)]
    return f"Limit of a job: {', '.join(found)}" if found else "No limits"


COLUMNS = ("suite", "table", "row", "column", "value", "low", "high", "puzzles", "text")


def csv_text(found: Sequence[Data]) -> str:
    """Return all tables as CSV, one line a cell, with a head."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for data in found:
        for filled in (fill(data, table) for table in data.suite.tables):
            for key, cells in zip(filled.keys, filled.cells, strict=True):
                for head, told in zip(filled.heads, cells, strict=True):
                    place = [data.suite.name, filled.table.title, ", ".join(key), head]
                    numbers = [told.value, told.low, told.high, told.count or None]
                    writer.writerow([*place, *numbers, told.text])
    return out.getvalue()
