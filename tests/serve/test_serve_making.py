"""Puzzles that the server makes: of every genre, of a text's own, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest
from support.server import Server

import nlc
from nlc.language.files import stock_genres

OWN = """genre dots "As many dots as a number says" {
  given number : cell -> 0..5?;
  option rows : {all_of, one} = all_of "how many dots a row has";
  var dot : cell -> bool;
  rule counts "a number counts the dots beside it" {
    for c in cells where has number(c) {
      exactly number(c) of dot[{other(l, c) for l in links(c)}];
    }
  }
  show dot;
} puzzle "of one line" is dots { topology square; board
1 .
end }

// a comment
puzzle "first" is dots {
  topology square;
  board
    1 . .
  end
}
"""


def lines(server: Server, genre: str, columns: int = 5, rows: int = 5, **more: Any) -> Any:
    return server.lines("generate", genre=genre, columns=columns, rows=rows, **more)


def made(server: Server, genre: str, columns: int = 5, rows: int = 5, **more: Any) -> Any:
    *found, last = lines(server, genre, columns, rows, **more)
    assert last["event"] == "done", last
    return next(line for line in found if line["event"] == "puzzle")


def refused(server: Server, genre: str, columns: int = 5, rows: int = 5, **more: Any) -> str:
    last = lines(server, genre, columns, rows, **more)[-1]
    assert last["event"] == "error", last
    (first, *_) = last["diagnostics"]
    return f"{first['message']} – {first['hint']}"


@pytest.mark.sample(1)
@pytest.mark.parametrize("genre", [*sorted(stock_genres())[::32], "multilink"])
def test_a_puzzle_of_every_genre_is_made_or_it_is_told_what_was_tried(server, genre) -> None:
    usual = {each["genre"]: each["usual"] for each in server.get("generators")}[genre]
    last = lines(server, genre, 6, 6, options=usual["options"], seed=3, seconds=5)
    if last[-1]["event"] != "done":
        (*_, end) = last
        told = end.get("message") or end["diagnostics"][0]["message"]
        assert "no such puzzle was found in" in told or "has a solution by the rules of" in told
        assert genre not in ("masyu", "multilink", "numberlink", "slitherlink", "sudoku")
        return
    (found,) = (line for line in last if line["event"] == "puzzle")
    (puzzle,) = nlc.loads(found["text"])
    assert puzzle.genre == genre and found["svg"].startswith("<svg")
    assert found["unique"] == ("unique" in usual["options"] or genre != "multilink")
    if found["unique"]:
        assert nlc.unique(puzzle, limits=nlc.Limits(seconds=60))


def test_wrong_wishes_are_told(server: Server) -> None:
    def told(genre: str = "numberlink", **options: Any) -> str:
        return refused(server, genre, options=options)

    assert "no option 'colour'" in told(colour=1)
    assert "'pairs' is a whole number" in told(pairs="many")
    assert "'method' is one of" in told(method="magic")
    assert "'symmetry' is one of none, rotate" in told("masyu", symmetry="round")
    assert "'minimal' is true or false" in told("masyu", minimal="yes")
    assert "'clues' is a text" in told("masyu", clues=5)
    assert "not a number of clues – such as 20" in told("masyu", clues="many")
    assert "exclude each other" in told("masyu", fewest=True, symmetry="rotate")
    assert "'touch' is true or false" in told(touch="no")
    assert "is not a value of 'full'" in told("masyu", full="true; rule x { }")
    assert "did you mean 'masyu'" in refused(server, "masuy")
    assert "at most" in refused(server, "masyu", 90, 90)
    found = made(server, "numberlink", options={"touch": False, "unique": True}, seed=1)
    assert found["unique"] and "set touch = false;" in found["text"]
    found = made(server, "masyu", 6, 6, options={"full": True}, seed=1)
    assert "set full = true;" in found["text"] and nlc.unique(nlc.loads(found["text"])[0])


def test_no_file_of_the_server_is_read(server: Server, tmp_path) -> None:
    (tmp_path / "secret.nl").write_text(OWN)
    for option in ("board", "puzzle"):
        assert f"no option '{option}'" in refused(
            server, "masyu", options={option: str(tmp_path / "secret.nl")}
        )
    assert "not the name of a genre" in refused(server, str(tmp_path / "secret.nl"))
    assert "not the name of a genre" in refused(server, f"{tmp_path}/secret.nl:dots")
    for path in (tmp_path / "secret.nl", "secret.nl", "../../etc/secret.nl"):
        text = f'use "{path}";\ngenre mine extends dots {{ }}'
        assert "use" in refused(server, "mine", text=text)


def test_of_a_genre_in_a_text_a_puzzle_is_made_to_be_added_to_it(server: Server) -> None:
    found = made(server, "dots", 4, 3, text=OWN, seed=1, options={"rows": "one"})
    assert found["text"].startswith('puzzle "4x3 square dots, seed 1 #1" is dots {')
    assert "set rows = one;" in found["text"]
    *_, added = nlc.loads(OWN + found["text"])
    assert nlc.unique(added)
    assert made(server, "dots", 4, 3, text=OWN, seed=1, options={"rows": "one"}) == found
    own = OWN.replace("genre dots", "genre sudoku").replace("is dots", "is sudoku")
    assert "board number" in made(server, "sudoku", 3, 3, text=own, seed=1)["text"]
    stock = 'use "sudoku.nl";\ngenre latin extends sudoku { }'
    assert "is latin" in made(server, "latin", 4, 4, text=stock, seed=1)["text"]


def test_what_is_wrong_with_a_text_is_told_at_its_line(server: Server) -> None:
    text = OWN.replace("exactly number(c)", "exactly nubmer(c)")
    (event,) = (each for each in lines(server, "dots", text=text) if each["event"] == "error")
    assert event["diagnostics"][0]["line"] == 7
    assert "unknown genre 'spots'" in refused(server, "spots", text=OWN)


def test_at_the_limit_it_is_told_what_was_tried(server: Server) -> None:
    last = lines(server, "masyu", 40, 40, seconds=1)[-1]
    assert last["event"] == "stopped" and last["reason"] == "not-found"
    assert "no such puzzle was found in 1 s" in last["message"] and "attempt" in last["message"]
    assert "a smaller board is easier" in last["hint"] and last["seconds"] >= 1
