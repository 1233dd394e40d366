"""Which programs the whole-model encodings take, and what their formulas look like."""

from __future__ import annotations

import pytest
from encode.accepted import assignments, segments
from support.puzzles import boards, program_of

from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.errors import UserError
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Program

WHOLE = ["edge-path", "path-position"]


def numberlink(*rows: str, head: str = "", rules: str = "", genre: str = "numberlink") -> str:
    drawn = "\n".join(rows)
    return f'puzzle "p" is {genre} {{ topology square; {head}\nboard\n{drawn}\nend\n{rules}\n}}'


def refused(text: str, spec: str) -> str:
    with pytest.raises(UserError) as caught:
        lower(program_of(text), Encoding.parse(spec))
    (diagnostic,) = caught.value.diagnostics
    return diagnostic.message


@pytest.mark.parametrize("spec", WHOLE)
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (numberlink("2 .", ". .", genre="slitherlink"), "it does not show one boolean variable"),
        (numberlink("A . A", "B A B", genre="multilink"), "it does not encode rule 'joined'"),
        (numberlink("A .", ". A", rules="drop same;"), "its rules let a segment join two labels"),
        (numberlink("A .", ". A", rules="drop open;"), "its rules let segments form a ring"),
        (
            numberlink("A .", ". A", rules="drop terminal;"),
            "label A is on 0 cells, and a path has 2 ends",
        ),
        (
            numberlink("A .", ". A", rules="drop through;"),
            "the number of segments at r1c2 is not that of a path",
        ),
        (
            numberlink("A . .", ". . A", rules="rule twin { color[r1c2] = color[r2c2]; }"),
            "it does not encode rule 'twin'",
        ),
        (
            numberlink(
                "A . .",
                ". . A",
                head="set cover = false;",
                rules="rule here { has color[r1c2]; }",
            ),
            "it does not encode rule 'here'",
        ),
    ],
)
def test_other_puzzles_are_refused_with_the_reason(spec: str, text: str, reason: str) -> None:
    message = refused(text, spec)
    assert message.startswith(f"numberlink={spec} cannot be used here: {reason}")


@pytest.mark.parametrize("spec", WHOLE)
def test_an_end_that_nothing_reaches_has_no_solution(spec: str) -> None:
    for head in ("", "set cover = false;"):
        assert right_boards(program_of(numberlink("A #", "# A", head=head)), spec) == set()
        assert right_boards(program_of(numberlink("A . #", "# # A", head=head)), spec) == set()


def test_a_board_that_takes_too_many_clauses_is_refused() -> None:
    rows = [" ".join(str(row) if col in (0, 29) else "." for col in range(30)) for row in range(30)]
    for spec in WHOLE:
        assert "more than 20,000,000" in refused(numberlink(*rows), spec)


def right_boards(program: Program, spec: str) -> set[frozenset[str]]:
    """Return the boards that an encoding accepts without those that break a rule."""
    found = assignments(lower(program, Encoding.parse(spec)))
    return {segments(program, a) for a in found if not violations(program, a)}


@pytest.mark.parametrize("spec", WHOLE)
def test_a_house_rule_on_segments_alone_is_kept(spec: str) -> None:
    rule = "rule few { at most 1 of line[links(r2c1)]; any of line[links(r1c2)]; }"
    rows, head = ("A . A", ". . .", "B . B"), "set cover = false;"
    program = program_of(numberlink(*rows, head=head, rules=rule))
    expected = boards(program, "log")
    assert right_boards(program, spec) == expected
    assert 0 < len(expected) < len(boards(program_of(numberlink(*rows, head=head)), "log"))


@pytest.mark.parametrize("spec", WHOLE)
@pytest.mark.parametrize("cover", ["true", "false"])
def test_solutions_carry_their_labels(spec: str, cover: str) -> None:
    text = numberlink("A . B", ". . .", "A B .", head=f"set cover = {cover};")
    program = program_of(text)
    expected = boards(program, "log")
    assert expected
    assert right_boards(program, spec) == expected
