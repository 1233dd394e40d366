"""Game IDs and saved games of Simon Tatham's Portable Puzzle Collection, one puzzle a line.

An ID is ``PARAMS:DESCRIPTION``. The game is named before it, by ``pearl`` and a blank or the URL of
the game's page, which ends in ``pearl.html#``; or by the genre that the user names; otherwise it is
the only game that the ID fits. IDs of random games (``8x8#12345``) are refused. A saved game
names its game, and often has its solution. `loopy` parses and writes Slitherlink.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache, partial
from hashlib import sha1

from msgspec.structs import replace

from nlc.errors import Source, UserError, fail
from nlc.formats import loopy
from nlc.formats.base import Format, Support, Text, check_size, each_line, first_line, titles
from nlc.formats.genres import OPTION, Kind, facts_of, heads, parts_in, read_fact, rules_of, text_of
from nlc.formats.parts import Tatham
from nlc.formats.sheet import Sheet, sheet_of
from nlc.formats.tatham_codes import CODES, SOLUTIONS
from nlc.ir.nodes import Program
from nlc.language import names
from nlc.language.inherit import Rules
from nlc.language.syntax import Puzzle

PAGE = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/{}.html#{}"
"""The address of a game's page with a board."""

_LINE = re.compile(
    r"\s*(?:https?://\S+/([a-z]+)\.html#|([a-z]+)[ :])?([0-9][0-9A-Za-z.]*)([:#])(\S*)\s*"
)
_FIELD = re.compile(r"([A-Z]+) *:([0-9]{1,9}):")
_LOOPY = "loopy"


def recognises(text: str) -> bool:
    """Return whether the text is a saved game, names a game, or fits one other than Loopy."""
    line = first_line(text)
    found = _LINE.fullmatch(line)
    if found is None:
        return line.startswith("SAVEFILE:")
    if game := found[1] or found[2]:
        return game in {_LOOPY, *_games()} or names.is_known(game)
    fitting = _fitting_games(line)
    return bool(fitting) and _LOOPY not in fitting


def _resembles(text: str) -> bool:
    """Return whether the text opens with a game ID, right or wrong, or is a saved game."""
    line = first_line(text)
    return line.startswith("SAVEFILE:") or _LINE.fullmatch(line) is not None


_KINDS = {
    "code": (Kind(CODES.kind, lambda rules: CODES.names()),),
    "answer": (Kind(SOLUTIONS.kind, lambda rules: SOLUTIONS.names()),),
    "flag": (None, OPTION, None),
}


@lru_cache(maxsize=256)
def row_in(rules: Rules) -> Tatham | None:
    """Return the row of a genre, or None if the collection does not have it.

    Raises:
        UserError: what it says of the collection is wrong.
    """
    for fact in facts_of(rules, "tatham"):
        titles = tuple(map(text_of, fact.words))
        if len(titles) != 2 or parts_in(rules) is None:
            what = "the game and its title stand before the colon, and the genre has parts"
            raise fail(what, fact.name.span, "such as 'tatham pearl \"Pearl\": code circles;'")
        return replace(read_fact(fact, Tatham, rules, _KINDS), titles=titles)
    return None


def _row(genre: str) -> Tatham | None:
    rules = rules_of(genre)
    return None if rules is None else row_in(rules)


def _games() -> dict[str, str]:
    """Return the genre of each game."""
    return {head[0]: genre for genre, (head, *_) in heads("tatham").items()}


def _fitting_games(line: str) -> list[str]:
    """Return the games that an ID may belong to."""
    text = Text(Source("id", f"{line}\n"), 1, 0, line)
    params, _, faces = line.partition(":")
    sides = "t" in params or re.fullmatch("[0-3a-z_]*", faces)  # Loopy itself writes its type
    games = {_LOOPY: loopy.GENRE} if sides else {}
    for game, genre in _games().items():
        row = _row(genre)
        if row is not None and not row.named and row.written[:1] in params:  # it is always written
            games[game] = genre

    out = []
    for game, genre in games.items():
        with suppress(UserError):
            _parse_id(text, "", genre)
            out.append(game)
    return out


