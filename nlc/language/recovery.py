"""Syntax errors: their messages, and how the parser continues after one.

A small slip is repaired (a token is inserted, skipped or replaced) so that the rest of the text is
still checked. Otherwise the statement or item is given up: the parser skips to its end and resumes
in the list around it.
"""

from __future__ import annotations

from itertools import takewhile

from nlc.errors import suggest
from nlc.language.automaton import Automaton
from nlc.language.builtins import hints
from nlc.language.lexer import END, STRANGE, Token

LISTS = ("item", "genre_item", "puzzle_item", "statement", "graph_part", "entry", "wish", "fact")
"""Nonterminals of lists; the parser can resume where such a list may continue."""

_FILE = ("use", "genre", "puzzle")
_OBJECTIVES = ("minimize", "maximize")
_GENRE = (
    *("option", "prefer", "given", "var", "let", "rule", "check", "drop", *_OBJECTIVES),
    *("show", "report", "generate", "technique", "published", "text", "example"),
)
_PUZZLE = (
    *("topology", "set", "given", "board", "legend", "mark", "wall", "warp"),
    *("let", "rule", "check", *_OBJECTIVES, "drop"),
)
_STARTERS = {word.upper() for word in (*_FILE, *_GENRE, *_PUZZLE)}
_STATEMENTS = {"FOR", "IF", "LET"}
_EXPRESSIONS = (
    *("INT", "STRING", "TRUE", "FALSE", "NAME", "LOC", "LPAR", "LBRACE"),
    *("MINUS", "NOT", "EXACTLY", "AT", "ANY", "ALL", "NONE", "ODD", "COUNT", "SUM", "HAS"),
)
_COMPARISONS = ("=", "!=", "<", "<=", ">", ">=", "in")
_OPERATORS = (*("and", "or", "iff", "implies", *_COMPARISONS), *("+", "-", "*", "/", "mod", ".."))
_MISPLACED = {
    ":": ("the body is in braces: 'for x in S { … }'", "LBRACE", "WHERE"),
    "if": ("write 'where': 'for x in S where …'", "LBRACE"),
    "(": ("write 'for x in S { … }', without brackets", "NAME"),
    "[": ("a set is in braces: '{1, 2}'", "INT"),
    "iff": ("it is between two conditions: 'p iff q'", "INT"),
    "implies": ("it is between two conditions: 'p implies q'", "INT"),
    "or": ("it is between two conditions: 'p or q'", "INT"),
    "and": ("it is between two conditions: 'p and q'", "INT"),
    "%": ("the remainder of a division is written 'x mod y'", "PLUS"),
}
"""Hints for misplaced words and signs, each with terminals that the parser would accept."""

_CLOSING = {"{": "}", "(": ")", "[": "]"}
_CLASSES = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a text in double quotes",
    "LOC": "a place such as r1c2",
    END: "the end of the text",
}


def recover(parser: Automaton, at: int) -> int:
    """Report the error at token `at`, and return the number of the token to continue with."""
    token = parser.tokens[at]
    if token.kind == STRANGE:
        return _resume(parser, at)
    if token.text in parser.renamed and parser.feed(token._replace(kind="NAME")):
        return at + 1
    for repair in (_unclosed, _semicolon, _bracket, _brace, _stray, _reserved, _binder, _of):
        resumed = repair(parser, at, token)
        if resumed is not None:
            return resumed
    message, hint = _explain(parser, at)
    _error(parser, message, token, hint or _tried(parser, at))
    return _resume(parser, at)


