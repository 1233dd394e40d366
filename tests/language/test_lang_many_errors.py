"""Files with very many mistakes, and very long words: few messages, each of a bounded length."""

import pickle
from difflib import get_close_matches

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
from nlc.language.automaton import Automaton, Run
from nlc.language.builtins import FUNCTIONS, GLOBALS, SETS
from nlc.language.parser import parse
from nlc.language.syntax import Or
from nlc.language.types import check_puzzles
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


def test_rules_that_many_puzzles_share_are_checked_once() -> None:
    text = "".join(
        f'puzzle "{i}" is numberlink {{\n  topology square;\n  board\n  1 1\n  end\n}}\n'
        for i in range(20)
    )
    puzzles, _ = parse_puzzles(Source("t.nl", text))
    assert len(list(check_puzzles(puzzles))) == 20
    assert len({id(puzzle.rules) for puzzle in puzzles}) == 1


def test_many_open_braces_are_told_in_steps_that_grow_with_their_number(monkeypatch):
    shift, steps = Automaton.shift, []

    def counted(parser, stack, kind):
        steps.append(kind)
        return shift(parser, stack, kind)

    monkeypatch.setattr(Automaton, "shift", counted)
    counts = []
    for braces in (200, 400):
        steps.clear()
        text = f"genre g {{ rule r {{ {'if x { ' * braces} rule s {{ }} }}"
        with pytest.raises(UserError):
            parse(Source("t.nl", text))
        counts.append(len(steps))
    assert counts[1] < 3 * counts[0]


@pytest.mark.slow
def test_the_terms_of_a_long_chain_are_copied_once(monkeypatch):
    copied = []

    def counted(join):
        def count(run, other):
            copied.append(len(other))
            return join(run, other)

        return count

    for name in ("extend", "__iadd__"):
        monkeypatch.setattr(Run, name, counted(getattr(list, name)))
    terms = 60_000
    tree = parse(Source("t.nl", f"genre g {{ rule r {{ {' or '.join(['a'] * terms)}; }} }}"))
    (rule,) = tree.genres[0].items
    (post,) = rule.body
    assert isinstance(post.condition, Or) and len(post.condition.operands) == terms
    assert terms - 1 <= sum(copied) < terms + 10


def test_the_name_suggested_is_the_one_that_difflib_finds_closest():
    names = sorted({*SETS, *FUNCTIONS, *GLOBALS, "aab", "abab"})
    typed = {
        name[:i] + new + name[i + 1 :] for name in names for i in range(7) for new in ("", "a")
    }
    for word in sorted({*typed, "unknown7", "aaaa", "bbaa", ""}):
        begun = [name for name in names if len(word) > 2 and name.startswith(word)]
        close = begun or get_close_matches(word, names, n=1, cutoff=0.6)
        assert suggest(word, names) == (f"did you mean '{close[0]}'?" if close else None)


@pytest.mark.parametrize("mistakes", [MAX_SHOWN - 1, MAX_SHOWN, 3 * MAX_SHOWN])
def test_a_parser_that_gives_up_says_so(mistakes: int) -> None:
    text = 'puzzle "p" is numberlink {\n' + "ruled x;\n" * mistakes + "}\n"
    with pytest.raises(UserError) as caught:
        parse(Source("t.nl", text))
    *others, last = caught.value.diagnostics
    assert ("parser stops" in last.message) == (mistakes >= MAX_SHOWN)
    assert len(others) == MAX_SHOWN - (1 if mistakes >= MAX_SHOWN else 2)
    assert "not shown" not in str(caught.value)


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
