"""Puzzles of every genre from its rules: givens that stay open, and what is made of them."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from random import Random

import pytest
from support.sheets import FIRST

import nlc
from nlc.board import Sort
from nlc.errors import Source, UserError
from nlc.generating.made import RuleText
from nlc.generating.open.draft import Draft
from nlc.generating.open.formula import OpenFormula
from nlc.generating.open.genre import stock_genre
from nlc.generating.open.look import look_of
from nlc.generating.open.making import contradictions
from nlc.generating.open.shapes import draw_givens, openings_of
from nlc.generating.shape import blank
from nlc.ir.elaborate.opening import Opening
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import load

OF_A_MOMENT = {*FIRST, "multilink", "numberlink", "slitherlink"}
"""Genres whose boards are made in a moment, whatever they are of."""

CLUELESS = {"doubleback", "lits", "norinori", "starbattle"}
"""Genres whose boards alone are the puzzle."""

LABELLED = {"multilink", "numberlink"}
"""Genres whose clues name what is drawn."""

WITH_CLUES = sorted(OF_A_MOMENT - CLUELESS - LABELLED)

QUICK = ["akari", "hashi", "hitori", "kurodoko", "masyu", "sudoku"]

MADE = sorted(OF_A_MOMENT - LABELLED - {"yajilinregions"})
"""Made on boards of 5x5 or 6x6 in a moment; the other takes long."""


def by_itself(given: str, element: int) -> frozenset[int]:
    return frozenset([element])


MOST = 2000
"""Boards with some clues; where there are more, they are not compared."""


def boards(formula: OpenFormula, clues) -> set[tuple[int, ...]] | None:
    """All boards with these clues, by forbidding one after the other; None for too many."""
    found = set()
    assumed = formula.assumptions(clues)
    while board := formula.board_with(assumed):
        found.add(board)
        formula.add([[-x for x in board]])
        if len(found) == MOST:
            return None
    assert board is False
    return found


def solutions(draft: Draft) -> int:
    try:
        puzzle = draft.puzzle()
        return nlc.count(nlc.Puzzle.of(puzzle))
    except UserError:
        return 0


def check_against_closed(genre: str, size: int, seed: int, samples: int) -> None:
    """Compare the boards of an open puzzle under clues with the solutions of the closed puzzle."""
    look = look_of(RuleText(genre).rules)
    rng = Random(seed)
    compared = 0
    for _ in range(30):
        shape = blank("square", size, size)
        draft = draw_givens(Draft(RuleText(genre), shape, {}, {}), look, rng, by_itself)
        openings = openings_of(draft, look)
        for _ in range(samples):
            with OpenFormula(draft.puzzle(), openings) as formula:
                if rng.random() < 0.6 and (board := formula.random_solution(rng, look)):
                    clues = formula.clues_of(board, rng)
                    assert clues is not None
                    clues = [c for c in clues if rng.random() < 0.7]
                else:
                    chosen = {(c.given, c.element): c for c in formula.atoms if rng.random() < 0.1}
                    clues = list(chosen.values())
                closed = draft
                for name in openings:
                    own = {c.element: formula.text(c) for c in clues if c.given == name}
                    closed = closed.with_given(name, own)
                found = boards(formula, clues)
                if found is not None:
                    assert len(found) == solutions(closed), closed.body()
                    compared += 1
        if compared >= 2 * samples:
            return
    assert compared


@pytest.mark.slow
@pytest.mark.parametrize("genre", QUICK)
def test_under_clues_an_open_puzzle_has_the_solutions_of_the_closed_one(genre):
    check_against_closed(genre, 3 if genre != "sudoku" else 4, 1, 2)


@pytest.mark.slow
@pytest.mark.parametrize("genre", [name for name in WITH_CLUES if name not in QUICK])
def test_so_has_that_of_every_genre(genre):
    check_against_closed(genre, 4 if genre in ("sudoku", "binairo") else 3, 0, 1)


def made(genre: str, size: str, seed: int, **options):
    found = [*nlc.generate(genre, size, seed=seed, limits=nlc.Limits(seconds=60), **options)]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(("genre", "size"), [("signpost", 2), ("firefly", 3)])
def test_so_has_one_whose_arrows_are_open(genre, size):
    check_against_closed(genre, size, 0, 1)


@pytest.mark.slow
@pytest.mark.parametrize("genre", ["akari", "creek", "masyu", "sudoku"])
def test_a_puzzle_has_the_one_solution_that_came_with_it(genre):
    puzzle = made(genre, "5x5" if genre != "sudoku" else "4x4", 1)
    assert nlc.count(puzzle.puzzle) == 1
    assert nlc.check(puzzle.puzzle, puzzle.solution) == []
    (again,) = nlc.loads(str(puzzle))
    assert nlc.unique(again)


@pytest.mark.sample(1, every=2)
@pytest.mark.parametrize("genre", MADE)
def test_so_has_a_puzzle_of_every_genre(genre):
    puzzle = made(
        genre, "6x6" if genre in ("detour", "doubleback", "lits", "norinori") else "4x4", 1
    )
    assert nlc.count(puzzle.puzzle) == 1


DRAWN = {
    "dominosa": "4x3",
    "firefly": "3x3",
    "hamilton": "4x4",
    "nurimaze": "4x4",
    "palisade": "3x3",
    "signpost": "3x3",
    "thermometers": "4x4",
    "tracks": "4x4",
}


@pytest.mark.parametrize("genre", DRAWN)
def test_so_has_one_with_drawn_tiles_ends_paths_or_arrows(genre):
    puzzle = made(genre, DRAWN[genre], 1)
    assert nlc.count(puzzle.puzzle) == 1 and not nlc.check(puzzle.puzzle, puzzle.solution)


@pytest.mark.slow
@pytest.mark.parametrize("genre", ["slitherlink", "minesweeper"])
def test_no_clue_of_a_minimal_puzzle_can_go(genre):
    puzzle = made(genre, "5x5", 2, minimal=True, method="open")
    program = nlc.elaborate(puzzle.puzzle)
    clues = program.givens["clue"]
    assert clues
    shape = blank("square", 5, 5)
    for gone in clues:
        rest = {cell: text for cell, text in clues.items() if cell != gone}
        assert solutions(Draft(RuleText(genre), shape, {}, {"clue": rest})) > 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("symmetry", "images"),
    [
        ("rotate", lambda r, c: [(5 - r, 5 - c)]),
        ("mirror", lambda r, c: [(r, 5 - c)]),
        ("both", lambda r, c: [(r, 5 - c), (5 - r, c)]),
        ("diagonal", lambda r, c: [(c, r)]),
    ],
)
def test_clues_lie_as_wished(symmetry, images):
    puzzle = made("akari", "6x6", 1, symmetry=symmetry)
    program = nlc.elaborate(puzzle.puzzle)
    black = {divmod(cell, 6) for given in program.givens.values() for cell in given}
    assert black == {image for r, c in black for image in [(r, c), *images(r, c)]}


def test_kakuro_is_made_as_published_with_runs_of_two_and_a_sum_for_each():
    puzzle = made("kakuro", "5x5", 1, difficulty="any").puzzle
    givens = nlc.elaborate(puzzle).givens
    black = {*givens["block"]}
    assert black and black == {24 - cell for cell in black}
    rows = [[*range(5 * i, 5 * i + 5)] for i in range(5)]
    for name, lines in (("right", rows), ("below", [*zip(*rows, strict=True)])):
        summed = []
        for line in lines:
            text = "".join("# "[cell not in black] for cell in line)
            assert not re.search("(^|#) (#|$)", text)
            summed += [line[m.start()] for m in re.finditer("# ", text)]
        assert {*givens.get(name, ())} == {*summed}
    with pytest.raises(nlc.InputError, match="no white cell is to the right"):
        nlc.loads(KAKURO)[0].solve()


@pytest.mark.slow
def test_the_same_seed_makes_the_same_puzzles_whatever_the_jobs():
    made = [*nlc.generate("hashi", "6x6", seed=5, count=2)]
    one, two = (
        [str(p) for p in puzzles]
        for puzzles in (made, nlc.generate("hashi", "6x6", seed=5, count=2, jobs=2))
    )
    assert one == two and len(set(one)) == 2
    for each in made:  # islands lie apart, after all changes too
        program = nlc.elaborate(each.puzzle)
        islands = {divmod(cell, 6) for given in program.givens.values() for cell in given}
        assert islands and not any({(r + 1, c), (r, c + 1)} & islands for r, c in islands)


KAKURO = """
puzzle "p" is kakuro {
  topology square;
  board below
    . .
    4 .
  end
  board right
    3 4
    . .
  end
  mark block at r1c1, r1c2, r2c1;
}
"""

OWN = """
genre dots "As many dots as a number says" {
  given clue : cell -> 0..5?;
  var dot : cell -> bool;
  rule counts "a number counts the dots beside it" {
    for c in cells where has clue(c) { exactly clue(c) of dot[{other(l, c) for l in links(c)}]; }
  }
  rule apart "no two dots share a side" { for l in links { at most 1 of dot[cells(l)]; } }
  show dot;
}
"""


def test_a_genre_of_ones_own_is_made_from_its_file(tmp_path):
    path = tmp_path / "dots.nl"
    path.write_text(OWN)
    puzzle = made(str(path), "4x4", 1)
    assert nlc.count(puzzle.puzzle) == 1 and "genre dots" in str(puzzle)


SEVERAL = """
genre superposed "each line has the digits 1 to n + 1, two of them in one cell" {
  option n : 1..9 = 3;
  given clue : cell -> 1..n + 1?  "a digit that is here";
  var digit : c in cells, d in 1..n + 1 -> bool;
  rule some { for c in cells { exactly 1 or 2 of digit[c, 1..n + 1]; } }
  rule once { for l in lines, d in 1..n + 1 { exactly 1 of {digit[c, d] for c in cells(l)}; } }
  rule clues { for c in cells where has clue(c) { digit[c, clue(c)]; } }
  show digit;
}
"""


def test_clues_end_where_an_option_says_and_pick_entries_of_a_variable(tmp_path):
    path = tmp_path / "superposed.nl"
    path.write_text(SEVERAL)
    (puzzle,) = nlc.generate(path, "3x3", seed=1)
    clues = nlc.elaborate(puzzle.puzzle).givens["clue"]
    assert nlc.count(puzzle.puzzle) == 1 and set(clues.values()) <= set("1234")


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("genre", "size", "options", "message"),
    [
        ("masuy", "5x5", {}, "there is no genre 'masuy'"),
        ("masyu", "99x99", {}, "on at most"),
        ("masyu", "5x5", {"pairs": 3}, "is for numberlink"),
        ("numberlink", "5x5", {"method": "open"}, "cannot be left open"),
        ("masyu", "5x5", {"clues": "many"}, "not a number of clues"),
        ("masyu", "5x6", {"symmetry": "diagonal"}, "as many rows as columns"),
        ("masyu", "5x5", {"settings": {"ful": True}}, "ful"),
    ],
)
def test_what_cannot_be_made_says_why(genre, size, options, message):
    with pytest.raises(nlc.InputError, match=message):
        [*nlc.generate(genre, size, **options)]


@pytest.mark.parametrize(
    ("given", "message"),
    [("room", "every cell needs one"), ("nothing", "no given")],
)
def test_what_cannot_be_left_open_says_why(given, message):
    text = 'puzzle "x" is heyawake { topology square; board room\nA A\nA A\nend }'
    (puzzle,) = load(Source("x", text)).puzzles
    with pytest.raises(UserError, match=message):
        elaborate(puzzle, open={given: Opening()})


DOTTED = """
genre dotted {
  given dot : cell -> bool;
  given bar : border -> bool;
  check inner for b in borders where bar(b) { inner(b) } : "{b} is at the rim";
  var dark : cell -> bool;
  rule dots { for c in cells where dot(c) { dark[c]; exactly 1 of dark[neighbours(c)]; } }
  rule bars { for b in borders where bar(b) { exactly 1 of dark[cells(b)]; } }
  show dark;
}
puzzle "x" is dotted { topology square; board
. .
. .
end
%s }
"""


@pytest.mark.slow
def test_conditions_are_left_open_within_the_checks_of_the_genre():
    """Against all closed puzzles, with the conditions marked one by one."""
    (puzzle,) = load(Source("x", DOTTED % "")).puzzles
    with OpenFormula(puzzle, {"dot": Opening(), "bar": Opening()}) as formula:
        names = {
            name: formula.program.board.names(formula.program.given_sorts[name])
            for name in ("dot", "bar")
        }
        inside = [clue for clue in formula.atoms if clue.given == "dot"]
        bars = [clue for clue in formula.atoms if clue.given == "bar"]
        assert len(inside) == 4 and len(bars) == 4
        for size in range(3):
            for chosen in combinations([*inside, *bars], size):
                marks = " ".join(f"mark {c.given} at {names[c.given][c.element]};" for c in chosen)
                (closed,) = nlc.loads(DOTTED % marks)
                found = bool(formula.board_with(formula.assumptions(chosen)))
                assert found == (nlc.count(closed) > 0), marks


def test_regions_that_half_a_turn_leaves_fill_the_board():
    (draft,) = [
        draw_givens(
            Draft(RuleText("galaxies"), blank("square", 6, 6), {}, {}),
            look_of(RuleText("galaxies").rules),
            Random(1),
            by_itself,
        )
    ]
    board, places = draft.shape.board, {}
    for sort in (Sort.CELL, Sort.BORDER, Sort.VERTEX):
        places[sort] = board.middles(sort)
    for middle in {*draft.halves.values()}:
        own = [cell for cell, each in draft.halves.items() if each == middle]
        turned = 2 * places[middle[0]][middle[1]] - board.centers[own]
        assert {*map(tuple, turned.round(3))} == {*map(tuple, board.centers[own].round(3))}
    assert sorted(draft.halves) == [*range(36)]
    assert sum(map(len, draft.givens.values())) == len({*draft.halves.values()})
    assert nlc.solve(nlc.Puzzle.of(draft.puzzle())).status == "SATISFIABLE"


def test_all_numbers_are_given_where_signs_wait_for_them():
    """Without that, a rectangle of one cell or of more than twelve has an empty circle."""
    givens = nlc.elaborate(made("shikaku", "5x5", 2, difficulty="any").puzzle).givens
    assert givens["size"] and not any(givens["area"].values())


@pytest.mark.slow
def test_boards_have_as_many_stars_as_published_ones_of_their_size():
    stars = [
        stock_genre("starbattle").generator(blank("square", n, n), {}).blank.settings["stars"]
        for n in (6, 8, 10, 14)
    ]
    assert stars == ["1", "1", "2", "3"]


@pytest.mark.slow
def test_a_minimal_symmetric_puzzle_needs_each_orbit():
    (made,) = nlc.generate("akari", "5x5", seed=2, symmetry="rotate", minimal=True)
    puzzle = made.puzzle
    clues = nlc.elaborate(puzzle).givens["clue"]
    assert {24 - cell for cell in clues} == set(clues)
    for cell in clues:
        text, names = str(made), nlc.elaborate(puzzle).board.names(Sort.CELL)
        rows = [line.split() for line in text.partition("board clue")[2].splitlines()[1:6]]
        for each in (cell, 24 - cell):
            rows[each // 5][each % 5] = "."
        fewer = "\n".join(" ".join(row) for row in rows)
        head, _, rest = text.partition("board clue\n")
        marked = f"mark block at {names[cell]}, {names[24 - cell]};"
        tail = rest[rest.index("  end") :].replace("  end\n", f"  end\n{marked}\n", 1)
        (less,) = nlc.loads(f"{head}board clue\n{fewer}\n{tail}")
        assert nlc.unique(less) is False


def test_a_rule_that_has_to_know_an_open_value_is_named():
    text = 'puzzle "x" is nurikabe { topology square; board\n. .\n. .\nend }'
    (puzzle,) = load(Source("x", text)).puzzles
    with pytest.raises(UserError, match="'size' cannot be left open"):
        elaborate(puzzle, open={"size": Opening((1, 2))})


LATIN = """
genre latin {
  option n : 1..9 = 4;
  given clue : cell -> 1..n?;
  var num : cell -> 1..n;
  rule once { for l in lines { all_different(num[cells(l)]); } }
  rule clues { for c in cells where has clue(c) { num[c] = clue(c); } }
  show num;
}
"""


def test_a_board_without_any_solution_is_refused_at_once_with_the_options(tmp_path):
    path = tmp_path / "latin.nl"
    path.write_text(LATIN)
    with pytest.raises(UserError, match="no board of 5x5 square has a solution") as found:
        nlc.generate(path, "5x5")
    assert "settings={'n': 4}" in str(found.value)
    assert len([*nlc.generate(path, "5x5", settings={"n": 5}, seed=1)]) == 1


KILLER = """
genre killer extends sudoku {
  given cage  : cell -> name as rooms;
  given total : cell -> 1..45?;
  let mates(c) = {d for d in cells where cage(d) = cage(c)};
  rule cages { for c in cells { all_different(number[mates(c)]); } }
  rule totals { for c in cells where has total(c) { sum number[mates(c)] = total(c); } }
  generate { cage: 2..4 cells; total: one in every cage; num: none; }
}
"""


@pytest.mark.slow
def test_a_killer_has_boxes_and_cages_and_sums_beyond_rows_and_columns(tmp_path):
    path = tmp_path / "killer.nl"
    path.write_text(KILLER)
    totals = set[int]()
    for puzzle in nlc.generate(path, "4x4", seed=3, count=3):
        givens = nlc.elaborate(puzzle.puzzle).givens
        assert set(Counter(givens["box"].values()).values()) == {4}
        assert set(Counter(givens["cage"].values()).values()) <= {2, 3, 4}
        assert len({*givens["cage"].values()}) == len(givens["total"])
        totals |= {*map(int, givens["total"].values())}
        assert nlc.count(puzzle.puzzle) == 1
    assert max(totals) > 8


def test_conditions_that_are_not_drawn_are_named_where_they_leave_no_solution(tmp_path):
    path = tmp_path / "rims.nl"
    path.write_text(
        """genre rims {
  given g : line -> bool;
  var v : cell -> bool;
  rule marked { for l in lines { any of v[cells(l)] iff g(l); } }
  rule some { any of v[cells]; }
  show v;
  generate { g: none; }
}"""
    )
    with pytest.raises(UserError, match="no board of 2x2 square without 'g' has a solution"):
        nlc.generate(path, "2x2")


FUTOSHIKI = """
genre futoshiki {
  given sign : link -> {lt, gt}?;
  var num : cell -> 1..4;
  rule once { for l in lines { all_different(num[cells(l)]); } }
  rule lower { for l in links where has sign(l) and sign(l) = lt { num[a(l)] < num[b(l)]; } }
  rule higher { for l in links where has sign(l) and sign(l) = gt { num[a(l)] > num[b(l)]; } }
  show num;
}
"""

KROPKI = """
genre kropki {
  given dot : link -> {w, b}? as circle, disc;
  var num : cell -> 1..4;
  rule once { for l in lines { all_different(num[cells(l)]); } }
  rule white { for l in links where has dot(l) and dot(l) = w { abs(num[a(l)] - num[b(l)]) = 1; } }
  rule black { for l in links where has dot(l) and dot(l) = b {
    num[a(l)] = 2 * num[b(l)] or num[b(l)] = 2 * num[a(l)]; } }
  show num;
}
"""


@pytest.mark.slow
@pytest.mark.parametrize(("text", "given"), [(FUTOSHIKI, "sign"), (KROPKI, "dot")])
def test_signs_between_cells_are_made_written_and_read_back(tmp_path, text, given):
    path = tmp_path / "signs.nl"
    path.write_text(text)
    (puzzle,) = nlc.generate(path, "4x4", seed=1)
    (again,) = nlc.loads(str(puzzle))
    clues = nlc.elaborate(again).givens[given]
    assert clues and clues == nlc.elaborate(puzzle.puzzle).givens[given]
    assert nlc.count(again) == 1


PAIRS = """
genre pairs "one of each room is dark" {
  given room : cell -> name;
  given n : cell -> 0..4?;
  var dark : cell -> bool;
  rule one { for c in cells { exactly 1 of {dark[d] for d in cells where room(d) = room(c)}; } }
  rule counts { for c in cells where has n(c) { exactly n(c) of dark[neighbours(c)]; } }
  show dark;
  generate { room: 2..2 cells; }
}
"""


@pytest.mark.slow
def test_rooms_have_as_many_cells_as_are_wished(tmp_path):
    path = tmp_path / "pairs.nl"
    path.write_text(PAIRS)
    for puzzle in nlc.generate(path, "4x4", seed=1, count=3, difficulty="any"):
        rooms = Counter(nlc.elaborate(puzzle.puzzle).givens["room"].values())
        assert set(rooms.values()) == {2}
    with pytest.raises(nlc.InputError, match=r"no rooms of 2\.\.2 cells"):
        [*nlc.generate(path, "3x3", seed=1)]


def test_boxes_are_not_the_rows():
    with pytest.raises(nlc.InputError, match="would be its rows"):
        [*nlc.generate("sudoku", "7x7", seed=1)]


def test_contradictions_of_a_drawing_at_several_places_are_found_at_once():
    blocked = dict.fromkeys([1, 6, 29, 34], "true")  # the first and the last cell are shut in
    draft = Draft(RuleText("simpleloop"), blank("square", 6, 6), {}, {"blocked": blocked})
    found = [cells for cells, _ in contradictions(draft)]
    assert any(0 in cells and 35 not in cells for cells in found), found
    assert any(35 in cells and 0 not in cells for cells in found), found
    blocked = dict.fromkeys([0, 1], "true")
    assert contradictions(draft.with_given("blocked", blocked)) == []


def test_a_board_that_nothing_drawn_could_help_says_why():
    for genre, size, why in (
        ("gappy", "6x6", "no board of 6x6 square has a solution"),  # given cells add nothing
        ("knight", "6x6", "has no clues that are made, and 6x6 square has several solutions"),
        ("grandtour", "4x4", "try a board with a row more or less"),
    ):
        with pytest.raises(UserError, match=why):
            nlc.generate(genre, size)