def _tried(parser: Automaton, at: int) -> str | None:
    """Return a hint for the text before a misplaced token, or None."""
    tokens = parser.tokens
    if tokens[at].text == "->":
        return "write 'implies'"
    if tokens[at].text == "|":
        return "write 'or'; a condition on members comes after 'where': '{x for x in S where …}'"
    if tokens[at].text == ":" and at > 1 and tokens[at - 2].kind == "GIVEN":
        return "a genre declares it; a puzzle names its file: 'given cost from \"cost.csv\";'"
    if any(token.kind == "GIVEN" for token in tokens[:at][-5:-2]):
        return (
            "a clue is given at each element of a sort: 'given b : cell -> bool';"
            " a single value of a puzzle is an option: 'option b : bool = true;'"
        )
    if _previous(parser, at).text in hints():
        return hints()[_previous(parser, at).text]
    if tokens[at].text == "if" and parser.accepts("INT"):
        return "'if' is a statement: 'if p { exactly 2 of S; } else { exactly 1 of S; }'"
    if parser.accepts("PERCENT"):
        return "a share ends in '%' and a size in 'cells': 'dark: 30 %;', 'room: 4..9 cells;'"
    if tokens[at].kind == "STRING" and at > 1 and tokens[at - 2].text == "extends":
        return "the text of a genre stands before 'extends'"
    if tokens[at].text in _MISPLACED:
        advice, *where = _MISPLACED[tokens[at].text]
        if all(parser.accepts(kind) for kind in where):
            return advice
    if at > 1 and tokens[at - 2].kind == "VAR":
        return "write 'var x : cell -> 1..9;' for a decided value, 'let x = 3;' for a known one"
    before = _previous(parser, at)
    if before.kind == "NAME" and tokens[at].kind == "INT":
        hint = suggest(before.text, ("exactly", "at least", "at most"))
        if hint:
            return hint
    said = takewhile(lambda token: token.text not in (";", "{", "}"), reversed(tokens[:at]))
    if any(token.kind == "SUM" for token in said):
        return "write 'sum num[S]' or 'sum {num[c] for c in S}'"
    return None


# ---------- repairs: the number of the next token, or None where one does not apply ----------


def _unclosed(parser: Automaton, at: int, token: Token) -> int | None:
    opened = _opened(parser)
    if token.kind != END or not opened:
        return None
    last = _previous(parser, at)
    if last.kind != "BOARD" or last.text.endswith("end"):  # else the lexer reported it
        _error(parser, f"this '{opened[-1].text}' is never closed", opened[-1])
    return len(parser.tokens)


def _semicolon(parser: Automaton, at: int, token: Token) -> int | None:
    last = _previous(parser, at)
    ends = token.kind in _STARTERS | _STATEMENTS | {"RBRACE", END}
    if not (ends or _on_new_line(parser, at)) or not parser.accepts("SEMICOLON", token.kind):
        return None
    _insert(parser, ";", last.end)
    braced = token.kind == "FOR" and not _on_new_line(parser, at)
    hint = "with 'for' a set is in braces: '{x for x in S}'" if braced else None
    _error_after(parser, f"missing ';' after {_quote(last)}", last, hint)
    return at


def _bracket(parser: Automaton, at: int, token: Token) -> int | None:
    opened = _opened(parser)
    if token.text not in (";", "{", "}") or not opened or opened[-1].text == "{":
        return None
    last, sign = _previous(parser, at), _CLOSING[opened[-1].text]
    if not parser.accepts(parser.grammar.literals[sign]):
        return None
    _insert(parser, sign, last.end)
    _error_after(parser, f"missing '{sign}' after {_quote(last)}", last, _where(parser, opened[-1]))
    return at


def _brace(parser: Automaton, at: int, token: Token) -> int | None:
    opened = [brace for brace in _opened(parser) if brace.text == "{"]
    if token.kind not in _STARTERS:
        return None
    stack = list(parser.states)
    for missing in range(1, len(opened) + 1):
        if not parser.shift(stack, "RBRACE"):
            return None
        if parser.accepts(token.kind, states=stack):
            for _ in range(missing):
                _insert(parser, "}", _previous(parser, at).end)
            hint = _where(parser, opened[-1])
            _error(parser, f"missing '}}' before {_quote(token)}", token, hint)
            return at
    return None


