"""Writes tables and paragraphs as plain text, Markdown or LaTeX."""

from __future__ import annotations

import re
import shutil
import sys
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

    A plain text wider than the terminal is folded: several tables, each with the first columns.
    LaTeX's tables need the packages ``booktabs`` and ``adjustbox``, which makes them fit a column.

    Args:
        headers: of the columns; the heading of a group of columns is a first line of its first
            column's header.
        alignment: ``left`` or ``right`` for each column.
    """
    from tabulate import tabulate

    if form == "latex":
        return _latex(_flat(headers), cells, alignment)
    if form == "text" and (parts := _folded(headers, cells, alignment)):
        return "\n\n".join(parts)
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


def terminal_width() -> int | None:
    """Return the columns of the terminal; None where a text goes into a file or a pipe."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def _folded(
    headers: Sequence[str], cells: Sequence[Sequence[str]], alignment: Sequence[str]
) -> list[str]:
    """Return a table in parts that fit the terminal, each with the first columns; none if it fits.

    The first columns are those on the left; at least one other is in each part.
    """
    widths = [
        max(len(line) for text in (header, *column) for line in text.split("\n")) + 2
        for header, column in zip(headers, zip(*cells, strict=True), strict=True)
    ]
    kept = next((i for i, align in enumerate(alignment) if align != "left"), len(headers)) or 1
    most = terminal_width()
    if most is None or sum(widths) - 2 <= most or not cells or len(headers) - kept < 2:
        return []
    parts: list[list[int]] = []
    room = 0
    for i in range(kept, len(headers)):
        if not parts or room < widths[i]:
            parts.append([*range(kept)])
            room = most + 2 - sum(widths[:kept])
        parts[-1].append(i)
        room -= widths[i]
    if len(parts) == 1:
        return []
    return [
        table(
            [headers[i] for i in part],
            [[row[i] for i in part] for row in cells],
            [alignment[i] for i in part],
            "text",
        )
        for part in parts
    ]


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
            r"\begin{adjustbox}{max width=\columnwidth}",
            f"\\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            line(headers),
            r"\midrule",
            *map(line, cells),
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{adjustbox}",
        ]
    )
