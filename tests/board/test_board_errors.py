"""Malformed drawings and settings: place, message and hint of each."""

import pytest
from board.boards import board, errors
from hypothesis import given
from hypothesis import strategies as st

from nlc.board import Sort
from nlc.errors import UserError


@pytest.mark.parametrize(
    ("lines", "top", "line", "column", "message", "hint"),
    [
        ([], "square", 1, 1, "the board has no cells", "draw one row of tokens on each line"),
        (["", "  "], "square", 1, 1, "the board has no cells", "draw one row of tokens"),
        (["##", "##"], "square", 1, 1, "the board has no cells, only holes", None),
        (["..", ".\t."], "square", 3, 2, "a tab on a board", "use spaces"),
        (["\t. .", " . ."], "hex", 2, 1, "a tab on a board", "use spaces"),
        ([".\u00a0."], "square", 2, 2, "a blank that is not a space on a board", "use spaces"),
        (
            ["...", "....", "..."],
            "square",
            3,
            1,
            "row 2 has 4 tokens, the other rows have 3",
            "write '#' where there is no cell",
        ),
        (["..", "  ."], "square", 3, 3, "row 2 has 1 token, the other rows have 2", "write '#'"),
        (
            [". . .", "...", ". . ."],
            "square",
            3,
            1,
            "row 2 has 1 token, the other rows have 3",
            "other rows have blanks between their tokens",
        ),
        (["..", "."], "hex(layout=odd_r)", 3, 1, "row 2 has 1 token, the other rows have 2", None),
        (
            [" . .", ". . .", "  . ."],
            "hex",
            4,
            3,
            "token '.' is between the places of its row",
            "move it to column 2 or 4: tokens are 2 columns apart and rows shifted by half of that",
        ),
        (
            [". . .", ". . ."],
            "hex",
            3,
            1,
            "token '.' is between the places of its row",
            "move it to column 2",
        ),
        (
            [".   .   .", "  .   12 ."],
            "hex",
            3,
            10,
            "token '.' starts 3 columns after the one before; a drawn hex board needs an even "
            "distance, to shift rows by half of it",
            "move the tokens apart",
        ),
        (
            [".   .   .", "  .    12"],
            "hex",
            3,
            8,
            "token '12' is between the places of its row",
            "move it to column 7 or 11",
        ),
        (
            ["..", ".."],
            "hex",
            2,
            2,
            "token '.' starts 1 column after the one before; a drawn hex board needs an even "
            "distance, to shift rows by half of it",
            "move the tokens apart, or name the layout: hex(layout=odd_r)",
        ),
        (
            [". . .", " . . ."],
            "triangle",
            3,
            2,
            "token '.' is between the places of its row",
            "move it to column 1 or 3: tokens are 2 columns apart",
        ),
        (
            ["..", "+."],
            "triangle",
            3,
            1,
            "no bridge fits on topology triangle, whose cells have no opposite sides",
            None,
        ),
        ([".."], "sqare", 1, 1, "there is no topology 'sqare'", "did you mean 'square'?"),
        ([".."], "x", 1, 1, "there is no topology 'x'", "there are hex, square, triangle and"),
        (
            [".."],
            "hex(layuot=axial)",
            1,
            5,
            "the topology has no setting 'layuot'",
            "did you mean 'layout'?",
        ),
        ([".."], "square(qq=both)", 1, 8, "the topology has no setting 'qq'", "it has wrap"),
        (
            [".."],
            "square(wrap=horizontl)",
            1,
            13,
            "'wrap' must be one of none, horizontal, vertical, both",
            "did you mean 'horizontal'?",
        ),
        ([".."], "square(wrap=true)", 1, 13, "'wrap' must be one of none, horizontal,", None),
        ([".."], "triangle(first=1)", 1, 16, "'first' must be one of up, down", None),
        (
            ["..."],
            "square(wrap=both, wrap=none)",
            1,
            19,
            "setting 'wrap' is given twice",
            None,
        ),
        (
            [".."],
            "square { a b; a-b }",
            1,
            1,
            "topology square is drawn; only topology graph lists cells and links",
            None,
        ),
        (
            ["..", ".."],
            "square(wrap=horizontal)",
            1,
            13,
            "wrap=horizontal needs at least 3 columns, the board has 2",
            None,
        ),
        (
            ["...", "..."],
            "square(wrap=both)",
            1,
            13,
            "wrap=both needs at least 3 rows, the board has 2",
            None,
        ),
        (
            ["..."] * 3,
            "hex(layout=odd_r, wrap=vertical)",
            1,
            24,
            "wrap=vertical needs an even number of rows, the board has 3",
            None,
        ),
        (
            ["..."] * 3,
            "hex(layout=odd_q, wrap=horizontal)",
            1,
            24,
            "wrap=horizontal needs an even number of columns, the board has 3",
            None,
        ),
        (
            [".."] * 2,
            "hex(layout=odd_q, wrap=vertical)",
            1,
            24,
            "wrap=vertical needs at least 3 rows, the board has 2",
            None,
        ),
        (
            ["....."] * 4,
            "triangle(wrap=horizontal)",
            1,
            15,
            "wrap=horizontal needs at least 6 columns, the board has 5",
            None,
        ),
        (
            ["......."] * 4,
            "triangle(wrap=horizontal)",
            1,
            15,
            "wrap=horizontal needs an even number of columns, the board has 7",
            None,
        ),
        (
            ["...."] * 3,
            "triangle(wrap=vertical)",
            1,
            15,
            "wrap=vertical needs an even number of rows, the board has 3",
            None,
        ),
        (
            [". . .", " . .", ". . ."],
            "hex(wrap=horizontal)",
            3,
            2,
            "row 2 has 2 tokens, the other rows have 3",
            None,
        ),
        (
            [". . .", " .   . .", ". . ."],
            "hex(wrap=horizontal)",
            3,
            6,
            "wrap=horizontal needs rows without gaps",
            "write '#' where there is no cell",
        ),
        (
            [". . .", " . . .", "  . . .", " . . ."],
            "hex(wrap=vertical)",
            1,
            10,
            "wrap=vertical needs rows that are shifted regularly",
            "shift every row by the same distance, or every second row",
        ),
    ],
)
def test_a_malformed_board_is_refused(
    lines: list[str] | None, top: str, line: int, column: int, message: str, hint: str | None
) -> None:
    ((found_line, found_column, found_message, found_hint),) = errors(
        lines, top, kinds={"+": "bridge"}
    )
    assert (found_line, found_column) == (line, column)
    assert found_message.startswith(message)
    assert hint is None or (found_hint is not None and found_hint.startswith(hint))


def test_mistakes_of_settings_and_of_the_drawing_are_told_together() -> None:
    found = errors([".\t."], "hex(layout=odd, wrap=bth)")
    assert len(found) == 3


def test_every_ragged_row_and_every_row_out_of_step_is_told() -> None:
    assert [f[0] for f in errors(["..", ".", "..", "..."])] == [3, 5]
    assert [f[0] for f in errors([". .", ". .", ". .", "  . ."], "hex")] == [3, 5]


@pytest.mark.slow
@given(
    st.lists(st.text(alphabet=" .#+1\t\u00a0\u2003é", max_size=8), max_size=6),
    st.sampled_from(["square", "hex", "triangle"]),
    st.sampled_from(["none", "horizontal", "vertical", "both"]),
)
def test_any_text_is_a_board_or_a_diagnostic(lines: list[str], name: str, wrap: str) -> None:
    try:
        drawn = board(lines, f"{name}(wrap={wrap})", kinds={"+": "bridge"})
    except UserError as error:
        assert error.diagnostics and all(d.span for d in error.diagnostics)
        assert str(error)
    else:
        assert drawn.board.count(Sort.CELL) == len(drawn.cell_token) > 0