def _stray(parser: Automaton, at: int, token: Token) -> int | None:
    pairs = {close: sign for sign, close in _CLOSING.items()}
    if token.text in pairs and pairs[token.text] not in {sign.text for sign in _opened(parser)}:
        _error(parser, f"'{token.text}' without a '{pairs[token.text]}' before it", token)
        return at + 1
    if token.text != ";" or not parser.accepts(parser.tokens[at + 1].kind):
        return None
    if _previous(parser, at).kind in ("SEMICOLON", "LBRACE", "RBRACE", "BOARD"):
        _error(parser, "there is nothing to end with ';' here", token, "leave it out")
        return at + 1
    return None


def _reserved(parser: Automaton, at: int, token: Token) -> int | None:
    if not token.text.isalpha() or token.kind in ("NAME", "BOARD") or parser.accepts("INT"):
        return None
    if not parser.accepts("NAME") or parser.accepts("AT"):
        return None
    if _previous(parser, at).kind == "RULE":  # a rule may have any name
        parser.feed(token._replace(kind="NAME"))
        return at + 1
    message = f"'{token.text}' is a word of the language and cannot be a name"
    _error(parser, message, token, f"choose another name, such as '{token.text}_'")
    parser.renamed.add(token.text)
    parser.feed(token._replace(kind="NAME"))
    return at + 1


def _binder(parser: Automaton, at: int, token: Token) -> int | None:
    if token.text not in ("of", "=", ":") or not parser.accepts("IN") or parser.accepts("AND"):
        return None
    _error(parser, f"expected 'in', found '{token.text}'", token, "write 'for x in S'")
    parser.feed(token._replace(kind="IN"))
    return at + 1


def _of(parser: Automaton, at: int, token: Token) -> int | None:
    if not parser.accepts("OF", token.kind):
        return None
    last = _previous(parser, at)
    hint = "write 'exactly 2 of S', 'at most 1 of S', 'any of S'"
    if not parser.accepts("OF", "LPAR"):
        hint = "write 'rectangles of 4..9 cells'"
    _insert(parser, "of", last.end)
    _error_after(parser, f"missing 'of' after {_quote(last)}", last, hint)
    return at


# ---------- giving up an item ----------


def _resume(parser: Automaton, at: int) -> int:
    """Skip the rest of the item with token `at`, and drop its parsed part."""
    tokens = parser.tokens
    base = next(
        i for i in reversed(range(len(parser.states))) if _is_list(parser, parser.states[i])
    )
    depth = sum(isinstance(v, Token) and v.text == "{" for v in parser.values[base:])
    here = at
    while tokens[here].kind != END:
        token = tokens[here]
        if depth <= 0 and token.text == "}":
            break
        if depth <= 0 and here > at and token.kind in _STARTERS and _on_new_line(parser, here):
            break
        here += 1
        depth += (token.text == "{") - (token.text == "}")
        if depth <= 0 and token.text == ";":
            break
        after = tokens[here].kind
        if depth <= 0 and token.text == "}" and after in _STARTERS | _STATEMENTS | {"RBRACE", END}:
            break
    lists = [i for i in reversed(range(base + 1)) if _is_list(parser, parser.states[i])]
    kind = tokens[here].kind
    # An inner list may have ended: the token may continue a list around it.
    size = next((i for i in lists if parser.accepts(kind, states=parser.states[: i + 1])), base)
    del parser.states[size + 1 :], parser.values[size:], parser.spans[size:]
    return max(here, at + 1)


def _is_list(parser: Automaton, state: int) -> bool:
    return any(symbol in parser.grammar.states[state] for symbol in LISTS)


# ---------- words ----------


