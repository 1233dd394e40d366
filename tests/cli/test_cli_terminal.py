"""Nothing foreign reaches a terminal that it would obey; help and mistakes are short."""

from __future__ import annotations

import unicodedata

import pytest
from support.commands import PUZZLES

from nlc.printable import printable

OVERRIDE = "\N{RIGHT-TO-LEFT OVERRIDE}"
TURNING = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}
EVIL = f"""
puzzle "evil {OVERRIDE}title" is numberlink {{
  topology square;
  board
    {OVERRIDE}x {OVERRIDE}x
    B B
  end
}}
"""


def obeyed(char: str) -> bool:
    """Tell whether a character is a control, a half of one, a line end or turns the direction."""
    if char in "\t\n":
        return False
    category, way = unicodedata.category(char), unicodedata.bidirectional(char)
    return category in ("Cc", "Cs", "Zl", "Zp") or way in TURNING


@pytest.mark.slow
def test_what_a_terminal_obeys_is_escaped_and_letters_of_all_scripts_stay():
    for code in (*range(0x20000), *range(0xE0000, 0xE0200)):  # others are ideographs, or nothing
        char = chr(code)
        shown = printable(char)
        if obeyed(char):
            assert shown.startswith("\\")
            assert shown.isascii()
        elif unicodedata.category(char) not in ("Cf", "Cn"):
            assert shown == char
    assert printable("a\x1b[2J\u202eb") == r"a\x1b[2J\u202eb"
    assert printable("a\x1b\u202eb", "?") == "a??b"


@pytest.mark.parametrize(
    "words",
    [
        ("run",),
        ("run", "--unique", "--verbose"),
        ("run", "--backbone"),
        ("run", "--solver-cmd", "printf 's \\033[2J\\033]0;title\\007'; false"),
        ("check",),
        ("compile", "--encoding", "\x1b[2J"),
        ("diff", "--encodings", "default,direct"),
    ],
)
def test_titles_labels_names_and_logs_are_escaped(nlc, write, words):
    path = write(f"a{OVERRIDE}b.nl", EVIL)
    said = nlc(words[0], path, *words[1:])
    for text in (said.out, said.err):
        assert not any(map(obeyed, text))


def test_a_picture_keeps_its_colours(nlc):
    assert "\x1b[38;5;" in nlc("run", PUZZLES, "--puzzle", "1", "--color", "always").out


def test_a_solution_from_elsewhere_is_escaped(nlc, write):
    solution = write("s.json", '{"line": ["\\u202e\\u001b[2J"]}')
    said = nlc("verify", PUZZLES, solution, "--puzzle", "1")
    assert said.status == 2
    assert not any(map(obeyed, said.err))
    cnf = write("x.cnf", f"c varname 1 dot[{OVERRIDE}]\np cnf 1 1\n1 0\n")
    said = nlc("decode", cnf, "-", stdin="s SATISFIABLE\nv 1 0\n")
    assert said.out == "SATISFIABLE\ndot: \\u202e\n"


def test_nlc_alone_is_a_short_help(nlc):
    said = nlc()
    assert said.status == 0
    assert said.out.count("\n  nlc ") == 3
    assert len(said.out.splitlines()) < 10


@pytest.mark.parametrize("command", [(), ("hint",), ("list", "genres")])
def test_help_is_a_command_too(nlc, command):
    said, same = nlc("help", *command), nlc(*command, "--help")
    assert (said.status, said.out, said.err) == (0, same.out, "")
