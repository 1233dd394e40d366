"""Inheritance, house rules and files."""

import os
from pathlib import Path

import pytest
from language.texts import drawn

from nlc.errors import Source, UserError
from nlc.files import read_source
from nlc.language.parser import parse
from nlc.language.resolve import ResolvedFile, load, resolve


def loaded(text: str) -> ResolvedFile:
    return load(Source("t.nl", text))


def test_a_genre_gets_what_it_extends_and_adds_its_own() -> None:
    rules = loaded("genre g extends numberlink { drop open, pairs; rule own { true; } }").genres[
        "g"
    ]
    inherited = ["terminal", "through", "covered", "same", "apart", "turn", "away"]
    assert list(rules.rules) == [*inherited, "own"]
    assert not rules.checks
    assert list(rules.options) == ["cover", "touch", "no2x2"]
    assert (rules.shows, rules.reports) == (("line",), ("color",))


def test_a_dropped_rule_can_be_stated_anew() -> None:
    rules = loaded("genre g extends numberlink { rule open { true; } drop open; }").genres["g"]
    assert rules.rules["open"].span.source.path == "t.nl"
    assert list(rules.rules)[-1] == "open"


def test_a_genre_inherits_wishes_and_says_its_own_in_their_place() -> None:
    rules = loaded("genre g extends heyawake { generate { dark: 10..20 %; fence: none; } }").genres
    both = rules["g"].wishes
    assert list(both) == ["room", "clue", "dark", "fence"]
    assert [(both[n].manner.how, both[n].manner.low) for n in ("room", "dark")] == [
        ("rectangles of cells", 4),
        ("%", 10),
    ]
    assert rules["heyawake"].wishes["dark"].manner.low == 30


def test_house_rules_are_merged_into_the_rules_of_their_puzzle_only() -> None:
    text = drawn(
        "numberlink",
        'drop open;\n  let k = 1;\n  rule mine { true; }\n  check c { true } : "no";',
    )
    cases = loaded(text + drawn("numberlink", "").replace('"p"', '"q"')).puzzles
    assert "mine" in cases[0].rules.rules and "open" not in cases[0].rules.rules
    assert list(cases[0].rules.lets) == ["labels", "loosely", "k"]
    assert list(cases[0].rules.checks) == ["pairs", "c"]
    assert cases[0].rules.name == "numberlink"
    assert "mine" not in cases[1].rules.rules


def test_a_genre_of_the_file_goes_before_a_stock_genre() -> None:
    text = "genre numberlink { option mine : bool = true; }" + drawn("numberlink", "")
    assert list(loaded(text).puzzles[0].rules.options) == ["mine"]


def test_files_are_used_relative_to_the_file_that_uses_them(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "base.nl").write_text("genre base { rule r { true; } }", encoding="utf-8")
    (tmp_path / "sub" / "mid.nl").write_text(
        'use "base.nl"; genre mid extends base { }', encoding="utf-8"
    )
    main = tmp_path / "main.nl"
    main.write_text(
        'use "sub/mid.nl"; use "sub/base.nl"; genre top extends mid { }', encoding="utf-8"
    )
    result = load(read_source(str(main)))
    assert sorted(result.genres) == ["base", "mid", "top"]
    assert list(result.genres["top"].rules) == ["r"]


