"""Forms × genres: a puzzle of every kind of genre in every plain form of text is the same puzzle.

A new form of text is a function in `FORMS`. Where a text could be two boards, it is refused: the
table `REFUSED` has all such cases.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import count
from string import ascii_uppercase

import pytest
from support.documents import ROOT
from support.server import serving
from support.sheets import FIRST, said

import nlc
from nlc.errors import UserError
from nlc.formats.genres import stock_genre

OTHERS = {
    "numberlink": "topology square; board\nA . . B\n. C . .\n. . . .\nA C . B\nend",
    "multilink": "topology square; board\nA . B\n. A .\nB . .\nend",
    "slitherlink": "topology square; board\n3 . . 2\n. . 1 .\n. 0 . .\n. 2 . 3\nend",
}
"""Puzzles of genres that the fixture lacks."""

PUBLISHED = dict(
    zip(
        sorted(genre for genre in [*FIRST, "numberlink", "slitherlink"]),
        (ROOT / "fixtures" / "janko.txt").read_text().split("\n\n"),
        strict=True,
    )
)
"""A larger board of every genre."""

GENRES = sorted({*FIRST, *OTHERS})

Rows = list[list[str]]


@cache
def puzzle_of(genre: str, size: str) -> nlc.Puzzle:
    """Return a puzzle with the options that a bare text has: the defaults."""
    if genre in OTHERS and (size == "small" or genre not in PUBLISHED):
        return nlc.loads(f'puzzle "p" is {genre} {{ {OTHERS[genre]}\n}}')[0]
    puzzle = FIRST[genre] if size == "small" else nlc.loads(PUBLISHED[genre])[0]
    lines = puzzle.to("nl").splitlines()
    return nlc.loads("\n".join(line for line in lines if not line.startswith("  set ")))[0]


@cache
def told_of(genre: str, size: str) -> tuple[object, ...]:
    return said(puzzle_of(genre, size))


@cache
def layers_of(genre: str, size: str) -> tuple[Rows, ...]:
    """Return the rows of tokens of a puzzle: clues, areas or both; an empty cell is ``.``."""
    puzzle = puzzle_of(genre, size)
    if genre == "multilink":
        return ([line.split() for line in OTHERS[genre].split("board\n")[1].split("\n")[:-1]],)
    if genre == "binairo":
        puzzle = nlc.loads(puzzle.to("nl"), options={"distinct": False})[0]
    text = puzzle.to("janko").partition("[problem]\n")[2].removesuffix("[end]\n")
    found = [
        [["." if token == "-" else token for token in line.split()] for line in part.splitlines()]
        for part in text.split("[areas]\n")
    ]
    if len(found) == 2 and all(token == "." for row in found[0] for token in row):
        found = found[1:]  # rooms alone
    return tuple(found)


# ---------- forms ----------


def drawn(layers: tuple[Rows, ...], write) -> str:
    """Return layers, each written by a function, with an empty line between."""
    return "\n".join("".join(f"{line}\n" for line in write(rows)) for rows in layers)


def with_empty(layers: tuple[Rows, ...], sign: str) -> tuple[Rows, ...]:
    return tuple([[sign if t == "." else t for t in row] for row in rows] for rows in layers)


def spaced(rows: Rows) -> list[str]:
    return [" ".join(row) for row in rows]


def compact(rows: Rows) -> list[str] | None:
    return None if any(len(t) > 1 for row in rows for t in row) else ["".join(row) for row in rows]


def aligned(rows: Rows) -> list[str]:
    width = max(len(t) for row in rows for t in row)
    return [" ".join(t.rjust(width) for t in row) for row in rows]


def both(write):
    """Return forms of spaced and of compact rows."""
    return {"spaced": lambda x: write(x, spaced), "compact": lambda x: write(x, compact)}


def separated(by: str, empty: str):
    return lambda layers: drawn(with_empty(layers, empty), lambda rows: map(by.join, rows))


def grid_of_bars(rows: Rows) -> list[str]:
    rule = "+" + "+".join("---" for _ in rows[0]) + "+"
    lines = [rule]
    for row in rows:
        lines += ["|" + "|".join(f"{t:^3}" for t in row) + "|", rule]
    return lines


def framed(rows: Rows, row_of) -> list[str] | None:
    lines = row_of(rows)
    if lines is None:
        return None
    rule = "+" + "-" * max(len(line) for line in lines) + "+"
    return [rule, *[f"|{line}|" for line in lines], rule]


def sized(layers: tuple[Rows, ...], row_of, size: str, points: bool) -> str | None:
    """Return rows under their size; of points, cells are counted."""
    rows, cols = len(layers[0]) - points, len(layers[0][0]) - points
    if size == "{H}" and rows != cols:
        return None
    return size.format(H=rows, W=cols) + "\n" + drawn(layers, row_of)


def numbers(count: int) -> list[str]:
    return [str(at + 1) for at in range(count)]


def letters(count: int) -> list[str]:
    return [*ascii_uppercase[:count]]


def numbered(number: int, row: list[str]) -> list[str]:
    return [str(number), *row]


def labelled(layers: tuple[Rows, ...], columns, rows) -> str:
    """Return rows under the names of columns and behind their own."""

    def write(layer: Rows) -> list[str]:
        every = [columns(len(layer[0])), *layer]
        names = ["", *rows(len(layer))]
        return aligned([[name, *row] for name, row in zip(names, every, strict=True)])

    return drawn(layers, write)


def json_lists(layers: tuple[Rows, ...], empty: str, numbers: bool = True) -> str:
    def token(t: str) -> str:
        return t if (numbers and t.isdecimal()) or t == "null" else json.dumps(t)

    parts = []
    for rows in with_empty(layers, empty):
        parts.append("[" + ",\n ".join("[" + ", ".join(map(token, r)) + "]" for r in rows) + "]\n")
    return "\n".join(parts)


def padded(rows: Rows) -> list[str] | None:
    lines = compact(rows)
    return None if lines is None else [line.replace(".", " ") for line in lines]


def each_line(change):
    return lambda text: "".join(f"{change(line)}\n" for line in text.splitlines())


DOTS = {"spaced": lambda x: drawn(x, spaced), "compact": lambda x: drawn(x, compact)}

WRAPPED = {
    "quoted": each_line(lambda line: f"> {line}"),
    "quoted bare": each_line(lambda line: f"> {line}" if line else ">"),
    "fenced": lambda text: f"```\n{text}```\n",
    "fenced with words": lambda text: f"Here it is:\n\n```text\n{text}```\n\nHave fun!\n",
    "double-spaced": each_line(lambda line: f"{line}\n"),
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "CR": lambda text: text.replace("\n", "\r"),
    "BOM": lambda text: f"\ufeff{text}",
    "no-break blanks": lambda text: text.replace(" ", "\N{NO-BREAK SPACE}"),
    "title": lambda text: f"Puzzle 12 (easy)\n{text}",
    "title apart": lambda text: f"An easy puzzle by Anna\n\n{text}",
    "number apart": lambda text: f"No. 12\n\n{text}\n2024-05-01\n",
    "comment": lambda text: f"# my puzzle\n{text}",
    "footer": lambda text: f"{text}Solution: see page 12\n",
    "footer apart": lambda text: f"{text}\n(c) 2021 by Anna, for the club\n",
    "indented": lambda text: "".join(
        f"    {line}\n" if line else "\n" for line in text.splitlines()
    ),
    "no last line end": lambda text: text.removesuffix("\n"),
}

FORMS = {
    **{f"dots, {name}": form for name, form in DOTS.items()},
    "dots, aligned": lambda x: drawn(x, aligned),
    **{
        f"{name}, {how}": (lambda x, sign=sign, form=form: form(with_empty(x, sign)))
        for name, sign in {
            "dashes": "-",
            "underscores": "_",
            "zeros": "0",
            "stars": "*",
            "question marks": "?",
            "crosses": "x",
        }.items()
        for how, form in DOTS.items()
    },
    "blanks": lambda x: drawn(x, padded),
    "commas": separated(",", "."),
    "commas and blanks": separated(", ", "."),
    "commas, empty fields": separated(",", ""),
    "commas, zeros": separated(",", "0"),
    "tabs": separated("\t", "."),
    "tabs, empty fields": separated("\t", ""),
    "semicolons": separated(";", "."),
    "semicolons, empty fields": separated(";", ""),
    "bars": lambda x: drawn(x, lambda rows: ["|" + "|".join(row) + "|" for row in rows]),
    "lists": lambda x: json_lists(x, "."),
    "lists of strings": lambda x: json_lists(x, "", numbers=False),
    "lists with null": lambda x: json_lists(x, "null"),
    "lists, a token a line": lambda x: "\n".join(json.dumps(rows, indent=1) for rows in x),
    "lists with zeros": lambda x: json_lists(x, "0"),
    "lists of rows": lambda x: (
        None
        if any(compact(rows) is None for rows in x)
        else "\n".join(json.dumps(compact(rows)) + "\n" for rows in x)
    ),
    "a grid of bars": lambda x: drawn(with_empty(x, " "), grid_of_bars),
    "a grid of bars and dots": lambda x: drawn(x, grid_of_bars),
    "a quoted grid of bars": lambda x: each_line(lambda line: f"| {line}")(
        drawn(with_empty(x, " "), grid_of_bars)
    ),
    "a frame, spaced": lambda x: drawn(x, lambda rows: framed(rows, spaced)),
    "a frame, compact": lambda x: drawn(x, lambda rows: framed(rows, compact)),
    "a frame, blanks": lambda x: drawn(x, lambda rows: framed(rows, padded)),
    "columns and rows with numbers": lambda x: labelled(x, numbers, numbers),
    "columns with letters": lambda x: labelled(x, letters, numbers),
    "columns with letters, commas": lambda x: drawn(
        with_empty(x, ""),
        lambda rows: [
            ",".join(row) for row in [["", *letters(len(rows[0]))], *map(numbered, count(1), rows)]
        ],
    ),
    "rows with numbers": lambda x: drawn(
        x, lambda rows: [f"{at}. {line}" for at, line in enumerate(spaced(rows), 1)]
    ),
    "rows with letters": lambda x: labelled(x, numbers, letters),
    **{
        f"size {size.replace('{', '').replace('}', '')}, {how}": (
            lambda x, points=False, size=size, row_of=row_of: sized(x, row_of, size, points)
        )
        for size in ("{H} {W}", "{W} {H}", "{H}", "{H}x{W}")
        for how, row_of in (("spaced", spaced), ("compact", compact))
    },
    **{
        f"{name}, {how}": (lambda x, wrap=wrap, form=form: wrap(form(x)))
        for name, wrap in WRAPPED.items()
        for how, form in DOTS.items()
    },
    "layers without an empty line": lambda x: (
        None if len(x) == 1 else "".join(drawn((rows,), spaced) for rows in x)
    ),
}
"""From layers of rows to the text; None where a form cannot express a puzzle."""

MEANING = {
    "zeros": "0",
    "stars": "*",
    "question marks": "?",
    "crosses": "x",
}
"""Signs that some genres have as clues."""


def is_clue(genre: str, sign: str) -> bool:
    """Return whether a sign is a clue of a genre."""
    givens = stock_genre(genre).givens
    drawn_givens = [given for given in givens if given.type.startswith(("cell", "vertex"))]
    named = any(given.type == "cell -> name?" for given in givens)
    if sign == "0":
        return genre in ("hitori", "multilink") or any("-> 0" in g.type for g in drawn_givens)
    if sign == "?":
        return named or any(given.type == "cell -> bool" for given in givens)
    return named or genre in ("akari", "simpleloop", "moonsun", "yajilin") or genre == "multilink"


def text_of(form: str, genre: str, size: str) -> str | None:
    """Return a puzzle in a form; None if the form does not fit the genre."""
    layers = layers_of(genre, size)
    if any(name in form and is_clue(genre, sign) for name, sign in MEANING.items()):
        return None
    try:
        if form.startswith("size "):
            return FORMS[form](layers, points=genre == "creek")
        return FORMS[form](layers)
    except TypeError:  # no compact rows
        return None


REFUSED = {("blanks", "ayeheya")}
"""Texts that could be two boards: all clues of the puzzle are in every second column."""


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_every_genre_is_read_in_every_form(form: str):
    wrong = {}
    for i, genre in enumerate(GENRES):
        if form.endswith((", spaced", ", compact")) and i // 2 % 2 == form.endswith("compact"):
            continue  # the other of the two has it
        size = ("small", "published")[(i + [*FORMS].index(form)) % 2]
        text = text_of(form, genre, size)
        if text is None:
            continue
        try:
            found = [said(puzzle) for puzzle in nlc.loads(text, format=f"auto:{genre}")]
            right = found == [told_of(genre, size)] and (form, genre) not in REFUSED
        except UserError as error:
            found = error.diagnostics[0].message
            right = found.startswith("this may be") and (form, genre) in REFUSED
        if not right:
            wrong[genre] = found
    assert wrong == {}


AT_DOORS = [
    "dots, spaced",
    "dashes, compact",
    "blanks",
    "commas, empty fields",
    "tabs, empty fields",
    "lists with null",
    "a frame, spaced",
    "size H W, spaced",
    "quoted, spaced",
    "fenced with words, compact",
    "double-spaced, compact",
    "BOM, spaced",
    "no-break blanks, spaced",
    "title, spaced",
    "columns with letters",
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory):
    with serving("--data", str(tmp_path_factory.mktemp("data")), "--buffer", "0") as running:
        yield running


@pytest.mark.slow
@pytest.mark.parametrize("genre", ["slitherlink", "sudoku"])
def test_a_form_is_read_the_same_at_every_door(genre: str, server, nlc_command, tmp_path):
    for form in AT_DOORS:
        text = text_of(form, genre, "small")
        assert text is not None
        wanted = told_of(genre, "small")
        path = tmp_path / "board.txt"
        path.write_text(text, newline="")
        doors = {
            "file": nlc_command("convert", path, "--genre", genre, "--to", "nl").out,
            "argument": nlc_command("convert", text, "--genre", genre, "--to", "nl").out,
            "standard input": nlc_command(
                "convert", "-", "--genre", genre, "--to", "nl", stdin=text
            ).out,
            "page": server.post("parse", text=text, format=f"auto:{genre}")["language"],
            "Python": nlc.loads(text, genre=genre)[0].to("nl"),
        }
        read = {
            door: [said(puzzle) for puzzle in nlc.loads(found)] for door, found in doors.items()
        }
        assert {door for door, found in read.items() if found != [wanted]} == set(), form
