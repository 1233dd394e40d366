"""A genre of one's own in other formats, by what its text says: the one of docs/formats.md."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import documents

import nlc
from nlc.errors import Source, UserError
from nlc.formats.genres import check_published, heads, in_scope
from nlc.language.catalogue import entries, stock_rules
from nlc.language.resolve import load
from nlc.loading import parse_puzzles

LINK = "https://puzz.link/p?lookair/4/4/c1a2a0b3e"
TEXT = next(b.text for b in documents.blocks("docs/formats.md", "nl") if "lookair" in b.text)


@pytest.fixture
def lookair(tmp_path: Path) -> str:
    path = tmp_path / "lookair.nl"
    path.write_text(TEXT)
    return str(path)


@pytest.mark.slow
def test_a_link_is_read_solved_explained_made_and_written_as_pzpr_takes_it(lookair, pzpr):
    (puzzle,) = nlc.loads(LINK, genre=lookair)
    answer = nlc.solve(puzzle, nlc.UNIQUE)
    assert answer.unique
    assert puzzle.to("pzpr") == f"{LINK}\n"
    assert pzpr(LINK)["url"].endswith(LINK.partition("?")[2])
    judged = pzpr(puzzle.to("pzpr", solution=True))
    assert (judged["complete"], judged["code"]) == (True, None)
    (again,) = nlc.loads(puzzle.to("pzpr", solution=True), genre=f"{lookair}:lookair")
    assert nlc.check(again, again.tree.solution) == []
    assert nlc.hint(puzzle).steps
    (wrong,) = nlc.loads("https://puzz.link/p?lookair/2/2/03b", genre=lookair)
    assert "r1c1 = 0" in str(nlc.why(wrong))
    (made,) = nlc.generate(lookair, "3x3", seed=1)
    link = made.puzzle.to("pzpr")
    assert pzpr(link.strip())["url"].endswith(link.strip().partition("?")[2].removesuffix("/"))
    board = nlc.solve(made.puzzle).board
    assert pzpr(made.puzzle.to("pzpr", solution=board))["complete"] or "#" not in str(board)


def test_other_texts_of_it_are_read_and_a_puzzle_that_uses_it_is_written(lookair, tmp_path):
    (puzzle,) = nlc.loads(LINK, genre=lookair)
    for text in (". . . 1\n. 2 . 0\n. . 3 .\n. . . .\n", puzzle.to("janko"), puzzle.to("pzpr")):
        (again,) = nlc.loads(text, genre=lookair)
        assert again.to("pzpr") == puzzle.to("pzpr")
    own = puzzle.to("nl").partition("puzzle")
    (tmp_path / "p.nl").write_text('use "lookair.nl";\n' + own[1] + own[2])
    (used,) = nlc.load(tmp_path / "p.nl")
    assert used.to("pzpr") == puzzle.to("pzpr")
    house = (tmp_path / "p.nl").read_text().rstrip("}\n") + "\nrule mine { dark[r1c1]; } }"
    (tmp_path / "p.nl").write_text(house)
    with pytest.raises(UserError, match="cannot express the rule 'mine'"):
        nlc.load(tmp_path / "p.nl")[0].to("pzpr")


@pytest.mark.parametrize(
    ("text", "genre", "message"),
    [
        (LINK, "", "this is Look-Air, and nlc has no such genre yet"),
        (LINK.replace("lookair", "nurikabe"), "lookair.nl", "this puzzle is nurikabe, not lookair"),
        (LINK, "lookair.nl:other", "defines no genre 'other'"),
        (LINK, "two.nl", "name one"),
        (LINK.replace("lookair", "nuribou"), "lookair.nl", "lookair has no such links"),
        (". .\n. .\n", "two.nl", "two.nl defines 2 genres"),
    ],
)
def test_what_is_not_of_the_genre_is_refused(text, genre, message, lookair, monkeypatch):
    monkeypatch.chdir(Path(lookair).parent)
    Path("two.nl").write_text(f"{TEXT}\ngenre empty {{ }}\n")
    if message == "name one":  # a link names its genre
        assert nlc.loads(text, genre=genre)[0].genre == "lookair"
        return
    with pytest.raises(UserError, match=message):
        nlc.loads(text, genre=genre or None)


def test_a_server_opens_no_file_that_a_request_names_as_a_genre(lookair):
    with pytest.raises(UserError, match="a genre has a name here"):
        parse_puzzles(Source("<puzzle>", LINK), f"auto:{lookair}", allow_use=None)


@pytest.mark.parametrize(
    ("before", "after", "message", "place", "hint"),
    [
        ("ten, file", "tenn, file", "no layer of puzz.link is called 'tenn'", "tenn", "'ten'"),
        ("numbers", "nubers", "no block of pzpr's files is called 'nubers'", "nubers", "'numbers'"),
        ("number clue", "number clu", "no given of values over cells is", "clu", "'clue'"),
        ("shaded dark", "shaded clue", "no variable that is true or false", "clue", "dark"),
        ("some ", "sone ", "'sone' is not known of pzpr", "sone", "'some'"),
        ("pzpr look", "pzrp look", "no format hears of 'pzrp'", "pzrp", "'pzpr'"),
        ("dark;\n    pzpr", "dark, boxes on;\n    pzpr", "'boxes' has too few", "boxes on", None),
        ("body ten, ", "", "pzpr needs 'body'", "pzpr", None),
        ("file", "written 2, file", "layout 2 is written, and 0 is the last one", "pzpr", None),
        (
            "pzpr lookair:",
            "pzpr lookair: body ten, file shade; pzpr lookair:",
            "'lookair' stands here before",
            "pzpr",
            None,
        ),
        ("pzpr lookair:", "pzpr:", "a name in links stands before the colon", "pzpr", "such as"),
    ],
)
def test_a_mistake_is_told_at_its_place(before, after, message, place, hint):
    (rules,) = load(Source("mine.nl", TEXT.replace(before, after))).genres.values()
    (item,) = check_published(rules).errors
    assert item.message.startswith(message)
    assert item.span.text == place
    assert hint is None or hint in item.hint


def test_stock_genres_say_nothing_wrong_and_the_index_has_what_they_say():
    for entry in entries():
        rules = stock_rules(entry.name)
        assert check_published(rules).items == []
        for about in ("parts", "pzpr", "janko", "tatham", "penpa"):
            said = [len(fact.words) for fact in rules.published if fact.name.name == about]
            assert [*map(len, heads(about).get(entry.name, []))] == said


def test_a_layer_of_another_package_is_named_by_genres(install, tmp_path):
    documents.write_files("docs/extending.md", tmp_path)
    install("nlc.formats.layers", "pearls", (tmp_path / "pearls.py").read_text(), pearls="pearls")
    said = """  published {
    parts: circle pearl w b, line line;
    pzpr necklace: body pearls, file numbers line;
  }
"""
    genre = tmp_path / "necklace.nl"
    genre.write_text(genre.read_text().rstrip().removesuffix("}") + said + "}\n")
    (puzzle,) = nlc.loads("necklace/2/2/bw.b", genre=str(genre))
    assert puzzle.to("pzpr") == "https://puzz.link/p?necklace/2/2/bw.b\n"
    with pytest.raises(UserError, match="'x' is not a pearl"):
        nlc.loads("necklace/2/2/bwxb", genre=str(genre))


def test_a_genre_that_extends_another_says_its_own_facts():
    found = load(Source("mine.nl", "genre mine extends nurikabe { }")).genres
    with in_scope([found["mine"]]):
        assert "mine" not in heads("pzpr") and "nurikabe" in heads("pzpr")
