"""Caches what rules state on a board whatever its clues are.

That a segment joins cells of one colour is stated for all links of a board, with or without clues:
for many puzzles on one board it is elaborated once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeVar, cast
from weakref import WeakKeyDictionary

import numpy as np

from nlc.board import Board
from nlc.dataclasses import dataclass, field, fields
from nlc.ir.builder import Builder
from nlc.ir.nodes import TRUE, Atoms, Clause, Exactly, Implies, Node
from nlc.language import syntax as s
from nlc.language.builtins import ALL_DIFFERENT, GLOBALS
from nlc.language.inherit import Rules

T = TypeVar("T")

_CONTEXTUAL = (frozenset(GLOBALS) - {"acyclic"}) | {ALL_DIFFERENT}
"""The constraints whose statement depends on what other rules say, or that are kept beside the
nodes."""


@dataclass(frozen=True, eq=False)
class _RuleNodes:
    """What a rule stated: its nodes, and the atoms that no rule had made before it."""

    nodes: tuple[Node, ...]
    atoms: tuple[Atoms, ...]


@dataclass(frozen=True, eq=False)
class _GenreRules:
    """What is known of the rules of a genre on one board.

    Attributes:
        rules: kept, so that no others are taken for them.
        clueless: for each rule that has been met, whether it is the same for all clues.
        stated: the nodes of such rules, by name, options and whether atoms had been made before.
        met: the options under which a puzzle was elaborated before.
        kept: what else is kept, by options and key.
        differing: parts of rules, by identity, and whether they may differ between puzzles.
    """

    rules: Rules
    clueless: dict[str, bool] = field(default_factory=dict)
    stated: dict[Hashable, _RuleNodes] = field(default_factory=dict)
    met: set[Hashable] = field(default_factory=set)
    kept: dict[Hashable, object] = field(default_factory=dict)
    differing: dict[int, bool] = field(default_factory=dict)


MAX_GENRES = 4
"""Genres, or genres with house rules, cached per board."""

_known: WeakKeyDictionary[Board, dict[int, _GenreRules]] = WeakKeyDictionary()


class RuleCache:
    """What is known of the rules of one genre on one board under some options.

    Attributes:
        met_before: whether a puzzle of this genre, board and options was elaborated before.
    """

    def __init__(self, rules: Rules, options: Mapping[str, str], builder: Builder) -> None:
        genres = _known.setdefault(builder.program.board, {})
        self._genre = genres.setdefault(id(rules), _GenreRules(rules))
        if len(genres) > MAX_GENRES:
            del genres[next(iter(genres))]
        self._options = tuple(options.items())
        self.met_before = self._options in self._genre.met
        self._genre.met.add(self._options)
        self._builder = builder
        self._declared = builder.program.variables

    def keep(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what was made before for a key of this genre, board and options, or make it."""
        place = (key, self._options)
        if place not in self._genre.kept:
            self._genre.kept[place] = make()
        return cast("T", self._genre.kept[place])

    def same_for_all_clues(self, part: s.Node, bound: frozenset[str] = frozenset()) -> bool:
        """Return whether a part of a rule mentions no clue, and nothing that depends on one.

        Args:
            part: kept by the genre's rules.
            bound: names of elements that are bound round it; no other local name may occur in it.
        """
        known = self._genre.differing
        if id(part) not in known:
            rules = self._genre.rules
            nodes = list(_inside(part, rules))
            local = {node.name for node in nodes if isinstance(node, s.Ref)} - bound
            known[id(part)] = _may_differ(nodes, rules) or bool(local & self._local_names)
        return not known[id(part)]

    @cached_property
    def _local_names(self) -> set[str]:
        """The names that statements of the rules bind by ``let``."""
        inside = (node for rule in self._genre.rules.rules.values() for node in _inside(rule, None))
        return {node.name.name for node in inside if isinstance(node, s.Let)}

    def state(self, name: str, elaborate: Callable[[], None]) -> None:
        """State the rule that the builder is at: as it was stated before, or by elaboration."""
        program, stated = self._builder.program, self._genre.stated
        fresh = program.variables == self._declared
        known = stated.get((name, self._options, False))
        if known is None and fresh:
            known = stated.get((name, self._options, True))
        if known is not None:
            self._builder.restate(known.nodes, known.atoms)
            return
        atoms, auxiliaries = len(program.atoms), len(program.auxiliaries)
        elaborate()
        if len(program.auxiliaries) > auxiliaries or not self._clueless(name):
            return
        nodes, made = self._builder.rule_nodes(), tuple(program.atoms[atoms:])
        plain = not made and all(_largest(node) <= self._declared for node in nodes)
        if plain or fresh:
            stated[name, self._options, not plain] = _RuleNodes(nodes, made)

    def _clueless(self, name: str) -> bool:
        """Return whether a rule mentions no clue, and nothing that depends on one."""
        known = self._genre.clueless
        if name not in known:
            rules = self._genre.rules
            rule = rules.rules[name]
            said = [*rule.body, *([] if rule.when is None else [rule.when])]
            nodes = [node for part in said for node in _inside(part, rules)]
            known[name] = not _may_differ(nodes, rules)
        return known[name]


def _largest(node: Node) -> int:
    """Return the largest variable that a node mentions as a literal."""
    match node:
        case Exactly(lits=lits, guard=guard) | Implies(guard, Clause(lits)):
            parts = [lits, guard]
        case Implies(guard):
            parts = [guard]
        case _:
            parts = [np.where(np.abs(node.lits) == TRUE, 0, node.lits)]
    return max((int(np.abs(part).max()) for part in parts if part.size), default=0)


def _inside(node: s.Node, rules: Rules | None) -> Iterator[s.Node]:
    """Yield all nodes under a syntax node, and under the lets of the rules that it names."""
    todo, named = [node], set[str]()
    while todo:
        item = todo.pop()
        yield item
        lets = {} if rules is None else rules.lets
        if isinstance(item, s.Ref) and item.name in lets and item.name not in named:
            named.add(item.name)
            todo.append(lets[item.name])
        for part in fields(item):
            value = getattr(item, part.name)
            several = value if isinstance(value, tuple) else (value,)
            todo += [child for child in several if isinstance(child, s.Node)]


def _may_differ(nodes: Sequence[s.Node], rules: Rules) -> bool:
    """Return whether what a rule states may differ between puzzles on one board.

    So may what mentions clues, and names or places: names are numbered as the clues are read. If
    the values of a variable depend on clues, so may what compares it with anything but a variable.
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
