"""Files with very many mistakes, and very long words: few messages, each of a bounded length."""

import pickle

import pytest

from nlc.errors import (
    MAX_LENGTH,
    MAX_SHOWN,
    Diagnostic,
    Source,
    Span,
    UserError,
    first_of_each_file,
    suggest,
)
from nlc.loading import parse_puzzles

MANY = 4_000

STRANGE = "genre g {\n" + "§;\n" * MANY + "}\n"
NAMES = "genre g {\n  rule r {\n" + "nothing;\n" * MANY + "  }\n}\n"
ITEMS = "genre g {\n" + "rule;\n" * MANY + "}\n"
BOARDS = 'puzzle "p" is numberlink {\n' + "board x\n" * MANY + "}\n"
TOKENS = (
    'puzzle "p" is slitherlink {\n  topology square;\n  board\n'
    + "\n".join(f"x{i} y{i}" for i in range(MANY))
    + "\n  end\n}\n"
)
USES = 'use "none.nl";\n' * (MANY // 10)
PUZZLES = 'puzzle "p" is none { }\n' * MANY
BRACKETS = "genre g { rule r { " + "(" * MANY
WORD = f'puzzle "p" is {"w" * 10**6} {{ }}'
STRING = 'puzzle "' + "w" * 10**6


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [STRANGE, NAMES, ITEMS, BOARDS, TOKENS, USES, PUZZLES, BRACKETS, WORD, STRING],
    ids=[
        *("strange", "names", "items", "boards", "tokens"),
        *("uses", "puzzles", "brackets", "word", "string"),
    ],
)
def test_few_messages_are_shown_of_a_file(text: str) -> None:
    from nlc.ir.elaborate.program import elaborate

    with pytest.raises(UserError) as caught:
        puzzles, _ = parse_puzzles(Source("t.nl", text))
        elaborate(puzzles[0])
    lines = str(caught.value).split("\n")
    assert sum("error: " in line for line in lines) <= MAX_SHOWN + 1
    assert max(map(len, lines)) <= MAX_LENGTH + 100


def test_what_is_not_shown_is_counted_for_each_file() -> None:
    places = [Span(Source(path, "x"), 1, 1, 1, 2) for path in ("a.nl", "b.nl")]
    items = [Diagnostic(f"wrong {i}", place) for place in places for i in range(MAX_SHOWN)]
    assert list(first_of_each_file(items)) == items
    more = [*items, *(Diagnostic(f"more {i}", places[1]) for i in range(7))]
    assert [item.render() for item in list(first_of_each_file(more))[2 * MAX_SHOWN :]] == [
        "error: 7 more messages in b.nl are not shown"
    ]
    assert str(pickle.loads(pickle.dumps(UserError(more)))) == str(UserError(more))


def test_the_middle_of_a_long_message_is_left_out() -> None:
    item = Diagnostic(f"unknown name '{'x' * 10**6}'", None, "y" * 10**6)
    assert len(item.message) <= MAX_LENGTH + 5 and len(item.hint or "") <= MAX_LENGTH + 5
    assert item.message.startswith("unknown name 'xxx") and item.message.endswith("xxx'")
    assert suggest("x" * 10**6, ["xx"]) is None


@pytest.mark.slow
def test_the_hint_about_many_steps_speaks_of_lets_where_there_are_some(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from nlc.ir.elaborate.program import elaborate

    monkeypatch.setattr("nlc.ir.elaborate.bounds.MAX_STEPS", 1000)

    def hint(condition: str, before: str = "") -> str:
        text = f'puzzle "p" is slitherlink {{ topology square; board\n.\nend\n{before}'
        (puzzle,), _ = parse_puzzles(Source("t.nl", f"{text}rule r {{ {condition}; }} }}"))
        with pytest.raises(UserError) as caught:
            elaborate(puzzle)
        (item,) = caught.value.diagnostics
        assert item.message == "rule 'r' takes more than 1,000 steps to evaluate here"
        return item.hint or ""

    many = " or ".join(["1 = 2"] * 1000)
    assert "'any of S'" in hint(many) and "let" not in hint(many)
    assert "a let that uses another one" in hint(f"p or {many}", "let p = 1 = 2;\n")
