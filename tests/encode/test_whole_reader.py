"""Which programs the whole-model encodings take, and what their formulas look like."""

from __future__ import annotations

import io

import numpy as np
import pytest
from encode.accepted import assignments, segments
from support.puzzles import boards, program_of

from nlc.cnf.write import write_cnf
from nlc.encode.lower import lower
from nlc.encode.numberlink.recognize import recognize
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


def test_the_puzzle_is_read_off_the_nodes() -> None:
    text = numberlink("B . A", ". . .", "B . A", head="set cover = false; set touch = false;")
    puzzle = recognize(program_of(text), "test")
    assert puzzle.color.values == ("B", "A")
    assert puzzle.ends.tolist() == [[0, 6], [2, 8]]
    assert puzzle.inner.tolist() == [1, 3, 4, 5, 7]
    assert puzzle.used.tolist() == [True, False, True, False, False, False, True, False, True]
    assert puzzle.apart.all()
    assert puzzle.rules == {role: role for role in ("terminal", "through", "same", "open", "apart")}


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


@pytest.mark.parametrize("spec", WHOLE)
def test_segments_are_numbered_as_by_every_other_encoding(spec: str) -> None:
    program = program_of(numberlink("A . B", ". . .", "A . B"))
    lowered, other = (lower(program, Encoding.parse(s)) for s in (spec, "log"))
    assert np.array_equal(lowered.cnf.projection, other.cnf.projection)
    first, plain = lowered.cnf.names[0], other.cnf.names[0]
    assert (first.base, first.kind, list(first.make())) == (
        plain.base,
        plain.kind,
        list(plain.make()),
    )


@pytest.mark.parametrize("spec", WHOLE)
def test_every_variable_has_a_name_and_a_rule(spec: str) -> None:
    program = program_of(numberlink("A . B", ". . .", "A . B", head="set no2x2 = true;"))
    lowered = lower(program, Encoding.parse(spec))
    names = [name for block in lowered.cnf.names for name in block.make()]
    assert len(names) == len(set(names)) == lowered.cnf.variables
    statistics = lowered.rule_statistics()
    assert sum(s.variables for s in statistics.values()) == lowered.cnf.variables
    assert sum(s.clauses for s in statistics.values()) == lowered.cnf.clauses
    assert sum(s.literals for s in statistics.values()) == lowered.cnf.literals
    assert set(statistics) <= {"var:line", *program.rules}
    assert statistics["turn"].clauses == 4 * 4


@pytest.mark.parametrize("spec", WHOLE)
def test_the_file_tells_the_encoding_and_no_clause_repeats_a_variable(spec: str) -> None:
    text = numberlink("A . B", ". . .", "A . B", head="set touch = false;")
    lowered = lower(program_of(text), Encoding.parse(spec))
    stream = io.BytesIO()
    write_cnf(lowered.cnf, stream, names="all", annotate=False)
    assert f"encoding=numberlink={spec}\n".encode() in stream.getvalue()
    for block in lowered.cnf.blocks:
        variables = np.sort(np.abs(block.clauses), axis=1)
        assert variables.all()
        assert not (variables[:, 1:] == variables[:, :-1]).any()
