"""The slide of one rule through all stages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support import documents

import nlc
from nlc import cli
from nlc.errors import UserError
from nlc.pictures.svg import svg
from nlc.publishing.stages import stages

ROOKS = next(b.text for b in documents.blocks("docs/how.md", "nl") if b.marks.get("file"))


def written(**options: bool) -> list[str]:
    (puzzle,) = nlc.loads(ROOKS)
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg(stages(puzzle, **options)))


def test_a_rule_goes_through_all_stages() -> None:
    words = [word.strip("\N{NO-BREAK SPACE}") for word in written()]
    for title in ("text", "IR", "clauses", "model", "board"):
        assert title in words
    at = words.index("IR")
    assert " ".join(words[at + 2 : at + 4]) == "exactly 1 of rook[r1c1] rook[r2c1] rook[r3c1]"
    assert "not rook[r1c1] or not rook[r2c1]" in words
    assert [word for word in words if word.endswith("= true")] == ["rook[r2c1] = true"]


def test_a_worksheet_has_no_answers() -> None:
    words = written(answers=False)
    assert not [word for word in words if "not rook" in word or "= true" in word]
    assert len([word for word in words if set(word) == {"_"}]) == 3 * 8


def test_every_genre_has_a_slide() -> None:
    found = documents.ROOT / "fixtures" / "genres.nl"
    for puzzle in nlc.load(found)[:6]:
        assert "clauses" in svg(stages(puzzle))


def test_what_has_no_slide_is_refused() -> None:
    text = "genre g { var x : cell -> bool; rule r { for c in cells { x[c]; } } show x; }\n"
    (puzzle,) = nlc.loads(text + 'puzzle "p" is g {\n topology square; board\n. .\nend }')
    with pytest.raises(UserError, match="no rule of p joins two variables"):
        stages(puzzle)


def test_the_command_draws_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "rooks.nl").write_text(ROOKS)
    out = tmp_path / "slide.svg"
    assert cli.main(["draw", str(tmp_path / "rooks.nl"), "--stages", "-o", str(out)]) == 0
    assert "not rook[r1c1] or not rook[r2c1]" in out.read_text()
    assert cli.main(["draw", str(tmp_path / "rooks.nl"), "--blank"]) == 2
    assert "--blank is of the slide that --stages draws" in capsys.readouterr().err
