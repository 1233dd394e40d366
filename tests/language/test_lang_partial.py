"""A mistake in a genre or a puzzle stops what stands on it, and nothing else of the text."""

import random
from pathlib import Path

import pytest

from nlc.cli import main
from nlc.errors import Diagnostics, Source, UserError
from nlc.language.lexer import Positions, lex
from nlc.language.parser import parse
from nlc.loading import parse_puzzles

ROOT = Path(__file__).parents[2]
RIGHT = """genre right "right" {
  var dark : cell -> bool;
  rule one { exactly 1 of dark[cells]; }
  show dark;
}
"""
BROKEN = {
    "syntax": ("", "rule two { exactly 1 of of dark[cells]; }", [7]),
    "name": ("", "rule two { exactly 1 of drak[cells]; }", [7]),
    "inheritance": (" extends right", "drop nothing;", [7]),
    "base": (" extends nosuch", "rule two { true; }", [6]),
    "twice": (" extends right", "var dark : cell -> bool;", [7]),
    "brace": ("", "rule two { exactly 1 of dark[cells];", [8]),
    "nothing shown": ("", "var b : cell -> bool;", [16, 28]),
}
"""A broken genre: what it extends, an item, and the lines of the mistakes."""


def puzzle(title: str, genre: str) -> str:
    return f'puzzle "{title}" is {genre} {{\n  topology square;\n  board\n. .\n  end\n}}\n'


def text(kind: str) -> str:
    extends, item, _ = BROKEN[kind]
    own = "" if extends or kind == "nothing shown" else "var dark : cell -> bool; show dark;"
    broken = f'genre broken "broken"{extends} {{\n  {item}\n{own}}}\n'
    heirs = 'genre heir "heir" extends broken { }\n'
    titles = {"first": "right", "second": "broken", "third": "right", "fourth": "heir"}
    puzzles = [puzzle(title, genre) for title, genre in titles.items()]
    return RIGHT + broken + heirs + "".join(puzzles)


@pytest.mark.parametrize("kind", BROKEN)
def test_puzzles_of_other_genres_are_read(kind: str) -> None:
    source = Source("t.nl", text(kind))
    puzzles, found = parse_puzzles(source, partial=True)
    assert [each.title for each in puzzles] == ["first", "third"]
    assert [e.span.line for e in found.errors if e.span] == BROKEN[kind][2]
    for title in ("third", "3"):
        (alone,), found = parse_puzzles(source, chosen=title)
        assert alone.title == "third" and found.items == []
    for wanted in ({}, {"chosen": "second"}, {"chosen": "4"}):
        with pytest.raises(UserError):
            parse_puzzles(source, **wanted)


@pytest.mark.slow
def test_the_others_are_solved_and_the_exit_status_tells_of_the_broken_one(
    tmp_path, capsys
) -> None:
    path = tmp_path / "t.nl"
    path.write_text(text("syntax"))
    assert main(["run", "--count", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out.count("2 solutions") == 2 and f"{path}:7:27: error: expected" in err
    assert main(["run", "--count", "--puzzle", "third", str(path)]) == 0


def test_a_title_twice_and_a_file_that_is_missing() -> None:
    twice = text("base") + puzzle("third", "right")
    puzzles, found = parse_puzzles(Source("t.nl", twice), partial=True)
    assert [each.title for each in puzzles] == ["first", "third"]
    assert "there are two puzzles" in found.errors[-1].message
    with pytest.raises(UserError, match="there is no file"):
        parse_puzzles(Source("t.nl", 'use "no.nl";\n' + text("base")), partial=True)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_what_a_slip_leaves_is_what_was_written(seed: int) -> None:
    names = ("slitherlink", "masyu", "kurodoko")
    parts = [(ROOT / "grammar" / f"{name}.nl").read_text() for name in names]
    whole = "\n".join([*parts, *(puzzle(name, name) for name in names)])
    source, chance = Source("t.nl", whole), random.Random(seed)
    tokens = lex(source, Positions(source), Diagnostics())[:-1]
    tree = parse(source)
    written = {item.span.text for item in (*tree.genres, *tree.puzzles)}
    for _ in range(3):
        token, word = (
            chance.choice(tokens),
            chance.choice(["", *"{};()[", "of", "genre", "end", "x"]),
        )
        slip = f"{whole[: token.start]}{word} {whole[token.end :]}"
        try:
            tree = parse(Source("t.nl", slip), partial=True)
        except UserError:
            continue
        if tree.mistakes:
            sound = {*tree.genres, *tree.puzzles} - tree.broken
            assert {item.span.text for item in sound} <= written