def test_a_stock_file_can_be_used_by_its_name() -> None:
    assert "slitherlink" in loaded('use "slitherlink.nl";').genres


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"a.nl": 'use "a.nl";'}, "'a.nl' uses itself"),
        ({"a.nl": 'use "b.nl";', "b.nl": 'use "a.nl";'}, "'a.nl' uses itself"),
        ({"a.nl": 'use "b.nl";', "b.nl": "genre g {"}, "this '{' is never closed"),
        ({"a.nl": 'use "b.nl";', "b.nl": "genre g extends h { }"}, "unknown genre 'h'"),
        (
            {"a.nl": 'use "b.nl"; genre g { }', "b.nl": "genre g { }"},
            "there are two genres 'g'",
        ),
        (
            {"a.nl": 'use "b.nl"; use "c.nl";', "b.nl": "genre g { }", "c.nl": "genre g { }"},
            "there are two genres 'g'",
        ),
        ({"a.nl": 'use "none.nl";'}, "there is no file 'none.nl' to use"),
        ({"a.nl": 'use ".";'}, "a file to use has the ending .nl"),
        ({"a.nl": 'use "nl.lark";'}, "a file to use has the ending .nl"),
        ({"a.nl": 'use "";'}, "a file to use has the ending .nl"),
        ({"a.nl": 'use "/dev/zero";'}, "a file to use has the ending .nl"),
        ({"a.nl": 'use "../a.nl";'}, "a file to use lies in the folder of the input, or below it"),
        ({"a.nl": 'use "/etc/a.nl";'}, "a file to use lies in the folder of the input"),
    ],
)
def test_mistakes_about_files_are_told(tmp_path: Path, files: dict[str, str], message: str) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(UserError) as caught:
        load(read_source(str(tmp_path / "a.nl")))
    (item,) = caught.value.diagnostics
    assert message in item.message and item.span is not None


@pytest.mark.parametrize(
    ("use", "others", "message"),
    [
        ("none.nl", {}, "there is no file 'none.nl' to use"),
        ("../b.nl", {}, "a file to use lies in the folder of the input, or below it"),
        ("b.nl", {"b.nl": "genre g {"}, "this '{' is never closed"),
        ("b.nl", {"b.nl": 'use "none.nl";'}, "there is no file 'none.nl' to use"),
    ],
)
def test_what_follows_from_a_faulty_use_is_not_told_beside_it(tmp_path, use, others, message):
    for name, text in others.items():
        (tmp_path / name).write_text(text)
    path = tmp_path / "a.nl"
    path.write_text(
        f'puzzle "x" is mine {{ topology square; }} use "{use}"; genre h extends g {{ }}'
    )
    with pytest.raises(UserError) as caught:
        load(read_source(str(path)))
    (item,) = caught.value.diagnostics
    assert message in item.message


def test_a_message_never_quotes_a_file_elsewhere(tmp_path: Path) -> None:
    secret = tmp_path / "secret.nl"
    secret.write_text("a password", encoding="utf-8")
    folder = tmp_path / "mine"
    (folder / "below").mkdir(parents=True)
    (folder / "link.nl").symlink_to(secret)
    (folder / "below" / "up.nl").write_text('use "../../secret.nl";', encoding="utf-8")
    for wanted in ("../secret.nl", str(secret), "link.nl", "below/../../secret.nl", "below/up.nl"):
        (folder / "a.nl").write_text(f'use "{wanted}";', encoding="utf-8")
        with pytest.raises(UserError) as caught:
            load(read_source(str(folder / "a.nl")))
        assert "in the folder of the input" in str(caught.value)
        assert "password" not in str(caught.value)


def test_files_of_folders_that_are_allowed_can_be_used(tmp_path: Path) -> None:
    for name in ("mine", "other"):
        (tmp_path / name).mkdir()
    (tmp_path / "other" / "b.nl").write_text('use "c.nl";', encoding="utf-8")
    (tmp_path / "other" / "c.nl").write_text("genre g { }", encoding="utf-8")
    main = tmp_path / "mine" / "a.nl"
    main.write_text('use "../other/b.nl";', encoding="utf-8")
    source = read_source(str(main))
    found = resolve(source, parse(source), allow_use=[str(tmp_path / "other")])
    assert list(found.genres) == ["g"]


def test_what_is_no_regular_file_is_not_used(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.nl")
    (tmp_path / "folder.nl").mkdir()
    for name in ("pipe.nl", "folder.nl"):
        (tmp_path / "a.nl").write_text(f'use "{name}";', encoding="utf-8")
        with pytest.raises(UserError, match=f"there is no file '{name}' to use"):
            load(read_source(str(tmp_path / "a.nl")))
