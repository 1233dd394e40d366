"""Remembers what rules say of a board whatever its clues are.

That a segment joins cells of one colour is said of all links of a board, with or without clues: for
many puzzles on one board it need be elaborated only once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from weakref import WeakKeyDictionary

import numpy as np

from nlc.board.board import Board
from nlc.ir.builder import Builder
from nlc.ir.nodes import TRUE, Atoms, Clause, Exactly, Implies, Node
from nlc.language import syntax as s
from nlc.language.inherit import Rules

_LOOKING_ROUND = frozenset({"connected", "loop", "path", "reaches"})
"""The constraints over the whole board whose statement depends on what other rules say."""


@dataclass(frozen=True, eq=False)
class _Said:
    """What a rule made: its nodes, and the atoms that no rule had made before it."""

    nodes: tuple[Node, ...]
    atoms: tuple[Atoms, ...]


@dataclass(frozen=True, eq=False)
class _Genre:
    """What is known of the rules of a genre on one board.

    Attributes:
        rules: kept, so that no others are taken for them.
        clueless: for each rule that has been met, whether it is the same for all clues.
        said: what such rules made, by name, options and whether atoms had been made before.
    """

    rules: Rules
    clueless: dict[str, bool] = field(default_factory=dict)
    said: dict[Hashable, _Said] = field(default_factory=dict)


_GENRES = 4
"""Of so many genres, or genres with house rules, at most is anything kept for one board."""

_known: WeakKeyDictionary[Board, dict[int, _Genre]] = WeakKeyDictionary()


class RuleCache:
    """What is known of the rules of one genre on one board under some options."""

    def __init__(self, rules: Rules, options: Mapping[str, str], builder: Builder) -> None:
        genres = _known.setdefault(builder.program.board, {})
        self._genre = genres.setdefault(id(rules), _Genre(rules))
        if len(genres) > _GENRES:
            del genres[next(iter(genres))]
        self._options = tuple(options.items())
        self._builder = builder
        self._declared = builder.program.variables

    def state(self, name: str, elaborate: Callable[[], None]) -> None:
        """State the rule that the builder is at: as it was stated before, or by elaboration."""
        program, said = self._builder.program, self._genre.said
        fresh = program.variables == self._declared
        known = said.get((name, self._options, False))
        if known is None and fresh:
            known = said.get((name, self._options, True))
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
            said[name, self._options, not plain] = _Said(nodes, made)

    def _clueless(self, name: str) -> bool:
        """Return whether a rule mentions no clue, and nothing that depends on one."""
        known = self._genre.clueless
        if name not in known:
            rules = self._genre.rules
            nodes = list(_inside(rules.rules[name], rules))
            known[name] = not _tells(nodes, rules)
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


def _inside(node: s.Node, rules: Rules) -> Iterator[s.Node]:
    """Yield all nodes under a syntax node, and under the lets of the genre that it names."""
    todo, named = [node], set[str]()
    while todo:
        item = todo.pop()
        yield item
        if isinstance(item, s.Ref) and item.name in rules.lets and item.name not in named:
            named.add(item.name)
            todo.append(rules.lets[item.name])
        for part in fields(item):
            value = getattr(item, part.name)
            several = value if isinstance(value, tuple) else (value,)
            todo += [child for child in several if isinstance(child, s.Node)]


def _tells(nodes: Sequence[s.Node], rules: Rules) -> bool:
    """Return whether what is said may differ between puzzles on one board.

    So may what mentions clues, and names or places: names are numbered as the clues are read. If
    the values of a variable depend on clues, so may what compares it with anything but a variable.
    """
    groups: tuple[Mapping[str, s.Option | s.Given | s.Var], ...]
    groups = rules.options, rules.givens, rules.vars
    types = [item.type for group in groups for item in group.values()]
    enums = {name for type_ in types if type_.kind == "enum" for name in type_.names}
    telling = enums | _LOOKING_ROUND | set(rules.givens)
    names = {node.name for node in nodes if isinstance(node, s.Ref)}
    if names & telling or any(isinstance(node, (s.Str, s.Loc)) for node in nodes):
        return True
    open_ = {n for n, var in rules.vars.items() if var.type.kind not in ("bool", "enum", "range")}
    compared = [node for node in nodes if isinstance(node, s.Compare)]
    return bool(names & open_) and not all(
        isinstance(side, s.Index) for node in compared for side in (node.left, node.right)
    )
