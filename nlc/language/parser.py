"""The parser: from a text to its syntax tree, or to all its independent syntax errors."""

from __future__ import annotations

from nlc.errors import MAX_SHOWN, Diagnostics, Source
from nlc.language.automaton import Automaton, Constructors
from nlc.language.lexer import Positions, lex
from nlc.language.syntax import File
from nlc.language.tables import tables

MAX_ERRORS = MAX_SHOWN - 1
"""Syntax errors after which the parser gives up a file, and says where."""


def parse(source: Source) -> File:
    """Return the syntax tree of a text; every node has its exact span.

    Raises:
        UserError: with every independent syntax error.
    """
    diagnostics = Diagnostics()
    positions = Positions(source)
    grammar = tables()
    tokens = lex(source, positions, grammar, diagnostics)
    parser = Automaton(grammar, tokens, Constructors(positions, diagnostics))
    at = 0
    while at < len(tokens):
        if parser.feed(tokens[at]):
            at += 1
        elif len(diagnostics.errors) < MAX_ERRORS:
            from nlc.language.recovery import recover

            at = recover(parser, at)
        else:
            span = positions.span(tokens[at].start, tokens[at].end)
            message = "after so many mistakes the text is read no further: there may be more"
            diagnostics.error(message, span)
            break
    diagnostics.raise_errors()
    tree: File = parser.values[-1]
    return tree
