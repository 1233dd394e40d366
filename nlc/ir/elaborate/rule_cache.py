"""Caches the nodes of rules that do not depend on clues.

The rule that a segment joins cells of one colour, for example, has the same nodes for all puzzles
on a board, and is elaborated once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from weakref import WeakKeyDictionary

from msgspec import Struct, field

from nlc.board import Board
from nlc.ir.builder import Builder
from nlc.ir.literals import largest
from nlc.ir.nodes import Atoms, Node
from nlc.language import syntax as s
from nlc.language.builtins import ALL_DIFFERENT, GLOBALS, RUNS
from nlc.language.inherit import Rules

_CONTEXTUAL = (frozenset(GLOBALS) - {"acyclic"}) | {ALL_DIFFERENT, RUNS}
"""The constraints that depend on other rules, or are stored outside of the nodes."""


class _RuleNodes(Struct, frozen=True, eq=False):
    """The nodes of a rule, and its atoms that are new in the program."""

    nodes: tuple[Node, ...]
    atoms: tuple[Atoms, ...]


class _GenreRules(Struct, frozen=True, eq=False):
    """The cached rules of a genre on one board.

    Attributes:
        rules: the genre; kept so that its identity is not used again.
        stated: the nodes by rule, options and whether the program had no atoms before.
    """

    rules: Rules
    stated: dict[Hashable, _RuleNodes] = field(default_factory=dict)


MAX_GENRES = 4
"""The most genres, with or without house rules, that are cached for each board."""

_known: WeakKeyDictionary[Board, dict[int, _GenreRules]] = WeakKeyDictionary()


class RuleCache:
    """The cache of the rules of a genre on one board under some options."""

    def __init__(self, rules: Rules, options: Mapping[str, str], builder: Builder) -> None:
        genres = _known.setdefault(builder.program.board, {})
        self._stated = genres.setdefault(id(rules), _GenreRules(rules)).stated
        for oldest in list(genres)[:-MAX_GENRES]:
            genres.pop(oldest, None)  # unless another thread has done so
        self._clueless = _clueless_rules(rules)
        self._options = tuple(options.items())
        self._builder = builder
        self._declared = builder.program.variables

    def state(self, name: str, elaborate: Callable[[], None]) -> None:
        """Add the nodes of the present rule of the builder: cached ones, or by elaboration."""
        program = self._builder.program
        fresh = program.variables == self._declared
        known = self._stated.get((name, self._options, False))
        if known is None and fresh:
            known = self._stated.get((name, self._options, True))
        if known is not None:
            self._builder.restate(known.nodes, known.atoms)
            return
        atoms, auxiliaries = len(program.atoms), len(program.auxiliaries)
        elaborate()
        if len(program.auxiliaries) > auxiliaries or name not in self._clueless:
            return
        nodes, made = self._builder.rule_nodes(), tuple(program.atoms[atoms:])
        plain = not made and all(largest(node) <= self._declared for node in nodes)
        if plain or fresh:
            self._stated[name, self._options, not plain] = _RuleNodes(nodes, made)


@lru_cache(maxsize=4 * MAX_GENRES)
def _clueless_rules(rules: Rules) -> frozenset[str]:
    """Return the names of the rules that do not depend on clues."""
    out = set()
    for name, rule in rules.rules.items():
        parts = [*rule.body, *([] if rule.when is None else [rule.when])]
        if not _may_differ([*rules.nodes_of(parts)], rules):
            out.add(name)
    return frozenset(out)


def _may_differ(nodes: Sequence[s.Node], rules: Rules) -> bool:
    """Return whether the nodes of a rule may differ between puzzles on one board.

    They may if the rule mentions clues, names (which are numbered in the order of the clues) or
    places; and if it compares a variable whose values depend on clues with anything but a variable.
    """
    groups: tuple[Mapping[str, s.Option | s.Given | s.Var], ...]
    groups = rules.options, rules.givens, rules.vars
    types = [item.type for group in groups for item in group.values()]
    enums = {name for type_ in types if type_.kind == "enum" for name in type_.names}
    clues = enums | _CONTEXTUAL | set(rules.givens)
    names = {node.name for node in nodes if isinstance(node, s.Ref)}
    if names & clues or any(isinstance(node, (s.Str, s.Loc)) for node in nodes):
        return True
    open_ = {n for n, var in rules.vars.items() if var.type.kind not in ("bool", "enum", "range")}
    compared = [node for node in nodes if isinstance(node, s.Compare)]
    return bool(names & open_) and not all(
        isinstance(side, s.Index) for node in compared for side in (node.left, node.right)
    )
