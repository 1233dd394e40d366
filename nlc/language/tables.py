"""LALR(1) tables of the grammar, as Lark computes them.

To import Lark and compute the tables takes a tenth of a second; to load them takes a millisecond.
`scripts/grammar_tables.py` writes them to ``nl.json``, beside the grammar ``nl.lark``.
"""

from __future__ import annotations

import pkgutil
from functools import lru_cache
from typing import NamedTuple

import msgspec


class Production(NamedTuple):
    """One production of the grammar.

    Attributes:
        origin: the nonterminal that it makes; helper lists of the EBNF operators start with ``__``.
        size: the number of symbols on its right-hand side.
        action: the name of the method that builds its value, or "" to pass on a single value.
        slots: for each argument of the action the index of the symbol, or -1 for an absent
            optional one; fixed words and signs are not arguments.
    """

    origin: str
    size: int
    action: str
    slots: tuple[int, ...]


class Tables(NamedTuple):
    """The tables of the grammar for the lexer and the parser.

    Attributes:
        states: for each state, by symbol: n >= 0 goes to state n, n < 0 reduces by production ~n.
        productions: see `Production`.
        start: the first state.
        accept: the state that accepts the end of the text.
        literals: the terminal of each fixed text: words and signs.
        patterns: (terminal, regular expression) of the others, in the order of their priority.
        ignored: regular expressions of separators of tokens.
    """

    states: list[dict[str, int]]
    productions: list[Production]
    start: int
    accept: int
    literals: dict[str, str]
    patterns: list[tuple[str, str]]
    ignored: list[str]


@lru_cache(maxsize=1)
def tables() -> Tables:
    """Return the tables of the grammar of the language."""
    return msgspec.json.decode(pkgutil.get_data("nlc.grammar", "nl.json") or b"", type=Tables)
