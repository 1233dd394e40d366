"""The text that `nlc diff` prints about its rows."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from nlc.compare.disagreements import Findings, by_puzzle, find
from nlc.compare.ratios import times_beside
from nlc.compare.row import Row
from nlc.compare.summary import Summary
from nlc.compare.tables import Tables


def report(rows: Sequence[Row], markdown: bool = False) -> str:
    """Return a section for each puzzle, the sums over all, and the verdict on the whole.

    Args:
        rows: in the order of puzzles and pairs.
        markdown: whether to write Markdown instead of plain text.
    """
    if not rows:
        return ""
    heading = "## {}" if markdown else "{}"
    tables = Tables(rows, markdown)
    parts = []
    found = []
    for group in by_puzzle(rows):
        findings = find(group)
        found.append(findings)
        parts += [heading.format(group[0].subject), tables.of(group)]
        parts += [_fenced(text) if markdown else text for text in findings.disagreements]
        if findings.notes:
            parts.append("\n".join(_item(note, markdown) for note in findings.notes))
    sections = []
    if encoded := [row for row in rows if row.encoding]:
        summary = Summary(encoded, markdown)
        parts.append("\n".join(_item(line, markdown) for line in summary.legend()))
        sections += [*summary.sizes_by_rule(), summary.ratios()]
    if len(encoded) < len(rows):
        sections.append(times_beside(rows, markdown))
    for title, text in sections:
        parts += [heading.format(title), text]
    parts.append(_conclusion(rows, found))
    return "\n\n".join(filter(None, parts)) + "\n"


def _conclusion(rows: Sequence[Row], found: Sequence[Findings]) -> str:
    """Return the answer to whether anything disagrees, in a sentence."""
    wrong = sum(bool(findings.disagreements) for findings in found)
    text = f"Disagreement on {wrong} of {len(found)} puzzles." if wrong else "No disagreement."
    for count, what in (
        (sum(row.verdict == "UNKNOWN" for row in rows), "undecided"),
        (sum(row.verdict == "REFUSED" for row in rows), "refused"),
    ):
        if count:
            text += f" {count} of {len(rows)} rows {what}."
    return text


def _item(text: str, markdown: bool) -> str:
    if markdown:
        return "- " + text.replace("\n", "\n  ")
    return textwrap.indent(text, "  ")


def _fenced(text: str) -> str:
    return f"```\n{text}\n```"
