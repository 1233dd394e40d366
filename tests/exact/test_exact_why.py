"""Rules and clues that `nlc why` blames contradict each other by brute force, and none can go."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from exact.fillings import RULES, WHOLE, Filling, random_filling
from exact.statements import STATEMENTS, Statement
from oracle.case import TILINGS
from oracle.case import whole as drawing
from oracle.random_boards import blank
from oracle.reference_board import Complex
from oracle.relations import whole

import nlc

Clues = Mapping[str, int]
"""The value of each clue, by the name of its cell."""


@dataclass(frozen=True)
class Blamed:
    """A puzzle with all its boards, by brute force.

    Attributes:
        text: the genre and the puzzle.
        reader: the rule that reads the clues.
        rules: all others.
        clues: of the puzzle.
        boards: of each board the rules that it breaks, and what the clue of each cell would be.
    """

    text: str
    reader: str
    rules: tuple[str, ...]
    clues: Clues
    boards: list[tuple[frozenset[str], Mapping[str, int | None]]]

    def solvable(self, rules: Collection[str], clues: Clues) -> bool:
        """Return whether a board keeps some rules and clues."""
        kept = clues.items() if self.reader in rules else ()
        return any(
            broken.isdisjoint(rules) and all(values[cell] == clue for cell, clue in kept)
            for broken, values in self.boards
        )

    def wrong(self, found: dict[str, Any]) -> Iterator[str]:
        """Yield what is wrong with an explanation, as JSON has it."""
        every = [*self.rules, self.reader]
        if (found["status"] == "solvable") != self.solvable(every, self.clues):
            yield f"it is not {found['status']}"
        if found["status"] != "contradiction":
            return
        fault, rules = found["faults"][0], [rule["name"] for rule in found["rules"]]
        clues = {clue["element"]: int(clue["value"]) for clue in fault["clues"]}
        if self.solvable(rules, clues):
            yield f"{rules} do not contradict {clues}"
        for some in combinations(rules, len(rules) - 1):
            if not self.solvable(some, clues):
                yield f"{some} alone contradict {clues}"
        fewest = found["rules_minimal"] == "smallest"
        for some in combinations(every, len(rules) - 1) if fewest else ():
            if not self.solvable(some, clues):
                yield f"{rules} are not the fewest: {some}"
        among = self.clues if fault["minimal"] == "smallest" else clues
        for cells in combinations(among, len(clues) - 1) if clues else ():
            if not self.solvable(every, {cell: clues.get(cell, among[cell]) for cell in cells}):
                yield f"the clues of {cells} alone contradict the rules"
        for repair in found.get("repairs", ()):
            left = {c: self.clues[c] for c in self.clues if c not in _places(repair["take_away"])}
            changes = [{c["element"]: int(c["to"])} for c in repair["change"]]
            if len(repair["take_away"]) > 1:  # the values are those of one board
                changes = [{cell: clue for one in changes for cell, clue in one.items()}]
            for change in changes or [{}]:
                if not self.solvable(every, {**left, **change}):
                    yield f"{change} mends nothing"


def _places(clues: Collection[Mapping[str, str]]) -> set[str]:
    return {clue["element"] for clue in clues}


def random_shading(random: Random, tiling: str) -> Blamed:
    """Return two to four rules about dark cells, with clues on how many are round a cell."""
    board = None
    while board is None or not 3 <= len(board.names) <= 8:
        drawn = blank(random, tiling, 8)
        board = Complex(drawn)
    rules = {n: STATEMENTS[n] for n in random.sample([*STATEMENTS], random.choice((1, 1, 2)))}
    for name, text in (("many", "{} {} of dark[cells];"), ("sized", "connected(dark, {} {});")):
        kind, k = random.choice(("exactly", "at least", "at most")), random.randint(0, 5)
        if name == "sized" or random.random() < 0.5:
            counts = range(k, k + 1 if kind == "exactly" else 9)
            counts = range(k + 1) if kind == "at most" else counts
            rules[name] = Statement(
                text.format(kind, k),
                lambda board, dark, counts=counts, joined=name == "sized": (
                    len(dark) in counts and (not joined or whole(dark, board.links.values()))
                ),
            )
    rules = dict(random.sample([*rules.items()], len(rules)))
    cells = random.sample(board.names, random.choice((0, 0, 1, 2)))
    clues = {cell: random.randint(0, 2) for cell in cells}
    near = {
        name: {c, *(d for pair in board.links.values() if c in pair for d in pair)}
        for c, name in enumerate(board.names)
    }
    boards = []
    for bits in product((False, True), repeat=len(board.names)):
        dark = frozenset(cell for cell, bit in enumerate(bits) if bit)
        broken = frozenset(name for name, rule in rules.items() if not rule.holds(board, dark))
        boards.append((broken, {name: len(cells & dark) for name, cells in near.items()}))
    lines = [
        "genre shading { given clue : cell -> 0..9?; var dark : cell -> bool;",
        "let near(c) = {d for d in cells where d = c or d in neighbours(c)};",
        "rule clues { for c in cells where has clue(c) { exactly clue(c) of dark[near(c)]; } }",
        *(f"rule {name} {{ {rule.text} }}" for name, rule in rules.items()),
        "show dark as shaded; }",
        'puzzle "shading" is shading {',
        *drawing(drawn),
        *(f"mark clue = {clue} at {cell};" for cell, clue in clues.items()),
        "}",
    ]
    return Blamed("\n".join(lines), "clues", tuple(rules), clues, boards)


def random_numbers(random: Random, tiling: str) -> Blamed:
    """Return one to five rules about numbers in cells and one of the whole puzzle."""
    case = Filling(random_filling(random, tiling).drawn, 1, False, ())
    while case.most not in (2, 3) or len(Complex(case.drawn).names) > 5:
        case = random_filling(random, tiling)
    board, top = Complex(case.drawn), range(1, case.most + 1)
    clues = {n: int(t) for n, t in zip(board.names, board.tokens, strict=True) if t is not None}
    boards = []
    for numbers in product([*top, *[None] * case.optional], repeat=len(board.names)):
        broken = {name for name in case.rules if not RULES[name].holds(board, numbers, case.most)}
        told = dict(zip(board.names, numbers, strict=True))
        # `b_` says what b is, and `flagged` what follows from b.
        for whole_, b in product(top, (False, True)) if case.whole else [(0, False)]:
            more = {n for n in case.whole if not WHOLE[n].holds(board, (*numbers, whole_), 0)}
            more.discard("flagged")
            if (
                "flagged" in case.whole
                and b
                and not WHOLE["flagged"].holds(board, (*numbers, 1), 0)
            ):
                more.add("flagged")
            if b != (whole_ == 1):
                more.add("b_")
            boards.append((frozenset(broken | more), told))
    rules = (*case.rules, *case.whole, *["b_"] * bool(case.whole))
    return Blamed(case.text, "digits", rules, clues, boards)


@pytest.mark.slow
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("kind", [random_shading, random_numbers])
def test_what_is_blamed_contradicts_by_itself_and_not_without_any_part(kind, tiling) -> None:
    random, found = Random(f"{kind.__name__} {tiling}"), 0
    while found < 4:
        case = kind(random, tiling)
        if case.solvable([*case.rules, case.reader], case.clues):
            continue
        (puzzle,) = nlc.loads(case.text)
        why = nlc.why(puzzle, details=True, repair=True).to_json()
        found += why["status"] == "contradiction"
        assert list(case.wrong(why)) == [], case.text
        places = [place for rule in why.get("rules", ()) for place in rule["places"]]
        assert places or why["status"] == "refused", case.text
