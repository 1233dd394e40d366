"""``nlc list genres``: the list, and what one genre says of itself."""

from __future__ import annotations

import pytest
from support.packages import write_package

OWN = """\
genre stars "Stars" {
  option rows : 1..9 = 3;      // stars in a row
  given taken : cell -> bool  "no place for a star";
  var star : cell -> bool;
  rule apart "no two stars meet" when rows
      > 1 { for l in links { at most 1 of star[cells(l)]; } }
  rule free { for c in cells where taken(c) { not star[c]; } }
  show star as star;
}

genre few extends stars { drop apart; check some { count cells > 1 } : "too small"; }
"""


def test_a_genre_tells_all_that_its_file_says(nlc):
    (told,) = nlc("list", "genres", "numberlink", "--format", "json").objects
    assert told["title"] == "Numberlink / Arukone / Flow Free"
    first, *_, last = told["sentences"]
    assert (
        first["text"].startswith("Join each pair of equal labels by a path") and not first["when"]
    )
    assert last["when"] == "any of {loose(c) for c in cells}"
    assert [(o["name"], o["type"], o["default"], o["text"]) for o in told["options"]] == [
        ("cover", "bool", "true", "every cell lies on a path"),
        ("touch", "bool", "true", "a path may pass beside itself"),
        ("no2x2", "bool", "false", "a path never turns back round one corner"),
    ]
    label, _ = told["givens"]
    assert (label["type"], label["text"]) == ("cell -> name?", "the end of a path")
    (line,), (color,) = told["shown"], told["reported"]
    assert line["text"] == "a segment is drawn between two neighbours"
    assert (color["name"], color["type"]) == ("color", "cell -> labels?")
    assert {"name": "covered", "text": "no cell is left over", "when": "cover"} in told["rules"]
    assert told["checks"][0]["text"] == "label {k} must occur exactly twice"
    assert told["readings"][-1] == "cover = true, touch = false"


def test_a_genre_is_found_by_what_others_call_it(nlc):
    assert nlc("list", "genres", "Light Up").out == nlc("list", "genres", "akari").out
    assert nlc("list", "genres", "Hashiwokakero").out == nlc("list", "genres", "hashi").out
    assert (
        "this is Toichika, and nlc has no such genre yet" in nlc("list", "genres", "toichika").err
    )
    assert "this is Coral, and nlc has no such genre" in nlc("generate", "coral", "5x5").err


@pytest.mark.slow
def test_genres_of_other_packages_are_listed_beside_what_is_broken(nlc, tmp_path, monkeypatch):
    write_package(tmp_path, "stranger", "nlc.genres", {"extras": "strange_genres"})
    monkeypatch.syspath_prepend(str(tmp_path))
    folder = tmp_path / "strange_genres"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "mine.nl").write_text(OWN)
    (folder / "bad.nl").write_text("genre bad {\n")
    (folder / "odd.nl").write_bytes(b"\xff")
    (folder / "masyu.nl").write_text("")
    rows = {row["name"]: row for row in nlc("list", "genres", "--format", "json").objects}
    assert rows["stars"]["use"] == "mine.nl"
    assert rows["few"]["package"] == "strange_genres of stranger"
    assert all(rows[name]["problem"] for name in ("bad", "odd", "masyu"))
    assert "claimed twice" in rows["masyu"]["problem"]
    assert rows["numberlink"]["problem"] is None
    text = nlc("list", "genres").out
    assert 'Stars  (use "mine.nl";)' in text
    assert "cannot be used: " in text
    assert (
        'a puzzle of another file names it after: use "mine.nl";'
        in nlc("list", "genres", "stars").out
    )
    for name in ("bad", "odd", "masyu"):
        said = nlc("list", "genres", name)
        assert (said.status, said.out) == (2, "")


def test_a_stock_file_is_found_by_its_name_as_in_use(nlc):
    assert nlc("list", "genres", "masyu.nl").out == nlc("list", "genres", "masyu").out
