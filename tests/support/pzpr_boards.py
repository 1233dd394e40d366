"""Boards with answers as files of pzpr, and what the codes of its checker mean in nlc's rules."""

from __future__ import annotations

from random import Random

import nlc
from nlc import formats
from nlc.errors import Source
from nlc.formats.places import borders, sides
from nlc.formats.pzpr.clues import make_page
from nlc.formats.pzpr.codecs import Item
from nlc.formats.pzpr.genre import by_name
from nlc.formats.pzpr.page import Layer, Page
from nlc.formats.pzpr.texts import parse_file, write_file
from nlc.formats.sheet import Border, Place
from nlc.ir.complete import read_solution
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Program
from nlc.solving.judging import complete
from support import documents
from support.sheets import PUZZLES

GENRES = sorted({*by_name().values()})

LINE = {"one", "single"}
"""The rules that a line is one loop."""

RULES = {
    "anShadeNe": {"counts"},
    "bkBothMarksPassed": {"signs", "same"},
    "bkDoubleBn": {"roots", "islands", "owner"},
    "bkDupNum": {"boxes", "rooms"},
    "bkLiarNe1": {"lies"},
    "bkLineNe": {"counts"},
    "bkMSPassedGt2": {"turn", "same"},
    "bkMUPassedGt2": {"turn", "same"},
    "bkMixed": {"different", "tiles"},
    "bkNoLine": {"once", "some"},
    "bkNoMarksPassed": {"some"},
    "bkNoNum": {"owner", "sea"},
    "bkNoShade": {"four", "two", "some"},
    "bkNotAllMSPassed": {"signs", "same"},
    "bkNotAllMUPassed": {"signs", "same"},
    "bkNotPassTwice": {"twice"},
    "bkNotRect": {"straight", "whole", "owner"},
    "bkNotSymShade": {"symmetric"},
    "bkNumGe2": {"apart", "roots", "owner"},
    "bkPassTwice": {"once"},
    "bkShadeDivide": {"four", "whole"},
    "bkShadeGt2": {"two"},
    "bkShadeGt4": {"four"},
    "bkShadeLt2": {"two"},
    "bkShadeLt4": {"four"},
    "bkShadeNe": {"counts", "sizes"},
    "bkSizeGt": {"sizes", "owner"},
    "bkSizeLt": {"sizes", "owner"},
    "bkSizeNe": {"sizes", "owner"},
    "bkSmallOnBig": {"falls"},
    "bkStarGt": {"rooms"},
    "bkStarLt": {"rooms"},
    "bkUnshadeConsecGt3": {"straight"},
    "blWrongTurns": {"counts"},
    "brNoLine": {*LINE, "there is no line on the board", "there is no bridge on the board"},
    "brNoShade": {"there is no shaded cell on the board"},
    "bsSameShape": {"different"},
    "bdDeadEnd": {"divides nothing"},
    "cbNoLine": {"apart"},
    "cbShade": {"apart"},
    "ceDark": {"light"},
    "ceEmpty": {"every"},
    "ceNoLine": {"every", "through"},
    "ceTapaNe": {"runs", "lit"},
    "ceNoNum": {"number", "lines", "has no stone"},
    "cxNoLine": {"every"},
    "crShadeGt": {"counts"},
    "crShadeLt": {"counts"},
    "cs2x2": {"square"},
    "csAdjacent": {"apart"},
    "csConnOut": {"rock"},
    "csDivide": {"whole"},
    "csGt2": {"pair"},
    "csLt2": {"pair"},
    "csNotRect": {"rectangles"},
    "csUpper": {"half", "fall"},
    "cu2x2": {"square"},
    "cuDivide": {"whole", "white"},
    "cuDivideRB": {"whole"},
    "cuLower": {"half", "fall"},
    "cuNotRect": {"rectangles"},
    "akariDup": {"alone"},
    "lcIsolate": {"open", *LINE},
    "lcDivided": {"whole"},
    "lcOnNum": {"terminal"},
    "lcTripleNum": {"terminal", "same"},
    "lnBranch": {*LINE, "through", "straight", "terminal", "ways", "every"},
    "lnCross": {*LINE, "through", "straight", "terminal", "ways", "every"},
    "lnDeadEnd": {*LINE, "through", "straight", "ways", "every"},
    "lnOnShade": {"every"},
    "lnPlLoop": {*LINE, "open"},
    "lnStarNe": {"rows"},
    "mashuBCvNbr": {"black"},
    "mashuBStrig": {"black"},
    "mashuOnLine": {"pearls"},
    "mashuWCurve": {"white"},
    "mashuWStNbr": {"white"},
    "ms2x2": {"square"},
    "msDivide": {"black"},
    "mu2x2": {"square"},
    "muDivide": {"white", "has no stone"},
    "nmAdjacent": {"beside"},
    "nmAkariNe": {"counts"},
    "nmAround": {"apart"},
    "nmConnDiff": {"same", "terminal"},
    "nmDupRow": {"alone", "lines"},
    "nmLineGt": {"counts"},
    "nmLineLt": {"counts"},
    "nmLineNe": {"clues"},
    "nmMinesNe": {"counts", "safe"},
    "nmNoLine": {"terminal", "whole"},
    "nmShootShadeNe1": {"counts"},
    "nmSmallGap": {"waves"},
    "nmSumSizeNe": {"sums", "groups"},
    "nmSumViewNe": {"seen"},
    "shInside": {"outer"},
    "starAround": {"apart"},
}
"""For each code of pzpr's checker the rules of nlc that say the same, in one genre or another."""


