"""Examples of every genre, and of what a board can be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files

from nlc.language.catalogue import entries
from nlc.serve import answers as a

_FILES = ("genres.nl", "puzzles.nl")
_PUZZLE = re.compile(r'^puzzle "([^"]*)" is (\w+) \{.*?^\}\n', re.MULTILINE | re.DOTALL)


def examples(request: object) -> Iterator[list[a.Example]]:
    """Yield the examples: first one of each genre, then those of several boards."""
    names = {entry.name: entry.title or entry.name for entry in entries()}
    folder = files("nlc.serve") / "examples"
    texts = [(folder / name).read_text(encoding="utf-8") for name in _FILES]
    yield [
        a.Example(genre=found[2], name=names[found[2]], title=found[1], text=found[0])
        for text in texts
        for found in _PUZZLE.finditer(text)
    ]


TASK = examples
