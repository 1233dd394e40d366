"""The results of suites as text, Markdown or LaTeX."""

from __future__ import annotations

from nlc.compare import write
from nlc.compare.disagreements import by_question, find
from nlc.compare.fill import MARK, Filled, fill
from nlc.compare.samples import Data
from nlc.compare.write import Form
from nlc.drivers.base import Limits


def report(data: Data, form: Form = "text") -> str:
    """Return the tables of a suite, with what they were measured on and what is to be known."""
    suite = data.suite
    title = suite.title[0].upper() + suite.title[1:]
    parts = [f"{title}\n{'=' * len(title)}" if form == "text" else write.heading(title, form)]
    parts.append(write.paragraph(suite.about, form))
    parts.append(tables(data, form))
    if not suite.tables:
        parts.append(write.paragraph("The suite asks for no [[tables]].", form))
    parts.append(notes(data, form))
    return "\n\n".join(filter(None, parts)) + "\n"


def tables(data: Data, form: Form) -> str:
    """Return the tables of a suite alone, and the sources of what is not ours."""
    found = [fill(data, table) for table in data.suite.tables]
    return "\n\n".join(_table(filled, form) for filled in found if filled.keys)


def _table(filled: Filled, form: Form) -> str:
    headers = [*filled.table.rows, *filled.heads]
    rows = [[*key, *cells] for key, cells in zip(filled.keys, filled.cells, strict=True)]
    aligned = ["left"] * len(filled.table.rows) + ["right"] * len(filled.heads)
    text = write.table(headers, rows, aligned, form)
    sources = [
        write.paragraph(f"{MARK} {each.column}: measured elsewhere, {each.source}", form)
        for each in filled.elsewhere
    ]
    title = filled.table.title
    if form == "text":
        return "\n".join([title, text, *sources])
    if form == "markdown":
        return "\n\n".join([f"**{title}**", text, *sources])
    body = [rf"\caption{{{write.escape(title)}}}", text, *(rf"\par {each}" for each in sources)]
    return "\n".join([r"\begin{table}", r"\centering", *body, r"\end{table}"])


def notes(data: Data, form: Form = "text") -> str:
    """Return what a reader has to know: the machine, versions, limits, and what was left out."""
    last = data.runs[-1]
    machine = last.machine
    versions = ", ".join(f"{name} {version}" for name, version in last.versions.items())
    load = "" if machine.get("load") is None else f", load {machine['load']} at the start"
    memory = "" if machine["memory_gib"] is None else f", {machine['memory_gib']} GiB"
    lines = [
        f"{machine['cpu']}, {machine['cores']} cores{memory}, {machine['system']}{load}; "
        f"{versions}.",
        f"{_limits(last.limits)}; {last.repetitions} repetition(s); jobs at a time: {last.slots}. "
        "Numbers are medians, with quartiles in brackets, over puzzles of the median over "
        "repetitions.",
    ]
    machines = {run.machine["cpu"] for run in data.runs}
    if len(machines) > 1:
        lines.append(f"Rows come from several machines: {', '.join(sorted(machines))}.")
    for name, why in data.missing.items():
        lines.append(f"Left out: {name}, for {why}.")
    if data.left:
        lines.append(
            f"{data.left} rows of other code, other limits or another definition are not shown."
        )
    lines += disagreements(data)
    if form == "text":
        return "\n".join(lines)
    return write.items(lines, form)


def disagreements(data: Data) -> list[str]:
    """Return a sentence or two for each puzzle of which competitors say opposite things."""
    return [
        f"{data.suite.name}: on puzzle {group[0].puzzle.id} {' '.join(text.split())}"
        for group in by_question(data.samples)
        for text in find(group).disagreements
    ]


def _limits(limits: Limits) -> str:
    named = {"seconds": "s", "megabytes": "MB", "cpu_seconds": "s of processor time"}
    found = [f"{value:g} {named[key]}" for key, value in vars(limits).items() if value]
    return f"Limit of a job: {', '.join(found)}" if found else "No limits"
