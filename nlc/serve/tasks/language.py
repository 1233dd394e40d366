"""The words of the language, for editors."""

from __future__ import annotations

from collections.abc import Iterator

from nlc.language.builtins import FUNCTIONS, GLOBALS, SETS
from nlc.language.files import stock_genres
from nlc.language.tables import tables
from nlc.serve import answers as a


def language(request: object) -> Iterator[a.Language]:
    """Yield the reserved words, and the names that mean something everywhere."""
    keywords = sorted(word for word in tables().literals if word.isalpha())
    yield a.Language(
        keywords=[*keywords, "board", "end"],
        names=sorted({*FUNCTIONS, *GLOBALS, *SETS, *stock_genres()}),
    )


TASK = language
