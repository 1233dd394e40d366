"""What is asked of puzzles from rules: how they look, where clues are, of which values, how few."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Collection
from pathlib import Path
from random import Random

import pytest

import nlc
from nlc.board import Sort
from nlc.cli import main
from nlc.errors import Source
from nlc.generating.made import RuleText
from nlc.generating.open.draft import Draft, places_of
from nlc.generating.open.fewest import fewest_clues
from nlc.generating.open.formula import Clue, OpenFormula
from nlc.generating.open.genre import stock_genre
from nlc.generating.open.look import DrawingWishes, Rooms, look_of
from nlc.generating.open.making import Candidate, Search
from nlc.generating.open.shapes import draw_givens
from nlc.generating.removing import Removal, remove
from nlc.generating.shape import blank, neighbours
from nlc.language.resolve import load
from nlc.reasons import facts
from nlc.reasons.why.boards import OtherBoards
from nlc.reasons.why.clues import Clues

MASK = ["xxxx."] * 5


def by_itself(given: str, element: int) -> frozenset[int]:
    return frozenset([element])


def made(genre: str, size: str, seed: int, **options):
    found = [*nlc.generate(genre, size, seed=seed, limits=nlc.Limits(seconds=60), **options)]
    assert len(found) == 1 and nlc.count(found[0].puzzle) == 1
    return found[0]


def clues(puzzle) -> dict[tuple[str, int], str]:
    givens = nlc.elaborate(puzzle.puzzle).givens
    return {(name, i): text for name, values in givens.items() for i, text in values.items()}


# ---------- how puzzles look ----------


def test_numbers_lie_between_two_whether_all_of_them_stay_or_few(tmp_path: Path) -> None:
    mine = tmp_path / "mine.nl"
    several = {}
    for many in ("all", "any"):
        text = f"genre mine extends creek {{ generate {{ clue: {many} 1..2; }} }}"
        mine.write_text(text, encoding="utf-8")
        (puzzle,) = nlc.generate(mine, "4x4")
        several[many] = [*clues(puzzle).values()]
        assert {*several[many]} <= {"1", "2"}
    assert len(several["any"]) < len(several["all"])


def test_the_size_is_the_usual_one_if_none_is_named(tmp_path: Path, capsys) -> None:
    (made,) = nlc.generate("kakurasu")
    assert made.puzzle.title.startswith("6x6 ")
    mine = tmp_path / "mine.nl"
    mine.write_text("genre mine extends creek { generate { side: 3 cells; } }", encoding="utf-8")
    assert main(["generate", str(mine), "--seed", "1"]) == 0
    assert '"3x3 square mine' in capsys.readouterr().out


def test_the_block_of_a_genre_says_how_its_puzzles_look() -> None:
    text = """
