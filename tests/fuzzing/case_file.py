"""Several puzzles in one file, for commands and engines that take them together."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace
from oracle.case import Case

from fuzzing.shrink import smaller_puzzles


class CaseFile(Struct, frozen=True):
    """Puzzles whose titles are their numbers, from 0."""

    cases: tuple[Case, ...]

    @property
    def text(self) -> str:
        """The file."""
        return "".join(text_of(number, case) for number, case in enumerate(self.cases))


def text_of(number: int, case: Case) -> str:
    """Return a puzzle whose title is its number."""
    return case.text.replace('"random"', f'"{number}"', 1)


def smaller_files(file: CaseFile) -> Iterator[CaseFile]:
    """Yield halves of the puzzles, files without one of them, and with a smaller one."""
    cases = file.cases
    if len(cases) > 1:
        middle = len(cases) // 2
        yield replace(file, cases=cases[:middle])
        yield replace(file, cases=cases[middle:])
        for place in range(len(cases)):
            yield replace(file, cases=(*cases[:place], *cases[place + 1 :]))
    for place, case in enumerate(cases):
        for smaller in smaller_puzzles(case):
            yield replace(file, cases=(*cases[:place], smaller, *cases[place + 1 :]))
