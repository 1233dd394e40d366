"""Every common mistake is told at its exact place, in words of the language and not twice."""

import pytest
from language.texts import diagnose, drawn, table, tell

CASES = [
    (f"{name}: {title}", *rest)
    for name in ("syntax", "names", "types")
    for title, *rest in table(name)
]


@pytest.mark.sample(144)
@pytest.mark.parametrize(("text", "told"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_a_mistake_is_told_exactly(text: str, told: list[str]) -> None:
    assert [tell(item) for item in diagnose(text)] == told


def test_several_independent_slips_are_told_in_one_run() -> None:
    text = (
        "genre g {\n"
        "  var line : lnk -> bool;\n"
        "  rule a { any of line[links] }\n"
        "  rul b { true; }\n"
        "  rule c { exactly 2 line[links]; }\n"
        "  show line\n"
        "}\n"
    )
    assert [tell(item) for item in diagnose(text)] == [
        "2:14-17 'lnk' is not a sort of element [did you mean 'link'?]",
        "3:30-31 missing ';' after ']'",
        "4:3-6 expected an item of a genre or '}', found 'rul' [did you mean 'rule'?]",
        "5:21-22 missing 'of' after '2' [write 'exactly 2 of S', 'at most 1 of S', 'any of S']",
        "6:12-12 missing ';' after 'line'",
    ]


def test_what_a_terminal_would_obey_is_no_text_and_is_not_printed() -> None:
    (item,) = diagnose('genre g "red \x1b[31m" {\n  var line : link -> bool;\n  show line;\n}\n')
    assert tell(item) == "1:9-20 a text holds no control character, and this one holds U+001B"
    assert '"red \N{REPLACEMENT CHARACTER}[31m"' in item.render()
    assert item.render().replace("\n", "").isprintable()


def test_a_mistake_in_one_puzzle_does_not_hide_those_of_the_next() -> None:
    one, two = drawn("numberlink", "set cover = 1;"), drawn("numberlink", "set kover = 1;")
    told = [tell(item) for item in diagnose(one + two.replace('"p"', '"q"'))]
    assert told == [
        "6:15-16 'cover' is true or false",
        "13:7-12 genre 'numberlink' has no option 'kover' [did you mean 'cover'?]",
    ]


def test_an_invisible_character_is_told_by_its_number() -> None:
    assert [tell(item) for item in diagnose("genre\x00 g { }\n")] == [
        "1:6-7 unknown character U+0000"
    ]


def test_an_end_of_text_without_a_line_end_is_a_place_too() -> None:
    assert [tell(item) for item in diagnose('use "numberlink.nl"')] == [
        "1:20-21 missing ';' after the text \"numberlink.nl\""
    ]


def test_a_board_that_is_open_at_the_end_is_told_once() -> None:
    told = [tell(item) for item in diagnose('puzzle "a" is numberlink {\n  board\n  1 1\n')]
    assert told == [
        "2:3-8 this board has no 'end' [write 'end' on a line of its own after the last row]"
    ]


def test_no_more_than_twenty_syntax_errors_are_told() -> None:
    assert len(diagnose("genre g {\n" + "  rul;\n" * 50 + "}\n")) == 20


def test_an_expression_nested_too_deeply_is_told_with_its_rule() -> None:
    deep = "not " * 5000 + "true"
    text = f"genre g {{\n  var line : link -> bool;\n  rule deep {{ {deep}; }}\n  show line;\n}}\n"
    assert [tell(item) for item in diagnose(text)] == [
        "3:8-12 an expression is nested too deeply here"
    ]


def test_a_name_that_is_bound_and_not_used_is_only_a_warning() -> None:
    text = (
        "genre g {\n  var line : link -> bool;\n"
        "  rule r { for l, _m in links { any of line[links]; } }\n  show line;\n}\n"
    )
    assert [tell(item) for item in diagnose(text)] == [
        "3:16-17 warning: 'l' is not used [call it '_l' if that is meant]"
    ]


def test_a_genre_far_from_any_gets_the_command_that_lists_all():
    (item,) = diagnose("genre g extends xyzzy { }\n")
    assert item.message == "unknown genre 'xyzzy'"
    assert item.hint == "'nlc list genres' lists all"
