"""Writes tables and paragraphs as plain text, Markdown or LaTeX."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from typing import Literal

Form = Literal["text", "markdown", "latex"]

_SPECIAL = {
    **{c: f"\\{c}" for c in "&%$#_{}"},
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "<": "\\textless{}",
    ">": "\\textgreater{}",
    "|": "\\textbar{}",
    "†": "\\dag{}",
    "…": "\\ldots{}",
}
_BREAKS = re.compile("|".join(map(re.escape, _SPECIAL)))


def heading(text: str, form: Form) -> str:
    """Return a heading."""
    if form == "latex":
        return f"\\subsection*{{{escape(text)}}}"
    return f"## {text}" if form == "markdown" else text


def items(texts: Sequence[str], form: Form) -> str:
    """Return a list; a text may have several lines."""
    if not texts:
        return ""
    if form == "latex":
        lines = [f"\\item {escape(text)}" for text in texts]
        return "\n".join(["\\begin{itemize}", *lines, "\\end{itemize}"])
    if form == "markdown":
        return "\n".join("- " + text.replace("\n", "\n  ") for text in texts)
    return "\n".join(textwrap.indent(text, "  ") for text in texts)


def verbatim(text: str, form: Form) -> str:
    """Return a text whose lines and blanks are kept."""
    if form == "latex":
        return f"\\begin{{verbatim}}\n{text}\n\\end{{verbatim}}"
    return f"```\n{text}\n```" if form == "markdown" else text


def paragraph(text: str, form: Form) -> str:
    """Return a paragraph."""
    return escape(text) if form == "latex" else text


def table(
    headers: Sequence[str],
    cells: Sequence[Sequence[str]],
    alignment: Sequence[str],
    form: Form,
) -> str:
    """Return a table, with one line a row below the head; texts are not changed.

    LaTeX's tables need the package ``booktabs``.

    Args:
        headers: of the columns; the heading of a group of columns is a first line of its first
            column's header.
        alignment: ``left`` or ``right`` for each column.
    """
    from tabulate import tabulate

    if form == "latex":
        return _latex(_flat(headers), cells, alignment)
    if form == "markdown":
        cells = [[text.replace("|", "\\|") for text in row] for row in cells]
        return tabulate(
            cells, _flat(headers), tablefmt="github", colalign=alignment, disable_numparse=True
        )
    # The head is made of rows: tabulate would widen every column that is as narrow as its title.
    height = max(header.count("\n") for header in headers) + 1
    padded = [[""] * (height - 1 - h.count("\n")) + h.split("\n") for h in headers]
    head = [list(line) for line in zip(*padded, strict=True)]
    widths = [max(map(len, column)) for column in zip(*head, *cells, strict=True)]
    rows = [*head, ["-" * width for width in widths], *cells]
    return tabulate(rows, tablefmt="plain", colalign=alignment, disable_numparse=True)


def escape(text: str) -> str:
    """Return a text with LaTeX's special characters escaped."""
    return _BREAKS.sub(lambda found: _SPECIAL[found[0]], text)


def _flat(headers: Sequence[str]) -> list[str]:
    """Return the headings of columns as one line each."""
    return [header.strip().replace("\n", ": ") for header in headers]


def _latex(headers: Sequence[str], cells: Sequence[Sequence[str]], alignment: Sequence[str]) -> str:
    def line(texts: Sequence[str]) -> str:
        return " & ".join(map(escape, texts)) + r" \\"

    columns = "".join(align[0] for align in alignment)
    return "\n".join(
        [
            f"\\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            line(headers),
            r"\midrule",
            *map(line, cells),
            r"\bottomrule",
            r"\end{tabular}",
        ]
    )
