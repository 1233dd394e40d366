"""Random boards, right and broken, played to npm's pzpr and to nlc, there and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from oracle import genres
from oracle.grid import Grid

import nlc
from nlc import formats
from nlc.errors import Source
from nlc.formats.pzpr.genre import by_name, rows_of
from support.grids import written
from support.pzpr_boards import between_rooms, broken, faults_of, file_of, fits
from support.pzpr_node import Pzpr
from support.sheets import said

_NPM = """
aho amibo armyants arukone ayeheya bag barns bdblock bonsan bosanowa box building cbblock chocona
cojun country creek dosufuwa easyasabc factors fillmat fillomino firefly fivecells fourcells
goishi gokigen hakoiri hanare hashikake hebi herugolf heyawake heyabon hitori icebarn icelom
icelom2 ichimaga ichimagam ichimagax juosan kazunori kaero kakuro kakuru kinkonkan kouchoku kramma
kramman kropki kurochute kurodoko kurotto kusabi lightup lits lookair loopsp loute makaro mashu
mejilink minarism mochikoro mochinyoro moonsun nagare nagenawa nanro nondango norinori
numlin nuribou nurikabe nurimaze onsen paintarea pipelink pipelinkr rectslider reflect renban
ringring ripple roma sashigane shakashaka shikaku shimaguni shugaku shwolf slalom slither
starbattle stostone sudoku sukoro sukororoom tapa tasquare tatamibari tateyoko tawa tentaisho
tilepaint toichika triplace usotatami usoone view wagiri walllogic wblink yajikazu yajirin
yajitatami yinyang yosenabe
"""
"""The names in links that npm's pzpr has; of the bag, which is Cave here, it writes other files,
and of Tile Paint what it does not read itself; its Nawabari finds other boards right."""

_OTHERWISE = ("bag", "tilepaint")

THERE = sorted(
    {by_name()[name] for name in _NPM.split() if name in by_name() and name not in _OTHERWISE}
)
"""Genres that npm's pzpr has."""

UNKNOWN = {("country", "skip", "true"), ("masyu", "full", "true"), ("slitherlink", "full", "true")}
UNKNOWN |= {("yajilin", "inside", "false"), ("sudoku", "diagonal", "true")}
UNKNOWN |= {("fillomino", "small", "true")}
UNKNOWN |= {("palisade", "size", size) for size in "12346"}
"""Options of which npm's pzpr knows nothing."""


def invented(genre: str, random: Random) -> Iterator[nlc.Puzzle]:
    """Yield puzzles without end, most of them with a solution, on small boards of any shape."""
    while genre in ("numberlink", "slitherlink"):
        size = f"{random.randint(3, 5)}x{random.randint(3, 5)}"
        for made in nlc.generate(genre, size, seed=random.randrange(10**9)):
            yield made.puzzle
    definition = genres.get(genre)
    while True:
        if genre == "sudoku":
            rows = cols = 4
        else:
            least = 4 if genre == "starbattle" else 1
            rows = random.randint(least, 4)
            cols = (
                rows
                if least > 1
                else random.randint(1 + (rows == 1), definition.most_cells // rows)
            )
        try:
            (puzzle,) = nlc.loads(written(genre, definition.invent(random, Grid(rows, cols))))
            nlc.elaborate(puzzle)
        except nlc.InputError:  # a clue that nothing can meet
            continue
        yield puzzle


def is_known(puzzle: nlc.Puzzle) -> bool:
    """Return whether npm's pzpr has the rules of a puzzle."""
    program = nlc.elaborate(puzzle)
    options = program.options
    if puzzle.genre == "fillomino" and program.givens["fence"]:
        return False
    return not any((puzzle.genre, name, value) in UNKNOWN for name, value in options.items())


def play(pzpr: Pzpr, puzzle: nlc.Puzzle, random: Random, times: int) -> Counter[str]:
    """Judge a right answer of a puzzle and broken ones by both, and read what each wrote.

    Args:
        pzpr: the other side.
        puzzle: of a genre and rules that it has.
        random: where all choices come from.
        times: how many broken answers there are.

    Returns:
        how many boards were right and wrong; empty for a puzzle without a solution.

    Raises:
        AssertionError: the two say different things.
    """
    url = puzzle.to("pzpr")
    told = pzpr(url)["url"]
    assert tail(told) == tail(url)
    if puzzle.genre != "kakuro":  # see `tail`
        assert said(*nlc.loads(told)) == said(*nlc.loads(url))
    counts: Counter[str] = Counter()
    solution = nlc.solve(puzzle).board
    if solution is None:
        return counts
    layout = 1 if puzzle.genre == "slitherlink" else 0  # npm's pzpr knows no others
    solved = between_rooms(file_of(puzzle, solution, layout), layout)
    program = nlc.elaborate(*nlc.loads(url))  # by the rules that readers take for granted
    for text in [solved, *(broken(solved, random, layout) for _ in range(times))]:
        verdict = pzpr(text, url)
        faults = faults_of(text, program)
        if puzzle.genre == "galaxies" and all("divides nothing" in fault for fault in faults):
            if verdict["code"] == "bdPassStar":
                continue  # which both refuse, by other words
            faults = []  # which pzpr lets be there
        if puzzle.genre == "hashi" and "-" in text and faults == ["whole"]:
            continue  # pzpr lets an island whose number is not told stand alone
        assert verdict["complete"] == (not faults), (text, faults, verdict["code"])
        assert not faults or fits(verdict["code"], faults), (text, faults, verdict["code"])
        back = verdict["file"]
        if text == solved:  # the others have the same puzzle
            assert said(*nlc.loads(back)) == said(*nlc.loads(solved)), (text, back)
        assert _answer(back) == _answer(text), (text, back)
        counts["wrong" if faults else "right"] += 1
    return counts


def _answer(text: str) -> tuple[object, ...]:
    """Return what a file says of the variables, and what is wrong with it so far."""
    (tree,) = formats.import_puzzles(Source("file", text), "pzpr")
    return tree.solution, tree.faults


def tail(url: str) -> str:
    """Return the part of a URL that says the puzzle."""
    name, _, rest = url.strip().partition("?")[2].partition("/")
    pid = next(row.pid for row in rows_of(by_name()[name]) if name in row.pids)
    if pid == "kakuro":  # the older pzpr has 0, as a sum that is not told, in place of none
        rest = rest.replace("-", "0")
    return f"{pid}/{rest.removesuffix('/')}"
