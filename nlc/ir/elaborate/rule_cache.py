"""Caches what rules state on a board whatever its clues are.

That a segment joins cells of one colour is stated for all links of a board, with or without clues:
for many puzzles on one board it is elaborated once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar, cast
from weakref import WeakKeyDictionary

from msgspec import Struct, field

from nlc.board import Board
from nlc.dataclasses import fields
from nlc.ir.builder import Builder
from nlc.ir.literals import largest
from nlc.ir.nodes import Atoms, Node
from nlc.language import syntax as s
from nlc.language.builtins import ALL_DIFFERENT, GLOBALS
from nlc.language.inherit import Rules

T = TypeVar("T")

_CONTEXTUAL = (frozenset(GLOBALS) - {"acyclic"}) | {ALL_DIFFERENT}
"""The constraints whose statement depends on what other rules say, or that are kept beside the
nodes."""


class _RuleNodes(Struct, frozen=True, eq=False):
    """What a rule stated: its nodes, and the atoms that no rule had made before it."""

    nodes: tuple[Node, ...]
    atoms: tuple[Atoms, ...]


class _GenreRules(Struct, frozen=True, eq=False):
    """What is known of the rules of a genre on one board.

    Attributes:
        rules: kept, so that no others are taken for them.
        stated: the nodes of rules that are the same for all clues, by name, options and whether
            atoms had been made before.
        met: the options under which a puzzle was elaborated before.
        kept: what else is kept, by options and key.
    """

    rules: Rules
    stated: dict[Hashable, _RuleNodes] = field(default_factory=dict)
    met: set[Hashable] = field(default_factory=set)
    kept: dict[Hashable, object] = field(default_factory=dict)


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
        self._clueless = _clueless(rules)
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
        return self._clueless.part(part, bound)

    def mentions_clues(self, name: str) -> bool:
        """Return whether a rule mentions a clue, or something that depends on one."""
        return not self._clueless.rule(name)

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
        if len(program.auxiliaries) > auxiliaries or self.mentions_clues(name):
            return
        nodes, made = self._builder.rule_nodes(), tuple(program.atoms[atoms:])
        plain = not made and all(largest(node) <= self._declared for node in nodes)
        if plain or fresh:
            stated[name, self._options, not plain] = _RuleNodes(nodes, made)


class _Clueless:
    """Tells which parts of some rules mention no clue, and nothing that depends on one."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._of_rules: dict[str, bool] = {}
        self._differing: dict[int, bool] = {}
        inside = (node for rule in rules.rules.values() for node in _inside(rule, None))
        self._local_names = {node.name.name for node in inside if isinstance(node, s.Let)}

    def rule(self, name: str) -> bool:
        """Return whether a rule mentions no clue, and nothing that depends on one."""
        known = self._of_rules
        if name not in known:
            rule = self._rules.rules[name]
            said = [*rule.body, *([] if rule.when is None else [rule.when])]
            nodes = [node for part in said for node in _inside(part, self._rules)]
            known[name] = not _may_differ(nodes, self._rules)
        return known[name]

    def part(self, part: s.Node, bound: frozenset[str]) -> bool:
        """Return the same of a part of a rule; see `RuleCache.same_for_all_clues`."""
        known = self._differing
        if id(part) not in known:
            nodes = list(_inside(part, self._rules))
            local = {node.name for node in nodes if isinstance(node, s.Ref)} - bound
            differs = bool(local & self._local_names)
            known[id(part)] = differs or _may_differ(nodes, self._rules)
        return not known[id(part)]


_clueless = lru_cache(maxsize=4 * MAX_GENRES)(_Clueless)
"""What is known of the rules that were met last."""


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
