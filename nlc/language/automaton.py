"""The automaton of the parser, and the constructors of the syntax tree nodes that it makes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from nlc.errors import Diagnostics, Span, suggest
from nlc.language import syntax as s
from nlc.language.builtins import DECLARED, DIRECTION, ENTRY, PUZZLE, SETS
from nlc.language.lexer import BOARD_HEAD, END, Positions, Token
from nlc.language.literals import small_number
from nlc.language.tables import Tables


class Run(list[Any]):
    """The values of an EBNF repetition, to be spliced into those of the production around it.

    Its productions are left-recursive: each extends the run of the one before.
    """

    def joined(self, other: Run) -> Run:
        """Return this run followed by another, without copying where this one is empty."""
        if not self:
            return other
        self.extend(other)
        return self


class Automaton:
    """A LALR(1) automaton over the tokens of a text.

    Attributes:
        states: the states on the stack, the first one below all symbols.
        values: the value of each symbol on the stack.
        spans: the offsets of each symbol on the stack.
        renamed: reserved words that were used as names; each is reported once.
    """

    def __init__(self, grammar: Tables, tokens: list[Token], build: Constructors) -> None:
        self.grammar = grammar
        self.tokens = tokens
        self.build = build
        self.states = [grammar.start]
        self.values: list[Any] = []
        self.spans: list[tuple[int, int]] = []
        self.renamed: set[str] = set()

    def feed(self, token: Token) -> bool:
        """Shift a token after the reductions that it triggers; return False on a syntax error."""
        states, grammar = self.states, self.grammar
        while True:
            target = grammar.states[states[-1]].get(token.kind)
            if target is None:
                return token.kind == END and states[-1] == grammar.accept
            if target >= 0:
                states.append(target)
                self.values.append(token)
                self.spans.append((token.start, token.end))
                return True
            self._reduce(~target)

    def accepts(self, *kinds: str, states: list[int] | None = None) -> bool:
        """Return whether tokens of these kinds could follow, without consuming anything."""
        stack = list(self.states if states is None else states)
        return all(self.shift(stack, kind) for kind in kinds)

    def shift(self, stack: list[int], kind: str) -> bool:
        """Push a token of a kind on a stack of states; return False on a syntax error."""
        table, productions = self.grammar.states, self.grammar.productions
        while True:
            target = table[stack[-1]].get(kind)
            if target is None:
                return kind == END and stack[-1] == self.grammar.accept
            if target >= 0:
                stack.append(target)
                return True
            production = productions[~target]
            del stack[len(stack) - production.size :]
            stack.append(table[stack[-1]][production.origin])

    def _reduce(self, number: int) -> None:
        origin, size, action, slots = self.grammar.productions[number]
        states = self.states
        if size == 1 and not action and type(self.values[-1]) not in (Run, Token):
            states[-1] = self.grammar.states[states[-2]][origin]  # passes on its only value
            return
        keep = len(self.values) - size
        if size:
            start, end = self.spans[keep][0], self.spans[-1][1]
        else:
            start = end = self.spans[-1][1] if self.spans else 0
        args = Run()
        for slot in slots:
            value = self.values[keep + slot] if slot >= 0 else None
            if type(value) is Run:
                args = args.joined(value)
            else:
                args.append(self.build.terminal(value) if type(value) is Token else value)
        if origin.startswith("__"):
            value = args
        elif not action:
            (value,) = args
        else:
            value = self.build.node(action, start, end, args)
        del states[len(states) - size :], self.values[keep:], self.spans[keep:]
        states.append(self.grammar.states[states[-1]][origin])
        self.values.append(value)
        self.spans.append((start, end))


Names = tuple[s.Ref, ...]


def _list(span: Span, *values: Any) -> tuple[Any, ...]:
    return values


def _file(span: Span, items: tuple[s.Use | s.Genre | s.Puzzle, ...]) -> s.File:
    uses, genres = s.of_kind(items, s.Use), s.of_kind(items, s.Genre)
    return s.File(span, uses, genres, s.of_kind(items, s.Puzzle))


def _topology(
    span: Span, name: s.Ref, settings: tuple[s.SetOption, ...] | None = None
) -> s.Topology:
    return s.Topology(span, name, tuple((item.name, item.value) for item in settings or ()))


def _board(span: Span, token: Token) -> s.BoardLiteral:
    lines = tuple(line.rstrip("\r") for line in token.text.split("\n")[1:-1])
    head = BOARD_HEAD.match(token.text)
    name = None
    if head is not None and head["name"]:
        first, last = (span.column + at for at in head.span("name"))
        name = s.Ref(Span(span.source, span.line, first, span.line, last), head["name"])
    return s.BoardLiteral(span, lines, span.line + 1, name)


def _joined(span: Span, *parts: s.Binders) -> s.Binders:
    """Return the binders of several ``for``s as one."""
    items = tuple(binder for part in parts for binder in part.items)
    return s.Binders(parts[0].span.to(parts[-1].span), items)


def _negated(span: Span, operand: s.Expr) -> s.Expr:
    """Return the negation: a number below 0, or a subtraction from 0."""
    if isinstance(operand, s.Int):
        return s.Int(span, -operand.value)
    return s.Arith(span, "-", s.Int(span, 0), operand)


def _type_range(span: Span, low: s.Expr, high: s.Expr) -> s.Type:
    """Return numbers from one to another, or the cells of a block."""
    if isinstance(low, s.Loc) or isinstance(high, s.Loc):
        return s.Type(span, "members", (s.Between(span, low, high),))
    return s.Type(span, "range", (low, high))


def _ends(low: int, high: int | None) -> tuple[int, int]:
    return low, low if high is None else high


def _rule_use(
    span: Span, name: s.Ref, other: s.Ref | None, value: s.Ref | int | None, repeated: bool | None
) -> s.RuleUse:
    text = value.name if isinstance(value, s.Ref) else None if value is None else str(value)
    return s.RuleUse(span, other or name, name.name if other else "", text, bool(repeated))


# An action without a row makes the node of its name.
_ACTIONS: dict[str, Callable[..., Any]] = {
    **dict.fromkeys(
        (
            *("items", "genre_items", "puzzle_items", "statements", "entries", "settings"),
            *("graph_parts", "graph_words", "graph_cell", "graph_link", "places", "pairs", "pair"),
            *("names", "args", "counts", "shown_list", "wishes", "amount", "uses"),
            *("facts", "words", "saying", "sayings"),
        ),
        _list,
    ),
    "start": _file,
    "optional": lambda span: True,
    "repeated": lambda span: True,
    "type_range": _type_range,
    "let": lambda span, name, params, value: s.Let(span, name, params or (), value),
    "objective": lambda span, sense, number, _: s.Objective(span, sense.text, number),
    "shown": s.ShownVariable,
    "text": lambda span, *parts: s.Text(span, parts[:-1], parts[-1]),
    "technique": lambda span, name, uses: s.Technique(span, name.value, uses),
    "rule_use": _rule_use,
    "manner_cells": lambda span, form, amount, unit: s.Manner(
        span, f"{form.name} of {unit.name}" if form else unit.name, *_ends(*amount)
    ),
    "manner_share": lambda span, amount, apart: s.Manner(
        span, f"% {apart.name}" if apart else "%", *_ends(*amount)
    ),
    "manner_each": lambda span, one, each, room: s.Manner(
        span, f"{one.name} in {each.name}", room=room
    ),
    "manner_as": lambda span, one, other: s.Manner(span, f"as {one.name} as {other.name}"),
    "manner_clues": lambda span, word, amount: s.Manner(
        span, word.text, *(_ends(*amount) if amount else ())
    ),
    "manner_word": lambda span, word: s.Manner(span, word.name),
    "if": lambda span, test, then, otherwise: s.If(span, test, then, otherwise or ()),
    "else_if": _list,
    "binders": lambda span, *items: s.Binders(span, items),
    "fors": _joined,
    "or": lambda span, *operands: s.Or(span, operands),
    "and": lambda span, *operands: s.And(span, operands),
    "compare": lambda span, left, op, right: s.Compare(span, op.text, left, right),
    "arith": lambda span, left, op, right: s.Arith(span, op.text, left, right),
    "negated": _negated,
    "call": lambda span, name, args: s.Call(span, name, args or ()),
    "exactly": lambda span, counts, of: s.Quantifier(span, "exactly", counts, of),
    "at": lambda span, side, count, of: s.Quantifier(span, f"at {side.text}", (count,), of),
    "exact_size": lambda span, counts: s.Size(span, "exactly", counts),
    "size_at": lambda span, side, count: s.Size(span, f"at {side.text}", (count,)),
    "quantified": lambda span, kind, of: s.Quantifier(span, kind.text, (), of),
    "added": s.Sum,
    "true": lambda span: s.Bool(span, True),
    "false": lambda span: s.Bool(span, False),
    "set_of": s.SetOf,
    "puzzle": lambda span, title, genre, items: s.Puzzle(span, title.value, genre, items),
    "topology": _topology,
    "topology_none": lambda span: s.Topology(span, s.Ref(span, "none"), ()),
    "setting": s.SetOption,
    "setting_none": lambda span, name: s.SetOption(span, name, s.Ref(span, "none")),
    "set": s.SetOption,
    "board": _board,
    "meaning": _list,
    "unknown": lambda span: s.Str(span, "?"),
    "entry": lambda span, token, first, *more: s.LegendEntry(span, token, first[0], first[1], more),
    "crossing": lambda span, one, other: s.Loc(span, f"{one.text}|{other.text}"),
    "joining": lambda span, one, other: s.Loc(span, f"{one.name}-{other.name}"),
}


class Constructors:
    """Builds the tree of one source text.

    The function of an action gets the span of the production and the values of the symbols that
    Lark would keep in its tree: a `Ref` for a name, a `Str` for a text in quotes, a `Loc` for a
    place, an int for a number, the `Token` of any other terminal, what its own function returned
    for a nonterminal, and None for an optional part that is absent.
    """

    def __init__(self, positions: Positions, diagnostics: Diagnostics) -> None:
        self.positions = positions
        self.diagnostics = diagnostics
        self._actions = _ACTIONS | {
            "given": lambda span, name, sort, kind, optional, untold, marks, other, doc: s.Given(
                span, name, self._sort(sort), kind, bool(optional), doc, marks or (), other, untold
            ),
            "type": self._type,
            "type_list": self._type_list,
            "var": lambda span, name, sort, at, kind, optional, doc: s.Var(
                span, name, self._sort(sort), at, kind, bool(optional), doc
            ),
            "var_whole": lambda span, name, kind, optional, doc: s.Var(
                span, name, PUZZLE, None, kind, bool(optional), doc
            ),
            "var_over": lambda span, name, over, kind, optional, doc: s.Var(
                span, name, ENTRY, None, kind, bool(optional), doc, over
            ),
            "table": lambda span, name, over, kind, optional, file, doc: s.Table(
                span, name, ENTRY, None, kind, bool(optional), doc, over, file
            ),
            "file": self._file,
            "graph_file": lambda span, name, file: replace(self._graph(span, name, ()), file=file),
            "graph": self._graph,
            "graph_part": self._graph_part,
        }

    def node(self, action: str, start: int, end: int, values: list[Any]) -> Any:
        """Return the result of an action for values and the text between two offsets."""
        make = self._actions.get(action) or getattr(s, action.title())
        return make(self.positions.span(start, end), *values)

    def terminal(self, token: Token) -> Any:
        """Return the value of a token."""
        span = self.positions.span(token.start, token.end)
        match token.kind:
            case "NAME":
                return s.Ref(span, token.text)
            case "STRING":
                return s.Str(span, token.text[1:-1])
            case "LOC":
                return s.Loc(span, token.text)
            case "INT":
                number = small_number(token.text)
                if number is None:
                    self.diagnostics.error("this number is too large", span)
                return number or 0
        return token

    def _sort(self, sort: s.Ref) -> str:
        if sort.name in DECLARED:
            return sort.name
        *sorts, last = DECLARED
        hint = suggest(sort.name, DECLARED) or f"the sorts are {', '.join(sorts)} and {last}"
        self.diagnostics.error(f"'{sort.name}' is not a sort of element", sort.span, hint)
        return "cell"

    def _type(self, span: Span, expr: s.Expr) -> s.Type:
        match expr:
            case s.Ref(name=name) if name in ("bool", "name", "side"):
                return s.Type(span, name)
            case s.Ref(name=name) if name == DIRECTION:
                return s.Type(span, "side", names=(name,))
            case s.SetOf() | s.Call():
                return s.Type(span, "members", (expr,))
            case s.Ref(name=name) if name in SETS:
                return s.Type(span, "members", (expr,))
            case s.Ref(name=name):
                return s.Type(span, "set", names=(name,))
            case s.Listed(members=members):
                names = [member.name for member in members if isinstance(member, s.Ref)]
                if len(names) == len(members):
                    return s.Type(span, "enum", names=tuple(names))
                if all(isinstance(member, (s.Loc, s.Str, s.Int)) for member in members):
                    return s.Type(span, "members", (expr,))
        words = "bool, name, side, direction, 0..3, {one, other}, list of 1..9"
        hint = f"a type is {words} or a set of values"
        self.diagnostics.error("this is not a type", span, hint)
        return s.Type(span, "bool")

    def _type_list(self, span: Span, name: s.Ref, low: s.Expr, high: s.Expr) -> s.Type:
        if name.name != "list":
            hint = "write, say, 'list of 1..9'"
            self.diagnostics.error(f"there is no type '{name.name} of'", name.span, hint)
        return s.Type(span, "list", (low, high))

    def _file(self, span: Span, word: s.Ref, path: s.Str) -> s.Str:
        if word.name != "from":
            self.diagnostics.error("a file comes after 'from'", word.span)
        return path

    def _graph(self, span: Span, name: s.Ref, parts: tuple[tuple[Names, ...], ...]) -> s.Topology:
        if name.name != "graph":
            hint = "only 'topology graph { cells a b; links a-b; }' does"
            message = f"topology '{name.name}' lists no cells and links"
            self.diagnostics.error(message, name.span, hint)
        words = [word for part in parts for word in part]
        cells = tuple(word[0] for word in words if len(word) == 1)
        links = tuple((word[0], word[1]) for word in words if len(word) == 2)
        return s.Topology(span, name, (), cells, links)

    def _graph_part(self, span: Span, name: s.Ref, words: tuple[Names, ...]) -> tuple[Names, ...]:
        size = {"cells": 1, "links": 2}.get(name.name)
        if size is None:
            message = f"a graph has cells and links, but no '{name.name}'"
            self.diagnostics.error(message, name.span, suggest(name.name, ("cells", "links")))
            return ()
        what, form = {1: ("name", "cells a b;"), 2: ("pair of names", "links a-b;")}[size]
        for word in words:
            if len(word) != size:
                message, place = f"a {what} expected in '{name.name}'", word[0].span
                self.diagnostics.error(message, place.to(word[-1].span), f"write '{form}'")
        return tuple(word for word in words if len(word) == size)