def parse(source: Source, genre: str = "") -> Iterator[Puzzle]:
    """Yield the puzzles of a source; `genre` is for IDs that do not name their game."""
    if genre not in ("", loopy.GENRE) and _row(genre) is None:
        raise fail(f"no game of the collection is known here as {genre}")
    if source.text.startswith("SAVEFILE:"):
        yield _parse_saved(source)
        return
    yield from each_line(source, partial(_parse_id, genre=genre))


def _parse_saved(source: Source) -> Puzzle:
    """Return the puzzle of a saved game."""
    fields, title = parse_saved_game(source), next(titles(source, False))
    game, params, description = fields["GAME"].text, fields["PARAMS"], fields["DESC"]
    solution = decode_auxinfo(fields["AUXINFO"]) if "AUXINFO" in fields else ""
    found = heads("tatham")
    if genre := next((genre for genre, (head, *_) in found.items() if head[1:] == (game,)), ""):
        return _make_puzzle(params, description, title, genre, solution)
    if game == "Loopy":
        line = f"{params.text}:{description.text}"
        return loopy.parse_line(Text(Source(source.path, f"{line}\n"), 1, 0, line), title)
    known = ", ".join(sorted(["Loopy", *(head[1] for head, *_ in found.values())]))
    what = f"no genre of nlc is the game {game}"
    raise names.unknown(game, what, None, f"games known here: {known}")


def _parse_id(line: Text, title: str, genre: str) -> Puzzle:
    """Return the puzzle of a line with an ID."""
    found = _LINE.fullmatch(line.text)
    whole = line.strip().span()
    if found is None:
        raise fail("expected a game ID", whole, "such as pearl 6x6:aWWeBbWcBaBWaWiBdB")
    game, games = found[1] or found[2], _games()
    if game is not None and game != _LOOPY and game not in games:
        span = line.span(*found.span(1 if found[1] else 2))
        known = ", ".join(sorted([_LOOPY, *games]))
        what, hint = f"no genre of nlc is the game {game}", f"games known here: {known}"
        called = {genre: f"'{each}'" for each, genre in games.items()}
        called[loopy.GENRE] = f"'{_LOOPY}'"
        raise names.unread(game, what, span, hint, called, "game IDs")
    if found[4] == "#":
        raise fail(
            "an ID with # makes a random game, which only the collection can do",
            line.span(found.start(4), found.end(5)),
            "copy the specific ID of the game, with a colon",
        )
    if game is None and not genre:
        fitting = _fitting_games(line.text)
        if len(fitting) != 1:
            could = f"could be of {', '.join(fitting)}" if fitting else "fits no game"
            hint = "name the game before it, as in pearl 6x6:…, or the genre with --genre"
            raise fail(f"this ID {could}", whole, hint)
        game = fitting[0]
    if game == _LOOPY or (game is None and genre == loopy.GENRE):
        return loopy.parse_line(line.cut(found.start(3)), title)
    if game is not None:
        genre = games[game]
    params, description = line.cut(*found.span(3)), line.cut(*found.span(5))
    return _make_puzzle(params, description, title, genre, "")


def _make_puzzle(params: Text, description: Text, title: str, genre: str, solution: str) -> Puzzle:
    """Return the puzzle of an ID."""
    row = _row(genre)
    assert row is not None
    code = CODES.get(row.code)
    (height, width), rest = code.size(params)
    check_size(height, width, params.place)
    sheet = Sheet(genre, height, width, title)
    flags = _parse_flags(row, rest)
    for flag, (option, there) in row.flag.items():
        sheet.options[option] = there if flag in flags else not there
    code.parse(description, sheet, params.text)
    if solution and row.answer:
        try:
            SOLUTIONS.get(row.answer).parse(solution, sheet)
        except (ValueError, KeyError, IndexError):
            message = f"AUXINFO of {description.source.path} is not a solution of this board"
            raise fail(message) from None
    return sheet.puzzle(params.span())


