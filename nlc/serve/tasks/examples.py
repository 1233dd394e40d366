"""Examples of every genre, and of what a board can be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files

from nlc.serve import answers as a

_FILES = ("puzzles.nl", "genres.nl")
_PUZZLE = re.compile(r'^puzzle "([^"]*)" is (\w+) \{.*?^\}\n', re.MULTILINE | re.DOTALL)


def examples(request: object) -> Iterator[list[a.Example]]:
    """Yield the examples: first those of several boards, then one of each other genre."""
    folder = files("nlc.serve") / "examples"
    texts = [(folder / name).read_text(encoding="utf-8") for name in _FILES]
    yield [
        a.Example(genre=found[2], title=found[1], text=found[0])
        for text in texts
        for found in _PUZZLE.finditer(text)
    ]


TASK = examples
