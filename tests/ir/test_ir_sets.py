"""What counts over sets mean, also where the solver decides who belongs to a set."""

import pytest
from support.puzzles import boards, program_of

HEAD = "genre g { var on : cell -> bool; rule r { STATEMENT } show on; }\n"
BOARD = 'puzzle "p" is g { topology square; board\n. . .\nend\n}'


def solutions(statement: str) -> set[str]:
    """Return the solutions on three cells in a row, as the columns that are on: ``"13"``."""
    program = program_of(HEAD.replace("STATEMENT", statement) + BOARD)
    return {"".join(sorted(name[-1] for name in board)) for board in boards(program, "default")}


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("exactly 2 of on[cells];", {"12", "13", "23"}),
        ("exactly 0 or 3 of on[cells];", {"", "123"}),
        ("odd of on[cells];", {"1", "2", "3", "123"}),
        ("at most 1 of on[cells];", {"", "1", "2", "3"}),
        ("count {c for c in cells if on[c]} = 3;", {"123"}),
        ("count {c for c in cells if on[c]} != 1;", {"", "12", "13", "23", "123"}),
        ("count {c for c in cells if on[c]} < 1;", {""}),
        ("2 < count {c for c in cells if on[c]};", {"123"}),
        ("all of {on[c] for c in cells if on[c]};", {"", "1", "2", "3", "12", "13", "23", "123"}),
        ("all of {on[c] for c in cells if not on[c]};", {"123"}),
        ("none of {on[c] for c in cells if on[c]};", {""}),
        ("any of {on[c] for c in cells if on[r1c1]};", {"1", "12", "13", "123"}),
        ("exactly 2 of {on[c] for c in cells if on[r1c1]};", {"12", "13"}),
        ("not exactly 1 or 2 of on[cells];", {"", "123"}),
        ("on[r1c1] implies exactly 2 of on[cells];", {"", "2", "3", "23", "12", "13"}),
        ("exactly 1 of on[cells] iff on[r1c2];", {"", "2", "13"}),
        ("any of on[cells] implies all of on[cells];", {"", "123"}),
        ("exactly 2 of {on[c] for c, d in cells where c != d};", {"1", "2", "3"}),
        ("if count cells = 3 { none of on[cells]; } else { all of on[cells]; }", {""}),
    ],
)
def test_a_statement_has_the_solutions_that_its_words_say(statement, expected):
    assert solutions(statement) == expected


@pytest.mark.parametrize(
    "statement",
    [
        "for k in cells { at most 1 of on[{c for c in some where c != k}]; }",
        "for k in cells { at most 1 of on[apart(k)]; }",
        "for k in cells { exactly (count apart(k)) of on[apart(k)]; }",
    ],
)
def test_a_set_with_a_name_means_what_it_means_without(statement):
    lets = "let some = {c for c in cells where c != r1c2}; "
    lets += "let apart(k) = {c for c in some where c != k};"
    named = HEAD.replace("rule r", f"{lets} rule r").replace("STATEMENT", statement) + BOARD
    plain = statement.replace("apart(k)", "{c for c in some where c != k}")
    plain = plain.replace("some", "{c for c in cells where c != r1c2}")
    found = {
        "".join(sorted(name[-1] for name in board))
        for board in boards(program_of(named), "default")
    }
    assert found == solutions(plain) and found


@pytest.mark.parametrize(
    "statement",
    [
        "exactly 3 of {c for c in cells if true or on[c]};",
        "for c in cells { none of {d for l in links(c), d in ray(c, l) while on[d]}; }",
    ],
)
def test_a_set_of_which_nothing_is_left_to_decide_is_counted(statement):
    """Nor is anything where no instance has a member: each cell is alone here."""
    rows = ". . ." if "true" in statement else ". # ."
    text = HEAD.replace("STATEMENT", statement)
    text += BOARD.replace(". . .", rows)
    cells = 3 if rows == ". . ." else 2
    assert len(boards(program_of(text), "default")) == 2**cells


@pytest.mark.parametrize(
    ("equal", "unequal"),
    [
        ("room(d) = room(c)", "room(d) != room(c)"),
        ("room(c) = room(d)", "room(c) != room(d)"),
        ("room(d) = room(c) and d != c", "(room(d) != room(c) or d = c)"),
        (
            "num(d) = count {f for f in cells where f = c}",
            "num(d) != count {f for f in cells where f = c}",
        ),
    ],
)
def test_cells_with_an_equal_clue_are_those_whose_clue_is_not_another(equal, unequal):
    """The first are looked up by their clue, which may be missing; the others are all tried."""
    givens = "given room : cell -> {a, b}?; given num : cell -> 0..9?; "
    board = 'puzzle "p" is g { topology square; board\nA . b 2 A .\nend\n'
    board += 'legend { "A" = room: a; "b" = room: b, num: 1; "2" = num: 2; } }'

    def found(condition: str) -> set[frozenset[str]]:
        said = "at most 1 of {on[d] for d in cells where CONDITION}; "
        said += "on[c] iff any of {on[d] for e, d in cells where e = c and CONDITION};"
        text = HEAD.replace("var", givens + "var", 1)
        text = text.replace("STATEMENT", f"for c in cells {{ {said} }}")
        boards_ = boards(program_of(text.replace("CONDITION", condition) + board), "default")
        return {frozenset(each) for each in boards_}

    assert found(equal) == found(f"not {unequal}")
    assert 1 < len(found(equal)) < 2**6
