"""What each family of genres has drawn: on boards of each shape, by mouse, by finger, or by keys.

Every family meets every shape that it can be played on; every shape and every family meets each
hand (all of them with ``--whole``). The first solution is drawn, and is right.
"""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys
from support.chromium import Browser
from support.page_boards import Net

import nlc

pytestmark = pytest.mark.slow

SHAPES = {
    "squares": ("square", ". . .\n. . .", ""),
    "hexagons": ("hex", " . . .\n. . .\n . . .", ""),
    "triangles": ("triangle", ". . . .\n. . . .", ""),
    "irregular": ("square", ". . . .\n. # . .\n. . . .", "wall r1c3|r1c4;"),
}

FAMILIES = {
    "regions": ("shikaku", ["6"]),
    "digits": ("binairo", ["1"]),
    "shades": ("mosaic", ["3"]),
    "lamps": ("akari", []),
    "numbers": ("suguru", []),
    "stones": ("yinyang", ["b", "w"]),
    "doubles": ("hashi", ["2", "2"]),
    "links": ("masyu", []),
    "borders": ("slitherlink", ["3"]),
}
"""A genre of each family, and the clues of the first cells."""

ONLY_SQUARES = {"regions", "digits"}

HANDS = ("mouse", "finger", "keys")


def design() -> list[tuple[str, str, str, bool, bool]]:
    """Return what is played: family, shape, hand, wide, dark."""
    out = []
    for (i, family), (j, shape) in product(enumerate(FAMILIES), enumerate(SHAPES)):
        if not (family in ONLY_SQUARES and j):
            out.append((family, shape, HANDS[(i + j) % 3], bool((i + j) & 1), bool((i ^ j) & 2)))
    return out


def text_of(family: str, shape: str) -> str:
    genre, clues = FAMILIES[family]
    tiling, rows, wall = SHAPES[shape]
    if family == "digits":
        rows = ". .\n. ."
    drawn = rows
    for clue in clues:
        drawn = drawn.replace(".", clue, 1)
    room = f"  board room\n{rows.replace('.', 'a')}\n  end\n" if genre == "suguru" else ""
    head = f'puzzle "{family} on {shape}" is {genre} {{\n  topology {tiling};\n'
    return f"{head}  board\n{drawn}\n  end\n{room}  {wall}\n}}\n"


class Player:
    """Draws on the page with one hand."""

    def __init__(self, page: Browser, hand: str) -> None:
        self.page, self.hand = page, hand
        self.at = ""

    def lines(self, sort: str, chosen: list[str]) -> None:
        """Draw lines from node to node."""
        net = Net(self.page.board, sort)
        for trail in net.trails(chosen):
            if self.hand == "keys":
                self.go(net, trail[0])
                for before, after in pairwise(trail):
                    self.page.keys((Keys.SHIFT, net.key(before, after)))
                self.at = net.names[trail[-1]]
            else:
                points = [net.places[node] for node in trail]
                (self.page.drag if self.hand == "mouse" else self.page.touch)(points)

    def turns(self, cells: dict[str, int]) -> None:
        """Click on cells, so often each."""
        net = Net(self.page.board, "link")
        for cell, times in cells.items():
            if self.hand == "keys":
                self.go(net, net.names.index(cell))
                self.page.keys(*[" "] * times)
                continue
            for _ in range(times):
                point = [self.page.middle(cell)]
                (self.page.drag if self.hand == "mouse" else self.page.touch)(point)

    def numbers(self, values: dict[str, int]) -> None:
        """Write numbers: types them, or takes them from the buttons below the board."""
        net = Net(self.page.board, "link")
        for cell, value in values.items():
            if self.hand == "keys":
                self.go(net, net.names.index(cell))
                self.page.keys(str(value))
            else:
                (self.page.drag if self.hand == "mouse" else self.page.touch)(
                    [self.page.middle(cell)]
                )
                self.page.press(f"#keypad button:nth-child({value})")

    def regions(self, owners: dict[str, str]) -> None:
        """Draw from the seed of each region over its cells."""
        net = Net(self.page.board, "link")
        for seed in set(owners.values()):
            cells = [cell for cell, owner in owners.items() if owner == seed]
            row = {cell: cell.partition("c")[0] for cell in cells}
            snake = sorted(cells, key=lambda cell: (row[cell], cell))
            snake = [
                cell
                for i, name in enumerate(sorted(set(row.values())))
                for cell in [c for c in snake if row[c] == name][:: -1 if i % 2 else 1]
            ]
            assert snake[0] == seed
            if self.hand == "keys":
                nodes = [net.names.index(cell) for cell in snake]
                self.go(net, nodes[0])
                self.page.keys(" ", *((Keys.SHIFT, net.key(*pair)) for pair in pairwise(nodes)))
                self.at = snake[-1]
            else:
                points = [self.page.middle(cell) for cell in snake]
                (self.page.drag if self.hand == "mouse" else self.page.touch)(points)

    def go(self, net: Net, node: int) -> None:
        """Move the cursor to a node."""
        if not self.at:
            self.at = self.page.focus_board()
        self.page.keys(*net.way(net.names.index(self.at), node))
        self.at = net.names[node]


@pytest.mark.sample(6, every=3)
@pytest.mark.parametrize(("family", "shape", "hand", "wide", "dark"), design())
def test_a_solution_is_drawn(
    page: Browser, family: str, shape: str, hand: str, wide: bool, dark: bool
) -> None:
    text = text_of(family, shape)
    (puzzle,) = nlc.loads(text)
    solution: dict[str, Any] = nlc.solve(puzzle).to_json()["solutions"][0]
    page.start(text, wide, dark)
    player = Player(page, hand)
    (first, *_) = solution.values()
    if family in ("links", "borders"):
        player.lines(family[:-1], first)
    elif family == "doubles":
        player.lines("link", solution["one"])
        player.lines("link", solution["two"])
        assert len(page.drawn(".double")) == len(solution["two"]) > 0
    elif family == "numbers":
        player.numbers(first)
    elif family == "regions":
        player.regions(first)
    else:
        both = family in ("stones", "digits")
        wanted = {cell: 1 if cell in first else 2 for cell in page.board["cells"]["names"]}
        player.turns({cell: n for cell, n in wanted.items() if n == 1 or both})
    if family == "shades" and hand == "mouse":
        light = next(cell for cell in page.board["cells"]["names"] if cell not in first)
        page.click(light, "right")
        assert page.drawn(".empty") == {light}
    assert page.drawn()
    if family == "numbers":  # rooms leave the middle of their cells free
        cells = page.board["cells"]
        middle = page.js("return document.querySelector('#picture .value').getAttribute('x')")
        assert float(middle) == pytest.approx(cells["x"][0])
    page.press("#check")
    page.wait_text("#verdict", "Solved!")