genre g extends heyawake {
  given block : cell -> bool;
  given port : vertex -> {a, b}?;
  generate { room: 2..3 cells; dark: 10..20 %; block: 5 %; port: none; clue: all; }
}
"""
    found = look_of(load(Source("g.nl", text)).genres["g"])
    shares = {"dark": (0.1, 0.2), "block": (0.05, 0.05)}
    assert found == DrawingWishes(
        {"room": Rooms(2, 3)}, shares, frozenset({"clue"}), {}, frozenset({"port"})
    )
    assert look_of(RuleText("ayeheya").rules) == DrawingWishes(
        {"room": Rooms(6, 14, "rectangles")}, {"dark": (0.3, 0.3)}, one_clue_a_room={"clue": "room"}
    )


OWN = """
genre own "Rooms, blocks and stars" {
  given room  : cell -> name as rooms;
  given block : cell -> bool as shaded;
  given clue  : cell -> 0..9?;
  var star : cell -> bool;
  rule blocks { for c in cells where block(c) { not star[c]; } }
  rule clues { for c in cells where has clue(c) { exactly clue(c) of star[cells]; } }
  generate { %s }
  show star;
}
"""


def draft_of(wishes: str, seed: int = 1) -> Draft:
    """What is drawn at random for a puzzle of 6x6 of this genre."""
    rules = RuleText("own", OWN % wishes)
    shape = blank("square", 6, 6)
    return draw_givens(Draft(rules, shape, {}, {}), look_of(rules.rules), Random(seed), by_itself)


def sizes(draft: Draft) -> list[int]:
    return sorted(Counter(draft.givens["room"].values()).values())


def test_rooms_and_signs_are_drawn_as_the_block_says() -> None:
    draft = draft_of("room: rectangles of 3..5 cells; block: 25 %;")
    assert len(draft.givens["block"]) == 9
    assert max(sizes(draft)) <= 5
    board = draft.shape.board
    for room in set(draft.givens["room"].values()):
        cells = [c for c, name in draft.givens["room"].items() if name == room]
        rows, cols = ({int(axis[c]) for c in cells} for axis in (board.row_of, board.col_of))
        assert len(rows) * len(cols) == len(cells)
    assert sizes(draft_of("room: boxes;")) == [6] * 6
    assert len(sizes(draft_of("room: as many as rows;"))) == 6
    assert "block" not in draft_of("room: boxes;").givens
    shares = {len(draft_of("block: 10..60 %;", seed).givens["block"]) for seed in range(8)}
    assert len(shares) > 3 and shares <= set(range(4, 23))


def test_paths_of_numbered_cells_and_ends_at_the_edge_are_drawn() -> None:
    def drawn(genre: str) -> Draft:
        look = look_of(RuleText(genre).rules)
        blank_draft = Draft(RuleText(genre), blank("square", 6, 6), {}, {})
        return draw_givens(blank_draft, look, Random(1), by_itself)

    draft = drawn("thermometers")
    cells = {int(number): cell for cell, number in draft.givens["place"].items()}
    sizes = Counter(number // 100 for number in cells)
    beside = neighbours(draft.shape.board)
    assert len(cells) == 36 and sizes.keys() == set(range(1, len(sizes) + 1))
    assert all(2 <= size <= 7 for size in sizes.values())
    for path, size in sizes.items():
        own = [cells[100 * path + i] for i in range(1, size + 1)]
        assert all(d in beside[c] for c, d in itertools.pairwise(own))
    gates = drawn("tracks").givens["gate"]
    assert len(gates) == 2 and not draft.shape.board.border_inner[[*gates]].any()
    assert sorted(drawn("nurimaze").givens["gate"].values()) == ["G", "S"]


CHECKED = """
genre checked "Rooms of a least size" {
  given room : cell -> name as rooms;
  given clue : cell -> 0..9?;
  var star : cell -> bool;
  check big for c in cells { count {d for d in cells where room(c) = room(d)} >= LEAST }
        : "the room of {c} is small";
  rule clues { for c in cells where has clue(c) { exactly clue(c) of star[touching(c)]; } }
  generate { room: 3..6 cells; }
  show star;
}
"""


@pytest.mark.slow
def test_drawings_that_break_a_check_are_drawn_anew(tmp_path) -> None:
    path = tmp_path / "checked.nl"
    path.write_text(CHECKED.replace("LEAST", "4"))
    assert len([*nlc.generate(str(path), "4x4", seed=1, count=3)]) == 3
    path.write_text(CHECKED.replace("LEAST", "17"))
    with pytest.raises(nlc.InputError, match="no drawing of 20 keeps the checks") as caught:
        [*nlc.generate(str(path), "4x4")]
    assert caught.value.diagnostics[0].span is None


@pytest.mark.slow
def test_a_room_has_one_clue_where_the_block_says_so() -> None:
    givens = nlc.elaborate(made("heyawake", "5x5", 1).puzzle).givens
    rooms = [givens["room"][cell] for cell in givens["clue"]]
    assert rooms and len(rooms) == len(set(rooms))


def test_a_mistake_of_the_block_is_reported_where_it_stands(tmp_path) -> None:
    path = tmp_path / "own.nl"
    path.write_text("// mine\n" + OWN % "room: boxs;")
    with pytest.raises(nlc.InputError) as error:
        [*nlc.generate(str(path), "4x4")]
    assert error.value.diagnostics[0].span.line == 10


@pytest.mark.slow
def test_the_same_seed_makes_the_same_puzzle_whatever_the_order_of_sets() -> None:
    code = (
        "import nlc; print(*nlc.generate('sudoku', '4x4', seed=3),"
        " *nlc.generate('slitherlink', '4x4', seed=5, fewest=True))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1


# ---------- where clues are, and of which values ----------


@pytest.mark.slow
@pytest.mark.parametrize("genre", ["slitherlink", "akari"])
def test_clues_lie_within_the_mask(genre) -> None:
    puzzle = made(genre, "5x5", 1, mask=MASK)
    places = {cell for _, cell in clues(puzzle)}
    assert places and {cell % 5 for cell in places} <= {0, 1, 2, 3}
    assert str(puzzle) == str(made(genre, "5x5", 1, mask="\n".join(MASK)))


@pytest.mark.slow
def test_points_have_a_mask_of_their_own() -> None:
    puzzle = made("creek", "4x4", 1, mask=MASK)
    columns = places_of(blank("square", 4, 4).board, Sort.VERTEX)[:, 1].tolist()
    assert {columns[place] for _, place in clues(puzzle)} <= {0, 1, 2, 3}


def test_symmetry_holds_within_a_mask() -> None:
    puzzle = made("akari", "5x5", 1, mask=["xxxxx", *["x...."] * 3, "xxxxx"], symmetry="rotate")
    places = {cell for _, cell in clues(puzzle)}
    assert places <= {*range(5), *range(20, 25)} and places == {24 - cell for cell in places}


@pytest.mark.slow
def test_clues_have_the_values_that_are_wished() -> None:
    assert {*clues(made("masyu", "6x6", 1, with_="w")).values()} == {"w"}
    assert {*clues(made("slitherlink", "5x5", 2, without="0, 1")).values()} <= {"2", "3"}


@pytest.mark.parametrize(
    ("genre", "options", "message"),
    [
        ("masyu", {"with_": "z"}, "with_?: no clue of masyu is 'z'"),
        ("masyu", {"without": "w,b"}, "leaves no value"),
        ("creek", {"mask": MASK}, "no place"),
        ("starbattle", {"mask": MASK}, "no place"),
        ("masyu", {"mask": ["....."] * 5}, "no place"),
        ("masyu", {"mask": ["..x"]}, "neither a drawing of 5x5 square nor a puzzle"),
        ("masyu", {"fewest": True, "clues": "5"}, "exclude each other"),
        ("lits", {"clues": "3"}, "no clues"),
        ("masyu", {"fewest": True, "symmetry": "both"}, "exclude each other"),
        ("numberlink", {"without": "3"}, "cannot be left open"),
    ],
)
def test_wishes_that_make_no_sense_are_refused(genre, options, message) -> None:
    with pytest.raises(nlc.InputError, match=message):
        [*nlc.generate(genre, "5x5", **options)]


# ---------- how few clues ----------

SPARE = """
genre spare "Cells without a number ask for more" {
  given clue : cell -> 0..4?;
  var dot : cell -> bool;
  let around(c) = {other(l, c) for l in links(c)};
  rule counts { for c in cells where has clue(c) { exactly clue(c) of dot[around(c)]; } }
  rule spare { for c in cells where not has clue(c) { dot[c] or any of dot[around(c)]; } }
  show dot;
}
"""
"""A clue that goes asks for something, so that fewer clues may do than a hitting set shows."""


def solutions(draft: Draft, formula: OpenFormula, chosen: Collection[Clue]) -> frozenset[str]:
    """The solutions of the closed puzzle with some clues."""
    for name in {clue.given for clue in formula.atoms}:
        own = {c.element: formula.text(c) for c in chosen if c.given == name}
        draft = draft.with_given(name, own)
    found = nlc.enumerate(nlc.Puzzle.of(draft.puzzle()))
    return frozenset(json.dumps(each.to_json(), sort_keys=True) for each in found)


def every_clue_open(found: Candidate) -> Clues:
    """The puzzle with all clues, each of which can go."""
    draft = found.draft
    for name in {clue.given for clue in found.clues}:
        own = {c.element: found.formula.text(c) for c in found.clues if c.given == name}
        draft = draft.with_given(name, own)
    return Clues(draft.puzzle(), [[facts.Clue(c.given, c.element)] for c in found.clues])


def check_fewest(rules: RuleText, size: int, seed: int, independent: bool) -> None:
    """Compare the fewest clues of a random board with those of all sets of its clues.

    Args:
        independent: a board has several clues if it has each: sets of boards are intersected.
    """
    rng, look = Random(seed), look_of(rules.rules)
    shape = blank("square", size, size)
    blank_draft = Draft(rules, shape, {}, {})
    found = Search(blank_draft, look, rng, by_itself, Counter()).unique()
    if found is None:
        return
    with found.formula as formula:
        opened, number = every_clue_open(found), len(found.clues)
        kept = remove(OtherBoards(opened), range(number), [1] * number, Removal()).groups
        start = [found.clues[i] for i in kept]
        fewest = fewest_clues(formula, found.board, found.clues, start)
        alone_with = {clue: solutions(found.draft, formula, [clue]) for clue in found.clues}
        every = solutions(found.draft, formula, ())

        def left(chosen: tuple[Clue, ...]) -> frozenset[str]:
            if not independent:
                return solutions(found.draft, formula, chosen)
            return every.intersection(*(alone_with[clue] for clue in chosen))

        (meant,) = solutions(found.draft, formula, found.clues)
        assert solutions(found.draft, formula, fewest.clues) == {meant}
        least = next(
            size
            for size in itertools.count()
            if any(left(c) == {meant} for c in itertools.combinations(found.clues, size))
        )
        assert len(fewest.clues) == fewest.needed == least <= len(start)


@pytest.mark.slow
def test_clues_are_a_share_of_the_cells() -> None:
    for seed in range(1, 5):
        assert len(clues(made("slitherlink", "4x4", seed, clues="40..60%"))) in {7, 8, 9}


def test_a_wish_for_too_many_clues_is_told_as_such() -> None:
    generator = stock_genre("masyu").generator(blank("square", 4, 4), {"clues": "30..40"})
    counts = Counter[str]()
    assert generator.attempt(1, 1, 0, counts) is None and set(counts) == {"few clues"}
    assert generator.advice(counts) == "fewer --clues are easier"


BOARDS = [
    ("slitherlink", 3),
    ("masyu", 4),
    ("sudoku", 4),
    ("akari", 4),
    ("minesweeper", 3),
    ("kurodoko", 3),
    ("creek", 3),
]


@pytest.mark.slow
@pytest.mark.sample(1, every=2)
@pytest.mark.parametrize(("genre", "size"), BOARDS)
def test_so_are_those_of_more_boards(genre, size) -> None:
    check_fewest(RuleText(genre), size, 1, independent=True)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_so_are_they_where_a_clue_that_goes_asks_for_something(seed) -> None:
    check_fewest(RuleText("spare", SPARE), 3, seed, independent=False)


@pytest.mark.slow
def test_a_puzzle_says_how_few_clues_it_has_and_could_have() -> None:
    puzzle = made("masyu", "6x6", 1, fewest=True)
    assert str(puzzle).startswith(f"// {len(clues(puzzle))} clues, the fewest of this solution\n")


def test_what_is_not_decided_has_a_bound(monkeypatch) -> None:
    monkeypatch.setattr("nlc.generating.open.fewest.ROUNDS", 3)
    generator = stock_genre("slitherlink").generator(blank("square", 5, 5), {"fewest": True})
    puzzle = generator.attempt(1, 1, 0, Counter())
    clues, needed = puzzle.figures["clues"], puzzle.figures["needed"]
    assert needed < clues
    assert puzzle.note == f"{clues} clues, at least {needed} are needed"


@pytest.mark.slow
def test_clues_at_the_edge_are_drawn_there_and_symmetric():
    genre = "skyscrapers"
    (puzzle,) = nlc.generate(genre, "4x4", seed=2, symmetry="rotate", clues="6..10")
    text = str(puzzle)
    frame = [line.split() for line in text.partition("board seen\n")[2].splitlines()[:6]]
    there = [[token != "." for token in row] for row in frame]
    assert 6 <= sum(map(sum, there)) <= 10 and "mark" not in text
    assert there == [row[::-1] for row in there[::-1]]
    assert not any(sum(row[1:-1]) for row in there[1:-1])


@pytest.mark.slow
def test_rooms_of_a_board_are_kept(tmp_path):
    rooms = ["a a a b", "a b b b", "c c c d", "c d d d"]
    path = tmp_path / "jigsaw.nl"
    drawn = "\n".join(rooms)
    path.write_text(f'puzzle "j" is sudoku {{ topology square; board box\n{drawn}\nend }}')
    words = [sys.executable, "-m", "nlc", "generate", "sudoku", "--board", path, "--seed", "1"]
    out = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    (puzzle,) = nlc.loads(out)
    assert out.split("board box\n")[1].split("end")[0].split() == " ".join(rooms).split()
    assert nlc.unique(puzzle)
