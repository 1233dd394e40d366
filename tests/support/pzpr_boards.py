"""Boards with answers as files of pzpr, and what the codes of its checker mean in nlc's rules."""

from __future__ import annotations

from random import Random

import nlc
from nlc import formats
from nlc.errors import Source
from nlc.formats.parts import Pzpr
from nlc.formats.pzpr.clues import make_page
from nlc.formats.pzpr.file import draw_answer, parse_file, write_file
from nlc.formats.pzpr.genre import DrawnAnswer, rows
from nlc.ir.complete import complete, read_solution
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Program
from support import documents

GENRES = sorted({row.genre for row in rows()})

LINE = {"one", "single"}
"""The rules that a line is one loop."""

RULES = {
    "anShadeNe": {"counts"},
    "bkBothMarksPassed": {"signs", "same"},
    "bkDoubleBn": {"roots", "islands", "owner"},
    "bkDupNum": {"boxes", "rooms"},
    "bkLineNe": {"counts"},
    "bkMSPassedGt2": {"turn", "same"},
    "bkMUPassedGt2": {"turn", "same"},
    "bkMixed": {"different"},
    "bkNoLine": {"once", "some"},
    "bkNoMarksPassed": {"some"},
    "bkNoNum": {"owner", "sea"},
    "bkNoShade": {"four", "two"},
    "bkNotAllMSPassed": {"signs", "same"},
    "bkNotAllMUPassed": {"signs", "same"},
    "bkNotPassTwice": {"twice"},
    "bkNotRect": {"straight", "whole", "owner"},
    "bkNotSymShade": {"symmetric"},
    "bkNumGe2": {"apart", "roots", "owner"},
    "bkPassTwice": {"once"},
    "bkShadeDivide": {"four"},
    "bkShadeGt2": {"two"},
    "bkShadeGt4": {"four"},
    "bkShadeLt2": {"two"},
    "bkShadeLt4": {"four"},
    "bkShadeNe": {"counts"},
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
    "ceDark": {"light"},
    "ceEmpty": {"every"},
    "ceNoLine": {"every", "through"},
    "ceNoNum": {"number", "has no stone"},
    "cxNoLine": {"every"},
    "crShadeGt": {"counts"},
    "crShadeLt": {"counts"},
    "cs2x2": {"square"},
    "csAdjacent": {"apart"},
    "csConnOut": {"rock"},
    "csDivide": {"whole"},
    "csGt2": {"pair"},
    "csLt2": {"pair"},
    "cu2x2": {"square"},
    "cuDivide": {"whole", "white"},
    "cuDivideRB": {"whole"},
    "akariDup": {"alone"},
    "lcIsolate": {"open", *LINE},
    "lcDivided": {"whole"},
    "lcOnNum": {"terminal"},
    "lcTripleNum": {"terminal", "same"},
    "lnBranch": {*LINE, "through", "straight", "terminal"},
    "lnCross": {*LINE, "through", "straight", "terminal"},
    "lnDeadEnd": {*LINE, "through", "straight"},
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
    "nmSmallGap": {"waves"},
    "nmSumViewNe": {"seen"},
    "shInside": {"outer"},
    "starAround": {"apart"},
}
"""For each code of pzpr's checker the rules of nlc that say the same, in one genre or another."""


def examples(genre: str) -> list[nlc.Puzzle]:
    """Return the example of a genre, which has one solution, and for some genres further ones."""
    found = [puzzle for puzzle in nlc.load(FIXTURE) if puzzle.genre == genre]
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
    return any(fault.endswith(rule) for fault in faults for rule in RULES[code])


def file_of(puzzle: nlc.Puzzle, solution: nlc.Solution, later: int | None = None) -> str:
    """Return a puzzle with a solution as a file, of a layout."""
    program = elaborate(puzzle)
    row, flags, layers, sheet = make_page(program, solution.values)
    return write_file(row, flags, layers, draw_answer(sheet, row, layers), later)


def between_rooms(text: str, later: int) -> str:
    """Return a file in another layout, without its borders within rooms."""
    page, drawn = parse_file(Source("file", text), 1, text.count("\n"))
    layers, room_of = page.layers, page.layers.rooms()
    if layers.walls is not None:
        layers.walls = {(a, b) for a, b in layers.walls if room_of[a] != room_of[b]}
    return write_file(page.row, page.flags, layers, drawn, later)


def broken(text: str, random: Random, later: int | None = None) -> str:
    """Return a file whose answer differs in one to three places."""
    source = Source("file", text)
    page, drawn = parse_file(source, 1, text.count("\n"))
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        _break(page.row, drawn, page.layers, random)
    return write_file(page.row, page.flags, page.layers, drawn, later)


def _break(row: Pzpr, drawn: DrawnAnswer, layers, random: Random) -> None:
    """Change one segment, mark, number or border of an answer."""
    blocks = [block for block in row.file if block in _BREAKS]
    cell, link = random.randrange(layers.size), random.choice(list(layers.links()))
    block = random.choice(blocks)
    if block == "line" and row.parts.double:
        # pzpr draws whole bridges, and takes any number of them for a question mark.
        step = link[1] - link[0]
        islands = {item.place for item in layers.cells}
        bridge = [link]
        while bridge[0][0] not in islands and (before := bridge[0][0] - step) >= 0:
            bridge.insert(0, (before, before + step))
        while bridge[-1][1] not in islands and (after := bridge[-1][1] + step) < layers.size:
            bridge.append((after - step, after))
        if {bridge[0][0], bridge[-1][1]} <= islands and set(bridge) <= set(layers.links()):
            count = (drawn.line.get(link, 0) + random.randint(1, 2)) % 3
            drawn.line.update(dict.fromkeys(bridge, count))
    elif block == "line":
        drawn.line[link] = 1 - drawn.line.get(link, 0)
    elif block == "regions":
        drawn.walls = (drawn.walls or set()) ^ {link}
    elif block == "sides":
        drawn.sides ^= {(cell, random.choice("NW"))}
    elif block == "answers":
        given = {item.place for item in layers.cells}
        rooms = layers.rooms() if layers.walls is not None else []
        most = rooms.count(rooms[cell]) if rooms else max(drawn.numbers.values(), default=1)
        if cell not in given:
            drawn.numbers[cell] = random.randint(1, most)
            if random.random() < 0.2:
                del drawn.numbers[cell]
    else:
        # Where clues are never shaded pzpr does not look at marks on them.
        clues = row.parts.number and not row.parts.named
        drawn.shade ^= {cell} - {item.place for item in layers.cells if clues}


_BREAKS = ("line", "regions", "sides", "answers", "shaded-numbers", "shade")
