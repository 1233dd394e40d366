"""The automaton of the parser: tables of the grammar, driven over tokens."""

from __future__ import annotations

from typing import Any

from nlc.language.constructors import Constructors
from nlc.language.lexer import END, Token
from nlc.language.tables import Tables


class _Run(list[Any]):
    """The values of an EBNF repetition, to be spliced into those of the production around it."""


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
        """Shift a token after the reductions that it calls for; False where it cannot stand."""
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
        """Say whether tokens of these kinds could stand next, without consuming anything."""
        stack = list(self.states if states is None else states)
        return all(self.shift(stack, kind) for kind in kinds)

    def shift(self, stack: list[int], kind: str) -> bool:
        """Put a token of a kind on a stack of states; False where it cannot stand."""
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
        keep = len(self.values) - size
        if size:
            start, end = self.spans[keep][0], self.spans[-1][1]
        else:
            start = end = self.spans[-1][1] if self.spans else 0
        args = _Run()
        for slot in slots:
            value = self.values[keep + slot] if slot >= 0 else None
            if type(value) is _Run:
                args += value
            else:
                args.append(self.build.terminal(value) if type(value) is Token else value)
        if origin.startswith("__"):
            value = args
        elif not action:
            (value,) = args
        else:
            value = self.build.node(action, start, end, args)
        del self.states[len(self.states) - size :], self.values[keep:], self.spans[keep:]
        self.states.append(self.grammar.states[self.states[-1]][origin])
        self.values.append(value)
        self.spans.append((start, end))