def _explain(parser: Automaton, at: int) -> tuple[str, str | None]:
    """Return a message with the found and the expected tokens, and a hint."""
    token, after = parser.tokens[at], parser.tokens[at + 1 :][:1]
    kinds = {kind for state in parser.grammar.states for kind in state if not kind.islower()}
    expected = {kind for kind in kinds if parser.accepts(kind)}
    words = {kind: word for word, kind in parser.grammar.literals.items()}
    hint = None
    if token.kind == "NAME":
        hint = hints().get(token.text)
        near = [words[kind] for kind in expected if len(words.get(kind, "")) > 2]
        hint = hint or suggest(token.text, near)
    elif token.kind == "WHILE":
        hint = "'while' is part of a set: '{x for x in S while …}'"
    elif token.text in _COMPARISONS and {"AND", "SEMICOLON"} & expected:
        hint = "comparisons do not chain: join two of them with 'and'"
    parts: list[str] = []

    def take(name: str, group: set[str], sign: set[str]) -> None:
        nonlocal expected
        if sign <= expected:
            parts.append(name)
            expected -= group

    if {"OPTION", "SHOW"} <= expected and not hint:
        hint = f"a genre holds {', '.join(_GENRE[:-1])} and {_GENRE[-1]}"
    elif {"TOPOLOGY", "MARK"} <= expected and after and after[0].text == "=":
        hint = f"write 'set {token.text} = …;'"
    elif {"TOPOLOGY", "MARK"} <= expected and not hint:
        hint = f"a puzzle holds {', '.join(_PUZZLE[:-1])} and {_PUZZLE[-1]}"
    take("an item of a genre", {word.upper() for word in _GENRE}, {"OPTION", "SHOW"})
    take("an item of a puzzle", {*map(str.upper, _PUZZLE), "BOARD"}, {"TOPOLOGY", "MARK"})
    take("a statement", {*_STATEMENTS, *_EXPRESSIONS}, {"FOR", "INT"})
    take("an expression", set(_EXPRESSIONS), {"INT", "HAS", "NOT"})
    take("an expression", set(_EXPRESSIONS), {"INT", "HAS"})
    if "AND" in expected or "PLUS" in expected:
        expected -= {parser.grammar.literals[sign] for sign in _OPERATORS} | {"LPAR", "LSQB"}
    if END in expected and len(expected) > 1:
        expected.discard(END)
    parts += sorted(_CLASSES[kind] for kind in expected if kind in _CLASSES)
    parts += sorted(f"'{words[kind]}'" for kind in expected if kind in words)
    wanted = " or ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))
    return f"expected {wanted or 'an operator'}, found {_quote(token)}", hint


def _quote(token: Token) -> str:
    if token.kind == END:
        return "the end of the text"
    words = {"BOARD": "a board", "STRING": f"the text {token.text}"}
    return words.get(token.kind, f"'{token.text}'")


def _where(parser: Automaton, opening: Token) -> str:
    span = parser.build.positions.span(opening.start, opening.end)
    return f"the '{opening.text}' of line {span.line}, column {span.column} is not closed"


def _opened(parser: Automaton) -> list[Token]:
    """Return the brackets on the stack that are still open."""
    opened: list[Token] = []
    for value in parser.values:
        if isinstance(value, Token) and value.text in _CLOSING:
            opened.append(value)
        elif opened and isinstance(value, Token) and value.text == _CLOSING[opened[-1].text]:
            opened.pop()
    return opened


def _on_new_line(parser: Automaton, at: int) -> bool:
    line = parser.build.positions.line
    return at > 0 and line(parser.tokens[at].start) > line(parser.tokens[at - 1].end)


def _previous(parser: Automaton, at: int) -> Token:
    return parser.tokens[max(at - 1, 0)]


def _insert(parser: Automaton, word: str, offset: int) -> None:
    parser.feed(Token(parser.grammar.literals[word], word, offset, offset))


def _error(parser: Automaton, message: str, token: Token, hint: str | None = None) -> None:
    span = parser.build.positions.span(token.start, token.end)
    parser.build.diagnostics.error(message, span, hint)


def _error_after(parser: Automaton, message: str, token: Token, hint: str | None = None) -> None:
    """Report an error in the column after a token."""
    span = parser.build.positions.span(token.end, token.end + 1)
    if span.end_line > span.line:
        span = parser.build.positions.span(token.end, token.end)
    parser.build.diagnostics.error(message, span, hint)