def examples(genre: str) -> list[nlc.Puzzle]:
    """Return the example of a genre, which has one solution, and for some genres further ones."""
    found = [PUZZLES[genre]] if genre in PUZZLES else []
    if genre == "minesweeper":  # pzpr does not tell how many mines there are
        found = nlc.load(FIXTURE, puzzle="minesweeper", options={"mines": 0})
    boards = BOARDS.get(genre, ())
    return found + [p for board in boards for p in nlc.loads(board, format=f"board:{genre}")]


FIXTURE = documents.ROOT / "fixtures" / "genres.nl"

BOARDS = {
    "minesweeper": (". 2 .\n2 . 1\n. 1 0\n",),
    "numberlink": ("1 2 .\n. . .\n1 . 2\n", "1 2 3\n. . .\n1 2 3\n"),
    "slitherlink": ("3 1 3\n. . .\n3 1 3\n", "2 3 .\n. . 2\n3 . .\n"),
}


def faults_of(text: str, program: Program | None = None) -> list[str]:
    """Return the names of the rules that the answer of a file breaks, and what else is wrong.

    Args:
        text: the file.
        program: of its puzzle, where it is at hand.
    """
    (tree,) = formats.import_puzzles(Source("file", text), "pzpr")
    program = program or elaborate(*nlc.loads(text))
    assert tree.solution is not None
    answer = complete(program, *read_solution(program, tree.solution))
    broken = violations(program, answer, 100_000)
    return [*dict.fromkeys(each.rule for each in broken), *tree.faults]


def fits(code: str, faults: list[str]) -> bool:
    """Return whether what nlc says of a board is what a code stands for."""
    rules = RULES.get(code)
    return rules is None or any(fault.endswith(rule) for fault in faults for rule in rules)


def file_of(puzzle: nlc.Puzzle, solution: nlc.Solution, later: int | None = None) -> str:
    """Return a puzzle with a solution as a file, of a layout."""
    return write_file(make_page(elaborate(puzzle), solution.values), later)


def page_of(text: str) -> Page:
    return parse_file(Source("file", text), 1, text.count("\n"))


def between_rooms(text: str, later: int) -> str:
    """Return a file in another layout, without its borders within rooms."""
    page = page_of(text)
    rooms = page.rooms()
    page.walls = {b: item for b, item in page.walls.items() if rooms.get(b[0]) != rooms.get(b[1])}
    return write_file(page, later)


def broken(text: str, random: Random, later: int | None = None) -> str:
    """Return a file whose answer differs in one to three places."""
    page = page_of(text)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        _break(page, random)
    return write_file(page, later)


def flip(layer: Layer, place: Place) -> None:
    """Take a mark from a layer, or put it there."""
    if layer.pop(place, None) is None:
        layer[place] = Item()


def _break(page: Page, random: Random) -> None:
    """Change one segment, mark, number or border of an answer."""
    row, links = page.row, [place for matrix in borders(page) for place in matrix]
    cell, link = random.choice(page.cells), random.choice(links)
    block = random.choice([block for block in row.blocks() if block in _BREAKS] or ["shade"])
    if block in _NUMBERS:  # pzpr ignores numbers on black
        cell = random.choice([c for c in page.cells if c not in page.blank | page.shade])
    if block == "line" and row.parts.double:
        # pzpr draws whole bridges, and takes any number of them for a question mark.
        (high, wide), (low, right) = link
        down, across = low - high, right - wide

        def moved(place: Border, by: int) -> Border:
            ((a, b), (c, d)), r, s = place, by * down, by * across
            return Border((a + r, b + s), (c + r, d + s))

        bridge = [link]
        while bridge[0].first not in page.clues and (before := moved(bridge[0], -1)) in links:
            bridge.insert(0, before)
        while bridge[-1].second not in page.clues and (after := moved(bridge[-1], 1)) in links:
            bridge.append(after)
        if {bridge[0].first, bridge[-1].second} <= page.clues.keys():
            count = (page.line.get(link, Item(0)).value + random.randint(1, 2)) % 3
            page.line.update(dict.fromkeys(bridge, Item(count)))
    elif block == "line":
        flip(page.line, link)
    elif block in ("regions", "regions_rim"):
        flip(page.regions, link)
    elif block == "sides":
        flip(page.sides, random.choice([side for matrix in sides(page) for side in matrix]))
    elif block in _NUMBERS:
        rooms = [*page.rooms().values()] if page.walls else []
        largest = max((item.value for item in page.numbers.values()), default=1)
        least = min((item.value for item in page.numbers.values()), default=1)
        most = rooms.count(page.rooms()[cell]) if rooms else largest
        if cell not in page.clues or row.parts.point:
            page.numbers[cell] = Item(random.randint(min(least, most), most))
            if random.random() < 0.2:
                del page.numbers[cell]
    elif not (row.parts.number and not row.parts.named and cell in page.clues):
        # Where clues are never shaded pzpr does not look at marks on them.
        flip(page.shade, cell)


_SHADES = (
    "shaded_numbers",
    "numbers_in_shade",
    "shaded_lists",
    "shade",
    "shade_ones",
    "outside_snake",
    "outside_lists",
    "outside_marks",
)
_NUMBERS = ("answers", "rim_numbers", "outside_numbers", "outside_poles")
_BREAKS = ("line", "regions", "regions_rim", "sides", *_NUMBERS, *_SHADES)