def _parse_flags(row: Tatham, rest: Text) -> str:
    """Return the letters after the size that set options."""
    flags, at = "", 0
    harmless = re.compile(row.params) if row.params else None
    while at < len(rest.text):
        for pattern, name in row.refused:
            if found := re.compile(pattern).match(rest.text, at):
                message = f"'{found[0]}' makes it {name}, which nlc does not support"
                raise rest.error(message, at, found.end())
        if rest.text[at] in row.flag:
            flags += rest.text[at]
            at += 1
        elif harmless is not None and (found := harmless.match(rest.text, at)) and found[0]:
            at = found.end()
        else:
            message = f"'{rest.text[at:]}' is not a parameter of {row.game} that is known here"
            raise rest.error(message, at, len(rest.text))
    return flags


# ---------- saved games ----------


def parse_saved_game(source: Source) -> dict[str, Text]:
    """Return the fields ``KEY :LENGTH:TEXT`` of a file.

    Raises:
        UserError: it is cut off, or lacks the game, its parameters or its description.
    """
    fields: dict[str, Text] = {}
    at, text = 0, source.text.replace("\r\n", "\n")
    while (found := _FIELD.match(text, at)) is not None:
        start, end = found.end(), found.end() + int(found[2])
        line = text.count("\n", 0, start) + 1
        column = start - text.rfind("\n", 0, start) - 1
        if end > len(text):
            whole = Text(source, line, column, text[start:].partition("\n")[0])
            message = f"the field {found[1]} is cut off"
            raise whole.error(message, 0, len(whole.text))
        fields.setdefault(found[1], Text(source, line, column, text[start:end]))
        at = end + (text[end : end + 1] == "\n")
    for name in ("GAME", "PARAMS", "DESC"):
        if name not in fields:
            raise fail(f"{source.path}: the saved game has no field {name}")
    return fields


def decode_auxinfo(hidden: Text) -> str:
    """Decode AUXINFO: each half is masked by a hash of the other one.

    Raises:
        UserError: it is not hexadecimal.
    """
    try:
        data = bytes.fromhex(hidden.text)
    except ValueError:
        raise hidden.error("AUXINFO is not hexadecimal", 0, len(hidden.text)) from None
    half = len(data) // 2
    second = _unmask(data[half:], data[:half])
    first = _unmask(data[:half], second)
    return (first + second).decode("latin-1")


def _unmask(data: bytes, seed: bytes) -> bytes:
    mask = b"".join(sha1(seed + str(n).encode()).digest() for n in range(len(data) // 20 + 1))
    return bytes(a ^ b for a, b in zip(data, mask, strict=False))


# ---------- writing ----------


def write(program: Program) -> str:
    """Return the address of the game's page with the board; see `Format.write`."""
    if program.genre == loopy.GENRE:
        return PAGE.format(_LOOPY, loopy.write(program))
    row = _row(program.genre)
    if row is None:
        names = ", ".join(sorted([loopy.GENRE, *heads("tatham")]))
        message = f"no game of the collection is known here as {program.genre}"
        raise fail(message, hint=f"there are games for {names}")
    code = CODES.get(row.code)
    sheet = sheet_of(program, "tatham")
    head = code.head(sheet) + row.written
    for flag, (option, there) in row.flag.items():
        head += flag * (sheet.option(option) == there)
    text = code.write(sheet)
    sheet.require_plain("tatham")
    sheet.finish("tatham")
    return PAGE.format(row.game, f"{head}:{text}") + "\n"


def _genres() -> dict[str, Support]:
    rows = {genre: _row(genre) for genre in heads("tatham")}
    solved = {g: Support(solutions_read=bool(row.answer)) for g, row in rows.items() if row}
    return {loopy.GENRE: Support(), **solved}


FORMAT = Format(
    "tatham",
    "game IDs and saved games of Simon Tatham's collection, one a line",
    (".sav",),
    recognises,
    parse,
    write,
    parse_as=parse,
    resembles=_resembles,
    genres=_genres,
    comment="# ",
    check=row_in,
)
