"""The clues of a puzzle as groups that can be put aside, and the boards without some of them.

A board without a clue is elaborated again, by the rules alone. The clue is then missing, or the
value that its genre names for such cells (``given size : cell -> 1..99? else isle;``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from nlc.board import Sort
from nlc.cached import cached_property
from nlc.ir.elaborate.bounds import bounded
from nlc.ir.elaborate.ground import GivenMap, GroundBoard, ground_board
from nlc.ir.elaborate.opening import Opening
from nlc.ir.elaborate.program import elaborate_board
from nlc.ir.elaborate.values import MISSING
from nlc.ir.nodes import Program
from nlc.language import syntax as s
from nlc.language.builtins import ROOMS
from nlc.language.inherit import Rules
from nlc.language.resolve import Puzzle
from nlc.reasons.facts import Clue

Values = Mapping[Clue, int]
Others = Mapping[Clue, Sequence[int]]
"""Another value of some clues, as arrays hold it; several of each."""


class ClueGroup(Struct, frozen=True):
    """Clues that are put aside together.

    Attributes:
        clues: the givens and elements.
        text: such as ``r1c2 = 3``, or ``r1c2, r4c4 = A`` for the two ends of a path.
        names: the elements.
    """

    clues: tuple[Clue, ...]
    text: str
    names: tuple[str, ...]


class Clues:
    """The clues of a puzzle, and its programs without some of them.

    Attributes:
        puzzle: the puzzle.
        full: the board with all clues.
        groups: what can be put aside, in the order of the elements.
    """

    def __init__(self, puzzle: Puzzle, together: Iterable[Iterable[Clue]] | None = None) -> None:
        """Collect the clues of a puzzle.

        Args:
            puzzle: the puzzle.
            together: the clues of each group; None: as in messages.

        Raises:
            UserError: a clue is wrong.
        """
        self.puzzle = puzzle
        self.full = ground_board(puzzle)
        types = [given.type for given in self.full.rules.givens.values()]
        for name in (name for each in types if each.kind == "enum" for name in each.names):
            self.full.number(name)  # the same one for all clues of a puzzle
        if together is None:
            self.groups = list(_groups(self.full))
        else:
            self.groups = [ClueGroup(tuple(some), "", ()) for some in together]
        self._programs: dict[frozenset[int], Program] = {}

    @property
    def left(self) -> tuple[str, ...]:
        """The elements whose clues leave something when they are put aside."""
        givens = self.full.rules.givens
        marked = (g for g in self.groups if any(givens[c.given].otherwise for c in g.clues))
        return tuple(dict.fromkeys(name for group in marked for name in group.names))

    @property
    def staying(self) -> tuple[str, ...]:
        """The givens that are on the board and cannot be put aside."""
        grouped = {clue.given for clue in self.single}
        found = self.full.given_texts().items()
        return tuple(name for name, texts in found if texts and name not in grouped)

    @cached_property
    def every(self) -> frozenset[int]:
        """The numbers of all groups."""
        return frozenset(range(len(self.groups)))

    def program(
        self, kept: Collection[int], changed: Values | None = None, guarded_rules: bool = True
    ) -> Program:
        """Return the board with some groups of clues, elaborated.

        Args:
            kept: the numbers of the groups that stay.
            changed: clues that have another value, as arrays hold it.
            guarded_rules: whether each rule is elaborated by itself.

        Raises:
            UserError: a check of the genre fails.
        """
        key = frozenset(kept)
        kept_apart = guarded_rules and changed is None
        if kept_apart and key in self._programs:
            return self._programs[key]
        ground = self.ground(key, changed)
        with bounded(self.puzzle.max_instances):
            program = elaborate_board(ground, self.puzzle, guarded_rules=guarded_rules)
        if kept_apart and (len(key) < 2 or key == self.every):
            self._programs[key] = program
        return program

    def program_with_selectors(self, others: Others | None = None) -> Program:
        """Return all boards that some clues leave, with a selector for each group of clues.

        Args:
            others: further values of clues and elements; then each clue has a selector of its own,
                in the order of the groups.

        Raises:
            UserError: the rules cannot be encoded where clues are open.
        """
        apart = [group.clues for group in self.groups] if others is None else zip(self.single)
        numbers, more = {clue: i for i, some in enumerate(apart) for clue in some}, others or {}
        openings = {
            given: Opening(
                groups={clue.element: i for clue, i in numbers.items() if clue.given == given},
                others={clue.element: some for clue, some in more.items() if clue.given == given},
            )
            for given in dict.fromkeys(clue.given for clue in (*numbers, *more))
        }
        ground = self.ground(self.every)
        with bounded(self.puzzle.max_instances):
            return elaborate_board(ground, self.puzzle, open=openings)

    @property
    def single(self) -> list[Clue]:
        """All clues that can be put aside."""
        return [clue for group in self.groups for clue in group.clues]

    def ground(self, kept: Collection[int], changed: Values | None = None) -> GroundBoard:
        """Return the ground board with some groups of clues; see `program`."""
        before, rules = self.full, self.full.rules
        givens = {
            name: GivenMap(each.kind, each.data.copy(), each.spans, dict(each.sides))
            for name, each in before.givens.items()
        }
        for number, group in enumerate(self.groups):
            if number not in kept:
                for name, element in group.clues:
                    given, target = rules.givens[name], givens[name]
                    target.data[element] = False if target.kind == "bool" else MISSING
                    target.sides.pop(element, None)
                    if given.otherwise is not None:
                        givens[given.otherwise.name].data[element] = True
        for (name, element), value in (changed or {}).items():
            givens[name].data[element] = value
        return replace(before, givens=givens, domains={}, opened={}, singles={}, conditions={})

    def alone(self, kept: Collection[int], left: bool = False) -> Program:
        """Return the board with some groups of clues; with `left`, also what the others leave."""
        ground = self.ground(kept)
        for given in ground.rules.givens.values():
            if given.otherwise is not None and not left:
                target = given.otherwise.name
                ground.givens[target].data[:] = self.full.givens[target].data
        none = replace(self.full.rules, rules={}, checks={})
        return elaborate_board(replace(ground, rules=none), self.puzzle)

    def value(self, clue: Clue) -> int:
        """Return the value of a clue as arrays hold it."""
        return int(self.full.givens[clue.given].data[clue.element])

    def text_of(self, given: str, value: int) -> str:
        """Return a value of a given in words."""
        return self.full.text(self.full.givens[given].kind, value)


def _groups(ground: GroundBoard) -> Iterator[ClueGroup]:
    """Yield the groups: all clues of an element, or all of one name that a check mentions.

    Clues that shape sets, such as cages and rooms, stay: with a cell less a cage has another sum.
    """
    rules, texts = ground.rules, ground.given_texts()
    mentioned = rules.nodes_of(rules.checks.values())  # by the checks, by their lets too
    checked = {node.name for node in mentioned if isinstance(node, s.Ref)}
    shaping = _shaping(rules)
    together: defaultdict[tuple[str, Sort, object], list[Clue]] = defaultdict(list)
    for name, given in rules.givens.items():
        kind = given.type.kind
        if given.otherwise is None and (kind == "bool" or not given.optional):
            continue
        if name in shaping or (name in checked and kind == "enum"):
            continue
        for element, text in sorted(texts[name].items()):
            by = name if name in checked and kind == "name" else ""
            key = by, Sort(given.sort), text if by else element
            together[key].append(Clue(name, element))
    for (by, sort, _), clues in sorted(
        together.items(), key=lambda item: (item[0][1].value, item[1][0].element)
    ):
        names = ground.board.names(sort)
        places = tuple(dict.fromkeys(names[clue.element] for clue in clues))
        values = [texts[clue.given][clue.element] for clue in clues[: 1 if by else None]]
        values = [name if v == "true" else v for v, (name, _) in zip(values, clues, strict=False)]
        yield ClueGroup(tuple(clues), f"{', '.join(places)} = {' '.join(values)}", places)


def _shaping(rules: Rules) -> set[str]:
    """Return the givens that are drawn as rooms, or whose values rules compare with each other."""
    out = {name for name, given in rules.givens.items() if ROOMS in (m.name for m in given.marks)}
    for top in (*rules.rules.values(), *rules.lets.values()):
        for node in s.walk(top):
            if isinstance(node, s.Compare):
                called = [x.function.name for x in (node.left, node.right) if isinstance(x, s.Call)]
                if len(called) == 2 and called[0] == called[1] and called[0] in rules.givens:
                    out.add(called[0])
    return out
