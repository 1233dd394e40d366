#!/usr/bin/env python3
"""Write `grammar/manual.md`: docs/language.md on two pages, for a program that reasons.

    python scripts/short_manual.py            # write it
    python scripts/short_manual.py --check    # only tell whether it is up to date

It has the tables of some sections, each row up to its first semicolon or full stop, and the puzzles
and genres of others, with what `nlc run` prints of them.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from textwrap import fill

ROOT = Path(__file__).resolve().parents[1]
MANUAL, SHORT = ROOT / "docs" / "language.md", ROOT / "grammar" / "manual.md"

EXAMPLES = ("A first puzzle", "Further drawings", "Clues outside of the board", "Rules")
TABLES = (
    *("Elements and their names", "Declarations", "Rules", "Operators", "Sets", "Functions"),
    "The whole board",
)
LEFT_OUT = re.compile(
    r"knights|placed\(|moved\(|turn\(|mirror\(|through\(|steps\(|prefer |drop |technique |report "
    r"|as grey|ship|published|across\(|ring\(|first\(|values depend|else isle|var owner"
)
"""Rows for what few genres need."""

HEAD = """\
# The puzzle language of nlc, in short

For assistants; by script from docs/language.md. A file has genres and puzzles. A genre states the
rules once, for every board; a puzzle is a board of a genre with its clues. `//` starts a comment.
A mistake is told with line, column and a hint. What is known (clues, options, the shape of the
board) can be looked at by `where`, `if` and `let`; variables (`var`) are what the solver decides,
and what rules speak of. `has g(c)`: there is a clue. Topologies are `square`, `hex`, `triangle`
and `graph`; in a drawing `.` is a cell without a clue, `#` a hole. Also a statement:
`all_different(num[S]);`.
"""


def sections(text: str) -> dict[str, str]:
    """Return the text below each heading, by the heading."""
    parts = re.split(r"^#+ (.+)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def short(cell: str) -> str:
    """Return the first clause of a cell of a table, without links."""
    plain = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", cell)
    return re.split(r"(?<![`\w]\d)[;.](?= [^`]*(?:`[^`]*`[^`]*)*$)", plain)[0].strip()


def table(text: str) -> list[str]:
    """Return the rows of the tables of a section, as lines."""
    rows = [re.split(r"(?<!\\) \| ", line[2:-2]) for line in text.split("\n") if line[:2] == "| "]
    wanted = [row for row in rows if "`" in row[0] and not LEFT_OUT.search(row[0])]
    rows = [f"- {row[0].strip()}: {', '.join(map(short, row[1:]))}" for row in wanted]
    return [fill(row, 100, subsequent_indent="  ", break_long_words=False) for row in rows]


def text_of(manual: str) -> str:
    """Return the short manual."""
    parts, out = sections(manual), [HEAD]
    for name in dict.fromkeys([*EXAMPLES, *TABLES]):
        out.append(f"## {name}\n")
        if name in TABLES:
            out.append("\n".join(table(parts[name])) + "\n")
        if name in EXAMPLES:
            found = re.search(r"^```nl.*?\n(.*?)^```\n", parts[name], re.MULTILINE | re.DOTALL)
            assert found, name
            out.append(f"```nl\n{found[1]}```\n")
    return "\n".join(out)


def main() -> int:
    """Write the short manual, or compare it."""
    text = text_of(MANUAL.read_text(encoding="utf-8"))
    if "--check" in sys.argv[1:]:
        if SHORT.read_text(encoding="utf-8") != text:
            print(f"{SHORT.name} is not that of the manual: python scripts/short_manual.py")
            return 1
        return 0
    SHORT.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
